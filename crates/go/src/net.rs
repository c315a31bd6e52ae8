//! A policy network: how likely each move is, from the stones alone, before any search.
//!
//! The network is fully convolutional, so one set of weights serves every board size, rectangles included. All large
//! sums are exact integers, and the few float operations have a fixed order, so every machine computes the same bits.
//!
//! - Input: 9 planes (`planes`), each 0 or 1 at every point, from the side to move.
//! - Body: a 3×3 convolution from the planes to C channels, then B residual blocks of two such convolutions. An
//!   activation is a whole number from 0 to 127 that means its 16th part. Outside the board everything is 0.
//! - Each convolution (`convolution`) sums activations × weights (−127 to 127) in 32 bits, and converts the sum to an
//!   activation by a scale and a bias of its channel. In a block `y = a(x)`, and the result is `b(y)` with `x` added.
//! - Output: a logit for each point from its own activations. A softmax of the legal points is their likelihood. The
//!   network says nothing about a pass.
//!
//! Row y of a convolution grows downwards, in the direction in which the numbers of the points grow.
//!
//! `file` reads a network, `simd`, `sse` and `neon` have the inner loop for vector instructions.

mod convolution;
mod file;
#[cfg(target_arch = "aarch64")]
mod neon;
mod planes;
mod portable;
#[cfg(target_arch = "x86_64")]
mod simd;
#[cfg(target_arch = "x86_64")]
mod sse;

use crate::board::Board;
use crate::playout::Recent;
use convolution::{Convolution, Grid, Kernel, Quad};
pub(crate) use file::NetError;
use std::sync::LazyLock;
use tengen_board::{Color, Size};
use tengen_games::go::{self, Vertex};

/// The network that the engine plays with. `crates/go/train` made it.
pub(crate) static SHIPPED: LazyLock<Option<Net>> = LazyLock::new(|| {
    // A test reads it, so it has no faults.
    Net::read(include_bytes!("../data/policy.net")).ok()
});

/// The activation of an input plane's 1: one, in 16ths.
const ONE: u8 = 16;
/// The largest activation.
const MOST: u8 = 127;
/// Points whose logits are summed at the same time.
const TOGETHER: usize = 8;

/// The weights of a network, packed for the instructions of this CPU.
pub(crate) struct Net {
    kernel: Kernel,
    channels: usize,
    /// The input layer, then two for each block.
    layers: Vec<Convolution>,
    head: Vec<f32>,
    head_bias: f32,
}

/// Buffers that one thread reuses from position to position.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    grid: Grid,
    /// The size of the board and the quads of a point for which the buffers are laid out.
    shape: Option<(Size, usize)>,
    planes: Vec<Quad>,
    /// The input of a block, the result of its first convolution, the result of its second.
    activations: [Vec<Quad>; 3],
    logits: Vec<f32>,
}

impl Net {
    /// Reads a network; `file` describes the format.
    ///
    /// # Errors
    /// [`NetError`] if the bytes are not a network.
    pub(crate) fn read(bytes: &[u8]) -> Result<Net, NetError> {
        Net::read_for(bytes, Kernel::best())
    }

    /// [`Net::read`] for the given instructions.
    fn read_for(bytes: &[u8], kernel: Kernel) -> Result<Net, NetError> {
        let parts = file::parse(bytes)?;
        let step = |n| if n == 0 { planes::QUADS } else { convolution::quads_of(parts.channels) };
        let layers = parts.layers.iter().enumerate();
        let layers = layers.map(|(n, layer)| Convolution::new(layer, step(n), kernel)).collect();
        Ok(Net { kernel, channels: parts.channels, layers, head: parts.head, head_bias: parts.head_bias })
    }

    /// The logits of stones of `color` on each point of `board`, after the moves `recent`: row by row from the top, as
    /// [`Size::index`] counts. `rules` is a board of the same size: it numbers the points.
    pub(crate) fn logits<'a>(
        &self,
        board: &Board,
        rules: &go::Board,
        recent: Recent,
        color: Color,
        scratch: &'a mut Scratch,
    ) -> &'a [f32] {
        scratch.lay_out(rules, convolution::quads_of(self.channels));
        planes::fill(board, recent, color, scratch.grid.points(), &mut scratch.planes);
        self.run_body(scratch);
        self.run_head(scratch);
        &scratch.logits
    }

    /// Leaves the activations after the last block in the first of the three buffers.
    fn run_body(&self, scratch: &mut Scratch) {
        let Scratch { grid, planes, activations: [x, y, z], .. } = scratch;
        let [first, blocks @ ..] = &self.layers[..] else { return };
        first.apply(self.kernel, grid, planes, None, x);
        for block in blocks.chunks_exact(2) {
            block[0].apply(self.kernel, grid, x, None, y);
            block[1].apply(self.kernel, grid, y, Some(x), z);
            std::mem::swap(x, z);
        }
    }

    /// Computes the logits. Sums run from the first channel to the last.
    fn run_head(&self, scratch: &mut Scratch) {
        let Scratch { grid, activations: [x, ..], logits, .. } = scratch;
        let quads = convolution::quads_of(self.channels);
        let of_point = |at: Vertex| &x[usize::from(at) * quads..][..quads];
        for (points, logits) in grid.points().chunks(TOGETHER).zip(logits.chunks_mut(TOGETHER)) {
            let mut sums = [0.0; TOGETHER];
            // Fewer at the end: the last is repeated.
            let all: [&[u8]; TOGETHER] =
                std::array::from_fn(|n| of_point(points[n.min(points.len() - 1)]).as_flattened());
            for (c, weight) in self.head.iter().enumerate() {
                for (sum, a) in sums.iter_mut().zip(all) {
                    *sum += f32::from(a[c]) * weight;
                }
            }
            for (logit, sum) in logits.iter_mut().zip(sums) {
                *logit = sum + self.head_bias;
            }
        }
    }
}

impl Scratch {
    /// Empty buffers; the first position sizes them.
    pub(crate) fn new() -> Scratch {
        Scratch::default()
    }

    /// Sizes the buffers for a board and for `quads` of a point. The entries around the board stay 0.
    fn lay_out(&mut self, rules: &go::Board, quads: usize) {
        let shape = Some((rules.size(), quads));
        if self.shape == shape {
            return;
        }
        self.shape = shape;
        self.grid = Grid::new(rules);
        let entries = self.grid.entries();
        self.planes.clear();
        self.planes.resize(entries * planes::QUADS, [0; 4]);
        for buffer in &mut self.activations {
            buffer.clear();
            buffer.resize(entries * quads, [0; 4]);
        }
        self.logits.clear();
        self.logits.resize(rules.size().area(), 0.0);
    }
}

#[cfg(test)]
mod tests;
