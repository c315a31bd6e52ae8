//! The weights of the evaluation, by phase.
//!
//! Fitted to the WTHOR database (137,548 games) by `examples/fit_weights.rs`, which prints these tables.

/// Number of features.
pub(crate) const FEATURES: usize = 9;

/// Number of game phases, by empties. The last spans more than a quarter of the game, because corners are too rare in
/// openings to fit their weights.
pub(crate) const PHASES: usize = 9;

/// The standard deviation of the final margin from the estimate, in hundredths of a disc, fewest empties first.
#[rustfmt::skip]
pub(crate) const SPREAD: [i32; PHASES] = [
    994, // 567627 positions
    1323, // 654644 positions
    1573, // 809773 positions
    1756, // 682416 positions
    1440, // 822562 positions
    1378, // 686894 positions
    1552, // 687408 positions
    1715, // 825128 positions
    1958, // 2200713 positions
];

/// Weights in hundredths of a disc per unit of each feature, in the order of [`super::classic::Features`].
#[rustfmt::skip]
pub(crate) const WEIGHTS: [[i32; FEATURES]; PHASES] = [
    [478, 16, -104, 30, 35, -260, 36, 72, 43],
    [253, 34, -108, 125, -121, -320, 78, 22, -126],
    [168, 41, -72, 226, -258, -273, 105, -12, -184],
    [110, 47, -33, 298, -355, -213, 131, -36, -232],
    [25, 67, 7, 319, -421, -122, 169, -56, -311],
    [-36, 86, 30, 389, -474, -71, 206, -74, -348],
    [-60, 93, 49, 708, -552, -39, 207, -88, -367],
    [-81, 93, 75, 543, -750, 34, 338, -103, -400],
    [132, -6, 34, 94, -654, 77, 233, -105, -274],
];
