//! The rule filter: a player that chooses by striking out.
//!
//! It begins with a list of all points and goes through its rules; each looks at the list and strikes out some points,
//! with the reason. What is left at the end is the move. The idea is that of the source article on choosing a move by N
//! rules; its first two rules, the weights of the four directions, the look ahead and the last choice are here as it
//! describes them, and the "further rules" that it leaves open are rules about fives, fours, threes and corners.
//!
//! - [`Rule`] is one rule, [`RuleSet`] the list of them: to look at, reorder and switch on and off.
//! - [`View`] is what rules look at, [`Candidates`] what they strike from, [`Why`] their reason.
//! - [`FilterPlayer`] is the player; its [`Analysis`](tengen_engine::Analysis) tells what every rule did.

mod ahead;
mod board;
mod candidates;
mod estimate;
mod opening;
mod player;
mod quiet;
mod rules;
mod shapes;
mod tactics;
mod view;
mod weights;

pub use candidates::{Candidates, Why};
pub use player::FilterPlayer;
pub use rules::{ALL, Means, Rule, RuleError, RuleSet};
pub use view::{Facts, View};
