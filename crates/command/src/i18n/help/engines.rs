//! Engines: serving a protocol, matches, suites.

use super::Group;

pub(crate) const ENGINE_EXAMPLES_EN: &str = "\
Examples:
  tengen engine gomocup                       for Piskvork, Yixin-Board and tournaments
  tengen engine gtp --game go --size 9        for Sabaki, GoGui and the like
  tengen engine nboard                        for NBoard
  tengen engine json                          for programs: a JSON object a line";

pub(crate) const ENGINES_EXAMPLES_EN: &str = "\
Examples:
  tengen engines add 'GNU Go' --cmd 'gnugo --mode gtp --chinese-rules' --protocol gtp
  tengen engines add KataGo --cmd 'katago gtp -config gtp.cfg -model net.bin.gz' --protocol gtp
  tengen engines add Rapfi --cmd ./pbrain-rapfi --protocol gomocup --dir ~/rapfi --openings coloured
  tengen match --game go --size 9 --games 10 --move-time 1s --a tengen --b 'GNU Go'";

pub(crate) const MATCH_EXAMPLES_EN: &str = "\
Examples:
  tengen match --game gomoku --rules freestyle --games 20 --move-time 500ms --a tengen \\
    --b 'cmd=./engine dir=/path protocol=gomocup' --out results
  tengen match --game go --size 9 --nodes 3000 --a tengen \\
    --b 'cmd=\"gnugo --mode gtp --chinese-rules --positional-superko\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

The last line is the first player's points, Elo with its interval of 95 %, and faults by kind.";

pub(crate) const SUITE_EXAMPLES_EN: &str = "\
Examples:
  tengen suite fforum-1-19.obf --time 10s
  tengen suite mates-renju.jsonl --time 1s --all
  tengen suite mates-renju.jsonl --engine threats --time 1s
  tengen suite renju-forbidden.txt            answered by the rules, without an engine
  tengen suite tactics.tst --nodes 2000 --json";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
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
            "engines",
            "登记外部程序作为引擎，供浏览器棋盘和比赛使用",
            "\
例：
  tengen engines add 'GNU Go' --cmd 'gnugo --mode gtp --chinese-rules' --protocol gtp
  tengen engines add KataGo --cmd 'katago gtp -config gtp.cfg -model net.bin.gz' --protocol gtp
  tengen engines add Rapfi --cmd ./pbrain-rapfi --protocol gomocup --dir ~/rapfi --openings coloured
  tengen match --game go --size 9 --games 10 --move-time 1s --a tengen --b 'GNU Go'",
        ),
        ("add", "试用后登记一个程序", ""),
        ("remove", "从列表中移除一个程序；程序本身不变", ""),
        ("test", "启动一个程序，请它在各棋种中走一手", ""),
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
  tengen match --game go --size 9 --nodes 3000 --a tengen \\
    --b 'cmd=\"gnugo --mode gtp --chinese-rules --positional-superko\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

最后一行是第一个棋手的得分、Elo 及其 95 % 区间，以及各类失误。",
        ),
    ],
    arguments: &[
        ("protocol", "图形界面或比赛使用的协议：gomocup、gtp、nboard、json"),
        ("engines.data", "对局库所在的文件夹，程序也登记在其中；缺省为用户的数据目录"),
        ("engines.json", "以 JSON 列出"),
        ("add.name", "在菜单、结果和棋谱中的名字"),
        ("add.cmd", "程序及其参数，引号用法同 shell"),
        ("add.protocol", "程序使用的协议：gomocup、gtp、nboard、json"),
        ("add.game", "程序会下的棋；可多次给出；缺省为五子棋（gomocup）、围棋（gtp）、黑白棋（nboard）"),
        ("add.dir", "启动程序的文件夹"),
        ("add.init", "启动时发送的一行；可多次给出"),
        (
            "add.openings",
            "谁替它走开局规则的各步：own（程序自己）、coloured（程序自己，并告知每子的归属）、tengen",
        ),
        ("add.replace", "替换同名的程序"),
        ("add.untested", "不试用，直接登记"),
        ("remove.name", "程序的名字"),
        ("test.name", "程序的名字"),
        (
            "a",
            "第一个棋手：tengen、tengen:level=3、已登记的程序，或 'cmd=./engine protocol=gomocup dir=/path name=X'",
        ),
        ("b", "第二个棋手"),
        ("player", "另一个棋手；可多次给出"),
        ("schedule", "多于两个棋手时谁对谁：round-robin（循环赛）、gauntlet（第一个对其余）"),
        ("games", "每两个棋手的局数；每个开局各执一次黑白（缺省 20）"),
        ("move_time", "每手用时，如 500ms"),
        ("match.threads", "每个引擎的线程数（缺省 1）"),
        ("engine.threads", "线程数，以界面所说为先（缺省 1）"),
        ("engine.seed", "引擎随机数的种子；不给则每次另取（gomocup、gtp）"),
        ("book", "已学的棋谱，随提示显示；新学的加入其中（nboard）"),
        ("ponder", "在对手的时间里也思考，以界面所说为先（gomocup、gtp）"),
        ("game_time", "每局用时与每手加时，如 1m、1m+500ms"),
        ("match.depth", "搜索深度（手）"),
        ("suite.depth", "搜索深度（手）"),
        ("memory", "每个引擎的内存（MiB）"),
        ("grace", "迟到多久不判负（缺省 100ms）"),
        ("openings", "开局：每行一个的列表（着手，或 Gomocup 的偏移），或棋谱"),
        ("balanced", "随机开局，若干手，经搜索认为接近均势"),
        ("balance_nodes", "搜索多少节点后须认为接近均势；越多，已分胜负的开局越少（缺省 2000）"),
        ("match.seed", "随机开局的种子（缺省 0）"),
        ("sprt", "对两个 Elo 差作序贯检验，得出结论即结束，如 0,10"),
        ("error", "检验出错的概率，两类相同（缺省 0.05）"),
        ("max_plies", "超过这么多手判和"),
        ("concurrency", "同时进行的局数；缺省为核心数减一"),
        ("out", "棋谱、结果和报告存于此文件夹；若其中是同一场比赛，则继续"),
        ("suite.files", "已知答案的局面文件；格式由内容判断"),
        ("suite.first", "每个文件只取前若干个局面"),
        ("all", "也列出已解答的局面"),
    ],
};
