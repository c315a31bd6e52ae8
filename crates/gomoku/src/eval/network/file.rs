//! The file of a network, and the conversion of a trained network.
//!
//! Little-endian:
//!
//! | part | content |
//! | --- | --- |
//! | header | the magic `TGNN`, the version (3), the variant's number and two zero bytes |
//! | vectors | those of the classes, as 16-bit numbers |
//! | each head | `w1`, `b1` (32 bits), `w2`, `b2` (32 bits), `v`, `d` (32 bits) and the threat terms |
//! | policy vectors | those of the classes |
//! | each policy | `threats`, `base` and `units`; `places` and `vectors` for the last move and for the one before it |
//! | checksum | the 64-bit FNV-1a of all bytes before it |

use super::classes::WindowClasses;
use super::float::{FloatHead, FloatNetwork, FloatOffsets, FloatPolicy, FloatPolicyHead};
use super::forward::Pairs;
use super::policy::{OffsetTerms, PLACES, Policy, THREATS};
use super::{FIRST, LAYER_ONE, Network, NetworkHead, ONE, POINT_ONE, SECOND, Vector, WIDTH};
use crate::eval::checksum::checksum;
use crate::eval::weights::THREAT_TERMS;
use tengen_games::gomoku::Variant;

/// Why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The header is not that of a network.
    #[error("not a network of this program: it should begin with 'TGNN', version 3, and a variant's number")]
    Magic,
    /// The length is wrong.
    #[error("a network of {variant} has {expected} bytes, this has {found}")]
    Length {
        /// Its variant.
        variant: Variant,
        /// The expected length.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// The checksum is wrong.
    #[error("the network is damaged: its checksum does not agree")]
    Checksum,
    /// The trained network has another shape.
    #[error("a network here has vectors of {WIDTH} numbers and layers of {FIRST} and {SECOND} units")]
    Shape,
    /// A sum might not fit into 32 bits.
    #[error(
        "a row of the network's weights sums up to {0}, more than 32767, or one of its biases is too large"
    )]
    Range(i64),
}

const MAGIC: [u8; 5] = *b"TGNN\x03";

/// The greatest sum of the magnitudes of a row of weights: with inputs of 15 bits the sum has 30.
const ROW_LIMIT: i64 = 32_767;

