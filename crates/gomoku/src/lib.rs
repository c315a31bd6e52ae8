//! Players and solvers of gomoku, renju and caro.
//!
//! - [`Player`] is the engine.
//! - [`Board`] is the board of the search, generic in its [`RuleSet`]. [`Pattern`] is what a stone makes along an axis,
//!   [`Threat`] what it makes altogether; [`SquareSet`] are sets of points.
//! - [`Weights`] are what patterns are worth, and the file that holds it; [`Values`] lays them out for a position.
//! - [`network`] judges positions by what was learnt; [`train`] plays the games and learns it.
//! - [`solve`](mod@solve) finds wins by fours and by threats, and proves them; [`explain`](fn@explain) tells in words what there is.
//! - [`book`] holds openings that leave both colours the same chances, and makes them.
//!
//! Certificates and their verifier are in `tengen-gomoku-verify`, the rule filter in `tengen-gomoku-filter`.

mod board;
pub mod book;
mod eval;
mod explain;
mod level;
mod opening;
mod player;
mod search;
pub mod solve;
mod threat_points;
pub mod train;

pub use board::Board;
pub use board::codes::CodeTable;
pub use board::pattern::{Pattern, PatternTable};
pub use board::rule_set::{self, RuleSet};
pub use board::squares::{MAX_SQUARES, Square, SquareSet};
pub use board::threat::{COMBINATIONS, Threat, combination};
pub use eval::network;
pub use eval::values::{Values, threat_index_of};
pub use eval::weights::{THREAT_BITS, THREAT_TERMS, Weights, WeightsError, threat_index};
pub use explain::explain;
pub use player::Player;
pub use search::Params;
pub use solve::ThreatPlayer;
pub use threat_points::{ThreatPoints, threat_points};

// The names under which the filter, the trainer and the verifier still know these modules.
use board::{lines, pattern, rule_set as rule, squares, threat};
use eval::{values, weights};
