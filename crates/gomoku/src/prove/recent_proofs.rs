//! The proofs that were needed last, so that they are not searched again.

use super::board_text::BoardText;
use std::collections::VecDeque;
use std::sync::Arc;

/// Proofs of boards, up to a number of nodes of them all. The newest one stays, however large it is.
#[derive(Debug)]
pub(super) struct RecentProofs<T> {
    most_nodes: usize,
    nodes: usize,
    /// Each with its nodes, the newest at the end.
    kept: VecDeque<(BoardText, usize, Arc<T>)>,
}

impl<T> RecentProofs<T> {
    pub(super) fn new(most_nodes: usize) -> RecentProofs<T> {
        RecentProofs { most_nodes, nodes: 0, kept: VecDeque::new() }
    }

    fn remove(&mut self, board: &BoardText) -> Option<(usize, Arc<T>)> {
        let found = self.kept.iter().position(|(kept, ..)| kept == board)?;
        let (_, nodes, proof) = self.kept.remove(found)?;
        self.nodes -= nodes;
        Some((nodes, proof))
    }

    fn push(&mut self, board: &BoardText, nodes: usize, proof: &Arc<T>) {
        self.nodes += nodes;
        self.kept.push_back((board.clone(), nodes, Arc::clone(proof)));
    }

    pub(super) fn get(&mut self, board: &BoardText) -> Option<Arc<T>> {
        let (nodes, proof) = self.remove(board)?;
        self.push(board, nodes, &proof);
        Some(proof)
    }

    /// Keeps a proof that has so many nodes.
    pub(super) fn put(&mut self, board: &BoardText, nodes: usize, proof: T) -> Arc<T> {
        let proof = Arc::new(proof);
        self.remove(board);
        self.push(board, nodes, &proof);
        while self.nodes > self.most_nodes && self.kept.len() > 1 {
            let Some((_, nodes, _)) = self.kept.pop_front() else { break };
            self.nodes -= nodes;
        }
        proof
    }
}
