//! The inner loop for every CPU: plain loops over 16 channels that compilers turn into vector instructions.

use super::MOST;
use super::convolution::{Affine, Lanes, Line, Quad, Sixteen, WIDTH, Work, convolve};

/// The instructions that every CPU has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// The number whose sum with a whole number from 0 to 127 has that number in its lowest bits: 2²³. Numbers between are
/// rounded to the nearest, ties to even, because a float as large as this has no bits for fractions.
const WHOLE: f32 = 8_388_608.0;

impl Portable {
    /// Computes one group of lines.
    pub(super) fn run(self, work: &Work<'_>, output: &mut [Quad]) {
        convolve::<_, 1, 4>(self, work, output);
    }
}

impl Lanes for Portable {
    type Sums = [i32; WIDTH];
    type Inputs = [i16; 4];

    #[inline(always)]
    fn zero(self) -> [i32; WIDTH] {
        [0; WIDTH]
    }

    #[inline(always)]
    fn inputs(self, quad: Quad) -> [i16; 4] {
        quad.map(i16::from)
    }

    /// A line has the weights of the first input, then those of the second, and so on. Two products fit into 16 bits:
    /// their magnitudes are at most 127 · 127.
    #[inline(always)]
    fn add_products(self, mut sums: [i32; WIDTH], inputs: [i16; 4], line: &Line) -> [i32; WIDTH] {
        let (weights, _) = line.0.as_chunks::<WIDTH>();
        for channel in 0..WIDTH {
            let product = |input: usize| inputs[input] * i16::from(weights[input][channel]);
            let (low, high) = (product(0) + product(1), product(2) + product(3));
            sums[channel] += i32::from(low) + i32::from(high);
        }
        sums
    }

    #[inline(always)]
    fn activations(self, sums: [i32; WIDTH], affine: &Affine, residual: &Sixteen) -> Sixteen {
        let mut activations = [[0; 4]; 4];
        let residual = residual.as_flattened();
        for (channel, activation) in activations.as_flattened_mut().iter_mut().enumerate() {
            let scaled = sums[channel] as f32 * affine.scale[channel];
            let value = scaled + affine.bias[channel] + f32::from(residual[channel]);
            *activation = (value.clamp(0.0, f32::from(MOST)) + WHOLE).to_bits() as u8;
        }
        activations
    }
}
