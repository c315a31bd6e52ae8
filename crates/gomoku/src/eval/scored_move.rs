//! A move and its ordering score in one number, so that comparing numbers finds the best.

use crate::board::squares::{SQUARE_SLOTS, Square};

/// The bits of the square.
const SQUARE_BITS: u32 = SQUARE_SLOTS.ilog2();

const SQUARE_MASK: i32 = (1 << SQUARE_BITS) - 1;

/// The largest score; its negative is the least.
const MAX_SCORE: i32 = (i32::MAX >> SQUARE_BITS) - 1;

/// A move and its ordering score. The greater one has the higher score; of equal scores, the first in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ScoredMove(i32);

impl ScoredMove {
    /// Below every move.
    pub(crate) const NONE: ScoredMove = ScoredMove(i32::MIN);

    /// Above every move.
    pub(crate) const ABOVE: ScoredMove = ScoredMove(i32::MAX);

    /// A score beyond about ±2²² is clamped.
    #[inline]
    pub(crate) fn new(square: Square, score: i32) -> ScoredMove {
        ScoredMove(score.clamp(-MAX_SCORE, MAX_SCORE) << SQUARE_BITS | (SQUARE_MASK - i32::from(square)))
    }

    #[inline]
    pub(crate) fn square(self) -> Square {
        (SQUARE_MASK - (self.0 & SQUARE_MASK)) as Square
    }

    #[inline]
    pub(crate) fn score(self) -> i32 {
        self.0 >> SQUARE_BITS
    }

    /// Adds to the score.
    #[inline]
    pub(crate) fn add(&mut self, more: i32) {
        *self = ScoredMove::new(self.square(), self.score() + more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares::MAX_SQUARES;

    #[test]
    fn both_numbers_come_back_and_the_better_is_the_greater() {
        let scores = [-MAX_SCORE, -70_000, -1, 0, 1, 65_535, MAX_SCORE];
        for score in scores {
            for square in 0..MAX_SQUARES as Square {
                let ranked = ScoredMove::new(square, score);
                assert_eq!((ranked.square(), ranked.score()), (square, score));
                assert!(ranked > ScoredMove::NONE && ranked < ScoredMove::ABOVE);
                assert!(ranked > ScoredMove::new(square + 1, score));
            }
        }
        for pair in scores.windows(2) {
            assert!(ScoredMove::new(0, pair[0]) < ScoredMove::new(MAX_SQUARES as Square - 1, pair[1]));
        }
        assert_eq!(ScoredMove::new(3, i32::MAX), ScoredMove::new(3, MAX_SCORE));
        let mut ranked = ScoredMove::new(9, 100);
        ranked.add(-300);
        assert_eq!(ranked, ScoredMove::new(9, -200));
    }
}
