//! The check of a certificate: it plays every move of the winner and answers every legal reply, down to the win.
//!
//! It has its own stack, so a deep file needs only one frame per ply. No line is longer than the board has points.
//! Three shortcuts make it fast, all by the rules alone:
//!
//! - A winning point stays one wherever else the opponent plays, unless the opponent wins first. (Not in caro, where a
//!   stone at the end of a five blocks it.) So if the common answer wins at once, one check covers all replies
//!   elsewhere. A stone that makes five is never forbidden.
//! - Replies that do not matter to the branch of their common answer are checked together ([`idle`](crate::idle)).
//! - Proven branches are stored under the whole board, not under a hash that a hostile file could forge.
//!
//! Where the board is symmetric, a reply needs no answer if a symmetry turns it into one that has its own.

use crate::certificate::{Certificate, ProofNode};
use crate::five::Cells;
use crate::idle::{self, MAX_IDLE};
use crate::points::PointSet;
use crate::refusal::{Refusal, StartFault};
use std::collections::HashMap;
use tengen_board::{Color, Coords, Point, Size, Symmetry};
use tengen_games::gomoku::{Position, Variant};
use tengen_games::{EndReason, Game, Move};

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct VerifyLimits {
    /// Limit on positions; a certificate that needs more is refused.
    pub positions: u64,
    /// If true, every reply is played, idle ones too: much slower, for those who do not trust the shortcut.
    pub exhaustive: bool,
}

impl Default for VerifyLimits {
    /// Two thousand million positions, some minutes.
    fn default() -> VerifyLimits {
        VerifyLimits { positions: 2_000_000_000, exhaustive: false }
    }
}

/// The counts of a check that succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct VerifyReport {
    /// Nodes of the proof that were played.
    pub nodes: usize,
    /// Positions checked.
    pub positions: u64,
    /// Plies of the longest line, with the winner's first and last move.
    pub plies: u32,
}

/// A refusal with the lines of several faults.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Faults {
    /// The first fault; the one that [`verify`] returns.
    pub refusal: Refusal,
    /// For each fault found, the moves that lead to it, the first fault first. Empty if no move was checked.
    pub lines: Vec<Vec<Point>>,
    /// Positions checked.
    pub positions: u64,
}

/// The text of a line of moves, as in `h8 i9`; empty for the position itself.
fn line_text(line: &[Point], size: Size) -> String {
    line.iter().map(|&p| Coords::Gomoku.format(p, size)).collect::<Vec<_>>().join(" ")
}

/// A node whose move has been played, the opponent to move.
struct Frame {
    node: u32,
    /// The replies still to check, the next one last.
    replies: Vec<Point>,
    /// Plies of the longest line so far, from this node's move on. A node without a move counts one too.
    height: u32,
    /// The key of the branch, if it is to be stored.
    key: Option<Key>,
    /// The points where an idle stone would matter to the branch checked so far.
    noted: PointSet,
    idle: IdleReply,
    /// Moves played, with this node's move.
    ply: usize,
}

/// State of the common answer of a node with an idle reply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IdleReply {
    /// To be checked next.
    Due,
    /// Being checked.
    InProgress,
    /// Checked, or not used at this node.
    Done,
}

/// A node, the number of idle stones, and the board before its move.
type Key = (u32, usize, Box<[u64]>);

/// Limit on stored branches; at the limit all are dropped.
const MAX_STORED: usize = 1 << 18;

/// Positions between two checks of the stop condition.
const STOP_INTERVAL: u64 = 1 << 14;

struct Check<'a> {
    proof: &'a Certificate,
    limits: VerifyLimits,
    stopped: &'a dyn Fn() -> bool,
    size: Size,
    position: Position,
    cells: Cells,
    /// The stones as bits, black's first.
    stones: Box<[u64]>,
    line: Vec<Point>,
    /// The lines of the faults found.
    faults: Vec<Vec<Point>>,
    frames: Vec<Frame>,
    /// Reply lists to reuse.
    spare: Vec<Vec<Point>>,
    /// Points where the opponent's last stone may let it win next.
    threats: Vec<Point>,
    positions: u64,
    played: Vec<bool>,
    /// Proven branches, with their plies and noted points.
    proven: HashMap<Key, (u32, PointSet)>,
    /// Number of idle stones on the board.
    idle: usize,
    /// Limit on idle stones.
    max_idle: usize,
    /// True if a stone at the end of a five blocks it, as in caro.
    ends_block: bool,
}

