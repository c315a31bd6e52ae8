//! What earlier cut-offs tell about moves.

use crate::board::offset::OFFSETS;
use crate::board::squares::{MAX_SQUARES, Square};
use tengen_board::Color;

/// The largest value of the history.
pub(crate) const HISTORY_MAX: i32 = 8_192;

/// Which moves have refuted others, and how often.
pub(crate) struct History {
    /// How well a move of a colour has done, whatever the board.
    main: Box<[[i16; MAX_SQUARES]; 2]>,
    /// The move that last refuted a move of the other colour.
    counter: Box<[[Square; MAX_SQUARES]; 2]>,
    /// How well a move has done as an answer to a move near by, by where it lies from that.
    answer: Box<[[i16; OFFSETS]; 2]>,
}

const NONE: Square = Square::MAX;

impl History {
    pub(crate) fn new() -> History {
        History {
            main: Box::new([[0; MAX_SQUARES]; 2]),
            counter: Box::new([[NONE; MAX_SQUARES]; 2]),
            answer: Box::new([[0; OFFSETS]; 2]),
        }
    }

    /// Keeps half of what was learnt, for a search of the next board.
    pub(crate) fn age(&mut self) {
        self.main.iter_mut().flatten().for_each(|n| *n /= 2);
        self.answer.iter_mut().flatten().for_each(|n| *n /= 2);
    }

    #[inline]
    pub(crate) fn main_score(&self, color: Color, square: Square) -> i32 {
        self.main[color.index()][usize::from(square)].into()
    }

    /// How well a move has done this far from the move before it.
    #[inline]
    pub(crate) fn answer_score(&self, color: Color, offset: Option<usize>) -> i32 {
        offset.map_or(0, |offset| self.answer[color.index()][offset].into())
    }

    #[inline]
    pub(crate) fn counter(&self, color: Color, before: Square) -> Option<Square> {
        let square = self.counter[color.index()][usize::from(before)];
        (square != NONE).then_some(square)
    }

    pub(crate) fn set_counter(&mut self, color: Color, before: Square, square: Square) {
        self.counter[color.index()][usize::from(before)] = square;
    }

    /// Moves a move's value towards the best or the worst, the less the nearer it is already.
    #[inline]
    pub(crate) fn update(&mut self, color: Color, square: Square, offset: Option<usize>, by: i32) {
        let gravity = |n: &mut i16| {
            let old = i32::from(*n);
            *n = (old + by - old * by.abs() / HISTORY_MAX) as i16;
        };
        gravity(&mut self.main[color.index()][usize::from(square)]);
        if let Some(offset) = offset {
            gravity(&mut self.answer[color.index()][offset]);
        }
    }
}
