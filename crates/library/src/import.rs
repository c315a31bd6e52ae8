//! Imports files and folders of any format that `tengen-records` reads.
//!
//! First everything is read and played by the rules, without changing the library. Then all games are stored in one
//! transaction: all of them or, if cancelled or killed, none. Then their positions are indexed in many short
//! transactions, between which others can write.
//!
//! A game is a *duplicate* if the library, or the same import before it, has a game with the same rules, start, main
//! line, players and date. A duplicate is not stored if it adds nothing: no comment, mark or variation, or exactly the
//! same tree. Otherwise it is stored as another game.

use crate::games::{Prepared, insert, update};
use crate::header::NumberCache;
use crate::rows::load_record;
use crate::{Error, FileFault, GameId, GameUpdate, Library, LibraryLimit, NewGame, Result, codec, now_ms};
use rusqlite::{Connection, params};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tengen_games::{GameKind, GameSpec};
use tengen_records::wthor::Names;
use tengen_records::{
    Format, Header, Location, Node, NodeId, ReadItem, ReadOptions, Record, Remedy, Tree, Violation,
    WarningKind, detect, games,
};
use tengen_words::Language;

/// The limit of memory for the games of one import, in bytes.
const MEMORY: usize = 1 << 30;
/// The limit of problems that are reported one by one; the rest are counted.
const PROBLEMS: usize = 10_000;
/// The limit of files of one import.
const FILES: usize = 1_000_000;
/// The moves after an illegal one that a record of another format than a list keeps.
const MOST_ILLEGAL: usize = 2_000;
/// Games between two reports of progress.
const STEP: u64 = 256;

/// What to import.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The files, folders or bytes.
    pub sources: Vec<ImportSource>,
    /// The format of all of them; detected from each file's bytes and name if `None`.
    pub format: Option<Format>,
    /// The game of files that do not name it.
    pub spec: Option<GameSpec>,
    /// Tags for every game.
    pub tags: Vec<String>,
    /// The players and tournaments of WTHOR files that come as bytes; those of a file on disk are beside it.
    pub names: Option<Arc<Names>>,
}

/// A source of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportSource {
    /// A file.
    File(PathBuf),
    /// All files below a folder with the extension of a record format.
    Folder(PathBuf),
    /// Bytes, and the name of their file.
    Bytes {
        /// The name; empty if there is none.
        name: String,
        /// The bytes.
        bytes: Arc<[u8]>,
    },
}

impl ImportSource {
    /// A path: a file or a folder.
    pub fn path(path: impl Into<PathBuf>) -> ImportSource {
        let path = path.into();
        if path.is_dir() { ImportSource::Folder(path) } else { ImportSource::File(path) }
    }

    /// Bytes, and the name of their file.
    pub fn bytes(name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> ImportSource {
        ImportSource::Bytes { name: name.into(), bytes: bytes.into() }
    }
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportProgress {
    /// Files are being read.
    Reading {
        /// The file, from 1.
        file: usize,
        /// The number of files.
        files: usize,
        /// Games read.
        games: u64,
    },
    /// Games are being stored.
    Storing {
        /// Games stored.
        done: u64,
        /// The number of games.
        total: u64,
    },
    /// Positions are being indexed. All games are stored; when cancelled, the rest is indexed another time.
    Indexing {
        /// Games indexed.
        done: u64,
        /// The number of games.
        total: u64,
    },
}

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ImportResult {
    /// The stored games, in the order of the files.
    pub games: Vec<GameId>,
    /// Games that the library already had.
    pub duplicates: Vec<Duplicate>,
    /// Problems, at most ten thousand.
    pub problems: Vec<ImportProblem>,
    /// The number of further problems.
    pub more_problems: u64,
    /// Files read.
    pub files: usize,
    /// Games read.
    pub read: u64,
    /// True if all positions are indexed.
    pub indexed: bool,
}

/// A game that the library already had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The file of the game.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub number: u64,
    /// The same game in the library.
    pub game: GameId,
    /// The number under which it was stored anyway, because it has comments, marks or variations of its own.
    pub stored: Option<GameId>,
}

/// A problem with a file or with a game in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportProblem {
    /// The file.
    pub file: String,
    /// The number of the game in the file, from 1; `None` if no game was read.
    pub number: Option<u64>,
    /// The location in the file; `None` if it is the game or the file as a whole.
    pub at: Option<Location>,
    /// What is wrong.
    pub kind: ProblemKind,
    /// True if the game was stored anyway.
    pub stored: bool,
}

