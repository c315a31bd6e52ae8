//! Five layouts of one board, behind one trait, for learning, testing and timing them side by side.
//!
//! | layout | a point is | a step is | the edge is |
//! | --- | --- | --- | --- |
//! | [`Nested`] | (row, col) | (d row, d col) | two comparisons a side |
//! | [`Grid`] | (row, col) | (d row, d col) | two comparisons a side |
//! | [`Flat`] | `c·row + col` | {1, c, c+1, c−1} | worked out from row and column |
//! | [`Padded`] | `c+2 + col + row·(c+1)` | {1, c+1, c+2, c} | a sentinel, which no stone equals |
//! | [`LineBits`] | a bit of four words | one bit | a wall bit |
//!
//! Every method of [`Layout`] gives the same answer on all five. `docs/layouts.md` explains them with pictures, and
//! `tengen bench layouts` times them.

mod flat;
mod line_bits;
mod line_word;
mod lines;
mod padded;
mod two_index;

pub use flat::Flat;
pub use line_bits::LineBits;
pub use line_word::LineWord;
pub use lines::{line_count, line_of, line_start};
pub use padded::{Padded, PaddedShape, Slot};
pub use two_index::{Grid, Nested, Rows, TwoIndex};

use crate::{AXES, Axis, Cell, Color, MAX_SIDE, Point, Size};
use core::fmt::Debug;

/// How many runs there are of each length: `counts[n]` runs of `n` stones.
pub type RunCounts = [u16; MAX_SIDE as usize + 1];

/// One way to keep a board in memory.
///
/// A *run* is a row of neighbouring points on one axis that hold the same; it is counted whole. Directions are the
/// eight of [`crate::DIRECTIONS`]: opposite ones are four apart, and direction `i` lies on axis `i mod 4`.
///
/// ```
/// use tengen_board::layout::{Layout, Padded};
/// use tengen_board::{Color, Point, Size};
///
/// let mut board = Padded::new(Size::square(15)?, 5);
/// for col in 3..8 {
///     let index = board.index(Point::new(7, col));
///     board.place(index, Color::Black);
/// }
/// let last = board.index(Point::new(7, 5));
/// assert_eq!(board.runs(last), [5, 1, 1, 1]);
/// assert!(board.wins(last, 5));
/// # Ok::<(), tengen_board::SizeError>(())
/// ```
pub trait Layout: Clone + Debug {
    /// What this layout is called in tables.
    const NAME: &'static str;

    /// What names a point in this layout.
    type Index: Copy + PartialEq + Debug;

    /// What leads from a point to its neighbour.
    type Step: Copy + PartialEq + Debug;

    /// An empty board. `k` (at least 1) is the length of run that the game is about; only line bits look at it.
    fn new(size: Size, k: usize) -> Self;

    /// The size of the board.
    fn size(&self) -> Size;

    /// The index of `point`, which must be on the board.
    fn index(&self, point: Point) -> Self::Index;

    /// The point with this index.
    fn point(&self, index: Self::Index) -> Point;

    /// The steps right, down, down-right and down-left; the opposite ones are their negatives.
    fn steps(&self) -> [Self::Step; 4];

    /// What the point holds.
    fn at(&self, index: Self::Index) -> Cell;

    /// Puts a stone on the point, whatever was there.
    fn place(&mut self, index: Self::Index, color: Color);

    /// Empties the point, whatever was there.
    fn remove(&mut self, index: Self::Index);

    /// Walks from the neighbour of the point in `direction` (0 to 7) to the edge, or until `visit` says `false`.
    fn walk(&self, index: Self::Index, direction: usize, visit: impl FnMut(Cell) -> bool);

    /// Looks at every point of the board, until `visit` says `false`. The order is the layout's own.
    fn scan(&self, visit: impl FnMut(Self::Index, Cell) -> bool);

    /// How many points in a row hold the same as this one, in `direction` (0 to 7), this one not counted.
    #[inline]
    fn ray(&self, index: Self::Index, direction: usize) -> usize {
        walked_ray(self, index, direction)
    }

    /// The length of the point's run on each axis, the point itself counted once.
    #[inline]
    fn runs(&self, index: Self::Index) -> [usize; 4] {
        let mut runs = [1; 4];
        for direction in 0..8 {
            runs[direction % 4] += self.ray(index, direction);
        }
        runs
    }

