//! What INFO lines say: time, memory, rule, and the extension's limits.

use crate::EngineOptions;
use std::path::PathBuf;
use std::time::Duration;
use tengen_engine::Limits;
use tengen_games::gomoku::Variant;

/// All that INFO can set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// Time for a move; zero means as fast as possible.
    turn: Duration,
    /// Time for the whole game; zero means without limit.
    game: Duration,
    /// What is left of it, where the manager has told.
    left: Option<Duration>,
    increment: Duration,
    pub(super) variant: Variant,
    max_depth: Option<u32>,
    max_nodes: Option<u64>,
    pub(super) threads: usize,
    pub(super) options: EngineOptions,
    /// Whether to tell of the search while it goes on (`show_detail` 1 and 3).
    pub(super) realtime: bool,
    /// Whether to tell it in DEBUG lines, too (`show_detail` 2 and 3).
    pub(super) debug: bool,
    pub(super) pondering: bool,
    /// Where files may be kept.
    pub(super) folder: Option<PathBuf>,
}

/// What became of an INFO line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Info {
    /// It was understood, or may be ignored.
    Taken,
    /// The rule is another now, and so the position must begin anew by it.
    Rule,
    /// The engine's options are others now, though not as others as was asked where a reason is given.
    Options(Option<String>),
    /// Thinking on the opponent's time is switched on or off.
    Pondering,
    /// It cannot be had, and nothing is changed.
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

/// Managers write this for "no limit".
const UNLIMITED_MS: i64 = 2_147_483_647;

/// Kept free for sending the move, beside the 30 ms that a manager's clock may be off; and of longer times this part of a hundred, up to
/// the most, since a longer search has more chances to be held up by other work of the machine.
const MARGIN: (Duration, u32, Duration) = (Duration::from_millis(45), 2, Duration::from_millis(150));

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
            realtime: false,
            debug: false,
            pondering: false,
            folder: None,
        }
    }
}

impl Settings {
    /// Reads `KEY VALUE`, the rest of an INFO line. `yixin` says that the manager speaks the extension, in which rule 2 is renju.
    pub(super) fn read(&mut self, text: &str, yixin: bool) -> Info {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        if key == "folder" {
            self.folder = (!value.is_empty()).then(|| value.into());
            return Info::Taken;
        }
        let number = value.parse::<i64>();
        let millis = |n: i64| Duration::from_millis(n.clamp(0, UNLIMITED_MS) as u64);
        let Ok(n) = number else {
            return if NUMBERS.contains(&key.as_str()) {
                Info::Refused(format!("INFO {key} takes a whole number, not '{}'", short(value)))
            } else {
                Info::Taken
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
            "max_memory" => return self.memory(n, 1),
            "hash_size" => return self.memory(n, 1024),
            "max_depth" => self.max_depth = u32::try_from(n).ok().filter(|&d| d > 0),
            "max_node" => self.max_nodes = u64::try_from(n).ok().filter(|&n| n > 0),
            "thread_num" | "max_thread" => self.threads = usize::try_from(n).unwrap_or(1).clamp(1, 256),
            "show_detail" => (self.realtime, self.debug) = (n & 1 == 1, n & 2 == 2),
            "pondering" => {
                self.pondering = n == 1;
                return Info::Pondering;
            }
            "strength" => {
                self.options.level = u8::try_from(n).ok().filter(|&level| level > 0);
                return Info::Options(None);
            }
            // game_type, evaluate, and whatever else managers tell.
            _ => {}
        }
        Info::Taken
    }

    fn rule(&mut self, n: i64, yixin: bool) -> Info {
        let variant = match n {
            // Yixin-Board's 5 and 6 are freestyle under swap and swap2, whose steps come as commands.
            5 | 6 if yixin => Variant::Freestyle,
            2 if yixin => Variant::Renju,
            0..16 if n & 4 != 0 => Variant::Renju,
            0..16 if n & 9 == 9 => Variant::StandardCaro,
            0..16 if n & 8 != 0 => Variant::Caro,
            0..16 if n & 1 != 0 => Variant::Standard,
            // Bit 2, the continuous game, changes nothing within one game.
            0..16 => Variant::Freestyle,
            _ => {
                return Info::Refused(format!(
                    "INFO rule {n} is unknown: bits 1 exactly five, 2 continuous, 4 renju, 8 caro"
                ));
            }
        };
        if std::mem::replace(&mut self.variant, variant) == variant { Info::Taken } else { Info::Rule }
    }

    fn memory(&mut self, n: i64, unit: u64) -> Info {
        // What the program needs beside its tables: code, stacks, and lines that wait.
        const OWN: u64 = 24 << 20;
        let asked = u64::try_from(n).unwrap_or(0).saturating_mul(unit);
        self.options.memory = match asked {
            0 => None,
            _ if unit > 1 => Some(asked),
            _ => Some(asked.saturating_sub(OWN).max(1 << 20)),
        };
        let short = asked > 0 && unit == 1 && asked < OWN + (1 << 20);
        Info::Options(short.then(|| {
            format!(
                "INFO max_memory {n} is too small: {} bytes are the least, and are taken",
                OWN + (1 << 20)
            )
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
        let mut time = self.turn;
        let left = self.left.or_else(|| (!self.game.is_zero()).then_some(self.game));
        if let Some(left) = left {
            // A game lasts some 50 stones; keep enough for a long one.
            let moves = (60usize.saturating_sub(stones) / 2).max(8) as u32;
            time = time.min(left / moves + self.increment * 4 / 5).min(left);
        }
        let (least, percent, most) = MARGIN;
        limits.time = Some(time.saturating_sub((least + time * percent / 100).min(most).min(time / 2)));
        limits
    }

    /// The game goes on after a move that took `used`.
    pub(super) fn spend(&mut self, used: Duration) {
        let left = self.left.or_else(|| (!self.game.is_zero()).then_some(self.game));
        self.left = left.map(|left| left.saturating_sub(used) + self.increment);
    }
}

/// The beginning of a text that came from outside, fit for a message of one line.
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
    fn a_move_is_never_later_than_its_limit_less_30_ms() {
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
        assert_eq!(settings.read("rule 2", true), Info::Rule);
        assert_eq!(settings.variant, Variant::Renju);
        assert!(matches!(settings.read("rule 99999999999999999999", false), Info::Refused(_)));
        assert!(matches!(settings.read("rule 16", false), Info::Refused(_)));
    }
}
