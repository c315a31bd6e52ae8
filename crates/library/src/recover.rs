//! Saves the games that can still be read from a damaged library.
//!
//! The damaged file stays unchanged: the work is done on a copy. The copy is read in every way that may lead to a game:
//! the table of games from both ends, its indexes, the trees. Then each game is read by its number, so that the loss of
//! one page loses the games on that page and no others. If the list of tables is damaged, that of a new library takes
//! its place.

use crate::copy::with_ending;
use crate::games::{Prepared, Seats, insert, tags};
use crate::header::{self, NumberCache};
use crate::import::same_game;
use crate::open::MAGIC;
use crate::rows::{load_nodes, tree_bytes};
use crate::{
    Damage, Error, FileFault, GameId, GameLoss, GamePart, Library, NewGame, Result, codec, now_ms, schema,
    store,
};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tengen_board::Color;
use tengen_records::{Header, Record};

/// The number of games that are stored at once.
const BATCH: usize = 256;
/// The bytes of the header of an SQLite file.
const HEADER: usize = 100;

/// What was saved from a damaged library.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Recovery {
    /// The games that were stored, in the order of their old numbers.
    pub games: Vec<GameId>,
    /// Games that the library had before.
    pub duplicates: u64,
    /// Games that were stored without something that could not be read, by their old numbers.
    pub incomplete: Vec<RecoveryLoss>,
    /// Games that could not be read at all, by their old numbers.
    pub lost: Vec<RecoveryLoss>,
}

/// What is lost of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoveryLoss {
    /// The number of the game in the damaged library.
    pub game: GameId,
    /// What is lost, or why.
    pub what: GameLoss,
}

impl Library {
    /// Stores every game that can still be read from the damaged library in the file `damaged`, which stays unchanged.
    /// A game that this library has already is not stored again, so that a recovery can be repeated. `progress` gets
    /// the numbers of games that have been tried and of all games, and returns false to cancel; the games that were
    /// stored before that stay.
    ///
    /// Analyses, reviews and scores of puzzles are not recovered.
    ///
    /// # Errors
    /// [`Error::Damaged`] if nothing in the file can be read, [`Error::Foreign`] for the database of another program,
    /// [`Error::Cancelled`], [`Error::Full`] and other errors of the files.
    pub fn recover(&self, damaged: &Path, mut progress: impl FnMut(u64, u64) -> bool) -> Result<Recovery> {
        let same =
            |a: &Path, b: &Path| matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
        if same(damaged, self.path()) {
            return Err(Error::Io { path: damaged.to_owned(), fault: FileFault::IntoItself });
        }
        let copy = Copy::of(damaged, self.path())?;
        let conn = copy.open(damaged)?;
        let ids = ids(&conn);
        let newest: GameId = self
            .store
            .read(|conn| Ok(conn.query_row("SELECT ifnull(max(id), 0) FROM games", [], |row| row.get(0))?))?;
        let mut recovery = Recovery::default();
        let mut batch = Vec::new();
        let total = ids.len() as u64;
        for (done, &id) in (1..).zip(&ids) {
            match salvage(&conn, id).and_then(|found| found.map(SalvagedGame::prepare).transpose()) {
                Ok(Some((game, lost))) => {
                    if !lost.is_empty() {
                        recovery.incomplete.push(RecoveryLoss { game: id, what: GameLoss::Parts(lost) });
                    }
                    batch.push(game);
                }
                // An index named a game that was deleted.
                Ok(None) => {}
                Err(e) => recovery.lost.push(RecoveryLoss { game: id, what: GameLoss::Whole(Box::new(e)) }),
            }
            if batch.len() == BATCH || done == total {
                self.keep(std::mem::take(&mut batch), newest, &mut recovery)?;
                if !progress(done, total) {
                    return Err(Error::Cancelled);
                }
            }
        }
        if total == 0 && !copy.was_sound {
            return Err(Error::damaged(Damage::NoGames).of_file(damaged));
        }
        self.index_pending(|_, _| true)?;
        Ok(recovery)
    }

