//! Solves Othello from the start on a small board: `cargo run --release -p tengen-othello --example solve_small
//! [SIZE]`.
//!
//! 4×4 (the default) takes a moment, 6×6 many minutes. 6×6 was solved by Joel Feinstein in 1993 ("Amenor wins world 6x6
//! championships!", British Othello Federation newsletter, July 1993: white wins 20 to 16).

use tengen_engine::{Engine, Limits, Stop};
use tengen_games::Game;
use tengen_games::othello::{Position, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = std::env::args().nth(1).map_or("4".parse(), |text| text.parse())?;
    let start = Position::new(&Rules::new(size)?);
    let mut player = tengen_othello::Player::default().with_table(1024);
    let limits = Limits::depth(size.area() as u32);
    let analysis = player.analyze(&start, &limits, &Stop::new(), &mut |analysis| {
        if let Some(score) = analysis.score() {
            println!("depth {}: {score}, {} nodes, {:.1?}", analysis.depth, analysis.nodes, analysis.time);
        }
    });
    let line = analysis.lines.first().map_or(&[][..], |line| &line.moves);
    println!("{}", line.iter().map(|&mv| start.format_move(mv)).collect::<Vec<_>>().join(" "));
    Ok(())
}
