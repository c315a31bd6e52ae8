//! Life and death of one chain as a goal of reading.
//!
//! Both sides play in the region around the chain. It has what can be reached from the chain without crossing a stone
//! of the attacker, and the attacker's chains that have no liberty elsewhere. It also has the liberties of chains of
//! the attacker around it that are short of them. The chain lives when it lives unconditionally (Benson); it is dead
//! when it is captured. What is neither, a seki, is not captured and not alive.

use super::around;
use super::search::{Goal, Node, Verdict};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::vec::Vec;
use tengen_board::Color;

/// Plies after which a line proves nothing.
const DEEPEST: usize = 60;
/// Most points of the region: those nearest to the chain.
const MOST_POINTS: usize = 20;
/// Most liberties of an attacker's chain around the region that are points worth a move.
const FEW: usize = 3;

/// The life of one chain.
pub(super) struct Life {
    /// A stone of the chain.
    target: Vertex,
    owner: Color,
    /// The owner wants it alive, or the opponent wants it captured.
    prover: Color,
    /// The points where both sides play, in the order in which they are reached.
    region: Vec<Vertex>,
    suicide: bool,
}

impl Life {
    /// The stone at `target` is on the board.
    pub(super) fn new(board: &Board, target: Vertex, prover: Color, suicide: bool) -> Life {
        let owner = board.color(target).unwrap_or(prover);
        Life { target, owner, prover, region: region(board, target, owner), suicide }
    }
}

/// What can be reached from a chain without crossing a stone of its opponent, and the opponent's chains there: the
/// nearest of these points.
pub(super) fn region(board: &Board, target: Vertex, owner: Color) -> Vec<Vertex> {
    let mut region = Vec::new();
    let mut inside: Vec<Vertex> = board.chain_stones(target).collect();
    let mut next = 0;
    loop {
        while let Some(&at) = inside.get(next) {
            next += 1;
            if board.is_empty(at) {
                region.push(at);
            }
            for q in board.neighbours(at) {
                if !board.is_wall(q) && !board.is_color(q, !owner) && !inside.contains(&q) {
                    inside.push(q);
                }
            }
        }
        // The attacker's chains with all their liberties inside.
        let mut found = Vec::new();
        for &at in &inside {
            for q in board.neighbours(at) {
                if board.is_color(q, !owner)
                    && !inside.contains(&q)
                    && board.liberties(q).iter().all(|at| inside.contains(at))
                {
                    found.extend(board.chain_stones(q).filter(|s| !inside.contains(s)));
                }
            }
        }
        if found.is_empty() {
            break;
        }
        found.sort_unstable();
        found.dedup();
        // Such a stone may become empty.
        region.extend(&found);
        inside.extend(found);
    }
    region.truncate(MOST_POINTS);
    region
}

impl Goal for Life {
    fn prover(&self) -> Color {
        self.prover
    }

    fn verdict(&self, node: &Node<'_>, saw_ko: &mut bool) -> Verdict {
        let board = node.board;
        let when = |proven| if proven { Verdict::Proven } else { Verdict::Refuted };
        let (lives, attacks) = (self.prover == self.owner, node.to_move != self.owner);
        if !board.is_color(self.target, self.owner) {
            if node.ko == self.target {
                *saw_ko = true;
                if !attacks && node.may_retake(self.owner) {
                    return when(lives);
                }
            }
            return when(!lives);
        }
        if node.depth >= DEEPEST {
            return Verdict::Refuted;
        }
        let liberties = board.liberty_count(self.target);
        if attacks && liberties == 1 && board.chain_len(self.target) > 1 {
            return when(!lives);
        }
        // The owner's move made it alive, or nothing did.
        let may_live = liberties >= 2 && (attacks || node.depth == 0);
        if may_live && board.lives_unconditionally(self.target, self.owner, self.suicide) {
            return when(lives);
        }
        Verdict::Open(1, 1)
    }

    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let board = node.board;
        let mut add = |at: Vertex| {
            if at != NO_VERTEX && board.is_empty(at) && !moves.contains(&at) {
                moves.push(at);
            }
        };
        if board.is_empty(self.target) {
            // A ko took it.
            add(node.ko);
            return;
        }
        board.liberties(self.target).into_iter().for_each(&mut add);
        self.region.iter().copied().for_each(&mut add);
        for chain in around(board, self.target, self.owner) {
            let liberties = board.liberties(chain);
            if liberties.len() <= FEW {
                liberties.into_iter().for_each(&mut add);
            }
        }
    }
}
