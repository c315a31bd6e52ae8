//! The library of games and its own commands.

use super::Group;

pub(crate) const LIBRARY_EXAMPLES_EN: &str = "\
Examples:
  tengen library import games/                every record below a folder
  tengen library list --player Tamenori --since 1999
  tengen library stats f5d6c3 --game othello  what was played next, and how it ended
  tengen library find h8i9g7 --game gomoku    the games with this position, however it is turned
  tengen library export --with-tag mine -o mine.sgf
  tengen library export --parquet -o games.parquet
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
  tengen library find h8i9g7 --game gomoku    含此局面的对局，不论方向
  tengen library export --with-tag mine -o mine.sgf
  tengen library export --parquet -o games.parquet
  tengen library backup copy.db
  tengen library recover damaged.db --into library.db",
        ),
        ("import", "导入任何格式的棋谱文件和文件夹", ""),
        ("list", "按棋手、日期、结果、标签或文字列出对局", ""),
        ("find", "查找含某局面的对局，不论棋盘方向", ""),
        ("stats", "统计某局面之后的着手及其结果", ""),
        ("export", "把对局写成任何格式的文件", ""),
        ("check", "检查文件、对局和索引", ""),
        ("backup", "在使用中把对局库复制到新文件", ""),
        ("recover", "从已损坏的对局库中救出仍能读取的对局", ""),
    ],
    arguments: &[
        ("data", "对局库所在的文件夹；缺省为用户的数据目录"),
        ("sources", "文件和文件夹"),
        ("damaged", "已损坏的对局库；文件不会被改动"),
        ("into", "存入对局的库，没有则新建；缺省为文件夹中的对局库"),
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
        ("parquet", "写成 Parquet 文件，每局一行"),
        ("export.output", "要写的文件，- 为标准输出（缺省 -）"),
        ("deep", "同时将局面索引与对局相比较"),
        ("rebuild", "由对局重建索引"),
        ("copy", "副本；该文件必须尚不存在"),
    ],
};
