//! Help and usage errors. The English stands in `cli`; here are the examples, and the Chinese of everything.

use super::Lang;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, builder::StyledStr};

pub(crate) const EXAMPLES_EN: &str = "\
Examples:
  tengen                                      the board in the browser
  tengen play gomoku                          a game on this terminal
  tengen show h8i9g7 --game gomoku            the position after three moves
  tengen convert game.sgf game.psq            from one format to another
  tengen replay --check games/                every record below a folder, by the rules
  tengen analyze h8h9i8 --game renju --json   the best lines, for a program

Exit codes: 0 done; 1 done, and the answer is no; 2 wrong command line; 3 wrong input; 4 output failed; 130 Ctrl-C.";

pub(crate) const SERVE_EXAMPLES_EN: &str = "\
Examples:
  tengen                                      the board opens in the browser
  tengen serve --port 8000 --no-open          without a browser; the address is printed
  tengen serve --data ~/boards                another library
  tengen serve --host 0.0.0.0                 for others too, who need the token in the printed address";

pub(crate) const PLAY_EXAMPLES_EN: &str = "\
Examples:
  tengen play gomoku                          you are black, the engine is white
  tengen play othello --level 1 --second      the engine begins, gently
  tengen play go --size 9 --two --time 10m+5s two people and a clock
  tengen play renju --opening swap2 --save game.sgf
  printf 'h8\\nquit\\n' | tengen play gomoku     without a terminal: a move or a word a line";

pub(crate) const SHOW_EXAMPLES_EN: &str = "\
Examples:
  tengen show h8i9g7 --game gomoku --format svg > board.svg
  tengen show game.sgf --move 50 --numbers=last:10 -o board.png
  tengen show game.sgf -o game.gif
  tengen show f5d6c3 --game othello --hints
  tengen show h8h9i8 --game renju --candidates";

pub(crate) const REPLAY_EXAMPLES_EN: &str = "\
Examples:
  tengen replay game.sgf                      step through it with the arrow keys
  tengen replay --check games/                last line: N games, M moves, E exceptions";

pub(crate) const CONVERT_EXAMPLES_EN: &str = "\
Examples:
  tengen convert game.sgf game.psq
  tengen convert WTH_2001.wtb games.sgf
  tengen convert many.sgf one.psq --split
  echo h8i9g7 | tengen convert - - --from moves --game gomoku --to sgf";

pub(crate) const ANALYZE_EXAMPLES_EN: &str = "\
Examples:
  tengen analyze h8h9i8 --game gomoku --rules renju --json
  tengen analyze game.sgf --move 30 --time 10s --lines 3
  tengen analyze h8h9i8 --game gomoku --explain";

pub(crate) const REVIEW_EXAMPLES_EN: &str = "\
Examples:
  tengen review game.sgf -o report.html       one page: board, graph, mistakes, diagrams
  tengen review game.psq --time 3s --threads 2
  tengen review f5d6c3d3c4 --game othello --depth 8 --json";

pub(crate) const SOLVE_EXAMPLES_EN: &str = "\
Examples:
  tengen solve --game tic-tac-toe
  tengen solve --game mnk --size 4x4 --k 4
  tengen solve a3b3 --game tic-tac-toe --json
  tengen solve game.sgf --kind vct --time 10s --certificate win.proof
  tengen solve h8i9g7 --game renju --kind vcf --side black --tree";

pub(crate) const EXPLAIN_EXAMPLES_EN: &str = "\
Examples:
  tengen explain h8h9i8i9j8 --game gomoku
  tengen explain game.sgf --move 30 --time 5s
  tengen explain h8a1i8c1j9e1j10g1 --game renju --json";

pub(crate) const VERIFY_EXAMPLES_EN: &str = "\
Examples:
  tengen verify win.proof
  tengen verify win.proof --json

The exit code is 0 only if every legal reply is answered, down to the win; docs/proofs.md describes the file.";

pub(crate) const PERFT_EXAMPLES_EN: &str = "\
Examples:
  tengen perft othello 9                                  3005288
  tengen perft go 4 --size 3x3 --rules tromp-taylor       5281
  tengen perft mnk 9 --size 3x3 --k 3                     127872";

pub(crate) const ENGINE_EXAMPLES_EN: &str = "\
Examples:
  tengen engine gomocup                       for Piskvork, Yixin-Board and tournaments
  tengen engine gtp --game go --size 9        for Sabaki, GoGui and the like
  tengen engine nboard                        for NBoard
  tengen engine json                          for programs: a JSON object a line";

