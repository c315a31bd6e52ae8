//! Players of gomoku, renju and caro.
//!
//! - [`filter`]: the rule filter, which chooses by striking out and can tell why ([`FilterPlayer`]).

pub mod filter;

pub use filter::FilterPlayer;
