//! The exact rules of every game, behind one trait.
//!
//! A [`Game`] is a position with its past: it lists and judges moves, plays and undoes them, and knows when and how it
//! ends. It never searches, reads files or looks at a clock. [`AnyPosition`] holds a position of any game for the faces
//! (command line, protocols, server), and [`GameSpec`] says which game by which rules.
//!
//! An illegal move is an error value that names the move, the ply and the rule it breaks; the position is unchanged.

mod any;
pub mod conformance;
mod game;
pub mod go;
pub mod gomoku;
mod illegal;
pub mod mnk;
mod moves;
pub mod othello;
mod perft;
mod setup;
mod spec;
mod stones;
mod words;

pub use any::AnyPosition;
pub use game::{EndReason, Game, Goal, Outcome, Played};
pub use illegal::{Illegal, Reason};
pub use moves::{Choice, Move, MoveError, Player};
pub use perft::perft;
pub use setup::{SetUp, SetUpError};
pub use spec::{GameKind, GameSpec, SpecError};
pub use words::Language;
