//! The formats, and the functions that read and write all of them.

use crate::error::quote;
use crate::{
    Location, ReadError, ReadOptions, ReadOutput, Record, WriteError, WriteOptions, WriteOutput, detect,
};
use std::fmt;
use std::io::{BufRead, Read as _};
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
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 8] = [
        Format::Sgf,
        Format::Psq,
        Format::RenLib,
        Format::Rif,
        Format::Ggf,
        Format::Wthor,
        Format::Obf,
        Format::MoveList,
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
        }
    }

    /// True if Tengen writes it; Tengen reads all of them.
    pub const fn can_write(self) -> bool {
        !matches!(self, Format::Rif)
    }

    /// True if a file holds any number of games.
    pub const fn holds_many(self) -> bool {
        !matches!(self, Format::Psq | Format::RenLib)
    }

    /// True if a file can hold this game.
    pub const fn holds(self, game: GameKind) -> bool {
        match self {
            Format::Sgf | Format::MoveList => true,
            Format::Psq | Format::RenLib | Format::Rif => matches!(game, GameKind::Gomoku),
            Format::Ggf | Format::Wthor | Format::Obf => matches!(game, GameKind::Othello),
        }
    }

    /// True if it is text, so that locations have lines and columns.
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::RenLib | Format::Wthor)
    }

    /// Reads a whole file.
    ///
    /// # Errors
    /// [`ReadError`] for the first thing that cannot be read; when lenient, only if nothing can be read.
    pub fn read(self, bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
        match self {
            _ if bytes.len() > options.limits.game_bytes && !self.streams() => Err(self.too_big(options)),
            Format::RenLib => crate::renlib::read(bytes, options),
            Format::Rif => crate::rif::read(bytes, options),
            Format::Ggf => crate::ggf::read(bytes, options),
            Format::Sgf => crate::sgf::read(bytes, options),
            Format::Wthor => crate::wthor::read(bytes, options),
            Format::Obf => crate::obf::read(bytes, options),
            Format::Psq => crate::psq::read(bytes, options),
            Format::MoveList => crate::movelist::read(bytes, options),
        }
    }

    /// Writes records as one file.
    ///
    /// # Errors
    /// [`WriteError`] if the format cannot hold them.
    pub fn write(self, records: &[Record], options: &WriteOptions) -> Result<WriteOutput, WriteError> {
        if let Some(record) = records.iter().find(|r| !self.holds(r.spec.kind())) {
            return Err(WriteError::Game { format: self, game: record.spec.kind() });
        }
        if records.len() > 1 && !self.holds_many() {
            return Err(WriteError::Many { format: self, count: records.len() });
        }
        match self {
            Format::RenLib => crate::renlib::write(records, options),
            Format::Ggf => crate::ggf::write(records, options),
            Format::Sgf => crate::sgf::write(records, options),
            Format::Wthor => crate::wthor::write(records, options),
            Format::Obf => crate::obf::write(records, options),
            Format::Psq => crate::psq::write(records, options),
            Format::MoveList => crate::movelist::write(records, options),
            _ => Err(WriteError::ReadOnly(self)),
        }
    }

    /// True if [`games`] reads it game by game, in memory for one game.
    pub const fn streams(self) -> bool {
        !matches!(self, Format::Psq | Format::RenLib)
    }

    pub(crate) fn too_big(self, options: &ReadOptions) -> ReadError {
        let most = options.limits.game_bytes;
        let line_column = self.is_text().then_some((1, 1));
        ReadError::new(
            self,
            Location { line_column, ..Location::default() },
            format!("a file of at most {most} bytes"),
            "more",
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

/// The games of a file, read on demand. Memory is bounded by one game if the format [streams](Format::streams); other
/// formats are read whole.
///
/// When lenient, a game that cannot be read gives its error and the next game follows; otherwise the first error is the
/// last item. An error of `input` is an item too.
pub fn games<'a>(
    format: Format,
    mut input: impl BufRead + 'a,
    options: &ReadOptions,
) -> Box<dyn Iterator<Item = Result<ReadItem, ReadError>> + 'a> {
    match format {
        Format::Rif => Box::new(crate::rif::games(input, options)),
        Format::Ggf => Box::new(crate::ggf::games(input, options)),
        Format::Sgf => Box::new(crate::sgf::Games::from_reader(input, options)),
        Format::MoveList => Box::new(crate::movelist::games(input, options)),
        Format::Wthor => Box::new(crate::wthor::games(input, options)),
        Format::Obf => Box::new(crate::obf::positions(input, options)),
        _ => {
            let mut bytes = Vec::new();
            let most = options.limits.game_bytes as u64;
            if let Err(e) = input.by_ref().take(most + 1).read_to_end(&mut bytes) {
                return Box::new(std::iter::once(Err(unreadable(format, bytes.len() as u64, &e))));
            }
            match format.read(&bytes, options) {
                Err(e) => Box::new(std::iter::once(Err(e))),
                Ok(read) => {
                    let mut warnings = read.warnings.into_iter().peekable();
                    let last = read.records.len().saturating_sub(1);
                    Box::new(read.records.into_iter().enumerate().map(move |(i, record)| {
                        let mut own = Vec::new();
                        while let Some(w) = warnings.next_if(|w| i == last || w.record.unwrap_or(0) <= i) {
                            own.push(w);
                        }
                        Ok(ReadItem { record, warnings: own })
                    }))
                }
            }
        }
    }
}

pub(crate) fn unreadable(format: Format, offset: u64, error: &std::io::Error) -> ReadError {
    ReadError::new(format, Location::byte(offset, 0), "a file that can be read", error.to_string())
}

/// Reads a whole file whose format is detected from its bytes and its name.
///
/// # Errors
/// As [`Format::read`], and if no format fits.
pub fn read(bytes: &[u8], file_name: Option<&str>, options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    match detect(bytes, file_name) {
        Some(format) => format.read(bytes, options),
        None => Err(ReadError::new(
            Format::MoveList,
            Location::in_text(bytes, 0, bytes.len().min(24)),
            "a game record (SGF, psq, RenLib, RIF, GGF, WTHOR, OBF or a list of moves)",
            quote(bytes),
        )),
    }
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
        })
    }
}

/// The error for a word that names no format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no format '{0}': choose sgf, psq, renlib, rif, ggf, wthor, obf or moves")]
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
