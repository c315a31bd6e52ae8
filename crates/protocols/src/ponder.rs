//! Pondering: a search of the expected position on the opponent's time.
//!
//! The search begins without an end ([`Limits::PONDER`]). On a ponder hit the same search goes on, and has the time
//! of the move from then on. On a miss it is stopped at once and its result is ignored.

use crate::{Effect, SearchId};
use tengen_engine::{Analysis, Limits};
use tengen_games::AnyPosition;

/// A ponder search.
#[derive(Clone, Debug)]
pub(crate) struct Ponder {
    id: SearchId,
    search: tengen_engine::Ponder,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Thinking,
    /// It was certain, or reached a limit other than time.
    Done(Box<Analysis>),
    Failed,
}

impl Ponder {
    /// Begins to ponder the reply that `analysis` expects to its best move. `after` is the position after that move,
    /// `limits` are those of a move. `None` if no reply is expected, or the reply ends the game.
    pub(crate) fn begin(
        id: SearchId,
        after: &AnyPosition,
        analysis: &Analysis,
        limits: &Limits,
        out: &mut Vec<Effect>,
    ) -> Option<Ponder> {
        let search = tengen_engine::Ponder::on_analysis(after, analysis, |_| limits.clone())?;
        let (position, limits) = (Box::new(search.position().clone()), search.limits().clone());
        out.push(Effect::Search { id, position, limits });
        Some(Ponder { id, search, state: State::Thinking })
    }

    /// True on a ponder hit: the search asked for is this one, apart from its time.
    pub(crate) fn is_hit(&self, position: &AnyPosition, limits: &Limits) -> bool {
        !matches!(self.state, State::Failed) && self.search.is_hit(position, limits)
    }

    /// Goes on as the search of a move, with the time of `limits`. Returns its number, and its result if it has ended
    /// already.
    pub(crate) fn hit(self, limits: &Limits, out: &mut Vec<Effect>) -> (SearchId, Option<Analysis>) {
        match self.state {
            State::Done(analysis) => (self.id, Some(*analysis)),
            _ => {
                out.extend(limits.time.map(|time| Effect::Within(self.id, time)));
                (self.id, None)
            }
        }
    }

    /// Stops the search after a miss.
    pub(crate) fn stop(self, out: &mut Vec<Effect>) {
        if matches!(self.state, State::Thinking) {
            out.push(Effect::Stop(self.id));
        }
    }

    /// Keeps the result, if it is the result of this search.
    pub(crate) fn finished(&mut self, id: SearchId, analysis: &Analysis) {
        if self.id == id {
            self.state = State::Done(Box::new(analysis.clone()));
        }
    }

    /// Notes a failure, if it is the failure of this search.
    pub(crate) fn failed(&mut self, id: SearchId) {
        if self.id == id {
            self.state = State::Failed;
        }
    }
}
