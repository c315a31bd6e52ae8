//! What several tests share: the rule of the forbidden points, written out the slow and obvious way.

#![allow(dead_code, reason = "each test uses its own part")]

use tengen_board::{Cell, Color, Point, Size};

/// A board as nested vectors, `board[row][col]`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plain {
    pub(crate) size: Size,
    pub(crate) cells: Vec<Vec<Cell>>,
}

/// The article's way to count runs: eight offsets, opposite ones four apart.
const ROWS: [i32; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
const COLS: [i32; 8] = [1, 1, 0, -1, -1, -1, 0, 1];

impl Plain {
    pub(crate) fn new(size: Size) -> Plain {
        Plain { size, cells: vec![vec![Cell::Empty; size.cols()]; size.rows()] }
    }

    /// What is `n` steps from a point in one of the eight directions; `None` off the board.
    pub(crate) fn step(&self, p: Point, direction: usize, n: i32) -> Option<(Point, Cell)> {
        let (row, col) = (i32::from(p.row) + n * ROWS[direction], i32::from(p.col) + n * COLS[direction]);
        let cell = *self.cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?)?;
        Some((Point::new(row as u8, col as u8), cell))
    }

    pub(crate) fn at(&self, p: Point) -> Cell {
        self.cells[p.row as usize][p.col as usize]
    }

    pub(crate) fn set(&mut self, p: Point, cell: Cell) {
        self.cells[p.row as usize][p.col as usize] = cell;
    }

    /// For each of the eight directions, how many stones of the colour on `p` follow it without a gap; then opposite
    /// directions are joined and the stone itself counted once.
    pub(crate) fn runs(&self, p: Point) -> [u32; 4] {
        let mut counts = [0; 8];
        for (direction, count) in counts.iter_mut().enumerate() {
            let mut n = 1;
            while self.step(p, direction, n).is_some_and(|(_, cell)| cell == self.at(p)) {
                n += 1;
                *count += 1;
            }
        }
        [0, 1, 2, 3].map(|axis| 1 + counts[axis] + counts[axis + 4])
    }

    /// The unbroken row of the stone on `p` along an axis, sorted.
    pub(crate) fn row(&self, p: Point, axis: usize) -> Vec<Point> {
        let mut row = vec![p];
        for direction in [axis, axis + 4] {
            row.extend(
                (1..)
                    .map_while(|n| self.step(p, direction, n))
                    .take_while(|(_, cell)| *cell == self.at(p))
                    .map(|(q, _)| q),
            );
        }
        row.sort();
        row
    }

    /// The cells just beyond the two ends of the row of `p` along an axis; `None` for the edge.
    pub(crate) fn ends(&self, p: Point, axis: usize) -> [Option<Cell>; 2] {
        [axis, axis + 4].map(|direction| {
            (1..)
                .map(|n| self.step(p, direction, n))
                .find(|s| s.is_none_or(|(_, c)| c != self.at(p)))?
                .map(|s| s.1)
        })
    }
}

/// The foul of a black stone, by the text of the RIF's rules, without a thought for speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Foul {
    Overline,
    DoubleFour,
    DoubleThree,
}

/// Whether black makes a five on `p`, an empty point.
pub(crate) fn makes_five(board: &Plain, p: Point) -> bool {
    let mut board = board.clone();
    board.set(p, Cell::Black);
    board.runs(p).contains(&5)
}

/// Which foul a black stone on `p`, an empty point, is.
pub(crate) fn foul(board: &Plain, p: Point) -> Option<Foul> {
    assert_eq!(board.at(p), Cell::Empty);
    if makes_five(board, p) {
        return None;
    }
    let mut board = board.clone();
    board.set(p, Cell::Black);
    if board.runs(p).iter().any(|&run| run >= 6) {
        return Some(Foul::Overline);
    }
    if fours(&board, p).len() >= 2 {
        return Some(Foul::DoubleFour);
    }
    if threes(&board, p).len() >= 2 {
        return Some(Foul::DoubleThree);
    }
    None
}

/// The fours that the black stone on `p` is part of: four stones to which one more can be added to attain a five.
fn fours(board: &Plain, p: Point) -> Vec<Vec<Point>> {
    let mut found = Vec::new();
    for axis in 0..4 {
        for n in -4..=4 {
            let Some((e, Cell::Empty)) = board.step(p, axis, n) else { continue };
            let mut next = board.clone();
            next.set(e, Cell::Black);
            let mut row = next.row(e, axis);
            if row.len() == 5 && row.contains(&p) {
                row.retain(|&q| q != e);
                if !found.contains(&row) {
                    found.push(row);
                }
            }
        }
    }
    found
}

/// The threes that the black stone on `p` is part of. They are three stones to which one more can be added to attain a
/// straight four, without a five at the same time, at a point that is not forbidden.
fn threes(board: &Plain, p: Point) -> Vec<Vec<Point>> {
    let mut found = Vec::new();
    for axis in 0..4 {
        for n in -3..=3 {
            let Some((q, Cell::Empty)) = board.step(p, axis, n) else { continue };
            let mut next = board.clone();
            next.set(q, Cell::Black);
            let mut row = next.row(q, axis);
            // A straight four: unbroken, and a five can be made of it in two ways.
            let fives = (-5..=5)
                .filter_map(|m| next.step(q, axis, m))
                .filter(|&(_, cell)| cell == Cell::Empty)
                .filter(|&(e, _)| {
                    let mut five = next.clone();
                    five.set(e, Cell::Black);
                    let five = five.row(e, axis);
                    five.len() == 5 && row.iter().all(|s| five.contains(s))
                })
                .count();
            if row.len() == 4
                && row.contains(&p)
                && fives == 2
                && !makes_five(board, q)
                && foul(board, q).is_none()
            {
                row.retain(|&s| s != q);
                if !found.contains(&row) {
                    found.push(row);
                }
            }
        }
    }
    found
}

/// The stones of a plain board as a set-up.
pub(crate) fn set_up(board: &Plain, to_move: Color) -> tengen_games::SetUp {
    let cells = board.size.points().map(|p| (p, board.at(p))).filter(|(_, cell)| !cell.is_empty()).collect();
    tengen_games::SetUp { cells, to_move }
}
