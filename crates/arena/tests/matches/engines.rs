//! Engines of the tests: quick, and the same on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tengen_arena::{EngineSpec, Opening, Schedule, TournamentConfig};
use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, AnyEngine, EngineError, Limits, Line, Score, Stop};
use tengen_engine::{EngineFactory, EngineOptions};
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, Move};
use tengen_protocols::TimeControl;

/// Plays a legal move drawn by the position and a seed; above level 1 it takes a win that it sees.
struct Drawer {
    kind: GameKind,
    level: u8,
    interrupt: Option<Interrupt>,
}

/// Stops a match after so many beginnings of games, two of which make a game.
#[derive(Clone)]
pub(crate) struct Interrupt {
    pub(crate) stop: Stop,
    pub(crate) beginnings: Arc<AtomicUsize>,
}

impl AnyEngine for Drawer {
    fn name(&self) -> String {
        format!("Drawer {}", self.level)
    }
    fn kind(&self) -> GameKind {
        self.kind
    }
    fn supports(&self, _: &GameSpec) -> Result<(), EngineError> {
        Ok(())
    }
    fn analyze(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EngineError> {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let wins = |mv: &&Move| {
            let mut after = position.clone();
            after.play(**mv).is_ok() && after.outcome().is_some_and(|o| o.winner == Some(position.to_move()))
        };
        let seen = moves.iter().find(|mv| self.level > 1 && wins(mv)).copied();
        let mut random = SplitMix64(position.hash() ^ limits.seed);
        let drawn = (!moves.is_empty()).then(|| moves[random.below(moves.len())]);
        let nodes = limits.nodes.unwrap_or(0);
        if nodes > SHORT {
            // Some take longer than others, so that threads overtake one another.
            std::thread::sleep(Duration::from_millis(position.hash() % 8));
        }
        let win = opinion(position, nodes);
        let line = |mv| Line { moves: vec![mv], score: Score::Estimate { value: win - 0.5, win }, work: 1 };
        let best = seen.or(drawn);
        Ok(Analysis { best, lines: best.into_iter().map(line).collect(), nodes: 1, ..Analysis::default() })
    }
    fn new_game(&mut self) {
        if let Some(Interrupt { stop, beginnings }) = &self.interrupt
            && beginnings.fetch_sub(1, Ordering::Relaxed) == 1
        {
            stop.raise();
        }
    }
}

/// Drawers think otherwise of a position after more nodes than these.
const SHORT: u64 = 2_000;

/// What a drawer thinks of a position after so many nodes: the chance to win, of which it knows nothing.
pub(crate) fn opinion(position: &AnyPosition, nodes: u64) -> f32 {
    (position.hash().rotate_left(if nodes > SHORT { 24 } else { 0 }) >> 40) as f32 / (1u64 << 24) as f32
}

pub(crate) fn drawers() -> EngineFactory {
    interrupting(None)
}

pub(crate) fn interrupting(interrupt: Option<Interrupt>) -> EngineFactory {
    Arc::new(move |spec, options: &EngineOptions| {
        let level = options.level.unwrap_or(1);
        Ok(Box::new(Drawer { kind: spec.kind(), level, interrupt: interrupt.clone() }))
    })
}

/// A match of these players from the start position, one node a move.
pub(crate) fn config(game: &str, players: &[&str], games: usize) -> TournamentConfig {
    let spec: GameSpec = game.parse().unwrap();
    TournamentConfig {
        players: players.iter().map(|player| player.parse::<EngineSpec>().unwrap()).collect(),
        schedule: Schedule::RoundRobin,
        games,
        openings: vec![Opening::start(&spec)],
        time: TimeControl { nodes: Some(1), ..TimeControl::default() },
        grace: Duration::from_secs(60),
        max_plies: 1000,
        concurrency: 1,
        sprt: None,
        dir: None,
        engines: drawers(),
        spec,
    }
}
