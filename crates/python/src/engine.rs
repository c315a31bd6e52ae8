//! `Engine` and `Search`: engines of Tengen, and programs that speak a protocol.

use crate::analysis::PyAnalysis;
use crate::arguments::{self, spec_of};
use crate::errors;
use crate::game::PyGame;
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SendError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tengen::arena::{OpeningBy, ProgramEngine, ProgramSpec, Timeouts};
use tengen::engine::{
    Analysis, AnyEngine as _, EngineError, EngineFactory, EngineOptions, EngineSlot, Limits, SEARCH_STACK,
    SearchError, Stop,
};
use tengen::games::{AnyPosition, Game, GameKind};
use tengen::players;

/// The longest that a waiting call goes without a look for Ctrl-C.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// A number of seconds.
///
/// # Errors
/// `ArgumentError` unless it is 0 or more and not beyond all counting.
pub(crate) fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value)
        .map_err(|_| errors::argument(format!("{name} is a number of seconds, 0 or more, not {value}")))
}

/// How long an engine may think, as keywords of Python.
pub(crate) struct LimitArguments {
    pub(crate) time: Option<f64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) lines: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl LimitArguments {
    pub(crate) fn read(self) -> PyResult<Limits> {
        if !(1..=tengen::engine::MOST_THREADS).contains(&self.threads) {
            let most = tengen::engine::MOST_THREADS;
            return Err(errors::argument(format!("threads is 1 to {most}, not {}", self.threads)));
        }
        if self.lines == 0 {
            return Err(errors::argument("lines is at least 1"));
        }
        Ok(Limits {
            time: self.time.map(|time| seconds("time", time)).transpose()?,
            nodes: self.nodes,
            depth: self.depth,
            lines: self.lines,
            seed: self.seed,
            threads: self.threads,
            ..Limits::default()
        })
    }
}

/// The answer of an engine.
type Answer = Result<Analysis, SearchError>;

