//! A program whose protocol has no words for an opening rule, with one of Tengen's engines that plays the opening for it.
//!
//! Gomocup's protocol knows swap2 alone; GTP and NBoard no opening rule at all. What such a program cannot be asked, Tengen's own engine of
//! the game decides in its place: stones that must lie in some region, which colour to take, which fifth moves to offer and to choose. It
//! costs the program no time. From then on the program plays, from the position that has come about.

use super::{InsideSeat, OutsideSeat, Reply, Seat};
use crate::Fault;
use std::time::Duration;
use tengen_games::gomoku::Step;
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::{TimeControl, TimeLeft};

/// Whether the program is asked for this game's opening steps itself.
type Speaks = Box<dyn Fn(&GameSpec) -> bool + Send>;

/// An outside program, helped through openings that its protocol does not know.
pub struct HelpedSeat {
    program: OutsideSeat,
    speaks: Speaks,
    helper: InsideSeat,
    helping: bool,
}

impl HelpedSeat {
    /// A seat for `program`; `helper` plays the opening of the games for which it does not answer `speaks`.
    pub(super) fn new(program: OutsideSeat, speaks: Speaks, helper: InsideSeat) -> HelpedSeat {
        HelpedSeat { program, speaks, helper, helping: false }
    }
}

/// Whether the move is the opening rule's affair.
fn in_opening(position: &AnyPosition) -> bool {
    match position {
        // From the sixth stone on a rule asks for nothing any more.
        AnyPosition::Gomoku(game) => {
            game.step().is_some_and(|step| !matches!(step, Step::Stone { number: 6.., .. }))
        }
        _ => false,
    }
}

impl Seat for HelpedSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, seed: u64) -> Result<(), Fault> {
        self.helping = !(self.speaks)(spec);
        if self.helping {
            self.helper.begin(spec, time, seed)?;
        }
        self.program.begin(spec, time, seed)
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        if self.helping && in_opening(position) {
            let (reply, _) = self.helper.ask(position, left, allowed)?;
            return Ok((reply, Duration::ZERO));
        }
        self.program.ask(position, left, allowed)
    }
}
