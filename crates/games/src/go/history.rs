//! The past that superko looks at: a table of situations that is added to and taken from at its end only, so that a
//! position never copies a set when it plays a move.

use alloc::vec;
use alloc::vec::Vec;
use tengen_board::prefetch;

/// Situation keys of every ply, with an open-addressing table over them, and a filter before the table.
///
/// A slot holds a ply plus one, 0 where it is free. The last key added is the first removed, so clearing its slot never
/// breaks the probe sequence of another.
///
/// The filter has a bit for each possible value of a key's highest bits; most keys that did not occur have none set. It
/// is small enough to stay in the cache while every point of a board is checked. Bits of removed keys stay until there
/// are many: a bit too many costs time and is no error.
///
/// A second filter of the same kind is over the numbers of stones. Where no ply had as many black and as many white
/// stones, no key needs to be looked up at all.
#[derive(Debug, Default)]
pub(super) struct History {
    keys: Vec<u64>,
    /// The bit of each ply's numbers of stones.
    counts: Vec<u16>,
    count_filter: Vec<u64>,
    slots: Vec<u32>,
    filter: Vec<u64>,
    /// Bits of the filter's index: its length in bits is two to this power.
    filter_bits: u32,
    /// Keys removed since the filter was made.
    stale: usize,
}

/// Bits of the filter over the numbers of stones, as a power of two.
const COUNT_BITS: u32 = 12;

/// Numbers of black and of white stones.
pub(super) type StoneCounts = [u16; 2];

/// The bit of the filter for these numbers of stones.
#[inline]
fn count_bit([black, white]: StoneCounts) -> u16 {
    let both = u32::from(black) << 10 | u32::from(white);
    (both.wrapping_mul(0x9E37_79B1) >> (32 - COUNT_BITS)) as u16
}

/// Removed keys after which the filter is made again, if there are more of them than keys.
const MOST_STALE: usize = 256;

impl History {
    /// Whether some ply had this key.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        let bit = key >> (63 - self.filter_bits) >> 1;
        self.filter.get((bit >> 6) as usize).is_some_and(|word| word >> (bit & 63) & 1 == 1)
            && self.find(key).is_some()
    }

    /// Whether some ply may have had these numbers of stones; `false` is certain.
    #[inline]
    pub(super) fn may_have(&self, counts: StoneCounts) -> bool {
        let bit = count_bit(counts);
        self.count_filter.get(usize::from(bit >> 6)).is_some_and(|word| word >> (bit & 63) & 1 == 1)
    }

    /// Asks for the memory that a look into the past of an ordinary length will read.
    #[inline]
    pub(super) fn prefetch(&self) {
        const WORDS: usize = 128;
        prefetch(&self.count_filter);
        prefetch(&self.filter[..self.filter.len().min(WORDS)]);
        let last = self.keys.len().saturating_sub(1);
        prefetch(&self.keys[last..]);
        prefetch(&self.counts[last..]);
    }

    #[inline]
    fn set_bits(&mut self, key: u64, count: u16) {
        let bit = key >> (63 - self.filter_bits) >> 1;
        self.filter[(bit >> 6) as usize] |= 1 << (bit & 63);
        self.count_filter[usize::from(count >> 6)] |= 1 << (count & 63);
    }

    /// The first ply that had this key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = key as usize & mask;
        loop {
            match self.slots.get(at) {
                None | Some(0) => return None,
                Some(&ply) => {
                    let ply = ply as usize - 1;
                    if self.keys.get(ply) == Some(&key) {
                        return Some(ply);
                    }
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds the key of the next ply, which has these numbers of stones.
    #[inline]
    pub(super) fn push(&mut self, key: u64, counts: StoneCounts) {
        let count = count_bit(counts);
        self.keys.push(key);
        self.counts.push(count);
        if self.keys.len() * 2 > self.slots.len() {
            self.grow();
        } else {
            self.insert(self.keys.len() - 1);
            self.set_bits(key, count);
        }
    }

    /// Removes the key of the last ply.
    pub(super) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else { return };
        self.counts.pop();
        let (mask, last) = (self.slots.len() - 1, self.keys.len() as u32 + 1);
        let mut at = key as usize & mask;
        while self.slots[at] != last {
            at = (at + 1) & mask;
        }
        self.slots[at] = 0;
        self.stale += 1;
        if self.stale > MOST_STALE.max(self.keys.len()) {
            self.make_filter();
        }
    }

    #[cold]
    fn make_filter(&mut self) {
        self.stale = 0;
        self.filter.fill(0);
        self.count_filter.fill(0);
        for ply in 0..self.keys.len() {
            self.set_bits(self.keys[ply], self.counts[ply]);
        }
    }

    fn insert(&mut self, ply: usize) {
        let mask = self.slots.len() - 1;
        let mut at = self.keys[ply] as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = ply as u32 + 1;
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; (self.keys.len() * 4).next_power_of_two().max(1024)];
        for ply in 0..self.keys.len() {
            self.insert(ply);
        }
        // At most one bit in 16 is set.
        let bits = self.slots.len() * 8;
        self.filter_bits = bits.trailing_zeros();
        self.filter = vec![0; bits / 64];
        self.count_filter = vec![0; (1 << COUNT_BITS) / 64];
        self.make_filter();
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        let mut history = History::default();
        history.clone_from(self);
        history
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, from: &History) {
        let History { keys, counts, count_filter, slots, filter, filter_bits, stale } = from;
        self.keys.clone_from(keys);
        self.counts.clone_from(counts);
        self.count_filter.clone_from(count_filter);
        self.slots.clone_from(slots);
        self.filter.clone_from(filter);
        (self.filter_bits, self.stale) = (*filter_bits, *stale);
    }
}

/// Two pasts are equal for superko when the same situations have occurred, whatever their order.
impl PartialEq for History {
    fn eq(&self, other: &History) -> bool {
        let distinct = |history: &History| {
            let mut keys = history.keys.clone();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        self.keys == other.keys || distinct(self) == distinct(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a plain search of the list, with keys that collide in the table and repeat.
    #[test]
    fn finds_what_a_list_finds() {
        let mut rng = tengen_board::random::SplitMix64(7);
        let mut history = History::default();
        let mut list: Vec<u64> = Vec::new();
        let counts_of = |key: u64| [(key % 361) as u16, (key % 359) as u16];
        let mut answers = [[0; 2]; 2];
        // The filter sees the highest bits of a key, the table the lowest.
        let draw = |rng: &mut tengen_board::random::SplitMix64| {
            (rng.below(700) as u64 * 512).wrapping_mul(1 << 47 | 1)
        };
        for step in 0..20_000 {
            if rng.below(5) < 3 || list.is_empty() {
                let key = draw(&mut rng);
                history.push(key, counts_of(key));
                list.push(key);
            } else {
                history.pop();
                list.pop();
            }
            let key = draw(&mut rng);
            assert_eq!(history.find(key), list.iter().position(|&k| k == key), "step {step}");
            assert_eq!(history.contains(key), list.contains(&key), "step {step}");
            // A past key's numbers, or others.
            let counts = counts_of(key ^ rng.below(2) as u64);
            let had = list.iter().any(|&k| counts_of(k) == counts);
            assert!(history.may_have(counts) || !had, "step {step}");
            answers[usize::from(history.may_have(counts))][usize::from(had)] += 1;
        }
        assert_eq!(history.keys, list);
        // A filter that always says "perhaps" would be of no use.
        assert!(answers[0][0] > 3 * answers[1][0], "{answers:?}");
    }
}
