//! `tengen library export`.

use super::errors::fail;
use super::parquet;
use super::select::query;
use crate::Context;
use crate::cli::ExportArgs;
use crate::commands::convert::{check_year, note_loss, note_losses};
use crate::fail::{Fail, code};
use crate::i18n::{Lang, Msg, tr};
use crate::{input, output};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use tengen_library::{GameId, Library, LostTags};
use tengen_records::{Format, WriteOptions};

pub(super) fn export(library: &Library, args: &ExportArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    let path = Some(args.output.as_path()).filter(|path| *path != Path::new("-"));
    if args.parquet {
        return parquet::export(library, &chosen(library, args, lang)?, path, context);
    }
    let to = match (&args.to, path) {
        (Some(word), _) => input::written_format_named(word, lang)?,
        (None, Some(path)) => input::format_of_name(path).ok_or_else(|| no_format(&args.output, lang))?,
        // Any game can be written as SGF.
        (None, None) => Format::Sgf,
    };
    check_year(args.year, to, lang)?;
    let games = chosen(library, args, lang)?;
    let options = WriteOptions { year: args.year, ..WriteOptions::default() };
    let written = match path {
        None => {
            let mut out = Faults { out: std::io::stdout().lock(), fault: None };
            let written = library.export_to(&games, to, &options, &mut out);
            let written = written.map_err(|e| out.fault.take().map_or_else(|| fail(e, lang), Fail::from))?;
            out.flush()?;
            written
        }
        Some(path) => {
            let written = to_file(library, &games, to, &options, path, lang)?;
            for file in &written.companions {
                output::write_file(&path.with_extension(file.extension), &file.bytes, lang)?;
            }
            written
        }
    };
    note_losses(&written.losses, context);
    note_tags(library, &games, context)?;
    if let Some(path) = path {
        context.note(Msg::Note, tr!(lang, WroteRecords, count = games.len(), file = path.display()));
    }
    Ok(code::OK)
}

/// Says which tags of the games no file holds.
pub(super) fn note_tags(library: &Library, games: &[GameId], context: Context) -> Result<(), Fail> {
    let lang = context.lang;
    let lost = library.lost_tags(games).map_err(|e| fail(e, lang))?;
    if let Some(&first) = lost.first() {
        let all = LostTags { count: lost.iter().map(|tags| tags.count).sum(), ..first };
        note_loss(first.record, lost.len(), &all.text(lang), context);
    }
    Ok(())
}

/// The games that are named, or those that the options choose.
fn chosen(library: &Library, args: &ExportArgs, lang: Lang) -> Result<Vec<GameId>, Fail> {
    let games = if args.ids.is_empty() {
        library.select(&query(&args.select, lang)?).map_err(|e| fail(e, lang))?
    } else {
        args.ids.clone()
    };
    if games.is_empty() { Err(Fail::input(tr!(lang, NoGamesChosen))) } else { Ok(games) }
}

/// An output that remembers why it failed: the library names its own errors only.
struct Faults<W> {
    out: W,
    fault: Option<std::io::Error>,
}

impl<W: Write> Write for Faults<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes).map_err(|e| {
            let kind = e.kind();
            self.fault = Some(e);
            kind.into()
        })
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Writes games to a file whole or not at all.
fn to_file(
    library: &Library,
    games: &[GameId],
    to: Format,
    options: &WriteOptions,
    path: &Path,
    lang: Lang,
) -> Result<tengen_records::WriteOutput, Fail> {
    let cannot = |e: std::io::Error| output::unwritten(path, &e, lang);
    output::replace_file(path, lang, |to_file| {
        let mut out = Faults { out: BufWriter::new(File::create(to_file).map_err(cannot)?), fault: None };
        let written = library.export_to(games, to, options, &mut out);
        let written = written.map_err(|e| out.fault.take().map_or_else(|| fail(e, lang), cannot))?;
        out.flush().map_err(cannot)?;
        Ok(written)
    })
}

fn no_format(file: &Path, lang: Lang) -> Fail {
    let known = format!("--to {}", lang.written_formats());
    Fail::usage(tr!(lang, NoFormat, file = file.display())).help(tr!(lang, NoFormatHelp, known = known))
}
