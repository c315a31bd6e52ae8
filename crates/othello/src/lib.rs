//! Engine and endgame solver for Othello on every board size.
//!
//! [`Player`] is the [`Engine`](tengen_engine::Engine). Its parts:
//!
//! - [`eval`]: the evaluation, by patterns and a network on 8×8, by mobility and corners on other sizes.
//! - `search` and [`probcut`]: the selective search, generic over the board's word and the CPU's instructions.
//! - [`book`]: opening books.
//! - `endgame`: the exact solver of the last empties on boards up to 8×8, and the stability bound.
//! - `table`: the transposition table, of whole boards up to 8×8.
//! - `player`: iterative deepening, several ranked moves, levels, and [certificates](Player::certify) of scores.
//! - `explain`: what the chosen move does.
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

pub mod book;
mod checksum;
mod endgame;
pub mod eval;
mod explain;
mod frame;
mod goals;
mod moves;
mod player;
pub mod probcut;
mod search;
mod table;
pub mod tuning;

pub use player::{Certified, CertifyError, Player, Question, Solved};
