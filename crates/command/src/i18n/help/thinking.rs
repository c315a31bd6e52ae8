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
            "五子棋、连珠和 caro：证明冲四胜（vcf）、做杀胜（vct）或含静手的胜法（wide）；围棋：证明吃子（capture）、连接（connect）或死活（life）",
        ),
        ("target", "围棋中所问的棋子，如 D4；连接须写两个，如 C3,E3"),
        ("side", "求胜的一方：black、white，视同轮到该方；缺省为轮到的一方"),
        ("solve.certificate", "把证明写入此文件，供 tengen verify 检查"),
        ("every_reply", "求胜的是未轮到的一方：须应对轮到一方的每个应手"),
        ("prove.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("prove.side", "求胜的一方：black、white，不论轮到谁（缺省 black）"),
        ("prove.work", "把已找到的结果存入此文件；中断后由此继续"),
        ("prove.certificate", "把证明写入此文件，供 tengen verify 检查"),
        ("prove.nodes", "每个局面至多搜索多少节点；先试其百分之一与十分之一（缺省 20000000）"),
        ("prove.candidates", "搜索未能取胜的局面试几手（缺省 4）"),
        ("prove.early", "子数少于此数的局面不作长搜索，直接试着手（缺省 4）"),
        ("prove.deepest", "子数达到此数的局面不再试着手（缺省 12）"),
        ("prove.hardest", "列出多少个最难的局面（缺省 10）"),
        ("prove.threads", "同时搜索几个局面（缺省 1）"),
        ("tree", "写出整个证明，包括对每个防守的回答"),
        ("verify.certificate", "证明文件，- 为标准输入"),
        ("positions", "至多查看多少个局面；需要更多的证明不予接受（缺省 2000000000）"),
        ("lines", "列出多少个最佳着手（缺省 5）"),
        ("review.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("review.source", "文件，- 为标准输入，或着手列表如 h8i9g7"),
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
