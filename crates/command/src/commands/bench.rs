//! `tengen bench`: measurements of board layouts, rules and the library.

use crate::cli::{Bench, BenchArgs};
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::{Context, interrupt, terminal};
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;
use tengen_bench::signature::{self, Signed};
use tengen_bench::{Effort, OnProgress, go, gomoku, layouts, perft, protocol, rules};

pub(crate) fn run(args: BenchArgs, context: Context) -> Result<u8, Fail> {
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    if let (Some(folder), true) = (&args.folder, args.what != Bench::Library) {
        return Err(Fail::usage(tr!(context.lang, BenchFolder, folder = folder.display())));
    }
    let signed = [Bench::Signatures, Bench::Othello, Bench::Go, Bench::Mnk];
    if args.check && !signed.contains(&args.what) {
        return Err(Fail::usage(tr!(context.lang, BenchCheck)));
    }
    let deep = [Bench::Layouts, Bench::Gomoku, Bench::Perft];
    if !args.depth.is_empty() && !deep.contains(&args.what) {
        return Err(Fail::usage(tr!(context.lang, BenchDepth)));
    }
    if args.depth.len() > 1 && args.what != Bench::Layouts {
        let what = if args.what == Bench::Perft { "perft" } else { "gomoku" };
        return Err(Fail::usage(tr!(context.lang, BenchOneDepth, what = what, count = args.depth.len())));
    }
    if args.rapfi.is_some() && args.what != Bench::Gomoku {
        return Err(Fail::usage(tr!(context.lang, BenchRapfi)));
    }
    match args.what {
        Bench::Layouts => {
            let mut options = layouts::LayoutOptions { effort, ..layouts::LayoutOptions::default() };
            if !args.depth.is_empty() {
                options.depths = args.depth;
            }
            table(args.json, context, |on_progress| layouts::measure(&options, on_progress))
        }
        Bench::Rules => table(args.json, context, |on_progress| rules::measure(effort, on_progress)),
        Bench::Gomoku => {
            let depth = args.depth.first().copied().unwrap_or(if args.quick { 5 } else { gomoku::DEPTH });
            let rapfi = args.rapfi.as_deref();
            table(args.json, context, |on_progress| gomoku::measure(depth, effort, rapfi, on_progress))
        }
        Bench::Perft => {
            let depth = args.depth.first().copied().unwrap_or(11);
            table(args.json, context, |on_progress| perft::measure(depth, effort, on_progress))
        }
        Bench::Library => library(&args, effort, context),
        Bench::Server => server(&args, context),
        Bench::Signatures => signatures(&Signed::ALL, &args, context),
        Bench::Othello => signatures(&[Signed::Othello], &args, context),
        Bench::Go if args.check => signatures(&[Signed::Go], &args, context),
        Bench::Go => table(args.json, context, |on_progress| {
            let signature = signature::measure(&[Signed::Go], on_progress);
            let rates = signature.complete.then(|| go::measure(effort, on_progress));
            SignatureAndRates { signature, rates }
        }),
        Bench::Mnk => signatures(&[Signed::Mnk], &args, context),
        Bench::Protocol => {
            let program = std::env::current_exe().map_err(Fail::output)?;
            table(args.json, context, |on_progress| protocol::measure(&program, args.quick, on_progress))
        }
    }
}

/// Writes the signatures of engines; with `--check` the exit code is 1 if one is not the pinned one.
fn signatures(engines: &[Signed], args: &BenchArgs, context: Context) -> Result<u8, Fail> {
    let mut changed = false;
    let code = table(args.json, context, |on_progress| {
        let table = signature::measure(engines, on_progress);
        changed = table.is_changed();
        table
    })?;
    Ok(if changed && args.check { code::NEGATIVE } else { code })
}

/// The table of `bench go`.
#[derive(serde::Serialize)]
struct SignatureAndRates {
    #[serde(flatten)]
    signature: signature::SignatureTable,
    rates: Option<go::GoTable>,
}

impl Display for SignatureAndRates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.signature.fmt(f)?;
        let Some(rates) = &self.rates else { return Ok(()) };
        write!(f, "\n{rates}")
    }
}

/// Imports the folder into a library of its own and searches it.
fn library(args: &BenchArgs, effort: Effort, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let Some(folder) = &args.folder else {
        return Err(Fail::usage(tr!(lang, BenchFolderNeeded)).help(tr!(lang, BenchFolderNeededHelp)));
    };
    let mut shown = super::library::Shown::new(context);
    let table = tengen_bench::library::measure(folder, effort, |progress| shown.tell(progress));
    shown.clear();
    let table = table.map_err(|e| super::library::fail(e, lang))?;
    write_table(&table, args.json)?;
    Ok(code::OK)
}

/// Puts two hundred boards on a server at once.
fn server(args: &BenchArgs, context: Context) -> Result<u8, Fail> {
    let options = tengen_bench::server::ServerOptions {
        boards: 200,
        time: Duration::from_secs(if args.quick { 10 } else { 60 }),
        each: Duration::from_millis(50),
        cores: 2,
        game: "gomoku".into(),
    };
    let mut failed = None;
    let ended = table(args.json, context, |on_progress| {
        let measured = tengen_bench::server::measure(&options, super::serve::engines(None), on_progress);
        measured.unwrap_or_else(|e| {
            failed = Some(e);
            tengen_bench::server::ServerTable::default()
        })
    });
    match failed {
        Some(why) => Err(Fail::input(tr!(context.lang, ServeRuntime, why = why))),
        None => ended,
    }
}

/// Measures a table with a progress bar, and writes it. Ctrl-C ends it and writes the rows that are complete.
fn table<T: Display + serde::Serialize>(
    json: bool,
    context: Context,
    measure: impl FnOnce(OnProgress<'_>) -> T,
) -> Result<u8, Fail> {
    let stop = interrupt::stop();
    let bar = terminal::progress(1, String::new());
    let table = measure(&mut |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.next.to_string());
        !stop.is_raised()
    });
    bar.finish_and_clear();
    write_table(&table, json)?;
    if stop.is_raised() {
        return Err(Fail::interrupted(tr!(context.lang, Interrupted)));
    }
    Ok(code::OK)
}

fn write_table<T: Display + serde::Serialize>(table: &T, json: bool) -> Result<(), Fail> {
    let mut out = std::io::stdout().lock();
    if json {
        let json = serde_json::to_string_pretty(table).map_err(Fail::output)?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{table}")?;
    }
    Ok(())
}
