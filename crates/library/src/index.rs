//! The indexes of positions and texts, which are made from the games afterwards.
//!
//! Adding a move must be one small insertion, and an import of a hundred thousand games must not lock the file for the
//! minute that its eight million positions take. So both only mark the game (`indexed`), and the index follows: changed
//! games at the next search, imported games in large sorted batches whose insertions are spread over many short
//! transactions. The mark stays until the work is done.
//!
//! `indexed` is 1 when all is done, 2 for a game that was changed, and 0 for an imported game. Queries also say
//! `indexed <> 1`, or SQLite would not use its partial index.

use crate::header::{fold, words};
use crate::key::{Keyer, PositionKey, game_digest};
use crate::rows::load_record;
use crate::{Error, GameId, GameResult, Library, NodeNumber, Result};
use rusqlite::{Connection, params};
use std::collections::{HashMap, HashSet};
use tengen_games::{AnyPosition, Game, GameKind, Move};
use tengen_records::Record;

/// Indexed nodes of one game: its whole main line, and other nodes with a number below this.
pub(crate) const INDEXED_NODES: NodeNumber = 20_000;
/// Changed games that a search indexes first; if there are more, the rest stays for the next search.
const CATCH_UP: i64 = 250;
/// Positions that are sorted at a time: 32 bytes each.
const BATCH: usize = 2_000_000;
/// Positions inserted by one transaction: about a tenth of a second.
const CHUNK: usize = 50_000;
/// Games marked by one transaction.
const MARKED: usize = 4_000;
/// The limit of the searchable text of one game, in bytes.
const TEXT_BYTES: usize = 4 << 20;

/// One position of one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) key: i64,
    pub(crate) game: GameId,
    pub(crate) node: NodeNumber,
    pub(crate) info: i64,
}

/// The data of an indexed position: its ply, the next move, the outcome of the game, and whether it is on the main
/// line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryInfo {
    pub(crate) ply: u32,
    pub(crate) next: NextCode,
    pub(crate) outcome: GameResult,
    pub(crate) main: bool,
}

/// The next move of the game, in the canonical position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum NextCode {
    /// None, or not on the main line.
    None,
    /// A pass.
    Pass,
    /// A stone on the point with this index.
    Point(u16),
}

impl NextCode {
    /// Its number, from 0 for none.
    pub(crate) const fn number(self) -> usize {
        match self {
            NextCode::None => 0,
            NextCode::Pass => 1,
            NextCode::Point(index) => 2 + index as usize,
        }
    }

    pub(crate) const fn of_number(number: usize) -> NextCode {
        match number {
            0 => NextCode::None,
            1 => NextCode::Pass,
            n => NextCode::Point((n - 2) as u16),
        }
    }
}

impl EntryInfo {
    pub(crate) fn pack(self) -> i64 {
        let next = self.next.number() as i64;
        i64::from(self.ply) << 14 | next << 3 | i64::from(self.outcome.code()) << 1 | i64::from(self.main)
    }

    pub(crate) fn unpack(info: i64) -> EntryInfo {
        EntryInfo {
            ply: (info >> 14) as u32,
            next: NextCode::of_number((info >> 3 & 0x7ff) as usize),
            outcome: GameResult::from_code((info >> 1 & 3) as u8),
            main: info & 1 == 1,
        }
    }
}

/// The index entries of every position of a game.
pub(crate) fn entries(
    game: GameId,
    record: &Record,
    ids: &[NodeNumber],
    outcome: GameResult,
    keyer: &mut Keyer,
    out: &mut Vec<Entry>,
) {
    let mut main = vec![false; record.tree.len()];
    record.tree.main_line().for_each(|id| main[id as usize] = true);
    record.walk(|id, position| {
        let (Ok(position), node, main) = (position, record.tree.node(id), main[id as usize]) else { return };
        let stored = ids[id as usize];
        if !main && stored >= INDEXED_NODES {
            return;
        }
        // A choice of colours does not change the board.
        if matches!(node.mv, Some((_, Move::Choose(_)))) && node.set_up.is_empty() {
            return;
        }
        let next = if main { next_move(record, id) } else { None };
        let mut push = |position: &AnyPosition, next: Option<Move>| {
            let key = keyer.key(position);
            let next = if position.is_over() { NextCode::None } else { canonical(key, next) };
            let info = EntryInfo { ply: position.ply() as u32, next, outcome, main };
            out.push(Entry { key: key.stored(), game, node: stored, info: info.pack() });
        };
        if let Some(Move::Place(_)) = next
            && record.spec.kind() == GameKind::Othello
            && position.is_legal(Move::Pass)
        {
            // Records of Othello may leave passes out: the position after a pass is indexed too.
            push(position, Some(Move::Pass));
            let mut passed = position.clone();
            passed.play_unchecked(Move::Pass);
            push(&passed, next);
        } else {
            push(position, next);
        }
    });
}

