//! Scores of a user on the problems of a suite.

use crate::{Library, Result, now_ms};
use rusqlite::params;

/// The score of one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleScore {
    /// The name of the problem in its suite.
    pub problem: String,
    /// The number of tries.
    pub tries: u32,
    /// The number of tries that solved it.
    pub solved: u32,
    /// The time of the last try, in milliseconds since 1970 (UTC).
    pub last_ms: i64,
}

impl Library {
    /// Counts a try at a problem.
    ///
    /// # Errors
    /// [`Error::Full`](crate::Error::Full) and other errors of the file.
    pub fn puzzle_tried(&self, suite: &str, problem: &str, solved: bool) -> Result<()> {
        let (suite, problem) = (suite.to_owned(), problem.to_owned());
        self.store.write(move |conn| {
            conn.prepare_cached(
                "INSERT INTO puzzles (suite, problem, tries, solved, last) VALUES (?1, ?2, 1, ?3, ?4)
                 ON CONFLICT DO UPDATE SET tries = tries + 1, solved = solved + excluded.solved, last = excluded.last",
            )?
            .execute(params![suite, problem, solved, now_ms()])?;
            Ok(())
        })
    }

    /// The scores of the problems of a suite that have been tried.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and other errors of the file.
    pub fn puzzle_scores(&self, suite: &str) -> Result<Vec<PuzzleScore>> {
        self.store.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT problem, tries, solved, last FROM puzzles WHERE suite = ?1 ORDER BY problem",
            )?;
            let rows = statement.query_map([suite], |row| {
                Ok(PuzzleScore {
                    problem: row.get(0)?,
                    tries: row.get(1)?,
                    solved: row.get(2)?,
                    last_ms: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }
}
