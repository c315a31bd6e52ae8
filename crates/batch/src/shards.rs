//! The folder of a job: its description, its lock, and its shards.
//!
//! A shard is written beside its place, synced and renamed, so that it is whole or not there. `_batch.json` has the job
//! and its inputs; another job is refused in the same folder.

use crate::Row;
use crate::table::{RowWriter, footer};
use serde_json::{Value, json};
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Readers of a folder of Parquet files pass over names that begin with an underscore.
const MANIFEST: &str = "_batch.json";
const LOCK: &str = ".lock";
/// The note in a shard's footer that has its counts.
const NOTE: &str = "tengen.counts";
/// The ending of a shard that is being written.
const DRAFT: &str = "part";

/// A folder that cannot be used for a job.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The file system.
    #[error("{path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The folder has the work of another job.
    #[error(
        "{path} has another job: its {what} is {}, not {}. Choose another folder",
        shown(stored),
        shown(asked)
    )]
    Another {
        /// The folder.
        path: PathBuf,
        /// What differs.
        what: String,
        /// What the folder has; `None` for nothing.
        stored: Option<String>,
        /// What was asked for; `None` for nothing.
        asked: Option<String>,
    },
    /// The description of the job is damaged.
    #[error("{path} is no description of a job: {message}")]
    Manifest {
        /// The file.
        path: PathBuf,
        /// The message of the reader of JSON.
        message: String,
    },
    /// Another process works there.
    #[error("{0} is in use by another process: wait for its end")]
    Busy(PathBuf),
    /// A shard that is there cannot be read.
    #[error("{path}: {why}. Remove the file to make it again")]
    Shard {
        /// The file.
        path: PathBuf,
        /// Why.
        why: ShardFault,
    },
    /// The folder has Parquet files that no job has made.
    #[error("{0} has Parquet files of something else: choose an empty folder")]
    NotEmpty(PathBuf),
}

/// Why a shard cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShardFault {
    /// It is no whole Parquet file: the message of the reader.
    #[error("{0}")]
    Parquet(String),
    /// It is a Parquet file, but no shard of a job.
    #[error("it is no shard of a job")]
    NoShard,
    /// Its note is damaged: the message of the reader of JSON.
    #[error("its note is damaged: {0}")]
    Note(String),
    /// Its note does not count games, or failures.
    #[error("it has no count of {0}")]
    NoCount(&'static str),
}

/// A setting for a message.
fn shown(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or("none")
}

/// What a shard holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) games: u64,
    pub(crate) rows: u64,
    pub(crate) failed: u64,
}

/// The folder of a job, locked.
pub(crate) struct Folder {
    path: PathBuf,
    /// Its lock goes with it.
    _lock: File,
}

