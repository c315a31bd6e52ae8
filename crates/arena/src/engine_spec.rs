//! The description of an engine: a built-in engine with its options, or a program with its protocol.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use tengen_board::Size;
use tengen_engine::{BookChoice, MOST_THREADS, PERFECT, Unplayable};
use tengen_games::{GameKind, GameSpec};

/// The protocols that programs speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Gomocup (Piskvork).
    Gomocup,
    /// GTP 2.
    Gtp,
    /// NBoard.
    NBoard,
    /// Tengen's JSON lines.
    Json,
}

impl Protocol {
    /// Checks that the protocol can carry this game.
    ///
    /// # Errors
    /// What it carries.
    pub fn carries(self, spec: &GameSpec) -> Result<(), Unplayable> {
        let only = |name, game, size| Err(Unplayable::Protocol { name, game, size });
        match (self, spec) {
            (Protocol::Gomocup, GameSpec::Gomoku(_)) | (Protocol::Gtp | Protocol::Json, _) => Ok(()),
            (Protocol::Gomocup, _) => only("Gomocup", GameKind::Gomoku, None),
            (Protocol::NBoard, GameSpec::Othello(_)) if spec.size() == Size::of(8, 8) => Ok(()),
            (Protocol::NBoard, _) => only("NBoard", GameKind::Othello, Some(Size::of(8, 8))),
        }
    }

    /// True if the protocol can limit the depth of a search.
    pub fn carries_depth(self) -> bool {
        self != Protocol::Gtp
    }

    /// True if the protocol can carry the opening rule of this game. Otherwise Tengen plays the opening for the
    /// program.
    pub fn carries_opening(self, spec: &GameSpec) -> bool {
        spec.opening().is_none_or(|rule| match self {
            Protocol::Json => true,
            Protocol::Gomocup => rule.id == "swap2",
            Protocol::Gtp | Protocol::NBoard => false,
        })
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Protocol::Gomocup => "gomocup",
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Json => "json",
        })
    }
}

impl FromStr for Protocol {
    type Err = EngineSpecError;
    fn from_str(text: &str) -> Result<Protocol, EngineSpecError> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "gomocup" | "piskvork" => Protocol::Gomocup,
            "gtp" => Protocol::Gtp,
            "nboard" => Protocol::NBoard,
            "json" => Protocol::Json,
            _ => return Err(EngineSpecError::Protocol(text.chars().take(40).collect())),
        })
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineSpec {
    /// One of Tengen's engines.
    BuiltIn {
        /// The name in results.
        name: String,
        /// The name of one of the engines for the game; `None` is the game's own engine.
        engine: Option<String>,
        /// Level of play; `None` is the strongest.
        level: Option<u8>,
        /// Memory for its tables, in bytes.
        memory: Option<u64>,
        /// Threads; `None` is the number of the match.
        threads: Option<usize>,
        /// Seed of its random numbers.
        seed: u64,
        /// The opening book to play by.
        book: Option<BookChoice>,
    },
    /// A program.
    External(ProgramSpec),
}

/// A program that speaks a protocol.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ProgramSpec {
    /// The name in results.
    pub name: String,
    /// The program and its arguments; at least one word.
    pub command: Vec<String>,
    /// The folder in which it is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Lines sent before the first game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// Who plays the steps of an opening rule.
    #[serde(default)]
    pub openings: OpeningBy,
}

impl ProgramSpec {
    /// True if the program itself plays the steps of this game's opening rule.
    pub fn plays_opening(&self, game: &GameSpec) -> bool {
        self.openings != OpeningBy::Tengen && self.protocol.carries_opening(game)
    }
}

/// Who plays the steps of an opening rule for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningBy {
    /// The program itself if its protocol can carry the rule, Tengen's engine otherwise.
    #[default]
    Program,
    /// As [`OpeningBy::Program`], and SWAP2BOARD of Gomocup names the owner of each stone. Rapfi and some other
    /// programs want it so.
    ProgramWithColors,
    /// Tengen's engine, whatever the protocol can carry.
    Tengen,
}

