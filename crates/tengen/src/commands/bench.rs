//! `tengen bench`: measurements of board layouts, rules and engines.

use crate::cli::{Bench, BenchArgs};
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::{Context, interrupt, terminal};
use std::fmt::Display;
use std::io::Write;
use tengen_bench::{Effort, OnProgress, layouts, perft, rules};

pub(crate) fn run(args: BenchArgs, context: Context) -> Result<u8, Fail> {
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    match args.what {
        Bench::Layouts => {
            let mut options = layouts::Options { effort, ..layouts::Options::default() };
            if !args.depth.is_empty() {
                options.depths = args.depth;
            }
            table(args.json, context, |on_progress| layouts::measure(&options, on_progress))
        }
        Bench::Rules => table(args.json, context, |on_progress| rules::measure(effort, on_progress)),
        Bench::Perft => {
            let depth = args.depth.first().copied().unwrap_or(11);
            table(args.json, context, |on_progress| perft::measure(depth, effort, on_progress))
        }
    }
}

/// Takes a table's figures with a bar that tells how far it is, and writes it. Ctrl-C ends it with what there is.
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
    let mut out = std::io::stdout().lock();
    if json {
        let json = serde_json::to_string_pretty(&table).map_err(Fail::output)?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{table}")?;
    }
    if stop.is_raised() {
        return Err(Fail::interrupted(tr!(context.lang, Interrupted)));
    }
    Ok(code::OK)
}
