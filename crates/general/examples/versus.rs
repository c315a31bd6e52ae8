//! A match between the player of this crate and alpha-beta search with the same evaluation, to choose between the two.
//!
//! `cargo run --release -p tengen-general --example versus -- connect6 20 0.1` plays 20 games at 0.1 s a move.

#[path = "../src/windows.rs"]
#[allow(dead_code, reason = "the example shares what it needs")]
mod windows;

use std::time::{Duration, Instant};
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move};
use tengen_general::Player;
use windows::{Scan, Windows};

const WIN: f32 = 1e6;
const MOVES: usize = 20;

/// Alpha-beta with iterative deepening: the best moves by windows, no table.
struct AlphaBeta {
    windows: Windows,
    deadline: Instant,
    nodes: u64,
    over: bool,
}

impl AlphaBeta {
    fn scan(&mut self, game: &AnyPosition) -> Scan {
        let mut scan = Scan::default();
        self.windows.scan(game.size().points().map(|p| game.at(p)), &mut scan);
        scan
    }

    fn value(&self, game: &AnyPosition, scan: &Scan) -> f32 {
        let mover = game.to_move();
        let own = scan.sum[mover.index()] * (1.0 + 0.25 * game.stones_left_in_turn() as f32);
        let other = scan.sum[mover.opponent().index()];
        let captures = |color| {
            let share = game.captured_by(color) as f32 / f32::from(game.goal().captures.unwrap_or(u16::MAX));
            share * (0.5 + share)
        };
        2.5 * (own - other) / (own + other + 60.0) + 2.0 * (captures(mover) - captures(mover.opponent()))
    }

    fn moves(&self, game: &AnyPosition, scan: &Scan) -> Vec<Move> {
        let (own, other) = (game.to_move().index(), game.to_move().opponent().index());
        let mut scored: Vec<(f32, Move)> = game
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let index = mv.point().map_or(0, |p| game.size().index(p));
                let (gain, needed) = (scan.gain[index], scan.needed[index]);
                let mut score = gain[own] + 0.7 * gain[other];
                if u32::from(needed[own]) <= game.stones_left_in_turn() {
                    score *= 50.0;
                } else if u32::from(needed[other]) <= game.stones_per_turn() {
                    score *= 10.0;
                }
                (score, mv)
            })
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.truncate(MOVES);
        scored.into_iter().map(|(_, mv)| mv).collect()
    }

    fn search(&mut self, game: &mut AnyPosition, depth: u32, mut alpha: f32, beta: f32) -> f32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(16) && Instant::now() >= self.deadline {
            self.over = true;
        }
        let mover = game.to_move();
        if let Some(outcome) = game.outcome() {
            return match outcome.winner {
                Some(color) if color == mover => WIN - game.ply() as f32,
                Some(_) => game.ply() as f32 - WIN,
                None => 0.0,
            };
        }
        let scan = self.scan(game);
        if depth == 0 {
            return self.value(game, &scan);
        }
        let mut best = -WIN;
        for mv in self.moves(game, &scan) {
            game.play_unchecked(mv);
            let value = if game.to_move() == mover {
                self.search(game, depth - 1, alpha, beta)
            } else {
                -self.search(game, depth - 1, -beta, -alpha)
            };
            game.undo();
            if self.over {
                return best;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn choose(&mut self, game: &AnyPosition, time: Duration) -> Move {
        (self.deadline, self.over, self.nodes) = (Instant::now() + time, false, 0);
        let mut game = game.clone();
        let scan = self.scan(&game);
        let mut moves = self.moves(&game, &scan);
        let mover = game.to_move();
        for depth in 0..20 {
            let mut values = Vec::new();
            let mut alpha = -WIN;
            for &mv in &moves {
                game.play_unchecked(mv);
                // A value that fails low is only a bound, which orders well enough.
                let value = if game.to_move() != mover {
                    -self.search(&mut game, depth, -WIN, -alpha)
                } else {
                    self.search(&mut game, depth, alpha, WIN)
                };
                game.undo();
                if self.over {
                    break;
                }
                alpha = alpha.max(value);
                values.push((value, mv));
            }
            if self.over {
                // The best move of the last depth was searched first; a better one may have been found.
                if let Some(best) = values.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
                    return best.1;
                }
                break;
            }
            values.sort_by(|a, b| b.0.total_cmp(&a.0));
            moves = values.iter().map(|v| v.1).collect();
            if values[0].0.abs() > WIN / 2.0 {
                break;
            }
        }
        moves[0]
    }
}

/// Three random moves near the centre, the same for both games of a pair.
fn opening(spec: &GameSpec, pair: u64) -> AnyPosition {
    let mut rng = SplitMix64(pair);
    let mut game = AnyPosition::new(spec);
    let center = game.size().center();
    while game.ply() < 3 {
        let near = |mv: &Move| {
            mv.point().is_some_and(|p| p.row.abs_diff(center.row).max(p.col.abs_diff(center.col)) <= 3)
        };
        let all = game.legal_moves();
        let mut moves: Vec<Move> = all.iter().copied().filter(near).collect();
        // Stones fall far below the centre, and an opening rule may ask for a point far from it.
        if moves.is_empty() || game.spec().has(Feature::Gravity) {
            moves = all;
        }
        let mv = moves[rng.below(moves.len())];
        game.play_unchecked(mv);
    }
    game
}

/// One game from `game` on; the tree's points.
fn play(mut game: AnyPosition, tree_is_black: bool, seed: u64, time: Duration) -> (f64, usize) {
    let row = game.goal().row.expect("a game of rows").into();
    let windows = Windows::new(game.size(), row, game.stones_per_turn());
    let mut rival = AlphaBeta { windows, deadline: Instant::now(), nodes: 0, over: false };
    let mut player = Player::new();
    while !game.is_over() {
        let black = game.to_move() == Color::Black;
        let mv = if black == tree_is_black {
            let limits = Limits { seed, ..Limits::time(time) };
            player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).best.expect("a move")
        } else {
            rival.choose(&game, time)
        };
        game.play(mv).expect("a legal move");
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let points = winner.map_or(0.5, |color| f64::from((color == Color::Black) == tree_is_black));
    (points, game.ply())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |n: usize, default: &str| arguments.get(n).cloned().unwrap_or_else(|| default.into());
    let spec: GameSpec = text(0, "connect6").parse().expect("a game");
    let games: u64 = text(1, "20").parse().expect("a number of games");
    let time = Duration::from_secs_f64(text(2, "0.1").parse().expect("seconds a move"));
    // Points of each pair of games with the same opening, of 2.
    let mut pairs = Vec::new();
    let mut by_color = 0;
    for pair in 0..games.div_ceil(2) {
        let start = opening(&spec, pair);
        let [(first, plies), (second, more)] =
            [true, false].map(|black| play(start.clone(), black, pair, time));
        println!("pair {}: {first} after {plies} plies as black, {second} after {more} as white", pair + 1);
        by_color += u32::from(first + second == 1.0 && first != 0.5);
        pairs.push(first + second);
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    // 95 % of the share of points, from pairs: their games are not independent.
    let error = 1.96 * (variance / count).sqrt() / 2.0;
    println!(
        "{spec}: tree {} of {} against alpha-beta, {:.1} % ± {:.1}; one colour won {by_color} of {count} openings twice",
        pairs.iter().sum::<f64>(),
        2.0 * count,
        50.0 * mean,
        100.0 * error,
    );
}
