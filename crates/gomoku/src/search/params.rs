//! The parameters of the search in one place, so that matches can tune them.
//!
//! `cargo run --release -p tengen-arena --example tune` plays the search against itself with other values.

/// Declares [`Params`]: each parameter with its name, default and range.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $low:literal..=$high:literal;)*) => {
        /// The parameters of the search. Depths are in sixteenths of a ply, margins in hundredths of the evaluation's
        /// scale.
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
            /// The name, default, least and greatest value of each parameter.
            pub const ALL: &'static [(&'static str, i32, i32, i32)] =
                &[$((stringify!($name), $default, $low, $high),)*];

            /// The parameter with this name.
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
    /// Aspiration: half the width of the first window.
    window = 6 in 2..=60;
    /// Futility: the margin for each ply.
    futility = 25 in 10..=80;
    /// Futility: the margin's decrease at an expected cut node that is not in the table.
    futility_cut = 5 in 0..=20;
    /// Razoring: the greatest depth.
    razor_depth = 40 in 0..=96;
    /// Razoring: the margin for each ply.
    razor = 6 in 2..=30;
    /// Razoring: the constant margin.
    razor_base = 6 in 0..=40;
    /// Null move: the margin above beta.
    null_margin = 64 in 0..=300;
    /// Null move: the least depth.
    null_depth = 128 in 64..=240;
    /// Internal iterative reduction: the reduction without a table move.
    no_best = 12 in 0..=32;
    /// Move count limit: at depth 0.
    late_base = 3 in 1..=10;
    /// Move count limit: increase for each ply, in sixteenths.
    late_ply = 32 in 4..=80;
    /// Move count limit: increase for the square of the plies, in sixteenths.
    late_square = 2 in 0..=20;
    /// Move count limit: percentage where the evaluation is not improving.
    late_worse = 50 in 20..=100;
    /// Moves without any pattern are pruned below this depth.
    trivial_depth = 64 in 0..=128;
    /// Singular extension: the least depth.
    singular_depth = 112 in 64..=200;
    /// Singular extension: the margin for 16 plies.
    singular_margin = 8 in 1..=40;
    /// Double extension: the margin below the singular one.
    double_margin = 16 in 2..=60;
    /// Negative extension of a table move that is not singular but fails high.
    singular_less = 24 in 0..=48;
    /// Extension of the table move on the principal variation.
    best_pv = 4 in 0..=16;
    /// Extension of the table move elsewhere.
    best_other = 1 in 0..=16;
    /// Extension of answers to a four, beyond the ply itself.
    five_extension = 4 in -4..=16;
    /// Reduction: hundredths of ln(depth) · ln(move number).
    late = 84 in 20..=150;
    /// Reduction: decrease at the root.
    late_root = 32 in 0..=48;
    /// Reduction: decrease on the principal variation, for a window as wide as the root's.
    late_window = 16 in 0..=32;
    /// Reduction: decrease for positions that were on a principal variation.
    late_was_pv = 16 in 0..=32;
    /// Reduction: increase where the evaluation is not improving.
    late_worse_more = 16 in 0..=32;
    /// Reduction: increase at expected cut nodes, except for killers.
    late_cut = 23 in 0..=48;
    /// Reduction: decrease for moves that make an open three or more.
    late_threat = 11 in 0..=32;
    /// Reduction: increase for trivial moves.
    late_trivial = 14 in 0..=32;
    /// Reduction: increase where an open four must be stopped.
    late_stopping = 16 in 0..=32;
    /// Reduction: increase for moves that do not stop it, far from the opponent's last move.
    far_other = 31 in 0..=64;
    /// Reduction: increase for moves that do not stop it, far from the own last move.
    far_own = 15 in 0..=64;
    /// Reduction: decrease for moves that continue an attack.
    going_on = 8 in 0..=32;
    /// Reduction: decrease by history, in sixteenths of a ply for 4096.
    late_history = 20 in 0..=64;
    /// Reduction: the history that changes nothing.
    history_zero = 512 in -2000..=4000;
    /// Deeper search after a reduction: the margin above alpha for one more ply.
    deeper_base = 14 in 0..=100;
    /// Deeper search after a reduction: this margin's increase for each ply of reduction.
    deeper_ply = 4 in 0..=40;
    /// Deeper search after a reduction: the margin above alpha for a second ply.
    deeper_yet_base = 140 in 20..=400;
    /// Deeper search after a reduction: this margin's increase for each ply of reduction.
    deeper_yet_ply = 10 in 0..=60;
    /// Reduction of the moves after one that raised alpha.
    better_less = 20 in 0..=32;
    /// Likely cut: the margin above beta for each ply.
    likely_cut = 8 in 0..=40;
    /// Likely cut: the reduction.
    likely_cut_less = 16 in 0..=32;
    /// Leaves: the greatest number of consecutive fours.
    leaf_fours = 12 in 0..=40;
    /// Leaves: the greatest number of positions of a search by fours.
    leaf_nodes = 60 in 0..=10000;
    /// The network is skipped if the pattern sum is so far outside the window.
    network_margin = 150 in 20..=1000;
    /// Ordering: weight of the history, in 1/4096.
    order_history = 64 in 8..=400;
    /// Ordering: weight of the reply history, in 1/4096.
    order_answer = 64 in 8..=400;
    /// Ordering: bonus of a counter move.
    order_counter = 60 in 0..=200;
    /// Ordering: bonus of a killer.
    order_killer = 60 in 0..=200;
}
