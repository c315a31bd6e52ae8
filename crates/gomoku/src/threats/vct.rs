//! VCT: victory by continuous threats.
//!
//! A *threat* here is a four, or any move after which the attacker would win by fours if the defender did nothing: an open
//! three, and every other move that prepares such a win. Each threat leaves the defender the replies of
//! [`replies`](super::replies) and its own fours. The search is a proof-number search in the depth-first form of A. Nagai ("Df-pn
//! algorithm for searching AND/OR trees and its applications", 2002) over a graph that is kept in memory, so that positions reached in
//! several ways are searched once. A board only fills, so that there are no circles.

use super::line::Line;
use super::replies::{holds, upsetting};
use super::vcf::{Found, Vcf, VcfLimits, answers, stops};
use crate::{Position, Rule, Spot, Threat};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tengen_engine::Clock;

/// A number that no sum of others reaches: proven or disproven.
const SURE: u32 = 1 << 30;

const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    first: u32,
    count: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) spot: Spot,
    /// Its node once it has one.
    pub(super) node: u32,
    /// Until then, what it is thought to take.
    proof: u32,
    disproof: u32,
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

/// Finds wins by threats.
#[derive(Debug)]
pub struct Vct {
    pub(super) vcf: Vcf,
    nodes: Vec<Node>,
    children: Vec<Child>,
    by_key: ByKey<u32>,
    /// Whether the memory allowed is full.
    full: bool,
    most: usize,
    pub(super) broad: bool,
}

/// How much one search by fours may look at inside a search by threats.
pub(super) const INNER: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 3000 };
const COUNTER: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 300 };

