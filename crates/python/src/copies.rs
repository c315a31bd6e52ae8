//! Copies and pickles: which objects have them, and why others have none.

use crate::analysis::{PyAnalysis, PyLine, PyScore};
use crate::analyzer::PyRowAnalyzer;
use crate::arena::{PyMatchResult, PySuite, PySuiteReport};
use crate::batch::PyBatchEnv;
use crate::engine::{PyEngine, PySearch};
use crate::library::PyLibrary;
use crate::outcome::{PyOutcome, PyPlayed};
use crate::records::PyGameFile;
use crate::solve::{PySolution, PyVerification};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Objects that do not change: a copy is the object itself.
macro_rules! unchanging {
    ($($class:ty),* $(,)?) => {
        $(
            #[pymethods]
            impl $class {
                fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                    slf
                }

                fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
                    slf
                }
            }
        )*
    };
}

unchanging!(
    PyAnalysis,
    PyLine,
    PyScore,
    PyOutcome,
    PyPlayed,
    PySolution,
    PyVerification,
    PySuiteReport,
    PyMatchResult,
);

/// Objects that hold what another process, or a second object, cannot have.
macro_rules! not_copied {
    ($($class:ty: $name:literal, $why:literal;)*) => {
        $(
            #[pymethods]
            impl $class {
                fn __reduce__(&self) -> PyResult<()> {
                    let text = concat!($name, " cannot be pickled or copied: ", $why);
                    Err(PyTypeError::new_err(text))
                }
            }
        )*
    };
}

not_copied! {
    PyBatchEnv: "BatchEnv",
        "it has threads and the state of its random numbers. Make one in each process, and pickle single positions \
         by env.game(index)";
    PyEngine: "Engine",
        "it has a thread, and tables or a program. Make an Engine in each process with the same arguments, and pickle \
         its analyses";
    PySearch: "Search", "it runs in this process. Pickle the Analysis of its result()";
    PyRowAnalyzer: "RowAnalyzer",
        "it has a thread and an engine. Pickle its Analyzer, which makes one of the same arguments";
    PyLibrary: "Library", "it holds an open file. Open the same path again where it is needed";
    PyGameFile: "GameFile", "it reads an open file. Open the same path again, and pickle its records";
    PySuite: "Suite", "it is read from a file. Read the same path again, and pickle its report";
}
