//! A program as an engine: what the front ends analyse and play with.

use crate::seat::{Program, Reply, Step, Timeouts, Wait, in_opening, reply_of};
use crate::{Fault, FaultCause, FaultKind, ProgramSpec, Protocol};
use std::time::Instant;
use tengen_board::{Cell, Color};
use tengen_engine::{
    Analysis, AnyEngine, EngineError, EngineFactory, EngineOptions, Limits, Line, Score, Stop, Unplayable,
};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, Move, go};
use tengen_protocols::{EngineMessage, TimeControl};

/// A program that speaks a protocol, as an engine for one game.
///
/// The first search starts it. It gives moves; GTP engines with `kata-analyze` and JSON-lines engines also give scores,
/// lines and the owners of the points. A crash, silence or nonsense is an [`EngineError::Program`] that names it, and
/// the next search starts the program again. Dropping it ends the program. A finished game of Go is counted by the dead
/// stones that a GTP program names; where it names none, by Tengen's engine ([`Analysis::settled_by`]).
pub struct ProgramEngine {
    spec: ProgramSpec,
    kind: GameKind,
    program: Program,
    /// The game that the program plays, and its time control.
    game: Option<(GameSpec, TimeControl)>,
    memory: Option<u64>,
    /// Makes the engine that plays the openings which the protocol cannot carry.
    engines: EngineFactory,
    helper: Option<Box<dyn AnyEngine>>,
}

impl ProgramEngine {
    /// The engine for a game. `engines` makes Tengen's own engine, which plays the steps of opening rules that the
    /// protocol has no words for.
    pub fn new(
        spec: ProgramSpec,
        kind: GameKind,
        engines: &EngineFactory,
        timeouts: Timeouts,
    ) -> ProgramEngine {
        ProgramEngine {
            program: Program::new(spec.clone(), true, timeouts),
            spec,
            kind,
            game: None,
            memory: None,
            engines: EngineFactory::clone(engines),
            helper: None,
        }
    }

    /// Starts the game or changes its time, where they are not those of the last search.
    fn prepare(&mut self, spec: GameSpec, time: TimeControl, stop: &Stop) -> Result<(), Fault> {
        match &self.game {
            Some((game, now)) if *game == spec && self.program.is_running() => {
                if *now != time {
                    self.program.set_time(&time);
                }
            }
            _ => {
                self.game = None;
                self.program.begin(&spec, &time, stop)?;
            }
        }
        self.game = Some((spec, time));
        Ok(())
    }

    fn search(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        let begun = Instant::now();
        // To think on the opponent's time is not asked of a program: the time has no end then.
        let time = limits.time.filter(|&time| time != Limits::PONDER);
        let control = TimeControl {
            per_move: time,
            nodes: limits.nodes,
            depth: limits.depth,
            threads: (limits.threads > 1).then_some(limits.threads),
            memory: self.memory,
            ..TimeControl::default()
        };
        self.prepare(position.spec(), control, stop)?;
        let timeouts = self.program.timeouts;
        let mut found: Option<Analysis> = None;
        let timeout = time.map_or(timeouts.unlimited, |time| time + timeouts.late);
        let (reply, _) = self.program.ask(
            |controller, out| controller.analyze(position, limits, out),
            Wait { timeout, stop, may_hurry: true, time, ends_in_silence: limits.nodes.is_some() },
            |message| match message {
                EngineMessage::Analysis(mut analysis) => {
                    analysis.lines.truncate(limits.lines.max(1));
                    analysis.time = begun.elapsed();
                    on_progress(&analysis);
                    let enough = limits.nodes.is_some_and(|nodes| analysis.nodes >= nodes);
                    found = Some(*analysis);
                    if enough { Step::Hurry } else { Step::Wait }
                }
                other => reply_of(other, position).map_or(Step::Wait, Step::Done),
            },
        )?;
        let mut found = found.unwrap_or_default();
        found.time = begun.elapsed();
        match reply {
            Reply::Resign => {
                found.best = None;
                found.resigns = true;
            }
            Reply::Moves(moves) => {
                found.best = moves.first().copied();
                self.judge(position, found.best)?;
            }
        }
        Ok(found)
    }

