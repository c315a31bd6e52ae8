//! The learner's inner loop compiled for AVX2. The code is the same, and so are its results: no sum is taken in another order.

use crate::boards::{Board, Boards};
use crate::learner::{Field, Gradient};
use tengen_gomoku::network::FloatNetwork;

/// Looks at one position.
#[inline]
pub(crate) fn look(
    gradient: &mut Gradient,
    net: &FloatNetwork,
    fields: &[Field],
    boards: &Boards,
    board: &Board,
    learn: bool,
) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been found to have AVX2.
        return unsafe { look_avx2(gradient, net, fields, boards, board, learn) };
    }
    gradient.look(net, fields, boards, board, learn);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn look_avx2(
    gradient: &mut Gradient,
    net: &FloatNetwork,
    fields: &[Field],
    boards: &Boards,
    board: &Board,
    learn: bool,
) {
    gradient.look(net, fields, boards, board, learn);
}
