//! The certificate of a hold: the holder's answer to every reply that is not worse than another.
//!
//! Of the moves that hold, the builder takes the one whose proof seems smallest: a node that is there already, then a
//! leaf without pairs, a leaf, and the least work of the search.

use super::hold::{HoldResult, HoldSearch, Position};
use super::lines::{best_moves, completing, turned};
use std::collections::HashMap;
use tengen_board::{Point, Size};
use tengen_engine::Clock;
use tengen_games::mnk::proof::MnkProofNode;

/// Nodes of the search whether the holder holds without lines of its own from here on.
const PLAIN_NODES: u64 = 500;
/// Leaves with the same move that are tried again, the last ones first.
const RECENT_LEAVES: usize = 40;

/// Pairs of points of a leaf.
type Pairs = Vec<(u16, u16)>;

/// The nodes of a certificate, equal ones once.
#[derive(Debug)]
pub(crate) struct Nodes {
    pub(crate) list: Vec<MnkProofNode>,
    index: HashMap<MnkProofNode, u32>,
}

impl Nodes {
    pub(crate) fn new() -> Nodes {
        Nodes { list: Vec::new(), index: HashMap::new() }
    }

    pub(crate) fn add(&mut self, node: MnkProofNode) -> u32 {
        if let Some(&n) = self.index.get(&node) {
            return n;
        }
        let n = self.list.len() as u32;
        self.list.push(node.clone());
        self.index.insert(node, n);
        n
    }

    /// The list, with this node as its last.
    pub(crate) fn ending_with(mut self, root: u32) -> Vec<MnkProofNode> {
        if root as usize + 1 != self.list.len() {
            self.list.push(self.list[root as usize].clone());
        }
        self.list
    }
}

/// A node without answers.
pub(crate) fn last(size: Size, mv: usize) -> MnkProofNode {
    MnkProofNode { mv: Some(size.point(mv)), ..MnkProofNode::default() }
}

/// The answers of a node. The most common one answers all replies that are not named, unless `named`.
pub(crate) fn with_answers(size: Size, answers: &[(usize, u32)], named: bool) -> MnkProofNode {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    answers.iter().for_each(|&(_, answer)| *counts.entry(answer).or_default() += 1);
    let common = counts.into_iter().max_by_key(|&(answer, count)| (count, answer)).map(|(answer, _)| answer);
    let other = common.filter(|_| !named);
    let kept = answers.iter().filter(|&&(_, answer)| Some(answer) != other);
    let mut replies: Vec<(Point, u32)> = kept.map(|&(reply, answer)| (size.point(reply), answer)).collect();
    replies.sort_unstable();
    MnkProofNode { replies, other, ..MnkProofNode::default() }
}

/// The replies to be answered, and whether each must be named: a symmetry of the lines answers others then.
pub(crate) fn replies<const N: usize>(search: &HoldSearch<N>, position: &Position<N>) -> (Vec<usize>, bool) {
    let all = best_moves(search.area, [&position.attacker, &position.holder]);
    let lines = position.sorted();
    let keeps = |map: &&Vec<u16>| {
        turned(&position.attacker, map) == lines.attacker && turned(&position.holder, map) == lines.holder
    };
    let same: Vec<&Vec<u16>> = search.geometry.symmetries[1..].iter().filter(keeps).collect();
    let mut kept: Vec<usize> = Vec::new();
    for &reply in &all {
        // The image of a reply that is no worse than others may be one that is left out: it has the same lines.
        if !same.iter().any(|map| kept.contains(&usize::from(map[reply]))) {
            kept.push(reply);
        }
    }
    (kept, !same.is_empty())
}

/// The proof that the holder holds the position, which the search has found. `attacking` if the attacker is to move.
pub(crate) fn hold<const N: usize>(
    search: &mut HoldSearch<N>,
    position: &Position<N>,
    attacking: bool,
    clock: &mut Clock,
) -> Option<Vec<MnkProofNode>> {
    let blocks = position.holder.is_empty();
    let size = search.geometry.size;
    let mut builder =
        Builder { search, clock, size, nodes: Nodes::new(), known: HashMap::new(), leaves: HashMap::new() };
    let mut root = if attacking {
        builder.answers(position)?
    } else {
        let root = builder.answer(position, &[])?;
        builder.nodes.list[root as usize].clone()
    };
    root.block |= blocks && !root.is_last();
    let mut nodes = builder.nodes.list;
    if nodes.last() != Some(&root) {
        nodes.push(root);
    }
    Some(nodes)
}

struct Builder<'a, const N: usize> {
    search: &'a mut HoldSearch<N>,
    clock: &'a mut Clock,
    size: Size,
    nodes: Nodes,
    /// The nodes of positions with the attacker to move, without their moves.
    known: HashMap<Position<N>, MnkProofNode>,
    /// For each move, the leaves that have it, with their pairs.
    leaves: HashMap<usize, Vec<(u32, Pairs)>>,
}

