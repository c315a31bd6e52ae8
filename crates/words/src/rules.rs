//! Refusals, ends, opening steps and decisions. English is what `Display` of the rules writes.

use crate::{Language, count, japanese};
use tengen_board::{Color, Coords, Point};
use tengen_games::gomoku::{Extension, Foul, FoulKind, Region, Row, Step};
use tengen_games::{AnyPosition, Choice, EndReason, Game as _, Illegal, Outcome, Reason, go};

/// A number of quarters as players write it: `3¾`. `None` for other fractions.
fn quarters(number: f32) -> Option<String> {
    let quarters = number * 4.0;
    if quarters.fract() != 0.0 {
        return None;
    }
    let quarters = quarters as u32;
    let fraction = ["", "¼", "½", "¾"][quarters as usize % 4];
    Some(match quarters / 4 {
        0 if !fraction.is_empty() => fraction.into(),
        whole => format!("{whole}{fraction}"),
    })
}

impl Language {
    /// The side of a colour: `black`, `黑方`.
    pub fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("black", "黑方", "黒"),
            Color::White => self.pick("white", "白方", "白"),
        }
    }

    /// Why a move is refused, with its number and its text.
    pub fn illegal(self, illegal: &Illegal) -> String {
        if self == Language::English {
            return illegal.to_string();
        }
        let (number, text) = (illegal.ply + 1, &illegal.text);
        let before = self.pick(
            String::new(),
            format!("第 {number} 手（{text}）不合规则："),
            format!("{number}手目（{text}）は打てません："),
        );
        before + &self.reason(&illegal.reason)
    }

    /// The rule that a move breaks, with what it looks at.
    pub fn reason(self, reason: &Reason) -> String {
        match self {
            Language::English => return reason.to_string(),
            Language::Japanese => return japanese::reason(reason),
            _ => {}
        }
        let text = match reason {
            Reason::GameOver => "对局已经结束".into(),
            Reason::OffBoard => "该点不在棋盘上".into(),
            Reason::Occupied(color) => format!("该点已有{}的棋子", self.color(*color)),
            Reason::NoPass => "此处不允许停一手".into(),
            Reason::ColumnFull => "该列已满".into(),
            Reason::Hanging(_) => "棋子必须落在该列最低的空位".into(),
            Reason::NoFlip => "不能翻转任何棋子".into(),
            Reason::MustPass => "无处可下，只能停一手".into(),
            Reason::Ko => "劫，不能立即提回".into(),
            Reason::Superko { ply, situational } => {
                let then = if *ply == 0 { "开局时".into() } else { format!("第 {ply} 手之后") };
                let turn = if *situational { "，且轮到同一方下" } else { "" };
                format!("禁止全局同形再现：此手会使盘面变回{then}的样子{turn}")
            }
            Reason::Suicide => "自杀：棋子将没有气".into(),
            Reason::Forbidden(foul) => self.foul(foul),
            Reason::Opening { opening, size, repeats: Some(point), .. } => {
                let point = Coords::Gomoku.format(*point, *size);
                format!("{opening} 开局：打点不得对称相同，此点与已提出的 {point} 相同")
            }
            Reason::Opening { opening, step, repeats: None, .. } => {
                format!("{opening} 开局：{}", self.step(*step))
            }
            Reason::NotOnCenter => "第一子须下在棋盘中心".into(),
            Reason::TooNearCenter { distance } => format!("此子须距棋盘中心至少 {distance} 路"),
            Reason::HandicapFirst { left } => format!("黑方还须摆 {left} 枚让子，之后才可停一手"),
            Reason::NoChoice => "此处不需要选择".into(),
            other => other.to_string(),
        };
        self.chinese(text)
    }

    /// Why a point is forbidden to black in renju: the fours and threes that make it so, and the threes that do not
    /// count.
    pub fn foul(self, foul: &Foul) -> String {
        match self {
            Language::English => foul.to_string(),
            Language::Japanese => japanese::foul(foul),
            _ => self.chinese(foul_in_chinese(foul)),
        }
    }

    /// The name of a foul.
    pub fn foul_kind(self, kind: FoulKind) -> &'static str {
        match kind {
            FoulKind::Overline => self.pick("overline", "长连", "長連"),
            FoulKind::DoubleFour => self.pick("double four", "四四", "四々"),
            FoulKind::DoubleThree => self.pick("double three", "三三", "三々"),
        }
    }

    /// How a game ended at this position, with the row that won: `black wins with five in a row`. In Othello the winner
    /// gets the empty squares, which are named.
    pub fn end_of(self, position: &AnyPosition, outcome: Outcome) -> String {
        if let (AnyPosition::Othello(_), Some(winner), EndReason::Score(margin)) =
            (position, outcome.winner, outcome.reason)
        {
            let empty = position.size().points().filter(|&p| position.at(p).is_empty()).count();
            if empty > 0 {
                let (winner, margin) = (self.color(winner), margin.abs());
                let squares = if empty == 1 { "square" } else { "squares" };
                return self.pick(
                    format!("{winner} wins by {margin}, {empty} empty {squares} included"),
                    format!("{winner}胜 {margin}（含 {empty} 个空格）"),
                    format!("{winner}の{margin}勝ち（空きマス{empty}を含む）"),
                );
            }
        }
        if let (AnyPosition::Go(game), EndReason::Score(_)) = (position, outcome.reason) {
            return self.counted(&game.rules(), outcome);
        }
        let (Some(winner), EndReason::Line, Some(row)) =
            (outcome.winner, outcome.reason, position.goal().row)
        else {
            return self.outcome(outcome);
        };
        let winner = self.color(winner);
        let (en, zh) = match row {
            3 => ("three".to_owned(), "三".to_owned()),
            4 => ("four".into(), "四".into()),
            5 => ("five".into(), "五".into()),
            6 => ("six".into(), "六".into()),
            n => (n.to_string(), format!(" {n} ")),
        };
        self.pick(
            format!("{winner} wins with {en} in a row"),
            format!("{winner}{zh}子连珠获胜"),
            format!("{winner}が{row}目並べて勝ちました"),
        )
    }

    /// How a game of Go ended that was counted by `rules`: `white wins by 4.5`, `白方胜 4.5 目`. Chinese players count
    /// stones: by their rules half of the points stand beside it, `（2¼ 子）`.
    pub fn counted(self, rules: &go::Rules, outcome: Outcome) -> String {
        let (Some(winner), EndReason::Score(margin)) = (outcome.winner, outcome.reason) else {
            return self.outcome(outcome);
        };
        let (winner, margin) = (self.color(winner), margin.abs());
        // Only Chinese rules give a point for each handicap stone.
        let is_chinese = rules.scoring == go::Scoring::Area && rules.compensation == go::Compensation::Stones;
        let stones = quarters(margin / 2.0).filter(|_| is_chinese);
        let stones = stones.map_or_else(String::new, |stones| format!("（{stones} 子）"));
        self.pick(
            format!("{winner} wins by {margin}"),
            format!("{winner}胜 {margin} 目{stones}"),
            format!("{winner}の{margin}目勝ち"),
        )
    }

    /// How a game ended.
    pub fn outcome(self, outcome: Outcome) -> String {
        let Some(winner) = outcome.winner.map(|color| self.color(color)) else {
            return match outcome.reason {
                EndReason::Score(_) => {
                    self.pick("a draw: the count is even", "和棋：双方数目相等", "引き分け：同数です")
                }
                EndReason::Passes => {
                    self.pick("a draw: both sides passed", "和棋：双方停一手", "引き分け：両者がパスしました")
                }
                _ => self.pick(
                    "a draw: the board is full",
                    "和棋：棋盘已满",
                    "引き分け：盤がすべて埋まりました",
                ),
            }
            .into();
        };
        let (en, zh, ja) = match outcome.reason {
            EndReason::Line => (
                format!("{winner} wins with a line"),
                format!("{winner}连珠获胜"),
                format!("{winner}が並べて勝ちました"),
            ),
            EndReason::Captures => (
                format!("{winner} wins by captures"),
                format!("{winner}提子获胜"),
                format!("{winner}が石を取って勝ちました"),
            ),
            EndReason::OnlyForbidden => (
                format!("{winner} wins: only forbidden points are left"),
                format!("{winner}获胜：对方只剩禁手点"),
                format!("{winner}の勝ち：相手には禁点しか残っていません"),
            ),
            EndReason::Foul => (
                format!("{winner} wins: the last move was on a forbidden point"),
                format!("{winner}获胜：对方最后一手落在禁手点"),
                format!("{winner}の勝ち：相手の最後の手が禁手でした"),
            ),
            EndReason::Score(margin) => {
                let margin = margin.abs();
                (
                    format!("{winner} wins by {margin}"),
                    format!("{winner}胜 {margin}"),
                    format!("{winner}の{margin}勝ち"),
                )
            }
            EndReason::Full => (
                format!("{winner} wins on a full board"),
                format!("棋盘已满，{winner}获胜"),
                format!("盤がすべて埋まり、{winner}の勝ち"),
            ),
            EndReason::Passes => (
                format!("{winner} wins after both sides passed"),
                format!("双方停一手，{winner}获胜"),
                format!("両者のパスで{winner}の勝ち"),
            ),
            _ => (format!("{winner} wins"), format!("{winner}获胜"), format!("{winner}の勝ち")),
        };
        self.pick(en, zh, ja)
    }

    /// What an opening rule asks for next.
    pub fn step(self, step: Step) -> String {
        match self {
            Language::English => return step.to_string(),
            Language::Japanese => return japanese::step(step),
            _ => {}
        }
        let text = match step {
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
        };
        self.chinese(text)
    }

    /// A decision that an opening rule offers.
    pub fn choice(self, choice: Choice) -> String {
        match choice {
            Choice::Take(Color::Black) => self.pick("take black", "执黑", "黒番を選ぶ").into(),
            Choice::Take(Color::White) => self.pick("take white", "执白", "白番を選ぶ").into(),
            Choice::PlaceTwoMore => self.pick("place two more stones", "再摆两子", "もう2手置く").into(),
            Choice::FifthMoves(n) => self.pick(
                count(usize::from(n), "fifth move"),
                format!("{n} 个第五手打点"),
                format!("五珠{n}題"),
            ),
        }
    }
}