    /// Stores games, except those that are the same as a game up to number `newest`.
    fn keep(&self, games: Vec<Ready>, newest: GameId, recovery: &mut Recovery) -> Result<()> {
        let (stored, duplicates) = self.store.write_alone(move |conn| {
            let mut known = NumberCache::default();
            let (mut stored, mut duplicates) = (Vec::new(), 0);
            for Ready { game, times } in games {
                if matches!(same_game(conn, &game, &mut known)?, Some((id, false)) if id <= newest) {
                    duplicates += 1;
                    continue;
                }
                let id = insert(conn, game, now_ms(), &mut known)?;
                let [created, changed, deleted] = times;
                conn.prepare_cached(
                    "UPDATE games SET created = ifnull(?2, created), changed = ifnull(?3, changed), deleted = ?4,
                                      indexed = CASE WHEN ?4 IS NULL THEN 0 ELSE 1 END,
                                      digest = CASE WHEN ?4 IS NULL THEN digest END WHERE id = ?1",
                )?
                .execute(params![id, created, changed, deleted])?;
                stored.push(id);
            }
            Ok((stored, duplicates))
        })?;
        recovery.games.extend(stored);
        recovery.duplicates += duplicates;
        Ok(())
    }
}

/// A copy of a damaged file, deleted when it is dropped.
struct Copy {
    path: PathBuf,
    /// True if the file begins as a library does.
    was_sound: bool,
}

impl Copy {
    /// Copies `damaged` and its log beside the library `into`, or for a library in memory beside itself.
    fn of(damaged: &Path, into: &Path) -> Result<Copy> {
        let mut file = File::open(damaged).map_err(|e| Error::io(damaged, &e))?;
        if !file.metadata().map_err(|e| Error::io(damaged, &e))?.is_file() {
            return Err(Error::Io { path: damaged.to_owned(), fault: FileFault::NotAFile });
        }
        let mut start = [0; HEADER];
        let was_sound = file.read_exact(&mut start).is_ok() && start.starts_with(MAGIC);
        let beside = if into.is_absolute() || into.exists() { into } else { damaged };
        let copy =
            Copy { path: with_ending(beside, &format!(".recovering-{}", std::process::id())), was_sound };
        for ending in ["", "-wal"] {
            let (from, to) = (with_ending(damaged, ending), with_ending(&copy.path, ending));
            match std::fs::copy(&from, &to) {
                Ok(_) => {}
                Err(e) if !ending.is_empty() && e.kind() == std::io::ErrorKind::NotFound => {}
                Err(e) => return Err(Error::io(&to, &e)),
            }
        }
        Ok(copy)
    }

    /// Opens the copy, with a new first page if its own cannot be read.
    fn open(&self, damaged: &Path) -> Result<Connection> {
        let conn = self.connect()?;
        // The log may have the first page where the file's own is damaged.
        if has_games(&conn).is_ok_and(|has| has) {
            return Ok(conn);
        }
        let tables = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
        if matches!(tables, Ok(1..)) {
            return Err(Error::Foreign { path: damaged.to_owned() });
        }
        drop(conn);
        let fresh = NewFile::make(&with_ending(&self.path, "-new"))?;
        for step in [NewFile::header, NewFile::first_page, NewFile::schema] {
            self.replace(&fresh, &step(&fresh)).map_err(|e| Error::io(&self.path, &e))?;
            let conn = self.connect()?;
            if has_games(&conn).is_ok_and(|has| has) {
                return Ok(conn);
            }
        }
        Err(Error::damaged(Damage::NoGames).of_file(damaged))
    }

