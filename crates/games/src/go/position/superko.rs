//! Superko: whether a stone would repeat an earlier position.
//!
//! The exact answer is the hash of the position that would result, looked up among the earlier ones. Two filters answer
//! most questions first. Another number of stones is another board. And a stone that stays repeats a board only if a
//! stone of its colour has been on its point before.

use super::Position;
use crate::go::history::StoneCounts;
use crate::go::{Ko, Suicide, Vertex};
use tengen_board::{Color, zobrist};

impl Position {
    /// Whether a stone at the empty point `at` is legal under superko, given whether it captures.
    #[inline]
    pub(super) fn is_new(&self, at: Vertex, captures: bool) -> bool {
        if captures {
            self.is_new_capture(at)
        } else if self.board.is_dead_end(at, self.to_move) {
            self.is_new_suicide(at)
        } else {
            self.is_new_addition(at)
        }
    }

    /// The same for a stone that captures.
    #[inline]
    pub(super) fn is_new_capture(&self, at: Vertex) -> bool {
        if !self.has_stood(at) {
            return true;
        }
        let taken = self.board.would_take(at, self.to_move);
        !self.history.may_have(self.stones_after(taken))
            || self.is_new_board(self.board.hash_after(at, self.to_move))
    }

    /// The same for a stone that takes nothing and is no suicide.
    #[inline]
    pub(super) fn is_new_addition(&self, at: Vertex) -> bool {
        // While stones have only been added, every board is new.
        self.removed == 0
            || !self.has_stood(at)
            || !self.history.may_have(self.stones_after(0))
            || self.is_new_board(self.board.hash_with(at, self.to_move))
    }

    /// Whether a stone of the side to move has been on this point.
    #[inline]
    fn has_stood(&self, at: Vertex) -> bool {
        self.stood[self.to_move.index()].contains(at)
    }

    /// The same for a suicide.
    #[inline]
    pub(super) fn is_new_suicide(&self, at: Vertex) -> bool {
        match self.rules.suicide {
            Suicide::Forbidden => return false,
            Suicide::Chains if self.is_single(at) => return false,
            Suicide::Chains | Suicide::Allowed => {}
        }
        self.is_new_board(self.board.hash_after(at, self.to_move))
    }

    /// The numbers of stones after one of the side to move, no suicide, that takes so many.
    #[inline]
    pub(super) fn stones_after(&self, taken: u16) -> StoneCounts {
        let mut stones = self.stones;
        stones[self.to_move.index()] += 1;
        stones[(!self.to_move).index()] -= taken;
        stones
    }

    /// Whether no earlier ply had the board with this hash, which a stone of the side to move would make.
    #[inline]
    pub(super) fn is_new_board(&self, stones: u64) -> bool {
        !self.history.contains(self.situation(stones, self.after_stone()))
    }

    /// The earlier ply whose situation a stone at `at` would repeat.
    pub(super) fn repeats(&self, at: Vertex) -> Option<usize> {
        if self.rules.ko == Ko::Simple {
            return None;
        }
        self.history.find(self.situation(self.board.hash_after(at, self.to_move), self.after_stone()))
    }

    fn situation(&self, stones: u64, to_move: Color) -> u64 {
        if self.rules.ko == Ko::Situational && to_move == Color::White {
            stones ^ zobrist::WHITE_TO_MOVE
        } else {
            stones
        }
    }

    pub(super) fn remember(&mut self) {
        if self.rules.ko != Ko::Simple {
            self.history.push(self.situation(self.board.hash(), self.to_move), self.stones);
        }
    }
}
