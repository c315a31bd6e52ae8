//! A game by its rules: one value for all games.

use crate::info::plain_word;
use crate::list::games;
use crate::{
    BoardStyle, Feature, Features, GameInfo, GameKind, GameRules, OpeningInfo, ProofKind, RuleSetInfo, Unit,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use tengen_board::{Coords, Size, SizeError};

macro_rules! specs {
    ([$($(#[$doc:meta])* $kind:ident $module:ident,)*]) => {
        /// A game and the rules it is played by, size included.
        ///
        /// Its text is `GAME:RULES`, such as `go:japanese`; the size is not part of it.
        #[derive(Clone, PartialEq, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(try_from = "SpecText", into = "SpecText"))]
        #[non_exhaustive]
        pub enum GameSpec {
            $($(#[$doc])* $kind(crate::$module::Rules),)*
        }

        $(
            impl From<crate::$module::Rules> for GameSpec {
                fn from(rules: crate::$module::Rules) -> GameSpec {
                    GameSpec::$kind(rules)
                }
            }

            impl TryFrom<GameSpec> for crate::$module::Rules {
                type Error = GameSpec;
                /// The rules of this game; the spec itself if it is another's.
                fn try_from(spec: GameSpec) -> Result<Self, GameSpec> {
                    match spec {
                        GameSpec::$kind(rules) => Ok(rules),
                        other => Err(other),
                    }
                }
            }
        )*

        impl GameSpec {
            /// The family.
            pub const fn kind(&self) -> GameKind {
                match self {
                    $(GameSpec::$kind(_) => GameKind::$kind,)*
                }
            }

            /// The rules of the game `kind` that `rules` names, on the usual size or on `size`. For the
            /// usual rules there is [`GameInfo::default_spec`].
            ///
            /// # Errors
            /// [`SpecError`] says which word is wrong and what there is.
            pub fn of_kind(kind: GameKind, rules: &str, size: Option<Size>) -> Result<GameSpec, SpecError> {
                match kind {
                    $(GameKind::$kind => {
                        <crate::$module::Rules as GameRules>::named(rules, size).map(GameSpec::$kind)
                    })*
                }
            }
        }
    };
}
games!(specs);

macro_rules! rules_arm {
    ([$($(#[$doc:meta])* $kind:ident $module:ident,)*] $spec:expr, $rules:ident => $body:expr) => {
        match $spec {
            $(GameSpec::$kind($rules) => $body,)*
        }
    };
}
/// Does the same with the rules of whichever game a spec holds.
macro_rules! rules_of {
    ($($args:tt)*) => {
        games!(rules_arm $($args)*)
    };
}

/// Words that name no game, or rules that it does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such game.
    #[error("there is no game '{0}': choose {words}", words = game_words())]
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
        allowed: SizeRule,
    },
    /// An option of another game, or a value that it cannot have.
    #[error("{game}: {why}")]
    Option {
        /// The game.
        game: GameKind,
        /// What is wrong and what would be right.
        why: OptionError,
    },
}

/// An option of rules that does not go. `Display` writes English.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No option has this name; the names that there are.
    Name(String, &'static [&'static str]),
    /// The option does not have this value; the values that it has.
    Value(String, &'static [&'static str]),
    /// The option needs a number.
    Number(String),
    /// The komi is not between these two numbers of points.
    Komi(String, i32, i32),
    /// A number of captures wins, and a pass hands over a stone: a pass stone is no capture.
    PassStones,
    /// So many handicap stones do not fit on the board; the most that do.
    Handicap {
        /// The stones asked for.
        stones: u16,
        /// The board.
        size: Size,
        /// The most that fit.
        most: u16,
        /// True if they are placed on fixed points, so that more fit where the player places them.
        fixed: bool,
    },
    /// The opening rule belongs to renju, not to this variant, both by their names.
    Opening(String, String),
    /// The number of stones in a row that wins is not 1 to the second number.
    Row(u8, u8),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Name(word, names) => {
                write!(f, "'{word}' is not an option of the rules: there are {}", names.join(", "))
            }
            OptionError::Value(word, values) => {
                write!(f, "'{word}' is not an option of the rules: its value is one of {}", values.join(", "))
            }
            OptionError::Number(word) => {
                write!(f, "'{word}' is not an option of the rules: its value is a number")
            }
            OptionError::Komi(komi, min, max) => write!(f, "komi {komi} is out of range: {min} to {max}"),
            OptionError::PassStones => {
                f.write_str("a pass stone is no capture: captures goes with pass-stones=no")
            }
            OptionError::Handicap { stones, size, most, fixed: true } => write!(
                f,
                "{stones} fixed handicap stones have no place on {size}: at most {most} (more with placement=free)"
            ),
            OptionError::Handicap { stones, size, most, fixed: false } => {
                write!(f, "{stones} handicap stones leave no liberty on {size}: at most {most}")
            }
            OptionError::Opening(opening, variant) => {
                write!(f, "the opening rule {opening} is one of renju and does not go with {variant}")
            }
            OptionError::Row(k, most) => {
                write!(f, "k is the number of stones in a row that wins, 1 to {most}, not {k}")
            }
        }
    }
}

/// Which boards a game, or an opening rule, is played on. English is what its `Display` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SizeRule {
    /// Each side is one of these lengths.
    Sides {
        /// The shortest side.
        min: usize,
        /// The longest side.
        max: usize,
    },
    /// Each side is an even number, one of these lengths.
    EvenSides {
        /// The shortest side.
        min: usize,
        /// The longest side.
        max: usize,
    },
    /// An opening of renju: each side is an odd number of at least `min`, so that there is a centre point.
    OddSides {
        /// The shortest side.
        min: usize,
    },
    /// An opening rule that forbids the central square: there are points outside it.
    Outside {
        /// The side of the central square.
        center: usize,
        /// The [`id`](OpeningInfo::id) of the opening rule.
        opening: &'static str,
    },
}

impl fmt::Display for SizeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SizeRule::Sides { min, max } => write!(f, "each side of the board is {min} to {max}"),
            SizeRule::EvenSides { min, max } => write!(f, "both sides are even, {min} to {max}"),
            SizeRule::OddSides { min } => {
                write!(f, "renju openings need a board with a centre point and odd sides of {min} or more")
            }
            SizeRule::Outside { center, opening } => {
                write!(f, "the {opening} opening needs points outside the central {center}x{center}")
            }
        }
    }
}

