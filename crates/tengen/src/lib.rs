//! Tengen (天元): games played by putting stones on a grid. This crate is the façade over the others.
//!
//! | module | what it is for |
//! | --- | --- |
//! | [`board`] | sizes, points, directions, the five board layouts |
//! | [`games`] | the exact rules of every game behind one trait |
//! | [`records`] | SGF, Piskvork, RenLib, RIF, GGF, WTHOR and move lists as one `Record` |
//! | [`engine`] | the trait of every engine, limits, scores, analyses |
//! | [`render`] | positions as text, SVG and PNG |
//! | [`players`] | an engine by name and level for any game |
//!
//! ```
//! use tengen::games::{AnyPosition, Game, GameSpec};
//! let mut game = AnyPosition::new(&GameSpec::named("tic-tac-toe", None, None)?);
//! let mut player = tengen::players::strongest(&game.spec())?;
//! while !game.is_over() {
//!     let found = player.engine.analyze(&game, &Default::default(), &Default::default(), &mut |_| ())?;
//!     game.play(found.best.expect("the game is not over"))?;
//! }
//! assert_eq!(game.outcome().and_then(|o| o.winner), None, "perfect play is a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use tengen_board as board;
pub use tengen_engine as engine;
pub use tengen_games as games;
pub use tengen_records as records;
pub use tengen_render as render;

pub mod players;