/// Where analyses come from.
enum Source {
    BuiltIn { kind: GameKind, slot: Mutex<EngineSlot>, factory: EngineFactory, options: EngineOptions },
    External { engine: Mutex<Option<Box<ProgramEngine>>>, spec: ProgramSpec, timeouts: Timeouts },
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Source {
    fn analyze(
        &self,
        position: &AnyPosition,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Answer {
        match self {
            Source::BuiltIn { kind, slot, factory, options } => {
                let mut slot = lock(slot);
                if let (asked, Some(engine)) = (position.spec().kind(), slot.engine())
                    && asked != *kind
                {
                    let wrong = EngineError::WrongGame { engine: engine.name(), plays: *kind, asked };
                    return Err(wrong.into());
                }
                slot.prepare(factory, &position.spec(), options)?;
                slot.search(position, limits, stop, on_progress)
            }
            Source::External { engine, spec, timeouts } => {
                let mut engine = lock(engine);
                let kind = position.spec().kind();
                if engine.as_ref().is_none_or(|engine| engine.kind() != kind) {
                    let own = players::factory();
                    *engine = Some(Box::new(ProgramEngine::new(spec.clone(), kind, &own, *timeouts)));
                }
                let program = engine.as_mut().expect("it was made above");
                Ok(program.analyze(position, limits, stop, on_progress)?)
            }
        }
    }
}

/// A search under way, as its thread and its readers share it.
struct Shared {
    state: Mutex<State>,
    /// There is progress or the answer.
    changed: Condvar,
    /// There is the answer: who waits for that alone is not woken by progress.
    answered: Condvar,
    stop: Stop,
}

/// A search, for the thread that does it.
type Job = Box<dyn FnOnce() + Send>;

/// The thread that does the searches of an engine, one after another. It ends once its engine is dropped.
struct Searcher {
    jobs: Sender<Job>,
    /// The process that has the thread: a fork does not copy it.
    process: u32,
}

impl Searcher {
    fn start() -> std::io::Result<Searcher> {
        let (jobs, received) = channel::<Job>();
        let work = move || received.into_iter().for_each(|job| job());
        std::thread::Builder::new().name("search".into()).stack_size(SEARCH_STACK).spawn(work)?;
        Ok(Searcher { jobs, process: std::process::id() })
    }

    /// Does `job` on the thread of `searcher`; starts it where there is none.
    fn run(searcher: &mut Option<Searcher>, job: Job) -> std::io::Result<()> {
        let mut job = job;
        if let Some(Searcher { jobs, .. }) = searcher.as_ref().filter(|s| s.process == std::process::id()) {
            match jobs.send(job) {
                Ok(()) => return Ok(()),
                // A panic has ended the thread.
                Err(SendError(back)) => job = back,
            }
        }
        let started = searcher.insert(Searcher::start()?);
        started.jobs.send(job).map_err(|_| std::io::Error::other("the thread has ended"))
    }
}

#[derive(Default)]
struct State {
    progress: VecDeque<Analysis>,
    answer: Option<Answer>,
}

/// An engine: one of Tengen's, or a program that speaks a protocol (:meth:`external`).
///
/// ``game`` is the name of a game; ``name`` one of its engines (``Engine.names``), else the game's own. ``level`` is 1
/// to the engine's strongest, which is the default. ``memory`` bounds its tables, in MiB. The engine plays every rule
/// set of its game, and keeps its tables from one analysis to the next.
///
/// One search at a time: a second gets ``EngineError`` of the kind ``busy``, but waits for one that was cancelled or
/// dropped. The GIL is released while it searches.
///
/// Raises:
///     SpecError: there is no such game.
///     EngineError: there is no such engine or level.
#[pyclass(module = "tengen", name = "Engine", frozen)]
pub(crate) struct PyEngine {
    source: Arc<Source>,
    searcher: Mutex<Option<Searcher>>,
    busy: Arc<AtomicBool>,
    /// Raised once the search under way is no longer wanted.
    unwanted: Mutex<Stop>,
    name: String,
    level: Option<u8>,
}

impl PyEngine {
    /// Takes the engine for a search; waits for one that was cancelled.
    fn claim(&self, py: Python<'_>) -> PyResult<()> {
        while self.busy.swap(true, Ordering::AcqRel) {
            if !lock(&self.unwanted).is_raised() {
                return Err(errors::engine(
                    "busy",
                    "the engine is searching: wait for the result, cancel the search, or make another engine",
                ));
            }
            py.detach(|| std::thread::sleep(Duration::from_millis(1)));
            py.check_signals()?;
        }
        Ok(())
    }

    fn start(&self, py: Python<'_>, position: AnyPosition, limits: Limits) -> PyResult<PySearch> {
        self.claim(py)?;
        let stop = Stop::new();
        *lock(&self.unwanted) = stop.clone();
        let (changed, answered) = (Condvar::new(), Condvar::new());
        let shared = Arc::new(Shared { state: Mutex::default(), changed, answered, stop });
        let position = Arc::new(position);
        let work = {
            let (source, busy) = (Arc::clone(&self.source), Arc::clone(&self.busy));
            let (shared, position) = (Arc::clone(&shared), Arc::clone(&position));
            move || {
                let mut on_progress = |analysis: &Analysis| {
                    lock(&shared.state).progress.push_back(analysis.clone());
                    shared.changed.notify_all();
                };
                let answer = source.analyze(&position, &limits, &shared.stop, &mut on_progress);
                // Whoever sees the answer may start the next search.
                busy.store(false, Ordering::Release);
                lock(&shared.state).answer = Some(answer);
                shared.changed.notify_all();
                shared.answered.notify_all();
            }
        };
        if let Err(e) = Searcher::run(&mut lock(&self.searcher), Box::new(work)) {
            self.busy.store(false, Ordering::Release);
            return Err(errors::engine("start", format!("the system has no thread for a search: {e}")));
        }
        Ok(PySearch { shared, position, last: AtomicBool::new(false) })
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game="gomoku", *, name=None, level=None, memory=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        name: Option<String>,
        #[pyo3(from_py_with = arguments::some_whole)] level: Option<u8>,
        #[pyo3(from_py_with = arguments::some_whole)] memory: Option<u64>,
    ) -> PyResult<PyEngine> {
        let spec = spec_of(game, None, None)?;
        let made = py.detach(|| players::named(&spec, name.as_deref(), level));
        let made = made.map_err(|e| errors::engine("no-engine", e))?;
        let mut engine = made.engine;
        let memory = memory.map(|mib| mib.saturating_mul(1 << 20));
        if let Some(bytes) = memory {
            engine.set_memory(bytes);
        }
        let options = EngineOptions { engine: name, memory, level, book: None };
        let (name, level) = (engine.name(), Some(made.level));
        let slot = Mutex::new(EngineSlot::with(options.clone(), engine));
        let source = Source::BuiltIn { kind: spec.kind(), slot, factory: players::factory(), options };
        let source = Arc::new(source);
        Ok(PyEngine {
            source,
            searcher: Mutex::default(),
            busy: Arc::default(),
            unwanted: Mutex::default(),
            name,
            level,
        })
    }

    /// A program that plays by a protocol: ``gomocup``, ``gtp``, ``nboard`` or ``json``.
    ///
    /// ``protocol`` is its name. ``command`` is the program and its arguments, ``dir`` the folder it starts in,
    /// ``init`` lines to send before the first game. Its first analysis starts it. It gives a move; a GTP program with
    /// ``kata-analyze`` and one that speaks JSON lines also give scores, lines and the owners of points.
    /// ``start_timeout`` and ``move_timeout`` are seconds to wait for it to start, and for a move without a time limit.
    ///
    /// GTP has no limit of depth, so one alone is refused; ``nodes`` ends a search with the first report of
    /// ``kata-analyze`` that has so many, or when no report comes for 5 seconds. A program that has no line when its
    /// time is over, since it makes its tables first, has 1.5 seconds more.
    ///
    /// Raises:
    ///     EngineError: at the first analysis, if the program cannot be started; its kind says what went wrong.
    ///     ArgumentError: an unknown protocol, or an empty command.
    #[staticmethod]
    #[pyo3(signature = (command, protocol, *, dir=None, init=Vec::new(), start_timeout=30.0, move_timeout=600.0))]
    fn external(
        #[pyo3(from_py_with = arguments::texts)] command: Vec<String>,
        protocol: &str,
        dir: Option<PathBuf>,
        #[pyo3(from_py_with = arguments::texts)] init: Vec<String>,
        start_timeout: f64,
        move_timeout: f64,
    ) -> PyResult<PyEngine> {
        let protocol = protocol.parse().map_err(errors::argument)?;
        let Some(program) = command.first().cloned() else {
            return Err(errors::argument("command is empty: write the program and its arguments"));
        };
        let timeouts = Timeouts {
            start: seconds("start_timeout", start_timeout)?,
            unlimited: seconds("move_timeout", move_timeout)?,
            ..Timeouts::default()
        };
        let openings = OpeningBy::default();
        let spec = ProgramSpec { name: program.clone(), command, dir, protocol, init, openings };
        let source = Source::External { engine: Mutex::default(), spec, timeouts };
        let source = Arc::new(source);
        Ok(PyEngine {
            source,
            searcher: Mutex::default(),
            busy: Arc::default(),
            unwanted: Mutex::default(),
            name: program,
            level: None,
        })
    }

    /// The names of the engines that play ``game``, the game's own first.
    ///
    /// Raises:
    ///     SpecError: there is no such game.
    #[staticmethod]
    fn names(game: &str) -> PyResult<Vec<&'static str>> {
        Ok(players::of(spec_of(game, None, None)?.kind()).map(|entry| entry.name).collect())
    }

    /// The number of levels of the engine ``name`` of ``game``, else of the game's own; the weakest is 1.
    ///
    /// Raises:
    ///     SpecError: there is no such game.
    ///     EngineError: there is no such engine.
    #[staticmethod]
    #[pyo3(signature = (game, name=None))]
    fn levels(game: &str, name: Option<&str>) -> PyResult<u8> {
        let kind = spec_of(game, None, None)?.kind();
        let is_named = |entry: &&players::EngineEntry| name.is_none_or(|name| entry.name == name);
        let found = players::of(kind).find(is_named);
        found.map(|entry| entry.levels).ok_or_else(|| {
            let known: Vec<_> = players::of(kind).map(|entry| entry.name).collect();
            errors::engine(
                "no-engine",
                format!("there is no such engine for {kind}: choose {}", known.join(", ")),
            )
        })
    }

    /// The name and version of the engine; of a program, the file that was started.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The level; ``None`` for programs.
    #[getter]
    fn level(&self) -> Option<u8> {
        self.level
    }

    /// Searches a position and returns the :class:`Analysis`.
    ///
    /// ``time`` is in seconds; at least one of ``time``, ``nodes`` and ``depth`` bounds the search, which ends sooner
    /// with a proof. ``nodes`` counts positions or playouts, ``depth`` is in plies. ``lines`` is how many best moves to
    /// rank, ``threads`` how many search. A new engine, or one after :meth:`new_game`, gives the
    /// same answer everywhere on one thread with ``nodes`` or ``depth`` and a ``seed``: later searches know what the
    /// tables keep of earlier ones. Ctrl-C stops the search.
    ///
    /// Raises:
    ///     EngineError: the engine does not play this game, is busy, or failed; ``kind`` says which.
    ///     ArgumentError: no limit, or a limit out of range.
    #[pyo3(signature = (position, *, time=None, nodes=None, depth=None, lines=1, seed=0, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn analyze(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyGame>,
        time: Option<f64>,
        #[pyo3(from_py_with = arguments::some_whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::some_whole)] depth: Option<u32>,
        #[pyo3(from_py_with = arguments::whole)] lines: usize,
        #[pyo3(from_py_with = arguments::whole)] seed: u64,
        #[pyo3(from_py_with = arguments::whole)] threads: usize,
    ) -> PyResult<PyAnalysis> {
        if time.is_none() && nodes.is_none() && depth.is_none() {
            return Err(errors::argument(
                "give time, nodes or depth: without a limit use search() and cancel it",
            ));
        }
        let limits = LimitArguments { time, nodes, depth, lines, seed, threads }.read()?;
        let start = position.position.clone();
        drop(position);
        self.start(py, start, limits)?.result(py, None)
    }

