//! Which game by which rules: one value for all games.

use crate::{go, gomoku, mnk, othello};
use std::fmt;
use std::str::FromStr;
use tengen_board::{Size, SizeError};

/// The families of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum GameKind {
    /// m,n,k games: tic-tac-toe, connect four and all their relatives.
    Mnk,
    /// Gomoku, renju and caro.
    Gomoku,
    /// Othello.
    Othello,
    /// Go.
    Go,
}

impl GameKind {
    /// Every family.
    pub const ALL: [GameKind; 4] = [GameKind::Mnk, GameKind::Gomoku, GameKind::Othello, GameKind::Go];

    /// The word for it on a command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Mnk => "mnk",
            GameKind::Gomoku => "gomoku",
            GameKind::Othello => "othello",
            GameKind::Go => "go",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A game and the rules it is played by, size included.
#[derive(Clone, PartialEq, Debug)]
pub enum GameSpec {
    /// An m,n,k game.
    Mnk(mnk::Rules),
    /// Gomoku, renju or caro.
    Gomoku(gomoku::Rules),
    /// Othello.
    Othello(othello::Rules),
    /// Go.
    Go(go::Rules),
}

/// Words that name no game, or rules that it does not have.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such game.
    #[error("there is no game '{0}': choose tic-tac-toe, connect-four, mnk, gomoku, renju, othello or go")]
    Game(String),
    /// The game has no rules of this name.
    #[error("{game} has no rules '{rules}': choose {known}")]
    Rules {
        /// The game.
        game: GameKind,
        /// What was asked for.
        rules: String,
        /// What there is.
        known: String,
    },
    /// The text of a size is no size.
    #[error(transparent)]
    SizeText(#[from] SizeError),
    /// The game is not played on this size.
    #[error("{game} is not played on {size}: {allowed}")]
    Size {
        /// The game.
        game: GameKind,
        /// The size asked for.
        size: Size,
        /// What it is played on.
        allowed: &'static str,
    },
    /// An option of another game, or a value that it cannot have.
    #[error("{game}: {what}")]
    Option {
        /// The game.
        game: GameKind,
        /// What is wrong and what would be right.
        what: String,
    },
}

macro_rules! from_rules {
    ($($kind:ident $module:ident)*) => {$(
        impl From<$module::Rules> for GameSpec {
            fn from(rules: $module::Rules) -> GameSpec {
                GameSpec::$kind(rules)
            }
        }
    )*};
}
from_rules!(Mnk mnk Gomoku gomoku Othello othello Go go);

impl GameSpec {
    /// The family.
    pub const fn kind(&self) -> GameKind {
        match self {
            GameSpec::Mnk(_) => GameKind::Mnk,
            GameSpec::Gomoku(_) => GameKind::Gomoku,
            GameSpec::Othello(_) => GameKind::Othello,
            GameSpec::Go(_) => GameKind::Go,
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        match self {
            GameSpec::Mnk(r) => r.size,
            GameSpec::Gomoku(r) => r.size,
            GameSpec::Othello(r) => r.size(),
            GameSpec::Go(r) => r.size,
        }
    }

    /// A game by its everyday name, with its usual rules and size, or those given: `tic-tac-toe`, `connect-four`,
    /// `mnk`, `gomoku`, `renju`, `caro`, `othello`, `reversi`, `go`.
    ///
    /// `rules` is a name that the game's own `Rules::named` knows; beside `renju` and `caro`, that of an opening rule.
    ///
    /// ```
    /// use tengen_games::{GameKind, GameSpec};
    /// assert_eq!(GameSpec::named("renju", Some("renju+rif"), None)?, GameSpec::named("renju", Some("rif"), None)?);
    /// let spec = GameSpec::named("renju", None, None)?;
    /// assert_eq!(spec.kind(), GameKind::Gomoku);
    /// assert!(GameSpec::named("chess", None, None).is_err());
    /// # Ok::<(), tengen_games::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpecError`] says which word is wrong and what there is.
    pub fn named(game: &str, rules: Option<&str>, size: Option<Size>) -> Result<GameSpec, SpecError> {
        let word = game.to_ascii_lowercase().replace(['_', ' '], "-");
        Ok(match (word.as_str(), rules) {
            ("tic-tac-toe" | "tictactoe" | "ttt", None) => {
                GameSpec::Mnk(mnk::Rules::named("tic-tac-toe", size)?)
            }
            ("connect-four" | "connect4" | "connectfour", None) => {
                GameSpec::Mnk(mnk::Rules::named("connect-four", size)?)
            }
            ("mnk", rules) => GameSpec::Mnk(mnk::Rules::named(rules.unwrap_or("tic-tac-toe"), size)?),
            ("gomoku" | "five" | "gobang", rules) => {
                GameSpec::Gomoku(gomoku::Rules::named(rules.unwrap_or("freestyle"), size)?)
            }
            // The rule set may say the name of the game once more.
            ("renju" | "caro", Some(rules)) if rules == word || rules.starts_with(&format!("{word}+")) => {
                GameSpec::Gomoku(gomoku::Rules::named(rules, size)?)
            }
            ("renju" | "caro", None) => GameSpec::Gomoku(gomoku::Rules::named(&word, size)?),
            ("renju" | "caro", Some(opening)) => {
                GameSpec::Gomoku(gomoku::Rules::named(&format!("{word}+{opening}"), size)?)
            }
            ("othello" | "reversi", rules) => {
                GameSpec::Othello(othello::Rules::named(rules.unwrap_or("othello"), size)?)
            }
            ("go" | "weiqi" | "baduk", rules) => {
                GameSpec::Go(go::Rules::named(rules.unwrap_or("chinese"), size)?)
            }
            _ if rules.is_some() => {
                return GameSpec::named(game, None, size).and_then(|spec| {
                    Err(SpecError::Rules {
                        game: spec.kind(),
                        rules: rules.unwrap_or_default().chars().take(40).collect(),
                        known: format!("{game} without a rule set, or the family '{}'", spec.kind()),
                    })
                });
            }
            _ => return Err(SpecError::Game(game.chars().take(40).collect())),
        })
    }
}

/// `GAME` or `GAME:RULES`, such as `othello` or `go:japanese`.
impl FromStr for GameSpec {
    type Err = SpecError;
    fn from_str(text: &str) -> Result<GameSpec, SpecError> {
        match text.split_once(':') {
            Some((game, rules)) => GameSpec::named(game, Some(rules), None),
            None => GameSpec::named(text, None, None),
        }
    }
}
