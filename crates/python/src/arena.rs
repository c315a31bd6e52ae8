//! Suites of positions with known answers, and matches between engines.

use crate::arguments::{self, SizeArgument, spec_of};
use crate::engine::{LimitArguments, seconds};
use crate::errors;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use tengen::arena::openings::{self, Opening};
use tengen::arena::stats::{Sprt, SprtOutcome};
use tengen::arena::suite::{self, Grade, Suite, SuiteReport};
use tengen::arena::{EngineSpec, Schedule, Tournament, TournamentConfig, TournamentEvent, report};
use tengen::engine::EngineOptions;
use tengen::games::{AnyPosition, Game, GameSpec};
use tengen::players::factory;
use tengen::protocols::TimeControl;
use tengen::words::Language;

/// A Python value from JSON.
pub(crate) fn from_json<'py>(py: Python<'py>, json: &impl ToString) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json.to_string(),))
}

/// Positions with known answers, read from a file: JSON lines, OBF, GNU Go's ``.tst`` and the other forms of
/// ``tengen suite``.
///
/// Raises:
///     RecordError: the file is no suite, or cannot be read.
#[pyclass(module = "tengen", name = "Suite", frozen)]
pub(crate) struct PySuite(Suite);

#[pymethods]
impl PySuite {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<PySuite> {
        let loaded = py.detach(|| suite::load(&path));
        loaded.map(PySuite).map_err(|e| errors::plain("RecordError", e))
    }

    /// The name of its file.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The positions: a list of ``(name, position, solution in words)``.
    #[getter]
    fn problems(&self) -> Vec<(String, PyGame, String)> {
        let problem = |problem: &suite::Problem| {
            (
                problem.name.clone(),
                PyGame::new(problem.position.clone()),
                problem.solution_text(Language::English),
            )
        };
        self.0.problems.iter().map(problem).collect()
    }

    /// The lines that no move can answer, with the reason.
    #[getter]
    fn skipped(&self) -> Vec<(usize, String)> {
        self.0.skipped.iter().map(|(line, why)| (*line, why.to_string())).collect()
    }

    fn __len__(&self) -> usize {
        self.0.problems.len()
    }

    /// Searches every position with the engine of its game, with empty tables. Ctrl-C ends it.
    ///
    /// ``engine`` is the name of another engine of the game, ``level`` its level. ``time`` (seconds), ``nodes`` and
    /// ``depth`` bound the search of each position, ``threads`` is how many search, and ``seed`` that of its random
    /// numbers.
    ///
    /// Raises:
    ///     ArgumentError: no limit, or a limit out of range.
    #[pyo3(signature = (*, engine=None, level=None, time=None, nodes=None, depth=None, seed=0, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn run(
        &self,
        py: Python<'_>,
        engine: Option<String>,
        #[pyo3(from_py_with = arguments::some_whole)] level: Option<u8>,
        time: Option<f64>,
        #[pyo3(from_py_with = arguments::some_whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::some_whole)] depth: Option<u32>,
        #[pyo3(from_py_with = arguments::whole)] seed: u64,
        #[pyo3(from_py_with = arguments::whole)] threads: usize,
    ) -> PyResult<PySuiteReport> {
        if time.is_none() && nodes.is_none() && depth.is_none() {
            return Err(errors::argument("give time, nodes or depth"));
        }
        let limits = LimitArguments { time, nodes, depth, lines: 1, seed, threads }.read()?;
        let options = EngineOptions { engine, level, ..EngineOptions::default() };
        let report = interruptible(py, |stop| {
            suite::run(&self.0, &factory(), &options, &limits, stop, &mut |_, _| ())
        })?;
        Ok(PySuiteReport::of(&report, &self.0))
    }

    fn __repr__(&self) -> String {
        format!("<tengen.Suite: {}, {} positions>", self.0.name, self.0.problems.len())
    }
}

