//! Errors of the library.

use crate::{GameId, NodeNumber};
use std::path::PathBuf;
use tengen_games::SpecError;
use tengen_records::{ReadError, WriteError};

/// The result of every function of the library.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the library could not do what was asked. After any of these the file is unchanged.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file or its folder cannot be opened, made or written.
    #[error("{path}: {what}", path = path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// The message of the system.
        what: String,
    },
    /// The file is a damaged library. It is unchanged.
    #[error("{path} is damaged: {what}", path = path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
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
    #[error("{what} is too large: at most {most}")]
    TooLarge {
        /// What.
        what: &'static str,
        /// The limit, with its unit.
        most: String,
    },
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
            Error::TooLarge { .. } => "too-large",
            Error::Cancelled => "cancelled",
            Error::Read(_) => "unreadable",
            Error::Write(_) => "unwritable",
            Error::Spec(_) => "unknown-rules",
            Error::Database(_) => "database",
        }
    }

    pub(crate) fn io(path: &std::path::Path, error: &std::io::Error) -> Error {
        Error::Io { path: path.to_owned(), what: error.to_string() }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Error {
        Error::Damaged { path: PathBuf::from("the library"), what: what.into() }
    }

    /// Sets the name of the file in an error of damage.
    pub(crate) fn of_file(self, file: &std::path::Path) -> Error {
        match self {
            Error::Damaged { what, .. } => Error::Damaged { path: file.to_owned(), what },
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
            Some(Code::DatabaseCorrupt | Code::NotADatabase) => Error::damaged(error.to_string()),
            _ => match error {
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..) => Error::damaged(error.to_string()),
                _ => Error::Database(error.to_string()),
            },
        }
    }
}
