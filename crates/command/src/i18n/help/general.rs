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
        ("lang", "输出语言：en、zh；缺省取自系统环境"),
        ("color", "何时着色：auto、always、never（缺省 auto）"),
        ("rules", "规则名，如 renju 或 tromp-taylor；tengen rules 列出全部"),
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
        ("source", "文件、-（标准输入）、着手列表如 h8i9g7，或 64 个字符的黑白棋局面；缺省为该棋种的开局"),
        ("from", "输入的格式；缺省时自动识别"),
        ("at", "主线第几手之后的局面，缺省为最后一手"),
        ("lenient", "输入损坏时使用能读的部分"),
        ("engine", "引擎，或已登记的程序（tengen engines）；缺省为该棋种自带的引擎"),
        ("level", "引擎等级，1 最弱；缺省为最强"),
        ("time", "思考时间，如 5s 或 500ms"),
        ("nodes", "访问的节点数或模拟次数"),
        ("threads", "线程数（缺省 1）"),
        ("json", "输出 JSON"),
    ],
};
