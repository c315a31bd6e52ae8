//! The stones as line words: every row, column and diagonal of either colour in one machine word, as in the source
//! article on bit boards, so that the surroundings of a point along an axis are one shift away.

use tengen_board::{AXES, Axis, Color, Point, Size};
use tengen_games::{Game, gomoku};

/// Points seen on either side of a point along an axis.
pub(super) const REACH: u32 = 5;
/// The place of the point itself in its [`Window`].
pub(super) const MIDDLE: u32 = 1 << REACH;
/// All places of a window.
const ALL: u32 = (1 << (2 * REACH + 1)) - 1;

/// What is around a point along one axis: eleven places, the point in the middle at bit 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// Stones of the colour asked for.
    pub(super) own: u32,
    /// Stones of the other.
    pub(super) other: u32,
    /// Places that are on the board.
    pub(super) inside: u32,
}

/// The stones of both colours on every line. Bit `5 + n` of a line's word is its point number `n`.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: Size,
    lines: Box<[[[u32; LINES]; 4]; 2]>,
    inside: Box<[[u32; LINES]; 4]>,
}

/// More than the diagonals of the largest board, 22×22.
const LINES: usize = 48;

impl Board {
    /// The stones of a position.
    pub(super) fn of(position: &gomoku::Position) -> Board {
        let size = position.size();
        let mut inside = Box::new([[0; LINES]; 4]);
        for point in size.points() {
            for axis in AXES {
                let (line, bit) = place(size, axis, point);
                inside[axis as usize][line] |= 1 << (bit + REACH);
            }
        }
        let mut board = Board { size, lines: Box::new([[[0; LINES]; 4]; 2]), inside };
        for point in size.points() {
            if let Some(color) = position.at(point).color() {
                board.toggle(point, color);
            }
        }
        board
    }

    /// Puts a stone on an empty point, or takes it away again.
    pub(super) fn toggle(&mut self, point: Point, color: Color) {
        for axis in AXES {
            let (line, bit) = place(self.size, axis, point);
            self.lines[color.index()][axis as usize][line] ^= 1 << (bit + REACH);
        }
    }

    /// The surroundings of `point` along `axis`, as `color` sees them.
    #[inline]
    pub(super) fn window(&self, axis: Axis, point: Point, color: Color) -> Window {
        let (line, bit) = place(self.size, axis, point);
        let cut = |word: u32| (word >> bit) & ALL;
        Window {
            own: cut(self.lines[color.index()][axis as usize][line]),
            other: cut(self.lines[color.opponent().index()][axis as usize][line]),
            inside: cut(self.inside[axis as usize][line]),
        }
    }
}

impl Window {
    /// The same as the other colour sees it.
    #[inline]
    pub(super) fn flipped(self) -> Window {
        Window { own: self.other, other: self.own, inside: self.inside }
    }
}

#[cfg(test)]
impl Window {
    /// A window from eleven characters: `X` own, `O` other, `#` off the board; the middle one is the point itself.
    pub(super) fn drawn(text: &str) -> Window {
        let bits = |c: char| text.chars().enumerate().filter(|&(_, x)| x == c).map(|(i, _)| 1 << i).sum();
        let edge: u32 = bits('#');
        Window { own: bits('X'), other: bits('O'), inside: !edge & ALL }
    }
}

/// The line of a point along an axis, and the point's number on it.
#[inline]
fn place(size: Size, axis: Axis, point: Point) -> (usize, u32) {
    let (row, col) = (usize::from(point.row), usize::from(point.col));
    match axis {
        Axis::Row => (row, col as u32),
        Axis::Column => (col, row as u32),
        Axis::Diagonal => (row + size.cols() - 1 - col, col as u32),
        Axis::AntiDiagonal => (row + col, col as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    #[test]
    fn windows_show_what_a_walk_finds() {
        for (rows, cols) in [(5, 5), (15, 15), (22, 22), (5, 22), (22, 7)] {
            let rules = gomoku::Rules { size: Size::of(rows, cols), ..gomoku::Rules::FREESTYLE };
            let mut rng = SplitMix64(rows as u64);
            let mut position = gomoku::Position::new(&rules);
            for _ in 0..rows * cols / 2 {
                position.play_random(&mut || rng.next_u32());
            }
            let board = Board::of(&position);
            for point in rules.size.points() {
                for axis in AXES {
                    let window = board.window(axis, point, Color::Black);
                    assert_eq!(window.flipped(), board.window(axis, point, Color::White));
                    let step = axis.step();
                    for n in -5..=5 {
                        // On the second diagonal the numbers run against the step, from left to right.
                        let m = if axis == Axis::AntiDiagonal { -n } else { n };
                        let there =
                            rules.size.offset(point, i32::from(step.d_row) * m, i32::from(step.d_col) * m);
                        let bit = 1 << (n + 5);
                        assert_eq!(window.inside & bit != 0, there.is_some());
                        let color = there.and_then(|p| position.at(p).color());
                        assert_eq!(window.own & bit != 0, color == Some(Color::Black));
                        assert_eq!(window.other & bit != 0, color == Some(Color::White));
                    }
                }
            }
        }
    }
}