/// A spec as serde reads and writes it: the game, the name of its rules and the size.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SpecText {
    game: GameKind,
    rules: String,
    size: Size,
}

#[cfg(feature = "serde")]
impl From<GameSpec> for SpecText {
    fn from(spec: GameSpec) -> SpecText {
        SpecText { game: spec.kind(), rules: spec.rules_text(), size: spec.size() }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<SpecText> for GameSpec {
    type Error = SpecError;
    fn try_from(text: SpecText) -> Result<GameSpec, SpecError> {
        GameSpec::of_kind(text.game, &text.rules, Some(text.size))
    }
}

/// # Panics
/// With the reason, if no game can be played by the rules that were checked.
#[track_caller]
pub(crate) fn assert_playable(checked: Result<(), SpecError>) {
    if let Err(error) = checked {
        panic!("{error}");
    }
}

fn game_words() -> String {
    let words: Vec<&str> = GameInfo::words().collect();
    match words.split_last() {
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl GameSpec {
    /// The row of the game in the table of games.
    pub const fn info(&self) -> &'static GameInfo {
        self.kind().info()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        rules_of!(self, rules => GameRules::size(rules))
    }

    /// Whether a game can be played by these rules. A spec that was read by name is always good; where fields of the
    /// rules were set by hand, [`AnyPosition::new`](crate::AnyPosition) panics if this is an error.
    ///
    /// # Errors
    /// [`SpecError`] says what is wrong with them.
    pub fn check(&self) -> Result<(), SpecError> {
        rules_of!(self, rules => GameRules::check(rules))
    }

    /// The name of the rules, which [`GameSpec::named`] reads back beside the game's; the size is not part of it.
    pub fn rules_text(&self) -> String {
        rules_of!(self, rules => rules.to_string())
    }

    /// The same game by the same rules on a board of another size.
    ///
    /// # Errors
    /// [`SpecError`] if the game is not played on it.
    pub fn with_size(&self, size: Size) -> Result<GameSpec, SpecError> {
        rules_of!(self, rules => GameRules::with_size(rules, size).map(GameSpec::from))
    }

    /// The same game on the same board by the rules that `rules` names.
    ///
    /// # Errors
    /// [`SpecError`] for unknown rules and for rules that do not go with the board.
    pub fn with_rules(&self, rules: &str) -> Result<GameSpec, SpecError> {
        GameSpec::of_kind(self.kind(), rules, Some(self.size()))
    }

    /// What there is by these rules.
    pub fn features(&self) -> Features {
        rules_of!(self, rules => GameRules::features(rules))
    }

    /// True if there is `feature` by these rules.
    pub fn has(&self, feature: Feature) -> bool {
        self.features().has(feature)
    }

    /// How points are written.
    pub const fn coords(&self) -> Coords {
        self.info().coords
    }

    /// Where stones are put.
    pub fn board_style(&self) -> BoardStyle {
        rules_of!(self, rules => GameRules::board_style(rules))
    }

    /// What the score counts.
    pub fn unit(&self) -> Unit {
        rules_of!(self, rules => GameRules::unit(rules))
    }

    /// The proofs that engines of this game search for.
    pub const fn proofs(&self) -> &'static [ProofKind] {
        self.info().proofs
    }

    /// The named rule set that these rules are, or from which they differ by switches or an opening rule; `None` for
    /// m,n,k games without a name.
    pub fn rule_set(&self) -> Option<&'static RuleSetInfo> {
        let text = self.rules_text();
        let info = self.info();
        info.rule_set(&text).or_else(|| info.rule_set(text.split(['+', ',']).next()?))
    }

    /// The opening rule; `None` if there is none.
    pub fn opening(&self) -> Option<&'static OpeningInfo> {
        let text = self.rules_text();
        let (_, opening) = text.split_once('+')?;
        self.info().openings.iter().find(|rule| rule.id == opening)
    }

