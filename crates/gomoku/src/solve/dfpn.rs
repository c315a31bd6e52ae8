//! Proof-number search, depth first: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002).
//!
//! The graph is kept in memory, so that positions reached in several ways are searched once. A board only fills, so that there are
//! no circles. Who may try what is the business of the one that expands the positions.

use crate::{Board, RuleSet, Square};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tengen_engine::Clock;

/// A number that no sum of others reaches: proven or disproven.
pub(super) const SURE: u32 = 1 << 30;

const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    proof: u32,
    disproof: u32,
    first: u32,
    count: u32,
}

/// In the place of a move: what a search of simpler moves has still to find out.
const SIMPLER: Square = Square::MAX;

/// A move to try, and its node once it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) square: Square,
    node: u32,
    /// Until it has a node, what a proof and a disproof are thought to take.
    pub(super) proof: u32,
    disproof: u32,
}

impl Child {
    pub(super) fn new(square: Square, effort: u32) -> Child {
        Child { square, node: NO_NODE, proof: effort, disproof: 1 }
    }

    /// The question to a search of simpler moves, with its numbers so far: for the attacker, whether they win; for the defender, whether
    /// they would win if it passed. Until that is known, a defender has no other child.
    pub(super) fn simpler((proof, disproof): (u32, u32)) -> Child {
        Child { square: SIMPLER, node: NO_NODE, proof, disproof }
    }
}

/// Keys are random already.
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

/// Says what may be tried in a board.
pub(super) trait Expander {
    /// The attacker is to move: who wins where that is plain (`true` the attacker), or else the moves to try.
    fn attack<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool>;

    /// The defender is to move: the same of its replies. All that are not among them must be known to lose.
    fn defence<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool>;

    /// Searches on by simpler moves where [`Child::simpler`] asks for it; the new numbers. Unless there are such, they find nothing.
    fn simpler<R: RuleSet>(&mut self, _: &mut Board<R>, _attack: bool, _: &mut Clock) -> (u32, u32) {
        (SURE, 0)
    }

    /// The defender is to move, and it is found that simpler moves would win if it passed: as [`Expander::defence`].
    fn replies<R: RuleSet>(&mut self, _: &mut Board<R>, _: &mut Clock, _: &mut Vec<Child>) -> Option<bool> {
        Some(false)
    }
}

/// The positions seen, with the moves of each.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    children: Vec<Child>,
    by_key: ByKey<u32>,
    /// Nodes at most.
    most: usize,
    /// WinMethod many other children that are still open weigh as much as one step of proof.
    crowd: u32,
    /// Empty points with which nothing is left to the attacker but a win by fours.
    least_empty: usize,
    /// The number of positions, and of nodes that the clock has counted, at which the search under way ends.
    until: Budget,
}

/// What a search may take: positions that are kept, and nodes by the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) positions: usize,
    pub(super) nodes: u64,
}

impl Budget {
    /// All that the graph can hold and the clock allows.
    pub(super) const ALL: Budget = Budget { positions: usize::MAX, nodes: u64::MAX };
}

impl Graph {
    /// A graph of at most so many positions. Of the children that must all be proven, and of those that must all be disproven, the hardest
    /// counts, and one more for each `crowd` of the others.
    pub(super) fn new(most: usize, crowd: u32) -> Graph {
        Graph {
            nodes: Vec::new(),
            children: Vec::new(),
            by_key: ByKey::default(),
            most,
            crowd,
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

    /// Whether the side to move wins within so many moves of its own, a win by fours counted as one: `Some` if it is certain. It may take no more than
    /// its share.
    pub(super) fn solve<R: RuleSet>(
        &mut self,
        expand: &mut impl Expander,
        board: &mut Board<R>,
        clock: &mut Clock,
        moves: usize,
        share: Budget,
    ) -> Option<bool> {
        self.until = Budget {
            positions: self.nodes.len().saturating_add(share.positions).min(self.most),
            nodes: clock.nodes().saturating_add(share.nodes),
        };
        self.least_empty = board.empty_count().saturating_sub(moves.saturating_sub(1).saturating_mul(2));
        let root = self.node(expand, board, true, clock);
        self.search(expand, board, root, true, SURE, SURE, clock);
        self.verdict(board.key())
    }

    /// What is known of a position with the attacker to move.
    pub(super) fn verdict(&self, key: u64) -> Option<bool> {
        let node = self.nodes[*self.by_key.get(&key)? as usize];
        match (node.proof, node.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// A move that is known to win in a position with the attacker to move.
    pub(super) fn winning_move(&self, key: u64) -> Option<Square> {
        let node = self.nodes[*self.by_key.get(&key)? as usize];
        let children = &self.children[node.first as usize..(node.first + node.count) as usize];
        let proven = |child: &&Child| self.nodes.get(child.node as usize).is_some_and(|node| node.proof == 0);
        children.iter().find(proven).map(|child| child.square)
    }

    /// The proof and the disproof number of a position that is kept.
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

    /// Sums up the children of a node. Gives the child to look at next, and the second best number.
    fn sum_up(&mut self, node: u32, attack: bool) -> (Option<usize>, u32) {
        let Node { first, count, .. } = self.nodes[node as usize];
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
        // Many ways lead to the same positions: a sum would count them again and again, so it is the greatest and one more
        // for each of the others, or for several (T. Ueda and others, "Weak proof-number search", 2008).
        let others = open.saturating_sub(1) / self.crowd;
        let joined = if most >= SURE { SURE } else { (most + others).min(SURE - 1) };
        let node = &mut self.nodes[node as usize];
        (node.proof, node.disproof) = if attack { (least, joined) } else { (joined, least) };
        (best, second)
    }

    /// Searches below a node until a number reaches its bound.
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
            // A little slack keeps the search from going to and fro between two children.
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

    /// Gives a node its children, which begin at `first`, or its verdict.
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
        self.nodes[node as usize] = Node { proof, disproof, first: first as u32, count };
    }

    /// The node of a position, made if there is none.
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
        self.nodes.push(Node { proof: 1, disproof: 1, first: 0, count: 0 });
        self.settle(node, proven, first);
        self.by_key.insert(board.key(), node);
        if proven.is_none() {
            self.sum_up(node, attack);
        }
        node
    }
}
