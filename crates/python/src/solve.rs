//! Proofs: `solve`, `verify`, `explain`.

use crate::analysis::{PyAnalysis, PyScore};
use crate::arguments::{self, color_name, color_of};
use crate::engine::LimitArguments;
use crate::errors;
use crate::game::PyGame;
use crate::interrupt::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tengen::engine::{Limits, Score};
use tengen::games::{AnyPosition, Game, GameKind, KnownGame, gomoku};
use tengen::players;
use tengen::words::Language;
use tengen_gomoku::solve::{SolveResult, WinKind, solve as solve_threats};
use tengen_gomoku_verify::{Certificate, VerifyLimits, verify_until};

/// The result of :func:`solve`.
#[pyclass(module = "tengen", name = "Solution", frozen, get_all)]
pub(crate) struct PySolution {
    /// ``True`` if the side wins, ``False`` if it does not (in a search for threats: not by such threats), ``None`` if
    /// the search ended before that was certain.
    wins: Option<bool>,
    /// The proven score for the side to move, from a search of the whole tree; else ``None``.
    score: Option<PyScore>,
    /// The most plies to the win.
    plies: Option<u32>,
    /// The main line.
    line: Vec<String>,
    /// Positions searched.
    nodes: u64,
    /// Seconds.
    time: f64,
    /// The proof as text, for :func:`verify`: with a win by ``vcf``, ``vct`` or ``wide``.
    certificate: Option<String>,
}

/// The fields of a solution in their order, to pickle.
type SolutionState = (Option<bool>, Option<PyScore>, Option<u32>, Vec<String>, u64, f64, Option<String>);

#[pymethods]
impl PySolution {
    #[staticmethod]
    fn _restore(
        wins: Option<bool>,
        score: Option<PyRef<'_, PyScore>>,
        plies: Option<u32>,
        line: Vec<String>,
        nodes: u64,
        time: f64,
        certificate: Option<String>,
    ) -> PySolution {
        let score = score.map(|score| score.clone());
        PySolution { wins, score, plies, line, nodes, time, certificate }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, SolutionState)> {
        let PySolution { wins, score, plies, line, nodes, time, certificate } = self;
        let (line, certificate) = (line.clone(), certificate.clone());
        let state = (*wins, score.clone(), *plies, line, *nodes, *time, certificate);
        Ok((py.get_type::<PySolution>().getattr("_restore")?, state))
    }

    fn __repr__(&self) -> String {
        let found = match (self.wins, &self.score) {
            (_, Some(score)) => score.0.to_string(),
            (Some(true), None) => format!("win in {}", self.plies.unwrap_or_default()),
            (Some(false), None) => "no such win".into(),
            (None, None) => "not known".into(),
        };
        format!("<tengen.Solution: {found}, {} nodes>", self.nodes)
    }
}

