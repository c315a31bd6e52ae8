//! The exact rules of every game, behind one trait.
//!
//! A [`Game`] is a position with its past: it lists and checks moves, plays and undoes them, and reports when and how
//! it ends. It never searches, reads files or looks at a clock. [`AnyPosition`] holds a position of any game for front
//! ends (command line, protocols, server), [`GameSpec`] is a game with its rules, and [`GameInfo`] describes each game.
//!
//! | module | games |
//! | --- | --- |
//! | [`mnk`] | tic-tac-toe, connect four and every m,n,k game, stones falling or not |
//! | [`gomoku`] | gomoku, renju and caro, with their opening rules |
//! | [`connect6`] | Connect6 |
//! | [`pente`] | Pente, Keryo-Pente, Ninuki-renju |
//! | [`othello`] | Othello |
//! | [`go`] | Go and Atari Go, with reading and proofs of captures, connections and life |
//!
//! Features: `std` (default; without it the crate needs `alloc` only, and processors' vector instructions are not
//! used), `serde` (rules, moves and reports), `conformance` (the test suite that every game passes).
//!
//! An illegal move is an error value that names the move, the ply and the rule it breaks; the position is unchanged.
//!
//! ```
//! use tengen_games::{Game, othello};
//! let mut game = othello::Position::new(&othello::Rules::STANDARD);
//! game.play(game.parse_move("f5")?)?;
//! assert_eq!(game.legal_moves().len(), 3);
//! let taken = game.parse_move("f5")?;
//! assert!(game.play(taken).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod any;
pub mod certificate;
mod certificate_fault;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod connect6;
mod facts;
mod features;
mod game;
pub mod go;
pub mod gomoku;
mod history;
mod illegal;
mod info;
mod kind;
mod list;
pub mod mnk;
mod moves;
pub mod othello;
pub mod pente;
mod perft;
mod setup;
mod spec;
mod stones;
mod threats;

pub use any::{AnyPosition, KnownGame};
pub use facts::{Fact, FactKind, Shape};
pub use features::{Feature, Features};
pub use game::{EndReason, Game, Goal, Moves, Outcome, Played};
pub use illegal::{Illegal, Reason};
pub use info::{
    Alias, BoardStyle, GameInfo, GameRules, Label, OpeningInfo, Passes, Piece, ProofKind, RuleSetInfo,
    SgfGame, Unit,
};
pub use kind::GameKind;
pub use moves::{Choice, ExpectedMove, Move, MoveError, PlayerId};
pub use perft::perft;
pub use setup::{SetUp, SetUpError};
pub use spec::{GameSpec, OptionError, SizeRule, SpecError};
