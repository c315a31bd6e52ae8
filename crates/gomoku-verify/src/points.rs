//! A set of points as bits.

use std::ops::BitOrAssign;
use tengen_board::{Point, Size};
use tengen_games::gomoku::Rules;

const WORDS: usize = (Rules::MAX_SIDE * Rules::MAX_SIDE).div_ceil(64);

/// A set of points of one board, numbered in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PointSet([u64; WORDS]);

impl PointSet {
    pub(crate) const EMPTY: PointSet = PointSet([0; WORDS]);

    /// All points of a board.
    pub(crate) fn all(size: Size) -> PointSet {
        let mut all = PointSet::EMPTY;
        size.points().for_each(|p| all.insert(p, size));
        all
    }

    pub(crate) fn insert(&mut self, p: Point, size: Size) {
        let index = size.index(p);
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// The points in reading order.
    pub(crate) fn iter(self, size: Size) -> impl Iterator<Item = Point> {
        size.points().filter(move |&p| {
            let index = size.index(p);
            self.0[index / 64] >> (index % 64) & 1 == 1
        })
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_inserted_in_reading_order() {
        let size = Size::of(22, 22);
        let (first, last) = (Point::new(3, 21), Point::new(21, 21));
        let mut set = PointSet::EMPTY;
        set.insert(last, size);
        let mut other = PointSet::EMPTY;
        other.insert(first, size);
        set |= other;
        assert_eq!(set.iter(size).collect::<Vec<_>>(), [first, last]);
        assert!(PointSet::all(size).iter(size).eq(size.points()));
    }
}
