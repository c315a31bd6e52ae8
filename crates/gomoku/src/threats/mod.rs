//! Threat search: wins that never let go.
//!
//! - [`Vcf`] finds wins by continuous fours, exactly and fast; the search calls it at its leaves.

mod line;
#[cfg(test)]
mod slow;
mod vcf;

pub use line::Line;
pub use vcf::{Found, Vcf, VcfLimits};
