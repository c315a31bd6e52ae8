//! Searches every position of an OBF file to a depth and compares the move with the scores in the file. It prints the
//! share of best moves, and the mean loss and mean error of the value in discs. One thread, and a table of 256 MiB that
//! is empty for each position; WEIGHTS is a file of `tengen train othello`:
//! `cargo run --release -p tengen-othello --example choose_obf FILE DEPTH [FIRST..LAST [WEIGHTS]]`

use std::time::Instant;
use tengen_board::{Cell, Color, Point, Size};
use tengen_engine::{Engine, Limits, Score, Stop};
use tengen_games::othello::{Position, Rules};
use tengen_games::{Game, Move, SetUp};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which OBF file?")?;
    let depth = args.next().ok_or("which depth?")?.parse()?;
    let numbers = match args.next() {
        Some(range) => {
            let (first, last) = range.split_once("..").ok_or("FIRST..LAST")?;
            first.parse()?..=last.parse()?
        }
        None => 1..=usize::MAX,
    };
    let mut player = tengen_othello::Player::default().with_table(256);
    if let Some(file) = args.next() {
        let weights = tengen_othello::eval::PatternWeights::from_bytes(&std::fs::read(file)?)?;
        player = player.with_weights(std::sync::Arc::new(weights));
    }
    let mut bias = 0.0;
    let (mut count, mut best, mut loss, mut error, mut nodes, mut seconds) = (0, 0, 0.0, 0.0, 0, 0.0);
    for (number, text) in (1..).zip(std::fs::read_to_string(file)?.lines()) {
        if !numbers.contains(&number) {
            continue;
        }
        let Some((position, scores)) = read(text) else { return Err(format!("line {number}").into()) };

        let clock = Instant::now();
        let analysis = player.analyze(&position, &Limits::depth(depth), &Stop::new(), &mut |_| ());
        seconds += clock.elapsed().as_secs_f64();
        nodes += analysis.nodes;
        let value = match analysis.score().ok_or("no score")? {
            Score::Estimate { value, .. } => value,
            Score::Proven(proof) => return Err(format!("line {number}: proven {proof:?}").into()),
        };
        let Some(Move::Place(point)) = analysis.best else {
            return Err(format!("line {number}: no move").into());
        };
        let top = scores.iter().map(|s| s.1).fold(f32::MIN, f32::max);
        let found = scores.iter().find(|s| s.0 == point).map_or(f32::MIN, |s| s.1);
        count += 1;
        best += u32::from(found == top);
        loss += top - found;
        error += (value - top).abs();
        bias += value - top;
    }
    let mean = |sum: f32| sum / count as f32;
    println!(
        "{count} positions at depth {depth}: best move in {:.1} %, mean loss {:.2}, mean error {:.2} discs (mean {:+.2}), {nodes} nodes, {seconds:.2} s",
        100.0 * best as f32 / count as f32,
        mean(loss),
        mean(error),
        mean(bias),
    );
    Ok(())
}

/// A line of 64 cells from a1 on, the side to move, and moves with scores.
fn read(text: &str) -> Option<(Position, Vec<(Point, f32)>)> {
    let (board, rest) = text.split_at_checked(64)?;
    let (to_move, scores) = rest.split_once(';')?;
    let cells = Size::of(8, 8).points().zip(board.chars()).map(|(p, c)| match c {
        'X' => (p, Cell::Black),
        'O' => (p, Cell::White),
        _ => (p, Cell::Empty),
    });
    let to_move = if to_move.trim() == "X" { Color::Black } else { Color::White };
    let set_up = SetUp { cells: cells.collect(), to_move };
    let scores = scores.split(';').filter_map(|part| {
        let (name, score) = part.split_once(':')?;
        let mut name = name.trim().bytes();
        let (col, row) =
            (name.next()?.to_ascii_lowercase().wrapping_sub(b'a'), name.next()?.wrapping_sub(b'1'));
        (col < 8 && row < 8).then_some((Point::new(row, col), score.trim().parse().ok()?))
    });
    Some((Position::set_up(&Rules::STANDARD, &set_up).ok()?, scores.collect()))
}
