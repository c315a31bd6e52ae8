//! Gomoku, renju and caro.

mod position;
mod rules;
mod win;

pub use position::Position;
pub use rules::{Opening, Rules, Variant};

/// Why a point is forbidden to black in renju, with the lines that make it so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foul {}
impl std::fmt::Display for Foul {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("forbidden")
    }
}
