//! `RowAnalyzer`: an engine that fills in rows, any number of them in one call.
//!
//! A search needs a thread of its own for its stack, and a row may take less than a millisecond. So the thread gets all
//! rows of a call at once, and the caller waits for the last one.

use crate::arguments;
use crate::engine::{LOOK, LimitArguments, seconds};
use crate::errors;
use crate::rows::{analysis_into, row_of};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tengen::arena::{OpeningBy, ProgramEngine, ProgramSpec, Timeouts};
use tengen::batch::{Analyst, Row};
use tengen::engine::{EngineFactory, EngineOptions, Limits, SEARCH_STACK, Stop};
use tengen::players;

/// An engine that fills in rows: the compiled part of ``tengen.batch.Analyzer``.
#[pyclass(module = "tengen._tengen", name = "RowAnalyzer", frozen)]
pub(crate) struct PyRowAnalyzer {
    engines: EngineFactory,
    options: EngineOptions,
    limits: Limits,
    /// How long an engine may take for a row.
    timeout: Duration,
    worker: Mutex<Option<Worker>>,
}

/// A thread with an engine.
struct Worker {
    tasks: Sender<Arc<Task>>,
    /// The process that has the thread: a fork does not copy it.
    process: u32,
}

/// The rows of one call.
struct Task {
    rows: Vec<Row>,
    stop: Stop,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    /// The rows that are done, in order.
    done: Vec<Row>,
    /// When the row under way was begun.
    since: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Task {
    fn work(&self, analyst: &mut Analyst) {
        lock(&self.state).since = Instant::now();
        for row in &self.rows {
            let mut row = row.clone();
            if !analyst.analyze(&mut row, &self.stop) {
                return;
            }
            let mut state = lock(&self.state);
            state.done.push(row);
            state.since = Instant::now();
        }
        self.ended.notify_all();
    }

    /// Waits for the rows, or until the engine has taken too long for one of them, and takes those that are done.
    fn wait(self: &Arc<Task>, timeout: Duration) -> PyResult<Vec<Row>> {
        let mut state = lock(&self.state);
        loop {
            let left = timeout.saturating_sub(state.since.elapsed());
            if state.done.len() == self.rows.len() || left.is_zero() {
                return Ok(std::mem::take(&mut state.done));
            }
            // A panic outside of the engine has ended the thread.
            if Arc::strong_count(self) == 1 {
                return Err(errors::poisoned());
            }
            state = self.ended.wait_timeout(state, LOOK.min(left)).unwrap_or_else(PoisonError::into_inner).0;
            drop(state);
            Python::attach(|py| py.check_signals())?;
            state = lock(&self.state);
        }
    }
}

impl PyRowAnalyzer {
    fn start(&self) -> PyResult<Worker> {
        let mut analyst =
            Analyst::new(EngineFactory::clone(&self.engines), self.options.clone(), self.limits.clone());
        let (tasks, received) = channel::<Arc<Task>>();
        let work = move || received.into_iter().for_each(|task| task.work(&mut analyst));
        let thread = std::thread::Builder::new().name("rows".into()).stack_size(SEARCH_STACK).spawn(work);
        thread.map_err(|e| errors::engine("start", format!("the system has no thread for a search: {e}")))?;
        Ok(Worker { tasks, process: std::process::id() })
    }

    /// The rows with what the engine finds. A row on which the engine hangs has the error, and the next row a new
    /// engine.
    fn fill(&self, mut rows: Vec<Row>) -> PyResult<Vec<Row>> {
        let mut kept = lock(&self.worker);
        let mut all = Vec::with_capacity(rows.len());
        while !rows.is_empty() {
            let worker = match kept.take().filter(|worker| worker.process == std::process::id()) {
                Some(worker) => worker,
                None => self.start()?,
            };
            let state = Mutex::new(State { done: Vec::with_capacity(rows.len()), since: Instant::now() });
            let task = Arc::new(Task { rows, stop: Stop::new(), state, ended: Condvar::new() });
            worker.tasks.send(Arc::clone(&task)).map_err(|_| errors::poisoned())?;
            let waited = task.wait(self.timeout);
            // After an interrupt or a hang the thread ends with its search, if that ends.
            let done = waited.inspect_err(|_| task.stop.raise())?;
            let Some(hung) = task.rows.get(done.len()) else {
                all.extend(done);
                *kept = Some(worker);
                break;
            };
            task.stop.raise();
            let mut hung = hung.clone();
            hung.clear_analysis();
            hung.error = Some(format!("the engine gave no answer in {} s", self.timeout.as_secs_f64()));
            rows = task.rows[done.len() + 1..].to_vec();
            all.extend(done);
            all.push(hung);
        }
        Ok(all)
    }
}

#[pymethods]
impl PyRowAnalyzer {
    #[new]
    #[pyo3(signature = (*, nodes, depth, time, lines, seed, engine, level, memory, command, protocol, timeout))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        #[pyo3(from_py_with = arguments::some_whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::some_whole)] depth: Option<u32>,
        time: Option<f64>,
        #[pyo3(from_py_with = arguments::whole)] lines: usize,
        #[pyo3(from_py_with = arguments::whole)] seed: u64,
        engine: Option<String>,
        #[pyo3(from_py_with = arguments::some_whole)] level: Option<u8>,
        #[pyo3(from_py_with = arguments::some_whole)] memory: Option<u64>,
        #[pyo3(from_py_with = arguments::some_texts)] command: Option<Vec<String>>,
        protocol: Option<&str>,
        timeout: f64,
    ) -> PyResult<PyRowAnalyzer> {
        let limits = LimitArguments { time, nodes, depth, lines, seed, threads: 1 }.read()?;
        let timeout = seconds("timeout", timeout)?;
        let mut options = EngineOptions { engine, level, book: None, memory: None };
        let engines = match command.zip(protocol) {
            Some((command, protocol)) => program(command, protocol, timeout)?,
            None => {
                options.memory = memory.map(|mib| mib.saturating_mul(1 << 20));
                players::factory()
            }
        };
        Ok(PyRowAnalyzer { engines, options, limits, timeout, worker: Mutex::default() })
    }

    /// The rows with the columns of an engine filled in: new dictionaries, which keep other columns.
    ///
    /// Raises:
    ///     ArgumentError: a column has a value of the wrong type.
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        rows: Vec<Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let given = rows.iter().map(row_of).collect::<PyResult<Vec<_>>>()?;
        let found = py.detach(|| self.fill(given))?;
        let filled = rows.iter().zip(&found).map(|(row, found)| {
            let row = row.copy()?;
            analysis_into(&row, found)?;
            Ok(row)
        });
        filled.collect()
    }
}

/// Makes engines that are a program which speaks a protocol.
fn program(command: Vec<String>, protocol: &str, timeout: Duration) -> PyResult<EngineFactory> {
    let protocol = protocol.parse().map_err(errors::argument)?;
    let Some(name) = command.first().cloned() else {
        return Err(errors::argument("command is empty: write the program and its arguments"));
    };
    let timeouts = Timeouts { unlimited: timeout, ..Timeouts::default() };
    let openings = OpeningBy::default();
    let program = ProgramSpec { name, command, dir: None, protocol, init: Vec::new(), openings };
    let own = players::factory();
    Ok(Arc::new(move |spec, _| {
        Ok(Box::new(ProgramEngine::new(program.clone(), spec.kind(), &own, timeouts)))
    }))
}
