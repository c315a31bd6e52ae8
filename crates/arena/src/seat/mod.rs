//! A seat: an engine that plays in a match.

mod assisted;
mod built_in;
mod external;
mod process;
mod program;

pub use assisted::AssistedSeat;
pub use built_in::BuiltInSeat;
pub use external::ExternalSeat;
pub use program::Timeouts;

pub(crate) use assisted::in_opening;
pub(crate) use external::reply_of;
pub(crate) use program::{Program, Step, Wait};

use crate::{EngineSpec, Fault};
use std::time::Duration;
use tengen_engine::Stop;
use tengen_engine::{EngineFactory, EngineOptions};
use tengen_games::{AnyPosition, GameSpec, Move};
use tengen_protocols::{EngineCount, TimeControl, TimeLeft};

/// The answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Its move; several if an opening rule asks for several stones at once.
    Moves(Vec<Move>),
    /// It resigns.
    Resign,
}

/// An engine that plays one game after another.
pub trait Seat: Send {
    /// Starts a game. `seed` is added to the engine's own seed.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, seed: u64) -> Result<(), Fault>;

    /// Asks for a move. Returns the answer and its time. `allowed` is the time limit; a later answer is also
    /// returned, and the caller judges. `None` is no limit.
    ///
    /// # Errors
    /// What went wrong. After a fault the seat is as if no game had been started.
    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault>;

    /// Ends what the engine does on the opponent's time ([`TimeControl::ponder`]), at the end of a game.
    fn rest(&mut self) {}

    /// How the engine counts a finished game of Go; `None` where it does not say, which is no fault.
    fn count(&mut self, _position: &AnyPosition) -> Option<EngineCount> {
        None
    }
}

/// Makes the seat of an engine. Its first game starts the program. When `stop` is raised it answers soon, whatever it
/// is asked.
pub fn open_seat(
    spec: &EngineSpec,
    engines: &EngineFactory,
    timeouts: Timeouts,
    stop: &Stop,
) -> Box<dyn Seat> {
    match spec {
        EngineSpec::BuiltIn { engine, level, memory, threads, seed, book, .. } => {
            let (engine, book) = (engine.clone(), book.clone().map(Box::new));
            let options = EngineOptions { engine, level: *level, memory: *memory, book };
            Box::new(BuiltInSeat::new(engines, options, *seed, *threads, stop))
        }
        EngineSpec::External(program) => {
            let seat = ExternalSeat::new(program.clone(), timeouts, stop);
            let helper = BuiltInSeat::new(engines, EngineOptions::default(), 0, None, stop);
            let plays_opening = Box::new({
                let program = program.clone();
                move |game: &GameSpec| program.plays_opening(game)
            });
            Box::new(AssistedSeat::new(seat, plays_opening, helper))
        }
    }
}
