//! The wider search: wins that begin with quiet moves.
//!
//! A *quiet* move here threatens a win by threats rather than by fours: should the defender pass, the attacker wins by VCT. The
//! tree of that win says which replies can matter ([`zone`](super::zone)); all others lose to it. Moves that must be
//! played, such as the answer to the defender's four, are of this kind too. What the search by fours is to the search by threats, the
//! search by threats is to this one: it is asked first in every position, within a small budget.

use super::dfpn::{Child, Expand, Graph};
use super::tree::Builder;
use super::vcf::Found;
use super::vct::{COUNTER, Vct, plain_defence, threats};
use super::zone::zone;
use crate::{Position, Rule, Spots, Threat};
use tengen_engine::Clock;

/// Positions that a search by threats may add when it is asked about a position.
const BUDGET: usize = 150;

/// The same, for the win that a quiet move threatens.
const QUIET: usize = 200;

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
    pub(super) fn solve<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        more: usize,
    ) -> bool {
        match self.graph.verdict(position.key()) {
            Some(known) => known,
            None => self.graph.solve(&mut self.by_threats, position, clock, more) == Some(true),
        }
    }
}

impl ByThreats {
    /// The replies that matter after a move that threatens to win by threats; `None` if it does not.
    fn replies<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<Spots> {
        if let Some((_, upsetting)) = self.vct.by_fours.threat(position) {
            return Some(upsetting);
        }
        position.pass();
        let mut found = None;
        if self.vct.solve_within(position, clock, QUIET) == Some(true) {
            let tree = Builder::build(&mut self.vct, None, position, clock, TREE);
            found = tree.map(|nodes| zone(position, &nodes));
        }
        position.undo();
        found
    }
}

impl Expand for ByThreats {
    fn attack<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        clock: &mut Clock,
        out: &mut Vec<Child>,
    ) -> Option<bool> {
        if self.vct.solve_within(position, clock, BUDGET) == Some(true) {
            return Some(true);
        }
        let first = out.len();
        threats(position, out);
        let (side, other) = (position.to_move(), position.to_move().opponent());
        if position.count(other, Threat::Five) == 0 {
            let tried: Spots = out[first..].iter().map(|child| child.spot).collect();
            let mut quiet: Vec<_> = (position.candidates() - tried)
                .iter()
                .filter(|&spot| position.may_play(side, spot))
                .map(|spot| {
                    let worth = position.info(side, spot).value() + position.info(other, spot).value();
                    (-worth, spot)
                })
                .collect();
            quiet.sort_unstable();
            let children = quiet.into_iter().take(MOVES).enumerate();
            out.extend(children.map(|(i, (_, spot))| Child::new(spot, 12 + i as u32)));
        }
        (out.len() == first).then_some(false)
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
        let other = position.to_move();
        if matches!(self.vct.by_fours.vcf.solve(position, COUNTER), Found::Win(_)) {
            return Some(false);
        }
        let Some(replies) = self.replies(position, clock) else { return Some(false) };
        let first = out.len();
        for spot in (replies | position.fours(other)).iter() {
            if !position.is_empty(spot) || !position.may_play(other, spot) {
                continue;
            }
            position.play(spot);
            let won = self.vct.solve_within(position, clock, BUDGET) == Some(true);
            position.undo();
            if !won {
                out.push(Child::new(spot, 3));
            }
        }
        (out.len() == first).then_some(true)
    }
}
