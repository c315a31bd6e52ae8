//! The formats: their names, and what they hold.

use crate::{Counted, Expected, Found, Location, ReadError, ReadOptions, Record};
use std::fmt;
use std::str::FromStr;
use tengen_games::GameKind;

/// A file or text format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Format {
    /// Smart Game Format: Go, Othello, gomoku and renju.
    Sgf,
    /// Piskvork's `.psq`: gomoku and renju, one game a file.
    Psq,
    /// RenLib's `.lib`: a tree of gomoku or renju.
    RenLib,
    /// The Renju International Federation's XML database.
    Rif,
    /// Generic Game Format: Othello.
    Ggf,
    /// WTHOR's `.wtb`: Othello, many games a file.
    Wthor,
    /// OBF: Othello positions, one per line.
    Obf,
    /// Plain move lists: `h8i9…`, `f5d6…`, connect-four digits, `Q16 D4`; one game per line.
    MoveList,
    /// A board drawn in characters, as `tengen show` writes it: one position, read only.
    Diagram,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 9] = [
        Format::Sgf,
        Format::Psq,
        Format::RenLib,
        Format::Rif,
        Format::Ggf,
        Format::Wthor,
        Format::Obf,
        Format::MoveList,
        Format::Diagram,
    ];

    /// The name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::RenLib => "renlib",
            Format::Rif => "rif",
            Format::Ggf => "ggf",
            Format::Wthor => "wthor",
            Format::Obf => "obf",
            Format::MoveList => "moves",
            Format::Diagram => "diagram",
        }
    }

    /// The file name extensions, the usual one first, without the dot.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Sgf => &["sgf"],
            Format::Psq => &["psq", "rec"],
            Format::RenLib => &["lib"],
            Format::Rif => &["xml", "rif"],
            Format::Ggf => &["ggf", "ggs"],
            Format::Wthor => &["wtb"],
            Format::Obf => &["obf"],
            Format::MoveList => &["moves", "txt"],
            // A text file like any other.
            Format::Diagram => &[],
        }
    }

    /// True if Tengen writes it; Tengen reads all of them.
    pub const fn can_write(self) -> bool {
        !matches!(self, Format::Rif | Format::Diagram)
    }

    /// True if a file holds any number of games.
    pub const fn holds_many(self) -> bool {
        !matches!(self, Format::Psq | Format::RenLib | Format::Diagram)
    }

    /// True if a file can hold this game.
    pub const fn holds(self, game: GameKind) -> bool {
        match self {
            Format::Sgf | Format::MoveList | Format::Diagram => true,
            Format::Psq | Format::RenLib | Format::Rif => matches!(game, GameKind::Gomoku),
            Format::Ggf | Format::Wthor | Format::Obf => matches!(game, GameKind::Othello),
        }
    }

    /// True if it is text, so that locations have lines and columns.
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::RenLib | Format::Wthor)
    }

    /// True if [`games`](crate::games) reads it game by game, in memory for one game.
    pub const fn streams(self) -> bool {
        !matches!(self, Format::Psq | Format::RenLib | Format::Diagram)
    }

    pub(crate) fn too_big(self, options: &ReadOptions) -> ReadError {
        let most = options.limits.game_bytes;
        let line_column = self.is_text().then_some((1, 1));
        ReadError::new(
            self,
            Location { line_column, ..Location::default() },
            Expected::AtMost(most, Counted::FileBytes),
            Found::More,
        )
    }
}

/// One game of a file that is read game by game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadItem {
    /// The record.
    pub record: Record,
    /// What was skipped in it or just before it.
    pub warnings: Vec<crate::Warning>,
}

pub(crate) fn unreadable(format: Format, offset: u64, error: &std::io::Error) -> ReadError {
    ReadError::new(format, Location::byte(offset, 0), Expected::Readable, Found::Error(error.to_string()))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Sgf => "SGF",
            Format::Psq => "Piskvork psq",
            Format::RenLib => "RenLib",
            Format::Rif => "RIF XML",
            Format::Ggf => "GGF",
            Format::Wthor => "WTHOR",
            Format::Obf => "OBF",
            Format::MoveList => "move list",
            Format::Diagram => "diagram",
        })
    }
}

/// The error for a word that names no format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no format '{0}': choose sgf, psq, renlib, rif, ggf, wthor, obf, moves or diagram")]
pub struct FormatError(String);

/// Reads a [`name`](Format::name) or a file name extension, in either case.
impl FromStr for Format {
    type Err = FormatError;
    fn from_str(text: &str) -> Result<Format, FormatError> {
        let word = text.trim().trim_start_matches('.').to_ascii_lowercase();
        Format::ALL
            .into_iter()
            .find(|f| f.name() == word || f.extensions().contains(&word.as_str()))
            .ok_or_else(|| FormatError(text.chars().take(40).collect()))
    }
}
