//! The time of a game: main time, increment, Japanese and Canadian byo-yomi; and what a player has left of it.
//!
//! Byo-yomi is as on the Go servers (KGS, OGS). Japanese: after the main time there are so many periods; a move that
//! takes less than a period costs nothing, and the flag falls at the end of the last one. Canadian: so many moves must
//! be made in each period; when they are made, the next period begins.

use crate::Limits;
use std::fmt;
use std::time::Duration;
use tengen_games::{AnyPosition, Game};

/// How many more moves one side will have to think about, at least 2: what is left of its main time is for so many.
///
/// An Othello game fills the board, and the last 22 discs are soon solved. Most games of rows are decided by
/// stone 40, with short replies after that. A game of Go fills about two thirds of the board.
pub fn moves_to_come(position: &AnyPosition) -> u32 {
    let empty = position.size().points().filter(|&p| position.at(p).is_empty()).count();
    let moves = match position {
        AnyPosition::Othello(_) => (empty.saturating_sub(22) / 2).max(4),
        AnyPosition::Go(_) => (empty / 3).max(12),
        AnyPosition::Mnk(_) => (empty / 2).max(2),
        _ => (40usize.saturating_sub(position.size().area() - empty) / 2).max(9),
    };
    moves as u32
}

/// How long a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// The share of this move.
    pub time: Duration,
    /// The longest it may take, at least [`MoveTime::time`]: more if moves to come can have less.
    pub max_time: Duration,
}

impl MoveTime {
    /// Time of which nothing can be saved for other moves.
    pub fn fixed(time: Duration) -> MoveTime {
        MoveTime { time, max_time: time }
    }

    /// The share of a move of a player with `left` for the rest of the game. The move may take three shares or two
    /// fifths of what is left, whichever is less, and its share in any case.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen_engine::MoveTime;
    /// let seconds = Duration::from_secs;
    /// assert_eq!(MoveTime::share(seconds(2), seconds(30)).max_time, seconds(6));
    /// assert_eq!(MoveTime::share(seconds(2), seconds(10)).max_time, seconds(4));
    /// ```
    pub fn share(time: Duration, left: Duration) -> MoveTime {
        MoveTime { time, max_time: time.saturating_mul(3).min(left / 5 * 2).max(time) }
    }

    /// Neither longer than `limit`.
    #[must_use]
    pub fn at_most(self, limit: Duration) -> MoveTime {
        MoveTime { time: self.time.min(limit), max_time: self.max_time.min(limit) }
    }

    /// Both shorter by `margin`, which an answer takes on its way, or by half if that is less.
    #[must_use]
    pub fn minus(self, margin: Duration) -> MoveTime {
        let minus = |time: Duration| time.saturating_sub(margin.min(time / 2));
        MoveTime { time: minus(self.time), max_time: minus(self.max_time) }
    }

    /// The limits of a move of a game.
    pub fn limits(self) -> Limits {
        let max_time = Some(self.max_time).filter(|&max| max > self.time);
        Limits { max_time, ..Limits::playing(self.time) }
    }
}

/// The time after the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Japanese byo-yomi.
    ByoYomi {
        /// A period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Canadian byo-yomi.
    Canadian {
        /// A period.
        period: Duration,
        /// Moves to be made in each period, at least 1.
        moves: u32,
    },
}

/// The time of each player. Without main time and overtime, only single moves are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameTime {
    /// Main time.
    pub main: Option<Duration>,
    /// Added to the main time after each move.
    pub increment: Duration,
    /// The limit for one move.
    pub per_move: Option<Duration>,
    /// What follows the main time.
    pub overtime: Option<Overtime>,
}

