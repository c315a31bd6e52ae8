//! The sweep: an engine analyses every position of a line.
//!
//! It goes from the last position to the first: the table entries of a later position help with an earlier one, not the
//! other way round. A position in which the line's move is the only legal one is not searched: its analysis is that of
//! the next, one ply longer.

use crate::course::Course;
use crate::scores::after_move;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use tengen_engine::{Analysis, AnyEngine, EngineError, Limits, Line, Stop};
use tengen_games::{AnyPosition, Game, GameKind, Move};

/// The origin of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// The engine searched for it in this sweep.
    Searched,
    /// The caller had it before.
    Known,
    /// Only one move was legal: it is that of the next position, one ply longer.
    Forced,
}

/// The analysis of one position of the line, and its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionAnalysis {
    /// The analysis.
    pub analysis: Analysis,
    /// Its origin.
    pub source: Source,
}

/// The progress report of one position, sent when it is analysed. Positions come in no fixed order.
#[derive(Clone, Copy, Debug)]
pub struct Swept<'a> {
    /// Which of [`Course::moments`].
    pub index: usize,
    /// Its analysis.
    pub found: &'a PositionAnalysis,
    /// Positions analysed so far, this one included.
    pub done: usize,
    /// Positions to analyse, as in [`Course::to_analyse`].
    pub of: usize,
}

/// The result of a sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// The name of the engine.
    pub engine: String,
    /// The limits of each position.
    pub limits: Limits,
    /// One for each of [`Course::moments`]; `None` if it needs none, or the sweep was stopped before.
    pub found: Vec<Option<PositionAnalysis>>,
    /// Positions analysed.
    pub done: usize,
    /// Positions to analyse.
    pub of: usize,
}

impl Sweep {
    /// Returns true if every position to analyse has its analysis.
    pub fn is_complete(&self) -> bool {
        self.done == self.of
    }
}

/// Empty squares of Othello that are solved at any depth: it takes milliseconds, and without it a review to a depth
/// calls moves mistakes that lose nothing.
const SOLVED_EMPTIES: usize = 14;

/// The limits for one position of a review within `limits`: finished games of Go are settled, and the last squares of
/// Othello are solved at any depth.
pub fn limits_of(position: &AnyPosition, limits: &Limits) -> Limits {
    if position.is_over() {
        return Limits { seed: limits.seed, ..Limits::settling() };
    }
    let empties = position.size().points().filter(|&point| position.at(point).is_empty()).count();
    let is_solved = position.spec().kind() == GameKind::Othello && empties <= SOLVED_EMPTIES;
    Limits { depth: limits.depth.filter(|_| !is_solved), ..limits.clone() }
}

/// Analyses every position of a line within `limits` each. Each engine runs on a thread of its own and takes a stretch
/// of the line, so that the result repeats for the same number of engines and limits without a clock.
///
/// `known` is called first for each position, with its number among [`Course::moments`]; an analysis that it returns is
/// used as it is. `on_swept` gets each analysis, on this thread. When `stop` is raised, the analyses in progress are
/// stopped and dropped, and the finished ones are returned.
///
/// # Errors
/// If an engine does not play this game by these rules.
///
/// # Panics
/// If there is no engine, or an engine panics.
pub fn sweep(
    course: &Course,
    engines: &mut [Box<dyn AnyEngine>],
    limits: &Limits,
    stop: &Stop,
    known: &mut dyn FnMut(usize, &AnyPosition) -> Option<Analysis>,
    on_swept: &mut dyn FnMut(Swept<'_>),
) -> Result<Sweep, EngineError> {
    let name = engines.first().expect("a sweep needs an engine").name();
    for engine in engines.iter() {
        engine.supports(course.spec())?;
    }
    let moments = course.moments();
    let of = course.to_analyse().count();
    let mut sweep =
        Sweep { engine: name, limits: limits.clone(), found: vec![None; moments.len()], done: 0, of };
    let mut to_search = Vec::new();
    let mut forced = Vec::new();
    for i in course.to_analyse().rev() {
        if let Some(analysis) = known(i, &moments[i].position) {
            sweep.add(i, PositionAnalysis { analysis, source: Source::Known }, on_swept);
        } else if is_forced(course, i) {
            forced.push(i);
        } else {
            to_search.push(i);
        }
    }
    let share = to_search.len().div_ceil(engines.len()).max(1);
    let failed = AtomicBool::new(false);
    let (report, reports) = mpsc::channel();
    let mut fault = None;
    std::thread::scope(|scope| {
        for (engine, stretch) in engines.iter_mut().zip(to_search.chunks(share)) {
            let (report, failed) = (report.clone(), &failed);
            scope.spawn(move || {
                for &i in stretch {
                    if stop.is_raised() || failed.load(Ordering::Relaxed) {
                        break;
                    }
                    let position = &moments[i].position;
                    let found = engine.analyze(position, &limits_of(position, limits), stop, &mut |_| ());
                    if stop.is_raised() {
                        break;
                    }
                    failed.fetch_or(found.is_err(), Ordering::Relaxed);
                    if report.send((i, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(report);
        for (i, found) in reports {
            match found {
                Ok(analysis) => {
                    sweep.add(i, PositionAnalysis { analysis, source: Source::Searched }, on_swept)
                }
                Err(e) => fault = Some(e),
            }
        }
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    // The last first, so that a row of forced moves passes its end's score on to its beginning.
    for i in forced {
        if let Some(analysis) = forced_analysis(course, &sweep, i) {
            sweep.add(i, PositionAnalysis { analysis, source: Source::Forced }, on_swept);
        }
    }
    Ok(sweep)
}

impl Sweep {
    fn add(&mut self, index: usize, found: PositionAnalysis, on_swept: &mut dyn FnMut(Swept<'_>)) {
        self.done += 1;
        let found = self.found[index].insert(found);
        on_swept(Swept { index, found, done: self.done, of: self.of });
    }
}

/// Whether the line's move from this moment is the only legal one.
pub(crate) fn is_forced(course: &Course, index: usize) -> bool {
    course.step_to(index + 1).is_some_and(|(before, _)| only_move(&before.position).is_some())
}

/// The legal move, if there is just one.
fn only_move(position: &AnyPosition) -> Option<Move> {
    let mut legal = Vec::new();
    position.legal_moves_into(&mut legal);
    match legal[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The analysis of a position with one legal move, from that of the next; `None` while the next has none.
fn forced_analysis(course: &Course, sweep: &Sweep, index: usize) -> Option<Analysis> {
    let (before, arrival) = course.step_to(index + 1)?;
    let next = &course.moments()[index + 1].position;
    let same = before.position.player_to_move() == next.player_to_move();
    let mut analysis = Analysis { best: Some(arrival.mv), ..Analysis::default() };
    let found = sweep.found[index + 1].as_ref().map(|found| &found.analysis);
    let (score, rest, depth) = match course.outcome(index + 1, found) {
        Some(score) => (Some(score), &[][..], 0),
        None => {
            let found = found?;
            analysis.standard_error = found.standard_error;
            (found.score(), found.lines.first().map_or(&[][..], |line| &line.moves), found.depth)
        }
    };
    analysis.depth = depth + 1;
    if let Some(score) = score {
        let moves = std::iter::once(arrival.mv).chain(rest.iter().copied()).collect();
        analysis.lines.push(Line { moves, score: after_move(score, same), work: 0 });
    }
    Some(analysis)
}