/// Searches for the proven result of a position.
///
/// ``kind`` is ``vcf`` (wins by fours), ``vct`` (by threats) or ``wide`` (with quiet moves) in gomoku, renju and caro,
/// for ``side`` as if it were to move; the solution has a certificate. ``kind=None`` searches the whole tree with the
/// engine of the game that proves.
///
/// ``time`` (seconds) and ``nodes`` (positions) bound the search, and so does ``depth`` (plies) that of the whole tree.
/// ``None`` is no bound. A search that reaches a bound without a proof has ``wins=None``. ``threads`` is how many
/// search the whole tree; a search by ``kind`` uses one. Ctrl-C ends it.
///
/// Raises:
///     ArgumentError: a kind that the game does not have, a limit out of range, or ``depth`` with a kind.
///     EngineError: no engine proves positions of this game.
#[pyfunction]
#[pyo3(signature = (position, kind=None, *, side=None, time=10.0, nodes=None, depth=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn solve(
    py: Python<'_>,
    position: PyRef<'_, PyGame>,
    kind: Option<&str>,
    side: Option<&str>,
    time: Option<f64>,
    #[pyo3(from_py_with = arguments::some_whole)] nodes: Option<u64>,
    #[pyo3(from_py_with = arguments::some_whole)] depth: Option<u32>,
    #[pyo3(from_py_with = arguments::whole)] threads: usize,
) -> PyResult<PySolution> {
    let limits = LimitArguments { time, nodes, depth, lines: 1, seed: 0, threads }.read()?;
    let position = position.position.clone();
    let Some(kind) = kind else {
        if side.is_some() {
            return Err(errors::argument("side needs a kind: vcf, vct or wide"));
        }
        return exact(py, &position, &limits);
    };
    if depth.is_some() {
        return Err(errors::argument(
            "depth bounds a search of the whole tree, without a kind: give time or nodes",
        ));
    }
    let kind = match kind {
        "vcf" => WinKind::Vcf,
        "vct" => WinKind::Vct,
        "wide" => WinKind::Wide,
        _ => return Err(errors::argument(format!("kind is 'vcf', 'vct', 'wide' or None, not '{kind}'"))),
    };
    let Some(game) = gomoku::Position::in_any(&position) else {
        let message =
            format!("{} is a kind of win of gomoku, not of {}", kind.name(), position.spec().kind());
        return Err(errors::argument(message));
    };
    let side = side.map(color_of).transpose()?.unwrap_or(position.to_move());
    let report = interruptible(py, |stop| solve_threats(game, side, kind, &limits, stop))?;
    let mut solution = PySolution {
        wins: None,
        score: None,
        plies: None,
        line: Vec::new(),
        nodes: report.nodes,
        time: report.total.as_secs_f64(),
        certificate: None,
    };
    match report.result {
        SolveResult::Win(win) => {
            solution.wins = Some(true);
            solution.plies = Some(win.plies);
            solution.line = win.line.iter().map(|&point| position.format_move(point.into())).collect();
            solution.certificate = Some(win.proof.to_string());
        }
        SolveResult::None => solution.wins = Some(false),
        SolveResult::Unknown => {}
    }
    Ok(solution)
}

/// Searches the whole tree with the engine that proves.
fn exact(py: Python<'_>, position: &AnyPosition, limits: &Limits) -> PyResult<PySolution> {
    let spec = position.spec();
    let made = players::named(&spec, players::prover(spec.kind()), None);
    let mut player = made.map_err(|e| errors::engine("no-engine", e))?;
    let found = interruptible(py, |stop| player.engine.analyze(position, limits, stop, &mut |_| ()))?;
    let found = found.map_err(|e| errors::engine("unsupported", e))?;
    let score = found.score().filter(|score| score.is_proof());
    let plies = score.and_then(|score| match score {
        Score::Proven(tengen::engine::Proof::Win(n) | tengen::engine::Proof::Loss(n)) => Some(n),
        _ => None,
    });
    let line = found.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
    Ok(PySolution {
        wins: score.map(|score| score.win() > 0.5),
        score: score.map(PyScore),
        plies,
        line: line.into_iter().map(|mv| position.format_move(mv)).collect(),
        nodes: found.nodes,
        time: found.time.as_secs_f64(),
        certificate: None,
    })
}

/// What :func:`verify` has checked.
#[pyclass(module = "tengen", name = "Verification", frozen, get_all)]
pub(crate) struct PyVerification {
    /// The colour that wins.
    winner: &'static str,
    /// Plies of the longest line.
    plies: u32,
    /// Nodes of the proof that were played.
    nodes: usize,
    /// Positions checked.
    positions: u64,
}