/// SGF's `OT` as programs usually write it: `5x30 byo-yomi`, `25/600 Canadian`, `5 fischer`; empty for main time alone.
impl fmt::Display for GameTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.overtime {
            Some(Overtime::ByoYomi { period, periods }) => {
                write!(f, "{periods}x{} byo-yomi", period.as_secs_f64())
            }
            Some(Overtime::Canadian { period, moves }) => {
                write!(f, "{moves}/{} Canadian", period.as_secs_f64())
            }
            None if !self.increment.is_zero() => write!(f, "{} fischer", self.increment.as_secs_f64()),
            None => Ok(()),
        }
    }
}

/// Main time kept for the moves that need no thought: each of them is on its way for some hundredths of a second.
const RESERVE: Duration = Duration::from_secs(1);

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// Time left of the main time, or of the running period.
    pub time: Duration,
    /// Periods left, the running one included, where there is Japanese byo-yomi.
    pub periods: Option<u32>,
    /// Moves still to be made in the running period, where there is Canadian byo-yomi.
    pub moves: Option<u32>,
    /// Whether the main time is used up.
    pub overtime: bool,
}

/// What a player has left at the start of a turn.
///
/// ```
/// use std::time::Duration;
/// use tengen_engine::{GameTime, Overtime, PlayerClock};
/// let seconds = Duration::from_secs;
/// let byo_yomi = Overtime::ByoYomi { period: seconds(30), periods: 3 };
/// let time = GameTime { main: Some(seconds(60)), overtime: Some(byo_yomi), ..GameTime::default() };
/// let mut clock = PlayerClock::new(&time);
/// clock.spend(seconds(70)); // the main time and ten seconds of a period, which come back
/// clock.spend(seconds(45)); // a whole period, and part of the next
/// let reading = clock.reading(seconds(5));
/// assert_eq!((reading.time, reading.periods), (seconds(25), Some(2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    settings: GameTime,
    /// Main time left.
    main: Duration,
    /// Japanese periods left.
    periods: u32,
    /// Left of the Canadian period, and moves still to be made in it.
    period: Duration,
    moves: u32,
}

impl PlayerClock {
    /// The clock at the start of a game.
    pub fn new(settings: &GameTime) -> PlayerClock {
        let (periods, period, moves) = match settings.overtime {
            Some(Overtime::ByoYomi { periods, .. }) => (periods, Duration::ZERO, 0),
            Some(Overtime::Canadian { period, moves }) => (0, period, moves),
            None => (0, Duration::ZERO, 0),
        };
        PlayerClock { settings: *settings, main: settings.main.unwrap_or_default(), periods, period, moves }
    }

    /// The overtime that is left, all periods together.
    fn overtime(&self) -> Duration {
        match self.settings.overtime {
            Some(Overtime::ByoYomi { period, .. }) => period.saturating_mul(self.periods),
            Some(Overtime::Canadian { .. }) => self.period,
            None => Duration::ZERO,
        }
    }

    /// Time until the flag falls, if the player does not move.
    pub fn left(&self) -> Duration {
        let GameTime { main, per_move, overtime, .. } = self.settings;
        let all = self.main.saturating_add(self.overtime());
        match per_move {
            Some(limit) if main.is_none() && overtime.is_none() => limit,
            Some(limit) => limit.min(all),
            None => all,
        }
    }

