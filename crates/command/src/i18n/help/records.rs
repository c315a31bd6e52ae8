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
  tengen convert win.proof win.txt --to text
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
  tengen convert win.proof win.txt --to text
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
        ("candidates", "显示引擎考虑的着法，至多若干个"),
        ("no_coords", "不画坐标"),
        ("no_last", "不标最后一手"),
        ("no_marks", "不画棋谱的标记、箭头、连线和禁手点"),
        ("width", "图片宽度（像素）"),
        ("theme", "图片样式：classic、print（缺省 classic）"),
        ("paths", "文件；与 --check 同用时可为文件夹，检查其中所有棋谱"),
        ("check", "按规则检查每份棋谱的所有变化，报告违规之处"),
        ("input", "要读的文件，- 为标准输入，也可以是着法列表"),
        ("convert.output", "要写的文件，- 为标准输出"),
        ("to", "输出的格式；缺省取自输出文件的扩展名。证明文件：text、binary"),
        ("split", "每份棋谱写入单独的文件：game-1.psq、game-2.psq……"),
        ("year", "对局年份，格式需要而棋谱未记时使用（WTHOR）"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "show",
            "局面を文字、SVG、PNGで、対局をGIFアニメーションで表示する",
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
            "棋譜を1手ずつ並べる、またはルールに照らして検査する",
            "\
例：
  tengen replay game.sgf                      矢印キーで1手ずつ並べる
  tengen replay --check games/                最後の行：N局、M手、例外E件",
        ),
        (
            "convert",
            "棋譜の形式を変換する",
            "\
例：
  tengen convert game.sgf game.psq
  tengen convert WTH_2001.wtb games.sgf
  tengen convert many.sgf one.psq --split
  tengen convert win.proof win.txt --to text
  echo h8i9g7 | tengen convert - - --from moves --game gomoku --to sgf",
        ),
    ],
    arguments: &[
        ("show.record", "ファイルの何件目の棋譜か（1から、既定1）"),
        ("replay.record", "何件目の棋譜から始めるか（1から、既定1）"),
        ("convert.record", "この番号の棋譜だけを変換する（1から）"),
        ("format", "出力の形式：text、svg、png、gif（1手ずつの動画）。省略時は拡張子に従い、なければ文字"),
        ("show.output", "標準出力でなく、このファイルに書き出す"),
        ("numbers", "手数の表示：all すべて、last:N 最後のN手、from:N N手目から"),
        ("hints", "打てる点に印を付ける"),
        ("candidates", "エンジンの候補手を表示する（数の上限）"),
        ("no_coords", "座標を描かない"),
        ("no_last", "最終手に印を付けない"),
        ("no_marks", "棋譜の印・矢印・線と禁点を描かない"),
        ("width", "図の幅（ピクセル）"),
        ("theme", "図の様式：classic、print（既定classic）"),
        ("paths", "ファイル。--checkではフォルダーも可（中の棋譜をすべて検査）"),
        ("check", "棋譜の変化をすべてルールに照らして検査し、違反を報告する"),
        ("input", "読み込むファイル。-は標準入力。着手の列でもよい"),
        ("convert.output", "書き出すファイル。-は標準出力"),
        ("to", "出力の形式（省略時は出力ファイルの拡張子に従う）。証明書ではtext、binary"),
        ("split", "棋譜ごとに別のファイルへ書き出す：game-1.psq、game-2.psq…"),
        ("year", "対局の年。形式に必要で棋譜にないときに使う（WTHOR）"),
    ],
};
