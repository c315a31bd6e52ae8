//! Engines: serving a protocol, matches, suites.

use super::Group;

pub(crate) const ENGINE_EXAMPLES_EN: &str = "\
Examples:
  tengen engine gomocup                       for Piskvork, Yixin-Board and tournaments
  tengen engine gomocup --level perfect       as Black from the empty board: wins against anything
  tengen engine gtp --game go --size 9        for Sabaki, GoGui and the like
  tengen engine nboard                        for NBoard
  tengen engine json                          for programs: a JSON object a line";

pub(crate) const ENGINES_EXAMPLES_EN: &str = "\
Examples:
  tengen engines add 'GNU Go' --protocol gtp \\
    --cmd 'gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead'
  tengen engines add KataGo --cmd 'katago gtp -config gtp.cfg -model net.bin.gz' --protocol gtp
  tengen engines add Rapfi --cmd ./pbrain-rapfi --protocol gomocup --dir ~/rapfi --openings coloured
  tengen match --game go --size 9 --games 10 --nodes 3000 --a tengen --b 'GNU Go'";

pub(crate) const MATCH_EXAMPLES_EN: &str = "\
Examples:
  tengen match --game gomoku --rules freestyle --games 20 --move-time 500ms --a tengen \\
    --b 'cmd=./engine dir=/path protocol=gomocup' --out results
  tengen match --game go --size 9 --nodes 3000 --a tengen \\
    --b 'cmd=\"gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

The last line is the first player's points, Elo with its interval of 95%, and faults by kind.";

