//! Rows of bulk work: the positions of a game as dictionaries, as `tengen batch` writes them.

use crate::errors;
use crate::records::PyRecord;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tengen::batch::{At, GameRows, Row, seed_of};
use tengen::board::Color;

/// The positions of a record's main line as rows, in the columns of ``docs/batch.md`` without those of an engine.
///
/// ``at`` is ``"all"``, ``"end"`` or the text of a number N, for every Nth. With ``to_analyze`` positions in which the
/// game is over are left out. A line that breaks the rules ends with a row whose ``error`` says so.
///
/// Raises:
///     ArgumentError: ``at`` is something else.
#[pyfunction]
#[pyo3(signature = (record, source, number, at="all", to_analyze=false))]
pub(crate) fn record_rows<'py>(
    py: Python<'py>,
    record: PyRef<'py, PyRecord>,
    source: &str,
    number: u64,
    at: &str,
    to_analyze: bool,
) -> PyResult<Bound<'py, PyList>> {
    let at: At = at.parse().map_err(errors::argument)?;
    let line = GameRows::of_record(source, number, &record.record);
    let rows: Vec<Row> = if to_analyze { line.to_analyze(at) } else { line.at(at).collect() };
    let dicts = rows.iter().map(|row| dictionary(py, row)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, dicts)
}

/// The seed of the search of one position, as ``tengen batch`` draws it.
#[pyfunction]
pub(crate) fn row_seed(seed: u64, key: u64, ply: u32) -> u64 {
    seed_of(seed, key, ply)
}

fn dictionary<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("source", &row.source)?;
    dict.set_item("number", row.number)?;
    let texts = [
        ("game", &row.game),
        ("rules", &row.rules),
        ("size", &row.size),
        ("set_up", &row.set_up),
        ("moves", &row.moves),
        ("played", &row.played),
        ("black", &row.black),
        ("white", &row.white),
        ("date", &row.date),
        ("result", &row.result),
        ("error", &row.error),
    ];
    for (name, text) in texts {
        dict.set_item(name, text)?;
    }
    dict.set_item("ply", row.ply)?;
    dict.set_item("key", row.key)?;
    dict.set_item("to_move", row.to_move.map(|side| if side == Color::Black { "black" } else { "white" }))?;
    dict.set_item("outcome", row.outcome)?;
    Ok(dict)
}
