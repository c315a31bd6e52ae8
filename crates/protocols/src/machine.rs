//! The trait of every protocol: a state machine over lines of text.

use crate::NamedFile;
use std::time::Duration;
use tengen_engine::{Analysis, EngineOptions, Limits};
use tengen_games::{AnyPosition, GameSpec};

/// The number of a search or of a table job, unique within a machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SearchId(pub u64);

/// What a machine asks its host to do. Effects are applied in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Write this line (the end of line is added).
    Say(String),
    /// Begin a search. Its reports come through [`Machine::progress`], its end through [`Machine::finished`] or
    /// [`Machine::failed`].
    Search {
        /// Its number.
        id: SearchId,
        /// The position to search.
        position: Box<AnyPosition>,
        /// When to end.
        limits: Limits,
    },
    /// End this search early. Its result still comes through [`Machine::finished`].
    Stop(SearchId),
    /// Give this ponder search ([`Limits::PONDER`]) so much time from now.
    Within(SearchId, Duration),
    /// Make the engine for this game ready, so that no move pays for it. [`Machine::table_done`] reports when it is.
    Prepare {
        /// Its number.
        id: SearchId,
        /// The game.
        spec: Box<GameSpec>,
        /// Rules that the game may change to before its first move. A new engine gets ready for them too.
        others: Vec<GameSpec>,
    },
    /// Write the engine's table to a file. [`Machine::table_done`] reports the end.
    SaveTable {
        /// Its number.
        id: SearchId,
        /// The game that it is for.
        spec: Box<GameSpec>,
        /// The file to write.
        file: NamedFile,
    },
    /// Read the engine's table from a file. [`Machine::table_done`] reports the end.
    LoadTable {
        /// Its number.
        id: SearchId,
        /// The game that it is for.
        spec: Box<GameSpec>,
        /// The file to read.
        file: NamedFile,
    },
    /// Let the engine forget what it kept between moves.
    Forget,
    /// Use an engine with these options from the next search on.
    Configure(EngineOptions),
    /// Stop every search and leave. The machine writes nothing more.
    Quit,
}

/// One side of a protocol.
///
/// Whatever a line contains, a machine neither panics nor loses its position: it answers with an error in the
/// protocol's own form.
pub trait Machine {
    /// Called before the first line: protocols that greet do it here.
    fn begin(&mut self, _out: &mut Vec<Effect>) {}

    /// Whether a carriage return ends a line, as a line feed does.
    fn ends_lines_at_cr(&self) -> bool {
        true
    }

    /// Takes a line, without its line end.
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>);

    /// Called for a line of so many bytes that was dropped, because it is longer than [`MAX_LINE`](crate::MAX_LINE).
    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>);

    /// Takes a report of a search: it has found something better.
    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>);

    /// Takes the result of a search.
    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>);

    /// Called if a search has failed; `why` is for a log.
    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>);

    /// Called when a table has been written or read, with the number of entries or the error; or when an engine is
    /// ready.
    fn table_done(&mut self, _id: SearchId, _result: Result<u64, String>, _out: &mut Vec<Effect>) {}

    /// Called when no more lines will come. The machine may still answer what was asked, and must then emit
    /// [`Effect::Quit`].
    fn end_of_input(&mut self, out: &mut Vec<Effect>);
}
