//! Maintenance: checking the file, copying it while it is in use, rebuilding the indexes.

use crate::copy::copy_to;
use crate::index::{Entry, entries};
use crate::key::Keyer;
use crate::rows::load_record;
use crate::{Error, FileFault, GameId, GameResult, Library, LibraryProblem, Result};
use rusqlite::Connection;
use std::path::Path;

/// The most problems that a report lists.
const MAX_PROBLEMS: usize = 100;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LibraryReport {
    /// Games that are not in the bin.
    pub games: u64,
    /// Games in the bin.
    pub deleted: u64,
    /// Positions in the index.
    pub positions: u64,
    /// Analyses kept.
    pub analyses: u64,
    /// Bytes of the file, without its log.
    pub bytes: u64,
    /// Games whose positions are not indexed yet.
    pub pending: u64,
    /// Problems, at most a hundred; empty if the file is sound.
    pub problems: Vec<LibraryProblem>,
}

impl Library {
    /// Counts everything, without checking it.
    ///
    /// # Errors
    /// [`Error::Busy`] and other errors of the file.
    pub fn overview(&self) -> Result<LibraryReport> {
        self.store.read(overview)
    }

    /// Checks the file: its pages, its references, and that every game can be read. `deep` also computes the positions
    /// of every game and compares them with the index, which takes as long as an import. `progress` gets the numbers of
    /// checked and of all games, and returns false to cancel.
    ///
    /// # Errors
    /// [`Error::Cancelled`]. A problem in the file is not an error but part of the report.
    pub fn check(&self, deep: bool, mut progress: impl FnMut(u64, u64) -> bool) -> Result<LibraryReport> {
        self.catch_up()?;
        self.store.read(|conn| {
            let mut report = overview(conn)?;
            pages(conn, &mut report)?;
            if !report.problems.is_empty() {
                return Ok(report);
            }
            let all = report.games + report.deleted;
            let mut statement = conn.prepare(
                "SELECT id, spec, outcome, indexed = 1 AND deleted IS NULL FROM games ORDER BY id",
            )?;
            let mut rows = statement.query([])?;
            let (mut sum, mut count, mut looked) = (0u64, 0u64, 0);
            let mut keyer: Option<(i64, Keyer)> = None;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let (game, spec): (GameId, i64) = (row.get(0)?, row.get(1)?);
                let outcome = GameResult::from_code(row.get(2)?);
                match load_record(conn, game) {
                    Err(e) => add_problem(&mut report, LibraryProblem::Unreadable(game, Box::new(e))),
                    Ok((record, ids)) => {
                        let says = GameResult::of_result(record.header.result.as_deref());
                        if says != outcome {
                            add_problem(&mut report, LibraryProblem::WrongResult(game, outcome));
                        }
                        if deep && row.get(3)? {
                            if keyer.as_ref().is_none_or(|(known, _)| *known != spec) {
                                keyer = Some((spec, Keyer::new(&record.spec)));
                            }
                            if let Some((_, keyer)) = &mut keyer {
                                found.clear();
                                entries(game, &record, &ids, outcome, keyer, &mut found);
                                // A position can come twice from one node only if it is the same entry.
                                found.sort_unstable();
                                found.dedup_by_key(|e| (e.key, e.node));
                                count += found.len() as u64;
                                sum = found.iter().fold(sum, |sum, e| sum.wrapping_add(mark_of(e)));
                            }
                        }
                    }
                }
                looked += 1;
                if looked % 256 == 0 && !progress(looked, all) {
                    return Err(Error::Cancelled);
                }
            }
            if deep && report.pending == 0 {
                let stored = stored_positions(conn)?;
                if stored != (count, sum) {
                    let problem = LibraryProblem::WrongIndex { stored: stored.0, expected: count };
                    add_problem(&mut report, problem);
                }
            }
            Ok(report)
        })
    }

    /// Deletes the indexes and makes them again from the games.
    ///
    /// # Errors
    /// As [`Library::index_pending`].
    pub fn rebuild_indexes(&self, progress: impl FnMut(u64, u64) -> bool) -> Result<u64> {
        self.store.write_alone(|conn| {
            conn.execute_batch(
                "DELETE FROM positions; DELETE FROM texts; UPDATE games SET indexed = 0 WHERE deleted IS NULL",
            )?;
            Ok(())
        })?;
        self.index_pending(progress)
    }

    /// Copies the present state of the library to a new file, while it stays in use. The copy is on the disk when this
    /// returns, and has no free space in it.
    ///
    /// # Errors
    /// [`Error::Io`] if the file exists or cannot be written.
    pub fn backup(&self, to: &Path) -> Result<()> {
        if to.exists() {
            return Err(Error::Io { path: to.to_owned(), fault: FileFault::Exists });
        }
        copy_to(&self.store.connection()?, to)
    }

    /// Writes the log into the file and truncates it: at the end of an import, and of a program.
    ///
    /// # Errors
    /// [`Error::Busy`] and other errors of the file.
    pub fn settle(&self) -> Result<()> {
        let conn = self.store.connection()?;
        conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        Ok(())
    }
}

fn add_problem(report: &mut LibraryReport, problem: LibraryProblem) {
    if report.problems.len() < MAX_PROBLEMS {
        report.problems.push(problem);
    }
}

fn overview(conn: &Connection) -> Result<LibraryReport> {
    let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|n| n as u64);
    Ok(LibraryReport {
        games: number("SELECT count(*) FROM games WHERE deleted IS NULL")?,
        deleted: number("SELECT count(*) FROM games WHERE deleted IS NOT NULL")?,
        positions: number("SELECT count(*) FROM positions")?,
        analyses: number("SELECT count(*) FROM analyses")?,
        bytes: number("PRAGMA page_count")? * number("PRAGMA page_size")?,
        pending: number("SELECT count(*) FROM games WHERE indexed <> 1")?,
        problems: Vec::new(),
    })
}

fn pages(conn: &Connection, report: &mut LibraryReport) -> Result<()> {
    let mut statement = conn.prepare(&format!("PRAGMA integrity_check({MAX_PROBLEMS})"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let what: String = row.get(0)?;
        if what != "ok" {
            add_problem(report, LibraryProblem::Database(what));
        }
    }
    let mut statement = conn.prepare("PRAGMA foreign_key_check")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (table, id): (String, Option<i64>) = (row.get(0)?, row.get(1)?);
        add_problem(report, LibraryProblem::Reference { table, row: id.unwrap_or_default() });
    }
    Ok(())
}

/// A number for an entry, so that sums over all entries differ between two different indexes.
fn mark_of(entry: &Entry) -> u64 {
    let mut bytes = [0; 28];
    bytes[..8].copy_from_slice(&entry.key.to_le_bytes());
    bytes[8..16].copy_from_slice(&entry.game.to_le_bytes());
    bytes[16..20].copy_from_slice(&entry.node.to_le_bytes());
    bytes[20..].copy_from_slice(&entry.info.to_le_bytes());
    crate::key::digest(&bytes)
}

fn stored_positions(conn: &Connection) -> Result<(u64, u64)> {
    let mut statement = conn.prepare("SELECT key, game, node, info FROM positions")?;
    let mut rows = statement.query([])?;
    let (mut count, mut sum) = (0, 0u64);
    while let Some(row) = rows.next()? {
        let entry = Entry { key: row.get(0)?, game: row.get(1)?, node: row.get(2)?, info: row.get(3)? };
        count += 1;
        sum = sum.wrapping_add(mark_of(&entry));
    }
    Ok((count, sum))
}
