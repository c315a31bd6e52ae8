//! A Go player: Monte-Carlo tree search with light playouts, on any board and by any of the rules.
//!
//! - [`Player`] is the engine; it answers with the ranked moves, the win rate and the margin in points, and tells whose
//!   each point will be ([`Player::ownership`]) and which stones it holds for dead ([`Player::dead_stones`]).
//! - `tree` chooses, expands and learns; `playout` finishes games quickly; `prior` judges a move before it is tried;
//!   `pattern` knows a few shapes of three by three points.
//!
//! On one thread with a node limit and a seed it gives the same answer on every machine.

mod pattern;
mod player;
mod playout;
mod prior;
mod tree;

pub use player::Player;
