//! The engine, the solvers and the opening book of gomoku, renju and caro.
//!
//! - [`Player`] is the engine.
//! - [`Board`] is the board of the search, generic in its [`RuleSet`]. [`Pattern`] is what a stone makes along an
//!   axis, [`Threat`] what it makes along all four; a [`SquareSet`] is a set of squares.
//! - [`ClassWeights`] are the worth of patterns, with their file format; [`Values`] makes boards that sum them, and
//!   evaluates these.
//! - [`network`] adds to the weights what it has learnt.
//! - [`solve`](mod@solve) finds and proves wins by fours, by threats and with quiet moves; [`explain`](fn@explain)
//!   describes a position.
//! - [`prove`](mod@prove) builds a whole winning strategy, position by position, and can be interrupted at any time.
//! - [`ProvenStrategy`] is such a strategy for Black: freestyle and standard gomoku on 15×15, freestyle on 13×13.
//!   [`PerfectPlayer`] plays by it.
//! - [`book`] has openings with even chances for both colours, and makes them.
//!
//! The certificates of proofs and their verifier are in `tengen-gomoku-verify`, the rule filter in
//! `tengen-gomoku-filter`, self-play and training in `tengen-gomoku-train`.
//!
//! ```
//! use tengen_engine::{Engine, Limits, Stop};
//! use tengen_games::{Game, gomoku};
//! let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
//! for mv in ["h8", "a1", "i8", "a15", "j8", "o1"] {
//!     game.play(game.parse_move(mv)?)?;
//! }
//! let found = tengen_gomoku::Player::new().analyze(&game, &Limits::nodes(1000), &Stop::new(), &mut |_| ());
//! assert_eq!(found.score().map(|score| score.to_string()), Some("win in 3".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod book;
mod eval;
mod explain;
mod level;
mod opening;
mod perfect;
mod player;
pub mod prove;
mod search;
pub mod solve;
mod threat_points;
mod vcf;

pub use board::Board;
pub use board::codes::CodeTable;
pub use board::pattern::{Pattern, PatternTable};
pub use board::rule_set::{self, RuleSet};
pub use board::squares::{MAX_SQUARES, Square, SquareSet};
pub use board::threat::{COMBINATIONS, Threat, combination};
pub use board::window_board::WindowBoard;
pub use eval::network;
pub use eval::values::{Values, threat_index_of};
pub use eval::weights::{
    ClassWeights, ClassWeightsError, ORDER_UNIT, THREAT_BITS, THREAT_TERMS, threat_index,
};
pub use explain::explain;
pub use perfect::PerfectPlayer;
pub use player::Player;
pub use prove::{KeptWins, ProvenStrategy, StrategyAnswer, StrategyPosition, StrategyReply};
pub use search::Params;
pub use solve::ThreatPlayer;
pub use threat_points::{ThreatPoints, threat_points};
