//! The game clock of the terminal: whose time runs, and since when. What is left is [`PlayerClock`]'s affair.

use crate::duration::duration;
use std::time::{Duration, Instant};
use tengen_engine::{ClockReading, GameTime, MoveTime, Overtime, PlayerClock, moves_to_come};
use tengen_games::{AnyPosition, PlayerId};

/// A running game clock.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    time: GameTime,
    players: [PlayerClock; 2],
    /// What the running turn has used already, before the clock last started.
    used: Duration,
    /// Whose time runs, and since when.
    running: Option<(PlayerId, Instant)>,
    /// Whose turn `used` belongs to.
    turn: PlayerId,
}

const fn index(player: PlayerId) -> usize {
    match player {
        PlayerId::First => 0,
        PlayerId::Second => 1,
    }
}

impl GameClock {
    pub(crate) fn new(time: GameTime) -> GameClock {
        let players = [PlayerClock::new(&time); 2];
        GameClock { time, players, used: Duration::ZERO, running: None, turn: PlayerId::First }
    }

    pub(crate) fn time(&self) -> &GameTime {
        &self.time
    }

    /// How long the turn of a player has lasted at `now`; zero if it is the other's turn.
    fn spent(&self, player: PlayerId, now: Instant) -> Duration {
        let running = match self.running {
            Some((who, since)) if who == player => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        if self.turn == player { self.used + running } else { Duration::ZERO }
    }

    /// What the clock of a player shows at `now`.
    pub(crate) fn reading(&self, player: PlayerId, now: Instant) -> ClockReading {
        self.players[index(player)].reading(self.spent(player, now))
    }

    /// How long an engine may think about its move.
    pub(crate) fn plan(&self, player: PlayerId, now: Instant, position: &AnyPosition) -> Option<MoveTime> {
        self.players[index(player)].plan(self.spent(player, now), moves_to_come(position))
    }

    /// Lets a player's time run, and stops the other's.
    pub(crate) fn start(&mut self, player: PlayerId, now: Instant) {
        if self.running.map(|(who, _)| who) != Some(player) {
            self.stop(now);
            if self.turn != player {
                (self.turn, self.used) = (player, Duration::ZERO);
            }
            self.running = Some((player, now));
        }
    }

    /// Stops the clock without a move.
    pub(crate) fn stop(&mut self, now: Instant) {
        if let Some((who, _)) = self.running {
            self.used = self.spent(who, now);
            self.running = None;
        }
    }

    /// A player has moved: the clock stops and takes the time of the move.
    pub(crate) fn moved(&mut self, player: PlayerId, now: Instant) {
        self.stop(now);
        let spent = self.spent(player, now);
        self.players[index(player)].spend(spent);
        self.used = Duration::ZERO;
    }

    /// The player whose time has run out.
    pub(crate) fn fallen(&self, now: Instant) -> Option<PlayerId> {
        let (player, _) = self.running?;
        (self.spent(player, now) >= self.players[index(player)].left()).then_some(player)
    }
}

/// Reads a time control: main time (`10m`), with an increment (`5m+3s`), with Japanese byo-yomi (`10m+5x30s`: five
/// periods of 30 seconds) or Canadian (`10m+25/5m`: 25 moves in each five minutes).
pub(crate) fn control(text: &str) -> Option<GameTime> {
    let (main, more) = match text.split_once('+') {
        Some((main, more)) => (main, Some(more)),
        None => (text, None),
    };
    let main = if main == "0" { Duration::ZERO } else { duration(main)? };
    let mut time = GameTime { main: Some(main), ..GameTime::default() };
    let count = |text: &str| text.parse().ok().filter(|n| (1..=1000).contains(n));
    match more {
        None => {}
        Some(more) => {
            if let Some((periods, period)) = more.split_once('x') {
                let (periods, period) =
                    (count(periods)?, duration(period).filter(|period| !period.is_zero())?);
                time.overtime = Some(Overtime::ByoYomi { period, periods });
            } else if let Some((moves, period)) = more.split_once('/') {
                let (moves, period) = (count(moves)?, duration(period).filter(|period| !period.is_zero())?);
                time.overtime = Some(Overtime::Canadian { period, moves });
            } else {
                time.increment = duration(more)?;
            }
        }
    }
    (!main.is_zero() || time.overtime.is_some()).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_time_may_have_an_increment() {
        let c = control("5m+3s").unwrap();
        assert_eq!((c.main.unwrap().as_secs(), c.increment.as_secs()), (300, 3));
        assert!(control("5m+").is_none());
        assert!(control("5m+3").is_none());
    }

    #[test]
    fn byo_yomi_is_read() {
        let seconds = Duration::from_secs;
        let byo_yomi = Overtime::ByoYomi { period: seconds(30), periods: 5 };
        assert_eq!(control("10m+5x30s").unwrap().overtime, Some(byo_yomi));
        let canadian = Overtime::Canadian { period: seconds(300), moves: 25 };
        assert_eq!(control("10m+25/5m").unwrap().overtime, Some(canadian));
        assert_eq!(control("0+5x30s").unwrap().main, Some(Duration::ZERO));
        for wrong in
            ["0", "10m+x30s", "10m+0x30s", "10m+5x", "10m+5x0s", "10m+5x30", "10m+/5m", "10m+25/", "5x30s"]
        {
            assert!(control(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_period_comes_back_after_the_move_and_a_stopped_clock_keeps_the_turn() {
        let start = Instant::now();
        let at = |s| start + Duration::from_secs(s);
        let mut clock = GameClock::new(control("0+2x10s").unwrap());
        let shown = |clock: &GameClock, s| {
            let reading = clock.reading(PlayerId::First, at(s));
            (reading.time.as_secs(), reading.periods)
        };
        clock.start(PlayerId::First, at(0));
        assert_eq!(shown(&clock, 4), (6, Some(2)));
        clock.stop(at(4));
        clock.start(PlayerId::First, at(100));
        assert_eq!(shown(&clock, 101), (5, Some(2)));
        clock.moved(PlayerId::First, at(101));
        assert_eq!(shown(&clock, 101), (10, Some(2)));
        clock.start(PlayerId::First, at(200));
        assert_eq!(shown(&clock, 213), (7, Some(1)));
        assert_eq!(clock.fallen(at(219)), None);
        assert_eq!(clock.fallen(at(220)), Some(PlayerId::First));
    }

    #[test]
    fn only_the_running_side_loses_time() {
        let start = Instant::now();
        let at = |s| start + Duration::from_secs(s);
        let mut clock = GameClock::new(control("60s+2s").unwrap());
        clock.start(PlayerId::First, at(0));
        assert_eq!(clock.reading(PlayerId::First, at(10)).time.as_secs(), 50);
        assert_eq!(clock.reading(PlayerId::Second, at(10)).time.as_secs(), 60);
        clock.moved(PlayerId::First, at(10));
        assert_eq!(clock.reading(PlayerId::First, at(30)).time.as_secs(), 52);
        clock.start(PlayerId::Second, at(10));
        assert_eq!(clock.fallen(at(69)), None);
        assert_eq!(clock.fallen(at(70)), Some(PlayerId::Second));
        assert_eq!(clock.reading(PlayerId::Second, at(100)).time, Duration::ZERO);
    }
}
