//! Sets of points as machine words, and the bit tricks that find moves and flips in them.
//!
//! The word for boards up to 8×8 is `u64`: bit `8·row + col`, whatever the size. So a smaller board is in the top-left
//! corner of the 8×8 grid and the points outside it stay empty.
//!
//! Moves come from a parallel prefix fill (Kogge and Stone's adder, on board lines instead of carries), flips from the
//! nearest square of each ray that holds no opponent's disc. If it holds an own one, all before it turn over.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of points on a grid whose rows are [`STRIDE`](Bits::STRIDE) bits apart; point `(row, col)` is the bit, or
/// *square*, `STRIDE·row + col`.
pub trait Bits:
    Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Bits from one row to the next, which is also the longest side that fits.
    const STRIDE: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of this one square.
    ///
    /// # Panics
    /// If the square is outside the grid.
    fn bit(square: usize) -> Self;
    /// Whether the set holds `square`; `false` outside the grid.
    fn has(self, square: usize) -> bool;
    /// How many squares it holds.
    fn count(self) -> u32;
    /// Its `n`th square in ascending order, counted from 0.
    ///
    /// # Panics
    /// May panic, or return any number, if it holds no more than `n`.
    fn nth(self, n: u32) -> usize;
    /// Its lowest square.
    ///
    /// # Panics
    /// May panic, or return any number, if it is empty.
    fn lowest(self) -> usize;
    /// Itself without its lowest square.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The squares of a row of the grid, the first in the lowest bit.
    fn row(self, row: usize) -> u32;
    /// Stirs it into a 64-bit key.
    fn mix(self, key: u64) -> u64;

    /// Its squares and all that touch one of them, on their sides or corners, within the grid.
    #[must_use]
    fn grown(self) -> Self;

    /// Every square of the grid, empty or beyond the board, on which a disc of `own` would outflank discs of `opp`.
    fn moves(own: Self, opp: Self) -> Self;
    /// The discs of `opp` that a disc of `own` on the empty `square` turns over.
    fn flips(square: usize, own: Self, opp: Self) -> Self;

    /// Whether it holds nothing.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Its squares in ascending order.
    #[inline]
    fn squares(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        core::iter::from_fn(move || {
            (!left.is_empty()).then(|| {
                let square = left.lowest();
                left = left.without_lowest();
                square
            })
        })
    }
}

/// Columns b to g: discs there have a neighbour on both sides in their row and on the diagonals.
pub(super) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// Of each square the rays towards higher bits (right, down-left, down, down-right) and those towards lower bits
/// (left, up-right, up, up-left), the square itself not included.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    pub(super) up: [u64; 4],
    pub(super) down: [u64; 4],
}

/// The [`Rays`] of every square of the 8×8 grid.
pub(super) static RAYS: [Rays; 64] = {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (d_row, d_col) = STEPS[axis];
            let (mut row, mut col) = (square as i32 / 8 + d_row, square as i32 % 8 + d_col);
            while row >= 0 && row < 8 && col >= 0 && col < 8 {
                table[square].up[axis] |= 1 << (row * 8 + col);
                (row, col) = (row + d_row, col + d_col);
            }
            (row, col) = (square as i32 / 8 - d_row, square as i32 % 8 - d_col);
            while row >= 0 && row < 8 && col >= 0 && col < 8 {
                table[square].down[axis] |= 1 << (row * 8 + col);
                (row, col) = (row - d_row, col - d_col);
            }
            axis += 1;
        }
        square += 1;
    }
    table
};

/// The squares next to a run of `opp` (already cut to the columns that do not wrap) that begins beside a disc of `own`.
/// Along one axis, both ways, with neighbours `SHIFT` bits apart.
#[inline(always)]
fn ends_of_runs<const SHIFT: u32>(own: u64, opp: u64) -> u64 {
    let mut left = opp & (own << SHIFT);
    let mut right = opp & (own >> SHIFT);
    left |= opp & (left << SHIFT);
    right |= opp & (right >> SHIFT);
    let pairs_left = opp & (opp << SHIFT);
    let pairs_right = pairs_left >> SHIFT;
    left |= pairs_left & (left << (2 * SHIFT));
    right |= pairs_right & (right >> (2 * SHIFT));
    left |= pairs_left & (left << (2 * SHIFT));
    right |= pairs_right & (right >> (2 * SHIFT));
    (left << SHIFT) | (right >> SHIFT)
}

/// All squares next to runs of `opp` that a disc of `own` bounds on their other side, on all axes, whatever those
/// squares hold: cut to the empty ones, the moves.
#[inline(always)]
pub(super) fn ends(own: u64, opp: u64) -> u64 {
    let inner = opp & INNER_COLUMNS;
    ends_of_runs::<1>(own, inner)
        | ends_of_runs::<7>(own, inner)
        | ends_of_runs::<8>(own, opp)
        | ends_of_runs::<9>(own, inner)
}

impl Bits for u64 {
    const STRIDE: usize = 8;
    const EMPTY: u64 = 0;

    #[inline]
    fn bit(square: usize) -> u64 {
        1 << square
    }

    #[inline]
    fn has(self, square: usize) -> bool {
        square < 64 && self >> square & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn nth(mut self, n: u32) -> usize {
        for _ in 0..n {
            self &= self.wrapping_sub(1);
        }
        self.trailing_zeros() as usize
    }

    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn row(self, row: usize) -> u32 {
        (self >> (row * 8) & 0xff) as u32
    }

    #[inline]
    fn mix(self, key: u64) -> u64 {
        let wide = u128::from(self ^ 0x9e37_79b9_7f4a_7c15) * u128::from(key ^ 0xd6e8_feb8_6659_fd93);
        (wide >> 64) as u64 ^ wide as u64 ^ self.rotate_left(32)
    }

    #[inline]
    fn grown(self) -> u64 {
        let row = self | (self << 1 & !COLUMN_A) | (self & !COLUMN_A) >> 1;
        row | row << 8 | row >> 8
    }

    #[inline]
    fn moves(own: u64, opp: u64) -> u64 {
        ends(own, opp) & !(own | opp)
    }

    #[inline]
    fn flips(square: usize, own: u64, opp: u64) -> u64 {
        let rays = &RAYS[square & 63];
        let mut flips = 0;
        for ray in rays.up {
            // The lowest square without an opponent's disc bounds the run.
            let bounds = ray & !opp;
            let outflanking = bounds & bounds.wrapping_neg() & own;
            flips |= outflanking.saturating_sub(1) & ray;
        }
        for ray in rays.down {
            // The highest one bounds it. Bit 0 is there for the sake of the count, and cut off with `ray`.
            let outflanking = (1 << 63) >> ((ray & !opp) | 1).leading_zeros() & ray & own;
            flips |= outflanking.wrapping_mul(2).wrapping_neg() & ray;
        }
        flips
    }
}
