//! The learner's inner loop compiled for AVX2: the same code with the same results, because no order of sums changes.

use crate::boards::{Board, Boards};
use crate::gradient::{Field, Gradient};
use tengen_gomoku::network::FloatNetwork;

/// Adds a position to the gradient, with the best instructions of the CPU.
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
        // SAFETY: the test above has found AVX2.
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
