//! `Analysis`, `Line` and `Score`: what an engine found.

use crate::arguments::hash_of;
use crate::errors;
use crate::game::PyGame;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use tengen::engine::{Analysis, Proof, Score};
use tengen::games::{AnyPosition, Game};
use tengen::render::{Scene, svg};

/// A score, from the side to move of the position that was analysed.
#[pyclass(module = "tengen", name = "Score", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyScore(pub(crate) Score);

#[pymethods]
impl PyScore {
    /// ``estimate``, or what is proven: ``win``, ``loss``, ``draw`` or ``margin``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Score::Estimate { .. } => "estimate",
            Score::Proven(Proof::Win(_)) => "win",
            Score::Proven(Proof::Loss(_)) => "loss",
            Score::Proven(Proof::Draw) => "draw",
            Score::Proven(Proof::Margin(_)) => "margin",
        }
    }

    /// The chance to win, 0 to 1, a draw counted half.
    #[getter]
    fn win(&self) -> f32 {
        self.0.win()
    }

    /// The estimate in the unit of the engine (discs in Othello, points in Go); ``None`` for a proof.
    #[getter]
    fn value(&self) -> Option<f32> {
        if let Score::Estimate { value, .. } = self.0 { Some(value) } else { None }
    }

    /// Plies to a proven win or loss, at most; else ``None``.
    #[getter]
    fn plies(&self) -> Option<u32> {
        if let Score::Proven(Proof::Win(n) | Proof::Loss(n)) = self.0 { Some(n) } else { None }
    }

    /// The proven margin in points or discs; else ``None``.
    #[getter]
    fn margin(&self) -> Option<f32> {
        if let Score::Proven(Proof::Margin(margin)) = self.0 { Some(margin) } else { None }
    }

    /// Whether it is proven.
    #[getter]
    fn is_proof(&self) -> bool {
        self.0.is_proof()
    }

    #[staticmethod]
    fn _restore(json: &str) -> PyResult<PyScore> {
        let score = serde_json::from_str(json).ok().and_then(|json| Score::from_json(&json));
        score.map(PyScore).ok_or_else(|| errors::argument(format!("this is no score: {json}")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<PyScore>().getattr("_restore")?, (self.0.to_json().to_string(),)))
    }

    /// Equal scores have equal hashes: zero has two signs, which are equal.
    fn __hash__(&self) -> u64 {
        let bits = |number: f32| u64::from((number + 0.0).to_bits());
        let numbers = match self.0 {
            Score::Estimate { value, win } => [0, bits(value), bits(win)],
            Score::Proven(Proof::Win(plies)) => [1, plies.into(), 0],
            Score::Proven(Proof::Loss(plies)) => [2, plies.into(), 0],
            Score::Proven(Proof::Draw) => [3, 0, 0],
            Score::Proven(Proof::Margin(margin)) => [4, bits(margin), 0],
        };
        hash_of(&numbers)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Score: {}>", self.0)
    }
}

/// A ranked move with the line that is expected after it.
#[pyclass(module = "tengen", name = "Line", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct PyLine {
    /// The moves of the line, the ranked move first.
    moves: Vec<String>,
    /// Its score.
    score: PyScore,
    /// Nodes or playouts spent on it; 0 for engines that do not count them.
    work: u64,
}

/// The fields of a line, to pickle.
type LineState = (Vec<String>, PyScore, u64);

#[pymethods]
impl PyLine {
    /// The ranked move.
    #[getter]
    #[pyo3(name = "move")]
    fn first(&self) -> Option<&str> {
        self.moves.first().map(String::as_str)
    }

    #[staticmethod]
    fn _restore(moves: Vec<String>, score: PyRef<'_, PyScore>, work: u64) -> PyLine {
        PyLine { moves, score: score.clone(), work }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, LineState)> {
        let state = (self.moves.clone(), self.score.clone(), self.work);
        Ok((py.get_type::<PyLine>().getattr("_restore")?, state))
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Line: {} {}>", self.moves.join(" "), self.score.0)
    }
}

