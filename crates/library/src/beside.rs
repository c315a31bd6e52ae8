//! The files beside the library's: dated backups, and damaged libraries that were set aside.

use crate::copy::with_ending;
use crate::{Error, FileFault, Library, Result, store};
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

/// What a file beside the library's is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BesideKind {
    /// A copy that was made on demand, or before an upgrade.
    Backup,
    /// A damaged library that was set aside.
    Damaged,
}

/// A file beside the library's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesideFile {
    /// What it is.
    pub kind: BesideKind,
    /// Its path.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// When it was last written, in milliseconds since 1970.
    pub changed_ms: i64,
}

impl Library {
    /// Copies the present state to a dated file beside the library's, as [`Library::backup`] does, and returns its
    /// path: `library.db.2026-11-23-backup`, or the next free number after that.
    ///
    /// # Errors
    /// As [`Library::backup`]; [`Error::Io`] for a library in memory.
    pub fn back_up_beside(&self) -> Result<PathBuf> {
        let path = self.path();
        let failed = |fault| Error::Io { path: path.to_owned(), fault };
        if store::is_memory(path) {
            return Err(failed(FileFault::InMemory));
        }
        let today: String =
            self.store.read(|conn| Ok(conn.query_row("SELECT date('now')", [], |row| row.get(0))?))?;
        let name = |n: u32| match n {
            1 => with_ending(path, &format!(".{today}-backup")),
            n => with_ending(path, &format!(".{today}-backup-{n}")),
        };
        let free = (1..10_000).map(name).find(|copy| !copy.exists());
        let copy = free.ok_or_else(|| failed(FileFault::TooManyBackups))?;
        self.backup(&copy)?;
        Ok(copy)
    }

    /// The backups and damaged libraries beside the file, the newest first.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be read.
    pub fn files_beside(&self) -> Result<Vec<BesideFile>> {
        let path = self.path();
        let (Some(folder), Some(own)) = (path.parent(), path.file_name().and_then(|name| name.to_str()))
        else {
            return Ok(Vec::new());
        };
        if store::is_memory(path) {
            return Ok(Vec::new());
        }
        let folder = if folder.as_os_str().is_empty() { ".".as_ref() } else { folder };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|e| Error::io(folder, &e))? {
            let Ok(entry) = entry else { continue };
            let Ok(name) = entry.file_name().into_string() else { continue };
            let kind = name.strip_prefix(own).and_then(|rest| rest.strip_prefix('.')).and_then(kind_of);
            // A file may be deleted meanwhile.
            let (Some(kind), Ok(about)) = (kind, entry.metadata()) else { continue };
            if !about.is_file() {
                continue;
            }
            let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            files.push(BesideFile {
                kind,
                path: entry.path(),
                name,
                bytes: about.len(),
                changed_ms: changed.map_or(0, |time| time.as_millis() as i64),
            });
        }
        files.sort_by(|a, b| b.changed_ms.cmp(&a.changed_ms).then_with(|| b.name.cmp(&a.name)));
        Ok(files)
    }
}

/// What a file is by the ending of its name: `damaged-1`, `2026-11-23-backup`, `2026-11-23-backup-2`,
/// `2026-11-23-form-3`. Their logs have endings of their own.
fn kind_of(ending: &str) -> Option<BesideKind> {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(n) = ending.strip_prefix("damaged-") {
        return number(n).then_some(BesideKind::Damaged);
    }
    let (date, rest) = (ending.get(..10)?, ending.get(10..)?);
    let is_date = date.split('-').map(str::len).eq([4, 2, 2]) && date.split('-').all(number);
    let is_copy = rest == "-backup"
        || ["-backup-", "-form-"].iter().any(|start| rest.strip_prefix(start).is_some_and(number));
    (is_date && is_copy).then_some(BesideKind::Backup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_copies_and_damaged_files_are_listed() {
        for name in ["2026-11-23-backup", "2026-11-23-backup-12", "2026-11-23-form-3"] {
            assert_eq!(kind_of(name), Some(BesideKind::Backup), "{name}");
        }
        assert_eq!(kind_of("damaged-1"), Some(BesideKind::Damaged));
        for name in [
            "",
            "damaged-",
            "damaged-1-wal",
            "damaged-1.recovering-7",
            "2026-11-23-backup.part",
            "2026-11-23-backup-",
            "2026-1-123-backup",
            "2026-11-2é-backup",
            "wal",
        ] {
            assert_eq!(kind_of(name), None, "{name}");
        }
    }
}
