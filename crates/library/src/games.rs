//! Whole games: storing, loading, changing, deleting and restoring them.

use crate::header::{self, Columns, NumberCache, json};
use crate::index::unindex;
use crate::rows::{GAME_NODES, bump, load_record, read_header, require, revision};
use crate::{
    ChangeResult, ClockSettings, Damage, Error, GameId, GameResult, GameSummary, GameUpdate, Library,
    LibraryLimit, NewGame, NodeNumber, PlayerKind, Result, StoredGame, codec, now_ms,
};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tengen_games::GameSpec;
use tengen_records::{Header, Node, Tree};

/// The limit of a game's bytes, with comments and all.
pub(crate) const GAME_BYTES: usize = 256 << 20;
/// The limits of a game's tags: their number, and bytes of one.
const TAGS: (usize, usize) = (100, 200);

/// The players, the clock, whether it is a puzzle's board and where the game ended, as one column.
#[derive(Serialize, Deserialize, Default, PartialEq)]
pub(crate) struct Seats {
    #[serde(default)]
    pub(crate) seats: [PlayerKind; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<ClockSettings>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) puzzle: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<NodeNumber>,
}

impl Library {
    /// Stores a game and returns its number.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a game beyond the limits; [`Error::Full`] and other errors of the file.
    pub fn create(&self, game: NewGame) -> Result<GameSummary> {
        let game = Prepared::new(game)?;
        self.store.write(move |conn| {
            let id = insert(conn, game, now_ms(), &mut NumberCache::default())?;
            // Indexed by the next search, not by the next import.
            conn.prepare_cached("UPDATE games SET indexed = 2 WHERE id = ?1")?.execute([id])?;
            summary(conn, id)
        })
    }

    /// Loads a game with everything that is stored of it. Games in the bin can be loaded too.
    ///
    /// # Errors
    /// [`Error::NoGame`].
    pub fn load(&self, game: GameId) -> Result<StoredGame> {
        self.store.read(|conn| load(conn, game))
    }

    /// The entry of a game in lists.
    ///
    /// # Errors
    /// [`Error::NoGame`].
    pub fn summary(&self, game: GameId) -> Result<GameSummary> {
        self.store.read(|conn| summary(conn, game))
    }

    /// The revision of a game, which is quick to read.
    ///
    /// # Errors
    /// [`Error::NoGame`].
    pub fn revision(&self, game: GameId) -> Result<u64> {
        self.store.read(|conn| revision(conn, game))
    }

    /// Changes the header, the tags, the players or the clock of a game.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::NoNode`], [`Error::Conflict`], [`Error::TooLarge`].
    pub fn update(&self, game: GameId, update: GameUpdate) -> Result<ChangeResult> {
        self.store.write(move |conn| self::update(conn, game, update))
    }

    /// Moves a game into the bin: searches no longer find it, and it can be restored. No change if it is there already.
    ///
    /// # Errors
    /// [`Error::NoGame`].
    pub fn delete(&self, game: GameId) -> Result<ChangeResult> {
        self.store.write(move |conn| {
            if summary(conn, game)?.deleted_ms.is_some() {
                return Ok(ChangeResult {
                    node: Tree::ROOT,
                    revision: revision(conn, game)?,
                    changed: false,
                });
            }
            unindex(conn, game)?;
            conn.prepare_cached("UPDATE games SET deleted = ?2, indexed = 1, digest = NULL WHERE id = ?1")?
                .execute(params![game, now_ms()])?;
            bump(conn, game, Tree::ROOT)
        })
    }

    /// Takes a game out of the bin. No change if it is not there.
    ///
    /// # Errors
    /// [`Error::NoGame`].
    pub fn restore(&self, game: GameId) -> Result<ChangeResult> {
        self.store.write(move |conn| {
            if summary(conn, game)?.deleted_ms.is_none() {
                return Ok(ChangeResult {
                    node: Tree::ROOT,
                    revision: revision(conn, game)?,
                    changed: false,
                });
            }
            conn.prepare_cached("UPDATE games SET deleted = NULL, indexed = 2 WHERE id = ?1")?
                .execute([game])?;
            bump(conn, game, Tree::ROOT)
        })
    }

