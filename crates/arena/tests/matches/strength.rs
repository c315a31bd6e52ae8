//! The statistics, tested on simulated matches of players whose strength is known.

use tengen_arena::stats::{Pentanomial, Sprt, SprtOutcome, elo_of_pairs, expected_score};
use tengen_board::random::SplitMix64;

/// Matches under each hypothesis.
const MATCHES: u32 = 10_000;

/// Two players, one stronger by `elo`, who draw often, from openings that favour one colour: the two games of a pair
/// are not independent, as in life.
struct Model {
    elo: f64,
    draws: f64,
    /// What the better colour of an opening is worth, in Elo; each opening has from nothing to this much, for either
    /// colour.
    bias: f64,
}

impl Model {
    /// Half points of the first player in one game.
    fn game(&self, elo: f64, random: &mut SplitMix64) -> usize {
        let score = expected_score(elo);
        let draw = self.draws.min(2.0 * score.min(1.0 - score));
        let drawn = unit(random);
        if drawn < draw {
            1
        } else if drawn < draw + (score - draw / 2.0) {
            2
        } else {
            0
        }
    }

    fn pair(&self, random: &mut SplitMix64) -> usize {
        let bias = self.bias * (2.0 * unit(random) - 1.0);
        self.game(self.elo + bias, random) + self.game(self.elo - bias, random)
    }

    /// The mean score of a game, from all openings.
    fn mean(&self) -> f64 {
        let steps = 10_000;
        let bias = |i: i32| self.bias * (2.0 * (f64::from(i) + 0.5) / f64::from(steps) - 1.0);
        (0..steps).map(|i| expected_score(self.elo + bias(i))).sum::<f64>() / f64::from(steps)
    }
}

fn unit(random: &mut SplitMix64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The share of matches that a test accepts, and the pairs that a match takes in the mean.
fn accepted(sprt: &Sprt, model: &Model, seed: u64) -> (f64, f64) {
    let mut random = SplitMix64(seed);
    let (mut accepted, mut pairs_played) = (0u32, 0u64);
    for _ in 0..MATCHES {
        let mut pairs = Pentanomial::default();
        let outcome = loop {
            pairs[model.pair(&mut random)] += 1;
            match sprt.outcome(pairs) {
                SprtOutcome::Open => {}
                outcome => break outcome,
            }
        };
        accepted += u32::from(outcome == SprtOutcome::Accepted);
        pairs_played += pairs.iter().sum::<u64>();
    }
    (f64::from(accepted) / f64::from(MATCHES), pairs_played as f64 / f64::from(MATCHES))
}

#[test]
fn the_ratio_test_errs_no_more_often_than_it_was_asked_to() {
    // Alike, and uneven: the bounds must not be mixed up.
    for (alpha, beta, draws, bias) in [(0.05, 0.05, 0.3, 0.0), (0.10, 0.02, 0.1, 250.0)] {
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha, beta };
        for (elo, wrong, bound) in
            [(sprt.elo0, SprtOutcome::Accepted, alpha), (sprt.elo1, SprtOutcome::Rejected, beta)]
        {
            // The strength that gives the mean score of the hypothesis, whatever the openings do to it.
            let mut model = Model { elo, draws, bias };
            for _ in 0..50 {
                model.elo += (expected_score(elo) - model.mean()) * 500.0;
            }
            let (accepted, pairs) = accepted(&sprt, &model, 20_250_101);
            let errors = if wrong == SprtOutcome::Accepted { accepted } else { 1.0 - accepted };
            // Three standard deviations of a share of so many matches.
            let sampling = 3.0 * (bound * (1.0 - bound) / f64::from(MATCHES)).sqrt();
            println!("elo {elo}: errors {errors:.4} of {bound} allowed, {pairs:.1} pairs a match");
            assert!(errors <= bound + sampling, "{elo}: {errors} > {bound} + {sampling}");
            // A test that hardly ever errs plays far more games than it needs.
            assert!(errors >= bound / 2.0, "{elo}: {errors} is less than half of {bound}");
        }
    }
}

#[test]
fn an_interval_of_95_percent_holds_the_truth_in_95_percent_of_matches() {
    let model = Model { elo: 30.0, draws: 0.4, bias: 150.0 };
    let truth = model.mean();
    let mut random = SplitMix64(7);
    let inside = (0..4_000)
        .filter(|_| {
            let mut pairs = Pentanomial::default();
            (0..200).for_each(|_| pairs[model.pair(&mut random)] += 1);
            let elo = elo_of_pairs(pairs).unwrap();
            (expected_score(elo.low)..=expected_score(elo.high)).contains(&truth)
        })
        .count();
    let share = inside as f64 / 4_000.0;
    // Three standard deviations, and a little for the normal approximation.
    assert!((share - 0.95).abs() < 0.0104 + 0.004, "{share}");
}
