//! What every engine of Tengen shares, without knowing any one game.
//!
//! - [`Engine`] is the trait; an engine answers with an [`Analysis`], which every front end shows.
//! - [`Limits`] bound the work, [`Stop`] ends it from another thread.
//! - [`Clock`] counts nodes and checks the time inside a search; [`Table`] is the transposition table, which a file can
//!   hold; [`with_helpers`] runs a search on several threads.
//! - [`Ponder`] is a search on the opponent's time; [`EngineThread`] is an engine on a thread of its own that ponders.
//! - [`GameTime`] is the time of a game, byo-yomi included; [`PlayerClock`] is what a player has left of it.
//! - [`AnyEngine`] is an engine of any game as front ends hold it; [`ForGame`] makes one of an [`Engine`].
//! - [`Analysis::to_text`] and [`Analysis::to_json`] write an analysis.
//! - [`Explanation`] says why, as data; [`Explanation::of`] makes one for any game.
//! - [`Score`] has one meaning everywhere: from the side to move, an estimate or a proof.
//!
//! An engine that plays the first legal move, as a front end asks it:
//!
//! ```
//! use tengen_engine::{Analysis, AnyEngine, Engine, ForGame, Limits, Stop};
//! use tengen_games::{AnyPosition, Game, GameSpec, othello};
//!
//! struct FirstMove;
//!
//! impl Engine<othello::Position> for FirstMove {
//!     fn name(&self) -> String {
//!         "First move 1".into()
//!     }
//!
//!     fn analyze(
//!         &mut self,
//!         position: &othello::Position,
//!         _limits: &Limits,
//!         _stop: &Stop,
//!         _on_progress: &mut dyn FnMut(&Analysis),
//!     ) -> Analysis {
//!         Analysis { best: position.legal_moves().first().copied(), ..Analysis::default() }
//!     }
//! }
//!
//! let mut engine: Box<dyn AnyEngine> = Box::new(ForGame::new(FirstMove));
//! let game = AnyPosition::new(&GameSpec::named("othello", None, None)?);
//! let found = engine.analyze(&game, &Limits::nodes(1000), &Stop::new(), &mut |_| ())?;
//! assert!(game.is_legal(found.best.unwrap()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod any;
mod book;
mod clock;
mod engine_thread;
mod explanation;
mod fault;
mod game_time;
mod host;
pub mod json;
mod level;
mod limits;
mod ponder;
mod score;
mod stop;
mod strikes;
mod table;
mod team;
mod text;

pub use analysis::{Analysis, Line};
pub use any::{AnyEngine, EngineError, ForGame, ForKind, Unplayable};
pub use book::{BookChoice, BookError, BookFault, BookPart};
pub use clock::Clock;
pub use engine_thread::{EngineThread, Report};
pub use explanation::{Beside, Explanation, ForcedWin, Item, ItemKind, Topic, explain_choice};
pub use fault::{Fault, FaultCause, FaultKind, ProgramEnd};
pub use game_time::{ClockReading, GameTime, MoveTime, Overtime, PlayerClock, moves_to_come};
pub use host::{EngineFactory, EngineOptions, EngineSlot, SEARCH_STACK, SearchError, SearchThreads};
pub use level::{LevelTrait, PERFECT};
pub use limits::Limits;
pub use ponder::Ponder;
pub use score::{Proof, Score};
pub use stop::Stop;
pub use strikes::{RuleReport, Strike, StrikeReason};
pub use table::{Bound, Buckets, Entry, Table, TableError, TableSource, Zeroed, read_table, write_table};
pub use team::{MOST_THREADS, with_helpers};

use std::io::Write;
pub use tengen_games::{Fact, FactKind, Shape};
use tengen_games::{Game, GameSpec};

/// A player of one game.
///
/// Deterministic on one thread: the same position, limits without a clock and the same seed give the same answer.
pub trait Engine<G: Game>: Send {
    /// Its name and version, for protocols and records.
    fn name(&self) -> String;

    /// Searches `position` until it has a proof, `limits` are reached or `stop` is raised, and returns its analysis.
    /// `on_progress` is called with each better analysis on the way.
    ///
    /// The best move of the answer is legal; it is `None` only where no move is legal. The caller's thread needs
    /// [`SEARCH_STACK`] bytes of stack for the deepest searches of Tengen's engines; [`SearchThreads`] have them.
    fn analyze(
        &mut self,
        position: &G,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis;

    /// Checks that it plays by these rules and on this size; no other position may be given to it.
    ///
    /// # Errors
    /// What it plays instead.
    fn supports(&self, _spec: &GameSpec) -> Result<(), Unplayable> {
        Ok(())
    }

    /// Explains what `analysis` found in `position`; the analysis may be another engine's. The default says what holds
    /// in any game ([`Explanation::of`]); engines that know more of their game add it, within a second or so and less
    /// if `stop` is raised.
    fn explain(&self, position: &G, analysis: &Analysis, _stop: &Stop) -> Explanation {
        Explanation::of(position, analysis)
    }

    /// Forgets everything kept between moves.
    fn new_game(&mut self) {}

    /// Takes the time now that the first search would need for its memory, until `stop` is raised. Protocols call it
    /// before a clock runs.
    fn warm_up(&mut self, _stop: &Stop) {}

    /// Limits the memory of its tables, in bytes; their contents may be lost. Engines without tables ignore it.
    fn set_memory(&mut self, _bytes: u64) {}

    /// Writes its table's entries for games by these rules, for [`Engine::load_table`]. Returns the number of entries.
    ///
    /// # Errors
    /// [`TableError`]: that it keeps no table, or nothing for this game; or those of writing.
    fn save_table(&self, _spec: &GameSpec, _out: &mut dyn Write) -> Result<u64, TableError> {
        Err(TableError::NoTable)
    }

    /// Reads what [`Engine::save_table`] wrote, replacing its table's entries. Returns the number of entries.
    ///
    /// # Errors
    /// [`TableError`]; the table is unchanged.
    fn load_table(&mut self, _spec: &GameSpec, _from: &mut dyn TableSource) -> Result<u64, TableError> {
        Err(TableError::NoTable)
    }
}

/// An engine that plays at several strengths.
pub trait Leveled: Sized {
    /// The strongest level; the weakest is 1.
    const MAX_LEVEL: u8;

    /// The engine at this level; clamped to 1 to [`Leveled::MAX_LEVEL`].
    fn at_level(level: u8) -> Self;

    /// What this level does; no two levels are described alike.
    fn describe_level(level: u8) -> Vec<LevelTrait>;
}
