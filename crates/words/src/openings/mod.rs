//! The names of openings: the 26 openings of renju and the openings of Othello.
//!
//! A name belongs to a position, in every orientation of the board, however it was reached.

mod othello;
mod renju;

use crate::{Language, Texts};
use tengen_games::{AnyPosition, Feature, Label};
use tengen_records::{NodeId, Record};

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

/// The name of the opening of a game of Othello, along the line to this node: that of the last named position. `None`
/// if no position has a name, and in other games. A line that breaks the rules counts as far as it can be played.
///
/// ```
/// use tengen_records::{Format, ReadOptions, Tree};
/// use tengen_games::GameSpec;
/// let options = ReadOptions::default().with_spec(GameSpec::named("othello", None, None)?);
/// let record = &Format::MoveList.read(b"f5d6c3d3c4f4", &options)?.records[0];
/// let end = record.tree.main_line().last().unwrap_or(Tree::ROOT);
/// assert_eq!(tengen_words::opening_of(record, end).unwrap().en, "Tiger", "f4 leads to no position with a name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there is no such node.
pub fn opening_of(record: &Record, node: NodeId) -> Option<Label> {
    if !record.spec.has(Feature::Discs) {
        return None;
    }
    let mut name = None;
    // Where the line breaks the rules its opening is known.
    let _ =
        record.replay_nodes(record.tree.path(node), |_, position, _| name = opening_at(position).or(name));
    name
}

/// The name of an opening in every language, as JSON: `{"en", "zh", "zh-Hant", "ja"}`.
pub fn opening_json(name: Label) -> serde_json::Value {
    Texts::of(|language| language.label(name).to_owned()).to_json()
}

impl Language {
    /// A line of a report that names an opening: `opening: Tiger`.
    pub fn named_opening(self, name: Label) -> String {
        let name = self.label(name);
        self.pick(format!("opening: {name}"), format!("开局：{name}"), format!("定石：{name}"))
    }

    /// The name of the opening whose position this is, in this language.
    pub fn opening(self, position: &AnyPosition) -> Option<&'static str> {
        opening_at(position).map(|name| self.label(name))
    }
}
