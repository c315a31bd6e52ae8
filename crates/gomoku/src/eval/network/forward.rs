//! The formulas of the network in plain Rust. Inlined into each caller, they are compiled for its instructions.

use super::{FIRST, LAYER_ONE, NetworkHead, POINT_MAX, SECOND, Sums, Vector, WIDTH};
use tengen_board::Color;

/// The four vectors of a point summed, black's view first.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Four(pub(super) [i16; 2 * WIDTH]);

impl Four {
    pub(super) const ZERO: Four = Four([0; 2 * WIDTH]);
}

/// The weights of a layer by pairs of inputs: for each unit those of both.
pub(crate) type Pairs<const PAIRS: usize, const OUT: usize> = [[[i16; 2]; OUT]; PAIRS];

/// The operations that have versions for special instructions. All versions give the same results.
pub(super) trait Kernel: Copy {
    /// The sums of a layer: for each unit the sum of its weights times the inputs. No sum overflows, because
    /// [`file`](super::file) refuses larger weights.
    fn products<const PAIRS: usize, const OUT: usize>(
        self,
        w: &Pairs<PAIRS, OUT>,
        input: &[[i16; 2]; PAIRS],
    ) -> [i32; OUT];

    /// Updates the sum of a point after a window has changed its class: the old and new vectors in black's and white's
    /// view.
    #[inline(always)]
    fn exchange(self, four: &mut Four, from: [&Vector; 2], to: [&Vector; 2], change: &mut Four) {
        for view in 0..2 {
            let part = view * WIDTH..(view + 1) * WIDTH;
            let (four, change) = (&mut four.0[part.clone()], &mut change.0[part]);
            let (from, to) = (&from[view].0, &to[view].0);
            for i in 0..WIDTH {
                let old = four[i];
                let new = old.wrapping_add(to[i].wrapping_sub(from[i]));
                four[i] = new;
                let more = new.clamp(0, POINT_MAX).wrapping_sub(old.clamp(0, POINT_MAX));
                change[i] = change[i].wrapping_add(more);
            }
        }
    }
}

/// Plain Rust, for any CPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Kernel for Plain {
    #[inline(always)]
    fn products<const PAIRS: usize, const OUT: usize>(
        self,
        w: &Pairs<PAIRS, OUT>,
        input: &[[i16; 2]; PAIRS],
    ) -> [i32; OUT] {
        let mut sums = [0; OUT];
        for (w, x) in w.iter().zip(input) {
            let [x, y] = x.map(i32::from);
            sums.iter_mut().zip(w).for_each(|(sum, w)| *sum += i32::from(w[0]) * x + i32::from(w[1]) * y);
        }
        sums
    }
}

/// Subtracts a point from the sums.
#[inline(always)]
pub(super) fn leave(four: &Four, change: &mut Four) {
    for (change, &x) in change.0.iter_mut().zip(&four.0) {
        *change = change.wrapping_sub(x.clamp(0, POINT_MAX));
    }
}

/// Adds a point to the sums.
#[inline(always)]
pub(super) fn join(four: &Four, change: &mut Four) {
    for (change, &x) in change.0.iter_mut().zip(&four.0) {
        *change = change.wrapping_add(x.clamp(0, POINT_MAX));
    }
}

/// The units of the second hidden layer, two by two.
pub(super) type Hidden = [[i16; 2]; SECOND / 2];

/// The hidden layers.
#[inline(always)]
pub(super) fn hidden<K: Kernel>(kernel: K, head: &NetworkHead, sums: &Sums, mover: Color) -> Hidden {
    let mut input = [[0; 2]; WIDTH];
    let own = mover.index() * WIDTH;
    // From 1/128 to 1/1,024, a sixteenth of it.
    let enter = |sum: i32| (sum >> 1).min(i16::MAX.into()) as i16;
    for i in 0..WIDTH / 2 {
        input[i] = [enter(sums[own + 2 * i]), enter(sums[own + 2 * i + 1])];
        input[WIDTH / 2 + i] = [enter(sums[WIDTH - own + 2 * i]), enter(sums[WIDTH - own + 2 * i + 1])];
    }
    let first: [[i16; 2]; FIRST / 2] = units(kernel.products(&head.w1, &input), &head.b1);
    units(kernel.products(&head.w2, &first), &head.b2)
}

/// The logit of the sums without the threats, in 1/256.
#[inline(always)]
pub(super) fn logit<K: Kernel>(kernel: K, head: &NetworkHead, sums: &Sums, mover: Color) -> i32 {
    let [sum] = kernel.products(&head.v, &hidden(kernel, head, sums, mover));
    (sum + head.d) >> (2 * LAYER_ONE.ilog2() - 8)
}

/// The layer's units, two by two.
#[inline(always)]
fn units<const OUT: usize, const PAIRS: usize>(sums: [i32; OUT], b: &[i32; OUT]) -> [[i16; 2]; PAIRS] {
    let mut out = [[0; 2]; PAIRS];
    for unit in 0..OUT {
        let sum = (sums[unit] >> LAYER_ONE.ilog2()) + b[unit];
        out[unit / 2][unit % 2] = sum.clamp(0, i16::MAX.into()) as i16;
    }
    out
}
