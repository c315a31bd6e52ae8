//! Eight words side by side, one for each game: the operations that playouts in bulk need.
//!
//! Here are the trait and its portable form, arrays. `simd` has the same with vector instructions.

/// Games that are played side by side.
pub(super) const LANES: usize = 8;

/// A word of each game.
pub(super) type Eight = [u64; LANES];

/// Work that is compiled once for each set of instructions. Its method must be `#[inline(always)]`.
pub(super) trait Work {
    type Output;

    fn work(self) -> Self::Output;
}

/// Words of eight games. A value is a proof that the processor has the instructions. A mask has all bits of a word set
/// or none.
pub(super) trait Lanes: Copy {
    type Words: Copy;

    /// Does the work, compiled for these instructions.
    fn run<W: Work>(self, work: W) -> W::Output;

    /// The same word for every game.
    fn splat(self, word: u64) -> Self::Words;
    fn load(self, words: &Eight) -> Self::Words;
    fn store(self, words: Self::Words) -> Eight;

    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn xor(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// `a & !b`.
    fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn sub(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The mask of where `a < b`, as signed numbers.
    fn less(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The mask of where `a` is 0.
    fn is_zero(self, a: Self::Words) -> Self::Words;
    /// True if every word is 0.
    fn all_zero(self, a: Self::Words) -> bool;

    /// `a << n` with the highest bits of `low` below, for n from 1 to 63.
    fn shl(self, a: Self::Words, low: Self::Words, n: Self::Words) -> Self::Words;
    /// `a >> n` with the lowest bits of `high` above, for n from 1 to 63.
    fn shr(self, a: Self::Words, high: Self::Words, n: Self::Words) -> Self::Words;
    /// The number of bits set.
    fn count(self, a: Self::Words) -> Self::Words;
    /// The product of the upper half of `a` and the lower half of `b`, its upper half: a number below `b`, which must
    /// be below 2³².
    fn product(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The set bit of `a` with this number from the lowest on, from 0; no bit if there are fewer.
    fn nth(self, a: Self::Words, n: Self::Words) -> Self::Words;
}

/// The set bit of `word` with this number from the lowest on, from 0; no bit if there are fewer.
#[inline]
pub(super) fn nth(mut word: u64, mut n: u64) -> u64 {
    let mut shift = 0;
    for half in [32, 16, 8] {
        let below = u64::from((word & ((1 << half) - 1)).count_ones());
        if n >= below {
            n -= below;
            word >>= half;
            shift += half;
        }
    }
    for _ in 0..n.min(64) {
        word &= word.wrapping_sub(1);
    }
    (word & word.wrapping_neg()) << shift
}

/// Plain arrays, for every processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> Eight {
    let mut words = [0; LANES];
    for (n, word) in words.iter_mut().enumerate() {
        *word = f(n);
    }
    words
}

impl Lanes for Portable {
    type Words = Eight;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.work()
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Eight {
        [word; LANES]
    }

    #[inline(always)]
    fn load(self, words: &Eight) -> Eight {
        *words
    }

    #[inline(always)]
    fn store(self, words: Eight) -> Eight {
        words
    }

    #[inline(always)]
    fn and(self, a: Eight, b: Eight) -> Eight {
        each(|n| a[n] & b[n])
    }

    #[inline(always)]
    fn or(self, a: Eight, b: Eight) -> Eight {
        each(|n| a[n] | b[n])
    }

    #[inline(always)]
    fn xor(self, a: Eight, b: Eight) -> Eight {
        each(|n| a[n] ^ b[n])
    }

    #[inline(always)]
    fn and_not(self, a: Eight, b: Eight) -> Eight {
        each(|n| a[n] & !b[n])
    }

    #[inline(always)]
    fn add(self, a: Eight, b: Eight) -> Eight {
        each(|n| a[n].wrapping_add(b[n]))
    }

    #[inline(always)]
    fn sub(self, a: Eight, b: Eight) -> Eight {
        each(|n| a[n].wrapping_sub(b[n]))
    }

    #[inline(always)]
    fn less(self, a: Eight, b: Eight) -> Eight {
        each(|n| u64::from((a[n] as i64) < b[n] as i64).wrapping_neg())
    }

    #[inline(always)]
    fn is_zero(self, a: Eight) -> Eight {
        each(|n| u64::from(a[n] == 0).wrapping_neg())
    }

    #[inline(always)]
    fn all_zero(self, a: Eight) -> bool {
        a.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn shl(self, a: Eight, low: Eight, n: Eight) -> Eight {
        each(|lane| a[lane] << (n[lane] & 63) | low[lane] >> ((64 - n[lane]) & 63))
    }

    #[inline(always)]
    fn shr(self, a: Eight, high: Eight, n: Eight) -> Eight {
        each(|lane| a[lane] >> (n[lane] & 63) | high[lane] << ((64 - n[lane]) & 63))
    }

    #[inline(always)]
    fn count(self, a: Eight) -> Eight {
        each(|n| u64::from(a[n].count_ones()))
    }

    #[inline(always)]
    fn product(self, a: Eight, b: Eight) -> Eight {
        each(|n| ((a[n] >> 32) * (b[n] & 0xffff_ffff)) >> 32)
    }

    #[inline(always)]
    fn nth(self, a: Eight, n: Eight) -> Eight {
        each(|lane| nth(a[lane], n[lane]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    #[test]
    fn the_nth_bit_is_found_by_counting() {
        let mut random = SplitMix64(3);
        for _ in 0..10_000 {
            let word = random.next_u64() & random.next_u64();
            let bits: Vec<u64> = (0..64).map(|n| 1 << n).filter(|bit| word & bit != 0).collect();
            for n in 0..70 {
                assert_eq!(nth(word, n), bits.get(n as usize).copied().unwrap_or(0), "{word:#x} {n}");
            }
        }
    }
}
