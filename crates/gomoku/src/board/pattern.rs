//! The pattern of a stone along one axis, looked up from the window of the line around its square.
//!
//! The patterns are defined by recursion from the rules:
//!
//! - *five*: the stone's row wins; *overline*: a row too long for black in renju.
//! - *four*: one more stone on the line makes a five. The four is *open* if no single answer on the line stops all
//!   its fives, else *closed*. In renju two fours of black on one line are a *double four*, which is forbidden.
//! - *three*: one more stone makes a four, open or closed.
//! - *two*: one more stone makes a three; *one*: one more stone makes a two. Each is open or closed as what it can
//!   become.
//!
//! Only rows that contain the new stone count. The tables are filled by this recursion: a window's pattern follows
//! from those of the windows with one stone more.

use crate::board::lines::{WALL, empties, stone_code};
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// What a stone makes along one axis, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Pattern {
    /// Nothing that can become a five.
    #[default]
    Dead = 0,
    /// Renju, black: a row of six or more, which is forbidden.
    Overline,
    /// One that can become a closed two.
    ClosedOne,
    /// One that can become an open two.
    OpenOne,
    /// Two that can become a closed three.
    ClosedTwo,
    /// Two that become an open three with one more stone, on one square.
    OpenTwo,
    /// The same on two squares.
    BroadTwo,
    /// The same on three or more squares.
    WideTwo,
    /// Three that become a closed four with one more stone.
    ClosedThree,
    /// Three that become an open four with one more stone, on one square.
    OpenThree,
    /// The same on two or more squares.
    WideThree,
    /// Four that a single answer stops.
    ClosedFour,
    /// Four that no single answer stops: a straight four, or where it is allowed two fours on one line.
    OpenFour,
    /// Renju, black: two fours on one line, which is forbidden.
    DoubleFour,
    /// A five.
    Five,
}

impl Pattern {
    /// All patterns, from the least to the most.
    pub const ALL: [Pattern; 15] = [
        Pattern::Dead,
        Pattern::Overline,
        Pattern::ClosedOne,
        Pattern::OpenOne,
        Pattern::ClosedTwo,
        Pattern::OpenTwo,
        Pattern::BroadTwo,
        Pattern::WideTwo,
        Pattern::ClosedThree,
        Pattern::OpenThree,
        Pattern::WideThree,
        Pattern::ClosedFour,
        Pattern::OpenFour,
        Pattern::DoubleFour,
        Pattern::Five,
    ];

    /// The number of patterns.
    pub const COUNT: usize = Pattern::ALL.len();

    /// The pattern with this number, `pattern as usize`; dead for larger ones.
    #[inline]
    pub const fn of(number: u32) -> Pattern {
        const TABLE: [Pattern; 16] = {
            let mut table = [Pattern::Dead; 16];
            let mut i = 0;
            while i < Pattern::COUNT {
                table[i] = Pattern::ALL[i];
                i += 1;
            }
            table
        };
        TABLE[(number & 15) as usize]
    }

    /// True if one more stone makes it an open four.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Pattern::OpenThree | Pattern::WideThree)
    }

    /// True if one more stone makes it an open three.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(self, Pattern::OpenTwo | Pattern::BroadTwo | Pattern::WideTwo)
    }

    /// True if it is a four of any kind.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Pattern::ClosedFour | Pattern::OpenFour | Pattern::DoubleFour)
    }
}

/// The patterns of both colours for every window of one variant.
///
/// A window has two bits for each square, `half` squares on either side of an empty one. Its two sides are numbered
/// among the possible sides: beyond a wall there are only walls. A table of all pairs of sides holds a byte each,
/// black's pattern in the low half and white's in the high half.
#[derive(Clone)]
pub struct PatternTable {
    half: usize,
    sides: usize,
    /// The number of the side below the square, multiplied by `sides`, and of the side above.
    below: Box<[u32; 1024]>,
    above: Box<[u32; 1024]>,
    pairs: Vec<u8>,
}

