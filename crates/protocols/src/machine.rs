//! What every protocol is: a state machine over lines of text.

use crate::{EngineOptions, NamedFile};
use std::time::Duration;
use tengen_engine::{Analysis, Limits};
use tengen_games::{AnyPosition, GameSpec};

/// The number of one search, or of one work on a table; each of a machine's has its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SearchId(pub u64);

/// What a machine asks of its surroundings, to be done in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Write this line (the end of line is added).
    Say(String),
    /// Begin to search. [`Machine::progress`], then [`Machine::finished`] or [`Machine::failed`], will tell of it.
    Search {
        /// Its number.
        id: SearchId,
        /// Where from.
        position: Box<AnyPosition>,
        /// How long.
        limits: Limits,
    },
    /// End this search early; it still reports what it has through [`Machine::finished`].
    Stop(SearchId),
    /// This search, begun on the opponent's time ([`Limits::PONDER`]), may go on for so long from now.
    Within(SearchId, Duration),
    /// Make the engine for this game ready, so that no time of a move is spent on it; [`Machine::table_done`] will tell when it is.
    Prepare {
        /// Its number.
        id: SearchId,
        /// The game.
        spec: Box<GameSpec>,
    },
    /// Write the engine's table to a file; [`Machine::table_done`] will tell of it.
    SaveTable {
        /// Its number.
        id: SearchId,
        /// The game that it is for.
        spec: Box<GameSpec>,
        /// Where to.
        file: NamedFile,
    },
    /// Take up the engine's table from a file; [`Machine::table_done`] will tell of it.
    LoadTable {
        /// Its number.
        id: SearchId,
        /// The game that it is for.
        spec: Box<GameSpec>,
        /// Where from.
        file: NamedFile,
    },
    /// The engine forgets what it kept between moves.
    Forget,
    /// From the next search on the engine has these options.
    Configure(EngineOptions),
    /// Nothing more will be said: stop every search and leave.
    Quit,
}

/// One side of a protocol.
///
/// Whatever a line holds, a machine neither panics nor forgets its position: it answers in the protocol's own form of error.
pub trait Machine {
    /// Before the first line: protocols that greet do it here.
    fn begin(&mut self, _out: &mut Vec<Effect>) {}

    /// A line came in, without its end.
    fn line(&mut self, line: &[u8], out: &mut Vec<Effect>);

    /// A line longer than [`MAX_LINE`](crate::MAX_LINE) came in and was thrown away.
    fn too_long(&mut self, bytes: u64, out: &mut Vec<Effect>);

    /// A search found something better.
    fn progress(&mut self, id: SearchId, analysis: &Analysis, out: &mut Vec<Effect>);

    /// A search has ended.
    fn finished(&mut self, id: SearchId, analysis: Analysis, out: &mut Vec<Effect>);

    /// A search broke down; `why` is for a log.
    fn failed(&mut self, id: SearchId, why: &str, out: &mut Vec<Effect>);

    /// A table has been written or taken up, with so many entries, or why not; or an engine is ready.
    fn table_done(&mut self, _id: SearchId, _result: Result<u64, String>, _out: &mut Vec<Effect>) {}

    /// No more lines will come. What was asked may still be answered; then the machine must say [`Effect::Quit`].
    fn end_of_input(&mut self, out: &mut Vec<Effect>);
}
