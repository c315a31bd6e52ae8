//! The store of games, positions and analyses: one SQLite file, inside the process.
//!
//! A [`Library`] keeps games with their variation trees, and every move is on the disk before it is acknowledged.
//! Games are found by player, date, result, tag and text ([`Query`]) and by *position* in any of the board's
//! symmetries ([`Library::find_position`]), with what was played next and how those games ended. Analyses are kept
//! and reused ([`Library::keep_analysis`]). Whole collections come in at once ([`Library::import`]) and go out in any
//! format that `tengen-records` writes ([`Library::export`]).
//!
//! It knows records, games and engines' analyses; it knows no rules of its own, and nothing of HTTP. `docs/library.md`
//! tells the tables, what a position's key is, and what survives what.
//!
//! ```
//! use tengen_games::{AnyPosition, Game, GameSpec};
//! use tengen_library::{Library, NewGame};
//!
//! let library = Library::open_in_memory()?;
//! let spec = GameSpec::named("othello", None, None)?;
//! let game = library.create(NewGame::new(spec.clone()))?.id;
//! let mut position = AnyPosition::new(&spec);
//! let f5 = position.parse_move("f5")?;
//! library.append_move(game, 0, f5, None)?;
//!
//! // The same position, turned: 1.c4 instead of 1.f5.
//! position.play(position.parse_move("c4")?)?;
//! let found = library.find_position(&position, 1, 10)?;
//! assert_eq!(found.games[0].summary.id, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyses;
mod codec;
mod error;
mod export;
mod games;
mod header;
mod import;
mod index;
mod key;
mod maintain;
mod model;
mod open;
mod positions;
mod puzzles;
mod schema;
mod search;
mod store;
mod tree;
mod turn;

pub use analyses::{Engine, Kept, Wanted};
pub use error::{Error, Result};
pub use import::{Import, Imported, Problem, Progress, Same, Source};
pub use key::{PositionKey, position_key};
pub use maintain::Report;
pub use model::{
    Annotation, Changed, Clock, GameId, NewGame, NodeId, Outcome, Page, Query, Seat, Sort, StoredGame,
    Summary, Update,
};
pub use open::{FILE_NAME, SetAside, default_folder};
pub use positions::{Found, FoundGame, NextMove};
pub use puzzles::PuzzleScore;

use std::path::Path;
use std::sync::Arc;

/// An open library. Clones are the same library; all of it may be used from any thread.
#[derive(Clone)]
pub struct Library {
    store: Arc<store::Store>,
}

impl Library {
    /// The file's name.
    pub fn path(&self) -> &Path {
        &self.store.path
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("path", &self.store.path).finish_non_exhaustive()
    }
}

/// Milliseconds since 1970 (UTC).
pub(crate) fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}
