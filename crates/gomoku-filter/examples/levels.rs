//! Plays the levels of the rule filter against each other:
//! `cargo run --release -p tengen-gomoku-filter --example levels -- [GAMES]`.
//!
//! Each pair of neighbouring levels plays from random openings of four stones, every opening twice with colours
//! exchanged. It prints the score of the higher level and the time per move.

use std::time::Instant;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::Leveled;
use tengen_games::{Game, gomoku};
use tengen_gomoku_filter::FilterPlayer;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    for level in 2..=FilterPlayer::MAX_LEVEL {
        let (high, low) = (FilterPlayer::at_level(level), FilterPlayer::at_level(level - 1));
        let (mut score, mut moves, mut time) = (0.0, 0u32, 0.0);
        for seed in 0..games {
            let mut game = opening(seed / 2);
            let high_has = if seed % 2 == 0 { Color::Black } else { Color::White };
            while !game.is_over() {
                let begun = Instant::now();
                let high_moves = game.to_move() == high_has;
                let player = if high_moves { &high } else { &low };
                let Some(mv) = player.choose(&game, seed + 1) else { break };
                if high_moves {
                    moves += 1;
                    time += begun.elapsed().as_secs_f64();
                }
                game.play_unchecked(mv);
            }
            score += match game.outcome().and_then(|o| o.winner) {
                Some(color) => f64::from(u8::from(color == high_has)),
                None => 0.5,
            };
        }
        let micros = time * 1e6 / f64::from(moves.max(1));
        println!("level {level} against {}: {score} of {games}, {micros:.1} µs a move", level - 1);
    }
}

/// Four random stones in the central 7×7.
fn opening(seed: u64) -> gomoku::Position {
    let mut rng = SplitMix64(seed);
    loop {
        let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
        for _ in 0..4 {
            let point = tengen_board::Point::new(4 + rng.below(7) as u8, 4 + rng.below(7) as u8);
            let _ = game.play(point.into());
        }
        if game.ply() == 4 {
            return game;
        }
    }
}
