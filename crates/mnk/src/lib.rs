//! Solver and player for m,n,k games: tic-tac-toe, connect four and every other board, stones falling or not.
//!
//! [`Player`] is an [`Engine`](tengen_engine::Engine). It proves what it can and searches on where it cannot:
//!
//! - `geometry` and `board`: the lines of a board and how many stones each side has on them;
//! - `proof`: can this side force a line? With the bound of Erdős and Selfridge and with `pairing`, few positions need
//!   a look at all: 6,6,5 is proven a draw in about a hundred nodes;
//! - `drop`: connect four on bit boards;
//! - `search`: alpha-beta with a count of open lines, for all that is too large to be solved;
//! - `exact` and `player`: how these take turns.
//!
//! ```
//! use tengen_engine::{Engine, Limits, Proof, Score, Stop};
//! use tengen_games::{Game, mnk};
//!
//! let rules = mnk::Rules::named("6,5,4", None)?;
//! let game = mnk::Position::new(&rules);
//! let found = tengen_mnk::Player::with_table(16).analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
//! assert!(matches!(found.score(), Some(Score::Proven(Proof::Win(_)))));
//! # Ok::<(), tengen_games::SpecError>(())
//! ```

mod board;
mod drop;
mod exact;
mod geometry;
mod pairing;
mod player;
mod proof;
mod search;

pub use player::Player;