/// What a problem of an import is about.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// The file cannot be read: the kind of the system's error, and its message.
    File(ErrorKind, String),
    /// The names beside the file cannot be read, the same way.
    Names(ErrorKind, String),
    /// The file is no game record in a format that Tengen reads.
    NoRecord,
    /// A remark of the reader.
    Warning(WarningKind),
    /// A game breaks the rules.
    Rules(Box<Violation>),
    /// A list breaks the rules; that move and so many after it are left out.
    CutOff(Box<Violation>, usize),
    /// The library cannot hold a game.
    Refused(Box<Error>),
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::File(kind, message) => f.write_str(&Language::English.file_error(*kind, message)),
            ProblemKind::Names(kind, message) => {
                write!(f, "the names beside the file: {}", Language::English.file_error(*kind, message))
            }
            ProblemKind::NoRecord => f.write_str("this is no game record in a format that Tengen reads"),
            ProblemKind::Warning(warning) => warning.fmt(f),
            ProblemKind::Rules(violation) => violation.fmt(f),
            ProblemKind::CutOff(violation, 0) => write!(f, "{violation}; it is left out"),
            ProblemKind::CutOff(violation, after) => {
                write!(f, "{violation}; it and the {after} after it are left out")
            }
            ProblemKind::Refused(error) => error.fmt(f),
        }
    }
}

impl Library {
    /// Imports games. `progress` is called now and then and returns false to cancel.
    ///
    /// Problems with a file or a game are reported, and the import continues. A game that breaks the rules is stored as
    /// its file has it, and reported; a list of moves, or a very long line, is stored up to the move that breaks them.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if `progress` returns false while games are read or stored: then nothing is stored.
    /// [`Error::TooLarge`] if the games take more than a gigabyte of memory. [`Error::Io`] for a source that does not
    /// exist.
    pub fn import(
        &self,
        import: &Import,
        mut progress: impl FnMut(ImportProgress) -> bool,
    ) -> Result<ImportResult> {
        let mut reading = ImportReader {
            import,
            progress: &mut progress,
            imported: ImportResult::default(),
            ready: Vec::new(),
            weight: 0,
        };
        let files = files(&import.sources)?;
        for (i, file) in files.iter().enumerate() {
            reading.file(file, i + 1, files.len())?;
        }
        let ImportReader { mut imported, ready, .. } = reading;
        imported.files = files.len();
        // Duplicates are found by the present state of games that were just changed.
        self.catch_up()?;
        let total = ready.len() as u64;
        let shared = Arc::new((AtomicU64::new(0), AtomicBool::new(false)));
        let watched = shared.clone();
        let stored = self.store.write_watched(
            move |conn| store(conn, ready, &shared.0, &shared.1),
            || {
                if !progress(ImportProgress::Storing { done: watched.0.load(Ordering::Relaxed), total }) {
                    watched.1.store(true, Ordering::Relaxed);
                }
            },
        )?;
        (imported.games, imported.duplicates) = stored;
        if !progress(ImportProgress::Storing { done: total, total }) {
            return Ok(imported);
        }
        match self.index_pending(|done, total| progress(ImportProgress::Indexing { done, total })) {
            Ok(_) => {
                imported.indexed = true;
                // A log as large as the import would otherwise stay until the program ends.
                if total > 1000
                    && let Err(e) = self.settle()
                {
                    tracing::debug!(error = %e, "the log stays until the program ends");
                }
            }
            Err(Error::Cancelled) => {}
            Err(e) => return Err(e),
        }
        Ok(imported)
    }
}

