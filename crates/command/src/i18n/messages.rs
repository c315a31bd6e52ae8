//! The table of messages: a name, the English, the Chinese. `{name}` is filled in by the caller.

use super::Lang;

macro_rules! messages {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        /// A message of the command line.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Msg { $(#[doc = $en] $name),* }

        impl Msg {
            /// Every message.
            #[cfg(test)]
            pub(crate) const ALL: &'static [Msg] = &[$(Msg::$name),*];

            /// Its template in a language.
            pub(crate) fn text(self, lang: Lang) -> &'static str {
                match self {
                    $(Msg::$name => lang.pick($en, $zh),)*
                }
            }
        }
    };
}

messages! {
    // Words.
    Error: "error", "错误";
    Help: "help", "提示";
    Note: "note", "注意";
    Warning: "warning", "警告";
    NoMoves: "no moves yet", "尚无着手";

    // Choosing the game.
    SizeOfGame: "{game} is not played on {size}: {allowed}", "{game}不能用 {size} 的棋盘：{allowed}";
    RulesWithoutGame: "the rules are given, but not the game", "给出了规则，但没有给出棋种";
    RulesWithoutGameHelp: "add --game, such as --game gomoku", "请加上 --game，例如 --game gomoku";
    TwoRuleSets: "two rule sets are named, '{one}' and '{other}': choose one", "同时给出了两套规则“{one}”与“{other}”：请选其一";
    OptionNotForGame: "{option} does not go with {game}", "{option} 不适用于 {game}";
    GameNeeded: "which game is '{source}'?", "“{source}”是哪种棋？";
    GameNeededHelp: "name it with --game, such as --game gomoku", "请用 --game 指明棋种，例如 --game gomoku";

    // Files and input.
    CannotRead: "cannot read {file}: {why}", "无法读取 {file}：{why}";
    CannotWrite: "cannot write {file}: {why}", "无法写入 {file}：{why}";
    NotFoundHelp: "check the name; a position or a list of moves needs no file", "请检查文件名；局面或着手列表无需文件";
    NoFolderHelp: "make the folder {folder}, or name another", "请新建文件夹 {folder}，或换一个";
    NoFormat: "the format of {file} is not known", "无法识别 {file} 的格式";
    UnknownFormat: "the format is not known; --from names it", "无法识别格式；请用 --from 指明";
    NoFormatHelp: "name it: {known}", "请指明格式：{known}";
    NoRecord: "this is no game record in a format that Tengen reads", "这不是天元能读的棋谱";
    NoRecords: "{file} holds no record", "{file} 中没有棋谱";
    NoSuchRecord: "{file} holds {count|record|records}; there is no record {wanted}", "{file} 中有 {count} 份棋谱，没有第 {wanted} 份";
    NoSuchMove: "the game has {count|move|moves}; there is no move {wanted}", "该局共 {count} 手，没有第 {wanted} 手";
    Expected: "expected {expected}, found {found}", "应为 {expected}，实为 {found}";
    AtPlace: "{file}, {place}", "{file}，{place}";
    LenientHelp: "--lenient shows what is readable", "--lenient 可显示能读的部分";
    ReadAs: "read as {format}", "按 {format} 读取";
    Lost: "lost in record {record}: {what}", "第 {record} 份棋谱中丢失：{what}";
    WroteRecords: "{count|record|records} written to {file}", "{count} 份棋谱写入 {file}";
    OneRecordHelp: "choose one with --record N, or write each to a file of its own with --split", "用 --record N 选一份，或用 --split 每份写入单独的文件";
    PngToTerminal: "a PNG is no text for a terminal", "PNG 不能输出到终端";
    PngToTerminalHelp: "name a file with -o board.png, or send the output to one", "用 -o board.png 指定文件，或重定向输出";
    PictureFormat: "no picture is written as {file}: let its name end in .svg, .png, .gif or .txt, or give --format", "不能写成 {file}：请以 .svg、.png、.gif 或 .txt 结尾，或给出 --format";
    PictureFailed: "the picture could not be made: {why}", "无法生成图片：{why}";

    // Illegal moves and set-ups.
    WhyGameOver: "the game is over", "对局已经结束";
    WhySetUp: "set-up: {why}", "摆子：{why}";
    TooFewBalanced: "only {found} of {count} openings of {plies} plies are within {tolerance} of even: allow more, or give a file of openings", "要求 {count} 个 {plies} 手的开局，胜率与五成相差不超过 {tolerance} 的只有 {found} 个：请放宽条件，或给出开局文件";
    FaultAt: "after {moves|move|moves}: {fault}", "{moves} 手之后：{fault}";

    // How a game ends and stands.
    WinsByResignation: "{winner} wins by resignation", "对方认输，{winner}获胜";
    WinsOnTime: "{winner} wins on time", "对方超时，{winner}获胜";
    GameUnfinished: "the game is not finished", "对局尚未结束";
    ToMove: "{color} to move", "轮到{color}";
    StonesLeft: "{count|stone|stones} left in this turn", "本回合还可下 {count} 子";
    CapturedOf: "captured: black {black}, white {white} of {most}", "提子：黑方 {black}，白方 {white}，满 {most} 子获胜";
    AfterMove: "move {count}", "第 {count} 手";
    LastMove: "last {text}", "最后一手 {text}";
    DecisionAsked: "{player} decides: {choices}", "{player}选择：{choices}";

    // Analysis and solving.
    NoLegalMove: "no legal move", "无合法着手";
    Depth: "depth {depth}", "深度 {depth}";
    Nodes: "{count|node|nodes}", "{count} 节点";
    RuleStruck: "{rule}: {struck} struck out, {left} left", "{rule}：剔除 {struck}，余 {left}";
    AndMore: "… and {count} more", "……另有 {count}";
    Thinking: "{engine} is thinking", "{engine} 正在思考";
    Interrupted: "interrupted", "已中断";
    InterruptedKept: "interrupted: this is what was found so far", "已中断：以下为目前所得";
    NotForTraining: "{option} means nothing to 'tengen train {what}'", "{option} 对 tengen train {what} 没有意义";
    NoWthorFile: "{file}: not a WTHOR file of games on 8x8", "{file}：不是 8x8 棋局的 WTHOR 文件";
    NoWthorGames: "no games to learn from: name WTHOR files (.wtb)", "没有可供学习的对局：请给出 WTHOR 文件（.wtb）";
    OtherPartial: "{file}: an unfinished training of other games or settings; remove it, or give the same", "{file}：未完成的训练用的是别的对局或设定；请删除它，或给出相同的对局与设定";
    NoTrainingGames: "no positions to learn {rules} from: make games with 'tengen train games'", "没有可供学习 {rules} 的局面：先用 tengen train games 对局";
    NotProven: "not proven within the limits; the best so far:", "在限制内未能证明；目前最好的结果：";
    ProvenFor: "{color} to move: {result}", "轮到{color}：{result}";
    KindNeedsGomoku: "--kind {kind} is for gomoku, renju and caro, not for {game}", "--kind {kind} 用于五子棋、连珠和 caro，不适用于 {game}";
    OptionNeedsChainKind: "{option} goes with --kind capture, --kind connect or --kind life in Go", "围棋中 {option} 须与 --kind capture、--kind connect 或 --kind life 一起使用";
    KindNeedsGo: "--kind {kind} is for Go, not for {game}", "--kind {kind} 用于围棋，不适用于 {game}";
    KindNeedsTarget: "which stones? --kind {kind} takes --target, such as --target {example}", "要问哪些棋子？--kind {kind} 须有 --target，例如 --target {example}";
    TargetNeedsKind: "--target goes with --kind capture, --kind connect or --kind life", "--target 须与 --kind capture、--kind connect 或 --kind life 一起使用";
    TargetStones: "--kind {kind} takes {count|stone|stones}: {why}", "--kind {kind} 须指定 {count} 个棋子：{why}";
    TargetNoStone: "{point} has no stone", "{point} 没有棋子";
    TargetOffBoard: "'{point}' is no point of the board", "“{point}”不是棋盘上的点";
    TargetColors: "{a} and {b} are not of one side", "{a} 与 {b} 不是同一方的棋子";
    TargetCount: "'{target}' names {found}", "“{target}”指定了 {found} 个";
    TargetSide: "{side} cannot {kind} {target}: leave --side out", "{side}不能对 {target} 求 {kind}：请不写 --side";
    KindTakesNodes: "--kind {kind} is limited by --nodes; {option} means nothing here", "--kind {kind} 由 --nodes 限制；{option} 在此没有意义";
    ChainCaptured: "{mover} to move: {side} captures {target} in at most {plies|ply|plies}, {ko}", "轮到{mover}：{side}至多 {plies} 手吃掉 {target}，{ko}";
    ChainJoined: "{mover} to move: {side} joins {target} in at most {plies|ply|plies}, {ko}", "轮到{mover}：{side}至多 {plies} 手连接 {target}，{ko}";
    ChainLives: "{mover} to move: {side} makes {target} alive in at most {plies|ply|plies}, {ko}", "轮到{mover}：{side}至多 {plies} 手做活 {target}，{ko}";
    ChainLivesNow: "{target} is alive without a move", "{target} 无须着手，已是活棋";
    KoNone: "whoever has ko threats", "与劫材无关";
    KoFirst: "by a ko that it takes first", "为先手劫";
    KoThreat: "by a ko that needs a threat first", "为须先找劫材的劫";
    ChainNone: "{mover} to move: no proof of {kind} for {side} at {target}", "轮到{mover}：没有找到{side}对 {target} 的 {kind} 证明";
    ChainUnknown: "{mover} to move: no proof of {kind} for {side} at {target} within the limits", "轮到{mover}：在限制内没有找到{side}对 {target} 的 {kind} 证明";
    ChainPosition: "Go {size}, {black} black and {white} white stones, {side} to move", "围棋 {size}，{black} 颗黑子、{white} 颗白子，轮到{side}";
    ChainHoldsCapture: "proven: {side} captures {target} in at most {plies|ply|plies}; {ko}", "证明成立：{side}至多 {plies} 手吃掉 {target}；{ko}";
    ChainHoldsConnect: "proven: {side} joins {target} in at most {plies|ply|plies}; {ko}", "证明成立：{side}至多 {plies} 手连接 {target}；{ko}";
    ChainHoldsLive: "proven: {side} makes {target} alive in at most {plies|ply|plies}; {ko}", "证明成立：{side}至多 {plies} 手做活 {target}；{ko}";
    RetakeNobody: "neither side takes back a ko at once", "双方都不能立即回提劫";
    RetakeSide: "{side} may take back a ko at once", "{side}可以立即回提劫";
    RefusedNotReached: "after {line}: node {node} plays {mv} and ends, but that does not reach the goal", "{line} 之后：节点 {node} 下 {mv} 即止，但并未达到目的";
    RefusedLostStones: "after {line}: the opponent captures with {reply}", "{line} 之后：对方下 {reply} 提子";
    OptionNeedsKind: "{option} goes with --kind vcf, --kind vct or --kind wide", "{option} 须与 --kind vcf、--kind vct 或 --kind wide 一起使用";
    NoCertificates: "{option} is for gomoku, renju and caro: there are no certificates of {game}", "{option} 用于五子棋、连珠和 caro：{game}没有证明文件";
    EngineProvesNothing: "the engine {engine} of {game} estimates and proves nothing", "{game}的引擎 {engine} 只作估计，不作证明";
    EngineThatProves: "leave --engine out, or choose {known}", "不写 --engine，或选 {known}";
    SolveUsualTime: "it was searched for {seconds} s; --time, --nodes or --depth allow more", "已搜索 {seconds} 秒；可用 --time、--nodes 或 --depth 放宽";
    BadThreads: "--threads is 1 to {most}, not {threads}", "--threads 为 1 至 {most}，不能是 {threads}";
    ThreatWin: "{side} to move: win in {plies} ({kind})", "轮到{side}：{plies} 手内胜（{kind}）";
    ThreatNone: "{side} to move: no {kind}", "轮到{side}：没有 {kind}";
    ThreatUnknown: "{side} to move: no {kind} found within the limits", "轮到{side}：在限制内没有找到 {kind}";
    EveryReplyWin: "{mover} to move: {side} wins in {plies} against every reply ({kind})", "轮到{mover}：{side}应对每个应手，{plies} 手内胜（{kind}）";
    EveryReplyNone: "{mover} to move: no {kind} of {side} against some reply", "轮到{mover}：对某个应手，{side}没有 {kind}";
    EveryReplyUnknown: "{mover} to move: no {kind} of {side} against some reply found within the limits", "轮到{mover}：在限制内，对某个应手没有找到{side}的 {kind}";
    ProveNeedsGomoku: "tengen prove is for gomoku, renju and caro, not for {game}", "tengen prove 用于五子棋、连珠和 caro，不适用于 {game}";
    ProveOption: "{option} is 1 or more, not 0", "{option} 须不小于 1，不能是 0";
    ProveWorkHelp: "--work names a file of proven positions; it is made if there is none", "--work 指定存放已证局面的文件；没有时会新建";
    ProveWorkFile: "{file}: not a work file of this proof: {why}", "{file}：不是此证明的工作文件：{why}";
    ProveProgress: "{proven} proven, {open} open, {percent} % done, about {left} left", "已证 {proven}，未证 {open}，完成 {percent} %，约需 {left}";
    ProveRefused: "the verifier refuses what was found, so nothing is claimed: {why}", "验证器不接受所找到的证明，故不作断言：{why}";
    ProveHolds: "proven and verified: {side} wins in at most {plies|ply|plies}", "已证明并验证：{side}至多 {plies} 手内胜";
    ProveCost: "{proven|position|positions} searched in {nodes|node|nodes}, {time}; proof of {count|node|nodes}", "搜索 {proven} 个局面，{nodes} 节点，{time}；证明含 {count} 个节点";
    ProveOpen: "not proven: {proven|position|positions} proven in {nodes|node|nodes}, {time}; {open} open", "未证明：已证 {proven} 个局面，{nodes} 节点，{time}；未证 {open} 个";
    ProveHard: "{nodes|node|nodes}, {time}: {board}", "{nodes} 节点，{time}：{board}";
    ProveStillOpen: "open after {nodes|node|nodes}: {board}", "{nodes} 节点后未证：{board}";
    ProveHardest: "the hardest positions:", "最难的局面：";
    ThreatWork: "{nodes|node|nodes}, {time}; proof of {count|node|nodes}", "{nodes} 节点，{time}；证明含 {count} 个节点";
    CertificateWritten: "certificate: {file}", "证明文件：{file}";
    AnyOther: "any other", "其他";
    SeeNode: "see node {node}", "见节点 {node}";
    ProofPosition: "{game} {size}, {black} black and {white} white stones, {side} to move", "{game} {size}，{black} 颗黑子、{white} 颗白子，轮到{side}";
    ProofHolds: "proven: {side} wins in at most {plies|ply|plies}", "证明成立：{side}至多 {plies} 手内胜";
    ProofWork: "proof of {nodes|node|nodes}, {positions|position|positions} checked", "证明含 {nodes} 个节点，共检查 {positions} 个局面";
    ProofFails: "not proven: {why}", "证明不成立：{why}";
    ProofUnread: "{file}: no certificate: {why}", "{file}：不是证明文件：{why}";
    ProofUnreadHelp: "tengen solve --kind vct --certificate FILE writes one", "可用 tengen solve --kind vct --certificate 文件 生成";
    RootLine: "the position itself", "初始局面";
    RefusedPosition: "no proof can start here: {why}", "证明不能由此开始：{why}";
    RefusedEmpty: "the proof is empty", "证明是空的";
    RefusedIllegal: "after {line}: node {node} answers {mv}, which is illegal: {why}", "{line} 之后：节点 {node} 应以 {mv}，但该着不合法：{why}";
    RefusedNotWon: "after {line}: node {node} plays {mv} and ends, but that does not win", "{line} 之后：节点 {node} 下 {mv} 即止，但并未获胜";
    RefusedUnanswered: "after {line}: node {node} has no answer to {reply}", "{line} 之后：节点 {node} 没有回答 {reply}";
    RefusedLost: "after {line}: the opponent wins with {reply}", "{line} 之后：对方下 {reply} 获胜";
    RefusedDrawn: "after {line}: the game ends in a draw", "{line} 之后：对局成和";
    RefusedTooMuch: "stopped after {count|position|positions}; --positions allows more", "查看了 {count} 个局面仍未结束；可用 --positions 放宽";
    GameAlreadyOver: "the game is over already: {outcome}", "对局已经结束：{outcome}";
    SeedNotHere: "--seed is for gomocup and gtp: a json request has a seed of its own, and nboard's engine draws no numbers", "--seed 用于 gomocup 和 gtp：json 的请求自带种子，nboard 的引擎不用随机数";

    // Reviews.
    Reviewing: "{engine} reviews the game", "{engine} 正在复盘";
    ReviewNeedsGame: "there is no game to go over", "没有可复盘的对局";
    ReviewNeedsGameHelp: "name a file, such as: tengen review game.sgf -o report.html", "请给出文件，例如：tengen review game.sgf -o report.html";
    ReviewFormat: "what is '{file}' to hold? let its name end in .html, .txt or .json, or give --format", "“{file}”应为何种格式？请以 .html、.txt 或 .json 结尾，或给出 --format";
    LineTooLong: "the game has more than {most} moves", "对局超过 {most} 手";

    // Perft and benches.
    Counting: "counting to depth {depth}", "计数至深度 {depth}";
    PartialCount: "interrupted: {count} counted so far", "已中断：目前计得 {count}";

    BenchFolderNeeded: "which games are to be imported?", "要导入哪些对局？";
    BenchFolderNeededHelp: "name a folder or a file, such as: tengen bench library games/", "请给出文件夹或文件，例如：tengen bench library games/";
    BenchFolder: "{folder} is for the library only", "只有 library 需要 {folder}";
    BenchCheck: "--check goes with 'bench signatures', 'othello', 'go' and 'mnk' only", "--check 只能与“bench signatures”、“othello”、“go”或“mnk”一起使用";
    BenchRapfi: "--rapfi goes with 'bench gomoku' only", "--rapfi 只能与“bench gomoku”一起使用";

    // The library.
    NoDataFolder: "there is no home folder to keep games in: name one with --data", "没有可存放对局的主目录：请用 --data 指定";
    LibraryCancelled: "interrupted: nothing was imported", "已中断：没有导入任何对局";
    NoStoredGame: "there is no game {game} in the library", "对局库中没有第 {game} 局";
    DiskFull: "the disk is full", "磁盘已满";
    LibraryBusy: "the library is locked by another program", "对局库被其他程序锁定";
    LibraryDamaged: "{file} is damaged: {what}", "{file} 已损坏：{what}";
    LibraryDamagedHelp: "it was left as it is; `tengen library recover` saves the games that can still be read", "文件未被改动；用 tengen library recover 可救出仍能读取的对局";
    LibraryNewer: "{file} was written by a later version of Tengen", "{file} 由更新版本的 Tengen 写成";
    LibraryForeign: "{file} is another program's database", "{file} 是其他程序的数据库";
    LibraryReading: "reading", "读取中";
    LibraryStoring: "storing", "存储中";
    LibraryIndexing: "indexing", "编索引中";
    LibraryImported: "{games|game|games} from {files|file|files} imported, {duplicates|duplicate|duplicates}, {problems|problem|problems}", "从 {files} 个文件导入 {games} 局，重复 {duplicates} 局，问题 {problems} 处";
    LibraryNotIndexed: "interrupted: all games are stored, the rest of the index follows with the next import or check", "已中断：对局均已存储，其余索引将在下次导入或检查时完成";
    LibraryTotal: "{count|game|games}", "共 {count} 局";
    LibraryPage: "page {page}", "第 {page} 页";
    LibraryDuplicate: "{place}: the library has this game as number {game}", "{place}：对局库中已有此局，编号 {game}";
    LibraryDuplicateStored: "{place}: the library has this game as number {game}; stored as {id} for its comments or variations", "{place}：对局库中已有此局，编号 {game}；因其评注或变化另存为 {id}";
    LibraryReadOnly: "{why}: games can be read, and nothing is stored", "{why}：可以读取对局，但不能保存";
    LibraryLoss: "game {game} of the damaged library: {what}", "已损坏对局库的第 {game} 局：{what}";
    LibraryRecovered: "{games|game|games} recovered, {incomplete} of them incomplete; {duplicates|duplicate|duplicates}; {lost|game|games} lost", "救出 {games} 局（其中不完整 {incomplete} 局），重复 {duplicates} 局，丢失 {lost} 局";
    LibraryCopied: "copied to {file}", "已复制到 {file}";
    LibraryChecked: "{games|game|games}, {deleted} in the bin, {positions|position|positions}, {analyses|analysis|analyses}, {mib} MiB, {problems|problem|problems}", "{games} 局，回收站 {deleted} 局，{positions} 个局面，{analyses} 份分析，{mib} MiB，{problems} 处问题";
    BadDate: "'{text}' is no date: write 1999, 1999-05 or 1999-05-30", "“{text}”不是日期：请写 1999、1999-05 或 1999-05-30";
    NoLibrary: "there is no library in {folder}", "{folder} 中没有对局库";
    NoLibraryHelp: "check --data; tengen library import makes one, and so does the board in the browser", "请检查 --data；tengen library import 或浏览器中的棋盘会新建一个";
    NoGamesChosen: "no game fits", "没有符合的对局";
    StatsMove: "move", "着手";
    StatsGames: "games", "局数";
    StatsShare: "share", "占比";
    StatsBlack: "black wins", "黑胜";
    StatsWhite: "white wins", "白胜";
    StatsDraws: "draws", "和棋";
    GameMoves: "{count|move|moves}", "共 {count} 手";
    FoundAfter: "here after move {count}", "第 {count} 手后至此";
    GamesHere: "{count|game|games} with this position", "共 {count} 局有此局面";

    // Checking records.
    Checking: "checking", "检查中";
    CheckTotal: "{games|game|games}, {moves|move|moves}, {exceptions|exception|exceptions}", "{games} 局，{moves} 手，{exceptions} 处异常";
    SkippedFiles: "skipped {count|file|files} below {folder}: not records", "{folder} 下有 {count} 个文件不是棋谱，已跳过";
    ResultDiffers: "the record says {said}, the board says {found}", "棋谱记为 {said}，盘面为 {found}";
    RecordNumber: "record {number}", "第 {number} 份";
    NothingToCheck: "no record was found", "没有找到棋谱";

    // Playing.
    YouPlay: "you play {color}; {engine} plays {other}", "您执{color}；{engine} 执{other}";
    TwoPeople: "two people at one board", "双人对弈";
    EnginesPlay: "{black} (black) against {white} (white)", "{black}（黑）对 {white}（白）";
    LinePrompt: "{color}> ", "{color}> ";
    LineHelp: "moves such as {example}; also: pass, undo, redo, hint, analyze, why, board, moves, save FILE, load FILE, resign, help, quit", "着手如 {example}；另有：pass 停着、undo 悔棋、redo 重下、hint 提示、analyze 分析、why 为什么、board 棋盘、moves 着手、save 文件、load 文件、resign 认输、help 帮助、quit 退出";
    PlayedMove: "{number}. {color} {text}", "{number}. {color} {text}";
    Undone: "taken back: {text}", "悔棋：{text}";
    Redone: "played again: {text}", "重下：{text}";
    NothingToUndo: "there is nothing to take back", "没有可悔的着手";
    NothingToRedo: "there is nothing to play again", "没有可重下的着手";
    Saved: "saved to {file}", "已保存到 {file}";
    SaveWhere: "save where? name a file, such as: save game.sgf", "保存到哪里？请给出文件名，例如：save game.sgf";
    Hint: "hint: {text}  {score}", "提示：{text}  {score}";
    NotYourTurn: "{engine} is to move", "轮到 {engine}";
    MovesWere: "moves: {moves}", "着手：{moves}";
    RefusedLines: "lines refused: {count}", "有 {count} 行被拒绝";
    // Matches.
    TwoPlayersNeeded: "a match needs two players", "比赛需要两个棋手";
    TwoPlayersNeededHelp: "name them with --a and --b, such as --a tengen --b 'cmd=./engine protocol=gtp'", "请用 --a 和 --b 指明，例如 --a tengen --b 'cmd=./engine protocol=gtp'";
    SuiteLimitHelp: "give --time, --nodes or --depth", "请给出 --time、--nodes 或 --depth";
    LimitNeeded: "without a limit a move could take for ever", "没有限制，一手棋可能永远想下去";
    LimitNeededHelp: "give --move-time, --game-time, --nodes or --depth", "请给出 --move-time、--game-time、--nodes 或 --depth";
    OddGames: "--games {games}: each opening is played with both colours, so the number is even", "--games {games}：每个开局各执一次黑白，局数须为偶数";
    OddGamesHelp: "--games {even}", "--games {even}";
    BadChance: "--error is a chance above 0 and below 0.5, such as 0.05, not {chance}", "--error 是大于 0、小于 0.5 的概率，如 0.05，不能是 {chance}";
    SprtForm: "--sprt takes two numbers, such as 0,10", "--sprt 需要两个数，例如 0,10";
    Playing: "{a} - {b}", "{a} 对 {b}";
    OpeningPlayedFor: "the protocol of {players} cannot express this opening rule: Tengen plays the opening for them", "{players} 的协议不能表达此开局规则：开局由 Tengen 代下";
    GoingOn: "continuing after {count|game|games}", "此前已下 {count} 局，继续比赛";
    MatchGoOn: "go on with: {command}", "继续比赛请用：{command}";
    MatchNotKept: "nothing was stored: with --out DIR, the same command goes on after an interruption", "未保存任何结果：加上 --out DIR 后，中断时用同一命令即可继续";
    DrawingOpenings: "openings near even", "均势开局";
    ReportWritten: "report: {file}", "报告：{file}";

    SuiteFileHelp: "name a file of positions with their answers; docs/arena.md has the forms", "请给出带答案的局面文件；格式见 docs/arena.md";
    SuiteForm: "{file} is no suite of positions with answers", "{file} 不是带答案的局面集";
    SuiteFormHelp: "a suite has JSON lines, lines of stones | stones | points, OBF, GNU Go's .tst, or moves with solve lines", "局面集可用：JSON 行、“棋子 | 棋子 | 点”行、OBF、GNU Go 的 .tst，或带 solve 行的着手";
    SuiteEmpty: "{file}: there is no position in it", "{file} 中没有局面";
    OpeningsHelp: "name a file of openings: a line of moves each, or games of any format", "请给出开局文件：每行一串着手，或任何格式的对局";
    OpeningsEmpty: "{file}: there is no opening in it", "{file} 中没有开局";
    OpeningBad: "{file}, opening {number}: {why}", "{file}，第 {number} 个开局：{why}";
    ImportHelp: "name files or folders of games", "请给出对局文件或文件夹";
    MatchNeedsGame: "which game is the match in?", "比赛下哪种棋？";
    PlayerForm: "'{text}' describes no player", "“{text}”不是对棋手的描述";
    PlayerFormHelp: "write tengen, tengen:level=3, an engine's name, a registered program (tengen engines), or 'cmd=./engine protocol=gomocup'", "请写 tengen、tengen:level=3、引擎名、已登记的程序（tengen engines），或 'cmd=./engine protocol=gomocup'";
    PlayerOption: "a player has no option '{option}'", "棋手没有选项“{option}”";
    PlayerOptionHelp: "an engine of Tengen has level, memory, threads, seed and name; a program has cmd, protocol, dir, name, init and openings", "Tengen 的引擎有 level、memory、threads、seed、name；外部程序有 cmd、protocol、dir、name、init、openings";
    PlayerProtocol: "there is no protocol '{protocol}': choose gomocup, gtp, nboard or json", "没有协议“{protocol}”：可选 gomocup、gtp、nboard、json";
    PlayerMissing: "a program needs cmd and protocol, such as 'cmd=./engine protocol=gtp'", "外部程序需要 cmd 与 protocol，例如 'cmd=./engine protocol=gtp'";
    SprtPlayers: "--sprt compares two players, not {count}", "--sprt 只比较两个棋手，不能是 {count} 个";
    SprtOrder: "--sprt {elo0},{elo1}: the first number is the smaller, such as 0,10", "--sprt {elo0},{elo1}：第一个数应较小，例如 0,10";
    MatchAnother: "{file} holds another match ({differs} differs): choose another folder, or remove it", "{file} 中是另一场比赛（{differs} 不同）：请换一个文件夹，或删除它";
    MatchBusy: "a match is being played in {file} by another program: choose another folder", "另一个程序正在 {file} 中比赛：请换一个文件夹";
    SameFile: "{file} is the file that is read: it would be overwritten", "{file} 正是所读的文件：会被覆盖";
    SameFileHelp: "name another file for the output", "请为输出另取文件名";
    ConvertIllegal: "{file}, record {record}: {why}", "{file}，第 {record} 份：{why}";
    ConvertIllegalTotal: "{count|record breaks|records break} the rules; every move was kept as it is written, as far as the format can", "有 {count} 份棋谱不合规则；着手均照原样保留（格式所能容纳者）";
    HandicapRange: "{stones} handicap stones have no place on {size}: {allowed}", "{size} 棋盘摆不下 {stones} 枚让子：{allowed}";
    HandicapAllowed: "--handicap is 2 to {most} there", "此处 --handicap 为 2 至 {most}";
    HandicapNone: "this board has none", "此棋盘不能让子";
    HandicapFreeHelp: "where black chooses the points, more fit: --rules {rules},placement=free", "由黑方自选让子点时可以更多：--rules {rules},placement=free";
    KomiRange: "--komi is -1000 to 1000, not {komi}", "--komi 为 -1000 至 1000，不能是 {komi}";
    OpeningOfRenju: "the opening rule {opening} is one of renju, not of {rules}", "开局规则 {opening} 只用于连珠，不适用于 {rules}";
    OpeningOfRenjuHelp: "play renju: tengen play renju --opening {opening}", "请下连珠：tengen play renju --opening {opening}";
    LevelPlayed: "{engine} plays at level {level} of {most} ({words}); --level 1 to {most} chooses another", "{engine} 使用第 {level} 级，共 {most} 级（{words}）；用 --level 1 至 {most} 选择";
    BadTime: "'{text}' is no time: write 10m, 5m+3s or 90s", "“{text}”不是时间：请写 10m、5m+3s 或 90s";
    BadClock: "'{text}' is no clock: write 10m, 5m+3s, 10m+5x30s (byo-yomi) or 10m+25/5m (Canadian)", "“{text}”不是棋钟：请写 10m、5m+3s、10m+5x30s（日式读秒）或 10m+25/5m（加拿大读秒）";
    ClockPeriods: "({count|period|periods})", "（读秒 {count} 次）";
    ClockMoves: "({count|move|moves} to make)", "（还需下 {count} 手）";
    TimeUnit: "'{text}' lacks the unit of time", "“{text}”缺少时间单位";
    TimeUnitHelp: "write {ms} or {s}", "请写 {ms}（毫秒）或 {s}（秒）";
    BadSeat: "'{text}' is no player: write human, or a level, or ENGINE:LEVEL", "“{text}”不是棋手：请写 human、等级数字或 引擎:等级";
    EnterMove: "type a move, or a word such as help", "请输入着手，或 help 等命令";
    AskedAgain: "a hint is being looked for", "正在寻找提示";
    QuitUnsaved: "the game so far: {moves}", "目前的对局：{moves}";
    KeyMove: "arrows, hjkl", "方向键 hjkl";
    KeyMoveDoes: "go to a point", "移动光标";
    KeyPlay: "Enter, Space", "回车 空格";
    KeyPlayDoes: "play there", "落子";
    KeyType: "h8, pass …", "h8、pass 等";
    KeyTypeDoes: "type a move or word", "键入着手或命令";
    KeyUndo: "Backspace", "退格键";
    KeyUndoDoes: "take back", "悔棋";
    KeyRedo: "Ctrl-Y", "Ctrl-Y";
    KeyRedoDoes: "play again", "重下";
    KeyHint: "Tab", "Tab 键";
    KeyHintDoes: "hint", "提示";
    KeySave: "Ctrl-S", "Ctrl-S";
    KeySaveDoes: "save", "保存";
    KeyNumbers: "Ctrl-N", "Ctrl-N";
    KeyNumbersDoes: "move numbers", "手数";
    KeyQuit: "Ctrl-C", "Ctrl-C";
    KeyQuitDoes: "quit", "退出";
    KeyMouse: "mouse", "鼠标";
    ReplayStep: "←→", "←→";
    ReplayStepDoes: "step", "前后一手";
    ReplayFar: "PgUp PgDn", "PgUp PgDn";
    ReplayFarDoes: "ten moves", "十手";
    ReplayEnds: "Home End", "Home End";
    ReplayEndsDoes: "start, end", "开头、结尾";
    ReplayVariation: "↑↓", "↑↓";
    ReplayVariationDoes: "variations", "变化图";
    ReplayRecord: "n p", "n p";
    ReplayRecordDoes: "next, previous record", "下一份、上一份棋谱";
    ReviewMainLine: "this is the main line; --line 2 to {count} go over the variations", "此为主线；用 --line 2 至 {count} 复盘各变化";
    ReviewNoLine: "the record has {count|line|lines}, and no line {line}", "棋谱共有 {count} 条线，没有第 {line} 条";
    OverlayOff: "threats hidden", "威胁已隐藏";
    OverlayNothing: "this game has nothing to light", "这种棋没有可显示的内容";
    OverlayThreats: "What {color} could make: fives {fives}, fours {fours}, open threes {threes}", "{color}可成：五 {fives}，四 {fours}，活三 {threes}";
    OverlayCaptures: "What {color} could make: fives {fives}, fours {fours}, captures {captures}", "{color}可成：五 {fives}，四 {fours}，可提 {captures} 处";
    OverlayWins: "Points where {color} could win: {wins}", "{color}可取胜的点：{wins}";
    OverlayAtari: "Chains in atari: {chains}; put the cursor on a chain to see its liberties", "被打吃的棋块：{chains}；光标移到棋块上可看它的气";
    OverlayOthello: "{color}: moves {moves}, stable discs {stable}", "{color}：可下 {moves} 处，稳定子 {stable}";
    AnalysisOn: "analysis on", "分析已开";
    AnalysisOff: "analysis off", "分析已关";
    AnalysisKey: "Ctrl-A analysis   ? keys", "Ctrl-A 分析   ? 按键";
    Prisoners: "{count} taken", "提 {count} 子";
    Captured: "{count} captured", "提 {count} 子";
    NoVariation: "there is no other variation here", "此处没有其他变化";
    EngineWaits: "the engine waits; Ctrl-G lets it go on", "引擎等待中；Ctrl-G 继续";
    KeysHere: "? keys", "? 按键";
    KeysTitle: "keys", "按键";
    WhyTitle: "why?", "为什么？";
    WhyAsking: "looking …", "思考中……";
    WhyNothing: "there is nothing to say here", "此处无可说明";
    SetUpHelp: "set up: Enter or click puts, Tab changes the stone, t the side to move, x clears; Ctrl-E is done, Esc gives up", "摆子：回车或点击落子，Tab 换子，t 换先行方，x 清空；Ctrl-E 完成，Esc 放弃";
    SetUpDone: "a game from this position", "由此局面开始";
    NoSetUp: "a position under an opening rule is played to, not set up", "有开局规则时不能摆子，须逐手下出";
    Brush: "{brush}   {side}", "{brush}   {side}";
    LoadWhich: "load which file?", "打开哪个文件？";
    Loaded: "loaded {file}", "已打开 {file}";
    OtherGame: "that is {game}, and this board is for {here}", "那是{game}，而这是{here}棋盘";
    ScreenOnly: "that is for the screen, not for lines", "这需要全屏界面，不能逐行输入";
    NoDead: "mark a chain as dead after both sides have passed: dead D4", "双方停着之后才能标记死子：dead D4";
    MarkDead: "choose chains that are dead, then quit", "请选择死子，然后退出";
    VariationOf: "variation {index} of {count}", "变化 {index}/{count}";
    RecordOf: "record {index} of {count}", "棋谱 {index}/{count}";

    // Registered programs.
    EnginesFileHelp: "mend the file or move it away; nothing was changed", "请修正或移走此文件；没有改动任何内容";
    EnginesNone: "no programs are registered: tengen engines add NAME --cmd COMMAND --protocol PROTOCOL", "还没有登记程序：tengen engines add 名字 --cmd 命令 --protocol 协议";
    EngineAdded: "{name} is registered: choose it in a new game or an analysis in the browser, or as a player of a match", "已登记 {name}：可在浏览器的新对局和分析中选用，也可参加比赛";
    EngineRemoved: "{name} is no longer registered", "已移除 {name}";
    EngineNotAdded: "{name} was not registered", "没有登记 {name}";
    EngineNotAddedHelp: "correct the command or its options, or register it all the same with --untested", "请更正命令或选项；若仍要登记，请加 --untested";
    EngineUnknown: "no program is registered as '{name}'", "没有登记名为“{name}”的程序";
    EnginesAre: "registered programs: {names}", "已登记的程序：{names}";
    EngineNoLevels: "{name} is a registered program, which has no levels", "{name} 是已登记的程序，没有等级";
    EngineOtherGame: "{name} is not registered for {game}, but for {games}", "{name} 登记的棋种是{games}，不是{game}";
    EngineGone: "you have its side from here on", "此后由您代它下";
    EngineName: "the name of a program has 1 to {most} characters, without ':' and '='", "程序的名字有 1 至 {most} 个字符，不含“:”和“=”";
    EngineTaken: "{name} is the name of an engine of Tengen: choose another", "{name} 是 Tengen 自己的引擎名：请换一个";
    EngineThere: "{name} is registered already", "{name} 已经登记";
    EngineCommand: "'{text}' is no command: write the program and its arguments, quoted as in a shell", "“{text}”不是命令：请写程序及其参数，引号用法同 shell";
    EngineGames: "this protocol does not say which games the program plays", "此协议不说明程序会下哪些棋";
    EngineCarries: "the protocol {protocol} cannot carry {game}", "{protocol} 协议不支持{game}";
    EngineStopped: "the page was closed; nothing was changed", "页面已关闭；没有改动任何内容";
    EnginePageAdd: "a page asks to register the program {name} ({protocol}) and to start it: {command}", "网页请求登记程序 {name}（{protocol}）并启动它：{command}";
    EnginePageTest: "a page asks to start the program {name}: {command}", "网页请求启动程序 {name}：{command}";
    EnginePageRemove: "a page asks to remove the program {name} from the list", "网页请求从列表中移除程序 {name}";
    EnginePageCode: "if that was you, type this code in the page within {minutes|minute|minutes}: {code}", "如果是您本人，请在 {minutes} 分钟内把此确认码输入网页：{code}";
    EngineWaiting: "{game}: asking {name} for a move; a silent program is given up after {seconds} s", "{game}：正在请 {name} 下一手；没有应答的程序在 {seconds} 秒后放弃";
    EngineAnswers: "{game}: {mv} after {seconds} s", "{game}：{mv}，用时 {seconds} 秒";
    EngineFails: "{game}: {why}", "{game}：{why}";

    // The board in the browser.
    ServeAddress: "Tengen is at {url}", "Tengen 已启动：{url}";
    ServeData: "library: {data}", "对局库：{data}";
    ServeEnd: "Ctrl-C ends it", "按 Ctrl-C 结束";
    ServeRuntime: "the server cannot begin: {why}", "服务器无法启动：{why}";
    ServeNoPrograms: "others can reach this address, so the registered programs are not offered", "其他人可以访问此地址，因此不提供已登记的程序";
    ServeNoBrowser: "no browser could be opened ({why}): open the address above", "无法打开浏览器（{why}）：请自行打开上面的地址";
    ServePortInUse: "port {port} of {host} is in use by another program", "{host} 的端口 {port} 已被其他程序占用";
    ServePortHelp: "leave --port out to take the next free one", "不写 --port 即可自动使用下一个空闲端口";
    ServeHost: "cannot listen on {host}: {why}", "不能在 {host} 上监听：{why}";
    ServeHostHelp: "an address of this machine, or leave --host out for this machine alone", "请用本机的地址；不写 --host 则只限本机";
    ServeToken: "a token has 16 to 128 letters and digits", "令牌由 16 至 128 个字母或数字组成";
    ServeSetAside: "the library is damaged ({why}); it was moved to {place}, and a new one begun", "对局库已损坏（{why}）；已移至 {place}，并新建一个";
    ServeLogLevel: "there is no such log level: {why}", "没有这样的日志级别：{why}";

    // Bulk work.
    BatchRows: "rows", "行数";
    BatchProgress: "{rows} rows, {rate} a second", "{rows} 行，每秒 {rate} 行";
    BatchFailed: "{source}, game {number}, after {ply|move|moves}: {error}", "{source}，第 {number} 局，{ply} 手之后：{error}";
    BatchMoreFailed: "{count|more row|more rows} failed: the column error says why", "另有 {count} 行失败：原因见 error 列";
    BatchColumns: "{file}: columns that are not kept: {names}", "{file}：以下列不会保留：{names}";
    BatchGoOn: "the same command goes on where it stopped", "再次运行同一命令即可继续";
    BatchAt: "'{text}' names no positions of a game: write all, end, or a number N for every Nth", "“{text}”不表示局面：请写 all（全部）、end（最后）或数 N（每隔 N 手）";
    BatchAnother: "{file} has another job: its {what} is {stored}, not {asked}; choose another folder", "{file} 中是另一项工作：其 {what} 为 {stored}，而不是 {asked}；请换一个文件夹";
    BatchBusy: "{file} is in use by another process: wait for its end", "{file} 正被另一进程使用：请等它结束";
    BatchNotEmpty: "{file} has Parquet files of something else: choose an empty folder", "{file} 中有别处的 Parquet 文件：请选空文件夹";
    BatchShard: "{file}: {why}; remove the file to make it again", "{file}：{why}；删除该文件后会重新生成";
    BatchNoRows: "{file} has games, not rows: relabel takes Parquet files", "{file} 中是棋谱而不是数据行：relabel 只读 Parquet 文件";
    ParquetNeedsFile: "Parquet is no text for a terminal: name a file with -o games.parquet", "Parquet 不能输出到终端：请用 -o games.parquet 指定文件";
}
