//! Threat search: wins that never let go.
//!
//! - [`Vcf`] finds wins by continuous fours, exactly and fast; the search calls it at its leaves.
//! - [`Vct`] finds wins by continuous threats.
//! - [`solve`] asks either of them and gives the win with its [proof](crate::proof), every defence answered.

mod dfpn;
mod line;
mod replies;
#[cfg(test)]
mod slow;
mod solve;
mod tree;
mod vcf;
mod vct;
mod wide;
mod zone;

pub use line::Line;
pub use solve::{Answer, Kind, Verdict, Win, solve};
pub use vcf::{Found, Vcf, VcfLimits};
pub use vct::Vct;
