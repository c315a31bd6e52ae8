//! Checking a certificate: every move of the winner is played, every legal reply is looked up and answered, down to the win.
//!
//! The walk keeps its own stack, so that the depth of a file costs nothing but a frame a ply, and every line is at most as
//! long as the board has points. Three short cuts keep it quick, all by the rules alone:
//!
//! - A side that has a point where it wins keeps it whatever the opponent plays elsewhere, unless the opponent wins first
//!   (caro is different: there a stone at the end of a five can spoil it). So where every other reply is answered by a
//!   stone that wins at once, one look serves for all of them. A stone that makes five is never forbidden.
//! - Replies that change nothing of what their common answer leads to are looked at together ([`idle`](super::idle)).
//! - Branches that were found right are remembered with the whole board, bit by bit, not with a hash that a file could
//!   be made to deceive.

use super::certificate::{Answers, Certificate};
use super::five::Cells;
use super::idle::{self, IDLE_MOST};
use crate::spots::Spots;
use std::collections::HashMap;
use std::time::Instant;
use tengen_board::{Color, Coords, Point, Size};
use tengen_engine::Stop;
use tengen_games::gomoku::{Position, Variant};
use tengen_games::{EndReason, Game, Move, Reason};

/// How much work a check may be.
#[derive(Clone, Debug)]
pub struct Work {
    /// Positions that may be looked at; beyond that the certificate is refused.
    pub positions: u64,
    /// Whether every reply is played out, those too that change nothing: much slower, for those who trust no short cut.
    pub exhaustive: bool,
    /// Ends the check when it is raised.
    pub stop: Stop,
    /// When the check is to end; `None` if it may last.
    pub until: Option<Instant>,
}

impl Default for Work {
    /// Two thousand million positions, some minutes.
    fn default() -> Work {
        Work { positions: 2_000_000_000, exhaustive: false, stop: Stop::new(), until: None }
    }
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Nodes of the proof that were played.
    pub nodes: usize,
    /// Positions that were looked at.
    pub positions: u64,
    /// Plies of the longest line, the winner's first and last move counted.
    pub plies: u32,
}

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The stones cannot stand so, or the game is over.
    #[error("no proof can start here: {0}")]
    Position(String),
    /// There is no node at all.
    #[error("the proof is empty")]
    Empty,
    /// A move of the winner's is illegal.
    #[error("after {}: node {node} answers {mv}, which is illegal: {why}", shown(line))]
    Illegal {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The move.
        mv: String,
        /// The rule that it breaks.
        why: String,
    },
    /// A node without replies does not win.
    #[error("after {}: node {node} plays {mv} and ends, but that does not win", shown(line))]
    NotWon {
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
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The reply.
        reply: String,
    },
    /// The other side wins.
    #[error("after {}: the opponent wins with {reply}", shown(line))]
    Lost {
        /// The moves before.
        line: String,
        /// The winning reply.
        reply: String,
    },
    /// The game ends without a winner.
    #[error("after {}: the game ends in a draw", shown(line))]
    Drawn {
        /// The moves before.
        line: String,
    },
    /// The check would take more work than is allowed.
    #[error("after {0} positions the end is not in sight: more work than this check may do")]
    TooMuch(u64),
    /// The check was stopped, or its time is up.
    #[error("the check was stopped after {0} positions")]
    Stopped(u64),
}

/// A line of moves in words, as in `h8 i9`; none for the position itself.
fn words(line: &[Point], size: Size) -> String {
    line.iter().map(|&p| Coords::Gomoku.format(p, size)).collect::<Vec<_>>().join(" ")
}

/// The line for a message.
fn shown(line: &str) -> &str {
    if line.is_empty() { "the position itself" } else { line }
}

/// A node whose move has been played, the opponent to move.
struct Frame {
    node: u32,
    /// The replies to go through, the next one last.
    replies: Vec<Point>,
    /// Plies of the longest line so far, from the node's own move on.
    height: u32,
    /// What stands on the board before the node's move, if a branch like this is to be remembered.
    remember: Option<Key>,
    /// Where none of the idle stones may stand, for what was seen of the branch.
    noted: Spots,
    idle: Idle,
    /// Moves played with the node's own.
    ply: usize,
}

/// Whether a node's common answer is followed with an idle reply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Idle {
    Due,
    UnderWay,
    /// It has been, or never is.
    Past,
}

/// A node, how many idle stones there are, and the stones that it is played on.
type Key = (u32, usize, Box<[u64]>);

