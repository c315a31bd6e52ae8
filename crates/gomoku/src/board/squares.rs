//! Squares, and sets of squares as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// The number of a point on the board: `cols · row + col`, as [`Size::index`](tengen_board::Size::index) gives it.
pub type Square = u16;

/// The number of squares of the largest board, 22×22.
pub const MAX_SQUARES: usize = 22 * 22;

/// The length of lists by square: a power of two, so that an index is masked instead of checked.
pub(crate) const SQUARE_SLOTS: usize = MAX_SQUARES.next_power_of_two();

const WORDS: usize = MAX_SQUARES.div_ceil(64);

/// A set of squares, of fixed size and without allocation.
///
/// ```
/// use tengen_gomoku::SquareSet;
/// let set: SquareSet = [7, 3, 300].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 7, 300]);
/// assert!(set.contains(7) && !set.contains(8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet([u64; WORDS]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; WORDS]);

    /// The set of one square.
    #[inline]
    pub fn one(square: Square) -> SquareSet {
        let (at, bit) = (usize::from(square >> 6) % WORDS, 1 << (square & 63));
        SquareSet(std::array::from_fn(|i| if i == at { bit } else { 0 }))
    }

    /// The squares numbered below `count`.
    pub fn below(count: usize) -> SquareSet {
        (0..count as Square).collect()
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[usize::from(square >> 6) % WORDS] |= 1 << (square & 63);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[usize::from(square >> 6) % WORDS] &= !(1 << (square & 63));
    }

    /// Adds a square that is not in the set, or removes it.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square) {
        self.0[usize::from(square >> 6) % WORDS] ^= 1 << (square & 63);
    }

    /// True if the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square >> 6) % WORDS] >> (square & 63) & 1 == 1
    }

    /// True if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of squares.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first square in reading order.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((word as u32 * 64 + self.0[word].trailing_zeros()) as Square)
    }

    /// The squares in reading order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }
}

/// The squares of a set in reading order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.at < WORDS {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.at as u32 * 64 + bit) as Square);
            }
            self.at += 1;
        }
        None
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self &= other;
        self
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

/// The squares of the first set that are not in the second.
impl Sub for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn sub(mut self, other: SquareSet) -> SquareSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tengen_board::random::SplitMix64;

    #[test]
    fn sets_are_those_of_the_standard_library() {
        let mut rng = SplitMix64(3);
        let mut draw =
            |n: usize| -> BTreeSet<Square> { (0..n).map(|_| rng.below(MAX_SQUARES) as Square).collect() };
        for n in [0, 1, 5, 60, 400] {
            let (a, b) = (draw(n), draw(n));
            let (x, y): (SquareSet, SquareSet) = (a.iter().copied().collect(), b.iter().copied().collect());
            assert_eq!((x.len(), x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
            assert!(x.iter().eq(a.iter().copied()));
            assert!((x | y).iter().eq(a.union(&b).copied()));
            assert!((x & y).iter().eq(a.intersection(&b).copied()));
            assert!((x - y).iter().eq(a.difference(&b).copied()));
            assert!((0..MAX_SQUARES as Square).all(|s| x.contains(s) == a.contains(&s)));
            let mut less = x;
            a.iter().for_each(|&s| less.remove(s));
            assert!(less.is_empty());
        }
        assert_eq!(SquareSet::below(225).len(), 225);
    }
}
