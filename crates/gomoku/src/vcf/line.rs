//! A line of moves without allocation.

use crate::Square;

/// A line of moves, long enough for consecutive fours on the largest board.
#[derive(Clone, Copy)]
pub struct MoveLine {
    moves: [Square; MoveLine::MAX_LEN],
    len: u16,
}

impl MoveLine {
    /// The greatest length; further moves are dropped.
    pub const MAX_LEN: usize = 256;

    /// The moves of the line.
    pub fn moves(&self) -> &[Square] {
        &self.moves[..usize::from(self.len)]
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move.
    pub fn push(&mut self, square: Square) {
        if let Some(next) = self.moves.get_mut(usize::from(self.len)) {
            *next = square;
            self.len += 1;
        }
    }
}

impl Default for MoveLine {
    fn default() -> MoveLine {
        MoveLine { moves: [0; MoveLine::MAX_LEN], len: 0 }
    }
}

impl std::fmt::Debug for MoveLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}
