//! A 2-D array in one piece of memory, with the eight direction pairs.
//!
//! Source: the article on counting connected stones, whose two arrays of eight offsets have opposite directions four
//! apart, so that `i mod 4` is the axis.

use super::Layout;
use crate::{Cell, Color, DIRECTIONS, Direction, MAX_SIDE, Point, Size};

const SIDE: usize = MAX_SIDE as usize;

/// The board as a 2-D array; of its 25 × 25 places a smaller board uses the top-left ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    cells: [[Cell; SIDE]; SIDE],
    size: Size,
}

impl Layout for Grid {
    const NAME: &'static str = "2-D array";
    type Index = (usize, usize);
    type Step = Direction;

    fn new(size: Size, _k: usize) -> Grid {
        Grid { cells: [[Cell::Empty; SIDE]; SIDE], size }
    }

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
        self.cells[row][col]
    }

    #[inline]
    fn place(&mut self, (row, col): (usize, usize), color: Color) {
        self.cells[row][col] = color.into();
    }

    #[inline]
    fn remove(&mut self, (row, col): (usize, usize)) {
        self.cells[row][col] = Cell::Empty;
    }

    #[inline]
    fn walk(&self, (row, col): (usize, usize), direction: usize, mut visit: impl FnMut(Cell) -> bool) {
        let (rows, cols) = (self.size.rows() as isize, self.size.cols() as isize);
        let Direction { d_row, d_col } = DIRECTIONS[direction];
        let (mut row, mut col) = (row as isize + isize::from(d_row), col as isize + isize::from(d_col));
        while row >= 0
            && row < rows
            && col >= 0
            && col < cols
            && visit(self.cells[row as usize][col as usize])
        {
            row += isize::from(d_row);
            col += isize::from(d_col);
        }
    }

    #[inline]
    fn scan(&self, mut visit: impl FnMut((usize, usize), Cell) -> bool) {
        for (row, cells) in self.cells[..self.size.rows()].iter().enumerate() {
            for (col, &cell) in cells[..self.size.cols()].iter().enumerate() {
                if !visit((row, col), cell) {
                    return;
                }
            }
        }
    }
}