/// Games that are named in one transaction, so that others can write between two.
const NAMED_AT_ONCE: usize = 2_000;

impl Library {
    /// Names the players and tournaments of stored WTHOR games that have only their numbers: the files of names came
    /// after the games. Returns how many games were named.
    ///
    /// # Errors
    /// [`Error::Full`] and other errors of the file.
    pub fn name_wthor_games(&self, names: &Arc<Names>) -> Result<usize> {
        let nameless = self.store.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT g.id, t.bytes FROM games g JOIN specs s ON s.id = g.spec LEFT JOIN trees t ON t.game = g.id
                 WHERE s.kind = 'othello' AND g.black IS NULL AND g.white IS NULL AND g.event IS NULL
                       AND g.deleted IS NULL ORDER BY g.id",
            )?;
            let mut rows = statement.query([])?;
            let mut record = Record::new(GameKind::Othello.info().default_spec());
            let mut ids: Vec<GameId> = Vec::new();
            while let Some(row) = rows.next()? {
                // The root of a packed game shows whether it is one of WTHOR's. An unpacked game is read below.
                let is_named = match row.get::<_, Option<Vec<u8>>>(1)? {
                    Some(bytes) => {
                        codec::decode_tree(&bytes, &mut record)?;
                        names.header_of(&record).is_some()
                    }
                    None => true,
                };
                if is_named {
                    ids.push(row.get(0)?);
                }
            }
            Ok(ids)
        })?;
        let mut named = 0;
        for games in nameless.chunks(NAMED_AT_ONCE) {
            let (games, names) = (games.to_vec(), names.clone());
            named += self.store.write(move |conn| {
                let mut named = 0;
                for game in games {
                    let (record, _) = load_record(conn, game)?;
                    let Some(header) = names.header_of(&record) else { continue };
                    update(conn, game, GameUpdate { header: Some(header), ..GameUpdate::default() })?;
                    named += 1;
                }
                Ok(named)
            })?;
        }
        Ok(named)
    }
}

/// A game that is ready to be stored, and its source.
struct ReadyGame {
    file: Arc<str>,
    number: u64,
    game: Prepared,
}

/// One file to be read.
struct ImportFile {
    name: Arc<str>,
    path: Option<PathBuf>,
    bytes: Option<Arc<[u8]>>,
    /// True if the caller named it, so that it must be a record.
    named: bool,
}

/// The first half of an import: reading.
struct ImportReader<'a> {
    import: &'a Import,
    progress: &'a mut dyn FnMut(ImportProgress) -> bool,
    imported: ImportResult,
    ready: Vec<ReadyGame>,
    weight: usize,
}

