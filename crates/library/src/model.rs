//! The types of the interface: games, players, clocks, changes, queries.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use tengen_board::{Color, Point, Size};
use tengen_engine::{GameTime, Overtime};
use tengen_games::{GameKind, GameSpec, Move, SetUp, SpecError};
use tengen_records::{Header, Mark, Property, Record, Tree};

/// The number of a game in its library, from 1. Numbers are never reused.
pub type GameId = i64;

/// The number of a node in its stored game; 0 is the root. Numbers are never reused in a game, so they stay valid when
/// variations are pruned.
pub type NodeNumber = u32;

/// A game to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// The game with its header, set-up and moves.
    pub record: Record,
    /// The players, the first player first.
    pub seats: [PlayerKind; 2],
    /// The clock.
    pub clock: Option<ClockSettings>,
    /// The tags.
    pub tags: Vec<String>,
    /// Whether it is the board of a puzzle, deleted for good where others go to the bin: see [`StoredGame::puzzle`].
    pub puzzle: bool,
}

impl NewGame {
    /// A game without moves.
    pub fn new(spec: GameSpec) -> NewGame {
        NewGame::from_record(Record::new(spec))
    }

    /// The game of a record.
    pub fn from_record(record: Record) -> NewGame {
        NewGame { record, seats: Default::default(), clock: None, tags: Vec::new(), puzzle: false }
    }

    /// Sets up stones before the first move. They replace those of the record.
    #[must_use]
    pub fn with_set_up(mut self, set_up: &SetUp) -> NewGame {
        let root = self.record.tree.node_mut(Tree::ROOT);
        root.set_up = set_up.cells.clone();
        root.to_move = Some(set_up.to_move);
        self
    }

    /// Adds moves as the main line. The record must have no moves yet.
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

/// A player: a person or an engine.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person.
    #[default]
    Human,
    /// An engine.
    Engine {
        /// Its name.
        engine: String,
        /// Its level; 0 if it has none.
        #[serde(default)]
        level: u32,
    },
}

/// Time control, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ClockSettings {
    /// Main time of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_ms: Option<u64>,
    /// Added after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment_ms: Option<u64>,
    /// The limit for one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// A period of byo-yomi after the main time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_ms: Option<u64>,
    /// Number of periods: Japanese byo-yomi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
    /// Moves to be made in each period: Canadian byo-yomi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_moves: Option<u32>,
}

impl From<&ClockSettings> for GameTime {
    fn from(clock: &ClockSettings) -> GameTime {
        let overtime = clock.period_ms.map(Duration::from_millis).map(|period| match clock.period_moves {
            Some(moves) => Overtime::Canadian { period, moves: moves.max(1) },
            None => Overtime::ByoYomi { period, periods: clock.periods.unwrap_or(1).max(1) },
        });
        GameTime {
            main: clock.main_ms.map(Duration::from_millis),
            increment: Duration::from_millis(clock.increment_ms.unwrap_or_default()),
            per_move: clock.move_ms.map(Duration::from_millis),
            overtime,
        }
    }
}

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// Its entry in lists.
    pub summary: GameSummary,
    /// The game with its header and moves.
    pub record: Record,
    /// The stored number of each node of the record's tree, in the order of the tree. See [`StoredGame::id_of`].
    pub ids: Vec<NodeNumber>,
    /// The node that was viewed last.
    pub current: NodeNumber,
    /// The players, the first player first.
    pub seats: [PlayerKind; 2],
    /// The clock.
    pub clock: Option<ClockSettings>,
    /// The number of prunings that can be undone.
    pub prunings: u32,
    /// Whether it was created as the board of a puzzle, and its tags were never changed since: whoever tags a game
    /// keeps it. No tag decides this.
    pub puzzle: bool,
    /// The node where the game ended with its result, if moves were tried after it. A change of the result removes it.
    pub ended: Option<NodeNumber>,
}

impl StoredGame {
    /// The node of the record's tree where the game ends: the end of the main line without the moves that were tried
    /// after its result.
    pub fn end(&self) -> tengen_records::NodeId {
        let tree = &self.record.tree;
        let ended = self.ended.and_then(|node| self.node_of(node));
        let ended = ended.filter(|&ended| tree.main_line().any(|node| node == ended));
        ended.or_else(|| tree.main_line().last()).unwrap_or(Tree::ROOT)
    }

