//! Why a move is refused.

use crate::Move;
use std::fmt;
use tengen_board::{Color, Point};

/// A refused move: which, when, and the rule it breaks. The position is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {} ({text}) is illegal: {reason}", self.ply + 1)]
pub struct Illegal {
    /// The move.
    pub mv: Move,
    /// The move as players of the game write it.
    pub text: String,
    /// Plies played before it.
    pub ply: usize,
    /// The rule that it breaks.
    pub reason: Reason,
}

/// The rule that a refused move breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The game has ended.
    GameOver,
    /// The point is not on the board.
    OffBoard,
    /// The point is occupied.
    Occupied(Color),
    /// The game has no pass, or not here.
    NoPass,
    /// Connect four: the stone would hang in the air; it would come to rest at this point.
    Hanging(Point),
    /// Othello: the disc would turn nothing over.
    NoFlip,
    /// Othello: there is no legal disc, so the move is to pass.
    MustPass,
    /// Go: the point was just taken in a ko.
    Ko,
    /// Go: the board would be as it was after this many plies.
    Superko {
        /// The ply after which the board looked like this.
        ply: usize,
        /// Whether the same side must be to move for the rule to bite.
        situational: bool,
    },
    /// Go: the chain would have no liberty.
    Suicide,
    /// Renju: the point is forbidden to black.
    Forbidden(Box<crate::gomoku::Foul>),
    /// An opening rule; the text names it and says what it asks for.
    Opening {
        /// What the rule asks for here, in plain words.
        /// First in English, then in simplified Chinese.
        rule: Box<[String; 2]>,
        /// The points among which the stone must be, or which the rule looks at. May be empty.
        points: Vec<Point>,
    },
    /// An opening decision where none is asked for.
    NoChoice,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::GameOver => f.write_str("the game is over"),
            Reason::OffBoard => f.write_str("the point is off the board"),
            Reason::Occupied(color) => write!(f, "the point is occupied by a {color} stone"),
            Reason::NoPass => f.write_str("passing is not allowed here"),
            Reason::Hanging(_) => f.write_str("a stone falls to the lowest empty point of its column"),
            Reason::NoFlip => f.write_str("it turns over no disc"),
            Reason::MustPass => f.write_str("no disc can be placed, so the move is to pass"),
            Reason::Ko => f.write_str("the ko may not be retaken at once"),
            Reason::Superko { ply, situational } => write!(
                f,
                "{} superko: the board would be as it was after move {ply}",
                if *situational { "situational" } else { "positional" }
            ),
            Reason::Suicide => f.write_str("suicide: the stones would have no liberty"),
            Reason::Forbidden(foul) => write!(f, "{foul}"),
            Reason::Opening { rule, .. } => f.write_str(&rule[0]),
            Reason::NoChoice => f.write_str("no decision is asked for here"),
        }
    }
}
