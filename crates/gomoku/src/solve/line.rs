//! A line of moves without allocation.

use crate::Square;

/// Moves in a line; as many as two sides can play by fours on the largest board.
#[derive(Clone, Copy)]
pub struct MoveLine {
    moves: [Square; MoveLine::MOST],
    len: u16,
}

impl MoveLine {
    /// The longest line; moves beyond it are left out.
    pub const MOST: usize = 256;

    /// The moves.
    pub fn moves(&self) -> &[Square] {
        &self.moves[..usize::from(self.len)]
    }

    /// Leaves no move.
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
        MoveLine { moves: [0; MoveLine::MOST], len: 0 }
    }
}

impl std::fmt::Debug for MoveLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}
