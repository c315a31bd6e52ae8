//! VCT: victory by continuous threats.
//!
//! A *threat* here is a four, or any move after which the attacker would win by fours if the defender did nothing: an open
//! three, and every other move that prepares such a win. Each threat leaves the defender the replies of
//! [`replies`](super::replies) and its own fours.

use super::dfpn::{Child, Expand, Graph, Share};
use super::line::Line;
use super::replies::{holds, upsetting};
use super::vcf::{Found, Vcf, VcfLimits, answers, stops};
use crate::{Position, Rule, Spots, Threat};
use tengen_engine::Clock;

/// Finds wins by threats. It remembers the positions of earlier questions, which must be of the same rules and the same attacker.
#[derive(Debug)]
pub struct Vct {
    pub(super) graph: Graph,
    pub(super) by_fours: ByFours,
}

/// What one search by fours may look at inside a search by threats.
pub(super) const INNER: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 3000 };

/// What may be looked at to see whether the defender wins by fours first.
pub(super) const COUNTER: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 300 };

impl Vct {
    /// A solver that keeps at most so many positions, some 200 bytes each.
    pub fn new(most: usize) -> Vct {
        let vcf = Vcf::new((most / 16).clamp(1 << 10, 1 << 16));
        Vct { graph: Graph::new(most), by_fours: ByFours { vcf, told: 0 } }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.graph.clear();
        self.by_fours.vcf.clear();
    }

    /// Positions that it keeps, and positions looked at by fours.
    pub fn work(&self) -> (usize, u64) {
        (self.graph.len(), self.by_fours.vcf.nodes())
    }

    /// Whether the side to move wins by threats: `Some` if it is certain. The clock counts the positions kept and those looked at by fours.
    pub fn solve<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<bool> {
        self.solve_within(position, clock, Share::ALL)
    }

    /// The same with a share of the work.
    pub(super) fn solve_within<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        share: Share,
    ) -> Option<bool> {
        match self.graph.verdict(position.key()) {
            None => self.graph.solve(&mut self.by_fours, position, clock, share),
            known => known,
        }
    }
}

/// What may be tried in a search by threats.
#[derive(Debug)]
pub(super) struct ByFours {
    pub(super) vcf: Vcf,
    /// Positions that the clock has counted.
    told: u64,
}

impl ByFours {
    /// Lets the clock count the positions looked at since the last time.
    pub(super) fn tell(&mut self, clock: &mut Clock) {
        let looked = self.vcf.nodes();
        clock.spend(looked - self.told);
        self.told = looked;
    }

    /// The line by which the side that has just moved would win by fours, if the other passed.
    pub(super) fn threat<R: Rule>(&mut self, position: &mut Position<R>) -> Option<(Line, Spots)> {
        position.pass();
        let mut found = None;
        if let Found::Win(_) = self.vcf.solve(position, INNER) {
            let mut line = Line::default();
            if self.vcf.line(position, &mut line) {
                found = Some((line, upsetting(position, &line)));
            }
        }
        position.undo();
        found
    }
}

impl ByFours {
    /// Where the defender would win by fours if the attacker passed: the attacker's moves that may upset that.
    pub(super) fn must_upset<R: Rule>(&mut self, position: &mut Position<R>) -> Option<Spots> {
        // The defender is the side that moved last.
        position.pass();
        let mut found = None;
        if position.has_four(position.to_move()) && matches!(self.vcf.solve(position, COUNTER), Found::Win(_))
        {
            let mut line = Line::default();
            found = self.vcf.line(position, &mut line).then(|| upsetting(position, &line));
        }
        position.undo();
        found
    }
}

/// Takes out the moves that leave the defender its win by fours; fours gain time and stay.
pub(super) fn keep_upsetting<R: Rule>(
    position: &Position<R>,
    upsetting: Option<Spots>,
    out: &mut Vec<Child>,
    first: usize,
) {
    let Some(upsetting) = upsetting else { return };
    let useful = upsetting | position.fours(position.to_move());
    let mut kept = first;
    for at in first..out.len() {
        if useful.contains(out[at].spot) {
            out[kept] = out[at];
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// The attacker's fours and open threes, and moves that may prepare a win by fours; only what stops a five of the other's where there
/// is one.
pub(super) fn threats<R: Rule>(position: &Position<R>, out: &mut Vec<Child>) {
    let (side, other) = (position.to_move(), position.to_move().opponent());
    let mut add = |spots: Spots, effort: u32| {
        out.extend(
            spots.iter().filter(|&spot| position.may_play(side, spot)).map(|spot| Child::new(spot, effort)),
        );
    };
    if position.count(other, Threat::Five) > 0 {
        add(stops(position, other), 1);
        return;
    }
    add(position.fours(side), 1);
    for class in [Threat::ThreeThree, Threat::ThreePlus, Threat::Three] {
        add(position.points(side, class), 2);
    }
    for spot in position.candidates().iter() {
        let effort = match position.class(side, spot) {
            Threat::ClosedThreePlus => 14,
            Threat::ClosedThree | Threat::TwoTwo => 26,
            Threat::Two => 38,
            _ => continue,
        };
        add(Spots::one(spot), effort);
    }
}

impl Expand for ByFours {
    fn attack<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        self.tell(clock);
        if let Found::Win(_) = self.vcf.solve(position, INNER) {
            return Some(true);
        }
        let first = out.len();
        threats(position, out);
        if position.count(position.to_move().opponent(), Threat::Five) == 0 {
            let upsetting = self.must_upset(position);
            keep_upsetting(position, upsetting, out, first);
        }
        (out.len() == first).then_some(false)
    }

    fn defence<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        self.tell(clock);
        if let Some(plain) = plain_defence(position, out) {
            return plain;
        }
        let other = position.to_move();
        let Some((line, upsetting)) = self.threat(position) else { return Some(false) };
        if matches!(self.vcf.solve(position, COUNTER), Found::Win(_)) {
            return Some(false);
        }
        let first = out.len();
        let mut lines = vec![line];
        for spot in (upsetting | position.fours(other)).iter() {
            if !position.is_empty(spot) || !position.may_play(other, spot) {
                continue;
            }
            position.play(spot);
            let mut won = lines.iter().any(|line| holds(position, line));
            if !won && matches!(self.vcf.solve(position, INNER), Found::Win(_)) {
                let mut line = Line::default();
                won = self.vcf.line(position, &mut line);
                lines.push(line);
            }
            position.undo();
            if !won {
                out.push(Child::new(spot, 2));
            }
        }
        (out.len() == first).then_some(true)
    }
}

/// The replies where fives decide: `Some` with who wins, or with `None` in it where the replies are those added.
#[allow(clippy::option_option, reason = "whether it is decided here, and then how")]
pub(super) fn plain_defence<R: Rule>(position: &Position<R>, out: &mut Vec<Child>) -> Option<Option<bool>> {
    let other = position.to_move();
    let side = other.opponent();
    if position.count(other, Threat::Five) > 0 {
        return Some(Some(false));
    }
    if position.count(side, Threat::Five) > 0 {
        let first = out.len();
        out.extend(answers(position, side).iter().map(|spot| Child::new(spot, 1)));
        return Some((out.len() == first).then_some(true));
    }
    let open = position.points(other, Threat::OpenFour);
    open.iter().any(|spot| position.may_play(other, spot)).then_some(Some(false))
}