/// The answers of an engine to a suite.
#[pyclass(module = "tengen", name = "SuiteReport", frozen)]
pub(crate) struct PySuiteReport {
    /// Positions whose answer is right.
    #[pyo3(get)]
    solved: usize,
    /// Positions.
    #[pyo3(get)]
    total: usize,
    /// Claimed proofs that contradict the solution.
    #[pyo3(get)]
    wrong: usize,
    /// One line: the number solved, the time and the nodes.
    #[pyo3(get)]
    summary: String,
    /// A line for each position: mark, name, answer, solution, depth, nodes, seconds.
    #[pyo3(get)]
    table: String,
    json: String,
}

impl PySuiteReport {
    fn of(report: &SuiteReport, suite: &Suite) -> PySuiteReport {
        PySuiteReport {
            solved: report.count(Grade::Solved),
            total: report.answers.len(),
            wrong: report.count(Grade::Wrong),
            summary: report.summary(Language::English),
            table: report.table(suite, true, Language::English),
            json: report.to_json(suite).to_string(),
        }
    }
}

/// The numbers of a report and its texts, to pickle.
type ReportState = ((usize, usize, usize), (String, String, String));

#[pymethods]
impl PySuiteReport {
    #[staticmethod]
    fn _restore(numbers: (usize, usize, usize), texts: (String, String, String)) -> PySuiteReport {
        let ((solved, total, wrong), (summary, table, json)) = (numbers, texts);
        PySuiteReport { solved, total, wrong, summary, table, json }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ReportState)> {
        let texts = (self.summary.clone(), self.table.clone(), self.json.clone());
        let state = ((self.solved, self.total, self.wrong), texts);
        Ok((py.get_type::<PySuiteReport>().getattr("_restore")?, state))
    }

    /// The answers, as dictionaries.
    #[getter]
    fn answers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.json)?.get_item("answers")
    }

    fn __repr__(&self) -> String {
        format!("<tengen.SuiteReport: {}>", self.summary)
    }
}

/// The openings of a match: a file, or lists of moves.
pub(crate) enum OpeningsArgument {
    /// A file.
    File(PathBuf),
    /// The moves of each opening.
    Moves(Vec<Vec<String>>),
}

impl<'py> FromPyObject<'_, 'py> for OpeningsArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<OpeningsArgument> {
        if let Ok(path) = value.extract() {
            return Ok(OpeningsArgument::File(path));
        }
        if let Ok(openings) = value.extract::<Vec<String>>() {
            let moves = |text: &String| text.split_whitespace().map(String::from).collect();
            return Ok(OpeningsArgument::Moves(openings.iter().map(moves).collect()));
        }
        let wrong = || {
            let expected = "openings are a file, or lists of moves such as [['h8', 'i9'], ['h8', 'h9']]";
            errors::argument(format!("{expected}, not {}", arguments::repr(&value)))
        };
        value.extract().map(OpeningsArgument::Moves).map_err(|_| wrong())
    }
}

fn read_openings(spec: &GameSpec, given: Option<OpeningsArgument>) -> PyResult<Vec<Opening>> {
    match given {
        None => Ok(vec![Opening::start(spec)]),
        Some(OpeningsArgument::File(path)) => openings::from_file(&path, spec).map_err(errors::argument),
        Some(OpeningsArgument::Moves(lists)) => {
            let start = AnyPosition::new(spec);
            let mut openings = Vec::new();
            for (number, texts) in lists.iter().enumerate() {
                let moves = start.parse_line(texts.iter().map(String::as_str));
                let moves = moves.collect::<Result<Vec<_>, _>>().map_err(errors::not_a_move)?;
                let opening = Opening::from_moves(spec, moves);
                openings.push(opening.map_err(|e| errors::argument(format!("opening {number}: {e}")))?);
            }
            Ok(openings)
        }
    }
}

