//! The net above the sums, in plain Rust.

use super::{HIDDEN, Network, ONE, Vector, WIDTH};

/// The logit of the mover's sum and the opponent's, in 1/256.
pub(super) fn logit(net: &Network, mover: &Vector, opponent: &Vector) -> i32 {
    logit_inline(net, mover, opponent)
}

/// The same, to be compiled into each caller for the instructions that it may use.
#[inline(always)]
pub(super) fn logit_inline(net: &Network, mover: &Vector, opponent: &Vector) -> i32 {
    let mut input = [0_i16; 2 * WIDTH];
    for (input, &sum) in input.iter_mut().zip(mover.iter().chain(opponent)) {
        *input = sum.clamp(0, ONE);
    }
    let mut logit = net.d;
    for unit in 0..HIDDEN {
        // 64 products below 2^23 each: no overflow.
        let dot: i32 = net.w[unit].iter().zip(&input).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum();
        let hidden = (dot.saturating_add(net.b[unit]) >> 8).clamp(0, i32::from(i16::MAX));
        logit = logit.saturating_add(hidden.saturating_mul(net.v[unit].into()));
    }
    logit >> 8
}
