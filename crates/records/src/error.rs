//! Errors and warnings, each with its location in the file.
//!
//! Nothing is dropped silently: a reader that skips something adds a [`Warning`], and a writer names each
//! [`ConversionLoss`](crate::ConversionLoss).

use crate::{Expected, Format, Found, NodeId, Record, Tree, Unwritable};
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
        let (line, start) = if before.contains(&b'\r') {
            last_line(before, text.get(before.len()).copied())
        } else {
            // LF alone, as in most files, is counted without a branch for each byte.
            let last = before.iter().rposition(|&byte| byte == b'\n');
            let ends: usize = before.iter().map(|&byte| usize::from(byte == b'\n')).sum();
            (1 + ends as u64, last.map_or(0, |last| last + 1))
        };
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

/// The number of the last line of a text, from 1, and where it begins. `next` is the byte after the text.
fn last_line(text: &[u8], next: Option<u8>) -> (u64, usize) {
    let (mut line, mut start) = (1, 0);
    for (i, &byte) in text.iter().enumerate() {
        let ends = match byte {
            b'\n' => true,
            b'\r' => text.get(i + 1).copied().or(next) != Some(b'\n'),
            _ => false,
        };
        if ends {
            line += 1;
            start = i + 1;
        }
    }
    (line, start)
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
    /// What would be right.
    pub expected: Expected,
    /// What is there instead.
    pub found: Found,
}

impl ReadError {
    /// An error in a file of `format`.
    pub fn new(format: Format, at: Location, expected: Expected, found: Found) -> ReadError {
        ReadError { format, at, expected, found }
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
    pub kind: WarningKind,
    /// Where the record lacks moves or stones of the input because of it; `None` if all of them are there.
    pub gap: Option<Gap>,
    /// True if a strict reader refuses the input because of it.
    pub refused: bool,
}

impl Warning {
    /// A warning about no record in particular, with which a strict reader goes on too.
    pub fn new(at: Location, kind: WarningKind) -> Warning {
        Warning { record: None, at, kind, gap: None, refused: false }
    }
}

/// Where a record lacks moves or stones of its input. From there on its line is not the one that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// In this node: its position is not that of the input.
    At(NodeId),
    /// After this node, whose position is right.
    After(NodeId),
}

impl Gap {
    /// After the main line of a record.
    pub(crate) fn at_end(record: &Record) -> Gap {
        Gap::After(record.tree.main_line().last().unwrap_or(Tree::ROOT))
    }
}

/// Adds a warning if there are fewer than `most`. The first one with a [`Gap`] is never left out.
pub(crate) fn push_warning(list: &mut Vec<Warning>, most: usize, warning: Warning) {
    if list.len() < most {
        list.push(warning);
    } else if warning.gap.is_some() && list.iter().all(|w| w.gap.is_none()) {
        list.pop();
        list.push(warning);
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.kind)
    }
}

/// What a warning is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WarningKind {
    /// Something else belongs here.
    Fault {
        /// What would be right.
        expected: Expected,
        /// What is there instead.
        found: Found,
        /// How it was read.
        remedy: Remedy,
    },
    /// The input does not name its game, and was read as this one.
    AssumedGame(GameKind, Size),
    /// The rules are unknown; they are kept as they are, and the game is read by others.
    UnknownRules {
        /// The rules that the input names.
        rules: String,
        /// The rules by which it is read, [as text](tengen_games::GameSpec::rules_text).
        read_as: String,
    },
    /// A komi that is not meant as written: the text, and the points that it means.
    Komi(String, String),
    /// Texts are decoded from this character set, and why.
    Charset(CharsetDoubt, &'static str),
    /// Some bytes of a text mean no letter of this character set.
    Letters(&'static str),
    /// A property that is given twice, by its name; the first one is used.
    Twice(String),
    /// A second move in one node; it has a node of its own.
    SecondMove,
    /// A point that is set up twice; the later stone is used.
    SetUpTwice,
    /// A variation is announced that does not follow: a part of a library, or one that is cut short.
    MissingVariation,
    /// The input has no name for this player or tournament, which it gives by number.
    Unnamed(Named, String),
    /// The number of further warnings, which are not listed.
    Further(usize),
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WarningKind::Fault { expected, found, remedy } => {
                write!(f, "expected {expected}, found {found}; {remedy}")
            }
            WarningKind::AssumedGame(game, size) => {
                write!(f, "the game is not named; read as {game} {size}")
            }
            WarningKind::UnknownRules { rules, read_as } => {
                write!(f, "unknown rules '{rules}'; read as {read_as}, and kept as they are")
            }
            WarningKind::Komi(text, points) => write!(f, "a komi of '{text}' is read as {points} points"),
            WarningKind::Charset(doubt, read_as) => {
                let why = match doubt {
                    CharsetDoubt::Absent => "no character set is named",
                    CharsetDoubt::Unknown => "the character set named is unknown",
                    CharsetDoubt::Wrong => "the texts are not in the character set named",
                };
                write!(f, "{why}; read as {read_as}")
            }
            WarningKind::Letters(set) => {
                write!(f, "some bytes are no letters of {set}; read as '\u{fffd}'")
            }
            WarningKind::Twice(name) => write!(f, "{name} is given twice; the first is used"),
            WarningKind::SecondMove => f.write_str("a second move in one node; given a node of its own"),
            WarningKind::SetUpTwice => f.write_str("a point set up twice; the later stone is used"),
            WarningKind::MissingVariation => f.write_str(
                "a variation is announced that does not follow: a part of a library, or cut short",
            ),
            WarningKind::Unnamed(Named::Player, number) => write!(f, "player {number} has no name here"),
            WarningKind::Unnamed(Named::Tournament, number) => {
                write!(f, "tournament {number} has no name here")
            }
            WarningKind::Further(count) => write!(f, "and {count} more like these"),
        }
    }
}

/// How a reader goes on after something that is not right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// It is left out.
    LeftOut,
    /// It is left out, with the rest of its line or game.
    RestLeftOut,
    /// It is kept as it is, without a meaning.
    Kept,
    /// What is missing is added.
    Added,
    /// The game ends there.
    GameEnds,
    /// It is read as a variation.
    Variation,
    /// A board of this size is used instead.
    Board(Size),
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Remedy::LeftOut => "left out",
            Remedy::RestLeftOut => "the rest was left out",
            Remedy::Kept => "kept as it is",
            Remedy::Added => "read as if it were there",
            Remedy::GameEnds => "the game ends there",
            Remedy::Variation => "read as a variation",
            Remedy::Board(size) => return write!(f, "read as {size}"),
        })
    }
}

/// Why texts are not decoded from the character set that the input names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CharsetDoubt {
    /// It names none, and not all text is ASCII.
    Absent,
    /// It names no known set.
    Unknown,
    /// The texts are not well formed in the set that it names.
    Wrong,
}

/// What a file gives by number, with the name elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A player.
    Player,
    /// A tournament.
    Tournament,
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
    #[error("record {} cannot be written as {format}: {why}", .record + 1)]
    Record {
        /// The format.
        format: Format,
        /// The index of the record, from 0.
        record: usize,
        /// Why.
        why: Unwritable,
    },
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
}