    /// A game by an everyday name, with its usual rules and size, or those given. The names are the
    /// [aliases](GameInfo::aliases) of the games: `tic-tac-toe`, `gomoku`, `renju`, `reversi`, `go` …
    ///
    /// `rules` is a name that the game's own `Rules::named` reads; beside `renju` and `caro`, that of an opening rule.
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
        let short = |text: &str| text.chars().take(40).collect::<String>();
        let (info, alias) = GameInfo::find(game).ok_or_else(|| SpecError::Game(short(game)))?;
        let rules = match (alias.rules, rules) {
            (None, rules) => rules.unwrap_or(info.default_rules()).to_string(),
            (Some(set), None) => set.to_string(),
            // The rule set may repeat the name of the game.
            (Some(set), Some(rules)) if is_or_begins(&plain_word(rules), set) => rules.to_string(),
            (Some(set), Some(opening)) if !info.openings.is_empty() => format!("{set}+{opening}"),
            (Some(_), Some(rules)) => {
                return Err(SpecError::Rules {
                    game: info.kind,
                    rules: short(rules),
                    known: format!("{} without a rule set, or the family '{}'", alias.word(), info.id),
                });
            }
        };
        GameSpec::of_kind(info.kind, &rules, size)
    }
}

/// True if `rules` is the rule set `set`, alone or with an opening rule.
fn is_or_begins(rules: &str, set: &str) -> bool {
    rules.strip_prefix(set).is_some_and(|rest| rest.is_empty() || rest.starts_with('+'))
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind(), self.rules_text())
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
