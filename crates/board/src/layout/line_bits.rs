//! Every row, column and diagonal as a pair of machine words, the same stones kept four times over.
//!
//! Source: the article on a gomoku program that went from nested vectors to bitboards in four redundant directions,
//! with walls at both ends and only the diagonals on which a five fits. There a diagonal counts its bits from its first
//! point; here a bit is the row (in rows the column), so that placing a stone needs no comparison of row with column.

use super::{Layout, LineWord, RunCounts, line_count, line_of, line_start, lines};
use super::{walked_around, walked_each_line, walked_line, walked_ray};
use crate::{AXES, Axis, Cell, Color, MAX_SIDE, Point, Size};

const SIDE: usize = MAX_SIDE as usize;
/// Where the words of each axis begin.
const BASE: [usize; 4] = [0, SIDE, 2 * SIDE, 4 * SIDE - 1];
const WORDS: usize = 6 * SIDE - 2;

/// Marks a diagonal too short to be held.
const NOT_HELD: u8 = u8::MAX;

/// The board as line bits: plain memory of 1,188 bytes, copied without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineBits {
    words: [LineWord; WORDS],
    size: Size,
    /// Diagonals of at least this many points are held.
    k: u8,
    /// How many diagonals are held each way.
    held: u8,
}

/// Which bits of which words a point has in a [`LineBits`] board of the same size and `k`.
///
/// In its row's word the point is bit `col + 1`, in its column's and its diagonals' words bit `row + 1`; bit 0 and the
/// bit after the last point are walls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineIndex {
    row: u8,
    col: u8,
    /// Numbers among the held diagonals, or [`NOT_HELD`].
    diagonals: [u8; 2],
}

impl LineBits {
    /// An empty board. It holds the diagonals of at least `k` points; `k` is 1 or more.
    pub fn new(size: Size, k: usize) -> LineBits {
        let k = k.clamp(1, SIDE + 1);
        let (rows, cols) = (size.rows(), size.cols());
        let held = if rows.min(cols) < k { 0 } else { rows + cols + 1 - 2 * k };
        let mut board = LineBits { words: [LineWord::WALL; WORDS], size, k: k as u8, held: held as u8 };
        for axis in AXES {
            for number in 0..line_count(size, axis) {
                if let Some(word) = board.word_number(axis, number) {
                    let (start, length) = line_start(size, axis, number);
                    let first = 1 + if axis == Axis::Row { start.col } else { start.row };
                    board.words[word] = LineWord::empty_at(((1 << length) - 1) << first);
                }
            }
        }
        board
    }

    /// The length of the shortest diagonal that is held.
    pub const fn k(&self) -> usize {
        self.k as usize
    }

    /// The words of all lines of `axis` that are held: every row or column from the first, or the diagonals of at least
    /// [`k`](LineBits::k) points from the bottom-left (╲) or top-left (╱) corner on.
    #[inline]
    pub fn held(&self, axis: Axis) -> &[LineWord] {
        let count = match axis {
            Axis::Row => self.size.rows(),
            Axis::Column => self.size.cols(),
            Axis::Diagonal | Axis::AntiDiagonal => self.held as usize,
        };
        &self.words[BASE[axis as usize]..][..count]
    }

    /// The word of the line of `axis` through a point, and the point's bit in it; `None` on a diagonal too short.
    #[inline]
    pub fn through(&self, index: LineIndex, axis: Axis) -> Option<(LineWord, u32)> {
        Some(match axis {
            Axis::Row => (self.words[index.row as usize], 1 + u32::from(index.col)),
            Axis::Column => (self.words[SIDE + index.col as usize], 1 + u32::from(index.row)),
            Axis::Diagonal | Axis::AntiDiagonal => {
                let diagonal = index.diagonals[axis as usize - 2];
                if diagonal == NOT_HELD {
                    return None;
                }
                (self.words[BASE[axis as usize] + diagonal as usize], 1 + u32::from(index.row))
            }
        })
    }

    /// The length of the point's run on `axis`, the point counted once.
    #[inline]
    pub fn run(&self, index: LineIndex, axis: Axis) -> usize {
        match self.through(index, axis) {
            Some((word, bit)) => LineWord::run_length(word.like(bit), bit) as usize,
            None => 1 + walked_ray(self, index, axis as usize) + walked_ray(self, index, axis as usize + 4),
        }
    }

    /// The place of a line's word, `None` if the line is not held.
    #[inline]
    fn word_number(&self, axis: Axis, number: usize) -> Option<usize> {
        let number = match axis {
            Axis::Row | Axis::Column => number,
            Axis::Diagonal | Axis::AntiDiagonal => {
                // The first and last k − 1 diagonals have fewer than k points; on a board narrower than k all have.
                number.checked_sub(self.k as usize - 1).filter(|&n| n < self.held as usize)?
            }
        };
        Some(BASE[axis as usize] + number)
    }