/// The next move on the main line, past nodes without a move or with a choice.
fn next_move(record: &Record, id: tengen_records::NodeId) -> Option<Move> {
    let mut at = id;
    loop {
        at = *record.tree.node(at).children.first()?;
        let node = record.tree.node(at);
        if !node.set_up.is_empty() {
            return None;
        }
        match node.mv {
            None | Some((_, Move::Choose(_))) => {}
            Some((_, mv)) => return Some(mv),
        }
    }
}

pub(crate) fn canonical(key: PositionKey, mv: Option<Move>) -> NextCode {
    match mv {
        Some(Move::Place(point)) if key.contains(point) => NextCode::Point(key.canonical(point) as u16),
        Some(Move::Pass) => NextCode::Pass,
        _ => NextCode::None,
    }
}

/// Removes a game from the indexes. Call it before a change of more than the end of the tree.
pub(crate) fn unindex(conn: &Connection, game: GameId) -> Result<()> {
    let (record, ids) = load_record(conn, game)?;
    let mut found = Vec::new();
    entries(game, &record, &ids, GameResult::Unknown, &mut Keyer::new(&record.spec), &mut found);
    let mut delete =
        conn.prepare_cached("DELETE FROM positions WHERE key = ?1 AND game = ?2 AND node = ?3")?;
    for entry in found {
        delete.execute(params![entry.key, entry.game, entry.node])?;
    }
    conn.prepare_cached("DELETE FROM texts WHERE rowid = ?1")?.execute([game])?;
    Ok(())
}

/// Indexes a game, replacing its entries, and stores its length and its digest.
fn index(conn: &Connection, game: GameId) -> Result<()> {
    let (record, ids) = load_record(conn, game)?;
    let outcome = GameResult::of_result(record.header.result.as_deref());
    let mut found = Vec::new();
    entries(game, &record, &ids, outcome, &mut Keyer::new(&record.spec), &mut found);
    insert(conn, &found)?;
    set_text(conn, game, &text(&record))?;
    conn.prepare_cached("UPDATE games SET indexed = 1, plies = ?2, digest = ?3 WHERE id = ?1")?
        .execute(params![game, record.main_moves().count() as i64, game_digest(&record)])?;
    Ok(())
}

fn insert(conn: &Connection, entries: &[Entry]) -> Result<()> {
    let mut insert = conn.prepare_cached(
        "INSERT INTO positions (key, game, node, info) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET info = excluded.info",
    )?;
    for entry in entries {
        insert.execute(params![entry.key, entry.game, entry.node, entry.info])?;
    }
    Ok(())
}

/// The searchable text of a game besides the names of players: the rest of its header, names of positions and comments.
fn text(record: &Record) -> String {
    let mut text = String::new();
    let comments =
        record.tree.iter().flat_map(|(_, node)| [node.name.as_deref(), node.comment.as_deref()]).flatten();
    for piece in words(&record.header).chain(comments) {
        if text.len() + piece.len() > TEXT_BYTES {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&fold(piece));
    }
    text
}

fn set_text(conn: &Connection, game: GameId, text: &str) -> Result<()> {
    conn.prepare_cached("DELETE FROM texts WHERE rowid = ?1")?.execute([game])?;
    if !text.is_empty() {
        conn.prepare_cached("INSERT INTO texts (rowid, text) VALUES (?1, ?2)")?
            .execute(params![game, text])?;
    }
    Ok(())
}

/// A game of a batch.
struct BatchGame {
    game: GameId,
    revision: i64,
    text: String,
}

