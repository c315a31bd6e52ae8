//! Processor time of a playout in the search: the least of some repeats, so that other work on the machine counts
//! little. Linux only.
//!
//! `cargo run --release -p tengen-go --example playout_time -- playouts=400 repeats=15`
//!
//! For each position the microseconds a playout, expansions included, and without the network.

use std::error::Error;
use tengen_board::Size;
use tengen_engine::{Engine, Limits, Stop};
use tengen_games::Game;
use tengen_games::go::{Position, Rules};
use tengen_go::{Player, Policy};

/// Board size and moves.
const POSITIONS: [(usize, &str); 5] = [
    (9, ""),
    (9, "E5 G6 G5 F6 C6 C4 D7 E3 C5 F4 F5"),
    (13, "K10 D4 D10 K4 C6 F3 L6 K8 L8"),
    (19, ""),
    (19, "Q16 D4 Q4 D16 R10 C10 F3 C6 K4 O17 P14 R17 Q17 R16 Q15 S15 R14 R18 F17 D14"),
];

/// Nanoseconds that this thread has been on a processor.
fn on_processor() -> Result<u64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split_whitespace().next().ok_or("no number")?.parse()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut playouts, mut repeats) = (400u64, 15);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("playouts", value)) => playouts = value.parse()?,
            Some(("repeats", value)) => repeats = value.parse()?,
            _ => return Err(format!("{argument:?} is neither playouts=N nor repeats=N").into()),
        }
    }
    for (size, moves) in POSITIONS {
        let mut game = Position::new(&Rules::named("chinese", Some(Size::new(size, size)?))?);
        for mv in moves.split_whitespace() {
            game.play(game.parse_move(&mv.to_lowercase())?).map_err(|e| format!("{mv}: {e}"))?;
        }
        let mut best = [u64::MAX; 2];
        for repeat in 0..repeats {
            for (best, net) in best.iter_mut().zip([true, false]) {
                let mut player = Player::new().with_policy(Policy { net, ..Policy::default() });
                let before = on_processor()?;
                let limits = Limits { seed: repeat % 3, ..Limits::nodes(playouts) };
                player.analyze(&game, &limits, &Stop::new(), &mut |_| ());
                *best = (*best).min(on_processor()? - before);
            }
        }
        let [with, without] = best.map(|time| time as f64 / 1e3 / playouts as f64);
        println!(
            "{size}x{size} after {} moves: {with:.1} us, without the network {without:.1} us",
            game.ply()
        );
    }
    Ok(())
}
