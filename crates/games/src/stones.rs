//! Stones on a board, as the games of k in a row need them. They are placed and removed one at a time, with every line
//! as words (the article's board), a hash, and the empty points at hand for a random choice.

use crate::{Game, Move, Reason};
use alloc::vec::Vec;
use core::fmt;
use tengen_board::layout::{Layout, LineBits, LineWord};
use tengen_board::zobrist::{self, MAX_AREA};
use tengen_board::{AXES, Axis, Cell, Color, Point, Size, prefetch};

/// The stones on a board, and the points without one.
#[derive(Clone)]
pub(crate) struct Stones {
    size: Size,
    lines: LineBits,
    hash: u64,
    /// How many points are empty.
    empty: usize,
    /// The empty points come first, in an order that depends on the moves played, and then the others.
    order: [Point; MAX_AREA],
    /// Where an empty point is in `order`; for a point with a stone, where it was when the stone came.
    seat: [u16; MAX_AREA],
}

impl Stones {
    /// A board without stones, for a game of `k` in a row: of the diagonals only those of `k` points or more are words.
    pub(crate) fn new(size: Size, k: usize) -> Stones {
        let mut order = [Point::new(0, 0); MAX_AREA];
        let mut seat = [0; MAX_AREA];
        for (i, point) in size.points().enumerate() {
            order[i] = point;
            seat[i] = i as u16;
        }
        Stones { size, lines: LineBits::new(size, k), hash: 0, empty: size.area(), order, seat }
    }

    #[inline]
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub(crate) fn lines(&self) -> &LineBits {
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

    /// A uniformly random empty point, drawn from `next`, a source of uniform 32-bit numbers. There must be one.
    #[inline]
    pub(crate) fn random_empty(&self, next: &mut impl FnMut() -> u32) -> Point {
        self.nth_empty(((u64::from(next()) * self.empty as u64) >> 32) as usize)
    }

    /// What `point`, which may be off the board, holds.
    #[inline]
    pub(crate) fn at(&self, point: Point) -> Cell {
        if self.size.contains(point) { self.lines.at(self.lines.index(point)) } else { Cell::Empty }
    }

    /// The empty points in reading order.
    pub(crate) fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&p| self.at(p).is_empty())
    }

    /// Writes what each point holds, in reading order.
    ///
    /// # Panics
    /// If `out` has not the length of the board's area.
    pub(crate) fn cells_into(&self, out: &mut [Cell]) {
        assert_eq!(out.len(), self.size.area(), "one cell for each point");
        let rows = self.lines.held(Axis::Row).iter();
        // The first point of a row is bit 1.
        let rows = rows.map(|word| (word.stones(Color::Black) >> 1, word.stones(Color::White) >> 1));
        cells_of(self.size.cols(), rows, out);
    }

    /// Writes whether each point is empty, in reading order.
    ///
    /// # Panics
    /// If `out` has not the length of the board's area.
    pub(crate) fn empties_into(&self, out: &mut [bool]) {
        assert_eq!(out.len(), self.size.area(), "one entry for each point");
        bools_of(self.size.cols(), self.lines.held(Axis::Row).iter().map(|word| word.empty() >> 1), out);
    }

    /// Asks for the memory that the next stone will read.
    #[inline]
    pub(crate) fn prefetch(&self) {
        let area = self.size.area().min(MAX_AREA);
        prefetch(core::slice::from_ref(&self.lines));
        prefetch(&self.order[..area]);
        prefetch(&self.seat[..area]);
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub(crate) fn place(&mut self, point: Point, color: Color) {
        let index = self.size.index(point);
        self.lines.place(self.lines.index(point), color);
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
        self.lines.remove(self.lines.index(point));
        self.hash ^= zobrist::stone(index, color);
        let seat = self.seat[index] as usize;
        let moved = self.order[seat];
        self.order[self.empty] = moved;
        self.seat[self.size.index(moved)] = self.empty as u16;
        self.order[seat] = point;
        self.seat[index] = seat as u16;
        self.empty += 1;
    }

    /// Takes any stone off the board. [`Stones::put_back`] undoes it, once all that came later is taken back.
    pub(crate) fn remove(&mut self, point: Point, color: Color) -> Removed {
        let index = self.size.index(point);
        self.lines.remove(self.lines.index(point));
        self.hash ^= zobrist::stone(index, color);
        let place = (self.empty..self.size.area()).find(|&n| self.order[n] == point).unwrap_or(self.empty);
        let removed = Removed { point, color, place: place as u16, seat: self.seat[index] };
        self.order.swap(place, self.empty);
        self.seat[index] = self.empty as u16;
        self.empty += 1;
        removed
    }

    /// Undoes the last [`Stones::remove`].
    pub(crate) fn put_back(&mut self, removed: Removed) {
        let Removed { point, color, place, seat } = removed;
        let index = self.size.index(point);
        self.lines.place(self.lines.index(point), color);
        self.hash ^= zobrist::stone(index, color);
        self.empty -= 1;
        self.order.swap(usize::from(place), self.empty);
        self.seat[index] = seat;
    }

    /// The line of `point` along `axis`, and the point's bit in it; `None` on a diagonal shorter than k.
    #[inline]
    pub(crate) fn line(&self, axis: Axis, point: Point) -> Option<(LineWord, u32)> {
        self.lines.through(self.lines.index(point), axis)
    }

    /// The stones of `color` in an unbroken row with the one on `point`, along an `axis` whose line is long enough.
    pub(crate) fn run(&self, axis: Axis, point: Point, color: Color) -> impl Iterator<Item = Point> {
        let run = self.line(axis, point).map(|(word, bit)| run_around(word.stones(color), bit));
        run.into_iter().flat_map(move |(first, length)| {
            (first..first + length).map(move |bit| point_at(axis, point, bit))
        })
    }

    /// Every stone in reading order, found by the words of the rows: empty points cost nothing.
    #[inline]
    pub(crate) fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.lines.held(Axis::Row).iter().zip(0..).flat_map(|(&word, row)| {
            let mut left = word.occupied;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                let color = if word.white >> (bit & 31) & 1 == 1 { Color::White } else { Color::Black };
                (bit < u32::BITS).then(|| (Point::new(row, bit as u8 - 1), color))
            })
        })
    }

    /// Whether the stone on `point` is in a row of at least `k`, the one the board was made for or a longer one.
    #[inline]
    pub(crate) fn in_row_of(&self, k: usize, point: Point) -> bool {
        self.lines.wins(self.lines.index(point), k)
    }
}

