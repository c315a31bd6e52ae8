//! Positions a second of uniform random Othello games to the end, one thread: `cargo run --release -p tengen-games
//! --example othello_random [SIZE]`, the best of five.

use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game, GameKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = std::env::args().nth(1).map_or(Ok(Rules::STANDARD.size()), |text| text.parse())?;
    let start = Position::new(&Rules::new(size)?);
    let games = 4_000_000 / size.area() as u64;
    let mut best = Duration::MAX;
    let mut positions = 0;
    for _ in 0..5 {
        let mut rng = SplitMix64(1);
        let clock = Instant::now();
        positions = 0;
        for _ in 0..games {
            let mut game = start.clone();
            while game.play_random(&mut || rng.next_u32()).is_some() {
                positions += 1;
            }
        }
        best = best.min(clock.elapsed());
    }
    let rate = positions as f64 / best.as_secs_f64() / 1e6;
    println!("{} {size}  {games} games  {positions} positions  {rate:.1} M/s", GameKind::Othello);
    Ok(())
}
