//! Thinking about a position or a game: analysis, review, proofs, explanations.

use super::Group;

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
  tengen solve --rules 6,5,4 --certificate 6-5-4.proof
  tengen solve game.wtb --move 44 --certificate score.proof
  tengen solve a3b3 --game tic-tac-toe --json
  tengen solve game.sgf --kind vct --time 10s --certificate win.proof
  tengen solve h8i9g7 --game renju --kind vcf --side black --tree
  tengen solve h8i9i7g9j8a1h6 --rules standard --kind vct --every-reply
  tengen solve game.sgf --move 40 --kind capture --target D4
  tengen solve game.sgf --kind life --target C18 --side white --certificate life.proof

The side to move may pass or not: --side takes it as having passed, --every-reply answers each of its replies.";

pub(crate) const PROVE_EXAMPLES_EN: &str = "\
Examples:
  tengen prove h8i9 --rules standard --work i9.work --certificate i9.proof
  tengen prove --rules standard --work standard.work --threads 8
  tengen prove h8i9 --rules standard --work i9.work --skeleton i9.skeleton
  tengen prove h8i9 --rules standard --from i9.skeleton --sample 20 --seed 7

A run that is ended at any time continues when the command is given again with the same work file.";

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

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
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
  tengen solve --rules 6,5,4 --certificate 6-5-4.proof
  tengen solve game.wtb --move 44 --certificate score.proof
  tengen solve a3b3 --game tic-tac-toe --json
  tengen solve game.sgf --kind vct --time 10s --certificate win.proof
  tengen solve h8i9g7 --game renju --kind vcf --side black --tree
  tengen solve h8i9i7g9j8a1h6 --rules standard --kind vct --every-reply
  tengen solve game.sgf --move 40 --kind capture --target D4
  tengen solve game.sgf --kind life --target C18 --side white --certificate life.proof

