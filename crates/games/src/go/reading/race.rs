//! A race to capture between two chains as a goal of reading: who is captured first loses.
//!
//! The prover wants to capture the other chain while its own is on the board. Both sides play the liberties of the two
//! chains, and the liberties of chains beside them that are short of liberties. The wide search has the region around
//! each chain too, where eyes are made and taken.

use super::around;
use super::life::region;
use super::search::{Goal, Node, Verdict};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::vec::Vec;
use tengen_board::Color;

/// Plies after which a line proves nothing.
const DEEPEST: usize = 80;
/// Most liberties of a chain beside the two that are points worth a move.
const FEW: usize = 3;

/// The race of two chains.
pub(super) struct Race {
    /// A stone of the prover's chain, and one of the other.
    own: Vertex,
    target: Vertex,
    prover: Color,
    /// Points where both sides play beside the liberties.
    region: Vec<Vertex>,
    suicide: bool,
}

impl Race {
    pub(super) fn new(
        board: &Board,
        own: Vertex,
        target: Vertex,
        prover: Color,
        is_wide: bool,
        suicide: bool,
    ) -> Race {
        let mut points = Vec::new();
        if is_wide {
            points.extend(region(board, target, !prover));
            points.extend(region(board, own, prover));
            points.sort_unstable();
            points.dedup();
        }
        Race { own, target, prover, region: points, suicide }
    }
}

impl Goal for Race {
    fn prover(&self) -> Color {
        self.prover
    }

    fn verdict(&self, node: &Node<'_>, saw_ko: &mut bool) -> Verdict {
        let board = node.board;
        let (owner, attacks) = (!self.prover, node.to_move == self.prover);
        let stands = board.is_color(self.own, self.prover);
        if !board.is_color(self.target, owner) {
            if node.ko == self.target {
                *saw_ko = true;
                if !attacks && node.may_retake(owner) {
                    return Verdict::Refuted;
                }
            }
            return if stands { Verdict::Proven } else { Verdict::Refuted };
        }
        if !stands || node.depth >= DEEPEST {
            return Verdict::Refuted;
        }
        let [own, theirs] = [self.own, self.target].map(|at| board.liberty_count(at));
        // The capture of more than one stone is no ko.
        let takes = |at: Vertex, count: usize| {
            count == 1 && board.chain_len(at) > 1 && board.atari_liberty(at) != Some(node.ko)
        };
        if attacks && takes(self.target, theirs) {
            return Verdict::Proven;
        }
        if !attacks && takes(self.own, own) {
            return Verdict::Refuted;
        }
        let may_live = theirs >= 2 && (attacks || node.depth == 0);
        if may_live && board.lives_unconditionally(self.target, owner, self.suicide) {
            return Verdict::Refuted;
        }
        Verdict::Open(theirs as u32, own as u32)
    }

    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let board = node.board;
        let mut add = |at: Vertex| {
            if at != NO_VERTEX && board.is_empty(at) && !moves.contains(&at) {
                moves.push(at);
            }
        };
        let attacks = node.to_move == self.prover;
        let chains = if attacks { [self.target, self.own] } else { [self.own, self.target] };
        let chains: Vec<Vertex> = chains.into_iter().filter(|&at| board.color(at).is_some()).collect();
        for &chain in &chains {
            board.liberties(chain).into_iter().for_each(&mut add);
        }
        for &chain in &chains {
            let Some(color) = board.color(chain) else { continue };
            for other in around(board, chain, color) {
                let liberties = board.liberties(other);
                if liberties.len() <= FEW {
                    liberties.into_iter().for_each(&mut add);
                }
            }
        }
        // A stone that a ko took is taken back.
        add(node.ko);
        self.region.iter().copied().for_each(&mut add);
    }
}
