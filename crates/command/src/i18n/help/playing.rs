//! Playing: the board in the browser and on the terminal.

use super::Group;

pub(crate) const SERVE_EXAMPLES_EN: &str = "\
Examples:
  tengen                                      the board opens in the browser
  tengen serve --port 8000 --no-open          without a browser; the address is printed
  tengen serve --data ~/boards                another library
  tengen serve --host 0.0.0.0                 for others too, who need the token in the printed address";

pub(crate) const PLAY_EXAMPLES_EN: &str = "\
Examples:
  tengen play gomoku                          you are black, the engine is white
  tengen play othello --level 1 --second      the engine begins, gently
  tengen play gomoku --level perfect          you are white, and black's win is proven
  tengen play go --size 9 --two --time 10m+5s two people and a clock
  tengen play renju --opening swap2 --save game.sgf
  printf 'h8\\nquit\\n' | tengen play gomoku     without a terminal: a move or a word a line";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "serve",
            "在浏览器中打开棋盘：对弈、复盘、研究，附棋谱库；单独运行 tengen 亦同",
            "\
例：
  tengen                                      在浏览器中打开棋盘
  tengen serve --port 8000 --no-open          不打开浏览器，只显示地址
  tengen serve --data ~/boards                使用另一个棋谱库
  tengen serve --host 0.0.0.0                 供他人访问，须用所显示地址中的令牌",
        ),
        (
            "play",
            "在终端对弈，对手为人或引擎",
            "\
例：
  tengen play gomoku                          你执黑，引擎执白
  tengen play othello --level 1 --second      引擎先手，较弱
  tengen play gomoku --level perfect          你执白，对手按已证明的黑方必胜法落子
  tengen play go --size 9 --two --time 10m+5s  双人对弈，用棋钟
  tengen play renju --opening swap2 --save game.sgf
  printf 'h8\\nquit\\n' | tengen play gomoku     非终端：每行一手或一个命令",
        ),
    ],
    arguments: &[
        ("black", "谁执黑：human（人）、等级如 2、引擎:等级，或已登记的程序（缺省 human）"),
        ("white", "谁执白：human（人）、等级如 2、引擎:等级，或已登记的程序"),
        ("play.engine", "对手：Tengen 的引擎，或已登记的程序（tengen engines）"),
        ("play.level", "对手的等级，1 最弱；perfect 执黑，按无禁手和标准五子棋已证明的必胜法落子"),
        ("second", "你执白，引擎执黑"),
        ("two", "双人对弈"),
        ("play.time", "棋钟：10m、5m+3s（每手加时）、10m+5x30s（日式读秒）、10m+25/5m（加拿大读秒）"),
        ("play.seed", "引擎所用随机数的种子（不给则每次不同）"),
        ("play.ponder", "引擎在你的时间里也思考；仅限自身没有限制的最强等级"),
        ("save", "每手之后存到此文件；扩展名决定格式"),
        ("load", "从此棋谱的末尾继续"),
        ("port", "端口；缺省为 7361 或其后第一个空闲端口，0 为任意端口"),
        ("host", "监听的地址或主机名；缺省只限本机"),
        ("no_open", "不打开浏览器"),
        ("token", "客户端须出示的令牌，至少 16 个字母或数字；缺省在他人可访问时自动生成"),
        (
            "log_level",
            "在标准错误上记录什么：error、warn、info、debug、trace，或按部分，如 tengen_server=debug",
        ),
        ("web", "从此文件夹提供网页，供网页开发者使用"),
        ("plain", "即使在终端也逐行读取着法"),
        ("ascii", "只用 ASCII 字符画棋盘"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "serve",
            "ブラウザーで盤を開く：対局、検討、研究、ライブラリ。tengenだけでも同じ",
            "\
例：
  tengen                                      ブラウザーで盤を開く
  tengen serve --port 8000 --no-open          ブラウザーを開かず、アドレスだけを表示
  tengen serve --data ~/boards                別のライブラリを使う
  tengen serve --host 0.0.0.0                 ほかの人も使えるように（表示されるトークンが必要）",
        ),
        (
            "play",
            "端末で人またはエンジンと対局する",
            "\
例：
  tengen play gomoku                          あなたが黒番、エンジンが白番
  tengen play othello --level 1 --second      弱いエンジンが先手
  tengen play gomoku --level perfect          あなたが白。相手は証明済みの黒の必勝法で打つ
  tengen play go --size 9 --two --time 10m+5s  2人と対局時計
  tengen play renju --opening swap2 --save game.sgf
  printf 'h8\\nquit\\n' | tengen play gomoku     端末でなく：1行に1手または1語",
        ),
    ],
    arguments: &[
        (
            "black",
            "黒番：human（人）、2のようなレベル、エンジン:レベル、または登録したプログラム（既定human）",
        ),
        ("white", "白番：human（人）、2のようなレベル、エンジン:レベル、または登録したプログラム"),
        ("play.engine", "相手：Tengenのエンジン、または登録したプログラム（tengen engines）"),
        (
            "play.level",
            "相手のレベル。1が最弱。perfectは黒を持ち、五目並べ（freestyleとstandard）の必勝法で打つ",
        ),
        ("second", "あなたが白番、エンジンが黒番"),
        ("two", "2人で対局する"),
        ("play.time", "持ち時間：10m、5m+3s（1手ごとに加算）、10m+5x30s（秒読み）、10m+25/5m（カナダ式）"),
        ("play.seed", "エンジンの乱数の種（省略時は毎回変わる）"),
        ("play.ponder", "エンジンがあなたの時間にも考える（制限のない最強レベルのみ）"),
        ("save", "1手ごとにこのファイルへ保存する。形式は拡張子で決まる"),
        ("load", "この棋譜の最後から続ける"),
        ("port", "ポート。省略時は7361か、その後の空きポート。0なら任意のポート"),
        ("host", "待ち受けるアドレスまたはホスト名（省略時はこのマシンだけ）"),
        ("no_open", "ブラウザーを開かない"),
        (
            "token",
            "クライアントに求めるトークン（英数字16文字以上）。ほかの人が接続できる場合、省略すると自動で作る",
        ),
        (
            "log_level",
            "標準エラーに記録する内容：error、warn、info、debug、trace、または部分ごと（例：tengen_server=debug）",
        ),
        ("web", "ページをこのフォルダーから配信する（ページの開発用）"),
        ("plain", "端末でも着手を1行ずつ読む"),
        ("ascii", "盤をASCII文字だけで描く"),
    ],
};
