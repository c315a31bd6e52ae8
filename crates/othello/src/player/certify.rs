//! Scores and outcomes with certificates, for `tengen_games::othello::proof` to check.

use super::level;
use super::{Player, Question, Tables};
use crate::eval::classic::Classic;
use crate::eval::weights::Patterns;
use crate::eval::{DISC, Evaluator};
use crate::frame::Frame;
use crate::probcut::Confidence;
use crate::search::{Search, Solvable};
use crate::table::BoardTable;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::time::Instant;
use tengen_board::{Color, Point};
use tengen_engine::{Clock, Leveled as _, Limits, Proof, Score, Stop};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::proof::{
    OthelloCertificate, OthelloProofNode, OthelloProofPart, OthelloVerifyLimits, verify_until,
};
use tengen_games::othello::{Bits, Board, Position, Rules};
use tengen_games::{Game, Move};

/// The greatest number of nodes of a proof; its file then has some 30 MB.
const MAX_NODES: usize = 1 << 20;

/// A solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// For the side to move with best play: the final score in discs, or of [`Question::Outcome`] 1 for a win, 0 for a
    /// draw, -1 for a loss.
    pub score: i32,
    /// A move that reaches it.
    pub best: Option<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

/// A solved position with its certificate, which the verifier has accepted.
#[derive(Clone, Debug)]
pub struct Certified {
    /// What is proven.
    pub solved: Solved,
    /// The proof. Of a score and of a draw each side reaches its part, else the winner's score is at least 1.
    pub certificate: OthelloCertificate,
}

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertifyError {
    /// The game is over.
    Over,
    /// The search or its check ended before the score was certain.
    Unproven,
    /// The proof has more than this many nodes.
    TooLarge(usize),
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifyError::Over => f.write_str("the game is over"),
            CertifyError::Unproven => f.write_str("not proven within the limits"),
            CertifyError::TooLarge(most) => write!(f, "the proof has more than {most} nodes"),
        }
    }
}

impl std::error::Error for CertifyError {}

impl Player {
    /// The score or the outcome of a position; `None` if the game is over, or a limit on nodes or time or `stop` ended
    /// the search.
    pub fn solve(
        &mut self,
        position: &Position,
        question: Question,
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Solved> {
        let limits = Limits { depth: None, lines: 1, ..limits.clone() };
        // A score has no level.
        let skill = std::mem::replace(&mut self.skill, level::skill(Player::MAX_LEVEL));
        let found = self.search(position, &limits, question, stop, &mut |_| ());
        self.skill = skill;
        let Some(Score::Proven(Proof::Margin(score))) = found.score() else { return None };
        let score = if question == Question::Outcome { (score as i32).signum() } else { score as i32 };
        Some(Solved { score, best: found.best, nodes: found.nodes })
    }

    /// As [`solve`](Player::solve), with a proof that answers every reply down to the end of the game. With 16 empty
    /// squares a score takes half a second and some 7,000 nodes of proof, with 19 ten times as much.
    ///
    /// # Errors
    /// [`CertifyError`]: the game is over, a limit or `stop` ended the search, or the proof has more than a million
    /// nodes.
    pub fn certify(
        &mut self,
        position: &Position,
        question: Question,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Certified, CertifyError> {
        if position.is_over() {
            return Err(CertifyError::Over);
        }
        let (begun, mut clock) = (Instant::now(), Clock::start(limits, stop));
        // It fills the table with the best moves.
        let solved = self.solve(position, question, limits, stop).ok_or(CertifyError::Unproven)?;
        clock.spend(solved.nodes);
        let (to_move, score) = (position.to_move(), solved.score);
        let mut claims = vec![(to_move, score), (!to_move, -score)];
        if question == Question::Outcome {
            claims.retain(|&(_, least)| least >= 0);
        }
        // Black's claim first.
        claims.sort_by_key(|&(side, _)| side != Color::Black);
        let clock = &mut clock;
        let parts = match position.narrow() {
            Some(board) => {
                let tables = self.memory.narrow().of_thread(0, None);
                let build = Build { position, claims, tables, clock };
                let eval = (position.rules() == Rules::STANDARD).then_some(Patterns(&self.weights));
                self.backend.dispatch(NarrowBuild { build, board, eval })
            }
            None => {
                let tables = self.memory.wide().of_thread(0, None);
                let build = Build { position, claims, tables, clock };
                let frame = Frame::new(position.size());
                build.parts(PortableWide, Classic(&frame), &frame, &position.wide())
            }
        }?;
        let certificate = OthelloCertificate::new(position, parts);
        let solved = Solved { nodes: clock.nodes(), ..solved };
        // On boards above 8×8 two positions with the same 64-bit key are one position to the search, so it could err.
        let is_late = || stop.is_raised() || limits.time.is_some_and(|time| begun.elapsed() >= time);
        match verify_until(&certificate, &OthelloVerifyLimits::default(), &is_late) {
            Ok(_) => Ok(Certified { solved, certificate }),
            Err(_) => Err(CertifyError::Unproven),
        }
    }
}

/// A proof to be built.
struct Build<'a, T> {
    position: &'a Position,
    /// Each side with the score that it reaches at least, in discs.
    claims: Vec<(Color, i32)>,
    tables: Tables<'a, T>,
    clock: &'a mut Clock,
}

/// On a board of at most 8×8.
struct NarrowBuild<'a> {
    build: Build<'a, BoardTable>,
    board: Board<u64>,
    eval: Option<Patterns<'a>>,
}

