//! Players and solvers of gomoku, renju and caro.
//!
//! - [`Player`] is the engine.
//! - [`Position`] is the position for searches, generic in its [`Rule`]. [`Pattern`] is what a stone makes along an axis,
//!   [`Threat`] what it makes altogether; [`Spots`] are sets of points.
//! - [`Weights`] are what patterns are worth, and the file that holds it; [`Values`] lays them out for a position.
//! - [`network`] judges positions by what was learnt; [`train`] plays the games and learns it.
//! - [`threats`] finds wins by fours and by threats, and proves them; [`explain`](fn@explain) tells in words what there is.
//! - [`book`] holds openings that leave both colours the same chances, and makes them.
//!
//! Certificates and their verifier are in `tengen-gomoku-verify`, the rule filter in `tengen-gomoku-filter`.

mod away;
pub mod book;
mod explain;
mod foul;
mod level;
mod lines;
pub mod network;
mod opening;
mod pattern;
mod player;
mod position;
mod ranked;
pub mod rule;
mod search;
mod spots;
mod study;
mod threat;
pub mod threats;
pub mod train;
mod values;
mod weights;

pub use explain::explain;
pub use pattern::{Pattern, PatternTable};
pub use player::Player;
pub use position::Position;
pub use rule::Rule;
pub use search::Params;
pub use spots::{MAX_SPOTS, Spot, Spots};
pub use study::{ThreatPoints, threat_points};
pub use threat::{COMBINATIONS, Threat, combination};
pub use threats::ThreatPlayer;
pub use values::Values;
pub use weights::{THREAT_BITS, THREAT_TERMS, Weights, WeightsError, threat_index};
