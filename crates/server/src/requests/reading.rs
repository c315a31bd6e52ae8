//! The searches behind a question about chains of Go: each claim with more and more positions, until one is proven.

use std::time::Instant;
use tengen_board::{Color, Point};
use tengen_games::Game as _;
use tengen_games::go::proof::Claim;
use tengen_games::go::{Certainty, Position, Proven, RaceOutcome};

/// Positions that each search of a round may visit. A short round of every claim comes before a long one of any.
const ROUNDS: [u64; 5] = [2_000, 20_000, 200_000, 2_000_000, 20_000_000];

/// What is asked about one or two chains, which are named by a stone each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether the opponent captures the chain.
    Capture(Point),
    /// Whether the chain lives.
    Life(Point),
    /// Whether two chains of one colour become one.
    Connect(Point, Point),
    /// Which of two chains of different colours is captured first. The first is of the side that moves.
    Race(Point, Point),
}

/// What was found.
#[derive(Default, Debug)]
pub(super) struct Found {
    /// The word for it; [`UNKNOWN`] if nothing was.
    pub(super) outcome: &'static str,
    /// The proofs, the one that answers the question first.
    pub(super) proofs: Vec<Proven>,
    /// The move that saves a chain which is not captured, by reading without a proof.
    pub(super) reply: Option<Point>,
    /// True if the capture wins a race in vain; see `RaceReport::in_vain`.
    pub(super) in_vain: bool,
    /// True if nothing is left to search: more time would find nothing more.
    pub(super) is_complete: bool,
    /// Positions visited.
    pub(super) nodes: u64,
}

/// The outcome where nothing is known.
pub(super) const UNKNOWN: &str = "unknown";
/// The outcome that depends on a ko.
const KO: &str = "ko";

/// How far a search may go.
pub(super) struct Bounds<'a> {
    /// Positions of one search.
    pub(super) max_nodes: u64,
    /// When the search ends.
    pub(super) end: Option<Instant>,
    /// Whether it was stopped from outside.
    pub(super) is_stopped: &'a dyn Fn() -> bool,
}

impl Bounds<'_> {
    fn is_over(&self) -> bool {
        (self.is_stopped)() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn rounds(&self) -> impl Iterator<Item = u64> + use<> {
        let most = self.max_nodes.min(ROUNDS[ROUNDS.len() - 1]);
        ROUNDS.into_iter().filter(move |&nodes| nodes < most).chain([most])
    }
}

/// Answers a question with `first` to move. The stones of the question are on the board.
pub(super) fn answer(go: &Position, question: Question, first: Color, bounds: &Bounds<'_>) -> Found {
    let owner = |at: Point| go.at(at).color().unwrap_or(first);
    match question {
        Question::Capture(at) => capture(go, at, first, bounds),
        Question::Life(at) => {
            let owner = owner(at);
            let claims = [(Claim::Capture(at), !owner), (Claim::Live(at), owner), (Claim::Save(at), owner)];
            claims_in_rounds(go, &claims, first, bounds)
        }
        Question::Connect(a, b) => {
            let owner = owner(a);
            claims_in_rounds(go, &[(Claim::Connect(a, b), owner), (Claim::Cut(a, b), !owner)], first, bounds)
        }
        Question::Race(own, other) => race(go, own, other, bounds),
    }
}

/// The word for a claim that is reached whoever has ko threats.
const fn outcome_of(claim: Claim) -> &'static str {
    match claim {
        Claim::Capture(_) => "captured",
        Claim::Live(_) => "lives",
        Claim::Save(_) => "stands",
        Claim::Connect(..) => "connected",
        Claim::Cut(..) => "cut",
        Claim::Race(..) => "wins",
        Claim::Stand(..) => "seki",
    }
}

/// A claim with what is proven of it so far.
struct Asked {
    claim: Claim,
    side: Color,
    proven: Option<Proven>,
    /// No search is left for it.
    is_done: bool,
}

impl Asked {
    fn certainty(&self) -> Option<Certainty> {
        self.proven.as_ref().map(|proven| proven.certainty)
    }
}

