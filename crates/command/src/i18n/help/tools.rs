//! Tools beside the games: counting, measuring, training, and the rules in words.

use super::Group;

pub(crate) const PERFT_EXAMPLES_EN: &str = "\
Examples:
  tengen perft othello 9                                  3005288
  tengen perft go 4 --size 3x3 --rules tromp-taylor       5281
  tengen perft mnk 9 --size 3x3 --k 3                     127872";

pub(crate) const TRAIN_EXAMPLES_EN: &str = "\
Examples:
  tengen train games --rules renju --count 10000 --nodes 2000 --threads 2 -o games.txt
  tengen train weights games.txt --rules renju -o renju.weights
  tengen train othello wthor/*.wtb --threads 2 -o patterns.weights";

pub(crate) const COMPLETIONS_EXAMPLES_EN: &str = "\
Examples:
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish";

/// The Chinese.
pub(super) const CHINESE: Group = Group {
    commands: &[
        (
            "perft",
            "计数给定长度的合法着法序列",
            "\
例：
  tengen perft othello 9                                  3005288
  tengen perft go 4 --size 3x3 --rules tromp-taylor       5281
  tengen perft mnk 9 --size 3x3 --k 3                     127872",
        ),
        ("bench", "测量棋盘布局、规则、引擎、协议与棋谱库", ""),
        (
            "train",
            "训练五子棋与黑白棋引擎：从对局与搜索中学习",
            "\
例：
  tengen train games --rules renju --count 10000 --nodes 2000 --threads 2 -o games.txt
  tengen train weights games.txt --rules renju -o renju.weights
  tengen train othello wthor/*.wtb --threads 2 -o patterns.weights",
        ),
        ("rules", "说明每套规则的含义", ""),
        (
            "completions",
            "生成 shell 的补全脚本",
            "\
例：
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish",
        ),
    ],
    arguments: &[
        (
            "train.what",
            "做什么：games（自我对弈，每行一局）、weights（从对局学习棋形权重与着法次序）、network（从对局学习网络）、othello（从 WTHOR 对局与搜索学习黑白棋的棋形权重）",
        ),
        ("train.files", "要学习的对局文件（weights、network；othello 用 WTHOR 文件）"),
        ("train.rules", "规则：freestyle、standard、renju、caro、standard-caro（缺省 freestyle）"),
        ("train.size", "棋盘边长（games，缺省 15）"),
        ("count", "下多少局（games，缺省 1000）"),
        ("train.first", "第一局的编号，用于接着先前的对局（games，缺省 0）"),
        ("train.nodes", "每手搜索的节点数（games，缺省 2000）"),
        (
            "with",
            "由谁对局（games），或网络以哪套权重为基础（network）：hand（学习的起点）、standard（引擎自带的权重）或权重文件（缺省 standard）",
        ),
        ("exact", "空格不超过此数的局面求出精确得分（othello，缺省 12）"),
        ("train.depth", "其余局面的搜索深度（othello，缺省 4）"),
        ("epochs", "学习全部局面的遍数（缺省 weights 16 遍、network 5 遍）"),
        (
            "train.positions",
            "按对局结果拟合之后，每个阶段再搜索的局面数；0 表示不搜索（othello，缺省 900000）",
        ),
        ("train.smooth", "按当前局面与前一手局面的平均值学习估值（weights）"),
        ("train.seed", "一切随机数的种子（缺省 1）"),
        ("train.threads", "线程数；结果与其无关（缺省 1）"),
        ("train.output", "写到何处；对局会追加到已有文件之后"),
        ("perft.depth", "多少手；停一手也算一手"),
        ("bench.depth", "搜索深度（layouts：可多个，如 4,6；gomoku）或计数深度（perft）"),
        (
            "bench.rapfi",
            "Rapfi 的程序，其设置须放在同一文件夹；在本程序测量前后各运行一次其自带的测速，每次约半分钟（gomoku）",
        ),
        ("perft.threads", "线程数；0 为全部（缺省 0）"),
        ("moves", "从这些着法之后的局面开始计数"),
        ("divide", "分别给出每个第一手的计数"),
        ("name", "棋种或规则名：gomoku、renju、go、japanese……"),
        (
            "bench.what",
            "测量什么：layouts（五种棋盘布局）、rules（各棋种的规则）、perft（黑白棋序列计数）、library（棋谱库）、server（众多棋盘同时向服务器提问）",
        ),
        ("folder", "要导入的对局（library）：文件夹或文件"),
        ("quick", "快速测量：较快，数字较粗"),
        ("shell", "哪种 shell：bash、elvish、fish、powershell、zsh"),
    ],
};

/// The Japanese.
pub(super) const JAPANESE: Group = Group {
    commands: &[
        (
            "perft",
            "決まった長さの合法手順を数える",
            "\
例：
  tengen perft othello 9                                  3005288
  tengen perft go 4 --size 3x3 --rules tromp-taylor       5281
  tengen perft mnk 9 --size 3x3 --k 3                     127872",
        ),
        ("bench", "盤の配置、ルール、エンジン、プロトコル、ライブラリを測る", ""),
        (
            "train",
            "五目並べとオセロのエンジンを鍛える：対局と探索から学習する",
            "\
例：
  tengen train games --rules renju --count 10000 --nodes 2000 --threads 2 -o games.txt
  tengen train weights games.txt --rules renju -o renju.weights
  tengen train othello wthor/*.wtb --threads 2 -o patterns.weights",
        ),
        ("rules", "ルールの内容を説明する", ""),
        (
            "completions",
            "シェルの補完スクリプトを作る",
            "\
例：
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen
  tengen completions fish > ~/.config/fish/completions/tengen.fish",
        ),
    ],
    arguments: &[
        (
            "train.what",
            "内容：games（自己対局、1行に1局）、weights（対局から石の形の重みと手の順序を学習）、network（対局からネットワークを学習）、othello（WTHORの対局と探索からオセロの形の重みを学習）",
        ),
        ("train.files", "学習する対局のファイル（weights、network。othelloはWTHORファイル）"),
        ("train.rules", "ルール：freestyle、standard、renju、caro、standard-caro（既定freestyle）"),
        ("train.size", "盤の一辺（games、既定15）"),
        ("count", "対局数（games、既定1000）"),
        ("train.first", "最初の局の番号。前の対局の続きに使う（games、既定0）"),
        ("train.nodes", "1手のノード数（games、既定2000）"),
        (
            "with",
            "打ち手（games）またはネットワークの土台となる重み（network）：hand（学習の出発点）、standard（内蔵の重み）、または重みのファイル（既定standard）",
        ),
        ("exact", "空きマスがこの数以下の局面は正確に解く（othello、既定12）"),
        ("train.depth", "それ以外の局面を評価する探索の深さ（othello、既定4）"),
        ("epochs", "全局面を学習する回数（既定はweights 16、network 5）"),
        (
            "train.positions",
            "対局の結果で合わせた後、各段階で探索する局面の数。0なら探索しない（othello、既定900000）",
        ),
        ("train.smooth", "評価を、局面とその前の局面の平均で学習する（weights）"),
        ("train.seed", "すべての乱数の種（既定1）"),
        ("train.threads", "スレッド数。結果には影響しない（既定1）"),
        ("train.output", "書き出し先。対局は既存のファイルに追加する"),
        ("perft.depth", "手数。パスも1手に数える"),
        ("bench.depth", "探索の深さ（layoutsは4,6のように複数可、gomoku）、または数える深さ（perft）"),
        (
            "bench.rapfi",
            "Rapfiのプログラム。設定ファイルは同じフォルダーに置く。このプログラムの測定の前後に、約30秒の内蔵の測定を1回ずつ実行する（gomoku）",
        ),
        ("perft.threads", "スレッド数。0はすべて（既定0）"),
        ("moves", "この着手の後の局面から数える"),
        ("divide", "1手目ごとの数を表示する"),
        ("name", "ゲームまたはルールの名前：gomoku、renju、go、japaneseなど"),
        (
            "bench.what",
            "測るもの：layouts（5種類の盤の配置）、rules（各ゲームのルール）、perft（オセロの手順の数）、library（ライブラリ）、server（多数の盤からの同時の要求）",
        ),
        ("folder", "読み込む対局（library）：フォルダーまたはファイル"),
        ("quick", "手早く測る（粗い数字）"),
        ("shell", "シェル：bash、elvish、fish、powershell、zsh"),
    ],
};
