//! Engine and endgame solver for Othello on every board size.
//!
//! [`Player`] is the [`Engine`](tengen_engine::Engine). Its parts:
//!
//! - `search`: the midgame search, generic over the board's word and the CPU's instructions.
//! - `evaluation` and `weights`: the evaluation of midgame positions.
//! - `endgame`: the exact solver for boards up to 8×8, with the last six empties and the stability bound.
//! - `player`: iterative deepening, several ranked moves, levels.
//!
//! ```
//! use tengen_engine::{Engine, Limits, Proof, Score, Stop};
//! use tengen_games::{Game, othello};
//!
//! let start = othello::Position::new(&othello::Rules::new(tengen_board::Size::of(4, 4))?);
//! let analysis = tengen_othello::Player::default().analyze(&start, &Limits::default(), &Stop::new(), &mut |_| ());
//! // White wins 4×4 by 11 discs to 3; the winner gets the two empty squares.
//! assert_eq!(analysis.score(), Some(Score::Proven(Proof::Margin(-10.0))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod endgame;
mod evaluation;
mod frame;
mod moves;
mod player;
mod search;
pub mod tuning;
mod weights;

pub use player::Player;
