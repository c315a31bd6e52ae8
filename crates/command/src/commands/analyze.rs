//! `tengen analyze`: the best lines of a position by an engine.

use crate::cli::{AnalyzeArgs, ThinkArgs};
use crate::duration::{duration, no_time};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use crate::input::{self, Loaded};
use crate::own_engines::{self, ChosenEngine};
use crate::{Context, interrupt, terminal};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;
use tengen::players;
use tengen_engine::{Analysis, EngineError, Limits, PERFECT, Proof, Score, StrikeReason};
use tengen_games::{AnyPosition, Feature, Game, GameKind, GameSpec, Move};
use tengen_gomoku::ProvenStrategy;

/// The least share of a node limit that is worth a thread.
const NODES_PER_THREAD: u64 = 4096;

/// Time for an analysis without any limit.
const USUAL_TIME: Duration = Duration::from_secs(3);

pub(crate) fn run(mut args: AnalyzeArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let loaded = load(&args.source, context)?;
    if args.explain {
        args.think.engine = Some(explaining_engine(&args.think, loaded.position.spec().kind(), lang)?);
    }
    let mut limits = limits(&args.think, lang)?;
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(USUAL_TIME);
    }
    limits.lines = args.lines;
    let (player, found) = think(&args.think, args.memory, &loaded.position, &limits, context)?;
    note_strategy(&args.think, &loaded.position, &found, context);
    let mut out = std::io::stdout().lock();
    if args.think.json {
        let mut json = to_json(&loaded.position, &player, &found);
        if let Some(name) = tengen_words::opening_of(&loaded.record, loaded.node) {
            json["opening"] = tengen_words::opening_json(name);
        }
        writeln!(out, "{json:#}")?;
    } else {
        write!(out, "{}", to_text(&loaded.position, &found, args.explain, lang))?;
    }
    ended(context)
}

/// The engine of a game whose analysis reports what each rule struck out.
///
/// # Errors
/// [`Fail`] where no engine of the game does, or another one is asked for.
fn explaining_engine(args: &ThinkArgs, kind: GameKind, lang: Lang) -> Result<String, Fail> {
    let Some(filter) = players::filter(kind) else {
        let fail = Fail::usage(tr!(lang, ExplainsNothing, game = lang.kind(kind)));
        return Err(fail.help(tr!(lang, ExplainsNothingHelp)));
    };
    let (asked, _) = args.engine_and_level(lang)?;
    match asked {
        Some(other) if !other.eq_ignore_ascii_case(filter) => {
            Err(Fail::usage(tr!(lang, ExplainsOnly, filter = filter, engine = other)))
        }
        _ => Ok(filter.to_owned()),
    }
}

/// Reads the position and warns of what the reader skipped.
pub(crate) fn load(source: &crate::cli::SourceArgs, context: Context) -> Result<Loaded, Fail> {
    let loaded = input::load(source, context.lang)?;
    for warning in &loaded.warnings {
        context.warn(warning);
    }
    Ok(loaded)
}

/// The exit code after a search: 130 where Ctrl-C ended it early; the result is written all the same.
pub(crate) fn ended(context: Context) -> Result<u8, Fail> {
    if interrupt::stop().is_raised() {
        context.note(Msg::Note, tr!(context.lang, InterruptedKept));
        return Ok(code::INTERRUPTED);
    }
    Ok(code::OK)
}

/// Refuses more threads than an engine takes.
pub(crate) fn check_threads(threads: usize, lang: Lang) -> Result<(), Fail> {
    let most = tengen_engine::MOST_THREADS;
    if threads <= most {
        return Ok(());
    }
    Err(Fail::usage(tr!(lang, BadThreads, threads = threads, most = most)))
}

pub(crate) fn limits(args: &ThinkArgs, lang: Lang) -> Result<Limits, Fail> {
    let time = match &args.time {
        None => None,
        Some(text) => Some(duration(text).ok_or_else(|| no_time(text, lang))?),
    };
    let most = tengen_engine::MOST_THREADS;
    check_threads(args.threads, lang)?;
    // A thread looks at the node limit once in so many nodes, so that more threads would go far beyond it.
    let enough = args.nodes.map_or(most as u64, |nodes| nodes.div_ceil(NODES_PER_THREAD).max(1));
    Ok(Limits {
        time,
        nodes: args.nodes,
        depth: args.depth,
        lines: 1,
        seed: args.seed,
        threads: args.threads.min(usize::try_from(enough).unwrap_or(most)),
        ..Limits::default()
    })
}

