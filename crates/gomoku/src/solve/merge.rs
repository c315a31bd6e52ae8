//! Several proofs as one: equal nodes are stored once.

use std::collections::HashMap;
use tengen_board::{Point, Size, Symmetry};
use tengen_gomoku_verify::ProofNode;

/// The nodes of several proofs on one board.
#[derive(Debug, Default)]
pub(crate) struct MergedNodes {
    nodes: Vec<ProofNode>,
    numbers: HashMap<ProofNode, u32>,
}

impl MergedNodes {
    /// The number of this node, which is added unless it is known.
    pub(crate) fn add(&mut self, mut node: ProofNode) -> u32 {
        node.replies.retain(|&(_, answer)| Some(answer) != node.other);
        node.replies.sort_unstable();
        if let Some(&number) = self.numbers.get(&node) {
            return number;
        }
        let number = self.nodes.len() as u32;
        self.numbers.insert(node.clone(), number);
        self.nodes.push(node);
        number
    }

    /// Adds a proof, turned by a symmetry that keeps the board. Returns the number of its last node.
    pub(crate) fn import(&mut self, proof: &[ProofNode], symmetry: Symmetry, size: Size) -> Option<u32> {
        let turned = |p: Point| if size.contains(p) { symmetry.apply(p, size) } else { p };
        let mut numbers: Vec<u32> = Vec::with_capacity(proof.len());
        for node in proof {
            let replies = node.replies.iter().map(|&(p, answer)| (turned(p), numbers[answer as usize]));
            let replies = replies.collect();
            let other = node.other.map(|other| numbers[other as usize]);
            numbers.push(self.add(ProofNode { mv: turned(node.mv), replies, other }));
        }
        numbers.last().copied()
    }

    /// The node `root` with another answer after these moves, each with the reply to it; `None` is the common answer.
    /// The nodes on the way are copied. `None` if the moves leave the proof.
    pub(crate) fn answered(
        &mut self,
        root: u32,
        steps: &[(Point, Option<Point>)],
        answer: u32,
    ) -> Option<u32> {
        let (mut way, mut at) = (Vec::new(), Some(root));
        for &(mv, reply) in steps {
            let number = at?;
            let node = self.nodes.get(number as usize).filter(|node| node.mv == mv)?;
            way.push((number, reply));
            at = reply.map_or(node.other, |reply| node.answer(reply));
        }
        way.into_iter().rev().try_fold(answer, |answer, (number, reply)| {
            let mut node = self.nodes.get(number as usize)?.clone();
            match reply {
                Some(reply) => {
                    node.replies.retain(|&(p, _)| p != reply);
                    node.replies.push((reply, answer));
                }
                None => node.other = Some(answer),
            }
            Some(self.add(node))
        })
    }

    /// The nodes of one proof: those that `root` needs, with `root` last.
    pub(crate) fn into_proof(mut self, root: u32) -> Vec<ProofNode> {
        let mut needed = vec![false; root as usize + 1];
        needed[root as usize] = true;
        for at in (0..=root as usize).rev() {
            if needed[at] {
                let node = &self.nodes[at];
                node.replies.iter().for_each(|&(_, answer)| needed[answer as usize] = true);
                node.other.iter().for_each(|&other| needed[other as usize] = true);
            }
        }
        self.nodes.truncate(needed.len());
        let mut numbers = vec![0; needed.len()];
        let mut proof: Vec<ProofNode> = Vec::new();
        for (at, mut node) in self.nodes.into_iter().enumerate().filter(|&(at, _)| needed[at]) {
            node.replies.iter_mut().for_each(|(_, answer)| *answer = numbers[*answer as usize]);
            node.other = node.other.map(|other| numbers[other as usize]);
            numbers[at] = proof.len() as u32;
            proof.push(node);
        }
        proof
    }
}
