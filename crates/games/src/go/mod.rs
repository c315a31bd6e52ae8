//! Go: chains and liberties, capture, ko and superko, passes, handicap, komi, and the count.
//!
//! - [`Rules`] holds every switch; [`Rules::named`] knows the rule sets.
//! - [`Position`] is a [`Game`](crate::Game); after the game [`Position::score`] counts it with the dead stones given.
//! - [`Board`] is the stones alone, for playouts and for looking at chains and liberties.
//! - [`Position::legal_set`] is the set of all points on which a stone is legal, under superko too.
//! - [`Position::chains`] lists the chains with their liberties, [`Position::ladders`] those that a ladder catches.
//! - [`Position::read_attack`] and [`Position::read_defense`] read whether a chain can be captured or saved.
//! - [`Position::read_connection`] and [`Position::read_cut`] read whether two chains can be joined or cut.
//! - [`Position::prove`] proves that a chain is captured, joined or alive, with a certificate for [`proof::verify`].
//! - [`Board::unconditional_life`] finds the chains that nothing can capture, [`Position::living_groups`] their eyes.
//!
//! A game ends with two passes in a row (see [`Rules::passes_to_end`] and [`Rules::white_passes_last`]). Its
//! [`outcome`](crate::Game::outcome) counts every stone on the board as alive, as the Tromp-Taylor rules do. Players
//! who agree on dead stones ask [`Position::outcome_with`], and players who do not agree undo the passes and play on.

mod board;
mod facts;
mod handicap;
mod history;
mod info;
mod ladder;
mod life;
mod position;
pub mod proof;
mod reading;
mod rules;
mod score;

pub use board::{Board, Change, NO_VERTEX, PointSet, Vertex};
pub use handicap::{fixed_handicap, most_fixed_handicap};
pub use info::INFO;
pub use ladder::{Chain, Ladder};
pub use life::{LivingGroup, UnconditionalLife, UnconditionalStatus};
pub use position::Position;
pub use reading::{Certainty, GroupStatus, ProofReport, Proven, Race, RaceOutcome, RaceReport, Reading};
pub use rules::{Compensation, Ko, Placement, Rules, Scoring, Suicide, Tax};
pub use score::{PointCount, SideScore, Status};