    fn connect(&self) -> Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_WRITE;
        let conn = Connection::open_with_flags(&self.path, flags)?;
        conn.pragma_update(None, "trusted_schema", false)?;
        // A file that is shorter than it says can be read up to its end.
        conn.pragma_update(None, "writable_schema", true)?;
        Ok(conn)
    }

    /// Replaces parts, each from its first byte up to its end, by those of a new file; the header says how long this
    /// file is.
    fn replace(&self, fresh: &NewFile, parts: &[[usize; 2]]) -> std::io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        let length = file.metadata()?.len();
        let pages = u32::try_from(length / fresh.page as u64).unwrap_or(u32::MAX);
        for &[start, end] in parts.iter().filter(|[_, end]| *end as u64 <= length) {
            file.seek(SeekFrom::Start(start as u64))?;
            file.write_all(&fresh.bytes[start..end])?;
        }
        file.seek(SeekFrom::Start(28))?;
        file.write_all(&pages.to_be_bytes())?;
        file.sync_all()
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(with_ending(&self.path, ending));
        }
    }
}

fn has_games(conn: &Connection) -> rusqlite::Result<bool> {
    conn.query_row("SELECT count(*) = 2 FROM sqlite_schema WHERE name IN ('games', 'specs')", [], |row| {
        row.get(0)
    })
}

/// A new library. The schema and the tables begin on the same pages as those of every library that was made by this
/// version.
struct NewFile {
    bytes: Vec<u8>,
    page: usize,
}

impl NewFile {
    fn make(path: &Path) -> Result<NewFile> {
        let made = (|| {
            let mut conn = store::connect(path, store::Access::Write)?;
            schema::migrate(&mut conn, path)?;
            let page = conn.query_row("PRAGMA page_size", [], |row| row.get::<_, u32>(0))? as usize;
            drop(conn);
            Ok(NewFile { bytes: std::fs::read(path).map_err(|e| Error::io(path, &e))?, page })
        })();
        let _ = std::fs::remove_file(path);
        made
    }

    /// The header of the file.
    fn header(&self) -> Vec<[usize; 2]> {
        vec![[0, HEADER]]
    }

    fn first_page(&self) -> Vec<[usize; 2]> {
        vec![[0, self.page]]
    }

    /// The pages of the table of tables: the first, and those that it refers to
    /// (<https://sqlite.org/fileformat2.html>).
    fn schema(&self) -> Vec<[usize; 2]> {
        let number = |at: usize| self.bytes[at..][..4].iter().fold(0, |n, &b| n << 8 | usize::from(b));
        let mut pages = vec![1];
        const INTERIOR: u8 = 5;
        if self.bytes[HEADER] == INTERIOR {
            let cells = number(HEADER + 1) & 0xffff;
            let cell = |n: usize| number(HEADER + 12 + 2 * n) >> 16;
            pages.push(number(HEADER + 8));
            pages.extend((0..cells).map(|n| number(cell(n))));
        }
        pages.into_iter().map(|page| [(page - 1) * self.page, page * self.page]).collect()
    }
}

/// The numbers of all games that anything in the file names.
fn ids(conn: &Connection) -> BTreeSet<GameId> {
    let mut ids = BTreeSet::new();
    for source in [
        "games NOT INDEXED ORDER BY id",
        "games NOT INDEXED ORDER BY id DESC",
        "games INDEXED BY games_changed ORDER BY changed",
        "games INDEXED BY games_changed ORDER BY changed DESC",
        "games INDEXED BY games_black ORDER BY black",
        "games INDEXED BY games_date ORDER BY date",
        "games INDEXED BY games_digest ORDER BY digest",
    ] {
        gather(conn, &format!("SELECT id FROM {source}"), &mut ids);
    }
    for source in
        ["trees ORDER BY game", "trees ORDER BY game DESC", "nodes ORDER BY game", "nodes ORDER BY game DESC"]
    {
        gather(conn, &format!("SELECT DISTINCT game FROM {source}"), &mut ids);
    }
    ids
}

/// Adds the numbers that a query gives before it fails.
fn gather(conn: &Connection, query: &str, ids: &mut BTreeSet<GameId>) {
    let Ok(mut statement) = conn.prepare(query) else { return };
    let Ok(rows) = statement.query_map([], |row| row.get::<_, GameId>(0)) else { return };
    ids.extend(rows.map_while(|id| id.ok()));
}

