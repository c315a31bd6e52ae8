//! Smaller proofs: a reply leaves the zone of a node if a win that the node has anyway holds against it.
//!
//! The rules that find a zone err on the safe side, and the search gives each reply in it a win of its own. Here the
//! verifier tries the common answer against each of these replies, and then the answers to the others. What holds
//! replaces the win of its own. A node may be played on several boards and is tried on the first one only, so the
//! whole proof is verified at the end. On a line on which the loser escapes, the last answer that was replaced is put
//! back.

use super::symmetries_of;
use std::cmp::Reverse;
use std::collections::HashMap;
use tengen_board::{Color, Point};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, ProofNode, Refusal, VerifyLimits, find_faults};

/// The greatest number of positions of one try.
const MAX_TRIED: u64 = 20_000;

/// The greatest number of positions of all tries, and of all checks of the whole proof: a few seconds each. In caro,
/// where each reply is checked by itself, a proof may need more.
const MAX_POSITIONS: u64 = 5_000_000;

/// The number of faults for which answers are put back at a time.
const MAX_FAULTS: usize = 64;

/// The greatest number of checks of the whole proof.
const MAX_CHECKS: usize = 40;

/// The answers that are tried against a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    /// The common answer: the zones get smaller, and so does the work of verifying.
    Common,
    /// The common answer and those to other replies: far fewer nodes, but each is played on more boards, so that
    /// verifying takes two to three times as long.
    All,
}

/// A smaller proof of the same win, which the verifier has accepted. `None` if none was found, or `stopped` returned
/// true.
pub(crate) fn shrunk(proof: &Certificate, tried: Tried, stopped: &dyn Fn() -> bool) -> Option<Certificate> {
    let mut game = proof.position().ok()?;
    let mut shrink = Shrink {
        side: proof.side,
        tried,
        nodes: proof.nodes.clone(),
        sizes: sizes(&proof.nodes),
        seen: vec![false; proof.nodes.len()],
        replaced: HashMap::new(),
        left: MAX_POSITIONS,
        stopped,
    };
    let root = proof.nodes.len().checked_sub(1)? as u32;
    shrink.visit(root, &mut game);
    if shrink.replaced.is_empty() {
        return None;
    }
    let mut small = Certificate { nodes: Vec::new(), ..proof.clone() };
    let mut limits = VerifyLimits { positions: MAX_POSITIONS, ..VerifyLimits::default() };
    for _ in 0..MAX_CHECKS {
        small.nodes = shrink.nodes;
        let faults = find_faults(&small, &limits, MAX_FAULTS, stopped).err();
        shrink.nodes = small.nodes;
        limits.positions = limits.positions.saturating_sub(faults.as_ref().map_or(0, |f| f.positions));
        match faults {
            None => {
                small.nodes = branch(&shrink.nodes, root);
                return Some(small);
            }
            Some(faults) if matches!(faults.refusal, Refusal::Stopped(_) | Refusal::TooMuch(_)) => {
                return None;
            }
            Some(faults) => {
                let put_back = faults.lines.iter().filter(|line| shrink.put_back(root, line)).count();
                if put_back == 0 {
                    return None;
                }
            }
        }
    }
    None
}

struct Shrink<'a> {
    side: Color,
    tried: Tried,
    nodes: Vec<ProofNode>,
    /// The nodes of the tree below each node, those that are met again counted again.
    sizes: Vec<u64>,
    seen: Vec<bool>,
    /// The answers that were replaced, by the node and the reply.
    replaced: HashMap<(u32, Point), u32>,
    /// The positions that tries may still take.
    left: u64,
    stopped: &'a dyn Fn() -> bool,
}

