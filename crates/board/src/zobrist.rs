//! Zobrist keys: one random 64-bit number a fact, so that a position's hash is the exclusive or of its facts.
//!
//! The keys are fixed by a published generator (SplitMix64) and so are the same on every machine and in every build:
//! hashes may be stored. Source: A. L. Zobrist, "A new hashing method with application for game playing", 1970.

use crate::{Color, MAX_SIDE};

/// Points on the largest board; point numbers are below this.
pub const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// Key of a stone: `STONE[point number][colour]`. See [`stone`].
pub static STONE: [[u64; 2]; MAX_AREA] = {
    let mut keys = [[0; 2]; MAX_AREA];
    let mut i = 0;
    while i < MAX_AREA {
        keys[i] = [nth(2 * i as u64), nth(2 * i as u64 + 1)];
        i += 1;
    }
    keys
};

/// Key of "this point may not be retaken" (Go's ko): `KO[point number]`.
pub static KO: [u64; MAX_AREA] = {
    let mut keys = [0; MAX_AREA];
    let mut i = 0;
    while i < MAX_AREA {
        keys[i] = nth(2 * MAX_AREA as u64 + i as u64);
        i += 1;
    }
    keys
};

/// Key of "white is to move".
pub const WHITE_TO_MOVE: u64 = nth(3 * MAX_AREA as u64);

/// Key of a `color` stone on the point numbered `index` (below [`MAX_AREA`]; usually [`crate::Size::index`]).
///
/// ```
/// use tengen_board::{Color, zobrist};
/// let mut hash = 0;
/// hash ^= zobrist::stone(112, Color::Black) ^ zobrist::WHITE_TO_MOVE; // black plays
/// hash ^= zobrist::stone(112, Color::Black) ^ zobrist::WHITE_TO_MOVE; // and takes it back
/// assert_eq!(hash, 0);
/// ```
#[inline]
pub fn stone(index: usize, color: Color) -> u64 {
    STONE[index][color.index()]
}

/// Key that turns a stone on the point numbered `index` from one colour to the other.
#[inline]
pub fn flip(index: usize) -> u64 {
    STONE[index][0] ^ STONE[index][1]
}

/// Key of any other fact that a game numbers for itself: passes in a row, the phase of an opening, and so on.
/// Equal numbers give equal keys; `n` is below 2⁶³.
#[inline]
pub const fn extra(n: u64) -> u64 {
    nth((1 << 63) | n)
}

/// The `n`th output of SplitMix64 from the seed "Tengen" read as ASCII.
const fn nth(n: u64) -> u64 {
    const SEED: u64 = 0x5465_6E67_656E;
    let mut z = SEED.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn all() -> Vec<u64> {
        let mut keys: Vec<u64> = STONE.iter().flatten().copied().collect();
        keys.extend(KO);
        keys.push(WHITE_TO_MOVE);
        keys.extend((0..64).map(extra));
        keys
    }

    #[test]
    fn no_two_keys_are_equal_and_none_is_the_sum_of_two() {
        let keys = all();
        let set: HashSet<u64> = keys.iter().copied().collect();
        assert_eq!(set.len(), keys.len());
        assert!(!set.contains(&0));
        // A pair that equals a third key would let two facts pass for one.
        for (i, a) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|b| !set.contains(&(a ^ b))));
        }
    }

    #[test]
    fn every_bit_is_set_in_about_half_of_the_keys() {
        let keys = all();
        for bit in 0..64 {
            let ones = keys.iter().filter(|&&k| k >> bit & 1 == 1).count();
            // Five standard deviations of a fair coin.
            let slack = 2.5 * (keys.len() as f64).sqrt();
            assert!((ones as f64 - keys.len() as f64 / 2.0).abs() < slack, "bit {bit}: {ones}");
        }
    }
}
