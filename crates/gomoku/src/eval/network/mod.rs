//! The network that judges positions: integers, small, kept up to date move by move.
//!
//! Every empty point has four windows, the lines around it along the four axes. A window's class (`classes`) has a vector for each
//! colour's view of it; the four vectors of a point are summed, clipped, and the points summed over the board. Above these two sums, the
//! mover's view and the opponent's, stands a net of two hidden layers. What it says is added to what the weights say of points and threats
//! ([`Board::evaluate`](crate::Board::evaluate)): the network learns what they miss.
//!
//! ```text
//! point(c, p) = clip(Σ over the axes of vector(c, class of the window of p))     WIDTH numbers, c = black, white; clip keeps 0 to 255/128
//! sum(c)      = Σ over the empty points of point(c, p)
//! first       = relu(W1 · (sum(mover), sum(opponent)) / 16 + b1)                FIRST numbers
//! second      = relu(W2 · first + b2)                                           SECOND numbers
//! logit       = v · second + d + threats(those that are ready)
//! ```
//!
//! Sums that follow from move to move are Y. Nasu's ("Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018); vectors for whole lines are what gomoku programs use since 2020. The rules of freestyle and standard treat the colours
//! alike, so white sees black's vectors with the colours exchanged; in renju either has vectors and a net of its own.
//!
//! Numbers: vectors and points count in 1/128, sums enter the net in 1/1,024, weights and layers count in 1/1,024, the
//! logit comes out in 1/256: the side to move wins with chance 1 / (1 + e^−x/256).

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

/// Numbers in a vector.
pub const WIDTH: usize = 16;

/// Units of the first hidden layer.
pub const FIRST: usize = 32;

/// Units of the second hidden layer.
pub const SECOND: usize = 16;

/// What 1 is in a logit.
pub const ONE: i16 = 256;

/// What 1 is in vectors and points.
pub const POINT_ONE: i32 = 128;

/// The maximum of a number of a point, in units of 1/[`POINT_ONE`].
pub const POINT_MAX: i16 = 255;

/// What 1 is in the net's weights and layers.
pub(crate) const LAYER_ONE: i32 = 1024;

/// What sums are divided by before they enter the net.
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
    /// What the threats that are ready add to the logit.
    threats: Vec<i16>,
}

/// A network of one variant.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    variant: Variant,
    /// A vector a class; in renju black's and then white's, elsewhere one for both.
    vectors: Vec<Vector>,
    /// In renju black's and white's, elsewhere one for both.
    heads: Vec<NetworkHead>,
    /// A vector a class, for what is said of moves.
    windows: Vec<Vector>,
    /// In renju black's and white's, elsewhere one for both.
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

    /// How many tables of vectors a variant has: one where the rules treat the colours alike, two in renju.
    pub const fn tables(variant: Variant) -> usize {
        if matches!(variant, Variant::Renju) { 2 } else { 1 }
    }

    /// Which table a colour is read by.
    pub const fn table(variant: Variant, color: Color) -> usize {
        if Network::tables(variant) == 1 { 0 } else { color.index() }
    }

    /// The variant it judges.
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
