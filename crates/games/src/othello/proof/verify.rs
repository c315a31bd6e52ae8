//! The check of a certificate: it plays the answers to all replies, to the end of the game.

use super::certificate::{OthelloCertificate, OthelloProofPart, move_text, name};
use super::discs::Discs;
use crate::Move;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Point, Size};

/// Answers that are remembered, each with its board.
const MOST_STORED: usize = 1 << 20;

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct OthelloVerifyLimits {
    /// Limit on positions; a certificate that needs more is refused.
    pub positions: u64,
}

impl Default for OthelloVerifyLimits {
    /// A hundred million positions, some minutes.
    fn default() -> OthelloVerifyLimits {
        OthelloVerifyLimits { positions: 100_000_000 }
    }
}

/// The counts of a check that succeeded.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OthelloVerifyReport {
    /// Each claim, in the order of the file.
    pub parts: Vec<OthelloPartReport>,
    /// Positions in which a node was played.
    pub positions: u64,
}

/// The counts of a claim that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OthelloPartReport {
    /// Nodes that were played.
    pub nodes: usize,
    /// Plies of the longest line, passes included.
    pub plies: u32,
}

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OthelloRefusal {
    /// No proof can start from the position.
    #[error("no proof can start here: {0}")]
    Position(OthelloFault),
    /// A claim fails.
    #[error("claim of {side}: after {}: {why}", if line.is_empty() { "the position itself" } else { line })]
    Claim {
        /// The side that makes it.
        side: Color,
        /// The moves before.
        line: String,
        /// What is wrong there.
        why: OthelloFault,
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
pub enum OthelloFault {
    /// There is no claim, or one without nodes.
    Empty,
    /// A disc is off the board.
    OffBoard,
    /// A point has two discs.
    TwoDiscs(String),
    /// Neither side can place a disc.
    Over,
    /// The last node has a move though the other side is to move.
    LastNode,
    /// A node has no move.
    NoMove(usize),
    /// A move turns nothing over.
    NoFlip {
        /// The node.
        node: usize,
        /// The move.
        mv: String,
    },
    /// A node passes though the side can place a disc.
    NoPass(usize),
    /// A reply has no answer.
    Unanswered {
        /// The node.
        node: usize,
        /// The reply, or `pass`.
        reply: String,
    },
    /// The game ends with another score than claimed.
    Score {
        /// The score of the side, in discs.
        score: i32,
        /// The least that it claims.
        least: i32,
    },
}

impl fmt::Display for OthelloFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OthelloFault::Empty => f.write_str("the proof is empty"),
            OthelloFault::OffBoard => f.write_str("a disc is off the board"),
            OthelloFault::TwoDiscs(point) => write!(f, "{point} has two discs"),
            OthelloFault::Over => f.write_str("the game is over"),
            OthelloFault::LastNode => f.write_str("the other side is to move, but the last node has a move"),
            OthelloFault::NoMove(node) => write!(f, "node {node} has no move"),
            OthelloFault::NoFlip { node, mv } => {
                write!(f, "node {node} plays {mv}, which turns nothing over")
            }
            OthelloFault::NoPass(node) => {
                write!(f, "node {node} passes, but the side can place a disc")
            }
            OthelloFault::Unanswered { node, reply } => write!(f, "node {node} has no answer to {reply}"),
            OthelloFault::Score { score, least } => {
                write!(f, "the game ends with a score of {score:+}, and at least {least:+} is claimed")
            }
        }
    }
}

/// Checks a certificate.
///
/// # Errors
/// [`OthelloRefusal`]: where and why it proves nothing.
pub fn verify(
    proof: &OthelloCertificate,
    limits: &OthelloVerifyLimits,
) -> Result<OthelloVerifyReport, OthelloRefusal> {
    verify_until(proof, limits, &|| false)
}

/// Checks a certificate until `stop` returns true; it is asked now and then.
///
/// # Errors
/// As [`verify`], and [`OthelloRefusal::Stopped`].
pub fn verify_until(
    proof: &OthelloCertificate,
    limits: &OthelloVerifyLimits,
    stop: &dyn Fn() -> bool,
) -> Result<OthelloVerifyReport, OthelloRefusal> {
    let discs = start(proof).map_err(OthelloRefusal::Position)?;
    let mut report = OthelloVerifyReport { parts: Vec::new(), positions: 0 };
    for part in &proof.parts {
        let mut check = Check {
            part,
            size: proof.rules.size(),
            limits,
            stop,
            line: Vec::new(),
            stored: BTreeMap::new(),
            used: vec![false; part.nodes.len()],
            positions: report.positions,
        };
        let Some(root) = part.nodes.len().checked_sub(1) else { return check.fail(OthelloFault::Empty) };
        let plies = match (proof.to_move == part.side, part.nodes[root].mv) {
            (true, _) => check.answer(&discs, root)?,
            (false, None) => {
                check.count(root)?;
                check.replies(&discs, root)?
            }
            (false, Some(_)) => return check.fail(OthelloFault::LastNode),
        };
        let nodes = check.used.iter().filter(|&&used| used).count();
        report.positions = check.positions;
        report.parts.push(OthelloPartReport { nodes, plies });
    }
    Ok(report)
}

