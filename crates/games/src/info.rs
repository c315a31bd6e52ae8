//! One description of each game: names, rule sets, sizes, what there is to show, numbers in file formats.
//!
//! A game's row is the `INFO` of its module. Front ends, formats and services read the table and never match on a
//! game's name.

use crate::list::games;
use crate::{Features, GameKind, GameSpec, SpecError};
use alloc::format;
use alloc::string::String;
use core::fmt;
use tengen_board::{Coords, Size};

/// A name in English, simplified Chinese and Japanese.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// English.
    pub en: &'static str,
    /// Simplified Chinese.
    pub zh: &'static str,
    /// Japanese.
    pub ja: &'static str,
}

impl Label {
    /// A name in each language.
    pub const fn new(en: &'static str, zh: &'static str, ja: &'static str) -> Label {
        Label { en, zh, ja }
    }

    /// A Chinese or Japanese name, and the note in full-width brackets at its end: `连珠（有禁手）` is `连珠` and `有禁手`.
    pub fn split_note(name: &str) -> (&str, Option<&str>) {
        let parts = name.strip_suffix('）').and_then(|name| name.split_once('（'));
        parts.map_or((name, None), |(name, note)| (name, Some(note)))
    }

    /// How a Chinese or Japanese text names a game with one of its rule sets: a name, and what follows it in brackets.
    /// A rule set with the game in its name needs no other.
    ///
    /// ```
    /// use tengen_games::Label;
    /// assert_eq!(Label::with_rules("五子棋", "连珠（有禁手）"), ("五子棋", Some("连珠")));
    /// assert_eq!(Label::with_rules("五子棋", "标准五子棋（长连不算）"), ("标准五子棋", Some("长连不算")));
    /// ```
    pub fn with_rules<'a>(game: &'a str, rule_set: &'a str) -> (&'a str, Option<&'a str>) {
        let (name, note) = Label::split_note(rule_set);
        if name.contains(game) { (name, note) } else { (game, Some(name)) }
    }
}

/// One game of the table.
///
/// ```
/// use tengen_games::{Feature, GameKind, Unit};
/// let othello = GameKind::Othello.info();
/// assert_eq!((othello.id, othello.name.zh, othello.unit), ("othello", "黑白棋", Unit::Discs));
/// assert!(othello.features.has(Feature::Flips) && !othello.features.has(Feature::Ko));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// Which game.
    pub kind: GameKind,
    /// The word for it on a command line, in files and in JSON.
    pub id: &'static str,
    /// What people call it.
    pub name: Label,
    /// The words that name it, or one of its rule sets, without the other: `renju`, `reversi`, `weiqi`.
    pub aliases: &'static [Alias],
    /// Its named rule sets, the usual one first.
    pub rule_sets: &'static [RuleSetInfo],
    /// Its opening rules, "none" first; empty if it has no opening rules.
    pub openings: &'static [OpeningInfo],
    /// The sizes that a menu offers; empty if each rule set is offered on its own size only.
    pub sizes: &'static [Size],
    /// How its points are written.
    pub coords: Coords,
    /// Where its stones are put.
    pub board: BoardStyle,
    /// What is put on the board.
    pub piece: Piece,
    /// What its score counts.
    pub unit: Unit,
    /// Everything that some rule set of it has; [`GameSpec::features`] is exact for one.
    pub features: Features,
    /// When a player passes.
    pub passes: Passes,
    /// The proofs that its engines search for.
    pub proofs: &'static [ProofKind],
    /// The number of the game in SGF (`GM`).
    pub sgf_game: SgfGame,
    /// Numbers that other programs write for it in `GM`, outside the standard's list.
    pub sgf_read: &'static [u16],
    /// The rule sets and sizes by which a list of moves is read that does not name its game, the likeliest first; empty
    /// if such a list is never taken for this game.
    pub unnamed_lists: &'static [(&'static str, Size)],
}

