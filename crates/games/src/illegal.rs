//! Why a move is refused.

use crate::{Game, Move};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Coords, Point, Size};

/// A refused move: which, when, and the rule it breaks. The position is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {} ({text}) is illegal: {reason}", self.ply + 1)]
pub struct Illegal {
    /// The move.
    pub mv: Move,
    /// The move as players of the game write it; of a stone that would hang in the air, its point.
    pub text: String,
    /// Plies played before it.
    pub ply: usize,
    /// The rule that it breaks.
    pub reason: Reason,
}

impl Illegal {
    /// The refusal of `mv` in `position`.
    pub(crate) fn new(position: &impl Game, mv: Move, reason: Reason) -> Illegal {
        // Where stones fall, a move is written as its column, and the reason speaks of the point.
        let text = match (&reason, mv) {
            (Reason::Hanging(_), Move::Place(point)) => position.coords().format(point, position.size()),
            _ => position.format_move(mv),
        };
        Illegal { mv, text, ply: position.ply(), reason }
    }
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
    /// Connect four: the column is full.
    ColumnFull,
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
    /// Gomoku: an opening rule asks for something else.
    Opening {
        /// The opening rule.
        opening: crate::gomoku::OpeningRule,
        /// What it asks for here.
        step: crate::gomoku::Step,
        /// The size of the board, to write points with.
        size: Size,
        /// The fifth move offered before that this one repeats, up to symmetry.
        repeats: Option<Point>,
        /// The points that the rule accepts, or the offers that it compares with. May be empty.
        points: Vec<Point>,
    },
    /// The first stone must be on the centre of the board.
    NotOnCenter,
    /// The stone must be farther from the centre of the board.
    TooNearCenter {
        /// The least distance, in points along a row or a column.
        distance: u8,
    },
    /// Go: handicap stones are still to be placed, so there is no pass yet.
    HandicapFirst {
        /// How many stones are left to place.
        left: u16,
    },
    /// An opening decision where none is asked for.
    NoChoice,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::GameOver => f.write_str("the game is over"),
            Reason::OffBoard => f.write_str("the point is off the board"),
            Reason::Occupied(color) => write!(f, "it is occupied by {color}"),
            Reason::NoPass => f.write_str("passing is not allowed here"),
            Reason::ColumnFull => f.write_str("the column is full"),
            Reason::Hanging(_) => f.write_str("a stone falls to the lowest empty point of its column"),
            Reason::NoFlip => f.write_str("it turns over no disc"),
            Reason::MustPass => f.write_str("no disc can be placed, so the move is to pass"),
            Reason::Ko => f.write_str("the ko may not be retaken at once"),
            Reason::Superko { ply, situational } => {
                let kind = if *situational { "situational" } else { "positional" };
                match ply {
                    0 => write!(f, "{kind} superko: the board would be as it was at the start"),
                    ply => write!(f, "{kind} superko: the board would be as it was after move {ply}"),
                }
            }
            Reason::Suicide => f.write_str("suicide: the stones would have no liberty"),
            Reason::Forbidden(foul) => write!(f, "{foul}"),
            Reason::Opening { opening, size, repeats: Some(point), .. } => {
                let point = Coords::Gomoku.format(*point, *size);
                write!(
                    f,
                    "{opening}: fifth moves must differ, and by symmetry this is the same as the one offered at {point}"
                )
            }
            Reason::Opening { opening, step, repeats: None, .. } => write!(f, "{opening}: {step}"),
            Reason::NotOnCenter => f.write_str("the first stone must be on the centre of the board"),
            Reason::TooNearCenter { distance } => {
                write!(f, "this stone must be at least {distance} points away from the centre of the board")
            }
            Reason::HandicapFirst { left: 1 } => {
                f.write_str("black places 1 more handicap stone before anyone may pass")
            }
            Reason::HandicapFirst { left } => {
                write!(f, "black places {left} more handicap stones before anyone may pass")
            }
            Reason::NoChoice => f.write_str("no decision is asked for here"),
        }
    }
}
