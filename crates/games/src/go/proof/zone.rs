//! The zone of a proof: the points on which it depends.
//!
//! A proof holds in every position that has the same stones on its zone and the same ko there. So a reply outside the
//! zone changes nothing and needs no answer of its own. The zone is built from the end of each line backwards:
//!
//! - The goal names the points that show it reached.
//! - A move adds its point and the four beside it. It adds the opposing chains beside it, with all that surrounds them
//!   if they are captured, else with a liberty. It adds its own chains there if only they give it a liberty.
//! - A legal reply adds its point, and the prover's chains beside it with a liberty. Elsewhere it may be illegal, which
//!   does no harm. A reply that captures or is illegal adds all that a move adds, as does any where suicide is allowed.
//! - Where the opponent moves, each chain of the prover that has a stone in the zone is in it wholly, with a liberty.
//!   So no reply outside captures it. Where suicide is allowed this holds for the opponent's chains too.
//!
//! The idea is that of relevance zones (C.-C. Shih, T.-R. Wu, T. H. Wei and I-C. Wu, "A novel approach to solving
//! goal-achieving problems for board games", 2022).

use super::stones::Stones;
use crate::go::score::beside;
use tengen_board::Color;

/// A set of points, by their numbers in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::go) struct Zone([u64; 10]);

impl Zone {
    pub(in crate::go) fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(in crate::go) fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(in crate::go) fn extend(&mut self, points: impl IntoIterator<Item = usize>) {
        points.into_iter().for_each(|at| self.insert(at));
    }

    pub(in crate::go) fn join(&mut self, other: &Zone) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    /// The points of both.
    pub(in crate::go) fn and(&self, other: &Zone) -> Zone {
        let mut both = *self;
        both.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= other);
        both
    }

    /// True if the points of this set in `zone` are those of `other`.
    pub(in crate::go) fn agrees(&self, other: &Zone, zone: &Zone) -> bool {
        self.0.iter().zip(zone.0).zip(other.0).all(|((own, zone), other)| own & zone == other)
    }

    /// Adds what decides whether a stone of `color` at `at` is legal, and what it captures.
    pub(in crate::go) fn add_move(&mut self, stones: &Stones, at: usize, color: Color) {
        self.insert(at);
        let around: alloc::vec::Vec<usize> = beside(stones.size, at).collect();
        self.extend(around.iter().copied());
        let has_room = around.iter().any(|&q| stones.cells[q].is_empty());
        for &q in &around {
            if stones.cells[q].is_empty() || stones.is(q, color) && has_room {
                continue;
            }
            let group = stones.group(q);
            if group.liberties == [at] {
                self.extend(group.stones.iter().flat_map(|&stone| beside(stones.size, stone)));
            } else {
                self.add_liberty(&group.liberties, Some(at));
            }
            self.extend(group.stones);
        }
    }

    /// Adds what decides that a reply of `color` at `at` is illegal, or that it captures nothing, or what it captures.
    ///
    /// Less than for a move of the prover: a legal reply may be illegal elsewhere, and then there is a reply less.
    pub(in crate::go) fn add_reply(&mut self, stones: &Stones, at: usize, color: Color, is_legal: bool) {
        let groups = || beside(stones.size, at).filter(|&q| stones.is(q, !color)).map(|q| stones.group(q));
        // Whether a capture is a ko depends on all points beside it.
        if !is_legal || stones.suicide.is_allowed() || groups().any(|group| group.liberties == [at]) {
            return self.add_move(stones, at, color);
        }
        self.insert(at);
        for group in groups() {
            self.add_liberty(&group.liberties, Some(at));
            self.extend(group.stones);
        }
    }

    /// Adds a liberty other than `not`, unless one is in the zone.
    fn add_liberty(&mut self, liberties: &[usize], not: Option<usize>) {
        let mut others = liberties.iter().copied().filter(|&at| Some(at) != not);
        let first = others.clone().next();
        if !others.any(|at| self.contains(at)) {
            self.extend(first);
        }
    }

    /// Adds what keeps the opponent of `prover`, to move, from changing the zone by a move outside it. The points of
    /// `closed` need nothing more, and at the end they are all of the zone.
    pub(in crate::go) fn close(&mut self, stones: &Stones, prover: Color, closed: &mut Zone) {
        while let Some(at) = self.first_without(closed) {
            closed.insert(at);
            let Some(color) = stones.cells[at].color() else { continue };
            if color != prover && !stones.suicide.is_allowed() {
                continue;
            }
            let group = stones.group(at);
            closed.extend(group.stones.iter().copied());
            self.add_liberty(&group.liberties, None);
            self.extend(group.stones);
        }
    }

    /// The first point that is not in `other`.
    pub(in crate::go) fn first_without(&self, other: &Zone) -> Option<usize> {
        let rest = self.0.iter().zip(other.0).map(|(own, other)| own & !other);
        rest.enumerate().find(|&(_, rest)| rest != 0).map(|(n, rest)| n * 64 + rest.trailing_zeros() as usize)
    }
}