/// Everyday words for a game or for one of its rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Alias {
    /// The words, in small letters with hyphens, the usual one first.
    pub words: &'static [&'static str],
    /// What people call it.
    pub name: Label,
    /// The rule set that the words stand for; `None` for the game itself.
    pub rules: Option<&'static str>,
}

impl Alias {
    pub(crate) const fn game(
        words: &'static [&'static str],
        en: &'static str,
        zh: &'static str,
        ja: &'static str,
    ) -> Alias {
        Alias { words, name: Label::new(en, zh, ja), rules: None }
    }

    pub(crate) const fn rules(
        rules: &'static str,
        words: &'static [&'static str],
        en: &'static str,
        zh: &'static str,
        ja: &'static str,
    ) -> Alias {
        Alias { words, name: Label::new(en, zh, ja), rules: Some(rules) }
    }

    /// The usual word.
    pub const fn word(&self) -> &'static str {
        self.words[0]
    }
}

/// A named rule set of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleSetInfo {
    /// The name that [`GameSpec::named`] reads.
    pub id: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// What people call it.
    pub name: Label,
    /// Its rules in a few sentences.
    pub summary: Label,
    /// What SGF writes in `RU`, where that is not the id.
    pub sgf: Option<&'static str>,
}

impl RuleSetInfo {
    pub(crate) const fn new(id: &'static str, name: Label, summary: Label) -> RuleSetInfo {
        RuleSetInfo { id, aliases: &[], name, summary, sgf: None }
    }

    pub(crate) const fn aliases(self, aliases: &'static [&'static str]) -> RuleSetInfo {
        RuleSetInfo { aliases, ..self }
    }

    pub(crate) const fn sgf(self, sgf: &'static str) -> RuleSetInfo {
        RuleSetInfo { sgf: Some(sgf), ..self }
    }
}

/// An opening rule of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OpeningInfo {
    /// The name that follows `+` in the text of the rules.
    pub id: &'static str,
    /// What people call it.
    pub name: Label,
    /// The rule in a few sentences; empty for "none".
    pub summary: Label,
}

impl OpeningInfo {
    pub(crate) const fn new(id: &'static str, name: Label, summary: Label) -> OpeningInfo {
        OpeningInfo { id, name, summary }
    }
}

/// A number of SGF's list of games (`GM`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SgfGame {
    /// The game's own number.
    Own(u8),
    /// The number of the nearest relative of a game that has none; `RU` names the game.
    Shared(u8),
}

impl SgfGame {
    /// The number that is written.
    pub const fn number(self) -> u8 {
        match self {
            SgfGame::Own(number) | SgfGame::Shared(number) => number,
        }
    }
}

/// Where stones are put.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardStyle {
    /// On the crossings of lines.
    Intersections,
    /// In squares.
    Squares,
}

/// What is put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Piece {
    /// Stones, each of one colour.
    Stone,
    /// Discs, black on one side and white on the other.
    Disc,
}

macro_rules! ids {
    ($type:ident: $($variant:ident $id:literal)*) => {
        impl $type {
            /// The word for it in JSON and other data.
            pub const fn id(self) -> &'static str {
                match self {
                    $($type::$variant => $id,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }
    };
}
ids!(BoardStyle: Intersections "intersections" Squares "squares");
ids!(Piece: Stone "stone" Disc "disc");
ids!(Unit: None "none" Discs "discs" Points "points");
ids!(Passes: Never "never" Forced "forced" Free "free");
ids!(ProofKind: Vcf "vcf" Vct "vct" Exact "exact");

/// When a player passes. [`Feature::Pass`](crate::Feature::Pass) is exact for one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Passes {
    /// Never, or only where an opening rule allows it.
    Never,
    /// Only where no other move is legal; then the player must. Records often leave such passes out.
    Forced,
    /// At any time; passes in a row end the game, but records may go on after them.
    Free,
}

/// What the score of a game counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Unit {
    /// Nothing: a game is won, lost or drawn.
    None,
    /// Discs.
    Discs,
    /// Points.
    Points,
}

