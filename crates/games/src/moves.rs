//! A move of any game.

use crate::gomoku::Step;
use alloc::string::String;
use core::fmt;
use tengen_board::{Color, Coords, Point, Size};

/// One of the two people at the board. Without an opening rule the first player has black from the start;
/// with one, colours are decided on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PlayerId {
    /// Places the first stone of the game.
    First,
    /// The other.
    Second,
}

impl PlayerId {
    /// The other player.
    pub const fn opponent(self) -> PlayerId {
        match self {
            PlayerId::First => PlayerId::Second,
            PlayerId::Second => PlayerId::First,
        }
    }
}

/// A move of any game: one type, so that records, protocols and faces speak of all games alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Move {
    /// A stone of the side to move at this point. In connect four, the point where the stone comes to rest.
    /// Where an opening rule asks to choose one of several offered stones, the point of the chosen one.
    Place(Point),
    /// Pass.
    Pass,
    /// A decision that an opening rule asks for.
    Choose(Choice),
}

/// A decision that an opening rule asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Choice {
    /// The player takes this colour (swap, swap2 and the renju openings).
    Take(Color),
    /// Swap2: place two more stones, one of each colour, and leave the choice of colour to the other player.
    PlaceTwoMore,
    /// Renju openings: how many candidates for the fifth move will be (or must be) offered.
    FifthMoves(u8),
}

/// Text that is no move of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not a move here: expected {expected}")]
pub struct MoveError {
    /// What was read, cut to 40 characters.
    pub text: String,
    /// What would be right.
    pub expected: ExpectedMove,
}

/// How a move of a game is written. `Display` writes English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedMove {
    /// A point of the board in a notation; true if a pass is a move too.
    Point(Size, Coords, bool),
    /// A column from 1 to this one.
    Column(usize),
    /// The words of a decision that an opening rule asks for.
    Decision(Step),
}

impl fmt::Display for ExpectedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedMove::Point(size, coords, pass) => {
                let example = coords.format(size.center(), *size);
                let pass = if *pass { ", or pass" } else { "" };
                write!(f, "a point of the {size} board such as {example}{pass}")
            }
            ExpectedMove::Column(most) => write!(f, "a column from 1 to {most}"),
            ExpectedMove::Decision(step) => write!(f, "a decision: {step}"),
        }
    }
}

impl Move {
    /// The point of a stone, if this places one.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(p) => Some(p),
            _ => None,
        }
    }
}

impl From<Point> for Move {
    #[inline]
    fn from(point: Point) -> Move {
        Move::Place(point)
    }
}

/// The words of a choice: `black`, `white`, `two-more`, `fifths=3`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Take(color) => write!(f, "{color}"),
            Choice::PlaceTwoMore => f.write_str("two-more"),
            Choice::FifthMoves(n) => write!(f, "fifths={n}"),
        }
    }
}

impl Choice {
    /// Reads the words that [`Display`](fmt::Display) writes.
    pub fn from_words(text: &str) -> Option<Choice> {
        match text.to_ascii_lowercase().as_str() {
            "black" => Some(Choice::Take(Color::Black)),
            "white" => Some(Choice::Take(Color::White)),
            "two-more" => Some(Choice::PlaceTwoMore),
            words => words.strip_prefix("fifths=")?.parse().ok().map(Choice::FifthMoves),
        }
    }
}
