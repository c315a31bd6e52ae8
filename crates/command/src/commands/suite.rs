//! `tengen suite`: positions with known answers, and how an engine does on them.

use super::analyze::limits;
use crate::cli::{SuiteArgs, ThinkArgs};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::{Context, input, interrupt, terminal};
use serde_json::Value;
use std::io::Write;
use std::sync::Arc;
use tengen::players;
use tengen_arena::suite::{Grade, Problem, Solution, Suite, SuiteError, load, run as put};
use tengen_engine::{EngineError, EngineFactory, EngineOptions};
use tengen_games::{AnyPosition, Game as _};

pub(crate) fn run(args: &SuiteArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let limits = limits(&args.think, lang)?;
    let unlimited = limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none();
    let (name, level) = args.think.engine_and_level(lang)?;
    let is_own = (&name, level) == (&None, None);
    let mut suites: Vec<Suite> = Vec::new();
    for file in &args.files {
        let mut suite = load(file).map_err(|e| suite_fail(&e, lang))?;
        suite.problems.truncate(args.first.unwrap_or(usize::MAX));
        // An engine or a level that the game does not have is refused once, not at each position.
        let spec = suite.problems.first().map(|problem| problem.position.spec());
        let limits_itself = match spec.map(|spec| players::named(&spec, name.as_deref(), level)) {
            Some(Ok(player)) => player.limits_itself(),
            Some(Err(e @ (EngineError::Name { .. } | EngineError::Level { .. }))) => {
                return Err(Fail::usage(lang.engine_error(&e)));
            }
            _ => false,
        };
        let is_open = |problem: &&Problem| !limits_itself && !needs_no_limit(problem, is_own);
        if unlimited && let Some(problem) = suite.problems.iter().find(is_open) {
            let wrong = match problem.solution {
                Solution::Margin { .. } if is_own => {
                    let (file, line, empties) = (file.display(), problem.line, empties(&problem.position));
                    tr!(lang, SuiteNoEnding, file = file, line = line, empties = empties, most = MOST_EMPTIES)
                }
                _ => tr!(lang, LimitNeeded),
            };
            return Err(Fail::usage(wrong).help(tr!(lang, SuiteLimitHelp)));
        }
        let is_reading = |solution: &Solution| matches!(solution, Solution::Reading { .. });
        if (limits.time.is_some() || limits.depth.is_some())
            && !suite.problems.is_empty()
            && suite.problems.iter().all(|problem| is_reading(&problem.solution))
        {
            return Err(Fail::usage(tr!(lang, SuiteReadingLimit, file = file.display())));
        }
        suites.push(suite);
    }
    let is_ending = |problem: &Problem| matches!(problem.solution, Solution::Margin { .. });
    if unlimited && is_own && suites.iter().flat_map(|suite| &suite.problems).any(is_ending) {
        context.note(Msg::Note, tr!(lang, SuiteSolvesExactly));
    }
    let total = suites.iter().map(|suite| suite.problems.len()).sum::<usize>();
    let bar = terminal::progress(total as u64, String::new());
    let (stop, engines) = (interrupt::stop(), engines(&args.think, lang)?);
    let mut reports: Vec<(&Suite, _)> = Vec::new();
    for suite in &suites {
        bar.set_message(suite.name.clone());
        let report = put(suite, &engines, &EngineOptions::default(), &limits, &stop, &mut |_, _| bar.inc(1));
        reports.push((suite, report));
        if stop.is_raised() {
            break;
        }
    }
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if args.think.json {
        let all: Vec<Value> = reports.iter().map(|(suite, report)| report.to_json(suite)).collect();
        writeln!(out, "{:#}", Value::Array(all))?;
    } else {
        for (suite, report) in &reports {
            write!(out, "{}", report.table(suite, args.all, lang))?;
            writeln!(out, "{}", report.summary(lang))?;
        }
    }
    if stop.is_raised() {
        return Err(Fail::interrupted(tr!(lang, Interrupted)));
    }
    let solved = reports.iter().all(|(_, report)| report.count(Grade::Solved) == report.answers.len());
    Ok(if solved { code::OK } else { code::NEGATIVE })
}

/// Empty squares up to which a position of Othello is solved exactly where no limit is given: more than any suite of
/// endings has.
const MOST_EMPTIES: usize = 36;

fn empties(position: &AnyPosition) -> usize {
    position.size().points().filter(|&point| position.at(point).is_empty()).count()
}

/// True if a position is answered without a limit: by the rules, by the library of Go, or as an ending of Othello,
/// which the strongest engine (`is_own`) searches to its end.
fn needs_no_limit(problem: &Problem, is_own: bool) -> bool {
    match &problem.solution {
        Solution::Forbidden { .. } | Solution::Reading { .. } | Solution::SafePoints { .. } => true,
        Solution::Margin { .. } => is_own && empties(&problem.position) <= MOST_EMPTIES,
        _ => false,
    }
}

/// Why a file is no suite.
fn suite_fail(error: &SuiteError, lang: Lang) -> Fail {
    match error {
        SuiteError::Io { file, error } => input::unread(file, error, lang).help(tr!(lang, SuiteFileHelp)),
        SuiteError::Unknown(file) => {
            Fail::input(tr!(lang, SuiteForm, file = file.display())).help(tr!(lang, SuiteFormHelp))
        }
        SuiteError::Empty(file) => Fail::input(tr!(lang, SuiteEmpty, file = file.display())),
        SuiteError::Line { file, line, why } => {
            Fail::input(tr!(lang, FileLine, file = file.display(), line = line, why = why.text(lang)))
        }
        SuiteError::TooLarge { file, bytes, most } => {
            Fail::input(tr!(lang, FileTooLarge, file = file.display(), bytes = bytes, most = most))
        }
        other => Fail::input(other),
    }
}

/// The engine and the level asked for.
fn engines(think: &ThinkArgs, lang: Lang) -> Result<EngineFactory, Fail> {
    let (name, level) = think.engine_and_level(lang)?;
    Ok(Arc::new(move |spec, options| {
        players::with_options(spec, &EngineOptions { engine: name.clone(), level, ..options.clone() })
    }))
}
