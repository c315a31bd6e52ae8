//! The evaluation network: small, in integers, updated move by move.
//!
//! Every empty square has four windows, one for each axis. A window's class (`classes`) has a vector for each
//! colour's view of it. The four vectors of a square are summed and clipped, and the squares are summed over the
//! board. These two sums, the mover's view and the opponent's, are the input of a net with two hidden layers. Its
//! output is added to the evaluation of the patterns ([`Values::evaluate`](crate::Values::evaluate)).
//!
//! ```text
//! point(c, p) = clip(Σ over the axes of vector(c, class of the window of p))   WIDTH numbers, c = black, white; 0 to 255/128
//! sum(c)      = Σ over the empty points of point(c, p)
//! first       = relu(W1 · (sum(mover), sum(opponent)) / 16 + b1)                FIRST numbers
//! second      = relu(W2 · first + b2)                                           SECOND numbers
//! logit       = v · second + d + threats(those that are ready)
//! ```
//!
//! Sums that are updated with each move are from Y. Nasu ("Efficiently Updatable Neural-Network-based Evaluation
//! Functions for Computer Shogi", 2018); gomoku programs have used vectors of whole lines since 2020. Freestyle and
//! standard treat both colours the same, so white uses black's vectors with the colours exchanged. In renju each
//! colour has its own vectors and net.
//!
//! Vectors and squares are in units of 1/128; inputs, weights and layers in 1/1,024; the logit in 1/256. The side to
//! move wins with probability 1 / (1 + e^(−logit / 256)).

mod classes;
mod evaluator;
mod file;
mod float;
mod forward;
pub mod policy;
#[cfg(target_arch = "x86_64")]
mod simd;

pub use classes::{PATTERN_PAIRS, WindowClasses};
pub use evaluator::Evaluator;
pub use file::NetworkError;
pub use float::{FloatHead, FloatNetwork, FloatOffsets, FloatPolicy, FloatPolicyHead};

use crate::eval::weights::THREAT_TERMS;
use forward::Pairs;
use policy::Policy;
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// Numbers of a vector.
pub const WIDTH: usize = 16;

/// Units of the first hidden layer.
pub const FIRST: usize = 32;

/// Units of the second hidden layer.
pub const SECOND: usize = 16;

/// The unit of a logit.
pub const ONE: i16 = 256;

/// The unit of vectors and squares.
pub const POINT_ONE: i32 = 128;

/// The maximum of a number of a point, in units of 1/[`POINT_ONE`].
pub const POINT_MAX: i16 = 255;

/// The unit of the net's weights and layers.
pub(crate) const LAYER_ONE: i32 = 1024;

/// The divisor of the sums at the input of the net.
pub const SUM_UNIT: i32 = 16;

/// The vector of one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(crate) struct Vector([i16; WIDTH]);

/// The sums of both views, black's first.
pub(crate) type Sums = [i32; 2 * WIDTH];

/// The net above the sums, for one side to move.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct NetworkHead {
    w1: Pairs<WIDTH, FIRST>,
    b1: [i32; FIRST],
    w2: Pairs<{ FIRST / 2 }, SECOND>,
    b2: [i32; SECOND],
    v: Pairs<{ SECOND / 2 }, 1>,
    d: i32,
    /// The terms of the threats that are ready.
    threats: Vec<i16>,
}

/// A network of one variant.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    variant: Variant,
    /// One vector for each class; in renju black's, then white's.
    vectors: Vec<Vector>,
    /// One head, or in renju black's and white's.
    heads: Vec<NetworkHead>,
    /// The policy's vectors, one for each class.
    windows: Vec<Vector>,
    /// One policy, or in renju black's and white's.
    policies: Vec<Policy>,
}

impl Network {
    /// The embedded network of a variant; `None` for the variants of caro, which have none.
    ///
    /// # Panics
    /// If the embedded file is damaged, which the build script also refuses.
    pub fn standard(variant: Variant) -> Option<Network> {
        let bytes = Network::standard_bytes(variant)?;
        Some(Network::from_embedded(variant, bytes))
    }

    fn from_embedded(variant: Variant, bytes: &[u8]) -> Network {
        let network = Network::from_bytes(bytes);
        network.unwrap_or_else(|error| panic!("the embedded network of {variant} cannot be used: {error}"))
    }

    fn standard_bytes(variant: Variant) -> Option<&'static [u8]> {
        match variant {
            Variant::Freestyle => Some(include_bytes!("../../../weights/freestyle.network")),
            Variant::Standard => Some(include_bytes!("../../../weights/standard.network")),
            Variant::Renju => Some(include_bytes!("../../../weights/renju.network")),
            _ => None,
        }
    }

    /// The number of tables of vectors: one where the rules treat both colours the same, two in renju.
    pub const fn tables(variant: Variant) -> usize {
        if matches!(variant, Variant::Renju) { 2 } else { 1 }
    }

    /// The table of a colour.
    pub const fn table(variant: Variant, color: Color) -> usize {
        if Network::tables(variant) == 1 { 0 } else { color.index() }
    }

    /// The variant of the network.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The logit of sums with `mover` to move, in 1/256.
    #[inline(always)]
    fn logit<K: forward::Kernel>(&self, kernel: K, sums: &Sums, mover: Color, threats: usize) -> i32 {
        let head = &self.heads[Network::table(self.variant, mover)];
        forward::logit(kernel, head, sums, mover) + i32::from(head.threats[threats % THREAT_TERMS])
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({})", self.variant)
    }
}

#[cfg(test)]
mod tests;
