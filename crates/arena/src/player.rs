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
        let choices = match spec {
            GameSpec::Gomoku(rules) => {
                !matches!(rules.opening, Opening::None | Opening::Pro | Opening::LongPro)
            }
            _ => false,
        };
        match (self, spec) {
            (Protocol::Gomocup, GameSpec::Gomoku(rules)) if choices && rules.opening != Opening::Swap2 => {
                Err(format!("the Gomocup protocol has words for swap2, but not for {}", rules.opening.name()))
            }
            (Protocol::Gomocup, GameSpec::Gomoku(_)) => Ok(()),
            (Protocol::Gomocup, _) => {
                Err(format!("the Gomocup protocol carries gomoku, not {}", spec.kind()))
            }
            (Protocol::NBoard, GameSpec::Othello(_)) if spec.size() == Size::of(8, 8) => Ok(()),
            (Protocol::NBoard, _) => {
                Err(format!("NBoard carries Othello on 8x8, not {} on {}", spec.kind(), spec.size()))
            }
            (Protocol::Gtp, _) if choices => {
                Err("GTP has no words for an opening rule's choices: play from a file of openings".into())
            }
            (Protocol::Gtp | Protocol::Json, _) => Ok(()),
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
        /// Level of play, the strongest where none is given.
        level: Option<u8>,
        /// Memory for its tables, in MiB.
        memory: Option<u64>,
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
    },
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// Neither form.
    #[error(
        "'{0}' names no player: write tengen, tengen:level=3, or 'cmd=./engine protocol=gomocup dir=/path name=X init=LINE'"
    )]
    Form(String),
    /// An option that there is not.
    #[error(
        "player option '{0}': inside there are level, memory, seed and name; outside cmd, protocol, dir, name and init"
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

    /// The same player under another name.
    #[must_use]
    pub fn renamed(mut self, to: String) -> Player {
        match &mut self {
            Player::Inside { name, .. } | Player::Outside { name, .. } => *name = to,
        }
        self
    }

    fn inside(text: &str) -> Result<Player, PlayerError> {
        let options = text.strip_prefix("tengen").ok_or_else(|| PlayerError::Form(short(text)))?;
        let (mut level, mut memory, mut seed, mut given) = (None, None, 0, None);
        let options = match options.strip_prefix(':') {
            Some(options) => options,
            None if options.is_empty() => "",
            None => return Err(PlayerError::Form(short(text))),
        };
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
                "seed" => seed = number("a whole number")?,
                "name" => given = Some(value.to_owned()),
                _ => return Err(PlayerError::Option(short(key))),
            }
        }
        Ok(Player::Inside { name: given.unwrap_or_else(|| text.to_owned()), level, memory, seed })
    }

    fn outside(text: &str) -> Result<Player, PlayerError> {
        let words = shlex::split(text).ok_or_else(|| PlayerError::Form(short(text)))?;
        let (mut command, mut dir, mut protocol, mut name, mut init) = (None, None, None, None, Vec::new());
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| PlayerError::Option(short(&word)))?;
            match key {
                "cmd" => command = shlex::split(value).filter(|words| !words.is_empty()),
                "dir" => dir = Some(PathBuf::from(value)),
                "protocol" => protocol = Some(value.parse()?),
                "name" => name = Some(value.to_owned()),
                "init" => init.push(value.to_owned()),
                _ => return Err(PlayerError::Option(short(key))),
            }
        }
        let (Some(command), Some(protocol)) = (command, protocol) else { return Err(PlayerError::Missing) };
        let file =
            std::path::Path::new(&command[0]).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.or(file).unwrap_or_else(|| command[0].clone());
        Ok(Player::Outside { name, command, dir, protocol, init })
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// `tengen`, `tengen:level=3,seed=7`, or `cmd=./engine protocol=gomocup dir=/path name=X init=LINE`, quoted as in a shell.
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
        if text.starts_with("tengen") && !text.contains(char::is_whitespace) {
            Player::inside(text)
        } else if text.contains('=') {
            Player::outside(text)
        } else {
            Err(PlayerError::Form(short(text)))
        }
    }
}
