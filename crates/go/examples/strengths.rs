//! Learns the strengths of features from games of `duel … show=true`, or judges a table by other games.
//!
//! ```text
//! strengths -- learn table.txt size=9 skip=1 games9.txt size=13 skip=2 games13.txt
//! strengths -- fit table.txt size=9 skip=3 others.txt
//! ```
//!
//! `learn` writes the table, and keeps one game in `hold=10` to judge it by. `skip` is the number of random stones at
//! the beginning. The settings of the learning are `rounds`, `seen`, `level_prior`, `shape_prior` and `least`.

use std::error::Error;
use tengen_board::Size;
use tengen_games::go::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_go::learn::{Fit, Record, Settings, fit, learn};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "learn or fit, a table, then size=, skip= and files";
    let (task, table) = (arguments.next().ok_or(usage)?, arguments.next().ok_or(usage)?);
    let (mut size, mut skip, mut hold) = (9, 2, 10);
    let mut settings = Settings::default();
    let mut records = Vec::new();
    for argument in arguments {
        let Some((key, value)) = argument.split_once('=') else {
            records.extend(read(&argument, size, skip)?);
            continue;
        };
        match key {
            "size" => size = value.parse()?,
            "skip" => skip = value.parse()?,
            "hold" => hold = value.parse()?,
            "rounds" => settings.rounds = value.parse()?,
            "seen" => settings.seen = value.parse()?,
            "level_prior" => settings.level_prior = value.parse()?,
            "shape_prior" => settings.shape_prior = value.parse()?,
            "least" => settings.least = value.parse()?,
            _ => return Err(format!("no option {key:?}").into()),
        }
    }
    let show = |name: &str, found: Fit| {
        println!("{name}: {} moves, {:.1} % first, loss {:.3}", found.moves, 100.0 * found.first, found.loss);
    };
    match task.as_str() {
        "learn" => {
            let held = |n: usize| hold > 0 && n % hold == hold - 1;
            let (mut own, mut others) = (Vec::new(), Vec::new());
            for (n, record) in records.into_iter().enumerate() {
                if held(n) { others.push(record) } else { own.push(record) }
            }
            let text = learn(&own, &settings);
            std::fs::write(&table, &text)?;
            println!("{} games, {} features", own.len(), text.lines().count());
            show("learnt from", fit(&own, Some(&text))?);
            show("others", fit(&others, Some(&text))?);
        }
        "fit" => {
            let text = std::fs::read_to_string(&table)?;
            show(&table, fit(&records, Some(&text)).map_err(|fault| format!("{table}: {fault}"))?);
        }
        _ => return Err(usage.into()),
    }
    Ok(())
}

/// The games in the output of `duel … show=true`: a line `A-B A D5 H3 …` each.
fn read(path: &str, size: usize, skip: usize) -> Result<Vec<Record>, Box<dyn Error>> {
    let rules = Rules::named("chinese", Some(Size::new(size, size)?))?;
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut records = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if !line.starts_with("A-B") && !line.starts_with("B-A") {
            continue;
        }
        let mut game = Position::new(&rules);
        for word in line.split_whitespace().skip(2) {
            let mv = game.parse_move(word).map_err(|e| format!("{path}: line {}: {word:?}: {e}", n + 1))?;
            game.play(mv).map_err(|e| format!("{path}: line {}: {word:?}: {e}", n + 1))?;
        }
        let moves: Vec<Move> = game.moves().collect();
        records.push(Record { rules, moves, skip });
    }
    Ok(records)
}
