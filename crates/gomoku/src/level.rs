//! The levels: how a weaker player sees less.
//!
//! A weak level looks few plies ahead, knows nothing of long rows of fours, and is unsure what a quiet move is worth. It is never
//! unsure of what stands on the board: it makes its fives and open fours and stops the opponent's, as people do who have just
//! learnt the game.

use crate::search::{PROVEN, SearchResult};
use tengen_board::random::SplitMix64;

/// What a level may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Level {
    /// Plies ahead; 0 means as many as the limits allow.
    pub(crate) depth: u32,
    /// Nodes; 0 means as many as the limits allow.
    pub(crate) nodes: u64,
    /// Fours in a row that it looks for.
    pub(crate) fours: i32,
    /// Moves between which it wavers.
    pub(crate) among: usize,
    /// How far it may be wrong about the worth of a move, in hundredths of the weights' scale.
    pub(crate) unsure: u32,
}

/// The strongest level.
pub(crate) const MOST: u8 = 10;

const fn seeing(depth: u32, nodes: u64, fours: i32, among: usize, unsure: u32) -> Level {
    Level { depth, nodes, fours, among, unsure }
}

/// The level with this number, brought into the range from 1 to [`MOST`].
pub(crate) const fn level(number: u8) -> Level {
    match number {
        0 | 1 => seeing(1, 4_000, 0, 24, 160),
        2 => seeing(1, 4_000, 0, 12, 60),
        3 => seeing(2, 8_000, 0, 10, 40),
        4 => seeing(3, 8_000, 1, 8, 25),
        5 => seeing(4, 8_000, 2, 5, 12),
        6 => seeing(6, 6_000, 3, 1, 0),
        7 => seeing(0, 10_000, 5, 1, 0),
        8 => seeing(0, 40_000, 12, 1, 0),
        9 => seeing(0, 250_000, 12, 1, 0),
        _ => seeing(0, 0, 12, 1, 0),
    }
}

/// A level in a few plain words.
pub(crate) const fn describe(number: u8) -> &'static str {
    match number {
        0 | 1 => "looks at its own move only and is unsure of everything but fours and fives",
        2 => "looks at its own move only, less unsure",
        3 => "looks at the answer too",
        4 => "looks three plies ahead and sees a four that leads to another",
        5 => "looks four plies ahead, hardly unsure any more",
        6 => "looks six plies ahead and no longer wavers",
        7 => "searches 10,000 positions a move",
        8 => "searches 40,000 positions a move, with long rows of fours",
        9 => "searches 250,000 positions a move",
        _ => "searches as deep as its time allows",
    }
}

impl Level {
    /// Lets the level be unsure: its opinion of each ranked move is off by some amount, and what it then likes best comes first. What is
    /// proven it knows for certain. `seed` decides.
    pub(crate) fn waver(self, found: &mut SearchResult, scale: f32, seed: u64) {
        if self.unsure == 0 || found.depth == 0 || found.moves[0].value >= PROVEN {
            return;
        }
        let mut rng = SplitMix64(seed);
        let most = (scale * self.unsure as f32 / 100.0) as i32;
        let ranked = found.ranked.min(found.moves.len());
        let liked = |value: i32, rng: &mut SplitMix64| {
            // The sum of three draws: small errors are more likely than large ones.
            let error: i32 =
                (0..3).map(|_| rng.below(2 * most.max(1) as usize + 1) as i32 - most).sum::<i32>() / 2;
            if value <= -PROVEN { value } else { value + error }
        };
        let opinions: Vec<i32> = found.moves[..ranked].iter().map(|mv| liked(mv.value, &mut rng)).collect();
        let best = (0..ranked).max_by_key(|&i| (opinions[i], std::cmp::Reverse(i))).unwrap_or(0);
        found.moves[..=best].rotate_right(1);
    }
}
