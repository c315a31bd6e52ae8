//! A Go engine: Monte-Carlo tree search, for every board size and rule set.
//!
//! - [`Player`] is the [`Engine`](tengen_engine::Engine). It returns ranked moves with win rate and margin in points,
//!   and the ownership of each point. In a finished game it settles which stones are dead, and counts.
//! - `tree` is the search tree with RAVE. `playout` plays games to the end, with the short reading of `tactics`, on the
//!   stripped board of `board`. `settle` finds the owners at the end of a game, `passing` decides when to pass.
//! - `features` has what a move does and the shapes around it, `strengths` what that is worth. Playouts choose by it.
//!   [`learn`] made the table from games of the engine; a settlement uses strengths set by hand (`by_hand`).
//! - `net` is a small convolutional network, which says how likely each move is. `prior` makes the first values of new
//!   moves of it and of the strengths, and on large boards of the usual moves of an `opening`. `enclosed` solves small
//!   corners, and adds what a move gains there.
//! - `explain` says what a move does: to the chains around it, and to the points that playouts give its side.
//!
//! With one thread, a node limit and a seed, the answer is the same on every machine. Where time is the only limit, the
//! tree of one move is kept for the next.
//!
//! ```
//! use tengen_engine::{Engine, Limits, Stop};
//! use tengen_games::{Game, go};
//!
//! let game = go::Position::new(&go::Rules::named("chinese", Some("9".parse()?))?);
//! let mut player = tengen_go::Player::new();
//! let analysis = player.analyze(&game, &Limits::nodes(200), &Stop::new(), &mut |_| ());
//! assert!(game.is_legal(analysis.best.unwrap()));
//! assert_eq!(analysis.ownership.len(), 81);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod by_hand;
mod enclosed;
mod explain;
mod features;
pub mod learn;
pub mod light;
mod net;
mod opening;
mod passing;
mod pattern;
mod player;
mod playout;
mod prior;
mod seki;
mod settle;
mod strengths;
mod tactics;
mod tree;

pub use player::Player;
pub use playout::Policy;