/// Runs the engine on the position, with progress on a terminal.
pub(crate) fn think(
    args: &ThinkArgs,
    memory: Option<u64>,
    position: &AnyPosition,
    limits: &Limits,
    context: Context,
) -> Result<(ChosenEngine, Analysis), Fail> {
    let lang = context.lang;
    // A finished game of Go still has owners and a score.
    if !position.spec().has(Feature::Territory) {
        refuse_finished(position, lang)?;
    }
    let (name, level) = args.engine_and_level(lang)?;
    let mut player = own_engines::choose(&position.spec(), name.as_deref(), level, lang)?;
    if let Some(mib) = memory {
        player.engine.set_memory(mib.saturating_mul(1 << 20));
    }
    let name = tr!(lang, Thinking, engine = player.engine.name());
    let bar = terminal::progress(0, name.clone());
    let found = player.engine.analyze(position, limits, &interrupt::stop(), &mut |so_far| {
        bar.set_position(so_far.nodes);
        if let Some(line) = so_far.lines.first() {
            let best = line.moves.first().map(|&mv| lang.mv(position, mv)).unwrap_or_default();
            bar.set_message(format!("{name}{}{best} {}", lang.colon(), lang.score(line.score)));
        }
    });
    bar.finish_and_clear();
    let found = found.map_err(|e| engine_fail(&e, lang))?;
    Ok((player, found))
}

/// Says where the level `perfect` has made an ordinary search, and what its strategy knows of the position.
pub(super) fn note_strategy(args: &ThinkArgs, position: &AnyPosition, found: &Analysis, context: Context) {
    let lang = context.lang;
    let is_perfect =
        matches!(args.engine_and_level(lang), Ok((Some(name), _)) if name.eq_ignore_ascii_case(PERFECT));
    let Some((strategy, game)) = ProvenStrategy::of_position(position).filter(|_| is_perfect) else { return };
    let is_reached = strategy.contains(game);
    let is_proven = matches!(found.score(), Some(Score::Proven(Proof::Win(_))));
    let note = match position.to_move() == ProvenStrategy::SIDE {
        false if is_reached => tr!(lang, PerfectPlaysWinning),
        false => tr!(lang, PerfectPlaysBlack),
        true if is_proven => return,
        true if is_reached => tr!(lang, PerfectNotFound),
        true => tr!(lang, PerfectOffStrategy),
    };
    context.note(Msg::Note, note);
}

/// Refuses a position in which the game is over.
pub(crate) fn refuse_finished(position: &AnyPosition, lang: Lang) -> Result<(), Fail> {
    match position.outcome() {
        Some(outcome) => {
            Err(Fail::input(tr!(lang, GameAlreadyOver, outcome = lang.end_of(position, outcome))))
        }
        None => Ok(()),
    }
}

/// The failure of an engine: a program that crashes or answers nonsense is no fault of the command line.
pub(crate) fn engine_fail(error: &EngineError, lang: Lang) -> Fail {
    let text = lang.engine_error(error);
    if matches!(error, EngineError::Program { .. }) { Fail::input(text) } else { Fail::usage(text) }
}

/// The name of the rules, without the game.
pub(crate) fn rules_name(spec: &GameSpec) -> String {
    spec.rules_text()
}

/// The position, the engine and its analysis, as one JSON value.
pub(crate) fn to_json(position: &AnyPosition, player: &ChosenEngine, found: &Analysis) -> Value {
    let spec = position.spec();
    let moves: Vec<String> = position.moves().map(|mv| position.format_move(mv)).collect();
    let mut out = json!({
        "game": spec.kind().name(),
        "rule_set": rules_name(&spec),
        "size": spec.size().to_string(),
        "moves": moves,
        "to_move": position.to_move().to_string(),
        "engine": player.engine.name(),
        // An engine with one level has none to speak of.
        "level": player.level.filter(|&(_, levels)| levels > 1).map(|(level, _)| level),
    });
    if let (Value::Object(out), Value::Object(found)) = (&mut out, found.to_json(position)) {
        out.extend(found);
    }
    found.add_count(&mut out, position);
    out
}