/// The discs of the position, if a proof can start from it.
fn start(proof: &OthelloCertificate) -> Result<Discs, OthelloFault> {
    let size = proof.rules.size();
    let mut discs = Discs::new(size);
    for (color, points) in [(Color::Black, &proof.black), (Color::White, &proof.white)] {
        for &point in points {
            if !size.contains(point) {
                return Err(OthelloFault::OffBoard);
            }
            if !discs.set(point, color) {
                return Err(OthelloFault::TwoDiscs(name(point, size)));
            }
        }
    }
    if discs.is_over() {
        return Err(OthelloFault::Over);
    }
    if proof.parts.is_empty() { Err(OthelloFault::Empty) } else { Ok(discs) }
}

/// The check of one claim.
struct Check<'a> {
    part: &'a OthelloProofPart,
    size: Size,
    limits: &'a OthelloVerifyLimits,
    stop: &'a dyn Fn() -> bool,
    /// The moves so far.
    line: Vec<Move>,
    /// Nodes that were found right, each on a board, with the plies of the longest line.
    stored: BTreeMap<(usize, Vec<u8>), u32>,
    used: Vec<bool>,
    positions: u64,
}

impl Check<'_> {
    fn fail<T>(&self, why: OthelloFault) -> Result<T, OthelloRefusal> {
        let line: Vec<String> = self.line.iter().map(|&mv| move_text(Some(mv), self.size)).collect();
        Err(OthelloRefusal::Claim { side: self.part.side, line: line.join(" "), why })
    }

    fn count(&mut self, n: usize) -> Result<(), OthelloRefusal> {
        self.positions += 1;
        self.used[n] = true;
        if self.positions > self.limits.positions {
            return Err(OthelloRefusal::TooMuch(self.limits.positions));
        }
        if self.positions.is_multiple_of(1024) && (self.stop)() {
            return Err(OthelloRefusal::Stopped(self.positions));
        }
        Ok(())
    }

    /// Plays the move of a node. Returns the plies of the longest line.
    fn answer(&mut self, discs: &Discs, n: usize) -> Result<u32, OthelloRefusal> {
        let key = (n, discs.key());
        if let Some(&plies) = self.stored.get(&key) {
            return Ok(plies);
        }
        self.count(n)?;
        let side = self.part.side;
        let Some(mv) = self.part.nodes[n].mv else { return self.fail(OthelloFault::NoMove(n + 1)) };
        let after = match mv.point() {
            Some(point) => discs.placed(point, side),
            None if discs.moves(side).is_empty() => Some(discs.clone()),
            None => return self.fail(OthelloFault::NoPass(n + 1)),
        };
        let Some(after) = after else {
            let mv = if mv.point().is_some_and(|point| self.size.contains(point)) {
                move_text(Some(mv), self.size)
            } else {
                "-".to_string()
            };
            return self.fail(OthelloFault::NoFlip { node: n + 1, mv });
        };
        self.line.push(mv);
        let plies = 1 + self.replies(&after, n)?;
        self.line.pop();
        if self.stored.len() < MOST_STORED {
            self.stored.insert(key, plies);
        }
        Ok(plies)
    }

    /// Plays all replies to a node whose move has been played. Returns the plies of the longest line.
    fn replies(&mut self, discs: &Discs, n: usize) -> Result<u32, OthelloRefusal> {
        let moves = discs.moves(!self.part.side);
        if moves.is_empty() {
            return if discs.is_over() { self.end(discs) } else { self.reply(discs, n, None) };
        }
        let mut longest = 0;
        for point in moves {
            longest = longest.max(self.reply(discs, n, Some(point))?);
        }
        Ok(longest)
    }

    /// Plays one reply, `None` for a pass, and its answer. Returns the plies of the longest line.
    fn reply(&mut self, discs: &Discs, n: usize, reply: Option<Point>) -> Result<u32, OthelloRefusal> {
        let mv = reply.map_or(Move::Pass, Move::Place);
        let placed = reply.and_then(|point| discs.placed(point, !self.part.side));
        let after = placed.as_ref().unwrap_or(discs);
        self.line.push(mv);
        let plies = if after.is_over() {
            // There is nothing to answer.
            self.end(after)?
        } else if let Some(answer) = self.part.nodes[n].answer(reply) {
            self.answer(after, answer as usize)?
        } else {
            self.line.pop();
            let reply = move_text(Some(mv), self.size);
            return self.fail(OthelloFault::Unanswered { node: n + 1, reply });
        };
        self.line.pop();
        Ok(1 + plies)
    }

    /// Checks the score at the end of the game.
    fn end(&self, discs: &Discs) -> Result<u32, OthelloRefusal> {
        let OthelloProofPart { side, least, .. } = *self.part;
        let score = discs.score(side);
        if score < least { self.fail(OthelloFault::Score { score, least }) } else { Ok(0) }
    }
}
