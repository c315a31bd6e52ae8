//! Prior values of new moves: virtual playouts from simple features of the board.
//!
//! The idea of heuristic initial values: S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", 2007.
//! The numbers are set by hand.

use crate::pattern;
use crate::playout::liberties_after;
use tengen_board::Color;
use tengen_games::go::{Board, NO_VERTEX, Vertex};

/// Virtual playouts, and how many of them the side that moves wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prior {
    pub(crate) visits: f32,
    pub(crate) wins: f32,
}

impl Prior {
    const EVEN: Prior = Prior { visits: 8.0, wins: 4.0 };

    fn add(&mut self, visits: f32, share: f32) {
        self.visits += visits;
        self.wins += visits * share;
    }
}

/// The prior of a pass: low, so that it is searched last.
pub(crate) const PASS: Prior = Prior { visits: 12.0, wins: 1.2 };

/// The prior of a stone of `color` at `at`; `last` is the opponent's last stone.
pub(crate) fn of_stone(board: &Board, at: Vertex, color: Color, last: Vertex) -> Prior {
    let mut prior = Prior::EVEN;
    let mut captured = 0;
    let mut saved = 0;
    let liberties = liberties_after(board, at, color);
    for q in board.neighbours(at) {
        if board.color(q).is_none() || !board.in_atari(q) {
            continue;
        }
        let stones = board.chain_len(q);
        if board.is_color(q, color) {
            saved = saved.max(stones);
        } else {
            captured = captured.max(stones);
        }
    }
    if captured > 0 {
        prior.add(if captured == 1 { 15.0 } else { 30.0 }, 1.0);
    }
    if saved > 0 && liberties >= 2 {
        prior.add(if saved == 1 { 10.0 } else { 20.0 }, 1.0);
    }
    if captured == 0 && liberties < 2 {
        prior.add(15.0, 0.0);
    }
    if pattern::matches(board, at) {
        prior.add(6.0, 1.0);
    }
    let point = board.point(at);
    if last != NO_VERTEX {
        let other = board.point(last);
        let distance = point.row.abs_diff(other.row) + point.col.abs_diff(other.col);
        match distance {
            0..=2 => prior.add(8.0, 1.0),
            3 => prior.add(4.0, 1.0),
            _ => {}
        }
    }
    edge(board, at, &mut prior);
    prior
}

/// Without stones nearby, moves on the first and second line are bad and moves on the third and fourth line good.
fn edge(board: &Board, at: Vertex, prior: &mut Prior) {
    let (size, point) = (board.size(), board.point(at));
    for d_row in -2..=2 {
        for d_col in -2..=2 {
            if size.offset(point, d_row, d_col).is_some_and(|q| !board.at(q).is_empty()) {
                return;
            }
        }
    }
    let row = (point.row as usize).min(size.rows() - 1 - point.row as usize);
    let col = (point.col as usize).min(size.cols() - 1 - point.col as usize);
    match row.min(col) {
        0 | 1 => prior.add(10.0, 0.0),
        2 | 3 => prior.add(6.0, 1.0),
        _ => {}
    }
}
