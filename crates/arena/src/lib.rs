//! Matches between any two engines, inside or outside, of any game.
//!
//! - [`Player`] names an engine: one of Tengen's with options, or a program with its protocol.
//! - [`Seat`] is a player at the board; the arena measures its time, judges its moves by the rules, and tells crash, hang, illegal
//!   move, time loss and garbage apart ([`Fault`]).
//! - [`play_game`] plays one game, [`Tournament`] as many as are asked for, on several cores, resumed where it was interrupted.
//! - [`suite`] puts positions with known answers to an engine.
//! - [`stats`] has Elo with error bars and the sequential probability ratio test; [`report`] the tables and the page.

mod fault;
mod game;
pub mod openings;
mod player;
pub mod report;
mod seat;
pub mod stats;
pub mod suite;
mod tally;
mod tournament;

pub use fault::{Fault, FaultKind};
pub use game::{GameEnd, GameLog, GamePlan, MoveLog, play_game};
pub use openings::Opening;
pub use player::{Openings, Player, PlayerError, Protocol};
pub use seat::{HelpedSeat, InsideSeat, OutsideSeat, Patience, Reply, Seat, take_seat};
pub use tally::{Pairing, Tally};
pub use tournament::{Config, Event, Format, Played, Tournament, TournamentError};
