//! Opens a file: a new one, an older one, that of another program, a damaged one.

use crate::copy::{copy_to, with_ending};
use crate::store::{self, Access, Store};
use crate::{Damage, Error, FileFault, Library, Result, schema};
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first bytes of every SQLite file.
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The limit of the size up to which a file is checked whenever it is opened (tens of milliseconds). Larger files are
/// checked on request ([`Library::check`]); their damage shows when the damaged page is read.
const CHECKED_BYTES: u64 = 32 << 20;

/// A damaged file that was renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Its new path.
    pub now: PathBuf,
    /// What is wrong with it.
    pub what: Damage,
}

impl Library {
    /// Opens a library. A new one is made, with its folders, if there is no file. An older file is upgraded.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Foreign`] and [`Error::Newer`] for a file that is not a usable library; it stays
    /// unchanged. [`Error::Io`] and [`Error::Busy`] if it cannot be opened.
    ///
    /// A file that can be read but not written, as on a full disk, is opened all the same:
    /// [`Library::read_only`].
    pub fn open(path: impl AsRef<Path>) -> Result<Library> {
        let path = path.as_ref();
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            make_folder(folder)?;
        }
        let checked = check_start(path)?;
        let opened = store::connect(path, Access::Write).and_then(|mut conn| {
            prepare(&mut conn, path, checked)?;
            Ok(conn)
        });
        let store = match opened {
            Ok(conn) => Store::start(path, conn)?,
            Err(why @ (Error::Full | Error::Io { .. } | Error::Database(_))) => {
                read_into_memory(path, &why).map_err(|_| why)?
            }
            Err(e) => return Err(e.of_file(path)),
        };
        Ok(Library { store: Arc::new(store) })
    }

    /// Why the file can only be read, if that is so: the disk is full, or the file is protected. Games are then read
    /// from a copy in memory, and every change is refused with this error.
    pub fn read_only(&self) -> Option<&Error> {
        self.store.read_only.as_ref()
    }

    /// Opens a library as [`Library::open`] does. A damaged file is renamed, and a new one is made in its place; the
    /// second value has its new path. Nothing is written over a damaged file.
    ///
    /// # Errors
    /// As [`Library::open`], except for damage; [`Error::Io`] if the damaged file cannot be renamed.
    pub fn open_or_set_aside(path: impl AsRef<Path>) -> Result<(Library, Option<SetAside>)> {
        let path = path.as_ref();
        match Library::open(path) {
            Ok(library) => Ok((library, None)),
            Err(Error::Damaged { what, .. }) => {
                let now = set_aside(path)?;
                tracing::error!(file = %path.display(), now = %now.display(), %what, "a damaged library was set aside");
                Ok((Library::open(path)?, Some(SetAside { now, what })))
            }
            Err(e) => Err(e),
        }
    }

    /// A library in memory, for tests and temporary use.
    ///
    /// # Errors
    /// [`Error::Database`] if there is not enough memory.
    pub fn open_in_memory() -> Result<Library> {
        let path = store::new_memory();
        let mut conn = store::connect(&path, Access::Write)?;
        prepare(&mut conn, &path, true)?;
        Ok(Library { store: Arc::new(Store::start(&path, conn)?) })
    }
}

/// The name of the library's file in the user's folder.
pub const FILE_NAME: &str = "library.db";

