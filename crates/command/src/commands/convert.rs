//! `tengen convert`: records from one format to another, every loss named.

use crate::cli::ConvertArgs;
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::input::{self, Input};
use crate::{Context, i18n::Msg};
use std::io::Write;
use std::path::{Path, PathBuf};
use tengen_records::{Format, ReadOptions, Record, WriteError, WriteOptions};

pub(crate) fn run(args: ConvertArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let spec = args.game.spec(lang)?;
    // Check the output's format first: a typing error there should not wait for a long read.
    let to = match &args.to {
        Some(word) => input::format_named(word, lang)?,
        None => input::format_of_name(Path::new(&args.output)).ok_or_else(|| {
            Fail::usage(tr!(lang, NoFormat, file = args.output)).help(tr!(
                lang,
                NoFormatHelp,
                known = format!("--to {}", lang.formats())
            ))
        })?,
    };
    let input = Input::read(&args.input, lang)?;
    let from = input.format(args.from.as_deref(), lang)?;
    let options = ReadOptions { lenient: args.lenient, spec, ..ReadOptions::default() };
    let read = input.records(from, &options, lang)?;
    for warning in &read.warnings {
        let place = tr!(lang, AtPlace, file = input.name, place = lang.place(warning.at));
        context.warn(format_args!("{place}: {}", warning.what));
    }
    let records = match args.record {
        None => read.records,
        Some(n) => {
            let count = read.records.len();
            let one = n.checked_sub(1).and_then(|i| read.records.into_iter().nth(i));
            vec![one.ok_or_else(|| {
                Fail::usage(tr!(lang, NoSuchRecord, file = input.name, count = count, wanted = n))
            })?]
        }
    };
    if records.is_empty() {
        return Err(Fail::input(tr!(lang, NoRecords, file = input.name)));
    }
    let options = WriteOptions { year: args.year, ..WriteOptions::default() };
    if args.split && args.output != "-" {
        for (i, record) in records.iter().enumerate() {
            let path = numbered(Path::new(&args.output), i + 1, records.len());
            write(std::slice::from_ref(record), i, to, &options, Some(&path), context)?;
        }
        return Ok(code::OK);
    }
    let path = (args.output != "-").then(|| PathBuf::from(&args.output));
    write(&records, 0, to, &options, path.as_deref(), context)?;
    Ok(code::OK)
}

fn write(
    records: &[Record],
    first: usize,
    to: Format,
    options: &WriteOptions,
    path: Option<&Path>,
    context: Context,
) -> Result<(), Fail> {
    let lang = context.lang;
    let written = to.write(records, options).map_err(|e| {
        let fail = Fail::input(lang.write_error(&e));
        if matches!(e, WriteError::Many { .. }) { fail.help(tr!(lang, OneRecordHelp)) } else { fail }
    })?;
    match path {
        Some(path) => {
            input::write_file(path, &written.bytes, lang)?;
            for file in &written.companions {
                input::write_file(&path.with_extension(file.extension), &file.bytes, lang)?;
            }
        }
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(&written.bytes)?;
            out.flush()?;
        }
    }
    if path.is_none() && !written.companions.is_empty() {
        let endings: Vec<_> = written.companions.iter().map(|file| file.extension).collect();
        context.note(Msg::Note, tr!(lang, Lost, record = first + 1, what = endings.join(", ")));
    }
    for loss in &written.losses {
        context.note(Msg::Note, tr!(lang, Lost, record = first + loss.record + 1, what = loss.what));
    }
    if let (Some(path), true) = (path, records.len() > 1) {
        context.note(Msg::Note, tr!(lang, WroteRecords, count = records.len(), file = path.display()));
    }
    Ok(())
}

/// `game.psq` becomes `game-01.psq`, with as many digits as the last needs.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    let digits = count.to_string().len();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number:0digits$}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_so_that_they_sort() {
        assert_eq!(numbered(Path::new("a/game.psq"), 3, 12), Path::new("a/game-03.psq"));
        assert_eq!(numbered(Path::new("game"), 1, 5), Path::new("game-1"));
    }
}
