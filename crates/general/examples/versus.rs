//! A match between the player of this crate and alpha-beta search with the same evaluation, to choose between the two.
//!
//! `cargo run --release -p tengen-general --example versus -- connect6 20 0.1` plays 20 games at 0.1 s a move.

#[path = "../src/windows.rs"]
#[allow(dead_code, reason = "the example shares what it needs")]
mod windows;

use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::{AnyPosition, Game, GameSpec, Move};
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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |n: usize, default: &str| arguments.get(n).cloned().unwrap_or_else(|| default.into());
    let spec: GameSpec = text(0, "connect6").parse().expect("a game");
    let games: u64 = text(1, "20").parse().expect("a number of games");
    let time = Duration::from_secs_f64(text(2, "0.1").parse().expect("seconds a move"));
    let mut points = 0.0;
    for number in 0..games {
        let mut game = AnyPosition::new(&spec);
        // Each opening is played twice: three random stones around the centre.
        let mut rng = SplitMix64(number / 2);
        let center = game.size().center();
        while game.ply() < 3 {
            let (row, col) = (rng.below(7) as u8, rng.below(7) as u8);
            let point = tengen_board::Point::new(center.row - 3 + row, center.col - 3 + col);
            let _ = game.play(Move::Place(point));
        }
        let tree_is_black = number % 2 == 0;
        let windows = Windows::new(
            game.size(),
            game.goal().row.expect("a game of rows").into(),
            game.stones_per_turn(),
        );
        let mut rival = AlphaBeta { windows, deadline: Instant::now(), nodes: 0, over: false };
        let mut player = Player::new();
        while !game.is_over() {
            let black = game.to_move() == tengen_board::Color::Black;
            let mv = if black == tree_is_black {
                let limits = Limits { seed: number, ..Limits::time(time) };
                player.analyze(&game, &limits, &Stop::new(), &mut |_| ()).best.expect("a move")
            } else {
                rival.choose(&game, time)
            };
            game.play(mv).expect("a legal move");
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        let point = winner.map_or(0.5, |c| f64::from((c == tengen_board::Color::Black) == tree_is_black));
        points += point;
        println!("game {}: {point} for the tree after {} plies", number + 1, game.ply());
    }
    println!("tree {points} of {games} against alpha-beta");
}
