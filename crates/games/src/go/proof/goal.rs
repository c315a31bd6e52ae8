//! When a claim is reached, lost, or settled for ever.

use super::certificate::{Claim, Retake};
use super::stones::Stones;
use super::zone::Zone;
use crate::go::score::beside;
use alloc::vec;
use tengen_board::{Color, Point};

impl Claim {
    /// The points that show the claim reached, with the opponent of `prover` to move; `None` if it is not. Nothing
    /// reaches a claim that is kept up for ever.
    pub(in crate::go) fn reached(&self, stones: &Stones, prover: Color) -> Option<Zone> {
        let mut zone = Zone::default();
        let number = |point| stones.size.index(point);
        match *self {
            Claim::Capture(target) => {
                if is_standing(stones, target, !prover) {
                    return None;
                }
                zone.insert(number(target));
            }
            Claim::Race(own, target) => {
                if is_standing(stones, target, !prover) || !stones.is(number(own), prover) {
                    return None;
                }
                zone.extend([number(own), number(target)]);
            }
            Claim::Connect(a, b) => {
                let group = stones.is(number(a), prover).then(|| stones.group(number(a)))?;
                if !group.stones.contains(&number(b)) || group.liberties.len() < 2 {
                    return None;
                }
                zone.extend(group.stones);
                zone.extend(group.liberties.into_iter().take(2));
            }
            Claim::Live(target) => return stones.unconditional_life(number(target), prover),
            Claim::Save(_) | Claim::Stand(..) | Claim::Cut(..) => return None,
        }
        Some(zone)
    }

    /// True if a reply of the opponent may reach the claim: it captures its own stones.
    pub(in crate::go) const fn opponent_may_reach(&self) -> bool {
        matches!(self, Claim::Capture(_) | Claim::Race(..))
    }

    /// True if what the prover must keep is gone, after a move of the opponent.
    pub(in crate::go) fn lost(&self, stones: &Stones, prover: Color) -> bool {
        let gone = |point| !stones.is(stones.size.index(point), prover);
        match *self {
            Claim::Capture(_) => false,
            Claim::Connect(a, b) => gone(a) || gone(b),
            Claim::Live(own) | Claim::Race(own, _) => gone(own),
            Claim::Save(own) | Claim::Stand(own, _) => !is_standing(stones, own, prover),
            Claim::Cut(a, b) => {
                let number = |point| stones.size.index(point);
                stones.is(number(a), !prover) && {
                    let group = stones.group(number(a));
                    group.stones.contains(&number(b)) && group.liberties.len() >= 2
                }
            }
        }
    }

    /// True if what `holder` keeps up is there after its own move. A ko must be taken back at once.
    pub(in crate::go) fn is_kept(&self, stones: &Stones, holder: Color) -> bool {
        match *self {
            Claim::Save(own) | Claim::Stand(own, _) => stones.is(stones.size.index(own), holder),
            _ => true,
        }
    }

    /// The points that show that nothing can end what `holder` keeps up, whoever moves: its chain is unconditionally
    /// alive, the other chain is gone, or what is unconditionally alive is between two chains. `None` if they do not.
    pub(in crate::go) fn settled(&self, stones: &Stones, holder: Color) -> Option<Zone> {
        self.ended(stones, holder).or_else(|| match *self {
            Claim::Save(own) | Claim::Stand(own, _) => {
                stones.unconditional_life(stones.size.index(own), holder)
            }
            Claim::Cut(a, b) => stones.divided(a, b, holder),
            _ => None,
        })
    }

    /// The part of [`settled`](Self::settled) that is seen at once: a chain of the opponent is gone.
    pub(in crate::go) fn ended(&self, stones: &Stones, holder: Color) -> Option<Zone> {
        let gone = match *self {
            Claim::Stand(_, other) => [other].into_iter().find(|&at| is_gone(stones, at, holder)),
            Claim::Cut(a, b) => [a, b].into_iter().find(|&at| is_gone(stones, at, holder)),
            _ => None,
        };
        gone.map(|at| {
            let mut zone = Zone::default();
            zone.insert(stones.size.index(at));
            zone
        })
    }

    /// Adds the points that show that the opponent of `holder`, to move, has not ended what is kept up.
    pub(in crate::go) fn add_kept(&self, stones: &Stones, zone: &mut Zone) {
        let number = |point| stones.size.index(point);
        match *self {
            Claim::Save(own) | Claim::Stand(own, _) => zone.insert(number(own)),
            // A chain with all that surrounds it has the same stones and liberties elsewhere.
            Claim::Cut(a, _) => {
                let group = stones.group(number(a));
                zone.extend(group.stones.iter().flat_map(|&at| beside(stones.size, at)));
                zone.extend(group.stones);
            }
            _ => {}
        }
    }
}

fn is_gone(stones: &Stones, at: Point, holder: Color) -> bool {
    !stones.is(stones.size.index(at), !holder)
}

/// True if the stone at `at` is there, or its side may take back at once the ko that took it.
fn is_standing(stones: &Stones, at: Point, color: Color) -> bool {
    let at = stones.size.index(at);
    stones.is(at, color) || stones.ko == Some(at) && stones.retake == Retake::Side(color)
}

impl Stones {
    /// The points that show that chains of `holder` which are unconditionally alive are on every way between two
    /// points. `None` if they are not.
    fn divided(&self, a: Point, b: Point, holder: Color) -> Option<Zone> {
        let (a, b) = (self.size.index(a), self.size.index(b));
        let mut zone = Zone::default();
        zone.insert(a);
        let mut reached = vec![a];
        let (mut seen, mut next) = (zone, 0);
        while let Some(&at) = reached.get(next) {
            next += 1;
            if at == b {
                return None;
            }
            for q in beside(self.size, at) {
                if seen.contains(q) || zone.contains(q) && self.is(q, holder) {
                    continue;
                }
                match self.unconditional_life(q, holder) {
                    Some(life) => zone.join(&life),
                    None => {
                        seen.insert(q);
                        reached.push(q);
                    }
                }
            }
        }
        Some(zone)
    }
}
