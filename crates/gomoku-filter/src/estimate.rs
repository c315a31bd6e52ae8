//! A rough score of a position, from the best shape that either side can make next.

use crate::view::{PointFacts, View};
use tengen_engine::{Proof, Score};
use tengen_games::Game;

/// The value of a kind of shape, in hundredths of an open three.
struct ShapeValue {
    makes: fn(PointFacts) -> bool,
    /// For the side to move.
    next: f32,
    /// For the other side.
    waiting: f32,
}

/// The kinds of shape, the best first.
const VALUES: [ShapeValue; 5] = [
    ShapeValue { makes: |f| f.five, next: 10_000.0, waiting: 3_000.0 },
    ShapeValue { makes: PointFacts::is_open_four, next: 5_000.0, waiting: 600.0 },
    ShapeValue { makes: PointFacts::is_four_three, next: 2_500.0, waiting: 400.0 },
    ShapeValue { makes: PointFacts::is_double_three, next: 1_200.0, waiting: 300.0 },
    ShapeValue { makes: |f| f.threes > 0, next: 150.0, waiting: 80.0 },
];

/// The score for the side to move of a position that is not over.
pub(crate) fn estimate(view: &View<'_>) -> Score {
    let empty = || view.size().points().filter(|&p| view.position().at(p).is_empty());
    if empty().any(|p| view.own(p).five) {
        return Score::Proven(Proof::Win(1));
    }
    let (mut own, mut other) = (0f32, 0f32);
    for point in empty() {
        let (mine, theirs) = (view.own(point), view.other(point));
        let best = |facts: PointFacts, moving: bool| {
            let found = VALUES.iter().find(|value| (value.makes)(facts));
            let made = found.map_or(0.0, |value| if moving { value.next } else { value.waiting });
            // Without shapes the weights decide: K of an active point is about a thousand.
            made + facts.k as f32 / 32.0
        };
        own = own.max(best(mine, true));
        other = other.max(best(theirs, false));
    }
    let value = own - other;
    Score::Estimate { value, win: 1.0 / (1.0 + (-value / 600.0).exp()) }
}
