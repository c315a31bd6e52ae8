//! The check of a certificate: it plays the answers to all replies, down to a line or to a plain reason.
//!
//! What matters of a position are the open lines of both sides ([`lines`](super::lines)). Replies that are no better
//! than another one need no answer, nor do those that a symmetry of these lines turns into one with its own answer.
//! Branches found right are stored under all lines, not under a hash that a hostile file could forge.

use super::certificate::{MnkCertificate, MnkClaim, MnkProofNode, MnkProofPart, name};
use super::leaf;
use super::lines::{Lines, Points, after_other, after_own, best_replies, open_lines, symmetries, turned};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Size};

/// Points of boards whose sets have one word.
const SMALL: usize = 64;
/// Words for all lines of the branches that are remembered.
const MOST_STORED: usize = 1 << 24;

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct MnkVerifyLimits {
    /// Limit on positions; a certificate that needs more is refused.
    pub positions: u64,
}

impl Default for MnkVerifyLimits {
    /// A hundred million positions, some minutes.
    fn default() -> MnkVerifyLimits {
        MnkVerifyLimits { positions: 100_000_000 }
    }
}

/// The counts of a check that succeeded.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MnkVerifyReport {
    /// Each claim, in the order of the file.
    pub parts: Vec<MnkPartReport>,
    /// Positions checked.
    pub positions: u64,
}

/// The counts of a claim that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MnkPartReport {
    /// Nodes that were played.
    pub nodes: usize,
    /// Plies of the longest line: of a win, within how many plies it comes.
    pub plies: u32,
}

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MnkRefusal {
    /// No proof can start from the position.
    #[error("no proof can start here: {0}")]
    Position(MnkFault),
    /// A claim fails.
    #[error("claim of {side}: after {}: {why}", if line.is_empty() { "the position itself" } else { line })]
    Claim {
        /// The side that makes it.
        side: Color,
        /// The moves before.
        line: String,
        /// What is wrong there.
        why: MnkFault,
    },
    /// The check reached its limit on positions.
    #[error("not verified within the limit of {0} positions")]
    TooMuch(u64),
    /// The check was stopped.
    #[error("the check was stopped after {0} positions")]
    Stopped(u64),
}

/// What is wrong with a position or an answer. Nodes are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MnkFault {
    /// Stones fall in this game.
    Gravity,
    /// There is no claim, or one without nodes.
    Empty,
    /// A stone is off the board.
    OffBoard,
    /// A point has two stones.
    TwoStones(String),
    /// A side has a line, or the board is full.
    Over,
    /// The last node has a move though the other side is to move.
    LastNode,
    /// A node has no move.
    NoMove(usize),
    /// A move is on no open line: the point is taken, or the stone would change nothing.
    NoLine {
        /// The node.
        node: usize,
        /// The move.
        mv: String,
    },
    /// A node without answers does not win.
    NotWon {
        /// The node.
        node: usize,
        /// The move.
        mv: String,
    },
    /// A point is named twice in pairs.
    Pair(String),
    /// A node without answers does not hold.
    NotHeld,
    /// A reply has no answer.
    Unanswered {
        /// The node.
        node: usize,
        /// The reply.
        reply: String,
    },
    /// The other side completes a line.
    Lost(String),
    /// Neither side can complete a line.
    Drawn,
}

impl fmt::Display for MnkFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MnkFault::Gravity => f.write_str("stones fall in this game"),
            MnkFault::Empty => f.write_str("the proof is empty"),
            MnkFault::OffBoard => f.write_str("a stone is off the board"),
            MnkFault::TwoStones(point) => write!(f, "{point} has two stones"),
            MnkFault::Over => f.write_str("the game is over"),
            MnkFault::LastNode => f.write_str("the other side is to move, but the last node has a move"),
            MnkFault::NoMove(node) => write!(f, "node {node} has no move"),
            MnkFault::NoLine { node, mv } => write!(f, "node {node} plays {mv}, which is on no open line"),
            MnkFault::NotWon { node, mv } => write!(f, "node {node} plays {mv} and ends, but does not win"),
            MnkFault::Pair(point) => write!(f, "{point} is in two pairs, or is one with itself"),
            MnkFault::NotHeld => {
                f.write_str("the pairs and the sum of the lines without one do not stop all lines")
            }
            MnkFault::Unanswered { node, reply } => write!(f, "node {node} has no answer to {reply}"),
            MnkFault::Lost(reply) => write!(f, "the other side completes a line with {reply}"),
            MnkFault::Drawn => f.write_str("neither side can complete a line"),
        }
    }
}

/// Checks a certificate.
///
/// # Errors
/// [`MnkRefusal`]: where and why it proves nothing.
pub fn verify(proof: &MnkCertificate, limits: &MnkVerifyLimits) -> Result<MnkVerifyReport, MnkRefusal> {
    verify_until(proof, limits, &|| false)
}