    /// Deletes a game for good, whether it is in the bin or not. With `expected` only at this revision. Returns the
    /// revision of its end.
    ///
    /// # Errors
    /// [`Error::NoGame`], [`Error::Conflict`].
    pub fn discard(&self, game: GameId, expected: Option<u64>) -> Result<u64> {
        self.store.write(move |conn| {
            let summary = summary(conn, game)?;
            check_revision(game, expected, summary.revision)?;
            if summary.deleted_ms.is_none() {
                unindex(conn, game)?;
            }
            conn.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([game])?;
            Ok(summary.revision + 1)
        })
    }

    /// Deletes for good what was moved to the bin before `before_ms` (milliseconds since 1970). Returns the number of
    /// games.
    ///
    /// # Errors
    /// [`Error::Full`] and other errors of the file.
    pub fn empty_bin(&self, before_ms: i64) -> Result<usize> {
        self.store.write(move |conn| {
            Ok(conn.execute("DELETE FROM games WHERE deleted IS NOT NULL AND deleted < ?1", [before_ms])?)
        })
    }
}

/// A game prepared for storing, in little memory.
pub(crate) struct Prepared {
    pub(crate) spec: GameSpec,
    pub(crate) header: Header,
    /// The tree, encoded.
    pub(crate) bytes: Vec<u8>,
    /// True if the tree is more than a main line: variations, comments or marks.
    pub(crate) annotated: bool,
    pub(crate) digest: Option<i64>,
    nodes: usize,
    plies: usize,
    current: NodeNumber,
    seats: Seats,
    tags: Vec<String>,
}

impl Prepared {
    pub(crate) fn new(game: NewGame) -> Result<Prepared> {
        let NewGame { record, seats, clock, tags, puzzle } = game;
        let tree = &record.tree;
        if tree.len() > GAME_NODES {
            return Err(Error::TooLarge(LibraryLimit::GameNodes(GAME_NODES)));
        }
        let bytes = codec::encode_tree(tree);
        if bytes.len() > GAME_BYTES {
            return Err(Error::TooLarge(LibraryLimit::GameBytes(GAME_BYTES)));
        }
        let said = |node: &Node| node.name.is_some() || node.comment.is_some() || !node.marks.is_empty();
        Ok(Prepared {
            annotated: tree.main_line().count() < tree.len() || tree.iter().any(|(_, node)| said(node)),
            digest: crate::key::game_digest(&record),
            nodes: tree.len(),
            plies: record.main_moves().count(),
            current: tree.main_line().last().unwrap_or(Tree::ROOT),
            seats: Seats { seats, clock, puzzle, ended: None },
            tags,
            bytes,
            spec: record.spec,
            header: record.header,
        })
    }

    /// The approximate memory it takes, in bytes.
    pub(crate) fn weight(&self) -> usize {
        1024 + self.bytes.len() + self.header.comment.as_ref().map_or(0, String::len)
    }
}

/// Stores a game; its positions are indexed later.
pub(crate) fn insert(conn: &Connection, game: Prepared, now: i64, known: &mut NumberCache) -> Result<GameId> {
    let spec = known.spec(conn, &game.spec)?;
    let columns = Columns::new(conn, game.header, known)?;
    let seats = if game.seats == Seats::default() { None } else { Some(json(&game.seats)?) };
    conn.prepare_cached(
        "INSERT INTO games (spec, black, white, event, date, result, outcome, name, header, seats, current,
                            next_node, plies, digest, created, changed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15)",
    )?
    .execute(params![
        spec,
        columns.black,
        columns.white,
        columns.event,
        columns.date,
        columns.result,
        columns.outcome,
        columns.name,
        columns.rest,
        seats,
        game.current,
        game.nodes as i64,
        game.plies as i64,
        game.digest,
        now,
    ])?;
    let id = conn.last_insert_rowid();
    conn.prepare_cached("INSERT INTO trees (game, bytes) VALUES (?1, ?2)")?
        .execute(params![id, game.bytes])?;
    set_tags(conn, id, game.tags)?;
    Ok(id)
}

