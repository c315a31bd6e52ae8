//! The table of messages: a name, the English, the Chinese, the Japanese. `{name}` is filled in by the caller.

use super::Lang;

macro_rules! messages {
    ($($name:ident: $en:literal, $zh:literal, $ja:literal;)*) => {
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
                    $(Msg::$name => lang.pick($en, $zh, $ja),)*
                }
            }
        }
    };
}

messages! {
    // Words.
    Error: "error", "错误", "エラー";
    Help: "help", "提示", "ヒント";
    Note: "note", "注意", "注意";
    Warning: "warning", "警告", "警告";
    NoMoves: "no moves yet", "尚无着手", "まだ着手がありません";

    // Choosing the game.
    SizeOfGame: "{game} is not played on {size}: {allowed}", "{game}不能用 {size} 的棋盘：{allowed}", "{game}は{size}の盤では打てません。{allowed}";
    RulesWithoutGame: "the rules are given, but not the game", "给出了规则，但没有给出棋种", "ルールの指定はありますが、ゲームの指定がありません";
    RulesWithoutGameHelp: "add --game, such as --game gomoku", "请加上 --game，例如 --game gomoku", "--gameを付けてください（例：--game gomoku）";
    TwoRuleSets: "two rule sets are named, '{one}' and '{other}': choose one", "同时给出了两套规则“{one}”与“{other}”：请选其一", "「{one}」と「{other}」の2つのルールが指定されています。どちらかを選んでください";
    OptionNotForGame: "{option} does not go with {game}", "{option} 不适用于 {game}", "{option}は{game}では使えません";
    GameNeeded: "which game is '{source}'?", "“{source}”是哪种棋？", "「{source}」はどのゲームですか？";
    MatchOwnEngine: "tengen is the game's own engine, a registered program has its name, and 'cmd=…' starts any other", "tengen 是该棋种自己的引擎；已登记的程序用其名字；其他程序用 'cmd=…'", "tengenはそのゲーム自身のエンジン、登録したプログラムはその名前、ほかのプログラムは「cmd=…」で指定します";
    GameNeededHelp: "name it with --game, such as --game gomoku", "请用 --game 指明棋种，例如 --game gomoku", "--gameで指定してください（例：--game gomoku）";

    // Files and input.
    CannotRead: "cannot read {file}: {why}", "无法读取 {file}：{why}", "{file}を読めません：{why}";
    CannotWrite: "cannot write {file}: {why}", "无法写入 {file}：{why}", "{file}に書き込めません：{why}";
    NotFoundHelp: "check the name; a position or a list of moves needs no file", "请检查文件名；局面或着手列表无需文件", "ファイル名を確認してください。局面や着手の列ならファイルは不要です";
    NoFolderHelp: "make the folder {folder}, or name another", "请新建文件夹 {folder}，或换一个", "フォルダー{folder}を作るか、別の場所を指定してください";
    NoFormat: "the format of {file} is not known", "无法识别 {file} 的格式", "{file}の形式がわかりません";
    InputEmpty: "{file} is empty", "{file} 是空的", "{file}は空です";
    InputEmptyHelp: "give a game record, a position or a list of moves", "请给出棋谱、局面或着手列表", "棋譜、局面、着手の列のいずれかを渡してください";
    StandardInput: "standard input", "标准输入", "標準入力";
    NoText: "it is not text: byte {at} is not UTF-8", "它不是文本：第 {at} 个字节不是 UTF-8", "テキストではありません：{at}バイト目がUTF-8ではありません";
    NoFileEither: "there is no file named {file} either", "也没有名为 {file} 的文件", "{file}というファイルもありません";
    UnknownFormat: "the format is not known; --from names it", "无法识别格式；请用 --from 指明", "形式がわかりません。--fromで指定してください";
    NoFormatHelp: "name it: {known}", "请指明格式：{known}", "形式を指定してください：{known}";
    NoRecord: "this is no game record in a format that Tengen reads", "这不是天元能读的棋谱", "Tengenが読める形式の棋譜ではありません";
    NoRecords: "{file} holds no record", "{file} 中没有棋谱", "{file}に棋譜がありません";
    NoSuchRecord: "{file} holds {count|record|records}; there is no record {wanted}", "{file} 中有 {count} 份棋谱，没有第 {wanted} 份", "{file}の棋譜は{count}件で、{wanted}件目はありません";
    NoSuchMove: "the game has {count|move|moves}; there is no move {wanted}", "该局共 {count} 手，没有第 {wanted} 手", "対局は{count}手で、{wanted}手目はありません";
    Expected: "expected {expected}, found {found}", "应为 {expected}，实为 {found}", "{expected}が必要です（実際：{found}）";
    AtPlace: "{file}, {place}", "{file}，{place}", "{file}、{place}";
    FileLine: "{file}, line {line}: {why}", "{file}，第 {line} 行：{why}", "{file}、{line}行目：{why}";
    FileTooLarge: "{file}: {bytes} bytes are more than the maximum of {most}", "{file}：{bytes} 字节，超过上限 {most}", "{file}：{bytes}バイトあり、上限の{most}を超えています";
    FileFault: "{file}: {why}", "{file}：{why}", "{file}：{why}";
    LenientHelp: "--lenient shows what is readable", "--lenient 可显示能读的部分", "--lenientを付けると読める部分を表示します";
    ReadAs: "read as {format}", "按 {format} 读取", "{format}として読みました";
    LostInMany: "lost in {records} records, first in record {record}: {what}", "{records} 份棋谱中丢失（首先是第 {record} 份）：{what}", "{records}局の棋譜で失われたもの（最初は棋譜{record}）：{what}";
    Lost: "lost in record {record}: {what}", "第 {record} 份棋谱中丢失：{what}", "棋譜{record}で失われたもの：{what}";
    WroteRecords: "{count|record|records} written to {file}", "{count} 份棋谱写入 {file}", "棋譜{count}件を{file}に書き出しました";
    OneRecordHelp: "choose one with --record N, or write each to a file of its own with --split", "用 --record N 选一份，或用 --split 每份写入单独的文件", "--record Nで1件を選ぶか、--splitで1件ずつ別のファイルに書き出してください";
    PngToTerminal: "a PNG is no text for a terminal", "PNG 不能输出到终端", "PNGは端末に表示できません";
    PngToTerminalHelp: "name a file with -o board.png, or send the output to one", "用 -o board.png 指定文件，或重定向输出", "-o board.pngのようにファイルを指定するか、出力をファイルに送ってください";
    PictureFormat: "no picture is written as {file}: let its name end in .svg, .png, .gif or .txt, or give --format", "不能写成 {file}：请以 .svg、.png、.gif 或 .txt 结尾，或给出 --format", "{file}という図は書き出せません。名前の末尾を.svg、.png、.gif、.txtにするか、--formatを指定してください";
    PictureFailed: "the picture could not be made: {why}", "无法生成图片：{why}", "図を作れませんでした：{why}";

    // Illegal moves and set-ups.
    WhyGameOver: "the game is over", "对局已经结束", "対局は終わっています";
    WhySetUp: "set-up: {why}", "摆子：{why}", "配置：{why}";
    TooFewBalanced: "only {found} of {count} openings of {plies} plies are within {tolerance} of even: allow more, or give a file of openings", "要求 {count} 个 {plies} 手的开局，胜率与五成相差不超过 {tolerance} 的只有 {found} 个：请放宽条件，或给出开局文件", "{plies}手の開局{count}個のうち、互角（差{tolerance}以内）のものは{found}個だけです。条件を緩めるか、開局のファイルを指定してください";
    FaultAt: "after {moves|move|moves}: {fault}", "{moves} 手之后：{fault}", "{moves}手の後：{fault}";

    // How a game ends and stands.
    WinsByResignation: "{winner} wins by resignation", "对方认输，{winner}获胜", "{winner}の中押し勝ち";
    WinsOnTime: "{winner} wins on time", "对方超时，{winner}获胜", "{winner}の時間切れ勝ち";
    GameUnfinished: "the game is not finished", "对局尚未结束", "対局は終わっていません";
    ToMove: "{color} to move", "轮到{color}", "{color}の手番";
    StonesLeft: "{count|stone|stones} left in this turn", "本回合还可下 {count} 子", "この手番であと{count}子";
    TooManyStones: "{color} has {count|stone|stones} in this turn, not {given}", "{color}本回合只下 {count} 子，不是 {given} 子", "{color}のこの手番は{count}子です（{given}子ではありません）";
    CapturedOf: "captured: black {black}, white {white} of {most}", "提子：黑方 {black}，白方 {white}，满 {most} 子获胜", "取った石：黒{black}、白{white}（{most}で勝ち）";
    AfterMove: "move {count}", "第 {count} 手", "{count}手目";
    LastMove: "last {text}", "最后一手 {text}", "最終手{text}";
    DecisionAsked: "{player} decides: {choices}", "{player}选择：{choices}", "{player}の選択：{choices}";

    // Analysis and solving.
    NoLegalMove: "no legal move", "无合法着手", "打てる手がありません";
    Depth: "depth {depth}", "深度 {depth}", "深さ{depth}";
    Nodes: "{count|node|nodes}", "{count} 节点", "{count}ノード";
    RuleStruck: "{rule}: {struck} struck out, {left} left", "{rule}：剔除 {struck}，余 {left}", "{rule}：{struck}点を除き、残り{left}点";
    AndMore: "… and {count} more", "……另有 {count}", "…ほか{count}";
    Thinking: "{engine} is thinking", "{engine} 正在思考", "{engine}が考えています";
    Interrupted: "interrupted", "已中断", "中断しました";
    InterruptedKept: "interrupted: this is what was found so far", "已中断：以下为目前所得", "中断しました。これまでの結果です";
    NotForTraining: "{option} means nothing to 'tengen train {what}'", "{option} 对 tengen train {what} 没有意义", "{option}は「tengen train {what}」では使えません";
    NoWthorFile: "{file}: not a WTHOR file of games on 8x8", "{file}：不是 8x8 棋局的 WTHOR 文件", "{file}：8x8の対局のWTHORファイルではありません";
    NoWthorGames: "no games to learn from: name WTHOR files (.wtb)", "没有可供学习的对局：请给出 WTHOR 文件（.wtb）", "学習する対局がありません。WTHORファイル（.wtb）を指定してください";
    OtherPartial: "{file}: an unfinished training of other games or settings; remove it, or give the same", "{file}：未完成的训练用的是别的对局或设定；请删除它，或给出相同的对局与设定", "{file}：別の対局や設定での途中の学習です。削除するか、同じものを指定してください";
    TrainNoColon: "no ':' between the rules and the moves", "规则与着手之间没有“:”", "ルールと着手の間に「:」がありません";
    TrainNoBar: "no '|' between the opening and the moves", "开局与着手之间没有“|”", "開局と着手の間に「|」がありません";
    TrainHead: "'{text}' should be rules, size and winner, such as 'freestyle 15 black'", "“{text}”应为规则、大小和胜方，如“freestyle 15 black”", "「{text}」はルール、大きさ、勝者ではありません（例：「freestyle 15 black」）";
    TrainRules: "no rules in '{text}': {names}", "“{text}”中没有规则：可选 {names}", "「{text}」にルールがありません。選べるもの：{names}";
    TrainSide: "no side of the board, 5 to 22, in '{text}'", "“{text}”中没有棋盘的边长（5 至 22）", "「{text}」に盤の一辺（5〜22）がありません";
    TrainWinner: "the winner is black, white or draw, not '{text}'", "胜方为 black、white 或 draw，不能是“{text}”", "勝者はblack、white、drawのいずれかです（「{text}」は使えません）";
    TrainNoScore: "no score behind '{mv}'", "“{mv}”之后没有分数", "「{mv}」の後に評価値がありません";
    TrainScore: "the score of '{mv}' is not within 0 and 1000", "“{mv}”的分数不在 0 至 1000 之间", "「{mv}」の評価値が0〜1000の範囲にありません";
    TrainCounts: "{games|game|games}, {positions|position|positions}", "{games} 局，{positions} 个局面", "{games}局、{positions}局面";
    TrainPass: "pass {number}: {learnt} learnt, {held_back} held back", "第 {number} 遍：训练损失 {learnt}，验证损失 {held_back}", "{number}回目：学習損失{learnt}、検証損失{held_back}";
    TrainResults: "results", "按结果", "結果から";
    TrainSearches: "searches", "按搜索", "探索から";
    TrainStage: "{round}, stage {stage}: {positions|position|positions}, error {error} discs, held back {held_back} (before {before})", "{round}，第 {stage} 阶段：{positions} 个局面，训练误差 {error} 子，验证误差 {held_back}（原为 {before}）", "{round}、段階{stage}：{positions}局面、学習誤差{error}石、検証誤差{held_back}（以前は{before}）";
    WeightsFile: "the weights in {file} cannot be read: {why}", "无法读取 {file} 中的权重：{why}", "{file}の重みを読めません：{why}";
    WeightsOfOther: "{file} has weights for {found}, not for {wanted}", "{file} 是 {found} 的权重，不是 {wanted} 的", "{file}は{found}の重みです（{wanted}のものが必要です）";
    LearntNetwork: "the learnt network cannot be stored: {why}", "学得的网络无法保存：{why}", "学習したネットワークを保存できません：{why}";
    NoTrainingGames: "no positions to learn {rules} from: make games with 'tengen train games'", "没有可供学习 {rules} 的局面：先用 tengen train games 对局", "{rules}を学習する局面がありません。「tengen train games」で対局を作ってください";
    NotProven: "not proven within the limits; the best so far:", "在限制内未能证明；目前最好的结果：", "制限内では証明できませんでした。これまでの最善：";
    NotProvenAtAll: "not proven: the search came to its end without a proof; the best so far:", "未能证明：搜索已经结束，没有找到证明；目前最好的结果：", "証明できませんでした：探索は終わりましたが、証明は見つかりませんでした。これまでの最善：";
    ProvenFor: "{color} to move: {result}", "轮到{color}：{result}", "{color}の手番：{result}";
    KindNeedsGomoku: "--kind {kind} is for gomoku, renju and caro, not for {game}", "--kind {kind} 用于五子棋、连珠和 caro，不适用于 {game}", "--kind {kind}は五目並べ、連珠、カロ用で、{game}では使えません";
    OptionNeedsChainKind: "{option} goes with --kind capture, --kind connect or --kind life in Go", "围棋中 {option} 须与 --kind capture、--kind connect 或 --kind life 一起使用", "囲碁で{option}は--kind capture、--kind connect、--kind lifeと一緒に指定してください";
    KindNeedsGo: "--kind {kind} is for Go, not for {game}", "--kind {kind} 用于围棋，不适用于 {game}", "--kind {kind}は囲碁用で、{game}では使えません";
    KindNeedsTarget: "which stones? --kind {kind} takes --target, such as --target {example}", "要问哪些棋子？--kind {kind} 须有 --target，例如 --target {example}", "どの石ですか？--kind {kind}には--targetが必要です（例：--target {example}）";
    TargetNeedsKind: "--target goes with --kind capture, --kind connect or --kind life", "--target 须与 --kind capture、--kind connect 或 --kind life 一起使用", "--targetは--kind capture、--kind connect、--kind lifeと一緒に指定してください";
    TargetStones: "--kind {kind} takes {count|stone|stones}: {why}", "--kind {kind} 须指定 {count} 个棋子：{why}", "--kind {kind}には石を{count}個指定します：{why}";
    TargetNoStone: "{point} has no stone", "{point} 没有棋子", "{point}に石がありません";
    TargetOffBoard: "'{point}' is no point of the board", "“{point}”不是棋盘上的点", "「{point}」は盤の点ではありません";
    TargetColors: "{a} and {b} are not of one side", "{a} 与 {b} 不是同一方的棋子", "{a}と{b}は同じ側の石ではありません";
    TargetCount: "'{target}' names {found}", "“{target}”指定了 {found} 个", "「{target}」が指すのは{found}個です";
    TargetSide: "{side} cannot {kind} {target}: leave --side out", "{side}不能对 {target} 求 {kind}：请不写 --side", "{side}は{target}の{kind}を求められません。--sideを省いてください";
    KindTakesNodes: "--kind {kind} is limited by --nodes; {option} means nothing here", "--kind {kind} 由 --nodes 限制；{option} 在此没有意义", "--kind {kind}の制限は--nodesで指定します。{option}は使えません";
    ChainCaptured: "{mover} to move: {side} captures {target} in at most {plies|ply|plies}, {ko}", "轮到{mover}：{side}至多 {plies} 手吃掉 {target}，{ko}", "{mover}の手番：{side}が{target}を最長{plies}手で取れます（{ko}）";
    ChainJoined: "{mover} to move: {side} joins {target} in at most {plies|ply|plies}, {ko}", "轮到{mover}：{side}至多 {plies} 手连接 {target}，{ko}", "{mover}の手番：{side}が{target}を最長{plies}手で連絡できます（{ko}）";
    ChainLives: "{mover} to move: {side} makes {target} alive in at most {plies|ply|plies}, {ko}", "轮到{mover}：{side}至多 {plies} 手做活 {target}，{ko}", "{mover}の手番：{side}が{target}を最長{plies}手で生きにできます（{ko}）";
    ChainLivesNow: "{target} is alive without a move", "{target} 无须着手，已是活棋", "{target}は手を入れなくても生きています";
    KoNone: "whoever has ko threats", "与劫材无关", "コウダテに関係なし";
    KoFirst: "by a ko that it takes first", "为先手劫", "取り番のコウ";
    KoThreat: "by a ko that needs a threat first", "为须先找劫材的劫", "先にコウダテが必要なコウ";
    ChainNone: "{mover} to move: no proof of {kind} for {side} at {target}", "轮到{mover}：没有找到{side}对 {target} 的 {kind} 证明", "{mover}の手番：{target}について、{side}の{kind}の証明は見つかりませんでした";
    ChainUnknown: "{mover} to move: no proof of {kind} for {side} at {target} within the limits", "轮到{mover}：在限制内没有找到{side}对 {target} 的 {kind} 证明", "{mover}の手番：{target}について、制限内に{side}の{kind}の証明は見つかりませんでした";
    ChainPosition: "Go {size}, {black} black and {white} white stones, {side} to move", "围棋 {size}，{black} 颗黑子、{white} 颗白子，轮到{side}", "囲碁 {size}、黒{black}子、白{white}子、{side}の手番";
    ChainHoldsCapture: "proven: {side} captures {target} in at most {plies|ply|plies}; {ko}", "证明成立：{side}至多 {plies} 手吃掉 {target}；{ko}", "証明されました：{side}が{target}を最長{plies}手で取れます（{ko}）";
    ChainHoldsConnect: "proven: {side} joins {target} in at most {plies|ply|plies}; {ko}", "证明成立：{side}至多 {plies} 手连接 {target}；{ko}", "証明されました：{side}が{target}を最長{plies}手で連絡できます（{ko}）";
    ChainHoldsLive: "proven: {side} makes {target} alive in at most {plies|ply|plies}; {ko}", "证明成立：{side}至多 {plies} 手做活 {target}；{ko}", "証明されました：{side}が{target}を最長{plies}手で生きにできます（{ko}）";
    RetakeNobody: "neither side takes back a ko at once", "双方都不能立即回提劫", "どちらもコウをすぐに取り返せません";
    RetakeSide: "{side} may take back a ko at once", "{side}可以立即回提劫", "{side}はコウをすぐに取り返せます";
    RefusedNotReached: "after {line}: node {node} plays {mv} and ends, but that does not reach the goal", "{line} 之后：节点 {node} 下 {mv} 即止，但并未达到目的", "{line}の後：ノード{node}は{mv}で終わりますが、目的に達していません";
    RefusedLostStones: "after {line}: the opponent captures with {reply}", "{line} 之后：对方下 {reply} 提子", "{line}の後：相手が{reply}で石を取ります";
    OptionNeedsKind: "{option} goes with --kind vcf, --kind vct or --kind wide", "{option} 须与 --kind vcf、--kind vct 或 --kind wide 一起使用", "{option}は--kind vcf、--kind vct、--kind wideと一緒に指定してください";
    NoCertificates: "{option} is for gomoku, renju and caro: there are no certificates of {game}", "{option} 用于五子棋、连珠和 caro：{game}没有证明文件", "{option}は五目並べ、連珠、カロ用です。{game}に証明書はありません";
    EngineProvesNothing: "the engine {engine} of {game} estimates and proves nothing", "{game}的引擎 {engine} 只作估计，不作证明", "{game}のエンジン{engine}は評価だけで、証明はしません";
    EngineThatProves: "leave --engine out, or choose {known}", "不写 --engine，或选 {known}", "--engineを省くか、{known}を選んでください";
    SolveUsualTime: "it was searched for {seconds} s; --time, --nodes or --depth allow more", "已搜索 {seconds} 秒；可用 --time、--nodes 或 --depth 放宽", "{seconds}秒探索しました。--time、--nodes、--depthで延ばせます";
    BadThreads: "--threads is 1 to {most}, not {threads}", "--threads 为 1 至 {most}，不能是 {threads}", "--threadsは1〜{most}です（{threads}は使えません）";
    ThreatWin: "{side} to move: win in {plies} ({kind})", "轮到{side}：{plies} 手内胜（{kind}）", "{side}の手番：{plies}手で勝ち（{kind}）";
    ThreatNone: "{side} to move: no {kind}", "轮到{side}：没有 {kind}", "{side}の手番：{kind}はありません";
    ThreatUnknown: "{side} to move: no {kind} found within the limits", "轮到{side}：在限制内没有找到 {kind}", "{side}の手番：制限内に{kind}は見つかりませんでした";
    EveryReplyWin: "{mover} to move: {side} wins in {plies} against every reply ({kind})", "轮到{mover}：{side}应对每个应手，{plies} 手内胜（{kind}）", "{mover}の手番：どの応手にも{side}が{plies}手で勝ち（{kind}）";
    EveryReplyNone: "{mover} to move: no {kind} of {side} against some reply", "轮到{mover}：对某个应手，{side}没有 {kind}", "{mover}の手番：{side}の{kind}がない応手があります";
    EveryReplyUnknown: "{mover} to move: no {kind} of {side} against some reply found within the limits", "轮到{mover}：在限制内，对某个应手没有找到{side}的 {kind}", "{mover}の手番：制限内に{side}の{kind}が見つからない応手があります";
    ProveNeedsGomoku: "tengen prove is for gomoku, renju and caro, not for {game}", "tengen prove 用于五子棋、连珠和 caro，不适用于 {game}", "tengen proveは五目並べ、連珠、カロ用で、{game}では使えません";
    ProveOption: "{option} is 1 or more, not 0", "{option} 须不小于 1，不能是 0", "{option}は1以上です（0は使えません）";
    ProveWorkHelp: "--work names a file of proven positions; it is made if there is none", "--work 指定存放已证局面的文件；没有时会新建", "--workで証明済みの局面を入れるファイルを指定します。なければ作ります";
    ProveWorkFile: "{file}: not a work file of this proof: {why}", "{file}：不是此证明的工作文件：{why}", "{file}：この証明の作業ファイルではありません：{why}";
    ProveBadLine: "line {line} is no record of tengen prove", "第 {line} 行不是 tengen prove 的记录", "{line}行目はtengen proveの記録ではありません";
    ProveOther: "it is about '{found}', not about '{wanted}'", "其问题是“{found}”，而非“{wanted}”", "「{wanted}」ではなく「{found}」についてのファイルです";
    ProveLost: "the win of {board} was not found again", "未能重新找到此局面的胜法：{board}", "{board}の勝ちを再び見つけられませんでした";
    ProveBranch: "{moves}: won in at most {plies|ply|plies}", "{moves}：至多 {plies} 手内胜", "{moves}：最長{plies}手で勝ち";
    ProveBranchOpen: "{moves}: not proven", "{moves}：未证明", "{moves}：証明されていません";
    ProveSampled: "{verified} of {count} verified", "{count} 条中验证通过 {verified} 条", "{count}本中{verified}本を検証";
    ProveProgress: "{proven} proven, {open} open, {percent} % done, about {left} left", "已证 {proven}，未证 {open}，完成 {percent} %，约需 {left}", "証明済み{proven}、未解決{open}、{percent} %完了、残りおよそ{left}";
    ProveFoundAgain: "the certificate: {done} of {wins|win|wins} found again", "生成证书：已重新找到 {done} / {wins} 个胜法", "証明書を作成中：勝ち{wins}件のうち{done}件を再発見";
    ProveRefused: "the verifier refuses what was found, so nothing is claimed: {why}", "验证器不接受所找到的证明，故不作断言：{why}", "検証で認められなかったため、結論は出しません：{why}";
    ProveHolds: "proven and verified: {side} wins in at most {plies|ply|plies}", "已证明并验证：{side}至多 {plies} 手内胜", "証明と検証が完了：{side}が最長{plies}手で勝ち";
    ProveCost: "{proven|position|positions} searched in {nodes|node|nodes}, {time}; proof of {count|node|nodes}", "搜索 {proven} 个局面，{nodes} 节点，{time}；证明含 {count} 个节点", "{proven}局面を探索、{nodes}ノード、{time}。証明は{count}ノード";
    ProveOpen: "not proven: {proven|position|positions} proven in {nodes|node|nodes}, {time}; {open} open, and {vain|node|nodes} searched without a win in this run, {vain_time}", "未证明：已证 {proven} 个局面，{nodes} 节点，{time}；未证 {open} 个；本次未找到胜着的搜索共 {vain} 节点，{vain_time}", "証明できていません：{proven}局面を証明、{nodes}ノード、{time}。未解決{open}。今回、勝ちの見つからなかった探索は{vain}ノード、{vain_time}";
    ProveHard: "{nodes|node|nodes}, {time}: {board}", "{nodes} 节点，{time}：{board}", "{nodes}ノード、{time}：{board}";
    ProveStillOpen: "open after {nodes|node|nodes}: {board}", "{nodes} 节点后未证：{board}", "{nodes}ノードで未解決：{board}";
    ProveHardest: "the hardest positions:", "最难的局面：", "難しかった局面：";
    ThreatWork: "{nodes|node|nodes}, {time}; proof of {count|node|nodes}", "{nodes} 节点，{time}；证明含 {count} 个节点", "{nodes}ノード、{time}。証明は{count}ノード";
    CertificateWritten: "certificate: {file}", "证明文件：{file}", "証明書：{file}";
    AnyOther: "any other", "其他", "その他";
    SeeNode: "see node {node}", "见节点 {node}", "ノード{node}を参照";
    ProofPosition: "{game} {size}, {black} black and {white} white stones, {side} to move", "{game} {size}，{black} 颗黑子、{white} 颗白子，轮到{side}", "{game} {size}、黒{black}子、白{white}子、{side}の手番";
    ProofHolds: "proven: {side} wins in at most {plies|ply|plies}", "证明成立：{side}至多 {plies} 手内胜", "証明されました：{side}が最長{plies}手で勝ち";
    ProofWork: "proof of {nodes|node|nodes}, {positions|position|positions} checked", "证明含 {nodes} 个节点，共检查 {positions} 个局面", "証明は{nodes}ノード、{positions}局面を確認";
    ProofFails: "not proven: {why}", "证明不成立：{why}", "証明されていません：{why}";
    ProofUnread: "{file}: no certificate: {why}", "{file}：不是证明文件：{why}", "{file}：証明書ではありません：{why}";
    ProofUnreadHelp: "tengen solve --kind vct --certificate FILE writes one", "可用 tengen solve --kind vct --certificate 文件 生成", "「tengen solve --kind vct --certificate ファイル」で作れます";
    RootLine: "the position itself", "初始局面", "最初の局面";
    RefusedPosition: "no proof can start here: {why}", "证明不能由此开始：{why}", "この局面から証明は始められません：{why}";
    ProofLastNode: "the other side is to move, but the last node has a move", "轮到另一方，但最后的节点有着手", "相手の手番ですが、最後のノードに着手があります";
    ProofNoMove: "the side to move has no legal move", "轮到的一方没有合法着手", "手番の側に打てる手がありません";
    ProofOffBoard: "a stone is off the board", "有棋子不在棋盘上", "盤の外に石があります";
    ProofTwoStones: "{point} has two stones", "{point} 有两枚棋子", "{point}に石が2つあります";
    ProofNoLiberty: "{point} has no liberty", "{point} 的棋没有气", "{point}の石にダメがありません";
    ProofStoneOnKo: "a stone is on the point of the ko", "劫的位置上有棋子", "コウの点に石があります";
    ProofNoStone: "{point} is no {color} stone", "{point} 不是{color}的棋子", "{point}は{color}の石ではありません";
    RefusedNoMove: "after {line}: node {node} has no move", "{line} 之后：节点 {node} 没有着手", "{line}の後：ノード{node}に着手がありません";
    RefusedTooDeep: "a line has more than {most} plies", "有一条变化超过 {most} 手", "{most}手を超える変化があります";
    RefusedStopped: "the check was stopped after {count|position|positions}", "查看 {count} 个局面后被中止", "{count}局面で検証を中止しました";
    RefusedEmpty: "the proof is empty", "证明是空的", "証明が空です";
    RefusedIllegal: "after {line}: node {node} answers {mv}, which is illegal: {why}", "{line} 之后：节点 {node} 应以 {mv}，但该着不合法：{why}", "{line}の後：ノード{node}の応手{mv}は打てません：{why}";
    RefusedNotWon: "after {line}: node {node} plays {mv} and ends, but that does not win", "{line} 之后：节点 {node} 下 {mv} 即止，但并未获胜", "{line}の後：ノード{node}は{mv}で終わりますが、勝ちになっていません";
    RefusedUnanswered: "after {line}: node {node} has no answer to {reply}", "{line} 之后：节点 {node} 没有回答 {reply}", "{line}の後：ノード{node}に{reply}への応手がありません";
    RefusedLost: "after {line}: the opponent wins with {reply}", "{line} 之后：对方下 {reply} 获胜", "{line}の後：相手が{reply}で勝ちます";
    RefusedDrawn: "after {line}: the game ends in a draw", "{line} 之后：对局成和", "{line}の後：引き分けになります";
    RefusedTooMuch: "stopped after {count|position|positions}; --positions allows more", "查看了 {count} 个局面仍未结束；可用 --positions 放宽", "{count}局面で打ち切りました。--positionsで増やせます";
    SaveAsSgf: "a name with the ending .sgf holds every game", "以 .sgf 结尾的文件可以保存任何棋种", "名前を .sgf で終えれば、どのゲームも保存できます";
    FinishedCount: "the game is over, and with the dead stones taken off {outcome}", "对局已经结束；提去死子后，{outcome}", "対局は終わっています。死に石を除くと、{outcome}";
    AllStonesAlive: "{outcome} if every stone is alive", "若所有棋子均为活棋，{outcome}", "すべての石が活きているなら{outcome}";
    WinsInAtMost: "{color} wins in at most {plies|more ply|more plies}", "{color}至多再 {plies} 手获胜", "{color}はあと{plies}手以内に勝ちます";
    NoValues: "{engine} gives no values, so no move can be judged", "{engine} 不给出评价，无法判断着手好坏", "{engine}は評価値を返さないため、着手を判定できません";
    NoValuesHelp: "review with an engine of Tengen, or by a protocol that carries values", "请用 Tengen 的引擎复盘，或用能传递评价的协议", "Tengenのエンジンか、評価値を伝えるプロトコルで検討してください";
    SprtOpen: "not decided after {games|game|games}; -n {more} plays on", "下了 {games} 局仍未得出结论；-n {more} 可继续", "{games}局では結論が出ていません。-n {more} で続けられます";
    RecoverDamagedHelp: "name a sound library, or a new file, that takes the games: --into FILE", "请用 --into 文件名 指定接收对局的完好棋谱库或新文件", "取り出した対局の保存先（正常なライブラリか新しいファイル）を --into で指定してください";
    GameAlreadyOver: "the game is over already: {outcome}", "对局已经结束：{outcome}", "対局はすでに終わっています：{outcome}";
    SeedNotHere: "--seed is for gomocup and gtp: a json request has a seed of its own, and nboard's engine draws no numbers", "--seed 用于 gomocup 和 gtp：json 的请求自带种子，nboard 的引擎不用随机数", "--seedはgomocupとgtp用です。jsonの要求には独自の種があり、nboardのエンジンは乱数を使いません";

    // Reviews.
    Reviewing: "{engine} reviews the game", "{engine} 正在复盘", "{engine}が検討しています";
    ReviewNeedsGame: "there is no game to go over", "没有可复盘的对局", "検討する対局がありません";
    ReviewNeedsGameHelp: "name a file, such as: tengen review game.sgf -o report.html", "请给出文件，例如：tengen review game.sgf -o report.html", "ファイルを指定してください（例：tengen review game.sgf -o report.html）";
    ReviewFormat: "what is '{file}' to hold? let its name end in .html, .txt or .json, or give --format", "“{file}”应为何种格式？请以 .html、.txt 或 .json 结尾，或给出 --format", "「{file}」の形式がわかりません。名前の末尾を.html、.txt、.jsonにするか、--formatを指定してください";
    LineTooLong: "the game has more than {most} moves", "对局超过 {most} 手", "対局が{most}手を超えています";

    // Perft and benches.
    Counting: "counting to depth {depth}", "计数至深度 {depth}", "深さ{depth}まで数えています";
    PartialCount: "interrupted: {count} counted so far", "已中断：目前计得 {count}", "中断しました：ここまで{count}";

    BenchFolderNeeded: "which games are to be imported?", "要导入哪些对局？", "どの対局を読み込みますか？";
    BenchFolderNeededHelp: "name a folder or a file, such as: tengen bench library games/", "请给出文件夹或文件，例如：tengen bench library games/", "フォルダーかファイルを指定してください（例：tengen bench library games/）";
    BenchFolder: "{folder} is for the library only", "只有 library 需要 {folder}", "{folder}はlibraryだけで使います";
    BenchCheck: "--check goes with 'bench signatures', 'othello', 'go' and 'mnk' only", "--check 只能与“bench signatures”、“othello”、“go”或“mnk”一起使用", "--checkは「bench signatures」「othello」「go」「mnk」だけで使えます";
    BenchRapfi: "--rapfi goes with 'bench gomoku' only", "--rapfi 只能与“bench gomoku”一起使用", "--rapfiは「bench gomoku」だけで使えます";

    // The library.
    NoDataFolder: "there is no home folder to keep games in: name one with --data", "没有可存放对局的主目录：请用 --data 指定", "対局を保存するホームフォルダーがありません。--dataで指定してください";
    LibraryCancelled: "interrupted: nothing was imported", "已中断：没有导入任何对局", "中断しました。何も読み込んでいません";
    LibraryDamagedHelp: "it was left as it is; `tengen library recover` saves the games that can still be read", "文件未被改动；用 tengen library recover 可救出仍能读取的对局", "ファイルはそのままです。「tengen library recover」で、まだ読める対局を取り出せます";
    NotALibrary: "{file} is not a library: no game of one can be read in it", "{file} 不是棋谱库：其中没有可读的对局", "{file}はライブラリではありません。読める対局がありません";
    NotALibraryHelp: "name a file such as library.db; tengen library import reads game records", "请给出 library.db 之类的文件；棋谱请用 tengen library import 导入", "library.dbのようなファイルを指定してください。棋譜は「tengen library import」で読み込めます";
    IntoNoLibrary: "{file} is not a library, so no games can be stored in it", "{file} 不是棋谱库，不能存入对局", "{file}はライブラリではないため、対局を入れられません";
    IntoNoLibraryHelp: "name a library, or a new file", "请给出棋谱库，或尚不存在的文件名", "ライブラリか、まだないファイルを指定してください";
    GamesRemoved: "{count|game|games} moved to the bin", "{count} 局移入回收站", "{count}局をごみ箱に移しました";
    GamesRemovedHelp: "tengen library restore {ids} brings them back", "用 tengen library restore {ids} 可恢复", "「tengen library restore {ids}」で元に戻せます";
    GamesRestored: "{count|game|games} restored", "{count} 局已恢复", "{count}局を元に戻しました";
    GamesTagged: "tags of {count|game|games} changed", "{count} 局的标签已更改", "{count}局のタグを変更しました";
    TagNeeded: "which tags? --add TAG puts one on, --remove TAG takes one off", "哪些标签？--add 标签 添加，--remove 标签 去掉", "どのタグですか？--add タグで付け、--remove タグで外します";
    LibraryReading: "reading", "读取中", "読み込み中";
    LibraryStoring: "storing", "存储中", "保存中";
    LibraryIndexing: "indexing", "编索引中", "索引を作成中";
    LibraryImported: "{games|game|games} from {files|file|files} imported, {duplicates|duplicate|duplicates}, {problems|problem|problems}", "从 {files} 个文件导入 {games} 局，重复 {duplicates} 局，问题 {problems} 处", "{files}ファイルから{games}局を読み込みました。重複{duplicates}局、問題{problems}件";
    LibraryNotIndexed: "interrupted: all games are stored, the rest of the index follows with the next import or check", "已中断：对局均已存储，其余索引将在下次导入或检查时完成", "中断しました。対局はすべて保存済みで、残りの索引は次の読み込みか検査で作られます";
    LibraryTotal: "{count|game|games}", "共 {count} 局", "全{count}局";
    LibraryPage: "page {page}", "第 {page} 页", "{page}ページ";
    LibraryDuplicate: "{place}: the library has this game as number {game}", "{place}：棋谱库中已有此局，编号 {game}", "{place}：同じ対局がライブラリにあります（番号{game}）";
    LibraryDuplicateStored: "{place}: the library has this game as number {game}; stored as {id} for its comments or variations", "{place}：棋谱库中已有此局，编号 {game}；因其评注或变化另存为 {id}", "{place}：同じ対局がライブラリにあります（番号{game}）。コメントや変化があるため{id}として保存しました";
    LibraryReadOnly: "{why}: games can be read, and nothing is stored", "{why}：可以读取对局，但不能保存", "{why}。対局は読めますが、保存はできません";
    LibraryLoss: "game {game} of the damaged library: {what}", "已损坏棋谱库的第 {game} 局：{what}", "壊れたライブラリの対局{game}：{what}";
    LibraryRecovered: "{games|game|games} recovered, {incomplete} of them incomplete; {duplicates|duplicate|duplicates}; {lost|game|games} lost", "救出 {games} 局（其中不完整 {incomplete} 局），重复 {duplicates} 局，丢失 {lost} 局", "{games}局を取り出しました（うち不完全{incomplete}局）。重複{duplicates}局、失われた対局{lost}局";
    LibraryCopied: "copied to {file}", "已复制到 {file}", "{file}にコピーしました";
    LibraryChecked: "{games|game|games}, {deleted} in the bin, {positions|position|positions}, {analyses|analysis|analyses}, {mib} MiB, {problems|problem|problems}", "{games} 局，回收站 {deleted} 局，{positions} 个局面，{analyses} 份分析，{mib} MiB，{problems} 处问题", "{games}局、ごみ箱{deleted}局、{positions}局面、解析{analyses}件、{mib} MiB、問題{problems}件";
    BadDate: "'{text}' is no date: write 1999, 1999-05 or 1999-05-30", "“{text}”不是日期：请写 1999、1999-05 或 1999-05-30", "「{text}」は日付ではありません。1999、1999-05、1999-05-30のように書いてください";
    NoLibrary: "there is no library in {folder}", "{folder} 中没有棋谱库", "{folder}にライブラリがありません";
    NoLibraryHelp: "check --data; tengen library import makes one, and so does the board in the browser", "请检查 --data；tengen library import 或浏览器中的棋盘会新建一个", "--dataを確認してください。「tengen library import」かブラウザーの盤が新しく作ります";
    NoGamesChosen: "no game fits", "没有符合的对局", "該当する対局がありません";
    StatsMove: "move", "着手", "着手";
    StatsGames: "games", "局数", "局数";
    StatsShare: "share", "占比", "割合";
    StatsBlack: "black wins", "黑胜", "黒勝ち";
    StatsWhite: "white wins", "白胜", "白勝ち";
    StatsDraws: "draws", "和棋", "引き分け";
    GameMoves: "{count|move|moves}", "共 {count} 手", "{count}手";
    FoundAfter: "here after move {count}", "第 {count} 手后至此", "{count}手目でこの局面";
    StatsProven: "black's proven win", "已证明黑方必胜", "黒の勝ちが証明済み";
    GamesHere: "{count|game|games} with this position", "共 {count} 局有此局面", "この局面のある対局は{count}局";

    // Checking records.
    Checking: "checking", "检查中", "検査中";
    CheckTotal: "{games|game|games}, {moves|move|moves}, {exceptions|exception|exceptions}", "{games} 局，{moves} 手，{exceptions} 处异常", "{games}局、{moves}手、例外{exceptions}件";
    SkippedFiles: "skipped {count|file|files} below {folder}: not records", "{folder} 下有 {count} 个文件不是棋谱，已跳过", "{folder}以下の{count}ファイルは棋譜でないため飛ばしました";
    ResultDiffers: "the record says {said}, the board says {found}", "棋谱记为 {said}，盘面为 {found}", "棋譜の結果は{said}、盤面では{found}";
    RecordNumber: "record {number}", "第 {number} 份", "棋譜{number}";
    NothingToCheck: "no record was found", "没有找到棋谱", "棋譜がありません";

    // Playing.
    YouPlay: "you play {color}; {engine} plays {other}", "你执{color}；{engine} 执{other}", "あなたは{color}番、{engine}は{other}番です";
    TwoPeople: "two people at one board", "双人对弈", "2人で対局します";
    EnginesPlay: "{black} (black) against {white} (white)", "{black}（黑）对 {white}（白）", "{black}（黒）対{white}（白）";
    LinePrompt: "{color}> ", "{color}> ", "{color}> ";
    LineHelp: "moves such as {example}; also: pass, undo, redo, hint, analyze, why, board, moves, save FILE, load FILE, resign, help, quit", "着手如 {example}；另有：pass 停一手、undo 悔棋、redo 重下、hint 提示、analyze 分析、why 为什么、board 棋盘、moves 着手、save 文件、load 文件、resign 认输、help 帮助、quit 退出", "{example}のような着手のほか、pass パス、undo 待った、redo やり直し、hint ヒント、analyze 解析、why なぜ、board 盤、moves 着手、save ファイル名、load ファイル名、resign 投了、help ヘルプ、quit 終了";
    PlayedMove: "{number}. {color} {text}", "{number}. {color} {text}", "{number}. {color} {text}";
    Undone: "taken back: {text}", "悔棋：{text}", "待った：{text}";
    Redone: "played again: {text}", "重下：{text}", "やり直し：{text}";
    NothingToUndo: "there is nothing to take back", "没有可悔的着手", "戻せる手がありません";
    NothingToRedo: "there is nothing to play again", "没有可重下的着手", "やり直せる手がありません";
    Saved: "saved to {file}", "已保存到 {file}", "{file}に保存しました";
    SaveWhere: "save where? name a file, such as: save game.sgf", "保存到哪里？请给出文件名，例如：save game.sgf", "保存先を指定してください（例：save game.sgf）";
    Hint: "hint: {text}  {score}", "提示：{text}  {score}", "ヒント：{text}  {score}";
    NotYourTurn: "{engine} is to move", "轮到 {engine}", "{engine}の手番です";
    MovesWere: "moves: {moves}", "着手：{moves}", "着手：{moves}";
    RefusedLines: "lines refused: {count}", "有 {count} 行被拒绝", "受け付けなかった行：{count}";
    // Opening books.
    BookGrowing: "{positions|position|positions}, {searches|search|searches}, {missing}", "{positions} 个局面，{searches} 次搜索，{missing}", "{positions}局面、探索{searches}回、{missing}";
    BookMissing: "{count} missing", "尚缺 {count} 个", "不足{count}";
    BookGrown: "{positions|position|positions}, {links|link|links}; {searches|search|searches} in this run", "{positions} 个局面，{links} 条连接；本次搜索 {searches} 次", "{positions}局面、つながり{links}本、今回の探索{searches}回";
    BookResumed: "continuing after {count|search|searches} of an earlier run", "接着先前的运行：已有 {count} 次搜索", "前回の続きから始めます（探索{count}回分）";
    BookBusy: "{file} is growing in another program", "{file} 正由另一个程序扩充", "{file}は別のプログラムが広げています";
    BookJournalHelp: "finish the run that {file} belongs to, or remove the file: its searches are lost then", "请先完成 {file} 所属的运行，或删除该文件（其中的搜索将丢失）", "{file}を使う実行を終わらせるか、このファイルを削除してください（その探索は失われます）";
    BookSetting: "{option} of this book is {found}, not {wanted}: it is chosen when a book is made", "此开局库的 {option} 为 {found}，不能改为 {wanted}：它在新建时确定", "このブックの{option}は{found}で、{wanted}にはできません。作るときに決まります";
    BookNotHere: "the position is not in the book", "开局库中没有此局面", "この局面はブックにありません";
    BookTooLate: "the book has positions with {least} or more empties; this one has {found}", "开局库只收 {least} 个或更多空格的局面；此局面有 {found} 个", "ブックの局面は空き{least}マス以上です。この局面は{found}マスです";
    BookNotOver: "the game is over after these moves", "这些着手之后棋局已结束", "この手順で対局は終わっています";
    BookMissingFile: "{file}: there is no book; tengen book othello make writes one", "{file}：没有开局库；可用 tengen book othello make 新建", "{file}：ブックがありません。tengen book othello makeで作れます";
    BookSummary: "{positions|position|positions}; depth {depth}, to the end from {solve} empties on, positions of {empties} or more empties", "{positions} 个局面；深度 {depth}，{solve} 个空格起搜索到终局，只收 {empties} 个或更多空格的局面", "{positions}局面、深さ{depth}、空き{solve}マスから終局まで、空き{empties}マス以上の局面";
    BookValue: "value {value}", "数值 {value}", "評価値{value}";
    BookLink: "leads on in the book", "库中有后续", "ブックに続きあり";
    BookLeaf: "leads out of the book", "离开开局库", "ブックを出る";
    BookExact: "exact", "确切", "確定";
    BookSound: "sound: {positions|position|positions}, {links|link|links}", "完好：{positions} 个局面，{links} 条连接", "異常なし：{positions}局面、つながり{links}本";
    BookImported: "{positions|position|positions}; {added|link|links} added, {dropped} dropped, {changed|value|values} changed", "{positions} 个局面；增加 {added} 条连接，去掉 {dropped} 条，改正 {changed} 个数值", "{positions}局面、つながりの追加{added}本と削除{dropped}本、評価値の変更{changed}件";
    BookExported: "{positions|position|positions} written", "写入 {positions} 个局面", "{positions}局面を書き出しました";
    BookPosition: "position {number} of the book: {why}", "开局库的第 {number} 个局面：{why}", "ブックの局面{number}：{why}";
    BookOrder: "it is not in ascending order", "不按升序排列", "昇順になっていません";
    BookNotCanonical: "it is no position, or not the smallest of its symmetric forms", "不是局面，或不是各对称形中最小的", "局面でないか、対称形の中で最小のものではありません";
    BookIllegalLeaf: "its leaf is no legal move", "离开开局库的着手不合法", "ブックを出る手が打てない手です";
    BookGameNotOver: "it has a final value, but the game is not over", "有终局数值，但棋局尚未结束", "最終の評価値がありますが、対局は終わっていません";
    BookGameOver: "it has no final value, but the game is over", "没有终局数值，但棋局已经结束", "対局は終わっていますが、最終の評価値がありません";
    BookLargeLeaf: "its leaf is worth more than 64 discs", "离开开局库的着手价值超过 64 子", "ブックを出る手の評価値が64石を超えています";
    BookTwice: "it is in the book twice", "在开局库中出现两次", "ブックに二度あります";
    BookTooMany: "no book has so many positions", "开局库容不下这么多局面", "ブックの局面が多すぎます";
    BookNoValue: "it has no move with a value", "没有带数值的着手", "評価値のある着手がありません";
    BookWrongValue: "its value is not the best of its links and its leaf", "数值不是其各着手中最好的", "評価値が着手の中で最善のものではありません";
    BookIllegalLink: "a link is no legal move", "有一条连接不是合法着手", "打てない手へのつながりがあります";
    BookDepthRange: "depth is 1 to 60 plies, not {found}", "depth 为 1 至 60 手，不能是 {found}", "depthは1〜60手です（{found}は使えません）";
    BookSolveRange: "solve is 0 to 60 empties, not {found}", "solve 为 0 至 60 个空格，不能是 {found}", "solveは空き0〜60マスです（{found}は使えません）";
    BookEmptiesRange: "empties is 1 to 60, not {found}", "empties 为 1 至 60，不能是 {found}", "emptiesは1〜60です（{found}は使えません）";
    BookErrorRange: "error is at most 6400 hundredths of a disc, not {found}", "error 至多 6400（百分之一子），不能是 {found}", "errorは6400（100分の1石）までです（{found}は使えません）";
    EdaxNotABook: "this is no book of Edax: it begins with other bytes", "这不是 Edax 的开局库：文件开头不符", "Edaxのブックではありません。ファイルの先頭が違います";
    EdaxVersion: "the book is of version {found} of Edax, expected version {wanted}", "开局库属于 Edax 第 {found} 版，应为第 {wanted} 版", "Edaxのバージョン{found}のブックです（{wanted}が必要です）";
    EdaxHeader: "the header of the book: {why}", "开局库的文件头：{why}", "ブックのヘッダー：{why}";
    EdaxLength: "the book holds {found} whole positions, expected {wanted}: it was cut off or changed", "开局库有 {found} 个完整的局面，应为 {wanted} 个：文件不完整或被改动", "ブックの完全な局面は{found}個です（{wanted}個が必要です）。途中で切れたか変更されています";
    EdaxPosition: "position {number} of the book (byte {at}): {why}", "开局库的第 {number} 个局面（第 {at} 字节）：{why}", "ブックの局面{number}（{at}バイト目）：{why}";
    JournalNot: "this is no journal of a growing book", "这不是扩充开局库的日志", "ブックを広げる記録ではありません";
    JournalSettings: "the searches in it have depth {depth}, solve {solve}, but the book has depth {own_depth}, solve {own_solve}", "其中搜索的 depth 为 {depth}，solve 为 {solve}，而开局库的 depth 为 {own_depth}，solve 为 {own_solve}", "記録の探索はdepth {depth}、solve {solve}ですが、ブックはdepth {own_depth}、solve {own_solve}です";
    JournalSpoilt: "the search at byte {at} is spoilt", "第 {at} 字节处的搜索记录已损坏", "{at}バイト目の探索記録が壊れています";
    LearnedGamesFile: "{file} is no file of learned games: {why}", "{file} 不是学习对局的文件：{why}", "{file}は学習した対局のファイルではありません：{why}";
    BookNotFor: "an opening book is for Othello on 8x8 at the strongest level", "开局库只用于 8x8 的黑白棋和最强等级", "ブックは8x8のオセロの最強レベルで使えます";
    BookProtocol: "--opening-book goes with gtp --game othello, nboard and json", "--opening-book 只用于 gtp --game othello、nboard 和 json", "--opening-bookはgtp --game othello、nboard、jsonで使えます";

    // Matches.
    TwoPlayersNeeded: "a match needs two players", "比赛需要两个棋手", "対戦には2人の対局者が必要です";
    TwoPlayersNeededHelp: "name them with --a and --b, such as --a tengen --b 'cmd=./engine protocol=gtp'", "请用 --a 和 --b 指明，例如 --a tengen --b 'cmd=./engine protocol=gtp'", "--aと--bで指定してください（例：--a tengen --b 'cmd=./engine protocol=gtp'）";
    SuiteLimitHelp: "give --time, --nodes or --depth", "请给出 --time、--nodes 或 --depth", "--time、--nodes、--depthのいずれかを指定してください";
    LimitNeeded: "without a limit a move could take for ever", "没有限制，一手棋可能永远想下去", "制限がないと、1手がいつまでも終わらないことがあります";
    LimitNeededHelp: "give --move-time, --game-time, --nodes or --depth", "请给出 --move-time、--game-time、--nodes 或 --depth", "--move-time、--game-time、--nodes、--depthのいずれかを指定してください";
    OddGames: "--games {games}: each opening is played with both colours, so the number is even", "--games {games}：每个开局各执一次黑白，局数须为偶数", "--games {games}：各開局を黒白1局ずつ打つので、局数は偶数です";
    OddGamesHelp: "--games {even}", "--games {even}", "--games {even}";
    BadChance: "--error is a chance above 0 and below 0.5, such as 0.05, not {chance}", "--error 是大于 0、小于 0.5 的概率，如 0.05，不能是 {chance}", "--errorは0より大きく0.5より小さい確率です（例：0.05）。{chance}は使えません";
    SprtForm: "--sprt takes two numbers, such as 0,10", "--sprt 需要两个数，例如 0,10", "--sprtには数を2つ指定してください（例：0,10）";
    Playing: "{a} - {b}", "{a} 对 {b}", "{a}対{b}";
    OpeningPlayedFor: "the protocol of {players} cannot express this opening rule: Tengen plays the opening for them", "{players} 的协议不能表达此开局规则：开局由 Tengen 代下", "{players}のプロトコルではこの開局規定を表せないため、開局はTengenが代わりに打ちます";
    GoingOn: "continuing after {count|game|games}", "此前已下 {count} 局，继续比赛", "{count}局を終えた続きから始めます";
    MatchGoOn: "go on with: {command}", "继续比赛请用：{command}", "続けるには：{command}";
    MatchNotKept: "nothing was stored: with --out DIR, the same command goes on after an interruption", "未保存任何结果：加上 --out DIR 后，中断时用同一命令即可继续", "何も保存していません。--out フォルダーを付けると、中断しても同じコマンドで続けられます";
    DrawingOpenings: "openings near even", "均势开局", "互角の開局";
    ReportWritten: "report: {file}", "报告：{file}", "レポート：{file}";

    SuiteFileHelp: "name a file of positions with their answers; docs/arena.md has the forms", "请给出带答案的局面文件；格式见 docs/arena.md", "正解付きの局面ファイルを指定してください。形式はdocs/arena.mdにあります";
    SuiteForm: "{file} is no suite of positions with answers", "{file} 不是带答案的局面集", "{file}は正解付きの局面集ではありません";
    SuiteFormHelp: "a suite has JSON lines, lines of stones | stones | points, OBF, GNU Go's .tst, or moves with solve lines", "局面集可用：JSON 行、“棋子 | 棋子 | 点”行、OBF、GNU Go 的 .tst，或带 solve 行的着手", "局面集の形式：JSONの行、「石 | 石 | 点」の行、OBF、GNU Goの.tst、solve行のある着手";
    SuiteEmpty: "{file}: there is no position in it", "{file} 中没有局面", "{file}に局面がありません";
    OpeningsHelp: "name a file of openings: a line of moves each, or games of any format", "请给出开局文件：每行一串着手，或任何格式的对局", "開局のファイルを指定してください（1行に1つの手順、または任意の形式の棋譜）";
    OpeningsEmpty: "{file}: there is no opening in it", "{file} 中没有开局", "{file}に開局がありません";
    OpeningBad: "{file}, opening {number}: {why}", "{file}，第 {number} 个开局：{why}", "{file}、開局{number}：{why}";
    ImportHelp: "name files or folders of games", "请给出对局文件或文件夹", "棋譜のファイルかフォルダーを指定してください";
    SelfplayNeedsGame: "which game is to be played?", "要下哪种棋？", "どのゲームを打ちますか？";
    MatchNeedsGame: "which game is the match in?", "比赛下哪种棋？", "どのゲームの対戦ですか？";
    PlayerForm: "'{text}' describes no player", "“{text}”不是对棋手的描述", "「{text}」は対局者の指定ではありません";
    PlayerFormHelp: "write tengen, tengen:level=3, an engine's name, a registered program (tengen engines), or 'cmd=./engine protocol=gomocup'", "请写 tengen、tengen:level=3、引擎名、已登记的程序（tengen engines），或 'cmd=./engine protocol=gomocup'", "tengen、tengen:level=3、エンジン名、登録したプログラム（tengen engines）、'cmd=./engine protocol=gomocup'のいずれかを書いてください";
    PlayerOption: "a player has no option '{option}'", "棋手没有选项“{option}”", "対局者に「{option}」という項目はありません";
    PlayerOptionHelp: "an engine of Tengen has level, memory, threads, seed, book, randomness and name; a program has cmd, protocol, dir, name, init and openings", "Tengen 的引擎有 level、memory、threads、seed、book、randomness、name；外部程序有 cmd、protocol、dir、name、init、openings", "Tengenのエンジンにはlevel、memory、threads、seed、book、randomness、name、外部プログラムにはcmd、protocol、dir、name、init、openingsがあります";
    PlayerProtocol: "there is no protocol '{protocol}': choose gomocup, gtp, nboard or json", "没有协议“{protocol}”：可选 gomocup、gtp、nboard、json", "「{protocol}」というプロトコルはありません。gomocup、gtp、nboard、jsonから選んでください";
    PlayerMissing: "a program needs cmd and protocol, such as 'cmd=./engine protocol=gtp'", "外部程序需要 cmd 与 protocol，例如 'cmd=./engine protocol=gtp'", "プログラムにはcmdとprotocolが必要です（例：'cmd=./engine protocol=gtp'）";
    SprtPlayers: "--sprt compares two players, not {count}", "--sprt 只比较两个棋手，不能是 {count} 个", "--sprtは2人の比較です（{count}人では使えません）";
    SprtOrder: "--sprt {elo0},{elo1}: the first number is the smaller, such as 0,10", "--sprt {elo0},{elo1}：第一个数应较小，例如 0,10", "--sprt {elo0},{elo1}：小さいほうを先に書いてください（例：0,10）";
    MatchAnother: "{file} holds another match ({differs} differs): choose another folder, or remove it", "{file} 中是另一场比赛（{differs} 不同）：请换一个文件夹，或删除它", "{file}には別の対戦があります（{differs}が違います）。別のフォルダーを選ぶか、削除してください";
    MatchNeverStarted: "{player} does not start: {why}; no game was counted", "{player} 无法启动：{why}；没有计入任何对局", "{player}が起動しません：{why}。どの対局も数えません";
    MatchBusy: "a match is being played in {file} by another program: choose another folder", "另一个程序正在 {file} 中比赛：请换一个文件夹", "{file}では別のプログラムが対戦中です。別のフォルダーを選んでください";
    SameFile: "{file} is the file that is read: it would be overwritten", "{file} 正是所读的文件：会被覆盖", "{file}は読み込み元のファイルで、上書きされてしまいます";
    SameFileHelp: "name another file for the output", "请为输出另取文件名", "出力には別のファイルを指定してください";
    ConvertIllegal: "{file}, record {record}: {why}", "{file}，第 {record} 份：{why}", "{file}、棋譜{record}：{why}";
    ConvertPicture: "a picture is drawn by: tengen show {input} -o {output}", "要画成图片：tengen show {input} -o {output}", "画像にするには：tengen show {input} -o {output}";
    ConvertProofOption: "{option} is for records of games: {file} is a certificate", "{option} 用于棋谱：{file} 是证明文件", "{option}は棋譜用です。{file}は証明書です";
    ConvertProofFormat: "a certificate is written as text or binary, not as {word}: --to text, --to binary", "证明文件写成文本或二进制，没有 {word}：--to text、--to binary", "証明書の形式に{word}はありません。テキストかバイナリです：--to text、--to binary";
    ConvertProofNoFormat: "{file} is a certificate: say how it is to be written, with --to text or --to binary", "{file} 是证明文件：请用 --to text（文本）或 --to binary（二进制）指定写法", "{file}は証明書です。--to text（テキスト）か--to binary（バイナリ）で書き方を指定してください";
    ConvertIllegalTotal: "{count|record breaks|records break} the rules; every move was kept as it is written, as far as the format can", "有 {count} 份棋谱不合规则；着手均照原样保留（格式所能容纳者）", "{count}件の棋譜に反則があります。着手は、形式の許すかぎり書かれたとおりに残しました";
    HandicapRange: "{stones} handicap stones have no place on {size}: {allowed}", "{size} 棋盘摆不下 {stones} 枚让子：{allowed}", "{size}の盤に置石{stones}子は置けません：{allowed}";
    HandicapAllowed: "--handicap is 2 to {most} there", "此处 --handicap 为 2 至 {most}", "この盤の--handicapは2〜{most}です";
    HandicapNone: "this board has none", "此棋盘不能让子", "この盤に置石はありません";
    HandicapFreeHelp: "where black chooses the points, more fit: --rules {rules},placement=free", "由黑方自选让子点时可以更多：--rules {rules},placement=free", "黒が点を選ぶなら、もっと置けます：--rules {rules},placement=free";
    KomiRange: "--komi is -1000 to 1000, not {komi}", "--komi 为 -1000 至 1000，不能是 {komi}", "--komiは-1000〜1000です（{komi}は使えません）";
    OpeningOfRenju: "the opening rule {opening} is one of renju, not of {rules}", "开局规则 {opening} 只用于连珠，不适用于 {rules}", "開局規定{opening}は連珠用で、{rules}では使えません";
    OpeningOfRenjuHelp: "play renju: tengen play renju --opening {opening}", "请下连珠：tengen play renju --opening {opening}", "連珠で打ってください：tengen play renju --opening {opening}";
    LevelUnknown: "'{text}' is no level", "“{text}”不是等级", "「{text}」はレベルではありません";
    LevelUnknownHelp: "write a number from 1, or perfect: Black's proven win in freestyle and standard gomoku on 15x15", "请写从 1 起的数字，或 perfect：15x15 无禁手五子棋和标准五子棋的黑方必胜法", "1以上の数か、perfect（15x15の五目並べ、freestyleとstandardでの黒の必勝法）を書いてください";
    LevelOfOther: "perfect is a level of its own engine: leave out --engine {engine}", "perfect 是同名引擎的等级：请去掉 --engine {engine}", "perfectは同名のエンジンのレベルです。--engine {engine}を外してください";
    LevelPlayed: "{engine} plays at level {level} of {most} ({words}); --level 1 to {most} chooses another", "{engine} 使用第 {level} 级，共 {most} 级（{words}）；用 --level 1 至 {most} 选择", "{engine}はレベル{level}（全{most}、{words}）で打ちます。--level 1〜{most}で変えられます";
    BadTime: "'{text}' is no time: write 10m, 90s or 500ms", "“{text}”不是时间：请写 10m、90s 或 500ms", "「{text}」は時間ではありません。10m、90s、500msのように書いてください";
    NoTime: "'{text}' is no time to think: the least is 1ms", "“{text}”没有思考时间：至少 1ms", "「{text}」では考える時間がありません。最小は1msです";
    OneTime: "'{text}': one time is asked for here, such as 5m", "“{text}”：这里只要一个时间，例如 5m", "「{text}」：ここでは時間を1つだけ指定してください（例：5m）";
    BadClock: "'{text}' is no clock: write 10m, 5m+3s, 10m+5x30s (byo-yomi) or 10m+25/5m (Canadian)", "“{text}”不是棋钟：请写 10m、5m+3s、10m+5x30s（日式读秒）或 10m+25/5m（加拿大读秒）", "「{text}」は持ち時間ではありません。10m、5m+3s、10m+5x30s（秒読み）、10m+25/5m（カナダ式）のように書いてください";
    ClockPeriods: "({count|period|periods})", "（读秒 {count} 次）", "（秒読み{count}回）";
    ClockMoves: "({count|move|moves} to make)", "（还需下 {count} 手）", "（あと{count}手）";
    TimeUnit: "'{text}' lacks the unit of time", "“{text}”缺少时间单位", "「{text}」に時間の単位がありません";
    TimeUnitHelp: "write {ms} or {s}", "请写 {ms}（毫秒）或 {s}（秒）", "{ms}か{s}のように書いてください";
    BadSeat: "'{text}' is no player: write human, or a level, or ENGINE:LEVEL", "“{text}”不是棋手：请写 human、等级数字或 引擎:等级", "「{text}」は対局者ではありません。human、レベル、エンジン:レベルのいずれかを書いてください";
    EnterMove: "type a move, or a word such as help", "请输入着手，或 help 等命令", "着手か、helpなどの言葉を入力してください";
    AskedAgain: "a hint is being looked for", "正在寻找提示", "ヒントを探しています";
    QuitUnsaved: "the game so far: {moves}", "目前的对局：{moves}", "ここまでの対局：{moves}";
    KeyMove: "arrows, hjkl", "方向键 hjkl", "矢印、hjkl";
    KeyMoveDoes: "go to a point", "移动光标", "点を選ぶ";
    KeyPlay: "Enter, Space", "回车 空格", "Enter、Space";
    KeyPlayDoes: "play there", "落子", "打つ";
    KeyType: "h8, pass …", "h8、pass 等", "h8、passなど";
    KeyTypeDoes: "type a move or word", "键入着手或命令", "着手や言葉を入力";
    KeyUndo: "Backspace", "退格键", "Backspace";
    KeyUndoDoes: "take back", "悔棋", "待った";
    KeyRedo: "Ctrl-Y", "Ctrl-Y", "Ctrl-Y";
    KeyRedoDoes: "play again", "重下", "やり直し";
    KeyHint: "Tab", "Tab 键", "Tabキー";
    KeyHintDoes: "hint", "提示", "ヒント";
    KeySave: "Ctrl-S", "Ctrl-S", "Ctrl-S";
    KeySaveDoes: "save", "保存", "保存";
    KeyNumbers: "Ctrl-N", "Ctrl-N", "Ctrl-N";
    KeyNumbersDoes: "move numbers", "手数", "手数";
    KeyQuit: "Ctrl-C", "Ctrl-C", "Ctrl-C";
    KeyQuitDoes: "quit", "退出", "終了";
    KeyMouse: "mouse", "鼠标", "マウス";
    ReplayStep: "←→", "←→", "←→";
    ReplayStepDoes: "step", "前后一手", "1手";
    ReplayFar: "PgUp PgDn", "PgUp PgDn", "PgUp PgDn";
    ReplayFarDoes: "ten moves", "十手", "10手";
    ReplayEnds: "Home End", "Home End", "Home End";
    ReplayEndsDoes: "start, end", "开头、结尾", "最初・最後";
    ReplayVariation: "↑↓", "↑↓", "↑↓";
    ReplayVariationDoes: "variations", "变化图", "変化";
    ReplayRecord: "n p", "n p", "n p";
    ReplayRecordDoes: "next, previous record", "下一份、上一份棋谱", "次・前の棋譜";
    ReviewMainLine: "this is the main line; --line 2 to {count} go over the variations", "此为主线；用 --line 2 至 {count} 复盘各变化", "これは本譜です。--line 2〜{count}で変化を検討できます";
    ReviewOtherLine: "this is the main line; --line 2 goes over the variation", "此为主线；用 --line 2 复盘变化", "これは本譜です。--line 2で変化を検討できます";
    ReviewNoLine: "the record has {count|line|lines}, and no line {line}", "棋谱共有 {count} 条线，没有第 {line} 条", "棋譜の手順は{count}本で、{line}本目はありません";
    OverlayOff: "threats hidden", "威胁已隐藏", "表示を消しました";
    OverlayNothing: "this game has nothing to light", "这种棋没有可显示的内容", "このゲームに表示するものはありません";
    OverlayThreats: "What {color} could make: fives {fives}, fours {fours}, open threes {threes}", "{color}可成：五 {fives}，四 {fours}，活三 {threes}", "{color}が作れる形：五{fives}、四{fours}、三{threes}";
    OverlayCaptures: "What {color} could make: fives {fives}, fours {fours}, captures {captures}", "{color}可成：五 {fives}，四 {fours}，可提 {captures} 处", "{color}が作れる形：五{fives}、四{fours}、取り{captures}";
    OverlayWins: "Points where {color} could win: {wins}", "{color}可取胜的点：{wins}", "{color}の勝ちになる点：{wins}";
    OverlayAtari: "Chains in atari: {chains}; put the cursor on a chain to see its liberties", "被打吃的棋块：{chains}；光标移到棋块上可看它的气", "アタリの石：{chains}。石にカーソルを置くとダメを表示します";
    OverlayOthello: "{color}: moves {moves}, stable discs {stable}", "{color}：可下 {moves} 处，稳定子 {stable}", "{color}：着手可能{moves}、確定石{stable}";
    AnalysisOn: "analysis on", "分析已开", "解析を始めます";
    AnalysisOff: "analysis off", "分析已关", "解析を止めました";
    AnalysisKey: "Ctrl-A analysis   ? keys", "Ctrl-A 分析   ? 按键", "Ctrl-A 解析   ? キー一覧";
    Prisoners: "{count} taken", "提 {count} 子", "アゲハマ{count}";
    Captured: "{count} captured", "提 {count} 子", "取った石{count}";
    NoVariation: "there is no other variation here", "此处没有其他变化", "ここにほかの変化はありません";
    EngineWaits: "the engine waits; Ctrl-G lets it go on", "引擎等待中；Ctrl-G 继续", "エンジンは待機中です。Ctrl-Gで再開します";
    KeysHere: "? keys", "? 按键", "? キー一覧";
    KeysTitle: "keys", "按键", "キー一覧";
    WhyTitle: "why?", "为什么？", "なぜ？";
    WhyAsking: "looking …", "思考中……", "調べています…";
    WhyNothing: "there is nothing to say here", "此处无可说明", "ここで説明することはありません";
    SetUpHelp: "set up: Enter or click puts, Tab changes the stone, t the side to move, x clears; Ctrl-E is done, Esc gives up", "摆子：回车或点击落子，Tab 换子，t 换先行方，x 清空；Ctrl-E 完成，Esc 放弃", "配置：Enterかクリックで置く、Tabで石を替える、tで手番、xで消去。Ctrl-Eで完了、Escで中止";
    SetUpDone: "a game from this position", "由此局面开始", "この局面から対局します";
    NoSetUp: "a position under an opening rule is played to, not set up", "有开局规则时不能摆子，须逐手下出", "開局規定のある対局では配置できません。打ち進めてください";
    Brush: "{brush}   {side}", "{brush}   {side}", "{brush}   {side}";
    LoadWhich: "load which file?", "打开哪个文件？", "どのファイルを開きますか？";
    Loaded: "loaded {file}", "已打开 {file}", "{file}を開きました";
    OtherGame: "that is {game}, and this board is for {here}", "那是{game}，而这是{here}棋盘", "それは{game}ですが、この盤は{here}です";
    ScreenOnly: "that is for the screen, not for lines", "这需要全屏界面，不能逐行输入", "画面表示でだけ使えます（行入力では使えません）";
    NoDead: "mark a chain as dead after both sides have passed: dead D4", "双方停一手之后才能标记死子：dead D4", "死石は両者がパスした後に指定します：dead D4";
    MarkDead: "choose chains that are dead, then quit", "请选择死子，然后退出", "死石を指定し、終わったらquitしてください";
    DeadAre: "dead: {chains} (dead and a point changes it)", "死子：{chains}（输入 dead 和一点可更改）", "死石：{chains}（deadと点で変更できます）";
    VariationOf: "variation {index} of {count}", "变化 {index}/{count}", "変化{index}/{count}";
    RecordOf: "record {index} of {count}", "棋谱 {index}/{count}", "棋譜{index}/{count}";

    // Registered programs.
    EnginesFileHelp: "mend the file or move it away; nothing was changed", "请修正或移走此文件；没有改动任何内容", "ファイルを直すか移動してください。何も変更していません";
    EnginesNone: "no programs are registered: tengen engines add NAME --cmd COMMAND --protocol PROTOCOL", "还没有登记程序：tengen engines add 名字 --cmd 命令 --protocol 协议", "登録されたプログラムはありません：tengen engines add 名前 --cmd コマンド --protocol プロトコル";
    EngineAdded: "{name} is registered: choose it in a new game or an analysis in the browser, or as a player of a match", "已登记 {name}：可在浏览器的新对局和分析中选用，也可参加比赛", "{name}を登録しました。ブラウザーの新しい対局や解析、対戦で選べます";
    EngineRemoved: "{name} is no longer registered", "已移除 {name}", "{name}の登録を解除しました";
    EngineNotAdded: "{name} was not registered", "没有登记 {name}", "{name}は登録していません";
    EngineNotAddedHelp: "correct the command or its options, or register it all the same with --untested", "请更正命令或选项；若仍要登记，请加 --untested", "コマンドや設定を直すか、--untestedを付けてそのまま登録してください";
    EngineUnknown: "no program is registered as '{name}'", "没有登记名为“{name}”的程序", "「{name}」というプログラムは登録されていません";
    EnginesAre: "registered programs: {names}", "已登记的程序：{names}", "登録済みのプログラム：{names}";
    EngineNoLevels: "{name} is a registered program, which has no levels", "{name} 是已登记的程序，没有等级", "{name}は登録したプログラムで、レベルはありません";
    EngineOtherGame: "{name} is not registered for {game}, but for {games}", "{name} 登记的棋种是{games}，不是{game}", "{name}は{game}用ではなく、{games}用に登録されています";
    EngineGone: "you have its side from here on", "此后由你代它下", "ここからはあなたが代わりに打ってください";
    EngineName: "the name of a program has 1 to {most} characters, without ':' and '='", "程序的名字有 1 至 {most} 个字符，不含“:”和“=”", "プログラムの名前は1〜{most}文字で、「:」と「=」は使えません";
    EngineTaken: "{name} is the name of an engine of Tengen: choose another", "{name} 是 Tengen 自己的引擎名：请换一个", "{name}はTengenのエンジンの名前です。別の名前にしてください";
    EngineThere: "{name} is registered already", "{name} 已经登记", "{name}はすでに登録されています";
    EngineCommand: "'{text}' is no command: write the program and its arguments, quoted as in a shell", "“{text}”不是命令：请写程序及其参数，引号用法同 shell", "「{text}」はコマンドではありません。プログラムと引数をシェルと同じように書いてください";
    EngineGames: "this protocol does not say which games the program plays", "此协议不说明程序会下哪些棋", "このプロトコルでは、プログラムがどのゲームを打てるかわかりません";
    EngineCarries: "the protocol {protocol} cannot carry {game}", "{protocol} 协议不支持{game}", "{protocol}プロトコルは{game}に対応していません";
    EngineStopped: "the page was closed; nothing was changed", "页面已关闭；没有改动任何内容", "ページが閉じられました。何も変更していません";
    EnginePageAdd: "a page asks to register the program {name} ({protocol}) and to start it: {command}", "网页请求登记程序 {name}（{protocol}）并启动它：{command}", "ページがプログラム{name}（{protocol}）の登録と起動を求めています：{command}";
    EnginePageTest: "a page asks to start the program {name}: {command}", "网页请求启动程序 {name}：{command}", "ページがプログラム{name}の起動を求めています：{command}";
    EnginePageRemove: "a page asks to remove the program {name} from the list", "网页请求从列表中移除程序 {name}", "ページがプログラム{name}の登録解除を求めています";
    EnginePageCode: "if that was you, type this code in the page within {minutes|minute|minutes}: {code}", "如果是你本人，请在 {minutes} 分钟内把此确认码输入网页：{code}", "あなたの操作なら、{minutes}分以内にこの確認コードをページに入力してください：{code}";
    EngineWaiting: "{game}: asking {name} for a move; a silent program is given up after {seconds} s", "{game}：正在请 {name} 下一手；没有应答的程序在 {seconds} 秒后放弃", "{game}：{name}に1手尋ねています。応答がなければ{seconds}秒で打ち切ります";
    EngineAnswers: "{game}: {mv} after {seconds} s", "{game}：{mv}，用时 {seconds} 秒", "{game}：{mv}（{seconds}秒）";
    EngineFails: "{game}: {why}", "{game}：{why}", "{game}：{why}";

    // The board in the browser.
    ServeAddress: "Tengen is at {url}", "Tengen 已启动：{url}", "Tengenを起動しました：{url}";
    ServeData: "library: {data}", "棋谱库：{data}", "ライブラリ：{data}";
    ServeEnd: "Ctrl-C ends it", "按 Ctrl-C 结束", "Ctrl-Cで終了します";
    ServeRuntime: "the server cannot begin: {why}", "服务器无法启动：{why}", "サーバーを開始できません：{why}";
    ServeNoPrograms: "others can reach this address, so the registered programs are not offered", "其他人可以访问此地址，因此不提供已登记的程序", "ほかの人が接続できるアドレスのため、登録したプログラムは使えません";
    ServeNoBrowser: "no browser could be opened ({why}): open the address above", "无法打开浏览器（{why}）：请自行打开上面的地址", "ブラウザーを開けませんでした（{why}）。上のアドレスを開いてください";
    ServePortInUse: "port {port} of {host} is in use by another program", "{host} 的端口 {port} 已被其他程序占用", "{host}のポート{port}はほかのプログラムが使用中です";
    ServePortHelp: "leave --port out to take the next free one", "不写 --port 即可自动使用下一个空闲端口", "--portを省くと、次に空いているポートを使います";
    ServeHost: "cannot listen on {host}: {why}", "不能在 {host} 上监听：{why}", "{host}で待ち受けできません：{why}";
    ServeHostHelp: "an address of this machine, or leave --host out for this machine alone", "请用本机的地址；不写 --host 则只限本机", "このマシンのアドレスを指定するか、--hostを省いてこのマシンだけにしてください";
    ServeToken: "a token has 16 to 128 letters and digits", "令牌由 16 至 128 个字母或数字组成", "トークンは16〜128文字の英数字です";
    ServeSetAside: "the library is damaged ({why}); it was moved to {place}, and a new one begun", "棋谱库已损坏（{why}）；已移至 {place}，并新建一个", "ライブラリが壊れています（{why}）。{place}に移し、新しく作りました";
    ServeLogLevel: "there is no such log level: {why}", "没有这样的日志级别：{why}", "そのログレベルはありません：{why}";
    // Bulk work.
    BatchRows: "rows", "行数", "行数";
    BatchProgress: "{rows} rows, {rate} a second", "{rows} 行，每秒 {rate} 行", "{rows}行、毎秒{rate}行";
    BatchFailed: "{source}, game {number}, after {ply|move|moves}: {error}", "{source}，第 {number} 局，{ply} 手之后：{error}", "{source}、第{number}局、{ply}手の後：{error}";
    BatchMoreFailed: "{count|more row|more rows} failed: the column error says why", "另有 {count} 行失败：原因见 error 列", "ほかに{count}行が失敗しました。理由はerror列にあります";
    BatchColumns: "{file}: columns that are not kept: {names}", "{file}：以下列不会保留：{names}", "{file}：次の列は残りません：{names}";
    BatchGoOn: "the same command goes on where it stopped", "再次运行同一命令即可继续", "同じコマンドで続きから始められます";
    BatchAt: "'{text}' names no positions of a game: write all, end, or a number N for every Nth", "“{text}”不表示局面：请写 all（全部）、end（最后）或数 N（每隔 N 手）", "「{text}」は局面の指定ではありません。all（すべて）、end（最後）、数N（N手ごと）のいずれかを書いてください";
    BatchAnother: "{file} has another job: its {what} is {stored}, not {asked}; choose another folder", "{file} 中是另一项工作：其 {what} 为 {stored}，而不是 {asked}；请换一个文件夹", "{file}には別の作業があります（{what}が{asked}でなく{stored}です）。別のフォルダーを選んでください";
    BatchBusy: "{file} is in use by another process: wait for its end", "{file} 正被另一进程使用：请等它结束", "{file}は別のプロセスが使用中です。終わるまで待ってください";
    BatchNotEmpty: "{file} has Parquet files of something else: choose an empty folder", "{file} 中有别处的 Parquet 文件：请选空文件夹", "{file}にはほかのParquetファイルがあります。空のフォルダーを選んでください";
    BatchNoShard: "it is no shard of a job", "这不是工作的分片", "作業のシャードではありません";
    BatchNote: "its note is damaged: {why}", "其附注已损坏：{why}", "付記が壊れています：{why}";
    BatchNoCount: "it has no count of {what}", "缺少 {what} 的计数", "{what}の数がありません";
    BatchManifest: "{file} is no description of a job: {why}", "{file} 不是对工作的描述：{why}", "{file}は作業の記述ではありません：{why}";
    NoThread: "the system has no thread: {why}", "系统无法创建线程：{why}", "スレッドを作れません：{why}";
    NoValue: "none", "无", "なし";
    BatchShard: "{file}: {why}; remove the file to make it again", "{file}：{why}；删除该文件后会重新生成", "{file}：{why}。ファイルを削除すると作り直します";
    BatchNoRows: "{file} has games, not rows: relabel takes Parquet files", "{file} 中是棋谱而不是数据行：relabel 只读 Parquet 文件", "{file}の中身は行でなく棋譜です。relabelはParquetファイルを読みます";
    ParquetNeedsFile: "Parquet is no text for a terminal: name a file with -o games.parquet", "Parquet 不能输出到终端：请用 -o games.parquet 指定文件", "Parquetは端末に表示できません。-o games.parquetのようにファイルを指定してください";
}
