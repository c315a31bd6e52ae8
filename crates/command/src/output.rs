//! What commands write: files whole or not at all, and lines on standard output.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use crate::input::{file_error, format_of_name};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tengen_records::{ConversionLoss, Format, Record, WriteOptions};

/// Writes a line to standard output.
pub(crate) fn say(line: impl std::fmt::Display) -> Result<(), Fail> {
    Ok(writeln!(io::stdout(), "{line}")?)
}

/// A file that cannot be written.
pub(crate) fn unwritten(path: &Path, error: &std::io::Error, lang: Lang) -> Fail {
    Fail::output(tr!(lang, CannotWrite, file = path.display(), why = file_error(error, path, lang)))
}

/// Writes records to a file whose ending names the format; the old file is replaced only when the new one is whole.
pub(crate) fn save(records: &[Record], path: &Path, format: Format, lang: Lang) -> Result<Vec<String>, Fail> {
    let written =
        format.write(records, &WriteOptions::default()).map_err(|e| Fail::input(lang.write_error(&e)))?;
    write_file(path, &written.bytes, lang)?;
    let lost =
        |loss: &ConversionLoss| tr!(lang, Lost, record = loss.record + 1, what = lang.conversion_loss(loss));
    Ok(written.losses.iter().map(lost).collect())
}

/// The format that the ending of a file's name asks for; SGF for a name without one.
pub(crate) fn format_to_save(path: &Path, lang: Lang) -> Result<Format, Fail> {
    if path.extension().is_none() {
        return Ok(Format::Sgf);
    }
    format_of_name(path).ok_or_else(|| {
        let known = tr!(lang, NoFormatHelp, known = lang.written_formats());
        Fail::usage(tr!(lang, NoFormat, file = path.display())).help(known)
    })
}

/// Writes a file whole or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8], lang: Lang) -> Result<(), Fail> {
    write_file_with(path, lang, |out| out.write_all(bytes))
}

/// As [`write_file`], with what `write` writes: a large file need not be in memory.
pub(crate) fn write_file_with(
    path: &Path,
    lang: Lang,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Fail> {
    replace_file(path, lang, |to| {
        let written = fs::File::create(to).map(BufWriter::new).and_then(|mut out| {
            write(&mut out)?;
            out.flush()
        });
        written.map_err(|e| unwritten(path, &e, lang))
    })
}

/// Gives `write` a name beside `path`, and puts the file that it writes there in place of the one at `path`, where that
/// leads through links. A file that is write-protected is kept. A terminal, pipe or device is written to directly.
pub(crate) fn replace_file<T>(
    path: &Path,
    lang: Lang,
    write: impl FnOnce(&Path) -> Result<T, Fail>,
) -> Result<T, Fail> {
    let fail = |e: io::Error| unwritten(path, &e, lang);
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return write(path);
    }
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(fail(io::ErrorKind::PermissionDenied.into()));
    }
    let target = target(path).map_err(fail)?;
    let beside = beside(&target);
    let written = write(&beside).and_then(|written| {
        if let Some(old) = old {
            fs::set_permissions(&beside, old.permissions()).map_err(fail)?;
        }
        fs::rename(&beside, &target).map_err(fail)?;
        Ok(written)
    });
    if written.is_err() {
        // It may not be there.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Refuses `-` where a file is needed: standard output has what a person reads.
pub(crate) fn refuse_dash(path: &Path, lang: Lang) -> Result<(), Fail> {
    if path == Path::new("-") { Err(Fail::usage(tr!(lang, DashIsNoFile))) } else { Ok(()) }
}

/// Refuses a file that [`replace_file`] could not write, before there is anything to write.
pub(crate) fn check_writable(path: &Path, lang: Lang) -> Result<(), Fail> {
    refuse_dash(path, lang)?;
    let fail = |e: io::Error| unwritten(path, &e, lang);
    match fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(fail(io::ErrorKind::IsADirectory.into())),
        Ok(old) if !old.is_file() => return Ok(()),
        Ok(old) if old.permissions().readonly() => return Err(fail(io::ErrorKind::PermissionDenied.into())),
        _ => {}
    }
    let beside = beside(&target(path).map_err(fail)?);
    fs::File::create(&beside).and_then(|_| fs::remove_file(&beside)).map_err(fail)
}

/// The name beside a file under which its next content is written.
fn beside(target: &Path) -> PathBuf {
    let mut beside = target.to_path_buf().into_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    beside.into()
}

/// Where a path leads through links. The file need not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    if path.exists() {
        return path.canonicalize();
    }
    let link = fs::read_link(path)?;
    Ok(path.parent().map_or_else(|| link.clone(), |folder| folder.join(&link)))
}