/// A text that describes no engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineSpecError {
    /// Neither form of description.
    #[error(
        "'{0}' describes no player: write tengen, tengen:level=3, an engine's name, or 'cmd=./engine protocol=gomocup dir=/path name=X init=LINE'"
    )]
    Form(String),
    /// An unknown option.
    #[error(
        "unknown player option '{0}': an engine of Tengen has level, memory, threads, seed, book, randomness and name; a program has cmd, protocol, dir, name, init and openings"
    )]
    Option(String),
    /// The value of an option is wrong.
    #[error("player option {key}={value}: expected {wanted}")]
    Value {
        /// The option.
        key: String,
        /// Its value.
        value: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// No such protocol.
    #[error("there is no protocol '{0}': choose gomocup, gtp, nboard or json")]
    Protocol(String),
    /// The program or its protocol is missing.
    #[error("a program needs cmd and protocol, such as 'cmd=./engine protocol=gtp'")]
    Missing,
}

impl EngineSpec {
    /// The name in results.
    pub fn name(&self) -> &str {
        match self {
            EngineSpec::BuiltIn { name, .. } | EngineSpec::External(ProgramSpec { name, .. }) => name,
        }
    }

    /// True if Tengen plays the steps of this game's opening rule for it.
    pub fn is_assisted(&self, spec: &GameSpec) -> bool {
        match self {
            EngineSpec::External(program) => spec.opening().is_some() && !program.plays_opening(spec),
            EngineSpec::BuiltIn { .. } => false,
        }
    }

