//! Self-play games for the training.
//!
//! Each game begins with a few random stones near the centre, so that games differ. Openings that the engine evaluates
//! as decided are dropped. Some moves are random among the natural ones, because a search also evaluates positions
//! that good play never reaches. A game depends only on the seed, its number and the engine, not on the threads.

use crate::games::{TrainingGame, TrainingMove};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Point, Size};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::{OpeningRule, Position, Rules, Variant};
use tengen_games::{Game, Move};
use tengen_gomoku::with_rule;

/// Settings of self-play.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The rules.
    pub variant: Variant,
    /// The side of the board.
    pub side: u8,
    /// Number of games.
    pub games: u64,
    /// The number of the first game, so that a later run can continue an earlier one.
    pub first: u64,
    /// Node limit per move.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
    /// Threads, at least one; each plays its own games.
    pub threads: usize,
}

/// Limit on the stones of an opening.
const OPENING: usize = 9;

/// One move in `STRAY_IN` is random, among the `STRAY_AMONG` most natural ones.
const STRAY_IN: usize = 10;
const STRAY_AMONG: usize = 8;

/// Largest distance of an opening's win probability from one half.
const UNEVEN: f32 = 0.4;

/// Limit on dropped openings; the next one is used as it is.
const PATIENCE: usize = 50;

impl SelfPlay {
    /// Plays the games and passes them to `on_game` in order. `make` returns a new engine. A raised `stop` ends the run
    /// between games.
    pub fn run<E, M>(&self, make: M, stop: &Stop, mut on_game: impl FnMut(TrainingGame))
    where
        E: Engine<Position>,
        M: Fn() -> E + Sync,
    {
        let next = AtomicU64::new(0);
        let (send, games) = sync_channel(256);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, next, make) = (send.clone(), &next, &make);
                scope.spawn(move || {
                    let mut engine = make();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games || stop.is_raised() {
                            return;
                        }
                        if send.send((number, self.play(&mut engine, self.first + number, stop))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut early = std::collections::BTreeMap::new();
            let mut due = 0;
            for (number, game) in games {
                early.insert(number, game);
                while let Some(game) = early.remove(&due) {
                    due += 1;
                    if let Some(game) = game {
                        on_game(game);
                    }
                }
            }
        });
    }

    /// The opening of the game with this number.
    pub fn opening_of(&self, engine: &mut impl Engine<Position>, number: u64) -> Position {
        self.opening(engine, number, &Stop::new())
    }

    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), seed: self.seed, ..Limits::default() }
    }

    /// One game; `None` if it was stopped.
    fn play(&self, engine: &mut impl Engine<Position>, number: u64, stop: &Stop) -> Option<TrainingGame> {
        let limits = self.limits();
        let mut position = self.opening(engine, number, stop);
        let opening = points(&position.moves().collect::<Vec<_>>());
        let mut rng = SplitMix64(!self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut moves = Vec::new();
        let mut winner = None;
        while !position.is_over() {
            let found = engine.analyze(&position, &limits, stop, &mut |_| ());
            if stop.is_raised() {
                return None;
            }
            let (Some(Move::Place(point)), Some(score)) = (found.best, found.score()) else { break };
            let thousandths = (score.win() * 1000.0).round() as u16;
            let stray = (rng.below(STRAY_IN) == 0).then(|| stray(&position, &mut rng)).flatten();
            let decided = score.is_proof() && score.win() != 0.5;
            let mv = match stray {
                Some(point) if !decided => TrainingMove { point, score: thousandths, stray: true },
                _ => TrainingMove { point, score: thousandths, stray: false },
            };
            moves.push(mv);
            if decided {
                let mover = position.to_move();
                winner = Some(if score.win() > 0.5 { mover } else { !mover });
                break;
            }
            position.play_unchecked(Move::Place(mv.point));
        }
        let winner = winner.or_else(|| position.outcome().and_then(|outcome| outcome.winner));
        Some(TrainingGame { variant: self.variant, side: self.side, winner, opening, moves })
    }

    /// An opening that is not decided.
    fn opening(&self, engine: &mut impl Engine<Position>, number: u64, stop: &Stop) -> Position {
        let mut rng = SplitMix64(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        engine.new_game();
        for _ in 0..PATIENCE {
            let position = self.random_stones(&mut rng);
            if position.is_over() {
                continue;
            }
            let score = engine.analyze(&position, &self.limits(), stop, &mut |_| ()).score();
            if stop.is_raised() || score.is_some_and(|score| (score.win() - 0.5).abs() < UNEVEN) {
                return position;
            }
        }
        self.random_stones(&mut rng)
    }

    /// Random stones: the first near the centre, each other within two points of a stone.
    fn random_stones(&self, rng: &mut SplitMix64) -> Position {
        let mut position = Position::new(&self.rules());
        let side = usize::from(self.side);
        let count = 1 + rng.below(OPENING);
        let middle = side / 3;
        let first = |rng: &mut SplitMix64| (middle + rng.below(side - 2 * middle)) as u8;
        let point = Point::new(first(rng), first(rng));
        position.play_unchecked(Move::Place(point));
        let mut near = Vec::new();
        while position.ply() < count && !position.is_over() {
            near.clear();
            near.extend(self.size().points().filter(|&point| {
                position.at(point) == Cell::Empty
                    && self.size().points().any(|stone| {
                        position.at(stone) != Cell::Empty
                            && stone.row.abs_diff(point.row) <= 2
                            && stone.col.abs_diff(point.col) <= 2
                    })
                    && position.is_legal(Move::Place(point))
            }));
            if near.is_empty() {
                break;
            }
            position.play_unchecked(Move::Place(near[rng.below(near.len())]));
        }
        position
    }

    fn size(&self) -> Size {
        self.rules().size
    }

    fn rules(&self) -> Rules {
        let side = usize::from(self.side).clamp(Rules::MIN_SIDE, Rules::MAX_SIDE);
        Rules { size: Size::of(side, side), variant: self.variant, opening: OpeningRule::None }
    }
}

/// A random move among the natural ones; none if a five must be made or stopped.
fn stray(game: &Position, rng: &mut SplitMix64) -> Option<Point> {
    with_rule!(game.rules().variant, R => {
        let values = tengen_gomoku::Values::standard(game.rules().variant);
        let position = values.board::<R>(game);
        if position.is_forced() {
            return None;
        }
        let mut natural: Vec<_> = position.candidates().iter().filter(|&square| position.is_legal(square)).collect();
        natural.sort_by_key(|&square| std::cmp::Reverse(values.order(&position, square)));
        natural.truncate(STRAY_AMONG);
        (!natural.is_empty()).then(|| position.point(natural[rng.below(natural.len())]))
    })
}

fn points(moves: &[Move]) -> Vec<Point> {
    moves.iter().filter_map(|mv| if let Move::Place(point) = mv { Some(*point) } else { None }).collect()
}
