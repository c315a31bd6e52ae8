//! A table as a file, so that its entries outlive the program.
//!
//! The format, all numbers little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `TENGENTT` |
//! | 2 | version of the format, 1 |
//! | 2, then as many | length of the next text, and the text: whose entries these are, such as `othello 1, 8x8` |
//! | 8 | the number of entries |
//! | 8 for each word | the entries; two words each, the position's key and the packed data, unless the text stands for others |
//! | 8 | the check sum: from 0xcbf29ce484222325, for each byte of the head and each word of 8 bytes of the entries exclusive or, then times 0x100000001b3, then exclusive or with itself shifted right by 29 |
//!
//! A file is checked from its first byte to its last before the table changes.

use super::{Entry, Table};
use std::io::{self, Read, Seek, SeekFrom, Write};

const MAGIC: &[u8; 8] = b"TENGENTT";
const VERSION: u16 = 1;
/// Entries read or written at once.
const CHUNK: usize = 4096;

/// Why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The engine has none.
    #[error("this engine keeps no table")]
    NoTable,
    /// It has none for this game.
    #[error("nothing is kept for {0} yet: let the engine think first")]
    Empty(String),
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no file of this kind.
    #[error("this is no table of Tengen's: it does not begin with TENGENTT")]
    Foreign,
    /// It is of another version.
    #[error("a table file of version {0}: this program reads version {VERSION}")]
    Version(u16),
    /// It has the entries of another search, game or size.
    #[error("the table is for '{found}', and '{wanted}' is wanted")]
    Another {
        /// What the file names.
        found: String,
        /// What the engine plays.
        wanted: String,
    },
    /// It is truncated, too long, or has an impossible entry.
    #[error("the table file is damaged at byte {at}: {what}")]
    Damaged {
        /// Where, counted from 0.
        at: u64,
        /// What is wrong.
        what: &'static str,
    },
}

/// A file to read a table from: it is read twice, first to check it.
pub trait TableSource: Read + Seek {}

impl<T: Read + Seek> TableSource for T {}

/// As FNV-1a, but over words and mixed downwards too: enough to see damage, and as fast as the disc.
struct Sum(u64);

impl Sum {
    fn new() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        // The product carries upwards only.
        self.0 ^= self.0 >> 29;
    }

    fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.add(u64::from(b)));
    }
}

impl Table {
    /// Writes every entry. `whose` names the search that made them, the version of what its entries mean, and the
    /// game's rules and size: only a search of the same name reads them. Returns the number of entries.
    ///
    /// # Errors
    /// Those of writing.
    pub fn save(&self, whose: &str, out: &mut dyn Write) -> Result<u64, TableError> {
        let count = self.ageless().count() as u64;
        write_table(whose, count, self.ageless(), out)?;
        Ok(count)
    }

    /// Replaces its entries by those of a file, as far as they fit. `whose` is as in [`Table::save`]. `sound` is true
    /// for an entry that the search can produce: files come from anywhere. Returns the number of entries in the file.
    ///
    /// # Errors
    /// [`TableError`]; the table is unchanged.
    pub fn load(
        &mut self,
        whose: &str,
        source: &mut dyn TableSource,
        sound: &dyn Fn(&Entry) -> bool,
    ) -> Result<u64, TableError> {
        let start = source.stream_position()?;
        // First pass: check everything, change nothing.
        read_table(source, whose, &mut |[_, data]| Entry::unpack(data).is_some_and(|entry| sound(&entry)))?;
        source.seek(SeekFrom::Start(start))?;
        self.clear();
        read_table(source, whose, &mut |[key, data]| {
            if let Some(entry) = Entry::unpack(data) {
                self.put(key, entry);
            }
            true
        })
    }

    /// The entries in use, without their age: it is of no use to another search.
    fn ageless(&self) -> impl Iterator<Item = [u64; 2]> {
        self.entries().map(|(key, data)| [key, data & !(0x3f << 58)])
    }
}

