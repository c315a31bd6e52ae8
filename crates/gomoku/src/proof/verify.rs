//! Checking a certificate: every move of the winner is played, every legal reply is looked up and answered, down to the win.
//!
//! The walk keeps its own stack, so that the depth of a file costs nothing but a frame a ply, and every line is at most as
//! long as the board has points. Two short cuts keep it quick, both by the rules alone:
//!
//! - A side that has a point where it wins keeps it whatever the opponent plays elsewhere, unless the opponent wins first
//!   (caro is different: there a stone at the end of a five can spoil it). So where every other reply is answered by a
//!   stone that wins at once, one look serves for all of them. A stone that makes five is never forbidden.
//! - Branches that were found right are remembered with the whole board, bit by bit, not with a hash that a file could
//!   be made to deceive.

use super::certificate::{Answers, Certificate};
use super::five::Cells;
use std::collections::HashMap;
use tengen_board::{Color, Coords, Point, Size};
use tengen_engine::Stop;
use tengen_games::gomoku::{Position, Variant};
use tengen_games::{EndReason, Game, Move, Reason};

/// How much work a check may be.
#[derive(Clone, Debug)]
pub struct Work {
    /// Positions that may be looked at; beyond that the certificate is refused.
    pub positions: u64,
    /// Ends the check when it is raised.
    pub stop: Stop,
}

impl Default for Work {
    /// Two thousand million positions, some minutes.
    fn default() -> Work {
        Work { positions: 2_000_000_000, stop: Stop::new() }
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
    /// The check was stopped.
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
}

/// A node and the stones that it is played on.
type Key = (u32, Box<[u64]>);

/// Branches that are remembered at most; beyond it all are forgotten.
const REMEMBERED: usize = 1 << 18;

/// Positions between two looks at the stop flag.
const LOOK: u64 = 1 << 14;

struct Check<'a> {
    proof: &'a Certificate,
    work: &'a Work,
    size: Size,
    position: Position,
    cells: Cells,
    line: Vec<Point>,
    frames: Vec<Frame>,
    /// Lists of replies that are no longer used.
    spare: Vec<Vec<Point>>,
    /// Where the opponent may win next, because of its last stone.
    threats: Vec<Point>,
    positions: u64,
    played: Vec<bool>,
    known: HashMap<Key, u32>,
}

/// Checks every line of a certificate by the rules.
///
/// # Errors
/// [`Refusal`] says where the proof fails, with the moves that lead there.
pub fn verify(proof: &Certificate, work: &Work) -> Result<Report, Refusal> {
    let position = proof.position().map_err(|e| Refusal::Position(e.to_string()))?;
    if position.is_over() {
        return Err(Refusal::Position("the game is over".into()));
    }
    if proof.nodes.is_empty() {
        return Err(Refusal::Empty);
    }
    let cells = Cells::new(&position);
    let threats = cells.winning(proof.side.opponent());
    let mut check = Check {
        proof,
        work,
        size: position.size(),
        position,
        cells,
        line: Vec::new(),
        frames: Vec::new(),
        spare: Vec::new(),
        threats,
        positions: 0,
        played: vec![false; proof.nodes.len()],
        known: HashMap::new(),
    };
    let plies = check.run()?;
    let nodes = check.played.iter().filter(|played| **played).count();
    Ok(Report { nodes, positions: check.positions, plies })
}

/// The node with this number. Readers give none beyond the list; hand-made certificates may.
fn node_of(proof: &Certificate, number: u32) -> &Answers {
    static NOTHING: Answers = Answers::last(Point::new(u8::MAX, u8::MAX));
    proof.nodes.get(number as usize).unwrap_or(&NOTHING)
}

impl Check<'_> {
    fn words(&self) -> String {
        words(&self.line, self.size)
    }

    fn name(&self, p: Point) -> String {
        self.position.format_move(Move::Place(p))
    }

    fn run(&mut self) -> Result<u32, Refusal> {
        let mut done = self.enter(self.proof.nodes.len() as u32 - 1)?;
        loop {
            if let Some(height) = done.take() {
                // A branch is proven: back to the reply that it answers, if there is one.
                let Some(frame) = self.frames.last_mut() else { return Ok(height) };
                frame.height = frame.height.max(height + 2);
                self.take_back();
            }
            let Some(frame) = self.frames.last_mut() else { return Ok(0) };
            done = match frame.replies.pop() {
                Some(reply) => {
                    let node = frame.node;
                    self.reply(node, reply)?
                }
                None => self.leave(),
            };
        }
    }

    fn put(&mut self, p: Point, color: Color) {
        self.position.play_unchecked(Move::Place(p));
        self.cells.place(p, color);
        self.line.push(p);
    }

    fn take_back(&mut self) {
        self.position.undo();
        if let Some(p) = self.line.pop() {
            self.cells.remove(p);
        }
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
        self.enter(answer)
    }

    /// Plays a node's move. Gives the plies of the branch if it is proven at once; otherwise there is a new frame.
    fn enter(&mut self, number: u32) -> Result<Option<u32>, Refusal> {
        self.positions += 1;
        if self.positions > self.work.positions {
            return Err(Refusal::TooMuch(self.work.positions));
        }
        if self.positions.is_multiple_of(LOOK) && self.work.stop.is_raised() {
            return Err(Refusal::Stopped(self.positions));
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
        let remember = fans_out.then(|| (number, self.stones()));
        if let Some(&height) = remember.as_ref().and_then(|key| self.known.get(key)) {
            return Ok(Some(height));
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
        let caro = matches!(proof.rules.variant, Variant::Caro | Variant::StandardCaro);
        let wins_next =
            other.filter(|o| o.is_last() && !caro && cells.is_empty(o.mv) && cells.wins(o.mv, side));
        let mut height = 1;
        if let Some(last) = wins_next {
            // Every other reply but that on the point itself is answered by the same five.
            replies.extend(node.replies.iter().map(|&(p, _)| p).filter(|&p| p != last.mv));
            replies.push(last.mv);
            replies.retain(|&p| self.position.is_legal(Move::Place(p)));
            if let Some(flag) = node.other.and_then(|other| self.played.get_mut(other as usize)) {
                *flag = true;
            }
            height = 3;
        } else {
            replies.extend(self.size.points().filter(|&p| self.position.is_legal(Move::Place(p))));
        }
        self.frames.push(Frame { node: number, replies, height, remember });
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
            self.known.insert(key, frame.height);
        }
        Some(frame.height)
    }

    /// The stones as bits, both colours.
    fn stones(&self) -> Box<[u64]> {
        let words = self.size.area().div_ceil(64);
        let mut bits = vec![0; 2 * words].into_boxed_slice();
        for (i, p) in self.size.points().enumerate() {
            if let Some(color) = self.position.at(p).color() {
                bits[i / 64 + if color == Color::Black { 0 } else { words }] |= 1 << (i % 64);
            }
        }
        bits
    }
}
