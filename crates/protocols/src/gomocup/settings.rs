//! The settings of INFO lines: time, memory, rule, and the limits of the extension.

use std::path::PathBuf;
use std::time::Duration;
use tengen_engine::{EngineOptions, Limits, MOST_THREADS};
use tengen_games::gomoku::Variant;

/// Everything that INFO can set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// Time for a move; zero is as fast as possible.
    turn: Duration,
    /// Time for the whole game; zero is no limit.
    game: Duration,
    /// What is left of it, if the manager has sent it.
    left: Option<Duration>,
    increment: Duration,
    pub(super) variant: Variant,
    max_depth: Option<u32>,
    max_nodes: Option<u64>,
    pub(super) threads: usize,
    pub(super) options: EngineOptions,
    /// The strongest level.
    pub(super) levels: u8,
    /// Report the search in lines of the extension (`show_detail` 1 and 3).
    pub(super) realtime: bool,
    /// Report the search in DEBUG lines (`show_detail` 2 and 3).
    pub(super) debug: bool,
    pub(super) pondering: bool,
    /// The folder for files.
    pub(super) folder: Option<PathBuf>,
}

/// What an INFO line changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InfoEffect {
    /// At most the limits of the next search.
    None,
    /// The rule: the position is replayed by the new one.
    Rule,
    /// The options of the engine. A text says how they differ from what was asked.
    Options(Option<String>),
    /// Pondering is switched on or off.
    Pondering,
    /// Nothing: the line is refused for this reason.
    Refused(String),
}

/// The keys whose value is a number.
const NUMBERS: [&str; 14] = [
    "timeout_turn",
    "timeout_match",
    "time_left",
    "time_increment",
    "max_memory",
    "hash_size",
    "rule",
    "max_depth",
    "max_node",
    "thread_num",
    "max_thread",
    "show_detail",
    "pondering",
    "strength",
];

/// The most threads: more of them take so much from each other that a move is late.
pub(super) fn most_threads() -> usize {
    (4 * std::thread::available_parallelism().map_or(1, usize::from)).min(MOST_THREADS)
}

/// Managers write this for "no limit".
const UNLIMITED_MS: i64 = 2_147_483_647;

/// Time kept for sending the move: a minimum, a percentage of the time, and a maximum. The manager's clock may be off
/// by 30 ms. A longer search is more likely to be delayed by a busy machine.
const MARGIN: (Duration, u32, Duration) = (Duration::from_millis(45), 2, Duration::from_millis(150));

/// What the manager's clock may count besides the search, for each move.
const PER_MOVE: Duration = Duration::from_millis(5);

/// Moves of one side in the longest game on 15×15.
const LONGEST: u32 = 113;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            turn: Duration::from_secs(30),
            game: Duration::ZERO,
            left: None,
            increment: Duration::ZERO,
            variant: Variant::Freestyle,
            max_depth: None,
            max_nodes: None,
            threads: 1,
            options: EngineOptions::default(),
            levels: u8::MAX,
            realtime: false,
            debug: false,
            pondering: false,
            folder: None,
        }
    }
}