impl Library {
    /// Indexes the games that were changed one by one, so that a search finds the latest changes. Games of an import
    /// that is still running are left to it.
    ///
    /// # Errors
    /// [`Error::Full`] and other errors of the file.
    pub(crate) fn catch_up(&self) -> Result<()> {
        let waiting = self.store.read(|conn| {
            let count = conn
                .prepare_cached("SELECT count(*) FROM games WHERE indexed <> 1 AND indexed = 2")?
                .query_row([], |row| row.get::<_, i64>(0))?;
            Ok(count)
        })?;
        if waiting == 0 {
            return Ok(());
        }
        let indexed = self.store.write(|conn| {
            let games: Vec<GameId> = conn
                .prepare_cached(
                    "SELECT id FROM games WHERE indexed <> 1 AND indexed = 2 ORDER BY changed DESC LIMIT ?1",
                )?
                .query_map([CATCH_UP], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            games.into_iter().try_for_each(|game| index(conn, game))
        });
        // Where nothing can be written, games can still be read.
        match indexed {
            Err(_) if self.read_only().is_some() => Ok(()),
            Err(Error::Full) => Ok(()),
            indexed => indexed,
        }
    }

    /// Indexes the games that imports have left. `progress` gets the numbers of done and of all games, and returns
    /// false to stop; the rest stays for another time.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if `progress` returns false; [`Error::Full`] and other errors of the file.
    pub fn index_pending(&self, mut progress: impl FnMut(u64, u64) -> bool) -> Result<u64> {
        let total = self.store.read(|conn| {
            Ok(conn.query_row(
                "SELECT count(*) FROM games WHERE indexed <> 1 AND indexed = 0",
                [],
                |row| row.get::<_, i64>(0),
            )?)
        })? as u64;
        let (mut done, mut after) = (0, 0);
        while let Some(last) = self.index_batch(after, &mut |games| {
            done += games;
            progress(done, total)
        })? {
            after = last;
        }
        Ok(done)
    }

    /// Indexes the next games after number `after`. Returns the number of the last one; `None` if there are none.
    fn index_batch(&self, after: GameId, progress: &mut dyn FnMut(u64) -> bool) -> Result<Option<GameId>> {
        let (mut batch, mut games) = self.store.read(|conn| read_batch(conn, after))?;
        let Some(last) = games.last().map(|g| g.game) else { return Ok(None) };
        batch.sort_unstable();
        let (count, chunks) = (games.len() as u64, batch.len().div_ceil(CHUNK).max(1) as u64);
        let mut said = 0;
        for (i, chunk) in batch.chunks(CHUNK).enumerate() {
            let chunk = chunk.to_vec();
            self.store.write_alone(move |conn| insert(conn, &chunk))?;
            // The games of a batch end together; progress counts them as their positions are inserted.
            let now = count * (i as u64 + 1) / chunks;
            if !progress(now - said) {
                return Err(Error::Cancelled);
            }
            said = now;
        }
        let mut changed = HashSet::new();
        while !games.is_empty() {
            let some: Vec<BatchGame> = games.drain(..games.len().min(MARKED)).collect();
            changed.extend(self.store.write_alone(move |conn| mark(conn, some))?);
        }
        if !changed.is_empty() {
            // These games were changed while their positions were inserted: the entries may be outdated.
            let stale: Vec<Entry> = batch.into_iter().filter(|e| changed.contains(&e.game)).collect();
            self.store.write_alone(move |conn| {
                let mut delete =
                    conn.prepare_cached("DELETE FROM positions WHERE key = ?1 AND game = ?2 AND node = ?3")?;
                for entry in stale {
                    delete.execute(params![entry.key, entry.game, entry.node])?;
                }
                for game in changed {
                    conn.prepare_cached("UPDATE games SET indexed = 2 WHERE id = ?1 AND deleted IS NULL")?
                        .execute([game])?;
                }
                Ok(())
            })?;
        }
        Ok(Some(last))
    }
}

/// The positions of the next games to index, and those games.
fn read_batch(conn: &Connection, after: GameId) -> Result<(Vec<Entry>, Vec<BatchGame>)> {
    let mut keyers: HashMap<i64, Keyer> = HashMap::new();
    let (mut batch, mut games) = (Vec::new(), Vec::new());
    let mut statement = conn.prepare_cached(
        "SELECT id, spec, revision FROM games WHERE indexed <> 1 AND indexed = 0 AND id > ?1 ORDER BY id",
    )?;
    let mut rows = statement.query([after])?;
    while let Some(row) = rows.next()? {
        let (game, spec, revision): (GameId, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (record, ids) = load_record(conn, game)?;
        let keyer = keyers.entry(spec).or_insert_with(|| Keyer::new(&record.spec));
        let outcome = GameResult::of_result(record.header.result.as_deref());
        entries(game, &record, &ids, outcome, keyer, &mut batch);
        games.push(BatchGame { game, revision, text: text(&record) });
        if batch.len() >= BATCH {
            break;
        }
    }
    Ok((batch, games))
}

/// Marks games that are unchanged since they were read, and returns the others.
fn mark(conn: &Connection, games: Vec<BatchGame>) -> Result<Vec<GameId>> {
    let mut changed = Vec::new();
    for BatchGame { game, revision, text } in games {
        let marked = conn
            .prepare_cached("UPDATE games SET indexed = 1 WHERE id = ?1 AND revision = ?2 AND indexed = 0")?
            .execute(params![game, revision])?;
        if marked == 0 {
            changed.push(game);
        } else if !text.is_empty() {
            set_text(conn, game, &text)?;
        }
    }
    Ok(changed)
}
