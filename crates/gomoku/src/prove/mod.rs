//! Long proofs: a whole winning strategy, built position by position.
//!
//! A [`Prover`] answers the question whether a side wins a position, however quiet it is. Positions are the same if a
//! symmetry of the board turns one into the other, whatever the order of the moves.
//!
//! - With the winner to move, a search for wins by threats and quiet moves comes first, with growing limits. Early
//!   positions get only the smallest limit. Where it finds nothing, the engine's best moves are tried one after the
//!   other.
//! - With the other side to move, that side passes first. The win after the pass answers all replies against which
//!   the verifier accepts it. Each other reply makes a position of its own. There the same win is repaired where the
//!   verifier sees an escape; a position where that fails is searched.
//!
//! Everything found is written to a work file at once, so a run can be killed at any time and started again; it loses
//! at most the positions in hand. The result is one certificate, which the verifier must accept.

mod board_text;
mod work_file;

use board_text::{BoardText, Canonical};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;
use tengen_board::{Color, Point, Symmetry};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::Position;
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, ProofNode, Refusal, VerifyLimits, VerifyReport, verify_until};
use work_file::{Known, WorkFile};

use crate::Player;
use crate::solve::{MergedNodes, SolveResult, WinKind, holds_against, ordered_replies, replay, solve};
pub use work_file::{Cost, WorkError};

/// How hard a proof tries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProveLimits {
    /// The node limits of the searches of one position, growing.
    pub nodes: Vec<u64>,
    /// How many moves of the engine are tried in a position.
    pub candidates: usize,
    /// The nodes of the engine's search for them.
    pub candidate_nodes: u64,
    /// Positions with fewer stones get only the first limit before moves are tried.
    pub early_stones: usize,
    /// No moves are tried in positions with this many stones or more.
    pub max_stones: usize,
    /// A move is given up if more replies than this resist the searches.
    pub max_resisting: usize,
    /// Positions searched at a time.
    pub threads: usize,
}

impl Default for ProveLimits {
    fn default() -> ProveLimits {
        ProveLimits {
            nodes: vec![200_000, 2_000_000, 20_000_000],
            candidates: 4,
            candidate_nodes: 2_000_000,
            early_stones: 4,
            max_stones: 12,
            max_resisting: 12,
            threads: 1,
        }
    }
}

/// The state of a proof.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ProveProgress {
    /// Positions that a search proved, in all runs.
    pub proven: usize,
    /// Positions that resist so far.
    pub open: usize,
    /// What the proven ones cost, in all runs.
    pub cost: Cost,
    /// The estimated part of the whole that is done, from 0 to 1.
    pub done: f64,
}

/// A position that was hard to prove, or is not proven.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardPosition {
    /// The stones, as in `black h8 i9;white j8`, the winner to move.
    pub board: String,
    /// The cost of its proof. `None` if no proof was found.
    pub cost: Option<Cost>,
    /// The node limit up to which no proof was found, else 0.
    pub limit: u64,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The work file.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The verifier refused the certificate made of the records.
    #[error("the verifier refuses the merged proof: {0}")]
    Refused(#[from] Refusal),
}

impl From<std::io::Error> for ProveError {
    fn from(error: std::io::Error) -> ProveError {
        ProveError::Work(error.into())
    }
}

/// Builds the proof that one side wins a position.
pub struct Prover<'a> {
    start: Position,
    side: Color,
    limits: ProveLimits,
    stop: Stop,
    work: Mutex<WorkFile>,
    /// Replies done and to be done, for each move that is being proven.
    path: Mutex<Vec<(usize, usize)>>,
    report: &'a (dyn Fn(ProveProgress) + Sync),
}

impl std::fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover")
            .field("side", &self.side)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What came of an attempt; an error is one of the work file.
type Attempt = Result<bool, WorkError>;

