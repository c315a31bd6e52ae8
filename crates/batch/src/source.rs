//! Games from files and folders, one at a time: records of every format, and rows of Parquet files.

use crate::table;
use crate::{Row, RowError};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen_board::Cell;
use tengen_games::{AnyPosition, Game, GameSpec};
use tengen_records::movelist::has_tags;
use tengen_records::wthor::Names;
use tengen_records::{Format, ReadItem, ReadOptions, Record, Tree, detect, detect_strictly, games};

/// Bytes at the start of a Parquet file.
const PARQUET: &[u8] = b"PAR1";
/// Bytes at each end of a file that its fingerprint depends on.
const ENDS: u64 = 64 << 10;

/// The files of a job.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Files and folders. The files of a folder are read in the order of their paths; links in it are not followed.
    pub paths: Vec<PathBuf>,
    /// The format of record files; recognised if `None`.
    pub format: Option<Format>,
    /// The game of records that do not name it.
    pub spec: Option<GameSpec>,
}

/// A game of the inputs.
#[derive(Debug)]
pub enum Item {
    /// A game record.
    Record {
        /// The path of its file.
        source: String,
        /// Its number in the file, from 1.
        number: u64,
        /// The record, and what its reader left out.
        item: Box<ReadItem>,
    },
    /// A row of a Parquet file, not yet checked.
    Row(Box<Row>),
    /// A game that cannot be read: a row with the error alone.
    Bad(Box<Row>),
}

/// What is left out of a file.
#[derive(Clone, Debug)]
pub enum Notice<'a> {
    /// A file of a folder is no record, and not hidden.
    Skipped(&'a Path),
    /// Columns of a Parquet file that rows do not have.
    Columns(&'a Path, Vec<String>),
    /// Rows of a Parquet file are positions of games that go on, not whole games.
    Positions(&'a Path),
}

/// Inputs that cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file that was named cannot be opened.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The format of a file that was named is not known.
    #[error("the format of {0} is not known: name it with --from, and the game of move lists with --game")]
    Format(PathBuf),
    /// The moves of a file that was named are of a game that nothing names.
    #[error("the moves in {0} do not say which game they are of: name it with --game")]
    Game(PathBuf),
    /// A file that was named is empty.
    #[error("{0} is empty")]
    Empty(PathBuf),
}

/// A file of the inputs, and how it is read.
#[derive(Clone, Debug)]
struct InputFile {
    path: PathBuf,
    /// True if it was named itself, and did not come from a folder.
    named: bool,
}

/// What a file holds.
enum Content {
    Parquet,
    Records(Format),
    /// Moves of a game that nothing names.
    Moves,
    Empty,
    Other,
}

impl Inputs {
    /// Every file, in order.
    ///
    /// # Errors
    /// [`SourceError`] for a path that cannot be read, and for a named file that is empty, of an unknown format or of
    /// an unknown game.
    pub fn files(&self) -> Result<Files, SourceError> {
        let mut files = Vec::new();
        for path in &self.paths {
            let io = |error| SourceError::Io { path: path.clone(), error };
            if path.metadata().map_err(io)?.is_dir() {
                walk(path, &mut files).map_err(|(path, error)| SourceError::Io { path, error })?;
            } else {
                match self.content(path, true).map_err(io)? {
                    Content::Other => return Err(SourceError::Format(path.clone())),
                    Content::Moves => return Err(SourceError::Game(path.clone())),
                    Content::Empty => return Err(SourceError::Empty(path.clone())),
                    Content::Parquet | Content::Records(_) => {}
                }
                files.push(InputFile { path: path.clone(), named: true });
            }
        }
        Ok(Files { inputs: self.clone(), files })
    }

    fn content(&self, path: &Path, named: bool) -> io::Result<Content> {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
        let head = reader.fill_buf()?;
        if head.starts_with(PARQUET) {
            return Ok(Content::Parquet);
        }
        let name = path.to_string_lossy();
        let found = match (self.format, named) {
            (Some(format), _) => Some(format),
            (None, true) => detect(head, Some(&name)),
            (None, false) => detect_strictly(head, &name),
        };
        let names_game = self.spec.is_some() || has_tags(head);
        Ok(match found {
            _ if head.trim_ascii().is_empty() => Content::Empty,
            Some(Format::MoveList) if !names_game => Content::Moves,
            Some(format) => Content::Records(format),
            None => Content::Other,
        })
    }
}

/// Every file below a folder, in the order of the paths.
fn walk(folder: &Path, files: &mut Vec<InputFile>) -> Result<(), (PathBuf, io::Error)> {
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        let kind = path.symlink_metadata().map_err(|e| (path.clone(), e))?.file_type();
        if kind.is_dir() || path == folder {
            let entries = std::fs::read_dir(&path).map_err(|e| (path.clone(), e))?;
            let inside: io::Result<Vec<PathBuf>> = entries.map(|entry| entry.map(|e| e.path())).collect();
            let mut inside = inside.map_err(|e| (path.clone(), e))?;
            inside.sort_unstable_by(|a, b| b.cmp(a));
            waiting.extend(inside);
        } else if kind.is_file() {
            files.push(InputFile { path, named: false });
        }
    }
    Ok(())
}

/// The files of a job, found.
#[derive(Clone, Debug)]
pub struct Files {
    inputs: Inputs,
    files: Vec<InputFile>,
}

