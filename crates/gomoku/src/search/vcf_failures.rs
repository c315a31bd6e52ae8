//! A table of positions in which fours do not win, so that the leaves do not search them again.

/// Positions whose search by fours has failed.
pub(super) struct VcfFailures(Box<[u64]>);

const FAILED: usize = 1 << 15;

impl VcfFailures {
    pub(super) fn new() -> VcfFailures {
        VcfFailures(vec![0; FAILED].into_boxed_slice())
    }

    /// True if fours have failed in the position with this key, searched at least to this depth.
    #[inline]
    pub(super) fn contains(&self, key: u64, depth: i32) -> bool {
        let slot = self.0[key as usize % FAILED];
        slot >> 6 == key >> 6 && (slot & 63) as i32 >= depth
    }

    #[inline]
    pub(super) fn insert(&mut self, key: u64, depth: i32) {
        self.0[key as usize % FAILED] = key >> 6 << 6 | depth as u64;
    }
}
