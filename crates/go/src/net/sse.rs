//! The inner loop for x86-64 without AVX2: the twin of [`super::simd::Avx2`] with vectors of half the length.

use super::MOST;
use super::convolution::{Affine, Lanes, Line, Quad, Sixteen, Work, convolve};
use core::arch::x86_64::*;

/// Proof that the CPU has SSSE3: `detect` is the only way to make one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ssse3(());

impl Ssse3 {
    /// The proof, if this CPU has the instructions.
    pub(super) fn detect() -> Option<Ssse3> {
        is_x86_feature_detected!("ssse3").then_some(Ssse3(()))
    }

    /// Computes one group of lines.
    pub(super) fn run(self, work: &Work<'_>, output: &mut [Quad]) {
        #[target_feature(enable = "ssse3")]
        fn compiled(lanes: Ssse3, work: &Work<'_>, output: &mut [Quad]) {
            convolve::<_, 1, 3>(lanes, work, output);
        }
        // SAFETY: an `Ssse3` exists only if the CPU has SSSE3.
        unsafe { compiled(self, work, output) }
    }
}

impl Lanes for Ssse3 {
    /// Four channels each.
    type Sums = [__m128i; 4];
    type Inputs = __m128i;

    #[inline(always)]
    fn zero(self) -> [__m128i; 4] {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe { [_mm_setzero_si128(); 4] }
    }

    #[inline(always)]
    fn inputs(self, quad: Quad) -> __m128i {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe { _mm_set1_epi32(i32::from_le_bytes(quad)) }
    }

    #[inline(always)]
    fn add_products(self, mut sums: [__m128i; 4], inputs: __m128i, line: &Line) -> [__m128i; 4] {
        let (quarters, _) = line.0.as_chunks::<16>();
        for (sum, weights) in sums.iter_mut().zip(quarters) {
            // SAFETY: an `Ssse3` exists only if the CPU has SSSE3. The quarter is the 16 bytes that are read. The sums
            // of two products do not saturate: their magnitudes are at most 2 · 127 · 127, below 2¹⁵.
            unsafe {
                let weights = _mm_loadu_si128(weights.as_ptr().cast::<__m128i>());
                let pairs = _mm_maddubs_epi16(inputs, weights);
                *sum = _mm_add_epi32(*sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
            }
        }
        sums
    }

    #[inline(always)]
    fn activations(self, sums: [__m128i; 4], affine: &Affine, residual: &Sixteen) -> Sixteen {
        let mut activations = [[0; 4]; 4];
        let (scales, _) = affine.scale.as_chunks::<4>();
        let (biases, _) = affine.bias.as_chunks::<4>();
        for n in 0..4 {
            // SAFETY: every x86-64 CPU has SSE2. Four numbers are read from each array of four.
            unsafe {
                let zero = _mm_setzero_si128();
                let old = _mm_cvtsi32_si128(i32::from_le_bytes(residual[n]));
                let old = _mm_unpacklo_epi16(_mm_unpacklo_epi8(old, zero), zero);
                let scaled = _mm_mul_ps(_mm_cvtepi32_ps(sums[n]), _mm_loadu_ps(scales[n].as_ptr()));
                let value = _mm_add_ps(scaled, _mm_loadu_ps(biases[n].as_ptr()));
                let value = _mm_add_ps(value, _mm_cvtepi32_ps(old));
                let value = _mm_min_ps(_mm_max_ps(value, _mm_setzero_ps()), _mm_set1_ps(f32::from(MOST)));
                let words = _mm_packs_epi32(_mm_cvtps_epi32(value), zero);
                activations[n] = _mm_cvtsi128_si32(_mm_packus_epi16(words, zero)).to_le_bytes();
            }
        }
        activations
    }
}