impl ImportReader<'_> {
    fn problem(&mut self, problem: ImportProblem) {
        if self.imported.problems.len() < PROBLEMS {
            self.imported.problems.push(problem);
        } else {
            self.imported.more_problems += 1;
        }
    }

    fn go_on(&mut self, file: usize, files: usize) -> Result<()> {
        let going = (self.progress)(ImportProgress::Reading { file, files, games: self.imported.read });
        if going { Ok(()) } else { Err(Error::Cancelled) }
    }

    fn file(&mut self, input: &ImportFile, number: usize, count: usize) -> Result<()> {
        self.go_on(number, count)?;
        let whole = |kind: ProblemKind| ImportProblem {
            file: input.name.to_string(),
            number: None,
            at: None,
            kind,
            stored: false,
        };
        let mut reader: Box<dyn BufRead> = match (&input.path, &input.bytes) {
            (Some(path), _) => match File::open(path) {
                Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
                Err(e) => {
                    self.problem(whole(ProblemKind::File(e.kind(), e.to_string())));
                    return Ok(());
                }
            },
            (None, bytes) => Box::new(bytes.as_deref().unwrap_or_default()),
        };
        let format = match self.import.format {
            Some(format) => Some(format),
            None => match reader.fill_buf() {
                // Text files in a folder are rarely move lists: only their bytes decide.
                Ok(start) if !input.named && input.name.to_lowercase().ends_with(".txt") => {
                    detect(start, None)
                }
                Ok(start) => detect(start, Some(&input.name)),
                Err(e) => {
                    self.problem(whole(ProblemKind::File(e.kind(), e.to_string())));
                    return Ok(());
                }
            },
        };
        let Some(format) = format else {
            if input.named {
                self.problem(whole(ProblemKind::NoRecord));
            }
            return Ok(());
        };
        let mut options =
            ReadOptions { lenient: true, spec: self.import.spec.clone(), ..ReadOptions::default() };
        if let (Format::Wthor, Some(path)) = (format, &input.path) {
            match Names::beside(path) {
                Ok(names) => options.names = names.map(Arc::new),
                Err(e) => self.problem(whole(ProblemKind::Names(e.kind(), e.to_string()))),
            }
        }
        if input.path.is_none() {
            options.names.clone_from(&self.import.names);
        }
        for (i, item) in games(format, reader, &options).enumerate() {
            match item {
                Ok(item) => self.game(input, format, i as u64 + 1, item)?,
                Err(e) => self.problem(ImportProblem {
                    at: Some(e.at),
                    number: Some(i as u64 + 1),
                    ..whole(ProblemKind::Warning(WarningKind::Fault {
                        expected: e.expected,
                        found: e.found,
                        remedy: Remedy::LeftOut,
                    }))
                }),
            }
            if self.imported.read.is_multiple_of(STEP) {
                self.go_on(number, count)?;
            }
        }
        Ok(())
    }

    fn game(&mut self, input: &ImportFile, format: Format, number: u64, item: ReadItem) -> Result<()> {
        self.imported.read += 1;
        let problem = |at, kind, stored| ImportProblem {
            file: input.name.to_string(),
            number: Some(number),
            at,
            kind,
            stored,
        };
        // Of junk that ends in `(;` lenient reading makes a game without anything in it.
        let root = item.record.tree.node(Tree::ROOT);
        let is_empty = item.record.tree.len() == 1
            && Node { extra: Vec::new(), ..root.clone() } == Node::default()
            && root.extra.iter().all(|property| property.values.is_empty())
            && item.record.header == Header::default();
        if is_empty && !item.warnings.is_empty() {
            self.problem(problem(None, ProblemKind::NoRecord, false));
            return Ok(());
        }
        for warning in item.warnings {
            self.problem(problem(Some(warning.at), ProblemKind::Warning(warning.kind), true));
        }
        let mut fault: Option<Violation> = None;
        item.record.walk(|_, played| {
            if let Err(violation) = played {
                fault.get_or_insert_with(|| violation.clone());
            }
        });
        let mut record = item.record;
        if let Some(fault) = fault {
            // A game is kept as its file has it. A list of moves, or a line longer than any game, goes on with nothing
            // that could be shown.
            let after = moves_after(&record.tree, fault.node);
            let cuts = fault.node != Tree::ROOT && (format == Format::MoveList || after > MOST_ILLEGAL);
            let kind = if cuts {
                record.tree.remove(fault.node);
                ProblemKind::CutOff(Box::new(fault), after)
            } else {
                ProblemKind::Rules(Box::new(fault))
            };
            self.problem(problem(None, kind, true));
        }
        if record.header.result.is_none() {
            record.header.result = record.result_by_rules();
        }
        let game = NewGame { tags: self.import.tags.clone(), ..NewGame::from_record(record) };
        match Prepared::new(game) {
            Ok(game) => {
                self.weight += game.weight();
                if self.weight > MEMORY {
                    return Err(Error::TooLarge(LibraryLimit::ImportMebibytes(MEMORY >> 20)));
                }
                self.ready.push(ReadyGame { file: input.name.clone(), number, game });
            }
            Err(e) => self.problem(problem(None, ProblemKind::Refused(Box::new(e)), false)),
        }
        Ok(())
    }
}

/// The number of moves after a node, down its first children.
fn moves_after(tree: &Tree, node: NodeId) -> usize {
    let first = |&id: &NodeId| tree.node(id).children.first().copied();
    std::iter::successors(first(&node), first).filter(|&id| tree.node(id).mv.is_some()).count()
}

