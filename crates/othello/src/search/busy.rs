//! The positions that threads search now, so that each thread leaves to the others what they are at.
//!
//! T. Kerrigan's simplified form (2017) of ABDADA: J.-C. Weill, "The ABDADA distributed minimax search algorithm",
//! ICCA Journal 19(1), 1996.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of buckets, a power of two: far more than the positions that are searched at one time.
const BUCKETS: usize = 4096;
/// How many positions a bucket has.
const WAYS: usize = 4;

/// Keys of positions. It may forget one: then two threads search the same position, and nothing else happens.
#[derive(Debug)]
pub(crate) struct Busy {
    buckets: Box<[[AtomicU64; WAYS]]>,
}

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy { buckets: (0..BUCKETS).map(|_| Default::default()).collect() }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.buckets[key as usize % BUCKETS]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_start_to_its_end() {
        let busy = Busy::new();
        let key = |n: u64| 7 + n * BUCKETS as u64;
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
