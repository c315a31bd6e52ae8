//! Positions that are set up rather than played to.

use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size};

/// Stones to put on the board before the first move, and whose turn it is. The board is empty but for the four discs
/// that an Othello game starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SetUp {
    /// Points and what they hold, in any order. `Empty` clears a point that the start position fills (Othello).
    pub cells: Vec<(Point, Cell)>,
    /// The side to move.
    pub to_move: Color,
}

/// What is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetUpError {
    /// A point is off the board.
    #[error("point {0:?} is off the board")]
    OffBoard(Point),
    /// A point is named twice, with different stones.
    #[error("point {0:?} is set twice")]
    Twice(Point),
    /// Go: a chain without liberties.
    #[error("the chain at {0:?} has no liberty")]
    NoLiberty(Point),
    /// Both colours, or a colour that could not have, have a winning line.
    #[error("there is a winning line of {0} already, and it is not the last stone's")]
    AlreadyWon(Color),
    /// Connect four: a stone hangs in the air.
    #[error("the stone at {0:?} hangs in the air")]
    Hanging(Point),
    /// The game has no set-up while this opening rule is in force.
    #[error("a position under an opening rule is played to, not set up")]
    Opening,
}

/// The stones of a set-up, in the order given, for games that start from an empty board.
pub(crate) fn stones_of(set_up: &SetUp, size: Size) -> Result<Vec<(Point, Color)>, SetUpError> {
    let mut seen = vec![None; size.area()];
    let mut stones = Vec::new();
    for &(point, cell) in &set_up.cells {
        if !size.contains(point) {
            return Err(SetUpError::OffBoard(point));
        }
        match seen[size.index(point)].replace(cell) {
            Some(before) if before != cell => return Err(SetUpError::Twice(point)),
            Some(_) => {}
            None => stones.extend(cell.color().map(|color| (point, color))),
        }
    }
    Ok(stones)
}
