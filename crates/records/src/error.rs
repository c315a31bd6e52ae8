//! Errors, warnings and losses, each with its location in the file.
//!
//! Nothing is dropped silently: a reader that skips something adds a [`Warning`], and a writer names each
//! [`ConversionLoss`].

use crate::Format;
use std::fmt;
use tengen_board::Size;
use tengen_games::GameKind;

/// A location in the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Location {
    /// Offset in bytes from the start of the input.
    pub offset: u64,
    /// Length in bytes; 0 for a location between two bytes, such as the end of the input.
    pub len: usize,
    /// Line and column, both from 1, the column in bytes; `None` in binary formats.
    pub line_column: Option<(u64, u64)>,
}

impl Location {
    /// A location in a binary file.
    pub const fn byte(offset: u64, len: usize) -> Location {
        Location { offset, len, line_column: None }
    }

    /// A location in a text. Lines end with LF, CR or CRLF. An offset past the end means the end.
    pub fn in_text(text: &[u8], offset: usize, len: usize) -> Location {
        let before = &text[..offset.min(text.len())];
        let mut line = 1;
        let mut start = 0;
        for (i, &byte) in before.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => text.get(i + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                line += 1;
                start = i + 1;
            }
        }
        Location {
            offset: before.len() as u64,
            len: len.min(text.len() - before.len()),
            line_column: Some((line, (before.len() - start) as u64 + 1)),
        }
    }

    /// The location in the whole input of a location found in a part of it that begins at `start`.
    #[must_use]
    pub fn after(self, start: Location) -> Location {
        Location {
            offset: start.offset + self.offset,
            len: self.len,
            line_column: match (start.line_column, self.line_column) {
                (Some((line, column)), Some((1, c))) => Some((line, column + c - 1)),
                (Some((line, _)), Some((l, c))) => Some((line + l - 1, c)),
                (None, own) => own,
                (Some(_), None) => None,
            },
        }
    }
}

/// `line 3, column 14`, or `byte 512` in binary formats.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line_column {
            Some((line, column)) => write!(f, "line {line}, column {column}"),
            None => write!(f, "byte {}", self.offset),
        }
    }
}

/// Input that cannot be read: where, what was expected, what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{format}, {at}: expected {expected}, found {found}")]
pub struct ReadError {
    /// The format it was read as.
    pub format: Format,
    /// Where.
    pub at: Location,
    /// What would be right, in plain words.
    pub expected: String,
    /// What is there instead.
    pub found: String,
}

impl ReadError {
    /// An error in a file of `format`.
    pub fn new(
        format: Format,
        at: Location,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> ReadError {
        ReadError { format, at, expected: expected.into(), found: found.into() }
    }
}

/// Something that a reader skipped or read differently from what is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The index of its record in the input, from 0; `None` if it is in no record.
    pub record: Option<usize>,
    /// Where.
    pub at: Location,
    /// What is wrong there and how it was read.
    pub what: String,
    /// The same as data, for front ends with words of their own.
    pub kind: WarningKind,
}

impl Warning {
    /// A warning that is only described in words.
    pub fn new(at: Location, what: impl Into<String>) -> Warning {
        Warning { record: None, at, what: what.into(), kind: WarningKind::Other }
    }
}

/// What a warning is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum WarningKind {
    /// Something else, which [`Warning::what`] describes.
    #[default]
    Other,
    /// The input does not name its game, and was read as this one.
    AssumedGame(GameKind, Size),
    /// Something else belongs here; it was left out, with the rest of its line.
    LeftOut {
        /// What would be right, in plain English words.
        expected: String,
        /// What is there instead, as a quotation.
        found: String,
    },
    /// The number of further warnings, which are not listed.
    Further(usize),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

/// Something in a record that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConversionLoss {
    /// The index of the record, from 0.
    pub record: usize,
    /// What was left out or written less exactly, such as `comments (12)`.
    pub what: String,
}

impl fmt::Display for ConversionLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.record + 1, self.what)
    }
}

/// Records that cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Tengen reads the format but does not write it.
    #[error("{0} is read, not written")]
    ReadOnly(Format),
    /// The format does not have this game.
    #[error("{format} cannot hold {game}")]
    Game {
        /// The format.
        format: Format,
        /// The game.
        game: GameKind,
    },
    /// The format holds one game a file.
    #[error("{format} holds one game a file, not {count}: write each to a file of its own")]
    Many {
        /// The format.
        format: Format,
        /// The number of records.
        count: usize,
    },
    /// There is no record, and the format has no empty file.
    #[error("{0} cannot be empty: there is no record to write")]
    Empty(Format),
    /// Without this part of a record the file would be wrong.
    #[error("record {} cannot be written as {format}: {what}", .record + 1)]
    Record {
        /// The format.
        format: Format,
        /// The index of the record, from 0.
        record: usize,
        /// Why.
        what: String,
    },
}

/// Quotes a piece of input for a message: shortened, with control characters and invalid text escaped.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const MOST: usize = 24;
    if bytes.is_empty() {
        return "nothing".into();
    }
    let cut = &bytes[..bytes.len().min(MOST)];
    let text: String = match std::str::from_utf8(cut) {
        Ok(text) => text.chars().flat_map(char::escape_debug).collect(),
        Err(e) if e.error_len().is_none() && e.valid_up_to() > 0 => {
            String::from_utf8_lossy(&cut[..e.valid_up_to()]).chars().flat_map(char::escape_debug).collect()
        }
        Err(_) => cut.escape_ascii().to_string(),
    };
    format!("'{text}{}'", if bytes.len() > MOST { "…" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_columns() {
        let text = b"ab\ncd\r\nef\rgh";
        let at = |offset| Location::in_text(text, offset, 1).line_column.unwrap();
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 2));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(7), (3, 1));
        assert_eq!(at(10), (4, 1));
        assert_eq!(
            Location::in_text(text, 99, 5),
            Location { offset: 12, len: 0, line_column: Some((4, 3)) }
        );
        assert_eq!(Location::in_text(b"x", 1, 0).to_string(), "line 1, column 2");
        assert_eq!(Location::byte(7, 1).to_string(), "byte 7");
    }

    #[test]
    fn a_place_in_a_part_is_a_place_in_the_whole() {
        let whole = b"one\ntwo\nthree\nfour";
        for cut in 0..whole.len() {
            let start = Location::in_text(whole, cut, 0);
            for offset in cut..=whole.len() {
                assert_eq!(
                    Location::in_text(&whole[cut..], offset - cut, 1).after(start),
                    Location::in_text(whole, offset, 1)
                );
            }
        }
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote(b""), "nothing");
        assert_eq!(quote(b"a\nb"), "'a\\nb'");
        assert_eq!(quote(&[0xff, 0x00]), "'\\xff\\x00'");
        assert_eq!(quote("天元天元天元天元天元".as_bytes()), "'天元天元天元天元…'");
        assert!(quote(&[b'x'; 1000]).len() < 40);
    }
}
