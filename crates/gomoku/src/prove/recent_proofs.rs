//! The proofs that were needed last, so that they are not searched again.

use std::collections::VecDeque;
use std::sync::Arc;

/// Proofs by a key, up to a number of nodes of them all. The newest one stays, however large it is.
#[derive(Debug)]
pub(super) struct RecentProofs<K, T> {
    most_nodes: usize,
    nodes: usize,
    /// Each with its nodes, the newest at the end.
    kept: VecDeque<(K, usize, Arc<T>)>,
}

impl<K: Clone + PartialEq, T> RecentProofs<K, T> {
    pub(super) fn new(most_nodes: usize) -> RecentProofs<K, T> {
        RecentProofs { most_nodes, nodes: 0, kept: VecDeque::new() }
    }

    fn remove(&mut self, key: &K) -> Option<(usize, Arc<T>)> {
        let found = self.kept.iter().position(|(kept, ..)| kept == key)?;
        let (_, nodes, proof) = self.kept.remove(found)?;
        self.nodes -= nodes;
        Some((nodes, proof))
    }

    fn push(&mut self, key: &K, nodes: usize, proof: &Arc<T>) {
        self.nodes += nodes;
        self.kept.push_back((key.clone(), nodes, Arc::clone(proof)));
    }

    pub(super) fn get(&mut self, key: &K) -> Option<Arc<T>> {
        let (nodes, proof) = self.remove(key)?;
        self.push(key, nodes, &proof);
        Some(proof)
    }

    /// Keeps a proof that has so many nodes.
    pub(super) fn put(&mut self, key: &K, nodes: usize, proof: T) -> Arc<T> {
        let proof = Arc::new(proof);
        self.remove(key);
        self.push(key, nodes, &proof);
        while self.nodes > self.most_nodes && self.kept.len() > 1 {
            let Some((_, nodes, _)) = self.kept.pop_front() else { break };
            self.nodes -= nodes;
        }
        proof
    }
}
