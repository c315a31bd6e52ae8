//! A program whose protocol cannot carry an opening rule, and the engine of Tengen that plays the opening for it.
//!
//! Gomocup's protocol knows only swap2; GTP and NBoard know no opening rule. Tengen's engine for the game decides in
//! place of such a program: the stones of the opening, the colour, the fifth moves to offer and to choose. It costs
//! the program no time. After the opening the program plays.

use super::{BuiltInSeat, ExternalSeat, Reply, Seat};
use crate::Fault;
use std::time::Duration;
use tengen_games::gomoku::Step;
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::{EngineCount, TimeControl, TimeLeft};

/// True if the program plays this game's opening itself.
type PlaysOpening = Box<dyn Fn(&GameSpec) -> bool + Send>;

/// A program, with an engine that plays the openings that its protocol cannot carry.
pub struct AssistedSeat {
    program: ExternalSeat,
    plays_opening: PlaysOpening,
    helper: BuiltInSeat,
    assists: bool,
}

impl AssistedSeat {
    /// A seat for `program`. `helper` plays the opening of the games for which `plays_opening` is false.
    pub(super) fn new(
        program: ExternalSeat,
        plays_opening: PlaysOpening,
        helper: BuiltInSeat,
    ) -> AssistedSeat {
        AssistedSeat { program, plays_opening, helper, assists: false }
    }
}

/// True if the opening rule decides about the next move.
pub(crate) fn in_opening(position: &AnyPosition) -> bool {
    match position {
        // From the sixth stone on the rules ask for nothing.
        AnyPosition::Gomoku(game) => {
            game.step().is_some_and(|step| !matches!(step, Step::Stone { number: 6.., .. }))
        }
        _ => false,
    }
}

impl Seat for AssistedSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, seed: u64) -> Result<(), Fault> {
        self.assists = !(self.plays_opening)(spec);
        if self.assists {
            // An opening has no expected replies.
            self.helper.begin(spec, &TimeControl { ponder: false, ..time.clone() }, seed)?;
        }
        self.program.begin(spec, time, seed)
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        if self.assists && in_opening(position) {
            let (reply, _) = self.helper.ask(position, left, allowed)?;
            return Ok((reply, Duration::ZERO));
        }
        self.program.ask(position, left, allowed)
    }

    fn rest(&mut self) {
        self.program.rest();
        self.helper.rest();
    }

    fn count(&mut self, position: &AnyPosition) -> Option<EngineCount> {
        self.program.count(position)
    }
}
