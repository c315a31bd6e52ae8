//! The trainer: games that the engine plays against itself, and weights learnt from them.
//!
//! - [`SelfPlay`] plays the games, [`TrainingGame`] is one of them and its line of text.
//! - [`positions`] turns games into [`Examples`]: positions with what is to be learnt of them.
//! - [`Learner`] is the network while it learns, [`Folded`] what it came to;
//!   [`Network::from_learnt`](crate::network::Network::from_learnt) makes the engine's integers of it.
//! - [`weights`] learns the evaluation without a network, and the order of moves.
//!
//! Everything follows from the seeds: the same engine, seeds and settings give the same games and, on the same kind of processor, the
//! same weights, whatever the number of threads.

mod examples;
mod games;
mod learner;
mod positions;
mod selfplay;
pub mod weights;

pub use examples::{Example, Examples, Heap};
pub use games::{GameError, TrainingGame, TrainingMove};
pub use learner::{Epoch, Folded, Learner, Shape, Training};
pub use positions::{Choices, choices, network, positions};
pub use selfplay::SelfPlay;

#[cfg(test)]
mod tests;