pub(crate) const LIBRARY_EXAMPLES_EN: &str = "\
Examples:
  tengen library import games/                every record below a folder
  tengen library list --player Tamenori --since 1999
  tengen library stats f5d6c3 --game othello  what was played next, and how it ended
  tengen library find h8i9g7 --game gomoku    the games with this position, however it is turned
  tengen library export --with-tag mine -o mine.sgf
  tengen library backup copy.db";

pub(crate) const MATCH_EXAMPLES_EN: &str = "\
Examples:
  tengen match --game gomoku --rules freestyle --games 20 --move-time 500ms --a tengen \\
    --b 'cmd=./engine dir=/path protocol=gomocup' --out results
  tengen match --game go --size 9 --move-time 1s --a tengen --b 'cmd=\"gnugo --mode gtp\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

The last line is the first player's points, Elo with its interval of 95 %, and faults by kind.";

pub(crate) const SUITE_EXAMPLES_EN: &str = "\
Examples:
  tengen suite fforum-1-19.obf --time 10s
  tengen suite mates-renju.jsonl --time 1s --all
  tengen suite mates-renju.jsonl --engine threats --time 1s
  tengen suite renju-forbidden.txt            answered by the rules, without an engine
  tengen suite tactics.tst --nodes 2000 --json";

pub(crate) const TRAIN_EXAMPLES_EN: &str = "\
Examples:
  tengen train games --rules renju --count 10000 --nodes 2000 --threads 2 -o games.txt
  tengen train weights games.txt --rules renju -o renju.weights";

pub(crate) const COMPLETIONS_EXAMPLES_EN: &str = "\
Examples:
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish";

