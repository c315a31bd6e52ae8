//! A line of moves without allocation.

use crate::Spot;

/// Moves in a line; as many as two sides can play by fours on the largest board.
#[derive(Clone, Copy)]
pub struct Line {
    moves: [Spot; Line::MOST],
    len: u16,
}

impl Line {
    /// The longest line; moves beyond it are left out.
    pub const MOST: usize = 256;

    /// The moves.
    pub fn moves(&self) -> &[Spot] {
        &self.moves[..usize::from(self.len)]
    }

    /// Leaves no move.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move.
    pub fn push(&mut self, spot: Spot) {
        if let Some(next) = self.moves.get_mut(usize::from(self.len)) {
            *next = spot;
            self.len += 1;
        }
    }
}

impl Default for Line {
    fn default() -> Line {
        Line { moves: [0; Line::MOST], len: 0 }
    }
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}