/// Plays a match, or a tournament, between engines.
///
/// ``players`` are at least two descriptions: ``tengen``, ``tengen:level=3``, an engine's name, or ``cmd=./engine
/// protocol=gomocup dir=/path name=X``. The first plays each of the others ``games`` games, each opening with both
/// colours (an odd number is raised by one); with ``round_robin`` all play each other. ``openings`` is a file, or a
/// list of lists of moves; without it games begin at the start position.
///
/// ``game`` is a name, whose ``rules`` and ``size`` are those of :class:`Game`.
///
/// ``time`` is seconds for a move, ``game_time`` for a game with ``increment`` after each move; ``nodes`` and ``depth``
/// bound each move. One of the four is needed. An answer that is later than ``grace`` seconds after its time loses the
/// game. A game of more than ``max_plies`` is a draw. ``threads`` is how many threads each player may use, and
/// ``concurrency`` how many games are played at once, 1 to 256. Players disturb each other where both together are more
/// than the machine has processors.
///
/// ``sprt`` is ``(elo0, elo1)``: the match ends when the test is decided. ``dir`` stores the games,
/// and continues a match that it holds. ``on_game`` is called with each game as a dictionary. Ctrl-C ends the match.
///
/// Raises:
///     ArgumentError: names what is wrong with the arguments.
///     OSError, EngineError: a file or a player that cannot be used. A fault in a game is part of the result.
#[pyfunction]
#[pyo3(signature = (game, players, *, games=2, rules=None, size=None, openings=None, time=None, game_time=None,
    increment=0.0, nodes=None, depth=None, threads=None, sprt=None, round_robin=false, concurrency=1, max_plies=1000,
    grace=0.1, dir=None, on_game=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &str,
    #[pyo3(from_py_with = arguments::texts)] players: Vec<String>,
    #[pyo3(from_py_with = arguments::whole)] games: usize,
    rules: Option<&str>,
    size: Option<SizeArgument>,
    openings: Option<OpeningsArgument>,
    time: Option<f64>,
    game_time: Option<f64>,
    increment: f64,
    #[pyo3(from_py_with = arguments::some_whole)] nodes: Option<u64>,
    #[pyo3(from_py_with = arguments::some_whole)] depth: Option<u32>,
    #[pyo3(from_py_with = arguments::some_whole)] threads: Option<usize>,
    sprt: Option<(f64, f64)>,
    round_robin: bool,
    #[pyo3(from_py_with = arguments::whole)] concurrency: usize,
    #[pyo3(from_py_with = arguments::whole)] max_plies: usize,
    grace: f64,
    dir: Option<PathBuf>,
    on_game: Option<Py<PyAny>>,
) -> PyResult<PyMatchResult> {
    let spec = spec_of(game, rules, size)?;
    if time.is_none() && game_time.is_none() && nodes.is_none() && depth.is_none() {
        return Err(errors::argument("give time, game_time, nodes or depth"));
    }
    if !(1..=256).contains(&concurrency) {
        return Err(errors::argument(format!("concurrency is 1 to 256, not {concurrency}")));
    }
    if max_plies == 0 || threads == Some(0) {
        return Err(errors::argument("max_plies and threads are at least 1"));
    }
    let duration = |name: &str, value: Option<f64>| value.map(|value| seconds(name, value)).transpose();
    let control = TimeControl {
        per_move: duration("time", time)?,
        game: duration("game_time", game_time)?,
        increment: seconds("increment", increment)?,
        nodes,
        depth,
        memory: None,
        threads,
        ponder: false,
    };
    let players = players.iter().map(|text| text.parse::<EngineSpec>()).collect::<Result<Vec<_>, _>>();
    let config = TournamentConfig {
        openings: read_openings(&spec, openings)?,
        spec,
        players: players.map_err(errors::argument)?,
        schedule: if round_robin { Schedule::RoundRobin } else { Schedule::Gauntlet },
        games,
        time: control,
        grace: seconds("grace", grace)?,
        max_plies,
        concurrency,
        sprt: sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1)),
        dir,
        engines: factory(),
    };
    let mut tournament = py.detach(|| Tournament::new(config)).map_err(errors::argument)?;
    let failed: Mutex<Option<PyErr>> = Mutex::new(None);
    let ran = interruptible(py, |stop| {
        tournament.run(stop, &mut |event, _| {
            let (TournamentEvent::Played(played), Some(call)) = (event, &on_game) else { return };
            let call = |py: Python<'_>| -> PyResult<()> {
                let text = serde_json::to_string(played).map_err(errors::argument)?;
                call.call1(py, (from_json(py, &text)?,)).map(drop)
            };
            if let Err(error) = Python::attach(call) {
                stop.raise();
                if let Ok(mut failed) = failed.lock() {
                    failed.get_or_insert(error);
                }
            }
        })
    })?;
    if let Some(error) = failed.into_inner().map_err(|_| errors::poisoned())? {
        return Err(error);
    }
    ran.map_err(|e| pyo3::exceptions::PyOSError::new_err(e.to_string()))?;
    PyMatchResult::of(&tournament)
}

