//! The levels: weaker players see less.
//!
//! A weak level searches few plies, sees only short rows of fours, and misjudges quiet moves at random. It makes its
//! fives and open fours and stops fives. The weakest often overlook an open three, as beginners do.

use crate::search::{MATE, PROVEN, SearchResult};
use tengen_board::random::SplitMix64;
use tengen_engine::LevelTrait;

/// The limits of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Level {
    /// The depth in plies; 0 for no limit.
    pub(crate) depth: u32,
    /// The node limit; 0 for none.
    pub(crate) nodes: u64,
    /// The greatest number of consecutive fours that it sees.
    pub(crate) fours: i32,
    /// The number of moves that it chooses choices.
    pub(crate) choices: usize,
    /// The largest error in the value of a move, in hundredths of the scale of the weights.
    pub(crate) error: u32,
    /// The chance, of a hundred, to overlook at a move what needs more than the opponent's next stone.
    overlooks: u32,
}

/// The strongest level.
pub(crate) const MAX_LEVEL: u8 = 10;

const fn limits(depth: u32, nodes: u64, fours: i32, choices: usize, error: u32) -> Level {
    Level { depth, nodes, fours, choices, error, overlooks: 0 }
}

/// The level with this number, clamped to 1 to [`MAX_LEVEL`].
pub(crate) const fn level(number: u8) -> Level {
    match number {
        0 | 1 => Level { overlooks: 75, ..limits(1, 4_000, 0, 24, 160) },
        2 => Level { overlooks: 30, ..limits(1, 4_000, 0, 12, 60) },
        3 => Level { overlooks: 10, ..limits(2, 8_000, 0, 10, 40) },
        4 => limits(3, 8_000, 1, 8, 25),
        5 => limits(4, 8_000, 2, 5, 12),
        6 => limits(6, 6_000, 3, 1, 0),
        7 => limits(0, 10_000, 5, 1, 0),
        8 => limits(0, 40_000, 12, 1, 0),
        9 => limits(0, 250_000, 12, 1, 0),
        _ => limits(0, 0, 12, 1, 0),
    }
}

/// How much stronger each level is than level 1, in Elo, to the nearest 50: from games of each level against the one
/// below (`docs/measurements.md`).
const ELO: [u32; MAX_LEVEL as usize] = [0, 300, 550, 800, 900, 1100, 1400, 1600, 1750, 1900];

/// The strength of the level with this number.
pub(crate) fn elo(number: u8) -> Option<LevelTrait> {
    LevelTrait::strength(&ELO, number)
}

/// Stones on the board up to which every level but the strongest varies its moves.
const OPENING: usize = 8;

impl Level {
    /// The level with so many stones on the board: in the opening it varies its moves, so that no two games are alike.
    pub(crate) fn with_stones(self, stones: usize) -> Level {
        if self.nodes == 0 || stones >= OPENING {
            return self;
        }
        Level { choices: self.choices.max(6), error: self.error.max(20), ..self }
    }

    /// True if it overlooks at this move what needs more than the opponent's next stone.
    pub(crate) fn overlooks(self, seed: u64) -> bool {
        SplitMix64(seed ^ 0x0E2_100F).below(100) < self.overlooks as usize
    }

    /// What the level does.
    pub(crate) fn describe(self) -> Vec<LevelTrait> {
        let mut list = vec![match (self.depth, self.nodes) {
            (0, 0) => LevelTrait::Unlimited,
            (0, nodes) => LevelTrait::Nodes(nodes),
            (depth, _) => LevelTrait::Depth(depth),
        }];
        if self.error > 0 {
            list.push(LevelTrait::Errors(self.error));
            if self.overlooks > 0 {
                list.push(LevelTrait::Overlooks(self.overlooks));
            }
        } else if (self.depth, self.nodes) != (0, 0) {
            list.push(LevelTrait::Fours(self.fours as u32));
        }
        list
    }

    /// Adds a random error to the value of each ranked move and moves the best of them to the front. Proven values
    /// get no error, but those that are overlooked. `seed` decides the errors.
    pub(crate) fn add_error(self, found: &mut SearchResult, scale: f32, seed: u64) {
        let overlooks = self.overlooks(seed);
        // Even a beginner sees a win by one stone or by an open four, and a five that must be stopped.
        let seen = |value: i32| !overlooks && value.abs() >= PROVEN || value >= MATE - 3 || value <= 2 - MATE;
        if self.error == 0 || found.depth == 0 || seen(found.moves[0].value) && found.moves[0].value > 0 {
            return;
        }
        let mut rng = SplitMix64(seed);
        let most = (scale * self.error as f32 / 100.0) as i32;
        let ranked = found.ranked.min(found.moves.len());
        let misjudged = |value: i32, rng: &mut SplitMix64| {
            // A sum of three draws: small errors are more likely than large ones.
            let error: i32 =
                (0..3).map(|_| rng.below(2 * most.max(1) as usize + 1) as i32 - most).sum::<i32>() / 2;
            if seen(value) { value } else { value + error }
        };
        // What is overlooked seems as good as the best quiet move.
        let quiet = found.moves[..ranked].iter().map(|mv| mv.value).filter(|value| value.abs() < PROVEN);
        let quiet = quiet.max().unwrap_or(0);
        let shown = |value: i32| if value.abs() >= PROVEN && !seen(value) { quiet } else { value };
        let values: Vec<i32> =
            found.moves[..ranked].iter().map(|mv| misjudged(shown(mv.value), &mut rng)).collect();
        let best = (0..ranked).max_by_key(|&i| (values[i], std::cmp::Reverse(i))).unwrap_or(0);
        found.moves[..=best].rotate_right(1);
    }
}
