//! The bytes of a book file: a header, a table of pages, and pages of positions in ascending order.
//!
//! `docs/othello-book.md` describes them to the byte. All numbers are little-endian. Each part has a checksum: the
//! header is checked when a book is opened, a page and its row of the table when it is first read.

use super::discs::{Discs, PASS};
use super::{BookEntry, BookError, BookPart, Leaf, Settings};
use crate::checksum::checksum;

/// The first bytes of a file.
pub(crate) const MAGIC: [u8; 8] = *b"TengenOB";
const VERSION: u32 = 1;
/// The bytes of the header.
pub(crate) const HEADER: usize = 64;
/// The bytes of a page.
pub(crate) const PAGE: usize = 16384;
/// The bytes of a position.
pub(crate) const RECORD: usize = 24;
/// Positions in a page; the rest of its bytes is zero.
pub(crate) const PER_PAGE: usize = PAGE / RECORD;
/// The bytes of a page in the table: its first position and its checksum.
pub(crate) const ROW: usize = 24;

/// The byte of a move where there is none.
const NO_MOVE: u8 = 65;
const LEAF_EXACT: u8 = 1;
const HAS_LEAF: u8 = 2;
const EXACT: u8 = 4;

/// The number in the first eight bytes.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[i]))
}

fn small(bytes: &[u8]) -> i16 {
    i16::from_le_bytes([bytes[0], bytes[1]])
}

/// What the header says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Header {
    pub(crate) settings: Settings,
    pub(crate) positions: u64,
    pub(crate) table_sum: u64,
}

impl Header {
    pub(crate) fn pages(&self) -> u64 {
        self.positions.div_ceil(PER_PAGE as u64)
    }

    /// Where the first page begins: the next multiple of 4096 after the table.
    pub(crate) fn pages_at(&self) -> u64 {
        (HEADER as u64 + self.pages() * ROW as u64).next_multiple_of(4096)
    }

    /// The length of the whole file.
    pub(crate) fn file_length(&self) -> u64 {
        self.pages_at() + self.pages() * PAGE as u64
    }

    pub(crate) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(PAGE as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&self.positions.to_le_bytes());
        let Settings { depth, solve, empties, error } = self.settings;
        bytes[24..27].copy_from_slice(&[depth, solve, empties]);
        bytes[28..30].copy_from_slice(&error.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.table_sum.to_le_bytes());
        let sum = checksum(&bytes[..56]);
        bytes[56..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file and compares the file's length with it.
    pub(crate) fn read(file: &[u8]) -> Result<Header, BookError> {
        if file.len() < HEADER || file[..8] != MAGIC {
            return Err(BookError::NotABook);
        }
        let version = u32::from_le_bytes([file[8], file[9], file[10], file[11]]);
        if version != VERSION {
            return Err(BookError::Version { found: version, wanted: VERSION });
        }
        if checksum(&file[..56]) != number(&file[56..]) {
            return Err(BookError::Spoilt { part: BookPart::Header, at: 0 });
        }
        let page = u32::from_le_bytes([file[12], file[13], file[14], file[15]]);
        let error = small(&file[28..]);
        let settings = Settings { depth: file[24], solve: file[25], empties: file[26], error: error as u16 };
        let header = Header { settings, positions: number(&file[16..]), table_sum: number(&file[40..]) };
        // Far more positions than any file holds would overflow the lengths.
        if page as usize != PAGE || header.positions > 1 << 50 || settings.check().is_err() {
            return Err(BookError::Spoilt { part: BookPart::Header, at: 12 });
        }
        match header.file_length() {
            wanted if wanted == file.len() as u64 => Ok(header),
            wanted => Err(BookError::Length { found: file.len() as u64, wanted }),
        }
    }
}

/// The bytes of a position.
pub(crate) fn write_entry(entry: &BookEntry) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&entry.discs.own.to_le_bytes());
    bytes[8..16].copy_from_slice(&entry.discs.opp.to_le_bytes());
    bytes[16..18].copy_from_slice(&entry.value.to_le_bytes());
    let leaf = entry.leaf.unwrap_or(Leaf { mv: None, value: 0, exact: false });
    bytes[18..20].copy_from_slice(&leaf.value.to_le_bytes());
    bytes[20] = leaf.mv.unwrap_or(NO_MOVE);
    bytes[21] = entry.level;
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    bytes[22] =
        flag(leaf.exact, LEAF_EXACT) | flag(entry.leaf.is_some(), HAS_LEAF) | flag(entry.exact, EXACT);
    bytes
}

/// The position in the first bytes; `None` if they hold none.
pub(crate) fn read_entry(bytes: &[u8]) -> Option<BookEntry> {
    let discs = Discs { own: number(bytes), opp: number(&bytes[8..]) };
    let (mv, level, flags) = (bytes[20], bytes[21], bytes[22]);
    if !discs.is_board() || mv > NO_MOVE || flags > 7 || bytes[23] != 0 {
        return None;
    }
    let mv = (mv <= PASS).then_some(mv);
    let leaf = Leaf { mv, value: small(&bytes[18..]), exact: flags & LEAF_EXACT != 0 };
    Some(BookEntry {
        discs,
        value: small(&bytes[16..]),
        exact: flags & EXACT != 0,
        leaf: (flags & HAS_LEAF != 0).then_some(leaf),
        level,
    })
}

/// The whole file of `entries`, which must be in ascending order.
pub(crate) fn write_file(settings: Settings, entries: &[BookEntry]) -> Vec<u8> {
    let header = Header { settings, positions: entries.len() as u64, table_sum: 0 };
    let mut file = vec![0; header.file_length() as usize];
    let pages_at = header.pages_at() as usize;
    for (number, chunk) in entries.chunks(PER_PAGE).enumerate() {
        let page = &mut file[pages_at + number * PAGE..][..PAGE];
        for (entry, place) in chunk.iter().zip(page.chunks_exact_mut(RECORD)) {
            place.copy_from_slice(&write_entry(entry));
        }
        let (first, sum) = (chunk[0].discs, checksum(page));
        let row = &mut file[HEADER + number * ROW..][..ROW];
        row[..8].copy_from_slice(&first.own.to_le_bytes());
        row[8..16].copy_from_slice(&first.opp.to_le_bytes());
        row[16..].copy_from_slice(&sum.to_le_bytes());
    }
    let table_sum = checksum(&file[HEADER..pages_at]);
    file[..HEADER].copy_from_slice(&Header { table_sum, ..header }.to_bytes());
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_everything() {
        let discs = Discs::start().canonical().0;
        let leaf = |mv, value, exact| Some(Leaf { mv, value, exact });
        for leaf in [None, leaf(Some(19), -345, false), leaf(Some(PASS), 6400, true), leaf(None, -200, true)]
        {
            for exact in [false, true] {
                let entry = BookEntry { discs, value: -17, exact, leaf, level: 21 };
                assert_eq!(read_entry(&write_entry(&entry)), Some(entry));
            }
        }
    }
}
