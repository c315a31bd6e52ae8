//! What the filters of a rule-filter player did: the candidates that each struck out, and why.

use crate::Shape;
use std::fmt;
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::{Move, Reason};

/// What one filter of a rule-filter player did.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport {
    /// The filter's name.
    pub rule: String,
    /// The candidates that it struck out, each with the reason.
    pub struck: Vec<Strike>,
    /// How many candidates it left.
    pub left: usize,
}

/// A candidate that a filter struck out.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// The candidate.
    pub mv: Move,
    /// The reason.
    pub why: StrikeReason,
}

/// Why a filter struck out a candidate. `Display` writes English.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StrikeReason {
    /// A stone is on the point.
    Occupied(Color),
    /// The point is not among the fifth moves offered.
    NotOffered,
    /// The rules do not allow it.
    Illegal(Box<Reason>),
    /// [`Limits::avoid`](crate::Limits::avoid) has it.
    Avoided,
    /// It is in a corner, far from every stone.
    EmptyCorner,
    /// Neither side can make a five through it.
    NoRoom,
    /// Another point makes this shape, this one does not.
    Misses(Shape),
    /// The opponent can still make this shape.
    Leaves(Shape),
    /// The opponent can still make this shape at another point.
    LeavesAnother(Shape),
    /// It is not among the candidates that the look ahead compares.
    NotSearched,
    /// Another point has a greater weight K for either colour.
    Weights {
        /// Its K for black, and the greatest.
        black: (u32, u32),
        /// Its K for white, and the greatest.
        white: (u32, u32),
    },
    /// The look ahead prefers another point.
    LookAhead {
        /// The value of this move after the likely replies.
        value: i64,
        /// The value of the best move.
        best: i64,
        /// The likely reply.
        reply: Option<Point>,
        /// The size of the board, to write the reply with.
        size: Size,
    },
    /// Another point has a greater sum of K for both colours.
    WeightSum {
        /// The sum of this point.
        sum: u32,
        /// The sum of the point chosen.
        best: u32,
    },
    /// It is as good as the point chosen.
    Equal,
    /// It is as good as the point chosen, but farther from the centre.
    FartherFromCenter,
}

/// A shape with its article: `a five`, `an open four`.
const fn a(shape: Shape) -> &'static str {
    match shape {
        Shape::Five => "a five",
        Shape::OpenFour => "an open four",
        Shape::FourThree => "a four and three",
        Shape::Four => "a four",
        Shape::DoubleThree => "a double three",
        Shape::OpenThree => "an open three",
        Shape::ClosedThree => "a closed three",
        Shape::DoubleTwo => "a double two",
        Shape::OpenTwo => "an open two",
    }
}

impl fmt::Display for StrikeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrikeReason::Occupied(color) => write!(f, "a {color} stone is there"),
            StrikeReason::NotOffered => f.write_str("is not among the fifth moves offered"),
            StrikeReason::Illegal(reason) => write!(f, "{reason}"),
            StrikeReason::Avoided => f.write_str("is excluded by the limits"),
            StrikeReason::EmptyCorner => f.write_str("is in a corner, far from every stone"),
            StrikeReason::NoRoom => f.write_str("has no room for a five in any direction"),
            StrikeReason::Misses(shape) => write!(f, "does not make {}, which another point does", a(*shape)),
            StrikeReason::Leaves(shape) => write!(f, "leaves the opponent {}", a(*shape)),
            StrikeReason::LeavesAnother(shape) => {
                write!(f, "leaves the opponent {} at another point", a(*shape))
            }
            StrikeReason::NotSearched => f.write_str("is not among the moves searched"),
            StrikeReason::Weights { black: (black, most_black), white: (white, most_white) } => {
                write!(f, "K is {black} of {most_black} for black and {white} of {most_white} for white")
            }
            StrikeReason::LookAhead { value, best, reply, size } => {
                write!(f, "value {value}, the best is {best}")?;
                match reply {
                    Some(reply) => write!(f, " (reply {})", Coords::Gomoku.format(*reply, *size)),
                    None => Ok(()),
                }
            }
            StrikeReason::WeightSum { sum, best } => write!(f, "K for both colours is {sum} of {best}"),
            StrikeReason::Equal => f.write_str("is as good as the move chosen"),
            StrikeReason::FartherFromCenter => {
                f.write_str("is as good as the move chosen, but farther from the centre")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_written_with_their_numbers() {
        let weights = StrikeReason::Weights { black: (64, 1072), white: (80, 80) };
        assert_eq!(weights.to_string(), "K is 64 of 1072 for black and 80 of 80 for white");
        let size = Size::of(15, 15);
        let ahead = StrikeReason::LookAhead { value: -5, best: 7, reply: Some(Point::new(7, 7)), size };
        assert_eq!(ahead.to_string(), "value -5, the best is 7 (reply h8)");
        assert_eq!(StrikeReason::Leaves(Shape::OpenFour).to_string(), "leaves the opponent an open four");
    }
}
