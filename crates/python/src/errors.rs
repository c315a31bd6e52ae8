//! Rust errors as the exceptions of `tengen._errors`.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use tengen::engine::{EngineError, SearchError};
use tengen::games::{GameSpec, Illegal, MoveError, Reason, SetUpError, SpecError};
use tengen::records::{ReadError, Violation, ViolationKind};
use tengen::words::Language;

/// The exception `class` of `tengen._errors` with these attributes.
pub(crate) fn raise(
    class: &str,
    message: impl Display,
    attributes: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    Python::attach(|py| {
        let make = || -> PyResult<PyErr> {
            let fields = PyDict::new(py);
            attributes(&fields)?;
            let class = py.import("tengen._errors")?.getattr(class)?;
            Ok(PyErr::from_value(class.call((message.to_string(),), Some(&fields))?))
        };
        make().unwrap_or_else(|error| error)
    })
}

/// The exception `class` with a message alone.
pub(crate) fn plain(class: &str, message: impl Display) -> PyErr {
    raise(class, message, |_| Ok(()))
}

/// Refused arguments: a `ValueError` of the package.
pub(crate) fn argument(message: impl Display) -> PyErr {
    plain("ArgumentError", message)
}

pub(crate) fn spec(error: SpecError) -> PyErr {
    plain("SpecError", error)
}

pub(crate) fn not_a_move(error: MoveError) -> PyErr {
    plain("MoveError", error)
}

/// What is wrong with a set-up of this game, with its points as players write them.
pub(crate) fn set_up(error: &SetUpError, spec: &GameSpec) -> PyErr {
    plain("SetUpError", Language::English.set_up_error_in(error, spec))
}

/// The word for the rule that a refused move breaks.
pub(crate) fn rule(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver => "game-over",
        Reason::OffBoard => "off-board",
        Reason::Occupied(_) => "occupied",
        Reason::NoPass => "no-pass",
        Reason::ColumnFull => "column-full",
        Reason::Hanging(_) => "hanging",
        Reason::NoFlip => "no-flip",
        Reason::MustPass => "must-pass",
        Reason::Ko => "ko",
        Reason::Superko { .. } => "superko",
        Reason::Suicide => "suicide",
        Reason::Forbidden(_) => "forbidden",
        Reason::Opening { .. } => "opening",
        Reason::NotOnCenter => "not-on-center",
        Reason::TooNearCenter { .. } => "too-near-center",
        Reason::HandicapFirst { .. } => "handicap-first",
        Reason::NoChoice => "no-choice",
        _ => "other",
    }
}

/// A refused move, in game `game` of a batch if it is one.
pub(crate) fn illegal(error: &Illegal, game: Option<usize>) -> PyErr {
    let message = match game {
        Some(game) => format!("game {game}: {error}"),
        None => error.to_string(),
    };
    raise("IllegalMove", message, |fields| {
        fields.set_item("move", &error.text)?;
        fields.set_item("ply", error.ply)?;
        fields.set_item("rule", rule(&error.reason))?;
        fields.set_item("game", game)
    })
}

pub(crate) fn read(error: &ReadError, path: Option<&str>) -> PyErr {
    let message = match path {
        Some(path) => format!("{path}: {error}"),
        None => error.to_string(),
    };
    raise("RecordError", message, |fields| {
        fields.set_item("path", path)?;
        fields.set_item("format", error.format.name())?;
        fields.set_item("line", error.at.line_column.map(|(line, _)| line))?;
        fields.set_item("column", error.at.line_column.map(|(_, column)| column))?;
        fields.set_item("offset", error.at.offset)
    })
}

/// A node of a record of this game that breaks the rules.
pub(crate) fn violation(violation: &Violation, spec: &GameSpec) -> PyErr {
    let rule = match &violation.kind {
        ViolationKind::Illegal(illegal) => rule(&illegal.reason),
        ViolationKind::SetUp(_) => "set-up",
        ViolationKind::Turn { .. } => "turn",
        _ => "other",
    };
    let message = match &violation.kind {
        ViolationKind::SetUp(error) => {
            let named = Language::English.set_up_error_in(error, spec);
            violation.to_string().replace(&error.to_string(), &named)
        }
        _ => violation.to_string(),
    };
    raise("ReplayError", message, |fields| {
        fields.set_item("node", violation.node)?;
        fields.set_item("number", violation.number)?;
        fields.set_item("move", &violation.text)?;
        fields.set_item("rule", rule)
    })
}

pub(crate) fn search(error: SearchError) -> PyErr {
    let kind = match &error {
        SearchError::Unsupported(EngineError::Program { fault, .. }) => {
            return engine(&fault.kind.to_string(), &error);
        }
        SearchError::NoEngine(_) | SearchError::Empty => "no-engine",
        SearchError::Unsupported(_) => "unsupported",
        SearchError::Panicked(_) => "crash",
    };
    engine(kind, error)
}

/// An engine that cannot play, or that failed. `kind` is a word of `EngineError.kind`.
pub(crate) fn engine(kind: &str, message: impl Display) -> PyErr {
    raise("EngineError", message, |fields| fields.set_item("kind", kind))
}

/// A warning of the package, such as `LossWarning`.
pub(crate) fn warn(py: Python<'_>, class: &str, message: &str) -> PyResult<()> {
    let class = py.import("tengen._errors")?.getattr(class)?;
    py.import("warnings")?.call_method1("warn", (message, class, 2))?;
    Ok(())
}

/// A lock that a panic left behind.
pub(crate) fn poisoned() -> PyErr {
    PyRuntimeError::new_err("an earlier call failed in the middle of its work: make a new object")
}