--side 视同轮到的一方停一手；--every-reply 则回答其每个应手。",
        ),
        (
            "prove",
            "逐个局面地建立完整的必胜策略",
            "\
例：
  tengen prove h8i9 --rules standard --work i9.work --certificate i9.proof
  tengen prove --rules standard --work standard.work --threads 8
  tengen prove h8i9 --rules standard --work i9.work --skeleton i9.skeleton
  tengen prove h8i9 --rules standard --from i9.skeleton --sample 20 --seed 7

可随时中断；用同一工作文件再次运行即可继续。",
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
    ],
    arguments: &[
        ("analyze.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("solve.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("explain.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("analyze.depth", "搜索深度（手）"),
        ("solve.depth", "搜索深度（手）"),
        ("explain.depth", "搜索深度（手）"),
        (
            "kind",
            "五子棋、连珠和 caro：证明冲四胜（vcf）、做杀胜（vct）或含静手的胜法（wide）；围棋：证明吃子（capture）、连接（connect）、死活（life）或对杀（semeai）；黑白棋：只证明胜负和（wld）",
        ),
        ("target", "围棋中所问的棋子，如 D4；连接须写两个，如 C3,E3"),
        ("side", "求胜的一方：black、white，视同轮到该方；缺省为轮到的一方"),
        ("analyze.memory", "引擎置换表的内存（MiB）"),
        ("solve.memory", "引擎置换表的内存（MiB）"),
        ("solve.certificate", "把证明写入此文件，供 tengen verify 检查"),
        ("every_reply", "求胜的是未轮到的一方：须应对轮到一方的每个应手"),
        ("prove.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("prove.side", "求胜的一方：black、white，不论轮到谁（缺省 black）"),
        ("prove.work", "把已找到的结果存入此文件；中断后由此继续"),
        ("prove.from", "先读入此文件的记录：骨架，或另一次运行的工作文件；不改动该文件"),
        ("prove.skeleton", "把骨架写入此文件：以短格式记下每个胜法是怎样找到的"),
        ("prove.sample", "不作新的搜索：重新找到随机若干条分支的胜法并验证"),
        ("prove.seed", "--sample 抽取分支的随机种子（缺省 1）"),
        ("prove.certificate", "把证明写入此文件，供 tengen verify 检查"),
        ("prove.nodes", "每个局面至多搜索多少节点；先试其十分之一（缺省 20000000）"),
        ("prove.candidates", "搜索未能取胜的局面试几手（缺省 4）"),
        ("prove.early", "子数少于此数的局面不作长搜索，直接试着法（缺省 4）"),
        ("prove.deepest", "子数达到此数的局面不再试着法（缺省 20）"),
        ("prove.hardest", "列出多少个最难的局面（缺省 10）"),
        ("prove.threads", "线程数，即同时搜索几个局面；0 为每核一个（缺省 0）"),
        ("tree", "写出整个证明，包括对每个防守的回答"),
        ("verify.certificate", "证明文件，- 为标准输入"),
        ("positions", "至多查看多少个局面；需要更多的证明不予接受（缺省 2000000000）"),
        ("lines", "列出多少个最佳着法（缺省 5）"),
        ("review.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("review.source", "文件，- 为标准输入，或着法列表如 h8i9g7"),
        ("review.at", "只复盘主变化的前若干手"),
        ("review.line", "有变化的棋谱复盘第几条线，从 1 起（1 为主线）"),
        ("review.format", "输出格式：text、html、json；缺省由输出文件名判断，否则为文本"),
        ("review.output", "写入此文件；- 为标准输出（缺省）"),
        ("review.time", "每个局面的思考时间，如 5s、500ms（缺省 1s）"),
        ("review.nodes", "每个局面的节点数或模拟局数"),
        ("review.depth", "每个局面的搜索深度（手）"),
        ("review.threads", "同时分析几个局面（缺省 1）"),
        ("explain", "说明每条规则剔除了什么及其原因（限于以规则筛选的引擎）"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "analyze",
            "局面の最善の進行をエンジンに尋ねる",
            "\
例：
  tengen analyze h8h9i8 --game gomoku --rules renju --json
  tengen analyze game.sgf --move 30 --time 10s --lines 3
  tengen analyze h8h9i8 --game gomoku --explain",
        ),
        (
            "review",
            "1局を検討する：すべての手を評価し、悪手とよりよい進行を示す",
            "\
例：
  tengen review game.sgf -o report.html       1ページに：盤、形勢グラフ、悪手、図
  tengen review game.psq --time 3s --threads 2
  tengen review f5d6c3d3c4 --game othello --depth 8 --json",
        ),
        (
            "solve",
            "双方が最善を尽くした結果を証明する",
            "\
例：
  tengen solve --game tic-tac-toe
  tengen solve --game mnk --size 4x4 --k 4
  tengen solve --rules 6,5,4 --certificate 6-5-4.proof
  tengen solve game.wtb --move 44 --certificate score.proof
  tengen solve a3b3 --game tic-tac-toe --json
  tengen solve game.sgf --kind vct --time 10s --certificate win.proof
  tengen solve h8i9g7 --game renju --kind vcf --side black --tree
  tengen solve h8i9i7g9j8a1h6 --rules standard --kind vct --every-reply
  tengen solve game.sgf --move 40 --kind capture --target D4
  tengen solve game.sgf --kind life --target C18 --side white --certificate life.proof

--sideは手番の側がパスしたものとみなし、--every-replyはそのすべての応手に答えます。",
        ),
        (
            "prove",
            "必勝手順の全体を1局面ずつ作り上げる",
            "\
例：
  tengen prove h8i9 --rules standard --work i9.work --certificate i9.proof
  tengen prove --rules standard --work standard.work --threads 8
  tengen prove h8i9 --rules standard --work i9.work --skeleton i9.skeleton
  tengen prove h8i9 --rules standard --from i9.skeleton --sample 20 --seed 7

いつでも中断でき、同じ作業ファイルで再び実行すると続きから始まります。",
        ),
        (
            "explain",
            "局面を文章で説明する：狙い、禁点とその理由、除いた候補、その手を選んだ理由",
            "\
例：
  tengen explain h8h9i8i9j8 --game gomoku
  tengen explain game.sgf --move 30 --time 5s
  tengen explain h8a1i8c1j9e1j10g1 --game renju --json",
        ),
        (
            "verify",
            "証明書を検査する：すべての受けに答えているか",
            "\
例：
  tengen verify win.proof
  tengen verify win.proof --json

すべての合法な応手に勝ちまで答えているときだけ、終了コードは0です。形式はdocs/proofs.mdにあります。",
        ),
    ],
    arguments: &[
        ("analyze.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("solve.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("explain.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("analyze.depth", "探索の深さ（手）"),
        ("solve.depth", "探索の深さ（手）"),
        ("explain.depth", "探索の深さ（手）"),
        (
            "kind",
            "証明すること。五目並べ、連珠、カロ：四追い（vcf）、追い詰め（vct）、静かな手を含む勝ち（wide）。囲碁：石を取る（capture）、連絡（connect）、死活（life）、攻め合い（semeai）。オセロ：石差を問わない勝敗（wld）",
        ),
        ("target", "囲碁で調べる石（例：D4）。連絡は2つ（例：C3,E3）"),
        ("side", "勝ちを求める側：black、white。その側の手番とみなす（省略時は手番の側）"),
        ("analyze.memory", "エンジンの置換表のメモリ（MiB）"),
        ("solve.memory", "エンジンの置換表のメモリ（MiB）"),
        ("solve.certificate", "証明をこのファイルに書き出す。「tengen verify」で検査できる"),
        ("every_reply", "手番でない側の勝ちを求める：手番の側のすべての応手に答える"),
        ("prove.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("prove.side", "勝ちを求める側：black、white。手番は問わない（既定black）"),
        ("prove.work", "見つけた結果をこのファイルに保存する。中断してもここから続けられる"),
        ("prove.from", "先に読み込む記録のファイル：骨格か、別の実行の作業ファイル。変更はしない"),
        ("prove.skeleton", "骨格をこのファイルに書き出す。各局面の勝ちをどう見つけたかの短い記録"),
        ("prove.sample", "新しい探索はせず、無作為に選んだ変化の勝ちを指定の数だけ再び見つけて検証する"),
        ("prove.seed", "--sampleで変化を選ぶ乱数の種（既定1）"),
        ("prove.certificate", "証明をこのファイルに書き出す。「tengen verify」で検査できる"),
        ("prove.nodes", "1局面の探索ノード数の上限。先にその10分の1を試す（既定20000000）"),
        ("prove.candidates", "探索で勝てなかった局面で試す手の数（既定4）"),
        ("prove.early", "石数がこれより少ない局面では長い探索をせず、手を試す（既定4）"),
        ("prove.deepest", "石数がこれに達した局面では手を試さない（既定20）"),
        ("prove.hardest", "表示する難しい局面の数（既定10）"),
        ("prove.threads", "スレッド数。同時に探索する局面の数で、0はコアごとに1つ（既定0）"),
        ("tree", "すべての受けへの答えを含め、証明の全体を書き出す"),
        ("verify.certificate", "証明書のファイル。-は標準入力"),
        ("positions", "調べる局面の上限。これを超える証明は認めない（既定2000000000）"),
        ("lines", "表示する候補手の数（既定5）"),
        ("review.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("review.source", "ファイル、-（標準入力）、またはh8i9g7のような着手の列"),
        ("review.at", "本譜の最初のこの手数だけを検討する"),
        ("review.line", "変化のある棋譜で検討する手順の番号（1から、1は本譜）"),
        ("review.format", "出力の形式：text、html、json（省略時は出力ファイル名に従い、なければ文字）"),
        ("review.output", "このファイルに書き出す。-は標準出力（既定）"),
        ("review.time", "1局面あたりの時間（例：5s、500ms、既定1s）"),
        ("review.nodes", "1局面あたりのノード数またはプレイアウト数"),
        ("review.depth", "1局面あたりの探索の深さ（手）"),
        ("review.threads", "同時に解析する局面の数（既定1）"),
        ("explain", "各規則が除いた候補とその理由を説明する（規則で絞り込むエンジンのみ）"),
    ],
};
