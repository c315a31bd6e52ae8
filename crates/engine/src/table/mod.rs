//! The transposition table.
//!
//! Buckets of four entries, one cache line each. An entry is two words, its data and its key mixed with that data by
//! exclusive or (R. Hyatt and T. Mann, "A lock-less transposition table implementation for parallel search", ICGA
//! Journal 25(1), 2002): a half-written entry matches no key, so threads share a table without locks.

mod file;
mod memory;

pub use file::{TableError, TableSource, read_table, write_table};
pub use memory::{Buckets, Zeroed};

use crate::Stop;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at least this.
    Lower = 1,
    /// The true value is at most this.
    Upper = 2,
    /// The true value is this.
    Exact = 3,
}

/// The entry of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value, in the search's own unit, from the side to move.
    pub value: i16,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// The depth of the search below, in the search's own unit; deeper entries are kept longer.
    pub depth: u8,
    /// The best move, as the search numbers moves; [`Entry::NO_MOVE`] if there is none.
    pub mv: u16,
    /// Sixteen bits for the search's own use, such as a static evaluation.
    pub extra: u16,
}

impl Entry {
    /// The number of no move.
    pub const NO_MOVE: u16 = u16::MAX;

    /// The best move, if one is stored.
    #[inline]
    pub fn best(&self) -> Option<u16> {
        (self.mv != Entry::NO_MOVE).then_some(self.mv)
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u16)
            | u64::from(self.mv) << 16
            | u64::from(self.extra) << 32
            | u64::from(self.depth) << 48
            | u64::from(self.bound as u8 | age << 2) << 56
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            value: data as u16 as i16,
            mv: (data >> 16) as u16,
            extra: (data >> 32) as u16,
            depth: (data >> 48) as u8,
            bound,
        })
    }
}

const WAYS: usize = 4;
const AGES: u8 = 64;
/// How often a table can be forgotten before it is cleared.
const EPOCHS: u64 = 1 << 12;
/// Bytes of the smallest page of the processors that are supported.
const PAGE: usize = 4096;

#[repr(align(64))]
struct Bucket([Slot; WAYS]);

// SAFETY: zero is a valid value of its words.
unsafe impl Zeroed for Bucket {}

struct Slot {
    /// The position's key, exclusive-or'd with `data` and with the table's epoch in the upper bits.
    check: AtomicU64,
    /// The packed entry; 0 where nothing is stored.
    data: AtomicU64,
}

impl Slot {
    /// The check word without the data, and the data.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, data)
    }
}

/// A transposition table of a fixed size. Reading and writing need only `&self`, so threads can share it.
///
/// ```
/// use tengen_engine::{Bound, Entry, Table};
/// let table = Table::new(1);
/// let entry = Entry { value: -3, bound: Bound::Exact, depth: 7, mv: 112, extra: 0 };
/// table.put(0x1234_5678_9abc_def0, entry);
/// assert_eq!(table.get(0x1234_5678_9abc_def0), Some(entry));
/// assert_eq!(table.get(0x1234_5678_9abc_def1), None);
/// ```
pub struct Table {
    buckets: Buckets<Bucket>,
    age: AtomicU8,
    /// Changes when the table forgets. It is mixed into the upper bits of each stored key, which also choose the
    /// bucket. The key of an entry of another epoch therefore belongs to another bucket: the entry matches nothing, and
    /// its place counts as empty.
    epoch: u64,
}

impl Table {
    /// The largest table, in MiB: 64 GiB.
    pub const MAX_MIB: usize = 1 << 16;

    /// A table of `mib` mebibytes, 1 to [`Table::MAX_MIB`]; clamped. It is smaller where the system
    /// has not so much memory: [`Table::mib`] says how large. Each MiB holds 65,536 entries.
    pub fn new(mib: usize) -> Table {
        let buckets = mib.clamp(1, Table::MAX_MIB) * (1 << 20) / size_of::<Bucket>();
        Table { buckets: Buckets::new(buckets), age: AtomicU8::new(0), epoch: 0 }
    }

    /// A table of another size with the same entries, as far as they fit.
    pub fn resized(&self, mib: usize) -> Table {
        let age = self.age.load(Relaxed);
        let table = Table { age: AtomicU8::new(age), ..Table::new(mib) };
        for (key, data) in self.entries() {
            table.put_data(key, data, age);
        }
        table
    }

