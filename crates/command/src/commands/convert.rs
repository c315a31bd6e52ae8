//! `tengen convert`: records from one format to another, every loss named.

use crate::Context;
use crate::cli::ConvertArgs;
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, Say as _, tr};
use crate::input::{self, Input};
use crate::output;
use std::io::Write;
use std::path::{Path, PathBuf};
use tengen_records::{ConversionLoss, Format, Property, ReadOptions, Record, Tree, WriteError, WriteOptions};

pub(crate) fn run(args: ConvertArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    if super::certificates::is_certificate(&args.input) {
        refuse_same(&args.input, &args.output, lang)?;
        return super::certificates::convert(&args, lang);
    }
    if matches!(args.to.as_deref(), Some("text" | "binary")) {
        return Err(super::certificates::not_one(&args.input, lang));
    }
    let spec = args.game.spec(lang)?;
    // Check the output's format first: a typing error there should not wait for a long read.
    let to = match &args.to {
        Some(word) => input::written_format_named(word, lang)?,
        None => input::format_of_name(&args.output).ok_or_else(|| {
            let help = if super::show::is_picture(&args.output, lang) {
                tr!(lang, ConvertPicture, input = args.input.display(), output = args.output.display())
            } else {
                tr!(lang, NoFormatHelp, known = format!("--to {}", lang.written_formats()))
            };
            Fail::usage(tr!(lang, NoFormat, file = args.output.display())).help(help)
        })?,
    };
    check_year(args.year, to, lang)?;
    if !args.split {
        refuse_same(&args.input, &args.output, lang)?;
    }
    let (input, from) = Input::source(args.input.as_os_str(), args.from.as_deref(), spec.as_ref(), lang)?;
    let options = ReadOptions { lenient: args.lenient, spec, ..ReadOptions::default() };
    let options = input.named(from, &options, lang)?;
    let read = input.records(from, &options, lang)?;
    for warning in &read.warnings {
        let place = tr!(lang, AtPlace, file = input.name, place = lang.place(warning.at));
        context.warn(place + lang.colon() + &lang.warning(warning));
    }
    let mut records = match args.record {
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
    let mut noted = None;
    for record in &mut records {
        noted = noted.or(args.game.obey(record, lang)?);
    }
    if let Some(note) = noted {
        context.note(Msg::Note, note);
    }
    let first = args.record.unwrap_or(1);
    let mut broken = 0;
    for (i, record) in records.iter().enumerate() {
        let faults = faults(record, lang);
        broken += usize::from(!faults.is_empty());
        for why in faults {
            context.warn(tr!(lang, ConvertIllegal, file = input.name, record = first + i, why = why));
        }
    }
    // The result of a finished game is known, and so is the opening of a game of Othello. Only where it can be written:
    // elsewhere it would count as a loss.
    if to == Format::Sgf {
        for record in &mut records {
            if record.header.result.is_none() {
                record.header.result = record.result_by_rules();
            }
            name_opening(record);
        }
    }
    // The numbers of players and tournaments stay where the names do.
    let options = WriteOptions { year: args.year, names: options.names };
    let is_file = args.output != Path::new("-");
    if args.split && is_file {
        let paths: Vec<PathBuf> =
            (1..=records.len()).map(|i| numbered(&args.output, i, records.len())).collect();
        paths.iter().try_for_each(|path| refuse_same(&args.input, path, lang))?;
        let mut losses = Vec::new();
        for (i, (record, path)) in records.iter().zip(paths).enumerate() {
            let lost = write(std::slice::from_ref(record), i, to, &options, Some(&path), context)?;
            losses.extend(lost.into_iter().map(|loss| ConversionLoss { record: i, ..loss }));
        }
        note_losses(&losses, context);
    } else {
        let losses = write(&records, 0, to, &options, is_file.then_some(args.output.as_path()), context)?;
        note_losses(&losses, context);
    }
    if broken > 0 {
        context.warn(tr!(lang, ConvertIllegalTotal, count = broken));
        return Ok(code::NEGATIVE);
    }
    Ok(code::OK)
}

/// Adds the English name of the opening of a game of Othello as SGF's `ON`, where the record does not have it.
fn name_opening(record: &mut Record) {
    let named = |property: &Property| property.ident == "ON";
    if record.tree.iter().any(|(_, node)| node.extra.iter().any(named)) {
        return;
    }
    let end = record.tree.main_line().last().unwrap_or(Tree::ROOT);
    if let Some(name) = tengen_words::opening_of(record, end) {
        let property = Property { ident: "ON".into(), values: vec![name.en.as_bytes().to_vec()] };
        record.tree.node_mut(Tree::ROOT).extra.push(property);
    }
}

/// Refuses a year for a format that has none.
pub(super) fn check_year(year: Option<u16>, to: Format, lang: Lang) -> Result<(), Fail> {
    match year {
        Some(_) if to != Format::Wthor => Err(Fail::usage(tr!(lang, YearOfWthor))),
        _ => Ok(()),
    }
}

/// Refuses an output that is the input by another name: the input would be lost.
fn refuse_same(input: &Path, output: &Path, lang: Lang) -> Result<(), Fail> {
    if output != Path::new("-") && input::same_file(input, output) {
        return Err(Fail::usage(tr!(lang, SameFile, file = output.display())).help(tr!(lang, SameFileHelp)));
    }
    Ok(())
}

/// Where the lines of a record break the rules, the main line first: each fault once.
fn faults(record: &Record, lang: Lang) -> Vec<String> {
    let mut seen = Vec::new();
    let mut faults = Vec::new();
    for end in record.tree.ends() {
        let Err(error) = record.replay_to(end) else { continue };
        if !seen.contains(&error.violation.node) {
            seen.push(error.violation.node);
            faults.push(lang.violation(&error.violation.kind));
        }
    }
    faults
}

fn write(
    records: &[Record],
    first: usize,
    to: Format,
    options: &WriteOptions,
    path: Option<&Path>,
    context: Context,
) -> Result<Vec<ConversionLoss>, Fail> {
    let lang = context.lang;
    let written = to.write(records, options).map_err(|e| {
        let fail = Fail::input(lang.write_error(&e));
        if matches!(e, WriteError::Many { .. }) { fail.help(tr!(lang, OneRecordHelp)) } else { fail }
    })?;
    match path {
        Some(path) => {
            output::write_file(path, &written.bytes, lang)?;
            for file in &written.companions {
                output::write_file(&path.with_extension(file.extension), &file.bytes, lang)?;
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
    if let (Some(path), true) = (path, records.len() > 1) {
        context.note(Msg::Note, tr!(lang, WroteRecords, count = records.len(), file = path.display()));
    }
    Ok(written.losses)
}

/// Says what was lost: each kind of thing once, with the first record and how many records lost it.
pub(super) fn note_losses(losses: &[ConversionLoss], context: Context) {
    let lang = context.lang;
    for (first, records) in grouped(losses) {
        note_loss(first.record, records, &lang.conversion_loss(&first), context);
    }
}

/// Says that something was lost in so many records, of which this is the first.
pub(super) fn note_loss(first: usize, records: usize, what: &str, context: Context) {
    let lang = context.lang;
    let text = match records {
        1 => tr!(lang, Lost, record = first + 1, what = what),
        _ => tr!(lang, LostInMany, records = records, record = first + 1, what = what),
    };
    context.note(Msg::Note, text);
}

/// The losses of each kind together, in the order of the first of them: that one, with the sum of the counts, and the
/// number of records.
fn grouped(losses: &[ConversionLoss]) -> Vec<(ConversionLoss, usize)> {
    let mut groups: Vec<(ConversionLoss, usize)> = Vec::new();
    for loss in losses {
        match groups.iter_mut().find(|(first, _)| first.part == loss.part) {
            Some((first, records)) => {
                first.count += loss.count;
                *records += 1;
            }
            None => groups.push((loss.clone(), 1)),
        }
    }
    groups
}

/// `game.psq` becomes `game-01.psq`, with as many digits as the last needs.
fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    let digits = count.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0digits$}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
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
