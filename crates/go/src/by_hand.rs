//! Strengths of moves set by hand, for the settlement of finished games.
//!
//! The learnt strengths (`strengths`) settle fewer boards right where all is played, perhaps because they are from
//! games that end by resignation. So a settlement keeps these and the drawn patterns.

use crate::board::Board;
use crate::pattern;
use crate::playout::Recent;
use crate::tactics::{Points, Reader, is_bad_self_atari, ladder_defences, race_moves, vital_point};
use tengen_board::Color;
use tengen_games::go::{self, NO_VERTEX, Vertex};

/// Positions that the reading about one chain may visit.
const POSITIONS: u32 = 200;

/// The strength of a stone of `color` on each of `moves`.
pub(crate) fn strengths(
    board: &mut Board,
    rules: &go::Board,
    moves: &[Vertex],
    color: Color,
    recent: Recent,
) -> Vec<f32> {
    let strengths = Strengths::new(board, rules, moves, color, recent);
    moves.iter().map(|&at| strengths.0[usize::from(at)]).collect()
}

/// The strength of a stone on each point.
struct Strengths(Vec<f32>);

impl Strengths {
    fn new(
        board: &mut Board,
        rules: &go::Board,
        moves: &[Vertex],
        color: Color,
        recent: Recent,
    ) -> Strengths {
        let mut strengths = Strengths(vec![1.0; board.len()]);
        for &at in moves {
            strengths.times(at, shape(board, rules, at, color, recent));
        }
        for chain in rules.vertices() {
            if board.color(chain).is_some() && board.chain(chain) == chain {
                strengths.add_chain(board, chain, color);
            }
        }
        strengths.add_vital(board, recent);
        strengths
    }

    fn times(&mut self, at: Vertex, strength: f32) {
        self.0[usize::from(at)] *= strength;
    }

    /// What can be done with a chain: capture and save, with ladders read to the end.
    fn add_chain(&mut self, board: &mut Board, chain: Vertex, color: Color) {
        let own = board.is_color(chain, color);
        let size = (board.stones(chain) as f32).min(8.0);
        let mut reader = Reader::new(POSITIONS);
        match (board.liberties(chain), own) {
            (1, false) => {
                let at = board.first_liberties::<1>(chain)[0];
                // Stones that cannot escape need no capture now, unless they cut something off.
                let escapes = !reader.is_caught(board, chain);
                let saves_own = around(board, chain, color).any(|q| board.liberties(q) == 1);
                self.times(at, if escapes || saves_own { 8.0 + 4.0 * size } else { 2.0 + size });
            }
            (1, true) => {
                let at = board.first_liberties::<1>(chain)[0];
                if board.is_legal(at, color) {
                    let caught = reader.stays_caught(board, chain, at, color);
                    self.times(at, if caught { 0.1 } else { 6.0 + 3.0 * size });
                }
            }
            (2, false) => {
                for at in board.first_liberties::<2>(chain) {
                    if reader.catches(board, chain, at, !color) {
                        self.times(at, 5.0 + 2.0 * size);
                    } else {
                        self.times(at, 1.5);
                    }
                }
            }
            (2, true) => {
                let mut moves = Points::new();
                ladder_defences(board, chain, &mut reader, &mut moves);
                for &at in moves.as_slice() {
                    self.times(at, 4.0 + 2.0 * size);
                }
            }
            (3 | 4, true) => {
                let mut moves = Points::new();
                race_moves(board, chain, 3, &mut moves);
                for &at in moves.as_slice() {
                    self.times(at, 2.0);
                }
            }
            _ => {}
        }
    }

    /// The vital points of the eye spaces beside the last move.
    fn add_vital(&mut self, board: &Board, recent: Recent) {
        if recent.last == NO_VERTEX {
            return;
        }
        let mut seen = Points::new();
        for q in board.eight(recent.last) {
            if board.is_empty(q) {
                for side in Color::BOTH {
                    if let Some(at) = vital_point(board, q, side) {
                        seen.add(at);
                    }
                }
            }
        }
        for &at in seen.as_slice() {
            self.times(at, 10.0);
        }
    }
}

/// A stone of each chain of `color` beside the chain of `stone`, some more than once.
fn around(board: &Board, stone: Vertex, color: Color) -> impl Iterator<Item = Vertex> + '_ {
    board.chain_stones(stone).flat_map(|q| board.neighbours(q)).filter(move |&q| board.is_color(q, color))
}

/// Strengths by the distance to the last move, `|dx| + |dy| + max(|dx|, |dy|)`, from 2 on.
const TO_LAST: [f32; 8] = [5.0, 3.5, 2.6, 1.8, 1.5, 1.3, 1.1, 1.0];
/// Strengths by the distance to the own move before.
const TO_BEFORE: [f32; 6] = [2.5, 1.8, 1.5, 1.3, 1.1, 1.0];
/// Strengths of the lines from the edge where no stone is near.
const OPEN: [f32; 5] = [0.05, 0.3, 2.2, 2.0, 0.9];

/// The strength of the shape: the pattern, the distances to the moves before, self-atari, and the line.
fn shape(board: &Board, rules: &go::Board, at: Vertex, color: Color, recent: Recent) -> f32 {
    let mut strength = 1.0;
    if pattern::matches(board.around(at)) {
        strength *= 3.0;
    }
    if is_bad_self_atari(board, at, color) {
        strength *= 0.05;
    } else if board.liberties_after(at, color, 2) < 2 && !board.captures(at, color) {
        strength *= 0.3;
    }
    let (size, point) = (rules.size(), rules.point(at));
    let mut near = |other: Vertex, strengths: &[f32]| {
        if other != NO_VERTEX {
            let other = rules.point(other);
            let rows = usize::from(point.row.abs_diff(other.row));
            let cols = usize::from(point.col.abs_diff(other.col));
            let distance = rows + cols + rows.max(cols);
            strength *= strengths[distance.saturating_sub(2).min(strengths.len() - 1)];
        }
    };
    near(recent.last, &TO_LAST);
    near(recent.before, &TO_BEFORE);
    let row = usize::from(point.row).min(size.rows() - 1 - usize::from(point.row));
    let col = usize::from(point.col).min(size.cols() - 1 - usize::from(point.col));
    let is_near = |p| !rules.at(p).is_empty();
    let lonely = !(-2..=2).any(|r: i32| {
        (-2..=2).any(|c: i32| r.abs() + c.abs() < 4 && size.offset(point, r, c).is_some_and(is_near))
    });
    if lonely {
        strength *= OPEN[row.min(col).min(4)];
    } else if row.min(col) == 0 {
        strength *= 0.4;
    }
    strength
}
