//! `Outcome` and `Played`: how a game ended, and what a move did.

use crate::actions::point_text;
use crate::arguments::{color_name, color_of, hash_of};
use pyo3::prelude::*;
use std::fmt::Write;
use tengen::board::Point;
use tengen::games::{AnyPosition, EndReason, Game, Outcome, Played};

/// The words of [`end_name`].
const ENDS: [&str; 7] = ["line", "captures", "only-forbidden", "foul", "full", "score", "passes"];

/// The word for the reason why a game ended.
pub(crate) fn end_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Line => "line",
        EndReason::Captures => "captures",
        EndReason::OnlyForbidden => "only-forbidden",
        EndReason::Foul => "foul",
        EndReason::Full => "full",
        EndReason::Score(_) => "score",
        EndReason::Passes => "passes",
        _ => "other",
    }
}

/// How a game ended.
#[pyclass(module = "tengen", name = "Outcome", frozen, eq, get_all)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyOutcome {
    /// ``"black"``, ``"white"``, or ``None`` for a draw.
    winner: Option<&'static str>,
    /// Why: ``line``, ``captures``, ``only-forbidden``, ``foul``, ``full``, ``score`` or ``passes``.
    reason: &'static str,
    /// Black's points or discs minus white's, where they decide the game; else ``None``.
    margin: Option<f32>,
}

impl From<Outcome> for PyOutcome {
    fn from(outcome: Outcome) -> PyOutcome {
        let margin = if let EndReason::Score(margin) = outcome.reason { Some(margin) } else { None };
        PyOutcome { winner: outcome.winner.map(color_name), reason: end_name(outcome.reason), margin }
    }
}

/// Winner, reason and margin, to pickle.
type OutcomeState = (Option<&'static str>, &'static str, Option<f32>);

#[pymethods]
impl PyOutcome {
    /// Equal outcomes have equal hashes: a margin of zero has two signs, which are equal.
    fn __hash__(&self) -> u64 {
        hash_of(&(self.winner, self.reason, self.margin.map(|margin| (margin + 0.0).to_bits())))
    }

    #[staticmethod]
    fn _restore(winner: Option<&str>, reason: &str, margin: Option<f32>) -> PyResult<PyOutcome> {
        let winner = winner.map(color_of).transpose()?.map(color_name);
        let reason = ENDS.into_iter().find(|&end| end == reason).unwrap_or("other");
        Ok(PyOutcome { winner, reason, margin })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, OutcomeState)> {
        let state = (self.winner, self.reason, self.margin);
        Ok((py.get_type::<PyOutcome>().getattr("_restore")?, state))
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.unwrap_or("draw");
        match self.margin {
            Some(margin) => format!("<tengen.Outcome: {winner}, {}, {margin:+}>", self.reason),
            None => format!("<tengen.Outcome: {winner}, {}>", self.reason),
        }
    }
}

/// What a move did on the board. Points are as players of the game write them; where stones fall they have a column and
/// a row, such as ``d1``.
#[pyclass(module = "tengen", name = "Played", frozen, eq, hash, get_all)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyPlayed {
    /// The point of the stone and its colour; ``None`` for a pass or a decision.
    placed: Option<(String, &'static str)>,
    /// Stones that left the board.
    captured: Vec<String>,
    /// Discs that were turned over.
    flipped: Vec<String>,
    /// The points of the winning lines.
    line: Vec<String>,
}

impl PyPlayed {
    /// What the last move did in `position`.
    pub(crate) fn new(position: &AnyPosition, played: &Played) -> PyPlayed {
        let spec = position.spec();
        let text = |point: Point| point_text(&spec, point);
        let texts = |points: &[Point]| points.iter().map(|&point| text(point)).collect();
        PyPlayed {
            placed: played.placed.map(|(point, color)| (text(point), color_name(color))),
            captured: texts(&played.captured),
            flipped: texts(&played.flipped),
            line: texts(&played.line),
        }
    }
}

/// The point and colour of the stone, and the points that were captured, turned over and won with, to pickle.
type PlayedState = (Option<(String, &'static str)>, Vec<String>, Vec<String>, Vec<String>);

#[pymethods]
impl PyPlayed {
    #[staticmethod]
    fn _restore(
        placed: Option<(String, String)>,
        captured: Vec<String>,
        flipped: Vec<String>,
        line: Vec<String>,
    ) -> PyResult<PyPlayed> {
        let placed = placed
            .map(|(point, color)| color_of(&color).map(|color| (point, color_name(color))))
            .transpose()?;
        Ok(PyPlayed { placed, captured, flipped, line })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PlayedState)> {
        let PyPlayed { placed, captured, flipped, line } = self.clone();
        Ok((py.get_type::<PyPlayed>().getattr("_restore")?, (placed, captured, flipped, line)))
    }

    fn __repr__(&self) -> String {
        let placed =
            self.placed.as_ref().map_or("no stone".into(), |(point, color)| format!("{color} {point}"));
        let mut text = format!("<tengen.Played: {placed}");
        for (name, points) in [("captured", &self.captured), ("flipped", &self.flipped), ("line", &self.line)]
        {
            if !points.is_empty() {
                let _ = write!(text, ", {name} {}", points.join(" "));
            }
        }
        text + ">"
    }
}