impl Shrink<'_> {
    /// Makes the proof smaller that begins with this node.
    fn visit(&mut self, number: u32, game: &mut Position) {
        let node = &self.nodes[number as usize];
        if std::mem::replace(&mut self.seen[number as usize], true)
            || node.is_last()
            || self.left == 0
            || (self.stopped)()
        {
            return;
        }
        let (mv, other, mut replies) = (node.mv, node.other, node.replies.clone());
        let moves = mv != ProofNode::NO_MOVE;
        if moves {
            if !game.is_legal(Move::Place(mv)) {
                return;
            }
            game.play_unchecked(Move::Place(mv));
        }
        if !game.is_over() {
            for &(reply, answer) in &replies {
                self.after(game, Move::Place(reply), answer);
            }
            if let Some(other) = other {
                self.after(game, Move::Pass, other);
            }
            // The answer to a four answers nothing else. On a symmetric board an answer serves for other replies too.
            let is_four = other.is_some_and(|other| self.nodes[other as usize].is_last());
            if !is_four && symmetries_of(game).is_empty() {
                replies.sort_by_key(|&(_, answer)| Reverse(self.sizes[answer as usize]));
                self.share(number, game, &replies);
            }
        }
        if moves {
            game.undo();
        }
        self.sizes[number as usize] = size(&self.nodes[number as usize], &self.sizes);
    }

    fn after(&mut self, game: &mut Position, reply: Move, answer: u32) {
        if reply == Move::Pass || game.is_legal(reply) {
            game.play_unchecked(reply);
            if !game.is_over() {
                self.visit(answer, game);
            }
            game.undo();
        }
    }

    /// Replaces the answers of a node whose move has been played by others of its answers that hold too. The answers
    /// with large trees come first.
    fn share(&mut self, number: u32, game: &mut Position, replies: &[(Point, u32)]) {
        let other = self.nodes[number as usize].other;
        let mut answers: Vec<(u32, Certificate)> = Vec::new();
        answers.extend(other.map(|other| (other, self.certificate(game, other))));
        let mut left: Vec<(Point, u32)> = Vec::new();
        for &(reply, own) in replies {
            let mut serves = own;
            if !self.nodes[own as usize].is_last() && game.is_legal(Move::Place(reply)) {
                game.play_unchecked(Move::Place(reply));
                let stones = Certificate::new(game, self.side, Vec::new());
                let holds = |&mut (answer, ref mut proof): &mut (u32, Certificate)| {
                    (proof.black, proof.white) = (stones.black.clone(), stones.white.clone());
                    answer == own || self.is_accepted(proof)
                };
                match answers.iter_mut().position(holds) {
                    Some(found) => serves = answers[found].0,
                    None if self.tried == Tried::All => answers.push((own, self.certificate(game, own))),
                    None => {}
                }
                game.undo();
            }
            if serves != own {
                self.replaced.insert((number, reply), own);
            }
            if Some(serves) != other {
                left.push((reply, serves));
            }
        }
        left.sort_unstable();
        self.nodes[number as usize].replies = left;
    }

    /// True if the verifier accepts the proof within the positions of one try.
    fn is_accepted(&mut self, proof: &Certificate) -> bool {
        let limits = VerifyLimits { positions: MAX_TRIED.min(self.left), ..VerifyLimits::default() };
        let found = find_faults(proof, &limits, 1, self.stopped);
        let checked = found.as_ref().map_or_else(|faults| faults.positions, |report| report.positions);
        self.left = self.left.saturating_sub(checked);
        found.is_ok()
    }

    /// The branch of an answer as a proof of its own.
    fn certificate(&self, game: &Position, answer: u32) -> Certificate {
        Certificate::new(game, self.side, branch(&self.nodes, answer))
    }

    /// Puts back the last answer that was replaced on a line. False if there is none.
    fn put_back(&mut self, root: u32, line: &[Point]) -> bool {
        let (mut at, mut last) = (Some(root), None);
        // The line begins with a reply if the root has no move.
        let first = usize::from(self.nodes[root as usize].mv != ProofNode::NO_MOVE);
        for &reply in line.iter().skip(first).step_by(2) {
            let Some(number) = at else { break };
            let answer = self.nodes[number as usize].answer(reply);
            let own = self.replaced.get(&(number, reply)).copied();
            if let Some(own) = own.filter(|&own| answer != Some(own)) {
                last = Some((number, reply, own));
            }
            at = answer;
        }
        let Some((number, reply, own)) = last else { return false };
        let replies = &mut self.nodes[number as usize].replies;
        replies.retain(|&(p, _)| p != reply);
        replies.push((reply, own));
        replies.sort_unstable();
        true
    }
}

fn size(node: &ProofNode, sizes: &[u64]) -> u64 {
    let answers = node.replies.iter().map(|&(_, answer)| answer).chain(node.other);
    answers.fold(1, |sum, answer| sum.saturating_add(sizes[answer as usize]))
}

fn sizes(nodes: &[ProofNode]) -> Vec<u64> {
    nodes.iter().fold(Vec::with_capacity(nodes.len()), |mut sizes, node| {
        sizes.push(size(node, &sizes));
        sizes
    })
}

/// The nodes that `root` needs, in the same order, with `root` last.
fn branch(nodes: &[ProofNode], root: u32) -> Vec<ProofNode> {
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut needed: Vec<u32> = Vec::new();
    let mut due = vec![root];
    while let Some(number) = due.pop() {
        if numbers.insert(number, 0).is_none() {
            needed.push(number);
            let node = &nodes[number as usize];
            due.extend(node.replies.iter().map(|&(_, answer)| answer).chain(node.other));
        }
    }
    needed.sort_unstable();
    let mut found = Vec::with_capacity(needed.len());
    for number in needed {
        let node = &nodes[number as usize];
        let replies = node.replies.iter().map(|&(reply, answer)| (reply, numbers[&answer])).collect();
        let other = node.other.map(|other| numbers[&other]);
        numbers.insert(number, found.len() as u32);
        found.push(ProofNode { mv: node.mv, replies, other });
    }
    found
}
