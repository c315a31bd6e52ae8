//! A 3×3 convolution on activations that are in a padded array.
//!
//! Activations are in fours ([`Quad`]): those of the point numbered `at` begin at entry `at · quads`, with the numbers
//! of [`tengen_games::go::Board`]. The entries around the board are 0, so no tap needs a test for the edge.
//!
//! The inner loop computes 16 channels of a point at a time. It takes four inputs of one point, and the weights from
//! these to 16 channels ([`Line`]). Several points and lines are computed together, so that their sums stay in
//! registers and every number that is read is used several times.

use super::file::Layer;
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::portable::Portable;
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512Vnni, AvxVnni};
#[cfg(target_arch = "x86_64")]
use super::sse::Ssse3;
use tengen_games::go::{self, Vertex};

/// Four activations of one point.
pub(super) type Quad = [u8; 4];
/// Sixteen activations of one point.
pub(super) type Sixteen = [Quad; 4];
/// Output channels of one line of weights.
pub(super) const WIDTH: usize = 16;
/// Points around and at a point.
pub(super) const TAPS: usize = 9;

/// The fours of a point with `channels` channels, which are padded to whole lines.
pub(super) fn quads_of(channels: usize) -> usize {
    channels.next_multiple_of(WIDTH) / 4
}

/// The weights from four inputs to [`WIDTH`] channels, in the order of [`Kernel::at`].
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [i8; 64]);

/// The scale and the bias of [`WIDTH`] channels.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Affine {
    pub(super) scale: [f32; WIDTH],
    pub(super) bias: [f32; WIDTH],
}

/// The points of a board, and the way from a point to those around it.
#[derive(Debug, Default)]
pub(super) struct Grid {
    points: Vec<Vertex>,
    stride: usize,
    entries: usize,
}

impl Grid {
    /// Those of `rules`.
    pub(super) fn new(rules: &go::Board) -> Grid {
        let (rows, stride) = (rules.size().rows(), rules.size().cols() + 1);
        Grid { points: rules.vertices().collect(), stride, entries: (rows + 2) * stride + 1 }
    }

    /// The points in reading order.
    pub(super) fn points(&self) -> &[Vertex] {
        &self.points
    }

    /// The entries of a padded array.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// The number of the point at a tap of `at`; taps run by rows from the one above on the left.
    #[inline(always)]
    fn tap(&self, at: Vertex, tap: usize) -> usize {
        usize::from(at) + tap / 3 * self.stride + tap % 3 - self.stride - 1
    }
}

/// The instructions that a convolution is computed with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kernel {
    Portable(Portable),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    #[cfg(target_arch = "x86_64")]
    Ssse3(Ssse3),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    AvxVnni(AvxVnni),
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni(Avx512Vnni),
}

impl Kernel {
    /// All that this CPU has, the fastest first.
    pub(super) fn all() -> impl Iterator<Item = Kernel> {
        #[cfg(target_arch = "x86_64")]
        let vector = [
            Avx512Vnni::detect().map(Kernel::Avx512Vnni),
            AvxVnni::detect().map(Kernel::AvxVnni),
            Avx2::detect().map(Kernel::Avx2),
            Ssse3::detect().map(Kernel::Ssse3),
        ];
        #[cfg(target_arch = "aarch64")]
        let vector = [Neon::detect().map(Kernel::Neon)];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let vector: [Option<Kernel>; 0] = [];
        vector.into_iter().flatten().chain([Kernel::Portable(Portable)])
    }

    /// The fastest that this CPU has.
    pub(super) fn best() -> Kernel {
        Kernel::all().next().unwrap_or(Kernel::Portable(Portable))
    }

    /// The most lines of one point that are computed together.
    fn lines(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Vnni(_) => 4,
            _ => 1,
        }
    }

    /// The place of each weight of a line.
    fn at(self) -> fn(usize, usize) -> usize {
        match self {
            Kernel::Portable(_) => |channel, input| input * WIDTH + channel,
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon(_) => Neon::at,
            #[cfg(target_arch = "x86_64")]
            _ => |channel, input| channel * 4 + input,
        }
    }
}

/// Sums of products with the instructions of one kind of CPU. All functions are compiled into [`convolve`].
pub(super) trait Lanes: Copy {
    /// The sums of [`WIDTH`] channels.
    type Sums: Copy;
    /// Four inputs, ready to multiply.
    type Inputs: Copy;

    /// Sums of nothing.
    fn zero(self) -> Self::Sums;

    /// Prepares four inputs.
    fn inputs(self, quad: Quad) -> Self::Inputs;

    /// The sums with the products of four inputs added.
    fn add_products(self, sums: Self::Sums, inputs: Self::Inputs, line: &Line) -> Self::Sums;

    /// The activations `sum · scale + bias + residual`, rounded to the nearest whole number (ties to even) from 0 to
    /// 127. In every implementation the three float operations are separate and in this order.
    fn activations(self, sums: Self::Sums, affine: &Affine, residual: &Sixteen) -> Sixteen;
}

/// One layer, packed for one [`Kernel`].
pub(super) struct Convolution {
    /// The fours of a point's inputs.
    input_quads: usize,
    /// The fours from one point's inputs to the next one's.
    input_step: usize,
    /// By group of [`Kernel::lines`] lines, then by tap, then by four inputs, then by line in the group.
    lines: Vec<Line>,
    /// One for each line of channels.
    affine: Vec<Affine>,
    /// [`Kernel::lines`] of the kernel that it is packed for.
    group: usize,
}

