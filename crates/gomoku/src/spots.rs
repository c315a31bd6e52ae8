//! Sets of points as bits, for points numbered in reading order.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// A point of the board as the search numbers it: in reading order, `cols · row + col`, as
/// [`Size::index`](tengen_board::Size::index) does.
pub type Spot = u16;

/// Points on the largest board, 22×22.
pub const MAX_SPOTS: usize = 22 * 22;

/// The length of lists by point: so much that any point's number can be cut to it by a mask instead of a test.
pub(crate) const SPOT_ROOM: usize = MAX_SPOTS.next_power_of_two();

const WORDS: usize = MAX_SPOTS.div_ceil(64);

/// A set of points, of fixed size and without allocation.
///
/// ```
/// use tengen_gomoku::Spots;
/// let set: Spots = [7, 3, 300].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 7, 300]);
/// assert!(set.contains(7) && !set.contains(8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spots([u64; WORDS]);

impl Spots {
    /// No point.
    pub const NONE: Spots = Spots([0; WORDS]);

    /// The set of one point.
    #[inline]
    pub fn one(spot: Spot) -> Spots {
        let (at, bit) = (usize::from(spot >> 6) % WORDS, 1 << (spot & 63));
        Spots(std::array::from_fn(|i| if i == at { bit } else { 0 }))
    }

    /// The points numbered below `count`.
    pub fn below(count: usize) -> Spots {
        (0..count as Spot).collect()
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, spot: Spot) {
        self.0[usize::from(spot >> 6) % WORDS] |= 1 << (spot & 63);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, spot: Spot) {
        self.0[usize::from(spot >> 6) % WORDS] &= !(1 << (spot & 63));
    }

    /// Adds a point that is not in the set, or takes it out.
    #[inline]
    pub(crate) fn toggle(&mut self, spot: Spot) {
        self.0[usize::from(spot >> 6) % WORDS] ^= 1 << (spot & 63);
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, spot: Spot) -> bool {
        self.0[usize::from(spot >> 6) % WORDS] >> (spot & 63) & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many points there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first point in reading order.
    #[inline]
    pub fn first(&self) -> Option<Spot> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((word as u32 * 64 + self.0[word].trailing_zeros()) as Spot)
    }

    /// The points in reading order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }
}

/// The points of a set in reading order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Iter {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        while self.at < WORDS {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.at as u32 * 64 + bit) as Spot);
            }
            self.at += 1;
        }
        None
    }
}

impl IntoIterator for Spots {
    type Item = Spot;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Spot> for Spots {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Spots {
        let mut set = Spots::NONE;
        spots.into_iter().for_each(|spot| set.insert(spot));
        set
    }
}

impl BitOr for Spots {
    type Output = Spots;
    #[inline]
    fn bitor(mut self, other: Spots) -> Spots {
        self |= other;
        self
    }
}

impl BitOrAssign for Spots {
    #[inline]
    fn bitor_assign(&mut self, other: Spots) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl BitAnd for Spots {
    type Output = Spots;
    #[inline]
    fn bitand(mut self, other: Spots) -> Spots {
        self &= other;
        self
    }
}

impl BitAndAssign for Spots {
    #[inline]
    fn bitand_assign(&mut self, other: Spots) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

/// The points of the first set that are not in the second.
impl Sub for Spots {
    type Output = Spots;
    #[inline]
    fn sub(mut self, other: Spots) -> Spots {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }
}

impl fmt::Debug for Spots {
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
            |n: usize| -> BTreeSet<Spot> { (0..n).map(|_| rng.below(MAX_SPOTS) as Spot).collect() };
        for n in [0, 1, 5, 60, 400] {
            let (a, b) = (draw(n), draw(n));
            let (x, y): (Spots, Spots) = (a.iter().copied().collect(), b.iter().copied().collect());
            assert_eq!((x.len(), x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
            assert!(x.iter().eq(a.iter().copied()));
            assert!((x | y).iter().eq(a.union(&b).copied()));
            assert!((x & y).iter().eq(a.intersection(&b).copied()));
            assert!((x - y).iter().eq(a.difference(&b).copied()));
            assert!((0..MAX_SPOTS as Spot).all(|s| x.contains(s) == a.contains(&s)));
            let mut less = x;
            a.iter().for_each(|&s| less.remove(s));
            assert!(less.is_empty());
        }
        assert_eq!(Spots::below(225).len(), 225);
    }
}
