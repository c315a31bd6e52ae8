//! Fits the evaluation's weights to a WTHOR database and prints the tables of `src/weights.rs`:
//! `cargo run --release -p tengen-othello --example fit_weights DIR`, where DIR holds `.wtb` files.
//!
//! A position up to the depth of the file's theoretical scores is fitted to the theoretical score, a later one to the
//! result of the game.

use std::fs;
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_othello::tuning::LeastSquares;
use tengen_records::wthor::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).ok_or("which folder of .wtb files?")?;
    let mut files: Vec<_> =
        fs::read_dir(dir)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("wtb")));
    files.sort();
    let mut fit = LeastSquares::default();
    let mut games = 0;
    for path in files {
        let bytes = fs::read(path)?;
        let Some((header, stored)) = bytes.split_first_chunk() else { continue };
        let depth = i32::from(file::FileHeader::from_bytes(header).depth);
        for game in stored.as_chunks().0.iter().map(file::FileGame::from_bytes) {
            games += 1;
            learn(&mut fit, &game, depth);
        }
    }
    eprintln!("{games} games");
    print!("{fit}");
    Ok(())
}

fn learn(fit: &mut LeastSquares, game: &file::FileGame, depth: i32) {
    let mut position = Position::new(&Rules::STANDARD);
    for (placed, point) in (4..).zip(game.points().0) {
        if position.is_legal(Move::Pass) {
            position.play_unchecked(Move::Pass);
        }
        if position.play(Move::Place(point)).is_err() {
            return;
        }
        let empties = 64 - placed - 1;
        let black = 2 * i32::from(if empties >= depth { game.theory } else { game.score }) - 64;
        let sign = if position.to_move() == tengen_board::Color::Black { 1 } else { -1 };
        fit.add(&position, f64::from(sign * black));
    }
}