/// Moves of a line that are written out.
const SHOWN: usize = 12;

/// The ranked lines for a person.
pub(crate) fn to_text(position: &AnyPosition, found: &Analysis, explain: bool, lang: Lang) -> String {
    let mut out = String::new();
    let list = |moves: &[Move]| {
        let mut words: Vec<String> = moves.iter().take(SHOWN).map(|&mv| lang.mv(position, mv)).collect();
        if moves.len() > SHOWN {
            words.push(tr!(lang, AndMore, count = moves.len() - SHOWN));
        }
        words.join(" ")
    };
    for report in found.rules.iter().filter(|_| explain) {
        let _ = writeln!(
            out,
            "{}",
            tr!(
                lang,
                RuleStruck,
                rule = lang.filter(&report.rule),
                struck = report.struck.len(),
                left = report.left
            )
        );
        // Reasons in the order of their first use, each with its points.
        let mut reasons: Vec<(&StrikeReason, Vec<Move>)> = Vec::new();
        for strike in &report.struck {
            match reasons.iter_mut().find(|(why, _)| **why == strike.why) {
                Some((_, points)) => points.push(strike.mv),
                None => reasons.push((&strike.why, vec![strike.mv])),
            }
        }
        for (why, points) in reasons.iter().take(SHOWN) {
            let why = lang.strike_reason(why, position);
            let _ = writeln!(out, "    {why}{}{}", lang.colon(), list(points));
        }
        if reasons.len() > SHOWN {
            let _ = writeln!(out, "    {}", tr!(lang, AndMore, count = reasons.len() - SHOWN));
        }
    }
    if found.best.is_none() && !position.is_over() {
        let _ = writeln!(out, "{}", tr!(lang, NoLegalMove));
    }
    // A program that reports no lines has chosen a move all the same.
    if let (Some(best), []) = (found.best, &found.lines[..]) {
        let _ = writeln!(out, " 1. {}", lang.mv(position, best));
    }
    let scores: Vec<String> = found.lines.iter().map(|l| lang.score(l.score)).collect();
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let widest = scores.iter().map(|s| width(s)).max().unwrap_or(0);
    if let AnyPosition::Go(go) = position
        && position.is_over()
        && !found.ownership.is_empty()
    {
        let outcome = go.outcome_with(&go.dead_stones(&found.ownership));
        let outcome = lang.outcome(outcome);
        let text = if go.rules().removes_dead_stones() {
            tr!(lang, FinishedCount, outcome = outcome)
        } else {
            tr!(lang, FinishedAllAlive, outcome = outcome)
        };
        let _ = writeln!(out, "{text}");
        if let Some(engine) = &found.settled_by {
            let _ = writeln!(out, "{}", tr!(lang, SettledBy, engine = engine));
        }
    }
    if found.is_by_playouts() {
        let _ = writeln!(out, "{}{}", tr!(lang, ByPlayouts), lang.pick(":", "：", "："));
    }
    for (i, (line, score)) in found.lines.iter().zip(&scores).enumerate() {
        // Of a finished game there is the value alone.
        if line.moves.is_empty() {
            continue;
        }
        let pad = " ".repeat(widest - width(score));
        let _ = writeln!(out, "{:>2}. {score}{pad}  {}", i + 1, list(&line.moves));
    }
    let mut work = Vec::new();
    if found.depth > 0 {
        work.push(tr!(lang, Depth, depth = found.depth));
    }
    work.push(tr!(lang, Nodes, count = found.nodes));
    work.push(match found.time.as_micros() {
        us @ 0..1_000 => format!("{us} µs"),
        us @ 1_000..10_000_000 => format!("{} ms", us / 1_000),
        us => format!("{:.1} s", us as f64 / 1e6),
    });
    let _ = writeln!(out, "{}", work.join(lang.pick(", ", "，", "、")));
    out
}
