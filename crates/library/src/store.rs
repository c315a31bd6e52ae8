//! The open file: one thread that writes, and connections that read.
//!
//! All changes go through one thread, in order. The changes that wait in its queue become one transaction, each under a
//! savepoint of its own. Two hundred boards share the cost of forcing data to the disk, and no change is acknowledged
//! before that.

use crate::{Error, Result};
use rusqlite::{Connection, OpenFlags};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time that another program may keep the file locked before it is an error.
const PATIENCE: Duration = Duration::from_secs(20);
/// The limit of changes in one transaction.
const GROUP: usize = 256;
/// The time for which changes may be collected into one transaction.
const GROUP_TIME: Duration = Duration::from_millis(20);
/// Reading connections that are kept for reuse.
const READERS: usize = 16;
/// The writer's cache in pages of 1 KiB; readers have a quarter of it.
const CACHE_KIB: i64 = 64 << 10;
/// The limit of the size of an empty write-ahead log on the disk.
const LOG_BYTES: i64 = 64 << 20;

/// The open file.
pub(crate) struct Store {
    /// The path of the file, or the name of a library in memory.
    pub(crate) path: PathBuf,
    /// What is open: the file, or its copy in memory where the file can only be read.
    open: PathBuf,
    /// Why nothing can be written.
    pub(crate) read_only: Option<Error>,
    jobs: Option<Sender<Box<dyn Job>>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
}

impl Store {
    /// Starts the writer on a file whose tables exist. The first connection becomes the writer's.
    pub(crate) fn start(path: &Path, writer: Connection) -> Result<Store> {
        let (jobs, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("tengen-library".into())
            .spawn(move || write_all(writer, &queue))
            .map_err(|e| Error::io(path, &e))?;
        Ok(Store {
            path: path.to_owned(),
            open: path.to_owned(),
            read_only: None,
            jobs: Some(jobs),
            writer: Some(thread),
            readers: Mutex::default(),
        })
    }

    /// A store that answers from `copy`, a copy in memory of the file `path`, and refuses every change with `why`.
    pub(crate) fn for_reading(path: &Path, copy: &Path, writer: Connection, why: Error) -> Result<Store> {
        let mut store = Store::start(copy, writer)?;
        (store.path, store.read_only) = (path.to_owned(), Some(why));
        Ok(store)
    }

    /// Makes a change and returns when it is on the disk. An error of `change` undoes everything that it did, and only
    /// that.
    pub(crate) fn write<T, F>(&self, change: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.wait(&self.ask(false, change)?)
    }

    /// As [`Store::write`], in a transaction of its own: for changes that take long.
    pub(crate) fn write_alone<T, F>(&self, change: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.wait(&self.ask(true, change)?)
    }

    /// As [`Store::write_alone`]; meanwhile `look` is called every tenth of a second.
    pub(crate) fn write_watched<T, F>(&self, change: F, mut look: impl FnMut()) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let answer = self.ask(true, change)?;
        loop {
            match answer.recv_timeout(Duration::from_millis(100)) {
                Err(RecvTimeoutError::Timeout) => look(),
                Ok(result) => return self.result_of(result),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
    }

    fn wait<T>(&self, answer: &Receiver<WriteResult<T>>) -> Result<T> {
        self.result_of(answer.recv().map_err(|_| ended())?)
    }

    fn result_of<T>(&self, answer: WriteResult<T>) -> Result<T> {
        match answer {
            Ok(result) => result.map_err(|e| e.of_file(&self.path)),
            Err(panic) => resume_unwind(panic),
        }
    }

    fn ask<T, F>(&self, alone: bool, change: F) -> Result<Receiver<WriteResult<T>>>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        if let Some(why) = &self.read_only {
            return Err(why.clone());
        }
        let (reply, answer) = sync_channel(1);
        let work = QueuedChange { alone, change: Some(change), result: None, reply };
        let jobs = self.jobs.as_ref().expect("the queue is open until the store is dropped");
        jobs.send(Box::new(work)).map_err(|_| ended())?;
        Ok(answer)
    }

    /// Reads in one transaction, so that `look` sees one consistent state.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let kept = self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
        let conn = match kept {
            Some(conn) => conn,
            None => connect(&self.open, Access::Read)?,
        };
        // Dropped, and so rolled back, in every case; nothing was written.
        let result = conn.unchecked_transaction().map_err(Error::from).and_then(|tx| look(&tx));
        let mut readers = self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if readers.len() < READERS && conn.is_autocommit() {
            readers.push(conn);
        }
        result.map_err(|e| e.of_file(&self.path))
    }

    /// A connection of its own, for what cannot be done inside a transaction.
    pub(crate) fn connection(&self) -> Result<Connection> {
        connect(&self.open, Access::Write)
    }
}

