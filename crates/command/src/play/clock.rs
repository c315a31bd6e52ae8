//! The game clock: time for each player and what each move adds.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use std::time::{Duration, Instant};
use tengen_games::Player;

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
    running: Option<(Player, Instant)>,
}

const fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
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
    pub(crate) fn left(&self, player: Player, now: Instant) -> Duration {
        let left = self.left[index(player)];
        match self.running {
            Some((who, since)) if who == player => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// Lets a player's time run, and stops the other's.
    pub(crate) fn start(&mut self, player: Player, now: Instant) {
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
    pub(crate) fn moved(&mut self, player: Player, now: Instant) {
        self.stop(now);
        self.left[index(player)] += self.control.increment;
    }

    /// The player whose time has run out.
    pub(crate) fn fallen(&self, now: Instant) -> Option<Player> {
        self.running.map(|(who, _)| who).filter(|&who| self.left(who, now).is_zero())
    }
}

/// Reads a span of time: `90s`, `10m`, `1h30m`, `500ms`, `2.5s`. A bare number is refused: it could be seconds or
/// milliseconds.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        seconds += number
            * match &rest[..letters] {
                "ms" => 0.001,
                "s" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                _ => return None,
            };
        rest = &rest[letters..];
    }
    // A week is longer than any game, and keeps sums far from overflow.
    (seconds > 0.0 && seconds <= 604_800.0).then(|| Duration::from_secs_f64(seconds))
}

/// The refusal of a text that is no time; a bare number is asked for its unit.
pub(crate) fn no_time(text: &str, lang: Lang) -> Fail {
    // Of `5m+3` it is the 3 that lacks its unit.
    let bare = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match text.split('+').map(str::trim).find(|part| bare(part)) {
        Some(number) => Fail::usage(tr!(lang, TimeUnit, text = text)).help(tr!(
            lang,
            TimeUnitHelp,
            ms = format!("{number}ms"),
            s = format!("{number}s")
        )),
        None => Fail::usage(tr!(lang, BadTime, text = text)),
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
    fn times_are_read_as_people_write_them() {
        let seconds = |text| duration(text).map(|d| d.as_secs_f64());
        assert_eq!(seconds("90s"), Some(90.0));
        assert_eq!(seconds("10m"), Some(600.0));
        assert_eq!(seconds("1h30m"), Some(5400.0));
        assert_eq!(seconds("500ms"), Some(0.5));
        assert_eq!(seconds("2.5s"), Some(2.5));
        for bad in
            ["", "m", "-5s", "5x", "1e9h", "9999999999999h", "0", "0s", "1.2.3s", "٣s", "90", "200", "1m30"]
        {
            assert_eq!(seconds(bad), None, "{bad}");
        }
        let c = control("5m+3s").unwrap();
        assert_eq!((c.main.as_secs(), c.increment.as_secs()), (300, 3));
        assert!(control("5m+").is_none());
        assert!(control("5m+3").is_none());
        let asked = no_time("5m+3", Lang::English);
        assert_eq!(asked.help.as_deref(), Some("write 3ms or 3s"), "{}", asked.what);
        assert!(no_time("2x", Lang::English).what.contains("is no time"));
    }

    #[test]
    fn only_the_running_side_loses_time() {
        let start = Instant::now();
        let at = |s| start + Duration::from_secs(s);
        let mut clock = GameClock::new(control("60s+2s").unwrap());
        clock.start(Player::First, at(0));
        assert_eq!(clock.left(Player::First, at(10)).as_secs(), 50);
        assert_eq!(clock.left(Player::Second, at(10)).as_secs(), 60);
        clock.moved(Player::First, at(10));
        assert_eq!(clock.left(Player::First, at(30)).as_secs(), 52);
        clock.start(Player::Second, at(10));
        assert_eq!(clock.fallen(at(69)), None);
        assert_eq!(clock.fallen(at(70)), Some(Player::Second));
        assert_eq!(clock.left(Player::Second, at(100)), Duration::ZERO);
    }
}
