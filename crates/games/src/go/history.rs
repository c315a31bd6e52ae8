//! The past that superko looks at: a table of situations that is added to and taken from at its end only, so that a
//! position never copies a set when it plays a move.

use alloc::vec;
use alloc::vec::Vec;
/// Situation keys of every ply, with an open-addressing table over them, and a filter before the table.
///
/// A slot holds a ply plus one, 0 where it is free. The last key added is the first removed, so clearing its slot never
/// breaks the probe sequence of another.
///
/// The filter has a bit for each possible value of a key's highest bits; most keys that did not occur have none set. It
/// is small enough to stay in the cache while every point of a board is checked. Bits of removed keys stay until there
/// are many: a bit too many costs time and is no error.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    keys: Vec<u64>,
    slots: Vec<u32>,
    filter: Vec<u64>,
    /// Bits of the filter's index: its length in bits is two to this power.
    filter_bits: u32,
    /// Keys removed since the filter was made.
    stale: usize,
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

    #[inline]
    fn set_bit(&mut self, key: u64) {
        let bit = key >> (63 - self.filter_bits) >> 1;
        self.filter[(bit >> 6) as usize] |= 1 << (bit & 63);
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

    /// Adds the key of the next ply.
    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        if self.keys.len() * 2 > self.slots.len() {
            self.grow();
        } else {
            self.insert(self.keys.len() - 1);
            self.set_bit(key);
        }
    }

    /// Removes the key of the last ply.
    pub(super) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else { return };
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
        for ply in 0..self.keys.len() {
            self.set_bit(self.keys[ply]);
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
        self.make_filter();
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
        // The filter sees the highest bits of a key, the table the lowest.
        let draw = |rng: &mut tengen_board::random::SplitMix64| {
            (rng.below(700) as u64 * 512).wrapping_mul(1 << 47 | 1)
        };
        for step in 0..20_000 {
            if rng.below(5) < 3 || list.is_empty() {
                let key = draw(&mut rng);
                history.push(key);
                list.push(key);
            } else {
                history.pop();
                list.pop();
            }
            let key = draw(&mut rng);
            assert_eq!(history.find(key), list.iter().position(|&k| k == key), "step {step}");
            assert_eq!(history.contains(key), list.contains(&key), "step {step}");
        }
        assert_eq!(history.keys, list);
    }
}
