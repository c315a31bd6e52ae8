//! How well a side played, as one number.
//!
//! The accuracy of a move is 103.1668·e^(−0.04354·d) − 3.1669 per cent, where d is the loss of chance in points (0 to
//! 100). This is the curve that lichess.org publishes ("Accuracy", lichess.org/page/accuracy), fitted to how people
//! judge moves: 100 for no loss, 64 for 10 points, 40 for 20. A side's accuracy is the mean of the arithmetic and the
//! harmonic mean over its moves; the harmonic mean gives one blunder the weight that it has in a game. Moves without an
//! alternative and decisions of opening rules do not count.

/// The accuracy of a move that lost so much of its player's chance (0 to 1), in per cent.
///
/// ```
/// use tengen_review::move_accuracy;
/// assert_eq!(move_accuracy(0.0), 100.0);
/// assert!(move_accuracy(0.5) < 10.0);
/// ```
pub fn move_accuracy(loss: f32) -> f32 {
    if loss <= 0.0 {
        // The published numbers leave the curve a ten-thousandth short.
        return 100.0;
    }
    (103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// A side's accuracy in per cent from the losses of its moves; `None` without any.
pub(crate) fn of_losses(losses: &[f32]) -> Option<f32> {
    if losses.is_empty() {
        return None;
    }
    let n = losses.len() as f64;
    let each = || losses.iter().map(|&loss| f64::from(move_accuracy(loss)));
    let arithmetic = each().sum::<f64>() / n;
    // A move of accuracy 0 would make the harmonic mean 0 whatever the others were.
    let harmonic = n / each().map(|a| 1.0 / a.max(1.0)).sum::<f64>();
    Some(((arithmetic + harmonic) / 2.0) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_through_the_published_points() {
        // lichess.org/page/accuracy: no loss is 100, and the curve falls to nothing near a loss of 80 points.
        for (loss, accuracy) in [(0.0, 100.0), (0.10, 63.6), (0.20, 40.0), (0.80, 0.0)] {
            assert!((move_accuracy(loss) - accuracy).abs() < 0.5, "{loss}: {}", move_accuracy(loss));
        }
    }

    #[test]
    fn one_blunder_among_good_moves_weighs_more_than_its_share() {
        assert_eq!(of_losses(&[]), None);
        assert_eq!(of_losses(&[0.0, 0.0]), Some(100.0));
        let one = of_losses(&[0.0, 0.0, 0.0, 0.6]).unwrap();
        let share = (300.0 + move_accuracy(0.6)) / 4.0;
        assert!(one < share - 10.0, "{one} {share}");
    }
}