    #[inline]
    fn each_word(&mut self, index: LineIndex, mut change: impl FnMut(&mut LineWord, u32)) {
        let LineIndex { row, col, diagonals } = index;
        let (by_row, by_col) = (2 << row, 2 << col);
        change(&mut self.words[row as usize], by_col);
        change(&mut self.words[SIDE + col as usize], by_row);
        for (diagonal, base) in diagonals.into_iter().zip([BASE[2], BASE[3]]) {
            if diagonal != NOT_HELD {
                change(&mut self.words[base + diagonal as usize], by_row);
            }
        }
    }
}

impl Layout for LineBits {
    const NAME: &'static str = "line bits";
    type Index = LineIndex;
    /// Bits to shift by.
    type Step = i32;

    fn new(size: Size, k: usize) -> LineBits {
        LineBits::new(size, k)
    }

    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn index(&self, point: Point) -> LineIndex {
        let diagonal = |axis| {
            let below = line_of(self.size, axis, point).wrapping_sub(self.k as usize - 1);
            if below < self.held as usize { below as u8 } else { NOT_HELD }
        };
        LineIndex {
            row: point.row,
            col: point.col,
            diagonals: [diagonal(Axis::Diagonal), diagonal(Axis::AntiDiagonal)],
        }
    }

    #[inline]
    fn point(&self, index: LineIndex) -> Point {
        Point::new(index.row, index.col)
    }

    fn steps(&self) -> [i32; 4] {
        [1; 4]
    }

    #[inline]
    fn at(&self, index: LineIndex) -> Cell {
        self.words[index.row as usize].at(1 + u32::from(index.col))
    }

    #[inline]
    fn place(&mut self, index: LineIndex, color: Color) {
        match color {
            Color::Black => self.each_word(index, |word, bit| {
                word.occupied |= bit;
                word.white &= !bit;
            }),
            Color::White => self.each_word(index, |word, bit| {
                word.occupied |= bit;
                word.white |= bit;
            }),
        }
    }

    #[inline]
    fn remove(&mut self, index: LineIndex) {
        self.each_word(index, |word, bit| {
            word.occupied &= !bit;
            word.white &= !bit;
        });
    }

    #[inline]
    fn walk(&self, index: LineIndex, direction: usize, mut visit: impl FnMut(Cell) -> bool) {
        if let Some((word, bit)) = self.through(index, Axis::of(direction)) {
            // The word moves under a window of one bit: the lowest on the way up, the highest on the way down. Walls
            // end both ways.
            let (mut points, mut at) = (word.points(), word);
            if direction < 4 {
                (points, at) = (points >> bit, at.shifted_down(bit));
                loop {
                    (points, at) = (points >> 1, at.shifted_down(1));
                    if points & 1 == 0 || !visit(at.at(0)) {
                        return;
                    }
                }
            }
            let up = 31 - bit;
            (points, at) = (points << up, LineWord { occupied: at.occupied << up, white: at.white << up });
            loop {
                (points, at) = (points << 1, LineWord { occupied: at.occupied << 1, white: at.white << 1 });
                if points >> 31 == 0 || !visit(at.at(31)) {
                    return;
                }
            }
        }
        // A short diagonal: down the rows, whose words hold every point.
        let d = crate::DIRECTIONS[direction];
        let mut at = self.point(index);
        while let Some(next) = self.size.offset(at, d.d_row.into(), d.d_col.into()) {
            if !visit(self.words[next.row as usize].at(1 + u32::from(next.col))) {
                return;
            }
            at = next;
        }
    }

    #[inline]
    fn scan(&self, mut visit: impl FnMut(LineIndex, Cell) -> bool) {
        for row in 0..self.size.rows() as u8 {
            let word = self.words[row as usize];
            for col in 0..self.size.cols() as u8 {
                if !visit(self.index(Point::new(row, col)), word.at(1 + u32::from(col))) {
                    return;
                }
            }
        }
    }

    #[inline]
    fn ray(&self, index: LineIndex, direction: usize) -> usize {
        match self.through(index, Axis::of(direction)) {
            Some((word, bit)) => {
                let like = word.like(bit);
                let ones = if direction < 4 {
                    (like >> bit).trailing_ones()
                } else {
                    (like << (31 - bit)).leading_ones()
                };
                ones as usize - 1
            }
            None => walked_ray(self, index, direction),
        }
    }

    #[inline]
    fn runs(&self, index: LineIndex) -> [usize; 4] {
        // Written out, so that each axis is known when it is compiled.
        [
            self.run(index, Axis::Row),
            self.run(index, Axis::Column),
            self.run(index, Axis::Diagonal),
            self.run(index, Axis::AntiDiagonal),
        ]
    }

    #[inline]
    fn wins(&self, index: LineIndex, k: usize) -> bool {
        // A diagonal that is not held is too short for the board's k, and so for any longer run.
        let wins = |axis| !(index.is_on_short(axis) && k >= self.k()) && self.run(index, axis) >= k;
        wins(Axis::Row) || wins(Axis::Column) || wins(Axis::Diagonal) || wins(Axis::AntiDiagonal)
    }

    #[inline]
    fn has_run(&self, color: Color, k: usize) -> bool {
        AXES.into_iter()
            .any(|axis| self.held(axis).iter().any(|word| LineWord::has_run(word.stones(color), k)))
            || (k < self.k()
                && lines(self.size).filter(|&(axis, number)| self.word_number(axis, number).is_none()).any(
                    |(axis, number)| LineWord::has_run(walked_line(self, axis, number).stones(color), k),
                ))
    }

