//! The network compiled for AVX2 and for AVX-512. The code is that of [`evaluator`](super::evaluator) and
//! [`forward`](super::forward), with [`Plain`] as the portable twin. Only what compilers do not find is written by
//! hand: sums of products, and with AVX-512 both views of a point at once.
//!
//! A value of [`Avx2`] or [`Avx512`] is a proof that the CPU has these instructions: `detect` is the only way to make
//! one.

use super::forward::{Four, Kernel, Pairs, Plain};
use super::{Evaluator, POINT_MAX, Vector, WIDTH};
use crate::board::Board;
use crate::board::rule_set::RuleSet;
use crate::eval::scored_move::ScoredMove;
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256, _mm512_add_epi16, _mm512_add_epi32,
    _mm512_castsi256_si512, _mm512_inserti64x4, _mm512_load_si512, _mm512_loadu_si512, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_store_si512, _mm512_storeu_si512, _mm512_sub_epi16,
};

/// Proof that the CPU has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// Proof that the CPU has AVX2 and AVX-512 F, BW and VL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx2 {
    /// The proof, if this CPU has the instructions.
    #[inline]
    pub(super) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }
}

impl Avx512 {
    /// The proof, if this CPU has the instructions.
    #[inline]
    pub(super) fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl"))
        .then_some(Avx512(()))
    }
}

/// The evaluator compiled for the instructions that `$token` proves.
macro_rules! compiled_for {
    ($token:ident, $features:literal) => {
        impl $token {
            /// [`Evaluator::evaluate_by`], compiled for these instructions.
            #[inline]
            pub(super) fn evaluate<R: RuleSet>(self, evaluator: &mut Evaluator, board: &Board<R>) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled<R: RuleSet>(kernel: $token, evaluator: &mut Evaluator, board: &Board<R>) -> i32 {
                    evaluator.evaluate_by(kernel, board)
                }
                // SAFETY: the token exists only if the CPU has all of these.
                unsafe { compiled(self, evaluator, board) }
            }

            /// [`Evaluator::prefer_by`], compiled for these instructions.
            #[inline]
            pub(super) fn prefer<R: RuleSet>(
                self,
                evaluator: &mut Evaluator,
                board: &Board<R>,
                moves: &mut [ScoredMove],
            ) {
                #[target_feature(enable = $features)]
                fn compiled<R: RuleSet>(
                    kernel: $token,
                    evaluator: &mut Evaluator,
                    board: &Board<R>,
                    moves: &mut [ScoredMove],
                ) {
                    evaluator.prefer_by(kernel, board, moves);
                }
                // SAFETY: the token exists only if the CPU has all of these.
                unsafe { compiled(self, evaluator, board, moves) }
            }
        }
    };
}
compiled_for!(Avx2, "avx2");
compiled_for!(Avx512, "avx2,avx512f,avx512bw,avx512vl");

/// Eight units of a layer at a time.
impl Kernel for Avx2 {
    #[inline(always)]
    fn products<const PAIRS: usize, const OUT: usize>(
        self,
        w: &Pairs<PAIRS, OUT>,
        input: &[[i16; 2]; PAIRS],
    ) -> [i32; OUT] {
        if !OUT.is_multiple_of(8) {
            return Plain.products(w, input);
        }
        // SAFETY: an `Avx2` exists only if the CPU has AVX2.
        unsafe { products_avx2(w, input) }
    }
}

/// Sixteen units of a layer at a time, and both views of a point.
impl Kernel for Avx512 {
    #[inline(always)]
    fn products<const PAIRS: usize, const OUT: usize>(
        self,
        w: &Pairs<PAIRS, OUT>,
        input: &[[i16; 2]; PAIRS],
    ) -> [i32; OUT] {
        if !OUT.is_multiple_of(16) {
            // This CPU has AVX2 as well.
            return Avx2(()).products(w, input);
        }
        // SAFETY: an `Avx512` exists only if the CPU has AVX-512 F and BW.
        unsafe { products_avx512(w, input) }
    }

    #[inline(always)]
    fn exchange(self, four: &mut Four, from: [&Vector; 2], to: [&Vector; 2], change: &mut Four) {
        // SAFETY: an `Avx512` exists only if the CPU has AVX-512 F and BW.
        unsafe { exchange_avx512(four, from, to, change) }
    }
}

