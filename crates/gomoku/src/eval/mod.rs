//! The evaluation: what patterns are worth, the network, and the ordering score of moves.
//!
//! - `weights`: the worth of patterns and threats, and the file that holds it.
//! - `values`: the weights as tables for the board.
//! - [`network`]: what was learnt beyond them.
//! - `scored_move`: a move with its ordering score.

pub(crate) mod checksum;
pub mod network;
pub(crate) mod scored_move;
pub(crate) mod values;
pub(crate) mod weights;