pub(crate) const SUITE_EXAMPLES_EN: &str = "\
Examples:
  tengen suite fforum-1-19.obf --time 10s
  tengen suite mates-renju.jsonl --time 1s --all
  tengen suite mates-renju.jsonl --engine threats --time 1s
  tengen suite renju-forbidden.txt            answered by the rules, without an engine
  tengen suite tactics.tst --nodes 2000       for each search of a question about chains";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "engine",
            "作为引擎服务于图形界面或比赛：经标准输入输出对话",
            "\
例：
  tengen engine gomocup                       用于 Piskvork、Yixin-Board 和比赛
  tengen engine gomocup --level perfect       执黑从空棋盘开始必胜
  tengen engine gtp --game go --size 9        用于 Sabaki、GoGui 等
  tengen engine nboard                        用于 NBoard
  tengen engine json                          用于程序：每行一个 JSON 对象",
        ),
        (
            "engines",
            "登记外部程序作为引擎，供浏览器棋盘和比赛使用",
            "\
例：
  tengen engines add 'GNU Go' --protocol gtp \\
    --cmd 'gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead'
  tengen engines add KataGo --cmd 'katago gtp -config gtp.cfg -model net.bin.gz' --protocol gtp
  tengen engines add Rapfi --cmd ./pbrain-rapfi --protocol gomocup --dir ~/rapfi --openings coloured
  tengen match --game go --size 9 --games 10 --nodes 3000 --a tengen --b 'GNU Go'",
        ),
        ("engines list", "列出已登记的程序", ""),
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
  tengen suite tactics.tst --nodes 2000       关于棋块的问题：每次搜索的上限",
        ),
        (
            "match",
            "让任意两个引擎对局，内置或外部均可",
            "\
例：
  tengen match --game gomoku --rules freestyle --games 20 --move-time 500ms --a tengen \\
    --b 'cmd=./engine dir=/path protocol=gomocup' --out results
  tengen match --game go --size 9 --nodes 3000 --a tengen \\
    --b 'cmd=\"gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

最后一行是第一个棋手的得分、Elo 及其 95% 区间，以及各类失误。",
        ),
    ],
    arguments: &[
        ("protocol", "图形界面或比赛使用的协议：gomocup、gtp、nboard、json"),
        ("engines.data", "棋谱库所在的文件夹，程序也登记在其中；缺省为用户的数据目录"),
        ("engines.json", "以 JSON 格式列出"),
        ("engines list.json", "以 JSON 格式列出"),
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
        ("games", "每两个棋手的局数；每个开局各执一次黑白（缺省 20，用 --sprt 时最多 1000）"),
        ("move_time", "每手用时，如 500ms"),
        ("match.threads", "每个引擎的线程数（缺省 1）"),
        ("engine.threads", "线程数，以界面所说为先（缺省 1）"),
        ("engine.seed", "引擎随机数的种子；不给则每次另取（gomocup、gtp）"),
        ("book", "已学的棋谱，随提示显示；新学的加入其中（nboard）"),
        ("engine.ponder", "在对手的时间里也思考，以界面所说为先（gomocup、gtp）"),
        ("match.ponder", "各方在对手的时间里也思考"),
        ("game_time", "每局用时与每手加时，如 1m、1m+500ms"),
        ("match.depth", "搜索深度（手）"),
        ("suite.depth", "搜索深度（手）"),
        ("memory", "每个引擎的内存（MiB）"),
        ("grace", "迟到多久不判负（缺省 100ms）"),
        ("openings", "开局：每行一个的列表（着法，或 Gomocup 的偏移），或棋谱"),
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

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "engine",
            "GUIや大会のためにエンジンとして動く（標準入出力で対話）",
            "\
例：
  tengen engine gomocup                       Piskvork、Yixin-Board、大会用
  tengen engine gomocup --level perfect       空の盤から黒を持てば必ず勝つ
  tengen engine gtp --game go --size 9        Sabaki、GoGuiなど用
  tengen engine nboard                        NBoard用
  tengen engine json                          プログラム用：1行に1つのJSONオブジェクト",
        ),
        (
            "engines",
            "外部プログラムをエンジンとして登録する（ブラウザーの盤と対戦で使用）",
            "\
例：
  tengen engines add 'GNU Go' --protocol gtp \\
    --cmd 'gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead'
  tengen engines add KataGo --cmd 'katago gtp -config gtp.cfg -model net.bin.gz' --protocol gtp
  tengen engines add Rapfi --cmd ./pbrain-rapfi --protocol gomocup --dir ~/rapfi --openings coloured
  tengen match --game go --size 9 --games 10 --nodes 3000 --a tengen --b 'GNU Go'",
        ),
        ("engines list", "登録したプログラムを一覧", ""),
        ("add", "プログラムを試してから登録する", ""),
        ("remove", "プログラムの登録を解除する（プログラム自体はそのまま）", ""),
        ("test", "プログラムを起動し、各ゲームで1手打たせる", ""),
        (
            "suite",
            "正解のわかっている局面をエンジンに解かせる",
            "\
例：
  tengen suite fforum-1-19.obf --time 10s
  tengen suite mates-renju.jsonl --time 1s --all
  tengen suite mates-renju.jsonl --engine threats --time 1s
  tengen suite renju-forbidden.txt            エンジンを使わず、ルールで答える
  tengen suite tactics.tst --nodes 2000       石についての質問では探索ごとの上限",
        ),
        (
            "match",
            "エンジン同士の対戦を行う（内蔵でも外部でも）",
            "\
例：
  tengen match --game gomoku --rules freestyle --games 20 --move-time 500ms --a tengen \\
    --b 'cmd=./engine dir=/path protocol=gomocup' --out results
  tengen match --game go --size 9 --nodes 3000 --a tengen \\
    --b 'cmd=\"gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead\" protocol=gtp'
  tengen match --game othello --nodes 10000 --a tengen:level=4 --b tengen:level=3 --balanced 8 --sprt 0,20

最後の行は、1人目の得点、Eloと95%区間、種類別の失敗です。",
        ),
    ],
    arguments: &[
        ("protocol", "GUIや大会が使うプロトコル：gomocup、gtp、nboard、json"),
        (
            "engines.data",
            "ライブラリのフォルダー。プログラムの登録先でもある（省略時はユーザーのデータフォルダー）",
        ),
        ("engines.json", "一覧をJSONで出力"),
        ("engines list.json", "一覧をJSONで出力"),
        ("add.name", "メニュー、結果、棋譜での名前"),
        ("add.cmd", "プログラムと引数（引用符はシェルと同じ）"),
        ("add.protocol", "プログラムが使うプロトコル：gomocup、gtp、nboard、json"),
        (
            "add.game",
            "プログラムが打てるゲーム。複数指定可。省略時は五目並べ（gomocup）、囲碁（gtp）、オセロ（nboard）",
        ),
        ("add.dir", "プログラムを起動するフォルダー"),
        ("add.init", "起動時に送る1行。複数指定可"),
        (
            "add.openings",
            "開局規定の手順を誰が進めるか：own（プログラム自身）、coloured（プログラム自身。各石の色も伝える）、tengen",
        ),
        ("add.replace", "同じ名前のプログラムを置き換える"),
        ("add.untested", "試さずに登録する"),
        ("remove.name", "プログラムの名前"),
        ("test.name", "プログラムの名前"),
        (
            "a",
            "1人目の対局者：tengen、tengen:level=3、登録したプログラム、または'cmd=./engine protocol=gomocup dir=/path name=X'",
        ),
        ("b", "2人目の対局者"),
        ("player", "ほかの対局者。複数指定可"),
        ("schedule", "3人以上の場合の組み合わせ：round-robin（総当たり）、gauntlet（1人目対ほか全員）"),
        ("games", "1組あたりの局数。各開局を黒白1局ずつ打つ（既定20、--sprtでは最大1000）"),
        ("move_time", "1手の時間（例：500ms）"),
        ("match.threads", "エンジンごとのスレッド数（既定1）"),
        ("engine.threads", "スレッド数。GUIの指定を優先（既定1）"),
        ("engine.seed", "エンジンの乱数の種。省略すると毎回変わる（gomocup、gtp）"),
        ("book", "学習済みの定石。ヒントと一緒に表示し、新しく学んだものを加える（nboard）"),
        ("engine.ponder", "相手の時間にも考える。GUIの指定を優先（gomocup、gtp）"),
        ("match.ponder", "どの対局者も相手の時間に考える"),
        ("game_time", "1局の持ち時間と1手ごとの加算（例：1m、1m+500ms）"),
        ("match.depth", "探索の深さ（手）"),
        ("suite.depth", "探索の深さ（手）"),
        ("memory", "エンジンごとのメモリ（MiB）"),
        ("grace", "この時間までの遅れは負けにしない（既定100ms）"),
        ("openings", "開局：1行に1つの一覧（着手またはGomocupのオフセット）、または棋譜"),
        ("balanced", "この手数の無作為な開局のうち、探索で互角とみたもの"),
        (
            "balance_nodes",
            "互角かどうかを判断する探索のノード数。多いほど、勝負のついた開局が減る（既定2000）",
        ),
        ("match.seed", "無作為な開局の種（既定0）"),
        ("sprt", "2つのElo差の逐次検定。結論が出たら終わる（例：0,10）"),
        ("error", "検定が誤る確率（2種類とも同じ、既定0.05）"),
        ("max_plies", "この手数を超えたら引き分け"),
        ("concurrency", "同時に行う局数（省略時はコア数−1）"),
        ("out", "棋譜、結果、レポートを置くフォルダー。同じ対戦があれば続きから始める"),
        ("suite.files", "正解付きの局面ファイル。形式は内容から判断"),
        ("suite.first", "各ファイルの先頭からこの数の局面だけを使う"),
        ("all", "解けた局面も表示する"),
    ],
};
