//! The game clock: time for each player and what each move adds.

use crate::duration::duration;
use std::time::{Duration, Instant};
use tengen_games::PlayerId;

/// Time for each player (main time) and what each move adds (increment).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Control {
    pub(crate) main: Duration,
    pub(crate) increment: Duration,
}

/// A running game clock.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    control: Control,
    left: [Duration; 2],
    /// Whose time runs, and since when.
    running: Option<(PlayerId, Instant)>,
}

const fn index(player: PlayerId) -> usize {
    match player {
        PlayerId::First => 0,
        PlayerId::Second => 1,
    }
}

impl GameClock {
    pub(crate) fn new(control: Control) -> GameClock {
        GameClock { control, left: [control.main; 2], running: None }
    }

    pub(crate) fn control(&self) -> Control {
        self.control
    }

    /// What is left to a player at `now`.
    pub(crate) fn left(&self, player: PlayerId, now: Instant) -> Duration {
        let left = self.left[index(player)];
        match self.running {
            Some((who, since)) if who == player => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// Lets a player's time run, and stops the other's.
    pub(crate) fn start(&mut self, player: PlayerId, now: Instant) {
        if self.running.map(|(who, _)| who) != Some(player) {
            self.stop(now);
            self.running = Some((player, now));
        }
    }

    /// Stops the clock without a move.
    pub(crate) fn stop(&mut self, now: Instant) {
        if let Some((who, _)) = self.running {
            self.left[index(who)] = self.left(who, now);
            self.running = None;
        }
    }

    /// A player has moved: the clock stops and the increment is added.
    pub(crate) fn moved(&mut self, player: PlayerId, now: Instant) {
        self.stop(now);
        self.left[index(player)] += self.control.increment;
    }

    /// The player whose time has run out.
    pub(crate) fn fallen(&self, now: Instant) -> Option<PlayerId> {
        self.running.map(|(who, _)| who).filter(|&who| self.left(who, now).is_zero())
    }
}

/// Reads main time with an increment after a plus: `10m`, `5m+3s`.
pub(crate) fn control(text: &str) -> Option<Control> {
    let (main, increment) = match text.split_once('+') {
        Some((main, increment)) => (main, duration(increment)?),
        None => (text, Duration::ZERO),
    };
    Some(Control { main: duration(main)?, increment })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_time_may_have_an_increment() {
        let c = control("5m+3s").unwrap();
        assert_eq!((c.main.as_secs(), c.increment.as_secs()), (300, 3));
        assert!(control("5m+").is_none());
        assert!(control("5m+3").is_none());
    }

    #[test]
    fn only_the_running_side_loses_time() {
        let start = Instant::now();
        let at = |s| start + Duration::from_secs(s);
        let mut clock = GameClock::new(control("60s+2s").unwrap());
        clock.start(PlayerId::First, at(0));
        assert_eq!(clock.left(PlayerId::First, at(10)).as_secs(), 50);
        assert_eq!(clock.left(PlayerId::Second, at(10)).as_secs(), 60);
        clock.moved(PlayerId::First, at(10));
        assert_eq!(clock.left(PlayerId::First, at(30)).as_secs(), 52);
        clock.start(PlayerId::Second, at(10));
        assert_eq!(clock.fallen(at(69)), None);
        assert_eq!(clock.fallen(at(70)), Some(PlayerId::Second));
        assert_eq!(clock.left(PlayerId::Second, at(100)), Duration::ZERO);
    }
}