impl<const N: usize> Builder<'_, N> {
    /// The answers to the attacker, who is to move and does not win.
    fn answers(&mut self, position: &Position<N>) -> Option<MnkProofNode> {
        if position.attacker.is_empty() {
            return Some(MnkProofNode::default());
        }
        if self.search.leaf.holds(&position.attacker, true) {
            return Some(MnkProofNode { pairs: self.pairs(), ..MnkProofNode::default() });
        }
        let key = position.sorted();
        if let Some(node) = self.known.get(&key) {
            return Some(node.clone());
        }
        let plain = Position { attacker: position.attacker.clone(), holder: Vec::new() };
        let node = if !position.holder.is_empty()
            && self.search.solve(&plain, true, self.clock, PLAIN_NODES)? == HoldResult::Held
        {
            MnkProofNode { block: true, ..self.answers(&plain)? }
        } else {
            let (replies, named) = replies(self.search, position);
            let mut answers: Vec<(usize, u32)> = Vec::new();
            let own = completing(&position.holder);
            for reply in replies {
                let answer = if own.0 > 0 && (own.0 == 2 || own.1 != reply) {
                    let after = self.search_line(position, reply);
                    self.nodes.add(last(self.size, after))
                } else {
                    let used: Vec<u32> = answers.iter().map(|&(_, answer)| answer).collect();
                    self.answer(&position.after(reply, true), &used)?
                };
                answers.push((reply, answer));
            }
            with_answers(self.size, &answers, named)
        };
        self.known.insert(key, node.clone());
        Some(node)
    }

    /// A point that completes a line of the holder after this reply.
    fn search_line(&self, position: &Position<N>, reply: usize) -> usize {
        let points = position.holder.iter().filter(|line| line.len() == 1).flat_map(|line| line.points());
        points.into_iter().find(|&point| point != reply).unwrap_or(reply)
    }

    /// The holder's answer, which holds. `used` are answers to other replies at the same place.
    fn answer(&mut self, position: &Position<N>, used: &[u32]) -> Option<u32> {
        if position.attacker.is_empty() {
            let any = used.first().copied();
            return Some(any.unwrap_or_else(|| self.nodes.add(last(self.size, 0))));
        }
        if let (1.., point) = completing(&position.holder) {
            return Some(self.nodes.add(last(self.size, point)));
        }
        let moves = self.search.moves(position, false);
        let mut best: Option<(u64, usize, Option<u32>)> = None;
        for &mv in &moves {
            let (cost, node) = self.cost(position, mv, used);
            if cost < best.map_or(u64::MAX, |best| best.0) {
                best = Some((cost, mv, node));
            }
            if cost == 0 {
                break;
            }
        }
        // Pairs that hold with the holder to move hold after its best move too.
        if best.is_none_or(|best| best.0 > 100) && self.search.leaf.holds(&position.attacker, false) {
            let mv = self.search.leaf.best_defence().or(moves.first().copied());
            return Some(self.add_leaf(mv?));
        }
        if best.is_none() {
            best = Some((0, self.search_again(position, &moves)?, None));
        }
        let (_, mv, node) = best?;
        if node.is_some() {
            return node;
        }
        let answers = self.answers(&position.after(mv, false))?;
        if answers.is_last() && !answers.pairs.is_empty() {
            return Some(self.add_leaf(mv));
        }
        Some(self.nodes.add(MnkProofNode { mv: Some(self.size.point(mv)), ..answers }))
    }

    /// A move that holds, where the table has lost which one does.
    fn search_again(&mut self, position: &Position<N>, moves: &[usize]) -> Option<usize> {
        let mut nodes = 1_000;
        loop {
            for &mv in moves {
                let after = position.after(mv, false);
                if self.search.solve(&after, true, self.clock, nodes)? == HoldResult::Held {
                    return Some(mv);
                }
            }
            nodes = nodes.saturating_mul(4);
        }
    }

    /// Adds a leaf with the pairs that were found last.
    fn add_leaf(&mut self, mv: usize) -> u32 {
        let pairs = self.search.leaf.pairs.clone();
        let node = MnkProofNode { pairs: self.pairs(), ..last(self.size, mv) };
        let n = self.nodes.add(node);
        let leaves = self.leaves.entry(mv).or_default();
        if leaves.iter().all(|leaf| leaf.0 != n) {
            leaves.push((n, pairs));
        }
        n
    }

    /// The pairs that were found last.
    fn pairs(&self) -> Vec<(Point, Point)> {
        let point = |p: u16| self.size.point(usize::from(p));
        self.search.leaf.pairs.iter().map(|&(a, b)| (point(a), point(b))).collect()
    }

    /// What a move adds to the certificate, with the node if there is one; without end if it is not known to hold.
    fn cost(&mut self, position: &Position<N>, mv: usize, used: &[u32]) -> (u64, Option<u32>) {
        let after = position.after(mv, false);
        if let Some(leaves) = self.leaves.get(&mv) {
            for (node, pairs) in leaves.iter().rev().take(RECENT_LEAVES) {
                if self.search.leaf.fits(&after.attacker, pairs) {
                    return (u64::from(!used.contains(node)), Some(*node));
                }
            }
        }
        if self.known.contains_key(&after.sorted()) {
            return (2, None);
        }
        if self.search.leaf.holds(&after.attacker, true) {
            return (3 + self.search.leaf.pairs.len() as u64, None);
        }
        let key = self.search.key(&after, true);
        let found = self.search.known(&after, true, key);
        if found.hold == 0 { (100 * (1 + u64::from(found.work)), None) } else { (u64::MAX, None) }
    }
}
