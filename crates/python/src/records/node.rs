//! `Node`: one node of a record's tree.

use super::{PyRecord, color, move_text, reader, seconds};
use crate::actions::{point_of, point_text};
use crate::arguments::color_of;
use crate::errors;
use crate::game::PyGame;
use crate::picture;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::BTreeMap;
use tengen::board::{Cell, Point};
use tengen::games::{Feature, Game, Move};
use tengen::records::{Node, NodeId};

/// A node of a record's tree: at most one move, stones that are set up, and comments on the position.
///
/// It belongs to its :class:`Record` and keeps it alive; what is set here is set in the record.
#[pyclass(module = "tengen", name = "Node", frozen)]
pub(crate) struct PyNode {
    record: Py<PyRecord>,
    id: NodeId,
}

impl PyNode {
    pub(super) fn new(record: Py<PyRecord>, id: NodeId) -> PyNode {
        PyNode { record, id }
    }

    fn read<T>(&self, py: Python<'_>, read: impl FnOnce(&Node) -> T) -> PyResult<T> {
        Ok(read(self.record.bind(py).try_borrow()?.record.tree.node(self.id)))
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut Node)) -> PyResult<()> {
        change(self.record.bind(py).try_borrow_mut()?.record.tree.node_mut(self.id));
        Ok(())
    }

    fn other(&self, py: Python<'_>, id: NodeId) -> PyNode {
        PyNode { record: self.record.clone_ref(py), id }
    }

    fn text(&self, py: Python<'_>, mv: Move) -> PyResult<String> {
        Ok(move_text(&self.record.bind(py).try_borrow()?.record.spec, mv))
    }

    fn point_text(&self, py: Python<'_>, point: Point) -> PyResult<String> {
        Ok(point_text(&self.record.bind(py).try_borrow()?.record.spec, point))
    }

    /// A point as players write it.
    fn point(&self, py: Python<'_>, text: &str) -> PyResult<Point> {
        point_of(&reader(&self.record.bind(py).try_borrow()?.record.spec), text)
    }
}

/// A record, and a node of it.
type NodePlace = (Py<PyRecord>, NodeId);

#[pymethods]
impl PyNode {
    /// The number of the node in its record; 0 is the root.
    #[getter]
    fn number(&self) -> NodeId {
        self.id
    }

    /// The record that the node belongs to.
    #[getter]
    fn record(&self, py: Python<'_>) -> Py<PyRecord> {
        self.record.clone_ref(py)
    }

    /// The move; ``None`` if the node has none.
    #[getter]
    #[pyo3(name = "move")]
    fn mv(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let mv = self.read(py, |node| node.mv)?;
        mv.map(|(_, mv)| self.text(py, mv)).transpose()
    }

    /// The colour of the move, if the record gives it: ``"black"`` or ``"white"``.
    #[getter]
    fn color(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.read(py, |node| node.mv.and_then(|(given, _)| color(given)))
    }

