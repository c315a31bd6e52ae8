//! What goes in and what comes out: games, seats, clocks, changes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use tengen_board::{Color, Point};
use tengen_games::{GameKind, GameSpec, Move, SetUp, SpecError};
use tengen_records::{Header, Mark, Record, Tree};

/// The number of a game in its library: from 1, never given twice.
pub type GameId = i64;

/// The number of a node in its stored game: 0 is the root; a number is never given twice in one game, so that it stays
/// good whatever is pruned.
pub type NodeId = u32;

/// A game to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game with its header, set-up and moves.
    pub record: Record,
    /// Who sits where, the first player first.
    pub seats: [Seat; 2],
    /// How time is kept.
    pub clock: Option<Clock>,
    /// Words to find it by.
    pub tags: Vec<String>,
}

impl NewGame {
    /// A game that has not begun.
    pub fn new(spec: GameSpec) -> NewGame {
        NewGame::from_record(Record::new(spec))
    }

    /// A game as a record has it.
    pub fn from_record(record: Record) -> NewGame {
        NewGame { record, seats: Default::default(), clock: None, tags: Vec::new() }
    }

    /// Stones set up before the first move. They take the place of any that the record has at its start.
    #[must_use]
    pub fn with_set_up(mut self, set_up: &SetUp) -> NewGame {
        let root = self.record.tree.node_mut(Tree::ROOT);
        root.set_up = set_up.cells.clone();
        root.to_move = Some(set_up.to_move);
        self
    }

    /// Moves after the start, as the main line. The record must have none yet.
    #[must_use]
    pub fn with_moves(mut self, moves: impl IntoIterator<Item = Move>) -> NewGame {
        let mut at = Tree::ROOT;
        for mv in moves {
            at = self.record.tree.add(at);
            self.record.tree.node_mut(at).mv = Some((None, mv));
        }
        self
    }
}

/// Who sits on one side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// An engine.
    Engine {
        /// Its name.
        engine: String,
        /// Its level; 0 where it has none.
        #[serde(default)]
        level: u32,
    },
}

/// How time is kept, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clock {
    /// Main time of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_ms: Option<u64>,
    /// Added after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// At most this long for one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// What the list of games shows of it.
    pub summary: Summary,
    /// The game itself.
    pub record: Record,
    /// The stored number of each node of the record's tree, in the tree's order. See [`StoredGame::id_of`].
    pub ids: Vec<NodeId>,
    /// The node that was looked at last.
    pub current: NodeId,
    /// Who sits where, the first player first.
    pub seats: [Seat; 2],
    /// How time is kept.
    pub clock: Option<Clock>,
    /// How many prunings can be undone.
    pub prunings: u32,
}

impl StoredGame {
    /// The stored number of a node of the record's tree.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn id_of(&self, node: tengen_records::NodeId) -> NodeId {
        self.ids[node as usize]
    }

    /// The node of the record's tree that has this stored number.
    pub fn node_of(&self, id: NodeId) -> Option<tengen_records::NodeId> {
        // A library node is usually where its number says; promoted variations change the order.
        if self.ids.get(id as usize) == Some(&id) {
            return Some(id);
        }
        self.ids.iter().position(|&stored| stored == id).map(|at| at as tengen_records::NodeId)
    }

    /// Every stored number with the tree's node.
    pub fn nodes(&self) -> BTreeMap<NodeId, tengen_records::NodeId> {
        self.ids.iter().enumerate().map(|(at, &id)| (id, at as tengen_records::NodeId)).collect()
    }
}

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its number.
    pub id: GameId,
    /// One more with every change; 1 when new.
    pub revision: u64,
    /// Which game by which rules.
    pub spec: GameSpec,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The result as the record gives it.
    pub result: Option<String>,
    /// Who won, as far as the result tells.
    pub outcome: Outcome,
    /// Date as the record gives it.
    pub date: Option<String>,
    /// Tournament or occasion.
    pub event: Option<String>,
    /// Name of the game.
    pub name: Option<String>,
    /// Words to find it by, sorted.
    pub tags: Vec<String>,
    /// Moves on the main line.
    pub plies: u32,
    /// When it was stored, in milliseconds since 1970 (UTC).
    pub created_ms: i64,
    /// When it was last changed.
    pub changed_ms: i64,
    /// When it was put into the bin, if it is there.
    pub deleted_ms: Option<i64>,
}

/// Who won, as far as a result in a record's words tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Outcome {
    /// It does not say, or the game is void or goes on.
    #[default]
    Unknown,
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

