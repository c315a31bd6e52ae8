//! Solves m,n,k games: `cargo run --release -p tengen-mnk --example solve -- 6,6,5 7,6,4+gravity`.
//!
//! For each it prints the value, the line of play, and the nodes and time spent.

use std::error::Error;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::{Game, mnk};
use tengen_mnk::Player;

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        let rules = mnk::Rules::named(&name, None)?;
        let position = mnk::Position::new(&rules);
        let analysis =
            Player::with_table(512).analyze(&position, &Limits::default(), &Stop::new(), &mut |_| ());
        print!("{name}\n{}", analysis.to_text(&position));
    }
    Ok(())
}
