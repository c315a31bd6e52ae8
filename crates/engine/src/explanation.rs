//! Explanations of a position and the move chosen, as data.
//!
//! Every front end shows the same [`Explanation`]; the crate `tengen-words` writes it in each language. What holds in
//! any game follows from an [`Analysis`] ([`explain_choice`]); an engine adds what it knows of its game
//! ([`Engine::explain`]).
//!
//! [`Engine::explain`]: crate::Engine::explain

use crate::{Analysis, Line, Score, StrikeReason};
use tengen_board::{Color, Point};
use tengen_games::gomoku::{Foul, FoulKind};
use tengen_games::{EndReason, Game, Move};

/// What an item is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A threat that a side has.
    Threat,
    /// A point that a rule forbids.
    Forbidden,
    /// What one filter of a rule-filter player struck out.
    Rule,
    /// The move chosen.
    Choice,
}

impl Topic {
    /// `threat`, `forbidden`, `rule`, `choice`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Threat => "threat",
            Topic::Forbidden => "forbidden",
            Topic::Rule => "rule",
            Topic::Choice => "choice",
        }
    }
}

/// What a stone makes on the lines through its point, in games won by a row; the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// A row that wins: five in gomoku.
    Five,
    /// A four that can become five at both ends, or two fours at once.
    OpenFour,
    /// A four and an open three.
    FourThree,
    /// A four.
    Four,
    /// Two open threes.
    DoubleThree,
    /// An open three.
    OpenThree,
    /// A three that can become a four, but not an open one.
    ClosedThree,
    /// Two open twos.
    DoubleTwo,
    /// An open two.
    OpenTwo,
}

impl Shape {
    /// `five`, `open-four`, `four-three`, `four`, `double-three`, `open-three`, `closed-three`, `double-two`,
    /// `open-two`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Five => "five",
            Shape::OpenFour => "open-four",
            Shape::FourThree => "four-three",
            Shape::Four => "four",
            Shape::DoubleThree => "double-three",
            Shape::OpenThree => "open-three",
            Shape::ClosedThree => "closed-three",
            Shape::DoubleTwo => "double-two",
            Shape::OpenTwo => "open-two",
        }
    }
}

/// A sequence of forcing moves that wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForcedWin {
    /// By continuous fours (VCF).
    Fours,
    /// By continuous threats, fours and open threes (VCT).
    Threats,
}

impl ForcedWin {
    /// `vcf`, `vct`.
    pub const fn name(self) -> &'static str {
        match self {
            ForcedWin::Fours => "vcf",
            ForcedWin::Threats => "vct",
        }
    }
}

/// What an item says. The side and the points are those of the [`Item`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ItemKind {
    /// The game is over; the side is the winner, none in a draw.
    GameOver,
    /// The side makes this shape at any of the points.
    CanMake(Shape),
    /// The side wins by force; the points are the moves of the main line, both sides'.
    WinsByForce {
        /// With which moves.
        by: ForcedWin,
        /// In at most this many plies.
        plies: u32,
        /// True if the side is to move; else it would win if it were.
        to_move: bool,
    },
    /// The point is forbidden to the side.
    Forbidden(Box<Foul>),
    /// One filter of a rule-filter player struck out the points.
    StruckOut {
        /// The filter's name.
        filter: String,
        /// How many candidates it left.
        left: usize,
        /// The reason, if it is the same for all points.
        reason: Option<StrikeReason>,
    },
    /// There is no legal move.
    NoMove,
    /// The move chosen, with its score from the side to move.
    Chosen {
        /// The move.
        mv: Move,
        /// Its score, if the engine gives one.
        score: Option<Score>,
    },
    /// The move chosen captures the points.
    Captures(Move),
    /// The move chosen flips the discs on the points.
    Flips(Move),
    /// The move chosen wins the game; the points are the winning row, or the move's own.
    Wins(Move),
    /// The principal variation; the points are those of its moves.
    PrincipalVariation(Vec<Move>),
    /// The move chosen makes a shape.
    Makes(Shape),
    /// The move chosen takes the point where the opponent would make a shape.
    TakesPoint(Shape),
    /// The move chosen stops a shape that the opponent could make elsewhere.
    Stops {
        /// The shape.
        shape: Shape,
        /// True if the opponent cannot make it anywhere any more.
        all: bool,
    },
}

/// One item of an explanation.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// Whose it is.
    pub side: Option<Color>,
    /// The points that it is about, in order where the order means something.
    pub points: Vec<Point>,
}

impl Item {
    /// An item about these points.
    pub fn new(kind: ItemKind, side: Option<Color>, points: Vec<Point>) -> Item {
        Item { kind, side, points }
    }

    /// What it is about.
    pub const fn topic(&self) -> Topic {
        match self.kind {
            ItemKind::GameOver | ItemKind::CanMake(_) | ItemKind::WinsByForce { .. } => Topic::Threat,
            ItemKind::Forbidden(_) => Topic::Forbidden,
            ItemKind::StruckOut { .. } => Topic::Rule,
            _ => Topic::Choice,
        }
    }

