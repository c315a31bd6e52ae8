//! Sets of points as bits, numbered as in the padded array.

use super::{LEN, Vertex};

/// Words of a set: 703 bits on the largest board.
pub(super) const WORDS: usize = 11;

/// A set of points of a board.
///
/// ```
/// use tengen_board::{Color, Point, Size};
/// use tengen_games::{Game, go};
/// let position = go::Position::new(&go::Rules::named("chinese", Some(Size::of(3, 3)))?);
/// let legal = position.legal_set();
/// assert_eq!(legal.len(), 9);
/// assert!(legal.contains(position.board().vertex(Point::new(2, 2))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointSet {
    pub(super) words: [u64; WORDS],
}

#[inline]
fn split(at: Vertex) -> (usize, u64) {
    let at = usize::from(at) % LEN;
    // The padded array has no entry above the last word: the remainder only spares a test.
    (at / 64 % WORDS, 1 << (at % 64))
}

impl PointSet {
    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, at: Vertex) -> bool {
        let (word, bit) = split(at);
        self.words[word] & bit != 0
    }

    /// How many points the set has.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no point.
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// The points in reading order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Vertex> + use<> {
        let words = self.words;
        (0..WORDS).flat_map(move |n| {
            let mut left = words[n];
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as Vertex;
                (left != 0).then(|| {
                    left &= left - 1;
                    64 * n as Vertex + bit
                })
            })
        })
    }

    /// Adds a point; returns whether it was not in the set.
    #[inline]
    pub(in crate::go) fn insert(&mut self, at: Vertex) -> bool {
        let (word, bit) = split(at);
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Takes a point out.
    #[inline]
    pub(in crate::go) fn remove(&mut self, at: Vertex) {
        let (word, bit) = split(at);
        self.words[word] &= !bit;
    }

    /// The points that are in both sets.
    #[inline]
    pub(in crate::go) fn and(&self, other: &PointSet) -> PointSet {
        let mut set = *self;
        for (word, other) in set.words.iter_mut().zip(other.words) {
            *word &= other;
        }
        set
    }

    /// The points of this set that are not in the other.
    #[inline]
    pub(in crate::go) fn and_not(&self, other: &PointSet) -> PointSet {
        let mut set = *self;
        for (word, other) in set.words.iter_mut().zip(other.words) {
            *word &= !other;
        }
        set
    }

    /// Adds the point if it is not in the set, else takes it out.
    #[inline]
    pub(super) fn toggle(&mut self, at: Vertex) {
        let (word, bit) = split(at);
        self.words[word] ^= bit;
    }

    /// Word `n` of the points that `f` has beside them, off the board too; `f` gives a word of a set. From a point to
    /// the one below it are `stride` bits.
    #[inline]
    pub(super) fn beside(f: impl Fn(usize) -> u64, n: usize, stride: u32) -> u64 {
        let here = f(n);
        let below = if n > 0 { f(n - 1) } else { 0 };
        let above = if n + 1 < WORDS { f(n + 1) } else { 0 };
        let by =
            |stride: u32| here << stride | below >> (64 - stride) | here >> stride | above << (64 - stride);
        by(1) | by(stride)
    }
}
