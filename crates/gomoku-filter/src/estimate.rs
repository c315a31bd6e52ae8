//! A rough score of a position, from the best that either side could make next.

use super::view::{Facts, View};
use tengen_engine::{Proof, Score};
use tengen_games::Game;

/// What a stone that makes something is worth, in hundredths of an open three.
struct Value {
    makes: fn(Facts) -> bool,
    /// To the side that moves next.
    next: f32,
    /// To the side that must wait.
    waiting: f32,
}

/// The best first.
const VALUES: [Value; 5] = [
    Value { makes: |f| f.five, next: 10_000.0, waiting: 3_000.0 },
    Value { makes: Facts::is_open_four, next: 5_000.0, waiting: 600.0 },
    Value { makes: Facts::is_four_three, next: 2_500.0, waiting: 400.0 },
    Value { makes: Facts::is_double_three, next: 1_200.0, waiting: 300.0 },
    Value { makes: |f| f.threes > 0, next: 150.0, waiting: 80.0 },
];

/// The score of a position that goes on, for the side to move.
pub(super) fn estimate(view: &View<'_>) -> Score {
    let empty = || view.size().points().filter(|&p| view.position().at(p).is_empty());
    if empty().any(|p| view.own(p).five) {
        return Score::Proven(Proof::Win(1));
    }
    let (mut own, mut other) = (0f32, 0f32);
    for point in empty() {
        let (mine, theirs) = (view.own(point), view.other(point));
        let best = |facts: Facts, moving: bool| {
            let found = VALUES.iter().find(|value| (value.makes)(facts));
            let made = found.map_or(0.0, |value| if moving { value.next } else { value.waiting });
            // The weights say a little where nothing is made: K of a lively point is about a thousand.
            made + facts.k as f32 / 32.0
        };
        own = own.max(best(mine, true));
        other = other.max(best(theirs, false));
    }
    let value = own - other;
    Score::Estimate { value, win: 1.0 / (1.0 + (-value / 600.0).exp()) }
}
