//! Go counts that take longer than a test may, and how fast random games are played.
//!
//! ```text
//! cargo run --release -p tengen-games --example go_counts -- legal 4x4         # 24318165, about a minute
//! cargo run --release -p tengen-games --example go_counts -- perft 5x5 6       # 168759376
//! cargo run --release -p tengen-games --example go_counts -- random 9x9 5      # positions a second
//! ```

use std::time::Instant;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Color, Point, Size};
use tengen_games::go::{Position, Rules};
use tengen_games::{Game, SetUp, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["legal", size] => legal(size.parse()?),
        ["perft", size, depth] => {
            let rules = Rules::named("tromp-taylor", Some(size.parse()?))?;
            println!("{}", perft(&mut Position::new(&rules), depth.parse()?));
        }
        ["random", size, seconds] => random("chinese,ko=simple", size.parse()?, seconds.parse()?)?,
        ["random", size, seconds, rules] => random(rules, size.parse()?, seconds.parse()?)?,
        _ => return Err("write: legal SIZE, perft SIZE DEPTH, or random SIZE SECONDS [RULES]".into()),
    }
    Ok(())
}

/// Offers every way to fill the board to the checked set-up and counts those it takes.
fn legal(size: Size) {
    let rules = Rules::named("tromp-taylor", Some(size)).expect("a rule set");
    let points: Vec<Point> = size.points().collect();
    let mut set_up =
        SetUp { cells: points.iter().map(|&p| (p, Cell::Empty)).collect(), to_move: Color::Black };
    let mut count = 0_u64;
    loop {
        count += u64::from(Position::set_up(&rules, &set_up).is_ok());
        // The next way: a counter in base three.
        let Some(digit) = set_up.cells.iter().position(|&(_, cell)| cell != Cell::White) else { break };
        for (_, cell) in &mut set_up.cells[..digit] {
            *cell = Cell::Empty;
        }
        let cell = &mut set_up.cells[digit].1;
        *cell = if *cell == Cell::Empty { Cell::Black } else { Cell::White };
    }
    println!("{count}");
}

/// Plays games of uniformly random legal moves (a pass is one of them) to their end by two passes; unless other rules
/// are given, under the simple ko rule and without suicide.
fn random(rules: &str, size: Size, seconds: f64) -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::named(rules, Some(size))?;
    let start = Position::new(&rules);
    let mut rng = SplitMix64(1);
    let (mut games, mut plies) = (0_u64, 0_u64);
    let clock = Instant::now();
    while clock.elapsed().as_secs_f64() < seconds {
        let mut game = start.clone();
        while game.play_random(&mut || rng.next_u32()).is_some() {}
        games += 1;
        plies += game.ply() as u64;
    }
    let taken = clock.elapsed().as_secs_f64();
    println!("{games} games of {:.0} plies", plies as f64 / games as f64);
    println!("{:.0} positions a second", plies as f64 / taken);
    Ok(())
}