fn set_tags(conn: &Connection, game: GameId, tags: Vec<String>) -> Result<()> {
    if tags.len() > TAGS.0 || tags.iter().any(|tag| tag.len() > TAGS.1) {
        return Err(Error::TooLarge(LibraryLimit::Tags(TAGS.0, TAGS.1)));
    }
    for tag in tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
        conn.prepare_cached("INSERT OR IGNORE INTO tags (game, tag) VALUES (?1, ?2)")?
            .execute(params![game, tag])?;
    }
    Ok(())
}

/// Changes a game if it has the revision that the caller expects.
pub(crate) fn update(conn: &Connection, game: GameId, update: GameUpdate) -> Result<ChangeResult> {
    check_revision(game, update.revision, revision(conn, game)?)?;
    change(conn, game, update)?;
    bump(conn, game, Tree::ROOT)
}

/// # Errors
/// [`Error::Conflict`] if another revision is expected than was found.
fn check_revision(game: GameId, expected: Option<u64>, found: u64) -> Result<()> {
    match expected {
        Some(expected) if expected != found => Err(Error::Conflict { game, expected, found }),
        _ => Ok(()),
    }
}

fn change(conn: &Connection, game: GameId, update: GameUpdate) -> Result<()> {
    let GameUpdate { revision: _, header, result, tags, current, seats, clock, mut ended } = update;
    if header.is_some() || result.is_some() {
        let old = read_header(conn, game)?;
        let old_result = old.result.clone();
        let mut new = header.unwrap_or(old);
        if let Some(result) = result {
            new.result = result;
        }
        if new.result != old_result {
            // Another result is one of the present end.
            ended = ended.or(Some(None));
        }
        let before = summary(conn, game)?.outcome;
        if before != GameResult::of_result(new.result.as_deref()) {
            // The outcome is in the index of positions, so that statistics need not read every game.
            unindex(conn, game)?;
        }
        let columns = Columns::new(conn, new, &mut NumberCache::default())?;
        conn.prepare_cached(
            "UPDATE games SET black = ?2, white = ?3, event = ?4, date = ?5, result = ?6, outcome = ?7, name = ?8,
                              header = ?9, indexed = CASE WHEN deleted IS NULL THEN 2 ELSE 1 END WHERE id = ?1",
        )?
        .execute(params![
            game,
            columns.black,
            columns.white,
            columns.event,
            columns.date,
            columns.result,
            columns.outcome,
            columns.name,
            columns.rest,
        ])?;
    }
    let tagged = tags.is_some();
    if let Some(tags) = tags {
        conn.prepare_cached("DELETE FROM tags WHERE game = ?1")?.execute([game])?;
        set_tags(conn, game, tags)?;
    }
    if let Some(node) = current {
        require(conn, game, node)?;
        conn.prepare_cached("UPDATE games SET current = ?2 WHERE id = ?1")?.execute(params![game, node])?;
    }
    if let Some(Some(node)) = ended {
        require(conn, game, node)?;
    }
    if seats.is_some() || clock.is_some() || ended.is_some() || tagged {
        let mut now = read_seats(conn, game)?;
        now.puzzle &= !tagged;
        now.seats = seats.unwrap_or(now.seats);
        now.clock = clock.unwrap_or(now.clock);
        now.ended = ended.unwrap_or(now.ended);
        conn.prepare_cached("UPDATE games SET seats = ?2 WHERE id = ?1")?
            .execute(params![game, json(&now)?])?;
    }
    Ok(())
}