/// What an engine found in a position. In a notebook it is shown as the board with the best moves.
///
/// It can be pickled; what the rules of an engine of rules struck out is left out then.
#[pyclass(module = "tengen", name = "Analysis", frozen)]
pub(crate) struct PyAnalysis {
    pub(crate) analysis: Analysis,
    pub(crate) position: Arc<AnyPosition>,
}

impl PyAnalysis {
    pub(crate) fn new(analysis: Analysis, position: &Arc<AnyPosition>) -> PyAnalysis {
        PyAnalysis { analysis, position: Arc::clone(position) }
    }
}

#[pymethods]
impl PyAnalysis {
    /// The best move; ``None`` only where no move is legal, or where an outside engine resigned.
    #[getter]
    fn best(&self) -> Option<String> {
        self.analysis.best.map(|mv| self.position.format_move(mv))
    }

    /// The score of the best line; ``None`` if there is no line.
    #[getter]
    fn score(&self) -> Option<PyScore> {
        self.analysis.score().map(PyScore)
    }

    /// The ranked lines, best first. Outside engines give none.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        let line = |line: &tengen::engine::Line| PyLine {
            moves: line.moves.iter().map(|&mv| self.position.format_move(mv)).collect(),
            score: PyScore(line.score),
            work: line.work,
        };
        self.analysis.lines.iter().map(line).collect()
    }

    /// The depth reached, in plies; 0 for engines without one.
    #[getter]
    fn depth(&self) -> u32 {
        self.analysis.depth
    }

    /// Positions visited, or playouts.
    #[getter]
    fn nodes(&self) -> u64 {
        self.analysis.nodes
    }

    /// Wall-clock time spent, in seconds.
    #[getter]
    fn time(&self) -> f64 {
        self.analysis.time.as_secs_f64()
    }

    /// Whether an outside engine resigned.
    #[getter]
    fn resigned(&self) -> bool {
        self.analysis.resigns
    }

    /// Who is expected to own each point at the end: ``float32`` of shape ``(rows, columns)``, from −1 (white) to 1
    /// (black); ``None`` for engines that do not estimate it.
    #[getter]
    fn ownership<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f32>>>> {
        if self.analysis.ownership.is_empty() {
            return Ok(None);
        }
        let size = self.position.size();
        let values = PyArray1::from_slice(py, &self.analysis.ownership);
        Ok(Some(values.reshape([size.rows(), size.cols()])?))
    }

    /// The analysis as JSON text, as the command writes it.
    fn to_json(&self) -> String {
        self.analysis.to_json(&*self.position).to_string()
    }

    #[staticmethod]
    fn _restore(position: PyRef<'_, PyGame>, json: &str, nanos: u64) -> PyResult<PyAnalysis> {
        let position = &position.position;
        let read = serde_json::from_str(json).ok().and_then(|json| Analysis::from_json(&json, position));
        let read =
            read.ok_or_else(|| errors::argument(format!("this is no analysis of the position: {json}")))?;
        // The JSON has thousandths of a millisecond.
        let analysis = Analysis { time: Duration::from_nanos(nanos), ..read };
        Ok(PyAnalysis::new(analysis, &Arc::new(position.clone())))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyGame, String, u64))> {
        let nanos = u64::try_from(self.analysis.time.as_nanos()).unwrap_or(u64::MAX);
        let state = (PyGame::new(AnyPosition::clone(&self.position)), self.to_json(), nanos);
        Ok((py.get_type::<PyAnalysis>().getattr("_restore")?, state))
    }

    fn __str__(&self) -> String {
        self.analysis.to_text(&*self.position)
    }

    fn __repr__(&self) -> String {
        let best = self.best().unwrap_or_else(|| "no move".into());
        match self.analysis.score() {
            Some(score) => format!("<tengen.Analysis: {best} {score}, {} nodes>", self.analysis.nodes),
            None => format!("<tengen.Analysis: {best}, {} nodes>", self.analysis.nodes),
        }
    }

    fn _repr_svg_(&self) -> String {
        let scene =
            Scene::new(&*self.position).with_forbidden(&*self.position).with_analysis(&self.analysis, 5);
        svg::draw(&scene, &svg::SvgOptions::default())
    }
}
