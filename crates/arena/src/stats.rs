//! Statistics of a match: Elo with error bars, and the sequential probability ratio test (SPRT).
//!
//! The two games of a pair share their opening, so they are not independent. The unit is the pair with its five
//! possible results (the pentanomial of Michel Van den Bergh, *A practical introduction to the GSPRT*).

/// Number of pairs with 0, ½, 1, 1½ and 2 points.
pub type Pentanomial = [u64; 5];

/// The 97.5 % point of the normal distribution: for intervals of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// The expected score of a difference of `elo`, 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo with this expected score; infinite at 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// A difference in Elo with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub value: f64,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

/// The mean and the variance of `outcomes`, pairs of value and weight, and the sum of weights.
fn moments(outcomes: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64, f64) {
    let n: f64 = outcomes.clone().map(|(_, n)| n).sum();
    let mean = outcomes.clone().map(|(x, n)| x * n).sum::<f64>() / n;
    let variance = outcomes.map(|(x, n)| n * (x - mean).powi(2)).sum::<f64>() / n;
    (mean, variance, n)
}

/// The interval of `n` results with this mean and variance, from so many games in all.
fn interval(mean: f64, variance: f64, n: f64, games: f64) -> Elo {
    let error = Z95 * (variance / n).sqrt();
    let (low, high) = if variance > 0.0 && mean - error > 0.0 && mean + error < 1.0 {
        (mean - error, mean + error)
    } else {
        // Few results, or all equal: the normal interval would leave the range from 0 to 1, or be empty. Wilson's
        // interval for a proportion never does, with as many games as have this variance. Without a variance, if one
        // side won every game, it has all of them, so that a further win never lowers the bound.
        let n = if variance > 0.0 {
            n * mean * (1.0 - mean) / variance
        } else if mean == 0.0 || mean == 1.0 {
            games
        } else {
            n
        };
        let z2 = Z95 * Z95;
        let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
        // At 0 and 1 the interval reaches the end exactly, without a rounding error.
        (if mean == 0.0 { 0.0 } else { centre - half }, if mean == 1.0 { 1.0 } else { centre + half })
    };
    Elo { value: elo_of(mean), low: elo_of(low), high: elo_of(high) }
}

/// Elo from single games: wins, draws and losses. `None` without games.
pub fn elo_of_games(wins: u64, draws: u64, losses: u64) -> Option<Elo> {
    if wins + draws + losses == 0 {
        return None;
    }
    let (mean, variance, n) =
        moments([(1.0, wins as f64), (0.5, draws as f64), (0.0, losses as f64)].into_iter());
    Some(interval(mean, variance, n, n))
}

/// Elo from pairs. `None` without pairs.
///
/// ```
/// use tengen_arena::stats::elo_of_pairs;
/// let elo = elo_of_pairs([10, 20, 40, 20, 10]).unwrap();
/// assert_eq!(elo.value, 0.0);
/// assert!((elo.high + elo.low).abs() < 1e-9 && elo.high < 50.0);
/// ```
pub fn elo_of_pairs(pairs: Pentanomial) -> Option<Elo> {
    if pairs.iter().sum::<u64>() == 0 {
        return None;
    }
    let (mean, variance, n) = moments(outcomes(&pairs));
    Some(interval(mean, variance, n, 2.0 * n))
}

fn outcomes(pairs: &Pentanomial) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
    pairs.iter().enumerate().map(|(i, &n)| (i as f64 / 4.0, n as f64))
}

/// A sequential probability ratio test of two hypotheses about the difference in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the first hypothesis: the change gains nothing.
    pub elo0: f64,
    /// The difference under the second hypothesis; larger than `elo0`.
    pub elo1: f64,
    /// Probability of accepting a change with the difference `elo0`.
    pub alpha: f64,
    /// Probability of rejecting a change with the difference `elo1`.
    pub beta: f64,
}

/// The result of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtOutcome {
    /// The difference is nearer to `elo1`.
    Accepted,
    /// It is nearer to `elo0`.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The test of these two differences with the usual errors, 5 % on either side.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The log-likelihood ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the second hypothesis to the first, of the generalised test: a hypothesis fixes
    /// only the mean, and the distribution with this mean that fits the pairs best is used.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        let n: u64 = pairs.iter().sum();
        if n == 0 {
            return 0.0;
        }
        // A result that has not occurred is not impossible.
        let seen: Vec<(f64, f64)> =
            outcomes(&pairs).map(|(x, count)| (x, count.max(1e-3) / n as f64)).collect();
        let (under0, under1) =
            (tilted(&seen, expected_score(self.elo0)), tilted(&seen, expected_score(self.elo1)));
        let ratio = |i: usize| (under1[i] / under0[i]).ln();
        n as f64 * seen.iter().enumerate().map(|(i, (_, p))| p * ratio(i)).sum::<f64>()
    }

    /// The result of the test with these pairs.
    pub fn outcome(&self, pairs: Pentanomial) -> SprtOutcome {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= high => SprtOutcome::Accepted,
            llr if llr <= low => SprtOutcome::Rejected,
            _ => SprtOutcome::Open,
        }
    }
}

