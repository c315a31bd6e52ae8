//! The connection of two chains where the other side keeps them apart for ever: every way counts, however long.
//!
//! The search of [`connect`](super::connect) gives up on ways that are four moves long. Here the side that connects and
//! its opponent play anywhere in the region around the two chains, so this is for enclosed positions.

use super::around;
use super::life::region;
use super::search::{Goal, Node, Verdict};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::Color;

/// Plies after which a line proves nothing.
const DEEPEST: usize = 60;
/// Most liberties of a chain beside the two that are points worth a move.
const FEW: usize = 3;

/// Two chains of one colour, which that colour wants to join.
pub(super) struct Joining {
    /// A stone of each chain.
    a: Vertex,
    b: Vertex,
    color: Color,
    region: Vec<Vertex>,
}

impl Joining {
    pub(super) fn new(board: &Board, a: Vertex, b: Vertex, color: Color) -> Joining {
        let mut points = region(board, a, color);
        points.extend(region(board, b, color));
        points.sort_unstable();
        points.dedup();
        Joining { a, b, color, region: points }
    }

    /// The empty points on the shortest way between the chains over own stones and empty points; `None` if there is no
    /// way.
    fn gap(&self, board: &Board) -> Option<u32> {
        let last = board.vertices().last().unwrap_or(NO_VERTEX) as usize;
        let mut seen = vec![false; last + 1];
        seen[self.a as usize] = true;
        let (mut now, mut next, mut gap) = (vec![self.a], Vec::new(), 0);
        while !now.is_empty() {
            while let Some(at) = now.pop() {
                if at == self.b {
                    return Some(gap);
                }
                for q in board.neighbours(at) {
                    if board.is_wall(q) || seen[q as usize] || board.is_color(q, !self.color) {
                        continue;
                    }
                    seen[q as usize] = true;
                    if board.is_empty(q) { next.push(q) } else { now.push(q) }
                }
            }
            gap += 1;
            core::mem::swap(&mut now, &mut next);
        }
        None
    }
}

impl Goal for Joining {
    fn prover(&self) -> Color {
        self.color
    }

    fn verdict(&self, node: &Node<'_>, _saw_ko: &mut bool) -> Verdict {
        let board = node.board;
        let gone = |at: Vertex| !board.is_color(at, self.color);
        if gone(self.a) || gone(self.b) || node.depth >= DEEPEST {
            return Verdict::Refuted;
        }
        if board.chain(self.a) == board.chain(self.b) {
            let connects = node.to_move == self.color;
            return if connects || !board.in_atari(self.a) { Verdict::Proven } else { Verdict::Open(1, 1) };
        }
        // Without a way a capture is needed.
        let gap = self.gap(board).unwrap_or(6);
        Verdict::Open(gap.max(1), (8 - gap.min(7)).max(1))
    }

    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let board = node.board;
        let mut add = |at: Vertex| {
            if at != NO_VERTEX && board.is_empty(at) && !moves.contains(&at) {
                moves.push(at);
            }
        };
        for chain in [self.a, self.b] {
            board.liberties(chain).into_iter().for_each(&mut add);
            for other in around(board, chain, self.color) {
                let liberties = board.liberties(other);
                if liberties.len() <= FEW {
                    liberties.into_iter().for_each(&mut add);
                }
            }
        }
        self.region.iter().copied().for_each(&mut add);
    }
}
