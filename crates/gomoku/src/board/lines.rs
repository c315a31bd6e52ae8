//! The lines of the board: every row, column and diagonal as one machine word, with both colours and the walls.
//!
//! `tengen_board::layout::LineBits` keeps the two colours in separate words. Here they are interleaved, two bits a
//! square, because pattern tables are indexed by the window around a square: one word takes one shift and one mask. A
//! line of 22 squares and five walls at each end fills 64 bits.

use crate::board::squares::{MAX_SQUARES, Square};
use tengen_board::{AXES, Cell, Color, Point, Size};

/// Walls at each end of a line: half the length of a window.
pub(crate) const WALLS: usize = 5;

/// The most squares in the windows of a square: [`WALLS`] both ways on four lines.
pub(crate) const LINE_NEIGHBOURS: usize = 4 * 2 * WALLS;

/// The longest side of a board.
const SIDE: usize = 22;

/// Rows, columns and both kinds of diagonals.
pub(crate) const LINES: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// The number of the first line along each axis.
pub(crate) const BASE: [usize; 4] = [0, SIDE, 2 * SIDE, 4 * SIDE - 1];

/// The lower bit of each square of a line.
pub(crate) const LOW: u64 = 0x5555_5555_5555_5555;

/// The two bits off the board; an empty square has 0.
pub(crate) const WALL: u32 = 3;

/// The two bits of a stone: 1 for black, 2 for white.
#[inline]
pub(crate) const fn stone_code(color: Color) -> u32 {
    color as u32 + 1
}

/// Where each square of a board of one size is in the lines.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) size: Size,
    /// For each square and axis: the number of the line, and the shift that brings the square to bit 0.
    places: Box<[[Place; 4]; MAX_SQUARES]>,
    points: Box<[Point; MAX_SQUARES]>,
    blank: Lines,
    /// For each line the square of its lowest bits, and the difference of square numbers along it.
    courses: [(i16, i16); LINES],
    /// The difference of square numbers along each axis.
    pub(crate) steps: [i32; 4],
}

/// A square on one of its lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) line: u8,
    pub(crate) shift: u8,
}

impl Geometry {
    pub(crate) fn new(size: Size) -> Geometry {
        let mut places = Box::new([[Place::default(); 4]; MAX_SQUARES]);
        let mut points = Box::new([Point::new(0, 0); MAX_SQUARES]);
        for (square, point) in size.points().enumerate() {
            points[square] = point;
            let (row, col) = (usize::from(point.row), usize::from(point.col));
            let along = [row, col, row + SIDE - 1 - col, row + col];
            // The position of a square is its column in its row, and its row in its other lines.
            let position = [col, row, row, row];
            places[square] = std::array::from_fn(|i| Place {
                line: (BASE[i] + along[i]) as u8,
                shift: 2 * (position[i] + WALLS) as u8,
            });
        }
        let steps = AXES.map(|axis| {
            let step = axis.step();
            i32::from(step.d_row) * size.cols() as i32 + i32::from(step.d_col)
        });
        let mut courses = [(0, 0); LINES];
        for (square, places) in places[..size.area()].iter().enumerate() {
            for (place, step) in places.iter().zip(steps) {
                let first = square as i32 - step * i32::from(place.shift / 2);
                courses[usize::from(place.line)] = (first as i16, step as i16);
            }
        }
        let blank = Lines::without_stones(size, &places);
        Geometry { size, places, points, blank, courses, steps }
    }

    #[inline]
    pub(crate) fn place(&self, square: usize, axis: usize) -> Place {
        self.places[square][axis]
    }

    /// The places of a square on its four lines.
    #[inline]
    pub(crate) fn places(&self, square: Square) -> &[Place; 4] {
        &self.places[usize::from(square)]
    }

    /// The square at a bit of a line.
    #[inline]
    pub(crate) fn square(&self, line: usize, bit: u32) -> Square {
        let (first, step) = self.courses[line % LINES];
        (first + step * (bit / 2) as i16) as Square
    }

    /// The numbers of the lines that have squares, each with its axis.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (first, all) = ([0, 0, SIDE - cols, 0], rows + cols - 1);
        let count = [rows, cols, all, all];
        (0..4).flat_map(move |axis| (0..count[axis]).map(move |n| (axis, BASE[axis] + first[axis] + n)))
    }

    #[inline]
    pub(crate) fn point(&self, square: Square) -> Point {
        self.points[usize::from(square)]
    }
}

