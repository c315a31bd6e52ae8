//! The facts of a position of Go.

use super::{Ladder, Position};
use crate::facts::closed_points;
use crate::{Fact, FactKind, Game, Move};
use alloc::vec::Vec;

/// The chains, captures and ladders, the points that are closed, and the groups that live.
pub(super) fn facts(position: &Position) -> Vec<Fact> {
    if position.is_over() {
        return Vec::new();
    }
    let mut facts = Vec::new();
    for chain in position.chains() {
        facts.push(Fact::new(FactKind::Chain, chain.color, chain.stones).with(chain.liberties));
    }
    // A stone on the last liberty of several chains captures them all.
    let mut captures: Vec<Fact> = Vec::new();
    for chain in facts.iter().filter(|fact| fact.others.len() == 1) {
        let side = chain.side.opponent();
        if side == position.to_move() && !position.is_legal(Move::Place(chain.others[0])) {
            continue;
        }
        match captures.iter_mut().find(|fact| fact.side == side && fact.points == chain.others) {
            Some(fact) => fact.others.extend(&chain.points),
            None => captures
                .push(Fact::new(FactKind::CanCapture, side, chain.others.clone()).with(chain.points.clone())),
        }
    }
    captures.iter_mut().for_each(|fact| fact.others.sort_unstable());
    facts.extend(captures);
    facts.extend(position.ladders().into_iter().filter_map(ladder_fact));
    facts.extend(closed_points(position));
    facts.extend(
        position
            .living_groups()
            .into_iter()
            .map(|group| Fact::new(FactKind::Alive { eyes: group.eyes }, group.color, group.stones)),
    );
    facts
}

/// A chain that runs is in a ladder. One that does not is caught, or gets away at once, which is no fact.
fn ladder_fact(ladder: Ladder) -> Option<Fact> {
    let Ladder { chain, works, runs, line } = ladder;
    let in_atari = chain.in_atari();
    let (kind, others) = match (runs, works) {
        (true, works) => (FactKind::Ladder { works, in_atari }, line),
        (false, true) if in_atari => (FactKind::Caught { in_atari }, chain.liberties),
        (false, true) => (FactKind::Caught { in_atari }, line),
        (false, false) => return None,
    };
    Some(Fact::new(kind, chain.color, chain.stones).with(others))
}