/// The largest bias.
const BIAS_LIMIT: i64 = 1 << 29;

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// [`NetworkError`] if the bytes are not a network.
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
        if sum != checksum(body).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let mut reader = Reader(&body[8..]);
        Network {
            variant,
            vectors: reader.vectors(WindowClasses::of(variant).len()),
            heads: (0..Network::tables(variant)).map(|_| reader.head()).collect(),
            windows: reader.vectors(WindowClasses::of(variant).len()),
            policies: (0..Network::tables(variant)).map(|_| reader.policy()).collect(),
        }
        .checked()
    }

    /// The bytes that [`Network::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Network::bytes(self.variant));
        out.extend(MAGIC);
        out.extend([self.variant as u8, 0, 0]);
        let shorts =
            |out: &mut Vec<u8>, numbers: &[i16]| out.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        let words =
            |out: &mut Vec<u8>, numbers: &[i32]| out.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        self.vectors.iter().for_each(|vector| shorts(&mut out, &vector.0));
        for head in &self.heads {
            rows(&head.w1).for_each(|row| shorts(&mut out, &row));
            words(&mut out, &head.b1);
            rows(&head.w2).for_each(|row| shorts(&mut out, &row));
            words(&mut out, &head.b2);
            rows(&head.v).for_each(|row| shorts(&mut out, &row));
            words(&mut out, &[head.d]);
            shorts(&mut out, &head.threats);
        }
        self.windows.iter().for_each(|vector| shorts(&mut out, &vector.0));
        for policy in &self.policies {
            shorts(&mut out, &policy.threats);
            shorts(&mut out, &policy.base);
            rows(&policy.units).for_each(|row| shorts(&mut out, &row));
            for from in &policy.from {
                shorts(&mut out, &from.places[..PLACES]);
                from.vectors[..PLACES].iter().for_each(|vector| shorts(&mut out, &vector.0));
            }
        }
        out.extend(checksum(&out).to_le_bytes());
        out
    }

    /// The length of a variant's file in bytes.
    fn bytes(variant: Variant) -> usize {
        let head = FIRST * (2 * WIDTH * 2 + 4) + SECOND * (FIRST * 2 + 4 + 2) + 4 + THREAT_TERMS * 2;
        let policy = 2 * (THREATS + WIDTH * (1 + SECOND) + 2 * PLACES * (1 + WIDTH));
        8 + WindowClasses::of(variant).len() * 2 * WIDTH * 2 + Network::tables(variant) * (head + policy) + 8
    }

    /// Rounds a trained network to integers.
    ///
    /// # Errors
    /// [`NetworkError::Shape`] if it is of another variant, [`NetworkError::Range`] if a number is too large.
    pub fn from_float(variant: Variant, learnt: &FloatNetwork) -> Result<Network, NetworkError> {
        let classes = WindowClasses::of(variant).len();
        if (learnt.vectors.len(), learnt.heads.len()) != (classes, Network::tables(variant)) {
            return Err(NetworkError::Shape);
        }
        let short = |x: f32, one: i32| (x * one as f32).round() as i16;
        let weight = |x: f32| short(x, LAYER_ONE);
        let bias = |x: f32| (x * LAYER_ONE as f32).round() as i32;
        let head = |head: &FloatHead| NetworkHead {
            w1: paired(&head.w1.map(|row| row.map(weight))),
            b1: head.b1.map(bias),
            w2: paired(&head.w2.map(|row| row.map(weight))),
            b2: head.b2.map(bias),
            v: paired(&[head.v.map(weight)]),
            d: (head.d * (LAYER_ONE * LAYER_ONE) as f32).round() as i32,
            threats: head.threats.iter().map(|&x| short(x, ONE.into())).collect(),
        };
        let vector = |vector: &[f32; WIDTH]| -> Vector { Vector(vector.map(|x| short(x, POINT_ONE))) };
        Network {
            variant,
            vectors: learnt.vectors.iter().map(vector).collect(),
            heads: learnt.heads.iter().map(head).collect(),
            windows: vec![Vector([0; WIDTH]); classes],
            policies: vec![Policy::silent(); Network::tables(variant)],
        }
        .checked()
    }

    /// The network with a trained policy, rounded to integers.
    ///
    /// # Errors
    /// [`NetworkError::Shape`] if it is of another variant, [`NetworkError::Range`] if a number is too large.
    pub fn with_policy(self, learnt: &FloatPolicy) -> Result<Network, NetworkError> {
        if (learnt.windows.len(), learnt.heads.len()) != (self.windows.len(), self.policies.len()) {
            return Err(NetworkError::Shape);
        }
        let weight = |x: &f32| (x * LAYER_ONE as f32).round() as i16;
        let vector = |vector: &[f32; WIDTH], one: i32| -> Vector {
            Vector(vector.map(|x| (x * one as f32).round() as i16))
        };
        let from = |from: &FloatOffsets| {
            let places: Vec<i16> = from.places.iter().map(weight).collect();
            let vectors: Vec<Vector> = from.vectors.iter().map(|x| vector(x, LAYER_ONE)).collect();
            OffsetTerms::new(&places, &vectors)
        };
        let policy = |head: &FloatPolicyHead| Policy {
            threats: head.threats.iter().map(weight).collect(),
            base: vector(&head.base, LAYER_ONE).0,
            units: paired(&std::array::from_fn::<[i16; SECOND], WIDTH, _>(|i| {
                std::array::from_fn(|k| weight(&head.units[k][i]))
            })),
            from: [0, 1].map(|back| from(&head.from[back])),
        };
        Network {
            windows: learnt.windows.iter().map(|x| vector(x, POINT_ONE)).collect(),
            policies: learnt.heads.iter().map(policy).collect(),
            ..self
        }
        .checked()
    }

    /// The network, unless one of its sums can overflow.
    fn checked(self) -> Result<Network, NetworkError> {
        let sum = |row: Vec<i16>| row.iter().map(|&w| i64::from(w).abs()).sum::<i64>();
        for head in &self.heads {
            let rows = rows(&head.w1).chain(rows(&head.w2)).chain(rows(&head.v)).map(sum);
            let biases = head.b1.iter().chain(&head.b2).chain([&head.d]).map(|&b| i64::from(b).abs());
            if let Some(large) =
                rows.filter(|&sum| sum > ROW_LIMIT).chain(biases.filter(|&b| b > BIAS_LIMIT)).next()
            {
                return Err(NetworkError::Range(large));
            }
        }
        if let Some(large) =
            self.policies.iter().flat_map(|policy| rows(&policy.units)).map(sum).find(|&sum| sum > ROW_LIMIT)
        {
            return Err(NetworkError::Range(large));
        }
        Ok(self)
    }
}

/// A layer's weights by pairs of inputs, from one row per unit.
fn paired<const IN: usize, const PAIRS: usize, const OUT: usize>(
    rows: &[[i16; IN]; OUT],
) -> Pairs<PAIRS, OUT> {
    std::array::from_fn(|pair| std::array::from_fn(|unit| [rows[unit][2 * pair], rows[unit][2 * pair + 1]]))
}

/// One row per unit, from the weights by pairs of inputs.
fn rows<const PAIRS: usize, const OUT: usize>(w: &Pairs<PAIRS, OUT>) -> impl Iterator<Item = Vec<i16>> {
    (0..OUT).map(move |unit| w.iter().flat_map(|pair| pair[unit]).collect())
}

/// A reader of bytes whose length is checked.
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

    fn words<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| i32::from_le_bytes(self.take()))
    }

    fn list(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.take())).collect()
    }

    fn vectors(&mut self, count: usize) -> Vec<Vector> {
        (0..count).map(|_| Vector(self.shorts())).collect()
    }

    fn policy(&mut self) -> Policy {
        Policy {
            threats: self.list(THREATS),
            base: self.shorts(),
            units: paired(&std::array::from_fn::<[i16; SECOND], WIDTH, _>(|_| self.shorts())),
            from: [(); 2].map(|()| OffsetTerms::new(&self.list(PLACES), &self.vectors(PLACES))),
        }
    }

    fn head(&mut self) -> NetworkHead {
        NetworkHead {
            w1: paired(&std::array::from_fn::<[i16; 2 * WIDTH], FIRST, _>(|_| self.shorts())),
            b1: self.words(),
            w2: paired(&std::array::from_fn::<[i16; FIRST], SECOND, _>(|_| self.shorts())),
            b2: self.words(),
            v: paired(&[self.shorts::<SECOND>()]),
            d: self.words::<1>()[0],
            threats: self.list(THREAT_TERMS),
        }
    }
}
