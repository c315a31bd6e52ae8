//! The transposition table of boards up to 8×8. Every entry holds the whole board, so that no two positions are taken
//! for one. Larger boards have the table of `tengen-engine`, by 64-bit keys.
//!
//! A bucket is one cache line of three entries: the discs of both sides, and 32 bits of data. Threads share a table
//! without locks: both words of a board are stored mixed with the entry's data by exclusive or, after R. Hyatt and T.
//! Mann, "A lock-less transposition table implementation for parallel search", ICGA Journal 25(1), 2002. While an entry
//! is half written, its words therefore belong to no board.

use std::fmt;
use std::io::{SeekFrom, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use tengen_board::Size;
use tengen_engine::{Bound, Buckets, Entry, Table, TableError, TableSource, Zeroed, read_table, write_table};
use tengen_games::othello::wide::Wide;
use tengen_games::othello::{Bits, Board};

/// A transposition table of boards with the word `S`. The key of a board chooses its bucket.
pub(crate) trait SearchTable<S: Bits>: Sync + Sized {
    /// The key of a board.
    fn key(board: &Board<S>) -> u64;
    /// A table of `mib` mebibytes, 1 to [`Table::MAX_MIB`]; clamped.
    fn new(mib: usize) -> Self;
    /// Prefetches the bucket of a board with this key.
    fn prefetch(&self, key: u64);
    /// The entry of a board.
    fn get(&self, board: &Board<S>, key: u64) -> Option<Entry>;
    /// Stores the entry of a board. It replaces an older entry of the same board, else the least valuable entry of its
    /// bucket: depth less eight for each search since.
    fn put(&self, board: &Board<S>, key: u64, entry: Entry);
    /// Stores `entry` as `put` does, unless a deeper one of the same board is there, or an equally deep one with a
    /// larger `extra`; that one then counts as new.
    fn put_deepest(&self, board: &Board<S>, key: u64, entry: Entry);
    /// Starts a new search: older entries stay readable and are replaced first.
    fn new_search(&mut self);
    /// Starts a new search that reads no older entry; it goes as it would in an empty table.
    fn forget(&mut self);
    /// Writes every entry, for [`load`](SearchTable::load). Returns their number.
    fn save(&self, size: Size, out: &mut dyn Write) -> Result<u64, TableError>;
    /// Replaces its entries by those of a file for boards of `size`, whose values are at most `limit`, in hundredths of
    /// a disc. Returns their number.
    fn load(&mut self, size: Size, limit: i32, from: &mut dyn TableSource) -> Result<u64, TableError>;
}

/// The tag of a table file. Its number must change whenever the meaning of the entries changes.
fn tag(size: Size) -> String {
    format!("othello 5, {size}")
}

impl SearchTable<Wide> for Table {
    fn key(board: &Board<Wide>) -> u64 {
        board.key()
    }

    fn new(mib: usize) -> Table {
        Table::new(mib)
    }

    fn prefetch(&self, key: u64) {
        self.prefetch(key);
    }

    fn get(&self, _: &Board<Wide>, key: u64) -> Option<Entry> {
        self.get(key)
    }

    fn put(&self, _: &Board<Wide>, key: u64, entry: Entry) {
        self.put(key, entry);
    }

    fn put_deepest(&self, _: &Board<Wide>, key: u64, entry: Entry) {
        self.put_deepest(key, entry);
    }

    fn new_search(&mut self) {
        Table::new_search(self);
    }

    fn forget(&mut self) {
        self.forget();
    }

    fn save(&self, size: Size, out: &mut dyn Write) -> Result<u64, TableError> {
        self.save(&tag(size), out)
    }

    fn load(&mut self, size: Size, limit: i32, from: &mut dyn TableSource) -> Result<u64, TableError> {
        self.load(&tag(size), from, &|entry| i32::from(entry.value).abs() <= limit)
    }
}

/// Entries of a bucket.
const WAYS: usize = 3;
/// Bits of the age of an entry: searches before the last 63 count as new ones.
const AGE_BITS: u32 = 6;
const AGES: u32 = 1 << AGE_BITS;
/// How often a table can forget before it is cleared.
const EPOCHS: u32 = 1 << (32 - EPOCH_SHIFT);
const EPOCH_SHIFT: u32 = AGE_BITS * WAYS as u32;

#[repr(align(64))]
struct Bucket {
    /// The discs of each entry's board, own ones first, mixed with its data.
    boards: [[AtomicU64; 2]; WAYS],
    /// The packed entries; 0 where nothing is stored.
    data: [AtomicU32; WAYS],
    /// The age of each entry, the first in the lowest bits, and the epoch of all.
    ages: AtomicU32,
}

// SAFETY: zero is a valid value of its words.
unsafe impl Zeroed for Bucket {}

/// A transposition table of a fixed size for boards up to 8×8 of one size.
pub(crate) struct BoardTable {
    buckets: Buckets<Bucket>,
    /// The number of this search.
    age: u32,
    /// Changes when the table forgets. The entries of a bucket with another epoch count as none.
    epoch: u32,
}

/// The lowest bit of each field of the packed data.
const SQUARE_SHIFT: u32 = 14;
const EXTRA_SHIFT: u32 = 21;
const DEPTH_SHIFT: u32 = 24;
const BOUND_SHIFT: u32 = 30;
/// The square of an entry without a move.
const NO_SQUARE: u32 = 127;

/// Packs the value in 14 bits, the square in 7, `extra` in 3, the depth in 6 and the bound in 2.
#[inline(always)]
fn pack(entry: Entry) -> u32 {
    debug_assert!(entry.value.abs() < 1 << 13 && entry.extra < 8 && entry.depth < 64);
    debug_assert!(entry.mv < 64 || entry.mv == Entry::NO_MOVE);
    (entry.value as u32 & 0x3fff)
        | u32::from(entry.mv).min(NO_SQUARE) << SQUARE_SHIFT
        | u32::from(entry.extra) << EXTRA_SHIFT
        | u32::from(entry.depth) << DEPTH_SHIFT
        | (entry.bound as u32) << BOUND_SHIFT
}

#[inline(always)]
fn unpack(data: u32) -> Option<Entry> {
    let bound = match data >> BOUND_SHIFT {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let square = data >> SQUARE_SHIFT & 127;
    Some(Entry {
        value: (data << 2) as i16 >> 2,
        mv: if square == NO_SQUARE { Entry::NO_MOVE } else { square as u16 },
        extra: (data >> EXTRA_SHIFT & 7) as u16,
        depth: depth(data) as u8,
        bound,
    })
}

#[inline(always)]
fn depth(data: u32) -> u32 {
    data >> DEPTH_SHIFT & 63
}

/// The words of a board mixed with data, or the other way round. The product spreads every bit of the data.
#[inline(always)]
fn mixed([own, opp]: [u64; 2], data: u32) -> [u64; 2] {
    let mask = u64::from(data).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [own ^ mask, opp ^ mask.rotate_left(32)]
}

impl Bucket {
    /// The board and the data of an entry.
    #[inline(always)]
    fn read(&self, way: usize) -> ([u64; 2], u32) {
        let data = self.data[way].load(Ordering::Relaxed);
        let [own, opp] = &self.boards[way];
        (mixed([own.load(Ordering::Relaxed), opp.load(Ordering::Relaxed)], data), data)
    }

    #[inline(always)]
    fn write(&self, way: usize, board: [u64; 2], data: u32) {
        let [own, opp] = mixed(board, data);
        self.boards[way][0].store(own, Ordering::Relaxed);
        self.boards[way][1].store(opp, Ordering::Relaxed);
        self.data[way].store(data, Ordering::Relaxed);
    }

    /// The ages of the entries with their epoch.
    #[inline(always)]
    fn ages(&self) -> u32 {
        self.ages.load(Ordering::Acquire)
    }

    /// Makes an entry as old as `age`. Of two threads that do so at once one may be lost.
    #[inline(always)]
    fn set_age(&self, ages: u32, way: usize, age: u32) {
        let shift = AGE_BITS * way as u32;
        self.ages.store(ages & !((AGES - 1) << shift) | age << shift, Ordering::Relaxed);
    }
}

impl BoardTable {
    /// The upper bits of the key choose the bucket: the number of buckets need not be a power of two.
    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// The ages of a bucket that an entry is to be stored in. One of another epoch is emptied.
    #[inline(always)]
    fn open(&self, bucket: &Bucket) -> u32 {
        let ages = bucket.ages();
        if ages >> EPOCH_SHIFT == self.epoch {
            return ages;
        }
        bucket.data.iter().for_each(|data| data.store(0, Ordering::Relaxed));
        let ages = self.epoch << EPOCH_SHIFT;
        // Who sees the epoch also sees that the entries are gone.
        bucket.ages.store(ages, Ordering::Release);
        ages
    }

    /// The place for a board in its bucket, and the data of the same board that is there now.
    #[inline(always)]
    fn place(&self, bucket: &Bucket, ages: u32, board: [u64; 2]) -> (usize, Option<u32>) {
        let (mut place, mut least) = (0, i32::MAX);
        for way in 0..WAYS {
            let (stored, data) = bucket.read(way);
            if data == 0 {
                return (way, None);
            }
            if stored == board {
                return (way, Some(data));
            }
            let searches_since = self.age.wrapping_sub(ages >> (AGE_BITS * way as u32)) % AGES;
            let worth = depth(data) as i32 - 8 * searches_since as i32;
            if worth < least {
                (place, least) = (way, worth);
            }
        }
        (place, None)
    }

    /// The boards and the data of the entries in use that are boards of `cells`. A thread that was stopped in the midst
    /// of another one's work can leave an entry of no board.
    fn entries(&self, cells: u64) -> impl Iterator<Item = [u64; 3]> {
        let used = self.buckets.iter().filter(|bucket| bucket.ages() >> EPOCH_SHIFT == self.epoch);
        used.flat_map(|bucket| (0..WAYS).map(|way| bucket.read(way))).filter_map(move |([own, opp], data)| {
            (data != 0 && is_board(own, opp, cells)).then_some([own, opp, u64::from(data)])
        })
    }
}

/// True if the discs are on different squares of `cells`.
fn is_board(own: u64, opp: u64, cells: u64) -> bool {
    own & opp == 0 && (own | opp) & !cells == 0
}

impl SearchTable<u64> for BoardTable {
    /// The upper bits are well mixed, which choose the bucket; that is all that a table of boards needs.
    #[inline(always)]
    fn key(board: &Board<u64>) -> u64 {
        let own = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        own.wrapping_add(board.opp.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    fn new(mib: usize) -> BoardTable {
        let buckets = mib.clamp(1, Table::MAX_MIB) * (1 << 20) / size_of::<Bucket>();
        BoardTable { buckets: Buckets::new(buckets), age: 0, epoch: 0 }
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        tengen_board::prefetch(std::slice::from_ref(self.bucket(key)));
    }

    #[inline(always)]
    fn get(&self, board: &Board<u64>, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        if bucket.ages() >> EPOCH_SHIFT != self.epoch {
            return None;
        }
        let mut entries = (0..WAYS).map(|way| bucket.read(way));
        entries.find(|&(stored, _)| stored == [board.own, board.opp]).and_then(|(_, data)| unpack(data))
    }

    #[inline(always)]
    fn put(&self, board: &Board<u64>, key: u64, entry: Entry) {
        let (bucket, board) = (self.bucket(key), [board.own, board.opp]);
        let ages = self.open(bucket);
        let (way, _) = self.place(bucket, ages, board);
        bucket.write(way, board, pack(entry));
        bucket.set_age(ages, way, self.age);
    }

    #[inline(always)]
    fn put_deepest(&self, board: &Board<u64>, key: u64, entry: Entry) {
        let (bucket, board) = (self.bucket(key), [board.own, board.opp]);
        let ages = self.open(bucket);
        let (way, old) = self.place(bucket, ages, board);
        let worth = |data: u32| data << 2 >> (EXTRA_SHIFT + 2);
        let data = pack(entry);
        if old.is_none_or(|old| worth(old) <= worth(data)) {
            bucket.write(way, board, data);
        }
        bucket.set_age(ages, way, self.age);
    }

    fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn forget(&mut self) {
        (self.age, self.epoch) = (0, (self.epoch + 1) % EPOCHS);
        if self.epoch == 0 {
            self.buckets.clear();
        }
    }

    fn save(&self, size: Size, out: &mut dyn Write) -> Result<u64, TableError> {
        let cells = Board::<u64>::empty(size).cells;
        let count = self.entries(cells).count() as u64;
        write_table(&tag(size), count, self.entries(cells), out)?;
        Ok(count)
    }

    fn load(&mut self, size: Size, limit: i32, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let Board { cells, .. } = Board::<u64>::empty(size);
        let sound = |[own, opp, data]: [u64; 3]| {
            let entry = u32::try_from(data).ok().and_then(unpack)?;
            let is_sound = is_board(own, opp, cells)
                && i32::from(entry.value).abs() <= limit
                && entry.best().is_none_or(|square| square < 64);
            is_sound.then_some((Board { own, opp, cells }, entry))
        };
        let start = from.stream_position()?;
        // First pass: check everything, change nothing.
        read_table(from, &tag(size), &mut |words| sound(words).is_some())?;
        from.seek(SeekFrom::Start(start))?;
        self.forget();
        let loaded = read_table(from, &tag(size), &mut |words| {
            if let Some((board, entry)) = sound(words) {
                self.put(&board, Self::key(&board), entry);
            }
            true
        });
        if loaded.is_err() {
            self.forget();
        }
        loaded
    }
}

impl fmt::Debug for BoardTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardTable({} MiB)", size_of_val(&*self.buckets) >> 20)
    }
}

#[cfg(test)]
mod tests;
