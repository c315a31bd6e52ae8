//! Connect6: six in a row, two stones a turn.
//!
//! Source: I-Chen Wu, Dei-Yen Huang and Hsiu-Chen Chang, "Connect6", ICGA Journal 28 (2005), no. 4.

mod info;
mod position;
mod rules;

pub use info::INFO;
pub use position::Position;
pub use rules::Rules;