impl Outcome {
    /// Reads SGF's words: `B+…`, `W+…`, `0`, `Draw`.
    ///
    /// ```
    /// use tengen_library::Outcome;
    /// assert_eq!(Outcome::of_result(Some("W+3.5")), Outcome::White);
    /// assert_eq!(Outcome::of_result(Some("Draw")), Outcome::Draw);
    /// assert_eq!(Outcome::of_result(Some("Void")), Outcome::Unknown);
    /// ```
    pub fn of_result(result: Option<&str>) -> Outcome {
        let Some(text) = result.map(str::trim) else { return Outcome::Unknown };
        let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
        match (letters.next(), letters.next()) {
            (Some('B'), Some('+')) => Outcome::Black,
            (Some('W'), Some('+')) => Outcome::White,
            (Some('0'), None) => Outcome::Draw,
            _ if text.eq_ignore_ascii_case("draw") || text.eq_ignore_ascii_case("jigo") => Outcome::Draw,
            _ => Outcome::Unknown,
        }
    }

    /// The winner.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Black => Some(Color::Black),
            Outcome::White => Some(Color::White),
            _ => None,
        }
    }

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    pub(crate) const fn from_code(code: u8) -> Outcome {
        match code {
            1 => Outcome::Black,
            2 => Outcome::White,
            3 => Outcome::Draw,
            _ => Outcome::Unknown,
        }
    }
}

/// What a change of a game left it as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The node that the change was about.
    pub node: NodeId,
    /// The game's revision after it.
    pub revision: u64,
    /// Whether anything is different from before.
    pub changed: bool,
}

/// Changes to what is said of a node; what is `None` stays.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Annotation {
    /// The name of the position, one line; `Some(None)` takes it away.
    pub name: Option<Option<String>>,
    /// The comment; `Some(None)` takes it away.
    pub comment: Option<Option<String>>,
    /// All marks of the node.
    pub marks: Option<Vec<(Point, Mark)>>,
    /// The engine's value of the move; `Some(None)` takes it away.
    pub value: Option<Option<f32>>,
    /// Time left to the player who made the move.
    pub clock: Option<Option<Duration>>,
}

/// Changes to a game as a whole; what is `None` stays.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Update {
    /// The revision that the caller knows; [`Error::Conflict`](crate::Error::Conflict) if the game has another.
    pub revision: Option<u64>,
    /// The whole header.
    pub header: Option<Header>,
    /// The result alone, in SGF's words; `Some(None)` takes it away.
    pub result: Option<Option<String>>,
    /// All tags.
    pub tags: Option<Vec<String>>,
    /// The node that is looked at.
    pub current: Option<NodeId>,
    /// Who sits where, the first player first.
    pub seats: Option<[Seat; 2]>,
    /// How time is kept; `Some(None)` takes the clock away.
    pub clock: Option<Option<Clock>>,
}

/// Which games to list.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Query {
    /// Games of this family.
    pub game: Option<GameKind>,
    /// Games by rules whose name begins so, such as `renju`.
    pub rules: Option<String>,
    /// Part of the name of either player, in any case.
    pub player: Option<String>,
    /// Who won.
    pub outcome: Option<Outcome>,
    /// Not before this date: ISO 8601 or its beginning, such as `1999` or `2001-05`.
    pub from: Option<String>,
    /// Not after this date; `2001` includes all of that year.
    pub to: Option<String>,
    /// A tag that they have.
    pub tag: Option<String>,
    /// Text in names, events, places or comments, in any case.
    pub text: Option<String>,
    /// Only games in the bin, instead of all that are not.
    pub deleted: bool,
    /// The order.
    pub sort: Sort,
    /// The page, from 1; 0 also means the first.
    pub page: u32,
    /// Games a page, 1 to 1000; 0 means 50.
    pub per_page: u32,
}

impl Query {
    /// The same query for games of this everyday name only: a family such as `gomoku`, or one of its games such as
    /// `renju` or `connect-four`.
    ///
    /// # Errors
    /// [`SpecError`] for a word that names no game.
    pub fn with_game(mut self, name: &str) -> Result<Query, SpecError> {
        let spec = GameSpec::named(name, None, None)?;
        let own = crate::header::rules_text(&spec);
        self.game = Some(spec.kind());
        // Of a family by its own name all rules are meant; `renju` and the like name their rules.
        let word = name.to_ascii_lowercase();
        let is_family = word == spec.kind().name() || matches!(word.as_str(), "five" | "gobang" | "reversi");
        self.rules = (!is_family).then_some(own);
        Ok(self)
    }
}

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sort {
    /// Last changed first.
    #[default]
    Changed,
    /// Last stored first.
    Newest,
    /// First stored first.
    Oldest,
    /// Latest date of play first.
    Date,
    /// Black's name from A on.
    Black,
    /// White's name from A on.
    White,
    /// Longest game first.
    Longest,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Games that the query fits, on all pages.
    pub total: u64,
    /// The page, from 1.
    pub page: u32,
    /// Games a page.
    pub per_page: u32,
    /// The games of this page.
    pub games: Vec<Summary>,
}

/// The bounds of a page: which it is, and how many games are on one.
pub(crate) fn page_of(page: u32, per_page: u32) -> (u32, u32) {
    (page.max(1), if per_page == 0 { 50 } else { per_page.min(1000) })
}
