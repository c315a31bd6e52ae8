//! Boards whose points are named by two indices: nested vectors, the naive start and the reference that the other
//! layouts are tested against, and a 2-D array, the same in one piece of memory.
//!
//! Source of the eight directions: the article on counting connected stones, whose two arrays of eight offsets have
//! opposite directions four apart, so that `i mod 4` is the axis.

use super::Layout;
use crate::{Cell, Color, DIRECTIONS, Direction, MAX_SIDE, Point, Size};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

const SIDE: usize = MAX_SIDE as usize;

/// The board as a vector of row vectors.
pub type Nested = TwoIndex<Vec<Vec<Cell>>>;

/// The board as a 2-D array; of its 25 × 25 places a smaller board uses the top-left ones.
pub type Grid = TwoIndex<[[Cell; SIDE]; SIDE]>;

/// A board of rows kept in memory `M`. All code is the same for both kinds of memory, so that a difference in time is a
/// difference of the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoIndex<M> {
    rows: M,
    size: Size,
}

/// Memory for rows of cells.
pub trait Rows: Clone + Debug {
    /// What the layout is called in tables.
    const NAME: &'static str;
    /// Empty rows, at least as many and as long as `size` asks for.
    fn empty(size: Size) -> Self;
    /// A row.
    fn row(&self, row: usize) -> &[Cell];
    /// A row, to change.
    fn row_mut(&mut self, row: usize) -> &mut [Cell];
}

impl Rows for Vec<Vec<Cell>> {
    const NAME: &'static str = "nested vectors";

    fn empty(size: Size) -> Self {
        vec![vec![Cell::Empty; size.cols()]; size.rows()]
    }

    #[inline]
    fn row(&self, row: usize) -> &[Cell] {
        &self[row]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [Cell] {
        &mut self[row]
    }
}

impl Rows for [[Cell; SIDE]; SIDE] {
    const NAME: &'static str = "2-D array";

    fn empty(_size: Size) -> Self {
        [[Cell::Empty; SIDE]; SIDE]
    }

    #[inline]
    fn row(&self, row: usize) -> &[Cell] {
        &self[row]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [Cell] {
        &mut self[row]
    }
}

impl<M: Rows> Layout for TwoIndex<M> {
    const NAME: &'static str = M::NAME;
    type Index = (usize, usize);
    type Step = Direction;

    fn new(size: Size, _k: usize) -> Self {
        TwoIndex { rows: M::empty(size), size }
    }

    #[inline]
    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn index(&self, point: Point) -> (usize, usize) {
        (point.row.into(), point.col.into())
    }

    #[inline]
    fn point(&self, (row, col): (usize, usize)) -> Point {
        Point::new(row as u8, col as u8)
    }

    fn steps(&self) -> [Direction; 4] {
        [DIRECTIONS[0], DIRECTIONS[1], DIRECTIONS[2], DIRECTIONS[3]]
    }

    #[inline]
    fn at(&self, (row, col): (usize, usize)) -> Cell {
        self.rows.row(row)[col]
    }

    #[inline]
    fn place(&mut self, (row, col): (usize, usize), color: Color) {
        self.rows.row_mut(row)[col] = color.into();
    }

    #[inline]
    fn remove(&mut self, (row, col): (usize, usize)) {
        self.rows.row_mut(row)[col] = Cell::Empty;
    }

    #[inline]
    fn walk(&self, (row, col): (usize, usize), direction: usize, mut visit: impl FnMut(Cell) -> bool) {
        let (rows, cols) = (self.size.rows() as isize, self.size.cols() as isize);
        let (d_row, d_col) =
            (isize::from(DIRECTIONS[direction].d_row), isize::from(DIRECTIONS[direction].d_col));
        let (mut row, mut col) = (row as isize + d_row, col as isize + d_col);
        while row >= 0 && row < rows && col >= 0 && col < cols && visit(self.at((row as usize, col as usize)))
        {
            row += d_row;
            col += d_col;
        }
    }

    #[inline]
    fn scan(&self, mut visit: impl FnMut((usize, usize), Cell) -> bool) {
        for row in 0..self.size.rows() {
            for (col, &cell) in self.rows.row(row)[..self.size.cols()].iter().enumerate() {
                if !visit((row, col), cell) {
                    return;
                }
            }
        }
    }
}
