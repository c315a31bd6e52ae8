//! Opening books.

use super::Group;

pub(crate) const BOOK_EXAMPLES_EN: &str = "\
Examples:
  tengen book othello make my.book --positions 2000 --depth 12
  tengen book othello deviate my.book --error 2 --range 4 --positions 10000
  tengen book othello show my.book f5d6
  tengen book othello import book.dat -o edax.book
  tengen match --game othello --a tengen:book=my.book,randomness=0.5 --b tengen --move-time 100ms";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "book",
            "制作、扩充和读取黑白棋开局库",
            "\
例：
  tengen book othello make my.book --positions 2000 --depth 12
  tengen book othello deviate my.book --error 2 --range 4 --positions 10000
  tengen book othello show my.book f5d6
  tengen book othello import book.dat -o edax.book
  tengen match --game othello --a tengen:book=my.book,randomness=0.5 --b tengen --move-time 100ms",
        ),
        ("make", "让引擎自我对弈，制作或扩充开局库", ""),
        ("deviate", "补充最佳变化附近缺少的局面", ""),
        ("book show", "显示开局库对一个局面的记录", ""),
        ("book check", "检查整个开局库：每一页、每条连接和每个数值", ""),
        ("book import", "由 Edax 的 book.dat 制作开局库", ""),
        ("book export", "写成 Edax 的 book.dat", ""),
    ],
    arguments: &[
        ("of", "开局库的棋种：othello"),
        ("make.file", "开局库；写成之前，搜索结果保存在 文件名.journal 中"),
        ("deviate.file", "开局库；写成之前，搜索结果保存在 文件名.journal 中"),
        ("make.positions", "开局库有这么多局面时结束（缺省 1000）"),
        ("deviate.positions", "开局库有这么多局面时结束（缺省 1000）"),
        ("make.moves", "从这些着法之后开始"),
        ("deviate.moves", "从这些着法之后开始"),
        ("make.threads", "每次搜索的线程数；为 1 时，同一命令总是得到同样的开局库（缺省 1）"),
        ("deviate.threads", "每次搜索的线程数；为 1 时，同一命令总是得到同样的开局库（缺省 1）"),
        ("make.depth", "新开局库的搜索深度（手；缺省 16）"),
        ("make.solve", "新开局库从多少空格起搜索到终局（缺省 20）"),
        ("make.empties", "新开局库中局面的最少空格数（缺省 24）"),
        ("make.randomness", "可走比最佳着法差不超过这么多子的着法（缺省 1）"),
        ("make.seed", "选择着法的种子（缺省 1）"),
        ("deviate.error", "一方可走比最佳着法差不超过这么多子的着法（缺省 2）"),
        ("range", "只走数值与起始局面相差不超过这么多子的变化（缺省 4）"),
        ("book show.file", "开局库"),
        ("book show.moves", "到达局面的着法；缺省为初始局面"),
        ("book show.json", "输出 JSON"),
        ("book check.file", "开局库"),
        ("book import.file", "Edax 的开局库"),
        ("book import.output", "开局库写到何处"),
        ("book export.file", "开局库"),
        ("book export.output", "Edax 的开局库写到何处"),
        ("opening_book", "黑白棋开局库（gtp、nboard、json）"),
        ("book_randomness", "可走比库中最佳着法差不超过这么多子的着法（缺省 0）"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "book",
            "オセロの定石ブックを作り、広げ、読む",
            "\
例：
  tengen book othello make my.book --positions 2000 --depth 12
  tengen book othello deviate my.book --error 2 --range 4 --positions 10000
  tengen book othello show my.book f5d6
  tengen book othello import book.dat -o edax.book
  tengen match --game othello --a tengen:book=my.book,randomness=0.5 --b tengen --move-time 100ms",
        ),
        ("make", "エンジンの自己対局でブックを作る、または広げる", ""),
        ("deviate", "最善の進行の近くに欠けている局面を補う", ""),
        ("book show", "局面についてブックの内容を表示する", ""),
        ("book check", "ブック全体を検査する：すべてのページ、つながり、評価値", ""),
        ("book import", "Edaxのbook.datからブックを作る", ""),
        ("book export", "Edaxのbook.datとして書き出す", ""),
    ],
    arguments: &[
        ("of", "ブックのゲーム：othello"),
        ("make.file", "ブック。書き終えるまで、探索の結果は ファイル名.journal に残る"),
        ("deviate.file", "ブック。書き終えるまで、探索の結果は ファイル名.journal に残る"),
        ("make.positions", "ブックの局面がこの数になったら終わる（既定1000）"),
        ("deviate.positions", "ブックの局面がこの数になったら終わる（既定1000）"),
        ("make.moves", "この手順のあとから始める"),
        ("deviate.moves", "この手順のあとから始める"),
        ("make.threads", "1回の探索のスレッド数。1なら同じコマンドから常に同じブックができる（既定1）"),
        ("deviate.threads", "1回の探索のスレッド数。1なら同じコマンドから常に同じブックができる（既定1）"),
        ("make.depth", "新しいブックの探索の深さ（手、既定16）"),
        ("make.solve", "新しいブックで終局まで読み切る空きマスの数（既定20）"),
        ("make.empties", "新しいブックに入れる局面の空きマスの最小数（既定24）"),
        ("make.randomness", "最善手との差がこの石数以内の手も打つ（既定1）"),
        ("make.seed", "手を選ぶシード（既定1）"),
        ("deviate.error", "一方は最善手との差がこの石数以内の手も打つ（既定2）"),
        ("range", "評価値と開始局面との差がこの石数以内の進行だけをたどる（既定4）"),
        ("book show.file", "ブック"),
        ("book show.moves", "局面までの手順。既定は初期局面"),
        ("book show.json", "JSONで出力"),
        ("book check.file", "ブック"),
        ("book import.file", "Edaxのブック"),
        ("book import.output", "ブックの書き出し先"),
        ("book export.file", "ブック"),
        ("book export.output", "Edaxのブックの書き出し先"),
        ("opening_book", "オセロの定石ブック（gtp、nboard、json）"),
        ("book_randomness", "ブックの最善手との差がこの石数以内の手も打つ（既定0）"),
    ],
};