    /// The stored number of a node of the record's tree.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn id_of(&self, node: tengen_records::NodeId) -> NodeNumber {
        self.ids[node as usize]
    }

    /// The node of the record's tree that has this stored number.
    pub fn node_of(&self, id: NodeNumber) -> Option<tengen_records::NodeId> {
        // Usually a node's index is its number; promoted variations change the order.
        if self.ids.get(id as usize) == Some(&id) {
            return Some(id);
        }
        self.ids.iter().position(|&stored| stored == id).map(|at| at as tengen_records::NodeId)
    }

    /// Every stored number with its node of the tree.
    pub fn nodes(&self) -> BTreeMap<NodeNumber, tengen_records::NodeId> {
        self.ids.iter().enumerate().map(|(at, &id)| (id, at as tengen_records::NodeId)).collect()
    }
}

/// The entry of a game in lists.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// Its number.
    pub id: GameId,
    /// The revision: 1 when new, and one more with every change.
    pub revision: u64,
    /// The game and its rules.
    pub spec: GameSpec,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The result as the record has it.
    pub result: Option<String>,
    /// The outcome, as far as the result gives it.
    pub outcome: GameResult,
    /// Date as the record has it.
    pub date: Option<String>,
    /// Tournament or occasion.
    pub event: Option<String>,
    /// Name of the game.
    pub name: Option<String>,
    /// The tags, sorted.
    pub tags: Vec<String>,
    /// Moves on the main line.
    pub plies: u32,
    /// The time of storing, in milliseconds since 1970 (UTC).
    pub created_ms: i64,
    /// The time of the last change.
    pub changed_ms: i64,
    /// The time when it was moved to the bin, if it is there.
    pub deleted_ms: Option<i64>,
}

/// The outcome of a game, as far as its result gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// Unknown: no result, void, or unfinished.
    #[default]
    Unknown,
    /// Black.
    Black,
    /// White.
    White,
    /// A draw.
    Draw,
}

impl GameResult {
    /// Reads a result in SGF's notation: `B+…`, `W+…`, `0`, `Draw`.
    ///
    /// ```
    /// use tengen_library::GameResult;
    /// assert_eq!(GameResult::of_result(Some("W+3.5")), GameResult::White);
    /// assert_eq!(GameResult::of_result(Some("Draw")), GameResult::Draw);
    /// assert_eq!(GameResult::of_result(Some("Void")), GameResult::Unknown);
    /// ```
    pub fn of_result(result: Option<&str>) -> GameResult {
        let Some(text) = result.map(str::trim) else { return GameResult::Unknown };
        let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
        match (letters.next(), letters.next()) {
            (Some('B'), Some('+')) => GameResult::Black,
            (Some('W'), Some('+')) => GameResult::White,
            (Some('0'), None) => GameResult::Draw,
            _ if text.eq_ignore_ascii_case("draw") || text.eq_ignore_ascii_case("jigo") => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// The winner.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::Black => Some(Color::Black),
            GameResult::White => Some(Color::White),
            _ => None,
        }
    }

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    pub(crate) const fn from_code(code: u8) -> GameResult {
        match code {
            1 => GameResult::Black,
            2 => GameResult::White,
            3 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }
}

/// The state after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangeResult {
    /// The node that the change concerns.
    pub node: NodeNumber,
    /// The revision of the game after the change.
    pub revision: u64,
    /// True if anything changed.
    pub changed: bool,
}

/// Changes to a node; fields that are `None` stay unchanged.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeUpdate {
    /// The name of the position, one line; `Some(None)` removes it.
    pub name: Option<Option<String>>,
    /// The comment; `Some(None)` removes it.
    pub comment: Option<Option<String>>,
    /// All marks of the node.
    pub marks: Option<Vec<(Point, Mark)>>,
    /// All properties that Tengen does not interpret, such as arrows.
    pub extra: Option<Vec<Property>>,
    /// The engine's value of the move; `Some(None)` removes it.
    pub value: Option<Option<f32>>,
    /// Time left to the player who made the move; `Some(None)` removes it.
    pub clock: Option<Option<Duration>>,
}

