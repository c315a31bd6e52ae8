//! The seat of one of Tengen's engines.

use super::{Reply, Seat};
use crate::{Fault, FaultCause, FaultKind};
use std::time::{Duration, Instant};
use tengen_engine::{EngineFactory, EngineOptions, EngineSlot, Limits, SearchError, Stop, moves_to_come};
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::{TimeControl, TimeLeft};

/// One of Tengen's engines, searching on the caller's thread, which needs [`SEARCH_STACK`](tengen_engine::SEARCH_STACK)
/// bytes of stack.
pub struct BuiltInSeat {
    engines: EngineFactory,
    options: EngineOptions,
    seed: u64,
    /// The seed of this game.
    game_seed: u64,
    threads: Option<usize>,
    stop: Stop,
    slot: EngineSlot,
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
            time: TimeControl::default(),
        }
    }

    fn limits(&self, position: &AnyPosition, left: &TimeLeft) -> Limits {
        let share = left
            .own
            .map(|left| left / moves_to_come(position) + self.time.increment * 4 / 5)
            .map(|share| share.min(left.own.unwrap_or_default()));
        let time = match (self.time.per_move, share) {
            (Some(per_move), Some(share)) => Some(per_move.min(share)),
            (per_move, share) => per_move.or(share),
        };
        Limits {
            time: time.map(|time| time.saturating_sub(MARGIN.min(time / 2))),
            nodes: self.time.nodes,
            depth: self.time.depth,
            seed: self.game_seed,
            threads: self.threads.or(self.time.threads).unwrap_or(1),
            playing: true,
            ..Limits::default()
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
        let ready = self.slot.prepare(&self.engines, spec, &self.options);
        let failed = |kind| move |why| Fault::new(kind, FaultCause::Search(Box::new(why)));
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
        let answer = self.slot.search(position, &limits, &self.stop, &mut |_| ());
        let spent = begun.elapsed();
        if answer.as_ref().is_ok_and(|analysis| analysis.is_hopeless(position)) {
            return Ok((Reply::Resign, spent));
        }
        match answer.map(|analysis| analysis.best) {
            Ok(Some(mv)) => Ok((Reply::Moves(vec![mv]), spent)),
            Ok(None) => Err(Fault::new(FaultKind::Refused, FaultCause::NoMove)),
            Err(why) => {
                let crashed = matches!(why, SearchError::Panicked(_));
                let kind = if crashed { FaultKind::Crash } else { FaultKind::Refused };
                Err(Fault::new(kind, FaultCause::Search(Box::new(why))))
            }
        }
    }
}
