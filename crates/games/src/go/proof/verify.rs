//! The check of a certificate: it plays the answers to all replies, down to the goal, by the plain rules.
//!
//! Replies outside the [zone](super::zone) of the answer to a pass need no play: they change nothing on which that
//! answer depends. An exhaustive check plays them too; the tests compare both. Proven branches are stored under the
//! whole board, not under a hash that a hostile file could forge.

use super::certificate::{GoCertificate, line_text, move_text, name};
use super::hold;
use super::pattern::Patterns;
use super::stones::{Fault, Stones};
use super::zone::Zone;
use crate::{Move, Reason};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point};

/// Plies of the longest line that is followed.
pub const MOST_PLIES: u32 = 500;
/// Proven branches that are remembered.
const MOST_STORED: usize = 100_000;
/// Those of one node.
const MOST_PATTERNS: usize = 1_000;

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct GoVerifyLimits {
    /// Limit on positions; a certificate that needs more is refused.
    pub positions: u64,
    /// If true, every reply is played, wherever it is: much slower, for those who do not trust the zone.
    pub exhaustive: bool,
}

impl Default for GoVerifyLimits {
    /// A hundred million positions, some minutes.
    fn default() -> GoVerifyLimits {
        GoVerifyLimits { positions: 100_000_000, exhaustive: false }
    }
}

/// The counts of a check that succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GoVerifyReport {
    /// Nodes of the proof that were played.
    pub nodes: usize,
    /// Positions checked.
    pub positions: u64,
    /// Plies of the longest line, with the first and last move of the side that makes the claim.
    pub plies: u32,
}

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GoRefusal {
    /// The stones are not a valid position, or not what the claim is about.
    #[error("no proof can start here: {0}")]
    Position(GoStartFault),
    /// There are no nodes.
    #[error("the proof is empty")]
    Empty,
    /// A move of the side that makes the claim is illegal.
    #[error("after {}: node {node} answers {mv}, which is illegal: {why}", shown(line))]
    Illegal {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The move.
        mv: String,
        /// The rule that it breaks.
        why: Reason,
    },
    /// A node that answers a reply has no move.
    #[error("after {}: node {node} has no move", shown(line))]
    NoMove {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
    },
    /// A node without replies does not reach the goal.
    #[error("after {}: node {node} plays {mv} and ends, but that does not reach the goal", shown(line))]
    NotReached {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The move.
        mv: String,
    },
    /// A legal reply has no answer.
    #[error("after {}: node {node} has no answer to {reply}", shown(line))]
    Unanswered {
        /// The moves before, the node's own included.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The reply.
        reply: String,
    },
    /// A reply captures what the claim is about.
    #[error("after {}: the opponent captures with {reply}", shown(line))]
    Lost {
        /// The moves before.
        line: String,
        /// The reply.
        reply: String,
    },
    /// A reply joins what the claim keeps apart.
    #[error("after {}: the opponent joins the chains with {reply}", shown(line))]
    Joined {
        /// The moves before.
        line: String,
        /// The reply, or a pass.
        reply: String,
    },
    /// A stone that a ko took is not taken back.
    #[error(
        "after {}: node {node} plays {mv}, and the stone that was taken stays off the board",
        shown(line)
    )]
    NotKept {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The move.
        mv: String,
    },
    /// A line is too long.
    #[error("a line has more than {MOST_PLIES} plies")]
    TooDeep,
    /// The check reached its limit on positions.
    #[error("not verified within the limit of {0} positions")]
    TooMuch(u64),
    /// The check was stopped.
    #[error("the check was stopped after {0} positions")]
    Stopped(u64),
}

/// Why no proof can start from a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GoStartFault {
    /// A stone is off the board.
    #[error("a stone is off the board")]
    OffBoard,
    /// A point has two stones.
    #[error("{0} has two stones")]
    TwoStones(String),
    /// A stone has no liberty.
    #[error("{0} has no liberty")]
    NoLiberty(String),
    /// A stone is on the point of the ko.
    #[error("a stone is on the point of the ko")]
    StoneOnKo,
    /// A point that the claim names has no stone of the side that the claim is about.
    #[error("{point} is no {color} stone")]
    NoStone {
        /// The point.
        point: String,
        /// The side.
        color: Color,
    },
}

/// The line for a message.
fn shown(line: &str) -> &str {
    if line.is_empty() { "the position itself" } else { line }
}

