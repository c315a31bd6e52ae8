//! Pente: five in a row, or five pairs captured; with the rules of Keryo-Pente and Ninuki-renju as variants.
//!
//! Sources: the rules of Pente and Keryo-Pente as played on pente.org; for Ninuki-renju the rules of the Richard
//! Rognlie play-by-mail server (gamerz.net) and Edward Lasker, "Modern Chess Strategy", 1945, appendix.

mod captures;
mod info;
mod position;
mod rules;

pub use info::INFO;
pub use position::Position;
pub use rules::{Rules, Variant};
