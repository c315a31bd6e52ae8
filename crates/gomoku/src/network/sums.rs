//! The sums of the vectors of both colours.

use super::{Network, Vector};
use tengen_board::Color;

/// The sums of both colours' vectors over the empty points. Additions wrap, so that what was added can be taken away exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Sums([Vector; 2]);

impl Sums {
    /// The sums of an empty heap.
    pub fn new(network: &Network) -> Sums {
        Sums([network.bias; 2])
    }

    /// A colour's sum.
    #[inline]
    pub(super) fn of(&self, color: Color) -> &Vector {
        &self.0[color.index()]
    }

    /// An empty point has come to be of combination `to` for `color`, and was of `from`.
    #[inline]
    pub fn change(&mut self, network: &Network, color: Color, from: u16, to: u16) {
        let (from, to) = (network.vector(color, from), network.vector(color, to));
        for ((sum, from), to) in self.0[color.index()].iter_mut().zip(from).zip(to) {
            *sum = sum.wrapping_add(to.wrapping_sub(*from));
        }
    }

    /// An empty point of this combination for `color` has been added.
    #[inline]
    pub fn add(&mut self, network: &Network, color: Color, combination: u16) {
        let vector = network.vector(color, combination);
        self.0[color.index()].iter_mut().zip(vector).for_each(|(sum, v)| *sum = sum.wrapping_add(*v));
    }
}
