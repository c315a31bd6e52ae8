//! Keeps a network's sums for a search: worked out only where they are asked for, from the nearest position before.

use super::{Network, Sums};
use crate::position::Position;
use crate::rule::Rule;
use crate::spots::MAX_SPOTS;
use crate::threat::{CODES, combination, patterns_of};
use std::sync::{Arc, OnceLock};
use tengen_board::Color;

/// The combination of every code of four patterns.
fn combinations() -> &'static [u16; CODES] {
    static TABLE: OnceLock<Box<[u16; CODES]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let all: Vec<u16> = (0..CODES).map(|code| combination(patterns_of(code as u16)) as u16).collect();
        all.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("as many as there are codes"))
    })
}

/// A network that follows one position through its moves.
#[derive(Clone)]
pub struct Judge {
    network: Arc<Network>,
    combinations: &'static [u16; CODES],
    /// By ply: the number of the move that led there, and the sums.
    plies: Vec<(u64, Sums)>,
    /// By point: the last time it was looked at.
    seen: Box<[u32; MAX_SPOTS]>,
    time: u32,
}

impl Judge {
    /// A judge of `position` and all that is played from it, by the same object.
    pub fn new<R: Rule>(network: Arc<Network>, position: &Position<R>) -> Judge {
        let mut judge = Judge {
            plies: Vec::with_capacity(128),
            combinations: combinations(),
            seen: Box::new([0; MAX_SPOTS]),
            time: 0,
            network,
        };
        let mut sums = Sums::new(&judge.network);
        for spot in position.empties() {
            let codes = position.codes(spot);
            for (color, code) in Color::BOTH.into_iter().zip([codes as u16, (codes >> 16) as u16]) {
                sums.add(&judge.network, color, judge.combinations[usize::from(code)]);
            }
        }
        judge.plies.push((position.serial(0), sums));
        // The position may have been played on since it was made: what it was then follows from what has changed.
        let first = judge.follow_back(position);
        judge.plies[0].1 = first;
        judge
    }

    /// The sums at ply 0, from those of now in `plies[0]`.
    fn follow_back<R: Rule>(&mut self, position: &Position<R>) -> Sums {
        let mut sums = self.plies[0].1;
        self.step(position, 0, &mut sums, true);
        sums
    }

    /// The chance of the side to move as a logit in 1/256.
    #[inline]
    pub fn judge<R: Rule>(&mut self, position: &Position<R>) -> i32 {
        let now = position.ply();
        let mut known = now.min(self.plies.len() - 1);
        while self.plies[known].0 != position.serial(known) {
            known -= 1;
        }
        if known < now {
            let mut sums = self.plies[known].1;
            self.step(position, known, &mut sums, false);
            // Plies in between stay unknown: a number that no move has.
            self.plies.truncate(known + 1);
            self.plies.resize(now, (u64::MAX, sums));
            self.plies.push((position.serial(now), sums));
        }
        self.network.judge(&self.plies[now].1, position.to_move(), position.threat_index())
    }

    /// Takes the sums from a ply to now, or from now back to it.
    #[inline]
    fn step<R: Rule>(&mut self, position: &Position<R>, ply: usize, sums: &mut Sums, back: bool) {
        self.time = self.time.wrapping_add(1);
        if self.time == 0 {
            self.seen.fill(0);
            self.time = 1;
        }
        for &(spot, old) in position.changes_since(ply) {
            let seen = &mut self.seen[usize::from(spot)];
            if *seen == self.time {
                continue;
            }
            *seen = self.time;
            let new = position.codes(spot);
            let (from, to) = if back { (new, old) } else { (old, new) };
            let combination =
                |codes: u32, shift: u32| self.combinations[usize::from((codes >> shift) as u16)];
            for (color, shift) in [(Color::Black, 0), (Color::White, 16)] {
                let (from, to) = (combination(from, shift), combination(to, shift));
                if from != to {
                    sums.change(&self.network, color, from, to);
                }
            }
        }
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Judge({:?})", self.network)
    }
}
