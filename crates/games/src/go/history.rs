//! The past that superko looks at: a table of situations that is added to and taken from at its end only, so that a
//! position never copies a set when it plays a move.

use alloc::vec;
use alloc::vec::Vec;
/// Situation keys of every ply, with an open-addressing table over them.
///
/// A slot holds a ply plus one, 0 where it is free. The last key added is the first removed, so clearing its slot never
/// breaks the probe sequence of another.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    keys: Vec<u64>,
    slots: Vec<u32>,
}

impl History {
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
        for step in 0..20_000 {
            if rng.below(5) < 3 || list.is_empty() {
                let key = rng.below(700) as u64 * 512;
                history.push(key);
                list.push(key);
            } else {
                history.pop();
                list.pop();
            }
            let key = rng.below(700) as u64 * 512;
            assert_eq!(history.find(key), list.iter().position(|&k| k == key), "step {step}");
        }
        assert_eq!(history.keys, list);
    }
}