impl Vct {
    /// A solver that keeps at most so many positions, some 200 bytes each.
    pub fn new(most: usize) -> Vct {
        Vct {
            vcf: Vcf::new((most / 16).clamp(1 << 10, 1 << 16)),
            nodes: Vec::new(),
            children: Vec::new(),
            by_key: ByKey::default(),
            full: false,
            most,
            broad: true,
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.nodes.clear();
        self.children.clear();
        self.by_key.clear();
        self.full = false;
    }

    /// Positions in the graph, and positions looked at by fours.
    pub fn work(&self) -> (usize, u64) {
        (self.nodes.len(), self.vcf.nodes())
    }

    /// Whether the side to move wins by threats: `Some` if it is certain.
    pub fn solve<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<bool> {
        let root = self.node(position, true, clock);
        self.search(position, root, true, SURE, SURE, clock);
        match self.nodes[root as usize] {
            Node { proof: 0, .. } => Some(true),
            Node { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    pub(super) fn known(&self, key: u64) -> Option<Node> {
        self.by_key.get(&key).map(|&node| self.nodes[node as usize])
    }

    pub(super) fn children_of(&self, key: u64) -> &[Child] {
        match self.by_key.get(&key) {
            Some(&node) => {
                let node = self.nodes[node as usize];
                &self.children[node.first as usize..(node.first + node.count) as usize]
            }
            None => &[],
        }
    }

    pub(super) fn is_proven(&self, child: &Child) -> bool {
        child.node != NO_NODE && self.nodes[child.node as usize].proof == 0
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
        let (mut sum, mut most, mut open) = (0_u32, 0_u32, 0_u32);
        for at in first as usize..(first + count) as usize {
            let (proof, disproof) = self.numbers(&self.children[at]);
            let (own, other) = if attack { (proof, disproof) } else { (disproof, proof) };
            if own < least {
                (second, least, best) = (least, own, Some(at));
            } else if own < second {
                second = own;
            }
            sum = sum.saturating_add(other).min(SURE);
            most = most.max(other);
            open += u32::from(other > 0);
        }
        // Many ways lead to the same positions: a sum would count them again and again.
        let joined = if most >= SURE { SURE } else { (most + open.saturating_sub(1)).min(SURE - 1) };
        let _ = sum;
        let node = &mut self.nodes[node as usize];
        (node.proof, node.disproof) = if attack { (least, joined) } else { (joined, least) };
        (best, second)
    }

    /// Searches below a node until a number reaches its bound.
    fn search<R: Rule>(
        &mut self,
        position: &mut Position<R>,
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
            if now.proof >= proof || now.disproof >= disproof || self.full || clock.is_over() {
                return;
            }
            let Some(at) = best else { return };
            let child = self.children[at];
            position.play(child.spot);
            let below = if child.node == NO_NODE {
                let below = self.node(position, !attack, clock);
                self.children[at].node = below;
                below
            } else {
                child.node
            };
            let (own, other) = self.numbers(&self.children[at]);
            // A little slack keeps the search from going to and fro between two children.
            let own_bound = |bound: u32, number: u32| bound.min(second.saturating_add(1 + number / 4));
            let (proof_below, disproof_below) = if attack {
                let rest = now.disproof.saturating_sub(other);
                (own_bound(proof, own), disproof.saturating_sub(rest))
            } else {
                let rest = now.proof.saturating_sub(own);
                (proof.saturating_sub(rest), own_bound(disproof, other))
            };
            self.search(position, below, !attack, proof_below, disproof_below, clock);
            position.undo();
        }
    }

    /// The node of a position, made if there is none.
    fn node<R: Rule>(&mut self, position: &mut Position<R>, attack: bool, clock: &mut Clock) -> u32 {
        if let Some(&node) = self.by_key.get(&position.key()) {
            return node;
        }
        clock.tick();
        let first = self.children.len();
        let proven = if attack { self.expand_attack(position) } else { self.expand_defence(position) };
        let (proof, disproof) = match proven {
            Some(true) => (0, SURE),
            Some(false) => (SURE, 0),
            None => (1, 1),
        };
        if proven.is_some() {
            self.children.truncate(first);
        }
        let count = (self.children.len() - first) as u32;
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { proof, disproof, first: first as u32, count });
        self.by_key.insert(position.key(), node);
        self.full |= self.nodes.len() >= self.most || self.children.len() >= 8 * self.most;
        if count > 0 {
            self.sum_up(node, attack);
        }
        node
    }

    fn child(&mut self, spot: Spot, proof: u32, disproof: u32) {
        self.children.push(Child { spot, node: NO_NODE, proof, disproof });
    }

    /// The attacker is to move: says who wins where that is plain, or adds the moves to try.
    fn expand_attack<R: Rule>(&mut self, position: &mut Position<R>) -> Option<bool> {
        let (side, other) = (position.to_move(), position.to_move().opponent());
        if let Found::Win(_) = self.vcf.solve(position, INNER) {
            return Some(true);
        }
        let first = self.children.len();
        if position.count(other, Threat::Five) > 0 {
            for spot in stops(position, other).iter() {
                if position.may_play(side, spot) {
                    self.child(spot, 1, 1);
                }
            }
        } else {
            for spot in position.fours(side).iter() {
                if position.may_play(side, spot) {
                    self.child(spot, 1, 1);
                }
            }
            for class in [Threat::ThreeThree, Threat::ThreePlus, Threat::Three] {
                for spot in position.points(side, class).iter() {
                    if position.may_play(side, spot) {
                        self.child(spot, 2, 1);
                    }
                }
            }
            if self.broad {
                for spot in position.candidates().iter() {
                    let effort = match position.class(side, spot) {
                        Threat::ClosedThreePlus => 6,
                        Threat::ClosedThree | Threat::TwoTwo => 10,
                        Threat::Two => 14,
                        _ => continue,
                    };
                    self.child(spot, effort, 1);
                }
            }
        }
        (self.children.len() == first).then_some(false)
    }

    /// The defender is to move.
    fn expand_defence<R: Rule>(&mut self, position: &mut Position<R>) -> Option<bool> {
        let other = position.to_move();
        let side = other.opponent();
        if position.count(other, Threat::Five) > 0 {
            return Some(false);
        }
        let first = self.children.len();
        if position.count(side, Threat::Five) > 0 {
            for spot in answers(position, side).iter() {
                self.child(spot, 1, 1);
            }
            return (self.children.len() == first).then_some(true);
        }
        if position.points(other, Threat::OpenFour).iter().any(|spot| position.may_play(other, spot)) {
            return Some(false);
        }
        let mut lines = Vec::new();
        position.pass();
        let threat = self.vcf.solve(position, INNER);
        let mut tried = crate::Spots::NONE;
        if let Found::Win(_) = threat {
            let mut line = Line::default();
            if self.vcf.line(position, &mut line) {
                tried = upsetting(position, &line);
                lines.push(line);
            }
        }
        position.undo();
        if lines.is_empty() || matches!(self.vcf.solve(position, COUNTER), Found::Win(_)) {
            return Some(false);
        }
        let fours = position.fours(other);
        for spot in (tried | fours).iter() {
            if !position.may_play(other, spot) || !position.is_empty(spot) {
                continue;
            }
            position.play(spot);
            let mut won = lines.iter().any(|line| holds(position, line));
            if !won && matches!(self.vcf.solve(position, INNER), Found::Win(_)) {
                let mut line = Line::default();
                won = self.vcf.line(position, &mut line);
                lines.push(line);
            }
            position.undo();
            if !won {
                self.child(spot, 2, 1);
            }
        }
        (self.children.len() == first).then_some(true)
    }
}
