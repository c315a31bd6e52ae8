//! What both searches share: a move to try, the choice of the next one, and what a value proves.

use tengen_engine::Bound;

/// One ply of a line: a square, or `None` for a pass.
pub(crate) type Ply = Option<u8>;

/// A move to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<S> {
    pub(crate) square: u8,
    /// Larger is tried earlier.
    pub(crate) weight: i32,
    pub(crate) flips: S,
}

/// Brings the heaviest child to the front and returns it. Of equal ones the first is taken. A cut-off mostly comes
/// early, so sorting all of them at once would be wasted.
#[inline(always)]
pub(crate) fn heaviest<S: Copy>(children: &mut [Child<S>]) -> Child<S> {
    let mut heaviest = 0;
    for i in 1..children.len() {
        if children[i].weight > children[heaviest].weight {
            heaviest = i;
        }
    }
    children.swap(0, heaviest);
    children[0]
}

/// What a search of the window from `alpha` to `beta` that came out at `value` has proved.
#[inline]
pub(crate) fn bound(value: i32, alpha: i32, beta: i32) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value <= alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// Whether a value that is known to be bounded so answers the null window just above `alpha`.
#[inline]
pub(crate) fn answers(value: i32, bound: Bound, alpha: i32) -> bool {
    if value > alpha { bound != Bound::Upper } else { bound != Bound::Lower }
}
