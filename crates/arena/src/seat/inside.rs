//! One of Tengen's own engines at the board.

use super::{Reply, Seat};
use crate::{Fault, FaultKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use tengen_engine::{AnyEngine, Limits, Stop};
use tengen_games::{AnyPosition, GameSpec};
use tengen_protocols::{EngineOptions, Players, TimeControl, TimeLeft};

/// One of Tengen's own engines, thinking on the caller's thread.
pub struct InsideSeat {
    players: Players,
    options: EngineOptions,
    seed: u64,
    /// That of the game.
    game_seed: u64,
    threads: Option<usize>,
    stop: Stop,
    engine: Option<Box<dyn AnyEngine>>,
    time: TimeControl,
}

/// What an engine that looks at the clock now and then may be late by.
const MARGIN: Duration = Duration::from_millis(15);

impl InsideSeat {
    /// A seat for an engine that `players` makes with `options`; with so many threads, or those of the match. A raised `stop` ends its
    /// thinking.
    pub fn new(
        players: &Players,
        options: EngineOptions,
        seed: u64,
        threads: Option<usize>,
        stop: &Stop,
    ) -> InsideSeat {
        InsideSeat {
            players: players.clone(),
            options,
            seed,
            game_seed: seed,
            threads,
            stop: stop.clone(),
            engine: None,
            time: TimeControl::default(),
        }
    }

    fn limits(&self, left: &TimeLeft) -> Limits {
        // A game has some thirty more moves of this side, whenever it is asked.
        let share = left
            .own
            .map(|left| left / 30 + self.time.increment * 4 / 5)
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

impl Seat for InsideSeat {
    fn begin(&mut self, spec: &GameSpec, time: &TimeControl, seed: u64) -> Result<(), Fault> {
        self.game_seed = self.seed.wrapping_add(seed);
        self.time = time.clone();
        if let Some(memory) = time.memory {
            self.options.memory.get_or_insert(memory);
        }
        let engine = match self.engine.take().filter(|engine| engine.supports(spec).is_ok()) {
            Some(engine) => engine,
            None => (self.players)(spec, &self.options).map_err(|why| Fault::new(FaultKind::Start, why))?,
        };
        self.engine.insert(engine).new_game();
        Ok(())
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        left: &TimeLeft,
        _allowed: Option<Duration>,
    ) -> Result<(Reply, Duration), Fault> {
        let limits = self.limits(left);
        let Some(engine) = &mut self.engine else {
            return Err(Fault::new(FaultKind::Start, "no game has begun"));
        };
        let begun = Instant::now();
        let answer =
            catch_unwind(AssertUnwindSafe(|| engine.analyze(position, &limits, &self.stop, &mut |_| ())));
        let spent = begun.elapsed();
        match answer {
            Ok(Ok(analysis)) => match analysis.best {
                Some(mv) => Ok((Reply::Moves(vec![mv]), spent)),
                None => Err(Fault::new(FaultKind::Refused, "the engine found no move")),
            },
            Ok(Err(why)) => Err(Fault::new(FaultKind::Refused, why.to_string())),
            Err(_) => {
                // It may have left its tables half written.
                self.engine = None;
                Err(Fault::new(FaultKind::Crash, "the engine broke down"))
            }
        }
    }
}
