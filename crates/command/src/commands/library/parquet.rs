//! `tengen library export --parquet`: a row for each game.

use super::errors::fail;
use crate::fail::{Fail, code};
use crate::i18n::{Msg, tr};
use crate::{Context, input, interrupt, terminal};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
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
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = write(library, games, path, &beside, context);
    if written.is_err() {
        // It may not be there.
        let _ = std::fs::remove_file(&beside);
    }
    let failed = written?;
    if failed > 0 {
        context.warn(tr!(lang, BatchMoreFailed, count = failed));
    }
    context.note(Msg::Note, tr!(lang, WroteRecords, count = games.len(), file = path.display()));
    Ok(if failed > 0 { code::NEGATIVE } else { code::OK })
}

/// Returns the number of games with an error.
fn write(
    library: &Library,
    games: &[GameId],
    path: &Path,
    beside: &Path,
    context: Context,
) -> Result<usize, Fail> {
    let lang = context.lang;
    let cannot = |e: std::io::Error| input::unwritten(path, &e, lang);
    let parquet = |e| cannot(std::io::Error::other(e));
    let (bar, stop) = (terminal::progress(games.len() as u64, tr!(lang, LibraryReading)), interrupt::stop());
    let out = BufWriter::new(File::create(beside).map_err(cannot)?);
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
    out.flush().and_then(|()| out.get_ref().sync_all()).map_err(cannot)?;
    std::fs::rename(beside, path).map_err(cannot)?;
    Ok(failed)
}
