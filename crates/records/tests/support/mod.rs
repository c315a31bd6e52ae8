//! What the tests of several formats share: the properties of every reader, and small limits.
#![allow(dead_code, reason = "each test binary uses its own part")]

use tengen_games::GameSpec;
#[allow(unused_imports, reason = "each test binary uses its own part")]
pub(crate) use tengen_records::conformance::{holds_for_any_bytes, mutated};
use tengen_records::{ReadOptions, Record, conformance, movelist};

/// Limits so small that a test reaches them.
pub(crate) fn tight() -> ReadOptions {
    ReadOptions { lenient: true, limits: conformance::TIGHT, ..ReadOptions::default() }
}

/// The game and rules of a text, such as `renju`.
pub(crate) fn spec(text: &str) -> GameSpec {
    text.parse().unwrap()
}

/// The one record of a move list of a game, such as `gomoku`.
pub(crate) fn list(text: &str, game: &str) -> Record {
    let options = ReadOptions::default().with_spec(spec(game));
    movelist::read(text.as_bytes(), &options).unwrap_or_else(|e| panic!("{text}: {e}")).records.remove(0)
}

/// The rows and columns of the moves of the main line, from 0.
pub(crate) fn points(record: &Record) -> Vec<(u8, u8)> {
    record.main_moves().filter_map(|mv| mv.point()).map(|p| (p.row, p.col)).collect()
}