/// Checks a certificate until `stop` returns true; it is asked now and then.
///
/// # Errors
/// As [`verify`], and [`MnkRefusal::Stopped`].
pub fn verify_until(
    proof: &MnkCertificate,
    limits: &MnkVerifyLimits,
    stop: &dyn Fn() -> bool,
) -> Result<MnkVerifyReport, MnkRefusal> {
    if proof.rules.size.area() <= SMALL {
        verify_sets::<1>(proof, limits, stop)
    } else {
        verify_sets::<10>(proof, limits, stop)
    }
}

fn verify_sets<const N: usize>(
    proof: &MnkCertificate,
    limits: &MnkVerifyLimits,
    stop: &dyn Fn() -> bool,
) -> Result<MnkVerifyReport, MnkRefusal> {
    let stones = stones::<N>(proof).map_err(MnkRefusal::Position)?;
    let (size, k) = (proof.rules.size, usize::from(proof.rules.k));
    let lines = [open_lines(size, k, &stones[0], &stones[1]), open_lines(size, k, &stones[1], &stones[0])];
    let is_over = |lines: &Lines<N>| lines.first().is_some_and(Points::is_empty);
    let taken = stones[0].join(&stones[1]);
    if lines.iter().any(is_over) || taken.count() as usize == size.area() {
        return Err(MnkRefusal::Position(MnkFault::Over));
    }
    if proof.parts.is_empty() {
        return Err(MnkRefusal::Position(MnkFault::Empty));
    }
    let mut report = MnkVerifyReport { parts: Vec::new(), positions: 0 };
    for part in &proof.parts {
        let mut check = Check {
            part,
            size,
            k: k as u32,
            limits,
            stop,
            symmetries: symmetries(size),
            line: Vec::new(),
            stored: BTreeMap::new(),
            words: 0,
            used: vec![false; part.nodes.len()],
            positions: report.positions,
        };
        let (own, other) = (part.side.index(), part.side.opponent().index());
        let state = State { own: lines[own].clone(), other: lines[other].clone() };
        let root = match part.nodes.len().checked_sub(1) {
            Some(root) if proof.to_move != part.side && part.nodes[root].mv.is_some() => {
                return check.fail(MnkFault::LastNode);
            }
            Some(root) => root,
            None => return check.fail(MnkFault::Empty),
        };
        let plies = if proof.to_move == part.side {
            check.answer(&state, root)?
        } else {
            check.after_move(state, root)?
        };
        let nodes = check.used.iter().filter(|&&used| used).count();
        report.positions = check.positions;
        report.parts.push(MnkPartReport { nodes, plies });
    }
    Ok(report)
}

/// The stones of both sides.
fn stones<const N: usize>(proof: &MnkCertificate) -> Result<[Points<N>; 2], MnkFault> {
    let size = proof.rules.size;
    if proof.rules.gravity {
        return Err(MnkFault::Gravity);
    }
    let mut found = [Points::NONE; 2];
    for (color, stones) in [(0, &proof.black), (1, &proof.white)] {
        for &point in stones {
            if !size.contains(point) {
                return Err(MnkFault::OffBoard);
            }
            let at = size.index(point);
            if found[0].has(at) || found[1].has(at) {
                return Err(MnkFault::TwoStones(name(point, size)));
            }
            found[color] = found[color].with(at);
        }
    }
    Ok(found)
}

/// The open lines of the side that makes the claim, and of the other.
#[derive(Clone)]
struct State<const N: usize> {
    own: Lines<N>,
    other: Lines<N>,
}

/// The node, and the lines of both sides with an empty set between them.
type Key<const N: usize> = (usize, Lines<N>);

struct Check<'a, const N: usize> {
    part: &'a MnkProofPart,
    size: Size,
    k: u32,
    limits: &'a MnkVerifyLimits,
    stop: &'a dyn Fn() -> bool,
    symmetries: Vec<Vec<u16>>,
    /// The moves so far.
    line: Vec<usize>,
    /// Answers that were found right, with their plies.
    stored: BTreeMap<Key<N>, u32>,
    /// The words that they take.
    words: usize,
    used: Vec<bool>,
    positions: u64,
}