/// The stones of a board, on all four axes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lines([u64; LINES]);

impl Lines {
    /// An empty board.
    pub(crate) fn new(geometry: &Geometry) -> Lines {
        geometry.blank.clone()
    }

    fn without_stones(size: Size, places: &[[Place; 4]; MAX_SQUARES]) -> Lines {
        let mut lines = Lines([!0; LINES]);
        for place in places[..size.area()].iter().flatten() {
            lines.0[usize::from(place.line) % LINES] &= !(3 << place.shift);
        }
        lines
    }

    /// The word of a place's line.
    #[inline]
    pub(crate) fn word(&self, place: Place) -> u64 {
        self.0[usize::from(place.line) % LINES]
    }

    /// The word of the line with this number.
    #[inline]
    pub(crate) fn line(&self, line: usize) -> u64 {
        self.0[line % LINES]
    }

    /// Places a stone on an empty place of a line or removes it. Returns the new word.
    #[inline]
    pub(crate) fn toggle(&mut self, place: Place, color: Color) -> u64 {
        let word = &mut self.0[usize::from(place.line) % LINES];
        *word ^= u64::from(stone_code(color)) << place.shift;
        *word
    }

    /// The content of a square.
    #[inline]
    pub(crate) fn at(&self, geometry: &Geometry, square: Square) -> Cell {
        let place = geometry.place(square.into(), 0);
        match self.word(place) >> place.shift & 3 {
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::Empty,
        }
    }
}

/// The window of `2·half + 1` squares around the square that `shift` brings to bit 0.
#[inline]
pub(crate) fn window(word: u64, shift: u8, half: usize) -> u32 {
    (word >> (usize::from(shift) - 2 * half)) as u32 & ((1 << (4 * half + 2)) - 1)
}

/// The lower bit of each empty square of a window.
#[inline]
pub(crate) fn empties(window: u32, half: usize) -> u32 {
    !(window | window >> 1) & LOW as u32 & ((1 << (4 * half + 2)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    #[test]
    fn windows_are_what_walking_the_board_finds() {
        let mut rng = SplitMix64(11);
        for (rows, cols) in [(5, 5), (5, 22), (22, 5), (15, 15), (22, 22), (9, 12)] {
            let size = Size::of(rows, cols);
            let geometry = Geometry::new(size);
            let mut lines = Lines::new(&geometry);
            let mut cells = vec![Cell::Empty; size.area()];
            for _ in 0..size.area() / 2 {
                let square = rng.below(size.area());
                if cells[square].is_empty() {
                    let color = Color::BOTH[rng.below(2)];
                    cells[square] = color.into();
                    for axis in 0..4 {
                        lines.toggle(geometry.place(square, axis), color);
                    }
                }
            }
            let mut numbers = std::collections::BTreeSet::new();
            for (square, point) in size.points().enumerate() {
                for axis in 0..4 {
                    let place = geometry.place(square, axis);
                    assert_eq!(usize::from(geometry.square(place.line.into(), place.shift.into())), square);
                    numbers.insert(usize::from(place.line));
                }
                assert_eq!(lines.at(&geometry, square as Square), cells[square]);
                for axis in AXES {
                    let place = geometry.place(square, axis as usize);
                    let found = window(lines.word(place), place.shift, WALLS);
                    let step = axis.step();
                    for n in -5..=5 {
                        let there = size.offset(point, n * i32::from(step.d_row), n * i32::from(step.d_col));
                        let expected = match there.map(|p| cells[size.index(p)]) {
                            None => WALL,
                            Some(Cell::Empty) => 0,
                            Some(Cell::Black) => stone_code(Color::Black),
                            Some(Cell::White) => stone_code(Color::White),
                        };
                        let i = (n + 5) as u32;
                        assert_eq!(found >> (2 * i) & 3, expected, "{size} {point:?} {axis:?} {n}");
                        assert_eq!(empties(found, WALLS) >> (2 * i) & 3 == 1, expected == 0);
                        if expected != WALL {
                            let walked = square as i32 + n * geometry.steps[axis as usize];
                            assert_eq!(size.point(walked as usize), there.unwrap());
                        }
                    }
                }
            }
            assert!(geometry.lines().map(|(_, line)| line).eq(numbers));
        }
    }
}
