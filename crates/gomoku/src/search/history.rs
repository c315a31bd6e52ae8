//! The histories: how well moves have done in earlier cut-offs.

use crate::board::offset::OFFSETS;
use crate::board::squares::{MAX_SQUARES, Square};
use tengen_board::Color;

/// The largest value of a history.
pub(crate) const HISTORY_MAX: i32 = 8_192;

/// The histories of one thread.
pub(crate) struct History {
    /// By colour and square.
    main: Box<[[i16; MAX_SQUARES]; 2]>,
    /// By colour and previous move: the move that last refuted it.
    counter: Box<[[Square; MAX_SQUARES]; 2]>,
    /// By colour and offset from the previous move, for replies near it.
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

    /// Halves the values, for the search of the next position.
    pub(crate) fn age(&mut self) {
        self.main.iter_mut().flatten().for_each(|n| *n /= 2);
        self.answer.iter_mut().flatten().for_each(|n| *n /= 2);
    }

    #[inline]
    pub(crate) fn main_score(&self, color: Color, square: Square) -> i32 {
        self.main[color.index()][usize::from(square)].into()
    }

    /// The score of a reply at this offset from the previous move.
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

    /// Moves a value by a bonus; the closer it is to its limit, the less it moves.
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
