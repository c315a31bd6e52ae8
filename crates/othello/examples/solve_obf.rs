//! Solves every position of an OBF file and compares the scores. A table of 256 MiB, or of another size, cleared for
//! each: `cargo run --release -p tengen-othello --example solve_obf FILE [portable|avx2|avx512] [FIRST..LAST]
//! [threads=N] [table=MIB] [wld]`. With `wld` it finds who wins, without by how much.

use std::time::Instant;
use tengen_board::{Cell, Color, Size};
use tengen_engine::{Limits, Stop};
use tengen_games::othello::{Backend, Position, Rules};
use tengen_games::{Game, SetUp};
use tengen_othello::{Question, Solved};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which OBF file?")?;
    let (mut backend, mut numbers, mut threads, mut table) = (Backend::best(), 1..=usize::MAX, 1, 256);
    let mut question = Question::Score;
    for arg in args {
        match arg.as_str() {
            "portable" => backend = Backend::Portable,
            "avx2" => backend = Backend::Avx2,
            "avx512" => backend = Backend::Avx512,
            "wld" => question = Question::Outcome,
            arg if arg.starts_with("threads=") => threads = arg["threads=".len()..].parse()?,
            arg if arg.starts_with("table=") => table = arg["table=".len()..].parse()?,
            range => {
                let (first, last) =
                    range.split_once("..").ok_or("FIRST..LAST, threads=N, table=MIB or wld")?;
                numbers = first.parse()?..=last.parse()?;
            }
        }
    }
    let mut player = tengen_othello::Player::default().with_backend(backend).with_table(table);
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for (number, text) in (1..).zip(std::fs::read_to_string(file)?.lines()) {
        if !numbers.contains(&number) {
            continue;
        }
        let Some((position, expected)) = read(text) else { return Err(format!("line {number}").into()) };
        let empties = Size::of(8, 8).points().filter(|&p| position.at(p).is_empty()).count();

        let clock = Instant::now();
        let limits = Limits { threads, ..Limits::default() };
        let solved = player.solve(&position, question, &limits, &Stop::new()).ok_or("not solved")?;
        let time = clock.elapsed().as_secs_f64();
        let Solved { score, nodes: searched, .. } = solved;
        let expected = if question == Question::Outcome { expected.signum() } else { expected };
        let right = score == expected;
        (nodes, seconds, wrong) = (nodes + searched, seconds + time, wrong + u32::from(!right));
        println!(
            "{number:>3}  {empties} empties  {score:>+4}  {}  {searched:>13} nodes  {time:8.3} s  {:5.1} M/s",
            if right { "right" } else { "WRONG" },
            searched as f64 / time / 1e6
        );
    }
    println!("{wrong} wrong, {nodes} nodes, {seconds:.3} s");
    Ok(())
}

/// A line of 64 cells from a1 on, the side to move, and moves or a value with scores, the best first.
fn read(text: &str) -> Option<(Position, i32)> {
    let (board, rest) = text.split_at_checked(64)?;
    let (to_move, scores) = rest.split_once(';')?;
    let cells = Size::of(8, 8).points().zip(board.chars()).map(|(p, c)| match c {
        'X' => (p, Cell::Black),
        'O' => (p, Cell::White),
        _ => (p, Cell::Empty),
    });
    let to_move = if to_move.trim() == "X" { Color::Black } else { Color::White };
    let score = scores.split(';').next()?.split(':').nth(1)?.trim().parse().ok()?;
    let set_up = SetUp { cells: cells.collect(), to_move };
    Some((Position::set_up(&Rules::STANDARD, &set_up).ok()?, score))
}
