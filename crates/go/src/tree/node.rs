//! A node of the tree: a move with its statistics, which all threads of a search read and change at once.
//!
//! The statistics are atomic numbers without locks, as in M. Enzenberger and M. Müller, "A lock-free multithreaded
//! Monte-Carlo tree search algorithm", 2009. A visit counts as soon as a thread goes through the node, and its value is
//! added after the playout: until then it is a loss, so that the threads spread out.

use crate::prior::{self, Prior};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tengen_games::go::{NO_VERTEX, Vertex};

/// A sum that threads add to.
#[derive(Debug)]
struct Sum(AtomicU32);

impl Sum {
    fn new(value: f32) -> Sum {
        Sum(AtomicU32::new(value.to_bits()))
    }

    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }

    fn add(&self, value: f32) {
        let sum = |bits| Some((f32::from_bits(bits) + value).to_bits());
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
    }

    /// Adds at the cost of a plain addition. Of two threads that add at the same moment, one may be lost.
    fn add_loosely(&self, value: f32) {
        self.0.store((self.get() + value).to_bits(), Ordering::Relaxed);
    }
}

/// A move with its statistics, from the side that plays it.
#[derive(Debug)]
pub(crate) struct TreeNode {
    /// The point, `NO_VERTEX` for a pass (and for the root).
    pub(crate) at: Vertex,
    visits: AtomicU32,
    /// Win or loss, with a small share for the margin.
    value: Sum,
    /// Playouts won; a draw counts half.
    wins: Sum,
    /// Margins in points.
    margin: Sum,
    /// All moves as first, priors included.
    rave_visits: Sum,
    rave_value: Sum,
    children: OnceLock<Box<[TreeNode]>>,
}

/// The result of a playout, from one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutResult {
    pub(super) margin: f32,
    pub(super) value: f32,
    pub(super) wins: f32,
}

impl PlayoutResult {
    /// The same result from the other side.
    pub(super) fn reversed(self) -> PlayoutResult {
        PlayoutResult { margin: -self.margin, value: 1.0 - self.value, wins: 1.0 - self.wins }
    }
}

impl TreeNode {
    pub(super) fn new(at: Vertex, prior: Prior) -> TreeNode {
        TreeNode {
            at,
            visits: AtomicU32::new(0),
            value: Sum::new(0.0),
            wins: Sum::new(0.0),
            margin: Sum::new(0.0),
            rave_visits: Sum::new(prior.visits),
            rave_value: Sum::new(prior.wins),
            children: OnceLock::new(),
        }
    }

    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub(crate) fn wins(&self) -> f32 {
        self.wins.get()
    }

    pub(crate) fn margin(&self) -> f32 {
        self.margin.get()
    }

    /// The own value combined with the RAVE value.
    pub(super) fn mixed_value(&self, rave_weight: f32) -> f32 {
        let rave_visits = self.rave_visits.get();
        let rave = self.rave_value.get() / rave_visits;
        let visits = self.visits();
        if visits == 0 {
            return rave;
        }
        let own = visits as f32;
        let beta = rave_visits / (rave_visits + own + own * rave_visits / rave_weight);
        beta * rave + (1.0 - beta) * self.value.get() / own
    }

    /// Counts a playout through this node, as a loss until [`TreeNode::add`].
    pub(super) fn enter(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the result of a playout that entered.
    pub(super) fn add(&self, result: PlayoutResult) {
        self.value.add(result.value);
        self.wins.add(result.wins);
        self.margin.add(result.margin);
    }

    /// Adds the value of a playout in which the same side played here later.
    pub(super) fn add_rave(&self, value: f32) {
        self.rave_visits.add_loosely(1.0);
        self.rave_value.add_loosely(value);
    }

    /// The children; none before the expansion.
    pub(crate) fn children(&self) -> &[TreeNode] {
        self.children.get().map_or(&[], |children| children)
    }

    /// Gives the node its children. False if another thread was first, and these are dropped.
    pub(super) fn expand(&self, children: Vec<TreeNode>) -> bool {
        self.children.set(children.into()).is_ok()
    }

    /// The children, taken out.
    pub(super) fn into_children(self) -> Vec<TreeNode> {
        self.children.into_inner().map_or(Vec::new(), Vec::from)
    }

    /// A root with these children. It counts no visits.
    pub(super) fn root(children: Vec<TreeNode>) -> TreeNode {
        let node = TreeNode::new(NO_VERTEX, prior::PASS);
        node.expand(children);
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_addition_is_lost() {
        let sum = Sum::new(0.5);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..200_000).for_each(|_| sum.add(1.0)));
            }
        });
        assert_eq!(sum.get(), 800_000.5);
    }
}