/// Asks claims of which one at most holds without a ko.
fn claims_in_rounds(go: &Position, claims: &[(Claim, Color)], first: Color, bounds: &Bounds<'_>) -> Found {
    let mut asked: Vec<Asked> =
        claims.iter().map(|&(claim, side)| Asked { claim, side, proven: None, is_done: false }).collect();
    let mut nodes = 0;
    // A group that is never captured may have two eyes, which the next round finds.
    let mut waits_for_eyes = false;
    'rounds: for max_nodes in bounds.rounds() {
        for at in 0..asked.len() {
            let one = &mut asked[at];
            if one.is_done {
                continue;
            }
            let ended = || bounds.is_over();
            if ended() {
                break 'rounds;
            }
            let Some(report) = go.prove_until(one.claim, one.side, first, max_nodes, &ended) else {
                one.is_done = true;
                continue;
            };
            nodes += report.nodes;
            one.is_done = match &report.proven {
                Some(proven) => proven.certainty == Certainty::Yes,
                None => !report.unknown,
            };
            if report.proven.as_ref().map(|proven| proven.certainty) > one.certainty() {
                one.proven = report.proven;
            }
            if is_settled(&asked, waits_for_eyes) {
                break 'rounds;
            }
        }
        if waits_for_eyes || asked.iter().all(|one| one.is_done) {
            break;
        }
        waits_for_eyes = asked.iter().any(|one| one.certainty() == Some(Certainty::Yes));
    }
    let is_complete = asked.iter().all(|one| one.is_done) || is_settled(&asked, true);
    let mut proven: Vec<Proven> = asked.into_iter().filter_map(|one| one.proven).collect();
    let outcome = match proven.iter().find(|proven| proven.certainty == Certainty::Yes) {
        Some(sure) => outcome_of(sure.certificate.claim),
        None if proven.is_empty() => UNKNOWN,
        None => KO,
    };
    // Beside a sure proof the others say less.
    if outcome != KO && outcome != UNKNOWN {
        proven.retain(|proven| proven.certainty == Certainty::Yes);
        proven.truncate(1);
    }
    proven.sort_by_key(|proven| proven.certificate.side != first);
    Found { outcome, proofs: proven, is_complete, nodes, ..Found::default() }
}

/// Whether no search can change the outcome: something holds whoever has ko threats, or each side reaches something by
/// a ko. A chain that is only saved counts if it does not wait for two eyes.
fn is_settled(asked: &[Asked], counts_saved: bool) -> bool {
    let can_live = asked.iter().any(|one| matches!(one.claim, Claim::Live(_)) && !one.is_done);
    let sure = |one: &Asked| {
        let waits = matches!(one.claim, Claim::Save(_)) && can_live && !counts_saved;
        one.certainty() == Some(Certainty::Yes) && !waits
    };
    let by_ko = |color: Color| asked.iter().any(|one| one.side == color && one.proven.is_some());
    asked.iter().any(sure) || Color::BOTH.into_iter().all(by_ko)
}

/// Whether the opponent captures a chain; without a proof the plain reading says whether it is safe, and by which move.
fn capture(go: &Position, target: Point, first: Color, bounds: &Bounds<'_>) -> Found {
    let side = !go.at(target).color().unwrap_or(!first);
    let begun = Instant::now();
    // A quarter of the time is for the plain reading.
    let end = bounds.end.map(|end| begun + end.saturating_duration_since(begun).mul_f64(0.75));
    let proving = Bounds { end, ..*bounds };
    let mut found = claims_in_rounds(go, &[(Claim::Capture(target), side)], first, &proving);
    if !found.proofs.is_empty() {
        return found;
    }
    let attacks = side == first;
    for max_nodes in bounds.rounds() {
        if bounds.is_over() {
            break;
        }
        let reading = match attacks {
            true => go.read_attack(target, max_nodes),
            false => go.read_defense(target, max_nodes),
        };
        let Some(reading) = reading else { break };
        found.nodes += reading.nodes;
        if reading.certainty != Certainty::Unknown {
            if (reading.certainty == Certainty::No) == attacks {
                found.outcome = "safe";
                found.reply = reading.first.filter(|_| !attacks);
            }
            break;
        }
    }
    found
}

/// Which of two chains is captured first, the side of the first to move.
fn race(go: &Position, own: Point, other: Point, bounds: &Bounds<'_>) -> Found {
    let mut found = Found { outcome: UNKNOWN, ..Found::default() };
    for max_nodes in bounds.rounds() {
        let Some(report) = go.prove_race(own, other, max_nodes, &|| bounds.is_over()) else { break };
        found.nodes += report.nodes;
        let outcome = report.outcome();
        // What a stopped search does not know takes nothing back.
        if outcome == RaceOutcome::Unknown && found.outcome != UNKNOWN {
            break;
        }
        // A search that was too short may find a ko where there is none; two rounds agree on a real one.
        let is_sure = !matches!(outcome, RaceOutcome::Unknown | RaceOutcome::Ko)
            || (outcome == RaceOutcome::Ko && found.outcome == KO);
        (found.outcome, found.in_vain, found.proofs) = (outcome.name(), report.in_vain, report.proofs);
        found.is_complete = is_sure;
        if is_sure || bounds.is_over() {
            break;
        }
    }
    found
}