/// Four points whose black stones are the lower half of the index, and whose white ones are the upper half.
static CELLS: [[Cell; 4]; 256] = {
    let mut table = [[Cell::Empty; 4]; 256];
    let mut n = 0;
    while n < 256 * 4 {
        let (bits, point) = (n / 4, n % 4);
        table[bits][point] = match (bits >> point & 1, bits >> (4 + point) & 1) {
            (0, 0) => Cell::Empty,
            (1, 0) => Cell::Black,
            _ => Cell::White,
        };
        n += 1;
    }
    table
};

/// The bits of the index, the lowest first.
static BOOLS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut n = 0;
    while n < 256 * 8 {
        let (bits, bit) = (n / 8, n % 8);
        table[bits][bit] = bits >> bit & 1 == 1;
        n += 1;
    }
    table
};

/// Writes rows one after another: `write` writes the first `cols` entries of each, and then some without meaning.
#[inline]
fn write_rows<R, T: Copy + Default, const N: usize>(
    cols: usize,
    rows: impl Iterator<Item = R>,
    out: &mut [T],
    write: impl Fn(R, &mut [T; N]),
) {
    let mut start = 0;
    for row in rows {
        let out = &mut out[start..];
        start += cols;
        // What has no meaning is overwritten by the next row.
        if let Some(out) = out.first_chunk_mut() {
            write(row, out);
        } else {
            let mut last = [T::default(); N];
            write(row, &mut last);
            let some = cols.min(out.len());
            out[..some].copy_from_slice(&last[..some]);
        }
    }
}

/// Writes what the points of a board hold, row after row. The stones of a row are the bits of two words, black's and
/// white's, the first point in the lowest bit.
///
/// # Panics
/// If `out` is too short for the rows.
#[inline]
pub(crate) fn cells_of(cols: usize, rows: impl Iterator<Item = (u32, u32)>, out: &mut [Cell]) {
    fn write<const N: usize>((black, white): (u32, u32), out: &mut [Cell; N]) {
        for (four, shift) in out.as_chunks_mut().0.iter_mut().zip((0..).step_by(4)) {
            *four = CELLS[(black >> shift & 15 | (white >> shift & 15) << 4) as usize];
        }
    }
    match cols {
        0..=8 => write_rows(cols, rows, out, write::<8>),
        9..=16 => write_rows(cols, rows, out, write::<16>),
        _ => write_rows(cols, rows, out, write::<32>),
    }
}