/// The reason in Chinese, as [`Foul`] writes it in English.
fn foul_in_chinese(foul: &Foul) -> String {
    let shapes = &foul.shapes;
    let list = |points: &[Point], between: &str| -> String {
        let texts: Vec<String> = points.iter().map(|&p| Coords::Gomoku.format(p, shapes.size)).collect();
        texts.join(between)
    };
    match foul.kind {
        FoulKind::Overline => {
            let rows: Vec<String> = shapes.overlines.iter().map(|row| list(&row.stones, "-")).collect();
            format!("长连禁手：{}", rows.join(" 与 "))
        }
        FoulKind::DoubleFour => {
            let four = |row: &Row| format!("{}（{} 成五）", list(&row.stones, "-"), list(&row.next, " 或 "));
            format!("四四禁手：{}", shapes.fours.iter().map(four).collect::<Vec<_>>().join("与"))
        }
        FoulKind::DoubleThree => {
            let mut parts = Vec::new();
            for three in shapes.threes.iter().filter(|three| three.counts()) {
                let sound = three.extensions.iter().filter(|(_, e)| *e == Extension::Sound);
                let sound: Vec<Point> = sound.map(|(point, _)| *point).collect();
                parts.push(format!("{}（{} 成活四）", list(&three.stones, "-"), list(&sound, " 或 ")));
            }
            let mut text = format!("三三禁手：{}", parts.join("与"));
            for three in shapes.threes.iter().filter(|three| !three.counts()) {
                let why = |(point, extension): &(Point, Extension)| match extension {
                    Extension::Five => Some(format!("{} 成五", list(&[*point], ""))),
                    Extension::Forbidden(foul) => {
                        Some(format!("{} 是禁手（{}）", list(&[*point], ""), foul_in_chinese(foul)))
                    }
                    Extension::Sound => None,
                };
                let why: Vec<String> = three.extensions.iter().filter_map(why).collect();
                text += &format!("；{} 不算活三，因为 {}", list(&three.stones, "-"), why.join("，"));
            }
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::{AnyPosition, Game, GameSpec, Move, gomoku};

    /// The shortest game of Othello: black has all 13 discs, and the empty squares are black's too.
    #[test]
    fn the_empty_squares_of_an_othello_game_are_named() {
        let mut game = AnyPosition::new(&"othello".parse::<GameSpec>().unwrap());
        for text in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ') {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        let end = |language: Language| language.end_of(&game, game.outcome().unwrap());
        assert_eq!(end(Language::English), "black wins by 64, 51 empty squares included");
        assert_eq!(end(Language::SimplifiedChinese), "黑方胜 64（含 51 个空格）");
    }

    /// Chinese players count stones; half a stone of the margin is a point.
    #[test]
    fn a_count_of_go_is_in_points_and_by_chinese_rules_in_stones() {
        let end = |rules: &str, language: Language| {
            let mut game = AnyPosition::new(&rules.parse::<GameSpec>().unwrap());
            for _ in 0..2 {
                game.play(Move::Pass).unwrap();
            }
            language.end_of(&game, game.outcome().unwrap())
        };
        assert_eq!(end("go:chinese", Language::English), "white wins by 7.5");
        assert_eq!(end("go:chinese", Language::SimplifiedChinese), "白方胜 7.5 目（3¾ 子）");
        assert_eq!(end("go:chinese", Language::TraditionalChinese), "白方勝 7.5 目（3¾ 子）");
        assert_eq!(end("go:japanese", Language::SimplifiedChinese), "白方胜 6.5 目");
        assert_eq!(end("go:japanese", Language::Japanese), "白の6.5目勝ち");
        // A komi that no stones can make.
        assert_eq!(end("go:chinese,komi=7.3", Language::SimplifiedChinese), "白方胜 7.3 目");
        assert_eq!(end("go:chinese,komi=0.5", Language::SimplifiedChinese), "白方胜 0.5 目（¼ 子）");
        assert_eq!(quarters(2.0).as_deref(), Some("2"));
    }

    #[test]
    fn a_ko_and_a_longer_cycle_have_words_of_their_own() {
        let words = |ply, situational| {
            let reason = Reason::Superko { ply, situational };
            [Language::English, Language::SimplifiedChinese, Language::Japanese].map(|it| it.reason(&reason))
        };
        assert_eq!(
            words(7, false),
            [
                "positional superko: the board would be as it was after move 7",
                "禁止全局同形再现：此手会使盘面变回第 7 手之后的样子",
                "同形反復の禁止：7手目の後と同じ盤面に戻ります",
            ]
        );
        assert_eq!(words(7, true)[1], "禁止全局同形再现：此手会使盘面变回第 7 手之后的样子，且轮到同一方下");
        assert_eq!(words(0, false)[1], "禁止全局同形再现：此手会使盘面变回开局时的样子");
        let retake = refused("go:chinese", "D4 E4 E5 F5 E3 F3 A1 G4 F4 E4");
        assert_eq!(retake.reason, Reason::Ko);
        assert_eq!(Language::SimplifiedChinese.reason(&retake.reason), "劫，不能立即提回");
    }

    /// Why the last of these moves is refused.
    fn refused(spec: &str, moves: &str) -> Illegal {
        let mut game = AnyPosition::new(&spec.parse::<GameSpec>().unwrap());
        let mut moves: Vec<_> = moves.split_whitespace().map(|mv| game.parse_move(mv).unwrap()).collect();
        let last = moves.pop().unwrap();
        for mv in moves {
            game.play(mv).unwrap();
        }
        game.check(last).unwrap_err()
    }

    #[test]
    fn refusals_are_written_in_every_language() {
        let occupied = refused("gomoku", "h8 h8");
        let texts = Language::ALL.map(|language| language.illegal(&occupied));
        assert_eq!(texts[0], "move 2 (h8) is illegal: it is occupied by black");
        assert_eq!(texts[1], "第 2 手（h8）不合规则：该点已有黑方的棋子");
        assert_eq!(texts[2], "第 2 手（h8）不合規則：該點已有黑方的棋子");
        assert_eq!(texts[3], "2手目（h8）は打てません：すでに黒の石があります");
        let opening = refused("gomoku:freestyle+pro", "a1");
        assert_eq!(
            Language::SimplifiedChinese.illegal(&opening),
            "第 1 手（a1）不合规则：pro 开局：第 1 子须下在天元"
        );
    }

    #[test]
    fn a_handicap_stone_is_counted_in_the_singular() {
        let one = Reason::HandicapFirst { left: 1 };
        assert_eq!(one.to_string(), "black places 1 more handicap stone before anyone may pass");
        assert_eq!(Language::SimplifiedChinese.reason(&one), "黑方还须摆 1 枚让子，之后才可停一手");
    }

    #[test]
    fn fouls_are_written_with_their_threes() {
        let mut game = gomoku::Position::new(&gomoku::Rules::RENJU);
        for mv in "h8 a1 i8 c1 j9 e1 j10 g1".split_whitespace() {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let foul = game.foul(game.parse_move("j8").unwrap().point().unwrap()).unwrap();
        assert_eq!(
            Language::SimplifiedChinese.foul(&foul),
            "三三禁手：h8-i8-j8（g8 或 k8 成活四）与j10-j9-j8（j11 或 j7 成活四）"
        );
        assert_eq!(
            Language::Japanese.foul(&foul),
            "三々の禁手：h8-i8-j8（g8かk8で達四）とj10-j9-j8（j11かj7で達四）"
        );
    }
}
