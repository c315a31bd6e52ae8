//! Sets of points on boards larger than 8×8: 256 bits, sixteen rows of sixteen.

use super::Bits;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of points of a 16×16 grid: point `(row, col)` is bit `16·row + col`, four rows a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// All squares moved by `by` bits, 1 to 63, towards higher numbers.
    #[inline]
    fn up(self, by: u32) -> Wide {
        let [a, b, c, d] = self.0;
        let carry = 64 - by;
        Wide([a << by, b << by | a >> carry, c << by | b >> carry, d << by | c >> carry])
    }

    /// All squares moved by `by` bits, 1 to 63, towards lower numbers.
    #[inline]
    fn down(self, by: u32) -> Wide {
        let [a, b, c, d] = self.0;
        let carry = 64 - by;
        Wide([a >> by | b << carry, b >> by | c << carry, c >> by | d << carry, d >> by])
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

/// Columns 1 to 14: discs there have a neighbour on both sides in their row and on the diagonals.
const INNER_COLUMNS: Wide = Wide([0x7ffe_7ffe_7ffe_7ffe; 4]);

const FIRST_COLUMN: Wide = Wide([0x0001_0001_0001_0001; 4]);

/// Distances from a square to its next on the four axes, and whether a step changes column.
const AXES: [(u32, bool); 4] = [(1, true), (15, true), (16, false), (17, true)];

impl Bits for Wide {
    const STRIDE: usize = 16;
    const EMPTY: Wide = Wide([0; 4]);

    #[inline]
    fn bit(square: usize) -> Wide {
        let mut words = [0; 4];
        words[square / 64] = 1 << (square % 64);
        Wide(words)
    }

    #[inline]
    fn has(self, square: usize) -> bool {
        square < 256 && self.0[square / 64] >> (square % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn nth(self, mut n: u32) -> usize {
        for (i, word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if n < here {
                return i * 64 + word.nth(n);
            }
            n -= here;
        }
        256
    }

    #[inline]
    fn lowest(self) -> usize {
        self.0.iter().position(|&word| word != 0).map_or(256, |i| i * 64 + self.0[i].lowest())
    }

    #[inline]
    fn without_lowest(mut self) -> Wide {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_lowest();
        }
        self
    }

    #[inline]
    fn row(self, row: usize) -> u32 {
        (self.0[row / 4] >> (row % 4 * 16) & 0xffff) as u32
    }

    #[inline]
    fn mix(self, key: u64) -> u64 {
        self.0.iter().fold(key, |key, word| word.mix(key))
    }

    #[inline]
    fn grown(self) -> Wide {
        let row = self | (self.up(1) & !FIRST_COLUMN) | (self & !FIRST_COLUMN).down(1);
        row | row.up(16) | row.down(16)
    }

    fn moves(own: Wide, opp: Wide) -> Wide {
        let mut ends = Wide::EMPTY;
        for (step, sideways) in AXES {
            let opp = if sideways { opp & INNER_COLUMNS } else { opp };
            let (mut up, mut down) = (opp & own.up(step), opp & own.down(step));
            while !(up | down).is_empty() {
                (up, down) = (up.up(step), down.down(step));
                ends = ends | up | down;
                (up, down) = (up & opp, down & opp);
            }
        }
        ends & !(own | opp)
    }

    fn flips(square: usize, own: Wide, opp: Wide) -> Wide {
        let disc = Wide::bit(square);
        let mut flips = Wide::EMPTY;
        for (step, sideways) in AXES {
            let opp = if sideways { opp & INNER_COLUMNS } else { opp };
            for next in [Wide::up, Wide::down] {
                let mut run = Wide::EMPTY;
                let mut at = next(disc, step);
                while !(at & opp).is_empty() {
                    run = run | at;
                    at = next(at, step);
                }
                if !(at & own).is_empty() {
                    flips = flips | run;
                }
            }
        }
        flips
    }
}
