//! Observations: what a position looks like to a network, as planes of the board.

use std::collections::VecDeque;
use tengen::board::{Cell, Color, Size, zobrist};
use tengen::games::{Feature, Game, GameSpec, Move, Passes};

/// Which planes an observation has, in order.
///
/// For each of the last `history` positions, the present one first: the stones of the side to move, the stones of the
/// other side. Then planes with one number on every point. One is 1 if black is to move. One has the stones left in the
/// turn (Connect6), and two the stones that each side has captured, where captures win. The last is 1 after a pass,
/// where players may pass freely.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    pub(crate) size: Size,
    pub(crate) history: usize,
    turns: bool,
    captures: bool,
    pass: bool,
}

/// The content of each point in reading order: 0 empty, 1 black, 2 white.
type Board = Box<[u8]>;

impl Planes {
    pub(crate) fn new(game: &impl Game, spec: &GameSpec, history: usize) -> Planes {
        Planes {
            size: spec.size(),
            history,
            turns: spec.has(Feature::Turns),
            captures: game.goal().captures.is_some(),
            pass: spec.has(Feature::Pass) && spec.info().passes == Passes::Free,
        }
    }

    /// The name of each plane.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for back in 0..self.history {
            let when = if back == 0 { String::new() } else { format!(", {back} plies ago") };
            names.extend([format!("own stones{when}"), format!("opponent's stones{when}")]);
        }
        names.push("black to move".into());
        if self.turns {
            names.push("stones left in the turn".into());
        }
        if self.captures {
            names.extend(["own captures".into(), "opponent's captures".into()]);
        }
        if self.pass {
            names.push("last move was a pass".into());
        }
        names
    }

    /// The number of planes.
    pub(crate) fn count(&self) -> usize {
        2 * self.history
            + 1
            + usize::from(self.turns)
            + 2 * usize::from(self.captures)
            + usize::from(self.pass)
    }

    /// Values of one observation.
    pub(crate) fn len(&self) -> usize {
        self.count() * self.size.area()
    }

    /// Writes the planes of `game`, whose boards before are `past`, the latest first.
    #[inline]
    pub(crate) fn write<G: Game, T: Value>(&self, game: &G, past: &VecDeque<Board>, out: &mut [T]) {
        let area = self.size.area();
        let to_move = game.to_move();
        let (stones, rest) = out.split_at_mut(2 * self.history * area);
        let (own, others) = stones[..2 * area].split_at_mut(area);
        let (one, zero) = (T::from(1), T::from(0));
        let mine = Cell::from(to_move);
        let theirs = Cell::from(!to_move);
        let mut cells = [Cell::Empty; zobrist::MAX_AREA];
        let cells = &mut cells[..area];
        game.cells_into(cells);
        for (out, &cell) in own.iter_mut().zip(&*cells) {
            *out = if cell == mine { one } else { zero };
        }
        for (out, &cell) in others.iter_mut().zip(&*cells) {
            *out = if cell == theirs { one } else { zero };
        }
        for (back, planes) in stones[2 * area..].chunks_exact_mut(2 * area).enumerate() {
            match past.get(back) {
                None => planes.fill(zero),
                Some(board) => {
                    let code = if to_move == Color::Black { 1 } else { 2 };
                    let (own, others) = planes.split_at_mut(area);
                    for ((own, other), &cell) in own.iter_mut().zip(others).zip(board) {
                        *own = if cell == code { one } else { zero };
                        *other = if cell == 3 - code { one } else { zero };
                    }
                }
            }
        }
        let mut planes = rest.chunks_exact_mut(area);
        let mut fill = |value: u32| {
            if let Some(plane) = planes.next() {
                plane.fill(T::from(value.min(255) as u8));
            }
        };
        fill(u32::from(to_move == Color::Black));
        if self.turns {
            fill(game.stones_left_in_turn());
        }
        if self.captures {
            fill(game.captured_by(to_move));
            fill(game.captured_by(!to_move));
        }
        if self.pass {
            fill(u32::from(game.last_move() == Some(Move::Pass)));
        }
    }

    /// Keeps the board of `game` in `past`, before a move is played, as far as observations go back.
    pub(crate) fn remember(&self, game: &impl Game, past: &mut VecDeque<Board>) {
        if self.history < 2 {
            return;
        }
        let code = |point| match game.at(point) {
            Cell::Black => 1,
            Cell::White => 2,
            _ => 0,
        };
        let board = self.size.points().map(code).collect();
        past.truncate(self.history - 2);
        past.push_front(board);
    }
}

/// A value of an observation.
pub(crate) trait Value: Copy + From<u8> + Send + Sync {}
impl Value for u8 {}
impl Value for f32 {}