/// The fields of a verification, to pickle.
type VerificationState = (&'static str, u32, usize, u64);

#[pymethods]
impl PyVerification {
    #[staticmethod]
    fn _restore(winner: &str, plies: u32, nodes: usize, positions: u64) -> PyResult<PyVerification> {
        Ok(PyVerification { winner: color_name(color_of(winner)?), plies, nodes, positions })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, VerificationState)> {
        let state = (self.winner, self.plies, self.nodes, self.positions);
        Ok((py.get_type::<PyVerification>().getattr("_restore")?, state))
    }

    fn __repr__(&self) -> String {
        let PyVerification { winner, plies, positions, .. } = self;
        format!(
            "<tengen.Verification: {winner} wins in at most {plies} plies, {positions} positions checked>"
        )
    }
}

/// Checks a certificate of a win by the rules alone: every reply is answered, down to the win.
///
/// ``certificate`` is a text, or the bytes of a file, text or binary.
/// ``positions`` bounds the work. ``exhaustive`` plays every reply, those that do not matter too: much slower.
///
/// Raises:
///     ProofError: it is no certificate, or it proves nothing; with the moves that lead to the fault.
#[pyfunction]
#[pyo3(signature = (certificate, *, positions=None, exhaustive=false))]
pub(crate) fn verify(
    py: Python<'_>,
    certificate: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::some_whole)] positions: Option<u64>,
    exhaustive: bool,
) -> PyResult<PyVerification> {
    let limits = VerifyLimits { exhaustive, ..VerifyLimits::default() };
    let limits = VerifyLimits { positions: positions.unwrap_or(limits.positions), ..limits };
    let bytes = match certificate.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => certificate.extract::<String>()?.into_bytes(),
    };
    let read = py.detach(|| Certificate::read(bytes.as_slice()));
    let proof = read.map_err(|e| errors::plain("ProofError", e))?;
    let report = interruptible(py, |stop| verify_until(&proof, &limits, &|| stop.is_raised()))?;
    let report = report.map_err(|e| errors::plain("ProofError", e))?;
    Ok(PyVerification {
        winner: color_name(proof.side),
        plies: report.plies,
        nodes: report.nodes,
        positions: report.positions,
    })
}

/// Explains a position and its best move in words: threats, captures, forbidden points, and why the move.
///
/// Without ``analysis`` the game's own engine searches for ``time`` seconds. ``language`` is ``en``, ``zh``,
/// ``zh-Hant`` or ``ja``.
///
/// Raises:
///     ArgumentError: an unknown language, or an analysis of another position.
///     EngineError: no engine plays this game.
#[pyfunction]
#[pyo3(signature = (position, analysis=None, *, time=1.0, language="en"))]
pub(crate) fn explain(
    py: Python<'_>,
    position: PyRef<'_, PyGame>,
    analysis: Option<PyRef<'_, PyAnalysis>>,
    time: f64,
    language: &str,
) -> PyResult<String> {
    let language = Language::from_tag(language).ok_or_else(|| {
        errors::argument(format!("language is 'en', 'zh', 'zh-Hant' or 'ja', not '{language}'"))
    })?;
    let position = position.position.clone();
    let found = match analysis {
        Some(analysis) if *analysis.position != position => {
            return Err(errors::argument("the analysis is of another position"));
        }
        Some(analysis) => analysis.analysis.clone(),
        None => {
            let limits = Limits::time(crate::engine::seconds("time", time)?);
            let made = players::strongest(&position.spec());
            let mut player = made.map_err(|e| errors::engine("no-engine", e))?;
            let found =
                interruptible(py, |stop| player.engine.analyze(&position, &limits, stop, &mut |_| ()))?;
            found.map_err(|e| errors::engine("unsupported", e))?
        }
    };
    interruptible(py, |stop| {
        let explanation = players::explain(&position, &found, stop);
        language.explanation(&explanation, &position)
    })
}

/// The families of games, with their rule sets and opening rules: a dictionary of lists by name.
///
/// Each family has ``name``, ``aliases``, ``rules``, ``openings`` and ``engines``.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyDict>> {
    let all = pyo3::types::PyDict::new(py);
    for kind in GameKind::ALL {
        let (info, row) = (kind.info(), pyo3::types::PyDict::new(py));
        row.set_item("name", info.name.en)?;
        row.set_item("aliases", info.aliases.iter().map(|alias| alias.word()).collect::<Vec<_>>())?;
        row.set_item("rules", info.rule_sets.iter().map(|set| set.id).collect::<Vec<_>>())?;
        row.set_item("openings", info.openings.iter().map(|rule| rule.id).collect::<Vec<_>>())?;
        row.set_item("engines", players::of(kind).map(|entry| entry.name).collect::<Vec<_>>())?;
        all.set_item(info.id, row)?;
    }
    Ok(all)
}
