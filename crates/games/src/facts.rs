//! Facts of a position besides its stones, as data that every front end shows.

use crate::{Game, Move, Reason};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Color, Point};

/// What a stone makes on the lines through its point, in games won by a row; the strongest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// A row that wins: five in gomoku.
    Five,
    /// A four that can become five at both ends, or two fours at once: two threats to win.
    OpenFour,
    /// A four and an open three.
    FourThree,
    /// A four: a threat to win that one stone stops.
    Four,
    /// Two open threes.
    DoubleThree,
    /// An open three: a threat to make an open four.
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

/// What a fact says.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FactKind {
    /// A stone of the side on any of the points makes this shape.
    CanMake(Shape),
    /// A stone of the side on the point captures the others.
    CanCapture,
    /// A rule closes the point to the side to move, though it is empty: a foul of renju, ko, superko or suicide.
    Closed(Reason),
    /// The points are a chain of the side, the others its liberties.
    Chain,
    /// The points are a chain of the side that runs from one atari to the next; the others are the moves of the ladder,
    /// to the capture if it works.
    Ladder {
        /// Whether the chain is caught.
        works: bool,
        /// True if the chain is in atari and its side begins; else the opponent begins.
        in_atari: bool,
    },
    /// The points are a chain of the side that cannot run. In atari no move of its side saves it, and the others are
    /// its last liberty; else the next move of the opponent catches it, and the others are the moves.
    Caught {
        /// True if the chain is in atari already.
        in_atari: bool,
    },
    /// The points are a group of the side that lives unconditionally.
    Alive {
        /// Its eyes, each with its points.
        eyes: Vec<Vec<Point>>,
    },
    /// The points are a group of the side that is captured, whatever its side does; the others are moves that show it,
    /// its own side first.
    Dead,
    /// The points are a chain of the side, alive in seki with one of the opponent; the others are the liberties that
    /// they share.
    Seki {
        /// The opponent's chain.
        with: Vec<Point>,
    },
    /// The points are a chain of the side in a race to capture with one of the opponent; the others are the first
    /// moves.
    Race {
        /// The opponent's chain.
        with: Vec<Point>,
        /// The liberties of the side's chain, and of the opponent's.
        liberties: [usize; 2],
        /// True if the side wins whoever plays first; else whoever plays first wins.
        is_ahead: bool,
    },
    /// The side could play on the points, if it is its turn or not.
    Mobility,
    /// The stones of the side that can never be turned over.
    Stable,
}

impl FactKind {
    /// The word for it in data: the shape's name, `can-capture`, `overline`, `double-four`, `double-three`, `ko`,
    /// `superko`, `suicide`, `closed`, `chain`, `ladder`, `caught`, `alive`, `dead`, `seki`, `race`, `mobility`,
    /// `stable`.
    pub const fn name(&self) -> &'static str {
        match self {
            FactKind::CanMake(shape) => shape.name(),
            FactKind::CanCapture => "can-capture",
            FactKind::Closed(Reason::Forbidden(foul)) => foul.kind.id(),
            FactKind::Closed(Reason::Ko) => "ko",
            FactKind::Closed(Reason::Superko { .. }) => "superko",
            FactKind::Closed(Reason::Suicide) => "suicide",
            FactKind::Closed(_) => "closed",
            FactKind::Chain => "chain",
            FactKind::Ladder { .. } => "ladder",
            FactKind::Caught { .. } => "caught",
            FactKind::Alive { .. } => "alive",
            FactKind::Dead => "dead",
            FactKind::Seki { .. } => "seki",
            FactKind::Race { .. } => "race",
            FactKind::Mobility => "mobility",
            FactKind::Stable => "stable",
        }
    }
}

/// One fact of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fact {
    /// What it says.
    pub kind: FactKind,
    /// Whose it is.
    pub side: Color,
    /// The points that it is about, in reading order.
    pub points: Vec<Point>,
    /// More points, as the kind says; else empty.
    pub others: Vec<Point>,
}

impl Fact {
    pub(crate) fn new(kind: FactKind, side: Color, points: Vec<Point>) -> Fact {
        Fact { kind, side, points, others: Vec::new() }
    }

    pub(crate) fn with(self, others: Vec<Point>) -> Fact {
        Fact { others, ..self }
    }
}

/// The empty points that a rule closes to the side to move, each with its reason.
pub(crate) fn closed_points<G: Game>(position: &G) -> Vec<Fact> {
    let side = position.to_move();
    let empty = position.size().points().filter(|&p| position.at(p).is_empty());
    empty
        .filter_map(|point| match position.check(Move::Place(point)).err()?.reason {
            reason @ (Reason::Forbidden(_) | Reason::Ko | Reason::Superko { .. } | Reason::Suicide) => {
                Some(Fact::new(FactKind::Closed(reason), side, vec![point]))
            }
            _ => None,
        })
        .collect()
}
