//! How well a search shares its work between threads:
//!
//! ```text
//! cargo run --release -p tengen-gomoku --example threads -- RULES DEPTH THREADS [TIMES]
//! ```
//!
//! The positions of `tengen bench gomoku` are searched to DEPTH, each with an empty table. One thread searches them
//! once, THREADS threads TIMES times (3 by default), since their searches differ from run to run. Threads that share
//! all their work need as many nodes together as one alone; threads that share nothing need THREADS times as many. So
//! the speedup by counting is THREADS × nodes of one thread / nodes of all. It leaves out the speed of a node, which
//! other programs disturb.

use std::error::Error;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules};
use tengen_gomoku::Player;

/// As in `tengen bench gomoku`.
const POSITIONS: [&str; 8] = [
    "",
    "h8 i9 g7",
    "h8 h9 i7 g9",
    "h8 i8 i9 g7 j10 k11 h10",
    "f6 j10 g10 h7 i7 g8 h9",
    "h8 i9 j8 i8 i10 h9 j11 g9 j9",
    "e5 f6 e7 f8 g7 f7 f5 h7 d6 g4 c6",
    "h8 g9 i10 h10 j8 i9 g8 i8 i7 h9 j9 k9 h7 g7 j6 k5",
];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (rules, depth, threads, times) = match &args[..] {
        [rules, depth, threads] => (rules, depth, threads, 3),
        [rules, depth, threads, times] => (rules, depth, threads, times.parse()?),
        _ => return Err("expected RULES DEPTH THREADS [TIMES]".into()),
    };
    let (rules, depth) = (Rules::named(rules, None)?, depth.parse()?);
    let threads: usize = threads.parse()?;
    let mut player = Player::new();
    let mut nodes = |game: &Position, threads| {
        player.new_game();
        let limits = Limits { threads, ..Limits::depth(depth) };
        player.analyze(game, &limits, &Stop::new(), &mut |_| ()).nodes
    };
    println!("{:<52}{:>12}{:>14}{:>9}", "position", "one thread", "all threads", "speedup");
    let row = |name: &str, one: u64, all: f64| {
        println!("{name:<52}{one:>12}{all:>14.0}{:>9.2}", threads as f64 * one as f64 / all);
    };
    let (mut one_sum, mut all_sum) = (0, 0.0);
    for moves in POSITIONS {
        let mut game = Position::new(&rules);
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text)?)?;
        }
        let one = nodes(&game, 1);
        let all: u64 = (0..times).map(|_| nodes(&game, threads)).sum();
        let all = all as f64 / f64::from(times.max(1));
        if times > 0 {
            row(moves, one, all);
        }
        one_sum += one;
        all_sum += all;
    }
    row("all", one_sum, all_sum);
    Ok(())
}
