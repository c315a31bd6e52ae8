//! The store of games, positions and analyses: one SQLite file, inside the process.
//!
//! A [`Library`] stores games with their variations; every move is on the disk before the call returns. Games are found
//! by player, date, result, tag and text ([`GameQuery`]), and by *position* under any symmetry of the board
//! ([`Library::find_position`]), with the next moves and how those games ended. [`Library::player`] has the results,
//! the openings and the mistakes of a player. Analyses are stored and found again
//! ([`Library::keep_analysis`]). Collections are imported ([`Library::import`]), and exported in any format that
//! `tengen-records` writes ([`Library::export`]).
//!
//! The crate uses records, games and analyses. It has no rules of its own, and knows nothing of HTTP. `docs/library.md`
//! describes the tables, the key of a position, and what survives a crash.
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
mod beside;
mod codec;
mod copy;
mod damage;
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
mod player;
mod positions;
mod puzzles;
mod recover;
mod reviews;
mod rows;
mod schema;
mod search;
mod store;
mod text;
mod tree;
mod turn;

pub use analyses::{AnalysisQuery, EngineId, StoredAnalysis};
pub use beside::{BesideFile, BesideKind};
pub use damage::{Damage, GameLoss, GamePart, LibraryProblem, MovesPart};
pub use error::{Error, FileFault, LibraryLimit, Result};
pub use export::LostTags;
pub use import::{Duplicate, Import, ImportProblem, ImportProgress, ImportResult, ImportSource, ProblemKind};
pub use key::{PositionKey, position_key};
pub use maintain::LibraryReport;
pub use model::{
    ChangeResult, ClockSettings, GameId, GameQuery, GameResult, GameSummary, GameUpdate, NewGame, NodeNumber,
    NodeUpdate, Page, PlayerKind, Sort, StoredGame,
};
pub use open::{FILE_NAME, SetAside, default_folder};
pub use player::{
    FIRST_MOVES, FaultCounts, Mistake, MistakeStatistics, NamedPlayer, OpeningStatistics, PhaseLosses,
    PlayerQuery, PlayerResults, PlayerSearch, PlayerStatistics,
};
pub use positions::{NextMove, PositionMatch, PositionSearch};
pub use puzzles::PuzzleScore;
pub use recover::{Recovery, RecoveryLoss};
pub use search::is_date;

use std::path::Path;
use std::sync::Arc;

/// An open library. Clones share it, and it can be used from any thread.
#[derive(Clone)]
pub struct Library {
    store: Arc<store::Store>,
}

impl Library {
    /// The path of the file.
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