/// Writes a file of `count` entries of `N` words each. `whose` is as in [`Table::save`].
///
/// # Errors
/// Those of writing.
pub fn write_table<const N: usize>(
    whose: &str,
    count: u64,
    entries: impl Iterator<Item = [u64; N]>,
    out: &mut dyn Write,
) -> Result<(), TableError> {
    let length = u16::try_from(whose.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "the name is too long"))?;
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(length.to_le_bytes());
    head.extend(whose.as_bytes());
    head.extend(count.to_le_bytes());
    let mut sum = Sum::new();
    sum.bytes(&head);
    out.write_all(&head)?;
    let mut buffer = Vec::with_capacity(8 * N * CHUNK);
    for entry in entries {
        for word in entry {
            sum.add(word);
            buffer.extend(word.to_le_bytes());
        }
        if buffer.len() == 8 * N * CHUNK {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    buffer.extend(sum.0.to_le_bytes());
    out.write_all(&buffer)?;
    out.flush()?;
    Ok(())
}

/// Reads a file of entries of `N` words each and passes each one to `take`, which refuses impossible ones. Returns the
/// number of entries. `take` gets them before the whole file is checked: read it twice, first to check it.
///
/// # Errors
/// [`TableError`].
pub fn read_table<const N: usize>(
    source: &mut dyn TableSource,
    whose: &str,
    take: &mut dyn FnMut([u64; N]) -> bool,
) -> Result<u64, TableError> {
    let mut sum = Sum::new();
    let mut at = 0;
    let mut part = |source: &mut dyn TableSource, bytes: &mut [u8], sum: &mut Sum| {
        exact(source, bytes, &mut at)?;
        sum.bytes(bytes);
        Ok::<(), TableError>(())
    };
    let mut magic = [0; 8];
    match part(source, &mut magic, &mut sum) {
        Err(TableError::Damaged { .. }) => return Err(TableError::Foreign),
        other => other?,
    }
    if magic != *MAGIC {
        return Err(TableError::Foreign);
    }
    let mut two = [0; 2];
    part(source, &mut two, &mut sum)?;
    if u16::from_le_bytes(two) != VERSION {
        return Err(TableError::Version(u16::from_le_bytes(two)));
    }
    part(source, &mut two, &mut sum)?;
    let mut name = vec![0; usize::from(u16::from_le_bytes(two))];
    part(source, &mut name, &mut sum)?;
    if name != whose.as_bytes() {
        let found = String::from_utf8_lossy(&name).chars().take(80).filter(|c| !c.is_control()).collect();
        return Err(TableError::Another { found, wanted: whose.into() });
    }
    let mut eight = [0; 8];
    part(source, &mut eight, &mut sum)?;
    let count = u64::from_le_bytes(eight);
    let size = 8 * N;
    let mut buffer = vec![0; size * CHUNK];
    let mut left = count;
    while left > 0 {
        let n = left.min(CHUNK as u64) as usize;
        exact(source, &mut buffer[..size * n], &mut at)?;
        for (i, entry) in buffer[..size * n].chunks_exact(size).enumerate() {
            let (words, _) = entry.as_chunks::<8>();
            let entry: [u64; N] = std::array::from_fn(|i| u64::from_le_bytes(words[i]));
            entry.into_iter().for_each(|word| sum.add(word));
            if !take(entry) {
                let at = at - (size * (n - i)) as u64;
                return Err(TableError::Damaged { at, what: "an entry that this search cannot have" });
            }
        }
        left -= n as u64;
    }
    exact(source, &mut eight, &mut at)?;
    if u64::from_le_bytes(eight) != sum.0 {
        return Err(TableError::Damaged { at: at - 8, what: "the check sum is another" });
    }
    if source.read(&mut [0])? > 0 {
        return Err(TableError::Damaged { at, what: "there is more after the end" });
    }
    Ok(count)
}

fn exact(source: &mut dyn TableSource, bytes: &mut [u8], at: &mut u64) -> Result<(), TableError> {
    match source.read_exact(bytes) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
            Err(TableError::Damaged { at: *at, what: "the file ends in the middle" })
        }
        other => {
            *at += bytes.len() as u64;
            Ok(other?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;
    use std::io::Cursor;
    use tengen_board::random::SplitMix64;

    fn filled(count: u64) -> (Table, Vec<(u64, Entry)>) {
        let table = Table::new(1);
        let mut rng = SplitMix64(count);
        let entries: Vec<(u64, Entry)> = (0..count)
            .map(|n| {
                let bound = [Bound::Lower, Bound::Upper, Bound::Exact][rng.below(3)];
                let entry = Entry { value: n as i16, bound, depth: n as u8, mv: 3, extra: !n as u16 };
                (rng.next_u64(), entry)
            })
            .collect();
        entries.iter().for_each(|(key, entry)| table.put(*key, *entry));
        (table, entries)
    }

    fn saved(count: u64) -> (Vec<u8>, Vec<(u64, Entry)>) {
        let (table, entries) = filled(count);
        table.new_search();
        let mut bytes = Vec::new();
        assert_eq!(table.save("game 1, 8x8", &mut bytes).unwrap(), count);
        (bytes, entries)
    }

    fn load(table: &mut Table, bytes: &[u8]) -> Result<u64, TableError> {
        table.load("game 1, 8x8", &mut Cursor::new(bytes), &|entry| entry.mv < 64)
    }

    #[test]
    fn what_was_saved_comes_back_into_a_table_of_any_size() {
        for count in [0, 1, 2000] {
            let (bytes, entries) = saved(count);
            for mib in [1, 3] {
                let mut table = Table::new(mib);
                table.put(77, entries.first().map_or_else(|| filled(1).1[0].1, |e| e.1));
                assert_eq!(load(&mut table, &bytes).unwrap(), count);
                assert!(entries.iter().all(|(key, entry)| table.get(*key) == Some(*entry)));
                assert_eq!(table.get(77), None, "what was there before is gone");
            }
        }
    }

    #[test]
    fn a_damaged_file_says_what_is_wrong_and_changes_nothing() {
        let (bytes, _) = saved(20);
        let (mut table, kept) = filled(50);
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut bad = bytes.clone();
                bad[at] ^= change;
                let why = load(&mut table, &bad).expect_err("damage is seen").to_string();
                assert!(!why.is_empty());
            }
            assert!(load(&mut table, &bytes[..at]).is_err(), "cut off at {at}");
        }
        let mut more = bytes.clone();
        more.push(0);
        assert!(
            matches!(load(&mut table, &more), Err(TableError::Damaged { what, .. }) if what.contains("more"))
        );
        let mut cursor = Cursor::new(&bytes);
        let other = table.load("game 1, 9x9", &mut cursor, &|_| true).unwrap_err().to_string();
        assert!(other.contains("8x8") && other.contains("9x9"), "{other}");
        let unsound = table.load("game 1, 8x8", &mut Cursor::new(&bytes), &|entry| entry.mv != 3);
        assert!(matches!(unsound, Err(TableError::Damaged { .. })));
        assert!(kept.iter().all(|(key, entry)| table.get(*key) == Some(*entry)), "the table is as it was");
    }

    #[test]
    fn a_count_beyond_all_measure_costs_no_memory() {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([1, 0, 11, 0]);
        bytes.extend(b"game 1, 8x8");
        bytes.extend(u64::MAX.to_le_bytes());
        assert!(matches!(load(&mut Table::new(1), &bytes), Err(TableError::Damaged { at: 31, .. })));
    }
}
