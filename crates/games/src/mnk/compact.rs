//! Small boards: all stones of a colour in one machine word.
//!
//! The board is cut into *lanes*: rows from the top, or columns from the bottom where stones fall. A lane takes one bit
//! more than it has points; that bit is never set and walls it off from the next. So the neighbour in each
//! direction is a fixed shift away and a run never leaks over the edge. (The classic connect-four bit board of John
//! Tromp, for any board that fits.)

use super::{Rules, uniform};
use crate::stones::{bools_of, cells_of};
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};
use tengen_board::{Cell, Color, Point};

/// A machine word that holds a board.
pub(super) trait Word:
    Copy
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const BITS: u32;
    fn plus(self, other: Self) -> Self;
    fn lowest(self) -> u32;
    fn without_lowest(self) -> Self;
    fn halves(self) -> [u64; 2];
    /// Moved down by `by` bits, which must be fewer than the word has for the result to mean anything.
    fn down(self, by: u32) -> Self;
}

macro_rules! word {
    ($($type:ty)*) => {$(
        impl Word for $type {
            const ZERO: $type = 0;
            const ONE: $type = 1;
            const BITS: u32 = <$type>::BITS;
            #[inline]
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> $type {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn halves(self) -> [u64; 2] {
                [self as u64, (self as u128 >> 64) as u64]
            }
            #[inline]
            fn down(self, by: u32) -> $type {
                self.wrapping_shr(by)
            }
        }
    )*};
}
word!(u64 u128);

/// A board of at most `N` bits, walls included, in words of type `W`.
#[derive(Clone)]
pub(super) struct Compact<W, const N: usize> {
    stones: [W; 2],
    /// Every point of the board.
    inside: W,
    lanes: u8,
    /// Points of a lane, and one for the wall.
    stride: u8,
    k: u8,
    gravity: bool,
    /// The first stone of the game, counted from 0, that can win.
    earliest: u8,
    /// For each direction all ones, or nothing if no row of k fits.
    fits: [W; 4],
    /// The bits that were set, oldest first.
    history: [u8; N],
}

impl<W: Word, const N: usize> Compact<W, N> {
    /// The empty board, if it fits.
    pub(super) fn new(rules: &Rules) -> Option<Compact<W, N>> {
        let (rows, cols) = (rules.size.rows(), rules.size.cols());
        let (lanes, lane) = if rules.gravity { (cols, rows) } else { (rows, cols) };
        // The last lane needs no wall: what is shifted beyond it is gone.
        if lanes * (lane + 1) > W::BITS as usize + 1 {
            return None;
        }
        let mut inside = W::ZERO;
        for bit in (0..lanes).flat_map(|i| (0..lane).map(move |j| i * (lane + 1) + j)) {
            inside = inside | W::ONE << bit as u32;
        }
        let span = |step: u32| step * (u32::from(rules.k) - 1);
        let fits = steps(lane as u32 + 1).map(|step| if span(step) < W::BITS { !W::ZERO } else { W::ZERO });
        Some(Compact {
            stones: [W::ZERO; 2],
            inside,
            earliest: 2 * (rules.k - 1),
            fits,
            lanes: lanes as u8,
            stride: lane as u8 + 1,
            k: rules.k,
            gravity: rules.gravity,
            history: [0; N],
        })
    }

    #[inline]
    fn bit(&self, point: Point) -> u32 {
        let stride = u32::from(self.stride);
        if self.gravity {
            u32::from(point.col) * stride + (stride - 2 - u32::from(point.row))
        } else {
            u32::from(point.row) * stride + u32::from(point.col)
        }
    }

    #[inline]
    pub(super) fn point(&self, bit: u32) -> Point {
        let (lane, place) = (bit / u32::from(self.stride), bit % u32::from(self.stride));
        if self.gravity {
            Point::new(self.stride - 2 - place as u8, lane as u8)
        } else {
            Point::new(lane as u8, place as u8)
        }
    }

    /// Whether a stone of `color` is on `point`, which must be on the board.
    #[inline]
    pub(super) fn has(&self, color: Color, point: Point) -> bool {
        self.stones[color.index()] >> self.bit(point) & W::ONE != W::ZERO
    }

    /// Puts a stone on an empty point as number `ply` of the game; says whether it makes a row of k.
    #[inline]
    pub(super) fn place(&mut self, point: Point, color: Color, ply: usize) -> bool {
        self.set(self.bit(point), color, ply)
    }

    /// Puts a stone that belongs to no game yet. Any stone may then win.
    pub(super) fn put(&mut self, point: Point, color: Color) {
        self.earliest = 0;
        let bit = self.bit(point);
        self.stones[color.index()] = self.stones[color.index()] | W::ONE << bit;
    }

    /// As [`Compact::place`], the point given as its bit.
    #[inline]
    pub(super) fn set(&mut self, bit: u32, color: Color, ply: usize) -> bool {
        self.stones[color.index()] = self.stones[color.index()] | W::ONE << bit;
        self.history[ply] = bit as u8;
        ply >= usize::from(self.earliest) && self.wins(color)
    }

    /// Takes back the stone of `color` that was number `ply` of the game.
    #[inline]
    pub(super) fn take_back(&mut self, color: Color, ply: usize) -> Point {
        let bit = u32::from(self.history[ply]);
        self.history[ply] = 0;
        self.stones[color.index()] = self.stones[color.index()] & !(W::ONE << bit);
        self.point(bit)
    }

    /// The point of stone number `ply` of the game.
    pub(super) fn played(&self, ply: usize) -> Point {
        self.point(u32::from(self.history[ply]))
    }

    /// The points where a stone may go: the empty ones, or where stones fall, the lowest of each column.
    #[inline]
    pub(super) fn open(&self) -> W {
        let all = self.stones[0] | self.stones[1];
        if !self.gravity {
            return self.inside & !all;
        }
        let mut open = W::ZERO;
        for lane in 0..u32::from(self.lanes) {
            open = open | self.top(all, lane);
        }
        open
    }

    /// The lanes of a word from the first, each with its first point in the lowest bit.
    #[inline]
    fn lanes(&self, word: W) -> impl Iterator<Item = u32> {
        let (stride, inside) = (u32::from(self.stride), (1 << (self.stride - 1)) - 1);
        (0..u32::from(self.lanes)).map(move |lane| word.down(lane * stride).halves()[0] as u32 & inside)
    }

    /// Writes what each point holds, in reading order.
    pub(super) fn cells_into(&self, cols: usize, out: &mut [Cell]) {
        if !self.gravity {
            return cells_of(cols, self.lanes(self.stones[0]).zip(self.lanes(self.stones[1])), out);
        }
        let stride = u32::from(self.stride);
        for (out, height) in out.chunks_exact_mut(cols).zip((0..stride - 1).rev()) {
            // A column goes from the bottom up: this row has one bit of each.
            let [black, white] = self.stones.map(|stones| stones.down(height));
            for (out, low) in out.iter_mut().zip((0..).step_by(usize::from(self.stride))) {
                let bit = |stones: W| stones.down(low).halves()[0] as u8 & 1;
                *out = match bit(black) | bit(white) << 1 {
                    1 => Cell::Black,
                    2 => Cell::White,
                    _ => Cell::Empty,
                };
            }
        }
    }

    /// Writes whether a stone may go on each point, in reading order, on a board without gravity.
    pub(super) fn open_into(&self, cols: usize, out: &mut [bool]) {
        bools_of(cols, self.lanes(self.open()), out);
    }

    /// Where a stone comes to rest in a column, as a bit; none if the column is full.
    #[inline]
    fn top(&self, all: W, lane: u32) -> W {
        let low = lane * u32::from(self.stride);
        let column = ((W::ONE << u32::from(self.stride - 1)).plus(!W::ZERO)) << low;
        // The carry runs through the stones of the column and stops on the first empty point, or on the wall.
        all.plus(W::ONE << low) & column
    }

    /// Each point of a word, from the lowest bit.
    pub(super) fn points(&self, mut word: W) -> impl Iterator<Item = Point> + '_ {
        core::iter::from_fn(move || {
            (word != W::ZERO).then(|| {
                let bit = word.lowest();
                word = word.without_lowest();
                self.point(bit)
            })
        })
    }

    /// The bit of a uniformly random point among the [`Compact::open`] ones, of which `empty` is the number where
    /// stones do not fall. There must be one.
    #[inline]
    pub(super) fn pick(&self, empty: usize, next: &mut impl FnMut() -> u32) -> u32 {
        let all = self.stones[0] | self.stones[1];
        if self.gravity {
            // Most columns are open almost to the end, so drawing again is quicker than counting them.
            loop {
                let top = self.top(all, uniform(next, u32::from(self.lanes)));
                if top != W::ZERO {
                    return top.lowest();
                }
            }
        }
        let mut open = self.inside & !all;
        if empty > 12 {
            let bits = u32::from(self.lanes) * u32::from(self.stride) - 1;
            loop {
                let bit = uniform(next, bits);
                if open >> bit & W::ONE != W::ZERO {
                    return bit;
                }
            }
        }
        for _ in 0..uniform(next, empty as u32) {
            open = open.without_lowest();
        }
        open.lowest()
    }

    /// Whether `color` has a row of k.
    #[inline]
    fn wins(&self, color: Color) -> bool {
        let stones = self.stones[color.index()];
        // The usual lengths are compiled on their own, without a loop.
        match self.k {
            3 => self.row_of(3, stones),
            4 => self.row_of(4, stones),
            5 => self.row_of(5, stones),
            k => self.row_of(u32::from(k), stones),
        }
    }

    #[inline(always)]
    fn row_of(&self, k: u32, stones: W) -> bool {
        let mut found = W::ZERO;
        for (step, fits) in steps(u32::from(self.stride)).into_iter().zip(self.fits) {
            let mut word = stones;
            // Every bit left is the first of `length` stones in a row.
            let mut length = 1;
            while length * 2 <= k {
                word = word & word.down(step * length);
                length *= 2;
            }
            found = found | word & word.down(step * (k - length)) & fits;
        }
        found != W::ZERO
    }

    /// A number that differs for boards that differ.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = 0;
        for half in self.stones.iter().flat_map(|stones| stones.halves()) {
            hash = mix(hash ^ half);
        }
        hash
    }

    pub(super) fn same_stones(&self, other: &Self) -> bool {
        self.stones == other.stones
    }
}

/// How far away the next point is along a lane, across lanes, and on the two diagonals.
#[inline]
fn steps(stride: u32) -> [u32; 4] {
    [1, stride, stride - 1, stride + 1]
}

/// SplitMix64's finisher: every bit of the input reaches every bit of the output, and no two inputs meet.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