    /// Its kind for programs, in words joined by hyphens: `five`, `open-four`, `vcf`, `double-three`, the name of a
    /// filter.
    pub fn name(&self) -> &str {
        match &self.kind {
            ItemKind::GameOver => "over",
            ItemKind::CanMake(shape) => shape.name(),
            ItemKind::WinsByForce { by, .. } => by.name(),
            ItemKind::Forbidden(foul) => match foul.kind {
                FoulKind::Overline => "overline",
                FoulKind::DoubleFour => "double-four",
                FoulKind::DoubleThree => "double-three",
            },
            ItemKind::StruckOut { filter, .. } => filter,
            ItemKind::NoMove => "none",
            ItemKind::Chosen { .. } => "move",
            ItemKind::Captures(_) => "captures",
            ItemKind::Flips(_) => "flips",
            ItemKind::Wins(_) => "wins",
            ItemKind::PrincipalVariation(_) => "line",
            ItemKind::Makes(_) => "makes",
            ItemKind::TakesPoint(_) => "stops",
            ItemKind::Stops { shape: Shape::Five, .. } => "stops-five",
            ItemKind::Stops { .. } => "stops-open-four",
        }
    }
}

/// The explanation of a position, the most urgent item first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// What there is to say.
    pub items: Vec<Item>,
}

/// Explains an engine's choice in any game: what its filters struck out, the move with its score, what the move does on
/// the board, and the principal variation.
///
/// ```
/// use tengen_engine::{Analysis, ItemKind, explain_choice};
/// use tengen_games::{Game, othello};
/// let game = othello::Position::new(&othello::Rules::STANDARD);
/// let best = game.parse_move("f5")?;
/// let items = explain_choice(&game, &Analysis { best: Some(best), ..Analysis::default() });
/// assert_eq!(items[0].kind, ItemKind::Chosen { mv: best, score: None });
/// assert_eq!((items[1].name(), items[1].points.len()), ("flips", 1));
/// # Ok::<(), tengen_games::MoveError>(())
/// ```
pub fn explain_choice<G: Game>(position: &G, analysis: &Analysis) -> Vec<Item> {
    let side = Some(position.to_move());
    let mut items = Vec::new();
    for report in analysis.rules.iter().filter(|report| !report.struck.is_empty()) {
        let points = report.struck.iter().filter_map(|strike| strike.mv.point()).collect();
        // A reason that all share is named; the others are in the analysis.
        let first = &report.struck[0].why;
        let reason = report.struck.iter().all(|strike| strike.why == *first).then(|| first.clone());
        let kind = ItemKind::StruckOut { filter: report.rule.clone(), left: report.left, reason };
        items.push(Item::new(kind, side, points));
    }
    let Some(mv) = analysis.best else {
        items.push(Item::new(ItemKind::NoMove, side, Vec::new()));
        return items;
    };
    let at: Vec<Point> = mv.point().into_iter().collect();
    items.push(Item::new(ItemKind::Chosen { mv, score: analysis.score() }, side, at.clone()));
    let mut after = position.clone();
    if let Ok(played) = after.play(mv) {
        if !played.captured.is_empty() {
            items.push(Item::new(ItemKind::Captures(mv), side, played.captured));
        }
        if !played.flipped.is_empty() {
            items.push(Item::new(ItemKind::Flips(mv), side, played.flipped));
        }
        if let Some(outcome) = played.outcome.filter(|outcome| outcome.winner == side) {
            let points = if outcome.reason == EndReason::Line { played.line } else { at };
            items.push(Item::new(ItemKind::Wins(mv), side, points));
        }
    }
    if let Some(Line { moves, .. }) = analysis.lines.first().filter(|line| line.moves.len() > 1) {
        let points = moves.iter().filter_map(|mv| mv.point()).collect();
        items.push(Item::new(ItemKind::PrincipalVariation(moves.clone()), side, points));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::othello;

    #[test]
    fn a_choice_is_explained_by_what_it_does_and_by_its_line() {
        let game = othello::Position::new(&othello::Rules::STANDARD);
        let best = game.parse_move("f5").unwrap();
        let reply = game.parse_move("d6").unwrap();
        let score = Score::Estimate { value: 2.0, win: 0.6 };
        let lines = vec![Line { moves: vec![best, reply], score, work: 1 }];
        let analysis = Analysis { best: Some(best), lines, ..Analysis::default() };
        let items = explain_choice(&game, &analysis);
        let names: Vec<&str> = items.iter().map(Item::name).collect();
        assert_eq!(names, ["move", "flips", "line"]);
        assert_eq!(items[2].points, [best.point().unwrap(), reply.point().unwrap()]);
        assert!(items.iter().all(|item| item.topic() == Topic::Choice && item.side == Some(Color::Black)));
        let none = explain_choice(&game, &Analysis::default());
        assert_eq!((none.len(), &none[0].kind), (1, &ItemKind::NoMove));
    }
}