    /// The node before; ``None`` for the root.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PyNode>> {
        Ok(self.read(py, |node| node.parent)?.map(|id| self.other(py, id)))
    }

    /// The nodes after, main line first.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<PyNode>> {
        let ids = self.read(py, |node| node.children.clone())?;
        Ok(ids.into_iter().map(|id| self.other(py, id)).collect())
    }

    /// The nodes from the root to this one.
    fn path(&self, py: Python<'_>) -> PyResult<Vec<PyNode>> {
        let ids = self.record.bind(py).try_borrow()?.record.tree.path(self.id);
        Ok(ids.into_iter().map(|id| self.other(py, id)).collect())
    }

    /// Adds a move as the last variation after this node, and returns its node. The move need not be legal.
    /// ``color`` is that of its stone, if the record is to name it.
    ///
    /// Raises:
    ///     MoveError: the text is no move of the game.
    ///     ArgumentError: the colour is neither ``"black"`` nor ``"white"``.
    #[pyo3(signature = (r#move, color=None))]
    fn add(&self, py: Python<'_>, r#move: &str, color: Option<&str>) -> PyResult<PyNode> {
        let color = color.map(color_of).transpose()?;
        let mut record = self.record.bind(py).try_borrow_mut()?;
        let spec = &record.record.spec;
        // Where stones fall, a column is another point after each stone in it.
        let after = spec.has(Feature::Gravity).then(|| record.record.replay_to(self.id).ok()).flatten();
        let position = after.map_or_else(|| reader(spec), |replay| replay.position);
        let mv = position.parse_move(r#move).map_err(errors::not_a_move)?;
        let id = record.record.tree.add(self.id);
        record.record.tree.node_mut(id).mv = Some((color, mv));
        Ok(self.other(py, id))
    }

    /// The position after this node, played by the rules.
    ///
    /// Raises:
    ///     ReplayError: names the node on the way that breaks the rules.
    fn replay(&self, py: Python<'_>) -> PyResult<PyGame> {
        let record = self.record.bind(py).try_borrow()?;
        let replay = record.record.replay_to(self.id);
        let replay = replay.map_err(|e| errors::violation(&e.violation, &record.record.spec))?;
        Ok(PyGame::new(replay.position))
    }

    /// The comment.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, |node| node.comment.clone())
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, value: Option<String>) -> PyResult<()> {
        self.change(py, |node| node.comment = value)
    }

    /// The name of the position, one line.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.read(py, |node| node.name.clone())
    }

    #[setter]
    fn set_name(&self, py: Python<'_>, value: Option<String>) -> PyResult<()> {
        self.change(py, |node| node.name = value)
    }

    /// The engine's or book's value of the move, in the units of the format.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Option<f32>> {
        self.read(py, |node| node.value)
    }

    #[setter]
    fn set_value(&self, py: Python<'_>, value: Option<f32>) -> PyResult<()> {
        self.change(py, |node| node.value = value)
    }

    /// Seconds left to the player who just moved.
    #[getter]
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.read(py, |node| node.clock.map(|clock| clock.as_secs_f64()))
    }

    #[setter]
    fn set_clock(&self, py: Python<'_>, value: Option<f64>) -> PyResult<()> {
        let value = seconds(value)?;
        self.change(py, |node| node.clock = value)
    }

    /// Seconds spent on the move.
    #[getter]
    fn spent(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        self.read(py, |node| node.spent.map(|spent| spent.as_secs_f64()))
    }

    #[setter]
    fn set_spent(&self, py: Python<'_>, value: Option<f64>) -> PyResult<()> {
        let value = seconds(value)?;
        self.change(py, |node| node.spent = value)
    }

    /// Marks by point (``"h8"``; where stones fall ``"d1"``, not the column): ``triangle``, ``square``, ``circle``,
    /// ``cross``, ``selected``, ``black territory``, ``white territory`` or a label. Set the whole dictionary to change
    /// it. A point with several marks shows the last one.
    #[getter]
    fn marks(&self, py: Python<'_>) -> PyResult<BTreeMap<String, String>> {
        let marks = self.read(py, |node| node.marks.clone())?;
        marks.iter().map(|(p, mark)| Ok((self.point_text(py, *p)?, picture::mark_word(mark)))).collect()
    }

    #[setter]
    fn set_marks(&self, py: Python<'_>, value: BTreeMap<String, String>) -> PyResult<()> {
        let mut marks = Vec::new();
        for (point, word) in value {
            marks.push((self.point(py, &point)?, picture::mark(&word)));
        }
        self.change(py, |node| node.marks = marks)
    }

    /// Points that are set up before the move, with their contents: ``"black"``, ``"white"`` or ``None``.
    #[getter]
    fn set_up(&self, py: Python<'_>) -> PyResult<BTreeMap<String, Option<&'static str>>> {
        let cells = self.read(py, |node| node.set_up.clone())?;
        cells.iter().map(|&(p, cell)| Ok((self.point_text(py, p)?, color(cell.color())))).collect()
    }

    #[setter]
    fn set_set_up(&self, py: Python<'_>, value: BTreeMap<String, Option<String>>) -> PyResult<()> {
        let mut cells = Vec::new();
        for (point, content) in value {
            let cell = content.as_deref().map(color_of).transpose()?.map_or(Cell::Empty, Cell::from);
            cells.push((self.point(py, &point)?, cell));
        }
        self.change(py, |node| node.set_up = cells)
    }

    /// The side to move from here, if the record names it.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        self.read(py, |node| color(node.to_move))
    }

    #[setter]
    fn set_to_move(&self, py: Python<'_>, value: Option<&str>) -> PyResult<()> {
        let value = value.map(color_of).transpose()?;
        self.change(py, |node| node.to_move = value)
    }

    /// Every other property of the file: a list of ``bytes`` by identifier.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let extra = self.read(py, |node| node.extra.clone())?;
        let properties = PyDict::new(py);
        // One without values only notes that the file does not have it.
        for property in extra.into_iter().filter(|property| !property.values.is_empty()) {
            let values = property.values.iter().map(|value| PyBytes::new(py, value));
            properties.set_item(property.ident, PyList::new(py, values.collect::<Vec<_>>())?)?;
        }
        Ok(properties)
    }

    #[staticmethod]
    fn _restore(record: Bound<'_, PyRecord>, number: i64) -> PyResult<PyNode> {
        PyRecord::node(record, number)
    }

    /// A node is pickled and copied with its record.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, NodePlace)> {
        Ok((py.get_type::<PyNode>().getattr("_restore")?, (self.record.clone_ref(py), self.id)))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyNode>().is_ok_and(|other| {
            let other = other.get();
            other.id == self.id && other.record.bind(py).is(self.record.bind(py))
        })
    }

    fn __hash__(&self) -> u64 {
        (self.record.as_ptr() as u64).rotate_left(17) ^ u64::from(self.id)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mv = self.mv(py)?.unwrap_or_else(|| "no move".into());
        let children = self.read(py, |node| node.children.len())?;
        Ok(format!("<tengen.Node: {} {mv}, {children} children>", self.id))
    }
}