impl PatternTable {
    pub(crate) fn new(variant: Variant, half: usize) -> PatternTable {
        let all: Vec<u32> = (0..1 << (2 * half)).filter(|&side| is_side(side, half)).collect();
        let mut table = PatternTable {
            half,
            sides: all.len(),
            below: Box::new([0; 1024]),
            above: Box::new([0; 1024]),
            pairs: vec![0; all.len() * all.len()],
        };
        for (number, &side) in all.iter().enumerate() {
            // `side` has the nearest square in its lowest bits; the side below has it in its highest.
            let mirrored = (0..half).fold(0, |all, i| all << 2 | side >> (2 * i) & 3);
            table.above[side as usize] = number as u32;
            table.below[mirrored as usize] = (number * all.len()) as u32;
        }
        for color in Color::BOTH {
            let mut maker = Maker { variant, color, half, known: vec![UNKNOWN; 1 << (4 * half)] };
            for &low in &all {
                let mirrored = (0..half).fold(0, |all, i| all << 2 | low >> (2 * i) & 3);
                for &high in &all {
                    let window = mirrored | high << (2 * half + 2);
                    let pattern = maker.pattern(window);
                    let index = table.index(window);
                    table.pairs[index] |= (pattern as u8) << (4 * color.index());
                }
            }
        }
        table
    }

    /// The number of a window, below [`PatternTable::len`].
    #[inline]
    pub(crate) fn index(&self, window: u32) -> usize {
        let below = self.below[(window & ((1 << (2 * self.half)) - 1)) as usize % 1024];
        let above = self.above[(window >> (2 * self.half + 2)) as usize % 1024];
        (below + above) as usize
    }

    /// The number of windows.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// All possible windows, in no particular order.
    pub(crate) fn windows(&self) -> impl Iterator<Item = u32> {
        let all: Vec<u32> = (0..1 << (2 * self.half)).filter(|&side| is_side(side, self.half)).collect();
        let (half, lows) = (self.half, all.clone());
        lows.into_iter().flat_map(move |low| {
            let mirrored = (0..half).fold(0, |all, i| all << 2 | low >> (2 * i) & 3);
            all.clone().into_iter().map(move |high| mirrored | high << (2 * half + 2))
        })
    }

    /// Both patterns of a window: black's in the low half of the byte, white's in the high half.
    #[inline]
    pub(crate) fn both(&self, window: u32) -> u8 {
        self.pairs[self.index(window)]
    }

    /// The pattern of a stone of `color` in the middle of a window. A window has two bits for each square, lowest
    /// first: 0 empty, 1 black, 2 white, 3 off the board. The bits in the middle are ignored.
    #[inline]
    pub fn pattern(&self, window: u32, color: Color) -> Pattern {
        Pattern::of(u32::from(self.both(window) >> (4 * color.index())))
    }
}

impl std::fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PatternTable(half {}, {} sides)", self.half, self.sides)
    }
}

/// True if a side is possible: only walls follow a wall. The nearest square is in the lowest bits.
fn is_side(side: u32, half: usize) -> bool {
    (1..half).all(|i| side >> (2 * i - 2) & 3 != WALL || side >> (2 * i) & 3 == WALL)
}

const UNKNOWN: u8 = 0xFF;

/// Derives the patterns of one colour. A window here has the colour's new stone in its middle.
struct Maker {
    variant: Variant,
    color: Color,
    half: usize,
    /// The patterns already derived, by window without its middle.
    known: Vec<u8>,
}

/// What one more stone in a window can make.
#[derive(Default)]
struct Ahead {
    open_fours: usize,
    closed_fours: usize,
    open_threes: usize,
    closed_threes: usize,
    open_twos: usize,
    closed_twos: usize,
}

impl Maker {
    fn pattern(&mut self, window: u32) -> Pattern {
        let low = window & ((1 << (2 * self.half)) - 1);
        let slot = (low | window >> (2 * self.half + 2) << (2 * self.half)) as usize;
        if self.known[slot] == UNKNOWN {
            let middle = stone_code(self.color) << (2 * self.half);
            let pattern = self.work_out(window & !(3 << (2 * self.half)) | middle);
            self.known[slot] = pattern as u8;
        }
        Pattern::of(self.known[slot].into())
    }

