//! Positions in which the defender holds by a plain rule: pairs for some lines, the bound of Erdős and Selfridge for
//! the rest.
//!
//! The defender answers a stone on one point of a pair with the other point, so it has a stone on each line that
//! contains a pair. Suppose that the attacker gets the points of pairs on all other lines. A line with `n` empty points
//! outside the pairs has the weight `2^-n`. Let the sum be below 1 when the defender is to move. The defender takes the
//! point of the largest weight each time, so the sum never grows; a complete line would make it 1.

use super::set::Set;

/// Finds pairs; its buffers are reused from call to call.
#[derive(Clone, Debug)]
pub(crate) struct Leaf<const N: usize> {
    area: usize,
    k: u32,
    /// The lines without a pair, without the points of pairs.
    rest: Vec<Set<N>>,
    /// For each point, the weight of its lines.
    at: Vec<u64>,
    /// For each two points, the weight of the lines through both.
    both: Vec<u64>,
    /// The numbers of two points on a line.
    candidates: Vec<u32>,
    sum: u64,
    /// The pairs found by the last call.
    pub(crate) pairs: Vec<(u16, u16)>,
    /// The least sum that the last call came to when the defender is to move next, in units of `2^-k`.
    pub(crate) least: u64,
}

/// No pairs are tried where the sum is so many times too large.
const HOPELESS: u64 = 4;

impl<const N: usize> Leaf<N> {
    pub(crate) fn new(area: usize, k: u32) -> Leaf<N> {
        let (rest, candidates, pairs) = (Vec::new(), Vec::new(), Vec::new());
        let (at, both) = (vec![0; area], vec![0; area * area]);
        Leaf { area, k, rest, at, both, candidates, sum: 0, pairs, least: 0 }
    }

    /// True if the defender holds these lines, whoever is to move. `false` proves nothing.
    pub(crate) fn holds(&mut self, lines: &[Set<N>], attacking: bool) -> bool {
        let full = 1u64 << self.k;
        self.rest.clear();
        self.rest.extend_from_slice(lines);
        self.pairs.clear();
        self.at.fill(0);
        self.sum = 0;
        for &line in lines {
            let weight = self.weight(&line);
            self.sum += weight;
            line.points().for_each(|p| self.at[p] += weight);
        }
        self.least = self.total(attacking);
        if self.least < full || self.least > HOPELESS * full {
            return self.least < full;
        }
        for &line in lines {
            self.add_to_both(&line, self.weight(&line));
        }
        let found = loop {
            let Some((p, q)) = self.best_pair() else { break false };
            self.pairs.push((p as u16, q as u16));
            if !self.pair(p, q) {
                break false;
            }
            let total = self.total(attacking);
            self.least = self.least.min(total);
            if total < full {
                break true;
            }
        };
        self.candidates.drain(..).for_each(|i| self.both[i as usize] = 0);
        found
    }

    /// True if these pairs hold these lines though the attacker is to move. A pair that is not on one line together
    /// counts for nothing.
    pub(crate) fn fits(&mut self, lines: &[Set<N>], pairs: &[(u16, u16)]) -> bool {
        let counts = |&&(p, q): &&(u16, u16)| lines.iter().any(|l| l.has(p.into()) && l.has(q.into()));
        let pairs: Vec<(u16, u16)> = pairs.iter().filter(counts).copied().collect();
        let all = pairs.iter().fold(Set::EMPTY, |all, &(p, q)| all.with(p.into()).with(q.into()));
        self.at.fill(0);
        let (mut sum, full) = (0, 1u64 << self.k);
        for line in lines.iter().filter(|l| !pairs.iter().any(|&(p, q)| l.has(p.into()) && l.has(q.into()))) {
            let rest = line.minus(&all);
            let weight = self.weight(&rest);
            sum += weight;
            if sum >= full {
                return false;
            }
            rest.points().for_each(|p| self.at[p] += weight);
        }
        sum + self.at.iter().copied().max().unwrap_or(0) < full
    }

    fn weight(&self, line: &Set<N>) -> u64 {
        1 << (self.k - line.len())
    }

    /// The sum when the defender is to move next: after the move of the attacker that adds most.
    fn total(&self, attacking: bool) -> u64 {
        self.sum + if attacking { self.at.iter().copied().max().unwrap_or(0) } else { 0 }
    }

    /// The move of the defender after a call that succeeded with the defender to move; the pairs stay. `None` if each
    /// line has a pair: then any move will do.
    pub(crate) fn best_defence(&self) -> Option<usize> {
        (0..self.area).filter(|&p| self.at[p] > 0).max_by_key(|&p| (self.at[p], self.area - p))
    }

    fn add_to_both(&mut self, line: &Set<N>, weight: u64) {
        for p in line.points() {
            for q in line.points().filter(|&q| q > p) {
                let i = p * self.area + q;
                if self.both[i] == 0 {
                    self.candidates.push(i as u32);
                }
                self.both[i] += weight;
            }
        }
    }

    /// The two points that lower the sum most: lines through both no longer count, lines through one count twice.
    fn best_pair(&self) -> Option<(usize, usize)> {
        let mut best = (0, 0);
        for &i in &self.candidates {
            let (p, q) = (i as usize / self.area, i as usize % self.area);
            let gain = (3 * self.both[i as usize]).saturating_sub(self.at[p] + self.at[q]);
            if gain > best.0 {
                best = (gain, i as usize);
            }
        }
        (best.0 > 0).then_some((best.1 / self.area, best.1 % self.area))
    }

    /// Makes a pair; false if a line is left without points.
    fn pair(&mut self, p: usize, q: usize) -> bool {
        let mut n = 0;
        while let Some(&line) = self.rest.get(n) {
            let (has_p, has_q) = (line.has(p), line.has(q));
            if !has_p && !has_q {
                n += 1;
                continue;
            }
            let weight = self.weight(&line);
            self.sum -= weight;
            line.points().for_each(|point| self.at[point] -= weight);
            for a in line.points() {
                line.points().filter(|&b| b > a).for_each(|b| self.both[a * self.area + b] -= weight);
            }
            if has_p && has_q {
                self.rest.swap_remove(n);
                continue;
            }
            let line = line.without(p).without(q);
            if line.is_empty() {
                return false;
            }
            self.rest[n] = line;
            self.sum += 2 * weight;
            line.points().for_each(|point| self.at[point] += 2 * weight);
            for a in line.points() {
                line.points().filter(|&b| b > a).for_each(|b| self.both[a * self.area + b] += 2 * weight);
            }
            n += 1;
        }
        true
    }
}
