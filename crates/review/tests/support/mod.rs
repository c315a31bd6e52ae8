//! An engine whose scores are known beforehand, and random games.

#![allow(dead_code, reason = "each test program uses what it needs")]

use tengen_board::random::SplitMix64;
use tengen_engine::{Analysis, AnyEngine, Engine, ForKind, Limits, Line, Score, Stop};
use tengen_games::{AnyPosition, Game, GameSpec, Move};
use tengen_records::{Format, ReadOptions, Record};

/// Its score of a position is drawn from the position's hash; its best move is the first legal one.
#[derive(Default)]
pub(crate) struct Scripted {
    /// Raise this flag when asked for the analysis after so many.
    pub(crate) stop_after: Option<(usize, Stop)>,
    pub(crate) asked: usize,
}

impl Scripted {
    pub(crate) fn score<G: Game>(position: &G) -> Score {
        let win = SplitMix64(position.hash()).below(1000) as f32 / 1000.0;
        Score::Estimate { value: (win - 0.5) * 40.0, win }
    }
}

impl<G: Game> Engine<G> for Scripted {
    fn name(&self) -> String {
        "Scripted 1".into()
    }

    fn analyze(&mut self, position: &G, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Analysis)) -> Analysis {
        if let Some((after, stop)) = &self.stop_after
            && self.asked >= *after
        {
            stop.raise();
        }
        self.asked += 1;
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let moves = legal.iter().take(1).copied().collect();
        let line = Line { moves, score: Scripted::score(position), work: 1 };
        Analysis { best: legal.first().copied(), lines: vec![line], nodes: 1, ..Analysis::default() }
    }
}

/// So many scripted engines for a game.
pub(crate) fn engines(spec: &GameSpec, count: usize) -> Vec<Box<dyn AnyEngine>> {
    let one = || -> Box<dyn AnyEngine> { Box::new(ForKind::new(spec.kind(), Scripted::default())) };
    (0..count).map(|_| one()).collect()
}

/// The legal moves in their order.
pub(crate) fn legal(position: &AnyPosition) -> Vec<Move> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    legal
}

/// A random game of at most so many moves.
pub(crate) fn moves_of(spec: &GameSpec, most: usize, rng: &mut SplitMix64) -> Vec<Move> {
    let mut position = AnyPosition::new(spec);
    let mut next = || rng.next_u64() as u32;
    (0..most).map_while(|_| position.play_random(&mut next)).collect()
}

/// A record from a list of moves.
pub(crate) fn record(game: &str, moves: &str) -> Record {
    let options = ReadOptions::default().with_spec(GameSpec::named(game, None, None).unwrap());
    Format::MoveList.read(moves.as_bytes(), &options).unwrap().records.remove(0)
}