impl Job for NarrowBuild<'_> {
    type Output = Result<Vec<OthelloProofPart>, CertifyError>;

    fn run<F: Flips<Set = u64>>(self, f: F) -> Self::Output {
        let frame = Frame::new(self.build.position.size());
        match self.eval {
            Some(eval) => self.build.parts(f, eval, &frame, &self.board),
            None => self.build.parts(f, Classic(&frame), &frame, &self.board),
        }
    }
}

impl<T> Build<'_, T> {
    /// The proofs of all claims.
    fn parts<S: Solvable<Table = T> + Hash, F: Flips<Set = S>, E: Evaluator<S>>(
        self,
        f: F,
        eval: E,
        frame: &Frame<S>,
        board: &Board<S>,
    ) -> Result<Vec<OthelloProofPart>, CertifyError> {
        let Build { position, claims, tables, clock } = self;
        let mut search = Search::new((f, eval), clock, tables, frame, position.size());
        search.confidence = Confidence::CERTAIN;
        let mut parts = Vec::new();
        for (side, least) in claims {
            let mut builder = Builder::new(&mut search, least);
            if side == position.to_move() {
                builder.answer(board)?;
            } else {
                let (replies, other) = builder.replies(board)?;
                builder.add(OthelloProofNode { mv: None, replies, other })?;
            }
            parts.push(OthelloProofPart { side, least, nodes: builder.nodes });
        }
        Ok(parts)
    }
}

/// The answers of a node: to single replies, and to a pass.
type Replies = (Vec<(Point, u32)>, Option<u32>);

/// Builds the proof of one side. Boards are seen from the side to move.
struct Builder<'s, 'a, S: Solvable, F: Flips<Set = S>, E> {
    search: &'s mut Search<'a, F, E>,
    /// The score that the side reaches at least, in discs.
    least: i32,
    nodes: Vec<OthelloProofNode>,
    /// The place of each node.
    places: HashMap<OthelloProofNode, u32>,
    /// The node of each board with the side to move.
    known: HashMap<Board<S>, u32>,
}

impl<'s, 'a, S: Solvable + Hash, F: Flips<Set = S>, E: Evaluator<S>> Builder<'s, 'a, S, F, E> {
    fn new(search: &'s mut Search<'a, F, E>, least: i32) -> Self {
        Builder { search, least, nodes: Vec::new(), places: HashMap::new(), known: HashMap::new() }
    }

    /// The node for a board with the side to move, which reaches its score there.
    fn answer(&mut self, board: &Board<S>) -> Result<u32, CertifyError> {
        if let Some(&place) = self.known.get(board) {
            return Ok(place);
        }
        let (mv, after) = self.best(board)?;
        let (replies, other) = self.replies(&after)?;
        let place = self.add(OthelloProofNode { mv: Some(mv), replies, other })?;
        self.known.insert(*board, place);
        Ok(place)
    }

    /// A move that reaches the score, and the board after it. Of several, the one that leaves the fewest replies.
    fn best(&mut self, board: &Board<S>) -> Result<(Move, Board<S>), CertifyError> {
        let moves = board.moves();
        if moves.is_empty() {
            return Ok((Move::Pass, board.pass()));
        }
        let mut children: Vec<(usize, Board<S>)> =
            moves.squares().map(|square| (square, board.place(square))).collect();
        children.sort_by_key(|(_, after)| after.moves().count());
        for (square, after) in children {
            let depth = after.empties().count();
            let alpha = -self.least * DISC;
            let node = self.search.root(&after);
            let value = self.search.scout(&node, depth, alpha, alpha + 1);
            if self.search.clock.is_over() {
                return Err(CertifyError::Unproven);
            }
            if value <= alpha {
                return Ok((Move::Place(point::<S>(square)), after));
            }
        }
        // A search has taken two positions of a board above 8×8 for one.
        Err(CertifyError::Unproven)
    }

    /// The answers to all replies on a board with the other side to move, and to a pass.
    fn replies(&mut self, board: &Board<S>) -> Result<Replies, CertifyError> {
        let moves = board.moves();
        if moves.is_empty() {
            let other = if board.is_over() { None } else { Some(self.answer(&board.pass())?) };
            return Ok((Vec::new(), other));
        }
        let mut replies = Vec::new();
        for square in moves.squares() {
            let after = board.place(square);
            if !after.is_over() {
                replies.push((point::<S>(square), self.answer(&after)?));
            }
        }
        Ok((replies, None))
    }

    /// The place of a node, which is added unless it is there.
    fn add(&mut self, node: OthelloProofNode) -> Result<u32, CertifyError> {
        if let Some(&place) = self.places.get(&node) {
            return Ok(place);
        }
        if self.nodes.len() == MAX_NODES {
            return Err(CertifyError::TooLarge(MAX_NODES));
        }
        let place = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.places.insert(node, place);
        Ok(place)
    }
}

fn point<S: Bits>(square: usize) -> Point {
    Board::<S>::point(square)
}
