//! One line of the board as two machine words.

use crate::{Cell, Color};

/// A line of the board as an *occupied* word and a *colour* word, a bit a point.
///
/// | `occupied` | `white` | the point |
/// | --- | --- | --- |
/// | 0 | 0 | is empty |
/// | 1 | 0 | holds a black stone |
/// | 1 | 1 | holds a white stone |
/// | 0 | 1 | is a wall: no point of the board |
///
/// A wall is neither empty nor anybody's stone, so whoever asks finds it on the opponent's side
/// ([`against`](LineWord::against)): a line ends at its walls by itself, without a test of its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineWord {
    /// Where stones are.
    pub occupied: u32,
    /// Where white stones are, and walls.
    pub white: u32,
}

impl LineWord {
    /// A line without points.
    pub const WALL: LineWord = LineWord { occupied: 0, white: !0 };

    /// A line of empty points where `points` has ones.
    #[inline]
    pub const fn empty_at(points: u32) -> LineWord {
        LineWord { occupied: 0, white: !points }
    }

    /// The stones of `color`.
    #[inline]
    pub const fn stones(self, color: Color) -> u32 {
        match color {
            Color::Black => self.occupied & !self.white,
            Color::White => self.occupied & self.white,
        }
    }

    /// The empty points.
    #[inline]
    pub const fn empty(self) -> u32 {
        !(self.occupied | self.white)
    }

    /// The points of the line, empty or not: all but the walls.
    #[inline]
    pub const fn points(self) -> u32 {
        self.occupied | !self.white
    }

    /// What stands against `color`: the other's stones and the walls.
    #[inline]
    pub const fn against(self, color: Color) -> u32 {
        match color {
            Color::Black => self.white,
            Color::White => self.occupied ^ self.white,
        }
    }

    /// Makes `bit` (0 to 31) a point that holds `cell`.
    #[inline]
    pub const fn set(&mut self, bit: u32, cell: Cell) {
        let mask = 1 << bit;
        self.occupied &= !mask;
        self.white &= !mask;
        match cell {
            Cell::Empty => {}
            Cell::Black => self.occupied |= mask,
            Cell::White => {
                self.occupied |= mask;
                self.white |= mask;
            }
        }
    }

    /// What the point on `bit` holds; nothing on a wall.
    #[inline]
    pub const fn at(self, bit: u32) -> Cell {
        // 0 empty or wall, 1 black, 2 white: looked up, since a branch on what a board holds is often guessed wrong.
        let occupied = (self.occupied >> bit) & 1;
        [Cell::Empty, Cell::Black, Cell::White][(occupied + (occupied & (self.white >> bit))) as usize]
    }

    /// The points that hold the same as the point on `bit`: a colour's stones, or the empty points.
    #[inline]
    pub const fn like(self, bit: u32) -> u32 {
        // Each plane's bit, spread over a whole word, is compared with the plane: no branch.
        let occupied = ((self.occupied >> bit) & 1).wrapping_neg();
        let white = ((self.white >> bit) & 1).wrapping_neg();
        !((self.occupied ^ occupied) | (self.white ^ white))
    }

    /// The length of the run of ones in `word` that holds `bit`, which must be one itself and not the lowest or
    /// highest.
    #[inline]
    pub const fn run_length(word: u32, bit: u32) -> u32 {
        // Up from the bit itself, and down from it; it is counted in both. The ones that are put in are there already,
        // but so the compiler sees that no word is zero and leaves out the test for it.
        let up = !(word >> bit) | 1 << 31;
        let down = !(word << (31 - bit)) | 1;
        up.trailing_zeros() + down.leading_zeros() - 1
    }

    /// Whether `word` has `k` ones in a row somewhere (`k` at least 1).
    #[inline]
    pub const fn has_run(mut word: u32, k: usize) -> bool {
        if k > 32 {
            return false;
        }
        // A bit of `word & word >> s` is set where the bit and the one s places above it are. So if each bit marked a
        // run of n, each bit left marks a run of n + s, and the length can double with each step.
        let mut length = 1;
        while length < k {
            let shift = if length < k - length { length } else { k - length };
            word &= word >> shift;
            length += shift;
        }
        word != 0
    }

    /// These points moved down by `by` bits, walls moved in from above.
    #[inline]
    pub const fn shifted_down(self, by: u32) -> LineWord {
        LineWord { occupied: self.occupied >> by, white: !(!self.white >> by) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_states_are_four() {
        let mut line = LineWord::empty_at(0b1_1111_0000);
        line.set(5, Cell::Black);
        line.set(6, Cell::White);
        line.set(7, Cell::White);
        line.set(7, Cell::Empty);
        assert_eq!(line.points(), 0b1_1111_0000);
        assert_eq!(line.stones(Color::Black), 0b0_0010_0000);
        assert_eq!(line.stones(Color::White), 0b0_0100_0000);
        assert_eq!(line.empty(), 0b1_1001_0000);
        for color in Color::BOTH {
            // Own stones, empty points and what stands against: each bit is one of them.
            assert_eq!(line.stones(color) | line.empty() | line.against(color), !0);
            assert_eq!(line.stones(color) & line.against(color), 0);
            assert_eq!(line.empty() & line.against(color), 0);
            assert_eq!(line.against(color), line.stones(!color) | !line.points());
        }
        for bit in 4..9 {
            let cell = line.at(bit);
            assert_eq!(line.like(bit) >> bit & 1, 1, "{cell:?}");
        }
    }

    #[test]
    fn runs_by_bit_tricks_agree_with_counting() {
        for word in 0..1u32 << 12 {
            let word = word << 1;
            let mut longest = 0;
            for bit in 1..13 {
                if word >> bit & 1 == 0 {
                    continue;
                }
                let mut length = 1;
                while word >> (bit + length) & 1 == 1 {
                    length += 1;
                }
                let mut below = bit;
                while word >> (below - 1) & 1 == 1 {
                    below -= 1;
                    length += 1;
                }
                assert_eq!(LineWord::run_length(word, bit), length);
                longest = longest.max(length);
            }
            for k in 1..14 {
                assert_eq!(LineWord::has_run(word, k), longest as usize >= k, "{word:b} {k}");
            }
        }
    }
}
