//! Naming an engine: one inside, with its options, or a program with its protocol.

use std::path::PathBuf;
use std::str::FromStr;
use tengen_board::Size;
use tengen_games::GameSpec;
use tengen_games::gomoku::Opening;

/// The protocols that outside engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// Whether it can carry this game.
    ///
    /// # Errors
    /// Why it cannot, and what it carries.
    pub fn carries(self, spec: &GameSpec) -> Result<(), String> {
        match (self, spec) {
            (Protocol::Gomocup, GameSpec::Gomoku(_)) | (Protocol::Gtp | Protocol::Json, _) => Ok(()),
            (Protocol::Gomocup, _) => {
                Err(format!("the Gomocup protocol carries gomoku, not {}", spec.kind()))
            }
            (Protocol::NBoard, GameSpec::Othello(_)) if spec.size() == Size::of(8, 8) => Ok(()),
            (Protocol::NBoard, _) => {
                Err(format!("NBoard carries Othello on 8x8, not {} on {}", spec.kind(), spec.size()))
            }
        }
    }

    /// Whether it has words for the opening rule of this game. Where it has none, Tengen plays the opening for the program.
    pub fn speaks_opening(self, spec: &GameSpec) -> bool {
        match spec {
            GameSpec::Gomoku(rules) => match self {
                Protocol::Json => true,
                Protocol::Gomocup => matches!(rules.opening, Opening::None | Opening::Swap2),
                Protocol::Gtp | Protocol::NBoard => rules.opening == Opening::None,
            },
            _ => true,
        }
    }
}

impl FromStr for Protocol {
    type Err = PlayerError;
    fn from_str(text: &str) -> Result<Protocol, PlayerError> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "gomocup" | "piskvork" => Protocol::Gomocup,
            "gtp" => Protocol::Gtp,
            "nboard" => Protocol::NBoard,
            "json" => Protocol::Json,
            _ => return Err(PlayerError::Protocol(text.chars().take(40).collect())),
        })
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Debug)]
pub enum Player {
    /// One of Tengen's own.
    Inside {
        /// The name that results bear.
        name: String,
        /// Which of those that play the game; the game's own where none is named.
        engine: Option<String>,
        /// Level of play, the strongest where none is given.
        level: Option<u8>,
        /// Memory for its tables, in MiB.
        memory: Option<u64>,
        /// Threads; those of the match where none are given.
        threads: Option<usize>,
        /// Seed for engines that draw numbers.
        seed: u64,
    },
    /// A program.
    Outside {
        /// The name that results bear.
        name: String,
        /// The program and its arguments.
        command: Vec<String>,
        /// The folder it is started in.
        dir: Option<PathBuf>,
        /// What it speaks.
        protocol: Protocol,
        /// Lines sent before the first game.
        init: Vec<String>,
        /// Who plays the steps of an opening rule.
        openings: Openings,
    },
}

/// Who plays the steps of an opening rule in the seat of an outside program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Openings {
    /// The program itself, as far as its protocol has words for them; Tengen's engine where it has none.
    #[default]
    Own,
    /// The program itself, and over Gomocup it is told whose the stones of SWAP2BOARD are: some programs, Rapfi among them, want it so.
    Coloured,
    /// Tengen's engine, whatever the protocol can say.
    Tengen,
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// Neither form.
    #[error(
        "'{0}' names no player: write tengen, tengen:level=3, an engine's name, or 'cmd=./engine protocol=gomocup dir=/path name=X init=LINE'"
    )]
    Form(String),
    /// An option that there is not.
    #[error(
        "player option '{0}': inside there are level, memory, threads, seed and name; outside cmd, protocol, dir, name, init and openings"
    )]
    Option(String),
    /// A number is wanted.
    #[error("player option {key}={value}: {wanted}")]
    Value {
        /// The option.
        key: String,
        /// What was given.
        value: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// No such protocol.
    #[error("there is no protocol '{0}': choose gomocup, gtp, nboard or json")]
    Protocol(String),
    /// The program or its protocol is missing.
    #[error("an outside player needs cmd and protocol, such as 'cmd=./engine protocol=gtp'")]
    Missing,
}

impl Player {
    /// The name that results bear.
    pub fn name(&self) -> &str {
        match self {
            Player::Inside { name, .. } | Player::Outside { name, .. } => name,
        }
    }