/// Checks every line of a certificate by the rules.
///
/// # Errors
/// [`Refusal`] with the reason and the moves that lead to the fault.
pub fn verify(proof: &Certificate, limits: &VerifyLimits) -> Result<VerifyReport, Refusal> {
    verify_until(proof, limits, &|| false)
}

/// Like [`verify`], but ends soon after `stopped` returns true. `stopped` is called often: it must be cheap.
///
/// # Errors
/// [`Refusal`]; [`Refusal::Stopped`] if `stopped` ended the check.
pub fn verify_until(
    proof: &Certificate,
    limits: &VerifyLimits,
    stopped: &dyn Fn() -> bool,
) -> Result<VerifyReport, Refusal> {
    find_faults(proof, limits, 1, stopped).map_err(|faults| faults.refusal)
}

/// Like [`verify_until`], but looks for at most `max` faults, with at most twice the positions of the first one. A
/// solver can repair them together.
///
/// # Errors
/// [`Faults`] with the first refusal and the lines of all faults found.
pub fn find_faults(
    proof: &Certificate,
    limits: &VerifyLimits,
    max: usize,
    stopped: &dyn Fn() -> bool,
) -> Result<VerifyReport, Box<Faults>> {
    let start = Check::new(proof, *limits, stopped);
    let mut check = start.map_err(|refusal| Faults { refusal, lines: Vec::new(), positions: 0 })?;
    match check.run(max) {
        Ok(plies) => {
            let nodes = check.played.iter().filter(|played| **played).count();
            Ok(VerifyReport { nodes, positions: check.positions, plies })
        }
        Err(refusal) => Err(Faults { refusal, lines: check.faults, positions: check.positions }.into()),
    }
}

/// A node without a legal move.
static INVALID: ProofNode = ProofNode::last(ProofNode::NO_MOVE);

/// The node with this number. The reader refuses numbers beyond the list, but a certificate can also be built by hand.
fn node_of(proof: &Certificate, number: u32) -> &ProofNode {
    proof.nodes.get(number as usize).unwrap_or(&INVALID)
}

/// The node that answers every reply without an answer of its own.
fn common_answer(proof: &Certificate, number: u32) -> Option<&ProofNode> {
    let other = node_of(proof, number).other.filter(|&other| other < number);
    other.map(|other| node_of(proof, other))
}

impl<'a> Check<'a> {
    fn new(
        proof: &'a Certificate,
        limits: VerifyLimits,
        stopped: &'a dyn Fn() -> bool,
    ) -> Result<Check<'a>, Refusal> {
        let position = proof.position().map_err(|e| Refusal::Position(e.into()))?;
        if position.is_over() {
            return Err(Refusal::Position(StartFault::Over));
        }
        if proof.nodes.is_empty() {
            return Err(Refusal::Empty);
        }
        let cells = Cells::new(&position);
        let threats = cells.winning(proof.side.opponent());
        let ends_block = matches!(proof.rules.variant, Variant::Caro | Variant::StandardCaro);
        let size = position.size();
        let mut check = Check {
            proof,
            limits,
            stopped,
            size,
            position,
            cells,
            stones: vec![0; 2 * size.area().div_ceil(64)].into_boxed_slice(),
            line: Vec::new(),
            faults: Vec::new(),
            frames: Vec::new(),
            spare: Vec::new(),
            threats,
            positions: 0,
            played: vec![false; proof.nodes.len()],
            proven: HashMap::new(),
            idle: 0,
            max_idle: if ends_block || limits.exhaustive { 0 } else { MAX_IDLE },
            ends_block,
        };
        for p in size.points() {
            if let Some(color) = check.cells.color(p) {
                check.flip_stone_bit(p, color);
            }
        }
        Ok(check)
    }
}

