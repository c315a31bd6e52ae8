//! Reads a game record, in any format, and draws its last position: as text, or as SVG into a file.
//!
//! ```sh
//! cargo run --example draw_record                        # a short game of renju
//! cargo run --example draw_record -- GAME.sgf BOARD.svg
//! ```

use tengen::records::{ReadOptions, ReplayError, read};
use tengen::render::{Numbers, Scene, svg, text};

const GAME: &[u8] = b"(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Bo];B[hh];W[ig];B[hg];W[hf];B[ii];W[gg];B[ih])";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (name, bytes) = match arguments.next() {
        Some(name) => (name.clone(), std::fs::read(name)?),
        None => ("game.sgf".into(), GAME.to_vec()),
    };
    // The format is detected from the bytes and the name. A lenient reader skips what it cannot read, with a warning.
    let read = read(&bytes, Some(&name), &ReadOptions::lenient())?;
    for warning in &read.warnings {
        eprintln!("{name}, {warning}");
    }
    let record = read.records.first().ok_or("the file has no game")?;
    // Plays the main line by the rules. If a move is illegal, the position before it is drawn.
    let replay = record.replay().unwrap_or_else(|error: ReplayError| {
        eprintln!("{name}: {error}");
        error.into_reached()
    });
    let scene = Scene::new(&replay.position).with_numbers(&replay.position, Numbers::All);
    let scene = scene.with_node(record, replay.node);
    match arguments.next() {
        Some(picture) => std::fs::write(picture, svg::draw(&scene, &svg::SvgOptions::default()))?,
        None => print!("{}", text::layout(&scene, text::TextOptions::default()).plain()),
    }
    println!("{}", replay.counts);
    Ok(())
}
