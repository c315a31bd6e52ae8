//! A vector of row vectors: the naive start, and the reference that the others are tested against.

use super::Layout;
use crate::{Cell, Color, DIRECTIONS, Direction, Point, Size};

/// The board as nested vectors, one a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nested {
    cells: Vec<Vec<Cell>>,
}

impl Layout for Nested {
    const NAME: &'static str = "nested vectors";
    type Index = (usize, usize);
    type Step = Direction;

    fn new(size: Size, _k: usize) -> Nested {
        Nested { cells: vec![vec![Cell::Empty; size.cols()]; size.rows()] }
    }

    fn size(&self) -> Size {
        Size::of(self.cells.len(), self.cells[0].len())
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
        let (rows, cols) = (self.cells.len() as isize, self.cells[0].len() as isize);
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
        for (row, cells) in self.cells.iter().enumerate() {
            for (col, &cell) in cells.iter().enumerate() {
                if !visit((row, col), cell) {
                    return;
                }
            }
        }
    }
}