    /// The count of a finished game of Go by the dead stones that the program names. Where it names none, Tengen's
    /// engine settles them, and the analysis says so.
    fn count(
        &mut self,
        position: &AnyPosition,
        game: &go::Position,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Analysis, EngineError> {
        let begun = Instant::now();
        let spec = position.spec();
        // The program keeps the time of the game that it plays already.
        let time = self.game.as_ref().map(|(_, time)| time.clone()).unwrap_or_default();
        let ready = self.spec.protocol == Protocol::Gtp && self.prepare(spec.clone(), time, stop).is_ok();
        let counted = if ready { self.program.count(position, stop) } else { None };
        let Some(dead) = counted.and_then(|counted| counted.dead) else {
            let seed = limits.seed;
            let helper = self.helper(&spec)?;
            let name = helper.name();
            let found =
                helper.analyze(position, &Limits { seed, ..Limits::settling() }, stop, &mut |_| ())?;
            return Ok(Analysis { settled_by: Some(name), ..found });
        };
        let owners = game.score(&dead).owner;
        let owner = |cell: &Cell| match cell {
            Cell::Black => 1.0,
            Cell::White => -1.0,
            Cell::Empty => 0.0,
        };
        let ownership: Vec<f32> = owners.iter().map(owner).collect();
        let margin = game.score(&game.dead_stones(&ownership)).margin();
        let value = if position.to_move() == Color::Black { margin } else { -margin };
        let win = (value.partial_cmp(&0.0).map_or(0, |order| order as i8) + 1) as f32 / 2.0;
        let line = Line { moves: Vec::new(), score: Score::Estimate { value, win }, work: 0 };
        Ok(Analysis { lines: vec![line], time: begun.elapsed(), ownership, ..Analysis::default() })
    }

    /// Refuses a move that breaks the rules.
    fn judge(&self, position: &AnyPosition, mv: Option<Move>) -> Result<(), Fault> {
        match mv.map(|mv| position.check(mv)) {
            Some(Err(illegal)) => {
                Err(Fault::new(FaultKind::IllegalMove, FaultCause::Illegal(Box::new(illegal))))
            }
            _ => Ok(()),
        }
    }

    /// The engine that plays the opening for the program.
    fn helper(&mut self, spec: &GameSpec) -> Result<&mut dyn AnyEngine, EngineError> {
        let made = match self.helper.take() {
            Some(helper) if helper.supports(spec).is_ok() => helper,
            _ => (self.engines)(spec, &EngineOptions::default())?,
        };
        Ok(self.helper.insert(made).as_mut())
    }
}

impl AnyEngine for ProgramEngine {
    fn name(&self) -> String {
        self.spec.name.clone()
    }

    fn kind(&self) -> GameKind {
        self.kind
    }

    fn supports(&self, spec: &GameSpec) -> Result<(), EngineError> {
        if spec.kind() != self.kind {
            let (engine, plays, asked) = (self.spec.name.clone(), self.kind, spec.kind());
            return Err(EngineError::WrongGame { engine, plays, asked });
        }
        let unsupported = |why| EngineError::Unsupported { engine: self.spec.name.clone(), why };
        self.spec.protocol.carries(spec).map_err(unsupported)
    }

    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let spec = position.spec();
        self.supports(&spec)?;
        let depth_alone = limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none();
        if depth_alone && !self.spec.protocol.carries_depth() {
            // Nothing would end the search.
            let (engine, why) = (self.spec.name.clone(), Unplayable::NoDepth { name: "GTP" });
            return Err(EngineError::Unsupported { engine, why });
        }
        if position.is_over() {
            return match position {
                AnyPosition::Go(game) if game.rules().captures_to_win == 0 => {
                    self.count(position, game, limits, stop)
                }
                _ => Ok(Analysis::default()),
            };
        }
        if !self.spec.plays_opening(&spec) && in_opening(position) {
            return self.helper(&spec)?.analyze(position, limits, stop, on_progress);
        }
        match self.search(position, limits, stop, on_progress) {
            Ok(found) => Ok(found),
            // What was asked for is no longer wanted.
            Err(_) if stop.is_raised() => Ok(Analysis::default()),
            Err(fault) => Err(EngineError::Program { engine: self.spec.name.clone(), fault }),
        }
    }

    fn new_game(&mut self) {
        self.game = None;
    }

    fn set_memory(&mut self, bytes: u64) {
        self.memory = Some(bytes);
    }
}

impl std::fmt::Debug for ProgramEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ProgramEngine({}, {})", self.spec.name, self.kind)
    }
}
