//! A 1-D array with one column of sentinels, shared by the right edge of each row and the left edge of the next.
//!
//! Source: Warren Smith's layout in Gunnar Andersson's Othello endgame solver, as the article on 1-D arrays describes
//! it: `p = c+2 + col + row·(c+1)`, length `(r+2)(c+1)+1`, steps {1, c+1, c+2, c}. A 3 × 3 board (d is a sentinel):
//!
//! ```text
//!  0 d   1 d   2 d   3 d
//!  4 d   5     6     7
//!  8 d   9    10    11
//! 12 d  13    14    15
//! 16 d  17 d  18 d  19 d  20 d
//! ```
//!
//! A step right from 7 is 8, which is also the step left from 9: one sentinel serves both. The last one, 20, is there
//! for the step down-right from 15. Every walk from a point ends on a sentinel, so nothing else need be asked.

use super::Layout;
use crate::{Cell, Color, Point, Size};
use alloc::vec;
use alloc::vec::Vec;

/// The arithmetic of the padded layout, for arrays of any element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaddedShape {
    size: Size,
}

impl PaddedShape {
    /// The shape for a board of `size`.
    pub const fn new(size: Size) -> PaddedShape {
        PaddedShape { size }
    }

    /// The size of the board.
    pub const fn size(self) -> Size {
        self.size
    }

    /// The length of the array, `(r+2)(c+1)+1`.
    #[allow(clippy::len_without_is_empty)] // it is never empty
    pub const fn len(self) -> usize {
        (self.size.rows() + 2) * (self.size.cols() + 1) + 1
    }

    /// The index of a point of the board, `c+2 + col + row·(c+1)`.
    #[inline]
    pub const fn index(self, point: Point) -> usize {
        let c = self.size.cols();
        c + 2 + point.col as usize + point.row as usize * (c + 1)
    }

    /// The point with this index, `col = (p − (c+2)) mod (c+1)` and `row = (p − (c+2)) div (c+1)`; the index must be
    /// that of a point.
    #[inline]
    pub const fn point(self, index: usize) -> Point {
        let c = self.size.cols();
        let p = index - (c + 2);
        Point::new((p / (c + 1)) as u8, (p % (c + 1)) as u8)
    }

    /// Whether this index is a point of the board, and not a sentinel or beyond the array.
    pub const fn is_point(self, index: usize) -> bool {
        let c = self.size.cols();
        match index.checked_sub(c + 2) {
            Some(p) => p % (c + 1) < c && p / (c + 1) < self.size.rows(),
            None => false,
        }
    }

    /// The step in each of the eight [`crate::DIRECTIONS`]: {1, c+1, c+2, c}, then their negatives.
    #[inline]
    pub const fn steps(self) -> [isize; 8] {
        let c = self.size.cols() as isize;
        [1, c + 1, c + 2, c, -1, -(c + 1), -(c + 2), -c]
    }
}

/// What one place of the padded array holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Slot {
    /// A point without a stone.
    #[default]
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// A sentinel: no point of the board.
    Sentinel = 3,
}

impl Slot {
    /// The cell, `None` for a sentinel.
    #[inline]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Slot::Empty => Some(Cell::Empty),
            Slot::Black => Some(Cell::Black),
            Slot::White => Some(Cell::White),
            Slot::Sentinel => None,
        }
    }
}

impl From<Color> for Slot {
    #[inline]
    fn from(color: Color) -> Slot {
        match color {
            Color::Black => Slot::Black,
            Color::White => Slot::White,
        }
    }
}

/// The board as a 1-D array with shared sentinels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Padded {
    slots: Vec<Slot>,
    shape: PaddedShape,
    steps: [isize; 8],
}

impl Layout for Padded {
    const NAME: &'static str = "padded 1-D";
    type Index = usize;
    type Step = isize;

    fn new(size: Size, _k: usize) -> Padded {
        let shape = PaddedShape::new(size);
        let mut slots = vec![Slot::Sentinel; shape.len()];
        for point in size.points() {
            slots[shape.index(point)] = Slot::Empty;
        }
        Padded { slots, shape, steps: shape.steps() }
    }

