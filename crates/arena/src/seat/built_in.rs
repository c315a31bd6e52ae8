//! The seat of one of Tengen's engines.

use super::{Reply, Seat};
use crate::{Fault, FaultCause, FaultKind};
use std::time::{Duration, Instant};
use tengen_engine::{
    Analysis, EngineFactory, EngineOptions, EngineSlot, EngineThread, Limits, MoveTime, Ponder, SearchError,
    Stop, moves_to_come,
};
use tengen_games::{AnyPosition, Game as _, GameSpec, Move};
use tengen_protocols::{EngineCount, TimeControl, TimeLeft};

/// One of Tengen's engines, searching on the caller's thread, which needs [`SEARCH_STACK`](tengen_engine::SEARCH_STACK)
/// bytes of stack. In a game with [`TimeControl::ponder`] it searches on a thread of its own.
pub struct BuiltInSeat {
    engines: EngineFactory,
    options: EngineOptions,
    seed: u64,
    /// The seed of this game.
    game_seed: u64,
    threads: Option<usize>,
    stop: Stop,
    slot: EngineSlot,
    /// The engine of a game with pondering.
    thread: Option<EngineThread>,
    time: TimeControl,
}

/// Time kept for an engine that looks at the clock only from time to time.
const MARGIN: Duration = Duration::from_millis(15);

impl BuiltInSeat {
    /// A seat for an engine made with `options`. It has so many threads, or those of the match. A raised `stop` ends
    /// its search.
    pub fn new(
        engines: &EngineFactory,
        options: EngineOptions,
        seed: u64,
        threads: Option<usize>,
        stop: &Stop,
    ) -> BuiltInSeat {
        BuiltInSeat {
            engines: engines.clone(),
            options,
            seed,
            game_seed: seed,
            threads,
            stop: stop.clone(),
            slot: EngineSlot::default(),
            thread: None,
            time: TimeControl::default(),
        }
    }

    fn search(&mut self, position: &AnyPosition, limits: &Limits) -> Result<Analysis, SearchError> {
        match &mut self.thread {
            Some(thread) => thread.search(position, limits, &self.stop),
            None => self.slot.search(position, limits, &self.stop, &mut |_| ()),
        }
    }

    /// Begins to ponder the reply that `found` expects to the move.
    fn ponder(&mut self, position: &AnyPosition, mv: Move, found: &Analysis) {
        let mut after = position.clone();
        if self.thread.is_none() || after.play(mv).is_err() {
            return;
        }
        // The time comes with the next question.
        let limits = |next: &AnyPosition| self.limits(next, &TimeLeft::default());
        let on = Ponder::on_analysis(&after, found, limits);
        if let (Some(thread), Some(on)) = (&mut self.thread, on) {
            thread.ponder(on);
        }
    }

    fn limits(&self, position: &AnyPosition, left: &TimeLeft) -> Limits {
        let share = left.own.map(|left| {
            let share = left / moves_to_come(position) + self.time.increment * 4 / 5;
            MoveTime::share(share.min(left), left)
        });
        let time = match (self.time.per_move, share) {
            (Some(per_move), Some(share)) => Some(share.at_most(per_move)),
            (per_move, share) => share.or(per_move.map(MoveTime::fixed)),
        };
        let by_time = time.map(|time| time.minus(MARGIN).limits()).unwrap_or_default();
        Limits {
            nodes: self.time.nodes,
            depth: self.time.depth,
            seed: self.game_seed,
            threads: self.threads.or(self.time.threads).unwrap_or(1),
            playing: true,
            ..by_time
        }
    }
}

impl Seat for BuiltInSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, seed: u64) -> Result<(), Fault> {
        self.game_seed = self.seed.wrapping_add(seed);
        self.time = time.clone();
        if let Some(memory) = time.memory {
            self.options.memory.get_or_insert(memory);
        }
        let failed = |kind| move |why| Fault::new(kind, FaultCause::Search(Box::new(why)));
        if time.ponder {
            self.slot = EngineSlot::default();
            let options = self.options.clone();
            let thread =
                self.thread.get_or_insert_with(|| EngineThread::new(&self.engines, EngineOptions::default()));
            return thread.begin_game(spec, options).map_err(failed(FaultKind::Start));
        }
        self.thread = None;
        let ready = self.slot.prepare(&self.engines, spec, &self.options);
        ready.map_err(failed(FaultKind::Start))?;
        let new_game = self.slot.guard(|engine| engine.new_game());
        new_game.map_err(failed(FaultKind::Crash))
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        _allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        let limits = self.limits(position, left);
        let begun = Instant::now();
        let answer = self.search(position, &limits);
        let spent = begun.elapsed();
        if answer.as_ref().is_ok_and(|analysis| analysis.is_hopeless(position)) {
            return Ok((Reply::Resign, spent));
        }
        match answer {
            Ok(found @ Analysis { best: Some(mv), .. }) => {
                self.ponder(position, mv, &found);
                Ok((Reply::Moves(vec![mv]), spent))
            }
            Ok(_) => Err(Fault::new(FaultKind::Refused, FaultCause::NoMove)),
            Err(why) => {
                let crashed = matches!(why, SearchError::Panicked(_));
                let kind = if crashed { FaultKind::Crash } else { FaultKind::Refused };
                Err(Fault::new(kind, FaultCause::Search(Box::new(why))))
            }
        }
    }

    fn rest(&mut self) {
        if let Some(thread) = &mut self.thread {
            thread.give_up();
        }
    }

    fn count(&mut self, position: &AnyPosition) -> Option<EngineCount> {
        let AnyPosition::Go(game) = position else { return None };
        let found = self.search(position, &Limits::settling()).ok()?;
        // An engine of every game knows no owners.
        if found.ownership.is_empty() {
            return None;
        }
        let dead = game.dead_stones(&found.ownership);
        Some(EngineCount { score: Some(game.outcome_with(&dead).sgf_text()), dead: Some(dead) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tengen_engine::EngineError;
    use tengen_games::Game;

    #[test]
    fn only_the_time_of_a_game_can_be_saved_for_later_moves() {
        let position = AnyPosition::new(&"othello".parse().unwrap());
        let no_engines: EngineFactory = Arc::new(|spec, _| Err(EngineError::None(spec.kind())));
        let mut seat = BuiltInSeat::new(&no_engines, EngineOptions::default(), 0, None, &Stop::new());
        let mut limits = |game: Option<Duration>, per_move: Option<Duration>| {
            seat.time = TimeControl { game, per_move, ..TimeControl::default() };
            seat.limits(&position, &TimeLeft { own: game, opponent: game })
        };
        let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
        let by_game = limits(Some(minute), None);
        assert!(by_game.time < by_game.max_time && by_game.max_time < Some(minute / 2));
        assert_eq!(limits(None, Some(second)).max_time, None);
        let by_both = limits(Some(minute), Some(second));
        assert!(by_both.time < Some(second) && by_both.max_time.is_none());
        assert_eq!(limits(None, None).time, None);
    }
}
