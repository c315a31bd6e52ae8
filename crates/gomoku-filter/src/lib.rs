//! The rule filter: a gomoku player that chooses its move by elimination.
//!
//! It begins with all points as candidates. Each filter strikes out some of them and gives the reason. The candidate
//! left at the end is the move. The idea is that of the source article on choosing a move by N rules. Its first two
//! rules, the weights of the four directions, the look-ahead and the last choice are here as described there. Its
//! "further rules" are filters for fives, fours, threes and corners.
//!
//! - [`Filter`] is one filter, [`FilterList`] their order, with each on or off.
//! - [`View`] is the position as filters see it, [`Candidates`] the points left,
//!   [`StrikeReason`](tengen_engine::StrikeReason) the reason of a strike.
//! - [`FilterPlayer`] is the player; its [`Analysis`](tengen_engine::Analysis) lists the strikes of every filter.
//!
//! ```
//! use tengen_engine::{Engine, Limits, Stop};
//! use tengen_games::{Game, gomoku};
//! use tengen_gomoku_filter::FilterPlayer;
//!
//! let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
//! for mv in ["h8", "a1", "i8", "a3", "j8"] {
//!     game.play(game.parse_move(mv)?)?;
//! }
//! let analysis = FilterPlayer::new().analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
//! let block = analysis.rules.iter().find(|filter| filter.rule == "block-open-four").unwrap();
//! assert!(block.struck.len() > 200 && block.left < 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod basic;
mod candidates;
mod estimate;
mod filter;
mod list;
mod look_ahead;
mod opening;
mod player;
mod shapes;
mod threats;
mod view;
mod weights;
mod window;

pub use candidates::Candidates;
pub use filter::{Filter, FilterContext};
pub use list::{ALL, FilterError, FilterList};
pub use player::FilterPlayer;
pub use view::{PointFacts, View};