/// Branches that are remembered at most; beyond it all are forgotten.
const REMEMBERED: usize = 1 << 18;

/// Positions between two looks at the stop flag and the time.
const LOOK: u64 = 1 << 14;

struct Check<'a> {
    proof: &'a Certificate,
    work: &'a Work,
    size: Size,
    position: Position,
    cells: Cells,
    /// The stones as bits, those of black first.
    stones: Box<[u64]>,
    line: Vec<Point>,
    /// The lines at which faults were seen.
    faults: Vec<Vec<Point>>,
    frames: Vec<Frame>,
    /// Lists of replies that are no longer used.
    spare: Vec<Vec<Point>>,
    /// Where the opponent may win next, because of its last stone.
    threats: Vec<Point>,
    positions: u64,
    played: Vec<bool>,
    known: HashMap<Key, (u32, Spots)>,
    /// Idle stones that stand somewhere.
    idle: usize,
    /// How many there may be at a time.
    idle_most: usize,
    /// Whether a stone at the end of a five spoils it, as in caro.
    ends_matter: bool,
}

/// Checks every line of a certificate by the rules.
///
/// # Errors
/// [`Refusal`] says where the proof fails, with the moves that lead there.
pub fn verify(proof: &Certificate, work: &Work) -> Result<Report, Refusal> {
    verify_or_lines(proof, work, 1).map_err(|(refusal, _)| refusal)
}

/// The same; a refusal comes with the moves after which it was seen, and those of so many other faults as are seen in twice the work.
pub(crate) fn verify_or_lines(
    proof: &Certificate,
    work: &Work,
    most: usize,
) -> Result<Report, (Refusal, Vec<Vec<Point>>)> {
    let mut check = Check::new(proof, work).map_err(|refusal| (refusal, Vec::new()))?;
    match check.run(most) {
        Ok(plies) => {
            let nodes = check.played.iter().filter(|played| **played).count();
            Ok(Report { nodes, positions: check.positions, plies })
        }
        Err(refusal) => Err((refusal, check.faults)),
    }
}

/// A node with no move.
static NOTHING: Answers = Answers::last(Point::new(u8::MAX, u8::MAX));

/// The node with this number. Readers give none beyond the list; hand-made certificates may.
fn node_of(proof: &Certificate, number: u32) -> &Answers {
    proof.nodes.get(number as usize).unwrap_or(&NOTHING)
}

impl<'a> Check<'a> {
    fn new(proof: &'a Certificate, work: &'a Work) -> Result<Check<'a>, Refusal> {
        let position = proof.position().map_err(|e| Refusal::Position(e.to_string()))?;
        if position.is_over() {
            return Err(Refusal::Position("the game is over".into()));
        }
        if proof.nodes.is_empty() {
            return Err(Refusal::Empty);
        }
        let cells = Cells::new(&position);
        let threats = cells.winning(proof.side.opponent());
        let ends_matter = matches!(proof.rules.variant, Variant::Caro | Variant::StandardCaro);
        let size = position.size();
        let mut check = Check {
            proof,
            work,
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
            known: HashMap::new(),
            idle: 0,
            idle_most: if ends_matter || work.exhaustive { 0 } else { IDLE_MOST },
            ends_matter,
        };
        for p in size.points() {
            if let Some(color) = check.cells.color(p) {
                check.turn_stone(p, color);
            }
        }
        Ok(check)
    }
}

