//! Threat search: proves wins in which every move of the attacker is a threat (VCF, VCT), and wins with quiet moves.
//!
//! - [`Vcf`] finds wins by continuous fours on a board of its own, exactly and fast.
//! - [`Vct`] finds wins by continuous threats.
//! - `wide` and `quiet` find wins with quiet moves, with the engine's search as an oracle.
//! - [`solve`](fn@solve) runs one of them and returns the win with its certificate, which answers every defence.
//! - [`ThreatPlayer`] plays by it.

mod dfpn;
mod line;
mod player;
#[cfg(test)]
mod proof_tests;
mod quiet;
#[cfg(test)]
mod reference;
mod replies;
mod solver;
mod tree;
mod vcf;
mod vcf_board;
mod vct;
mod wide;
mod zone;

pub use line::MoveLine;
pub use player::ThreatPlayer;
pub use solver::{SolveReport, SolveResult, Win, WinKind, solve};
pub use vcf::{Vcf, VcfLimits, VcfResult};
pub use vct::Vct;
