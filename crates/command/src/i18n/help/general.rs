//! The program itself, and the arguments that many commands share.

use super::Group;

pub(crate) const EXAMPLES_EN: &str = "\
Examples:
  tengen                                      the board in the browser
  tengen play gomoku                          a game on this terminal
  tengen show h8i9g7 --game gomoku            the position after three moves
  tengen convert game.sgf game.psq            from one format to another
  tengen replay --check games/                every record below a folder, by the rules
  tengen analyze h8h9i8 --game renju --json   the best lines, for a program

Exit codes: 0 done; 1 done, and the answer is no; 2 wrong command line; 3 wrong input; 4 output failed; 130 Ctrl-C.";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "",
            "对弈、裁判、求解并展示在格子上落子的各种棋",
            "\
例：
  tengen                                      在浏览器中打开棋盘
  tengen play gomoku                          在终端下一局五子棋
  tengen show h8i9g7 --game gomoku            三手之后的局面
  tengen convert game.sgf game.psq            转换棋谱格式
  tengen replay --check games/                按规则检查文件夹中的所有棋谱
  tengen analyze h8h9i8 --game renju --json   以 JSON 输出最佳变化

退出码：0 完成；1 完成，但答案为否；2 命令行有误；3 输入有误；4 输出失败；130 Ctrl-C。",
        ),
        ("help", "显示本帮助或某个命令的帮助", ""),
    ],
    arguments: &[
        ("help", "显示帮助"),
        ("version", "显示版本"),
        ("lang", "输出语言：en、zh、zh-Hant、ja；缺省取自系统环境"),
        ("color", "何时着色：auto、always、never（缺省 auto）"),
        ("rules", "规则名，如 renju 或 tromp-taylor；tengen rules 可列出全部"),
        ("size", "棋盘大小：15，或 列x行，如 7x6"),
        ("k", "连成几子获胜（m,n,k 棋）"),
        ("gravity", "棋子落到该列最低空位（m,n,k 棋）"),
        (
            "opening",
            "开局规则（五子棋、连珠）：none、pro、long-pro、swap、swap2、rif、yamaguchi、soosorv-8、taraguchi-10",
        ),
        ("komi", "贴目（围棋）"),
        ("handicap", "让子数（围棋）；除非另给，贴目为半目"),
        ("seed", "引擎所用随机数的种子（缺省 0）"),
        ("source", "文件、-（标准输入）、着法列表如 h8i9g7，或 64 个字符的黑白棋局面；缺省为该棋种的开局"),
        ("from", "输入的格式；缺省时自动识别"),
        ("at", "主线第几手之后的局面，缺省为最后一手"),
        ("lenient", "输入损坏时使用能读的部分"),
        ("engine", "引擎，或已登记的程序（tengen engines）；缺省为该棋种自带的引擎"),
        ("level", "引擎等级，1 最弱；perfect 为无禁手和标准五子棋已证明的黑方必胜法；缺省为最强"),
        ("time", "思考时间，如 5s 或 500ms"),
        ("nodes", "访问的节点数或模拟次数"),
        ("threads", "线程数（缺省 1）"),
        ("json", "输出 JSON"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "",
            "格子に石を置くゲームの対局、判定、解析、表示",
            "\
例：
  tengen                                      ブラウザーで盤を開く
  tengen play gomoku                          端末で五目並べを打つ
  tengen show h8i9g7 --game gomoku            3手目の後の局面
  tengen convert game.sgf game.psq            棋譜の形式を変換
  tengen replay --check games/                フォルダー以下の棋譜をすべて検査
  tengen analyze h8h9i8 --game renju --json   最善の進行をJSONで出力

終了コード：0 完了、1 完了したが答えは「いいえ」、2 コマンドの誤り、3 入力の誤り、4 出力の失敗、130 Ctrl-C。",
        ),
        ("help", "この説明、またはコマンドの説明を表示する", ""),
    ],
    arguments: &[
        ("help", "説明を表示"),
        ("version", "バージョンを表示"),
        ("lang", "出力の言語：en、zh、zh-Hant、ja（省略時はロケールに従う）"),
        ("color", "色を付けるとき：auto、always、never（既定auto）"),
        ("rules", "ルールの名前（例：renju、tromp-taylor）。「tengen rules」で一覧"),
        ("size", "盤の大きさ：15、または7x6のように「列x行」"),
        ("k", "勝ちになる並びの石数（m,n,kゲーム）"),
        ("gravity", "石が列のいちばん下の空点に落ちる（m,n,kゲーム）"),
        (
            "opening",
            "開局規定（五目並べ、連珠）：none、pro、long-pro、swap、swap2、rif、yamaguchi、soosorv-8、taraguchi-10",
        ),
        ("komi", "コミ（囲碁）"),
        ("handicap", "置石の数（囲碁）。指定がなければコミは半目"),
        ("seed", "エンジンの乱数の種（既定0）"),
        (
            "source",
            "ファイル、-（標準入力）、h8i9g7のような着手の列、または64文字のオセロの局面。省略時は初期局面",
        ),
        ("from", "入力の形式（省略時は自動判別）"),
        ("at", "本譜の何手目の後の局面か（省略時は最終手）"),
        ("lenient", "入力が壊れていても、読める部分を使う"),
        ("engine", "エンジン、または登録したプログラム（tengen engines）。省略時は内蔵エンジン"),
        (
            "level",
            "エンジンのレベル。1が最弱。perfectは五目並べ（freestyleとstandard）で証明された黒の必勝法（省略時は最強）",
        ),
        ("time", "考える時間（例：5s、500ms）"),
        ("nodes", "ノード数、またはプレイアウト数"),
        ("threads", "スレッド数（既定1）"),
        ("json", "JSONで出力"),
    ],
};
