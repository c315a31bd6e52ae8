//! The numbers that steer the search, in one place, so that matches can tune them.
//!
//! `cargo run --release -p tengen-arena --example tune` plays the search against itself with other numbers.

/// Declares [`Params`]: each number with its name, default and the range in which it makes sense.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $low:literal..=$high:literal;)*) => {
        /// The numbers that steer the search. Depths are in sixteenths of a ply; margins in hundredths of the scale of the evaluation,
        /// at which the odds are e to 1.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// The name of every number, its default, and the least and the most that makes sense.
            pub const ALL: &'static [(&'static str, i32, i32, i32)] =
                &[$((stringify!($name), $default, $low, $high),)*];

            /// The number with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Aspiration: half the first window.
    window = 6 in 2..=60;
    /// Futility: the margin of a ply.
    futility = 25 in 10..=80;
    /// Futility: less of it where a cut is expected of a position that is new.
    futility_cut = 5 in 0..=20;
    /// Razoring: the depth up to which it is tried.
    razor_depth = 40 in 0..=96;
    /// Razoring: the margin of a ply.
    razor = 6 in 2..=30;
    /// Razoring: the margin at once.
    razor_base = 6 in 0..=40;
    /// Null move: how far above beta it is tried.
    null_margin = 64 in 0..=300;
    /// Null move: the depth from which on it is tried.
    null_depth = 128 in 64..=240;
    /// Without a move from the table: how much less deep.
    no_best = 12 in 0..=32;
    /// LateMove moves: how many are tried at no depth.
    late_base = 3 in 1..=10;
    /// LateMove moves: how many more by ply, in sixteenths.
    late_ply = 32 in 4..=80;
    /// LateMove moves: how many more by the square of plies, in sixteenths.
    late_square = 2 in 0..=20;
    /// LateMove moves where the evaluation has become worse: hundredths of those.
    late_worse = 50 in 20..=100;
    /// Moves without any pattern are left out below this depth.
    trivial_depth = 64 in 0..=128;
    /// Singular extension: the depth from which on it is looked for.
    singular_depth = 112 in 64..=200;
    /// Singular extension: the margin of 16 plies.
    singular_margin = 8 in 1..=40;
    /// Double singular extension: how much further below.
    double_margin = 16 in 2..=60;
    /// How much less deep a move is searched that is not singular where it, or others too, would cut.
    singular_less = 24 in 0..=48;
    /// Extension of the best known move on the principal variation.
    best_pv = 4 in 0..=16;
    /// Extension of the best known move elsewhere.
    best_other = 1 in 0..=16;
    /// Extension of the only answers to a four, beyond the ply itself.
    five_extension = 4 in -4..=16;
    /// Reduction: hundredths of ln(depth) · ln(number).
    late = 84 in 20..=150;
    /// Reduction at the root: less than elsewhere.
    late_root = 32 in 0..=48;
    /// Reduction on the principal variation: less, where the window is as wide as that of the root.
    late_window = 16 in 0..=32;
    /// Reduction: less where the position was on the principal variation.
    late_was_pv = 16 in 0..=32;
    /// Reduction: more where the evaluation has become worse.
    late_worse_more = 16 in 0..=32;
    /// Reduction: more where a cut is expected, but for killers.
    late_cut = 23 in 0..=48;
    /// Reduction: less for moves that make an open three or more.
    late_threat = 11 in 0..=32;
    /// Reduction: more for moves without weight.
    late_trivial = 14 in 0..=32;
    /// Reduction: more where an open four must be stopped.
    late_stopping = 16 in 0..=32;
    /// Reduction: more for what does not stop it, far from the opponent's last move.
    far_other = 31 in 0..=64;
    /// Reduction: more for the same, far from the own last move.
    far_own = 15 in 0..=64;
    /// Reduction: less for going on with an attack.
    going_on = 8 in 0..=32;
    /// Reduction: history's share, in sixteenths of a ply for 4096.
    late_history = 20 in 0..=64;
    /// History from which on there is less reduction.
    history_zero = 512 in -2000..=4000;
    /// A late move better than alpha by so much is searched a ply deeper than others.
    deeper_base = 14 in 0..=100;
    /// The same, for every ply that it had been searched less deep.
    deeper_ply = 4 in 0..=40;
    /// A late move better than alpha by so much is searched yet a ply deeper.
    deeper_yet_base = 140 in 20..=400;
    /// The same, for every ply that it had been searched less deep.
    deeper_yet_ply = 10 in 0..=60;
    /// How much less deep the moves after a better one are searched.
    better_less = 20 in 0..=32;
    /// Where the evaluation is above beta by so much for each ply, a cut is likely and depth is saved.
    likely_cut = 8 in 0..=40;
    /// Reduction of a likely cut.
    likely_cut_less = 16 in 0..=32;
    /// Fours in a row that are looked for at the leaves, at the most.
    leaf_fours = 12 in 0..=40;
    /// The network is not asked where the weights alone are so far beyond the window.
    network_margin = 150 in 20..=1000;
    /// Order: history's share, in 1/4096.
    order_history = 64 in 8..=400;
    /// Order: the same of answers.
    order_answer = 64 in 8..=400;
    /// Order: the worth of a counter move.
    order_counter = 60 in 0..=200;
    /// Order: the worth of a killer.
    order_killer = 60 in 0..=200;
}