    /// Starts a search in the background and returns the :class:`Search`: iterate over it for each better analysis,
    /// ``await`` it or ask for its ``result()``.
    ///
    /// ``time``, ``nodes``, ``depth``, ``lines``, ``seed`` and ``threads`` are those of :meth:`analyze`. Without limits
    /// it goes on until it is cancelled or has a proof.
    ///
    /// Raises:
    ///     EngineError: the engine is busy. Other failures come with the result.
    ///     ArgumentError: a limit out of range.
    #[pyo3(signature = (position, *, time=None, nodes=None, depth=None, lines=1, seed=0, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn search(
        &self,
        py: Python<'_>,
        position: PyRef<'_, PyGame>,
        time: Option<f64>,
        #[pyo3(from_py_with = arguments::some_whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::some_whole)] depth: Option<u32>,
        #[pyo3(from_py_with = arguments::whole)] lines: usize,
        #[pyo3(from_py_with = arguments::whole)] seed: u64,
        #[pyo3(from_py_with = arguments::whole)] threads: usize,
    ) -> PyResult<PySearch> {
        let limits = LimitArguments { time, nodes, depth, lines, seed, threads }.read()?;
        let start = position.position.clone();
        drop(position);
        self.start(py, start, limits)
    }

    /// Forgets everything kept from earlier analyses. A program is ended; its next analysis starts it again.
    ///
    /// Raises:
    ///     EngineError: the engine is searching.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.claim(py)?;
        let done = py.detach(|| match &*self.source {
            Source::BuiltIn { slot, .. } => lock(slot).guard(|engine| engine.new_game()).or(Ok(())),
            Source::External { engine, .. } => {
                *lock(engine) = None;
                Ok(())
            }
        });
        self.busy.store(false, Ordering::Release);
        done.map_err(errors::search)
    }

    fn __repr__(&self) -> String {
        match self.level {
            Some(level) => format!("<tengen.Engine: {}, level {level}>", self.name),
            None => format!("<tengen.Engine: {}>", self.name),
        }
    }
}

