//! The searches of a run, kept in a file beside the book while it grows.
//!
//! Growth is deterministic: with the same book and options it asks for the same searches in the same order. So a run
//! that was cut off is continued by running it again with the results of its searches at hand. The journal is these
//! results and nothing else: a header, then a record for each search, each with a checksum. A record that was cut off
//! is dropped, with the search it belonged to.

use super::Settings;
use super::discs::{Discs, PASS};
use super::format::number;
use super::searcher::FoundMove;
use crate::checksum::checksum;
use std::collections::HashMap;
use std::fmt;

const MAGIC: [u8; 8] = *b"TengenOJ";
const VERSION: u8 = 1;
const HEADER: usize = 24;
const RECORD: usize = 40;

/// The searches of a run so far.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    found: HashMap<(Discs, u64), FoundMove>,
}

/// Why a journal cannot be continued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JournalError {
    /// It does not begin as a journal.
    NotAJournal,
    /// Its searches were made with other settings.
    Settings {
        /// Depth and empties to solve from, of the journal.
        found: (u8, u8),
        /// Those of the book.
        wanted: (u8, u8),
    },
    /// A record in the middle is spoilt.
    Spoilt {
        /// Its first byte in the file.
        at: usize,
    },
}

impl std::error::Error for JournalError {}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::NotAJournal => write!(f, "this is no journal of a growing book"),
            JournalError::Settings { found, wanted } => write!(
                f,
                "the searches in it have depth {}, solve {}, but the book has depth {}, solve {}",
                found.0, found.1, wanted.0, wanted.1
            ),
            JournalError::Spoilt { at } => write!(f, "the search at byte {at} is spoilt"),
        }
    }
}

impl Journal {
    /// The first bytes of a journal for a book with these settings.
    pub fn header(settings: Settings) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..11].copy_from_slice(&[VERSION, settings.depth, settings.solve]);
        let sum = checksum(&bytes[..16]);
        bytes[16..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The bytes of one search: a position, the set of moves that were not searched, and what was found.
    pub(crate) fn record(discs: Discs, excluded: u64, found: FoundMove) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&discs.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&discs.opp.to_le_bytes());
        bytes[16..24].copy_from_slice(&excluded.to_le_bytes());
        bytes[24..26].copy_from_slice(&found.value.to_le_bytes());
        bytes[26] = found.mv;
        bytes[27] = u8::from(found.exact);
        let sum = checksum(&bytes[..32]);
        bytes[32..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a journal that was kept for a book with these settings, and returns how many of its bytes are whole
    /// records. What follows them is a record that was cut off; new records replace it.
    ///
    /// # Errors
    /// Why the journal is not one for this book.
    pub fn read(bytes: &[u8], settings: Settings) -> Result<(Journal, usize), JournalError> {
        if bytes.len() < HEADER {
            // A header that was cut off: nothing had been searched.
            let is_start = Journal::header(settings).starts_with(bytes);
            return if is_start { Ok((Journal::default(), 0)) } else { Err(JournalError::NotAJournal) };
        }
        if bytes[..8] != MAGIC || bytes[8] != VERSION || checksum(&bytes[..16]) != number(&bytes[16..]) {
            return Err(JournalError::NotAJournal);
        }
        let (found, wanted) = ((bytes[9], bytes[10]), (settings.depth, settings.solve));
        if found != wanted {
            return Err(JournalError::Settings { found, wanted });
        }
        let mut journal = Journal::default();
        let mut whole = HEADER;
        for record in bytes[HEADER..].chunks_exact(RECORD) {
            if checksum(&record[..32]) != number(&record[32..]) || record[26] > PASS {
                // Only the last record can have been cut off by a power failure.
                if whole + 2 * RECORD <= bytes.len() {
                    return Err(JournalError::Spoilt { at: whole });
                }
                break;
            }
            let discs = Discs { own: number(record), opp: number(&record[8..]) };
            let value = i16::from_le_bytes([record[24], record[25]]);
            let found = FoundMove { mv: record[26], value, exact: record[27] != 0 };
            journal.found.insert((discs, number(&record[16..])), found);
            whole += RECORD;
        }
        Ok((journal, whole))
    }

    /// What an earlier search found.
    pub(crate) fn get(&self, discs: Discs, excluded: u64) -> Option<FoundMove> {
        self.found.get(&(discs, excluded)).copied()
    }

    /// The number of searches.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is no search.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}
