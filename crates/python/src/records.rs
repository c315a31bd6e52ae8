//! `Record` and `Node`: games as files hold them.

mod files;
mod node;
mod state;

pub(crate) use files::{
    PyGameFile, format_for, format_named, game_of_files, read_bytes, read_file, save, write_records,
};
pub(crate) use node::PyNode;

use crate::arguments::{SizeArgument, color_name, spec_of};
use crate::errors;
use crate::game::PyGame;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::time::Duration;
use tengen::games::{AnyPosition, Feature, Game, GameSpec, Move};
use tengen::records::{Header, Record, Tree, WriteOptions};

/// A game record: header, set-up stones, main line and variations, as its file has them, legal or not.
///
/// ``Record(game, rules, size)`` is an empty one of the game that these arguments of :class:`Game` name;
/// :meth:`from_game` makes one of a :class:`Game`; ``read`` and its relatives read files. Moves may be illegal:
/// :meth:`replay` and :meth:`violations` play them by the rules.
///
/// Raises:
///     SpecError: an unknown game, rule set or size.
#[pyclass(module = "tengen", name = "Record")]
pub(crate) struct PyRecord {
    pub(crate) record: Record,
}

/// A move as players of the game write it.
pub(crate) fn move_text(spec: &GameSpec, mv: Move) -> String {
    match mv {
        Move::Place(p) if !spec.size().contains(p) => format!("{p:?}"),
        // Where stones fall, a move is written as its column.
        Move::Place(_) if spec.has(Feature::Gravity) => AnyPosition::new(spec).format_move(mv),
        Move::Place(p) => spec.coords().format(p, spec.size()),
        Move::Pass => "pass".into(),
        Move::Choose(choice) => choice.to_string(),
    }
}

