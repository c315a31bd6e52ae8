//! What the rules say in types, said in words: refusals, ends, opening steps and choices, in English and simplified Chinese.
//!
//! English is what `Display` writes; the faces ask here when they speak to people.

use crate::gomoku::{Foul, FoulKind, Region, Step};
use crate::{Choice, EndReason, GameKind, Illegal, Outcome, Reason};
use tengen_board::{Color, Coords, Point};

/// A language of the faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// Both.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// English or Chinese, whichever it is.
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    /// The side of a colour: `black`, `黑方`.
    pub fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("black", "黑方"),
            Color::White => self.pick("white", "白方"),
        }
    }

    /// A family of games: `gomoku`, `五子棋`.
    pub fn kind(self, kind: GameKind) -> &'static str {
        let chinese = match kind {
            GameKind::Mnk => "m,n,k 棋",
            GameKind::Gomoku => "五子棋",
            GameKind::Othello => "黑白棋",
            GameKind::Go => "围棋",
        };
        self.pick(kind.name(), chinese)
    }

    /// Why a move is refused, with its number and its text.
    pub fn illegal(self, illegal: &Illegal) -> String {
        match self {
            Language::English => illegal.to_string(),
            Language::Chinese => {
                format!(
                    "第 {} 手（{}）不合规则：{}",
                    illegal.ply + 1,
                    illegal.text,
                    self.reason(&illegal.reason)
                )
            }
        }
    }

    /// The rule that a move breaks, with what it looks at.
    pub fn reason(self, reason: &Reason) -> String {
        if self == Language::English {
            return reason.to_string();
        }
        match reason {
            Reason::GameOver => "对局已经结束".into(),
            Reason::OffBoard => "该点不在棋盘上".into(),
            Reason::Occupied(color) => format!("该点已有{}的棋子", self.color(*color)),
            Reason::NoPass => "此处不允许停着".into(),
            Reason::Hanging(_) => "棋子会落到该列最低的空位".into(),
            Reason::NoFlip => "不能翻转任何棋子".into(),
            Reason::MustPass => "无处可下，只能停着".into(),
            Reason::Ko => "劫不能立即提回".into(),
            Reason::Superko { ply, situational: false } => {
                format!("全局同形（局面）：棋盘将与第 {ply} 手之后相同")
            }
            Reason::Superko { ply, situational: true } => {
                format!("全局同形（情形）：棋盘将与第 {ply} 手之后相同且轮走方相同")
            }
            Reason::Suicide => "自杀：棋子将没有气".into(),
            Reason::Forbidden(foul) => self.foul(foul),
            Reason::Opening { rule, .. } => rule[1].clone(),
            Reason::NoChoice => "此处不需要选择".into(),
        }
    }

    /// Why a point is forbidden to black in renju, with the lines that make it so.
    pub fn foul(self, foul: &Foul) -> String {
        if self == Language::English {
            return foul.to_string();
        }
        let line = |points: &&[Point]| {
            let size = foul.shapes.size;
            points.iter().map(|&p| Coords::Gomoku.format(p, size)).collect::<Vec<_>>().join("-")
        };
        let lines: Vec<String> = foul.lines().iter().map(line).collect();
        format!("{}禁手：{}", self.foul_kind(foul.kind), lines.join(" 与 "))
    }

    /// The name of a foul.
    pub fn foul_kind(self, kind: FoulKind) -> &'static str {
        match kind {
            FoulKind::Overline => self.pick("overline", "长连"),
            FoulKind::DoubleFour => self.pick("double four", "四四"),
            FoulKind::DoubleThree => self.pick("double three", "三三"),
        }
    }

    /// How a game ended.
    pub fn outcome(self, outcome: Outcome) -> String {
        let zh = self == Language::Chinese;
        let Some(winner) = outcome.winner.map(|color| self.color(color)) else {
            return match outcome.reason {
                EndReason::Score(_) => self.pick("a draw: the count is even", "和棋：数子相等"),
                EndReason::Passes => self.pick("a draw: both sides passed", "和棋：双方停着"),
                _ => self.pick("a draw: the board is full", "和棋：棋盘已满"),
            }
            .into();
        };
        match outcome.reason {
            EndReason::Line if zh => format!("{winner}连珠获胜"),
            EndReason::Line => format!("{winner} wins with a line"),
            EndReason::Captures if zh => format!("{winner}提子获胜"),
            EndReason::Captures => format!("{winner} wins by captures"),
            EndReason::OnlyForbidden if zh => format!("{winner}获胜：对方只剩禁手点"),
            EndReason::OnlyForbidden => format!("{winner} wins: only forbidden points are left"),
            EndReason::Score(margin) if zh => format!("{winner}胜 {}", margin.abs()),
            EndReason::Score(margin) => format!("{winner} wins by {}", margin.abs()),
            EndReason::Full if zh => format!("棋盘已满，{winner}获胜"),
            EndReason::Full => format!("{winner} wins on a full board"),
            EndReason::Passes if zh => format!("双方停着，{winner}获胜"),
            EndReason::Passes => format!("{winner} wins after both sides passed"),
        }
    }

    /// What an opening rule asks for next.
    pub fn step(self, step: Step) -> String {
        if self == Language::English {
            return step.to_string();
        }
        match step {
            Step::Stone { number, region } => {
                let place = match region {
                    Region::Anywhere => "可下在任意点".into(),
                    Region::Within(1) => "须下在天元".into(),
                    Region::Within(side) => format!("须下在中央 {side}x{side} 之内"),
                    Region::Outside(side) => format!("须下在中央 {side}x{side} 之外"),
                };
                format!("第 {number} 子{place}")
            }
            Step::Swap => "选择执黑或执白".into(),
            Step::SwapOrTwoMore => "选择执黑或执白，或再摆两子".into(),
            Step::DeclareFifths { max } => format!("声明第五手的打点数，1 至 {max}"),
            Step::SwapOrFifths { count } => format!("选择执黑或执白，或提供 {count} 个第五手打点"),
            Step::OfferFifth { number, count } => format!("给出第五手打点，第 {number} 个，共 {count} 个"),
            Step::PickFifth => "从打点中选定第五手".into(),
        }
    }

    /// A decision that an opening rule offers.
    pub fn choice(self, choice: Choice) -> String {
        let zh = self == Language::Chinese;
        match choice {
            Choice::Take(Color::Black) => self.pick("take black", "执黑").into(),
            Choice::Take(Color::White) => self.pick("take white", "执白").into(),
            Choice::PlaceTwoMore => self.pick("place two more stones", "再摆两子").into(),
            Choice::FifthMoves(n) if zh => format!("{n} 个第五手打点"),
            Choice::FifthMoves(1) => "1 fifth move".into(),
            Choice::FifthMoves(n) => format!("{n} fifth moves"),
        }
    }
}