    fn work_out(&mut self, window: u32) -> Pattern {
        let (length, blocked) = self.row(window);
        if self.variant.row_wins(self.color, length as u32, blocked) {
            return Pattern::Five;
        }
        let renju_black = self.variant == Variant::Renju && self.color == Color::Black;
        if renju_black && length > 5 {
            return Pattern::Overline;
        }
        if self.has_five_next(window) {
            return if renju_black && self.fours(window) > 1 {
                Pattern::DoubleFour
            } else if self.places(window).all(|at| self.has_five_next(self.with(window, at, self.other()))) {
                Pattern::OpenFour
            } else {
                Pattern::ClosedFour
            };
        }
        let mut ahead = Ahead::default();
        for at in self.places(window) {
            match self.pattern(self.with(window, at, stone_code(self.color))) {
                Pattern::OpenFour => ahead.open_fours += 1,
                Pattern::ClosedFour => ahead.closed_fours += 1,
                three if three.is_open_three() => ahead.open_threes += 1,
                Pattern::ClosedThree => ahead.closed_threes += 1,
                two if two.is_open_two() => ahead.open_twos += 1,
                Pattern::ClosedTwo => ahead.closed_twos += 1,
                _ => {}
            }
        }
        match ahead {
            Ahead { open_fours: 1, .. } => Pattern::OpenThree,
            Ahead { open_fours: 2.., .. } => Pattern::WideThree,
            Ahead { closed_fours: 1.., .. } => Pattern::ClosedThree,
            Ahead { open_threes: 1, .. } => Pattern::OpenTwo,
            Ahead { open_threes: 2, .. } => Pattern::BroadTwo,
            Ahead { open_threes: 3.., .. } => Pattern::WideTwo,
            Ahead { closed_threes: 1.., .. } => Pattern::ClosedTwo,
            Ahead { open_twos: 1.., .. } => Pattern::OpenOne,
            Ahead { closed_twos: 1.., .. } => Pattern::ClosedOne,
            _ => Pattern::Dead,
        }
    }

    fn other(&self) -> u32 {
        stone_code(self.color.opponent())
    }

    /// The shifts of the empty squares of a window.
    fn places(&self, window: u32) -> impl Iterator<Item = u32> + use<> {
        let mut left = empties(window, self.half);
        std::iter::from_fn(move || {
            let at = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (at < 32).then_some(at)
        })
    }

    fn with(&self, window: u32, at: u32, stone: u32) -> u32 {
        window | stone << at
    }

    /// The length of the new stone's row, and whether the opponent has stones at both its ends.
    fn row(&self, window: u32) -> (usize, bool) {
        let own = |i: usize| window >> (2 * i) & 3 == stone_code(self.color);
        let first = (0..self.half).rev().take_while(|&i| own(i)).last().unwrap_or(self.half);
        let last = (self.half + 1..=2 * self.half).take_while(|&i| own(i)).last().unwrap_or(self.half);
        let against = |i: usize| i <= 2 * self.half && window >> (2 * i) & 3 == self.other();
        (last - first + 1, first > 0 && against(first - 1) && against(last + 1))
    }

    fn has_five_next(&self, window: u32) -> bool {
        self.places(window).any(|at| self.makes_five(window, at))
    }

    fn makes_five(&self, window: u32, at: u32) -> bool {
        let (length, blocked) = self.row(self.with(window, at, stone_code(self.color)));
        self.variant.row_wins(self.color, length as u32, blocked)
    }

    /// The number of fours of exactly four stones that contain the new one.
    fn fours(&self, window: u32) -> usize {
        let mut found = Vec::new();
        for at in self.places(window).filter(|&at| self.makes_five(window, at)) {
            let five = self.with(window, at, stone_code(self.color));
            let own = |i: &usize| five >> (2 * i) & 3 == stone_code(self.color);
            let down = (0..=self.half).rev().take_while(own);
            let up = (self.half + 1..=2 * self.half).take_while(own);
            let stones = down.chain(up).fold(0_u32, |stones, i| stones | 1 << i) & !(1 << (at / 2));
            if !found.contains(&stones) {
                found.push(stones);
            }
        }
        found.len()
    }
}

#[cfg(test)]
#[path = "pattern_tests.rs"]
mod tests;