impl Convolution {
    /// Packs the weights of a layer for `kernel`. `input_step` is the number of fours from one point's inputs to the
    /// next one's.
    pub(super) fn new(layer: &Layer<'_>, input_step: usize, kernel: Kernel) -> Convolution {
        let (inputs, outputs) = (layer.inputs, layer.scale.len());
        let input_quads = inputs.div_ceil(4);
        let (at, group) = (kernel.at(), kernel.lines());
        let width = outputs.div_ceil(WIDTH);
        let mut lines = Vec::with_capacity(width * TAPS * input_quads);
        for from in (0..width).step_by(group) {
            for tap in 0..TAPS {
                for quad in 0..input_quads {
                    for line in from..width.min(from + group) {
                        let mut packed = Line([0; 64]);
                        for channel in 0..WIDTH.min(outputs - line * WIDTH) {
                            for input in 0..4.min(inputs - quad * 4) {
                                let row = (line * WIDTH + channel) * inputs + quad * 4 + input;
                                packed.0[at(channel, input)] = layer.weights[row * TAPS + tap] as i8;
                            }
                        }
                        lines.push(packed);
                    }
                }
            }
        }
        let padded = |numbers: &[f32], line: usize| {
            std::array::from_fn(|n| numbers.get(line * WIDTH + n).copied().unwrap_or(0.0))
        };
        let affine = (0..width)
            .map(|line| Affine { scale: padded(&layer.scale, line), bias: padded(&layer.bias, line) })
            .collect();
        Convolution { input_quads, input_step, lines, affine, group }
    }

    /// Computes the activations of every point of `grid`. `residual` is added if there is one; it is laid out as
    /// `output` is. `kernel` is the one that this is packed for.
    pub(super) fn apply(
        &self,
        kernel: Kernel,
        grid: &Grid,
        input: &[Quad],
        residual: Option<&[Quad]>,
        output: &mut [Quad],
    ) {
        let mut lines = &self.lines[..];
        for (n, affine) in self.affine.chunks(self.group).enumerate() {
            let (these, rest) = lines.split_at(TAPS * self.input_quads * affine.len());
            lines = rest;
            let (quads, step) = (self.input_quads, self.input_step);
            let (first, width) = (4 * n * self.group, 4 * self.affine.len());
            let work = Work { grid, quads, step, input, lines: these, affine, first, width, residual };
            match kernel {
                Kernel::Portable(lanes) => lanes.run(&work, output),
                #[cfg(target_arch = "aarch64")]
                Kernel::Neon(lanes) => lanes.run(&work, output),
                #[cfg(target_arch = "x86_64")]
                Kernel::Ssse3(lanes) => lanes.run(&work, output),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2(lanes) => lanes.run(&work, output),
                #[cfg(target_arch = "x86_64")]
                Kernel::AvxVnni(lanes) => lanes.run(&work, output),
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512Vnni(lanes) => lanes.run(&work, output),
            }
        }
    }
}

/// The part of a convolution that computes one group of lines.
pub(super) struct Work<'a> {
    grid: &'a Grid,
    /// The fours of a point's inputs, and from one point's to the next one's.
    quads: usize,
    step: usize,
    input: &'a [Quad],
    lines: &'a [Line],
    /// One for each line of the group.
    pub(super) affine: &'a [Affine],
    /// The group's first four among those of a point, and all fours of a point.
    first: usize,
    width: usize,
    residual: Option<&'a [Quad]>,
}

/// Computes a group of `LINES` lines, for `POINTS` points at a time.
#[inline(always)]
pub(super) fn convolve<L: Lanes, const LINES: usize, const POINTS: usize>(
    lanes: L,
    work: &Work<'_>,
    output: &mut [Quad],
) {
    let affine: &[Affine; LINES] = work.affine.first_chunk().expect("a line for each sum");
    for points in work.grid.points.chunks(POINTS) {
        // Fewer at the end: the last is repeated.
        let mut at = [points[points.len() - 1]; POINTS];
        at[..points.len()].copy_from_slice(points);
        let sums = sums::<L, LINES, POINTS>(lanes, work, &at);
        for point in 0..POINTS {
            for line in 0..LINES {
                let from = usize::from(at[point]) * work.width + work.first + 4 * line;
                let old = work.residual.and_then(|old| old[from..].first_chunk()).unwrap_or(&[[0; 4]; 4]);
                let new = lanes.activations(sums[point][line], &affine[line], old);
                output[from..from + 4].copy_from_slice(&new);
            }
        }
    }
}

/// The sums of products of `LINES` lines for each of the points `at`.
#[inline(always)]
fn sums<L: Lanes, const LINES: usize, const POINTS: usize>(
    lanes: L,
    work: &Work<'_>,
    at: &[Vertex; POINTS],
) -> [[L::Sums; LINES]; POINTS] {
    let mut sums = [[lanes.zero(); LINES]; POINTS];
    let (groups, _) = work.lines.as_chunks::<LINES>();
    for (tap, groups) in groups.chunks_exact(work.quads).enumerate() {
        let mut inputs: [&[Quad]; POINTS] = [&[]; POINTS];
        for (inputs, &at) in inputs.iter_mut().zip(at) {
            *inputs = &work.input[work.grid.tap(at, tap) * work.step..][..groups.len()];
        }
        for (quad, lines) in groups.iter().enumerate() {
            for point in 0..POINTS {
                let four = lanes.inputs(inputs[point][quad]);
                for line in 0..LINES {
                    sums[point][line] = lanes.add_products(sums[point][line], four, &lines[line]);
                }
            }
        }
    }
    sums
}
