//! The file of a network, and a network made of what was learnt.
//!
//! Little-endian: the magic `TGNN`, the version (1), the variant's number, two zero bytes; then the vectors of the combinations table
//! by table as 16-bit numbers, bias, `w`, `b` (32 bits), `v`, `d` (32 bits) and the threat terms; and last the 64-bit FNV-1a checksum of all before.

use super::{HIDDEN, Network, Vector, WIDTH};
use crate::threat::COMBINATIONS;
use crate::train::Folded;
use crate::weights::THREAT_TERMS;
use tengen_games::gomoku::Variant;

/// Bytes that are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// It does not begin as a network's file does.
    #[error("not a network of this program: it should begin with 'TGNN', version 1, and a variant's number")]
    Magic,
    /// Too short or too long.
    #[error("a network of {variant} has {expected} bytes, this has {found}")]
    Length {
        /// Its variant.
        variant: Variant,
        /// What it should have.
        expected: usize,
        /// What it has.
        found: usize,
    },
    /// The checksum does not agree.
    #[error("the network is damaged: its checksum does not agree")]
    Checksum,
    /// What was learnt does not fit into the network's form.
    #[error(
        "a network here has vectors of {WIDTH} numbers, {HIDDEN} hidden units and {COMBINATIONS} combinations a table"
    )]
    Shape,
}

const MAGIC: [u8; 5] = *b"TGNN\x01";

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// [`NetworkError`] says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (Some(magic), Some(&[variant, 0, 0])) =
            (bytes.get(..5), bytes.get(5..8).and_then(|b| b.first_chunk()))
        else {
            return Err(NetworkError::Magic);
        };
        let variant = Variant::ALL.get(usize::from(variant)).filter(|_| magic == MAGIC);
        let &variant = variant.ok_or(NetworkError::Magic)?;
        let expected = Network::bytes(variant);
        if bytes.len() != expected {
            return Err(NetworkError::Length { variant, expected, found: bytes.len() });
        }
        let (body, sum) = bytes.split_at(bytes.len() - 8);
        if sum != fnv1a(body).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let mut reader = Reader(&body[8..]);
        let network = Network {
            variant,
            vectors: (0..COMBINATIONS * Network::tables(variant)).map(|_| reader.shorts()).collect(),
            bias: reader.shorts(),
            w: std::array::from_fn(|_| reader.shorts()),
            b: std::array::from_fn(|_| reader.word()),
            v: reader.shorts(),
            d: reader.word(),
            threats: (0..THREAT_TERMS * Network::tables(variant))
                .map(|_| i16::from_le_bytes(reader.take()))
                .collect(),
        };
        Ok(network.with_nothing_for_nothing())
    }

    /// Stones and points of which nothing can come count alike, so their vector is nothing.
    fn with_nothing_for_nothing(mut self) -> Network {
        self.vectors.iter_mut().step_by(COMBINATIONS).for_each(|vector| *vector = [0; WIDTH]);
        self
    }

    /// Writes it as [`Network::from_bytes`] reads it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Network::bytes(self.variant));
        out.extend(MAGIC);
        out.extend([self.variant as u8, 0, 0]);
        let mut shorts = |numbers: &[i16]| numbers.iter().for_each(|n| out.extend(n.to_le_bytes()));
        self.vectors.iter().for_each(|vector| shorts(vector));
        shorts(&self.bias);
        self.w.iter().for_each(|row| shorts(row));
        self.b.iter().for_each(|n| out.extend(n.to_le_bytes()));
        self.v.iter().for_each(|n| out.extend(n.to_le_bytes()));
        out.extend(self.d.to_le_bytes());
        self.threats.iter().for_each(|n| out.extend(n.to_le_bytes()));
        out.extend(fnv1a(&out).to_le_bytes());
        out
    }

    /// The length of a variant's file.
    const fn bytes(variant: Variant) -> usize {
        let vectors = (COMBINATIONS * Network::tables(variant) + 1) * WIDTH * 2;
        8 + vectors + HIDDEN * (2 * WIDTH * 2 + 4 + 2) + 4 + Network::tables(variant) * THREAT_TERMS * 2 + 8
    }

    /// Rounds what was learnt to integers.
    ///
    /// # Errors
    /// [`NetworkError::Shape`] if it is of another size.
    pub fn from_learnt(variant: Variant, learnt: &Folded) -> Result<Network, NetworkError> {
        let shape = learnt.shape;
        let tables = Network::tables(variant);
        if (shape.width, shape.hidden, shape.shapes, shape.tables) != (WIDTH, HIDDEN, COMBINATIONS, tables) {
            return Err(NetworkError::Shape);
        }
        let short = |x: f32| (x * 256.0).round() as i16;
        let word = |x: f32| (x * 65536.0).round() as i32;
        let vector = |from: &[f32]| -> Vector { std::array::from_fn(|i| short(from[i])) };
        let network = Network {
            variant,
            vectors: learnt.vectors.chunks_exact(WIDTH).map(vector).collect(),
            bias: vector(&learnt.bias),
            w: std::array::from_fn(|unit| std::array::from_fn(|i| short(learnt.w[unit * 2 * WIDTH + i]))),
            b: std::array::from_fn(|unit| word(learnt.b[unit])),
            v: std::array::from_fn(|unit| short(learnt.v[unit])),
            d: word(learnt.d),
            threats: learnt.threats.iter().map(|&x| short(x)).collect(),
        };
        Ok(network.with_nothing_for_nothing())
    }
}

/// Bytes whose number has been checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().unwrap_or((&[0; N], &[]));
        self.0 = rest;
        *first
    }

    fn shorts<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    fn word(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
