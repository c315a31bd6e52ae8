//! The weights of the evaluation, by phase: set by hand.

use crate::evaluation::FEATURES;

/// How many phases a game has, by the number of empties.
pub(crate) const PHASES: usize = 2;

/// The standard deviation of the final margin from the estimate, in hundredths of a disc, fewest empties first.
pub(crate) const SPREAD: [i32; PHASES] = [1200, 1500];

/// Hundredths of a disc for one of each feature, in the order of [`crate::evaluation::Features`].
pub(crate) const WEIGHTS: [[i32; FEATURES]; PHASES] =
    [[40, 30, 40, 500, -300, -150, 200, 10, 100], [40, 30, 40, 500, -300, -150, 200, 10, 100]];
