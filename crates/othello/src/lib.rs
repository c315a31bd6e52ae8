//! Playing Othello well, and solving it to the end.
//!
//! [`Player`] is the engine. It stands on four parts that know nothing of each other's insides:
//! - `search`: the midgame search, generic over the grid and the instructions;
//! - `evaluation` and `weights`: what a position is worth;
//! - `endgame`: the exact solver for boards up to 8×8, down to its last six empties and its stability bound;
//! - `player`: deepening, ranking of several moves, levels.

mod endgame;
mod evaluation;
mod frame;
mod moves;
mod player;
mod search;
pub mod tuning;
mod weights;

pub use player::Player;
