//! Reading and writing files of records.

use super::PyRecord;
use crate::arguments::{SizeArgument, repr, spec_of};
use crate::errors;
use crate::rows::rows_of_read;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use tengen::games::GameSpec;
use tengen::records::wthor::Names;
use tengen::records::{
    Expected, Format, Found, Location, ReadError, ReadItem, ReadOptions, ReadOutput, Record, WriteOptions,
    WriteOutput, detect, games,
};

/// Bytes of a file that its format is recognised by.
const HEAD: usize = 64 << 10;
/// Games that are read ahead of the reader of a file.
const AHEAD: usize = 64;

/// The format with this name or file extension.
pub(crate) fn format_named(name: &str) -> PyResult<Format> {
    name.parse().map_err(|e| errors::plain("RecordError", e))
}

/// The format of a file to be written: that of its extension, unless `format` names it.
pub(crate) fn format_for(path: &Path, format: Option<&str>) -> PyResult<Format> {
    if let Some(name) = format {
        return format_named(name);
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
    format_named(&extension.ok_or_else(|| {
        errors::plain("RecordError", format!("{} has no extension: name the format", path.display()))
    })?)
}

/// An error of the system, with its file.
fn io_error(path: &Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        // Python chooses the subclass by the number: FileNotFoundError, PermissionError …
        Some(code) => {
            // Rust writes the number behind the words, and Python before them.
            let (text, number) = (error.to_string(), format!(" (os error {code})"));
            let words = text.strip_suffix(&number).unwrap_or(&text).to_owned();
            PyOSError::new_err((code, words, path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// The game of files that do not name it, as keywords of Python.
pub(crate) fn game_of_files(
    game: Option<&str>,
    rules: Option<&str>,
    size: Option<SizeArgument>,
) -> PyResult<Option<GameSpec>> {
    match game {
        Some(game) => spec_of(game, rules, size).map(Some),
        None if rules.is_some() || size.is_some() => {
            Err(errors::argument("rules and size need the name of the game"))
        }
        None => Ok(None),
    }
}

/// The options of a reader, as keywords of Python.
fn options(
    game: Option<&str>,
    rules: Option<&str>,
    size: Option<SizeArgument>,
    lenient: bool,
) -> PyResult<ReadOptions> {
    let spec = game_of_files(game, rules, size)?;
    Ok(ReadOptions { lenient, spec, ..ReadOptions::default() })
}

/// Names of the players beside a WTHOR file.
fn with_names(mut options: ReadOptions, format: Option<Format>, path: &Path) -> std::io::Result<ReadOptions> {
    if format == Some(Format::Wthor) {
        options.names = Names::beside(path)?.map(Arc::new);
    }
    Ok(options)
}

fn no_record(bytes: &[u8]) -> ReadError {
    let head = &bytes[..bytes.len().min(24)];
    let at = Location::in_text(bytes, 0, head.len());
    let found = match head {
        [] => Found::Nothing,
        _ => Found::Quote(String::from_utf8_lossy(head).escape_debug().to_string()),
    };
    ReadError::new(Format::MoveList, at, Expected::KnownFormat, found)
}

fn records(py: Python<'_>, read: ReadOutput, path: Option<&str>) -> PyResult<Vec<PyRecord>> {
    for warning in &read.warnings {
        let place = path.map_or(String::new(), |path| format!("{path}: "));
        errors::warn(py, "ReadWarning", &format!("{place}{warning}"))?;
    }
    Ok(read.records.into_iter().map(|record| PyRecord { record }).collect())
}

/// Reads records from bytes; ``file_name`` helps to recognise the format.
///
/// The arguments, the result and the errors are those of :func:`read`.
#[pyfunction]
#[pyo3(signature = (data, *, format=None, file_name=None, game=None, rules=None, size=None, lenient=false))]
#[expect(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn read_bytes(
    py: Python<'_>,
    data: &[u8],
    format: Option<&str>,
    file_name: Option<&str>,
    game: Option<&str>,
    rules: Option<&str>,
    size: Option<SizeArgument>,
    lenient: bool,
) -> PyResult<Vec<PyRecord>> {
    let format = format.map(format_named).transpose()?;
    let options = options(game, rules, size, lenient)?;
    let read = py.detach(|| {
        let format = format.or_else(|| detect(data, file_name)).ok_or_else(|| no_record(data))?;
        format.read(data, &options)
    });
    records(py, read.map_err(|e| errors::read(&e, file_name))?, file_name)
}

/// Reads every record of a file.
///
/// ``format`` is ``sgf``, ``psq``, ``renlib``, ``rif``, ``ggf``, ``wthor``, ``obf``, ``moves`` or ``diagram``; without
/// it the format is recognised from the bytes and the name. ``game``, ``rules`` and ``size`` are those of files that do
/// not name their game. ``lenient`` skips what cannot be read, with a warning for each thing.
///
/// Raises:
///     OSError: the file cannot be read.
///     RecordError: it is no record; the place and what was expected.
///
/// Warns:
///     ReadWarning: names what was skipped, or read differently from what is written.
#[pyfunction]
#[pyo3(signature = (path, *, format=None, game=None, rules=None, size=None, lenient=false))]
pub(crate) fn read_file(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    game: Option<&str>,
    rules: Option<&str>,
    size: Option<SizeArgument>,
    lenient: bool,
) -> PyResult<Vec<PyRecord>> {
    let format = format.map(format_named).transpose()?;
    let options = options(game, rules, size, lenient)?;
    let text = path.display().to_string();
    let read = py.detach(|| {
        let bytes = std::fs::read(&path)?;
        let format = format.or_else(|| detect(&bytes, Some(&text)));
        let options = with_names(options, format, &path)?;
        Ok(match format {
            Some(format) => format.read(&bytes, &options),
            None => Err(no_record(&bytes)),
        })
    });
    let read = read.map_err(|e: std::io::Error| io_error(&path, &e))?;
    records(py, read.map_err(|e| errors::read(&e, Some(&text)))?, Some(&text))
}

/// The records of a file, read game by game on a thread: memory for some games, whatever the size of the file.
///
/// The arguments and the errors are those of :func:`read`; errors come with the game that has them. With ``lenient`` a
/// game that cannot be read is skipped with a warning.
#[pyclass(module = "tengen", name = "GameFile", frozen)]
pub(crate) struct PyGameFile {
    items: Mutex<Receiver<Result<ReadItem, ReadError>>>,
    path: String,
    lenient: bool,
}

#[pymethods]
impl PyGameFile {
    #[new]
    #[pyo3(signature = (path, *, format=None, game=None, rules=None, size=None, lenient=false))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        game: Option<&str>,
        rules: Option<&str>,
        size: Option<SizeArgument>,
        lenient: bool,
    ) -> PyResult<PyGameFile> {
        let format = format.map(format_named).transpose()?;
        let options = options(game, rules, size, lenient)?;
        let text = path.display().to_string();
        let opened = py.detach(|| -> std::io::Result<_> {
            let mut head = Vec::new();
            File::open(&path)?.take(HEAD as u64).read_to_end(&mut head)?;
            let format = format.or_else(|| detect(&head, Some(&text)));
            let options = with_names(options, format, &path)?;
            Ok((format, options, BufReader::new(File::open(&path)?), head))
        });
        let (format, options, input, head) = opened.map_err(|e| io_error(&path, &e))?;
        let Some(format) = format else { return Err(errors::read(&no_record(&head), Some(&text))) };
        let (send, items) = sync_channel(AHEAD);
        let work = move || {
            for item in games(format, input, &options) {
                if send.send(item).is_err() {
                    // The reader is gone.
                    return;
                }
            }
        };
        let started = std::thread::Builder::new().name("read".into()).spawn(work);
        started.map_err(|e| PyRuntimeError::new_err(format!("the system has no thread to read on: {e}")))?;
        Ok(PyGameFile { items: Mutex::new(items), path: text, lenient })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecord>> {
        loop {
            match self.next_read(py) {
                None => return Ok(None),
                Some(Ok(ReadItem { record, warnings })) => {
                    for warning in warnings {
                        errors::warn(py, "ReadWarning", &format!("{}: {warning}", self.path))?;
                    }
                    return Ok(Some(PyRecord { record }));
                }
                Some(Err(error)) if self.lenient => {
                    errors::warn(
                        py,
                        "ReadWarning",
                        &format!("{}: {error}; the game is left out", self.path),
                    )?;
                }
                Some(Err(error)) => return Err(errors::read(&error, Some(&self.path))),
            }
        }
    }

    /// The rows of the next game that :class:`Analyzer` fills in, as ``tengen batch`` reads it, or None at the end.
    ///
    /// ``source`` and ``number`` are written to the rows, and ``at`` is that of :func:`tengen.batch.record_rows`. What
    /// cannot be read is a row with its ``error``: the whole game, or the place in its line where reading left
    /// something out.
    ///
    /// Raises:
    ///     ArgumentError: ``at`` names no positions.
    fn next_rows<'py>(
        &self,
        py: Python<'py>,
        source: &str,
        number: u64,
        at: &str,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let at = at.parse().map_err(errors::argument)?;
        self.next_read(py).map(|read| rows_of_read(py, read, source, number, at)).transpose()
    }
}

impl PyGameFile {
    /// The next game, or None at the end. Other threads run while it waits.
    fn next_read(&self, py: Python<'_>) -> Option<Result<ReadItem, ReadError>> {
        py.detach(|| self.items.lock().unwrap_or_else(PoisonError::into_inner).recv().ok())
    }
}

/// Writes records, of any iterable, as one file. The format is that of the file's extension unless ``format`` names it.
///
/// The file is written beside its place and renamed: it is whole, or as it was. Files that belong beside it (WTHOR's
/// names) are written too.
///
/// Raises:
///     RecordError: the format cannot hold the records; no file is written.
///     OSError: the file cannot be written.
///
/// Warns:
///     LossWarning: names each thing that the format cannot hold.
#[pyfunction]
#[pyo3(name = "write", signature = (path, records, *, format=None))]
pub(crate) fn write_records(
    py: Python<'_>,
    path: PathBuf,
    records: &Bound<'_, PyAny>,
    format: Option<&str>,
) -> PyResult<()> {
    let format = format_for(&path, format)?;
    let wrong = |what: &Bound<'_, PyAny>| {
        PyTypeError::new_err(format!("write takes records such as [record], not {}", repr(what)))
    };
    let each = records.try_iter().map_err(|_| wrong(records))?.map(|record| {
        let record = record?;
        let record = record.cast::<PyRecord>().map_err(|_| wrong(&record))?.try_borrow()?;
        Ok(record.record.clone())
    });
    let records = each.collect::<PyResult<Vec<Record>>>()?;
    let written = py.detach(|| format.write(&records, &WriteOptions::default()));
    let written = written.map_err(|e| errors::plain("RecordError", format!("{}: {e}", path.display())))?;
    save(py, &path, &written)?;
    for loss in &written.losses {
        errors::warn(py, "LossWarning", &format!("{}: {format} cannot hold this: {loss}", path.display()))?;
    }
    Ok(())
}

/// Writes a file and those that belong beside it.
pub(crate) fn save(py: Python<'_>, path: &Path, written: &WriteOutput) -> PyResult<()> {
    let saved = py.detach(|| -> Result<(), (PathBuf, std::io::Error)> {
        for companion in &written.companions {
            let beside = path.with_extension(companion.extension);
            replace(&beside, &companion.bytes).map_err(|e| (beside, e))?;
        }
        replace(path, &written.bytes).map_err(|e| (path.to_owned(), e))
    });
    saved.map_err(|(path, error)| io_error(&path, &error))
}

/// Writes a file beside its place, and renames it.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    write().inspect_err(|_| {
        // The error of the write is the one to report.
        let _ = std::fs::remove_file(&part);
    })
}
