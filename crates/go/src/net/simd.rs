//! The inner loop with the vector instructions of x86-64; `portable` is the twin.
//!
//! A value of [`Avx2`], [`AvxVnni`] or [`Avx512Vnni`] is a proof that the CPU has these instructions: `detect` is the
//! only way to make one.
//!
//! A line has the four weights of the first channel, then those of the second, and so on. Each 32-bit lane multiplies
//! the same four inputs by the weights of its channel.

use super::MOST;
use super::convolution::{Affine, Lanes, Line, Quad, Sixteen, WIDTH, Work, convolve};
use core::arch::x86_64::*;

/// Proof that the CPU has AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

/// Proof that the CPU has AVX2 and AVX-VNNI.
#[derive(Clone, Copy, Debug)]
pub(super) struct AvxVnni(());

/// Proof that the CPU has AVX-512 F and VNNI.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512Vnni(());

impl Avx2 {
    /// The proof, if this CPU has the instructions.
    pub(super) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    /// Computes one group of lines.
    pub(super) fn run(self, work: &Work<'_>, output: &mut [Quad]) {
        #[target_feature(enable = "avx2")]
        fn compiled(lanes: Avx2, work: &Work<'_>, output: &mut [Quad]) {
            convolve::<_, 1, 4>(lanes, work, output);
        }
        // SAFETY: an `Avx2` exists only if the CPU has AVX2.
        unsafe { compiled(self, work, output) }
    }
}

impl AvxVnni {
    /// The proof, if this CPU has the instructions.
    pub(super) fn detect() -> Option<AvxVnni> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni")).then_some(AvxVnni(()))
    }

    /// Computes one group of lines.
    pub(super) fn run(self, work: &Work<'_>, output: &mut [Quad]) {
        #[target_feature(enable = "avx2,avxvnni")]
        fn compiled(lanes: AvxVnni, work: &Work<'_>, output: &mut [Quad]) {
            convolve::<_, 1, 6>(lanes, work, output);
        }
        // SAFETY: an `AvxVnni` exists only if the CPU has AVX2 and AVX-VNNI.
        unsafe { compiled(self, work, output) }
    }
}

impl Avx512Vnni {
    /// The proof, if this CPU has the instructions.
    pub(super) fn detect() -> Option<Avx512Vnni> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni"))
            .then_some(Avx512Vnni(()))
    }

    /// Computes one group of lines.
    pub(super) fn run(self, work: &Work<'_>, output: &mut [Quad]) {
        #[target_feature(enable = "avx512f,avx512vnni")]
        fn compiled(lanes: Avx512Vnni, work: &Work<'_>, output: &mut [Quad]) {
            match work.affine.len() {
                1 => convolve::<_, 1, 6>(lanes, work, output),
                2 => convolve::<_, 2, 6>(lanes, work, output),
                3 => convolve::<_, 3, 6>(lanes, work, output),
                _ => convolve::<_, 4, 6>(lanes, work, output),
            }
        }
        // SAFETY: an `Avx512Vnni` exists only if the CPU has AVX-512 F and VNNI.
        unsafe { compiled(self, work, output) }
    }
}

/// Both halves of a line.
#[inline(always)]
fn halves(line: &Line) -> [&[i8; 32]; 2] {
    let (halves, _) = line.0.as_chunks::<32>();
    [&halves[0], &halves[1]]
}

impl Lanes for Avx2 {
    type Sums = [__m256i; 2];
    type Inputs = __m256i;

    #[inline(always)]
    fn zero(self) -> [__m256i; 2] {
        // SAFETY: an `Avx2` exists only if the CPU has AVX2.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    fn inputs(self, quad: Quad) -> __m256i {
        // SAFETY: an `Avx2` exists only if the CPU has AVX2.
        unsafe { _mm256_set1_epi32(i32::from_le_bytes(quad)) }
    }

