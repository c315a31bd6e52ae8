//! How threads divide a search: each leaves to the others the moves that they are at, and no ending is solved twice.
//!
//! T. Kerrigan's simplified form (2017) of ABDADA: J.-C. Weill, "The ABDADA distributed minimax search algorithm",
//! ICCA Journal 19(1), 1996.

use super::{NodeOf, Search, Solvable, TableOf};
use crate::eval::{DISC, Evaluator};
use crate::moves::bound;
use crate::probcut::Confidence;
use crate::table::SearchTable;
use std::sync::atomic::{AtomicU64, Ordering};
use tengen_engine::{Bound, Entry};
use tengen_games::othello::backend::Flips;
use tengen_games::othello::{Bits, Board};

/// Least depth of a move that the threads divide among them, where the search does not reach the end of the game.
const DIVIDED_FROM: u32 = 5;
/// Least number of empties of a position whose solution goes to the shared table. There it stays longer than in the
/// solver's small table, and other threads find it. Fewer cost more than they save.
pub(super) const SHARED_SOLVES: u32 = 14;

/// The number of buckets, a power of two: far more than the positions that are searched at one time.
const BUCKETS: usize = 4096;
/// How many positions a bucket has.
const WAYS: usize = 4;

/// The keys of the positions that threads search now. It may forget one: then two threads search the same position, and
/// nothing else happens.
#[derive(Debug)]
pub(crate) struct Busy {
    buckets: Box<[[AtomicU64; WAYS]]>,
}

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy { buckets: (0..BUCKETS).map(|_| Default::default()).collect() }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.buckets[(key >> (64 - BUCKETS.ilog2())) as usize]
    }

    /// Whether a thread searches the position.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.bucket(key).iter().any(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// A thread begins to search the position.
    pub(crate) fn enter(&self, key: u64) {
        let bucket = self.bucket(key);
        let free = bucket.iter().find(|slot| slot.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&bucket[0]).store(key, Ordering::Relaxed);
    }

    /// A thread has searched the position.
    pub(crate) fn leave(&self, key: u64) {
        for slot in self.bucket(key) {
            if slot.load(Ordering::Relaxed) == key {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }
}

impl<'a, F: Flips<Set: Solvable>, E: Evaluator<F::Set>> Search<'a, F, E> {
    /// The threads' list and the key of a move's position, if it is worth the while to leave it to another thread.
    pub(crate) fn divided(&self, next: &NodeOf<F, E>, depth: u32) -> Option<(&'a Busy, u64)> {
        let busy = self.tables.busy?;
        let is_solved = F::Set::SOLVER_EMPTIES > 0 && depth >= next.board.empties().count();
        let least = if is_solved { SHARED_SOLVES } else { DIVIDED_FROM };
        (depth >= least).then(|| (busy, TableOf::<F>::key(&next.board)))
    }

    /// Solves the position, unless this thread or another one has: then the shared table knows it.
    pub(super) fn solve_once(&mut self, board: &Board<F::Set>, empties: u32, alpha: i32) -> i32 {
        if let Some((value, _)) = self.known(board, empties, alpha) {
            return value;
        }
        let value = F::Set::solve(self, board, alpha.div_euclid(DISC)) * DISC;
        if !self.clock.is_over() {
            let entry = Entry {
                value: value as i16,
                bound: bound(value, alpha, alpha + 1),
                depth: empties as u8,
                mv: Entry::NO_MOVE,
                extra: Confidence::CERTAIN.level(),
            };
            self.tables.shared.put_deepest(board, TableOf::<F>::key(board), entry);
        }
        value
    }

    /// The value that the threads have stored for a position, and its move, if it decides the null window above
    /// `alpha`.
    pub(super) fn known(&self, board: &Board<F::Set>, depth: u32, alpha: i32) -> Option<(i32, u8)> {
        let entry = self
            .tables
            .shared
            .get(board, TableOf::<F>::key(board))
            .filter(|entry| self.covers(entry, depth))?;
        let value = i32::from(entry.value);
        let decides =
            value > alpha && entry.bound != Bound::Upper || value <= alpha && entry.bound != Bound::Lower;
        decides.then_some((value, entry.mv as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_start_to_its_end() {
        let busy = Busy::new();
        // The upper bits choose the bucket.
        let key = |n: u64| 7 << 60 | n;
        assert!(!busy.has(key(1)));
        (1..=4).for_each(|n| busy.enter(key(n)));
        assert!((1..=4).all(|n| busy.has(key(n))) && !busy.has(key(5)));
        // A full bucket forgets one.
        busy.enter(key(5));
        assert!(busy.has(key(5)) && (1..=4).filter(|&n| busy.has(key(n))).count() == 3);
        (1..=5).for_each(|n| busy.leave(key(n)));
        assert!(!(1..=5).any(|n| busy.has(key(n))));
    }
}
