//! Stones on a board, as the games of k in a row need them: placed and taken back one at a time, with every line as a
//! word, a hash, and the empty points at hand for a random choice.

use crate::lines::{self, Lines};
use std::fmt;
use tengen_board::zobrist::{self, MAX_AREA};
use tengen_board::{AXES, Axis, Cell, Color, Point, Size};

/// The stones on a board, and the points without one.
#[derive(Clone)]
pub(crate) struct Stones {
    size: Size,
    lines: Lines,
    hash: u64,
    /// How many points are empty.
    empty: usize,
    /// The empty points come first, in an order that depends on the moves played, and then the others.
    order: [Point; MAX_AREA],
    /// Where an empty point is in `order`; for a point with a stone, where it was when the stone came.
    seat: [u16; MAX_AREA],
}

impl Stones {
    /// A board without stones.
    pub(crate) fn new(size: Size) -> Stones {
        let mut order = [Point::new(0, 0); MAX_AREA];
        let mut seat = [0; MAX_AREA];
        for (i, point) in size.points().enumerate() {
            order[i] = point;
            seat[i] = i as u16;
        }
        Stones { size, lines: Lines::new(), hash: 0, empty: size.area(), order, seat }
    }

    #[inline]
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub(crate) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The exclusive or of the stones' keys.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// How many points are empty.
    #[inline]
    pub(crate) fn empty(&self) -> usize {
        self.empty
    }

    /// The empty point number `n`, below [`Stones::empty`], in an order without meaning.
    #[inline]
    pub(crate) fn nth_empty(&self, n: usize) -> Point {
        self.order[..self.empty][n]
    }

    /// What `point`, which may be off the board, holds.
    #[inline]
    pub(crate) fn at(&self, point: Point) -> Cell {
        if !self.size.contains(point) {
            Cell::Empty
        } else if self.lines.has(Color::Black, point) {
            Cell::Black
        } else if self.lines.has(Color::White, point) {
            Cell::White
        } else {
            Cell::Empty
        }
    }

    /// The empty points in reading order.
    pub(crate) fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&p| !self.lines.has(Color::Black, p) && !self.lines.has(Color::White, p))
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub(crate) fn place(&mut self, point: Point, color: Color) {
        let index = self.size.index(point);
        self.lines.toggle(point, color);
        self.hash ^= zobrist::stone(index, color);
        let seat = self.seat[index] as usize;
        let last = self.empty - 1;
        let moved = self.order[last];
        self.order[seat] = moved;
        self.seat[self.size.index(moved)] = seat as u16;
        self.seat[index] = seat as u16;
        self.order[last] = point;
        self.empty = last;
    }

    /// Takes back the stone that was placed last, and with it all that [`Stones::place`] changed.
    #[inline]
    pub(crate) fn take_back(&mut self, point: Point, color: Color) {
        let index = self.size.index(point);
        self.lines.toggle(point, color);
        self.hash ^= zobrist::stone(index, color);
        let seat = self.seat[index] as usize;
        let moved = self.order[seat];
        self.order[self.empty] = moved;
        self.seat[self.size.index(moved)] = self.empty as u16;
        self.order[seat] = point;
        self.seat[index] = seat as u16;
        self.empty += 1;
    }

    /// The stones of `color` in an unbroken row with the one on `point`, along `axis`.
    pub(crate) fn run(&self, axis: Axis, point: Point, color: Color) -> impl Iterator<Item = Point> {
        let spot = lines::spot(axis, point);
        let (first, length) = lines::run_around(self.lines.word(color, spot), spot.bit);
        (first..first + length).map(move |bit| lines::point_at(axis, point, bit))
    }

    /// Every stone.
    pub(crate) fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.size.points().filter_map(|p| Some((p, self.at(p).color()?)))
    }

    /// Whether the stone of `color` on `point` is in a row of at least `k`.
    #[inline]
    pub(crate) fn in_row_of(&self, k: u32, point: Point, color: Color) -> bool {
        AXES.iter().any(|&axis| {
            let spot = lines::spot(axis, point);
            lines::run_around(self.lines.word(color, spot), spot.bit).1 >= k
        })
    }
}

/// The same stones on the same board; the order of the empty points has no meaning.
impl PartialEq for Stones {
    fn eq(&self, other: &Stones) -> bool {
        self.size == other.size && self.hash == other.hash && self.lines == other.lines
    }
}

impl fmt::Debug for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for point in self.size.points() {
            if point.col == 0 && point.row > 0 {
                f.write_str("/")?;
            }
            f.write_str(match self.at(point) {
                Cell::Empty => ".",
                Cell::Black => "X",
                Cell::White => "O",
            })?;
        }
        f.write_str("\"")
    }
}
