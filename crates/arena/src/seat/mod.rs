//! A player at the board.

mod helped;
mod inside;
mod outside;
mod process;

pub use helped::HelpedSeat;
pub use inside::InsideSeat;
pub use outside::{OutsideSeat, Patience};

use crate::{Fault, Openings, Player};
use std::time::Duration;
use tengen_engine::Stop;
use tengen_engine::{EngineFactory, EngineOptions};
use tengen_games::{AnyPosition, GameSpec, Move};
use tengen_protocols::{TimeControl, TimeLeft};

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Its move; several where an opening rule asks for several stones at once.
    Moves(Vec<Move>),
    /// It gives up.
    Resign,
}

/// A player at the board. It may be asked for moves of one game after another.
pub trait Seat: Send {
    /// Takes its place for a game; `seed` is added to that of a player who draws numbers.
    ///
    /// # Errors
    /// Why it cannot.
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, seed: u64) -> Result<(), Fault>;

    /// Asks for a move, and says how long it took. `allowed` is the time by which the answer must be there; an answer that comes
    /// later is given all the same, with its time, and the caller judges. `None` is no limit.
    ///
    /// # Errors
    /// What went wrong. After a fault the seat is as if it had never been taken.
    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault>;
}

/// Seats a player. Nothing is started before its first game. When `stop` is raised it answers soon, whatever it is asked.
pub fn take_seat(player: &Player, inside: &EngineFactory, patience: Patience, stop: &Stop) -> Box<dyn Seat> {
    match player {
        Player::Inside { engine, level, memory, threads, seed, .. } => {
            let memory = memory.map(|mib| mib.saturating_mul(1 << 20));
            let options = EngineOptions { engine: engine.clone(), level: *level, memory };
            Box::new(InsideSeat::new(inside, options, *seed, *threads, stop))
        }
        Player::Outside { command, dir, protocol, init, openings, .. } => {
            let seat = OutsideSeat::new(command.clone(), dir.clone(), *protocol, init.clone(), stop)
                .with_colored_openings(*openings == Openings::Coloured);
            let helper = InsideSeat::new(inside, EngineOptions::default(), 0, None, stop);
            let speaks = Box::new({
                let (protocol, openings) = (*protocol, *openings);
                move |spec: &GameSpec| openings != Openings::Tengen && protocol.speaks_opening(spec)
            });
            Box::new(HelpedSeat::new(seat.with_patience(patience), speaks, helper))
        }
    }
}