impl Check<'_> {
    fn line_text(&self) -> String {
        line_text(&self.line, self.size)
    }

    fn name(&self, p: Point) -> String {
        self.position.format_move(Move::Place(p))
    }

    /// Checks everything, or until `max` faults are found. Returns the plies of the longest line.
    fn run(&mut self, max: usize) -> Result<u32, Refusal> {
        let mut first_fault = None;
        let mut last_position = u64::MAX;
        let mut done = self.start();
        loop {
            match done {
                Ok(Some(height)) => {
                    // A branch is proven: back to the reply that it answers.
                    let Some(frame) = self.frames.last_mut() else {
                        let plies = if self.proof.to_move == self.proof.side { height } else { height - 1 };
                        return first_fault.map_or(Ok(plies), Err);
                    };
                    frame.height = frame.height.max(height + 2);
                    let (idle, noted) = (frame.idle, frame.noted);
                    self.take_back();
                    if idle == IdleReply::InProgress {
                        self.end_idle(noted);
                    }
                }
                Ok(None) => {}
                Err(refusal @ (Refusal::TooMuch(_) | Refusal::Stopped(_))) => return Err(refusal),
                Err(refusal) => {
                    // A fault with an idle stone proves nothing: the replies are checked one by one.
                    let idle = self.frames.iter().rposition(|frame| frame.idle == IdleReply::InProgress);
                    if idle.is_none() {
                        // Several replies to one node may be at fault: their line is the same.
                        if !self.faults.contains(&self.line) {
                            self.faults.push(self.line.clone());
                        }
                        last_position = last_position.min(2 * self.positions);
                        first_fault.get_or_insert(refusal);
                    }
                    let Some(at) = idle.or(self.frames.len().checked_sub(1)) else { break };
                    self.frames.truncate(at + 1);
                    while self.position.ply() > self.frames[at].ply {
                        self.take_back();
                    }
                    if idle.is_some() {
                        self.end_idle(PointSet::all(self.size));
                    }
                }
            }
            if self.faults.len() >= max || self.positions > last_position {
                break;
            }
            let Some(frame) = self.frames.last_mut() else { break };
            done = match (frame.idle, frame.replies.pop()) {
                (IdleReply::Due, _) => self.begin_idle(),
                (_, Some(reply)) => {
                    let node = frame.node;
                    self.reply(node, reply)
                }
                (_, None) => Ok(self.leave()),
            };
        }
        first_fault.map_or(Ok(0), Err)
    }

    /// Plays the last node, or begins with the replies if the other side is to move.
    fn start(&mut self) -> Result<Option<u32>, Refusal> {
        let root = self.proof.nodes.len() as u32 - 1;
        if self.proof.to_move == self.proof.side {
            return self.enter(root);
        }
        let node = node_of(self.proof, root);
        if node.mv != ProofNode::NO_MOVE {
            return Err(Refusal::Position(StartFault::LastNode));
        }
        let mut legal = self.size.points().filter(|&p| self.cells.is_empty(p));
        if !legal.any(|p| self.position.is_legal(Move::Place(p))) {
            return Err(Refusal::Position(StartFault::NoMove));
        }
        self.positions += 1;
        self.played[root as usize] = true;
        self.await_replies(root, None, PointSet::EMPTY)
    }

    /// Begins the common answer of the top node with an idle reply.
    fn begin_idle(&mut self) -> Result<Option<u32>, Refusal> {
        self.idle += 1;
        let (opponent, size) = (self.proof.side.opponent(), self.size);
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        frame.idle = IdleReply::InProgress;
        for p in size.points().filter(|&p| self.cells.color(p) == Some(opponent)) {
            idle::note_rows(&mut frame.noted, &self.cells, p, self.idle, size);
        }
        self.threats.clear();
        self.position.play_unchecked(Move::Pass);
        let other = node_of(self.proof, frame.node).other.unwrap_or(u32::MAX);
        self.enter(other)
    }

    /// Ends the idle reply to the top node. Replies at noted points and replies with an answer of their own remain to
    /// be checked.
    fn end_idle(&mut self, noted: PointSet) {
        self.idle -= 1;
        let Some(frame) = self.frames.last_mut() else { return };
        frame.idle = IdleReply::Done;
        let node = node_of(self.proof, frame.node);
        let mut due = noted;
        for &(reply, _) in node.replies.iter().filter(|&&(reply, _)| self.size.contains(reply)) {
            due.insert(reply, self.size);
        }
        frame.replies.clear();
        frame.replies.extend(due.iter(self.size).filter(|&p| self.cells.is_empty(p)));
        self.keep_legal();
        self.drop_images();
    }

    /// Drops the replies that a symmetry of the board turns into one with an answer of its own: the same answer,
    /// turned, serves.
    fn drop_images(&mut self) {
        let (size, cells) = (self.size, &self.cells);
        // With an idle stone somewhere, the symmetry of the others means nothing.
        let Some(frame) = self.frames.last_mut().filter(|_| self.idle == 0) else { return };
        let node = node_of(self.proof, frame.node);
        if node.replies.is_empty() {
            return;
        }
        // The last stone alone breaks most symmetries.
        let last = self.line.last().copied();
        let leaves_board = |symmetry: &&Symmetry| {
            let same = |p: Point| cells.color(p) == cells.color(symmetry.apply(p, size));
            **symmetry != Symmetry::Identity && last.is_none_or(same) && size.points().all(same)
        };
        let symmetries: Vec<Symmetry> =
            Symmetry::keeping(size).iter().filter(leaves_board).copied().collect();
        let is_image = |p: Point| symmetries.iter().any(|s| node.has_own_answer(s.apply(p, size)));
        frame.replies.retain(|&p| node.has_own_answer(p) || !is_image(p));
    }

    /// Drops the illegal replies to the top node. With idle stones on the board they might be legal.
    fn keep_legal(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let all = frame.replies.len();
        frame.replies.retain(|&p| self.position.is_legal(Move::Place(p)));
        if frame.replies.len() < all && self.idle > 0 {
            frame.noted = PointSet::all(self.size);
        }
    }

    /// Adds noted points to the branch in progress.
    fn note(&mut self, noted: PointSet) {
        if let Some(frame) = self.frames.last_mut() {
            frame.noted |= noted;
        }
    }

    fn place(&mut self, p: Point, color: Color) {
        self.position.play_unchecked(Move::Place(p));
        self.cells.place(p, color);
        self.flip_stone_bit(p, color);
        self.line.push(p);
    }

    fn take_back(&mut self) {
        if let Some(Move::Place(p)) = self.position.undo() {
            self.line.pop();
            if let Some(color) = self.cells.color(p) {
                self.flip_stone_bit(p, color);
            }
            self.cells.remove(p);
        }
    }

    /// Adds a stone to the bits or removes it.
    fn flip_stone_bit(&mut self, p: Point, color: Color) {
        let i = self.size.index(p);
        let words = self.stones.len() / 2;
        self.stones[i / 64 + if color == Color::Black { 0 } else { words }] ^= 1 << (i % 64);
    }

    /// Plays a legal reply and the answer to it.
    fn reply(&mut self, node: u32, reply: Point) -> Result<Option<u32>, Refusal> {
        let side = self.proof.side;
        let Some(answer) = node_of(self.proof, node).answer(reply).filter(|&answer| answer < node) else {
            let (line, reply) = (self.line_text(), self.name(reply));
            return Err(Refusal::Unanswered { line, node: node as usize + 1, reply });
        };
        self.place(reply, side.opponent());
        if let Some(outcome) = self.position.outcome() {
            self.take_back();
            let (line, reply) = (self.line_text(), self.name(reply));
            return Err(match outcome.winner {
                Some(_) => Refusal::Lost { line, reply },
                None => Refusal::Drawn { line: format!("{line} {reply}") },
            });
        }
        self.threats.clear();
        self.cells.winning_with(reply, side.opponent(), &mut self.threats);
        if self.idle > 0
            && let Some(frame) = self.frames.last_mut()
        {
            idle::note_rows(&mut frame.noted, &self.cells, reply, self.idle, self.size);
        }
        self.enter(answer)
    }

    /// Plays the move of a node. Returns the plies of the branch if it is proven at once; otherwise pushes a frame.
    fn enter(&mut self, number: u32) -> Result<Option<u32>, Refusal> {
        self.positions += 1;
        if self.positions > self.limits.positions {
            return Err(Refusal::TooMuch(self.limits.positions));
        }
        if self.positions % STOP_INTERVAL == 1 && (self.stopped)() {
            return Err(Refusal::Stopped(self.positions));
        }
        let (proof, side) = (self.proof, self.proof.side);
        let node = node_of(proof, number);
        let mv = node.mv;
        if let Err(illegal) = self.position.check(Move::Place(mv)) {
            let (line, mv) = (self.line_text(), self.name(mv));
            return Err(Refusal::Illegal { line, node: number as usize + 1, mv, why: illegal.reason });
        }
        // Only branches that fan out are worth storing.
        let key = common_answer(proof, number)
            .is_some_and(|other| !other.is_last())
            .then(|| (number, self.idle, self.stones.clone()));
        if let Some(&(height, noted)) = key.as_ref().and_then(|key| self.proven.get(key)) {
            self.note(noted);
            return Ok(Some(height));
        }
        let mut noted = PointSet::EMPTY;
        if self.idle > 0 {
            noted.insert(mv, self.size);
            if proof.rules.variant == Variant::Renju
                && side == Color::Black
                && idle::may_be_forbidden(&self.cells, mv, self.size)
            {
                noted = PointSet::all(self.size);
            }
        }
        self.place(mv, side);
        if let Some(flag) = self.played.get_mut(number as usize) {
            *flag = true;
        }
        if let Some(outcome) = self.position.outcome() {
            let won = outcome.winner == Some(side);
            debug_assert!(won || outcome.reason == EndReason::Full);
            if !won {
                return Err(Refusal::Drawn { line: self.line_text() });
            }
            self.take_back();
            self.note(noted);
            return Ok(Some(1));
        }
        if node.is_last() {
            self.take_back();
            let (line, mv) = (self.line_text(), self.name(mv));
            return Err(Refusal::NotWon { line, node: number as usize + 1, mv });
        }
        self.await_replies(number, key, noted)
    }

    /// Pushes the frame of a node whose move has been played: its replies are to be checked. `noted` are the points
    /// where an idle stone would matter to the move.
    fn await_replies(
        &mut self,
        number: u32,
        key: Option<Key>,
        mut noted: PointSet,
    ) -> Result<Option<u32>, Refusal> {
        let (proof, side) = (self.proof, self.proof.side);
        let node = node_of(proof, number);
        let other = common_answer(proof, number);
        let fans_out = other.is_some_and(|other| !other.is_last());
        // The winner's own stone can only remove such points.
        let (cells, opponent) = (&self.cells, side.opponent());
        if let Some(&p) = self.threats.iter().find(|&&p| cells.is_empty(p) && cells.wins(p, opponent)) {
            return Err(Refusal::Lost { line: self.line_text(), reply: self.name(p) });
        }
        let mut replies = self.spare.pop().unwrap_or_default();
        let ends_block = self.ends_block;
        let wins = |p: Point| self.size.contains(p) && cells.is_empty(p) && cells.wins(p, side);
        let wins_next = other.filter(|o| o.is_last() && !ends_block && wins(o.mv));
        let mut height = 1;
        let mut idle = IdleReply::Done;
        if let Some(last) = wins_next {
            // The same five answers every other reply, except one on its own point.
            replies.extend(node.replies.iter().map(|&(p, _)| p).filter(|&p| p != last.mv));
            replies.push(last.mv);
            replies.retain(|&p| self.cells.is_empty(p));
            if self.idle > 0 {
                noted.insert(last.mv, self.size);
            }
            if let Some(flag) = node.other.and_then(|other| self.played.get_mut(other as usize)) {
                *flag = true;
            }
            height = 3;
        } else if fans_out && self.idle < self.max_idle {
            idle = IdleReply::Due;
        } else {
            replies.extend(self.size.points().filter(|&p| self.cells.is_empty(p)));
        }
        let ply = self.position.ply();
        self.frames.push(Frame { node: number, replies, height, key, noted, idle, ply });
        self.keep_legal();
        if idle == IdleReply::Done {
            self.drop_images();
        }
        Ok(None)
    }

    /// Ends the top node after all its replies: undoes its move and stores the branch.
    fn leave(&mut self) -> Option<u32> {
        let mut frame = self.frames.pop()?;
        self.take_back();
        frame.replies.clear();
        self.spare.push(frame.replies);
        if let Some(key) = frame.key {
            if self.proven.len() >= MAX_STORED {
                self.proven.clear();
            }
            self.proven.insert(key, (frame.height, frame.noted));
        }
        self.note(frame.noted);
        Some(frame.height)
    }
}
