//! What many playouts gave: margins and owners, counted from sets of points as bits.

#![allow(clippy::needless_range_loop, reason = "the words of several sets go side by side")]

use super::bulk::{Ended, Start};

/// What many playouts of a position gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayoutSums {
    /// For each playout, in the order of their numbers: black's points minus white's by area, without komi.
    pub margins: Vec<i16>,
    /// For each point, in reading order: the playouts after which black owned it, minus those after which white did.
    pub owners: Vec<i64>,
    /// Moves of all playouts, passes included.
    pub moves: u64,
}

impl PlayoutSums {
    /// For each point, in reading order: from 1, black owned it after every playout, to −1, white did. All 0 without a
    /// playout.
    pub fn ownership(&self) -> Vec<f32> {
        let games = self.margins.len().max(1) as f32;
        self.owners.iter().map(|&owner| owner as f32 / games).collect()
    }

    /// The mean of the margins; 0 without a playout.
    pub fn mean_margin(&self) -> f64 {
        let sum: i64 = self.margins.iter().map(|&margin| i64::from(margin)).sum();
        sum as f64 / self.margins.len().max(1) as f64
    }
}

/// Binary digits of a count for each point: adding a set is an addition of all its points at once.
struct Counts<const W: usize>([[u64; W]; DIGITS]);

const DIGITS: usize = 8;
/// Sets that can be added before the counts must be read.
const MOST: u32 = (1 << DIGITS) - 1;

impl<const W: usize> Counts<W> {
    fn add(&mut self, set: &[u64; W]) {
        let mut carry = *set;
        for digit in &mut self.0 {
            let mut rest = 0;
            for (digit, carry) in digit.iter_mut().zip(&mut carry) {
                let both = *digit & *carry;
                *digit ^= *carry;
                *carry = both;
                rest |= both;
            }
            if rest == 0 {
                break;
            }
        }
    }

    fn of(&self, bit: usize) -> i64 {
        let digits = self.0.iter().enumerate();
        digits.map(|(n, digit)| ((digit[bit / 64] >> (bit % 64) & 1) << n) as i64).sum()
    }
}

/// Sums that grow with each playout that ends.
pub(super) struct Tally<'a, const W: usize> {
    start: &'a Start<W>,
    /// The bit of each point in reading order.
    bits: &'a [usize],
    /// Points that are black's and white's.
    counts: [Counts<W>; 2],
    added: u32,
    sums: PlayoutSums,
}

impl<'a, const W: usize> Tally<'a, W> {
    pub(super) fn new(start: &'a Start<W>, bits: &'a [usize], games: u64) -> Tally<'a, W> {
        let sums = PlayoutSums { margins: vec![0; games as usize], owners: vec![0; bits.len()], moves: 0 };
        Tally { start, bits, counts: [Counts([[0; W]; DIGITS]), Counts([[0; W]; DIGITS])], added: 0, sums }
    }

    /// Adds the end of a playout.
    pub(super) fn add(&mut self, ended: &Ended<W>) {
        let [black, white] = owned(self.start, &ended.stones);
        let size = |set: &[u64; W]| set.iter().map(|word| word.count_ones()).sum::<u32>() as i16;
        if let Some(margin) = self.sums.margins.get_mut(ended.game as usize) {
            *margin = size(&black) - size(&white);
        }
        self.sums.moves += ended.moves;
        self.counts[0].add(&black);
        self.counts[1].add(&white);
        self.added += 1;
        if self.added == MOST {
            self.read();
        }
    }

    /// Moves the counts to the sums.
    fn read(&mut self) {
        for (owner, &bit) in self.sums.owners.iter_mut().zip(self.bits) {
            *owner += self.counts[0].of(bit) - self.counts[1].of(bit);
        }
        self.counts = [Counts([[0; W]; DIGITS]), Counts([[0; W]; DIGITS])];
        self.added = 0;
    }

    pub(super) fn sums(mut self) -> PlayoutSums {
        self.read();
        self.sums
    }
}

/// The points that are black's and white's: the stones, and the empty points beside stones of one colour alone.
fn owned<const W: usize>(start: &Start<W>, stones: &[[u64; W]; 2]) -> [[u64; W]; 2] {
    let near = stones.map(|set| beside(&set, start.stride));
    let mut owned = *stones;
    for w in 0..W {
        let empty = start.board[w] & !(stones[0][w] | stones[1][w]);
        owned[0][w] |= empty & near[0][w] & !near[1][w];
        owned[1][w] |= empty & near[1][w] & !near[0][w];
    }
    owned
}

/// The points beside a set; off the board too.
fn beside<const W: usize>(set: &[u64; W], stride: u64) -> [u64; W] {
    let mut out = [0; W];
    for w in 0..W {
        let below = if w > 0 { set[w - 1] } else { 0 };
        let above = if w + 1 < W { set[w + 1] } else { 0 };
        for n in [1, stride] {
            out[w] |= set[w] << n | below >> (64 - n) | set[w] >> n | above << (64 - n);
        }
    }
    out
}
