//! The numbers that steer the search, in one place, so that matches can tune them.
//!
//! `cargo run --release -p tengen-gomoku --example tune` plays the search against itself with other numbers. Those here were chosen before
//! there was such a command, and matches of 100 to 400 games with others have found none clearly better; the margin of the network, the
//! newest, stands between 200, at which moves were chosen as without it, and 120, at which they were chosen a little worse.

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
    /// Futility: the margin of a ply.
    futility = 32 in 10..=80;
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
    /// Late moves: how many are tried at no depth.
    late_base = 4 in 1..=10;
    /// Late moves: how many more by ply, in sixteenths.
    late_ply = 21 in 4..=80;
    /// Late moves: how many more by the square of plies, in sixteenths.
    late_square = 5 in 0..=20;
    /// Late moves where the evaluation has become worse: hundredths of those.
    late_worse = 66 in 20..=100;
    /// Moves without any pattern are left out below this depth.
    trivial_depth = 64 in 0..=128;
    /// Singular extension: the depth from which on it is looked for.
    singular_depth = 112 in 64..=200;
    /// Singular extension: the margin of 16 plies.
    singular_margin = 8 in 1..=40;
    /// Double singular extension: how much further below.
    double_margin = 16 in 2..=60;
    /// Extension of the only answers to a four, beyond the ply itself.
    five_extension = 4 in -4..=16;
    /// Reduction: hundredths of ln(depth) · ln(number).
    late = 70 in 20..=150;
    /// Reduction: less on the principal variation.
    late_pv = 8 in 0..=32;
    /// Reduction: less where the position was on the principal variation.
    late_was_pv = 8 in 0..=32;
    /// Reduction: more where the evaluation has become worse.
    late_worse_more = 8 in 0..=32;
    /// Reduction: more where a cut is expected.
    late_cut = 16 in 0..=48;
    /// Reduction: less for moves that make an open three or more.
    late_threat = 8 in 0..=32;
    /// Reduction: more for moves without weight.
    late_trivial = 8 in 0..=32;
    /// Reduction: less where a five or open four must be stopped.
    late_stopping = 8 in 0..=32;
    /// Reduction: history's share, in sixteenths of a ply for 4096.
    late_history = 16 in 0..=64;
    /// History from which on there is less reduction.
    history_zero = 512 in -2000..=4000;
    /// A search that surprises by so much is repeated deeper.
    deeper_margin = 16 in 2..=100;
    /// How much deeper.
    deeper = 8 in 0..=32;
    /// Where the evaluation is above beta by so much for each ply, a cut is likely and depth is saved.
    likely_cut = 8 in 0..=40;
    /// Reduction of a likely cut.
    likely_cut_less = 16 in 0..=32;
    /// The network is not asked where the weights alone are so far beyond the window.
    network_margin = 150 in 20..=1000;
    /// Order: history's share, one in so many.
    order_history = 64 in 8..=400;
    /// Order: the same of answers.
    order_answer = 64 in 8..=400;
    /// Order: the worth of a counter move.
    order_counter = 60 in 0..=200;
    /// Order: the worth of a killer.
    order_killer = 60 in 0..=200;
}
