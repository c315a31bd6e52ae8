//! Parts of both searches: a move with its order score, the choice of the next move, and bounds.

use tengen_engine::Bound;

/// One ply of a line: a square, or `None` for a pass.
pub(crate) type Ply = Option<u8>;

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<S> {
    pub(crate) square: u8,
    /// The order score: larger is searched earlier.
    pub(crate) score: i32,
    pub(crate) flips: S,
}

/// Moves the child with the best order score to the front and returns it; the first of equal ones. A cutoff mostly
/// comes early, so a full sort is wasted work.
#[inline(always)]
pub(crate) fn pick_best<S: Copy>(children: &mut [Child<S>]) -> Child<S> {
    let mut best = 0;
    for i in 1..children.len() {
        if children[i].score > children[best].score {
            best = i;
        }
    }
    children.swap(0, best);
    children[0]
}

/// The kind of bound that `value` is after a search of the window from `alpha` to `beta`.
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

/// True if a value with this bound decides the null window just above `alpha`.
#[inline]
pub(crate) fn cuts_off(value: i32, bound: Bound, alpha: i32) -> bool {
    if value > alpha { bound != Bound::Upper } else { bound != Bound::Lower }
}
