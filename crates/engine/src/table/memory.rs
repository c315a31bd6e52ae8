//! Memory of a transposition table: zeroed pages that the system hands out when they are first touched.
//!
//! A table of a gigabyte is there at once, and the first search pays only for the pages that it uses. The allocator
//! promises that for ordinary alignment alone, so the buckets are aligned by hand.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// A bucket of a table.
///
/// # Safety
/// All bytes zero must be a valid value.
pub unsafe trait Zeroed: Send + Sync {}

/// The buckets of a transposition table, zero at first. Pages of them that nothing has touched take no memory.
///
/// ```
/// use tengen_engine::Buckets;
/// # use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
/// #[repr(align(64))]
/// struct Bucket([AtomicU64; 8]);
/// // SAFETY: zero is a valid value of the words.
/// unsafe impl tengen_engine::Zeroed for Bucket {}
///
/// let buckets = Buckets::<Bucket>::new(1000);
/// assert_eq!(buckets.len(), 1000);
/// assert!(buckets.iter().flat_map(|bucket| &bucket.0).all(|word| word.load(Relaxed) == 0));
/// ```
pub struct Buckets<B> {
    first: NonNull<B>,
    count: usize,
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the memory is owned, and so may its buckets be.
unsafe impl<B: Zeroed> Send for Buckets<B> {}
// SAFETY: a bucket may be shared between threads.
unsafe impl<B: Zeroed> Sync for Buckets<B> {}

/// From this size on, in bytes, new pages are cheaper than clearing.
const LARGE: usize = 16 << 20;

impl<B: Zeroed> Buckets<B> {
    /// So many buckets, at least one. Where the system has not so much memory, a half, a quarter and so on.
    ///
    /// # Panics
    /// If their size does not fit an address. The process ends if there is no memory for one bucket.
    pub fn new(count: usize) -> Buckets<B> {
        const { assert!(size_of::<B>() > 0 && !std::mem::needs_drop::<B>()) };
        let align = align_of::<B>();
        let mut count = count.max(1);
        loop {
            let bytes = count.checked_mul(size_of::<B>()).and_then(|bytes| bytes.checked_add(align));
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

    /// Makes all of them zero. A large table gets new pages, which costs less than writing all of them.
    pub fn clear(&mut self) {
        if size_of_val(&**self) >= LARGE {
            let count = self.count;
            // The old pages go first.
            *self = Buckets::new(1);
            *self = Buckets::new(count);
        } else {
            // SAFETY: the buckets are owned, zero is a valid value of them, and they need no drop.
            unsafe { self.first.write_bytes(0, self.count) };
        }
    }
}

impl<B> Deref for Buckets<B> {
    type Target = [B];

    #[inline]
    fn deref(&self) -> &[B] {
        // SAFETY: `count` aligned buckets of the block, and zero is a valid value of their words.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl<B> DerefMut for Buckets<B> {
    fn deref_mut(&mut self) -> &mut [B] {
        // SAFETY: as in `deref`, and nothing else refers to them.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl<B> Drop for Buckets<B> {
    fn drop(&mut self) {
        // SAFETY: the block came from the allocator with this layout; a bucket needs no drop.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bucket;
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    /// No system has the half of the address space.
    #[test]
    fn where_memory_lacks_there_are_fewer() {
        let asked = (1 << 62) / size_of::<Bucket>();
        let buckets = Buckets::<Bucket>::new(asked);
        assert!(!buckets.is_empty() && buckets.len() < asked, "{}", buckets.len());
    }

    #[test]
    fn buckets_are_cache_lines_and_zero() {
        // The last is large enough for new pages.
        for count in [0, 1, 3, 1000, LARGE / 64] {
            let mut buckets = Buckets::<Bucket>::new(count);
            assert_eq!(buckets.len(), count.max(1));
            assert_eq!(buckets.as_ptr().addr() % 64, 0);
            let zero = |buckets: &Buckets<Bucket>| {
                let mut slots = buckets.iter().flat_map(|bucket| &bucket.0);
                slots.all(|slot| slot.read() == (0, 0))
            };
            assert!(zero(&buckets));
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.data.store(u64::MAX, Relaxed);
            }
            assert!(!zero(&buckets));
            buckets.clear();
            assert!(zero(&buckets) && buckets.len() == count.max(1));
        }
    }
}
