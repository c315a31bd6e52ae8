//! The network that judges positions: integers, small, kept up to date move by move.
//!
//! For every empty point and each colour the combination of what a stone would make on the four axes
//! ([`combination`](crate::threat::combination)) has a vector; the vectors of a colour are summed ([`Sums`]), and a small net reads the
//! mover's sum and the opponent's. The formulas and the source are in `train/network.rs`, which learns it. A move changes the
//! combinations of a few dozen points, and the sums by the difference of their vectors.
//!
//! Numbers: vectors, bias and inputs count in 1/256, the net's weights too; so its sums count in 1/65,536. The logit comes out in
//! 1/256: the side to move wins with chance 1 / (1 + e^−x/256).

mod file;
mod forward;
mod judge;
#[cfg(target_arch = "x86_64")]
mod simd;
mod sums;

pub use file::NetworkError;
pub use judge::Judge;
pub use sums::Sums;

use crate::threat::COMBINATIONS;
use crate::weights::THREAT_TERMS;
use tengen_board::Color;
use tengen_games::gomoku::Variant;

/// Numbers in a vector.
pub const WIDTH: usize = 32;

/// Hidden units.
pub const HIDDEN: usize = 16;

/// What 1 is in the network's numbers.
pub const ONE: i16 = 256;

/// The vector of one combination.
pub(crate) type Vector = [i16; WIDTH];

/// A network of one variant.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    variant: Variant,
    /// A vector a combination; in renju black's and then white's, elsewhere one for both.
    vectors: Vec<Vector>,
    bias: Vector,
    w: [[i16; 2 * WIDTH]; HIDDEN],
    b: [i32; HIDDEN],
    v: [i16; HIDDEN],
    d: i32,
    /// What the threats that are ready add to the logit, in 1/256, table by table.
    threats: Vec<i16>,
}

impl Network {
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

    #[inline]
    pub(crate) fn vector(&self, color: Color, combination: u16) -> &Vector {
        let table = Network::table(self.variant, color) * COMBINATIONS;
        &self.vectors[table + usize::from(combination)]
    }

    /// The chance of `mover`, who is to move, as a logit in 1/256. `threats` is the [`threat_index`](crate::threat_index) of what is ready.
    #[inline]
    pub fn judge(&self, sums: &Sums, mover: Color, threats: usize) -> i32 {
        let table = Network::table(self.variant, mover) * THREAT_TERMS;
        self.net(sums, mover) + i32::from(self.threats[table + threats % THREAT_TERMS])
    }

    #[inline]
    fn net(&self, sums: &Sums, mover: Color) -> i32 {
        let (own, other) = (sums.of(mover), sums.of(mover.opponent()));
        #[cfg(target_arch = "x86_64")]
        if let Some(logit) = simd::logit(self, own, other) {
            return logit;
        }
        forward::logit(self, own, other)
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({})", self.variant)
    }
}

#[cfg(test)]
mod tests;