/// The folder for the data of a program of this user: `$TENGEN_DATA`, or else `$XDG_DATA_HOME` or `~/.local/share`,
/// `~/Library/Application Support` (macOS), `%APPDATA%` (Windows), each with `tengen` below. `None` if the user has no
/// home folder.
pub fn default_folder() -> Option<PathBuf> {
    let var = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if let Some(folder) = var("TENGEN_DATA") {
        return Some(folder);
    }
    let base = if cfg!(windows) {
        var("APPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // The XDG specification: a relative path is to be ignored.
        var("XDG_DATA_HOME")
            .filter(|p| p.is_absolute())
            .or_else(|| var("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("tengen"))
}

/// Makes a folder that only its owner can read, if there is none.
fn make_folder(folder: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|e| Error::io(folder, &e))
}

/// Checks the first bytes before SQLite, which takes an empty file for a new database. Returns true if the file is
/// small enough to be checked whole.
fn check_start(path: &Path) -> Result<bool> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(Error::io(path, &e)),
    };
    let length = file.metadata().map_err(|e| Error::io(path, &e))?;
    if !length.is_file() {
        return Err(Error::Io { path: path.to_owned(), fault: FileFault::NotAFile });
    }
    let mut start = Vec::new();
    file.by_ref().take(16).read_to_end(&mut start).map_err(|e| Error::io(path, &e))?;
    if !start.is_empty() && start != MAGIC {
        return Err(Error::damaged(Damage::NoDatabase).of_file(path));
    }
    Ok(length.len() <= CHECKED_BYTES)
}

fn prepare(conn: &mut Connection, path: &Path, checked: bool) -> Result<()> {
    let number = |conn: &Connection, name| conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (number(conn, "application_id")?, number(conn, "user_version")?);
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != schema::APPLICATION && (application != 0 || version != 0 || tables != 0) {
        return Err(Error::Foreign { path: path.to_owned() });
    }
    let known = schema::STEPS.len() as i64;
    if version > known {
        return Err(Error::Newer { path: path.to_owned(), found: version, known });
    }
    if checked && tables > 0 {
        let what: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if what != "ok" {
            return Err(Error::damaged(Damage::Database(what)));
        }
    }
    store::use_log(conn)?;
    if (1..known).contains(&version) && !store::is_memory(path) {
        back_up(conn, path, version)?;
    }
    schema::migrate(conn, path)
}

/// Copies an older file before it is upgraded: `library.db` of form 3 to `library.db.2026-11-23-form-3`.
fn back_up(conn: &Connection, path: &Path, version: i64) -> Result<()> {
    let today: String = conn.query_row("SELECT date('now')", [], |row| row.get(0))?;
    let copy = with_ending(path, &format!(".{today}-form-{version}"));
    // It is there if an upgrade was interrupted.
    if copy.exists() { Ok(()) } else { copy_to(conn, &copy) }
}

/// Opens a file that cannot be written, as a copy in memory.
fn read_into_memory(path: &Path, why: &Error) -> Result<Store> {
    if std::fs::metadata(path).map_err(|e| Error::io(path, &e))?.len() == 0 {
        return Err(why.clone());
    }
    let memory = store::new_memory();
    let uri = store::memory_name(&memory).ok_or_else(|| why.clone())?;
    let mut conn = store::connect(&memory, Access::Write)?;
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    // A connection that has the file for itself keeps the index of the log in memory, where others need a file.
    let alone = || -> Result<()> {
        let file = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        file.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        file.pragma_update(None, "temp_store", "MEMORY")?;
        file.execute("VACUUM INTO ?1", [&uri])?;
        Ok(())
    };
    // On a protected disk there is no log to read, unless a program was killed.
    let protected = || -> Result<()> {
        let log = std::fs::metadata(with_ending(path, "-wal")).map_or(0, |log| log.len());
        let name = path.to_str().filter(|_| log == 0).ok_or_else(|| why.clone())?;
        let name = name.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY;
        let file = Connection::open_with_flags(format!("file:{name}?immutable=1"), flags)?;
        file.execute("VACUUM INTO ?1", [&uri])?;
        Ok(())
    };
    alone().or_else(|_| protected())?;
    prepare(&mut conn, &memory, true)?;
    tracing::warn!(file = %path.display(), %why, "the library can only be read");
    Store::for_reading(path, &memory, conn, why.clone())
}

/// Renames a damaged file and its log: `library.db` becomes `library.db.damaged-1`, or the next free number.
fn set_aside(path: &Path) -> Result<PathBuf> {
    let with = |ending: &str| with_ending(path, ending);
    let free = (1..10_000).map(|n| with(&format!(".damaged-{n}"))).find(|p| !p.exists());
    let now = free.ok_or_else(|| Error::Io { path: path.to_owned(), fault: FileFault::TooManyDamaged })?;
    std::fs::rename(path, &now).map_err(|e| Error::io(path, &e))?;
    for ending in ["-wal", "-shm"] {
        // Its log belongs to it, and not to the new file.
        match std::fs::rename(with(ending), with_ending(&now, ending)) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(Error::io(&with(ending), &e)),
            _ => {}
        }
    }
    Ok(now)
}
