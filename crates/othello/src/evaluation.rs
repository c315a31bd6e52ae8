//! The evaluation of midgame positions: mobility, corners, and discs that give corners away.
//!
//! Nine features, each the count of the side to move less the count of the opponent. The weights depend on the number
//! of empty points (`weights.rs`). The weighted sum is the expected final margin.

use crate::frame::Frame;
use crate::weights::{PHASES, SPREAD, WEIGHTS};
use tengen_games::othello::Bits;

/// Values are hundredths of a disc.
pub(crate) const DISC: i32 = 100;

/// Number of features.
pub(crate) const FEATURES: usize = 9;

/// The features in the order of the weights, each for the side to move less the opponent.
///
/// 0. legal moves; 1. the same in 64ths of their sum plus two; 2. potential moves: empties beside the opponent's
///    discs; 3. corners; 4. discs on X squares and 5. on C squares beside an empty corner; 6. edge discs in an unbroken
///    chain from an own corner; 7. all discs; 8. the constant 1, for the turn.
pub(crate) type Features = [i32; FEATURES];

/// The features of a position in which the sides have `moves` and `replies`.
#[inline(always)]
pub(crate) fn features<S: Bits>(own: S, opp: S, moves: S, replies: S, frame: &Frame<S>) -> Features {
    let empties = frame.cells & !(own | opp);
    let less = |a: S, b: S| a.count() as i32 - b.count() as i32;
    let (m, n) = (moves.count() as i32, replies.count() as i32);
    let (mut x_squares, mut c_squares) = (S::EMPTY, S::EMPTY);
    for area in &frame.corner_areas {
        if !(area.corner & empties).is_empty() {
            x_squares = x_squares | area.x_square;
            c_squares = c_squares | area.c_squares;
        }
    }
    [
        m - n,
        64 * (m - n) / (m + n + 2),
        less(opp.grown() & empties, own.grown() & empties),
        less(own & frame.corners, opp & frame.corners),
        less(own & x_squares, opp & x_squares),
        less(own & c_squares, opp & c_squares),
        less(anchored(own, frame), anchored(opp, frame)),
        less(own, opp),
        1,
    ]
}

/// The edge discs of one side that form an unbroken chain from one of its corners: they cannot be turned over.
#[inline(always)]
fn anchored<S: Bits>(discs: S, frame: &Frame<S>) -> S {
    let mut chain = discs & frame.corners;
    if chain.is_empty() {
        return chain;
    }
    let edge = discs & frame.edges;
    loop {
        let longer = edge & chain.grown();
        if longer == chain {
            return chain;
        }
        chain = longer;
    }
}

/// The phase of a position with `empties` on a board of `area` points: twelfths of the game, with all opening phases as
/// one.
#[inline]
pub(crate) fn phase(empties: u32, area: i32) -> usize {
    (12 * empties as usize / (area as usize + 1)).min(PHASES - 1)
}

/// The expected margin for the side to move, in hundredths of a disc.
#[inline(always)]
pub(crate) fn evaluate<S: Bits>(own: S, opp: S, moves: S, replies: S, frame: &Frame<S>) -> i32 {
    let empties = frame.area as u32 - (own.count() + opp.count());
    let weights = &WEIGHTS[phase(empties, frame.area)];
    let counted = features(own, opp, moves, replies, frame);
    let sum: i32 = counted.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    let limit = (frame.area - 1) * DISC;
    sum.clamp(-limit, limit)
}

/// The win probability for an expected margin of `value` hundredths of a disc. The error of the estimate is taken as
/// normal (by the closest logistic curve), with the spread measured in the fit.
pub(crate) fn win_probability(value: i32, empties: u32, area: i32) -> f32 {
    let spread = SPREAD[phase(empties, area)] as f32;
    1.0 / (1.0 + (-1.702 * value as f32 / spread).exp())
}
