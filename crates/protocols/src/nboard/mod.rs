//! The NBoard protocol of Othello, versions 1 and 2.
//!
//! Source: Chris Welty, *NBoard Protocol* (the page that comes with NBoard and with NTest). Games are told in GGF, moves as `F5`, a pass
//! as `PA`; scores are discs from the side to move.

mod book;
mod controller;
mod engine;

pub use book::Book;
pub use controller::NBoardController;
pub use engine::{Keep, NBoardEngine};

use tengen_games::{Game, Move, othello};

/// A move as GGF and NBoard write it.
fn move_text(position: &othello::Position, mv: Move) -> String {
    match mv {
        Move::Pass => "PA".into(),
        _ => position.format_move(mv).to_ascii_uppercase(),
    }
}

/// Reads a move; a word of two characters, `PA` for a pass.
fn parse_move(position: &othello::Position, text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case("pa") || text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    position.parse_move(text).ok()
}
