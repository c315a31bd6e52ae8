//! Errors of the library.

use crate::{Damage, GameId, NodeNumber};
use std::fmt;
use std::path::PathBuf;
use tengen_games::SpecError;
use tengen_records::{ReadError, WriteError};
use tengen_words::Language;

/// The result of every function of the library.
pub type Result<T> = std::result::Result<T, Error>;

/// A limit of the library that something exceeds, with its amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LibraryLimit {
    /// Nodes of a game.
    GameNodes(usize),
    /// Bytes of a game.
    GameBytes(usize),
    /// Bytes of a field of the header.
    FieldBytes(usize),
    /// Bytes of a comment.
    CommentBytes(usize),
    /// Bytes of the name of a position.
    NameBytes(usize),
    /// Marks of a position, and bytes of a label.
    Marks(usize, usize),
    /// Tags of a game, and bytes of a tag.
    Tags(usize, usize),
    /// Mebibytes of games in one import.
    ImportMebibytes(usize),
    /// Files in a folder.
    Files(usize),
}

impl fmt::Display for LibraryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LibraryLimit::GameNodes(most) => write!(f, "a game is too large: at most {most} nodes"),
            LibraryLimit::GameBytes(most) => write!(f, "a game is too large: at most {most} bytes"),
            LibraryLimit::FieldBytes(most) => {
                write!(f, "a field of the header is too long: at most {most} bytes")
            }
            LibraryLimit::CommentBytes(most) => write!(f, "a comment is too long: at most {most} bytes"),
            LibraryLimit::NameBytes(most) => write!(f, "a name is too long: at most {most} bytes"),
            LibraryLimit::Marks(most, bytes) => {
                write!(f, "too many or too long marks: at most {most}, with labels of {bytes} bytes")
            }
            LibraryLimit::Tags(most, bytes) => {
                write!(f, "too many or too long tags: at most {most} of {bytes} bytes")
            }
            LibraryLimit::ImportMebibytes(most) => {
                write!(f, "the import is too large: at most {most} MiB of games at a time")
            }
            LibraryLimit::Files(most) => write!(f, "the folder has too many files: at most {most}"),
        }
    }
}

/// What is wrong with a file, or with its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileFault {
    /// What the system says: the kind of error, and its message.
    System(std::io::ErrorKind, String),
    /// There is no such file.
    Missing,
    /// There is a file of this name already.
    Exists,
    /// A library cannot be recovered into itself.
    IntoItself,
    /// It is no file.
    NotAFile,
    /// Its name is not Unicode.
    NotUnicode,
    /// Too many damaged files are beside it.
    TooManyDamaged,
    /// It has as many backups of one day as there can be.
    TooManyBackups,
    /// The library is in memory and has no folder.
    InMemory,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileFault::System(kind, message) => {
                return f.write_str(&Language::English.file_error(*kind, message));
            }
            FileFault::Missing => "there is no such file",
            FileFault::Exists => "there is a file of this name already",
            FileFault::IntoItself => "a library cannot be recovered into itself",
            FileFault::NotAFile => "this is not a file",
            FileFault::NotUnicode => "the name is not Unicode",
            FileFault::TooManyDamaged => "too many damaged files are beside it",
            FileFault::TooManyBackups => "too many backups of one day",
            FileFault::InMemory => "a library in memory has no folder",
        })
    }
}

/// Why the library could not do what was asked. After any of these the file is unchanged.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file or its folder cannot be opened, made or written.
    #[error("{path}: {fault}", path = path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// The file is a damaged library. It is unchanged.
    #[error("{} is damaged: {what}", .path.as_ref().map_or("the library".into(), |path| path.display().to_string()))]
    Damaged {
        /// Which file; `None` where it has no name yet.
        path: Option<PathBuf>,
        /// What is wrong with it.
        what: Damage,
    },
    /// The file is the database of another program.
    #[error("{path} is not a library of Tengen but another program's database", path = path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
    /// The file was written by a later version of Tengen.
    #[error("{path} has form {found}, and this version of Tengen knows forms up to {known}: use a newer Tengen", path = path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// The form of the file, a number that grows with the versions.
        found: i64,
        /// The latest form that this version knows.
        known: i64,
    },
    /// Another program keeps the file locked.
    #[error("the library is locked by another program")]
    Busy,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// There is no such game.
    #[error("there is no game {0} in the library")]
    NoGame(GameId),
    /// The game has no such node, or the node has been pruned.
    #[error("game {game} has no node {node}")]
    NoNode {
        /// The game.
        game: GameId,
        /// The node asked for.
        node: NodeNumber,
    },
    /// The root of a game cannot be pruned: delete the game instead.
    #[error("the start of a game cannot be pruned: delete the game instead")]
    PruneRoot,
    /// No pruned variation is left to restore.
    #[error("nothing pruned is left to bring back in game {0}")]
    NothingPruned(GameId),
    /// The game has changed since the caller read it.
    #[error("game {game} is at revision {found}, not {expected}: it has been changed in the meantime")]
    Conflict {
        /// The game.
        game: GameId,
        /// The revision that the caller expects.
        expected: u64,
        /// The revision of the game.
        found: u64,
    },
    /// Something exceeds a limit of the library.
    #[error("{0}")]
    TooLarge(LibraryLimit),
    /// The caller cancelled. Nothing was stored.
    #[error("cancelled")]
    Cancelled,
    /// A file to import could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Games could not be written in the format asked for.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file has rules that this version does not know.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Another error of the database.
    #[error("the database says: {0}")]
    Database(String),
}

impl Error {
    /// A short identifier of the kind of error, for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Error::Io { .. } => "io",
            Error::Damaged { .. } => "damaged",
            Error::Foreign { .. } => "foreign",
            Error::Newer { .. } => "newer",
            Error::Busy => "busy",
            Error::Full => "disk-full",
            Error::NoGame(_) => "no-such-game",
            Error::NoNode { .. } => "no-such-node",
            Error::PruneRoot => "prune-root",
            Error::NothingPruned(_) => "nothing-pruned",
            Error::Conflict { .. } => "conflict",
            Error::TooLarge(_) => "too-large",
            Error::Cancelled => "cancelled",
            Error::Read(_) => "unreadable",
            Error::Write(_) => "unwritable",
            Error::Spec(_) => "unknown-rules",
            Error::Database(_) => "database",
        }
    }

    /// The error for a message of the system about a file.
    pub fn io(path: &std::path::Path, error: &std::io::Error) -> Error {
        Error::Io { path: path.to_owned(), fault: FileFault::System(error.kind(), error.to_string()) }
    }

    pub(crate) fn damaged(what: Damage) -> Error {
        Error::Damaged { path: None, what }
    }

    /// Sets the name of the file in an error of damage.
    pub(crate) fn of_file(self, file: &std::path::Path) -> Error {
        match self {
            Error::Damaged { what, .. } => Error::Damaged { path: Some(file.to_owned()), what },
            other => other,
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode as Code;
        match error.sqlite_error_code() {
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Error::Busy,
            Some(Code::DiskFull) => Error::Full,
            Some(Code::DatabaseCorrupt) => Error::damaged(Damage::Page),
            Some(Code::NotADatabase) => Error::damaged(Damage::Database(error.to_string())),
            _ => match error {
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..) => Error::damaged(Damage::Database(error.to_string())),
                _ => Error::Database(error.to_string()),
            },
        }
    }
}
