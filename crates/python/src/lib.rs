//! The Python package `tengen`: exact rules, records, engines and batches of games as NumPy arrays.
//!
//! This crate translates between Python and the crates of the toolkit. It has no rules and no search of its own.

mod actions;
mod analysis;
mod analyzer;
mod arena;
mod arguments;
mod batch;
mod copies;
mod diagram;
mod engine;
mod errors;
mod game;
mod interrupt;
mod library;
mod memory;
mod outcome;
mod picture;
mod planes;
mod records;
mod rows;
mod solve;

use pyo3::prelude::*;

/// The compiled part of the package `tengen`.
#[pymodule(gil_used = false)]
fn _tengen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<outcome::PyOutcome>()?;
    module.add_class::<outcome::PyPlayed>()?;
    module.add_class::<analysis::PyAnalysis>()?;
    module.add_class::<analysis::PyLine>()?;
    module.add_class::<analysis::PyScore>()?;
    module.add_class::<batch::PyBatchEnv>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::PySearch>()?;
    module.add_class::<analyzer::PyRowAnalyzer>()?;
    module.add_class::<records::PyRecord>()?;
    module.add_class::<records::PyNode>()?;
    module.add_class::<records::PyGameFile>()?;
    module.add_class::<library::PyLibrary>()?;
    module.add_class::<solve::PySolution>()?;
    module.add_class::<solve::PyVerification>()?;
    module.add_class::<arena::PySuite>()?;
    module.add_class::<arena::PySuiteReport>()?;
    module.add_class::<arena::PyMatchResult>()?;
    module.add_function(wrap_pyfunction!(records::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(records::write_records, module)?)?;
    module.add_function(wrap_pyfunction!(rows::record_rows, module)?)?;
    module.add_function(wrap_pyfunction!(solve::games, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::verify, module)?)?;
    module.add_function(wrap_pyfunction!(solve::explain, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_match, module)?)?;
    Ok(())
}
