//! Explanations of a position and the move chosen, as data.
//!
//! Every front end shows the same [`Explanation`]; the crate `tengen-words` writes it in each language. What holds in
//! any game follows from the position's facts and an [`Analysis`] ([`Explanation::of`]); an engine adds what it knows
//! of its game ([`Engine::explain`]).
//!
//! [`Engine::explain`]: crate::Engine::explain

mod count;

use crate::{Analysis, Line, Score, StrikeReason};
use tengen_board::{Color, Point};
use tengen_games::go::{Scoring, SideScore};
use tengen_games::{EndReason, Fact, FactKind, Game, Move, Reason, RuleSetInfo, Shape};

/// What an item is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A threat that a side has.
    Threat,
    /// A point that a rule forbids.
    Forbidden,
    /// What the board counts: mobility, stable discs; the points of a finished game.
    Count,
    /// What one filter of a rule-filter player struck out.
    Rule,
    /// The move chosen.
    Choice,
}

impl Topic {
    /// `threat`, `forbidden`, `count`, `rule`, `choice`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Threat => "threat",
            Topic::Forbidden => "forbidden",
            Topic::Count => "count",
            Topic::Rule => "rule",
            Topic::Choice => "choice",
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

/// A square beside a corner of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Beside {
    /// Diagonally: an X square.
    X,
    /// Along an edge: a C square.
    C,
}