impl Files {
    /// The number of files, and a number that changes when a file is added, removed, renamed, or changed in its
    /// length, its first or its last bytes.
    ///
    /// # Errors
    /// Of reading a file.
    pub fn fingerprint(&self) -> Result<(usize, u64), SourceError> {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        for file in &self.files {
            add(file.path.to_string_lossy().as_bytes());
            let ends =
                ends_of(&file.path).map_err(|error| SourceError::Io { path: file.path.clone(), error })?;
            add(&ends);
        }
        Ok((self.files.len(), hash))
    }

    /// Every game, read on demand. `on_notice` is called with what is left out.
    pub fn items<'a>(&'a self, on_notice: &'a dyn Fn(Notice<'_>)) -> impl Iterator<Item = Item> + 'a {
        self.files.iter().flat_map(move |file| self.items_of(file, on_notice))
    }

    fn items_of<'a>(
        &'a self,
        file: &'a InputFile,
        on_notice: &'a dyn Fn(Notice<'_>),
    ) -> Box<dyn Iterator<Item = Item> + 'a> {
        let source = file.path.to_string_lossy().into_owned();
        let bad = |number, error: String| bad(&source, number, error);
        match self.inputs.content(&file.path, file.named) {
            Err(e) => Box::new(std::iter::once(bad(1, format!("cannot read it: {e}")))),
            Ok(Content::Other | Content::Moves | Content::Empty) => {
                if !is_hidden(&file.path) {
                    on_notice(Notice::Skipped(&file.path));
                }
                Box::new(std::iter::empty())
            }
            Ok(Content::Parquet) => {
                match File::open(&file.path).map_err(|e| e.to_string()).and_then(table::rows) {
                    Err(e) => Box::new(std::iter::once(bad(1, e))),
                    Ok(rows) => {
                        match table::unknown_columns(&file.path) {
                            Ok(names) if !names.is_empty() => on_notice(Notice::Columns(&file.path, names)),
                            _ => {}
                        }
                        let mut noticed = false;
                        Box::new(rows.enumerate().map(move |(i, row)| match row {
                            Ok(mut row) => {
                                if row.played.is_some() && !std::mem::replace(&mut noticed, true) {
                                    on_notice(Notice::Positions(&file.path));
                                }
                                if row.source.is_empty() {
                                    (row.source, row.number) = (source.clone(), i as u64 + 1);
                                }
                                Item::Row(Box::new(row))
                            }
                            Err(e) => self::bad(&source, i as u64 + 1, e),
                        }))
                    }
                }
            }
            Ok(Content::Records(format)) => {
                let opened = File::open(&file.path).and_then(|opened| {
                    let mut options =
                        ReadOptions { spec: self.inputs.spec.clone(), ..ReadOptions::lenient() };
                    if format == Format::Wthor {
                        options.names = Names::beside(&file.path)?.map(Arc::new);
                    }
                    Ok((opened, options))
                });
                let (opened, options) = match opened {
                    Ok(opened) => opened,
                    Err(e) => return Box::new(std::iter::once(bad(1, format!("cannot read it: {e}")))),
                };
                let items = games(format, BufReader::with_capacity(1 << 16, opened), &options);
                Box::new(items.enumerate().map(move |(i, item)| match item {
                    Err(e) => self::bad(&source, i as u64 + 1, e.to_string()),
                    Ok(item) => {
                        let (source, number) = (source.clone(), i as u64 + 1);
                        Item::Record { source, number, item: Box::new(item) }
                    }
                }))
            }
        }
    }
}

/// True for a file that a listing of its folder does not show.
pub fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn bad(source: &str, number: u64, error: String) -> Item {
    Item::Bad(Box::new(Row { source: source.to_owned(), number, error: Some(error), ..Row::default() }))
}

/// The length of a file and the bytes at its ends.
fn ends_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = length.to_le_bytes().to_vec();
    (&mut file).take(ENDS).read_to_end(&mut bytes)?;
    if length > ENDS {
        file.seek(SeekFrom::Start(length - ENDS.min(length - ENDS)))?;
        file.take(ENDS).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// A row of a whole game as a record.
///
/// # Errors
/// [`RowError`] if it describes no game. An illegal move is no error here: the record keeps it.
pub fn record_of(row: &Row) -> Result<Record, RowError> {
    let spec = row.spec()?;
    let start = Row { moves: Some(String::new()), ..row.clone() }.position()?;
    let words = row.moves.as_deref().ok_or(RowError::Missing("moves"))?.split_whitespace();
    let moves = start.parse_line(words).collect::<Result<Vec<_>, _>>();
    let moves = moves.map_err(|e| RowError::Move(e.to_string()))?;
    let mut record = Record::from_moves(spec.clone(), moves);
    if row.set_up.is_some() {
        let usual = AnyPosition::new(&spec);
        let root = record.tree.node_mut(Tree::ROOT);
        let changed = |p: &tengen_board::Point| usual.at(*p) != start.at(*p);
        root.set_up =
            start.size().points().filter(changed).map(|p| (p, start.at(p))).collect::<Vec<(_, Cell)>>();
        root.to_move = Some(start.to_move());
    }
    (record.header.black.name, record.header.white.name) = (row.black.clone(), row.white.clone());
    (record.header.date, record.header.result) = (row.date.clone(), row.result.clone());
    Ok(record)
}
