//! Evaluations: the expected final margin of a position.
//!
//! - [`patterns`] and [`weights`]: tables of patterns, for 8×8.
//! - [`network`]: what a hidden layer over some of the patterns adds to them.
//! - `coding`: what makes the files of both small.
//! - `classic`: mobility, corners and edges, for every other size.

pub(crate) mod classic;
pub(crate) mod classic_weights;
mod coding;
pub mod network;
pub mod patterns;
pub mod weights;

pub use network::Network;
pub use patterns::Indices;
pub use weights::{PatternWeights, PatternWeightsError};

use tengen_games::othello::backend::Flips;
use tengen_games::othello::{Bits, Board};

/// Values are hundredths of a disc.
pub(crate) const DISC: i32 = 100;

/// An evaluation with a state that moves update.
pub(crate) trait Evaluator<S: Bits>: Copy {
    /// What the evaluation keeps of a position, from the side to move.
    type State: Copy;
    /// True if the errors of its searches have been measured. Without them ProbCut cuts nothing, and every search is
    /// certain.
    const HAS_SIGMA: bool;
    /// The state of a position.
    fn state(self, board: &Board<S>) -> Self::State;
    /// The state after a disc on `square` turned `flips` over.
    fn after(self, state: &Self::State, square: usize, flips: S) -> Self::State;
    /// The state after a pass.
    fn passed(self, state: &Self::State) -> Self::State;
    /// The expected margin for the side to move, in hundredths of a disc, inside the margin of a board full of discs of
    /// one colour.
    fn value<F: Flips<Set = S>>(self, f: F, board: &Board<S>, state: &Self::State) -> i32;
    /// The same, or a rougher value that is on the same side of the window from `alpha` to `beta` in all likelihood.
    #[inline(always)]
    fn value_near<F: Flips<Set = S>>(
        self,
        f: F,
        board: &Board<S>,
        state: &Self::State,
        _window: (i32, i32),
    ) -> i32 {
        self.value(f, board, state)
    }
    /// A value that is quicker to have, to order moves by.
    #[inline(always)]
    fn rough_value<F: Flips<Set = S>>(self, f: F, board: &Board<S>, state: &Self::State) -> i32 {
        self.value(f, board, state)
    }
    /// The standard deviation of a search's value from that of a search of `shallow` plies, in hundredths of a disc,
    /// with this many empties; `None` if it has not been measured ([`HAS_SIGMA`](Evaluator::HAS_SIGMA)).
    fn sigma(self, empties: u32, depth: u32, shallow: u32) -> Option<f32>;
    /// The win probability for an expected margin of `value` hundredths.
    fn win_probability(self, value: i32, empties: u32) -> f32;
}

/// The win probability for an expected margin of `value`, if the error of the estimate is normal with this standard
/// deviation (by the closest logistic curve), both in hundredths of a disc.
fn win_probability(value: i32, deviation: f32) -> f32 {
    1.0 / (1.0 + (-1.702 * value as f32 / deviation).exp())
}
