//! Stores the last review of each game. Analyses alone cannot give it back: they may have been by another engine, on
//! another line, or removed since.

use crate::{Damage, Error, GameId, Library, Result, now_ms};
use rusqlite::{OptionalExtension, params};
use serde_json::Value;

/// The limit of the bytes of one review.
const ONE_BYTES: usize = 4 << 20;

impl Library {
    /// Stores the review of a game, as JSON, in place of an earlier one. Returns false if it is too large or the game
    /// is gone.
    ///
    /// # Errors
    /// [`Error::Full`] and other errors of the file.
    pub fn keep_review(&self, game: GameId, review: &Value) -> Result<bool> {
        let json = review.to_string();
        if json.len() > ONE_BYTES {
            return Ok(false);
        }
        self.store.write(move |conn| {
            let kept = conn
                .prepare_cached(
                    "INSERT OR REPLACE INTO reviews (game, json, made) SELECT id, ?2, ?3 FROM games WHERE id = ?1",
                )?
                .execute(params![game, json, now_ms()])?;
            Ok(kept > 0)
        })
    }

    /// The last review of a game.
    ///
    /// # Errors
    /// [`Error::Busy`] and other errors of the file.
    pub fn review(&self, game: GameId) -> Result<Option<Value>> {
        let json: Option<String> = self.store.read(|conn| {
            Ok(conn
                .prepare_cached("SELECT json FROM reviews WHERE game = ?1")?
                .query_row([game], |row| row.get(0))
                .optional()?)
        })?;
        let parse = |json: String| {
            serde_json::from_str(&json).map_err(|e| Error::damaged(Damage::Review(game, e.to_string())))
        };
        json.map(parse).transpose()
    }
}
