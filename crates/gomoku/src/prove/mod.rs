//! Long proofs: a whole winning strategy, built position by position.
//!
//! A [`Prover`] answers the question whether a side wins a position, however quiet it is. Positions are the same if a
//! symmetry of the board turns one into the other, whatever the order of the moves.
//!
//! - With the winner to move, a search for wins by threats and quiet moves comes first, with growing limits. Early
//!   positions get only the smallest limit. Where it finds nothing, moves are tried: those that the strategies of other
//!   rules and sizes play on the same stones, and the engine's best. Proof numbers choose among them: the move goes on
//!   whose open replies look easiest. A move that the engine names later must look easier.
//! - With the other side to move, that side passes first. The win after the pass answers all replies against which
//!   the verifier accepts it. Each other reply makes a position of its own. Before a long search of it, known wins of
//!   the position with one stone of the loser less are repaired where the verifier sees an escape. Only an early
//!   position may have no win after the pass; then every reply makes a position.
//!
//! How each win was found is written to a work file at once, so a run can be killed at any time and started again; it
//! loses at most the positions in hand. A win itself is not kept: the same search finds it again. The result is one
//! certificate, which the verifier must accept.

mod board_text;
mod certificate;
mod embedded;
mod guide;
mod proof_tree;
mod recent_proofs;
mod searches;
mod strategy;
mod transfer;
mod wins_file;
mod work_file;

use board_text::BoardText;
use proof_tree::ProofTree;
use recent_proofs::RecentProofs;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Mutex;
use tengen_board::Color;
use tengen_engine::Stop;
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules};
use tengen_gomoku_verify::{Certificate, Refusal, VerifyLimits, VerifyReport, verify_until};
use wins_file::WinsFile;
use work_file::{Known, WorkFile};

pub use embedded::{ProvenStrategy, StrategyAnswer, StrategyPosition, StrategyReply};
pub use guide::KeptWins;
pub(crate) use guide::{Advice, Effort, Guide};
pub use strategy::Branch;
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
    /// Positions searched at a time.
    pub threads: usize,
}

