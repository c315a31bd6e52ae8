//! The lines of a board as machine words, one word a colour for each row, column and diagonal.
//!
//! The idea is the article's on bit boards: the same stones are kept four times, so that every line through a point is
//! one word. Bits of a word are neighbours exactly where points of the line are, and points off the board are bits that
//! are never set; so a run of stones is a run of ones, whatever the size of the board.

use tengen_board::{AXES, Axis, Color, MAX_SIDE, Point, Size};

const SIDE: usize = MAX_SIDE as usize;
/// Rows, columns, and the diagonals of either kind.
const LINES: usize = SIDE + SIDE + 2 * (2 * SIDE - 1);

/// Where a point lies on one of its four lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    line: usize,
    /// The bit of the point in the words of the line.
    pub(crate) bit: u32,
}

/// The line of `point` along `axis`, and its bit there.
#[inline]
pub(crate) fn spot(axis: Axis, point: Point) -> Spot {
    let (row, col) = (point.row as usize, point.col as usize);
    match axis {
        Axis::Row => Spot { line: row, bit: point.col as u32 },
        Axis::Column => Spot { line: SIDE + col, bit: point.row as u32 },
        Axis::Diagonal => Spot { line: 2 * SIDE + (SIDE - 1 + col - row), bit: point.col as u32 },
        Axis::AntiDiagonal => Spot { line: 4 * SIDE - 1 + row + col, bit: point.col as u32 },
    }
}

/// The point at `bit` of the line of `point` along `axis`. It must be on the board.
#[inline]
pub(crate) fn point_at(axis: Axis, point: Point, bit: u32) -> Point {
    let bit = bit as u8;
    match axis {
        Axis::Row => Point::new(point.row, bit),
        Axis::Column => Point::new(bit, point.col),
        Axis::Diagonal => Point::new(point.row + bit - point.col, bit),
        Axis::AntiDiagonal => Point::new(point.row + point.col - bit, bit),
    }
}

/// The bits of the line of `point` along `axis` that are on the board.
pub(crate) fn inside(size: Size, axis: Axis, point: Point) -> u32 {
    let (rows, cols) = (size.rows() as u32, size.cols() as u32);
    let (row, col) = (u32::from(point.row), u32::from(point.col));
    // The first bit and the one after the last.
    let (from, to) = match axis {
        Axis::Row => (0, cols),
        Axis::Column => (0, rows),
        Axis::Diagonal => (col.saturating_sub(row), cols.min(rows + col - row)),
        Axis::AntiDiagonal => ((row + col + 1).saturating_sub(rows), cols.min(row + col + 1)),
    };
    (1 << to) - (1 << from)
}

/// The stones of both colours on every line.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lines {
    words: [[u32; LINES]; 2],
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { words: [[0; LINES]; 2] }
    }

    /// Sets a stone on an empty point, or takes it away again.
    #[inline]
    pub(crate) fn toggle(&mut self, point: Point, color: Color) {
        let words = &mut self.words[color.index()];
        for axis in AXES {
            let Spot { line, bit } = spot(axis, point);
            words[line] ^= 1 << bit;
        }
    }

    /// The stones of `color` on a line.
    #[inline]
    pub(crate) fn word(&self, color: Color, spot: Spot) -> u32 {
        self.words[color.index()][spot.line]
    }

    /// Whether a stone of `color` is on `point`.
    #[inline]
    pub(crate) fn has(&self, color: Color, point: Point) -> bool {
        self.words[color.index()][point.row as usize] >> point.col & 1 == 1
    }
}

/// The starts of the runs of at least `k` ones, `k` from 1: a run of `n` has `n + 1 - k` of them.
#[inline]
pub(crate) const fn runs(word: u32, k: u32) -> u32 {
    let mut word = word;
    // Every bit left stands for `length` ones from there on.
    let mut length = 1;
    while length * 2 <= k {
        word &= word >> length;
        length *= 2;
    }
    word & word.unbounded_shr(k - length)
}

/// The run of ones around `bit`, which must be set: its first bit and its length.
#[inline]
pub(crate) const fn run_around(word: u32, bit: u32) -> (u32, u32) {
    let up = (word >> bit).trailing_ones();
    let down = (word << (31 - bit)).leading_ones();
    (bit + 1 - down, up + down - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_holds_the_points_that_a_walk_along_it_visits() {
        for (rows, cols) in [(1, 1), (3, 3), (6, 7), (15, 15), (25, 25), (25, 4), (2, 25)] {
            let size = Size::of(rows, cols);
            for point in size.points() {
                for axis in AXES {
                    let step = axis.step();
                    let walk: Vec<Point> = (-30..=30)
                        .filter_map(|n| {
                            size.offset(point, n * i32::from(step.d_row), n * i32::from(step.d_col))
                        })
                        .collect();
                    let mut mask = 0;
                    for (i, &p) in walk.iter().enumerate() {
                        let here = spot(axis, p);
                        assert_eq!(here.line, spot(axis, point).line);
                        assert_eq!(point_at(axis, point, here.bit), p);
                        mask |= 1 << here.bit;
                        if i > 0 {
                            assert_eq!(here.bit.abs_diff(spot(axis, walk[i - 1]).bit), 1);
                        }
                    }
                    assert_eq!(inside(size, axis, point), mask, "{size} {point:?} {axis:?}");
                }
            }
        }
    }

    #[test]
    fn no_two_lines_share_a_word() {
        let size = Size::of(25, 25);
        let mut seen = std::collections::HashMap::new();
        for point in size.points() {
            for axis in AXES {
                let Spot { line, bit } = spot(axis, point);
                assert!(line < LINES);
                let first = *seen.entry((line, bit)).or_insert((axis, point));
                assert_eq!(first, (axis, point));
                assert_eq!(seen.entry((line, 99)).or_insert((axis, point)).0, axis);
            }
        }
    }

    #[test]
    fn runs_are_those_that_counting_finds() {
        for word in (0..1 << 16).chain([u32::MAX, u32::MAX << 3, 0x01FF_FFFF, 0x00F7_FDEF]) {
            for k in 1..=22 {
                for start in 0..32 {
                    let all = (0..k).all(|i| start + i < 32 && word >> (start + i) & 1 == 1);
                    assert_eq!(runs(word, k) >> start & 1 == 1, all, "{word:b} {k} {start}");
                }
            }
            for bit in (0..32).filter(|bit| word >> bit & 1 == 1) {
                let (first, length) = run_around(word, bit);
                assert!(first <= bit && bit < first + length);
                assert!((first..first + length).all(|i| word >> i & 1 == 1));
                assert!(first == 0 || word >> (first - 1) & 1 == 0);
                assert!(first + length == 32 || word >> (first + length) & 1 == 0);
            }
        }
    }
}