/// The Chinese of a command's purpose and examples, by its name; the program's own by the empty name.
const COMMANDS: &[(&str, &str, &str)] = &[
    (
        "",
        "对弈、裁判、求解并展示在格子上落子的各种棋",
        "\
例：
  tengen play gomoku                          在终端下一局五子棋
  tengen show h8i9g7 --game gomoku            三手之后的局面
  tengen convert game.sgf game.psq            转换棋谱格式
  tengen replay --check games/                按规则检查文件夹中的所有棋谱
  tengen analyze h8h9i8 --game renju --json   以 JSON 输出最佳变化

退出码：0 完成；1 完成，但答案为否；2 命令行有误；3 输入有误；4 输出失败；130 Ctrl-C。",
    ),
    (
        "serve",
        "在浏览器中打开棋盘：对弈、复盘、研究，附对局库；单独运行 tengen 亦同",
        "\
例：
  tengen                                      在浏览器中打开棋盘
  tengen serve --port 8000 --no-open          不打开浏览器，只显示地址
  tengen serve --data ~/boards                使用另一个对局库
  tengen serve --host 0.0.0.0                 供他人访问，须用所显示地址中的令牌",
    ),
    (
        "play",
        "在终端对弈，对手为人或引擎",
        "\
例：
  tengen play gomoku                          您执黑，引擎执白
  tengen play othello --level 1 --second      引擎先手，较弱
  tengen play go --size 9 --two --time 10m+5s 双人对弈，用棋钟
  tengen play renju --opening swap2 --save game.sgf
  printf 'h8\\nquit\\n' | tengen play gomoku     非终端：每行一手或一个命令",
    ),
    (
        "show",
        "以文本、SVG 或 PNG 显示局面，或以 GIF 动画显示对局",
        "\
例：
  tengen show h8i9g7 --game gomoku --format svg > board.svg
  tengen show game.sgf --move 50 --numbers=last:10 -o board.png
  tengen show game.sgf -o game.gif
  tengen show f5d6c3 --game othello --hints
  tengen show h8h9i8 --game renju --candidates",
    ),
    (
        "replay",
        "逐手重放棋谱，或按规则检查",
        "\
例：
  tengen replay game.sgf                      用方向键前后翻看
  tengen replay --check games/                最后一行：N 局，M 手，E 处异常",
    ),
    (
        "convert",
        "转换棋谱格式",
        "\
例：
  tengen convert game.sgf game.psq
  tengen convert WTH_2001.wtb games.sgf
  tengen convert many.sgf one.psq --split
  echo h8i9g7 | tengen convert - - --from moves --game gomoku --to sgf",
    ),
    (
        "analyze",
        "让引擎给出局面的最佳变化",
        "\
例：
  tengen analyze h8h9i8 --game gomoku --rules renju --json
  tengen analyze game.sgf --move 30 --time 10s --lines 3
  tengen analyze h8h9i8 --game gomoku --explain",
    ),
    (
        "review",
        "复盘整局：评价每一手，指出失误与更好的变化",
        "\
例：
  tengen review game.sgf -o report.html       单个网页：棋盘、形势图、失误、图解
  tengen review game.psq --time 3s --threads 2
  tengen review f5d6c3d3c4 --game othello --depth 8 --json",
    ),
    (
        "solve",
        "证明局面在最佳下法下的结果",
        "\
例：
  tengen solve --game tic-tac-toe
  tengen solve --game mnk --size 4x4 --k 4
  tengen solve a3b3 --game tic-tac-toe --json
  tengen solve game.sgf --kind vct --time 10s --certificate win.proof
  tengen solve h8i9g7 --game renju --kind vcf --side black --tree",
    ),
    (
        "explain",
        "用文字说明局面：有哪些威胁、禁手点及其原因、剔除了什么，以及为何这样下",
        "\
例：
  tengen explain h8h9i8i9j8 --game gomoku
  tengen explain game.sgf --move 30 --time 5s
  tengen explain h8a1i8c1j9e1j10g1 --game renju --json",
    ),
    (
        "verify",
        "检查证明文件：是否回答了所有的防守",
        "\
例：
  tengen verify win.proof
  tengen verify win.proof --json

仅当每个合法的应手都有回答、直至获胜时，退出码为 0；文件格式见 docs/proofs.md。",
    ),
    (
        "perft",
        "计数给定长度的合法着手序列",
        "\
例：
  tengen perft othello 9                                  3005288
  tengen perft go 4 --size 3x3 --rules tromp-taylor       5281
  tengen perft mnk 9 --size 3x3 --k 3                     127872",
    ),
    (
        "engine",
        "作为引擎服务于图形界面或比赛：经标准输入输出对话",
        "\
例：
  tengen engine gomocup                       用于 Piskvork、Yixin-Board 和比赛
  tengen engine gtp --game go --size 9        用于 Sabaki、GoGui 等
  tengen engine nboard                        用于 NBoard
  tengen engine json                          用于程序：每行一个 JSON 对象",
    ),
    (
        "suite",
        "让引擎解答已知答案的局面",
        "\
例：
  tengen suite fforum-1-19.obf --time 10s
  tengen suite mates-renju.jsonl --time 1s --all
  tengen suite mates-renju.jsonl --engine threats --time 1s
  tengen suite renju-forbidden.txt            由规则解答，不用引擎
  tengen suite tactics.tst --nodes 2000 --json",
    ),
    (
        "match",
        "让任意两个引擎对局，内置或外部均可",
        "\
例：
  tengen match --game gomoku --rules freestyle --games 20 --move-time 500ms --a tengen \\
    --b 'cmd=./engine dir=/path protocol=gomocup' --out results
  tengen match --game go --size 9 --move-time 1s --a tengen --b 'cmd=\"gnugo --mode gtp\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

最后一行是第一个棋手的得分、Elo 及其 95 % 区间，以及各类失误。",
    ),
    (
        "library",
        "保存对局：导入、检索、按局面查找、导出",
        "\
例：
  tengen library import games/                导入文件夹中的所有棋谱
  tengen library list --player Tamenori --since 1999
  tengen library stats f5d6c3 --game othello  之后下过什么，结果如何
  tengen library find h8i9g7 --game gomoku    含此局面的对局，不论方向
  tengen library export --with-tag mine -o mine.sgf
  tengen library backup copy.db",
    ),
    ("import", "导入任何格式的棋谱文件和文件夹", ""),
    ("list", "按棋手、日期、结果、标签或文字列出对局", ""),
    ("find", "查找含某局面的对局，不论棋盘方向", ""),
    ("stats", "统计某局面之后的着手及其结果", ""),
    ("export", "把对局写成任何格式的文件", ""),
    ("check", "检查文件、对局和索引", ""),
    ("backup", "在使用中把对局库复制到新文件", ""),
    ("bench", "测量棋盘布局、规则与对局库", ""),
    (
        "train",
        "训练五子棋引擎：自我对弈，并从中学习",
        "\
例：
  tengen train games --rules renju --count 10000 --nodes 2000 --threads 2 -o games.txt
  tengen train weights games.txt --rules renju -o renju.weights",
    ),
    ("rules", "说明每套规则的含义", ""),
    (
        "completions",
        "生成 shell 的补全脚本",
        "\
例：
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish",
    ),
    ("help", "显示本帮助或某个命令的帮助", ""),
];