impl Settings {
    /// Reads `KEY VALUE`, the rest of an INFO line. With `yixin` the manager speaks the extension, in which rule 2 is
    /// renju.
    pub(super) fn read(&mut self, text: &str, yixin: bool) -> InfoEffect {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        if key == "folder" {
            self.folder = (!value.is_empty()).then(|| value.into());
            return InfoEffect::None;
        }
        let number = value.parse::<i64>();
        let millis = |n: i64| Duration::from_millis(n.clamp(0, UNLIMITED_MS) as u64);
        let Ok(n) = number else {
            return if NUMBERS.contains(&key.as_str()) {
                InfoEffect::Refused(format!("INFO {key} takes a whole number, not '{}'", short(value)))
            } else {
                InfoEffect::None
            };
        };
        match key.as_str() {
            "timeout_turn" => self.turn = millis(n),
            "timeout_match" => {
                self.game = if n >= UNLIMITED_MS { Duration::ZERO } else { millis(n) };
                self.left = None;
            }
            "time_left" => self.left = (n < UNLIMITED_MS).then(|| millis(n)),
            "time_increment" => self.increment = millis(n),
            "rule" => return self.rule(n, yixin),
            "max_memory" | "hash_size" if n < 0 => return out_of_range(&key, n, "0 or more"),
            "max_memory" => return self.memory(n, 1),
            "hash_size" => return self.memory(n, 1024),
            // 0 and -1 are no limit.
            "max_depth" | "max_node" if n < -1 => {
                return out_of_range(&key, n, "1 or more, or 0 for no limit");
            }
            "max_depth" => self.max_depth = u32::try_from(n).ok().filter(|&d| d > 0),
            "max_node" => self.max_nodes = u64::try_from(n).ok().filter(|&n| n > 0),
            "thread_num" | "max_thread" => match usize::try_from(n) {
                Ok(n) if (1..=most_threads()).contains(&n) => self.threads = n,
                _ => return out_of_range(&key, n, &format!("1 to {} on this machine", most_threads())),
            },
            "show_detail" if !(0..=3).contains(&n) => return out_of_range(&key, n, "0 to 3"),
            "show_detail" => (self.realtime, self.debug) = (n & 1 == 1, n & 2 == 2),
            "pondering" if !(0..=1).contains(&n) => return out_of_range(&key, n, "0 or 1"),
            "pondering" => {
                self.pondering = n == 1;
                return InfoEffect::Pondering;
            }
            "strength" if !(0..=i64::from(self.levels)).contains(&n) => {
                return out_of_range(&key, n, &format!("1 to {}, or 0 for the strongest", self.levels));
            }
            "strength" => {
                self.options.level = u8::try_from(n).ok().filter(|&level| level > 0);
                return InfoEffect::Options(None);
            }
            // game_type, evaluate and other keys of managers.
            _ => {}
        }
        InfoEffect::None
    }

    fn rule(&mut self, n: i64, yixin: bool) -> InfoEffect {
        let variant = match n {
            // Yixin-Board's 5 and 6 are freestyle with swap and swap2, whose steps come as commands.
            5 | 6 if yixin => Variant::Freestyle,
            2 if yixin => Variant::Renju,
            0..16 if n & 4 != 0 => Variant::Renju,
            0..16 if n & 9 == 9 => Variant::StandardCaro,
            0..16 if n & 8 != 0 => Variant::Caro,
            0..16 if n & 1 != 0 => Variant::Standard,
            // Bit 2, the continuous game, changes nothing within one game.
            0..16 => Variant::Freestyle,
            _ => {
                return InfoEffect::Refused(format!(
                    "INFO rule {n} is unknown: bits 1 exactly five, 2 continuous, 4 renju, 8 caro"
                ));
            }
        };
        if std::mem::replace(&mut self.variant, variant) == variant {
            InfoEffect::None
        } else {
            InfoEffect::Rule
        }
    }

    fn memory(&mut self, n: i64, unit: u64) -> InfoEffect {
        // Memory that the program needs besides its tables: code (more in a build for tests), stacks, waiting lines.
        const OWN: u64 = 36 << 20;
        let asked = u64::try_from(n).unwrap_or(0).saturating_mul(unit);
        self.options.memory = match asked {
            0 => None,
            _ if unit > 1 => Some(asked),
            _ => Some(asked.saturating_sub(OWN).max(1 << 20)),
        };
        let short = asked > 0 && unit == 1 && asked < OWN + (1 << 20);
        InfoEffect::Options(short.then(|| {
            format!("INFO max_memory {n} is too small: the minimum of {} bytes is used", OWN + (1 << 20))
        }))
    }