/// Waits until every change has been written.
impl Drop for Store {
    fn drop(&mut self) {
        self.jobs = None;
        self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// The use of a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Reading only.
    Read,
    /// Reading and writing; the file is made if there is none.
    Write,
}

/// Opens a connection with the settings of all connections.
///
/// Every change is a transaction in a write-ahead log, and `synchronous = FULL` forces the log to the disk before a
/// change is acknowledged. Without it a killed process would still lose nothing, but a machine without power would.
pub(crate) fn connect(path: &Path, access: Access) -> Result<Connection> {
    let open = || -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
            | match access {
                Access::Read => OpenFlags::SQLITE_OPEN_READ_WRITE,
                Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            };
        let conn = match memory_name(path) {
            Some(uri) => Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?,
            None => Connection::open_with_flags(path, flags)?,
        };
        conn.busy_timeout(PATIENCE)?;
        conn.pragma_update(None, "synchronous", "FULL")?;
        conn.pragma_update(None, "foreign_keys", true)?;
        // Functions and views of a file are not run, and its pages are not trusted.
        conn.pragma_update(None, "trusted_schema", false)?;
        conn.pragma_update(None, "cell_size_check", true)?;
        conn.pragma_update(None, "temp_store", "MEMORY")?;
        let cache = if access == Access::Write { CACHE_KIB } else { CACHE_KIB / 4 };
        conn.pragma_update(None, "cache_size", -cache)?;
        if access == Access::Read {
            conn.pragma_update(None, "query_only", true)?;
        }
        conn.set_prepared_statement_cache_capacity(64);
        Ok(conn)
    };
    open().map_err(|e| match e.sqlite_error_code() {
        Some(rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::PermissionDenied) => {
            Error::io(path, &std::io::Error::other(e))
        }
        _ => Error::from(e).of_file(path),
    })
}

/// Turns the write-ahead log on, which the file remembers.
pub(crate) fn use_log(conn: &Connection) -> Result<()> {
    // The answer is the mode in force; a file in memory has no log.
    let _: String = conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    conn.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
    Ok(())
}

/// The prefix of the names of libraries in memory.
const MEMORY: &str = "\0memory ";

/// The name of a new library in memory.
pub(crate) fn new_memory() -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    PathBuf::from(format!("{MEMORY}{}", NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// True for the name of a library in memory.
pub(crate) fn is_memory(path: &Path) -> bool {
    path.to_str().is_some_and(|name| name.starts_with(MEMORY))
}

/// The URI of a library in memory, which all connections of this process share.
pub(crate) fn memory_name(path: &Path) -> Option<String> {
    let number = path.to_str()?.strip_prefix(MEMORY)?;
    Some(format!("file:/tengen-library-{number}?vfs=memdb"))
}

/// The result of a change, or the panic that ended it.
type WriteResult<T> = std::thread::Result<Result<T>>;

fn ended() -> Error {
    Error::Database("the writer has ended".into())
}

/// A change that waits for the writer.
trait Job: Send {
    /// True if it needs a transaction of its own.
    fn alone(&self) -> bool;
    /// Makes the change, and returns true if it is to be kept.
    fn run(&mut self, conn: &Connection) -> bool;
    /// Sends the result to the caller, now that it is on the disk, or the reason why it is not.
    fn finish(self: Box<Self>, outcome: Result<()>);
}

struct QueuedChange<T, F> {
    alone: bool,
    change: Option<F>,
    result: Option<WriteResult<T>>,
    reply: SyncSender<WriteResult<T>>,
}

impl<T: Send, F: FnOnce(&Connection) -> Result<T> + Send> Job for QueuedChange<T, F> {
    fn alone(&self) -> bool {
        self.alone
    }

    fn run(&mut self, conn: &Connection) -> bool {
        let Some(change) = self.change.take() else { return false };
        let result = catch_unwind(AssertUnwindSafe(|| change(conn)));
        let keep = matches!(result, Ok(Ok(_)));
        self.result = Some(result);
        keep
    }

    fn finish(self: Box<Self>, outcome: Result<()>) {
        let result = match (self.result, outcome) {
            // A change that failed by itself keeps its own error.
            (Some(result @ (Err(_) | Ok(Err(_)))), _) => result,
            (_, Err(e)) => Ok(Err(e)),
            (Some(result), Ok(())) => result,
            (None, Ok(())) => Ok(Err(Error::Database("not done".into()))),
        };
        // The caller may be gone.
        let _ = self.reply.send(result);
    }
}

/// The loop of the writer: it ends with the last sender.
fn write_all(conn: Connection, queue: &Receiver<Box<dyn Job>>) {
    let mut next = queue.recv().ok();
    while let Some(first) = next.take() {
        let mut group = vec![first];
        let start = Instant::now();
        let outcome = conn.execute_batch("BEGIN IMMEDIATE").map_err(Error::from).and_then(|()| {
            run_in_savepoint(&conn, group[0].as_mut())?;
            while !group[0].alone() && group.len() < GROUP && start.elapsed() < GROUP_TIME {
                match queue.try_recv() {
                    Ok(job) if job.alone() => {
                        next = Some(job);
                        break;
                    }
                    Ok(job) => {
                        group.push(job);
                        let last = group.len() - 1;
                        run_in_savepoint(&conn, group[last].as_mut())?;
                    }
                    Err(_) => break,
                }
            }
            Ok(conn.execute_batch("COMMIT")?)
        });
        if outcome.is_err() && !conn.is_autocommit() {
            let _ = conn.execute_batch("ROLLBACK");
        }
        for job in group {
            job.finish(outcome.clone());
        }
        if next.is_none() {
            next = queue.recv().ok();
        }
    }
}

fn run_in_savepoint(conn: &Connection, job: &mut dyn Job) -> Result<()> {
    conn.execute_batch("SAVEPOINT change")?;
    let keep = job.run(conn);
    // A full disk may have rolled everything back already.
    if conn.is_autocommit() {
        return Err(Error::Database("the transaction was rolled back".into()));
    }
    let end = if keep { "RELEASE change" } else { "ROLLBACK TO change; RELEASE change" };
    Ok(conn.execute_batch(end)?)
}
