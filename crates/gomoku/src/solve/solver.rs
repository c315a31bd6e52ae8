//! The solvers' front: does a side win by fours, by threats, or with quiet moves?

use super::dfpn::Budget;
use super::shrink::{Tried, shrunk};
use super::tree::TreeBuilder;
use super::vct::Vct;
use super::wide::Wide;
use crate::vcf::{MoveLine, VcfLimits, VcfResult};
use crate::{Board, RuleSet, Values, with_rule};
use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_engine::{Clock, Limits, Stop};
use tengen_games::{Game, gomoku};
use tengen_gomoku_verify::{Certificate, ProofNode, Refusal, VerifyLimits, find_faults};

/// The kind of win to look for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinKind {
    /// By continuous fours.
    Vcf,
    /// By continuous threats: fours, and moves after which the attacker would win by fours if the defender passed.
    Vct,
    /// By threats and quiet moves: the wins that the engine's search sees, proven move by move.
    Wide,
}

impl WinKind {
    /// `vcf`, `vct`, `wide`.
    pub const fn name(self) -> &'static str {
        match self {
            WinKind::Vcf => "vcf",
            WinKind::Vct => "vct",
            WinKind::Wide => "wide",
        }
    }
}

/// The result of a search for a win.
#[derive(Clone, PartialEq, Debug)]
pub enum SolveResult {
    /// There is a win, with this proof.
    Win(Win),
    /// There is no win of this kind. Certain for [`WinKind::Vcf`]; for [`WinKind::Vct`] as far as its searches by
    /// fours see, each of at most 3,000 positions; never returned for [`WinKind::Wide`].
    None,
    /// The search ended before the result was certain.
    Unknown,
}

/// A proven win.
#[derive(Clone, PartialEq, Debug)]
pub struct Win {
    /// The most plies to the win, its last one included.
    pub plies: u32,
    /// The main line: the winner's moves and the replies that last longest.
    pub line: Vec<Point>,
    /// The proof, with an answer to every defence.
    pub proof: Certificate,
}

/// The most nodes of a proof in which all answers of a node are tried against all its replies.
const MAX_ALL_TRIED: usize = 50_000;

impl Win {
    /// Makes the proof smaller, where a reply needs no answer of its own. The verifier accepts the new proof. The win
    /// may take more plies or fewer. Nothing changes if `stopped` returns true before the end.
    ///
    /// A proof by [`WinKind::Wide`] takes a second or two, and has a fifth of its nodes afterwards.
    pub fn shrink(&mut self, stopped: &dyn Fn() -> bool) {
        let tried = if self.proof.nodes.len() <= MAX_ALL_TRIED { Tried::All } else { Tried::Common };
        if let Some(proof) = shrunk(&self.proof, tried, stopped) {
            (self.plies, self.line) = main_line(&proof.nodes);
            self.proof = proof;
        }
    }
}

/// The result of [`solve`] and its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveReport {
    /// The result.
    pub result: SolveResult,
    /// Positions searched.
    pub nodes: u64,
    /// Wall-clock time until the win was certain, without that of writing its proof.
    pub time: Duration,
    /// Wall-clock time of the whole.
    pub total: Duration,
}

/// The greatest number of positions in the graph of a search by threats.
const MAX_POSITIONS: usize = 1 << 21;

/// The greatest number of nodes of a proof.
const MAX_PROOF_NODES: usize = 1 << 22;

/// The number of faults of a proof that are repaired at a time.
const MAX_FAULTS: usize = 64;

/// Searches for a win of `side`, as if it were to move, and returns it with its proof. The limits of nodes and time
/// and the stop flag hold.
///
/// A finished game has no such win.
pub fn solve(
    game: &gomoku::Position,
    side: Color,
    kind: WinKind,
    limits: &Limits,
    stop: &Stop,
) -> SolveReport {
    with_rule!(game.rules().variant, R => solve_by::<R>(game, side, kind, limits, stop))
}

