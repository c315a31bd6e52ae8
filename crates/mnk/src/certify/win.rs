//! The certificate of a win: the shortest win that the exact solver finds, each reply answered.

use super::build::{Nodes, last, replies, with_answers};
use super::hold::{HoldSearch, Position};
use super::lines::completing;
use crate::board::Board;
use crate::proof::{AttackResult, Prover};
use std::collections::HashMap;
use tengen_board::Color;
use tengen_engine::Proof;
use tengen_games::mnk::proof::MnkProofNode;

/// The plies in which `winner` wins, and the proof. The winner must have a win.
pub(crate) fn win<const N: usize>(
    board: &mut Board,
    start: &Position<N>,
    winner: Color,
    search: &HoldSearch<N>,
    mut prover: Prover<'_>,
) -> Option<(u32, Vec<MnkProofNode>)> {
    let attacking = board.to_move == winner;
    let mut depth = if attacking { 1 } else { 2 };
    let plies = loop {
        match prover.attack(board, winner, depth).ok()? {
            AttackResult::Win(plies) => break plies,
            // A line that needs more stones than the board has points is no win.
            _ if usize::from(depth) > board.empty + 2 => return None,
            _ => depth += 2,
        }
    };
    let mut builder = Builder { board, winner, search, prover, nodes: Nodes::new(), known: HashMap::new() };
    let nodes = if attacking {
        let root = builder.attack(start, plies)?;
        builder.nodes.ending_with(root)
    } else {
        let root = builder.answers(start, plies)?;
        builder.nodes.list.push(root);
        builder.nodes.list
    };
    Some((u32::from(plies), nodes))
}

struct Builder<'a, 'p, const N: usize> {
    board: &'a mut Board,
    winner: Color,
    search: &'a HoldSearch<N>,
    prover: Prover<'p>,
    nodes: Nodes,
    /// The nodes of positions with the winner to move, and their plies.
    known: HashMap<Position<N>, (u32, u16)>,
}

impl<const N: usize> Builder<'_, '_, N> {
    /// The node of the winner, who is to move and wins within `plies`.
    fn attack(&mut self, position: &Position<N>, plies: u16) -> Option<u32> {
        let size = self.search.geometry.size;
        if let (1.., point) = completing(&position.attacker) {
            return Some(self.nodes.add(last(size, point)));
        }
        let key = position.sorted();
        if let Some(&(node, needed)) = self.known.get(&key)
            && needed <= plies
        {
            return Some(node);
        }
        let (mv, plies) = self.winning_move(plies)?;
        self.board.play(mv);
        let answers = self.answers(&position.after(mv, true), plies - 1);
        self.board.undo(mv);
        let node = self.nodes.add(MnkProofNode { mv: Some(size.point(mv)), ..answers? });
        self.known.insert(key, (node, plies));
        Some(node)
    }

    /// A move that wins within `plies`, and its plies.
    fn winning_move(&mut self, plies: u16) -> Option<(usize, u16)> {
        let AttackResult::Win(plies) = self.prover.attack(self.board, self.winner, plies).ok()? else {
            return None;
        };
        if let Some(mv) = self.prover.proven_move(self.board, Proof::Win(u32::from(plies))) {
            return Some((usize::from(mv), plies));
        }
        // The table has lost the move.
        for mv in 0..self.search.area {
            if self.board.at(mv).is_none() {
                self.board.play(mv);
                let found = self.prover.attack(self.board, self.winner, plies - 1);
                self.board.undo(mv);
                if matches!(found.ok()?, AttackResult::Win(_)) {
                    return Some((mv, plies));
                }
            }
        }
        None
    }

    /// The answers to the other side, which is to move; the winner completes a line within `plies`.
    fn answers(&mut self, position: &Position<N>, plies: u16) -> Option<MnkProofNode> {
        let size = self.search.geometry.size;
        let (replies, named) = replies(self.search, position);
        let mut answers = Vec::new();
        for reply in replies {
            let mut threats = position.attacker.iter().filter(|line| line.len() == 1 && !line.has(reply));
            let answer = match threats.next().and_then(|line| line.points().next()) {
                Some(point) => self.nodes.add(last(size, point)),
                None => {
                    self.board.play(reply);
                    let answer = self.attack(&position.after(reply, false), plies - 1);
                    self.board.undo(reply);
                    answer?
                }
            };
            answers.push((reply, answer));
        }
        Some(with_answers(size, &answers, named))
    }
}