/// Two inputs as one number.
#[inline(always)]
fn both(x: [i16; 2]) -> i32 {
    i32::from(x[0] as u16) | i32::from(x[1]) << 16
}

/// `OUT` is a multiple of 8.
#[inline]
#[target_feature(enable = "avx2")]
fn products_avx2<const PAIRS: usize, const OUT: usize>(
    w: &Pairs<PAIRS, OUT>,
    input: &[[i16; 2]; PAIRS],
) -> [i32; OUT] {
    let mut sums = [0; OUT];
    for eight in (0..OUT).step_by(8) {
        let mut sum = _mm256_setzero_si256();
        for (w, &x) in w.iter().zip(input) {
            let eight_of_w: &[[i16; 2]; 8] = w[eight..].first_chunk().unwrap_or(&[[0; 2]; 8]);
            // SAFETY: the eight pairs are the 32 bytes that are read.
            let w = unsafe { _mm256_loadu_si256(eight_of_w.as_ptr().cast::<__m256i>()) };
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(w, _mm256_set1_epi32(both(x))));
        }
        if let Some(to) = sums[eight..].first_chunk_mut::<8>() {
            // SAFETY: the eight sums are the 32 bytes that are written.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), sum) };
        }
    }
    sums
}

/// `OUT` is a multiple of 16.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn products_avx512<const PAIRS: usize, const OUT: usize>(
    w: &Pairs<PAIRS, OUT>,
    input: &[[i16; 2]; PAIRS],
) -> [i32; OUT] {
    let mut sums = [0; OUT];
    for sixteen in (0..OUT).step_by(16) {
        let mut sum = _mm512_setzero_si512();
        for (w, &x) in w.iter().zip(input) {
            let sixteen_of_w: &[[i16; 2]; 16] = w[sixteen..].first_chunk().unwrap_or(&[[0; 2]; 16]);
            // SAFETY: the sixteen pairs are the 64 bytes that are read.
            let w = unsafe { _mm512_loadu_si512(sixteen_of_w.as_ptr().cast::<__m512i>()) };
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(w, _mm512_set1_epi32(both(x))));
        }
        if let Some(to) = sums[sixteen..].first_chunk_mut::<16>() {
            // SAFETY: the sixteen sums are the 64 bytes that are written.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast::<__m512i>(), sum) };
        }
    }
    sums
}

/// Both views of a vector, black's low.
#[inline]
#[target_feature(enable = "avx512f")]
fn views([black, white]: [&Vector; 2]) -> __m512i {
    const { assert!(size_of::<Vector>() == 32 && align_of::<Vector>() == 32 && WIDTH == 16) };
    // SAFETY: a vector is the 32 bytes that are read, aligned to them.
    let [black, white] = unsafe {
        [
            _mm256_load_si256(black.0.as_ptr().cast::<__m256i>()),
            _mm256_load_si256(white.0.as_ptr().cast::<__m256i>()),
        ]
    };
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(black), white)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn exchange_avx512(four: &mut Four, from: [&Vector; 2], to: [&Vector; 2], change: &mut Four) {
    const { assert!(size_of::<Four>() == 64 && align_of::<Four>() == 64) };
    // SAFETY: a sum of both views is the 64 bytes that are read, aligned to them.
    let (old, sum) = unsafe {
        (
            _mm512_load_si512((&raw const *four).cast::<__m512i>()),
            _mm512_load_si512((&raw const *change).cast::<__m512i>()),
        )
    };
    let new = _mm512_add_epi16(old, _mm512_sub_epi16(views(to), views(from)));
    let sum = _mm512_sub_epi16(_mm512_add_epi16(sum, clipped(new)), clipped(old));
    // SAFETY: the same bytes are written.
    unsafe {
        _mm512_store_si512((&raw mut *four).cast::<__m512i>(), new);
        _mm512_store_si512((&raw mut *change).cast::<__m512i>(), sum);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn clipped(x: __m512i) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(x, _mm512_setzero_si512()), _mm512_set1_epi16(POINT_MAX))
}
