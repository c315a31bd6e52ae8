//! Who wins a race of two chains, with the proofs of it.

use super::nakade;
use super::prove::Proven;
use super::{Certainty, Reading};
use crate::Game;
use crate::go::Position;
use crate::go::proof::Claim;
use alloc::vec::Vec;
use tengen_board::{Color, Point};

/// The outcome of a race for the side that moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaceOutcome {
    /// It captures the other chain while its own is on the board, whoever has ko threats.
    Wins,
    /// Its own chain is captured while the other is on the board, whoever has ko threats.
    Loses,
    /// Neither chain is captured first, whoever has ko threats, and no chain is proven alive.
    Seki,
    /// The same, and one of the chains at least is made alive.
    BothLive,
    /// It depends on a ko.
    Ko,
    /// Not proven within the limit of positions.
    Unknown,
}

impl RaceOutcome {
    /// The word for programs: `wins`, `loses`, `seki`, `both-live`, `ko` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            RaceOutcome::Wins => "wins",
            RaceOutcome::Loses => "loses",
            RaceOutcome::Seki => "seki",
            RaceOutcome::BothLive => "both-live",
            RaceOutcome::Ko => "ko",
            RaceOutcome::Unknown => "unknown",
        }
    }
}

/// What is proven of a race, the side of the first chain to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceReport {
    /// The side that moves first.
    pub side: Color,
    /// Whether it captures the other chain first.
    pub wins: Certainty,
    /// Whether its own chain is not captured first.
    pub stands: Certainty,
    /// True if a chain is proven alive though neither is captured.
    pub lives: bool,
    /// True if the chain that is captured fills the only eye of the group around it, with so few stones and so placed
    /// that their capture makes no two eyes. A judgement of shapes: it is a seki then, though the race is won.
    pub in_vain: bool,
    /// The proofs: of a win or a loss one, else of what each side keeps up, and by which ko more.
    pub proofs: Vec<Proven>,
    /// Positions visited.
    pub nodes: u64,
}

impl RaceReport {
    /// The outcome in one word.
    pub fn outcome(&self) -> RaceOutcome {
        match (self.wins, self.stands) {
            (Certainty::Yes, _) => RaceOutcome::Wins,
            (_, Certainty::No) => RaceOutcome::Loses,
            (Certainty::Unknown, _) | (_, Certainty::Unknown) => RaceOutcome::Unknown,
            (Certainty::No, Certainty::Yes) if self.lives => RaceOutcome::BothLive,
            (Certainty::No, Certainty::Yes) => RaceOutcome::Seki,
            _ => RaceOutcome::Ko,
        }
    }

    /// The first move of the proof of this claim's kind by the side; `None` if there is no proof or no move is needed.
    fn first(&self, is_race: bool) -> Option<Point> {
        let of_kind = |claim: Claim| if is_race { matches!(claim, Claim::Race(..)) } else { claim.is_hold() };
        let proof = self
            .proofs
            .iter()
            .find(|proven| proven.certificate.side == self.side && of_kind(proven.certificate.claim));
        proof.and_then(|proven| proven.line.first()).and_then(|mv| mv.point())
    }

    /// Whether the side wins, with its first move.
    pub fn kill(&self) -> Reading {
        Reading { certainty: self.wins, first: self.first(true), nodes: self.nodes }
    }

    /// Whether the side's chain stands, with its first move.
    pub fn survival(&self) -> Reading {
        let first = if self.wins == Certainty::Yes { self.first(true) } else { self.first(false) };
        Reading { certainty: self.stands, first, nodes: self.nodes }
    }
}

impl Position {
    /// Proves who wins the race between the chains at `own` and `other`, the side of `own` to move. `None` if they are
    /// not two stones of different colours. Each of the searches visits `max_nodes` positions at most, and ends when
    /// `stop` returns true; there are up to fourteen of them.
    ///
    /// ```
    /// use tengen_games::go::{self, RaceOutcome};
    /// use tengen_games::Game;
    /// let mut game = go::Position::new(&go::Rules::named("chinese", Some("5x2".parse()?))?);
    /// for mv in ["b2", "c2", "b1", "c1"] {
    ///     game.play(game.parse_move(mv)?)?;
    /// }
    /// let [black, white] = ["b2", "c2"].map(|at| game.parse_move(at).unwrap().point().unwrap());
    /// let race = game.prove_race(black, white, 1000, &|| false).unwrap();
    /// assert_ne!(race.outcome(), RaceOutcome::Unknown);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove_race(
        &self,
        own: Point,
        other: Point,
        max_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<RaceReport> {
        let color = |at: Point| self.size().contains(at).then(|| self.at(at).color()).flatten();
        let side = color(own)?;
        if color(other)? == side {
            return None;
        }
        let (wins, stands) = (Certainty::Unknown, Certainty::Unknown);
        let mut report =
            RaceReport { side, wins, stands, lives: false, in_vain: false, proofs: Vec::new(), nodes: 0 };
        let prove = |report: &mut RaceReport, claim: Claim, side: Color| {
            let found = self.prove_until(claim, side, report.side, max_nodes, stop)?;
            report.nodes += found.nodes;
            let certainty = found.proven.as_ref().map(|proven| proven.certainty);
            report.proofs.extend(found.proven);
            certainty
        };
        // 1. A win ends the question; so does a loss.
        let win = prove(&mut report, Claim::Race(own, other), side);
        if win == Some(Certainty::Yes) {
            (report.wins, report.stands) = (Certainty::Yes, Certainty::Yes);
            report.in_vain = nakade::fills_the_only_eye(&self.board, self.board.vertex(other));
            return Some(report);
        }
        let loss = prove(&mut report, Claim::Race(other, own), !side);
        if loss == Some(Certainty::Yes) {
            (report.wins, report.stands) = (Certainty::No, Certainty::No);
            report.in_vain = nakade::fills_the_only_eye(&self.board, self.board.vertex(own));
            return Some(report);
        }
        // 2. What each side keeps up.
        let stand = prove(&mut report, Claim::Stand(own, other), side);
        let blocked = prove(&mut report, Claim::Stand(other, own), !side);
        let certain = Some(Certainty::Yes);
        report.wins = win.unwrap_or(if blocked == certain { Certainty::No } else { Certainty::Unknown });
        report.stands = stand.unwrap_or(Certainty::Unknown);
        // 3. Two eyes tell life from seki.
        if (report.wins, report.stands) == (Certainty::No, Certainty::Yes) {
            let few = max_nodes / 4;
            report.lives = [(own, side), (other, !side)].into_iter().any(|(at, color)| {
                let found = self.prove_until(Claim::Live(at), color, side, few, stop);
                report.nodes += found.as_ref().map_or(0, |found| found.nodes);
                let proven = found.and_then(|found| found.proven);
                let lives = proven.as_ref().is_some_and(|proven| proven.certainty == Certainty::Yes);
                report.proofs.extend(proven.filter(|_| lives));
                lives
            });
        }
        Some(report)
    }
}