/// Wins, draws and losses.
type Counts = (u64, u64, u64);

/// The result of :func:`play_match`.
#[pyclass(module = "tengen", name = "MatchResult", frozen)]
pub(crate) struct PyMatchResult {
    /// The results of each pairing, as the command prints them.
    #[pyo3(get)]
    table: String,
    /// One line: the first player's points, its Elo with the interval, faults.
    #[pyo3(get)]
    summary: String,
    /// Wins, draws and losses of each player against all its opponents: ``{name: (wins, draws, losses)}``.
    #[pyo3(get)]
    standings: BTreeMap<String, Counts>,
    /// The first player's Elo against its opponents with the 95 % interval: ``(value, low, high)``.
    #[pyo3(get)]
    elo: Option<(f64, f64, f64)>,
    /// The test so far: ``("accepted" | "rejected" | "open", log-likelihood ratio)``; ``None`` without ``sprt``.
    #[pyo3(get)]
    sprt: Option<(&'static str, f64)>,
    html: String,
    games: String,
}

impl PyMatchResult {
    /// The result of a tournament, which lets go of its folder when it is dropped.
    fn of(tournament: &Tournament) -> PyResult<PyMatchResult> {
        let standings = tournament.standings();
        let elo = standings.first().and_then(|pairing| pairing.elo());
        let names = tournament.config().players.iter().map(|player| player.name().to_owned());
        let counts = standings.iter().map(|p| (p.tally.wins, p.tally.draws, p.tally.losses));
        let word = |outcome| match outcome {
            SprtOutcome::Accepted => "accepted",
            SprtOutcome::Rejected => "rejected",
            SprtOutcome::Open => "open",
        };
        Ok(PyMatchResult {
            table: report::table(tournament, Language::English),
            summary: report::last_line(tournament, Language::English),
            standings: names.zip(counts).collect(),
            elo: elo.map(|elo| (elo.value, elo.low, elo.high)),
            sprt: tournament.sprt_outcome().map(|(outcome, llr)| (word(outcome), llr)),
            html: report::html(tournament, Language::English, tournament.config().dir.is_some()),
            games: serde_json::to_string(tournament.played()).map_err(errors::argument)?,
        })
    }
}

/// The test of a match and its log-likelihood ratio.
type SprtState = Option<(&'static str, f64)>;
/// The texts (table, summary, page, games), the standings, the Elo and the test of a match, to pickle.
type MatchState = ([String; 4], BTreeMap<String, Counts>, Option<(f64, f64, f64)>, SprtState);

#[pymethods]
impl PyMatchResult {
    #[staticmethod]
    fn _restore(
        texts: [String; 4],
        standings: BTreeMap<String, Counts>,
        elo: Option<(f64, f64, f64)>,
        sprt: Option<(String, f64)>,
    ) -> PyMatchResult {
        let [table, summary, html, games] = texts;
        let word = |word: &str| ["accepted", "rejected"].into_iter().find(|&w| w == word).unwrap_or("open");
        let sprt = sprt.map(|(outcome, llr)| (word(&outcome), llr));
        PyMatchResult { table, summary, standings, elo, sprt, html, games }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, MatchState)> {
        let texts = [&self.table, &self.summary, &self.html, &self.games].map(Clone::clone);
        let state = (texts, self.standings.clone(), self.elo, self.sprt);
        Ok((py.get_type::<PyMatchResult>().getattr("_restore")?, state))
    }

    /// The result as a page of HTML.
    fn to_html(&self) -> &str {
        &self.html
    }

    /// The games in the order in which they ended, as dictionaries: players, opening, winner, moves, times, faults.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.games)
    }

    fn __repr__(&self) -> String {
        format!("<tengen.MatchResult: {}>", self.summary)
    }
}