/// A search under way: each better :class:`Analysis` by iteration (``for`` or ``async for``), the last one by
/// ``result()`` or ``await``.
///
/// An object that is dropped cancels its search.
#[pyclass(module = "tengen", name = "Search", frozen)]
pub(crate) struct PySearch {
    shared: Arc<Shared>,
    position: Arc<AnyPosition>,
    /// Whether iteration has given the last analysis.
    last: AtomicBool,
}

impl PySearch {
    /// Waits on `signal` until `ready` gives something, with a look for Ctrl-C now and then.
    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        signal: &Condvar,
        deadline: Option<Instant>,
        ready: impl Fn(&mut State) -> Option<T> + Sync,
    ) -> PyResult<Option<T>> {
        loop {
            let found = py.detach(|| {
                let mut state = lock(&self.shared.state);
                if let Some(found) = ready(&mut state) {
                    return Some(found);
                }
                let wait = deadline
                    .map_or(LOOK, |deadline| LOOK.min(deadline.saturating_duration_since(Instant::now())));
                let (mut state, _) = signal.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner);
                ready(&mut state)
            });
            if found.is_some() {
                return Ok(found);
            }
            if let Err(interrupt) = py.check_signals() {
                self.shared.stop.raise();
                return Err(interrupt);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(None);
            }
        }
    }

    fn analysis(&self, answer: Answer) -> PyResult<PyAnalysis> {
        Ok(PyAnalysis::new(answer.map_err(errors::search)?, &self.position))
    }
}

