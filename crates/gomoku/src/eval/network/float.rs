//! The network in floating point, as the trainer learns it. [`Network::from_float`](super::Network::from_float) and
//! [`Network::with_policy`](super::Network::with_policy) round it to the integers of the engine.

use super::classes::WindowClasses;
use super::policy::{PLACES, THREATS};
use super::{FIRST, Network, SECOND, WIDTH};
use crate::eval::weights::THREAT_TERMS;
use tengen_games::gomoku::Variant;

/// The layers above the sums, for one side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatHead {
    /// The first layer, one row per unit: the mover's view, then the opponent's.
    pub w1: [[f32; 2 * WIDTH]; FIRST],
    /// Its biases.
    pub b1: [f32; FIRST],
    /// The second layer, one row per unit.
    pub w2: [[f32; FIRST]; SECOND],
    /// Its biases.
    pub b2: [f32; SECOND],
    /// The weights of the output.
    pub v: [f32; SECOND],
    /// The bias of the output.
    pub d: f32,
    /// The terms of the threats on the board, by [`threat_index`](crate::threat_index).
    pub threats: Vec<f32>,
}

/// The evaluation network, or its gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    /// A vector for each window class.
    pub vectors: Vec<[f32; WIDTH]>,
    /// One head, or in renju black's and white's.
    pub heads: Vec<FloatHead>,
}

impl FloatNetwork {
    /// A network of zeros.
    pub fn zero(variant: Variant) -> FloatNetwork {
        let head = FloatHead {
            w1: [[0.0; 2 * WIDTH]; FIRST],
            b1: [0.0; FIRST],
            w2: [[0.0; FIRST]; SECOND],
            b2: [0.0; SECOND],
            v: [0.0; SECOND],
            d: 0.0,
            threats: vec![0.0; THREAT_TERMS],
        };
        FloatNetwork {
            vectors: vec![[0.0; WIDTH]; WindowClasses::of(variant).len()],
            heads: vec![head; Network::tables(variant)],
        }
    }

    /// All numbers as lists: the vectors, then for each head `w1`, `b1`, `w2`, `b2`, `v`, `d`, `threats`.
    pub fn lists(&mut self) -> Vec<&mut [f32]> {
        let mut lists = vec![self.vectors.as_flattened_mut()];
        for head in &mut self.heads {
            lists.push(head.w1.as_flattened_mut());
            lists.push(&mut head.b1);
            lists.push(head.w2.as_flattened_mut());
            lists.push(&mut head.b2);
            lists.push(&mut head.v);
            lists.push(std::slice::from_mut(&mut head.d));
            lists.push(&mut head.threats);
        }
        lists
    }
}

/// The policy network, or its gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatPolicy {
    /// A vector for each window class.
    pub windows: Vec<[f32; WIDTH]>,
    /// One head, or in renju black's and white's.
    pub heads: Vec<FloatPolicyHead>,
}

/// The policy for one side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatPolicyHead {
    /// By what a stone of the mover and one of the opponent makes.
    pub threats: Vec<f32>,
    /// The base weights of the numbers of a point.
    pub base: [f32; WIDTH],
    /// Their weights for each hidden unit.
    pub units: [[f32; WIDTH]; SECOND],
    /// By the offset from the last move, and from the move before it.
    pub from: [FloatOffsets; 2],
}

/// The terms of a point by its offset from a move.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatOffsets {
    /// The term of each offset.
    pub places: Vec<f32>,
    /// The weights of the numbers of the point, for each offset.
    pub vectors: Vec<[f32; WIDTH]>,
}

impl FloatPolicy {
    /// A policy of zeros.
    pub fn zero(variant: Variant) -> FloatPolicy {
        let from = || FloatOffsets { places: vec![0.0; PLACES], vectors: vec![[0.0; WIDTH]; PLACES] };
        let head = FloatPolicyHead {
            threats: vec![0.0; THREATS],
            base: [0.0; WIDTH],
            units: [[0.0; WIDTH]; SECOND],
            from: [from(), from()],
        };
        FloatPolicy {
            windows: vec![[0.0; WIDTH]; WindowClasses::of(variant).len()],
            heads: vec![head; Network::tables(variant)],
        }
    }

    /// All numbers as lists: the windows, then for each head `threats`, `base`, `units`, and `places` and `vectors` for
    /// the last move and the move before it.
    pub fn lists(&mut self) -> Vec<&mut [f32]> {
        let mut lists = vec![self.windows.as_flattened_mut()];
        for head in &mut self.heads {
            lists.push(&mut head.threats);
            lists.push(&mut head.base);
            lists.push(head.units.as_flattened_mut());
            for from in &mut head.from {
                lists.push(&mut from.places);
                lists.push(from.vectors.as_flattened_mut());
            }
        }
        lists
    }
}