impl<'a> Prover<'a> {
    /// A prover that `side` wins the position, with the records of the work file, which is made if it is not there.
    /// `report` is called after each position.
    ///
    /// # Errors
    /// [`WorkError`] if the file cannot be used or is about another question.
    pub fn new(
        start: &Position,
        side: Color,
        limits: ProveLimits,
        work: &Path,
        stop: &Stop,
        report: &'a (dyn Fn(ProveProgress) + Sync),
    ) -> Result<Prover<'a>, WorkError> {
        let stones: Vec<_> = start.stones().collect();
        let (size, board) = (start.size(), BoardText::new(&stones, start.size()));
        let question = format!(
            "tengen-prove 1 {} {size}: {side} wins, {} to move, {board}",
            start.rules().variant,
            start.to_move()
        );
        let work = Mutex::new(WorkFile::open(work, &question, size)?);
        Ok(Prover {
            start: start.clone(),
            side,
            limits,
            stop: stop.clone(),
            work,
            path: Mutex::default(),
            report,
        })
    }

    fn work(&self) -> std::sync::MutexGuard<'_, WorkFile> {
        self.work.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn path(&self) -> std::sync::MutexGuard<'_, Vec<(usize, usize)>> {
        self.path.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Builds the proof, and returns it with the verifier's report. `None` if the side was not proven to win within the
    /// limits, or the stop flag was raised.
    ///
    /// # Errors
    /// [`ProveError`] if the work file cannot be used, or the verifier refuses what was found.
    pub fn run(&self) -> Result<Option<(Certificate, VerifyReport)>, ProveError> {
        if self.start.is_over() {
            return Ok(None);
        }
        let proven = if self.start.to_move() == self.side {
            self.attack(&self.start)?
        } else {
            self.defend(&self.start)?
        };
        if !proven {
            return Ok(None);
        }
        let proof = self.certificate()?;
        let report = verify_until(&proof, &VerifyLimits::default(), &|| self.stop.is_raised())?;
        Ok(Some((proof, report)))
    }

    /// The positions that took the most nodes and those that are not proven, the hardest first.
    pub fn hardest(&self, count: usize) -> Vec<HardPosition> {
        let work = self.work();
        let hard = work.all().filter_map(|(board, known)| match known {
            Known::Searched { cost, .. } => {
                Some(HardPosition { board: board.to_string(), cost: Some(*cost), limit: 0 })
            }
            Known::Open(limit) => Some(HardPosition { board: board.to_string(), cost: None, limit: *limit }),
            Known::Move(_) => None,
        });
        let mut hard: Vec<HardPosition> = hard.collect();
        hard.sort_by_key(|p| (p.cost.is_some(), std::cmp::Reverse(p.cost.map(|c| c.nodes)), p.board.clone()));
        hard.truncate(count);
        hard
    }

    /// What is known so far.
    pub fn progress(&self) -> ProveProgress {
        let mut progress = ProveProgress { proven: 0, open: 0, cost: Cost::default(), done: 0.0 };
        for (_, known) in self.work().all() {
            match known {
                Known::Searched { cost, .. } => {
                    progress.proven += 1;
                    progress.cost.nodes += cost.nodes;
                    progress.cost.millis += cost.millis;
                }
                Known::Open(_) => progress.open += 1,
                Known::Move(_) => {}
            }
        }
        let mut share = 1.0;
        for &(done, all) in self.path().iter() {
            progress.done += share * done as f64 / all.max(1) as f64;
            share /= all.max(1) as f64;
        }
        progress
    }

    fn is_proven(&self, board: &BoardText) -> bool {
        matches!(self.work().known(board), Some(Known::Searched { .. } | Known::Move(_)))
    }

    /// The winner is to move.
    fn attack(&self, game: &Position) -> Attempt {
        let Some(at) = Canonical::new(game, self.side) else { return Ok(false) };
        let early = at.position.stones().count() < self.limits.early_stones;
        let limits =
            if early { &self.limits.nodes[..1.min(self.limits.nodes.len())] } else { &self.limits.nodes };
        for &limit in limits {
            if self.search(&at, limit)? {
                return Ok(true);
            }
        }
        self.by_moves(&at)
    }

    /// Tries moves, one after the other.
    fn by_moves(&self, at: &Canonical) -> Attempt {
        if at.position.stones().count() >= self.limits.max_stones {
            return Ok(false);
        }
        for mv in self.candidates(at)? {
            if self.stop.is_raised() {
                break;
            }
            let mut after = at.position.clone();
            if after.play(Move::Place(mv)).is_err() || after.is_over() {
                continue;
            }
            if self.defend(&after)? {
                self.work().put_move(&at.text, mv)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Searches for a win by threats and quiet moves.
    fn search(&self, at: &Canonical, limit: u64) -> Attempt {
        match self.work().known(&at.text) {
            Some(Known::Searched { .. } | Known::Move(_)) => return Ok(true),
            Some(Known::Open(tried)) if *tried >= limit => return Ok(false),
            _ if self.stop.is_raised() => return Ok(false),
            _ => {}
        }
        let begun = Instant::now();
        let found = solve(&at.position, self.side, WinKind::Wide, &Limits::nodes(limit), &self.stop);
        let millis = begun.elapsed().as_millis() as u64;
        match found.result {
            SolveResult::Win(win) => {
                self.work().put_win(&win.proof, Cost { nodes: found.nodes, millis })?;
                Ok(true)
            }
            _ if self.stop.is_raised() => Ok(false),
            _ => {
                self.work().put_open(&at.text, limit)?;
                Ok(false)
            }
        }
    }

    /// The moves to try: the engine's best.
    fn candidates(&self, at: &Canonical) -> Result<Vec<Point>, WorkError> {
        if let Some(known) = self.work().candidates(&at.text) {
            return Ok(known.to_vec());
        }
        let limits = Limits { lines: self.limits.candidates, ..Limits::nodes(self.limits.candidate_nodes) };
        let found = Player::new().analyze(&at.position, &limits, &self.stop, &mut |_| ());
        let mut moves: Vec<Point> = Vec::new();
        for mv in found
            .lines
            .iter()
            .filter_map(|line| line.moves.first()?.point())
            .chain(found.best.and_then(Move::point))
        {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        moves.truncate(self.limits.candidates);
        if !self.stop.is_raised() {
            self.work().put_candidates(&at.text, &moves)?;
        }
        Ok(moves)
    }

    /// The other side is to move.
    fn defend(&self, game: &Position) -> Attempt {
        let Some(passed) = Canonical::new(game, self.side) else { return Ok(false) };
        let mut won = false;
        for &limit in &self.limits.nodes {
            won = won || self.search(&passed, limit)?;
        }
        if !won {
            return Ok(false);
        }
        let Some(game) = Canonical::new(game, self.side.opponent()) else { return Ok(false) };
        let covered = self.covered(&game)?;
        let mut due: Vec<Canonical> = Vec::new();
        for reply in ordered_replies(&game.position) {
            let mut after = game.position.clone();
            after.play_unchecked(Move::Place(reply));
            if after.is_over() {
                return Ok(false);
            }
            let Some(after) = Canonical::new(&after, self.side) else { return Ok(false) };
            if !covered.contains(&reply) && due.iter().all(|known| known.text != after.text) {
                due.push(after);
            }
        }
        let all = due.len();
        due.retain(|at| !self.is_proven(&at.text));
        self.path().push((all - due.len(), all));
        self.replay_all(&game, &due)?;
        due.retain(|at| !self.is_proven(&at.text));
        let proven = self.replies(due);
        self.path().pop();
        proven
    }

    /// Repairs the win after a pass against each of the replies, which lead to `due` from `game`.
    fn replay_all(&self, game: &Canonical, due: &[Canonical]) -> Result<(), WorkError> {
        let nodes = self.work().proof_nodes(&game.text)?;
        let due: Vec<&Canonical> = due.iter().collect();
        if nodes.is_empty() {
            return Ok(());
        }
        self.for_all(&due, &|at| {
            let begun = Instant::now();
            let mut turned = MergedNodes::default();
            let root = turned.import(&nodes, at.symmetry, at.position.size());
            let turned = root.map_or_else(Vec::new, |root| turned.into_proof(root));
            let (proof, nodes) = replay(turned, &at.position, self.side, &self.stop);
            if let Some(proof) = &proof {
                let millis = begun.elapsed().as_millis() as u64;
                self.work().put_win(proof, Cost { nodes, millis })?;
            }
            Ok(proof.is_some())
        })
    }

    /// Proves the positions after the replies: first by searches, many at a time, then the rest by moves.
    fn replies(&self, mut due: Vec<Canonical>) -> Attempt {
        for (round, &limit) in self.limits.nodes.iter().enumerate() {
            let early = |at: &Canonical| at.position.stones().count() < self.limits.early_stones;
            let now: Vec<&Canonical> = due.iter().filter(|at| round == 0 || !early(at)).collect();
            self.search_all(&now, limit)?;
            due.retain(|at| !self.is_proven(&at.text));
            if self.stop.is_raised() {
                return Ok(false);
            }
        }
        let resisting =
            due.iter().filter(|at| at.position.stones().count() >= self.limits.early_stones).count();
        if resisting > self.limits.max_resisting {
            return Ok(false);
        }
        for at in due {
            if self.stop.is_raised() || !self.by_moves(&at)? {
                return Ok(false);
            }
            self.step();
        }
        Ok(true)
    }

    /// Counts one more reply as done.
    fn step(&self) {
        if let Some(level) = self.path().last_mut() {
            level.0 += 1;
        }
        (self.report)(self.progress());
    }

    /// Searches positions, on all threads.
    fn search_all(&self, positions: &[&Canonical], limit: u64) -> Result<(), WorkError> {
        self.for_all(positions, &|at| self.search(at, limit))
    }

    /// Attempts to prove positions, on all threads.
    fn for_all(
        &self,
        positions: &[&Canonical],
        attempt: &(dyn Fn(&Canonical) -> Attempt + Sync),
    ) -> Result<(), WorkError> {
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), WorkError> {
            while let Some(at) = positions.get(next.fetch_add(1, Relaxed)) {
                if self.stop.is_raised() {
                    break;
                }
                if attempt(at)? {
                    self.step();
                } else {
                    (self.report)(self.progress());
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.limits.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for helper in helpers {
                let helped = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                done = done.and(helped);
            }
            done
        })
    }

    /// The replies that the win after a pass answers.
    fn covered(&self, at: &Canonical) -> Result<Vec<Point>, WorkError> {
        if let Some(known) = self.work().covered(&at.text) {
            return Ok(known.to_vec());
        }
        // A win by a move, not by a search, has no certificate of its own.
        let Some(mut proof) = self.work().proof(&at.text)? else { return Ok(Vec::new()) };
        let stopped = || self.stop.is_raised();
        let mut replies = ordered_replies(&at.position);
        replies.retain(|&reply| holds_against(&mut proof, reply, &stopped));
        if !self.stop.is_raised() {
            self.work().put_covered(&at.text, &replies)?;
        }
        Ok(replies)
    }

    /// The certificate made of the records.
    fn certificate(&self) -> Result<Certificate, ProveError> {
        let mut merger = Merger { prover: self, nodes: MergedNodes::default(), done: Vec::new() };
        let (root, against_all) = if self.start.to_move() == self.side {
            (merger.attack(&self.start)?, false)
        } else {
            (merger.defend(&self.start, ProofNode::NO_MOVE)?, true)
        };
        let nodes = merger.nodes.into_proof(root);
        Ok(if against_all {
            Certificate::against_all(&self.start, self.side, nodes)
        } else {
            Certificate::new(&self.start, self.side, nodes)
        })
    }
}

/// Puts the records together to one proof.
struct Merger<'a, 'b> {
    prover: &'a Prover<'b>,
    nodes: MergedNodes,
    /// The nodes of the boards that are written, each in the orientation in which it was met.
    done: Vec<(String, u32)>,
}

impl Merger<'_, '_> {
    fn lost(board: &BoardText) -> ProveError {
        ProveError::Work(WorkError::Line { line: 0, what: format!("there is no proof of {board}") })
    }

    /// The node of a position with the winner to move.
    fn attack(&mut self, game: &Position) -> Result<u32, ProveError> {
        let stones: Vec<_> = game.stones().collect();
        let here = BoardText::new(&stones, game.size()).to_string();
        if let Ok(known) = self.done.binary_search_by(|(board, _)| board.cmp(&here)) {
            return Ok(self.done[known].1);
        }
        let at = Canonical::new(game, self.prover.side);
        let at = at.ok_or_else(|| ProveError::Refused(Refusal::Position(here.clone())))?;
        let back = at.symmetry.inverse();
        let known = self.prover.work().known(&at.text).cloned();
        let node = match known {
            Some(Known::Searched { .. }) => {
                let proof = self.prover.work().proof_nodes(&at.text)?;
                self.nodes.import(&proof, back, game.size()).ok_or_else(|| Merger::lost(&at.text))?
            }
            Some(Known::Move(mv)) => {
                let mv = back.apply(mv, game.size());
                let mut after = game.clone();
                after.play(Move::Place(mv)).map_err(|_| Merger::lost(&at.text))?;
                self.defend(&after, mv)?
            }
            _ => return Err(Merger::lost(&at.text)),
        };
        let place = self.done.partition_point(|(board, _)| *board < here);
        self.done.insert(place, (here, node));
        Ok(node)
    }

    /// The node of a move that has been played, or of no move.
    fn defend(&mut self, game: &Position, mv: Point) -> Result<u32, ProveError> {
        let side = self.prover.side;
        let at = Canonical::new(game, side.opponent());
        let at = at.ok_or_else(|| ProveError::Refused(Refusal::Position(String::new())))?;
        let covered = self.prover.work().covered(&at.text).unwrap_or_default().to_vec();
        let mut root = ProofNode::last(mv);
        // The common answer is the win after a pass, where that is a search of its own.
        let proof = self.prover.work().proof_nodes(&at.text)?;
        let back: Symmetry = at.symmetry.inverse();
        root.other = self.nodes.import(&proof, back, game.size());
        for reply in ordered_replies(game) {
            if covered.contains(&at.symmetry.apply(reply, game.size())) {
                continue;
            }
            let mut after = game.clone();
            after.play_unchecked(Move::Place(reply));
            root.replies.push((reply, self.attack(&after)?));
        }
        Ok(self.nodes.add(root))
    }
}

#[cfg(test)]
mod tests;
