//! Who owns each point after many light playouts of a position.
//!
//! ```text
//! cargo run --release -p tengen-go --example light_playouts -- 9 100000 E5 C3 G7
//! ```

use std::time::Instant;
use tengen_games::{Game, go};
use tengen_go::light::{self, Backend};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, games, moves @ ..] = words.as_slice() else {
        return Err("write: SIZE PLAYOUTS [MOVES]".into());
    };
    let mut position = go::Position::new(&go::Rules::named("chinese", Some(size.parse()?))?);
    for text in moves {
        let mv = position.parse_move(text)?;
        position.play(mv)?;
    }
    let clock = Instant::now();
    let sums = light::play_many(&position, games.parse()?, 1);
    let seconds = clock.elapsed().as_secs_f64();
    // From -9, always white's, to 9, always black's.
    let tenths: Vec<f32> = sums.ownership().into_iter().map(|owner| owner * 9.0).collect();
    for row in tenths.chunks(position.size().cols()) {
        let line: String = row.iter().map(|owner| format!("{:3.0}", owner.round() + 0.0)).collect();
        println!("{line}");
    }
    let rate = sums.margins.len() as f64 / seconds / 1e3;
    println!("black leads by {:.1} on average", sums.mean_margin());
    println!("{rate:.0} thousand playouts a second with {:?} instructions", Backend::best());
    Ok(())
}
