//! Depth-first proof-number search: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications"
//! (2002).
//!
//! The graph is kept in memory, so that a position reached by several move orders is searched once. A board only
//! fills, so there are no cycles. An [`Expander`] generates the moves.

use crate::{Board, RuleSet, Square};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tengen_engine::Clock;

/// The number of a node that is proven or disproven; sums of other numbers stay below it.
pub(super) const SURE: u32 = 1 << 30;

const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct GraphNode {
    proof: u32,
    disproof: u32,
    first: u32,
    count: u32,
}

/// Instead of a move: a search of simpler moves that is not finished.
const SIMPLER: Square = Square::MAX;

/// A move, and its node once it is expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) square: Square,
    node: u32,
    /// The estimated proof and disproof numbers until then.
    pub(super) proof: u32,
    disproof: u32,
}

impl Child {
    pub(super) fn new(square: Square, effort: u32) -> Child {
        Child { square, node: NO_NODE, proof: effort, disproof: 1 }
    }

    /// A search of simpler moves, with its numbers so far. For the attacker it asks if they win, for the defender if
    /// they would win after a pass. Until it is answered, a defender has no other child.
    pub(super) fn simpler((proof, disproof): (u32, u32)) -> Child {
        Child { square: SIMPLER, node: NO_NODE, proof, disproof }
    }
}

/// The keys are random already.
#[derive(Clone, Copy, Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

pub(super) type ByKey<V> = HashMap<u64, V, BuildHasherDefault<AsIs>>;

/// Generates the moves of positions.
pub(super) trait Expander {
    /// The attacker is to move. Returns the winner if it is known (`true` for the attacker), else adds the moves to
    /// search.
    fn attack<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool>;

    /// The defender is to move: the same for its replies. All other replies must be known to lose.
    fn defence<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool>;

    /// Continues the search of simpler moves for [`Child::simpler`]. Returns its new numbers.
    fn simpler<R: RuleSet>(&mut self, _: &mut Board<R>, _attack: bool, _: &mut Clock) -> (u32, u32) {
        (SURE, 0)
    }

    /// The defender is to move, and simpler moves would win after a pass: as [`Expander::defence`].
    fn replies<R: RuleSet>(&mut self, _: &mut Board<R>, _: &mut Clock, _: &mut Vec<Child>) -> Option<bool> {
        Some(false)
    }
}

/// The positions searched, with their moves.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<GraphNode>,
    children: Vec<Child>,
    by_key: ByKey<u32>,
    /// The node limit.
    max_nodes: usize,
    /// The number of other open children that count as one step of proof.
    others_per_step: u32,
    /// The number of empty squares at which only a win by fours is left to the attacker.
    least_empty: usize,
    /// The number of positions and of clock nodes at which the current search ends.
    until: Budget,
}

/// The budget of a search: positions in the graph, and nodes of the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) positions: usize,
    pub(super) nodes: u64,
}

impl Budget {
    /// Without limits but those of the graph and the clock.
    pub(super) const ALL: Budget = Budget { positions: usize::MAX, nodes: u64::MAX };
}

