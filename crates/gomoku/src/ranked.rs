//! A move and what it promises as one number, so that the best of many is found by comparing numbers alone.

use crate::spots::{SPOT_ROOM, Spot};

/// Bits of the move's number.
const SPOT_BITS: u32 = SPOT_ROOM.ilog2();

const SPOT_MASK: i32 = (1 << SPOT_BITS) - 1;

/// The most and, negative, the least that a move can promise.
const MOST: i32 = (i32::MAX >> SPOT_BITS) - 1;

/// A move and what it promises. The greater is the one that promises more; of two that promise the same, the one
/// that comes first in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Ranked(i32);

impl Ranked {
    /// Less than every move.
    pub(crate) const NONE: Ranked = Ranked(i32::MIN);

    /// More than every move.
    pub(crate) const ABOVE: Ranked = Ranked(i32::MAX);

    /// What is beyond ±2²² or so is brought to that.
    #[inline]
    pub(crate) fn new(spot: Spot, promise: i32) -> Ranked {
        Ranked(promise.clamp(-MOST, MOST) << SPOT_BITS | (SPOT_MASK - i32::from(spot)))
    }

    #[inline]
    pub(crate) fn spot(self) -> Spot {
        (SPOT_MASK - (self.0 & SPOT_MASK)) as Spot
    }

    #[inline]
    pub(crate) fn promise(self) -> i32 {
        self.0 >> SPOT_BITS
    }

    /// Promises so much more.
    #[inline]
    pub(crate) fn add(&mut self, more: i32) {
        *self = Ranked::new(self.spot(), self.promise() + more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spots::MAX_SPOTS;

    #[test]
    fn both_numbers_come_back_and_the_better_is_the_greater() {
        let promises = [-MOST, -70_000, -1, 0, 1, 65_535, MOST];
        for promise in promises {
            for spot in 0..MAX_SPOTS as Spot {
                let ranked = Ranked::new(spot, promise);
                assert_eq!((ranked.spot(), ranked.promise()), (spot, promise));
                assert!(ranked > Ranked::NONE && ranked < Ranked::ABOVE);
                assert!(ranked > Ranked::new(spot + 1, promise));
            }
        }
        for pair in promises.windows(2) {
            assert!(Ranked::new(0, pair[0]) < Ranked::new(MAX_SPOTS as Spot - 1, pair[1]));
        }
        assert_eq!(Ranked::new(3, i32::MAX), Ranked::new(3, MOST));
        let mut ranked = Ranked::new(9, 100);
        ranked.add(-300);
        assert_eq!(ranked, Ranked::new(9, -200));
    }
}
