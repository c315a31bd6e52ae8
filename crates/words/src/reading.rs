//! What the readers of records expect, find and warn of. English is what the data's `Display` writes.

use crate::errors::spaced;
use crate::{Language, japanese};
use tengen_records::{
    CharsetDoubt, Chunk, Counted, Expected, Found, Named, ReadError, Remedy, Warning, WarningKind,
};

impl Language {
    /// What a reader expected and what it found.
    pub fn read_error(self, error: &ReadError) -> String {
        let (expected, found) = (self.expected(&error.expected), self.found(&error.found));
        self.pick(
            format!("expected {expected}, found {found}"),
            format!("应为{}，实为{}", spaced(&expected), spaced(&found)),
            format!("{expected}が必要です（実際：{found}）"),
        )
    }

    /// What a reader skipped or assumed.
    pub fn warning(self, warning: &Warning) -> String {
        self.warning_kind(&warning.kind)
    }

    /// The same without the place in the file.
    pub fn warning_kind(self, kind: &WarningKind) -> String {
        match self {
            Language::English => return kind.to_string(),
            Language::Japanese => return japanese::warning_kind(kind),
            _ => {}
        }
        self.chinese(match kind {
            WarningKind::Fault { expected, found, remedy } => format!(
                "应为{}，实为{}；{}",
                spaced(&expected_in_chinese(expected)),
                spaced(&found_in_chinese(found)),
                remedy_in_chinese(*remedy)
            ),
            WarningKind::AssumedGame(game, size) => {
                format!("棋谱没有说明棋种，按{} {size} 读取", self.kind(*game))
            }
            WarningKind::UnknownRules { rules, read_as } => {
                format!("未知规则“{rules}”，原样保留，按 {read_as} 读取")
            }
            WarningKind::Komi(text, points) => format!("贴目“{text}”按 {points} 目读取"),
            WarningKind::Charset(doubt, read_as) => {
                let why = match doubt {
                    CharsetDoubt::Absent => "未注明字符集",
                    CharsetDoubt::Unknown => "注明的字符集未知",
                    CharsetDoubt::Wrong => "文字不符合注明的字符集",
                };
                format!("{why}，按 {read_as} 读取")
            }
            WarningKind::Letters(set) => {
                format!("有些字节不是 {set} 的文字，以“\u{fffd}”代替")
            }
            WarningKind::Twice(name) => format!("{name} 出现两次，以第一个为准"),
            WarningKind::SecondMove => "一个节点中有两手棋，已另立节点".into(),
            WarningKind::SetUpTwice => "同一点摆子两次，以后一次为准".into(),
            WarningKind::MissingVariation => "标明的变化图没有出现：只是棋谱库的一部分，或文件不完整".into(),
            WarningKind::Unnamed(Named::Player, number) => format!("棋手 {number} 在此没有姓名"),
            WarningKind::Unnamed(Named::Tournament, number) => format!("比赛 {number} 在此没有名称"),
            WarningKind::Further(count) => format!("另有 {count} 条警告未列出"),
        })
    }

    /// What would be right at a place of a file.
    pub fn expected(self, expected: &Expected) -> String {
        match self {
            Language::English => expected.to_string(),
            Language::Japanese => japanese::expected(expected),
            _ => self.chinese(expected_in_chinese(expected)),
        }
    }

    /// What is at a place of a file instead.
    pub fn found(self, found: &Found) -> String {
        match self {
            Language::English => found.to_string(),
            Language::Japanese => japanese::found(found),
            _ => self.chinese(found_in_chinese(found)),
        }
    }
}

