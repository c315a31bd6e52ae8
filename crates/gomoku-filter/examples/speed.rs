//! Measures the time of the rule filter for a move on 15×15, without look-ahead:
//! `cargo run --release -p tengen-gomoku-filter --example speed`.
//!
//! The positions are from games of the filter against itself. Each is measured ten times; the shortest time counts.

use std::hint::black_box;
use std::time::{Duration, Instant};
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_gomoku_filter::{FilterList, FilterPlayer};

fn main() {
    let mut player = FilterPlayer::with_filters(FilterList::standard(), 1);
    for (name, rules) in [("freestyle", Rules::FREESTYLE), ("renju", Rules::RENJU)] {
        let positions = games(&player, rules);
        report(&format!("{name}, the move alone"), &positions, |p| {
            black_box(player.choose(p, 0));
        });
        report(&format!("{name}, with the strikes of each filter"), &positions, |p| {
            black_box(player.analyze(p, &Limits::default(), &Stop::new(), &mut |_| ()));
        });
    }
}

fn games(player: &FilterPlayer, rules: Rules) -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 1..=10 {
        let mut game = Position::new(&rules);
        while !game.is_over() {
            positions.push(game.clone());
            let Some(mv @ Move::Place(_)) = player.choose(&game, seed + game.ply() as u64) else { break };
            game.play_unchecked(mv);
        }
    }
    positions
}

fn report(name: &str, positions: &[Position], mut think: impl FnMut(&Position)) {
    let mut times: Vec<Duration> = Vec::new();
    for position in positions {
        let times_of_one = (0..10).map(|_| {
            let begun = Instant::now();
            think(position);
            begun.elapsed()
        });
        times.extend(times_of_one.min());
    }
    times.sort();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = micros(times.iter().sum::<Duration>()) / times.len() as f64;
    let (middle, worst) = (micros(times[times.len() / 2]), micros(times[times.len() - 1]));
    println!("{name}: {mean:.1} µs on average, {middle:.1} median, {worst:.1} worst of {}", times.len());
}
