//! How many of the wins in a file are proven, and what that takes: `mates NODES FILE...`, a file of lines such as
//! `{"rules": "renju", "moves": "h8i9…", "peer_first_found_ms": 12}`. Each proof is checked by the verifier. Times are of the processor where
//! the system tells them (Linux), for search and proof together; what was not proven counts too.

use std::time::Instant;
use tengen_engine::{Limits, Stop};
use tengen_games::Game;
use tengen_games::gomoku::{Position, Rules};
use tengen_gomoku::proof::{Work, verify};
use tengen_gomoku::threats::{Kind, Verdict, solve};

/// The value of a key in a line of JSON with plain texts and numbers.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{key}\": "))?.1;
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => rest.split([',', '}']).next(),
    }
}

fn played(line: &str) -> Option<Position> {
    let mut game = Position::new(&Rules::named(value(line, "rules")?, None).ok()?);
    let text = value(line, "moves")?;
    let starts = text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
    let mut starts: Vec<usize> = starts.collect();
    starts.push(text.len());
    for pair in starts.windows(2) {
        let mv = game.parse_move(&text[pair[0]..pair[1]]).ok()?;
        game.play(mv).ok()?;
    }
    Some(game)
}

/// Milliseconds that this thread has spent on a processor, or since the start where that is not known.
fn spent(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ns = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    ns.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(nodes) = args.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: mates NODES FILE...");
        std::process::exit(2);
    };
    let start = Instant::now();
    for file in args {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let (mut positions, mut proven, mut time, mut peer) = (0, 0, 0.0, 0.0);
        for (number, line) in text.lines().enumerate() {
            let game = played(line).unwrap_or_else(|| panic!("{file}:{}: not such a line", number + 1));
            let before = spent(start);
            let answer = solve(&game, game.to_move(), Kind::Wide, &Limits::nodes(nodes), &Stop::new());
            let took = spent(start) - before;
            let told = match &answer.verdict {
                Verdict::Win(win) => match verify(&win.proof, &Work::default()) {
                    Ok(report) => {
                        proven += 1;
                        format!("proven in {} plies, {} nodes of proof", report.plies, win.proof.nodes.len())
                    }
                    Err(refusal) => format!("refused: {refusal}"),
                },
                _ => "open".into(),
            };
            println!("{} {told}, {took:.1} ms, {} nodes", number + 1, answer.nodes);
            positions += 1;
            time += took;
            peer += value(line, "peer_first_found_ms").and_then(|ms| ms.parse().ok()).unwrap_or(0.0);
        }
        println!("{file}: {proven} of {positions}, {time:.0} ms; the file's own sum {peer:.0} ms");
    }
}
