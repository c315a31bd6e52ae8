//! A random game to the end, played on the position itself and taken back.

use crate::evaluation::player_of;
use tengen_board::random::SplitMix64;
use tengen_games::{Game, PlayerId};

/// How a random game ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// 1 if the first player won, 0 if the second did, ½ for a draw or a game cut off before its end.
    pub(crate) first_wins: f32,
    /// Black's margin in points, where points decide.
    pub(crate) margin: Option<f32>,
}

/// Plays `position` to its end, or for so many plies that a count is fair. The position is the same afterwards.
pub(crate) fn play_out<G: Game>(position: &mut G, rng: &mut SplitMix64) -> Ending {
    // Go can go on for ever.
    let limit = 2 * position.size().area();
    let mut plies = 0;
    while plies < limit && position.play_random(&mut || rng.next_u32()).is_some() {
        plies += 1;
    }
    let ending = ending(position);
    for _ in 0..plies {
        position.undo();
    }
    ending
}

/// The result of `position` if it has ended, else the count as it is.
pub(crate) fn ending<G: Game>(position: &G) -> Ending {
    let margin = position.margin_now();
    let winner = match position.outcome() {
        Some(outcome) => outcome.winner,
        None => margin
            .filter(|m| *m != 0.0)
            .map(|m| if m > 0.0 { tengen_board::Color::Black } else { tengen_board::Color::White }),
    };
    let first_wins = match winner.and_then(|color| player_of(position, color)) {
        Some(PlayerId::First) => 1.0,
        Some(PlayerId::Second) => 0.0,
        None => 0.5,
    };
    Ending { first_wins, margin }
}
