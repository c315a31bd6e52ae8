//! The NBoard protocol of Othello, versions 1 and 2.
//!
//! Source: Chris Welty, *NBoard Protocol* (the page that comes with NBoard and NTest). Games are in GGF, moves are
//! written `F5`, a pass `PA`; scores are discs from the side to move.

mod book;
mod controller;
mod engine;

pub use book::LearnedGames;
pub use controller::NBoardController;
pub use engine::{NBoardEngine, SaveBook};

use tengen_games::{Game, Move, othello};

/// A move in the notation of GGF and NBoard.
fn move_text(position: &othello::Position, mv: Move) -> String {
    match mv {
        Move::Pass => "PA".into(),
        _ => position.format_move(mv).to_ascii_uppercase(),
    }
}

/// Reads a move such as `F5`, or `PA` for a pass.
fn parse_move(position: &othello::Position, text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case("pa") || text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    position.parse_move(text).ok()
}