    #[inline(always)]
    fn add_products(self, mut sums: [__m256i; 2], inputs: __m256i, line: &Line) -> [__m256i; 2] {
        for (sum, weights) in sums.iter_mut().zip(halves(line)) {
            // SAFETY: an `Avx2` exists only if the CPU has AVX2. The half is the 32 bytes that are read. The sums of
            // two products do not saturate: their magnitudes are at most 2 · 127 · 127, below 2¹⁵.
            unsafe {
                let weights = _mm256_loadu_si256(weights.as_ptr().cast::<__m256i>());
                let pairs = _mm256_maddubs_epi16(inputs, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            }
        }
        sums
    }

    #[inline(always)]
    fn activations(self, sums: [__m256i; 2], affine: &Affine, residual: &Sixteen) -> Sixteen {
        let mut activations = [[0; 4]; 4];
        let halves = activations.as_flattened_mut().as_chunks_mut::<8>().0.iter_mut();
        for (n, to) in halves.enumerate() {
            let from: &[u8; 8] = residual.as_flattened()[8 * n..].first_chunk().unwrap_or(&[0; 8]);
            // SAFETY: an `Avx2` exists only if the CPU has AVX2. Eight bytes are read and written, and eight numbers of
            // the 16 of each array are read from its start or its middle.
            unsafe {
                let scale = _mm256_loadu_ps(affine.scale.as_ptr().add(8 * n));
                let bias = _mm256_loadu_ps(affine.bias.as_ptr().add(8 * n));
                let old = _mm256_cvtepu8_epi32(_mm_loadl_epi64(from.as_ptr().cast::<__m128i>()));
                let scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums[n]), scale);
                let value = _mm256_add_ps(_mm256_add_ps(scaled, bias), _mm256_cvtepi32_ps(old));
                let most = _mm256_set1_ps(f32::from(MOST));
                let whole =
                    _mm256_cvtps_epi32(_mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), most));
                let words =
                    _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256::<1>(whole));
                _mm_storel_epi64(to.as_mut_ptr().cast::<__m128i>(), _mm_packus_epi16(words, words));
            }
        }
        activations
    }
}

impl Lanes for AvxVnni {
    type Sums = [__m256i; 2];
    type Inputs = __m256i;

    #[inline(always)]
    fn zero(self) -> [__m256i; 2] {
        Avx2(()).zero()
    }

    #[inline(always)]
    fn inputs(self, quad: Quad) -> __m256i {
        Avx2(()).inputs(quad)
    }

    #[inline(always)]
    fn add_products(self, mut sums: [__m256i; 2], inputs: __m256i, line: &Line) -> [__m256i; 2] {
        for (sum, weights) in sums.iter_mut().zip(halves(line)) {
            // SAFETY: an `AvxVnni` exists only if the CPU has AVX2 and AVX-VNNI. The half is the 32 bytes that are
            // read.
            unsafe {
                let weights = _mm256_loadu_si256(weights.as_ptr().cast::<__m256i>());
                *sum = _mm256_dpbusd_avx_epi32(*sum, inputs, weights);
            }
        }
        sums
    }

    #[inline(always)]
    fn activations(self, sums: [__m256i; 2], affine: &Affine, residual: &Sixteen) -> Sixteen {
        Avx2(()).activations(sums, affine, residual)
    }
}

impl Lanes for Avx512Vnni {
    type Sums = __m512i;
    type Inputs = __m512i;

    #[inline(always)]
    fn zero(self) -> __m512i {
        // SAFETY: an `Avx512Vnni` exists only if the CPU has AVX-512 F.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn inputs(self, quad: Quad) -> __m512i {
        // SAFETY: an `Avx512Vnni` exists only if the CPU has AVX-512 F.
        unsafe { _mm512_set1_epi32(i32::from_le_bytes(quad)) }
    }

    #[inline(always)]
    fn add_products(self, sums: __m512i, inputs: __m512i, line: &Line) -> __m512i {
        // SAFETY: an `Avx512Vnni` exists only if the CPU has AVX-512 F and VNNI. A line is the 64 bytes that are read,
        // aligned to them.
        unsafe {
            let weights = _mm512_load_si512((&raw const *line).cast::<__m512i>());
            _mm512_dpbusd_epi32(sums, inputs, weights)
        }
    }

    #[inline(always)]
    fn activations(self, sums: __m512i, affine: &Affine, residual: &Sixteen) -> Sixteen {
        const { assert!(WIDTH == 16 && size_of::<Sixteen>() == 16) };
        let mut activations = [[0; 4]; 4];
        // SAFETY: an `Avx512Vnni` exists only if the CPU has AVX-512 F. Each array has the 16 numbers that are read,
        // and the 16 activations are the bytes that are read and written.
        unsafe {
            let scale = _mm512_loadu_ps(affine.scale.as_ptr());
            let bias = _mm512_loadu_ps(affine.bias.as_ptr());
            let old = _mm512_cvtepu8_epi32(_mm_loadu_si128(residual.as_ptr().cast::<__m128i>()));
            let scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(sums), scale);
            let value = _mm512_add_ps(_mm512_add_ps(scaled, bias), _mm512_cvtepi32_ps(old));
            let most = _mm512_set1_ps(f32::from(MOST));
            let whole = _mm512_cvtps_epi32(_mm512_min_ps(_mm512_max_ps(value, _mm512_setzero_ps()), most));
            _mm_storeu_si128(activations.as_mut_ptr().cast::<__m128i>(), _mm512_cvtepi32_epi8(whole));
        }
        activations
    }
}