/// What an item says. The side and the points are those of the [`Item`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ItemKind {
    /// The game is over; the side is the winner, none in a draw.
    GameOver,
    /// A fact of the position, with its other points.
    Fact(FactKind, Vec<Point>),
    /// The side wins by force; the points are the moves of the main line, both sides'.
    WinsByForce {
        /// With which moves.
        by: ForcedWin,
        /// In at most this many plies.
        plies: u32,
        /// True if the side is to move; else it would win if it were.
        to_move: bool,
    },
    /// One filter of a rule-filter player struck out the points.
    StruckOut {
        /// The filter's name.
        filter: String,
        /// How many candidates it left.
        left: usize,
        /// The reason, if it is the same for all points.
        reason: Option<StrikeReason>,
    },
    /// The result of the count for black, by these rule sets; by the rules of the game where none is named.
    CountResult(Vec<&'static RuleSetInfo>, f32),
    /// What the side has at the end of a game of Go.
    SideCount(SideScore, Scoring),
    /// Both have passed, and it is not clear whose the points are: the count is an estimate.
    Unsettled,
    /// Both have passed, and by these rules the game goes on until white passes last.
    WhitePassesLast,
    /// The side surrounds the points, those under dead stones included.
    Surrounded,
    /// Dead stones of the side are on the points.
    DeadStones,
    /// The side surrounds the points in seki, where these rules do not count them.
    SekiPoints,
    /// Neither side surrounds the points.
    NeutralPoints,
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
    /// The move chosen saves the points, a chain that was in atari or caught in a ladder.
    Saves {
        /// The move.
        mv: Move,
        /// The chain's liberties now.
        liberties: usize,
    },
    /// The move chosen puts the points, a chain of the opponent, in atari.
    GivesAtari(Move),
    /// The move chosen puts the points, a chain of the opponent, in atari, and it cannot escape.
    Catches {
        /// The move.
        mv: Move,
        /// Whether it takes further ataris to catch it.
        in_ladder: bool,
    },
    /// The move chosen takes a liberty of the points, a chain of the opponent.
    TakesLiberty {
        /// The move.
        mv: Move,
        /// The chain's liberties now.
        left: usize,
    },
    /// The move chosen connects the chains of which these are stones.
    Connects(Move),
    /// The chain of the move chosen, which the points are.
    Liberties {
        /// The move.
        mv: Move,
        /// The chain's liberties.
        liberties: usize,
    },
    /// After the move chosen the side owns the points more often in playouts than after a pass, the largest difference
    /// first.
    Gains(Move),
    /// The move chosen is the first in a corner.
    TakesCorner(Move),
    /// The move chosen approaches the points, the opponent's only stone in a corner.
    Approaches(Move),
    /// The move chosen goes into the corner behind the points, the opponent's only stone there.
    Invades(Move),
    /// The move chosen encloses a corner together with the points, the only stone there.
    Encloses(Move),
    /// The move chosen takes a corner of Othello.
    TakesCornerSquare(Move),
    /// The points, empty squares, are the regions with an odd number of them. Of an ending of Othello.
    Regions {
        /// How many regions have an odd number of squares.
        odd: usize,
        /// How many have an even number.
        even: usize,
    },
    /// The side has discs on the points, squares beside empty corners.
    HoldsBeside(Beside),
    /// The part of the board that counts most in the evaluation, for the side or against it. The points are a corner,
    /// or the ends of an edge, a line or a diagonal.
    Weighs {
        /// By how many discs, for the side.
        discs: f32,
    },
    /// The move chosen is beside the point, an empty corner.
    PlaysBeside(Move, Beside),
    /// The move chosen flips the discs on the points, squares beside empty corners.
    FlipsBeside(Move, Beside),
    /// The move chosen lets the opponent take the points, corners that it could not take before.
    GivesCorners(Move),
    /// The move chosen makes the discs on the points stable.
    MakesStable(Move),
    /// The move chosen leaves the opponent the points as legal moves.
    LeavesMoves {
        /// The move.
        mv: Move,
        /// Whether no other move would leave it fewer.
        fewest: bool,
    },
    /// The move chosen is in a region of empty squares, which the points are. Whoever moves first in one of an odd
    /// number can have the last move there.
    InRegion(Move),
    /// The part of the board in which the move chosen gains or loses most in the evaluation. The points are those of
    /// [`Weighs`](ItemKind::Weighs).
    ChangesValue {
        /// The move.
        mv: Move,
        /// By how many discs, for the side that moves.
        discs: f32,
    },
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
            ItemKind::Fact(FactKind::Closed(_), _) => Topic::Forbidden,
            ItemKind::Fact(FactKind::Mobility | FactKind::Stable, _) => Topic::Count,
            ItemKind::CountResult(..)
            | ItemKind::SideCount(..)
            | ItemKind::Unsettled
            | ItemKind::WhitePassesLast
            | ItemKind::Surrounded
            | ItemKind::DeadStones
            | ItemKind::SekiPoints
            | ItemKind::NeutralPoints
            | ItemKind::Regions { .. }
            | ItemKind::HoldsBeside(_)
            | ItemKind::Weighs { .. } => Topic::Count,
            ItemKind::GameOver | ItemKind::Fact(..) | ItemKind::WinsByForce { .. } => Topic::Threat,
            ItemKind::StruckOut { .. } => Topic::Rule,
            _ => Topic::Choice,
        }
    }

    /// Its kind for programs, in words joined by hyphens: `five`, `open-four`, `vcf`, `double-three`, the name of a
    /// filter.
    pub fn name(&self) -> &str {
        match &self.kind {
            ItemKind::GameOver => "over",
            ItemKind::Fact(kind, _) => kind.name(),
            ItemKind::WinsByForce { by, .. } => by.name(),
            ItemKind::StruckOut { filter, .. } => filter,
            ItemKind::CountResult(..) => "result",
            ItemKind::SideCount(..) => "count",
            ItemKind::Unsettled => "unsettled",
            ItemKind::WhitePassesLast => "white-passes-last",
            ItemKind::Surrounded => "surrounded",
            ItemKind::DeadStones => "dead",
            ItemKind::SekiPoints => "seki",
            ItemKind::NeutralPoints => "neutral",
            ItemKind::NoMove => "none",
            ItemKind::Chosen { .. } => "move",
            ItemKind::Captures(_) => "captures",
            ItemKind::Saves { .. } => "saves",
            ItemKind::GivesAtari(_) => "atari",
            ItemKind::Catches { .. } => "catches",
            ItemKind::TakesLiberty { .. } => "takes-liberty",
            ItemKind::Connects(_) => "connects",
            ItemKind::Liberties { .. } => "liberties",
            ItemKind::Gains(_) => "gains",
            ItemKind::TakesCorner(_) => "corner",
            ItemKind::Approaches(_) => "approaches",
            ItemKind::Invades(_) => "invades",
            ItemKind::Encloses(_) => "encloses",
            ItemKind::TakesCornerSquare(_) => "takes-corner",
            ItemKind::Regions { .. } => "regions",
            ItemKind::HoldsBeside(Beside::X) => "holds-x",
            ItemKind::HoldsBeside(Beside::C) => "holds-c",
            ItemKind::Weighs { .. } => "weighs",
            ItemKind::PlaysBeside(_, Beside::X) => "plays-x",
            ItemKind::PlaysBeside(_, Beside::C) => "plays-c",
            ItemKind::FlipsBeside(_, Beside::X) => "flips-x",
            ItemKind::FlipsBeside(_, Beside::C) => "flips-c",
            ItemKind::GivesCorners(_) => "gives-corners",
            ItemKind::MakesStable(_) => "makes-stable",
            ItemKind::LeavesMoves { .. } => "leaves-moves",
            ItemKind::InRegion(_) => "region",
            ItemKind::ChangesValue { .. } => "changes-value",
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

impl From<Fact> for Item {
    fn from(fact: Fact) -> Item {
        Item::new(ItemKind::Fact(fact.kind, fact.others), Some(fact.side), fact.points)
    }
}

/// The explanation of a position, the most urgent item first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// What there is to say.
    pub items: Vec<Item>,
}

impl Explanation {
    /// Explains a position and what `analysis` chose in it, as far as it can be done in any game.
    ///
    /// ```
    /// use tengen_engine::{Analysis, Explanation, Item};
    /// use tengen_games::{Game, mnk};
    /// let mut game = mnk::Position::new(&mnk::Rules::TIC_TAC_TOE);
    /// for text in ["a1", "a2", "b1", "b2"] {
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// let analysis = Analysis { best: Some(game.parse_move("c1")?), ..Analysis::default() };
    /// let explanation = Explanation::of(&game, &analysis);
    /// let names: Vec<_> = explanation.items.iter().map(Item::name).collect();
    /// assert_eq!(names, ["five", "five", "move", "wins"], "both sides have a row of two");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<G: Game>(position: &G, analysis: &Analysis) -> Explanation {
        if let Some(outcome) = position.outcome() {
            return Explanation { items: vec![Item::new(ItemKind::GameOver, outcome.winner, Vec::new())] };
        }
        let mut items = explain_facts(position);
        items.extend(explain_choice(position, analysis));
        Explanation { items }
    }
}

/// The facts of a position that are worth a sentence: those of the side to move first, living groups last. Where a side
/// can complete a row its lesser threats are left out. A chain is left out; that it can be captured is a fact of its
/// own.
fn explain_facts<G: Game>(position: &G) -> Vec<Item> {
    let mut facts = position.facts();
    let side = position.to_move();
    let wins = |side| facts.iter().any(|f| f.side == side && f.kind == FactKind::CanMake(Shape::Five));
    let [to_move_wins, other_wins] = [wins(side), wins(side.opponent())];
    facts.retain(|fact| match fact.kind {
        FactKind::CanMake(shape) if fact.side == side => shape == Shape::Five || !to_move_wins,
        FactKind::CanMake(shape) => shape == Shape::Five || !other_wins,
        FactKind::Chain | FactKind::Ladder { works: false, .. } | FactKind::Closed(Reason::Suicide) => false,
        _ => true,
    });
    // A group that lives asks for no move.
    facts.sort_by_key(|fact| (matches!(fact.kind, FactKind::Alive { .. }), fact.side != side));
    facts.into_iter().map(Item::from).collect()
}

/// Explains an engine's choice in any game, without the position's facts: what its filters struck out, the move with
/// its score, what the move does on the board, and the principal variation.
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