    /// The bounds for the next move. `stones` are on the board already.
    pub(super) fn limits(&self, stones: usize) -> Limits {
        let mut limits = Limits {
            depth: self.max_depth,
            nodes: self.max_nodes,
            threads: self.threads,
            playing: true,
            ..Limits::default()
        };
        if self.turn.is_zero() {
            limits.depth = Some(1);
            limits.time = Some(Duration::from_millis(10));
            return limits;
        }
        let (min, percent, max) = MARGIN;
        let before = |end: Duration| end.saturating_sub((min + end * percent / 100).min(max).min(end / 2));
        let mut time = before(self.turn);
        let left = self.left.or_else(|| (!self.game.is_zero()).then_some(self.game));
        if let Some(left) = left {
            // Most games are decided by stone 40, and the moves after that are forced and quick; a longer game gets a
            // ninth of what is left each time. The margin is for the end of the clock, not for each move.
            let moves = (40usize.saturating_sub(stones) / 2).max(9) as u32;
            // The reserve pays for the moves of the longest game, so that no clock runs out.
            let whole = if self.game.is_zero() { left } else { self.game };
            let reserve = (PER_MOVE * LONGEST.saturating_sub(stones as u32 / 2)).min(whole / 8);
            let share = before(left).saturating_sub(reserve) / moves;
            time = time.min(share + self.increment * 4 / 5).min(before(left));
        }
        limits.time = Some(time);
        limits
    }

    /// Subtracts the time of a move from the time left.
    pub(super) fn spend(&mut self, used: Duration) {
        let left = self.left.or_else(|| (!self.game.is_zero()).then_some(self.game));
        self.left = left.map(|left| left.saturating_sub(used) + self.increment);
    }
}

/// A value that the key does not take. The one before stays.
fn out_of_range(key: &str, n: i64, right: &str) -> InfoEffect {
    InfoEffect::Refused(format!("INFO {key} takes {right}, not {n}"))
}

/// The start of a foreign text, fit for a message of one line.
pub(super) fn short(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Settings {
        let mut settings = Settings::default();
        for line in lines {
            settings.read(line, false);
        }
        settings
    }

    #[test]
    fn a_move_comes_30_ms_before_its_limit_at_the_latest() {
        for turn in [100, 500, 1000, 30_000] {
            let limits = after(&[&format!("timeout_turn {turn}")]).limits(0);
            assert!(
                limits.time.unwrap() + Duration::from_millis(30) <= Duration::from_millis(turn),
                "{turn}"
            );
        }
        let limits = after(&["timeout_turn 30000", "time_left 200"]).limits(40);
        assert!(limits.time.unwrap() <= Duration::from_millis(100));
        assert_eq!(after(&["time_left -5"]).limits(0).time, Some(Duration::ZERO));
    }

    #[test]
    fn a_match_clock_is_used_and_never_overrun() {
        // Searches use about two thirds of their time, and the manager counts 5 ms more.
        for (lines, increment) in
            [(vec!["timeout_match 5000"], 0), (vec!["timeout_match 5000", "time_increment 100"], 100)]
        {
            let mut settings = after(&[&["timeout_turn 5000"], &lines[..]].concat());
            let (mut left, mut used, mut by_move) = (5000.0, 0.0, Vec::new());
            for own in 0..110 {
                let time = settings.limits(6 + 2 * own).time.unwrap().as_secs_f64() * 1000.0;
                let worst = time + 5.0;
                assert!(worst <= left, "move {own}: {time} ms of {left}");
                let spent = time * 2.0 / 3.0 + 5.0;
                left += f64::from(increment) - spent;
                used += spent;
                by_move.push(used);
                settings.read(&format!("time_left {left:.0}"), false);
            }
            // A usual game has 20 moves of one side, and a short one 10.
            assert!(by_move[9] > 1500.0 && by_move[19] > 2800.0, "{by_move:.0?}");
            // The longest does not run out of time.
            assert!(left > 0.0, "{left}");
        }
    }

    #[test]
    fn rule_bits() {
        for (line, variant) in [
            ("0", Variant::Freestyle),
            ("1", Variant::Standard),
            ("2", Variant::Freestyle),
            ("3", Variant::Standard),
            ("4", Variant::Renju),
            ("8", Variant::Caro),
            ("9", Variant::StandardCaro),
        ] {
            assert_eq!(after(&[&format!("rule {line}")]).variant, variant, "{line}");
        }
        let mut settings = Settings::default();
        assert_eq!(settings.read("rule 2", true), InfoEffect::Rule);
        assert_eq!(settings.variant, Variant::Renju);
        assert!(matches!(settings.read("rule 99999999999999999999", false), InfoEffect::Refused(_)));
        assert!(matches!(settings.read("rule 16", false), InfoEffect::Refused(_)));
    }
}
