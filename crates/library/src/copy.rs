//! Copies of a library's file, and the names of the files beside it.

use crate::{Error, FileFault, Result};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// Copies the state of the file that `conn` has open to a new file, which is on the disk when this returns.
pub(crate) fn copy_to(conn: &Connection, to: &Path) -> Result<()> {
    let part = with_ending(to, ".part");
    let text =
        part.to_str().ok_or_else(|| Error::Io { path: to.to_owned(), fault: FileFault::NotUnicode })?;
    // The rest of an interrupted copy.
    let _ = std::fs::remove_file(&part);
    // The database would not say why it cannot write there.
    std::fs::File::create(&part).map_err(|e| Error::io(to, &e))?;
    let copied = conn.execute("VACUUM INTO ?1", [text]).map_err(Error::from).and_then(|_| {
        let file = std::fs::File::open(&part).and_then(|file| file.sync_all());
        file.and_then(|()| std::fs::rename(&part, to)).map_err(|e| Error::io(to, &e))
    });
    if copied.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    copied
}

/// The path with something after its name.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
