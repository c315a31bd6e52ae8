//! Moves and flips on the 64-bit board with the vector instructions of x86-64: one lane of a 256-bit register for each
//! axis. The portable twins are in `bits.rs`.

use super::bits::{INNER_COLUMNS, RAYS, Rays};
use super::flips::{Flips, Work};
use core::arch::x86_64::*;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx2(());

/// Proof that the processor has what [`Avx2`] asks for, and AVX-512 F, VL and CD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx512(());

impl Avx2 {
    /// The proof, if this processor has them.
    #[inline]
    pub(super) fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Avx2(()))
    }
}

impl Avx512 {
    /// The proof, if this processor has them.
    #[inline]
    pub(super) fn detect() -> Option<Avx512> {
        (Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512cd"))
        .then_some(Avx512(()))
    }
}

impl Flips for Avx2 {
    type Set = u64;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn inner<W: Work>(work: W) -> W::Output {
            work.work()
        }
        // SAFETY: a value of `Avx2` exists only where the processor has these features.
        unsafe { inner(work) }
    }

    #[inline(always)]
    fn ends(self, own: u64, opp: u64) -> u64 {
        // SAFETY: a value of `Avx2` exists only where the processor has AVX2.
        unsafe { ends(own, opp) }
    }

    #[inline(always)]
    fn flips(self, square: usize, own: u64, opp: u64) -> u64 {
        // SAFETY: a value of `Avx2` exists only where the processor has AVX2.
        unsafe { flips(&RAYS[square & 63], own, opp) }
    }

    #[inline(always)]
    fn nth(self, set: u64, n: u32) -> usize {
        // SAFETY: a value of `Avx2` exists only where the processor has BMI1 and BMI2.
        unsafe { nth(set, n) }
    }
}

impl Flips for Avx512 {
    type Set = u64;

    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd")]
        fn inner<W: Work>(work: W) -> W::Output {
            work.work()
        }
        // SAFETY: a value of `Avx512` exists only where the processor has these features.
        unsafe { inner(work) }
    }

    #[inline(always)]
    fn ends(self, own: u64, opp: u64) -> u64 {
        // SAFETY: a value of `Avx512` exists only where the processor has AVX2.
        unsafe { ends(own, opp) }
    }

    #[inline(always)]
    fn flips(self, square: usize, own: u64, opp: u64) -> u64 {
        // SAFETY: a value of `Avx512` exists only where the processor has these features.
        unsafe { flips_by_leading_zeros(&RAYS[square & 63], own, opp) }
    }

    #[inline(always)]
    fn nth(self, set: u64, n: u32) -> usize {
        // SAFETY: a value of `Avx512` exists only where the processor has BMI1 and BMI2.
        unsafe { nth(set, n) }
    }
}

/// The bits set in any lane.
#[target_feature(enable = "avx2")]
#[inline]
fn or_lanes(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}

/// The parallel prefix fill of `bits.rs`, the four axes side by side.
#[target_feature(enable = "avx2")]
#[inline]
fn ends(own: u64, opp: u64) -> u64 {
    let one = _mm256_setr_epi64x(1, 7, 8, 9);
    let two = _mm256_setr_epi64x(2, 14, 16, 18);
    let inner = INNER_COLUMNS as i64;
    let own = _mm256_set1_epi64x(own as i64);
    let opp = _mm256_and_si256(_mm256_set1_epi64x(opp as i64), _mm256_setr_epi64x(inner, inner, -1, inner));
    let mut left = _mm256_and_si256(opp, _mm256_sllv_epi64(own, one));
    let mut right = _mm256_and_si256(opp, _mm256_srlv_epi64(own, one));
    left = _mm256_or_si256(left, _mm256_and_si256(opp, _mm256_sllv_epi64(left, one)));
    right = _mm256_or_si256(right, _mm256_and_si256(opp, _mm256_srlv_epi64(right, one)));
    let pairs_left = _mm256_and_si256(opp, _mm256_sllv_epi64(opp, one));
    let pairs_right = _mm256_srlv_epi64(pairs_left, one);
    left = _mm256_or_si256(left, _mm256_and_si256(pairs_left, _mm256_sllv_epi64(left, two)));
    right = _mm256_or_si256(right, _mm256_and_si256(pairs_right, _mm256_srlv_epi64(right, two)));
    left = _mm256_or_si256(left, _mm256_and_si256(pairs_left, _mm256_sllv_epi64(left, two)));
    right = _mm256_or_si256(right, _mm256_and_si256(pairs_right, _mm256_srlv_epi64(right, two)));
    or_lanes(_mm256_or_si256(_mm256_sllv_epi64(left, one), _mm256_srlv_epi64(right, one)))
}

/// The rays of a square towards higher bits and towards lower bits.
#[target_feature(enable = "avx2")]
#[inline]
fn load(rays: &Rays) -> (__m256i, __m256i) {
    // SAFETY: both arrays are 32 bytes long and, in a table aligned to 64, on a boundary of 32.
    unsafe { (_mm256_load_si256(rays.up.as_ptr().cast()), _mm256_load_si256(rays.down.as_ptr().cast())) }
}

/// The flips on the rays towards higher bits: the lowest square without an opponent's disc bounds the run.
#[target_feature(enable = "avx2")]
#[inline]
fn flips_up(ray: __m256i, own: __m256i, opp: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let bounds = _mm256_andnot_si256(opp, ray);
    let nearest = _mm256_and_si256(bounds, _mm256_sub_epi64(zero, bounds));
    let outflanking = _mm256_and_si256(nearest, own);
    let below = _mm256_add_epi64(outflanking, _mm256_set1_epi64x(-1));
    let nothing = _mm256_cmpeq_epi64(outflanking, zero);
    _mm256_and_si256(_mm256_andnot_si256(nothing, below), ray)
}

#[target_feature(enable = "avx2")]
#[inline]
fn flips(rays: &Rays, own: u64, opp: u64) -> u64 {
    let one = _mm256_setr_epi64x(1, 7, 8, 9);
    let two = _mm256_setr_epi64x(2, 14, 16, 18);
    let four = _mm256_setr_epi64x(4, 28, 32, 36);
    let (own, opp) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opp as i64));
    let (up, down) = load(rays);
    // Towards lower bits: smear the squares without an opponent's disc away from the square; what is left of the ray
    // is the run, and the first smeared square bounds it.
    let mut beyond = _mm256_andnot_si256(opp, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, one));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four));
    let nearest = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, one), beyond);
    let nothing = _mm256_cmpeq_epi64(_mm256_and_si256(nearest, own), _mm256_setzero_si256());
    let flips_down = _mm256_andnot_si256(_mm256_or_si256(nothing, beyond), down);
    or_lanes(_mm256_or_si256(flips_up(up, own, opp), flips_down))
}

#[target_feature(enable = "avx2,avx512f,avx512vl,avx512cd")]
#[inline]
fn flips_by_leading_zeros(rays: &Rays, own: u64, opp: u64) -> u64 {
    let (own, opp) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(opp as i64));
    let (up, down) = load(rays);
    let bounds = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp, down));
    let nearest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), bounds);
    let outflanking = _mm256_and_si256(nearest, own);
    let above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(outflanking, outflanking));
    or_lanes(_mm256_or_si256(flips_up(up, own, opp), _mm256_and_si256(above, down)))
}

#[target_feature(enable = "bmi1,bmi2")]
#[inline]
fn nth(set: u64, n: u32) -> usize {
    _pdep_u64(1 << n, set).trailing_zeros() as usize
}
