//! The table of the df-pn search. It keeps the entries that took the most work.

/// Proof number of what is not so.
pub(crate) const INFINITE: u32 = 100_000_000;

/// Bytes of an entry.
const ENTRY: usize = 24;
/// Entries of a bucket.
const BUCKET: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// How much is missing to a proof that the attacker wins: 0 if it does.
    pub(crate) win: u32,
    /// How much is missing to a proof that the holder holds: 0 if it does.
    pub(crate) hold: u32,
    /// Nodes searched below.
    pub(crate) work: u32,
}

/// Entries by key.
#[derive(Clone, Debug)]
pub(crate) struct HoldTable {
    /// Three words an entry: the key, both numbers, the work. Zero is no entry.
    words: Vec<u64>,
    buckets: usize,
}

impl HoldTable {
    pub(crate) fn new(mib: usize) -> HoldTable {
        let wanted = (mib.max(1) << 20) / (ENTRY * BUCKET);
        let buckets = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        HoldTable { words: vec![0; buckets * BUCKET * 3], buckets }
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.buckets - 1)) * BUCKET * 3
    }

    pub(crate) fn get(&self, key: u64) -> Option<Numbers> {
        let start = self.bucket(key);
        let entry = self.words[start..start + 3 * BUCKET].chunks(3).find(|entry| entry[0] == key)?;
        Some(Numbers { win: (entry[1] >> 32) as u32, hold: entry[1] as u32, work: entry[2] as u32 })
    }

    pub(crate) fn put(&mut self, key: u64, numbers: Numbers) {
        let start = self.bucket(key);
        let bucket = &mut self.words[start..start + 3 * BUCKET];
        let of_key = (0..BUCKET).find(|&i| bucket[3 * i] == key);
        let least =
            || (0..BUCKET).min_by_key(|&i| if bucket[3 * i] == 0 { 0 } else { 1 + bucket[3 * i + 2] });
        let i = 3 * of_key.or_else(least).unwrap_or(0);
        bucket[i] = key;
        bucket[i + 1] = u64::from(numbers.win) << 32 | u64::from(numbers.hold);
        bucket[i + 2] = u64::from(numbers.work);
    }
}
