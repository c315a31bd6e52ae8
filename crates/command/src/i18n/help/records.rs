//! Records: reading a position, showing, replaying and converting.

use super::Group;

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

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
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
    ],
    arguments: &[
        ("show.record", "文件中第几份棋谱，从 1 起（缺省 1）"),
        ("replay.record", "从第几份棋谱开始，从 1 起（缺省 1）"),
        ("convert.record", "只转换第几份棋谱，从 1 起"),
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
    ],
};
