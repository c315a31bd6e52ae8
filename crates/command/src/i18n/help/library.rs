//! The library of games and its own commands.

use super::Group;

pub(crate) const LIBRARY_EXAMPLES_EN: &str = "\
Examples:
  tengen library import games/                every record below a folder
  tengen library list --player Tamenori --since 1999
  tengen library stats f5d6c3 --game othello  what was played next, and how it ended
  tengen library player tamenori --game othello   results, openings, mistakes
  tengen library review --player tamenori --depth 8 --threads 4   reviews the games first
  tengen library find h8i9g7 --game gomoku    the games with this position, however it is turned
  tengen library export --with-tag mine -o mine.sgf
  tengen library export --parquet -o games.parquet
  tengen library tag 3 5 --add mine
  tengen library remove 3                     to the bin; restore 3 brings it back
  tengen library backup copy.db
  tengen library recover damaged.db --into library.db";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "library",
            "保存对局：导入、检索、按局面查找、导出",
            "\
例：
  tengen library import games/                导入文件夹中的所有棋谱
  tengen library list --player Tamenori --since 1999
  tengen library stats f5d6c3 --game othello  之后下过什么，结果如何
  tengen library player tamenori --game othello   战绩、开局、失误
  tengen library review --player tamenori --depth 8 --threads 4   先复盘其对局
  tengen library find h8i9g7 --game gomoku    含此局面的对局，不论方向
  tengen library export --with-tag mine -o mine.sgf
  tengen library export --parquet -o games.parquet
  tengen library tag 3 5 --add mine
  tengen library remove 3                     移入回收站；restore 3 可恢复
  tengen library backup copy.db
  tengen library recover damaged.db --into library.db",
        ),
        ("import", "导入任何格式的棋谱文件和文件夹", ""),
        ("list", "按棋手、日期、结果、标签或文字列出对局", ""),
        ("find", "查找含某局面的对局，不论棋盘方向", ""),
        ("stats", "统计某局面之后的着法及其结果", ""),
        ("library player", "显示一位棋手的战绩、开局和失误", ""),
        ("library review", "用引擎复盘对局并保存，供页面和棋手的失误统计使用", ""),
        ("export", "把对局写成任何格式的文件", ""),
        ("library remove", "把对局移入回收站，不再列出", ""),
        ("library restore", "从回收站恢复对局", ""),
        ("library tag", "给对局添加或去掉标签", ""),
        ("check", "检查文件、对局和索引", ""),
        ("backup", "在使用中把棋谱库复制到新文件", ""),
        ("recover", "从已损坏的棋谱库中救出仍能读取的对局", ""),
    ],
    arguments: &[
        ("data", "棋谱库所在的文件夹；缺省为用户的数据目录"),
        ("sources", "文件和文件夹"),
        ("damaged", "已损坏的棋谱库；文件不会被改动"),
        ("into", "存入对局的库，没有则新建；缺省为文件夹中的棋谱库"),
        ("import.from", "文件的格式：sgf、psq、renlib、rif、ggf、wthor、obf、moves、diagram；缺省由内容判断"),
        ("tag", "给每局加上此标签（多个用逗号分开）；可多次给出"),
        ("list.player", "棋手名字的一部分"),
        ("export.player", "棋手名字的一部分"),
        ("library review.player", "棋手名字的一部分"),
        ("library review.all", "复盘棋谱库中的全部对局"),
        ("find.player", "棋手名字的一部分"),
        ("stats.player", "棋手名字的一部分"),
        ("library player.player", "棋手的名字，或只有此人含有的一部分"),
        ("library player.side", "只计执此色的对局：black、white"),
        ("library player.moves", "按最初几手区分开局，至多 100；缺省按开局名称（如有）"),
        ("library player.limit", "列出的开局数（缺省 20）"),
        ("again", "已有完整复盘的对局也重新复盘"),
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
        ("game_numbers", "对局编号"),
        ("library export.to", "输出的格式；缺省取自输出文件的扩展名，标准输出则为 SGF"),
        ("tag.add", "添加此标签（多个用逗号分开）；可多次给出"),
        ("tag.remove", "去掉此标签（多个用逗号分开）；可多次给出"),
        ("parquet", "写成 Parquet 文件，每局一行"),
        ("export.output", "要写的文件，- 为标准输出（缺省 -）"),
        ("deep", "同时将局面索引与对局相比较"),
        ("rebuild", "由对局重建索引"),
        ("copy", "副本；该文件必须尚不存在"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "library",
            "棋譜の保存：読み込み、検索、局面検索、書き出し",
            "\
例：
  tengen library import games/                フォルダー以下の棋譜をすべて読み込む
  tengen library list --player Tamenori --since 1999
  tengen library stats f5d6c3 --game othello  次の手とその結果
  tengen library player tamenori --game othello   成績、定石、ミス
  tengen library review --player tamenori --depth 8 --threads 4   先に対局を検討する
  tengen library find h8i9g7 --game gomoku    この局面を含む対局（向きは問わない）
  tengen library export --with-tag mine -o mine.sgf
  tengen library export --parquet -o games.parquet
  tengen library tag 3 5 --add mine
  tengen library remove 3                     ごみ箱に移す。restore 3で元に戻す
  tengen library backup copy.db
  tengen library recover damaged.db --into library.db",
        ),
        ("import", "棋譜のファイルやフォルダーを読み込む（形式は問わない）", ""),
        ("list", "対局者、日付、結果、タグ、文字で対局を一覧する", ""),
        ("find", "ある局面を含む対局を探す（盤の向きは問わない）", ""),
        ("stats", "ある局面の次の手と結果を集計する", ""),
        ("library player", "対局者の成績、定石、ミスを表示する", ""),
        ("library review", "対局をエンジンで検討して保存する。画面と対局者のミスの集計に使う", ""),
        ("export", "対局を任意の形式のファイルに書き出す", ""),
        ("library remove", "対局をごみ箱に移し、一覧から外す", ""),
        ("library restore", "ごみ箱の対局を元に戻す", ""),
        ("library tag", "対局にタグを付ける、外す", ""),
        ("check", "ファイル、対局、索引を検査する", ""),
        ("backup", "使用中のライブラリを新しいファイルにコピーする", ""),
        ("recover", "壊れたライブラリから、まだ読める対局を取り出す", ""),
    ],
    arguments: &[
        ("data", "ライブラリのフォルダー（省略時はユーザーのデータフォルダー）"),
        ("sources", "ファイルとフォルダー"),
        ("damaged", "壊れたライブラリ。ファイルは変更しない"),
        ("into", "対局を入れるライブラリ。なければ作る（省略時はフォルダーのライブラリ）"),
        (
            "import.from",
            "ファイルの形式：sgf、psq、renlib、rif、ggf、wthor、obf、moves、diagram（省略時は内容から判断）",
        ),
        ("tag", "各局に付けるタグ。コンマで区切って複数可"),
        ("list.player", "対局者名の一部"),
        ("export.player", "対局者名の一部"),
        ("library review.player", "対局者名の一部"),
        ("library review.all", "ライブラリの全局を検討する"),
        ("find.player", "対局者名の一部"),
        ("stats.player", "対局者名の一部"),
        ("library player.player", "対局者の名前、または他の対局者にない一部分"),
        ("library player.side", "この色で打った対局だけ：black、white"),
        ("library player.moves", "最初の何手で区別するか。最大100（省略時は名前があれば名前で区別）"),
        ("library player.limit", "表示する定石の数（既定20）"),
        ("again", "検討済みの対局ももう一度検討する"),
        ("result", "結果：black 黒勝ち、white 白勝ち、draw 引き分け、unknown 不明"),
        ("since", "この日付以降（例：1999、2001-05-30）"),
        ("until", "この日付以前"),
        ("with_tag", "このタグの付いた対局"),
        ("text", "対局者、大会、場所、コメントに含まれる文字"),
        ("deleted", "ごみ箱の対局を対象にする"),
        (
            "sort",
            "並べ方：changed 更新順、newest 新しい順、oldest 古い順、date 対局日、black 黒の名前、white 白の名前、longest 手数（既定changed）",
        ),
        ("page", "ページ番号（1から、既定1）"),
        ("limit", "1ページの局数。最大1000（既定30）"),
        ("find.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("stats.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("ids", "対局の番号。省略時はオプションで選ぶ"),
        ("export.output", "書き出すファイル。-は標準出力（既定-）"),
        ("game_numbers", "対局の番号"),
        ("library export.to", "出力の形式（省略時は出力ファイルの拡張子に従う。標準出力ならSGF）"),
        ("tag.add", "付けるタグ。コンマで区切って複数可"),
        ("tag.remove", "外すタグ。コンマで区切って複数可"),
        ("parquet", "1局1行のParquetファイルとして書き出す"),
        ("deep", "局面の索引も対局と照合する"),
        ("rebuild", "索引を対局から作り直す"),
        ("copy", "コピー先。まだないファイルを指定"),
    ],
};