/// A kind of proof that engines search for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProofKind {
    /// Victory by continuous fours.
    Vcf,
    /// Victory by continuous threats: fours and threes.
    Vct,
    /// The exact value of the position.
    Exact,
}

macro_rules! table {
    ([$($(#[$doc:meta])* $kind:ident $module:ident,)*]) => {
        impl GameInfo {
            /// Every game, in the order of [`GameKind::ALL`].
            pub const ALL: [&'static GameInfo; GameKind::ALL.len()] = [$(&crate::$module::INFO),*];
        }

        impl GameKind {
            /// The row of this game.
            pub const fn info(self) -> &'static GameInfo {
                match self {
                    $(GameKind::$kind => &crate::$module::INFO,)*
                }
            }
        }
    };
}
games!(table);

/// A word as the table writes it: small letters, hyphens for spaces and underlines.
pub(crate) fn plain_word(text: &str) -> String {
    text.trim().to_lowercase().replace(['_', ' ', '/'], "-").replace('õ', "o")
}

impl GameInfo {
    /// The game and the alias that `word` names, in any mix of letters, spaces and hyphens.
    pub fn find(word: &str) -> Option<(&'static GameInfo, &'static Alias)> {
        let word = plain_word(word);
        GameInfo::ALL.into_iter().find_map(|info| {
            let alias = info.aliases.iter().find(|alias| alias.words.contains(&word.as_str()))?;
            Some((info, alias))
        })
    }

    /// The usual word of every alias of every game.
    pub fn words() -> impl Iterator<Item = &'static str> {
        GameInfo::ALL.into_iter().flat_map(GameInfo::game_words)
    }

    /// The words for this game alone.
    pub fn game_words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.aliases.iter().map(Alias::word)
    }

    /// The id of the usual rule set.
    pub const fn default_rules(&self) -> &'static str {
        self.rule_sets[0].id
    }

    /// The game with its usual rules and size.
    pub fn default_spec(&self) -> GameSpec {
        GameSpec::of_kind(self.kind, self.default_rules(), None).expect("the first rule set can be played")
    }

    /// The rule set with this id or alias.
    pub fn rule_set(&self, word: &str) -> Option<&'static RuleSetInfo> {
        let word = plain_word(word);
        self.rule_sets.iter().find(|set| set.id == word || set.aliases.contains(&word.as_str()))
    }

    /// The opening rules that go with a rule set, "none" first.
    pub fn openings_of(&self, rule_set: &str) -> impl Iterator<Item = &'static OpeningInfo> {
        let (kind, openings) = (self.kind, self.openings);
        openings.iter().filter(move |opening| {
            GameSpec::of_kind(kind, &format!("{rule_set}+{}", opening.id), None).is_ok()
        })
    }
}

/// What [`GameSpec`] asks of the rules of one game.
pub trait GameRules:
    Clone + fmt::Debug + fmt::Display + PartialEq + Into<GameSpec> + Send + Sync + 'static
{
    /// The row of the game.
    const INFO: &'static GameInfo;

    /// The rules that `name` names, on the usual size or on `size`. [`Display`](fmt::Display) writes such a name.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name and for rules by which no game can be played.
    fn named(name: &str, size: Option<Size>) -> Result<Self, SpecError>;

    /// The size of the board.
    fn size(&self) -> Size;

    /// The same rules on a board of another size.
    ///
    /// # Errors
    /// [`SpecError`] if the game is not played on it.
    fn with_size(&self, size: Size) -> Result<Self, SpecError>;

    /// Whether a game can be played by these rules.
    ///
    /// # Errors
    /// [`SpecError`] says what is wrong with them.
    fn check(&self) -> Result<(), SpecError>;

    /// What there is by these rules.
    fn features(&self) -> Features {
        Self::INFO.features
    }

    /// What the score counts.
    fn unit(&self) -> Unit {
        Self::INFO.unit
    }

    /// Where stones are put.
    fn board_style(&self) -> BoardStyle {
        Self::INFO.board
    }
}
