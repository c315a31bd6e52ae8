//! Time settings: none, absolute, Canadian and Japanese byo-yomi.

use std::time::Duration;
use tengen_board::Color;
use tengen_engine::{Limits, MoveTime};

/// The overtime of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Overtime {
    /// There is only the main time.
    Absolute,
    /// This time for every so many moves (GTP's own settings, and `canadian` of KGS).
    Canadian { time: Duration, moves: u32 },
    /// Periods. A move that takes longer than a period uses it up, so none is planned to.
    Byoyomi { time: Duration },
}

/// The time settings, and the time left of each side.
#[derive(Clone, Debug, Default)]
pub(super) struct GtpClock {
    settings: Option<(Duration, Overtime)>,
    /// Time left, with the moves (Canadian) or periods left in overtime; 0 in main time.
    left: [Option<(Duration, u32)>; 2],
    /// What the engine has used for each side in this game. It counts where the controller does not send the time left.
    used: [Duration; 2],
}

/// Time kept for sending the move and for the controller's delay.
const MARGIN: Duration = Duration::from_millis(60);

/// Time for a move if the controller sets none.
const DEFAULT: Duration = Duration::from_secs(5);

impl GtpClock {
    /// Sets both clocks; `None` is no limit.
    pub(super) fn set(&mut self, settings: Option<(Duration, Overtime)>) {
        *self = GtpClock { settings, ..GtpClock::default() };
    }

    /// Sets both clocks back to the start of a game.
    pub(super) fn new_game(&mut self) {
        self.set(self.settings);
    }

    /// Sets the time left of a side.
    pub(super) fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color.index()] = Some((time, stones));
    }

    /// Counts the time of a move.
    pub(super) fn spend(&mut self, color: Color, used: Duration) {
        self.used[color.index()] += used;
    }

    /// Limits for a move of `color`, which has so many [`moves_to_come`](tengen_engine::moves_to_come).
    pub(super) fn limits(&self, color: Color, moves_to_come: u32) -> Limits {
        let Some((main, overtime)) = self.settings else { return Limits::playing(DEFAULT) };
        let by_ourselves = || (main.saturating_sub(self.used[color.index()]), 0);
        let (left, stones) = self.left[color.index()].unwrap_or_else(by_ourselves);
        // What overtime gives for a move.
        let beyond = match overtime {
            Overtime::Absolute => return MoveTime::share(left / moves_to_come, left).minus(MARGIN).limits(),
            Overtime::Canadian { time, moves } => time / moves.max(1),
            Overtime::Byoyomi { time } => time,
        };
        let time = match overtime {
            // Overtime pays for the moves after the main time: a move may always take what overtime gives.
            _ if stones == 0 && !left.is_zero() => (left / moves_to_come).max(beyond.min(left)),
            Overtime::Canadian { .. } if stones > 0 => left / stones,
            Overtime::Byoyomi { .. } if !left.is_zero() => left.min(beyond),
            _ => beyond,
        };
        MoveTime::fixed(time).minus(MARGIN).limits()
    }
}

/// The time of `time_settings` and its kin: as [`seconds`], but not below 0.
pub(super) fn settings_seconds(text: Option<&str>) -> Result<Duration, String> {
    let negative = text.and_then(|text| text.parse::<f64>().ok()).filter(|s| *s < 0.0);
    match negative {
        Some(s) => Err(format!("time is a number of seconds from 0, not {s}")),
        None => seconds(text),
    }
}

/// A number of seconds, whole or not, from 0 to ten million.
pub(super) fn seconds(text: Option<&str>) -> Result<Duration, String> {
    let wrong = || Err("time is a number of seconds".into());
    match text.and_then(|text| text.parse::<f64>().ok()) {
        Some(s) if (0.0..=1e7).contains(&s) => Ok(Duration::from_secs_f64(s)),
        // Some controllers send a negative time.
        Some(s) if (-1e7..0.0).contains(&s) => Ok(Duration::ZERO),
        _ => wrong(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn time(clock: &GtpClock) -> Duration {
        clock.limits(Color::Black, 100).time.unwrap()
    }

    #[test]
    fn no_move_takes_more_than_the_time_left() {
        let mut clock = GtpClock::default();
        assert!(time(&clock) <= DEFAULT);
        clock.set(Some((60 * S, Overtime::Absolute)));
        assert!(time(&clock) < 2 * S);
        clock.set_left(Color::Black, Duration::from_millis(100), 0);
        assert!(time(&clock) < Duration::from_millis(100));
        clock.set_left(Color::Black, Duration::ZERO, 0);
        assert_eq!(time(&clock), Duration::ZERO);
    }

    #[test]
    fn a_controller_that_sends_no_time_left_gets_its_moves_in_time() {
        let mut clock = GtpClock::default();
        clock.set(Some((60 * S, Overtime::Absolute)));
        for color in Color::BOTH {
            let mut used = Duration::ZERO;
            for moves_to_come in (2..=30).rev().chain([2; 20]) {
                let limits = clock.limits(color, moves_to_come);
                let most = limits.max_time.or(limits.time).unwrap();
                clock.spend(color, most);
                used += most;
            }
            assert!(used > 50 * S && used < 60 * S, "{used:?}");
        }
        clock.new_game();
        assert!(time(&clock) > S / 2);
    }

    #[test]
    fn canadian_time_is_shared_by_the_moves_it_is_for() {
        let mut clock = GtpClock::default();
        clock.set(Some((Duration::ZERO, Overtime::Canadian { time: 100 * S, moves: 10 })));
        assert!(time(&clock) <= 10 * S && time(&clock) > 9 * S);
        clock.set_left(Color::Black, 30 * S, 6);
        assert!(time(&clock) <= 5 * S && time(&clock) > 4 * S);
    }

    #[test]
    fn byoyomi_uses_the_period() {
        let mut clock = GtpClock::default();
        clock.set(Some((600 * S, Overtime::Byoyomi { time: 10 * S })));
        assert!(time(&clock) >= 9 * S && time(&clock) <= 10 * S);
        clock.set_left(Color::Black, 10 * S, 2);
        assert!(time(&clock) <= 10 * S && time(&clock) > 9 * S);
        clock.set_left(Color::Black, 3 * S, 1);
        assert!(time(&clock) <= 3 * S);
    }
}
