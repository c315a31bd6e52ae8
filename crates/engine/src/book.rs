//! Opening books to play by, and what is wrong with one.

use std::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;

/// An opening book to play by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookChoice {
    /// Its file.
    pub file: PathBuf,
    /// How much worse than the best a move of the book may be: in Othello hundredths of a disc.
    pub randomness: u16,
}

/// Why no engine plays by an opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookFault {
    /// This game, or this engine at this level, is played without a book.
    NotUsed,
    /// The file cannot be read: the kind of the system's error, and its message.
    System(ErrorKind, String),
    /// The file is no book, or a spoilt one.
    File(BookError),
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::NotUsed => f.write_str("an opening book is for Othello on 8x8 at the strongest level"),
            BookFault::System(_, message) => f.write_str(message),
            BookFault::File(error) => error.fmt(f),
        }
    }
}

/// A file that is no book of an engine, or a spoilt one.
///
/// The enumeration is exhaustive on purpose: a new variant does not compile until each language has a text for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookError {
    /// It does not begin as a book.
    NotABook,
    /// A version of the format that this program does not read.
    Version {
        /// The file's.
        found: u32,
        /// What this program reads.
        wanted: u32,
    },
    /// The file is shorter or longer than its header says.
    Length {
        /// Its length in bytes.
        found: u64,
        /// What the header says.
        wanted: u64,
    },
    /// A part does not have its checksum, or holds what no book holds.
    Spoilt {
        /// The part.
        part: BookPart,
        /// Its first byte in the file.
        at: u64,
    },
}

/// A part of the file of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookPart {
    /// The header.
    Header,
    /// The table of pages.
    PageTable,
    /// A page, from 1.
    Page(usize),
    /// A position of a page, from 1.
    PositionOfPage(usize),
}

impl std::error::Error for BookError {}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::NotABook => write!(f, "this is no opening book of Tengen: it begins with other bytes"),
            BookError::Version { found, wanted } => {
                write!(f, "the book has version {found} of the format, expected version {wanted}")
            }
            BookError::Length { found, wanted } => {
                write!(f, "the book has {found} bytes, expected {wanted}: it was cut off or changed")
            }
            BookError::Spoilt { part, at } => {
                write!(f, "{part} (byte {at}) of the book is spoilt: make the book again, or take a copy")
            }
        }
    }
}

impl fmt::Display for BookPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookPart::Header => f.write_str("the header"),
            BookPart::PageTable => f.write_str("the table of pages"),
            BookPart::Page(page) => write!(f, "page {page}"),
            BookPart::PositionOfPage(page) => write!(f, "a position of page {page}"),
        }
    }
}
