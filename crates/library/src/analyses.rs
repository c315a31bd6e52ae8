//! Stores analyses, and finds them again.
//!
//! For each position, engine and number of lines, the deepest analysis is kept. It is found for the same position by
//! the same rules: same stones, same side to move, same ko and opening phase, whatever moves led there. If only the
//! stones and the side to move matter, it is also found for the turned or mirrored position, with its moves turned.

use crate::header::{NumberCache, find_spec};
use crate::key::position_key;
use crate::turn::turn;
use crate::{Damage, Error, Library, Result, now_ms};
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;
use std::time::Duration;
use tengen_board::{Cell, Symmetry};
use tengen_engine::{Analysis, Limits, Score};
use tengen_games::{AnyPosition, Game, SetUp};

/// The limit of analyses; those unused for longest are removed first.
const MOST: i64 = 100_000;
/// The limit of their bytes together.
const MOST_BYTES: i64 = 256 << 20;
/// The limit of the bytes of one analysis.
const ONE_BYTES: usize = 512 << 10;
/// The limits are checked once in so many analyses.
const LOOKED: i64 = 64;
/// A use is noted at most once in this time, so that reading does not become writing.
const NOTED_MS: i64 = 24 * 3600 * 1000;
/// The number of lines that means every legal move.
const ALL_LINES: i64 = 1 << 20;

/// The engine of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineId {
    /// Its name.
    pub name: String,
    /// Its version: an analysis by another version is not reused.
    pub version: String,
    /// Its level; 0 if it has none.
    pub level: u32,
}

impl EngineId {
    fn text(&self) -> String {
        format!("{} {} {}", self.name, self.version, self.level)
    }
}

/// What an analysis must have reached to be reused.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AnalysisQuery {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions or playouts.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Lines; 0 and 1 both mean one.
    pub lines: usize,
}

/// What a search with these limits would reach.
impl From<&Limits> for AnalysisQuery {
    fn from(limits: &Limits) -> AnalysisQuery {
        AnalysisQuery { depth: limits.depth, nodes: limits.nodes, time: limits.time, lines: limits.lines }
    }
}

impl AnalysisQuery {
    /// Any analysis at all.
    pub fn anything() -> AnalysisQuery {
        AnalysisQuery { depth: Some(0), ..AnalysisQuery::default() }
    }

    /// True if a search would have ended with this analysis: one of the limits is reached, or the score is a proof.
    fn met(&self, kept: &StoredAnalysis) -> bool {
        kept.proven
            || self.depth.is_some_and(|d| kept.depth >= d)
            || self.nodes.is_some_and(|n| kept.nodes >= n)
            || self.time.is_some_and(|t| kept.time >= t)
    }
}

/// A stored analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnalysis {
    /// The analysis, as written by [`Analysis::to_json`], with its moves turned to the position asked for.
    pub json: Value,
    /// Depth reached.
    pub depth: u32,
    /// Positions or playouts.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// True if its score is a proof.
    pub proven: bool,
}

impl Library {
    /// Stores an analysis, unless a deeper one is stored. Returns true if it was stored.
    ///
    /// # Errors
    /// [`Error::Full`] and other errors of the file.
    pub fn keep_analysis(
        &self,
        position: &AnyPosition,
        engine: &EngineId,
        analysis: &Analysis,
    ) -> Result<bool> {
        if analysis.best.is_none() || analysis.lines.is_empty() {
            return Ok(false);
        }
        let json = analysis.to_json(position).to_string();
        if json.len() > ONE_BYTES {
            return Ok(false);
        }
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let lines = if analysis.lines.len() >= legal.len() { ALL_LINES } else { analysis.lines.len() as i64 };
        let (spec, hash, engine) = (position.spec(), position.hash() as i64, engine.text());
        let key = position_key(position);
        let symmetry = key.symmetries().next().expect("at least one symmetry") as u8;
        let plain = analysis.rules.is_empty() && is_plain(position);
        let proven = matches!(analysis.score(), Some(Score::Proven(_)));
        let (depth, nodes) = (i64::from(analysis.depth), i64::try_from(analysis.nodes).unwrap_or(i64::MAX));
        let time = i64::try_from(analysis.time.as_millis()).unwrap_or(i64::MAX);
        self.store.write(move |conn| {
            let spec = NumberCache::default().spec(conn, &spec)?;
            let kept = conn
                .prepare_cached(
                    "INSERT INTO analyses
                        (spec, hash, key, symmetry, plain, engine, lines, depth, nodes, time_ms, proven, json, used)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                     ON CONFLICT (spec, hash, engine, lines) DO UPDATE
                     SET depth = excluded.depth, nodes = excluded.nodes, time_ms = excluded.time_ms,
                         proven = excluded.proven, json = excluded.json, used = excluded.used, plain = excluded.plain
                     WHERE (excluded.proven, excluded.depth, excluded.nodes) > (proven, depth, nodes)",
                )?
                .execute(params![
                    spec,
                    hash,
                    key.stored(),
                    symmetry,
                    plain,
                    engine,
                    lines,
                    depth,
                    nodes,
                    time,
                    proven,
                    json,
                    now_ms()
                ])?;
            if kept > 0 && conn.last_insert_rowid() % LOOKED == 0 {
                keep_bounds(conn, MOST, MOST_BYTES)?;
            }
            Ok(kept > 0)
        })
    }

