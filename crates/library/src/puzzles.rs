//! How far someone has come with the problems of a suite.

use crate::{Library, Result, now_ms};
use rusqlite::params;

/// One problem's score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleScore {
    /// The problem, by the name that its suite gives it.
    pub problem: String,
    /// How often it was tried.
    pub tries: u32,
    /// How often of these it was solved.
    pub solved: u32,
    /// The last try, in milliseconds since 1970 (UTC).
    pub last_ms: i64,
}

impl Library {
    /// Notes a try at a problem.
    ///
    /// # Errors
    /// [`Error::Full`](crate::Error::Full) and the like.
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

    /// The scores of a suite's problems that have been tried.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and the like.
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
