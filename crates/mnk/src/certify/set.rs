//! A set of points in `N` words.

/// A set of points by their numbers in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Set<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Set<N> {
    pub(crate) const EMPTY: Set<N> = Set([0; N]);

    #[inline]
    pub(crate) fn with(mut self, point: usize) -> Set<N> {
        self.0[point / 64] |= 1 << (point % 64);
        self
    }

    #[inline]
    pub(crate) fn without(mut self, point: usize) -> Set<N> {
        self.0[point / 64] &= !(1 << (point % 64));
        self
    }

    #[inline]
    pub(crate) fn has(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn is_within(&self, other: &Set<N>) -> bool {
        (0..N).all(|i| self.0[i] & !other.0[i] == 0)
    }

    #[inline]
    pub(crate) fn and(&self, other: &Set<N>) -> Set<N> {
        let mut both = *self;
        (0..N).for_each(|i| both.0[i] &= other.0[i]);
        both
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Set<N>) -> Set<N> {
        let mut rest = *self;
        (0..N).for_each(|i| rest.0[i] &= !other.0[i]);
        rest
    }

    #[inline]
    pub(crate) fn or(&self, other: &Set<N>) -> Set<N> {
        let mut both = *self;
        (0..N).for_each(|i| both.0[i] |= other.0[i]);
        both
    }

    /// The points, in reading order.
    #[inline]
    pub(crate) fn points(self) -> impl Iterator<Item = usize> {
        (0..N).flat_map(move |i| {
            let mut word = self.0[i];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let point = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * i + point
                })
            })
        })
    }
}