/// Getters and setters of texts of the header.
macro_rules! header_texts {
    ($($(#[$doc:meta])* $get:ident $set:ident $($field:ident).+;)*) => {
        #[pymethods]
        impl PyRecord {
            $(
                $(#[$doc])*
                #[getter]
                fn $get(&self) -> Option<&str> {
                    self.record.header.$($field).+.as_deref()
                }

                #[setter]
                fn $set(&mut self, value: Option<String>) {
                    self.record.header.$($field).+ = value;
                }
            )*
        }
    };
}

header_texts! {
    /// The name of the player with the black stones.
    black set_black black.name;
    /// The name of the player with the white stones.
    white set_white white.name;
    /// Black's rank or rating.
    black_rank set_black_rank black.rank;
    /// White's rank or rating.
    white_rank set_white_rank white.rank;
    /// Black's team.
    black_team set_black_team black.team;
    /// White's team.
    white_team set_white_team white.team;
    /// The result in SGF's notation: ``B+R``, ``W+3.5``, ``0``.
    result set_result result;
    /// The date; ISO 8601 if the format allows it.
    date set_date date;
    /// The tournament or occasion.
    event set_event event;
    /// The round.
    round set_round round;
    /// The place.
    place set_place place;
    /// The name of the game.
    name set_name name;
    /// The comment on the game as a whole.
    comment set_comment comment;
    /// The program that wrote the record.
    application set_application application;
    /// Overtime, as the record describes it.
    overtime set_overtime overtime;
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (game="gomoku", rules=None, size=None))]
    fn new(game: &str, rules: Option<&str>, size: Option<SizeArgument>) -> PyResult<PyRecord> {
        Ok(PyRecord { record: Record::new(spec_of(game, rules, size)?) })
    }

    /// The record of ``game``: what was set up before its first move, and the moves since.
    #[staticmethod]
    fn from_game(game: PyRef<'_, PyGame>) -> PyRecord {
        PyRecord { record: Record::from_position(&game.position) }
    }

    /// The family of the game, as ``Game.game``.
    #[getter]
    fn game(&self) -> &'static str {
        self.record.spec.kind().name()
    }

    /// The rules, as ``Game.rules``.
    #[getter]
    fn rules(&self) -> String {
        self.record.spec.rules_text()
    }

    /// Rows and columns of the board.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.record.spec.size().rows(), self.record.spec.size().cols())
    }

    /// Main time of each player, in seconds.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.record.header.time.map(|time| time.as_secs_f64())
    }

    #[setter]
    fn set_time(&mut self, value: Option<f64>) -> PyResult<()> {
        self.record.header.time = seconds(value)?;
        Ok(())
    }

    /// Removes every entry of the header.
    fn clear_header(&mut self) {
        self.record.header = Header::default();
    }

    /// The first node of the tree.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> PyNode {
        PyNode::new(slf.unbind(), Tree::ROOT)
    }

    /// The node with this ``number``: numbers go from 0, the root, to ``len(record) - 1``.
    ///
    /// Raises:
    ///     IndexError: there is no such node.
    fn node(slf: Bound<'_, Self>, number: i64) -> PyResult<PyNode> {
        let len = slf.borrow().record.tree.len();
        match u32::try_from(number) {
            Ok(id) if (id as usize) < len => Ok(PyNode::new(slf.unbind(), id)),
            _ => {
                let message = format!("there is no node {number}: write 0 to {}", len - 1);
                Err(pyo3::exceptions::PyIndexError::new_err(message))
            }
        }
    }

    /// The nodes of the main line, from the root.
    fn main_line(slf: Bound<'_, Self>) -> Vec<PyNode> {
        let ids: Vec<_> = slf.borrow().record.tree.main_line().collect();
        let record = slf.unbind();
        Python::attach(|py| ids.into_iter().map(|id| PyNode::new(record.clone_ref(py), id)).collect())
    }

    /// The last node of each line, that of the main line first.
    fn ends(slf: Bound<'_, Self>) -> Vec<PyNode> {
        let ids: Vec<_> = slf.borrow().record.tree.ends().collect();
        let record = slf.unbind();
        Python::attach(|py| ids.into_iter().map(|id| PyNode::new(record.clone_ref(py), id)).collect())
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.main_moves().map(|mv| move_text(&self.record.spec, mv)).collect()
    }

    /// The number of nodes, the root included.
    fn __len__(&self) -> usize {
        self.record.tree.len()
    }

    /// Plays the main line by the rules and returns the position after it.
    ///
    /// Habits of formats are played too: passes that a record leaves out, stones that are set up in the middle.
    ///
    /// Raises:
    ///     ReplayError: names the node and the rule that it breaks.
    fn replay(&self, py: Python<'_>) -> PyResult<PyGame> {
        let replay = py.detach(|| self.record.replay());
        Ok(PyGame::new(replay.map_err(|e| errors::violation(&e.violation, &self.record.spec))?.position))
    }

    /// Everything in the tree that breaks the rules, as exceptions that are not raised.
    fn violations(&self, py: Python<'_>) -> Vec<Py<pyo3::exceptions::PyBaseException>> {
        let found = py.detach(|| self.record.violations());
        let spec = &self.record.spec;
        found.iter().map(|violation| errors::violation(violation, spec).into_value(py)).collect()
    }

    /// The result that the rules give the main line, in SGF's notation; ``None`` if it does not end the game.
    fn result_by_rules(&self) -> Option<String> {
        self.record.result_by_rules()
    }

    /// The record as a file of ``format``: ``sgf``, ``psq``, ``renlib``, ``ggf``, ``wthor``, ``obf`` or ``moves``.
    ///
    /// Raises:
    ///     RecordError: the format cannot hold it.
    ///
    /// Warns:
    ///     LossWarning: names each thing that the format cannot hold.
    #[pyo3(signature = (format="sgf"))]
    fn to_bytes<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let format = format_named(format)?;
        let written = format.write(std::slice::from_ref(&self.record), &WriteOptions::default());
        let written = written.map_err(|e| errors::plain("RecordError", e))?;
        for loss in &written.losses {
            errors::warn(py, "LossWarning", &format!("{format} cannot hold this: {loss}"))?;
        }
        if !written.companions.is_empty() {
            let names = "the names of players and tournaments: tengen.write puts them in files beside";
            errors::warn(py, "LossWarning", &format!("{format} cannot hold this: {names}"))?;
        }
        Ok(PyBytes::new(py, &written.bytes))
    }

    #[staticmethod]
    fn _restore(state: state::State) -> PyResult<PyRecord> {
        Ok(PyRecord { record: state::record(state)? })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (state::State,))> {
        Ok((py.get_type::<PyRecord>().getattr("_restore")?, (state::of(&self.record),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRecord>().is_ok_and(|other| other.try_borrow().is_ok_and(|o| o.record == self.record))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let replay = self.record.replay().unwrap_or_else(tengen::records::ReplayError::into_reached);
        let shown = crate::picture::Shown {
            coords: true,
            numbers: Some(crate::picture::NumbersArgument::Word("all".into())),
            ..Default::default()
        };
        crate::picture::svg(&replay.position, shown, None, None, "classic")
    }

    fn __repr__(&self) -> String {
        let header = &self.record.header;
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".into());
        let result = header.result.as_deref().map_or(String::new(), |result| format!(", {result}"));
        let moves = self.record.main_moves().count();
        format!(
            "<tengen.Record: {} {}, {} - {}, {moves} moves{result}>",
            self.record.spec,
            self.record.spec.size(),
            name(&header.black.name),
            name(&header.white.name),
        )
    }
}

/// Seconds that may be missing.
fn seconds(value: Option<f64>) -> PyResult<Option<Duration>> {
    value.map(|value| crate::engine::seconds("a time", value)).transpose()
}

/// The position that texts of moves are read in.
fn reader(spec: &GameSpec) -> AnyPosition {
    AnyPosition::new(spec)
}

/// A colour that may be missing.
fn color(color: Option<tengen::board::Color>) -> Option<&'static str> {
    color.map(color_name)
}
