//! Threat search: proves wins in which every move of the attacker is a threat (VCF, VCT), and wins with quiet moves.
//!
//! - [`Vcf`] finds wins by continuous fours on a board of its own, exactly and fast.
//! - [`Vct`] finds wins by continuous threats.
//! - `wide` and `quiet` find wins with quiet moves, with the engine's search as an oracle.
//! - [`solve`](fn@solve) runs one of them and returns the win with its certificate, which answers every defence.
//! - [`solve_against_all`] does the same where the other side is to move.
//! - [`Win::shrink`] makes the proof of a win smaller.
//! - [`ThreatPlayer`] plays by it.

mod against_all;
mod dfpn;
mod merge;
#[cfg(test)]
mod proof_tests;
mod quiet;
mod replay;
mod replies;
mod shrink;
mod solver;
mod threat_player;
mod tree;
mod vct;
mod wide;
mod zone;

pub use crate::vcf::{MoveLine, Vcf, VcfLimits, VcfResult};
pub use against_all::solve_against_all;
pub(crate) use against_all::{canonical_cells, distance, holds_against, ordered_replies, symmetries_of};
pub(crate) use merge::MergedNodes;
pub(crate) use replay::replay;
pub(crate) use shrink::{Tried, shrunk};
pub(crate) use solver::main_line;
pub use solver::{SolveReport, SolveResult, Win, WinKind, solve};
pub use threat_player::ThreatPlayer;
pub use vct::Vct;
