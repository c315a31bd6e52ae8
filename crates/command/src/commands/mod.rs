//! One module a command: each takes its arguments and returns an exit code or a failure.

pub(crate) mod analyze;
pub(crate) mod batch;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod certificates;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod engines;
pub(crate) mod explain;
pub(crate) mod library;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod prove;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod suite;
pub(crate) mod train;
pub(crate) mod verify;

/// A different seed each time: a manager may restart the program for each game, and games should not all begin alike.
pub(crate) fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(env!("CARGO_PKG_VERSION"))
}