impl Check<'_> {
    fn words(&self) -> String {
        words(&self.line, self.size)
    }

    fn name(&self, p: Point) -> String {
        self.position.format_move(Move::Place(p))
    }

    /// Goes through all; after a fault on to the next, until there are so many.
    fn run(&mut self, most: usize) -> Result<u32, Refusal> {
        let mut first_fault = None;
        let mut last_position = u64::MAX;
        let mut done = self.enter(self.proof.nodes.len() as u32 - 1);
        loop {
            match done {
                Ok(Some(height)) => {
                    // A branch is proven: back to the reply that it answers, if there is one.
                    let Some(frame) = self.frames.last_mut() else {
                        return first_fault.map_or(Ok(height), Err);
                    };
                    frame.height = frame.height.max(height + 2);
                    let (way, noted) = (frame.idle, frame.noted);
                    self.take_back();
                    if way == Idle::UnderWay {
                        self.play_out(noted);
                    }
                }
                Ok(None) => {}
                Err(refusal @ (Refusal::TooMuch(_) | Refusal::Stopped(_))) => return Err(refusal),
                Err(refusal) => {
                    // With an idle stone that proves nothing: the replies are played out one by one.
                    let idle = self.frames.iter().rposition(|frame| frame.idle == Idle::UnderWay);
                    if idle.is_none() {
                        self.faults.push(self.line.clone());
                        last_position = last_position.min(2 * self.positions);
                        first_fault.get_or_insert(refusal);
                    }
                    let Some(at) = idle.or(self.frames.len().checked_sub(1)) else { break };
                    self.frames.truncate(at + 1);
                    while self.position.ply() > self.frames[at].ply {
                        self.take_back();
                    }
                    if idle.is_some() {
                        self.play_out(idle::all(self.size));
                    }
                }
            }
            if self.faults.len() >= most || self.positions > last_position {
                break;
            }
            let Some(frame) = self.frames.last_mut() else { break };
            done = match (frame.idle, frame.replies.pop()) {
                (Idle::Due, _) => self.pass(),
                (_, Some(reply)) => {
                    let node = frame.node;
                    self.reply(node, reply)
                }
                (_, None) => Ok(self.leave()),
            };
        }
        first_fault.map_or(Ok(0), Err)
    }

    /// Follows the common answer of the top node with an idle reply.
    fn pass(&mut self) -> Result<Option<u32>, Refusal> {
        self.idle += 1;
        let (opponent, size) = (self.proof.side.opponent(), self.size);
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        frame.idle = Idle::UnderWay;
        for p in size.points().filter(|&p| self.cells.color(p) == Some(opponent)) {
            idle::note_rows(&mut frame.noted, &self.cells, p, self.idle, size);
        }
        self.threats.clear();
        self.position.play_unchecked(Move::Pass);
        let other = node_of(self.proof, frame.node).other.unwrap_or(u32::MAX);
        self.enter(other)
    }

    /// The idle reply to the top node has been followed: those at the points noted, and those with an answer of their own, are to be
    /// played.
    fn play_out(&mut self, noted: Spots) {
        self.idle -= 1;
        let Some(frame) = self.frames.last_mut() else { return };
        frame.idle = Idle::Past;
        let node = node_of(self.proof, frame.node);
        let mut due = noted;
        for &(reply, _) in node.replies.iter().filter(|&&(reply, _)| self.size.contains(reply)) {
            idle::note(&mut due, reply, self.size);
        }
        frame.replies.clear();
        let points = due.iter().map(|spot| self.size.point(spot.into()));
        frame.replies.extend(points.filter(|&p| self.cells.is_empty(p)));
        self.keep_legal();
    }

    /// Leaves out the replies to the top node that are illegal. With idle stones on the board they might not be.
    fn keep_legal(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let all = frame.replies.len();
        frame.replies.retain(|&p| self.position.is_legal(Move::Place(p)));
        if frame.replies.len() < all && self.idle > 0 {
            frame.noted = idle::all(self.size);
        }
    }

    /// Notes for the branch under way.
    fn note(&mut self, noted: Spots) {
        if let Some(frame) = self.frames.last_mut() {
            frame.noted |= noted;
        }
    }

    fn put(&mut self, p: Point, color: Color) {
        self.position.play_unchecked(Move::Place(p));
        self.cells.place(p, color);
        self.turn_stone(p, color);
        self.line.push(p);
    }

    fn take_back(&mut self) {
        if let Some(Move::Place(p)) = self.position.undo() {
            self.line.pop();
            if let Some(color) = self.cells.color(p) {
                self.turn_stone(p, color);
            }
            self.cells.remove(p);
        }
    }

    /// Adds a stone to the bits, or takes it away.
    fn turn_stone(&mut self, p: Point, color: Color) {
        let i = self.size.index(p);
        let words = self.stones.len() / 2;
        self.stones[i / 64 + if color == Color::Black { 0 } else { words }] ^= 1 << (i % 64);
    }

    /// Plays a legal reply and the answer to it.
    fn reply(&mut self, node: u32, reply: Point) -> Result<Option<u32>, Refusal> {
        let side = self.proof.side;
        let Some(answer) = node_of(self.proof, node).answer(reply).filter(|&answer| answer < node) else {
            let (line, reply) = (self.words(), self.name(reply));
            return Err(Refusal::Unanswered { line, node: node as usize + 1, reply });
        };
        self.put(reply, side.opponent());
        if let Some(outcome) = self.position.outcome() {
            self.take_back();
            let (line, reply) = (self.words(), self.name(reply));
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

    /// Plays a node's move. Gives the plies of the branch if it is proven at once; otherwise there is a new frame.
    fn enter(&mut self, number: u32) -> Result<Option<u32>, Refusal> {
        self.positions += 1;
        if self.positions > self.work.positions {
            return Err(Refusal::TooMuch(self.work.positions));
        }
        if self.positions % LOOK == 1 {
            let late = self.work.until.is_some_and(|until| Instant::now() >= until);
            if late || self.work.stop.is_raised() {
                return Err(Refusal::Stopped(self.positions));
            }
        }
        let (proof, side) = (self.proof, self.proof.side);
        let node = node_of(proof, number);
        let mv = node.mv;
        if let Err(illegal) = self.position.check(Move::Place(mv)) {
            let why = match illegal.reason {
                Reason::Occupied(color) => format!("a {color} stone stands there"),
                reason => reason.to_string(),
            };
            let (line, mv) = (self.words(), self.name(mv));
            return Err(Refusal::Illegal { line, node: number as usize + 1, mv, why });
        }
        // Only branches that fan out are worth remembering.
        let other = node.other.filter(|&other| other < number).map(|other| node_of(proof, other));
        let fans_out = other.is_some_and(|other| !other.is_last());
        let remember = fans_out.then(|| (number, self.idle, self.stones.clone()));
        if let Some(&(height, noted)) = remember.as_ref().and_then(|key| self.known.get(key)) {
            self.note(noted);
            return Ok(Some(height));
        }
        let mut noted = Spots::NONE;
        if self.idle > 0 {
            idle::note(&mut noted, mv, self.size);
            if proof.rules.variant == Variant::Renju
                && side == Color::Black
                && idle::may_be_forbidden(&self.cells, mv, self.size)
            {
                noted = idle::all(self.size);
            }
        }
        self.put(mv, side);
        if let Some(flag) = self.played.get_mut(number as usize) {
            *flag = true;
        }
        if let Some(outcome) = self.position.outcome() {
            let won = outcome.winner == Some(side);
            debug_assert!(won || outcome.reason == EndReason::Full);
            if !won {
                return Err(Refusal::Drawn { line: self.words() });
            }
            self.take_back();
            self.note(noted);
            return Ok(Some(1));
        }
        if node.is_last() {
            self.take_back();
            let (line, mv) = (self.words(), self.name(mv));
            return Err(Refusal::NotWon { line, node: number as usize + 1, mv });
        }
        // Stones of the winner's can only take such points away.
        let (cells, opponent) = (&self.cells, side.opponent());
        if let Some(&p) = self.threats.iter().find(|&&p| cells.is_empty(p) && cells.wins(p, opponent)) {
            return Err(Refusal::Lost { line: self.words(), reply: self.name(p) });
        }
        let mut replies = self.spare.pop().unwrap_or_default();
        let ends_matter = self.ends_matter;
        let wins_next =
            other.filter(|o| o.is_last() && !ends_matter && cells.is_empty(o.mv) && cells.wins(o.mv, side));
        let mut height = 1;
        let mut idle = Idle::Past;
        if let Some(last) = wins_next {
            // Every other reply but that on the point itself is answered by the same five.
            replies.extend(node.replies.iter().map(|&(p, _)| p).filter(|&p| p != last.mv));
            replies.push(last.mv);
            replies.retain(|&p| self.cells.is_empty(p));
            if self.idle > 0 {
                idle::note(&mut noted, last.mv, self.size);
            }
            if let Some(flag) = node.other.and_then(|other| self.played.get_mut(other as usize)) {
                *flag = true;
            }
            height = 3;
        } else if fans_out && self.idle < self.idle_most {
            idle = Idle::Due;
        } else {
            replies.extend(self.size.points().filter(|&p| self.cells.is_empty(p)));
        }
        let ply = self.position.ply();
        self.frames.push(Frame { node: number, replies, height, remember, noted, idle, ply });
        self.keep_legal();
        Ok(None)
    }

    /// Every reply to the top node is answered: its move is taken back.
    fn leave(&mut self) -> Option<u32> {
        let mut frame = self.frames.pop()?;
        self.take_back();
        frame.replies.clear();
        self.spare.push(frame.replies);
        if let Some(key) = frame.remember {
            if self.known.len() >= REMEMBERED {
                self.known.clear();
            }
            self.known.insert(key, (frame.height, frame.noted));
        }
        self.note(frame.noted);
        Some(frame.height)
    }
}
