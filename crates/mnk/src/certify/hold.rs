//! Does a side hold? A search by proof numbers, depth first (df-pn; A. Nagai, "Df-pn algorithm for searching AND/OR
//! trees and its applications", 2002).
//!
//! The attacker must complete a line, the holder must prevent it; a line of the holder does that too. A holder without
//! lines of its own only blocks. That is the Maker-Breaker game, and 7,7,5 and most drawn boards are held in it.

use super::leaf::Leaf;
use super::lines::{Lines, after_other, after_own, best_moves, completing, sorted};
use super::table::{HoldTable, INFINITE, Numbers};
use crate::geometry::Geometry;
use std::sync::Arc;
use tengen_engine::Clock;

/// What is left of the lines of both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position<const N: usize> {
    pub(crate) attacker: Lines<N>,
    pub(crate) holder: Lines<N>,
}

impl<const N: usize> Position<N> {
    /// The same position, equal to all with the same lines.
    pub(crate) fn sorted(&self) -> Position<N> {
        Position { attacker: sorted(self.attacker.clone()), holder: sorted(self.holder.clone()) }
    }

    /// The position after a stone, which completes no line.
    pub(crate) fn after(&self, point: usize, by_attacker: bool) -> Position<N> {
        if by_attacker {
            let (attacker, holder) = (after_own(&self.attacker, point), after_other(&self.holder, point));
            Position { attacker, holder }
        } else {
            let (attacker, holder) = (after_other(&self.attacker, point), after_own(&self.holder, point));
            Position { attacker, holder }
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HoldResult {
    /// The holder holds.
    Held,
    /// The attacker wins.
    Lost,
    /// The limit on nodes ended the search.
    Unknown,
}

/// The search, with all that it has found on one board.
pub(crate) struct HoldSearch<const N: usize> {
    pub(crate) geometry: Arc<Geometry>,
    pub(crate) leaf: Leaf<N>,
    pub(crate) area: usize,
    k: u32,
    table: HoldTable,
    /// For each point, a random number under each symmetry.
    keys: Vec<[u64; 8]>,
    nodes: u64,
    /// Node count at which the search ends.
    until: u64,
}

struct Child<const N: usize> {
    key: u64,
    position: Position<N>,
}

impl<const N: usize> HoldSearch<N> {
    pub(crate) fn new(geometry: Arc<Geometry>, mib: usize) -> HoldSearch<N> {
        let (area, k) = (geometry.size.area(), geometry.k as u32);
        let keys = (0..area).map(|point| {
            // Boards with fewer symmetries repeat some.
            let of = |s: usize| geometry.symmetries[s % geometry.symmetries.len()][point];
            std::array::from_fn(|s| mix(u64::from(of(s)) + 1))
        });
        let (keys, leaf) = (keys.collect(), Leaf::new(area, k));
        HoldSearch { geometry, leaf, area, k, table: HoldTable::new(mib), keys, nodes: 0, until: 0 }
    }

    /// Searches at most this many nodes; `None` if the clock has run out.
    pub(crate) fn solve(
        &mut self,
        position: &Position<N>,
        attacking: bool,
        clock: &mut Clock,
        nodes: u64,
    ) -> Option<HoldResult> {
        self.until = self.nodes.saturating_add(nodes);
        let key = self.key(position, attacking);
        let mut found = self.known(position, attacking, key);
        if found.win != 0 && found.hold != 0 {
            found = self.search(position, attacking, key, [INFINITE - 1; 2], clock)?;
        }
        Some(match (found.win, found.hold) {
            (0, _) => HoldResult::Lost,
            (_, 0) => HoldResult::Held,
            _ => HoldResult::Unknown,
        })
    }

    /// What is known of a position without a search.
    pub(crate) fn known(&mut self, position: &Position<N>, attacking: bool, key: u64) -> Numbers {
        self.table.get(key).unwrap_or_else(|| {
            let [win, hold] = self.evaluate(position, attacking);
            let numbers = Numbers { win, hold, work: 0 };
            self.table.put(key, numbers);
            numbers
        })
    }

    /// The key of a position up to symmetry.
    pub(crate) fn key(&self, position: &Position<N>, attacking: bool) -> u64 {
        let mut totals = [0u64; 8];
        for (lines, factor) in
            [(&position.attacker, 0x9e37_79b9_7f4a_7c15), (&position.holder, 0xd6e8_feb8_6659_fd93)]
        {
            for line in lines {
                let mut hashes = [0u64; 8];
                for point in line.points() {
                    hashes.iter_mut().zip(&self.keys[point]).for_each(|(hash, key)| *hash ^= key);
                }
                for (total, hash) in totals.iter_mut().zip(hashes) {
                    let hash = hash.wrapping_mul(factor);
                    *total = total.wrapping_add(hash ^ hash >> 31);
                }
            }
        }
        mix(totals.into_iter().min().unwrap_or(0) ^ u64::from(attacking)).max(1)
    }

    /// The first numbers of a position: `[win, hold]`. Sums far above the bound are hard to hold; the powers were found
    /// by counting nodes on 7,7,5.
    fn evaluate(&mut self, position: &Position<N>, attacking: bool) -> [u32; 2] {
        let (held, lost) = ([INFINITE, 0], [0, INFINITE]);
        if position.attacker.is_empty() {
            return held;
        }
        let (threats, own) = (completing(&position.attacker).0, completing(&position.holder).0);
        let full = 1u64 << self.k;
        let (excess, power) = if attacking {
            match (threats, own) {
                (1.., _) => return lost,
                (0, 2) => return held,
                _ => {}
            }
            if self.leaf.holds(&position.attacker, true) {
                return held;
            }
            (self.leaf.least as f64 / full as f64, 8)
        } else {
            match (own, threats) {
                (1.., _) => return held,
                (0, 2) => return lost,
                _ => {}
            }
            if self.leaf.holds(&position.attacker, false) {
                return held;
            }
            (self.leaf.least as f64 / full as f64, 6)
        };
        let factor = if attacking { 10.0 } else { 3.0 };
        let hold = (excess.powi(power) * factor).min(100_000.0) as u32;
        [1, hold + 1]
    }

    /// The moves to search.
    pub(crate) fn moves(&self, position: &Position<N>, attacking: bool) -> Vec<usize> {
        let threat = completing(if attacking { &position.holder } else { &position.attacker });
        if threat.0 > 0 {
            return vec![threat.1];
        }
        best_moves(self.area, [&position.attacker, &position.holder])
    }

    fn children(&mut self, position: &Position<N>, attacking: bool) -> Vec<Child<N>> {
        let mut children: Vec<Child<N>> = Vec::new();
        for mv in self.moves(position, attacking) {
            let position = position.after(mv, attacking);
            let key = self.key(&position, !attacking);
            if children.iter().all(|child| child.key != key) {
                self.known(&position, !attacking, key);
                children.push(Child { key, position });
            }
        }
        children
    }

    /// Searches until a number reaches its limit, `[win, hold]`. No move completes a line here.
    fn search(
        &mut self,
        position: &Position<N>,
        attacking: bool,
        key: u64,
        limits: [u32; 2],
        clock: &mut Clock,
    ) -> Option<Numbers> {
        if !clock.tick() {
            return None;
        }
        self.nodes += 1;
        let begun = self.nodes;
        let children = self.children(position, attacking);
        // The side to move needs one child, the other all: `mine` is the smallest number, `sum` the sum of the others'.
        let mine = usize::from(!attacking);
        loop {
            let (mut best, mut least, mut second, mut sum, mut of_best) = (0, INFINITE, INFINITE, 0u32, 0);
            for (i, child) in children.iter().enumerate() {
                let numbers = self.known(&child.position, !attacking, child.key);
                let numbers = [numbers.win, numbers.hold];
                sum = sum.saturating_add(numbers[1 - mine]).min(INFINITE);
                if numbers[mine] < least || i == 0 {
                    second = least;
                    (best, least, of_best) = (i, numbers[mine], numbers[1 - mine]);
                } else {
                    second = second.min(numbers[mine]);
                }
            }
            let mut numbers = [0; 2];
            (numbers[mine], numbers[1 - mine]) = (least, sum);
            if numbers[0] == 0 {
                numbers[1] = INFINITE;
            } else if numbers[1] == 0 {
                numbers[0] = INFINITE;
            }
            if (0..2).any(|i| numbers[i] >= limits[i] || numbers[i] == 0) || self.nodes >= self.until {
                let work = (self.nodes - begun + 1).min(u64::from(u32::MAX)) as u32;
                let numbers = Numbers { win: numbers[0], hold: numbers[1], work };
                self.table.put(key, numbers);
                return Some(numbers);
            }
            let mut below = [0; 2];
            below[mine] = limits[mine].min(second.saturating_add(second / 4 + 1));
            below[1 - mine] = limits[1 - mine].saturating_sub(sum - of_best.min(sum));
            let child = &children[best];
            self.search(&child.position, !attacking, child.key, below, clock)?;
        }
    }
}

/// A number with all bits mixed.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 29
}