    /// The keys and the data of the entries in use.
    fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.buckets.iter().enumerate();
        slots.flat_map(move |(index, bucket)| bucket.0.iter().filter_map(move |slot| self.read(slot, index)))
    }

    /// The key and the data of a slot of the bucket of this index; `None` if it is empty or of another epoch.
    #[inline(always)]
    fn read(&self, slot: &Slot, index: usize) -> Option<(u64, u64)> {
        let (mixed, data) = slot.read();
        let key = mixed ^ self.salt();
        (data != 0 && self.index(key) == index).then_some((key, data))
    }

    /// The epoch, in the upper bits. The keys of a bucket differ by less than one epoch: a table has more buckets
    /// than there are epochs.
    #[inline(always)]
    fn salt(&self) -> u64 {
        self.epoch * (u64::MAX / EPOCHS + 1)
    }

    /// Its capacity in entries.
    pub fn capacity(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(&*self.buckets) >> 20
    }

    /// The upper bits of the key choose the bucket: the number of buckets need not be a power of two.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }

    /// Prefetches the bucket of this key, which will be read soon. Does nothing on processors without a stable
    /// prefetch.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a hint reads nothing that the program could see.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of the position with this key. Keys must be well mixed (Zobrist keys are); two positions with the same
    /// 64-bit key are not distinguished.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.data(key).and_then(Entry::unpack)
    }

    /// The data of the position with this key.
    #[inline(always)]
    fn data(&self, key: u64) -> Option<u64> {
        let mixed = key ^ self.salt();
        let mut slots = self.bucket(key).0.iter().map(Slot::read);
        slots.find(|&(stored, _)| stored == mixed).map(|(_, data)| data)
    }

    /// Stores `entry`. It replaces an older entry of the same position, else the least valuable entry of its bucket:
    /// depth less eight for each search since.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed);
        self.put_data(key, entry.pack(age), age);
    }

    #[inline]
    fn put_data(&self, key: u64, data: u64, age: u8) {
        let index = self.index(key);
        let bucket = &self.buckets[index];
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let Some((_, old)) = self.read(slot, index).filter(|&(stored, _)| stored != key) else {
                place = slot;
                break;
            };
            let worth = (old >> 48 & 0xff) as i32 - 8 * i32::from(searches_since(old, age));
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        place.data.store(data, Relaxed);
        place.check.store(key ^ self.salt() ^ data, Relaxed);
    }

    /// Stores `entry` as [`Table::put`] does, unless this search has stored the same position more than `slack` deeper
    /// and the new entry is only a bound. A shallow search does not replace a deep one's result.
    #[inline]
    pub fn put_unless_deeper(&self, key: u64, entry: Entry, slack: u8) {
        let age = self.age.load(Relaxed);
        let deeper = |data: u64| {
            let depth = (data >> 48) as u8;
            (data >> 58) as u8 == age && depth > entry.depth.saturating_add(slack)
        };
        if entry.bound == Bound::Exact || !self.data(key).is_some_and(deeper) {
            self.put(key, entry);
        }
    }

    /// Stores `entry` as [`Table::put`] does, unless a deeper one of the same position is there, or an equally deep one
    /// with a larger `extra`; that one then counts as new.
    #[inline]
    pub fn put_deepest(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed);
        let worth = |data: u64| (data >> 48 & 0xff, data >> 32 & 0xffff);
        let data = entry.pack(age);
        let kept = self.data(key).filter(|&old| worth(old) > worth(data));
        let renewed = kept.map(|old| old & !(0x3f << 58) | u64::from(age) << 58);
        self.put_data(key, renewed.unwrap_or(data), age);
    }

    /// Starts a new search: older entries stay readable and are replaced first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Starts a new search that reads no older entry; it goes as it would in an empty table. It costs nothing but every
    /// 4096th time, when the table is cleared.
    pub fn forget(&mut self) {
        if self.epoch + 1 == EPOCHS {
            return self.clear();
        }
        self.epoch += 1;
        *self.age.get_mut() = 0;
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.buckets.clear();
        *self.age.get_mut() = 0;
        self.epoch = 0;
    }

    /// Has the system hand out the pages now, on all cores, so that no search pays for them. It ends after `time`, and
    /// within some milliseconds of `stop`: the rest comes when it is used. The entries stay as they are.
    pub fn touch(&self, time: Duration, stop: &Stop) {
        let until = Instant::now() + time;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = self.buckets.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for part in self.buckets.chunks(share) {
                scope.spawn(move || {
                    // 256 pages take about a millisecond.
                    for pages in part.chunks(256 * PAGE / size_of::<Bucket>()) {
                        if Instant::now() >= until || stop.is_raised() {
                            break;
                        }
                        for bucket in pages.iter().step_by(PAGE / size_of::<Bucket>()) {
                            // Reading would not do: all pages that were only read are one page of zeros.
                            bucket.0[0].data.fetch_or(0, Relaxed);
                        }
                    }
                });
            }
        });
    }

    /// How full it is, in thousandths, estimated from its first thousand entries.
    pub fn permille_full(&self) -> u32 {
        let buckets = self.buckets.iter().enumerate().take(1000 / WAYS);
        buckets
            .flat_map(|(index, bucket)| bucket.0.iter().filter_map(move |slot| self.read(slot, index)))
            .count() as u32
    }
}

