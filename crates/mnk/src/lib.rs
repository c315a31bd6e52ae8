//! Solver and player for m,n,k games: tic-tac-toe, connect four and every other board, stones falling or not.
//!
//! [`Player`] is an [`Engine`](tengen_engine::Engine). It solves small boards and searches large ones:
//!
//! - `geometry` and `board`: the lines of a board and the number of stones of each side on them.
//! - `proof`: can this side force a line? The bound of Erdős and Selfridge and `pairing` decide most positions without
//!   a search. 6,6,5 is proven a draw in about a hundred nodes.
//! - `drop`: connect four and its relatives on bitboards.
//! - `search`: alpha-beta with an evaluation of open lines, for boards too large to be solved.
//! - `exact` and `player`: how the solver and the search share the time.
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
mod certify;
mod drop;
mod exact;
mod geometry;
mod pairing;
mod player;
mod proof;
mod search;

pub use certify::{Certified, certify};
pub use player::Player;
