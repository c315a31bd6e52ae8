//! Tengen (天元): games played by putting stones on a grid. This crate is the façade over the others.
//!
//! | module | feature | what it is for |
//! | --- | --- | --- |
//! | [`board`] | | sizes, points, directions, the five board layouts |
//! | [`games`] | | the exact rules of every game behind one trait |
//! | [`engine`] | | the trait of every engine, limits, scores, analyses |
//! | [`players`] | `engines`, or one of `mnk`, `gomoku`, `othello`, `go`, `general` | an engine by name and level for any game |
//! | `mnk`, `gomoku`, `othello`, `go`, `general` | the same | the engines themselves, with solvers and books |
//! | `gomoku_filter` | `gomoku` | gomoku by rules of thumb |
//! | `gomoku_verify` | `verify` | checks gomoku proofs by the plain rules |
//! | `records` | `records` | SGF, Piskvork, RenLib, RIF, GGF, WTHOR, OBF and move lists as one `Record` |
//! | `render` | `render`; `png` for PNG and GIF | positions as text, SVG, PNG and GIF |
//! | `words` | `words` | rules, scores and explanations as text, in English, Chinese and Japanese |
//! | `protocols` | `protocols` | Gomocup, GTP, NBoard and JSON lines, for both sides |
//! | `arena` | `arena` | matches between engines, SPRT, suites of positions |
//! | `review` | `review` | reviews of whole games |
//! | `library` | `library` | a store of games that finds positions; brings SQLite |
//! | `batch` | `batch`; `parquet` for jobs and Parquet files | rows of positions with analyses, self-play |
//!
//! `records`, `render` and `engines` are on by default; `full` is everything but `parquet`.
//!
//! ```
//! # #[cfg(feature = "mnk")] {
//! use tengen::games::{AnyPosition, Game, GameSpec};
//! let mut game = AnyPosition::new(&GameSpec::named("tic-tac-toe", None, None)?);
//! let mut player = tengen::players::strongest(&game.spec())?;
//! while !game.is_over() {
//!     let found = player.engine.analyze(&game, &Default::default(), &Default::default(), &mut |_| ())?;
//!     game.play(found.best.expect("the game is not over"))?;
//! }
//! assert_eq!(game.outcome().and_then(|o| o.winner), None, "perfect play is a draw");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "arena")]
pub use tengen_arena as arena;
#[cfg(feature = "batch")]
pub use tengen_batch as batch;
pub use tengen_board as board;
pub use tengen_engine as engine;
pub use tengen_games as games;
#[cfg(feature = "general")]
pub use tengen_general as general;
#[cfg(feature = "go")]
pub use tengen_go as go;
#[cfg(feature = "gomoku")]
pub use tengen_gomoku as gomoku;
#[cfg(feature = "gomoku")]
pub use tengen_gomoku_filter as gomoku_filter;
#[cfg(feature = "verify")]
pub use tengen_gomoku_verify as gomoku_verify;
#[cfg(feature = "library")]
pub use tengen_library as library;
#[cfg(feature = "mnk")]
pub use tengen_mnk as mnk;
#[cfg(feature = "othello")]
pub use tengen_othello as othello;
#[cfg(feature = "protocols")]
pub use tengen_protocols as protocols;
#[cfg(feature = "records")]
pub use tengen_records as records;
#[cfg(feature = "render")]
pub use tengen_render as render;
#[cfg(feature = "review")]
pub use tengen_review as review;
#[cfg(feature = "words")]
pub use tengen_words as words;

#[cfg(any(feature = "mnk", feature = "gomoku", feature = "othello", feature = "go", feature = "general"))]
pub mod players;