/// Checks a certificate.
///
/// # Errors
/// [`GoRefusal`]: where and why it proves nothing.
pub fn verify(proof: &GoCertificate, limits: &GoVerifyLimits) -> Result<GoVerifyReport, GoRefusal> {
    verify_until(proof, limits, &|| false)
}

/// Checks a certificate until `stop` returns true; it is asked now and then.
///
/// # Errors
/// As [`verify`], and [`GoRefusal::Stopped`].
pub fn verify_until(
    proof: &GoCertificate,
    limits: &GoVerifyLimits,
    stop: &dyn Fn() -> bool,
) -> Result<GoVerifyReport, GoRefusal> {
    let stones = position(proof)?;
    let root = proof.nodes.len().checked_sub(1).ok_or(GoRefusal::Empty)?;
    if proof.claim.is_hold() {
        return hold::check(proof, &stones, limits, stop);
    }
    let mut check = Check {
        proof,
        limits,
        stop,
        line: Vec::new(),
        stored: BTreeMap::new(),
        patterns: BTreeMap::new(),
        used: vec![false; proof.nodes.len()],
        positions: 0,
    };
    let (_, plies) = match proof.nodes[root].mv {
        Some(_) => check.answer(&stones, root)?,
        None => check.after_move(&stones, root)?,
    };
    let nodes = check.used.iter().filter(|&&used| used).count();
    Ok(GoVerifyReport { nodes, positions: check.positions, plies })
}

/// The position of a certificate.
fn position(proof: &GoCertificate) -> Result<Stones, GoRefusal> {
    let (size, fail) = (proof.size, |why| Err(GoRefusal::Position(why)));
    let mut cells = vec![Cell::Empty; size.area()];
    for (stones, cell) in [(&proof.black, Cell::Black), (&proof.white, Cell::White)] {
        for &point in stones {
            if !size.contains(point) {
                return fail(GoStartFault::OffBoard);
            }
            if core::mem::replace(&mut cells[size.index(point)], cell) != Cell::Empty {
                return fail(GoStartFault::TwoStones(name(point, size)));
            }
        }
    }
    let ko = proof.ko.map(|point| size.index(point));
    let stones = Stones { size, cells, suicide: proof.suicide, retake: proof.retake, ko };
    for at in 0..size.area() {
        if !stones.cells[at].is_empty() && stones.group(at).liberties.is_empty() {
            return fail(GoStartFault::NoLiberty(name(size.point(at), size)));
        }
    }
    if ko.is_some_and(|at| !stones.cells[at].is_empty()) {
        return fail(GoStartFault::StoneOnKo);
    }
    for (point, wanted) in proof.claim.stones(proof.side) {
        if !size.contains(point) || !stones.is(size.index(point), wanted) {
            return fail(GoStartFault::NoStone { point: name(point, size), color: wanted });
        }
    }
    Ok(stones)
}

/// The node, the board and the point of the ko.
type Key = (usize, Option<usize>, Vec<u8>);

struct Check<'a> {
    proof: &'a GoCertificate,
    limits: &'a GoVerifyLimits,
    stop: &'a dyn Fn() -> bool,
    /// The moves so far.
    line: Vec<Move>,
    /// Proven answers, with their zones and plies: for an exhaustive check by whole positions, else by node.
    stored: BTreeMap<Key, (Zone, u32)>,
    patterns: BTreeMap<usize, Patterns>,
    used: Vec<bool>,
    positions: u64,
}

