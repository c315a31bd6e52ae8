//! Nodes a second of Othello perft with each kind of instructions, one thread: `cargo run --release -p tengen-games
//! --example othello_perft [DEPTH]`. Each figure is the best of five.

use std::time::{Duration, Instant};
use tengen_games::Game;
use tengen_games::othello::perft::{Convention, count};
use tengen_games::othello::{Backend, Position, Rules};

fn main() {
    let depth = std::env::args().nth(1).map_or(11, |text| text.parse().expect("a depth in plies"));
    let start = Position::new(&Rules::STANDARD);
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        let mut best = Duration::MAX;
        let mut nodes = 0;
        for _ in 0..5 {
            let clock = Instant::now();
            nodes = count(&start, depth, Convention::PassIsPly, backend);
            best = best.min(clock.elapsed());
        }
        let rate = nodes as f64 / best.as_secs_f64() / 1e6;
        println!("{backend:>9?}  depth {depth}  {nodes} nodes  {:.3} s  {rate:.0} M/s", best.as_secs_f64());
    }
}
