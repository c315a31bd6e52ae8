//! Threat search: wins that never let go.
//!
//! - [`Vcf`] finds wins by continuous fours, exactly and fast; the search calls it at its leaves.
//! - [`Vct`] finds wins by continuous threats; a wider search tries quiet moves too.
//! - [`solve`] asks either of them and gives the win with its [proof](crate::proof), every defence answered; [`ThreatPlayer`] is it as a player.

mod dfpn;
mod line;
mod player;
#[cfg(test)]
mod proof_tests;
mod quiet;
#[cfg(test)]
mod reference;
mod replies;
mod solve;
mod tree;
mod vcf;
mod vcf_board;
mod vct;
mod wide;
mod zone;

pub use line::MoveLine;
pub use player::ThreatPlayer;
pub use solve::{SolveReport, SolveResult, Win, WinKind, solve};
pub use vcf::{Vcf, VcfLimits, VcfResult};
pub use vct::Vct;
