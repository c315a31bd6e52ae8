//! Players and solvers of gomoku, renju and caro.
//!
//! - [`filter`] is the rule filter, a player that chooses by striking out and can tell why ([`FilterPlayer`]).
//! - [`proof`] checks that a win is proven: certificates, and the verifier that believes only the rules.

pub mod filter;
pub mod proof;

pub use filter::FilterPlayer;
