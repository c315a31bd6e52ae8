//! `tengen library export --parquet`: a row for each game.

use super::errors::fail;
use super::export::note_tags;
use crate::fail::{Fail, code};
use crate::i18n::{Msg, tr};
use crate::{Context, interrupt, output, terminal};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use tengen_batch::table::RowWriter;
use tengen_batch::{At, GameRows};
use tengen_library::{GameId, Library};

/// Writes the games to a file, whole or not at all. A game that breaks the rules has a row with the error, up to there.
pub(super) fn export(
    library: &Library,
    games: &[GameId],
    path: Option<&Path>,
    context: Context,
) -> Result<u8, Fail> {
    let lang = context.lang;
    let path = path.ok_or_else(|| Fail::usage(tr!(lang, ParquetNeedsFile)))?;
    let failed = output::replace_file(path, lang, |to| write(library, games, path, to, context))?;
    if failed > 0 {
        context.warn(tr!(lang, BatchMoreFailed, count = failed));
    }
    note_tags(library, games, context)?;
    context.note(Msg::Note, tr!(lang, WroteRecords, count = games.len(), file = path.display()));
    Ok(if failed > 0 { code::NEGATIVE } else { code::OK })
}

/// Writes the file of `path` at `to`. Returns the number of games with an error.
fn write(
    library: &Library,
    games: &[GameId],
    path: &Path,
    to: &Path,
    context: Context,
) -> Result<usize, Fail> {
    let lang = context.lang;
    let cannot = |e: std::io::Error| output::unwritten(path, &e, lang);
    let parquet = |e| cannot(std::io::Error::other(e));
    let (bar, stop) = (terminal::progress(games.len() as u64, tr!(lang, LibraryReading)), interrupt::stop());
    let out = BufWriter::new(File::create(to).map_err(cannot)?);
    let mut writer = RowWriter::new(out, &[]).map_err(parquet)?;
    let mut failed = 0;
    for &game in games {
        let record = library.record(game).map_err(|e| fail(e, lang))?;
        for row in GameRows::of_record("library", game as u64, &record).at(At::End) {
            failed += usize::from(row.error.is_some());
            writer.push(row).map_err(parquet)?;
        }
        bar.inc(1);
        if stop.is_raised() {
            return Err(Fail::interrupted(tr!(lang, Interrupted)));
        }
    }
    let mut out = writer.finish().map_err(parquet)?;
    out.flush().map_err(cannot)?;
    let file = out.get_ref();
    // A pipe cannot be synced.
    if file.metadata().is_ok_and(|file| file.is_file()) {
        file.sync_all().map_err(cannot)?;
    }
    Ok(failed)
}
