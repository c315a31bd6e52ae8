//! Short reading: ladders, the answers to an atari, fights about chains with two liberties, vital points, self-atari.
//!
//! A ladder is read exactly up to a limit of positions, with the definition of
//! [`Position::ladders`](tengen_games::go::Position::ladders): the attacker gives atari after atari, and a chain with
//! three liberties has escaped. Which moves are worth it: ideas of S. Gelly's MoGo (2006) and P. Baudiš's Pachi (2012).

use crate::board::Board;
use tengen_board::Color;
use tengen_games::go::{NO_VERTEX, Vertex};

/// A short list of different points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points {
    list: [Vertex; Points::MOST],
    len: usize,
}

impl Points {
    const MOST: usize = 24;

    pub(crate) fn new() -> Points {
        Points { list: [NO_VERTEX; Points::MOST], len: 0 }
    }

    /// Adds a point that is not there yet. A full list stays as it is.
    pub(crate) fn add(&mut self, at: Vertex) {
        if self.len < Points::MOST && !self.as_slice().contains(&at) {
            self.list[self.len] = at;
            self.len += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Vertex] {
        &self.list[..self.len]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The reading of ladders, with the number of positions that it may still visit. Without any left it calls a chain not
/// caught.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    left: u32,
}

impl Reader {
    pub(crate) fn new(most: u32) -> Reader {
        Reader { left: most }
    }

    /// True if the chain of `stone`, in atari and its own side to move, is caught all the same.
    pub(crate) fn is_caught(&mut self, board: &mut Board, stone: Vertex) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let (Some(color), Some(liberty)) = (board.color(stone), board.only_liberty(stone)) else {
            return false;
        };
        let mut moves = captures_around(board, stone, color);
        moves.add(liberty);
        for &at in moves.as_slice() {
            if board.is_legal(at, color) && !self.stays_caught(board, stone, at, color) {
                return false;
            }
        }
        true
    }

    /// True if the chain of `stone`, of `color`, is caught after a stone of its own at `at`.
    pub(crate) fn stays_caught(
        &mut self,
        board: &mut Board,
        stone: Vertex,
        at: Vertex,
        color: Color,
    ) -> bool {
        let undo = board.try_put(at, color);
        let caught = match board.liberties(stone) {
            // If a ko forbids to fill the last liberty, this ladder does not catch the chain.
            1 => board.first_liberties::<1>(stone)[0] != board.ko(),
            2 => self.catching_move(board, stone).is_some(),
            _ => false,
        };
        board.take_back(&undo);
        caught
    }

    /// A liberty of the chain of `stone`, which has two, where an atari catches it.
    pub(crate) fn catching_move(&mut self, board: &mut Board, stone: Vertex) -> Option<Vertex> {
        let color = board.color(stone)?;
        let mut liberties = board.first_liberties::<2>(stone);
        // First the point where the chain itself would gain more.
        let gains = liberties.map(|at| board.empty_beside(at));
        if gains[1] > gains[0] {
            liberties.swap(0, 1);
        }
        liberties.into_iter().find(|&at| self.catches(board, stone, at, color))
    }

    /// True if an atari at `at` catches the chain of `stone`, of `color`, which has two liberties.
    pub(crate) fn catches(&mut self, board: &mut Board, stone: Vertex, at: Vertex, color: Color) -> bool {
        if self.left == 0 || !board.is_legal(at, !color) {
            return false;
        }
        let undo = board.try_put(at, !color);
        let caught = self.is_caught(board, stone);
        board.take_back(&undo);
        caught
    }
}

/// The moves that capture a chain in atari beside the chain of `stone`, which is of `color`.
pub(crate) fn captures_around(board: &Board, stone: Vertex, color: Color) -> Points {
    let mut moves = Points::new();
    for q in board.chain_stones(stone) {
        for beside in board.neighbours(q) {
            if board.is_color(beside, !color) && board.liberties(beside) == 1 {
                moves.add(board.first_liberties::<1>(beside)[0]);
            }
        }
    }
    moves
}

/// Adds the moves that save the chain of `stone`, in atari: captures beside it, and the extension unless a ladder then
/// catches it.
pub(crate) fn saves(board: &mut Board, stone: Vertex, reader: &mut Reader, moves: &mut Points) {
    let (Some(color), Some(liberty)) = (board.color(stone), board.only_liberty(stone)) else { return };
    for &at in captures_around(board, stone, color).as_slice() {
        if board.is_legal(at, color) && (board.stones(stone) > 1 || board.liberties_after(at, color, 2) > 1) {
            moves.add(at);
        }
    }
    if board.is_legal(liberty, color) {
        match board.liberties_after(liberty, color, 3) {
            3 => moves.add(liberty),
            2 if !reader.stays_caught(board, stone, liberty, color) => moves.add(liberty),
            _ => {}
        }
    }
}

/// Adds the moves that catch the chain of `stone`, which has two liberties, by a ladder.
pub(crate) fn ladder_attacks(board: &mut Board, stone: Vertex, reader: &mut Reader, moves: &mut Points) {
    let Some(color) = board.color(stone) else { return };
    for at in board.first_liberties::<2>(stone) {
        if reader.catches(board, stone, at, color) {
            moves.add(at);
        }
    }
}

/// Adds the moves that save the chain of `stone`, which has two liberties, if a ladder threatens it: moves after which
/// it is not caught, and ataris or captures of the chains around it.
pub(crate) fn ladder_defences(board: &mut Board, stone: Vertex, reader: &mut Reader, moves: &mut Points) {
    let Some(color) = board.color(stone) else { return };
    if reader.catching_move(board, stone).is_none() {
        return;
    }
    for &at in captures_around(board, stone, color).as_slice() {
        if board.is_legal(at, color) {
            moves.add(at);
        }
    }
    for at in board.first_liberties::<2>(stone) {
        if board.is_legal(at, color)
            && board.liberties_after(at, color, 2) > 1
            && !reader.stays_caught(board, stone, at, color)
        {
            moves.add(at);
        }
    }
    // A chain around it that is caught first.
    let mut seen = Points::new();
    let mut weak = Points::new();
    for q in board.chain_stones(stone) {
        for beside in board.neighbours(q) {
            if board.is_color(beside, !color) && board.liberties(beside) == 2 {
                let head = board.chain(beside);
                if !seen.as_slice().contains(&head) {
                    seen.add(head);
                    weak.add(beside);
                }
            }
        }
    }
    for &beside in weak.as_slice() {
        ladder_attacks(board, beside, reader, moves);
    }
}

/// Adds the moves that take a liberty of a chain with at most `most` liberties around the chain of `stone`, or give
/// that chain itself more liberties: the two ways to win a race.
pub(crate) fn race_moves(board: &Board, stone: Vertex, most: usize, moves: &mut Points) {
    let Some(color) = board.color(stone) else { return };
    let own = board.liberties(stone);
    let mut racing = false;
    for q in board.chain_stones(stone) {
        for beside in board.neighbours(q) {
            if !board.is_color(beside, !color) || board.liberties(beside) > most.min(own) {
                continue;
            }
            racing = true;
            for at in board.first_liberties::<4>(beside) {
                // A liberty that both share costs an own one too.
                if at != NO_VERTEX
                    && !board.is_liberty(stone, at)
                    && board.is_legal(at, color)
                    && !is_bad_self_atari(board, at, color)
                {
                    moves.add(at);
                }
            }
        }
    }
    if racing {
        for at in board.first_liberties::<4>(stone) {
            if at != NO_VERTEX && board.is_legal(at, color) && board.liberties_after(at, color, own + 1) > own
            {
                moves.add(at);
            }
        }
    }
}

/// The most points of an eye space with one vital point.
const LARGEST_NAKADE: usize = 6;

/// The vital point of the eye space around the empty point `at`, if stones of `color` alone enclose it.
///
/// Three in a row, the pyramid, the bulky five, the cross and the rabbity six have one: the side that plays there first
/// decides whether the space becomes two eyes.
pub(crate) fn vital_point(board: &Board, at: Vertex, color: Color) -> Option<Vertex> {
    let mut space = [NO_VERTEX; LARGEST_NAKADE];
    space[0] = at;
    let (mut len, mut n) = (1, 0);
    while n < len {
        for q in board.neighbours(space[n]) {
            if board.is_empty(q) {
                if !space[..len].contains(&q) {
                    if len == LARGEST_NAKADE {
                        return None;
                    }
                    space[len] = q;
                    len += 1;
                }
            } else if board.is_color(q, !color) {
                return None;
            }
        }
        n += 1;
    }
    vital_of(board, &space[..len])
}

/// The vital point of a set of points, by the numbers of neighbours within it.
fn vital_of(board: &Board, space: &[Vertex]) -> Option<Vertex> {
    let mut degrees = [0usize; LARGEST_NAKADE];
    let mut best = 0;
    for (n, &at) in space.iter().enumerate() {
        degrees[n] = board.neighbours(at).into_iter().filter(|q| space.contains(q)).count();
        if degrees[n] > degrees[best] {
            best = n;
        }
    }
    let twos = degrees[..space.len()].iter().filter(|&&degree| degree == 2).count();
    let is_vital = match (space.len(), degrees[best]) {
        (3, 2) | (4, 3) | (5, 4) => true,
        (5, 3) => twos == 3,
        (6, 4) => twos == 3,
        _ => false,
    };
    is_vital.then(|| space[best])
}

/// True if a stone of `color` at the empty point `at` is a self-atari that only loses stones.
///
/// It captures nothing, and leaves a chain of two or more stones with at most one liberty. A nakade is no such move: it
/// gives atari, so the opponent must capture, and the eye space that is left is dead or has one vital point.
pub(crate) fn is_bad_self_atari(board: &Board, at: Vertex, color: Color) -> bool {
    if board.empty_beside(at) >= 2 || board.liberties_after(at, color, 2) >= 2 || board.captures(at, color) {
        return false;
    }
    let mut stones = 1;
    let mut space = [NO_VERTEX; LARGEST_NAKADE];
    space[0] = at;
    let beside = board.neighbours(at);
    for (n, &q) in beside.iter().enumerate() {
        let repeated = |p: &Vertex| board.is_color(*p, color) && board.chain(*p) == board.chain(q);
        if !board.is_color(q, color) || beside[..n].iter().any(repeated) {
            continue;
        }
        if stones + board.stones(q) > LARGEST_NAKADE {
            return true;
        }
        for stone in board.chain_stones(q) {
            space[stones] = stone;
            stones += 1;
        }
    }
    if stones == 1 {
        return false;
    }
    let gives_atari = beside.iter().any(|&q| board.is_color(q, !color) && board.liberties(q) == 2);
    let is_dead_shape = match stones {
        2 => true,
        // All squares of four are dead as they are.
        4 => vital_of(board, &space[..4]).is_some() || is_square(board, &space[..4]),
        n => vital_of(board, &space[..n]).is_some(),
    };
    !(gives_atari && is_dead_shape)
}

fn is_square(board: &Board, space: &[Vertex]) -> bool {
    space.iter().all(|&at| board.neighbours(at).into_iter().filter(|q| space.contains(q)).count() == 2)
}

/// Another liberty of the chain that a stone of `color` at `at` would join, where a stone is no self-atari.
pub(crate) fn other_liberty(board: &Board, at: Vertex, color: Color) -> Option<Vertex> {
    board.neighbours(at).into_iter().filter(|&q| board.is_color(q, color)).find_map(|q| {
        board.first_liberties::<2>(q).into_iter().find(|&other| {
            other != NO_VERTEX
                && other != at
                && board.is_legal(other, color)
                && !board.is_eye(other, color)
                && !is_bad_self_atari(board, other, color)
        })
    })
}

#[cfg(test)]
mod tests;