    #[inline]
    fn run_counts(&self, color: Color) -> RunCounts {
        let mut counts = RunCounts::default();
        for (axis, number) in lines(self.size) {
            let mut stones = self.line(axis, number).stones(color);
            while stones != 0 {
                // The lowest run: count it, then add one to its lowest bit to carry it away.
                let lowest = stones >> stones.trailing_zeros();
                counts[lowest.trailing_ones() as usize] += 1;
                stones &= stones.wrapping_add(stones & stones.wrapping_neg());
            }
        }
        counts
    }

    #[inline]
    fn line(&self, axis: Axis, number: usize) -> LineWord {
        match self.word_number(axis, number) {
            Some(word) => self.words[word],
            None => walked_line(self, axis, number),
        }
    }

    #[inline]
    fn each_line(&self, at_least: usize, mut visit: impl FnMut(LineWord)) {
        if at_least < self.k() {
            return walked_each_line(self, at_least, visit);
        }
        for axis in AXES {
            // Rows and columns are held whatever their length; of the diagonals none is shorter than k.
            let all = match axis {
                Axis::Row => self.size.cols() >= at_least,
                Axis::Column => self.size.rows() >= at_least,
                Axis::Diagonal | Axis::AntiDiagonal => self.k() == at_least,
            };
            for &word in self.held(axis) {
                if all || word.points().count_ones() as usize >= at_least {
                    visit(word);
                }
            }
        }
    }

    #[inline]
    fn around(&self, index: LineIndex, axis: Axis) -> LineWord {
        match self.through(index, axis) {
            Some((word, bit)) => {
                const NINE: u32 = 0x1FF;
                // Four walls below the word, so that the point comes to bit 4 by one shift down.
                let occupied = ((u64::from(word.occupied) << 4) >> bit) as u32;
                let white = ((u64::from(word.white) << 4 | 0b1111) >> bit) as u32;
                LineWord { occupied: occupied & NINE, white: white | !NINE }
            }
            None => walked_around(self, index, axis),
        }
    }
}

impl LineIndex {
    /// Whether the point's diagonal on `axis` is too short to be held.
    #[inline]
    fn is_on_short(self, axis: Axis) -> bool {
        match axis {
            Axis::Row | Axis::Column => false,
            Axis::Diagonal | Axis::AntiDiagonal => self.diagonals[axis as usize - 2] == NOT_HELD,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gomoku_board_holds_the_21_diagonals_of_the_article_each_way() {
        let board = LineBits::new(Size::of(15, 15), 5);
        for axis in [Axis::Diagonal, Axis::AntiDiagonal] {
            // 2·15 − 9 of them, the shortest of five points.
            let lengths: Vec<u32> = board.held(axis).iter().map(|w| w.points().count_ones()).collect();
            assert_eq!(lengths.len(), 21);
            assert_eq!((lengths[0], lengths[10], lengths[20]), (5, 15, 5));
        }
    }

    #[test]
    fn what_is_held_is_what_is_long_enough() {
        for rows in 1..=25 {
            for cols in 1..=25 {
                let size = Size::of(rows, cols);
                for k in 1..=26 {
                    let board = LineBits::new(size, k);
                    for axis in AXES {
                        let long = |&n: &usize| {
                            matches!(axis, Axis::Row | Axis::Column) || line_start(size, axis, n).1 >= k
                        };
                        let expected: Vec<u32> = (0..line_count(size, axis))
                            .filter(long)
                            .map(|n| line_start(size, axis, n).1 as u32)
                            .collect();
                        let held: Vec<u32> =
                            board.held(axis).iter().map(|w| w.points().count_ones()).collect();
                        assert_eq!(held, expected, "{axis:?} of {size}, k = {k}");
                        for word in board.held(axis) {
                            let points = word.points();
                            // In one piece, with a wall below and above.
                            assert_eq!(points & 1, 0);
                            assert_eq!(points >> 31, 0);
                            assert_eq!(
                                (points >> points.trailing_zeros()).count_zeros(),
                                32 - points.count_ones()
                            );
                            assert_eq!(
                                (points >> points.trailing_zeros()).trailing_ones(),
                                points.count_ones()
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_size_is_as_documented() {
        assert_eq!(size_of::<LineBits>(), 1188);
    }

    #[test]
    fn one_call_sets_and_clears_a_stone_in_all_four() {
        let empty = LineBits::new(Size::of(15, 15), 5);
        let mut board = empty;
        let index = board.index(Point::new(7, 3));
        for color in Color::BOTH {
            board.place(index, color);
            for axis in AXES {
                let (word, bit) = board.through(index, axis).expect("long enough");
                assert_eq!(word.at(bit), color.into());
                let stones: u32 = board.held(axis).iter().map(|w| w.occupied.count_ones()).sum();
                assert_eq!(stones, 1, "{axis:?}");
            }
        }
        board.remove(index);
        assert_eq!(board, empty);
    }
}
