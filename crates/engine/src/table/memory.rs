//! Memory of a transposition table: zeroed pages that the system hands out when they are first touched.
//!
//! A table of a gigabyte is there at once, and the first search pays only for the pages that it uses. The allocator
//! promises that for ordinary alignment alone, so the buckets are aligned by hand.

use super::Bucket;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Buckets that are zero at first.
pub(super) struct Buckets {
    first: NonNull<Bucket>,
    count: usize,
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory is owned, and a bucket may be shared between threads.
unsafe impl Send for Buckets {}
// SAFETY: as above.
unsafe impl Sync for Buckets {}

impl Buckets {
    /// So many buckets, at least one. Where the system has not so much memory, a half, a quarter and so on.
    ///
    /// # Panics
    /// If their size does not fit an address. The process ends if there is no memory for one bucket.
    pub(super) fn new(count: usize) -> Buckets {
        let align = align_of::<Bucket>();
        let mut count = count.max(1);
        loop {
            let bytes = count.checked_mul(size_of::<Bucket>()).and_then(|bytes| bytes.checked_add(align));
            let layout = bytes.and_then(|bytes| Layout::from_size_align(bytes, align_of::<u64>()).ok());
            let layout = layout.expect("a table fits the address space");
            // SAFETY: the layout has a size above zero.
            let Some(block) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
                if count == 1 {
                    handle_alloc_error(layout);
                }
                count /= 2;
                continue;
            };
            let padding = block.addr().get().wrapping_neg() % align;
            // SAFETY: the block is `align` bytes longer than the buckets, and the padding is less than that.
            let first = unsafe { block.add(padding) }.cast();
            return Buckets { first, count, block, layout };
        }
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: `count` aligned buckets of the block, and zero is a valid value of their words.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl DerefMut for Buckets {
    fn deref_mut(&mut self) -> &mut [Bucket] {
        // SAFETY: as in `deref`, and nothing else refers to them.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        // SAFETY: the block came from the allocator with this layout; a bucket needs no drop.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    /// No system has the half of the address space.
    #[test]
    fn where_memory_lacks_there_are_fewer() {
        let asked = (1 << 62) / size_of::<Bucket>();
        let buckets = Buckets::new(asked);
        assert!(!buckets.is_empty() && buckets.len() < asked, "{}", buckets.len());
    }

    #[test]
    fn buckets_are_cache_lines_and_zero() {
        for count in [0, 1, 3, 1000, 1 << 15] {
            let mut buckets = Buckets::new(count);
            assert_eq!(buckets.len(), count.max(1));
            assert_eq!(buckets.as_ptr().addr() % 64, 0);
            let zero = |buckets: &Buckets| {
                let mut slots = buckets.iter().flat_map(|bucket| &bucket.0);
                slots.all(|slot| slot.read() == (0, 0))
            };
            assert!(zero(&buckets));
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.data.store(u64::MAX, Relaxed);
            }
            assert!(!zero(&buckets));
            for bucket in buckets.iter_mut() {
                *bucket = Bucket::default();
            }
            assert!(zero(&buckets));
        }
    }
}