    /// The protocol, where a match cannot make the engine think on the opponent's time: GTP and NBoard have no command
    /// for it. A GTP program that has its own switch, such as `--ponder`, is taken at its word.
    pub fn cannot_ponder(&self) -> Option<&'static str> {
        let EngineSpec::External(program) = self else { return None };
        match program.protocol {
            Protocol::Gomocup | Protocol::Json => None,
            Protocol::Gtp if program.command.iter().any(|word| word == "--ponder") => None,
            Protocol::Gtp => Some("GTP"),
            Protocol::NBoard => Some("NBoard"),
        }
    }

    /// The same engine under another name.
    #[must_use]
    pub fn renamed(mut self, to: String) -> EngineSpec {
        match &mut self {
            EngineSpec::BuiltIn { name, .. } | EngineSpec::External(ProgramSpec { name, .. }) => *name = to,
        }
        self
    }

    fn built_in(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let (engine, options) = text.split_once(':').unwrap_or((text, ""));
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if engine.is_empty() || !engine.chars().all(word) {
            return Err(EngineSpecError::Form(short(text)));
        }
        let mut engine = (engine != "tengen").then(|| engine.to_owned());
        let (mut level, mut memory, mut threads, mut seed, mut given) = (None, None, None, 0, None);
        let (mut file, mut randomness) = (None, None);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) =
                option.split_once('=').ok_or_else(|| EngineSpecError::Option(short(option)))?;
            let number = |wanted| {
                value.parse::<u64>().map_err(|_| EngineSpecError::Value {
                    key: key.into(),
                    value: short(value),
                    wanted,
                })
            };
            match key {
                "level" if value == PERFECT && engine.as_deref().is_none_or(|name| name == PERFECT) => {
                    engine = Some(PERFECT.into());
                }
                // Which levels there are depends on the game: it refuses 0 too.
                "level" => level = Some(number("a level from 1, or perfect for tengen")?.min(255) as u8),
                "memory" => memory = Some(number("a number of MiB")?.saturating_mul(1 << 20)),
                "threads" => {
                    let wanted = "a number of threads from 1 to 256";
                    let count = number(wanted)?;
                    let wrong = || EngineSpecError::Value { key: key.into(), value: short(value), wanted };
                    let is_known = (1..=MOST_THREADS as u64).contains(&count);
                    threads = Some(is_known.then_some(count as usize).ok_or_else(wrong)?);
                }
                "seed" => seed = number("a whole number")?,
                "book" => file = Some(PathBuf::from(value)),
                "randomness" => {
                    // In discs, kept in hundredths.
                    let discs = value.parse::<f32>().ok().filter(|discs| (0.0..=64.0).contains(discs));
                    let wanted = "a number of discs from 0 to 64, such as 0.5";
                    let wrong = || EngineSpecError::Value { key: key.into(), value: short(value), wanted };
                    randomness = Some((discs.ok_or_else(wrong)? * 100.0).round() as u16);
                }
                "name" => given = Some(value.to_owned()),
                _ => return Err(EngineSpecError::Option(short(key))),
            }
        }
        let name = given.unwrap_or_else(|| text.to_owned());
        let book = match (file, randomness) {
            (Some(file), randomness) => Some(BookChoice { file, randomness: randomness.unwrap_or(0) }),
            (None, None) => None,
            (None, Some(_)) => {
                let wanted = "book=FILE beside it: the moves of the book are chosen at random";
                return Err(EngineSpecError::Value { key: "randomness".into(), value: "…".into(), wanted });
            }
        };
        Ok(EngineSpec::BuiltIn { name, engine, level, memory, threads, seed, book })
    }

    fn external(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let words = shlex::split(text).ok_or_else(|| EngineSpecError::Form(short(text)))?;
        let (mut command, mut dir, mut protocol, mut name, mut init) = (None, None, None, None, Vec::new());
        let mut openings = OpeningBy::Program;
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| EngineSpecError::Option(short(&word)))?;
            match key {
                "cmd" => command = shlex::split(value).filter(|words| !words.is_empty()),
                "dir" => dir = Some(PathBuf::from(value)),
                "protocol" => protocol = Some(value.parse()?),
                "name" => name = Some(value.to_owned()),
                "init" => init.push(value.to_owned()),
                "openings" => {
                    openings = match value {
                        "own" => OpeningBy::Program,
                        "coloured" => OpeningBy::ProgramWithColors,
                        "tengen" => OpeningBy::Tengen,
                        _ => {
                            let wanted = "own, coloured (with the owner of each stone) or tengen: who plays the steps of an opening rule";
                            return Err(EngineSpecError::Value {
                                key: key.into(),
                                value: short(value),
                                wanted,
                            });
                        }
                    }
                }
                _ => return Err(EngineSpecError::Option(short(key))),
            }
        }
        let (Some(command), Some(protocol)) = (command, protocol) else {
            return Err(EngineSpecError::Missing);
        };
        let file =
            std::path::Path::new(&command[0]).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.or(file).unwrap_or_else(|| command[0].clone());
        Ok(EngineSpec::External(ProgramSpec { name, command, dir, protocol, init, openings }))
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// `tengen`, `tengen:level=3,seed=7`, another engine's name (`rule-filter`), or `cmd=./engine protocol=gomocup
/// dir=/path name=X init=LINE`, quoted as in a shell.
///
/// ```
/// use tengen_arena::{EngineSpec, ProgramSpec, Protocol};
/// let player: EngineSpec = "cmd='./engine --fast' dir=/tmp protocol=gtp name=Fast".parse()?;
/// assert_eq!(player.name(), "Fast");
/// let EngineSpec::External(ProgramSpec { protocol, command, .. }) = player else { panic!("an engine of Tengen") };
/// assert_eq!((protocol, command[1].as_str()), (Protocol::Gtp, "--fast"));
/// assert!("tengen:level=x".parse::<EngineSpec>().is_err());
/// # Ok::<(), tengen_arena::EngineSpecError>(())
/// ```
impl FromStr for EngineSpec {
    type Err = EngineSpecError;
    fn from_str(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let text = text.trim();
        // Before the first '=' is the option of a program, or an engine and a colon.
        let first = text.split('=').next().unwrap_or_default();
        if text.contains('=') && !first.contains(':') {
            EngineSpec::external(text)
        } else {
            EngineSpec::built_in(text)
        }
    }
}
