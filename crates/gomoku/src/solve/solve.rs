//! The question and the answer: does a side win by fours, or by threats?

use super::dfpn::Budget;
use super::line::MoveLine;
use super::tree::TreeBuilder;
use super::vcf::{VcfLimits, VcfResult};
use super::vct::Vct;
use super::wide::Wide;
use crate::{Board, RuleSet, Values, with_rule};
use std::time::{Duration, Instant};
use tengen_board::{Color, Point};
use tengen_engine::{Clock, Limits, Stop};
use tengen_games::{Game, gomoku};
use tengen_gomoku_verify::{Certificate, ProofNode, Refusal, VerifyLimits, find_faults};

/// Which wins are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinKind {
    /// By continuous fours.
    Vcf,
    /// By continuous threats: fours, and moves after which the attacker would win by fours if it moved again.
    Vct,
    /// By threats and quiet moves: what the engine's own search sees, proven move by move.
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

/// What is known of such a win.
#[derive(Clone, PartialEq, Debug)]
pub enum SolveResult {
    /// There is one, and here is its proof.
    Win(Win),
    /// There is none of this kind: certain of [`WinKind::Vcf`]; of [`WinKind::Vct`] as far as the searches by fours inside it, each of which
    /// may look at 3,000 positions, see; never told of [`WinKind::Wide`].
    None,
    /// The limits were met before it was certain.
    Unknown,
}

/// A win that is proven.
#[derive(Clone, PartialEq, Debug)]
pub struct Win {
    /// Plies at most, the winner's first move and the last both counted.
    pub plies: u32,
    /// The main line: the winner's moves and the replies that hold out longest.
    pub line: Vec<Point>,
    /// The proof, every defence answered.
    pub proof: Certificate,
}

/// What [`solve`] found, and the work it took.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveReport {
    /// What is known.
    pub result: SolveResult,
    /// Positions looked at.
    pub nodes: u64,
    /// Wall-clock time until the win was certain, the writing of its proof left out.
    pub time: Duration,
    /// Wall-clock time of the whole.
    pub total: Duration,
}

/// Positions that a search by threats keeps in memory where nothing says how many.
const MOST: usize = 1 << 21;

/// Nodes that a proof may have.
const MOST_NODES: usize = 1 << 22;

/// Faults of a proof that are mended at a time.
const FAULTS: usize = 64;

/// Whether `side` wins by fours or threats, as if it were to move, with the proof. The limits of nodes, time and the stop flag
/// hold; a win is never told without its proof.
///
/// A game that is over has no such win.
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
    let vct = if kind == WinKind::Wide { Vct::medium(MOST) } else { Vct::new(MOST) };
    let mut wide = Wide::new(vct, limits, stop);
    let mut clock = Clock::looking_every(16, limits, stop);
    let found = match &mut board {
        None => by_fours::<R>(&mut wide.vct, game, side, &mut clock, limits),
        Some(board) if kind == WinKind::Vct => wide.vct.solve(board, &mut clock),
        Some(board) => by_turns(&mut wide, board, &mut clock),
    };
    let (kept, fours) = wide.vct.work();
    (answer.nodes, answer.time) = (kept as u64 + fours + wide.work(), clock.elapsed());
    answer.result = match found {
        Some(false) => SolveResult::None,
        None => SolveResult::Unknown,
        Some(true) => loop {
            let board = board.get_or_insert_with(make);
            let nodes = TreeBuilder::build(&mut wide, board, &mut clock, MOST_NODES);
            let Some(nodes) = nodes else { break SolveResult::Unknown };
            let (plies, line) = main_line(&nodes);
            let proof = Certificate::new(game, side, nodes);
            let stopped = out_of_time(limits, clock.elapsed(), stop);
            // Which replies matter to a quiet move is judged by rules of thumb; so the proof is looked at before it is told,
            // and mended where it does not hold.
            let checked = if kind == WinKind::Wide {
                find_faults(&proof, &VerifyLimits::default(), FAULTS, &stopped).err()
            } else {
                None
            };
            let escapes = match checked {
                None => break SolveResult::Win(Win { plies, line, proof }),
                Some(faults) if matches!(faults.refusal, Refusal::Stopped(_)) => break SolveResult::Unknown,
                Some(faults) => faults.lines,
            };
            if !wide.repair(board, &proof.nodes, &escapes, &mut clock) && !wide.again(board, &mut clock) {
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

/// What the first turn may take; the search by threats half of the nodes.
const FIRST: Budget = Budget { positions: 3_000, nodes: 50_000 };

/// The search by threats, then that by quiet threats, and the oracle, in turns. The oracle's are each four times as long as the one before.
fn by_turns<R: RuleSet>(wide: &mut Wide, board: &mut Board<R>, clock: &mut Clock) -> Option<bool> {
    let Budget { positions, mut nodes } = FIRST;
    if wide.vct.solve_within(board, clock, Budget { positions, nodes: nodes / 2 }) == Some(true) {
        return Some(true);
    }
    let (mut by_quiet, mut by_oracle) = (true, true);
    for turn in 0.. {
        if !(by_quiet || by_oracle) || clock.is_over() {
            break;
        }
        if turn > 0 && by_quiet {
            // Seldom do they win where the oracle does not soon see a win itself; but where they do, it would be looking for long.
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

/// Searches by fours in portions, so that the clock is looked at.
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

/// The plies of a tree and its longest line.
fn main_line(nodes: &[ProofNode]) -> (u32, Vec<Point>) {
    let mut plies: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let all = node.replies.iter().map(|&(_, answer)| answer).chain(node.other);
        let longest = all.filter_map(|answer| plies.get(answer as usize)).max();
        plies.push(longest.map_or(1, |longest| longest + 2));
    }
    let mut line = Vec::new();
    let mut at = nodes.last();
    while let Some(node) = at {
        line.push(node.mv);
        let longest = node.replies.iter().max_by_key(|&&(_, answer)| plies[answer as usize]);
        if let Some(&(reply, _)) = longest {
            line.push(reply);
        }
        at = longest.and_then(|&(_, answer)| nodes.get(answer as usize));
    }
    (plies.last().copied().unwrap_or(0), line)
}