/// The Chinese of an argument, by `command.argument` where commands differ, else by the argument alone.
const ARGUMENTS: &[(&str, &str)] = &[
    ("help", "显示帮助"),
    ("version", "显示版本"),
    ("lang", "输出语言：en、zh；缺省取自系统环境"),
    ("color", "何时着色：auto、always、never（缺省 auto）"),
    (
        "game",
        "棋种：tic-tac-toe（井字棋）、connect-four（四子棋）、mnk、gomoku（五子棋）、renju（连珠）、caro、othello（黑白棋）、go（围棋）",
    ),
    (
        "train.what",
        "做什么：games（自我对弈，每行一局）、weights（从对局学习棋形权重与着手次序）、network（从对局学习网络）",
    ),
    ("files", "要学习的对局文件（weights、network）"),
    ("train.rules", "规则：freestyle、standard、renju、caro、standard-caro（缺省 freestyle）"),
    ("train.size", "棋盘边长（games，缺省 15）"),
    ("count", "下多少局（games，缺省 1000）"),
    ("first", "第一局的编号，用于接着先前的对局（games，缺省 0）"),
    ("train.nodes", "每手搜索的节点数（games，缺省 2000）"),
    ("with", "由谁对局：hand（学习的起点）、standard（引擎自带的权重）或权重文件（games，缺省 standard）"),
    ("epochs", "学习全部局面的遍数（weights、network，缺省 20）"),
    ("train.seed", "一切随机数的种子（缺省 1）"),
    ("train.threads", "线程数；结果与其无关（缺省 1）"),
    ("train.output", "写到何处；对局会追加到已有文件之后"),
    ("rules", "规则名，如 renju 或 tromp-taylor；tengen rules 列出全部"),
    ("size", "棋盘大小：15，或 列x行，如 7x6"),
    ("k", "连成几子获胜（m,n,k 棋）"),
    ("gravity", "棋子落到该列最低空位（m,n,k 棋）"),
    (
        "opening",
        "开局规则（五子棋、连珠）：none、pro、long-pro、swap、swap2、rif、yamaguchi、soosorv-8、taraguchi-10",
    ),
    ("komi", "贴目（围棋）"),
    ("handicap", "让子数（围棋）；除非另给，贴目为半目"),
    ("black", "谁执黑：human（人）、等级如 2，或 引擎:等级（缺省 human）"),
    ("white", "谁执白：human（人）、等级如 2，或 引擎:等级"),
    ("play.level", "对手的等级，1 最弱"),
    ("second", "您执白，引擎执黑"),
    ("two", "双人对弈"),
    ("play.time", "棋钟：每方用时与每手加时，如 10m、5m+3s"),
    ("save", "每手之后存到此文件；扩展名决定格式"),
    ("load", "从此棋谱的末尾继续"),
    ("seed", "引擎所用随机数的种子（缺省 0）"),
    ("port", "端口；缺省为 7361 或其后第一个空闲端口，0 为任意端口"),
    ("host", "监听的地址或主机名；缺省只限本机"),
    ("no_open", "不打开浏览器"),
    ("token", "客户端须出示的令牌，至少 16 个字母或数字；缺省在他人可访问时自动生成"),
    ("log_level", "在标准错误上记录什么：error、warn、info、debug、trace，或按部分，如 tengen_server=debug"),
    ("web", "从此文件夹提供网页，供网页开发者使用"),
    ("plain", "即使在终端也逐行读取着手"),
    ("ascii", "只用 ASCII 字符画棋盘"),
    ("source", "文件、-（标准输入）、着手列表如 h8i9g7，或 64 个字符的黑白棋局面；缺省为该棋种的开局"),
    ("from", "输入的格式；缺省时自动识别"),
    ("show.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("analyze.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("solve.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("explain.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("replay.record", "从第几份棋谱开始，从 1 起（缺省 1）"),
    ("convert.record", "只转换第几份棋谱，从 1 起"),
    ("at", "主线第几手之后的局面，缺省为最后一手"),
    ("lenient", "输入损坏时使用能读的部分"),
    ("format", "输出为 text、svg、png 或 gif（逐手动画）；缺省取自输出文件的扩展名，否则为文本"),
    ("show.output", "写到此文件，而非标准输出"),
    ("numbers", "标出手数：all 全部、last:N 最后 N 手、from:N 第 N 手起"),
    ("hints", "标出可下之处"),
    ("candidates", "显示引擎考虑的着手，至多若干个"),
    ("no_coords", "不画坐标"),
    ("no_last", "不标最后一手"),
    ("no_marks", "不画棋谱的标记和禁手点"),
    ("width", "图片宽度（像素）"),
    ("theme", "图片样式：classic、print（缺省 classic）"),
    ("paths", "文件；与 --check 同用时可为文件夹，检查其中所有棋谱"),
    ("check", "按规则检查每份棋谱的所有变化，报告违规之处"),
    ("input", "要读的文件，- 为标准输入"),
    ("convert.output", "要写的文件，- 为标准输出"),
    ("to", "输出的格式；缺省取自输出文件的扩展名"),
    ("split", "每份棋谱写入单独的文件：game-1.psq、game-2.psq……"),
    ("year", "对局年份，格式需要而棋谱未记时使用（WTHOR）"),
    ("engine", "引擎；缺省为该棋种自带的引擎"),
    ("level", "引擎等级，1 最弱；缺省为最强"),
    ("time", "思考时间，如 5s 或 500ms"),
    ("nodes", "访问的节点数或模拟次数"),
    ("analyze.depth", "搜索深度（手）"),
    ("solve.depth", "搜索深度（手）"),
    ("explain.depth", "搜索深度（手）"),
    ("kind", "寻找并证明冲四胜（vcf）、做杀胜（vct）或含静手的胜法（wide），限于五子棋、连珠和 caro"),
    ("side", "求胜的一方：black、white，视同轮到该方；缺省为轮到的一方"),
    ("solve.certificate", "把证明写入此文件，供 tengen verify 检查"),
    ("tree", "写出整个证明，包括对每个防守的回答"),
    ("verify.certificate", "证明文件，- 为标准输入"),
    ("positions", "至多查看多少个局面；需要更多的证明不予接受（缺省 2000000000）"),
    ("perft.depth", "多少手；停着也算一手"),
    ("bench.depth", "搜索深度（layouts：可多个，如 4,6；gomoku）或计数深度（perft）"),
    ("perft.threads", "线程数；0 为全部（缺省 0）"),
    ("threads", "线程数（缺省 1）"),
    ("json", "输出 JSON"),
    ("lines", "列出多少个最佳着手（缺省 5）"),
    ("review.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("review.source", "文件，- 为标准输入，或着手列表如 h8i9g7"),
    ("review.at", "只复盘主变化的前若干手"),
    ("review.format", "输出格式：text、html、json；缺省由输出文件名判断，否则为文本"),
    ("review.output", "写入此文件；- 为标准输出（缺省）"),
    ("review.time", "每个局面的思考时间，如 5s、500ms（缺省 1s）"),
    ("review.nodes", "每个局面的节点数或模拟局数"),
    ("review.depth", "每个局面的搜索深度（手）"),
    ("review.threads", "同时分析几个局面（缺省 1）"),
    ("explain", "说明每条规则剔除了什么及其原因（限于以规则筛选的引擎）"),
    ("moves", "从这些着手之后的局面开始计数"),
    ("divide", "分别给出每个第一手的计数"),
    ("name", "棋种或规则名：gomoku、renju、go、japanese……"),
    (
        "bench.what",
        "测量什么：layouts（五种棋盘布局）、rules（各棋种的规则）、perft（黑白棋序列计数）、library（对局库）、server（众多棋盘同时向服务器提问）",
    ),
    ("folder", "要导入的对局（library）：文件夹或文件"),
    ("data", "对局库所在的文件夹；缺省为用户的数据目录"),
    ("sources", "文件和文件夹"),
    ("import.from", "文件的格式：sgf、psq、renlib、rif、ggf、wthor、obf、moves；缺省由内容判断"),
    ("tag", "给每局加上此标签；可多次给出"),
    ("list.player", "棋手名字的一部分"),
    ("export.player", "棋手名字的一部分"),
    ("result", "结果：black 黑胜、white 白胜、draw 和棋、unknown 不明"),
    ("since", "不早于此日期，如 1999 或 2001-05-30"),
    ("until", "不晚于此日期"),
    ("with_tag", "带有此标签"),
    ("text", "棋手、赛事、地点或评注中含此文字"),
    ("deleted", "改为回收站中的对局"),
    (
        "sort",
        "次序：changed 最近改动、newest 最近存入、oldest 最早存入、date 对局日期、black 黑方、white 白方、longest 手数（缺省 changed）",
    ),
    ("page", "第几页，从 1 起（缺省 1）"),
    ("limit", "每页局数，至多 1000（缺省 30）"),
    ("find.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("stats.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
    ("ids", "对局编号；不给则由选项选择"),
    ("export.output", "要写的文件，- 为标准输出（缺省 -）"),
    ("deep", "同时将局面索引与对局相比较"),
    ("rebuild", "由对局重建索引"),
    ("copy", "副本；该文件必须尚不存在"),
    ("quick", "快速测量：较快，数字较粗"),
    ("protocol", "图形界面或比赛使用的协议：gomocup、gtp、nboard、json"),
    ("a", "第一个棋手：tengen、tengen:level=3，或 'cmd=./engine protocol=gomocup dir=/path name=X'"),
    ("b", "第二个棋手"),
    ("player", "另一个棋手；可多次给出"),
    ("schedule", "多于两个棋手时谁对谁：round-robin（循环赛）、gauntlet（第一个对其余）"),
    ("games", "每两个棋手的局数；每个开局各执一次黑白（缺省 20）"),
    ("move_time", "每手用时，如 500ms"),
    ("match.threads", "每个引擎的线程数（缺省 1）"),
    ("engine.threads", "线程数，以界面所说为先（缺省 1）"),
    ("book", "已学的棋谱，随提示显示；新学的加入其中（nboard）"),
    ("ponder", "在对手的时间里也思考，以界面所说为先（gomocup、gtp）"),
    ("game_time", "每局用时与每手加时，如 1m、1m+500ms"),
    ("match.depth", "搜索深度（手）"),
    ("suite.depth", "搜索深度（手）"),
    ("memory", "每个引擎的内存（MiB）"),
    ("grace", "迟到多久不判负（缺省 100ms）"),
    ("openings", "开局：每行一个的列表（着手，或 Gomocup 的偏移），或棋谱"),
    ("balanced", "随机开局，若干手，经搜索认为接近均势"),
    ("match.seed", "随机开局的种子（缺省 0）"),
    ("sprt", "对两个 Elo 差作序贯检验，得出结论即结束，如 0,10"),
    ("error", "检验出错的概率，两类相同（缺省 0.05）"),
    ("max_plies", "超过这么多手判和"),
    ("concurrency", "同时进行的局数；缺省为核心数减一"),
    ("out", "棋谱、结果和报告存于此文件夹；若其中是同一场比赛，则继续"),
    ("files", "已知答案的局面文件；格式由内容判断"),
    ("first", "每个文件只取前若干个局面"),
    ("all", "也列出已解答的局面"),
    ("shell", "哪种 shell：bash、elvish、fish、powershell、zsh"),
];

/// Puts the help into the language spoken.
pub(crate) fn localize(mut command: Command, lang: Lang) -> Command {
    if lang == Lang::En {
        return command;
    }
    // Help and version exist only once the command is built.
    command.build();
    chinese(command, "")
}

fn chinese(mut command: Command, name: &str) -> Command {
    let usage = command.render_usage().to_string();
    let usage =
        usage.trim_start_matches("Usage: ").replace("[OPTIONS]", "[选项]").replace("<COMMAND>", "<命令>");
    command = command
        .override_usage(StyledStr::from(usage))
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
        .subcommand_help_heading("命令")
        .subcommand_value_name("命令");
    if let Some((_, about, examples)) = COMMANDS.iter().find(|(n, ..)| *n == name) {
        command = command.about(*about);
        if !examples.is_empty() {
            command = command.after_help(*examples);
        }
    }
    let path = name.to_string();
    command = command.mut_args(|arg| {
        let heading = match (arg.is_positional(), arg.get_help_heading()) {
            (true, _) => "参数",
            (_, Some("Output")) => "输出",
            _ => "选项",
        };
        let help = argument(&path, arg.get_id().as_str());
        let arg = arg.help_heading(heading).hide_possible_values(true).hide_default_value(true);
        match help {
            Some(help) => arg.help(help),
            None => arg,
        }
    });
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_string()).collect();
    for sub in names {
        command = command.mut_subcommand(&sub, |c| chinese(c, &sub));
    }
    command
}

fn argument(command: &str, id: &str) -> Option<&'static str> {
    let own = format!("{command}.{id}");
    let find = |key: &str| ARGUMENTS.iter().find(|(k, _)| *k == key).map(|(_, text)| *text);
    find(&own).or_else(|| find(id))
}

/// Prints a usage error, or the help or version that was asked for.
pub(crate) fn usage_error(error: &clap::Error, lang: Lang) {
    if lang == Lang::En
        || !error.use_stderr()
        || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    {
        // Nobody to tell it to: the exit code says it.
        let _ = error.print();
        return;
    }
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(s)) => s.clone(),
        Some(ContextValue::Strings(s)) => s.join("、"),
        Some(ContextValue::Number(n)) => n.to_string(),
        Some(ContextValue::StyledStr(s)) => s.to_string(),
        _ => String::new(),
    };
    let argument = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    let text = match error.kind() {
        ErrorKind::UnknownArgument => format!("没有参数“{argument}”"),
        ErrorKind::InvalidSubcommand => format!("没有命令“{}”", get(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} 缺少值"),
        ErrorKind::InvalidValue => {
            format!("{argument} 不能是“{value}”：可选 {}", get(ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => format!("{argument} 不能是“{value}”"),
        ErrorKind::MissingRequiredArgument => format!("缺少参数：{argument}"),
        ErrorKind::ArgumentConflict => format!("{argument} 不能与 {} 同时使用", get(ContextKind::PriorArg)),
        ErrorKind::NoEquals => format!("{argument} 的值要用等号给出：{argument}=…"),
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument} 的值的个数不对")
        }
        _ => {
            let _ = error.print();
            return;
        }
    };
    eprintln!("错误: {text}");
    let similar: Vec<String> =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .map(get)
            .filter(|s| !s.is_empty())
            .collect();
    if !similar.is_empty() {
        eprintln!("提示: 是否想写“{}”？", similar.join("、"));
    }
    eprintln!("提示: --help 显示帮助");
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Every command and every argument speaks Chinese, and no line of the table is for nothing.
    #[test]
    fn all_help_is_in_chinese() {
        let mut used = std::collections::HashSet::new();
        let mut command = crate::cli::Cli::command();
        command.build();
        let mut all = vec![("", &command)];
        // A command within a command may have a name that another uses for its own `help`; that one lists names only.
        for sub in command.get_subcommands() {
            all.push((sub.get_name(), sub));
            if sub.get_name() != "help" {
                all.extend(sub.get_subcommands().map(|c| (c.get_name(), c)));
            }
        }
        for (name, command) in all {
            let about = COMMANDS.iter().find(|(n, ..)| *n == name);
            assert!(about.is_some(), "the command '{name}' has no Chinese");
            let has_examples = command.get_after_help().is_some();
            assert_eq!(about.is_some_and(|(_, _, e)| !e.is_empty()), has_examples, "examples of '{name}'");
            for arg in command.get_arguments() {
                let id = arg.get_id().as_str();
                assert!(argument(name, id).is_some(), "'{name}.{id}' has no Chinese");
                let own = format!("{name}.{id}");
                let key = if ARGUMENTS.iter().any(|(k, _)| *k == own) { own } else { id.to_string() };
                used.insert(key);
            }
        }
        for (key, _) in ARGUMENTS {
            assert!(used.contains(*key), "'{key}' is no argument");
        }
    }

    #[test]
    fn chinese_help_has_no_english_headings() {
        for name in [
            "", "play", "show", "replay", "convert", "analyze", "review", "solve", "perft", "bench", "rules",
            "library",
        ] {
            let mut command = localize(crate::cli::Cli::command(), Lang::Zh);
            let command = if name.is_empty() {
                &mut command
            } else {
                command.find_subcommand_mut(name).expect("a command")
            };
            let help = command.render_long_help().to_string();
            for english in
                ["Usage", "Options:", "Commands:", "Arguments:", "possible values", "default", "Print"]
            {
                assert!(!help.contains(english), "{name}: {english}\n{help}");
            }
            assert!(help.contains("用法"), "{help}");
        }
    }
}
