//! A game of Go with captures: chains lose their last liberty, stones leave the board, and a ko may not be retaken at
//! once.
//!
//! ```text
//! cargo run -p tengen --example go_captures
//! ```

use tengen::board::Color;
use tengen::games::{Game, go};
use tengen::render::{Scene, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = go::Rules::named("japanese", Some("5".parse()?))?;
    let mut game = go::Position::new(&rules);
    for word in ["b3", "c3", "a2", "d2", "b1", "c1", "c2", "b2"] {
        let mv = game.parse_move(word)?;
        let color = game.to_move();
        let played = game.play(mv)?;
        for point in played.captured {
            println!("{color} {word} captures {}", game.format_move(point.into()));
        }
    }
    print!("{}", text::layout(&Scene::new(&game), text::TextOptions::default()).plain());
    for color in Color::BOTH {
        println!("stones taken from {color}: {}", game.captured_by(!color));
    }
    // The ko: black may not take back at once.
    let retake = game.parse_move("c2")?;
    println!("{}", game.check(retake).expect_err("a ko"));
    Ok(())
}
