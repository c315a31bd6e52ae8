//! A 1-D array of exactly the points of the board: one number is a point, one number is a step.
//!
//! Source: the article on 1-D arrays, first form: `p = c·row + col`, steps {1, c, c+1, c−1}. A step may leave the board
//! and still be a number of the array (left from the first column is the last column of the row above). So the edge
//! must be worked out from row and column.

use super::Layout;
use crate::{Cell, Color, DIRECTIONS, Point, Size};
use alloc::vec;
use alloc::vec::Vec;

/// The board as a 1-D array without margins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flat {
    cells: Vec<Cell>,
    size: Size,
}

impl Flat {
    /// How many points lie between `index` and the edge in `direction` (0 to 7).
    #[inline]
    fn room(&self, index: usize, direction: usize) -> usize {
        let (row, col) = (index / self.size.cols(), index % self.size.cols());
        let side = |step: i8, at: usize, side: usize| match step {
            0 => usize::MAX,
            1 => side - 1 - at,
            _ => at,
        };
        let step = DIRECTIONS[direction];
        side(step.d_row, row, self.size.rows()).min(side(step.d_col, col, self.size.cols()))
    }
}

impl Layout for Flat {
    const NAME: &'static str = "flat 1-D";
    type Index = usize;
    type Step = isize;

    fn new(size: Size, _k: usize) -> Flat {
        Flat { cells: vec![Cell::Empty; size.area()], size }
    }

    fn size(&self) -> Size {
        self.size
    }

    #[inline]
    fn index(&self, point: Point) -> usize {
        self.size.index(point)
    }

    #[inline]
    fn point(&self, index: usize) -> Point {
        self.size.point(index)
    }

    #[inline]
    fn steps(&self) -> [isize; 4] {
        let c = self.size.cols() as isize;
        [1, c, c + 1, c - 1]
    }

    #[inline]
    fn at(&self, index: usize) -> Cell {
        self.cells[index]
    }

    #[inline]
    fn place(&mut self, index: usize, color: Color) {
        self.cells[index] = color.into();
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        self.cells[index] = Cell::Empty;
    }

    #[inline]
    fn walk(&self, index: usize, direction: usize, mut visit: impl FnMut(Cell) -> bool) {
        let step = if direction < 4 { self.steps()[direction] } else { -self.steps()[direction - 4] };
        let mut p = index;
        for _ in 0..self.room(index, direction) {
            p = p.wrapping_add_signed(step);
            if !visit(self.cells[p]) {
                return;
            }
        }
    }

    #[inline]
    fn scan(&self, mut visit: impl FnMut(usize, Cell) -> bool) {
        for (index, &cell) in self.cells.iter().enumerate() {
            if !visit(index, cell) {
                return;
            }
        }
    }
}