/// Changes to a game; fields that are `None` stay unchanged.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameUpdate {
    /// The revision that the caller expects; [`Error::Conflict`](crate::Error::Conflict) if the game has another.
    pub revision: Option<u64>,
    /// The whole header.
    pub header: Option<Header>,
    /// Only the result, in SGF's notation; `Some(None)` removes it.
    pub result: Option<Option<String>>,
    /// All tags.
    pub tags: Option<Vec<String>>,
    /// The node that is viewed.
    pub current: Option<NodeNumber>,
    /// The players, the first player first.
    pub seats: Option<[PlayerKind; 2]>,
    /// The clock; `Some(None)` removes it.
    pub clock: Option<Option<ClockSettings>>,
    /// Where the game ended, if moves are tried after its result; `Some(None)` removes it, as a change of the result
    /// does.
    pub ended: Option<Option<NodeNumber>>,
}

/// A search for games; fields that are `None` match every game.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameQuery {
    /// The kind of game.
    pub game: Option<GameKind>,
    /// The beginning of the name of the rules, such as `renju`.
    pub rules: Option<String>,
    /// Part of the name of either player; case is ignored. `you` is also the unnamed person in a game against an
    /// engine, `tengen` also an engine; the same words of other languages are understood.
    pub player: Option<String>,
    /// Part of Black's name; case is ignored.
    pub black: Option<String>,
    /// Part of White's name; case is ignored.
    pub white: Option<String>,
    /// Part of the name of the event; case is ignored.
    pub event: Option<String>,
    /// The size of the board.
    pub size: Option<Size>,
    /// The outcome.
    pub outcome: Option<GameResult>,
    /// The first date: ISO 8601 or its beginning, such as `1999` or `2001-05`.
    pub from: Option<String>,
    /// The last date; `2001` includes all of that year.
    pub to: Option<String>,
    /// A tag; case is ignored.
    pub tag: Option<String>,
    /// Words in names, events, tags, places or comments, all of which match, in any order; case is ignored. `you` and
    /// `tengen` are as in `player`; `tengen level 3` is an engine of that level.
    pub text: Option<String>,
    /// True for games in the bin, false for all others.
    pub deleted: bool,
    /// The order.
    pub sort: Sort,
    /// The page, from 1; 0 also means the first.
    pub page: u32,
    /// Games per page, 1 to 1000; 0 means 50.
    pub per_page: u32,
}

impl GameQuery {
    /// Restricts the query to a game by its everyday name: a kind such as `gomoku`, or one of its games such as `renju`
    /// or `connect-four`.
    ///
    /// # Errors
    /// [`SpecError`] if the name is unknown.
    pub fn with_game(mut self, name: &str) -> Result<GameQuery, SpecError> {
        let spec = GameSpec::named(name, None, None)?;
        let own = crate::header::rules_text(&spec);
        self.game = Some(spec.kind());
        // The name of a kind means all of its rules; `renju` and other names mean their own.
        let word = name.to_ascii_lowercase();
        let is_family = word == spec.kind().name() || matches!(word.as_str(), "five" | "gobang" | "reversi");
        self.rules = (!is_family).then_some(own);
        Ok(self)
    }
}

/// The order of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sort {
    /// Last change first.
    #[default]
    Changed,
    /// Last stored first.
    Newest,
    /// First stored first.
    Oldest,
    /// Latest date of play first.
    Date,
    /// By the name of black.
    Black,
    /// By the name of white.
    White,
    /// Longest main line first.
    Longest,
}

/// A page of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The number of matching games on all pages.
    pub total: u64,
    /// The page, from 1.
    pub page: u32,
    /// Games per page.
    pub per_page: u32,
    /// The games of this page.
    pub games: Vec<GameSummary>,
}

/// Normalizes a page number and a page size.
pub(crate) fn page_of(page: u32, per_page: u32) -> (u32, u32) {
    (page.max(1), if per_page == 0 { 50 } else { per_page.min(1000) })
}
