//! The trainer of the gomoku engine: self-play, and weights and networks learned from the games.
//!
//! - [`SelfPlay`] plays the games; a [`TrainingGame`] is one of them, with its line of text.
//! - [`positions`] turns games into [`Examples`]: positions with their targets.
//! - [`weights`] trains the pattern weights and the move order on them.
//! - [`boards`] turns games into [`Boards`], on which a network learns what the weights miss. [`Learner`] is the
//!   network in training; [`Network::from_float`](tengen_gomoku::network::Network::from_float) rounds it to the
//!   engine's integers.
//!
//! The same engine, seeds and settings give the same games and, on the same kind of CPU, the same weights, with any
//! number of threads.
//!
//! ```
//! use tengen_gomoku_train::TrainingGame;
//!
//! let games = TrainingGame::read_all("freestyle 15 black : h8 i9 g7 | h6:523 j8?470 h7:610")?;
//! assert_eq!(games[0].moves.len(), 3);
//! assert!(games[0].moves[1].stray);
//! # Ok::<(), tengen_gomoku_train::GameError>(())
//! ```

mod boards;
mod descent;
mod examples;
mod games;
mod gradient;
mod learner;
mod policy;
mod positions;
mod selfplay;
mod simd;
pub mod weights;

pub use boards::Boards;
pub use descent::{Epoch, Training};
pub use examples::{Example, Examples, Heap};
pub use games::{GameError, GameFault, TrainingGame, TrainingMove};
pub use learner::Learner;
pub use policy::policy;
pub use positions::{Choices, boards, choices, network, positions};
pub use selfplay::SelfPlay;

#[cfg(test)]
mod tests;
