//! Benson's unconditional life for the verifier: by its definition, on the plain board.
//!
//! Source: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.

use super::stones::Stones;
use super::zone::Zone;
use crate::go::score::beside;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::Color;

/// A connected part of the board without stones of the colour in question.
struct Region {
    points: Vec<usize>,
    /// The chains beside it.
    around: Vec<usize>,
    /// Those of them that every point which may be empty is beside.
    vital_to: Vec<usize>,
}

impl Stones {
    /// The points that show the chain at `target` alive though its owner always passes: its chain, its vital regions,
    /// the chains that enclose those, with their vital regions, and so on. `None` if it is not.
    pub(super) fn unconditional_life(&self, target: usize, color: Color) -> Option<Zone> {
        if !self.is(target, color) {
            return None;
        }
        let area = self.cells.len();
        // The number of each stone's chain.
        let mut chain = vec![usize::MAX; area];
        let mut chains: Vec<Vec<usize>> = Vec::new();
        for at in 0..area {
            if self.is(at, color) && chain[at] == usize::MAX {
                let group = self.group(at);
                group.stones.iter().for_each(|&stone| chain[stone] = chains.len());
                chains.push(group.stones);
            }
        }
        let regions = self.regions(color, &chain);
        let mut alive = vec![true; chains.len()];
        let enclosed = |region: &Region, alive: &[bool]| region.around.iter().all(|&chain| alive[chain]);
        loop {
            let vital = |chain: usize| {
                let counts = |region: &&Region| enclosed(region, &alive) && region.vital_to.contains(&chain);
                regions.iter().filter(counts).count()
            };
            let next: Vec<bool> = (0..chains.len()).map(|n| alive[n] && vital(n) >= 2).collect();
            if next == alive {
                break;
            }
            alive = next;
        }
        if !alive[chain[target]] {
            return None;
        }
        let mut zone = Zone::default();
        let mut wanted = vec![chain[target]];
        let mut n = 0;
        while let Some(&chain) = wanted.get(n) {
            n += 1;
            zone.extend(chains[chain].iter().copied());
            for region in regions.iter().filter(|r| r.vital_to.contains(&chain) && enclosed(r, &alive)) {
                zone.extend(region.points.iter().copied());
                for &other in &region.around {
                    if !wanted.contains(&other) {
                        wanted.push(other);
                    }
                }
            }
        }
        Some(zone)
    }

    fn regions(&self, color: Color, chain: &[usize]) -> Vec<Region> {
        let mut seen = vec![false; self.cells.len()];
        let mut regions = Vec::new();
        for start in 0..self.cells.len() {
            if self.is(start, color) || seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut points, mut around, mut next) = (vec![start], Vec::new(), 0);
            while let Some(&at) = points.get(next) {
                next += 1;
                for q in beside(self.size, at) {
                    if self.is(q, color) {
                        if !around.contains(&chain[q]) {
                            around.push(chain[q]);
                        }
                    } else if !seen[q] {
                        seen[q] = true;
                        points.push(q);
                    }
                }
            }
            // Where suicide is allowed the opponent can empty the points under its stones too.
            let may_be_empty = |at: usize| self.suicide.is_allowed() || self.cells[at].is_empty();
            let is_beside = |at: usize, wanted: usize| beside(self.size, at).any(|q| chain[q] == wanted);
            let vital = |&wanted: &usize| points.iter().all(|&at| !may_be_empty(at) || is_beside(at, wanted));
            let vital_to = around.iter().copied().filter(vital).collect();
            regions.push(Region { points, around, vital_to });
        }
        regions
    }
}