    /// The best analysis by this engine that reached what is wanted: one of the limits, or a proof.
    ///
    /// # Errors
    /// [`Error::Busy`] and other errors of the file.
    pub fn find_analysis(
        &self,
        position: &AnyPosition,
        engine: &EngineId,
        wanted: &AnalysisQuery,
    ) -> Result<Option<StoredAnalysis>> {
        let key = position_key(position);
        let plain = is_plain(position);
        let found = self.store.read(|conn| {
            let Some(spec) = find_spec(conn, &position.spec())? else { return Ok(None) };
            let found = conn
                .prepare_cached(
                    "SELECT id, hash, symmetry, depth, nodes, time_ms, proven, json, used FROM analyses
                     WHERE spec = ?1 AND key = ?2 AND engine = ?3 AND lines >= ?4 AND (hash = ?5 OR plain AND ?6)
                     ORDER BY proven DESC, depth DESC, nodes DESC, hash = ?5 DESC LIMIT 1",
                )?
                .query_row(
                    params![
                        spec,
                        key.stored(),
                        engine.text(),
                        wanted.lines.max(1) as i64,
                        position.hash() as i64,
                        plain
                    ],
                    |row| {
                        let numbers: (i64, i64, u8, u32) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
                        let rest: (i64, i64, bool, String, i64) =
                            (row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?);
                        Ok((numbers, rest))
                    },
                )
                .optional()?;
            Ok(found)
        })?;
        let Some(((id, hash, symmetry, depth), (nodes, time, proven, json, used))) = found else {
            return Ok(None);
        };
        let json: Value =
            serde_json::from_str(&json).map_err(|e| Error::damaged(Damage::Analysis(id, e.to_string())))?;
        let kept = StoredAnalysis {
            json,
            depth,
            nodes: nodes as u64,
            time: Duration::from_millis(time as u64),
            proven,
        };
        if !wanted.met(&kept) {
            return Ok(None);
        }
        if used + NOTED_MS < now_ms() {
            self.store.write(move |conn| {
                conn.execute("UPDATE analyses SET used = ?2 WHERE id = ?1", params![id, now_ms()])?;
                Ok(())
            })?;
        }
        if hash == position.hash() as i64 {
            return Ok(Some(kept));
        }
        // From the stored position to the canonical one, and from there to this position.
        let there = Symmetry::ALL[usize::from(symmetry & 7)];
        let here = key.symmetries().next().expect("at least one symmetry");
        let turned = turn(&kept.json, position, there.then(here.inverse()));
        Ok(turned.map(|json| StoredAnalysis { json, ..kept }))
    }

    /// Removes all analyses. Returns their number.
    ///
    /// # Errors
    /// [`Error::Full`] and other errors of the file.
    pub fn forget_analyses(&self) -> Result<usize> {
        self.store.write(|conn| Ok(conn.execute("DELETE FROM analyses", [])?))
    }
}

/// Removes the analyses unused for longest, if there are too many.
fn keep_bounds(conn: &Connection, most: i64, most_bytes: i64) -> Result<()> {
    let (count, bytes): (i64, i64) = conn
        .prepare_cached("SELECT count(*), coalesce(sum(octet_length(json)), 0) FROM analyses")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if count > most || bytes > most_bytes {
        // A tenth at a time, so that this is rare.
        let gone = (count - most).max(0) + count / 10 + 1;
        conn.prepare_cached(
            "DELETE FROM analyses WHERE id IN (SELECT id FROM analyses ORDER BY used, id LIMIT ?1)",
        )?
        .execute([gone])?;
    }
    Ok(())
}

/// True if only the stones and the side to move matter for the rest of the game: no ko, no pass, no opening phase.
fn is_plain(position: &AnyPosition) -> bool {
    let start = AnyPosition::new(&position.spec());
    let points = position.size().points().map(|p| (p, position.at(p)));
    let cells = points.filter(|&(p, cell)| cell != Cell::Empty || start.at(p) != Cell::Empty).collect();
    let set_up = SetUp { cells, to_move: position.to_move() };
    AnyPosition::set_up(&position.spec(), &set_up).is_ok_and(|same| same.hash() == position.hash())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::Line;
    use tengen_games::GameSpec;

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let library = Library::open_in_memory().unwrap();
        let engine = EngineId { name: "a".into(), version: "1".into(), level: 0 };
        let mut position = AnyPosition::new(&GameSpec::named("connect-four", None, None).unwrap());
        let mut positions = Vec::new();
        for _ in 0..30 {
            let mut legal = Vec::new();
            position.legal_moves_into(&mut legal);
            let line =
                Line { moves: legal.clone(), score: Score::Estimate { value: 0.0, win: 0.5 }, work: 0 };
            let analysis =
                Analysis { best: Some(legal[0]), lines: vec![line], depth: 1, ..Analysis::default() };
            assert!(library.keep_analysis(&position, &engine, &analysis).unwrap());
            positions.push(position.clone());
            position.play(legal[legal.len() / 2]).unwrap();
            if position.is_over() {
                break;
            }
        }
        let count = positions.len();
        library
            .store
            .write(|conn| {
                conn.execute("UPDATE analyses SET used = id", [])?;
                keep_bounds(conn, 3, i64::MAX)
            })
            .unwrap();
        let left = library.overview().unwrap().analyses;
        assert!(left <= 3 && (count as u64) > left, "{left} of {count}");
        let last = &positions[count - 1];
        let found = library.find_analysis(last, &engine, &AnalysisQuery::anything()).unwrap();
        assert_eq!(found.is_some(), left > 0);
        assert_eq!(library.find_analysis(&positions[0], &engine, &AnalysisQuery::anything()).unwrap(), None);
    }
}