    /// Takes the time of a move. It was made in time: [`PlayerClock::left`] was more.
    pub fn spend(&mut self, spent: Duration) {
        let over = spent.saturating_sub(self.main);
        self.main = self.main.saturating_sub(spent);
        match self.settings.overtime {
            Some(Overtime::ByoYomi { period, .. }) => {
                let used = over.as_nanos().checked_div(period.as_nanos()).unwrap_or(0);
                self.periods = self.periods.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX));
            }
            // The move that ends in overtime counts as one of the period's.
            Some(Overtime::Canadian { period, moves }) if !over.is_zero() || self.main.is_zero() => {
                self.period = self.period.saturating_sub(over);
                self.moves = self.moves.saturating_sub(1);
                if self.moves == 0 {
                    (self.period, self.moves) = (period, moves);
                }
            }
            Some(Overtime::Canadian { .. }) => {}
            None => {
                if self.settings.main.is_some() {
                    self.main = self.main.saturating_add(self.settings.increment);
                }
            }
        }
    }

    /// What the clock shows when the turn has lasted for `running`.
    pub fn reading(&self, running: Duration) -> ClockReading {
        let over = running.saturating_sub(self.main);
        let main = self.main.saturating_sub(running);
        let overtime = self.settings.overtime.is_some() && main.is_zero();
        let (time, periods, moves) = match self.settings.overtime {
            Some(Overtime::ByoYomi { period, .. }) => {
                let left = self.overtime().saturating_sub(over);
                let whole = left.as_nanos().div_ceil(period.as_nanos().max(1));
                let periods = u32::try_from(whole).unwrap_or(u32::MAX);
                let in_period = left.saturating_sub(period.saturating_mul(periods.saturating_sub(1)));
                (if overtime { in_period } else { main }, Some(periods), None)
            }
            Some(Overtime::Canadian { .. }) => {
                let left = self.period.saturating_sub(over);
                (if overtime { left } else { main }, None, Some(self.moves))
            }
            None => (self.left().saturating_sub(running), None, None),
        };
        ClockReading { time, periods, moves, overtime }
    }

    /// How long to think about this move, when the turn has lasted for `running` and so many [`moves_to_come`]: a share
    /// of the main time, of which a second is kept back, and what overtime gives for a move without loss. `None` if
    /// nothing is limited.
    pub fn plan(&self, running: Duration, moves: u32) -> Option<MoveTime> {
        let moves = moves.max(2);
        let GameTime { main, increment, per_move, overtime } = self.settings;
        let left = self.left().saturating_sub(running);
        let by_game = match overtime {
            None => main.map(|_| {
                let spare = left - RESERVE.min(left / 2);
                MoveTime::share((spare / moves + increment * 3 / 4).min(left / 2), spare)
            }),
            Some(overtime) => {
                // What a move may take without loss in overtime.
                let free = match overtime {
                    Overtime::ByoYomi { period, .. } => period,
                    Overtime::Canadian { .. } => self.period / self.moves.max(1),
                };
                let main = self.main.saturating_sub(running);
                // Of a turn that has used a part of a period already, the rest of that period.
                let free = match self.reading(running) {
                    ClockReading { time, overtime: true, .. } => free.min(time),
                    _ => free,
                };
                Some(MoveTime::fixed((main / moves).max(free * 9 / 10)))
            }
        };
        let by_move = per_move.map(|limit| limit.min(left) * 9 / 10);
        match (by_game, by_move) {
            (Some(by_game), Some(by_move)) => Some(by_game.at_most(by_move)),
            (by_game, by_move) => by_game.or(by_move.map(MoveTime::fixed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;

    const S: Duration = Duration::from_secs(1);

    fn byo_yomi(main: u32, periods: u32, period: u32) -> GameTime {
        let overtime = Some(Overtime::ByoYomi { period: period * S, periods });
        GameTime { main: Some(main * S), overtime, ..GameTime::default() }
    }

    fn canadian(main: u32, moves: u32, period: u32) -> GameTime {
        let overtime = Some(Overtime::Canadian { period: period * S, moves });
        GameTime { main: Some(main * S), overtime, ..GameTime::default() }
    }

    /// The rules of byo-yomi, second by second: what a player watches on a wooden clock. Returns the state after the
    /// move, or `None` if the flag falls.
    fn by_seconds(time: &GameTime, state: (u32, u32, u32), spent: u32) -> Option<(u32, u32, u32)> {
        let (mut main, mut a, mut b) = state;
        match time.overtime.unwrap() {
            Overtime::ByoYomi { period, .. } => {
                // a: periods left, the running one included; b is unused.
                let mut in_period = 0;
                for _ in 0..spent {
                    if main > 0 {
                        main -= 1;
                    } else {
                        in_period += 1;
                        if in_period == period.as_secs() {
                            in_period = 0;
                            a -= 1;
                        }
                    }
                    if main == 0 && a == 0 {
                        return None;
                    }
                }
            }
            Overtime::Canadian { period, moves } => {
                // a: seconds left in the period; b: moves to be made in it.
                for _ in 0..spent {
                    if main > 0 {
                        main -= 1
                    } else {
                        a -= 1
                    }
                    if main == 0 && a == 0 {
                        return None;
                    }
                }
                if main == 0 {
                    b -= 1;
                    if b == 0 {
                        (a, b) = (period.as_secs() as u32, moves);
                    }
                }
            }
        }
        Some((main, a, b))
    }

    #[test]
    fn the_clock_agrees_with_counting_the_seconds() {
        let mut random = SplitMix64(7);
        let mut fallen = 0;
        for _ in 0..2000 {
            let of = |random: &mut SplitMix64, below: u32| random.below(below as usize) as u32;
            let (main, n, period) = (of(&mut random, 60), 1 + of(&mut random, 5), 1 + of(&mut random, 30));
            let japanese = of(&mut random, 2) == 0;
            let time = if japanese { byo_yomi(main, n, period) } else { canadian(main, n, period) };
            let mut clock = PlayerClock::new(&time);
            let mut state = if japanese { (main, n, 0) } else { (main, period, n) };
            for _ in 0..40 {
                let spent = of(&mut random, period + 8);
                let next = by_seconds(&time, state, spent);
                assert_eq!(next.is_some(), spent * S < clock.left(), "{time:?} {state:?} {spent}");
                let Some(next) = next else {
                    fallen += 1;
                    break;
                };
                clock.spend(spent * S);
                state = next;
                let shown = clock.reading(Duration::ZERO);
                let time_shown = match (state.0, japanese) {
                    (0, true) => period,
                    (0, false) => state.1,
                    (main, _) => main,
                };
                assert_eq!(shown.time, time_shown * S, "{time:?} {state:?}");
                assert_eq!(shown.overtime, state.0 == 0);
                assert_eq!(shown.periods, japanese.then_some(state.1));
                assert_eq!(shown.moves, (!japanese).then_some(state.2));
            }
        }
        assert!(fallen > 300, "{fallen}");
    }

    #[test]
    fn a_running_turn_shows_the_period_that_runs() {
        let clock = PlayerClock::new(&byo_yomi(10, 3, 30));
        let shown = |seconds: u32| {
            let reading = clock.reading(seconds * S);
            (reading.time.as_secs(), reading.periods, reading.overtime)
        };
        assert_eq!(shown(4), (6, Some(3), false));
        assert_eq!(shown(10), (30, Some(3), true));
        assert_eq!(shown(39), (1, Some(3), true));
        assert_eq!(shown(40), (30, Some(2), true));
        assert_eq!(shown(99), (1, Some(1), true));
        assert_eq!(shown(100), (0, Some(0), true));
        let clock = PlayerClock::new(&canadian(10, 5, 60));
        assert_eq!(clock.reading(30 * S).time, 40 * S);
        assert_eq!((clock.left(), clock.reading(30 * S).moves), (70 * S, Some(5)));
    }

    #[test]
    fn an_engine_that_keeps_to_its_plan_never_loses_a_period_or_on_time() {
        let increment = |main: u32, increment: u32, per_move: u32| GameTime {
            main: (main > 0).then_some(main * S),
            increment: increment * S,
            per_move: (per_move > 0).then_some(per_move * S),
            overtime: None,
        };
        for time in [
            byo_yomi(0, 1, 1),
            byo_yomi(60, 3, 10),
            byo_yomi(600, 5, 30),
            GameTime { main: None, ..byo_yomi(0, 2, 5) },
            canadian(0, 1, 1),
            canadian(60, 25, 300),
            canadian(5, 10, 5),
            increment(600, 0, 0),
            increment(60, 2, 10),
            increment(0, 0, 5),
            increment(1, 0, 0),
        ] {
            // The fewer moves are to come, the larger the shares.
            for (moves, turns) in [(25, 100), (3, 30), (2, 20)] {
                let mut clock = PlayerClock::new(&time);
                let periods = clock.reading(Duration::ZERO).periods;
                for turn in 0..turns {
                    // A part of the turn is over before the engine is asked.
                    let late = clock.left() / 40;
                    let plan = clock.plan(late, moves).unwrap();
                    let MoveTime { time: share, max_time } = plan;
                    assert!(!share.is_zero() && share <= max_time, "{time:?} {clock:?} {plan:?}");
                    assert!(late + max_time < clock.left(), "{time:?} {clock:?} {plan:?}");
                    clock.spend(late + if turn % 2 == 0 { max_time } else { share });
                }
                assert_eq!(clock.reading(Duration::ZERO).periods, periods, "{time:?}");
            }
        }
        assert_eq!(PlayerClock::new(&GameTime::default()).plan(Duration::ZERO, 25), None);
    }

    /// Most of the time is used while there is something to think about.
    #[test]
    fn the_main_time_of_an_othello_game_is_used_before_its_ending() {
        let mut position = AnyPosition::new(&"othello".parse().unwrap());
        let mut clock = PlayerClock::new(&GameTime { main: Some(15 * S), ..GameTime::default() });
        let mut seed = 1u32;
        while let Some(empty) = 60usize.checked_sub(position.ply()).filter(|&empty| empty > 20) {
            if empty.is_multiple_of(2) {
                let plan = clock.plan(Duration::ZERO, moves_to_come(&position)).unwrap();
                assert!(plan.time < S && plan.max_time < 3 * S, "{empty} empty: {plan:?}");
                clock.spend(plan.time);
            }
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed >> 8
            };
            assert!(position.play_random(&mut next).is_some());
        }
        let left = clock.left();
        assert!(left > S / 2 && left < 2 * S, "{left:?}");
    }

    #[test]
    fn answers_that_take_time_on_their_way_do_not_lose_a_short_game() {
        let way = Duration::from_millis(60);
        for main in [6, 10, 60, 600] {
            let mut position = AnyPosition::new(&"othello".parse().unwrap());
            let mut clock = PlayerClock::new(&GameTime { main: Some(main * S), ..GameTime::default() });
            let mut random = SplitMix64(5);
            while !position.is_over() {
                let plan = clock.plan(Duration::ZERO, moves_to_come(&position)).unwrap();
                // An ending of 22 empties is solved in no time.
                let solved = position.ply() >= 38;
                let spent = way + if solved { Duration::ZERO } else { plan.time };
                assert!(spent < clock.left(), "{main} s, ply {}: {clock:?}", position.ply());
                clock.spend(spent);
                for _ in 0..2 {
                    position.play_random(&mut || random.next_u32());
                }
            }
        }
    }

    #[test]
    fn overtime_is_used_and_not_only_kept() {
        // With nothing but periods an engine takes most of one.
        let plan = PlayerClock::new(&byo_yomi(0, 3, 30)).plan(Duration::ZERO, 25).unwrap();
        assert_eq!(plan, MoveTime::fixed(27 * S));
        let plan = PlayerClock::new(&canadian(0, 25, 300)).plan(Duration::ZERO, 25).unwrap();
        assert_eq!(plan, MoveTime::fixed(Duration::from_millis(10_800)));
    }

    #[test]
    fn the_overtime_is_written_as_sgf_writes_it() {
        assert_eq!(byo_yomi(60, 5, 30).to_string(), "5x30 byo-yomi");
        assert_eq!(canadian(60, 25, 600).to_string(), "25/600 Canadian");
        let fischer = GameTime { main: Some(60 * S), increment: 5 * S, ..GameTime::default() };
        assert_eq!(fischer.to_string(), "5 fischer");
        assert_eq!(GameTime { increment: Duration::ZERO, ..fischer }.to_string(), "");
    }
}