fn read_seats(conn: &Connection, game: GameId) -> Result<Seats> {
    let text: Option<String> = conn
        .prepare_cached("SELECT seats FROM games WHERE id = ?1")?
        .query_row([game], |row| row.get(0))
        .optional()?
        .ok_or(Error::NoGame(game))?;
    match text {
        None => Ok(Seats::default()),
        Some(text) => {
            serde_json::from_str(&text).map_err(|e| Error::damaged(Damage::Seats(game, e.to_string())))
        }
    }
}

/// The columns that [`read_summary`] reads, and their tables.
pub(crate) const SUMMARY: &str = "
    SELECT g.id, g.revision, s.kind, s.rules, s.rows, s.cols, b.name, w.name, g.result, g.outcome, g.date, e.name,
           g.name, g.plies, g.created, g.changed, g.deleted
    FROM games g JOIN specs s ON s.id = g.spec
                 LEFT JOIN names b ON b.id = g.black LEFT JOIN names w ON w.id = g.white
                 LEFT JOIN names e ON e.id = g.event ";

/// One row of [`SUMMARY`], without the tags.
pub(crate) fn read_summary(row: &Row<'_>) -> Result<GameSummary> {
    let (kind, rules): (String, String) = (row.get(2)?, row.get(3)?);
    Ok(GameSummary {
        id: row.get(0)?,
        revision: row.get::<_, i64>(1)? as u64,
        spec: header::read_spec(&kind, &rules, row.get(4)?, row.get(5)?)?,
        black: row.get(6)?,
        white: row.get(7)?,
        result: row.get(8)?,
        outcome: GameResult::from_code(row.get(9)?),
        date: row.get(10)?,
        event: row.get(11)?,
        name: row.get(12)?,
        tags: Vec::new(),
        plies: row.get(13)?,
        created_ms: row.get(14)?,
        changed_ms: row.get(15)?,
        deleted_ms: row.get(16)?,
    })
}

pub(crate) fn summary(conn: &Connection, game: GameId) -> Result<GameSummary> {
    let mut statement = conn.prepare_cached(&format!("{SUMMARY} WHERE g.id = ?1"))?;
    let mut rows = statement.query([game])?;
    let row = rows.next()?.ok_or(Error::NoGame(game))?;
    let mut summary = read_summary(row)?;
    summary.tags = tags(conn, game)?;
    Ok(summary)
}

pub(crate) fn tags(conn: &Connection, game: GameId) -> Result<Vec<String>> {
    let mut statement = conn.prepare_cached("SELECT tag FROM tags WHERE game = ?1 ORDER BY tag")?;
    let tags = statement.query_map([game], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(tags)
}

/// Adds the tags of all these games by one query.
pub(crate) fn add_tags(conn: &Connection, games: &mut [GameSummary]) -> Result<()> {
    let mut tags_of: HashMap<GameId, Vec<String>> = HashMap::new();
    let list = games.iter().map(|game| game.id.to_string()).collect::<Vec<_>>().join(",");
    let mut statement =
        conn.prepare(&format!("SELECT game, tag FROM tags WHERE game IN ({list}) ORDER BY game, tag"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        tags_of.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    for game in games {
        game.tags = tags_of.remove(&game.id).unwrap_or_default();
    }
    Ok(())
}

pub(crate) fn load(conn: &Connection, game: GameId) -> Result<StoredGame> {
    let summary = summary(conn, game)?;
    let (record, ids) = load_record(conn, game)?;
    let seats = read_seats(conn, game)?;
    let (current, prunings) = conn
        .prepare_cached("SELECT current, prunings FROM games WHERE id = ?1")?
        .query_row([game], |row| Ok((row.get::<_, NodeNumber>(0)?, row.get(1)?)))?;
    let current = if ids.contains(&current) { current } else { Tree::ROOT };
    let Seats { seats, clock, puzzle, ended } = seats;
    Ok(StoredGame { summary, record, ids, current, seats, clock, prunings, puzzle, ended })
}