impl Graph {
    /// A graph of at most so many positions. Of several children that must all be proven (or disproven) the hardest
    /// counts, plus one for every `others_per_step` others.
    pub(super) fn new(max_nodes: usize, others_per_step: u32) -> Graph {
        Graph {
            nodes: Vec::new(),
            children: Vec::new(),
            by_key: ByKey::default(),
            max_nodes,
            others_per_step,
            least_empty: 0,
            until: Budget::ALL,
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.children.clear();
        self.by_key.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if the side to move wins within so many moves of its own, a win by fours counted as one; `None` if the
    /// budget is spent first.
    pub(super) fn solve<R: RuleSet>(
        &mut self,
        expand: &mut impl Expander,
        board: &mut Board<R>,
        clock: &mut Clock,
        moves: usize,
        share: Budget,
    ) -> Option<bool> {
        self.until = Budget {
            positions: self.nodes.len().saturating_add(share.positions).min(self.max_nodes),
            nodes: clock.nodes().saturating_add(share.nodes),
        };
        self.least_empty = board.empty_count().saturating_sub(moves.saturating_sub(1).saturating_mul(2));
        let root = self.node(expand, board, true, clock);
        self.search(expand, board, root, true, SURE, SURE, clock);
        self.verdict(board.key())
    }

    /// The result of a position with the attacker to move, if it is known.
    pub(super) fn verdict(&self, key: u64) -> Option<bool> {
        let node = self.nodes[*self.by_key.get(&key)? as usize];
        match (node.proof, node.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The winning move of a position with the attacker to move, if it is known.
    pub(super) fn winning_move(&self, key: u64) -> Option<Square> {
        let node = self.nodes[*self.by_key.get(&key)? as usize];
        let children = &self.children[node.first as usize..(node.first + node.count) as usize];
        let proven = |child: &&Child| self.nodes.get(child.node as usize).is_some_and(|node| node.proof == 0);
        children.iter().find(proven).map(|child| child.square)
    }

    /// The proof and disproof numbers of a position in the graph.
    pub(super) fn numbers_of(&self, key: u64) -> Option<(u32, u32)> {
        let node = self.nodes[*self.by_key.get(&key)? as usize];
        Some((node.proof, node.disproof))
    }

    fn numbers(&self, child: &Child) -> (u32, u32) {
        match self.nodes.get(child.node as usize) {
            Some(node) => (node.proof, node.disproof),
            None => (child.proof, child.disproof),
        }
    }

    /// Combines the numbers of a node's children. Returns the child to search next, and the second-best number.
    fn sum_up(&mut self, node: u32, attack: bool) -> (Option<usize>, u32) {
        let GraphNode { first, count, .. } = self.nodes[node as usize];
        let (mut least, mut second, mut best) = (SURE, SURE, None);
        let (mut most, mut open) = (0_u32, 0_u32);
        for at in first as usize..(first + count) as usize {
            let (proof, disproof) = self.numbers(&self.children[at]);
            let (own, other) = if attack { (proof, disproof) } else { (disproof, proof) };
            if own < least {
                (second, least, best) = (least, own, Some(at));
            } else if own < second {
                second = own;
            }
            most = most.max(other);
            open += u32::from(other > 0);
        }
        // Many move orders lead to the same positions, and a sum would count them several times. So the greatest
        // number counts, and the others are counted, not summed (T. Ueda and others, "Weak proof-number search",
        // 2008).
        let others = open.saturating_sub(1) / self.others_per_step;
        let joined = if most >= SURE { SURE } else { (most + others).min(SURE - 1) };
        let node = &mut self.nodes[node as usize];
        (node.proof, node.disproof) = if attack { (least, joined) } else { (joined, least) };
        (best, second)
    }

    /// Searches below a node until one of its numbers reaches a threshold.
    #[allow(clippy::too_many_arguments, reason = "the numbers of the method's own description")]
    fn search<R: RuleSet>(
        &mut self,
        expand: &mut impl Expander,
        board: &mut Board<R>,
        node: u32,
        attack: bool,
        proof: u32,
        disproof: u32,
        clock: &mut Clock,
    ) {
        loop {
            if self.nodes[node as usize].count == 0 {
                return;
            }
            let (best, second) = self.sum_up(node, attack);
            let now = self.nodes[node as usize];
            let over = self.nodes.len() >= self.until.positions
                || clock.nodes() >= self.until.nodes
                || clock.is_over();
            if now.proof >= proof || now.disproof >= disproof || over {
                return;
            }
            let Some(at) = best else { return };
            let (own, other) = self.numbers(&self.children[at]);
            // Some slack avoids switching back and forth between two children.
            let own_bound = |bound: u32, number: u32| bound.min(second.saturating_add(1 + number / 4));
            let bounds = if attack {
                let rest = now.disproof.saturating_sub(other);
                (own_bound(proof, own), disproof.saturating_sub(rest))
            } else {
                let rest = now.proof.saturating_sub(own);
                (proof.saturating_sub(rest), own_bound(disproof, other))
            };
            let child = self.children[at];
            if child.square == SIMPLER {
                let numbers = expand.simpler(board, attack, clock);
                self.children[at] = Child::simpler(numbers);
                if !attack && numbers.0 == 0 {
                    let first = self.children.len();
                    let proven = expand.replies(board, clock, &mut self.children);
                    self.settle(node, proven, first);
                }
                continue;
            }
            board.play(child.square);
            let below = match child.node {
                NO_NODE => self.node(expand, board, !attack, clock),
                below => below,
            };
            self.children[at].node = below;
            self.search(expand, board, below, !attack, bounds.0, bounds.1, clock);
            board.undo();
        }
    }

    /// Sets the children of a node, which start at `first`, or its result.
    fn settle(&mut self, node: u32, proven: Option<bool>, first: usize) {
        let (proof, disproof) = match proven {
            Some(true) => (0, SURE),
            Some(false) => (SURE, 0),
            None => (1, 1),
        };
        if proven.is_some() {
            self.children.truncate(first);
        }
        let count = (self.children.len() - first) as u32;
        self.nodes[node as usize] = GraphNode { proof, disproof, first: first as u32, count };
    }

    /// The node of a position; expands the position if it is new.
    fn node<R: RuleSet>(
        &mut self,
        expand: &mut impl Expander,
        board: &mut Board<R>,
        attack: bool,
        clock: &mut Clock,
    ) -> u32 {
        if let Some(&node) = self.by_key.get(&board.key()) {
            return node;
        }
        clock.tick();
        let first = self.children.len();
        let proven = if attack {
            expand.attack(board, clock, &mut self.children)
        } else {
            expand.defence(board, clock, &mut self.children)
        };
        let last = attack && board.empty_count() <= self.least_empty;
        let proven = proven.or(last.then_some(false));
        let node = self.nodes.len() as u32;
        self.nodes.push(GraphNode { proof: 1, disproof: 1, first: 0, count: 0 });
        self.settle(node, proven, first);
        self.by_key.insert(board.key(), node);
        if proven.is_none() {
            self.sum_up(node, attack);
        }
        node
    }
}