/// A game as far as it can be read.
struct SalvagedGame {
    game: NewGame,
    times: Times,
    /// What could not be read.
    lost: Vec<GamePart>,
}

/// When the game was made, changed and deleted.
type Times = [Option<i64>; 3];

/// A game to be stored.
struct Ready {
    game: Prepared,
    times: Times,
}

impl SalvagedGame {
    fn prepare(self) -> Result<(Ready, Vec<GamePart>)> {
        Ok((Ready { game: Prepared::new(self.game)?, times: self.times }, self.lost))
    }
}

/// Reads a game with as much as can be read of it; `None` if there is no such game.
fn salvage(conn: &Connection, id: GameId) -> Result<Option<SalvagedGame>> {
    let mut lost = Vec::new();
    let row = conn
        .prepare_cached("SELECT spec, created, changed, deleted FROM games WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get::<_, i64>(0)?, [row.get(1)?, row.get(2)?, row.get(3)?])))
        .optional()?;
    let Some((spec, times)) = row else { return Ok(None) };
    let spec = conn
        .prepare_cached("SELECT kind, rules, rows, cols FROM specs WHERE id = ?1")?
        .query_row([spec], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?
        .ok_or_else(|| Error::damaged(Damage::NoRules))?;
    let mut record = Record::new(header::read_spec(&spec.0, &spec.1, spec.2, spec.3)?);
    record.header = header(conn, id, &mut lost);
    match tree_bytes(conn, id)? {
        Some(bytes) => codec::decode_tree(&bytes, &mut record)?,
        None => {
            let (_, whole) = load_nodes(conn, id, &mut record.tree, true)?;
            if !whole {
                lost.push(GamePart::Moves);
            }
        }
    }
    let tags = tags(conn, id).unwrap_or_else(|_| {
        lost.push(GamePart::Tags);
        Vec::new()
    });
    let seats: Option<String> = conn
        .prepare_cached("SELECT seats FROM games WHERE id = ?1")
        .and_then(|mut statement| statement.query_row([id], |row| row.get(0)))
        .unwrap_or_default();
    let seats: Seats = seats.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let game = NewGame { seats: seats.seats, clock: seats.clock, tags, record, puzzle: seats.puzzle };
    Ok(Some(SalvagedGame { game, times, lost }))
}

/// The header of a game, without the fields that cannot be read.
fn header(conn: &Connection, id: GameId, lost: &mut Vec<GamePart>) -> Header {
    let text = |column: &str| -> rusqlite::Result<Option<String>> {
        let query = format!("SELECT {column} FROM games WHERE id = ?1");
        conn.prepare_cached(&query)?.query_row([id], |row| row.get(0))
    };
    let name = |column: &str| -> rusqlite::Result<Option<String>> {
        let query = format!("SELECT {column} FROM games WHERE id = ?1");
        let Some(number) =
            conn.prepare_cached(&query)?.query_row([id], |row| row.get::<_, Option<i64>>(0))?
        else {
            return Ok(None);
        };
        conn.prepare_cached("SELECT name FROM names WHERE id = ?1")?.query_row([number], |row| row.get(0))
    };
    let mut or_lost = |found: rusqlite::Result<Option<String>>, part: GamePart| {
        found.unwrap_or_else(|_| {
            lost.push(part);
            None
        })
    };
    let names = [
        or_lost(name("black"), GamePart::Player(Color::Black)),
        or_lost(name("white"), GamePart::Player(Color::White)),
        or_lost(name("event"), GamePart::Event),
    ];
    let own = [
        or_lost(text("date"), GamePart::Date),
        or_lost(text("result"), GamePart::Result),
        or_lost(text("name"), GamePart::Name),
    ];
    let rest = or_lost(text("header"), GamePart::Header);
    header::read(names.clone(), own.clone(), rest.as_deref()).unwrap_or_else(|_| {
        lost.push(GamePart::Header);
        header::read(names, own, None).unwrap_or_default()
    })
}
