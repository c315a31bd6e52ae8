//! The network compiled for AVX2. The code is that of [`judge`](super::judge) and [`forward`](super::forward), which is also its portable
//! twin; only the sums of products are written out, for no compiler finds the one instruction that makes them.

use super::Judge;
use super::forward::{Kernel, Pairs};
use crate::position::Position;
use crate::rule::Rule;
use crate::spots::Spot;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_storeu_si256,
};

/// The logit, or `None` on a processor without AVX2.
#[inline]
pub(super) fn judge<R: Rule>(judge: &mut Judge, position: &Position<R>) -> Option<i32> {
    // SAFETY: the processor has just been found to have AVX2.
    is_x86_feature_detected!("avx2").then(|| unsafe { judge_avx2(judge, position) })
}

#[target_feature(enable = "avx2")]
fn judge_avx2<R: Rule>(judge: &mut Judge, position: &Position<R>) -> i32 {
    judge.judge_by::<R, Avx2>(position)
}

/// [`Judge::prefer`]; `false` on a processor without AVX2.
#[inline]
pub(super) fn prefer<R: Rule>(judge: &mut Judge, position: &Position<R>, moves: &mut [(i32, Spot)]) -> bool {
    let can = is_x86_feature_detected!("avx2");
    if can {
        // SAFETY: the processor has just been found to have AVX2.
        unsafe { prefer_avx2(judge, position, moves) }
    }
    can
}

#[target_feature(enable = "avx2")]
fn prefer_avx2<R: Rule>(judge: &mut Judge, position: &Position<R>, moves: &mut [(i32, Spot)]) {
    judge.prefer_by::<R, Avx2>(position, moves);
}

/// Sums of products eight units at a time; only for the functions above.
pub(super) struct Avx2;

impl Kernel for Avx2 {
    #[inline(always)]
    fn products<const PAIRS: usize, const OUT: usize>(
        w: &Pairs<PAIRS, OUT>,
        input: &[[i16; 2]; PAIRS],
    ) -> [i32; OUT] {
        if !OUT.is_multiple_of(8) {
            return super::forward::Plain::products(w, input);
        }
        // SAFETY: only the functions above and tests that have looked for AVX2 come here.
        unsafe { products_avx2(w, input) }
    }
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
        for (w, x) in w.iter().zip(input) {
            let both = i32::from(x[0] as u16) | i32::from(x[1]) << 16;
            let eight_of_w: &[[i16; 2]; 8] = w[eight..].first_chunk().unwrap_or(&[[0; 2]; 8]);
            // SAFETY: the eight pairs are the 32 bytes that are read.
            let w = unsafe { _mm256_loadu_si256(eight_of_w.as_ptr().cast::<__m256i>()) };
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(w, _mm256_set1_epi32(both)));
        }
        if let Some(to) = sums[eight..].first_chunk_mut::<8>() {
            // SAFETY: the eight sums are the 32 bytes that are written.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>(), sum) };
        }
    }
    sums
}
