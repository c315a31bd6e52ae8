//! The inner loop with the vector instructions of 64-bit ARM; `portable` is the twin.
//!
//! A quarter of a line has four channels. It begins with their weights of the first two inputs, a pair for each
//! channel, and ends with those of the last two.

use super::MOST;
use super::convolution::{Affine, Lanes, Line, Quad, Sixteen, Work, convolve};
use core::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

/// Proof that the CPU has NEON: `detect` is the only way to make one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neon(());

impl Neon {
    /// The proof, if this CPU has the instructions.
    pub(super) fn detect() -> Option<Neon> {
        is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }

    /// The place of a weight in a line.
    pub(super) fn at(channel: usize, input: usize) -> usize {
        channel / 4 * 16 + input / 2 * 8 + channel % 4 * 2 + input % 2
    }

    /// Computes one group of lines.
    pub(super) fn run(self, work: &Work<'_>, output: &mut [Quad]) {
        #[target_feature(enable = "neon")]
        fn compiled(lanes: Neon, work: &Work<'_>, output: &mut [Quad]) {
            convolve::<_, 1, 4>(lanes, work, output);
        }
        // SAFETY: a `Neon` exists only if the CPU has NEON.
        unsafe { compiled(self, work, output) }
    }
}

impl Lanes for Neon {
    /// Four channels each.
    type Sums = [int32x4_t; 4];
    /// The first two inputs four times, then the last two four times.
    type Inputs = int8x16_t;

    #[inline(always)]
    fn zero(self) -> [int32x4_t; 4] {
        // SAFETY: a `Neon` exists only if the CPU has NEON.
        unsafe { [vdupq_n_s32(0); 4] }
    }

    #[inline(always)]
    fn inputs(self, quad: Quad) -> int8x16_t {
        let [a, b, c, d] = quad;
        // SAFETY: a `Neon` exists only if the CPU has NEON.
        unsafe {
            let first = vdup_n_s16(i16::from_le_bytes([a, b]));
            let last = vdup_n_s16(i16::from_le_bytes([c, d]));
            vreinterpretq_s8_s16(vcombine_s16(first, last))
        }
    }

    /// The inputs are at most 127, so they are the same numbers with a sign. The sums of two products fit into 16 bits:
    /// their magnitudes are at most 2 · 127 · 127, below 2¹⁵.
    #[inline(always)]
    fn add_products(self, mut sums: [int32x4_t; 4], inputs: int8x16_t, line: &Line) -> [int32x4_t; 4] {
        let (quarters, _) = line.0.as_chunks::<16>();
        for (sum, weights) in sums.iter_mut().zip(quarters) {
            // SAFETY: a `Neon` exists only if the CPU has NEON. The quarter is the 16 bytes that are read.
            unsafe {
                let weights = vld1q_s8(weights.as_ptr());
                let first = vmull_s8(vget_low_s8(weights), vget_low_s8(inputs));
                *sum = vpadalq_s16(*sum, vmlal_high_s8(first, weights, inputs));
            }
        }
        sums
    }

    #[inline(always)]
    fn activations(self, sums: [int32x4_t; 4], affine: &Affine, residual: &Sixteen) -> Sixteen {
        let mut activations = [[0; 4]; 4];
        let (scales, _) = affine.scale.as_chunks::<4>();
        let (biases, _) = affine.bias.as_chunks::<4>();
        for n in 0..4 {
            let old = residual[n].map(f32::from);
            let mut whole = [0; 4];
            // SAFETY: a `Neon` exists only if the CPU has NEON. Four numbers are read from or written to each array of
            // four.
            unsafe {
                let scaled = vmulq_f32(vcvtq_f32_s32(sums[n]), vld1q_f32(scales[n].as_ptr()));
                let value = vaddq_f32(scaled, vld1q_f32(biases[n].as_ptr()));
                let value = vaddq_f32(value, vld1q_f32(old.as_ptr()));
                let value = vminq_f32(vmaxq_f32(value, vdupq_n_f32(0.0)), vdupq_n_f32(f32::from(MOST)));
                vst1q_u32(whole.as_mut_ptr(), vcvtnq_u32_f32(value));
            }
            activations[n] = whole.map(|whole| whole as u8);
        }
        activations
    }
}