/// Writes the bits of a word for each row of a board, the lowest bit first.
///
/// # Panics
/// If `out` is too short for the rows.
#[inline]
pub(crate) fn bools_of(cols: usize, rows: impl Iterator<Item = u32>, out: &mut [bool]) {
    fn write<const N: usize>(bits: u32, out: &mut [bool; N]) {
        for (eight, bits) in out.as_chunks_mut().0.iter_mut().zip(bits.to_le_bytes()) {
            *eight = BOOLS[usize::from(bits)];
        }
    }
    match cols {
        0..=8 => write_rows(cols, rows, out, write::<8>),
        9..=16 => write_rows(cols, rows, out, write::<16>),
        _ => write_rows(cols, rows, out, write::<32>),
    }
}

/// A stone taken off the board, and what is needed to put it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Removed {
    pub(crate) point: Point,
    pub(crate) color: Color,
    place: u16,
    seat: u16,
}

/// The point of a move in a game whose moves are stones on empty points.
pub(crate) fn empty_point(position: &impl Game, mv: Move) -> Result<Point, Reason> {
    if position.is_over() {
        return Err(Reason::GameOver);
    }
    let point = match mv {
        Move::Place(point) => point,
        Move::Pass => return Err(Reason::NoPass),
        Move::Choose(_) => return Err(Reason::NoChoice),
    };
    if !position.size().contains(point) {
        return Err(Reason::OffBoard);
    }
    match position.at(point).color() {
        Some(color) => Err(Reason::Occupied(color)),
        None => Ok(point),
    }
}

/// The points of every row of at least `k` of `color` through `point`, without repeats.
pub(crate) fn winning_rows(stones: &Stones, k: usize, point: Point, color: Color) -> Vec<Point> {
    let mut points = Vec::new();
    for axis in AXES {
        let row: Vec<Point> = stones.run(axis, point, color).collect();
        if row.len() >= k {
            let again = !points.is_empty();
            points.extend(row.into_iter().filter(|&p| !(again && p == point)));
        }
    }
    points
}

/// The point at `bit` of the line of `point` along `axis`. It must be on the board.
#[inline]
pub(crate) fn point_at(axis: Axis, point: Point, bit: u32) -> Point {
    let place = bit as u8 - 1;
    match axis {
        Axis::Row => Point::new(point.row, place),
        Axis::Column => Point::new(place, point.col),
        Axis::Diagonal => Point::new(place, point.col + place - point.row),
        Axis::AntiDiagonal => Point::new(place, point.col + point.row - place),
    }
}

