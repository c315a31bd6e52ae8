//! Fits the weights of one stage to labelled positions by stochastic gradient descent on the squared error.

use crate::{Sample, count_empties};
use tengen_board::random::SplitMix64;
use tengen_othello::eval::{Indices, PatternWeights, patterns::PATTERNS};

/// How a stage is fitted.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Passes over the positions.
    pub epochs: u32,
    /// The part of a position's error that the first and the last pass correct at once.
    pub rates: (f32, f32),
    /// The pull of every weight towards zero, for each correction at rate 1.
    pub decay: f32,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { epochs: 24, rates: (0.25, 0.01), decay: 1e-3 }
    }
}

/// The root mean square errors of a fitted stage, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Errors {
    /// On the positions kept out, before the fit.
    pub before: f32,
    /// On the positions it was fitted to.
    pub training: f32,
    /// On one position in 32, which were kept out.
    pub validation: f32,
}

/// A position as the entries of the weights that its evaluation adds up.
struct Row {
    /// Of the patterns, and of the constant.
    entries: [u32; PATTERNS + 1],
    value: f32,
}

impl Row {
    fn new(sample: &Sample) -> Row {
        let indices = Indices::new(sample.board.own, sample.board.opp);
        let constant = PatternWeights::file_constant(count_empties(&sample.board));
        let entry =
            |n| if n < PATTERNS { PatternWeights::file_number(n, indices.get(n)) } else { constant as u32 };
        Row { entries: std::array::from_fn(entry), value: sample.value }
    }

    #[inline]
    fn error(&self, values: &[f32]) -> f32 {
        self.value - self.entries.iter().map(|&entry| values[entry as usize]).sum::<f32>()
    }
}

/// The root mean square of the errors of `rows`; 0 without rows.
pub(crate) fn root_mean_square<T>(rows: &[T], error: impl Fn(&T) -> f32) -> f32 {
    let sum: f64 = rows.iter().map(|row| f64::from(error(row)).powi(2)).sum();
    (sum / rows.len().max(1) as f64).sqrt() as f32
}

/// Shuffles `rows` and takes one in 32 out, to judge the fit by.
///
/// One order for all passes would do, but for positions of one game that stand side by side.
pub(crate) fn keep_out<T>(rows: &mut Vec<T>, rng: &mut SplitMix64) -> Vec<T> {
    for i in (1..rows.len()).rev() {
        rows.swap(i, rng.below(i + 1));
    }
    rows.split_off(rows.len() - rows.len() / 32)
}

impl Fit {
    /// Fits `values`, a stage's weights in discs and in the order of a file, to `samples`.
    pub fn run(&self, values: &mut [f32], samples: &[Sample], seed: u64) -> Errors {
        let mut rng = SplitMix64(seed);
        let mut rows: Vec<Row> = samples.iter().map(Row::new).collect();
        let kept_out = keep_out(&mut rows, &mut rng);
        let before = root_mean_square(&kept_out, |row| row.error(values));
        for epoch in 0..self.epochs {
            let part = epoch as f32 / (self.epochs.max(2) - 1) as f32;
            let rate = self.rates.0 * (self.rates.1 / self.rates.0).powf(part);
            let (step, keep) = (rate / (PATTERNS + 1) as f32, 1.0 - rate * self.decay);
            for row in &rows {
                let error = row.error(values);
                let correction = step * error;
                for &entry in &row.entries {
                    let value = &mut values[entry as usize];
                    *value = *value * keep + correction;
                }
            }
        }
        Errors {
            before,
            training: root_mean_square(&rows, |row| row.error(values)),
            validation: root_mean_square(&kept_out, |row| row.error(values)),
        }
    }
}