impl<const N: usize> Check<'_, N> {
    fn name(&self, at: usize) -> String {
        name(self.size.point(at), self.size)
    }

    fn fail<T>(&self, why: MnkFault) -> Result<T, MnkRefusal> {
        let line: Vec<String> = self.line.iter().map(|&at| self.name(at)).collect();
        Err(MnkRefusal::Claim { side: self.part.side, line: line.join(" "), why })
    }

    /// Plays the move of a node. Returns the plies of the longest line.
    fn answer(&mut self, state: &State<N>, n: usize) -> Result<u32, MnkRefusal> {
        if self.part.claim == MnkClaim::Holds && state.other.is_empty() {
            // Whatever is played, there is nothing left to hold against.
            self.count(n)?;
            return Ok(0);
        }
        let Some(mv) = self.part.nodes[n].mv else { return self.fail(MnkFault::NoMove(n + 1)) };
        let at = if self.size.contains(mv) { self.size.index(mv) } else { usize::MAX };
        let on_line = |lines: &Lines<N>| at != usize::MAX && lines.iter().any(|line| line.has(at));
        if !on_line(&state.own) && !on_line(&state.other) {
            let mv = if at == usize::MAX { "-".to_string() } else { self.name(at) };
            return self.fail(MnkFault::NoLine { node: n + 1, mv });
        }
        let own = after_own(&state.own, at);
        if own.first().is_some_and(Points::is_empty) {
            self.count(n)?;
            return Ok(1);
        }
        let next = State { own, other: after_other(&state.other, at) };
        self.line.push(at);
        let plies = self.after_move(next, n)?;
        self.line.pop();
        Ok(plies + 1)
    }

    fn count(&mut self, n: usize) -> Result<(), MnkRefusal> {
        self.positions += 1;
        self.used[n] = true;
        if self.positions > self.limits.positions {
            return Err(MnkRefusal::TooMuch(self.limits.positions));
        }
        if self.positions.is_multiple_of(1024) && (self.stop)() {
            return Err(MnkRefusal::Stopped(self.positions));
        }
        Ok(())
    }

    /// Checks the replies to a node whose move has been played. Returns the plies of the longest line.
    fn after_move(&mut self, mut state: State<N>, n: usize) -> Result<u32, MnkRefusal> {
        self.count(n)?;
        let node = &self.part.nodes[n];
        let holds = self.part.claim == MnkClaim::Holds;
        if node.block && holds {
            state.own.clear();
        }
        if node.is_last() {
            return self.leaf(&state, n, node);
        }
        let key = self.key(&state, n);
        if let Some(&plies) = self.stored.get(&key) {
            return Ok(plies);
        }
        let replies = best_replies(self.size.area(), [&state.own, &state.other]);
        if replies.is_empty() && !holds {
            return self.fail(MnkFault::Drawn);
        }
        let mut longest = 0;
        // The symmetries of the lines are found when they are first needed.
        let mut same: Option<Vec<usize>> = None;
        for &at in &replies {
            let other = after_own(&state.other, at);
            if other.first().is_some_and(Points::is_empty) {
                return self.fail(MnkFault::Lost(self.name(at)));
            }
            let own_answer = node.own_answer(self.size.point(at));
            if own_answer.is_none() {
                let same = same.get_or_insert_with(|| self.symmetries_of(&state));
                // The image must be a reply that is played itself, not one that is left out.
                let is_played = |&s: &usize| {
                    let image = usize::from(self.symmetries[s][at]);
                    replies.contains(&image) && node.own_answer(self.size.point(image)).is_some()
                };
                if same.iter().any(is_played) {
                    continue;
                }
            }
            let Some(answer) = own_answer.or(node.other) else {
                return self.fail(MnkFault::Unanswered { node: n + 1, reply: self.name(at) });
            };
            let next = State { own: after_other(&state.own, at), other };
            self.line.push(at);
            longest = longest.max(1 + self.answer(&next, answer as usize)?);
            self.line.pop();
        }
        let words = N * key.1.len();
        if self.words + words <= MOST_STORED {
            self.words += words;
            self.stored.insert(key, longest);
        }
        Ok(longest)
    }

    fn leaf(&self, state: &State<N>, n: usize, node: &MnkProofNode) -> Result<u32, MnkRefusal> {
        if self.part.claim == MnkClaim::Wins {
            let mv = node.mv.map_or("-".into(), |mv| name(mv, self.size));
            return self.fail(MnkFault::NotWon { node: n + 1, mv });
        }
        if let Some(&(point, _)) =
            node.pairs.iter().find(|pair| !self.size.contains(pair.0) || !self.size.contains(pair.1))
        {
            return self.fail(MnkFault::Pair(name(point, self.size)));
        }
        let pairs: Vec<(usize, usize)> =
            node.pairs.iter().map(|&(a, b)| (self.size.index(a), self.size.index(b))).collect();
        match leaf::check(&state.other, &pairs, self.k, self.size.area(), |at| self.name(at)) {
            Ok(()) => Ok(0),
            Err(fault) => self.fail(fault),
        }
    }

    /// The symmetries that keep the lines of both sides.
    fn symmetries_of(&self, state: &State<N>) -> Vec<usize> {
        let keeps = |s: &usize| {
            let map = &self.symmetries[*s];
            turned(&state.own, map) == state.own && turned(&state.other, map) == state.other
        };
        (0..self.symmetries.len()).filter(keeps).collect()
    }

    fn key(&self, state: &State<N>, n: usize) -> Key<N> {
        let mut lines = state.own.clone();
        lines.push(Points::NONE);
        lines.extend_from_slice(&state.other);
        (n, lines)
    }
}