/// The files of the sources; those of a folder in the order of their names.
fn files(sources: &[ImportSource]) -> Result<Vec<ImportFile>> {
    let mut inputs = Vec::new();
    for source in sources {
        match source {
            ImportSource::Bytes { name, bytes } => inputs.push(ImportFile {
                name: name.as_str().into(),
                path: None,
                bytes: Some(bytes.clone()),
                named: true,
            }),
            ImportSource::File(path) => {
                if !path.is_file() {
                    return Err(Error::Io { path: path.clone(), fault: FileFault::Missing });
                }
                inputs.push(on_disk(path, true));
            }
            ImportSource::Folder(path) => folder(path, &mut inputs)?,
        }
        if inputs.len() > FILES {
            return Err(Error::TooLarge(LibraryLimit::Files(FILES)));
        }
    }
    Ok(inputs)
}

fn on_disk(path: &Path, named: bool) -> ImportFile {
    ImportFile { name: path.to_string_lossy().into(), path: Some(path.to_owned()), bytes: None, named }
}

fn folder(top: &Path, inputs: &mut Vec<ImportFile>) -> Result<()> {
    let known = |path: &Path| {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
        Format::ALL.iter().any(|format| format.extensions().contains(&ending.as_str()))
    };
    let mut folders = vec![top.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|e| Error::io(&folder, &e))?;
        for entry in entries {
            let entry = entry.map_err(|e| Error::io(&folder, &e))?;
            let (kind, path) = (entry.file_type().map_err(|e| Error::io(&folder, &e))?, entry.path());
            // Links to folders could form a circle.
            if kind.is_dir() {
                folders.push(path);
            } else if known(&path) && path.is_file() {
                found.push(path);
            }
            if found.len() > FILES {
                return Err(Error::TooLarge(LibraryLimit::Files(FILES)));
            }
        }
    }
    found.sort();
    inputs.extend(found.iter().map(|path| on_disk(path, false)));
    Ok(())
}

/// The second half of an import: stores all games in one transaction.
fn store(
    conn: &Connection,
    ready: Vec<ReadyGame>,
    done: &AtomicU64,
    cancelled: &AtomicBool,
) -> Result<(Vec<GameId>, Vec<Duplicate>)> {
    let mut known = NumberCache::default();
    let (mut stored, mut duplicates) = (Vec::with_capacity(ready.len()), Vec::new());
    let now = now_ms();
    for ReadyGame { file, number, game } in ready {
        if cancelled.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let same = same_game(conn, &game, &mut known)?;
        let brings = same.is_none_or(|(_, new)| new);
        let id = if brings { Some(insert(conn, game, now, &mut known)?) } else { None };
        if let Some((game, _)) = same {
            duplicates.push(Duplicate { file: file.to_string(), number, game, stored: id });
        }
        stored.extend(id);
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok((stored, duplicates))
}

/// The first game that is the same as this one, and true if this one adds something to all of them.
pub(crate) fn same_game(
    conn: &Connection,
    game: &Prepared,
    known: &mut NumberCache,
) -> Result<Option<(GameId, bool)>> {
    let Some(digest) = game.digest else { return Ok(None) };
    let black = known.name(conn, game.header.black.name.as_deref())?;
    let white = known.name(conn, game.header.white.name.as_deref())?;
    let same: Vec<GameId> = conn
        .prepare_cached(
            "SELECT id FROM games WHERE digest = ?1 AND black IS ?2 AND white IS ?3 AND date IS ?4 ORDER BY id",
        )?
        .query_map(params![digest, black, white, game.header.date], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let Some(&first) = same.first() else { return Ok(None) };
    if !game.annotated {
        return Ok(Some((first, false)));
    }
    for &other in &same {
        if codec::encode_tree(&load_record(conn, other)?.0.tree) == game.bytes {
            return Ok(Some((other, false)));
        }
    }
    Ok(Some((first, true)))
}
