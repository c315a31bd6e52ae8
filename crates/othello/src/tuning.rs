//! Fits the weights of the evaluation to final margins by least squares.
//!
//! `examples/fit_weights.rs` feeds it the games of the WTHOR database and prints the tables of
//! `eval/classic_weights.rs`.

use crate::eval::DISC;
use crate::eval::classic::{Features, features, phase};
use crate::eval::classic_weights::{FEATURES, PHASES};
use crate::frame::Frame;
use std::fmt;
use tengen_games::othello::Position;
use tengen_games::{Game, othello::Rules};

/// Sums over positions; the weights follow from them.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    frame: Frame<u64>,
    phases: [Sums; PHASES],
}

/// The sums of one phase: products of the features with each other and with the margins, in discs.
#[derive(Clone, Debug, Default)]
struct Sums {
    positions: f64,
    products: [[f64; FEATURES]; FEATURES],
    with_margin: [f64; FEATURES],
    margin_squares: f64,
}

impl Default for LeastSquares {
    fn default() -> LeastSquares {
        LeastSquares { frame: Frame::new(Rules::STANDARD.size()), phases: Default::default() }
    }
}

impl LeastSquares {
    /// Adds a position of a game on 8×8. `margin` is the final margin of discs for the side to move, of the game or
    /// with best play. Positions in which the side to move must pass are skipped, because the search never evaluates
    /// them.
    ///
    /// # Panics
    /// If the board is not 8×8.
    pub fn add(&mut self, position: &Position, margin: f64) {
        assert_eq!(position.rules(), Rules::STANDARD, "weights are fitted on 8x8");
        let Some(board) = position.narrow() else { return };
        let (moves, replies) = (board.moves(), board.opponent_moves());
        if moves == 0 {
            return;
        }
        let counted = features(board.own, board.opp, moves, replies, &self.frame);
        let sums = &mut self.phases[phase(board.empties().count_ones(), self.frame.area)];
        sums.add(&counted, margin);
    }
}

impl Sums {
    fn add(&mut self, counted: &Features, margin: f64) {
        self.positions += 1.0;
        self.margin_squares += margin * margin;
        for (i, &a) in counted.iter().enumerate() {
            self.with_margin[i] += f64::from(a) * margin;
            for (j, &b) in counted.iter().enumerate() {
                self.products[i][j] += f64::from(a * b);
            }
        }
    }

    /// The weights with the least squared error. The small addition to the diagonal gives a feature that never occurs
    /// the weight 0.
    fn weights(&self) -> [f64; FEATURES] {
        let mut rows = self.products;
        let mut right = self.with_margin;
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += 1e-3 * self.positions.max(1.0);
        }
        // The matrix is symmetric and positive definite, so elimination needs no pivoting.
        for i in 0..FEATURES {
            for j in i + 1..FEATURES {
                let factor = rows[j][i] / rows[i][i];
                let (above, below) = rows.split_at_mut(j);
                below[0].iter_mut().zip(&above[i]).for_each(|(b, a)| *b -= factor * a);
                right[j] -= factor * right[i];
            }
        }
        let mut weights = [0.0; FEATURES];
        for i in (0..FEATURES).rev() {
            let solved: f64 = (i + 1..FEATURES).map(|j| rows[i][j] * weights[j]).sum();
            weights[i] = (right[i] - solved) / rows[i][i];
        }
        weights
    }

    /// The root mean square error of the margins that `weights` predict.
    fn spread(&self, weights: &[f64; FEATURES]) -> f64 {
        let cross: f64 = weights.iter().zip(&self.with_margin).map(|(w, m)| w * m).sum();
        let square: f64 = (0..FEATURES)
            .map(|i| (0..FEATURES).map(|j| weights[i] * weights[j] * self.products[i][j]).sum::<f64>())
            .sum();
        ((self.margin_squares - 2.0 * cross + square).max(0.0) / self.positions.max(1.0)).sqrt()
    }
}

/// The tables of `weights.rs`, in hundredths of a disc.
impl fmt::Display for LeastSquares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = |value: f64| (value * f64::from(DISC)).round() as i32;
        let fitted: Vec<_> = self.phases.iter().map(|sums| (sums, sums.weights())).collect();
        writeln!(f, "pub(crate) const SPREAD: [i32; PHASES] = [")?;
        for (sums, weights) in &fitted {
            writeln!(f, "    {}, // {} positions", hundredths(sums.spread(weights)), sums.positions)?;
        }
        writeln!(f, "];\npub(crate) const WEIGHTS: [[i32; FEATURES]; PHASES] = [")?;
        for (_, weights) in &fitted {
            writeln!(f, "    {:?},", weights.map(hundredths))?;
        }
        writeln!(f, "];")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    /// Margins that are computed from weights give these weights again, without error.
    #[test]
    fn recovers_the_weights_that_made_the_margins() {
        let known = [0.5, 0.0, -0.25, 8.0, -4.0, -1.5, 2.0, 0.125, 1.0];
        let mut fit = LeastSquares::default();
        let mut rng = SplitMix64(11);
        for _ in 0..400 {
            let mut game = Position::new(&Rules::STANDARD);
            while game.play_random(&mut || rng.next_u32()).is_some() {
                let board = game.narrow().unwrap();
                let counted = features(
                    board.own,
                    board.opp,
                    board.moves(),
                    board.opponent_moves(),
                    &Frame::new(Rules::STANDARD.size()),
                );
                let margin = counted.iter().zip(known).map(|(&count, weight)| f64::from(count) * weight);
                fit.add(&game, margin.sum());
            }
        }
        for sums in &fit.phases[1..PHASES - 4] {
            let weights = sums.weights();
            for (found, known) in weights.iter().zip(known) {
                assert!((found - known).abs() < 0.2, "{weights:?}");
            }
            assert!(sums.spread(&weights) < 0.2);
        }
        assert!(fit.to_string().contains("WEIGHTS"));
    }
}