impl Check<'_> {
    fn text(&self) -> String {
        line_text(&self.line, self.proof.size)
    }

    /// Plays the move of a node. Returns the zone of the position before it and the plies of the longest line.
    fn answer(&mut self, stones: &Stones, n: usize) -> Result<(Zone, u32), GoRefusal> {
        let cells = |cell: &Cell| cell.color().map_or(0, |color| 1 + color.index() as u8);
        let key: Option<Key> =
            self.limits.exhaustive.then(|| (n, stones.ko, stones.cells.iter().map(cells).collect()));
        let known = match &key {
            Some(key) => self.stored.get(key).copied(),
            None => {
                self.patterns.get(&n).and_then(|known| known.find(stones)).map(|(plies, zone)| (zone, plies))
            }
        };
        if let Some(found) = known {
            return Ok(found);
        }
        let (node, side, size) = (&self.proof.nodes[n], self.proof.side, self.proof.size);
        let illegal = |check: &Self, why: Reason| GoRefusal::Illegal {
            line: check.text(),
            node: n + 1,
            mv: move_text(node.mv, size),
            why,
        };
        let mut before = Zone::default();
        let (next, mv) = match node.mv {
            Some(Move::Place(point)) if size.contains(point) => {
                let at = size.index(point);
                let next = stones.play(at, side).and_then(|next| {
                    // Suicide helps no one who makes a claim.
                    if next.cells[at].is_empty() { Err(Fault::Suicide) } else { Ok(next) }
                });
                before.add_move(stones, at, side);
                (next.map_err(|why| illegal(self, why.into()))?, Move::Place(point))
            }
            Some(Move::Pass) => (stones.pass(), Move::Pass),
            Some(Move::Place(_)) => return Err(illegal(self, Reason::OffBoard)),
            _ => return Err(GoRefusal::NoMove { line: self.text(), node: n + 1 }),
        };
        self.line.push(mv);
        let (zone, plies) = self.after_move(&next, n)?;
        self.line.pop();
        before.join(&zone);
        match key {
            Some(key) if self.stored.len() < MOST_STORED => {
                self.stored.insert(key, (before, plies + 1));
            }
            None => {
                let known = self.patterns.entry(n).or_default();
                if known.len() < MOST_PATTERNS {
                    known.insert(stones, before, plies + 1);
                }
            }
            Some(_) => {}
        }
        Ok((before, plies + 1))
    }

    /// Checks the replies to a node whose move has been played. Returns the zone and the plies of the longest line.
    fn after_move(&mut self, stones: &Stones, n: usize) -> Result<(Zone, u32), GoRefusal> {
        let (node, side, size) = (&self.proof.nodes[n], self.proof.side, self.proof.size);
        self.positions += 1;
        self.used[n] = true;
        if self.positions > self.limits.positions {
            return Err(GoRefusal::TooMuch(self.limits.positions));
        }
        if self.positions.is_multiple_of(1024) && (self.stop)() {
            return Err(GoRefusal::Stopped(self.positions));
        }
        if self.line.len() as u32 > MOST_PLIES {
            return Err(GoRefusal::TooDeep);
        }
        if let Some(zone) = self.proof.claim.reached(stones, side) {
            return Ok((zone, 0));
        }
        if node.is_last() {
            self.line.pop();
            let (line, mv) = (self.text(), move_text(node.mv, size));
            return Err(GoRefusal::NotReached { line, node: n + 1, mv });
        }
        let unanswered = |check: &Self, reply: String| {
            Err(GoRefusal::Unanswered { line: check.text(), node: n + 1, reply })
        };
        // 1. The pass: its answer serves for every reply outside its zone.
        let Some(other) = node.other else { return unanswered(self, "pass".into()) };
        self.line.push(Move::Pass);
        let (mut zone, mut longest) = self.answer(&stones.pass(), other as usize)?;
        self.line.pop();
        // 2. Every reply in the zone, which grows with them.
        let mut everywhere = Zone::default();
        everywhere.extend(0..stones.cells.len());
        let (mut done, mut closed) = (Zone::default(), Zone::default());
        loop {
            zone.close(stones, side, &mut closed);
            let replies = if self.limits.exhaustive { &everywhere } else { &zone };
            let Some(at) = replies.first_without(&done) else { break };
            done.insert(at);
            if !stones.cells[at].is_empty() {
                continue;
            }
            let point: Point = size.point(at);
            let next = stones.play(at, !side);
            zone.add_reply(stones, at, !side, next.is_ok());
            let Ok(next) = next else { continue };
            if self.proof.claim.lost(&next, side) {
                return Err(GoRefusal::Lost { line: self.text(), reply: name(point, size) });
            }
            self.positions += 1;
            // The opponent may have captured itself.
            if self.proof.claim.opponent_may_reach()
                && let Some(reached) = self.proof.claim.reached(&next, side)
            {
                zone.join(&reached);
                continue;
            }
            let Some(answer) = node.answer(point) else { return unanswered(self, name(point, size)) };
            self.line.push(Move::Place(point));
            let (more, plies) = self.answer(&next, answer as usize)?;
            self.line.pop();
            zone.join(&more);
            longest = longest.max(plies);
        }
        Ok((zone, longest + 1))
    }
}
