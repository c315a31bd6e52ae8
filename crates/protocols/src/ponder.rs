//! Thinking on the opponent's time: a search of the position that is expected, taken over where it comes.
//!
//! The search begins without an end ([`Limits::PONDER`]). When the expected position is asked about, the same search goes on and gets the
//! time of the move from then on, so that nothing is thought twice; when anything else is asked, it is stopped at once and forgotten.

use crate::{Effect, SearchId};
use tengen_engine::{Analysis, Limits};
use tengen_games::{AnyPosition, Game, Move};

/// A search on the opponent's time.
#[derive(Clone, Debug)]
pub(crate) struct Ponder {
    id: SearchId,
    position: AnyPosition,
    limits: Limits,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Thinking,
    /// It was sure, or reached another limit than time.
    Done(Box<Analysis>),
    Failed,
}

impl Ponder {
    /// Begins to think about the reply that `analysis` expects to its first move, which has just been played: `after` is the position
    /// then. `limits` are those of the moves of the game. `None` where no reply is expected, or it ends the game.
    pub(crate) fn begin(
        id: SearchId,
        after: &AnyPosition,
        analysis: &Analysis,
        limits: &Limits,
        out: &mut Vec<Effect>,
    ) -> Option<Ponder> {
        let moves =
            &analysis.lines.iter().find(|line| line.moves.first() == after.last_move().as_ref())?.moves;
        Ponder::on_reply(id, after, *moves.get(1)?, limits, out)
    }

    /// Begins to think as if `reply` had been played in `after`.
    fn on_reply(
        id: SearchId,
        after: &AnyPosition,
        reply: Move,
        limits: &Limits,
        out: &mut Vec<Effect>,
    ) -> Option<Ponder> {
        let mut position = after.clone();
        position.play(reply).ok()?;
        if position.is_over() {
            return None;
        }
        let limits = Limits { time: Some(Limits::PONDER), ..limits.clone() };
        out.push(Effect::Search { id, position: Box::new(position.clone()), limits: limits.clone() });
        Some(Ponder { id, position, limits, state: State::Thinking })
    }

    /// Whether it is the search that is asked for now, but for its time.
    pub(crate) fn serves(&self, position: &AnyPosition, limits: &Limits) -> bool {
        let asked = Limits { time: Some(Limits::PONDER), ..limits.clone() };
        !matches!(self.state, State::Failed) && asked == self.limits && self.position == *position
    }

    /// It is asked for: goes on with the time of `limits`. Gives its number, and what it has found where it has ended already.
    pub(crate) fn take(self, limits: &Limits, out: &mut Vec<Effect>) -> (SearchId, Option<Analysis>) {
        match self.state {
            State::Done(analysis) => (self.id, Some(*analysis)),
            _ => {
                out.extend(limits.time.map(|time| Effect::Within(self.id, time)));
                (self.id, None)
            }
        }
    }

    /// It was in vain.
    pub(crate) fn stop(self, out: &mut Vec<Effect>) {
        if matches!(self.state, State::Thinking) {
            out.push(Effect::Stop(self.id));
        }
    }

    /// Keeps what the search found, if it is this one.
    pub(crate) fn finished(&mut self, id: SearchId, analysis: &Analysis) {
        if self.id == id {
            self.state = State::Done(Box::new(analysis.clone()));
        }
    }

    /// Notes that the search broke down, if it is this one.
    pub(crate) fn failed(&mut self, id: SearchId) {
        if self.id == id {
            self.state = State::Failed;
        }
    }
}
