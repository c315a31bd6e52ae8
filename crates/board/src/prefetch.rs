//! A hint to the processor: memory that will be read soon.

/// Bytes that the processor fetches at once.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Asks for the memory of `values`, so that reading it later does not wait. It changes nothing, and does nothing on
/// processors without a stable prefetch.
///
/// ```
/// let values = [1_u32, 2, 3];
/// tengen_board::prefetch(&values);
/// assert_eq!(values, [1, 2, 3]);
/// ```
#[inline]
pub fn prefetch<T>(values: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = values.as_ptr().cast::<i8>();
        let before = start.addr() % LINE;
        for offset in (0..before + size_of_val(values)).step_by(LINE) {
            let line = start.wrapping_sub(before).wrapping_add(offset);
            // SAFETY: a hint reads nothing that the program could see, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = values;
}
