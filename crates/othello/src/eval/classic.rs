//! The evaluation of midgame positions: mobility, corners, and discs that give corners away.
//!
//! Nine features, each the count of the side to move less the count of the opponent. The weights depend on the number
//! of empty points (`classic_weights.rs`). The weighted sum is the expected final margin.

use super::classic_weights::{FEATURES, PHASES, SPREAD, WEIGHTS};
use super::{DISC, Evaluator};
use crate::frame::Frame;
use tengen_games::othello::backend::Flips;
use tengen_games::othello::{Bits, Board};

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

/// The evaluation on one board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classic<'a, S>(pub(crate) &'a Frame<S>);

impl<S: Bits> Evaluator<S> for Classic<'_, S> {
    type State = ();
    const HAS_SIGMA: bool = false;

    fn state(self, _: &Board<S>) {}

    #[inline(always)]
    fn after(self, (): &(), _: usize, _: S) {}

    #[inline(always)]
    fn passed(self, (): &()) {}

    #[inline(always)]
    fn value<F: Flips<Set = S>>(self, f: F, board: &Board<S>, (): &()) -> i32 {
        let empties = board.empties();
        let (moves, replies) =
            (f.ends(board.own, board.opp) & empties, f.ends(board.opp, board.own) & empties);
        evaluate(board.own, board.opp, moves, replies, self.0)
    }

    fn sigma(self, _: u32, _: u32, _: u32) -> Option<f32> {
        None
    }

    fn win_probability(self, value: i32, empties: u32) -> f32 {
        super::win_probability(value, SPREAD[phase(empties, self.0.area)] as f32)
    }
}
