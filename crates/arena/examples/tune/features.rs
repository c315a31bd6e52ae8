//! The value of each search feature: a sequential test of the search against the same search without the feature.

use crate::games::{Numbers, Table, share};
use std::sync::atomic::{AtomicUsize, Ordering};
use tengen_arena::report::elo_text;
use tengen_arena::stats::{Sprt, SprtOutcome, elo_of_pairs};
use tengen_gomoku::Params;
use tengen_words::Language;

/// The two hypotheses: a feature gains nothing, or 15 Elo. The probability of either error is 5 %.
const TEST: Sprt = Sprt::new(0.0, 15.0);

/// Larger than every depth, margin and number of moves.
const NEVER: i32 = 10_000;

/// A feature, and the parameters that switch it off.
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    off: &'static [(&'static str, i32)],
}

const fn feature(name: &'static str, off: &'static [(&'static str, i32)]) -> Feature {
    Feature { name, off }
}

/// All reductions, extensions, prunings and move ordering terms.
pub(crate) const FEATURES: &[Feature] = &[
    feature("fours at the leaves", &[("leaf_fours", 0)]),
    feature("aspiration window", &[("window", NEVER)]),
    feature("razoring", &[("razor_depth", 0)]),
    feature("futility", &[("futility", NEVER)]),
    feature("null move", &[("null_depth", NEVER)]),
    feature("internal iterative reduction", &[("no_best", 0)]),
    feature("late moves left out", &[("late_base", NEVER)]),
    feature("fewer of them where it is getting worse", &[("late_worse", 100)]),
    feature("trivial moves left out", &[("trivial_depth", 0)]),
    feature("singular extension", &[("singular_depth", NEVER)]),
    feature("double singular extension", &[("double_margin", NEVER)]),
    feature("less depth where others would cut too", &[("singular_less", 0)]),
    feature("extension of the best known move", &[("best_pv", 0), ("best_other", 0)]),
    feature("answers to fours cost no depth", &[("five_extension", -16)]),
    feature("answers to fours gain a quarter ply", &[("five_extension", 0)]),
    feature(
        "late move reductions",
        &[
            ("late", 0),
            ("late_worse_more", 0),
            ("late_cut", 0),
            ("late_trivial", 0),
            ("late_stopping", 0),
            ("far_other", 0),
            ("far_own", 0),
            ("late_history", 0),
        ],
    ),
    feature("less of them at the root", &[("late_root", 0)]),
    feature("less on the principal variation", &[("late_window", 0)]),
    feature("less where it was on it", &[("late_was_pv", 0)]),
    feature("more where it is getting worse", &[("late_worse_more", 0)]),
    feature("more where a cut is expected", &[("late_cut", 0)]),
    feature("less for threats", &[("late_threat", 0)]),
    feature("more for trivial moves", &[("late_trivial", 0)]),
    feature(
        "more where an open four must be stopped",
        &[("late_stopping", 0), ("far_other", 0), ("far_own", 0)],
    ),
    feature("less for going on with an attack", &[("going_on", 0)]),
    feature("by history", &[("late_history", 0)]),
    feature("deeper after a surprise", &[("deeper_base", NEVER), ("deeper_yet_base", NEVER)]),
    feature("less depth after a better move", &[("better_less", 0)]),
    feature("less depth where a cut is likely", &[("likely_cut", NEVER)]),
    feature("order by history", &[("order_history", 0), ("order_answer", 0)]),
    feature("order by counter moves", &[("order_counter", 0)]),
    feature("order by killers", &[("order_killer", 0)]),
    feature("network only near the window", &[("network_margin", NEVER)]),
];

impl Feature {
    /// The default parameters with the feature switched off.
    fn without(&self) -> Params {
        let mut params = Params::default();
        for (name, value) in self.off {
            *params.get_mut(name).unwrap_or_else(|| panic!("there is no number '{name}'")) = *value;
        }
        params
    }

    /// Plays the test. Returns its result as a table row.
    fn test(&self, table: &Table, max_games: u64) -> String {
        let mut row = String::new();
        table.compare(Params::default().into(), Numbers::from(self.without()), |pairs, sides| {
            let games = 2 * pairs.iter().sum::<u64>();
            let outcome = TEST.outcome(pairs);
            let word = match outcome {
                SprtOutcome::Accepted => "yes",
                SprtOutcome::Rejected => "no",
                SprtOutcome::Open => "open",
            };
            let over = outcome != SprtOutcome::Open || games >= max_games;
            if over {
                row = format!(
                    "| {} | {games} | {:.1} % | {} | {word} | {:.2} | {:.1}, {:.1} |",
                    self.name,
                    100.0 * share(pairs),
                    elo_text(elo_of_pairs(pairs), Language::English),
                    sides[0].pace() / sides[1].pace(),
                    sides[0].depth(),
                    sides[1].depth(),
                );
            }
            over
        });
        row
    }
}

/// Tests the features on all cores, each in at most `max_games` games, and prints a row for each.
pub(crate) fn test(table: &Table, max_games: u64, features: &[&Feature]) {
    println!(
        "| feature | games | points with it | Elo | pays | time of a node, with to without | depth with and without |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(feature) = features.get(next.fetch_add(1, Ordering::Relaxed)) {
                    println!("{}", feature.test(table, max_games));
                }
            });
        }
    });
}