    /// Whether the point is part of a run of `k` or more: the winning test, which looks only around the last stone.
    #[inline]
    fn wins(&self, index: Self::Index, k: usize) -> bool {
        (0..4).any(|axis| 1 + self.ray(index, axis) + self.ray(index, axis + 4) >= k)
    }

    /// Whether `color` has a run of `k` or more (`k` at least 1) anywhere on the board.
    #[inline]
    fn has_run(&self, color: Color, k: usize) -> bool {
        let mut found = false;
        self.scan(|index, cell| {
            found = cell == color.into() && (0..4).any(|axis| 1 + self.ray(index, axis) >= k);
            !found
        });
        found
    }

    /// All runs of `color` on all four axes, by length. A lone stone is a run of one on each axis.
    #[inline]
    fn run_counts(&self, color: Color) -> RunCounts {
        let mut counts = RunCounts::default();
        self.scan(|index, cell| {
            if cell == color.into() {
                for axis in 0..4 {
                    // Each run is counted at its first stone.
                    if self.ray(index, axis + 4) == 0 {
                        counts[1 + self.ray(index, axis)] += 1;
                    }
                }
            }
            true
        });
        counts
    }

    /// A whole line as two machine words: line `number` of `axis` (see [`line_start`]). Where in the words the line
    /// begins is the layout's own affair; all other bits are wall.
    #[inline]
    fn line(&self, axis: Axis, number: usize) -> LineWord {
        walked_line(self, axis, number)
    }

    /// Hands over every line of at least `at_least` points: rows, columns, diagonals ╲, diagonals ╱, each axis in the
    /// order of [`line_start`].
    #[inline]
    fn each_line(&self, at_least: usize, visit: impl FnMut(LineWord)) {
        walked_each_line(self, at_least, visit);
    }

    /// The nine points around this one on `axis`, this one on bit 4; all other bits are wall.
    #[inline]
    fn around(&self, index: Self::Index, axis: Axis) -> LineWord {
        walked_around(self, index, axis)
    }

    /// The board of `size` that holds `at(point)` on each point.
    fn from_cells(size: Size, k: usize, at: impl Fn(Point) -> Cell) -> Self {
        let mut board = Self::new(size, k);
        for point in size.points() {
            if let Some(color) = at(point).color() {
                let index = board.index(point);
                board.place(index, color);
            }
        }
        board
    }
}

/// Every axis with the number of its lines on a board of `size`.
pub fn lines(size: Size) -> impl Iterator<Item = (Axis, usize)> {
    AXES.into_iter().flat_map(move |axis| (0..line_count(size, axis)).map(move |n| (axis, n)))
}

// The provided methods as functions, for layouts that answer some of their questions in a faster way.

#[inline]
fn walked_ray<L: Layout>(board: &L, index: L::Index, direction: usize) -> usize {
    let own = board.at(index);
    let mut length = 0;
    board.walk(index, direction, |cell| {
        let same = cell == own;
        length += usize::from(same);
        same
    });
    length
}

#[inline]
fn walked_line<L: Layout>(board: &L, axis: Axis, number: usize) -> LineWord {
    let (start, _) = line_start(board.size(), axis, number);
    let index = board.index(start);
    let mut word = LineWord::WALL;
    word.set(1, board.at(index));
    let mut bit = 2;
    board.walk(index, axis as usize, |cell| {
        word.set(bit, cell);
        bit += 1;
        true
    });
    word
}

#[inline]
fn walked_each_line<L: Layout>(board: &L, at_least: usize, mut visit: impl FnMut(LineWord)) {
    for (axis, number) in lines(board.size()) {
        if line_start(board.size(), axis, number).1 >= at_least {
            visit(board.line(axis, number));
        }
    }
}

#[inline]
fn walked_around<L: Layout>(board: &L, index: L::Index, axis: Axis) -> LineWord {
    let mut word = LineWord::WALL;
    word.set(4, board.at(index));
    let mut bit = 5;
    board.walk(index, axis as usize, |cell| {
        word.set(bit, cell);
        bit += 1;
        bit < 9
    });
    let mut bit = 4;
    board.walk(index, axis as usize + 4, |cell| {
        bit -= 1;
        word.set(bit, cell);
        bit > 0
    });
    word
}
