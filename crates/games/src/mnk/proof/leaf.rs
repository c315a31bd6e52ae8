//! A node without answers: pairs for some lines of the attacker, and the bound of Erdős and Selfridge for the others.
//!
//! The defender answers a stone on one point of a pair with the other point, so it has a stone on each line that
//! contains a pair. The other lines are counted as if the attacker had all points of pairs: a line with n other empty
//! points weighs 2^-n. The defender takes the point of the largest weight each time. Then the sum, when it is to move,
//! never grows; while it is below 1 no line is complete (P. Erdős and J. L. Selfridge, "On a combinatorial game",
//! Journal of Combinatorial Theory A 14, 1973).

use super::lines::{Lines, Points};
use super::verify::MnkFault;
use alloc::string::String;
use alloc::vec;

/// Checks that a side holds against these lines though the attacker is to move. `k` is the length of a line. A pair
/// that is not on one line together counts for nothing.
pub(super) fn check<const N: usize>(
    lines: &Lines<N>,
    pairs: &[(usize, usize)],
    k: u32,
    area: usize,
    name: impl Fn(usize) -> String,
) -> Result<(), MnkFault> {
    let mut named = Points::<N>::NONE;
    let mut paired = Points::<N>::NONE;
    for &(a, b) in pairs {
        for point in [a, b] {
            if named.has(point) {
                return Err(MnkFault::Pair(name(point)));
            }
            named = named.with(point);
        }
        if lines.iter().any(|line| line.has(a) && line.has(b)) {
            paired = paired.with(a).with(b);
        }
    }
    // Weights in units of 2^-k.
    let (mut sum, mut at) = (0u64, vec![0u64; area]);
    for line in lines {
        if pairs.iter().any(|&(a, b)| line.has(a) && line.has(b)) {
            continue;
        }
        let others = paired.iter().fold(*line, Points::without);
        let weight = 1 << (k - others.count());
        sum += weight;
        others.iter().for_each(|point| at[point] += weight);
    }
    // The attacker's best move doubles the weight of its lines; then the defender is to move.
    let largest = at.into_iter().max().unwrap_or(0);
    if sum + largest < 1 << k { Ok(()) } else { Err(MnkFault::NotHeld) }
}
