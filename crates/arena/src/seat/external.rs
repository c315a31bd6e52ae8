//! The seat of a program.

use super::program::{Program, Step, Timeouts, Wait};
use super::{Reply, Seat};
use crate::{Fault, FaultCause, FaultKind, ProgramSpec};
use std::time::Duration;
use tengen_engine::Stop;
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_protocols::{EngineCount, EngineMessage, TimeControl, TimeLeft};

/// A program. Its first game starts it; it runs from game to game, and is started again after a fault.
pub struct ExternalSeat {
    program: Program,
    stop: Stop,
}

impl ExternalSeat {
    /// A seat for this program, which is not started yet. A raised `stop` ends the wait for an answer.
    pub fn new(spec: ProgramSpec, timeouts: Timeouts, stop: &Stop) -> ExternalSeat {
        ExternalSeat { program: Program::new(spec, false, timeouts), stop: stop.clone() }
    }
}

/// What a message says about the move in `position`.
pub(crate) fn reply_of(message: EngineMessage, position: &AnyPosition) -> Option<Result<Reply, Fault>> {
    Some(match message {
        EngineMessage::Moves(moves) => Ok(Reply::Moves(moves)),
        EngineMessage::Resign => Ok(Reply::Resign),
        EngineMessage::OffBoard(text) => {
            Err(Fault::new(FaultKind::IllegalMove, FaultCause::NotOnBoard(text, position.size())))
        }
        EngineMessage::NoMove(text) => Err(Fault::new(FaultKind::Garbage, FaultCause::NotAMove(text))),
        EngineMessage::Refused(why) => Err(Fault::new(FaultKind::Refused, FaultCause::Message(why))),
        _ => return None,
    })
}

impl Seat for ExternalSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, _: u64) -> Result<(), Fault> {
        self.program.begin(spec, time, &self.stop)
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        let timeouts = self.program.timeouts;
        let timeout = allowed.map_or(timeouts.unlimited, |allowed| allowed + timeouts.late);
        let answer = self.program.ask(
            |controller, out| controller.ask(position, left, out).map(|()| false),
            Wait { timeout, stop: &self.stop, may_hurry: false, time: None, ends_in_silence: false },
            |message| reply_of(message, position).map_or(Step::Wait, Step::Done),
        )?;
        self.program.ponder();
        Ok(answer)
    }

    fn rest(&mut self) {
        self.program.rest();
    }

    fn count(&mut self, position: &AnyPosition) -> Option<EngineCount> {
        self.program.count(position, &self.stop)
    }
}
