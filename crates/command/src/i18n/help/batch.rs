//! Bulk work on many games.

use super::Group;

pub(crate) const BATCH_EXAMPLES_EN: &str = "\
Examples:
  tengen batch replay games/ -o rows/                        every position of every record
  tengen batch analyze games/ --nodes 10000 -o analysed/     the same, each with an engine's analysis
  tengen batch selfplay --game othello -n 1000 --nodes 2000 -o played/
  tengen batch relabel played/ --nodes 50000 -o better/      the same positions, searched deeper";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "batch",
            "用全部核心处理大量对局：分析、自我对弈、复算，写成 Parquet 文件",
            "\
例：
  tengen batch replay games/ -o rows/                        每份棋谱的每个局面
  tengen batch analyze games/ --nodes 10000 -o analysed/     同上，并附引擎的分析
  tengen batch selfplay --game othello -n 1000 --nodes 2000 -o played/
  tengen batch relabel played/ --nodes 50000 -o better/      同样的局面，搜索得更深",
        ),
        ("batch analyze", "分析对局中的局面", ""),
        ("selfplay", "引擎与自己对弈", ""),
        ("relabel", "重新分析 Parquet 文件中的各行，其他列不变", ""),
        ("batch replay", "按规则重放对局，不用引擎", ""),
    ],
    arguments: &[
        ("batch analyze.at", "每局的哪些局面：all（全部）、end（最后）或数 N（每隔 N 手）（缺省 all）"),
        ("batch replay.at", "每局的哪些局面：all（全部）、end（最后）或数 N（每隔 N 手）（缺省 all）"),
        ("batch analyze.output", "存放 Parquet 文件的文件夹；中断后用同一命令继续"),
        ("batch replay.output", "存放 Parquet 文件的文件夹；中断后用同一命令继续"),
        ("selfplay.output", "存放 Parquet 文件的文件夹；中断后用同一命令继续"),
        ("relabel.output", "存放 Parquet 文件的文件夹；中断后用同一命令继续"),
        ("batch analyze.depth", "每个局面的搜索深度（手）"),
        ("selfplay.depth", "每个局面的搜索深度（手）"),
        ("relabel.depth", "每个局面的搜索深度（手）"),
        ("batch analyze.lines", "列出多少个最佳着法（缺省 1）"),
        ("selfplay.lines", "列出多少个最佳着法（缺省 1）"),
        ("relabel.lines", "列出多少个最佳着法（缺省 1）"),
        ("batch analyze.threads", "线程数，每个线程一个引擎；0 为每核一个（缺省 0）。结果与其无关"),
        ("batch replay.threads", "线程数；0 为每核一个（缺省 0）。结果与其无关"),
        ("selfplay.threads", "线程数，每个线程一个引擎；0 为每核一个（缺省 0）。结果与其无关"),
        ("relabel.threads", "线程数，每个线程一个引擎；0 为每核一个（缺省 0）。结果与其无关"),
        ("shard", "每个输出文件含多少局，或 Parquet 文件的多少行（缺省 256）"),
        ("unproven", "已有证明的行保持不变"),
        ("selfplay.games", "下多少局（缺省 100）"),
        ("random_plies", "每局开头随机选取的着法数（缺省 4）"),
        ("selfplay.max_plies", "超过这么多手的对局不计结果"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "batch",
            "全コアで多数の対局を処理する：解析、自己対局、再解析。Parquetファイルに書き出す",
            "\
例：
  tengen batch replay games/ -o rows/                        すべての棋譜のすべての局面
  tengen batch analyze games/ --nodes 10000 -o analysed/     同じものにエンジンの解析を付ける
  tengen batch selfplay --game othello -n 1000 --nodes 2000 -o played/
  tengen batch relabel played/ --nodes 50000 -o better/      同じ局面をより深く探索",
        ),
        ("batch analyze", "対局の局面を解析する", ""),
        ("selfplay", "エンジンの自己対局", ""),
        ("relabel", "Parquetファイルの各行を解析し直す（ほかの列はそのまま）", ""),
        ("batch replay", "対局をルールどおりに並べる（エンジンなし）", ""),
    ],
    arguments: &[
        ("batch analyze.at", "各局のどの局面か：all（すべて）、end（最後）、数N（N手ごと）（既定all）"),
        ("batch replay.at", "各局のどの局面か：all（すべて）、end（最後）、数N（N手ごと）（既定all）"),
        ("batch analyze.output", "Parquetファイルを置くフォルダー。中断しても同じコマンドで続けられる"),
        ("batch replay.output", "Parquetファイルを置くフォルダー。中断しても同じコマンドで続けられる"),
        ("selfplay.output", "Parquetファイルを置くフォルダー。中断しても同じコマンドで続けられる"),
        ("relabel.output", "Parquetファイルを置くフォルダー。中断しても同じコマンドで続けられる"),
        ("batch analyze.depth", "1局面あたりの探索の深さ（手）"),
        ("selfplay.depth", "1局面あたりの探索の深さ（手）"),
        ("relabel.depth", "1局面あたりの探索の深さ（手）"),
        ("batch analyze.lines", "表示する候補手の数（既定1）"),
        ("selfplay.lines", "表示する候補手の数（既定1）"),
        ("relabel.lines", "表示する候補手の数（既定1）"),
        (
            "batch analyze.threads",
            "スレッド数。スレッドごとにエンジン1つ、0はコアごとに1つ（既定0）。結果には影響しない",
        ),
        ("batch replay.threads", "スレッド数。0はコアごとに1つ（既定0）。結果には影響しない"),
        (
            "selfplay.threads",
            "スレッド数。スレッドごとにエンジン1つ、0はコアごとに1つ（既定0）。結果には影響しない",
        ),
        (
            "relabel.threads",
            "スレッド数。スレッドごとにエンジン1つ、0はコアごとに1つ（既定0）。結果には影響しない",
        ),
        ("shard", "出力ファイル1つあたりの局数、またはParquetファイルの行数（既定256）"),
        ("unproven", "証明済みの行はそのまま残す"),
        ("selfplay.games", "対局数（既定100）"),
        ("random_plies", "各局の最初に無作為に選ぶ手数（既定4）"),
        ("selfplay.max_plies", "この手数を超えた対局は結果なしとする"),
    ],
};