impl Default for ProveLimits {
    fn default() -> ProveLimits {
        ProveLimits {
            nodes: vec![200_000, 2_000_000, 20_000_000],
            candidates: 4,
            candidate_nodes: 40_000_000,
            early_stones: 4,
            max_stones: 20,
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
    /// What the proven ones cost, in all runs. A skeleton has no costs: a win of it counts once it is found again.
    pub cost: Cost,
    /// The proven positions whose cost is known.
    pub searched: usize,
    /// What the searches of this run cost that found no win.
    pub without_win: Cost,
    /// The estimated part of the whole that is done, from 0 to 1.
    pub done: f64,
    /// Once all is proven: how many wins were found again for the certificate, and of how many.
    pub found_again: Option<(usize, usize)>,
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

/// The most nodes of all certificates that are kept, so that they are not searched again: some 400 MB.
const KEPT_NODES: usize = 4 << 20;

/// The first line of the records of these rules.
fn question(rules: &Rules, side: Color) -> String {
    format!("tengen-prove 2 {} {}: {side} wins", rules.variant, rules.size)
}

/// The rules and the size that the first line of a skeleton or a work file names. `None` if it is no such file.
///
/// # Errors
/// The file cannot be read.
pub fn recorded_rules(file: &Path) -> std::io::Result<Option<Rules>> {
    let mut line = Vec::new();
    File::open(file)?.take(MOST_BYTES_OF_A_QUESTION).read_to_end(&mut line)?;
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let named = std::str::from_utf8(line).ok().and_then(|line| line.split_once(": "));
    let words: Vec<&str> = named.map_or_else(Vec::new, |(rules, _)| rules.split(' ').collect());
    let ["tengen-prove", _, variant, size] = words[..] else { return Ok(None) };
    Ok(size.parse().ok().and_then(|size| Rules::named(variant, Some(size)).ok()))
}

/// More than the first line of a file of records has.
const MOST_BYTES_OF_A_QUESTION: u64 = 100;

/// Builds the proof that one side wins a position.
pub struct Prover<'a> {
    start: Position,
    side: Color,
    limits: ProveLimits,
    stop: Stop,
    work: Mutex<WorkFile>,
    /// Where the wins that were found again for the certificate are kept.
    wins: Mutex<Option<WinsFile>>,
    recent: Mutex<RecentProofs<BoardText, Certificate>>,
    /// Replies done and to be done, for each move that is being proven.
    path: Mutex<Vec<(usize, usize)>>,
    /// What the searches of this run cost that found no win.
    without_win: Mutex<Cost>,
    /// The wins found again for the certificate, and all that it needs.
    found_again: Mutex<Option<(usize, usize)>>,
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

impl<'a> Prover<'a> {
    /// A prover that `side` wins the position. Nothing is known yet, and nothing is written. `report` is called after
    /// each position.
    pub fn new(
        start: &Position,
        side: Color,
        limits: ProveLimits,
        stop: &Stop,
        report: &'a (dyn Fn(ProveProgress) + Sync),
    ) -> Prover<'a> {
        // What is known of a position does not depend on the start.
        let question = question(&start.rules(), side);
        Prover {
            start: start.clone(),
            side,
            limits,
            stop: stop.clone(),
            work: Mutex::new(WorkFile::new(&start.rules(), side, question)),
            wins: Mutex::default(),
            recent: Mutex::new(RecentProofs::new(KEPT_NODES)),
            path: Mutex::default(),
            without_win: Mutex::default(),
            found_again: Mutex::default(),
            report,
        }
    }

    /// Takes in the records of a skeleton or of another work file, which is not changed.
    ///
    /// # Errors
    /// [`WorkError`] if it cannot be read, or is about other rules, another size or the other side.
    pub fn read_records(&mut self, file: &Path) -> Result<(), WorkError> {
        self.work().read(file)
    }

    /// Takes in the records of a work file, which is made if it is not there. All that is found from now on is appended
    /// to it at once.
    ///
    /// # Errors
    /// [`WorkError`] if it cannot be used, or is about other rules, another size or the other side.
    pub fn keep_records(&mut self, file: &Path) -> Result<(), WorkError> {
        self.work().open(file)
    }

    /// Keeps each win that is found again for the certificate in this file, and takes those that are in it. It is made
    /// at the first win; the certificate once written, it can be removed.
    ///
    /// # Errors
    /// [`WorkError`] if it cannot be used, or is about other rules, another size or the other side.
    pub fn keep_wins(&mut self, file: &Path) -> Result<(), WorkError> {
        let question = question(&self.start.rules(), self.side).replacen("prove 2", "wins 1", 1);
        *self.wins() = Some(WinsFile::open(file, question)?);
        Ok(())
    }

    fn work(&self) -> std::sync::MutexGuard<'_, WorkFile> {
        self.work.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn wins(&self) -> std::sync::MutexGuard<'_, Option<WinsFile>> {
        self.wins.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn recent(&self) -> std::sync::MutexGuard<'_, RecentProofs<BoardText, Certificate>> {
        self.recent.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn path(&self) -> std::sync::MutexGuard<'_, Vec<(usize, usize)>> {
        self.path.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn without_win(&self) -> std::sync::MutexGuard<'_, Cost> {
        self.without_win.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn found_again(&self) -> std::sync::MutexGuard<'_, Option<(usize, usize)>> {
        self.found_again.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
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
        if !ProofTree::new(self).prove(&self.start)? {
            return Ok(None);
        }
        match self.verified_certificate() {
            // A stop ends a search without its win, and the check of the whole.
            Err(ProveError::Work(WorkError::Lost(_)) | ProveError::Refused(Refusal::Stopped(_)))
                if self.stop.is_raised() =>
            {
                Ok(None)
            }
            made => made.map(Some),
        }
    }

    fn verified_certificate(&self) -> Result<(Certificate, VerifyReport), ProveError> {
        let proof = self.certificate()?;
        let report = verify_until(&proof, &VerifyLimits::default(), &|| self.stop.is_raised())?;
        Ok((proof, report))
    }

    /// The skeleton: all records in short form, as text. Whoever has it finds every win again by the same searches. If
    /// the question is proven, it holds the strategy alone, else all that is known.
    pub fn skeleton(&self) -> String {
        let strategy = self.strategy();
        self.work().short_text(strategy.as_ref())
    }

    /// The positions that took the most nodes and those that are not proven, the hardest first. Those whose cost is not
    /// known are left out.
    pub fn hardest(&self, count: usize) -> Vec<HardPosition> {
        let work = self.work();
        let hard = work.all().filter_map(|(board, known)| match (known.cost(), known) {
            (None, Known::Open(limit)) => {
                Some(HardPosition { board: board.to_string(), cost: None, limit: *limit })
            }
            (None, _) => None,
            // A record of a skeleton.
            (Some(cost), _) if cost == Cost::default() => None,
            (cost, _) => Some(HardPosition { board: board.to_string(), cost, limit: 0 }),
        });
        let mut hard: Vec<HardPosition> = hard.collect();
        hard.sort_by_key(|p| (p.cost.is_some(), std::cmp::Reverse(p.cost.map(|c| c.nodes)), p.board.clone()));
        hard.truncate(count);
        hard
    }

    /// What is known so far.
    pub fn progress(&self) -> ProveProgress {
        let (without_win, found_again) = (*self.without_win(), *self.found_again());
        let mut progress = ProveProgress {
            proven: 0,
            open: 0,
            cost: Cost::default(),
            searched: 0,
            without_win,
            done: 0.0,
            found_again,
        };
        for (_, known) in self.work().all() {
            if let Some(cost) = known.cost() {
                progress.proven += 1;
                progress.searched += usize::from(cost != Cost::default());
                progress.cost.nodes += cost.nodes;
                progress.cost.millis += cost.millis;
            }
            progress.open += usize::from(!known.is_win());
        }
        let mut share = 1.0;
        for &(done, all) in self.path().iter() {
            progress.done += share * done as f64 / all.max(1) as f64;
            share /= all.max(1) as f64;
        }
        progress
    }
}

#[cfg(test)]
mod tests;
