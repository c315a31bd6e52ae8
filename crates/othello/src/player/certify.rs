//! Exact scores with certificates, for `tengen_games::othello::proof` to check.

use super::{Player, Tables};
use crate::eval::classic::Classic;
use crate::eval::weights::Patterns;
use crate::eval::{DISC, Evaluator};
use crate::frame::Frame;
use crate::probcut::Confidence;
use crate::search::{Search, Solvable};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::time::Instant;
use tengen_board::{Color, Point};
use tengen_engine::{Clock, Engine, Limits, Proof, Score, Stop};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::proof::{
    OthelloCertificate, OthelloProofNode, OthelloProofPart, OthelloVerifyLimits, verify_until,
};
use tengen_games::othello::{Bits, Board, Position, Rules};
use tengen_games::{Game, Move};

/// The greatest number of nodes of a proof; its file then has some 50 MB.
const MAX_NODES: usize = 1 << 20;

/// A proven score with its certificate, which the verifier has accepted.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The final score with best play, in discs, for the side to move.
    pub score: i32,
    /// The proof: each side reaches its part of the score.
    pub certificate: OthelloCertificate,
    /// Nodes searched.
    pub nodes: u64,
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
    /// The exact score of a position, with a proof that answers every reply down to the end of the game. With 16 empties
    /// it takes a second and some ten thousand nodes; two empties more make it some four times as large.
    ///
    /// # Errors
    /// [`CertifyError`]: the game is over, a limit on nodes or time or `stop` ended the search, or the proof has more
    /// than a million nodes.
    pub fn certify(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Certified, CertifyError> {
        if position.is_over() {
            return Err(CertifyError::Over);
        }
        let (begun, mut clock) = (Instant::now(), Clock::start(limits, stop));
        // It fills the table with the best moves.
        let found =
            self.analyze(position, &Limits { depth: None, lines: 1, ..limits.clone() }, stop, &mut |_| ());
        let Some(Score::Proven(Proof::Margin(score))) = found.score() else {
            return Err(CertifyError::Unproven);
        };
        clock.spend(found.nodes);
        let score = score as i32;
        let tables = Tables { shared: &self.table, own: &self.own_tables[0], busy: None };
        let build = Build { position, score, tables, clock: &mut clock };
        let parts = match position.narrow() {
            Some(board) if position.rules() == Rules::STANDARD => {
                self.backend.dispatch(NarrowBuild { build, board, eval: Some(Patterns(&self.weights)) })
            }
            Some(board) => self.backend.dispatch(NarrowBuild { build, board, eval: None }),
            None => {
                let frame = Frame::new(position.size());
                build.parts(PortableWide, Classic(&frame), &frame, &position.wide())
            }
        }?;
        let certificate = OthelloCertificate::new(position, parts);
        // The search tells positions apart by 64-bit keys, so it could err.
        let nodes = clock.nodes();
        let is_late = || stop.is_raised() || limits.time.is_some_and(|time| begun.elapsed() >= time);
        match verify_until(&certificate, &OthelloVerifyLimits::default(), &is_late) {
            Ok(_) => Ok(Certified { score, certificate, nodes }),
            Err(_) => Err(CertifyError::Unproven),
        }
    }
}

/// A proof to be built.
struct Build<'a> {
    position: &'a Position,
    /// For the side to move, in discs.
    score: i32,
    tables: Tables<'a>,
    clock: &'a mut Clock,
}

/// On a board of at most 8×8.
struct NarrowBuild<'a> {
    build: Build<'a>,
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

impl Build<'_> {
    /// The proofs of both sides.
    fn parts<S: Solvable + Hash, F: Flips<Set = S>, E: Evaluator<S>>(
        self,
        f: F,
        eval: E,
        frame: &Frame<S>,
        board: &Board<S>,
    ) -> Result<Vec<OthelloProofPart>, CertifyError> {
        let Build { position, score, tables, clock } = self;
        let size = position.size();
        let mut search = Search::new((f, eval), clock, tables, frame, size);
        search.confidence = Confidence::CERTAIN;
        let side = position.to_move();
        let mut parts = Vec::new();
        for (side, least) in [(side, score), (!side, -score)] {
            let mut builder = Builder::new(&mut search, least);
            if side == position.to_move() {
                builder.answer(board)?;
            } else {
                let (replies, other) = builder.replies(board)?;
                builder.add(OthelloProofNode { mv: None, replies, other })?;
            }
            parts.push(OthelloProofPart { side, least, nodes: builder.nodes });
        }
        // Black's claim first.
        parts.sort_by_key(|part| part.side != Color::Black);
        Ok(parts)
    }
}

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
        // A search has taken two positions for one.
        Err(CertifyError::Unproven)
    }

    /// The answers to all replies on a board with the other side to move, and to a pass.
    fn replies(&mut self, board: &Board<S>) -> Result<(Vec<(Point, u32)>, Option<u32>), CertifyError> {
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
