//! The trainer: games that the engine plays against itself, and weights learnt from them.
//!
//! - [`SelfPlay`] plays the games, [`TrainingGame`] is one of them and its line of text.
//! - [`positions`] turns games into [`Examples`]: positions with what is to be learnt of them.
//! - [`weights`] learns from them what points and threats are worth, and the order of moves.
//! - [`boards`] turns games into [`Boards`], from which a network learns what the weights miss. [`Learner`] is the network while it
//!   learns, [`FloatNetwork`] what it came to; [`Network::from_float`](crate::network::Network::from_float) makes the engine's integers of it.
//!
//! Everything follows from the seeds: the same engine, seeds and settings give the same games and, on the same kind of processor, the
//! same weights, whatever the number of threads.

mod boards;
mod descent;
mod examples;
mod games;
mod learner;
mod policy;
mod positions;
mod selfplay;
mod simd;
pub mod weights;

pub use boards::Boards;
pub use descent::{Epoch, Training};
pub use examples::{Example, Examples, Heap};
pub use games::{GameError, TrainingGame, TrainingMove};
pub use learner::Learner;
pub use policy::policy;
pub use positions::{Choices, boards, choices, network, positions};
pub use selfplay::SelfPlay;

#[cfg(test)]
mod tests;
