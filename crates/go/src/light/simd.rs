//! Words of eight games with the vector instructions of x86-64. The portable twin is in `lanes`.

#![allow(clippy::needless_range_loop, reason = "the words of several sets go side by side")]

use super::lanes::{Eight, LANES, Lanes, Work};
use core::arch::x86_64::*;

/// Proof that the processor has AVX2, BMI2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// Proof that the processor has what [`Avx2`] asks for, and AVX-512 F, DQ, VBMI2 and VPOPCNTDQ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx2 {
    /// The proof, if this processor has them.
    pub(super) fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

impl Avx512 {
    /// The proof, if this processor has them.
    pub(super) fn detect() -> Option<Avx512> {
        (Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq"))
        .then_some(Avx512(()))
    }
}

/// The bit of each word with this number from the lowest on.
#[target_feature(enable = "bmi2")]
#[inline]
fn deposit(words: Eight, n: Eight) -> Eight {
    let mut bits = [0; LANES];
    for lane in 0..LANES {
        bits[lane] = _pdep_u64(1 << (n[lane] & 63), words[lane]);
    }
    bits
}

/// Two registers of four words.
type Pair = [__m256i; 2];

/// The same for both registers. A macro, because a closure would not be compiled for AVX2.
macro_rules! both {
    ($n:ident => $words:expr) => {
        [
            {
                const $n: usize = 0;
                $words
            },
            {
                const $n: usize = 1;
                $words
            },
        ]
    };
}

/// Bits set in each word: those of each half byte by a table, then the sum of the bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn count4(a: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let half = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, half));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(a), half));
    _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
}

impl Lanes for Avx2 {
    type Words = Pair;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn inner<W: Work>(work: W) -> W::Output {
            work.work()
        }
        // SAFETY: an `Avx2` exists only if the processor has these features.
        unsafe { inner(work) }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { [_mm256_set1_epi64x(word as i64); 2] }
    }

    #[inline(always)]
    fn load(self, words: &Eight) -> Pair {
        let halves = words.as_chunks::<4>().0;
        // SAFETY: an `Avx2` exists only if the processor has AVX2. Each half has the 32 bytes that are read.
        unsafe { both!(N => _mm256_loadu_si256(halves[N].as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, words: Pair) -> Eight {
        let mut out = [0; LANES];
        for (half, words) in out.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            // SAFETY: an `Avx2` exists only if the processor has AVX2. A half has the 32 bytes that are written.
            unsafe { _mm256_storeu_si256(half.as_mut_ptr().cast(), words) }
        }
        out
    }

    #[inline(always)]
    fn and(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_and_si256(a[N], b[N])) }
    }

    #[inline(always)]
    fn or(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_or_si256(a[N], b[N])) }
    }

    #[inline(always)]
    fn xor(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_xor_si256(a[N], b[N])) }
    }

    #[inline(always)]
    fn and_not(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_andnot_si256(b[N], a[N])) }
    }

    #[inline(always)]
    fn add(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_add_epi64(a[N], b[N])) }
    }

    #[inline(always)]
    fn sub(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_sub_epi64(a[N], b[N])) }
    }

    #[inline(always)]
    fn less(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_cmpgt_epi64(b[N], a[N])) }
    }

    #[inline(always)]
    fn is_zero(self, a: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_cmpeq_epi64(a[N], _mm256_setzero_si256())) }
    }

    #[inline(always)]
    fn all_zero(self, a: Pair) -> bool {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe {
            let all = _mm256_or_si256(a[0], a[1]);
            _mm256_testz_si256(all, all) == 1
        }
    }

    #[inline(always)]
    fn shl(self, a: Pair, low: Pair, n: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe {
            both!(N => {
                let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), n[N]);
                _mm256_or_si256(_mm256_sllv_epi64(a[N], n[N]), _mm256_srlv_epi64(low[N], rest))
            })
        }
    }

    #[inline(always)]
    fn shr(self, a: Pair, high: Pair, n: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe {
            both!(N => {
                let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), n[N]);
                _mm256_or_si256(_mm256_srlv_epi64(a[N], n[N]), _mm256_sllv_epi64(high[N], rest))
            })
        }
    }

    #[inline(always)]
    fn count(self, a: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => count4(a[N])) }
    }

    #[inline(always)]
    fn product(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has AVX2.
        unsafe { both!(N => _mm256_srli_epi64::<32>(_mm256_mul_epu32(_mm256_srli_epi64::<32>(a[N]), b[N]))) }
    }

    #[inline(always)]
    fn nth(self, a: Pair, n: Pair) -> Pair {
        // SAFETY: an `Avx2` exists only if the processor has BMI2.
        self.load(&unsafe { deposit(self.store(a), self.store(n)) })
    }
}

impl Lanes for Avx512 {
    type Words = __m512i;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512dq,avx512vbmi2,avx512vpopcntdq")]
        fn inner<W: Work>(work: W) -> W::Output {
            work.work()
        }
        // SAFETY: an `Avx512` exists only if the processor has these features.
        unsafe { inner(work) }
    }

    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_set1_epi64(word as i64) }
    }

    #[inline(always)]
    fn load(self, words: &Eight) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F. The array has the 64 bytes that are read.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, words: __m512i) -> Eight {
        let mut out = [0; LANES];
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F. The array has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), words) };
        out
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_add_epi64(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_sub_epi64(a, b) }
    }

    #[inline(always)]
    fn less(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F and DQ.
        unsafe { _mm512_movm_epi64(_mm512_cmplt_epi64_mask(a, b)) }
    }

    #[inline(always)]
    fn is_zero(self, a: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F and DQ.
        unsafe { _mm512_movm_epi64(_mm512_testn_epi64_mask(a, a)) }
    }

    #[inline(always)]
    fn all_zero(self, a: __m512i) -> bool {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_test_epi64_mask(a, a) == 0 }
    }

    #[inline(always)]
    fn shl(self, a: __m512i, low: __m512i, n: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 VBMI2.
        unsafe { _mm512_shldv_epi64(a, low, n) }
    }

    #[inline(always)]
    fn shr(self, a: __m512i, high: __m512i, n: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 VBMI2.
        unsafe { _mm512_shrdv_epi64(a, high, n) }
    }

    #[inline(always)]
    fn count(self, a: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 VPOPCNTDQ.
        unsafe { _mm512_popcnt_epi64(a) }
    }

    #[inline(always)]
    fn product(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has AVX-512 F.
        unsafe { _mm512_srli_epi64::<32>(_mm512_mul_epu32(_mm512_srli_epi64::<32>(a), b)) }
    }

    #[inline(always)]
    fn nth(self, a: __m512i, n: __m512i) -> __m512i {
        // SAFETY: an `Avx512` exists only if the processor has BMI2.
        self.load(&unsafe { deposit(self.store(a), self.store(n)) })
    }
}