fn expected_in_chinese(expected: &Expected) -> String {
    let zh = Language::SimplifiedChinese;
    match expected {
        Expected::Readable => "可以读取的文件".into(),
        Expected::KnownFormat => "棋谱（SGF、psq、RenLib、RIF、GGF、WTHOR、OBF、文本棋盘或着法列表）".into(),
        Expected::WhoBegan => "文件头末尾的 0 或 1，表示由谁先下".into(),
        Expected::LibraryHeader => "文件头 FF 'RenLib' FF，或 3.0 以前文件的 h8（78）".into(),
        Expected::FileOfGames => "对局文件（0）".into(),
        Expected::Moves => "同一局棋的着法，如 h8 i9、f5 d6、Q16 D4 或 4435".into(),
        Expected::MoveValue => "着法的数值".into(),
        Expected::ValuedMove => "着法及其数值，如 G8:+18".into(),
        Expected::TimeSpent => "用时，如 2.5".into(),
        Expected::MoveParts => "以“/”分隔的着法、数值和用时".into(),
        Expected::MoveOrCode => "着法（如 10,10,456）或代码".into(),
        Expected::Komi => "贴目数，如 6.5".into(),
        Expected::Label => "以“:”分隔的点和文字".into(),
        Expected::Cells => "棋盘上每个点一格（X、O 或 -），如 8x8 为 64 格".into(),
        Expected::FieldEnd => "结束该项的“;”".into(),
        Expected::Position => "棋盘大小、每个点一格（*、O 或 -）以及轮到的一方（* 或 O）".into(),
        Expected::GameStart => "以“(;”开头的对局".into(),
        Expected::NodeStart => "开始节点的“;”".into(),
        Expected::PropertyName => "属性名".into(),
        Expected::ValueStart => "“[”和属性值".into(),
        Expected::ValueEnd => "结束属性值的“]”".into(),
        Expected::NoNodeAfterVariation => "变化图之后不再有节点".into(),
        Expected::OneRoot => "一局棋只有一个根节点".into(),
        Expected::RootWithoutSiblings => "没有并列节点的根节点".into(),
        Expected::FurtherMove => "下一手，因为上一手没有结束这条变化".into(),
        Expected::FurtherVariation => "标明的下一个变化图".into(),
        Expected::TextEnd => "结束文字的字节".into(),
        Expected::End(None) => "结尾".into(),
        Expected::Xml => "正确的 XML".into(),
        Expected::CharacterSet => "UTF-8 或单字节字符集".into(),
        Expected::Result => "结果：1、0.5 或 0".into(),
        Expected::Diagram => "文本棋盘：带行号的各行、列的字母，棋子为 ●○ 或 XO".into(),
        Expected::AtMost(most, counted) => {
            let counted = match counted {
                Counted::FileBytes => "每个文件至多 # 字节",
                Counted::GameBytes => "每局至多 # 字节",
                Counted::LineBytes => "每行至多 # 字节",
                Counted::ValueBytes => "每个值至多 # 字节",
                Counted::TableBytes => "表格至多 # 字节",
                Counted::Nodes => "每局至多 # 个节点",
                Counted::Points => "每局至多摆子或标记 # 个点",
                Counted::Records => "至多 # 份棋谱",
                Counted::Depth => "至多嵌套 # 层元素",
            };
            counted.replace('#', &most.to_string())
        }
        Expected::Header(example) => format!("文件头，如“{example}”"),
        Expected::Bytes(bytes, chunk) => match chunk {
            Chunk::Header => format!("{bytes} 字节的文件头"),
            Chunk::Game(number, games) => format!("第 {number} 局（共 {games} 局）的 {bytes} 字节"),
            Chunk::Node => format!("{bytes} 字节的节点"),
            Chunk::TextPair => format!("文字末尾的 {bytes} 字节"),
        },
        Expected::Names(count, bytes) => format!("文件头之后 {count} 个名称，每个 {bytes} 字节"),
        Expected::Version(major, minor) => format!("{major}.{minor} 或更早的版本"),
        Expected::Game(names) => {
            let names: Vec<String> =
                names.iter().map(|(name, game)| format!("{name}（{}）", zh.kind(*game))).collect();
            format!("可以读取的棋种，如 {}", names.join("、"))
        }
        Expected::BoardSize(example) => format!("1 至 25 的棋盘大小，如 {example}"),
        Expected::BoardOf(size) => format!("{size} 的棋盘"),
        Expected::Playable(why) => format!("可以下这种棋的棋盘（{}）", zh.spec_error(why)),
        Expected::Point(size, coords, pass) => {
            let point = format!("{size} 棋盘上的点，如 {}", coords.format(size.center(), *size));
            match pass {
                None => point,
                Some("") => format!("{point}，停一手则留空"),
                Some(pass) => format!("{point}，或停一手 {pass}"),
            }
        }
        Expected::Points(size) => format!("{size} 棋盘上的点，或以“:”相连的两个点"),
        Expected::NoPass(side) => {
            format!("{}的一手（有棋可下时不能停一手）", zh.color(*side))
        }
        Expected::Column(most) => format!("第 1 至 {most} 列"),
        Expected::ColumnAndRow(size, first) => {
            let last = |side: usize| side + usize::from(*first) - 1;
            let (cols, rows) = (last(size.cols()), last(size.rows()));
            format!("第 {first} 至 {cols} 列和第 {first} 至 {rows} 行")
        }
        Expected::PointByte { step, base: 0, side } => {
            format!("点（{step} · 行 + 列，各为 1 至 {side}）或 0")
        }
        Expected::PointByte { step, base, side } => {
            format!("点（{step} ·（行 − {base}）+ 列，各为 1 至 {side}）或 0")
        }
        Expected::Discs(most) => format!("0 至 {most} 的棋子数"),
        Expected::SideToMove(black, white) => format!("轮到的一方：{black} 或 {white}"),
        Expected::GameEnd(end) => format!("结束对局的“{end}”"),
        Expected::Property(others) => format!("属性（如 B[]），或“{}”", others.join("”或“")),
        Expected::End(Some(games)) => format!("{games} 局之后的结尾"),
        Expected::Element(name) => format!("元素 <{name}>"),
    }
}

fn found_in_chinese(found: &Found) -> String {
    match found {
        Found::Nothing => "空".into(),
        Found::More => "更多".into(),
        Found::End => "结尾".into(),
        Found::LineEnd => "行尾".into(),
        Found::Quote(text) => format!("“{text}”"),
        Found::ByteCount(bytes) => format!("{bytes} 字节"),
        Found::Cells(cells) => format!("{cells} 格"),
        Found::Board(size) => format!("{size} 的棋盘"),
        Found::Version(major, minor) => format!("版本 {major}.{minor}"),
        Found::Error(words) => format!("错误（{words}）"),
        Found::Bytes(_) | Found::Number(_) => found.to_string(),
    }
}

fn remedy_in_chinese(remedy: Remedy) -> String {
    match remedy {
        Remedy::LeftOut => "已略去".into(),
        Remedy::RestLeftOut => "其余部分已略去".into(),
        Remedy::Kept => "原样保留".into(),
        Remedy::Added => "已按补上读取".into(),
        Remedy::GameEnds => "对局到此为止".into(),
        Remedy::Variation => "按变化图读取".into(),
        Remedy::Board(size) => format!("按 {size} 读取"),
    }
}
