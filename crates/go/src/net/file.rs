//! The file of a network.
//!
//! Little-endian, without gaps:
//!
//! | part | content |
//! | --- | --- |
//! | magic | the 8 bytes `TGNET001` |
//! | shape | three `u32`: the planes (9), the channels C (a multiple of 8, at most 256), the blocks B (at most 32) |
//! | each of 1 + 2·B layers | weights `i8[C][inputs][3][3]` from −127 to 127, then scale `f32[C]`, then bias `f32[C]` |
//! | the head | weights `f32[C]`, then the bias `f32` |
//!
//! The first layer has the planes for inputs, the others C channels. The first of the two indexes of a 3×3 filter is
//! the row: 0 the row above the point, 2 the row below. The second is the column from left to right.

use super::convolution::TAPS;
use super::planes::PLANES;
use core::fmt;

const MAGIC: [u8; 8] = *b"TGNET001";
/// Bytes before the first layer.
const HEADER: usize = 20;
const MAX_CHANNELS: usize = 256;
const MAX_BLOCKS: usize = 32;

/// Why bytes are not a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetError {
    /// They do not begin as a network does.
    Magic,
    /// Another number of planes.
    Planes(u32),
    /// A number of channels that is not a multiple of 8 from 8 to 256.
    Channels(u32),
    /// More than 32 blocks.
    Blocks(u32),
    /// The length does not fit the shape.
    Length { expected: usize, found: usize },
    /// A weight is −128; the index of its layer.
    Weight(usize),
    /// A scale, a bias or a weight of an output is infinite or not a number.
    NotFinite,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Magic => write!(f, "not a network of this program: it should begin with 'TGNET001'"),
            NetError::Planes(n) => write!(f, "the network has {n} input planes, not {PLANES}"),
            NetError::Channels(n) => {
                write!(f, "the network has {n} channels, not a multiple of 8 from 8 to {MAX_CHANNELS}")
            }
            NetError::Blocks(n) => write!(f, "the network has {n} blocks, more than {MAX_BLOCKS}"),
            NetError::Length { expected, found } => {
                write!(f, "a network of this shape has {expected} bytes, this has {found}")
            }
            NetError::Weight(layer) => write!(f, "a weight of layer {layer} is -128, below -127"),
            NetError::NotFinite => write!(f, "a number of the network is infinite or not a number"),
        }
    }
}

impl core::error::Error for NetError {}

/// A network as its file has it.
pub(super) struct Parts<'a> {
    pub(super) channels: usize,
    pub(super) layers: Vec<Layer<'a>>,
    pub(super) head: Vec<f32>,
    pub(super) head_bias: f32,
}

/// A layer as the file has it.
pub(super) struct Layer<'a> {
    pub(super) inputs: usize,
    /// By output, input, row and column; the bytes of `i8` numbers.
    pub(super) weights: &'a [u8],
    /// One for each output.
    pub(super) scale: Vec<f32>,
    /// One for each output.
    pub(super) bias: Vec<f32>,
}

/// The bytes of a network with this shape.
fn length(channels: usize, blocks: usize) -> usize {
    let layer = |inputs: usize| channels * (inputs * TAPS + 2 * size_of::<f32>());
    HEADER + layer(PLANES) + 2 * blocks * layer(channels) + (channels + 1) * size_of::<f32>()
}

/// Splits the bytes of a network into its parts.
///
/// # Errors
/// [`NetError`] if the bytes are not a network.
pub(super) fn parse(bytes: &[u8]) -> Result<Parts<'_>, NetError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(NetError::Magic);
    }
    let found = bytes.len();
    let (&header, rest) =
        bytes.split_first_chunk::<HEADER>().ok_or(NetError::Length { expected: HEADER, found })?;
    let (numbers, _) = header[MAGIC.len()..].as_chunks();
    let [planes, channels, blocks] = [0, 1, 2].map(|n| u32::from_le_bytes(numbers[n]));
    if planes as usize != PLANES {
        return Err(NetError::Planes(planes));
    }
    if channels == 0 || channels % 8 != 0 || channels as usize > MAX_CHANNELS {
        return Err(NetError::Channels(channels));
    }
    if blocks as usize > MAX_BLOCKS {
        return Err(NetError::Blocks(blocks));
    }
    let (channels, blocks) = (channels as usize, blocks as usize);
    let expected = length(channels, blocks);
    if found != expected {
        return Err(NetError::Length { expected, found });
    }
    let mut reader = Reader(rest);
    let mut layers = Vec::with_capacity(1 + 2 * blocks);
    for n in 0..1 + 2 * blocks {
        let inputs = if n == 0 { PLANES } else { channels };
        let weights = reader.bytes(channels * inputs * TAPS);
        if weights.contains(&(i8::MIN as u8)) {
            return Err(NetError::Weight(n));
        }
        let (scale, bias) = (reader.floats(channels)?, reader.floats(channels)?);
        layers.push(Layer { inputs, weights, scale, bias });
    }
    let (head, head_bias) = (reader.floats(channels)?, reader.float()?);
    Ok(Parts { channels, layers, head, head_bias })
}

/// What is left of the bytes, whose length is checked before.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, n: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(n);
        self.0 = rest;
        bytes
    }

    fn floats(&mut self, n: usize) -> Result<Vec<f32>, NetError> {
        let (floats, _) = self.bytes(n * size_of::<f32>()).as_chunks();
        let floats = floats.iter().map(|&bytes| f32::from_le_bytes(bytes));
        floats.map(|float| if float.is_finite() { Ok(float) } else { Err(NetError::NotFinite) }).collect()
    }

    fn float(&mut self) -> Result<f32, NetError> {
        Ok(self.floats(1)?[0])
    }
}
