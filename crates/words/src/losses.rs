//! What a format cannot hold, and why a record cannot be written. English is what the data's `Display` writes.

use crate::{Language, japanese};
use tengen_records::{ConversionLoss, LostPart, Unwritable};

impl Language {
    /// What a format cannot hold of a record, without the number of the record: `comments (12)`.
    pub fn conversion_loss(self, loss: &ConversionLoss) -> String {
        let part = self.lost_part(&loss.part);
        match loss.count {
            0 => part,
            count => self.pick(
                format!("{part} ({count})"),
                format!("{part}（{count}）"),
                format!("{part}（{count}）"),
            ),
        }
    }

    /// What was left out of a file or written less exactly.
    pub fn lost_part(self, part: &LostPart) -> String {
        match self {
            Language::English => part.to_string(),
            Language::Japanese => japanese::lost_part(part),
            _ => self.chinese(lost_in_chinese(part)),
        }
    }

    /// Why a record cannot be written in a format.
    pub fn unwritable(self, why: &Unwritable) -> String {
        match self {
            Language::English => return why.to_string(),
            Language::Japanese => return japanese::unwritable(why),
            _ => {}
        }
        let chinese = match why {
            Unwritable::SetUp => "棋谱中有摆放的棋子，而此格式只能记录着法".into(),
            Unwritable::SetUpInGame => "对局中途摆放了棋子".into(),
            Unwritable::MoveAtRoot => "第一个节点有着法，而此格式的第一个节点不能有着法".into(),
            Unwritable::Pass => "棋谱中有停一手，而此格式不能记录停一手".into(),
            Unwritable::OutOfTurn => "双方没有轮流落子".into(),
            Unwritable::OffBoard(point) => format!("点 {point:?} 不在棋盘上"),
            Unwritable::NotOnBoard(mv) => format!("这个棋盘上没有着法 {mv:?}"),
            Unwritable::UnknownSide(text) => format!("{text} 不合规则，而棋谱没有写明由哪一方所下"),
            Unwritable::Rules(violation) => self.violation(&violation.kind),
            Unwritable::Board(only, size) => format!("此格式只有 {only} 的棋盘，没有 {size} 的棋盘"),
            Unwritable::NotSquare(size) => format!("{size} 的棋盘不是正方形"),
            Unwritable::NotOthello => "这不是黑白棋对局".into(),
            Unwritable::UnusualStart => "对局不是从通常的开局局面开始".into(),
            Unwritable::NamesFull(name) => format!("姓名表最多有 65535 个名称，放不下“{name}”"),
            Unwritable::TooManyGames => "对局太多：文件以 32 位整数记录局数".into(),
        };
        self.chinese(chinese)
    }
}

fn lost_in_chinese(part: &LostPart) -> String {
    match part {
        LostPart::PlayerNames => "棋手姓名",
        LostPart::Ranks => "段位或等级分",
        LostPart::Teams => "队名",
        LostPart::Result => "结果",
        LostPart::ResultForDiscs => "结果（改记终局棋子数）",
        LostPart::ResultForPresentDiscs => "结果（对局没有下完：改记黑方现有的棋子数）",
        LostPart::Date => "日期",
        LostPart::MonthAndDay => "月和日",
        LostPart::Event => "赛事",
        LostPart::Round => "轮次",
        LostPart::Place => "地点",
        LostPart::GameName => "对局名称",
        LostPart::GameComment => "对局说明",
        LostPart::Program => "程序名称",
        LostPart::TimeLimits => "用时规定",
        LostPart::Overtime => "读秒",
        LostPart::MainTimeFractions => "基本用时中不足一秒的部分",
        LostPart::Rules(rules) => return format!("规则（{rules}）"),
        LostPart::BoardSize(size) => return format!("棋盘大小（{size}）"),
        LostPart::RulesTwice => "重复的规则",
        LostPart::GameWithoutMoves => "没有着法的对局",
        LostPart::Variations => "变化图中的着法",
        LostPart::OtherMoves => "不属于该局面或没有数值的着法",
        LostPart::MovesBefore => "到达该局面之前的着法",
        LostPart::OpeningDecisions => "开局规则中的选择",
        LostPart::ColorsOutOfTurn => "没有黑白交替的落子颜色",
        LostPart::SidesToMove => "轮到的一方",
        LostPart::SetUps => "摆放的棋子",
        LostPart::PositionNames => "局面名称",
        LostPart::Comments => "评注",
        LostPart::MoveComments => "着法的评注",
        LostPart::CommentsWithoutMove => "没有着法的节点上的评注和标记",
        LostPart::CommentLayout => "评注中的空行和控制字符",
        LostPart::CommentLineBreaks => "评注中的换行和首尾空格",
        LostPart::Marks => "标记",
        LostPart::MarksWithoutText => "文字以外的标记",
        LostPart::LabelLayout => "文字标记中的控制字符",
        LostPart::HotMarks => "所标局面的热度",
        LostPart::PointsOffBoard => "棋盘外的点",
        LostPart::TimeLeft => "剩余时间",
        LostPart::TimeLeftWithoutMove => "没有着法的节点上的剩余时间",
        LostPart::TimeSpent => "每手用时",
        LostPart::MillisecondFractions => "不足一毫秒的用时",
        LostPart::Values => "着法的数值",
        LostPart::ValuesWithoutNumber => "不是数字的数值",
        LostPart::ValuesWithoutMove => "不属于任何着法的数值和用时",
        LostPart::TheoryOfOtherDepth => "理论得分（文件记录的是另一深度）",
        LostPart::UnknownTheory => "理论得分（未知：改记实际得分）",
        LostPart::UnknownYear => "文件的年份（棋谱没有年份或年份不一：写为 0）",
        LostPart::OtherProperties => "其他属性",
        LostPart::PropertyNames => "属性名不合 SGF 规定的属性",
        LostPart::NumbersOutOfRange => "超出范围的 WTHOR 编号",
        LostPart::NumbersWithoutName => "没有姓名的棋手编号或没有名称的比赛编号",
        LostPart::NameEnd(name, most) => {
            return format!("名称“{name}”的一部分（至多 {most} 个 Latin-1 字母）");
        }
        LostPart::NameOnLine => "不能单独成行的姓名",
        LostPart::NameLineBreaks => "名称中的换行",
        LostPart::Brackets => "文字中的“]”（改写为“)”）",
        LostPart::NoText => "不成文字的字节",
        LostPart::CharsetName => "字符集名称",
        LostPart::AmbiguousField => "会被读成其他内容的字段",
    }
    .into()
}