    fn size(&self) -> Size {
        self.shape.size
    }

    #[inline]
    fn index(&self, point: Point) -> usize {
        self.shape.index(point)
    }

    #[inline]
    fn point(&self, index: usize) -> Point {
        self.shape.point(index)
    }

    #[inline]
    fn steps(&self) -> [isize; 4] {
        [self.steps[0], self.steps[1], self.steps[2], self.steps[3]]
    }

    #[inline]
    fn at(&self, index: usize) -> Cell {
        self.slots[index].cell().unwrap_or_default()
    }

    #[inline]
    fn place(&mut self, index: usize, color: Color) {
        self.slots[index] = color.into();
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        self.slots[index] = Slot::Empty;
    }

    #[inline]
    fn walk(&self, index: usize, direction: usize, mut visit: impl FnMut(Cell) -> bool) {
        let step = self.steps[direction];
        let mut p = index.wrapping_add_signed(step);
        while let Some(cell) = self.slots[p].cell()
            && visit(cell)
        {
            p = p.wrapping_add_signed(step);
        }
    }

    #[inline]
    fn ray(&self, index: usize, direction: usize) -> usize {
        // A sentinel equals no stone, so one comparison both counts the run and finds the edge.
        let (own, step) = (self.slots[index], self.steps[direction]);
        let mut p = index.wrapping_add_signed(step);
        let mut length = 0;
        while self.slots[p] == own {
            length += 1;
            p = p.wrapping_add_signed(step);
        }
        length
    }

    #[inline]
    fn scan(&self, mut visit: impl FnMut(usize, Cell) -> bool) {
        for (index, slot) in self.slots.iter().enumerate() {
            if let Some(cell) = slot.cell()
                && !visit(index, cell)
            {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_by_three_board_of_the_article() {
        let shape = PaddedShape::new(Size::of(3, 3));
        assert_eq!(shape.len(), 21);
        let points: Vec<usize> = shape.size().points().map(|p| shape.index(p)).collect();
        assert_eq!(points, [5, 6, 7, 9, 10, 11, 13, 14, 15]);
        assert_eq!(shape.steps()[..4], [1, 4, 5, 3]);
        let sentinels: Vec<usize> = (0..shape.len()).filter(|&i| !shape.is_point(i)).collect();
        assert_eq!(sentinels, [0, 1, 2, 3, 4, 8, 12, 16, 17, 18, 19, 20]);
    }

    #[test]
    fn the_fifteen_by_fifteen_board_of_the_article() {
        let shape = PaddedShape::new(Size::of(15, 15));
        assert_eq!(shape.steps()[..4], [1, 16, 17, 15]);
        assert_eq!(shape.index(Point::new(0, 0)), 17);
        // The article's program allocates 15·15 + 34 + 15 = 274, one more than its formula needs.
        assert_eq!(shape.len(), 273);
    }

    #[test]
    fn every_walk_ends_on_a_sentinel_and_none_leaves_the_array() {
        for rows in 1..=25 {
            for cols in 1..=25 {
                let shape = PaddedShape::new(Size::of(rows, cols));
                let mut used = vec![false; shape.len()];
                for point in shape.size().points() {
                    assert_eq!(shape.point(shape.index(point)), point);
                    for (direction, step) in shape.steps().into_iter().enumerate() {
                        let d = crate::DIRECTIONS[direction];
                        let mut at = Some(point);
                        let mut p = shape.index(point);
                        while let Some(here) = at {
                            assert_eq!(p, shape.index(here));
                            at = shape.size().offset(here, d.d_row.into(), d.d_col.into());
                            p = p.wrapping_add_signed(step);
                        }
                        assert!(p < shape.len() && !shape.is_point(p));
                        used[p] = true;
                    }
                }
                // One place less would not do: the first and the last sentinel are both reached.
                assert!(used[0] && used[shape.len() - 1]);
            }
        }
    }
}
