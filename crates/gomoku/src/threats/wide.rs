//! The wider search: wins that begin with quiet moves.
//!
//! A *quiet* move here threatens a win by threats rather than by fours: should the defender pass, the attacker wins by VCT. The
//! tree of that win says which replies can matter ([`zone`](super::zone)); all others lose to it. Moves that must be
//! played, such as the answer to the defender's four, are of this kind too. In every position the search by threats is one of
//! the things to try, beside the moves; its numbers stand among theirs, so that each gets the work that it seems to need.

use super::dfpn::{Child, Expand, Graph, HERE, PASS, SURE};
use super::tree::Builder;
use super::vcf::Found;
use super::vct::{COUNTER, INNER, Vct, keep_upsetting, plain_defence, threats};
use super::zone::zone;
use crate::{Position, Rule, Spots, Threat};
use tengen_engine::Clock;

/// What a threat is thought to take beyond what it takes in the search by threats, which tries it too.
const FORCING: u32 = 3;

/// What the quiet move worth most is thought to take; each of the others one more.
const QUIET: u32 = 10;

/// What the replies to a quiet move are thought to take, before they are known.
const REPLIES: u32 = 8;

/// Nodes of the tree of such a win.
const TREE: usize = 4000;

/// Quiet moves that are tried in a position.
const MOVES: usize = 40;

/// Finds wins by threats and quiet moves.
#[derive(Debug)]
pub(super) struct Wide {
    pub(super) graph: Graph,
    pub(super) by_threats: ByThreats,
}

#[derive(Debug)]
pub(super) struct ByThreats {
    pub(super) vct: Vct,
}

impl Wide {
    /// A solver that keeps at most so many positions of its own, beside those of the search by threats.
    pub(super) fn new(most: usize, vct: Vct) -> Wide {
        Wide { graph: Graph::new(most), by_threats: ByThreats { vct } }
    }

    /// Whether the side to move wins: `Some(true)` if it is certain. That it does not is never certain.
    pub(super) fn solve<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> bool {
        match self.graph.verdict(position.key()) {
            Some(known) => known,
            None => self.graph.solve(&mut self.by_threats, position, clock, usize::MAX) == Some(true),
        }
    }
}

impl Expand for ByThreats {
    fn attack<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        _: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        if let Found::Win(_) = self.vct.by_fours.vcf.solve(position, INNER) {
            return Some(true);
        }
        let first = out.len();
        threats(position, out);
        for child in &mut out[first..] {
            child.proof += FORCING;
        }
        let (side, other) = (position.to_move(), position.to_move().opponent());
        if position.count(other, Threat::Five) == 0 {
            let tried: Spots = out[first..].iter().map(|child| child.spot).collect();
            let upsetting = self.vct.by_fours.must_upset(position);
            keep_upsetting(position, upsetting, out, first);
            let all = upsetting.unwrap_or(position.candidates()) - tried;
            let mut quiet: Vec<_> = all
                .iter()
                .filter(|&spot| position.is_empty(spot) && position.may_play(side, spot))
                .map(|spot| {
                    let worth = position.info(side, spot).value() + position.info(other, spot).value();
                    (-worth, spot)
                })
                .collect();
            quiet.sort_unstable();
            let children = quiet.into_iter().take(MOVES).enumerate();
            out.extend(children.map(|(i, (_, spot))| Child::new(spot, QUIET + i as u32)));
        }
        if out.len() == first {
            return Some(false);
        }
        out.push(Child::new(HERE, 1));
        None
    }

    fn defence<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        if let Some(plain) = plain_defence(position, out) {
            return plain;
        }
        if matches!(self.vct.by_fours.vcf.solve(position, COUNTER), Found::Win(_)) {
            return Some(false);
        }
        match self.vct.by_fours.threat(position) {
            Some((_, upsetting)) => self.answer(position, upsetting, clock, out),
            None => {
                out.push(Child::new(PASS, 2));
                None
            }
        }
    }

    fn inner<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        pass: bool,
        bounds: (u32, u32),
        clock: &mut Clock,
    ) -> (u32, u32) {
        let Vct { graph, by_fours } = &mut self.vct;
        if !pass {
            return graph.go_on(by_fours, position, clock, bounds);
        }
        position.pass();
        // The replies will take some work too.
        let more = REPLIES;
        let bounds = (bounds.0.saturating_sub(more).max(1), bounds.1);
        let (proof, disproof) = graph.go_on(by_fours, position, clock, bounds);
        position.undo();
        (if proof == 0 || proof == SURE { proof } else { proof + more }, disproof)
    }

    fn replies<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        position.pass();
        let tree = Builder::build(&mut self.vct, None, position, clock, TREE);
        let upsetting = tree.map(|nodes| zone(position, &nodes));
        position.undo();
        match upsetting {
            Some(upsetting) => self.answer(position, upsetting, clock, out),
            None => Some(false),
        }
    }
}

impl ByThreats {
    /// The replies that are still to be answered among those that may upset a win and the defender's fours.
    fn answer<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        upsetting: Spots,
        _: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        let other = position.to_move();
        let first = out.len();
        for spot in (upsetting | position.fours(other)).iter() {
            if !position.is_empty(spot) || !position.may_play(other, spot) {
                continue;
            }
            position.play(spot);
            let won = matches!(self.vct.by_fours.vcf.solve(position, INNER), Found::Win(_));
            position.undo();
            if !won {
                out.push(Child::new(spot, 3));
            }
        }
        (out.len() == first).then_some(true)
    }
}
