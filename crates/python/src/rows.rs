//! Rows of bulk work: the positions of a game as dictionaries, as `tengen batch` writes them.

use crate::arguments::{color_name, color_of};
use crate::errors;
use crate::records::PyRecord;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use tengen::batch::{At, GameRows, Row};
use tengen::records::{ReadError, ReadItem};

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
    dictionaries(py, &rows)
}

/// The rows to analyze of a game that a file had, or the row of its error.
pub(crate) fn rows_of_read<'py>(
    py: Python<'py>,
    read: Result<ReadItem, ReadError>,
    source: &str,
    number: u64,
    at: At,
) -> PyResult<Bound<'py, PyList>> {
    let rows = match read {
        Ok(item) => GameRows::of_item(source, number, &item).to_analyze(at),
        Err(error) => {
            vec![Row { source: source.to_owned(), number, error: Some(error.to_string()), ..Row::default() }]
        }
    };
    dictionaries(py, &rows)
}

fn dictionaries<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Bound<'py, PyList>> {
    let dicts = rows.iter().map(|row| dictionary(py, row)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, dicts)
}

fn dictionary<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item(intern!(py, "source"), &row.source)?;
    dict.set_item(intern!(py, "number"), row.number)?;
    dict.set_item(intern!(py, "game"), &row.game)?;
    dict.set_item(intern!(py, "rules"), &row.rules)?;
    dict.set_item(intern!(py, "size"), &row.size)?;
    dict.set_item(intern!(py, "set_up"), &row.set_up)?;
    dict.set_item(intern!(py, "moves"), &row.moves)?;
    dict.set_item(intern!(py, "played"), &row.played)?;
    dict.set_item(intern!(py, "black"), &row.black)?;
    dict.set_item(intern!(py, "white"), &row.white)?;
    dict.set_item(intern!(py, "date"), &row.date)?;
    dict.set_item(intern!(py, "result"), &row.result)?;
    state_into(&dict, row)?;
    Ok(dict)
}

/// Writes what follows from the position and the result, and the error.
fn state_into(dict: &Bound<'_, PyDict>, row: &Row) -> PyResult<()> {
    let py = dict.py();
    dict.set_item(intern!(py, "ply"), row.ply)?;
    dict.set_item(intern!(py, "key"), row.key)?;
    dict.set_item(intern!(py, "to_move"), row.to_move.map(color_name))?;
    dict.set_item(intern!(py, "outcome"), row.outcome)?;
    dict.set_item(intern!(py, "error"), &row.error)
}

/// Writes what follows from the position, and the columns of an engine.
pub(crate) fn analysis_into(dict: &Bound<'_, PyDict>, row: &Row) -> PyResult<()> {
    let py = dict.py();
    state_into(dict, row)?;
    dict.set_item(intern!(py, "engine"), &row.engine)?;
    dict.set_item(intern!(py, "engine_version"), &row.engine_version)?;
    dict.set_item(intern!(py, "level"), row.level)?;
    dict.set_item(intern!(py, "score"), row.score)?;
    dict.set_item(intern!(py, "win"), row.win)?;
    dict.set_item(intern!(py, "proof"), &row.proof)?;
    dict.set_item(intern!(py, "proof_plies"), row.proof_plies)?;
    dict.set_item(intern!(py, "best"), &row.best)?;
    dict.set_item(intern!(py, "pv"), &row.pv)?;
    dict.set_item(intern!(py, "depth"), row.depth)?;
    dict.set_item(intern!(py, "nodes"), row.nodes)?;
    let policy = row.policy.iter().map(|ranked| {
        let one = PyDict::new(py);
        one.set_item(intern!(py, "move"), &ranked.mv)?;
        one.set_item(intern!(py, "share"), ranked.share)?;
        one.set_item(intern!(py, "win"), ranked.win)?;
        Ok(one)
    });
    dict.set_item(intern!(py, "policy"), PyList::new(py, policy.collect::<PyResult<Vec<_>>>()?)?)
}

/// A column of a row; `None` where the row has none.
fn column<'py, T: for<'a> FromPyObject<'a, 'py>>(
    row: &Bound<'py, PyDict>,
    name: &Bound<'py, PyString>,
) -> PyResult<Option<T>> {
    let Some(value) = row.get_item(name)?.filter(|value| !value.is_none()) else { return Ok(None) };
    let extracted = value.extract();
    extracted.map(Some).map_err(|_| errors::argument(format!("{name} of a row cannot be {value}")))
}

/// The row that a dictionary describes, without the columns of an engine.
///
/// # Errors
/// `ArgumentError` for a value of the wrong type.
pub(crate) fn row_of(dict: &Bound<'_, PyDict>) -> PyResult<Row> {
    let py = dict.py();
    let side: Option<String> = column(dict, intern!(py, "to_move"))?;
    Ok(Row {
        source: column(dict, intern!(py, "source"))?.unwrap_or_default(),
        number: column(dict, intern!(py, "number"))?.unwrap_or_default(),
        game: column(dict, intern!(py, "game"))?,
        rules: column(dict, intern!(py, "rules"))?,
        size: column(dict, intern!(py, "size"))?,
        set_up: column(dict, intern!(py, "set_up"))?,
        moves: column(dict, intern!(py, "moves"))?,
        ply: column(dict, intern!(py, "ply"))?,
        key: column(dict, intern!(py, "key"))?,
        to_move: side.as_deref().map(color_of).transpose()?,
        result: column(dict, intern!(py, "result"))?,
        outcome: column(dict, intern!(py, "outcome"))?,
        ..Row::default()
    })
}
