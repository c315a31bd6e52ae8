//! The net above the sums, compiled for AVX2; the code is that of [`forward`](super::forward), which is also its portable twin.

use super::forward::logit_inline;
use super::{Network, Vector};

/// The logit, or `None` on a processor without AVX2.
#[inline]
pub(super) fn logit(net: &Network, mover: &Vector, opponent: &Vector) -> Option<i32> {
    // SAFETY: the processor has just been found to have AVX2.
    is_x86_feature_detected!("avx2").then(|| unsafe { logit_avx2(net, mover, opponent) })
}

#[target_feature(enable = "avx2")]
fn logit_avx2(net: &Network, mover: &Vector, opponent: &Vector) -> i32 {
    logit_inline(net, mover, opponent)
}