fn solve_by<R: RuleSet>(
    game: &gomoku::Position,
    side: Color,
    kind: WinKind,
    limits: &Limits,
    stop: &Stop,
) -> SolveReport {
    let mut answer =
        SolveReport { result: SolveResult::None, nodes: 0, time: Duration::ZERO, total: Duration::ZERO };
    if game.is_over() {
        return answer;
    }
    let make = || {
        let mut board = Values::standard(R::VARIANT).board::<R>(game);
        board.set_to_move(side);
        board
    };
    let mut board = (kind != WinKind::Vcf).then(make);
    let vct = if kind == WinKind::Wide { Vct::medium(MAX_POSITIONS) } else { Vct::new(MAX_POSITIONS) };
    let mut wide = Wide::new(vct, limits, stop);
    let mut clock = Clock::looking_every(16, limits, stop);
    let found = match &mut board {
        None => by_fours::<R>(&mut wide.vct, game, side, &mut clock, limits),
        Some(board) if kind == WinKind::Vct => wide.vct.solve(board, &mut clock),
        Some(board) => alternate(&mut wide, board, &mut clock),
    };
    let (kept, fours) = wide.vct.work();
    (answer.nodes, answer.time) = (kept as u64 + fours + wide.work(), clock.elapsed());
    answer.result = match found {
        Some(false) => SolveResult::None,
        None => SolveResult::Unknown,
        Some(true) => loop {
            let board = board.get_or_insert_with(make);
            let nodes = TreeBuilder::build(&mut wide, board, &mut clock, MAX_PROOF_NODES);
            let Some(nodes) = nodes else { break SolveResult::Unknown };
            let (plies, line) = main_line(&nodes);
            let proof = Certificate::new(game, side, nodes);
            let stopped = out_of_time(limits, clock.elapsed(), stop);
            // The relevance zone of a quiet move follows rules of thumb, so the proof is checked here and repaired
            // where it fails.
            let checked = if kind == WinKind::Wide {
                find_faults(&proof, &VerifyLimits::default(), MAX_FAULTS, &stopped).err()
            } else {
                None
            };
            let escapes = match checked {
                None => break SolveResult::Win(Win { plies, line, proof }),
                Some(faults) if matches!(faults.refusal, Refusal::Stopped(_)) => break SolveResult::Unknown,
                Some(faults) => faults.lines,
            };
            if !wide.repair(board, &proof.nodes, &escapes, &mut clock) && !wide.widen_zones(board, &mut clock)
            {
                break SolveResult::Unknown;
            }
        },
    };
    answer.total = clock.elapsed();
    answer
}

/// The stop condition for the check of a proof: `stop`, or the end of the time that is left after `elapsed`.
pub(super) fn out_of_time(limits: &Limits, elapsed: Duration, stop: &Stop) -> impl Fn() -> bool {
    let left = limits.time.map(|time| time.saturating_sub(elapsed));
    let deadline = left.and_then(|left| Instant::now().checked_add(left));
    move || stop.is_raised() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// The budget of the first turn; the search by threats gets half of the nodes.
const FIRST_TURN: Budget = Budget { positions: 3_000, nodes: 50_000 };

/// Alternates between the search by threats, the search by quiet threats and the oracle. Each turn of the oracle is
/// four times as long as the last.
fn alternate<R: RuleSet>(wide: &mut Wide, board: &mut Board<R>, clock: &mut Clock) -> Option<bool> {
    let Budget { positions, mut nodes } = FIRST_TURN;
    if wide.vct.solve_within(board, clock, Budget { positions, nodes: nodes / 2 }) == Some(true) {
        return Some(true);
    }
    let (mut by_quiet, mut by_oracle) = (true, true);
    for turn in 0.. {
        if !(by_quiet || by_oracle) || clock.is_over() {
            break;
        }
        if turn > 0 && by_quiet {
            // Quiet threats rarely win where the oracle sees no win soon; but where they do, the oracle would take
            // long.
            let part = if turn < 3 { 8 } else { 1 };
            match wide.solve_by_quiet(board, nodes / part, clock) {
                Some(true) => return Some(true),
                Some(false) => by_quiet = false,
                None => {}
            }
        }
        if by_oracle && !clock.is_over() {
            match wide.solve(board, nodes, clock) {
                Some(true) => return Some(true),
                Some(false) => by_oracle = false,
                None => {}
            }
        }
        nodes = nodes.saturating_mul(4);
    }
    None
}

/// Searches by fours in portions, so that the clock is checked between them.
fn by_fours<R: RuleSet>(
    vct: &mut Vct,
    game: &gomoku::Position,
    side: Color,
    clock: &mut Clock,
    limits: &Limits,
) -> Option<bool> {
    let mut portion = 1 << 12;
    let mut line = MoveLine::default();
    loop {
        let left = limits.nodes.unwrap_or(u64::MAX).saturating_sub(clock.nodes());
        let limits = VcfLimits { nodes: portion.min(left), ..VcfLimits::NONE };
        let found = vct.expander.vcf.solve_game::<R>(game, side, limits, &mut line);
        vct.expander.count_nodes(clock);
        match found {
            VcfResult::Win(_) => return Some(true),
            VcfResult::Nothing => return Some(false),
            VcfResult::Unknown if clock.look() || left <= portion => return None,
            VcfResult::Unknown => portion *= 2,
        }
    }
}

/// The plies of a tree and its longest line. Both begin with the reply if the last node has no move.
pub(crate) fn main_line(nodes: &[ProofNode]) -> (u32, Vec<Point>) {
    let mut plies: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let all = node.replies.iter().map(|&(_, answer)| answer).chain(node.other);
        let longest = all.filter_map(|answer| plies.get(answer as usize)).max();
        plies.push(longest.map_or(1, |longest| longest + 2));
    }
    let mut line = Vec::new();
    let mut at = nodes.last();
    while let Some(node) = at {
        if node.mv != ProofNode::NO_MOVE {
            line.push(node.mv);
        }
        let longest = node.replies.iter().max_by_key(|&&(_, answer)| plies[answer as usize]);
        if let Some(&(reply, _)) = longest {
            line.push(reply);
        }
        at = longest.and_then(|&(_, answer)| nodes.get(answer as usize));
    }
    let moveless = u32::from(nodes.last().is_some_and(|node| node.mv == ProofNode::NO_MOVE));
    (plies.last().copied().unwrap_or(0) - moveless, line)
}