impl Folder {
    /// Opens the folder of `job`, and makes it if it is not there.
    pub(crate) fn open(path: &Path, job: &Value) -> Result<Folder, FolderError> {
        let io = |path: &Path, error| FolderError::Io { path: path.to_owned(), error };
        std::fs::create_dir_all(path).map_err(|e| io(path, e))?;
        let lock_path = path.join(LOCK);
        let lock = File::create(&lock_path).map_err(|e| io(&lock_path, e))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(path.to_owned())),
            // A file system without locks.
            Err(TryLockError::Error(_)) => {}
        }
        let folder = Folder { path: path.to_owned(), _lock: lock };
        let manifest = path.join(MANIFEST);
        match std::fs::read(&manifest) {
            Ok(bytes) => {
                let stored = serde_json::from_slice(&bytes);
                let stored: Value = stored
                    .map_err(|e| FolderError::Manifest { path: manifest.clone(), message: e.to_string() })?;
                folder.compare(&stored, job)?;
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                if folder.files(|name| name.ends_with(".parquet"))?.next().is_some() {
                    return Err(FolderError::NotEmpty(path.to_owned()));
                }
                folder.write(MANIFEST, |out| writeln!(out, "{job:#}"))?;
            }
            Err(e) => return Err(io(&manifest, e)),
        }
        // Drafts of a run that was killed.
        for draft in folder.files(|name| name.ends_with(&format!(".{DRAFT}")))?.collect::<Vec<_>>() {
            std::fs::remove_file(&draft).map_err(|e| io(&draft, e))?;
        }
        Ok(folder)
    }

    fn compare(&self, stored: &Value, job: &Value) -> Result<(), FolderError> {
        let (Value::Object(stored), Value::Object(job)) = (stored, job) else { return Ok(()) };
        let names = job.keys().chain(stored.keys().filter(|name| !job.contains_key(*name)));
        for name in names {
            let (was, is) = (stored.get(name), job.get(name));
            if was != is {
                let text = |value: Option<&Value>| value.map(Value::to_string);
                let (path, what) = (self.path.clone(), name.clone());
                return Err(FolderError::Another { path, what, stored: text(was), asked: text(is) });
            }
        }
        Ok(())
    }

    fn files(&self, fits: impl Fn(&str) -> bool) -> Result<impl Iterator<Item = PathBuf>, FolderError> {
        let io = |error| FolderError::Io { path: self.path.clone(), error };
        let entries = std::fs::read_dir(&self.path).map_err(io)?;
        let paths = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<_>>>()
            .map_err(io)?;
        Ok(paths
            .into_iter()
            .filter(move |path| path.file_name().is_some_and(|name| fits(&name.to_string_lossy()))))
    }

    fn shard_name(number: u64) -> String {
        format!("shard-{number:06}.parquet")
    }

    /// The counts of a shard that is there; `None` if it is not.
    pub(crate) fn existing(&self, number: u64) -> Result<Option<Counts>, FolderError> {
        let path = self.path.join(Folder::shard_name(number));
        if !path.exists() {
            return Ok(None);
        }
        let wrong = |why| FolderError::Shard { path: path.clone(), why };
        let (rows, note) = footer(&path, NOTE).map_err(|message| wrong(ShardFault::Parquet(message)))?;
        let note = note.ok_or_else(|| wrong(ShardFault::NoShard))?;
        let note: Value = serde_json::from_str(&note).map_err(|e| wrong(ShardFault::Note(e.to_string())))?;
        let count = |name| note[name].as_u64().ok_or_else(|| wrong(ShardFault::NoCount(name)));
        Ok(Some(Counts { games: count("games")?, rows, failed: count("failed")? }))
    }

    /// Writes a shard. Its rows are those of `games` games.
    pub(crate) fn write_shard(&self, number: u64, games: u64, rows: Vec<Row>) -> Result<Counts, FolderError> {
        let failed = rows.iter().filter(|row| row.error.is_some()).count() as u64;
        let counts = Counts { games, rows: rows.len() as u64, failed };
        let note = json!({"games": games, "failed": failed}).to_string();
        self.write(&Folder::shard_name(number), |out| {
            let mut writer = RowWriter::new(out, &[(NOTE, note)]).map_err(io::Error::other)?;
            rows.into_iter().try_for_each(|row| writer.push(row)).map_err(io::Error::other)?;
            writer.finish().map_err(io::Error::other)?;
            Ok(())
        })?;
        Ok(counts)
    }

    /// Writes a file beside its place, syncs it and renames it.
    fn write(
        &self,
        name: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let (draft, path) = (self.path.join(format!("{name}.{DRAFT}")), self.path.join(name));
        let write = || {
            let mut out = BufWriter::new(File::create(&draft)?);
            fill(&mut out)?;
            out.into_inner()?.sync_all()?;
            std::fs::rename(&draft, &path)?;
            // The name must be on the disk as well; some systems cannot open a folder to sync it.
            if let Ok(folder) = File::open(&self.path) {
                folder.sync_all()?;
            }
            Ok(())
        };
        write().map_err(|error| FolderError::Io { path: path.clone(), error })
    }
}
