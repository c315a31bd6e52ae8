//! The legal actions of many games, a bit each.

use tengen::board::random::SplitMix64;

/// The legal actions of many games, in words of 64 bits.
pub(super) struct Legal {
    bits: Vec<u64>,
    /// Words of a game.
    words: usize,
}

/// The legal actions of one game.
pub(super) struct Of<B>(B);

/// The legal actions of some games.
pub(super) struct Piece<B> {
    bits: B,
    words: usize,
}

impl Legal {
    /// No legal actions of `games` games with so many actions.
    pub(super) fn new(games: usize, actions: usize) -> Legal {
        let words = actions.div_ceil(64);
        Legal { bits: vec![0; games * words], words }
    }

    /// Bytes of one game with so many actions.
    pub(super) fn bytes(actions: usize) -> usize {
        size_of::<u64>() * actions.div_ceil(64)
    }

    /// The actions of a game.
    pub(super) fn of(&self, game: usize) -> Of<&[u64]> {
        Of(&self.bits[game * self.words..][..self.words])
    }

    pub(super) fn of_mut(&mut self, game: usize) -> Of<&mut [u64]> {
        Of(&mut self.bits[game * self.words..][..self.words])
    }

    /// The games in pieces of so many.
    pub(super) fn chunks(&self, games: usize) -> impl Iterator<Item = Piece<&[u64]>> {
        let words = self.words;
        self.bits.chunks(games * words).map(move |bits| Piece { bits, words })
    }

    /// The same to write to.
    pub(super) fn chunks_mut(&mut self, games: usize) -> impl Iterator<Item = Piece<&mut [u64]>> {
        let words = self.words;
        self.bits.chunks_mut(games * words).map(move |bits| Piece { bits, words })
    }
}

impl Piece<&[u64]> {
    pub(super) fn iter(&self) -> impl Iterator<Item = Of<&[u64]>> {
        self.bits.chunks_exact(self.words).map(Of)
    }
}

impl Piece<&mut [u64]> {
    pub(super) fn iter(&self) -> impl Iterator<Item = Of<&[u64]>> {
        self.bits.chunks_exact(self.words).map(Of)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = Of<&mut [u64]>> {
        self.bits.chunks_exact_mut(self.words).map(Of)
    }
}

impl Of<&mut [u64]> {
    /// Takes the actions that a mask has.
    pub(super) fn set(&mut self, mask: &[bool]) {
        for (word, mask) in self.0.iter_mut().zip(mask.chunks(64)) {
            let (eights, rest) = mask.as_chunks();
            let mut last = [false; 8];
            last[..rest.len()].copy_from_slice(rest);
            let eights = eights.iter().copied().chain((!rest.is_empty()).then_some(last));
            *word =
                eights.zip((0..).step_by(8)).fold(0, |word, (eight, shift)| word | packed(eight) << shift);
        }
    }
}

impl Of<&[u64]> {
    /// Whether an action is legal; `false` if there is no such action.
    #[inline]
    pub(super) fn has(&self, action: i64) -> bool {
        let Ok(action) = usize::try_from(action) else { return false };
        self.0.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// Writes the actions as a mask.
    pub(super) fn write(&self, mask: &mut [bool]) {
        for (action, legal) in (0..).zip(mask) {
            *legal = self.has(action);
        }
    }

    /// Draws a legal action, each as likely; `None` if there is none.
    pub(super) fn draw(&self, random: &mut SplitMix64) -> Option<usize> {
        let count: u32 = self.0.iter().map(|word| word.count_ones()).sum();
        if count == 0 {
            return None;
        }
        let mut left = random.below(count as usize) as u32;
        for (n, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                return Some(n * 64 + nth(word, left));
            }
            left -= here;
        }
        None
    }
}

/// Eight truth values as bits, the first in the lowest.
#[inline]
fn packed(eight: [bool; 8]) -> u64 {
    // Byte n goes to bit 56 + n, and no two products meet.
    u64::from_le_bytes(eight.map(u8::from)).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The place of set bit number `n` of a word, counted from 0 and from the lowest.
#[inline]
fn nth(mut word: u64, mut n: u32) -> usize {
    let mut base = 0;
    // Halves, quarters and so on: which of the two has the bit?
    for width in [32, 16, 8] {
        let low = (word & ((1 << width) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= width;
            base += width;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    base as usize + word.trailing_zeros() as usize
}
