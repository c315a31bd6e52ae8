//! A player for any [`Game`](tengen_games::Game): it knows nothing but the trait. Front ends hold it in a
//! [`ForKind`](tengen_engine::ForKind).
//!
//! It searches by Monte-Carlo tree search with proofs (MCTS-solver). Games that are won by a row of stones are
//! evaluated by their windows ([`Goal::row`](tengen_games::Goal::row)); the others by random games to the end.
//!
//! Sources: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", 2006; M. Winands, Y. Björnsson and
//! J.-T. Saito, "Monte-Carlo tree search solver", 2008; C. Rosin, "Multi-armed bandits with episode context", 2011.
//!
//! ```
//! use tengen_engine::{Engine, Limits, Stop};
//! use tengen_general::Player;
//! use tengen_games::{AnyPosition, Game, GameSpec};
//! let game = AnyPosition::new(&GameSpec::named("connect6", None, None)?);
//! let analysis = Player::new().analyze(&game, &Limits::nodes(100), &Stop::new(), &mut |_| ());
//! assert!(game.is_legal(analysis.best.unwrap()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluation;
mod moves;
mod player;
mod playout;
mod tree;
mod windows;

pub use player::Player;