/// The distribution with this mean that fits the observed one best: pᵢ / (1 + t·(xᵢ − mean)), with t chosen for the
/// mean.
fn tilted(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // The sum of pᵢ·(xᵢ − mean) / (1 + t·(xᵢ − mean)) falls with t between the poles: Newton steps, or bisection if
    // they leave the interval.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let mut t = 0.0;
    for _ in 0..100 {
        let (mut excess, mut slope) = (0.0, 0.0);
        for (x, p) in seen {
            let part = (x - mean) / (1.0 + t * (x - mean));
            excess += p * part;
            slope -= p * part * part;
        }
        if excess > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let newton = t - excess / slope;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - t).abs() < 1e-13 {
            break;
        }
        t = next;
    }
    seen.iter().map(|(x, p)| p / (1.0 + t * (x - mean))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        // FIDE's table: 200 points are a score of 0.76, 400 of 0.91.
        assert!((expected_score(200.0) - 0.76).abs() < 0.005);
        assert!((expected_score(400.0) - 0.91).abs() < 0.005);
        for elo in [-300.0, -10.0, 0.0, 5.0, 123.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn a_clean_sweep_of_few_games_has_a_wide_interval() {
        let elo = elo_of_games(4, 0, 0).unwrap();
        assert_eq!(elo.value, f64::INFINITY);
        assert_eq!(elo.high, f64::INFINITY);
        assert_eq!(elo_of_games(0, 0, 20).map(|elo| elo.low), Some(f64::NEG_INFINITY));
        // Wilson's lower bound for 4 of 4 is 0.51.
        assert!((elo.low - elo_of(0.5101)).abs() < 1.0, "{elo:?}");
        // Two pairs that one side won are four games.
        assert_eq!(elo_of_pairs([0, 0, 0, 0, 2]), Some(elo));
        assert_eq!(elo_of_pairs([3, 0, 0, 0, 0]), elo_of_games(0, 0, 6));
    }

    #[test]
    fn a_side_that_won_some_of_few_games_has_a_finite_interval() {
        // Wilson's interval for 1 of 10 is 0.0179 to 0.4042.
        let elo = elo_of_games(1, 0, 9).unwrap();
        assert!((elo.low - elo_of(0.0179)).abs() < 2.0 && (elo.high - elo_of(0.4042)).abs() < 2.0, "{elo:?}");
        // 0, 0, 1, 2 and 0 points of two: the normal interval reaches below none.
        for pairs in [[2, 2, 1, 0, 0], [3, 0, 0, 1, 0], [0, 1, 0, 0, 3]] {
            let elo = elo_of_pairs(pairs).unwrap();
            assert!(elo.low.is_finite() && elo.high.is_finite(), "{pairs:?}: {elo:?}");
            assert!(elo.low < elo.value && elo.value < elo.high, "{pairs:?}: {elo:?}");
        }
    }

    #[test]
    fn the_tilted_distribution_has_the_given_mean_and_mass_one() {
        let seen: Vec<(f64, f64)> = outcomes(&[10, 20, 33, 25, 12]).map(|(x, n)| (x, n / 100.0)).collect();
        for mean in [0.4, 0.5, 0.51, 0.7] {
            let p = tilted(&seen, mean);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((p.iter().zip(&seen).map(|(p, (x, _))| p * x).sum::<f64>() - mean).abs() < 1e-9);
        }
    }

    /// For small differences the exact ratio is near the normal approximation, n (s₁ − s₀)(2s − s₀ − s₁) / 2σ².
    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let sprt = Sprt::new(0.0, 4.0);
        let pairs = [980, 2000, 4000, 2050, 1010];
        let (mean, variance, n) = moments(outcomes(&pairs));
        let (s0, s1) = (expected_score(0.0), expected_score(4.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((sprt.llr(pairs) - normal).abs() < 0.02, "{} {normal}", sprt.llr(pairs));
    }
}