    /// Whether Tengen plays the steps of this game's opening rule for it.
    pub fn is_helped(&self, spec: &GameSpec) -> bool {
        let has_steps = matches!(spec, GameSpec::Gomoku(rules) if rules.opening != Opening::None);
        match self {
            Player::Outside { protocol, openings, .. } => {
                has_steps && (*openings == Openings::Tengen || !protocol.speaks_opening(spec))
            }
            Player::Inside { .. } => false,
        }
    }

    /// The same player under another name.
    #[must_use]
    pub fn renamed(mut self, to: String) -> Player {
        match &mut self {
            Player::Inside { name, .. } | Player::Outside { name, .. } => *name = to,
        }
        self
    }

    fn inside(text: &str) -> Result<Player, PlayerError> {
        let (engine, options) = text.split_once(':').unwrap_or((text, ""));
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if engine.is_empty() || !engine.chars().all(word) {
            return Err(PlayerError::Form(short(text)));
        }
        let engine = (engine != "tengen").then(|| engine.to_owned());
        let (mut level, mut memory, mut threads, mut seed, mut given) = (None, None, None, 0, None);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').ok_or_else(|| PlayerError::Option(short(option)))?;
            let number = |wanted| {
                value.parse::<u64>().map_err(|_| PlayerError::Value {
                    key: key.into(),
                    value: short(value),
                    wanted,
                })
            };
            match key {
                "level" => level = Some(number("a level from 1")?.clamp(1, 255) as u8),
                "memory" => memory = Some(number("a number of MiB")?),
                "threads" => threads = Some(number("a number of threads")?.clamp(1, 256) as usize),
                "seed" => seed = number("a whole number")?,
                "name" => given = Some(value.to_owned()),
                _ => return Err(PlayerError::Option(short(key))),
            }
        }
        let name = given.unwrap_or_else(|| text.to_owned());
        Ok(Player::Inside { name, engine, level, memory, threads, seed })
    }

    fn outside(text: &str) -> Result<Player, PlayerError> {
        let words = shlex::split(text).ok_or_else(|| PlayerError::Form(short(text)))?;
        let (mut command, mut dir, mut protocol, mut name, mut init) = (None, None, None, None, Vec::new());
        let mut openings = Openings::Own;
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| PlayerError::Option(short(&word)))?;
            match key {
                "cmd" => command = shlex::split(value).filter(|words| !words.is_empty()),
                "dir" => dir = Some(PathBuf::from(value)),
                "protocol" => protocol = Some(value.parse()?),
                "name" => name = Some(value.to_owned()),
                "init" => init.push(value.to_owned()),
                "openings" => {
                    openings = match value {
                        "own" => Openings::Own,
                        "coloured" => Openings::Coloured,
                        "tengen" => Openings::Tengen,
                        _ => {
                            let wanted = "own, coloured (told whose the stones are) or tengen: who plays the steps of an opening rule";
                            return Err(PlayerError::Value { key: key.into(), value: short(value), wanted });
                        }
                    }
                }
                _ => return Err(PlayerError::Option(short(key))),
            }
        }
        let (Some(command), Some(protocol)) = (command, protocol) else { return Err(PlayerError::Missing) };
        let file =
            std::path::Path::new(&command[0]).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.or(file).unwrap_or_else(|| command[0].clone());
        Ok(Player::Outside { name, command, dir, protocol, init, openings })
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// `tengen`, `tengen:level=3,seed=7`, another engine's name (`rule-filter`), or `cmd=./engine protocol=gomocup dir=/path name=X init=LINE`, quoted as in a shell.
///
/// ```
/// use tengen_arena::{Player, Protocol};
/// let player: Player = "cmd='./engine --fast' dir=/tmp protocol=gtp name=Fast".parse()?;
/// assert_eq!(player.name(), "Fast");
/// assert!(matches!(player, Player::Outside { protocol: Protocol::Gtp, ref command, .. } if command[1] == "--fast"));
/// assert!("tengen:level=x".parse::<Player>().is_err());
/// # Ok::<(), tengen_arena::PlayerError>(())
/// ```
impl FromStr for Player {
    type Err = PlayerError;
    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let text = text.trim();
        // What comes before the first '=' tells the two apart: a program's option, or an engine and a colon.
        let first = text.split('=').next().unwrap_or_default();
        if text.contains('=') && !first.contains(':') { Player::outside(text) } else { Player::inside(text) }
    }
}
