//! The names of openings: the 26 openings of renju and the openings of Othello.
//!
//! A name belongs to a position, in every orientation of the board, however it was reached.

mod othello;
mod renju;

use crate::Language;
use tengen_games::{AnyPosition, Label};

/// The name of the opening whose position this is; `None` if it has no name.
///
/// A line keeps the name of its last named position.
///
/// ```
/// use tengen_games::{AnyPosition, Game, GameSpec};
/// use tengen_words::{Language, opening_at};
/// let mut position = AnyPosition::new(&GameSpec::named("othello", None, None)?);
/// for mv in ["f5", "d6", "c3", "d3", "c4"] {
///     let mv = position.parse_move(mv)?;
///     position.play(mv)?;
/// }
/// let name = opening_at(&position).unwrap();
/// assert_eq!((name.en, Language::SimplifiedChinese.label(name)), ("Tiger", "虎"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn opening_at(position: &AnyPosition) -> Option<Label> {
    match position {
        AnyPosition::Gomoku(_) => renju::name(position),
        AnyPosition::Othello(_) => othello::name(position),
        _ => None,
    }
}

impl Language {
    /// The name of the opening whose position this is, in this language.
    pub fn opening(self, position: &AnyPosition) -> Option<&'static str> {
        opening_at(position).map(|name| self.label(name))
    }
}
