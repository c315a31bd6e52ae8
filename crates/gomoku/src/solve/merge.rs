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

    /// Adds a turned copy of the proof that ends with the node `root`. The symmetry keeps the board. Returns the number
    /// of the last node of the copy.
    pub(crate) fn turn(&mut self, root: u32, symmetry: Symmetry, size: Size) -> u32 {
        if symmetry == Symmetry::Identity {
            return root;
        }
        let turned = |p: Point| if size.contains(p) { symmetry.apply(p, size) } else { p };
        let mut numbers = HashMap::new();
        for at in self.needed(root) {
            let node = &self.nodes[at as usize];
            let replies = node.replies.iter().map(|&(p, answer)| (turned(p), numbers[&answer])).collect();
            let other = node.other.map(|other| numbers[&other]);
            let node = ProofNode { mv: turned(node.mv), replies, other };
            numbers.insert(at, self.add(node));
        }
        numbers[&root]
    }

    /// The nodes that `root` needs, each after those that it refers to.
    fn needed(&self, root: u32) -> Vec<u32> {
        let mut needed = std::collections::HashSet::from([root]);
        let mut due = vec![root];
        while let Some(at) = due.pop() {
            let node = &self.nodes[at as usize];
            let answers = node.replies.iter().map(|&(_, answer)| answer).chain(node.other);
            due.extend(answers.filter(|&answer| needed.insert(answer)));
        }
        let mut needed: Vec<u32> = needed.into_iter().collect();
        needed.sort_unstable();
        needed
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_turned_within_is_the_proof_imported_turned() {
        let size = Size::square(15).unwrap();
        let p = Point::new;
        let proof = [
            ProofNode::last(p(3, 4)),
            ProofNode::last(p(8, 4)),
            ProofNode { mv: p(4, 4), replies: vec![(p(3, 4), 1)], other: Some(0) },
            ProofNode { mv: p(5, 9), replies: vec![(p(5, 8), 2), (p(5, 10), 2)], other: Some(0) },
        ];
        for &symmetry in Symmetry::keeping(size) {
            let mut merged = MergedNodes::default();
            let plain = merged.import(&proof, Symmetry::Identity, size).unwrap();
            let turned = merged.turn(plain, symmetry, size);
            assert_eq!(Some(turned), merged.import(&proof, symmetry, size), "{symmetry:?}");
            assert_eq!(turned == plain, symmetry == Symmetry::Identity);
            assert_eq!(merged.into_proof(turned).len(), proof.len());
        }
    }
}