#[pymethods]
impl PySearch {
    /// Waits for the end of the search and returns its last analysis.
    ///
    /// Raises:
    ///     TimeoutError: there is none after ``timeout`` seconds; the search goes on.
    ///     EngineError: the engine failed.
    #[pyo3(signature = (timeout=None))]
    fn result(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<PyAnalysis> {
        let timeout = timeout.map(|timeout| seconds("timeout", timeout)).transpose()?;
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        match self.wait(py, &self.shared.answered, deadline, |state| state.answer.clone())? {
            Some(answer) => self.analysis(answer),
            None => Err(pyo3::exceptions::PyTimeoutError::new_err("the search goes on")),
        }
    }

    /// Asks the engine to answer now. The result is the best so far.
    fn cancel(&self) {
        self.shared.stop.raise();
    }

    /// Whether the search has ended.
    #[getter]
    fn done(&self) -> bool {
        lock(&self.shared.state).answer.is_some()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyAnalysis>> {
        let next = self.wait(py, &self.shared.changed, None, |state| match state.progress.pop_front() {
            Some(analysis) => Some(Ok((Some(analysis), None))),
            None => state.answer.clone().map(|answer| answer.map(|analysis| (None, Some(analysis)))),
        })?;
        match next {
            Some(Ok((Some(analysis), _))) => Ok(Some(PyAnalysis::new(analysis, &self.position))),
            Some(Ok((None, Some(analysis)))) if !self.last.swap(true, Ordering::AcqRel) => {
                Ok(Some(PyAnalysis::new(analysis, &self.position)))
            }
            Some(Err(failure)) => Err(errors::search(failure)),
            _ => Ok(None),
        }
    }

    fn __aiter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __anext__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        py.import("tengen._awaiting")?.call_method1("following", (slf,))
    }

    fn __await__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        py.import("tengen._awaiting")?.call_method1("wait", (slf,))?.call_method0("__await__")
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Search: {}>", if self.done() { "done" } else { "searching" })
    }
}

impl Drop for PySearch {
    fn drop(&mut self) {
        self.shared.stop.raise();
    }
}
