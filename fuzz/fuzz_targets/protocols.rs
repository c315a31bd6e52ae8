//! Every protocol's engine side, on any lines, with searches that end, fail and report at any moment.
//!
//! The first byte chooses the machine. Each line of the rest is sent, unless it begins with one of four bytes that mean
//! an event.

#![no_main]

use std::sync::Arc;
use tengen_engine::{Analysis, Line, Score};
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_protocols::gomocup::GomocupEngine;
use tengen_protocols::gtp::GtpEngine;
use tengen_protocols::jsonl::JsonEngine;
use tengen_protocols::nboard::NBoardEngine;
use tengen_protocols::{Effect, Machine, SearchId};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let mut machine = machine(first);
    let mut searches: Vec<(SearchId, AnyPosition)> = Vec::new();
    for line in rest.split(|&b| b == b'\n') {
        let mut effects = Vec::new();
        match (line.first(), searches.last()) {
            (Some(1), Some((id, position))) => machine.progress(*id, &first_move(position), &mut effects),
            (Some(2), Some(_)) => {
                if let Some((id, position)) = searches.pop() {
                    machine.finished(id, first_move(&position), &mut effects);
                }
            }
            (Some(3), Some(_)) => {
                if let Some((id, _)) = searches.pop() {
                    machine.failed(id, "asked to", &mut effects);
                }
            }
            (Some(4), _) => machine.too_long(1 << 40, &mut effects),
            _ => machine.line(line, &mut effects),
        }
        for effect in effects {
            match effect {
                Effect::Search { id, position, .. } => searches.push((id, *position)),
                Effect::Prepare { id, .. } | Effect::SaveTable { id, .. } | Effect::LoadTable { id, .. } => {
                    machine.table_done(id, Err("no such file".into()), &mut Vec::new());
                }
                Effect::Quit => return,
                _ => {}
            }
        }
    }
    let mut effects = Vec::new();
    machine.end_of_input(&mut effects);
});

fn machine(which: u8) -> Box<dyn Machine> {
    let gtp = |game: &str| -> Box<dyn Machine> {
        let spec: GameSpec = game.parse().expect("a game");
        let files: tengen_protocols::gtp::ReadFile = Arc::new(|name| Ok(name.as_bytes().to_vec()));
        Box::new(GtpEngine::new("Tengen", "1", &spec, files))
    };
    match which % 6 {
        0 => Box::new(GomocupEngine::new("Tengen", "1")),
        1 => gtp("go"),
        2 => gtp("gomoku"),
        3 => gtp("othello"),
        4 => Box::new(NBoardEngine::new("Tengen")),
        _ => Box::new(JsonEngine::new("Tengen", "1")),
    }
}

/// What a search may find: the first legal move.
fn first_move(position: &AnyPosition) -> Analysis {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    let line = |mv| Line { moves: vec![mv], score: Score::Estimate { value: 0.0, win: 0.5 }, work: 1 };
    let best = moves.first().copied();
    Analysis { best, lines: best.into_iter().map(line).collect(), depth: 1, nodes: 1, ..Analysis::default() }
}