/// The run of ones around `bit`, which must be set: its first bit and its length.
#[inline]
pub(crate) const fn run_around(word: u32, bit: u32) -> (u32, u32) {
    let below = (word << (31 - bit)).leading_ones();
    (bit + 1 - below, LineWord::run_length(word, bit))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stones_are_those_that_asking_every_point_finds() {
        let mut rng = tengen_board::random::SplitMix64(8);
        for (rows, cols) in [(1, 1), (3, 3), (6, 7), (15, 15), (25, 25), (25, 4), (2, 25)] {
            let size = Size::of(rows, cols);
            let mut stones = Stones::new(size, 1);
            while stones.empty() > 0 {
                stones.place(stones.nth_empty(rng.below(stones.empty())), Color::BOTH[rng.below(2)]);
                let asked = size.points().filter_map(|p| Some((p, stones.at(p).color()?)));
                assert!(stones.stones().eq(asked), "{stones:?}");
            }
        }
    }

    #[test]
    fn rows_of_any_width_are_their_bits() {
        let mut rng = tengen_board::random::SplitMix64(4);
        for (rows, cols) in (1..=25).flat_map(|rows| (1..=25).map(move |cols| (rows, cols))) {
            let words: Vec<(u32, u32)> = (0..rows)
                .map(|_| {
                    let (black, other) = (rng.next_u32(), rng.next_u32());
                    (black, other & !black)
                })
                .collect();
            let bit = |word: u32, col: usize| word >> col & 1 == 1;
            let points = || words.iter().flat_map(|&word| (0..cols).map(move |col| (word, col)));
            let mut cells = vec![Cell::Empty; rows * cols];
            cells_of(cols, words.iter().copied(), &mut cells);
            assert!(cells.iter().zip(points()).all(|(cell, ((black, white), col))| {
                (*cell == Cell::Black, *cell == Cell::White) == (bit(black, col), bit(white, col))
            }));
            let mut bools = vec![false; rows * cols];
            bools_of(cols, words.iter().map(|&(black, _)| black), &mut bools);
            assert!(bools.iter().zip(points()).all(|(&set, ((black, _), col))| set == bit(black, col)));
        }
    }

    #[test]
    fn every_bit_of_a_line_is_the_point_that_a_walk_visits() {
        for (rows, cols) in [(1, 1), (3, 3), (6, 7), (15, 15), (25, 25), (25, 4), (2, 25)] {
            let size = Size::of(rows, cols);
            let stones = Stones::new(size, 1);
            for point in size.points() {
                for axis in AXES {
                    let (word, bit) = stones.line(axis, point).unwrap();
                    let step = axis.step();
                    let mut points = 0;
                    for n in -30..=30 {
                        let walked = size.offset(point, n * i32::from(step.d_row), n * i32::from(step.d_col));
                        if let Some(p) = walked {
                            let here = stones.line(axis, p).unwrap().1;
                            assert_eq!(here.abs_diff(bit), n.unsigned_abs());
                            assert_eq!(point_at(axis, point, here), p);
                            points |= 1 << here;
                        }
                    }
                    assert_eq!(word.points(), points, "{size} {point:?} {axis:?}");
                }
            }
        }
    }

    #[test]
    fn runs_are_those_that_counting_finds() {
        for word in (0..1 << 14).map(|word: u32| word << 1) {
            for bit in (0..32).filter(|bit| word >> bit & 1 == 1) {
                let (first, length) = run_around(word, bit);
                assert!(first <= bit && bit < first + length);
                assert!((first..first + length).all(|i| word >> i & 1 == 1));
                assert!(word >> (first - 1) & 1 == 0 && word >> (first + length) & 1 == 0);
            }
        }
    }

    #[test]
    fn taking_back_restores_even_the_order_of_the_empty_points() {
        let size = Size::of(7, 9);
        let mut stones = Stones::new(size, 5);
        let mut past = vec![];
        let mut state = 7_usize;
        while stones.empty() > 0 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let point = stones.nth_empty((state >> 33) % stones.empty());
            let color = if past.len() % 3 == 0 { Color::White } else { Color::Black };
            past.push((stones.clone(), point, color));
            stones.place(point, color);
        }
        for (before, point, color) in past.into_iter().rev() {
            stones.take_back(point, color);
            assert_eq!(stones, before);
            assert_eq!(stones.hash, before.hash);
            let empties = |s: &Stones| (0..s.empty()).map(|n| s.nth_empty(n)).collect::<Vec<_>>();
            assert_eq!(empties(&stones), empties(&before));
        }
        assert_eq!(stones.hash, 0);
    }

    #[test]
    fn putting_back_restores_even_the_order_of_the_empty_points() {
        let size = Size::of(6, 8);
        let mut rng = tengen_board::random::SplitMix64(3);
        let mut stones = Stones::new(size, 4);
        type Change = Result<(Point, Color), Removed>;
        let mut past: Vec<(Stones, Change)> = vec![];
        for _ in 0..300 {
            let before = stones.clone();
            let all: Vec<(Point, Color)> = stones.stones().collect();
            if stones.empty() == 0 || rng.below(3) == 0 && !all.is_empty() {
                let (point, color) = all[rng.below(all.len())];
                past.push((before, Err(stones.remove(point, color))));
                assert!(stones.at(point).is_empty());
            } else {
                let (point, color) = (stones.nth_empty(rng.below(stones.empty())), Color::BOTH[rng.below(2)]);
                stones.place(point, color);
                past.push((before, Ok((point, color))));
            }
            let empties: std::collections::HashSet<Point> =
                (0..stones.empty()).map(|n| stones.nth_empty(n)).collect();
            assert_eq!(empties, stones.empties().collect());
        }
        for (before, change) in past.into_iter().rev() {
            match change {
                Ok((point, color)) => stones.take_back(point, color),
                Err(removed) => stones.put_back(removed),
            }
            assert_eq!((&stones, stones.hash), (&before, before.hash));
            assert_eq!(stones.order, before.order);
        }
    }
}
