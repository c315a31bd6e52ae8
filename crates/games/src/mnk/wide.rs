//! Boards too large for one word: every line is a word.

use super::{Rules, uniform};
use crate::history::History;
use crate::stones::Stones;
use tengen_board::{Axis, Color, Point};

/// A board of any size.
#[derive(Clone)]
pub(super) struct Wide {
    pub(super) stones: Stones,
    k: usize,
    gravity: bool,
    history: History<Point>,
}

impl Wide {
    pub(super) fn new(rules: &Rules) -> Wide {
        Wide {
            stones: Stones::new(rules.size, usize::from(rules.k)),
            k: usize::from(rules.k),
            gravity: rules.gravity,
            history: History::new(rules.size.area()),
        }
    }

    /// Puts a stone on an empty point; says whether it makes a row of k.
    pub(super) fn place(&mut self, point: Point, color: Color) -> bool {
        self.stones.place(point, color);
        self.history.push(point);
        self.stones.in_row_of(self.k, point)
    }

    /// Puts a stone that belongs to no game yet.
    pub(super) fn put(&mut self, point: Point, color: Color) {
        self.stones.place(point, color);
    }

    /// Takes back the last stone, which is of `color`.
    pub(super) fn take_back(&mut self, color: Color) -> Option<Point> {
        let point = self.history.pop()?;
        self.stones.take_back(point, color);
        Some(point)
    }

    pub(super) fn history(&self) -> &[Point] {
        &self.history
    }

    /// Where a stone comes to rest in a column; `None` if the column is full.
    pub(super) fn top(&self, col: u8) -> Option<Point> {
        let (column, bit) = self.stones.line(Axis::Column, Point::new(0, col))?;
        let stones = column.occupied >> bit;
        let row = stones.trailing_zeros().min(self.stones.size().rows() as u32);
        Some(Point::new((row as u8).checked_sub(1)?, col))
    }

    /// Appends the points where a stone may go.
    pub(super) fn open(&self, mut visit: impl FnMut(Point)) {
        if self.gravity {
            (0..self.stones.size().cols() as u8).filter_map(|col| self.top(col)).for_each(visit);
        } else {
            self.stones.empties().for_each(&mut visit);
        }
    }

    /// A uniformly random point where a stone may go. There must be one.
    pub(super) fn pick(&self, next: &mut impl FnMut() -> u32) -> Point {
        if !self.gravity {
            return self.stones.nth_empty(uniform(next, self.stones.empty() as u32) as usize);
        }
        loop {
            if let Some(point) = self.top(uniform(next, self.stones.size().cols() as u32) as u8) {
                return point;
            }
        }
    }
}
