//! `tengen batch`: work on many games on all cores, with rows in Parquet files.

use super::analyze::check_threads;
use crate::cli::{BatchArgs, BatchCommand, BatchInArgs, BatchOutArgs, BatchSelfplayArgs, BatchThinkArgs};
use crate::duration::{duration, no_time};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::level_argument::engine_and_level;
use crate::output;
use crate::{Context, input, interrupt, own_engines, terminal};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tengen::players;
use tengen_batch::job::{Event, Job, JobError, JobSummary, ShardFault, Work};
use tengen_batch::source::{Inputs, Notice, SourceError};
use tengen_batch::{At, SelfPlay};
use tengen_engine::{EngineFactory, EngineOptions, Limits};
use tengen_games::GameSpec;

/// Failed rows that are named; the others are counted.
const NAMED: u64 = 20;
/// Time between two lines of progress where standard error is no terminal.
const BETWEEN: Duration = Duration::from_secs(10);

pub(crate) fn run(args: BatchArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let (work, inputs, think, out) = match args.what {
        BatchCommand::Analyze(args) => {
            (Work::Analyze(at(&args.at, lang)?), inputs(args.input, lang)?, Some(args.think), args.out)
        }
        BatchCommand::Replay(args) => {
            (Work::Replay(at(&args.at, lang)?), inputs(args.input, lang)?, None, args.out)
        }
        BatchCommand::Relabel(args) => {
            let inputs = Inputs { paths: args.sources, ..Inputs::default() };
            (Work::Relabel { unproven: args.unproven }, inputs, Some(args.think), args.out)
        }
        BatchCommand::Selfplay(args) => {
            let play = self_play(&args, lang)?;
            (Work::SelfPlay(play, args.games), Inputs::default(), Some(args.think), args.out)
        }
    };
    let (engines, options, limits) = match &think {
        None => (super::engine::engines(None), EngineOptions::default(), Limits::default()),
        Some(think) => {
            let spec = match &work {
                Work::SelfPlay(play, _) => Some(&play.spec),
                _ => inputs.spec.as_ref(),
            };
            engine(think, spec, lang)?
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    check_threads(out.threads, lang)?;
    let threads = if out.threads == 0 { cores } else { out.threads };
    let job = Job { work, inputs, engines, options, limits, shard: out.shard, threads };
    do_job(&job, &out, context)
}

fn at(text: &str, lang: Lang) -> Result<At, Fail> {
    text.parse().map_err(|_| Fail::usage(tr!(lang, BatchAt, text = text)))
}

fn inputs(args: BatchInArgs, lang: Lang) -> Result<Inputs, Fail> {
    let spec = args.game.spec(lang)?;
    let format = args.from.as_deref().map(|word| input::format_named(word, lang)).transpose()?;
    Ok(Inputs { paths: args.sources, format, spec })
}

fn self_play(args: &BatchSelfplayArgs, lang: Lang) -> Result<SelfPlay, Fail> {
    let no_game = || Fail::usage(tr!(lang, SelfplayNeedsGame)).help(tr!(lang, GameNeededHelp));
    let spec = args.game.spec(lang)?.ok_or_else(no_game)?;
    let max_plies = args.max_plies.unwrap_or_else(|| SelfPlay::usual_plies(&spec));
    Ok(SelfPlay { random_plies: args.random_plies, max_plies, seed: args.think.seed, spec })
}

/// The engines and their limits. An engine that cannot play `spec` is refused before the work begins.
fn engine(
    think: &BatchThinkArgs,
    spec: Option<&GameSpec>,
    lang: Lang,
) -> Result<(EngineFactory, EngineOptions, Limits), Fail> {
    if think.nodes.is_none() && think.depth.is_none() && think.time.is_none() {
        return Err(Fail::usage(tr!(lang, LimitNeeded)).help(tr!(lang, SuiteLimitHelp)));
    }
    let time = match &think.time {
        None => None,
        Some(text) => Some(duration(text).ok_or_else(|| no_time(text, lang))?),
    };
    let limits = Limits {
        time,
        nodes: think.nodes,
        depth: think.depth,
        lines: think.lines,
        seed: think.seed,
        threads: 1,
        ..Limits::default()
    };
    let memory = think.memory.map(|mib| mib.saturating_mul(1 << 20));
    let (name, level) = engine_and_level(think.engine.as_deref(), think.level.as_ref(), lang)?;
    let name = name.as_deref();
    let options = EngineOptions { engine: name.map(str::to_owned), memory, level, book: None };
    let is_own = name.is_none_or(own_engines::is_taken);
    let engines = match (spec, is_own) {
        (Some(spec), true) => {
            let found = players::named(spec, name, level);
            found.map_err(|e| Fail::usage(lang.engine_error(&e)))?;
            super::engine::engines(None)
        }
        (Some(spec), false) => own_engines::choose(spec, name, level, lang)?.again,
        (None, true) => super::engine::engines(None),
        (None, false) => own_engines::registered(lang)?,
    };
    Ok((engines, options, limits))
}

/// Runs the job with its progress on standard error.
fn do_job(job: &Job, out: &BatchOutArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let stop = interrupt::stop();
    let bar = terminal::progress(0, tr!(lang, BatchRows));
    let begun = Instant::now();
    let said = Mutex::new(begun);
    let on_terminal = std::io::stderr().is_terminal();
    let failed = AtomicU64::new(0);
    // The other shards of a folder are like the first.
    let positions = AtomicBool::new(false);
    let on_event = |event: Event<'_>| match event {
        Event::Rows(rows) if on_terminal => bar.set_position(rows),
        Event::Rows(rows) => {
            let mut said = said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if said.elapsed() >= BETWEEN {
                *said = Instant::now();
                let rate = format!("{:.1}", rows as f64 / begun.elapsed().as_secs_f64());
                eprintln!("{}", tr!(lang, BatchProgress, rows = rows, rate = rate));
            }
        }
        Event::Failed(row) => {
            if failed.fetch_add(1, Relaxed) < NAMED {
                let error = row.error.as_deref().unwrap_or_default();
                let ply = row.ply.unwrap_or(0);
                let named = tr!(
                    lang,
                    BatchFailed,
                    source = row.source,
                    number = row.number,
                    ply = ply,
                    error = error
                );
                bar.suspend(|| context.warn(named));
            }
        }
        Event::Notice(Notice::Skipped(_)) => {}
        Event::Notice(Notice::Positions(_)) if positions.swap(true, Relaxed) => {}
        Event::Notice(Notice::Positions(path)) => {
            let text = tr!(lang, BatchPositions, file = path.display());
            bar.suspend(|| context.note(Msg::Note, text));
        }
        Event::Notice(Notice::Columns(path, names)) => {
            let names = names.join(lang.pick(", ", "、", "、"));
            let text = tr!(lang, BatchColumns, file = path.display(), names = names);
            bar.suspend(|| context.note(Msg::Note, text));
        }
    };
    let done = job.run(&out.output, &stop, &on_event);
    bar.finish_and_clear();
    let summary = done.map_err(|e| fail(e, lang))?;
    let failed = failed.load(Relaxed);
    if failed > NAMED {
        context.warn(tr!(lang, BatchMoreFailed, count = failed - NAMED));
    }
    if summary.skipped > 0 {
        let folders: Vec<String> = job.inputs.paths.iter().map(|path| path.display().to_string()).collect();
        let text = tr!(lang, SkippedFiles, count = summary.skipped, folder = folders.join(", "));
        context.note(Msg::Note, text);
    }
    report(&summary, out.json)?;
    if !summary.finished {
        return Err(Fail::interrupted(tr!(lang, Interrupted)).help(tr!(lang, BatchGoOn)));
    }
    Ok(if summary.failed > 0 { code::NEGATIVE } else { code::OK })
}

/// The counts, for scripts: the same in every language.
fn report(summary: &JobSummary, json: bool) -> Result<(), Fail> {
    let JobSummary { games, rows, failed, shards, resumed, finished, .. } = *summary;
    let mut out = std::io::stdout().lock();
    if json {
        let counts = json!({
            "games": games, "rows": rows, "failed": failed, "shards": shards, "resumed": resumed,
            "finished": finished,
        });
        writeln!(out, "{counts:#}")?;
    } else {
        writeln!(out, "games {games}, rows {rows}, failed {failed}, shards {shards}, resumed {resumed}")?;
    }
    Ok(())
}

fn fail(error: JobError, lang: Lang) -> Fail {
    use tengen_batch::job::FolderError as F;
    let shown = |path: &PathBuf| path.display().to_string();
    match error {
        JobError::Source(SourceError::Io { path, error }) => input::unread(&path, &error, lang),
        JobError::Source(SourceError::Format(path)) => {
            let known = format!("--from {}", lang.formats());
            Fail::input(tr!(lang, NoFormat, file = path.display())).help(tr!(
                lang,
                NoFormatHelp,
                known = known
            ))
        }
        JobError::Source(SourceError::Game(path)) => {
            Fail::usage(tr!(lang, GameNeeded, source = path.display())).help(tr!(lang, GameNeededHelp))
        }
        JobError::Source(SourceError::Empty(path)) => {
            input::empty(&path, lang).help(tr!(lang, InputEmptyHelp))
        }
        JobError::Folder(F::Io { path, error }) => output::unwritten(&path, &error, lang),
        JobError::Folder(F::Another { path, what, stored, asked }) => Fail::input(tr!(
            lang,
            BatchAnother,
            file = shown(&path),
            what = what,
            stored = stored.unwrap_or_else(|| tr!(lang, NoValue)),
            asked = asked.unwrap_or_else(|| tr!(lang, NoValue))
        )),
        JobError::Folder(F::Busy(path)) => Fail::input(tr!(lang, BatchBusy, file = shown(&path))),
        JobError::Folder(F::NotEmpty(path)) => Fail::input(tr!(lang, BatchNotEmpty, file = shown(&path))),
        JobError::Folder(F::Shard { path, why }) => {
            let why = shard_fault(&why, lang);
            Fail::input(tr!(lang, BatchShard, file = shown(&path), why = why))
        }
        JobError::Folder(F::Manifest { path, message }) => {
            Fail::input(tr!(lang, BatchManifest, file = shown(&path), why = message))
        }
        JobError::NoRows(file) => Fail::input(tr!(lang, BatchNoRows, file = file)),
        JobError::Thread(error) => Fail::output(tr!(lang, NoThread, why = input::io_error(&error, lang))),
    }
}

fn shard_fault(fault: &ShardFault, lang: Lang) -> String {
    match fault {
        ShardFault::Parquet(message) => message.clone(),
        ShardFault::NoShard => tr!(lang, BatchNoShard),
        ShardFault::Note(message) => tr!(lang, BatchNote, why = message),
        ShardFault::NoCount(what) => tr!(lang, BatchNoCount, what = what),
    }
}