/// How many searches ago the entry with `data` was stored.
#[inline(always)]
fn searches_since(data: u64, age: u8) -> u8 {
    age.wrapping_sub((data >> 58) as u8) % AGES
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} MiB, {}‰ full)", self.mib(), self.permille_full())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use tengen_board::random::SplitMix64;

    fn entry(rng: &mut SplitMix64) -> Entry {
        let bits = rng.next_u64();
        let bound = [Bound::Lower, Bound::Upper, Bound::Exact][rng.below(3)];
        Entry {
            value: bits as i16,
            bound,
            depth: (bits >> 16) as u8,
            mv: (bits >> 24) as u16,
            extra: (bits >> 40) as u16,
        }
    }

    #[test]
    fn it_agrees_with_a_map_while_there_is_room_and_never_lies_after() {
        let table = Table::new(1);
        let mut map = HashMap::new();
        let mut rng = SplitMix64(1);
        for round in 0..300_000 {
            let key = rng.next_u64();
            let value = entry(&mut rng);
            table.put(key, value);
            assert_eq!(table.get(key), Some(value), "what was just put is there");
            map.insert(key, value);
            if round == 2_000 {
                // With 16,384 buckets of four, 2,000 entries fill no bucket (five in one: chance under 10⁻⁵).
                assert!(map.iter().all(|(k, v)| table.get(*k) == Some(*v)));
            }
        }
        let kept = map.iter().filter(|(k, v)| match table.get(**k) {
            Some(found) => found == **v || panic!("another entry answers to this key"),
            None => false,
        });
        let kept = kept.count();
        assert!(kept > 60_000, "only {kept} of 65,536 places are in use");
        assert_eq!(table.permille_full(), 1000);
    }

    #[test]
    fn the_same_position_keeps_one_place() {
        let table = Table::new(1);
        let mut rng = SplitMix64(2);
        let key = rng.next_u64();
        for _ in 0..1000 {
            let value = entry(&mut rng);
            table.put(key, value);
            assert_eq!(table.get(key), Some(value));
        }
        let used = table.buckets.iter().flat_map(|b| &b.0).filter(|s| s.data.load(Relaxed) != 0).count();
        assert_eq!(used, 1);
    }

    #[test]
    fn of_another_size_it_remembers_what_there_is_room_for() {
        let small = Table::new(1);
        let mut rng = SplitMix64(3);
        let entries: Vec<(u64, Entry)> = (0..70_000).map(|_| (rng.next_u64(), entry(&mut rng))).collect();
        for (i, &(key, value)) in entries.iter().enumerate() {
            if i == 40_000 {
                small.new_search();
            }
            small.put(key, value);
        }
        let large = small.resized(4);
        assert_eq!((large.mib(), large.capacity()), (4, 4 * small.capacity()));
        assert!(entries.iter().all(|&(key, _)| large.get(key) == small.get(key)), "all of it");
        let again = large.resized(1);
        assert!(entries.iter().all(|&(key, _)| again.get(key) == small.get(key)), "and back");
        // Old entries stay old: they are replaced before new ones, although they are deeper.
        let one = Table::new(1);
        let put = |table: &Table, n, depth| {
            table.put(n, Entry { value: 0, bound: Bound::Lower, depth, mv: Entry::NO_MOVE, extra: 0 });
        };
        put(&one, 1, 10);
        (0..5).for_each(|_| one.new_search());
        (2..=4).for_each(|n| put(&one, n, 5));
        let two = one.resized(2);
        put(&two, 5, 0);
        assert!(two.get(1).is_none() && two.get(2).is_some());
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let table = Table::new(1);
        let put = |n: u64, depth| {
            // Small keys all fall into the first bucket.
            table.put(n, Entry { value: 0, bound: Bound::Lower, depth, mv: Entry::NO_MOVE, extra: 0 });
        };
        (1..=4).for_each(|n| put(n, 10 * n as u8));
        put(5, 3);
        assert!(table.get(1).is_none() && table.get(5).is_some(), "the shallowest goes");
        (0..5).for_each(|_| table.new_search());
        put(6, 0);
        assert!(table.get(5).is_none());
        put(7, 1);
        assert!(table.get(6).is_some(), "an old entry of depth 20 goes before a new one of depth 0");
        assert!(table.get(2).is_none());
    }

    #[test]
    fn a_shallow_bound_does_not_drive_out_what_a_deep_search_knows() {
        let table = Table::new(1);
        let entry = |depth, bound| Entry { value: 0, bound, depth, mv: 1, extra: 0 };
        let deep = entry(20, Bound::Upper);
        table.put_unless_deeper(9, deep, 4);
        assert_eq!(table.get(9), Some(deep), "nothing was there");
        table.put_unless_deeper(9, entry(15, Bound::Lower), 4);
        assert_eq!(table.get(9), Some(deep), "five deeper is more than four");
        let near = entry(16, Bound::Lower);
        table.put_unless_deeper(9, near, 4);
        assert_eq!(table.get(9), Some(near), "four deeper is not");
        let exact = entry(0, Bound::Exact);
        table.put_unless_deeper(9, exact, 4);
        assert_eq!(table.get(9), Some(exact), "an exact value is worth more than a bound");
        table.put(9, deep);
        table.new_search();
        let shallow = entry(0, Bound::Lower);
        table.put_unless_deeper(9, shallow, 4);
        assert_eq!(table.get(9), Some(shallow), "what an earlier search knew is not kept");
        table.put(9, deep);
        table.put_unless_deeper(10, shallow, 4);
        assert_eq!(
            (table.get(9), table.get(10)),
            (Some(deep), Some(shallow)),
            "another position does not count"
        );
    }

    #[test]
    fn the_deepest_entry_of_a_position_stays() {
        let table = Table::new(1);
        let entry = |depth, extra| Entry { value: 0, bound: Bound::Exact, depth, mv: 1, extra };
        table.put_deepest(9, entry(10, 2));
        table.put_deepest(9, entry(9, 5));
        assert_eq!(table.get(9), Some(entry(10, 2)), "one less deep is not stored");
        table.put_deepest(9, entry(10, 1));
        assert_eq!(table.get(9), Some(entry(10, 2)), "nor one with less in extra");
        (0..40).for_each(|_| table.new_search());
        table.put_deepest(9, entry(3, 0));
        assert_eq!(table.get(9), Some(entry(10, 2)), "not after many searches");
        // It counts as new: three shallow entries of its bucket go before it.
        (10..14).for_each(|key| table.put(key, entry(1, 0)));
        assert_eq!(table.get(9), Some(entry(10, 2)));
        table.put_deepest(9, entry(10, 3));
        assert_eq!(table.get(9), Some(entry(10, 3)));
        let mut table = table;
        table.forget();
        table.put_deepest(9, entry(1, 0));
        assert_eq!(table.get(9), Some(entry(1, 0)), "a forgotten entry does not count");
    }

    #[test]
    fn threads_share_it_without_ever_reading_a_mixed_entry() {
        let table = Table::new(1);
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = SplitMix64(seed);
                    for _ in 0..200_000 {
                        // Few keys, so that threads collide; the entry of a key is a function of the key.
                        let key = SplitMix64(rng.below(64) as u64).next_u64() >> 40;
                        let expected = entry(&mut SplitMix64(key));
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, expected);
                        }
                        table.put(key, expected);
                    }
                });
            }
        });
    }

    #[test]
    fn touching_the_pages_changes_no_entry() {
        let table = Table::new(3);
        let mut rng = SplitMix64(7);
        let stored: Vec<_> = (0..1000).map(|_| (rng.next_u64(), entry(&mut rng))).collect();
        stored.iter().for_each(|&(key, entry)| table.put(key, entry));
        let before: Vec<_> = table.buckets.iter().flat_map(|bucket| &bucket.0).map(Slot::read).collect();
        let stop = Stop::new();
        table.touch(Duration::ZERO, &stop);
        table.touch(Duration::from_secs(60), &stop);
        assert!(table.buckets.iter().flat_map(|bucket| &bucket.0).map(Slot::read).eq(before));
    }

    /// A table that forgot is a new one: the same operations leave the same entries, through all epochs and their end.
    #[test]
    fn after_forgetting_it_goes_as_a_new_one() {
        let mut used = Table::new(1);
        for round in 0..EPOCHS + 100 {
            let mut rng = SplitMix64(round);
            let new = Table::new(1);
            if rng.below(4) == 0 {
                used.new_search();
            }
            used.forget();
            assert_eq!(used.permille_full(), 0);
            // Small keys fall into one bucket, where entries are replaced.
            for _ in 0..60 {
                let (key, value) = (rng.below(12) as u64, entry(&mut rng));
                if rng.below(10) == 0 {
                    used.new_search();
                    new.new_search();
                }
                match rng.below(12) {
                    0..6 => [&used, &new].map(|table| table.put_unless_deeper(key, value, 2)),
                    _ => [&used, &new].map(|table| table.put(key, value)),
                };
                for key in 0..12 {
                    assert_eq!(used.get(key), new.get(key), "round {round}, key {key}");
                }
            }
        }
    }

    #[test]
    fn clearing_forgets() {
        let mut table = Table::new(0);
        assert_eq!(table.mib(), 1);
        table.put(9, Entry { value: 1, bound: Bound::Exact, depth: 1, mv: 2, extra: 3 });
        table.clear();
        assert_eq!((table.get(9), table.permille_full()), (None, 0));
    }
}
