//! Matches between any two engines of any game, built-in or external.
//!
//! - [`EngineSpec`] describes an engine: one of Tengen's with its options, or a program with its protocol.
//! - [`Seat`] is an engine in a match. The arena measures its time, judges its moves by the rules, and distinguishes
//!   crash, hang, illegal move, time loss and garbage ([`Fault`]).
//! - [`play_game`] plays one game, [`Tournament`] many: on several cores, stored and resumed after an interruption.
//! - [`suite`] runs an engine on positions with known answers.
//! - [`stats`] has Elo with error bars and the sequential probability ratio test, [`report`] the tables and the HTML
//!   page.
//!
//! A short match between two engines. Here the engine plays the first legal move; see `examples/match.rs` for real
//! engines.
//!
//! ```
//! use std::{sync::Arc, time::Duration};
//! use tengen_arena::{Opening, Schedule, Tournament, TournamentConfig, report};
//! use tengen_engine::{Analysis, Engine, ForGame, Limits, Stop};
//! use tengen_games::{Game, GameSpec, mnk};
//! use tengen_protocols::TimeControl;
//!
//! struct FirstMove;
//! impl Engine<mnk::Position> for FirstMove {
//!     fn name(&self) -> String {
//!         "First move".into()
//!     }
//!     fn analyze(&mut self, p: &mnk::Position, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Analysis)) -> Analysis {
//!         Analysis { best: p.legal_moves().first().copied(), ..Analysis::default() }
//!     }
//! }
//!
//! let spec = GameSpec::named("tic-tac-toe", None, None)?;
//! let mut tournament = Tournament::new(TournamentConfig {
//!     players: vec!["tengen:name=a".parse()?, "tengen:name=b".parse()?],
//!     schedule: Schedule::Gauntlet,
//!     games: 2,
//!     openings: vec![Opening::start(&spec)],
//!     time: TimeControl { per_move: Some(Duration::from_secs(1)), ..TimeControl::default() },
//!     grace: Duration::from_secs(1),
//!     max_plies: 1000,
//!     concurrency: 1,
//!     sprt: None,
//!     dir: None,
//!     engines: Arc::new(|_, _| Ok(Box::new(ForGame::new(FirstMove)))),
//!     spec,
//! })?;
//! tournament.run(&Stop::new(), &mut |_, _| ())?;
//! assert!(report::last_line(&tournament, tengen_words::Language::English).starts_with("a: 1.0/2, Elo +0.0 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine_spec;
mod faults;
mod game;
pub mod openings;
mod played;
mod program_engine;
pub mod report;
mod seat;
pub mod stats;
pub mod suite;
mod tally;
mod tournament;

pub use engine_spec::{EngineSpec, EngineSpecError, OpeningBy, ProgramSpec, Protocol};
pub use faults::{ConfigFault, OpeningFault, StoredGameFault};
pub use game::{GameEnd, GameLog, GamePlan, GameState, MoveLog, longest_game, play_game, play_game_watched};
pub use openings::Opening;
pub use played::{Count, Counts, PlayedGame, WinnerText};
pub use program_engine::ProgramEngine;
pub use seat::{AssistedSeat, BuiltInSeat, ExternalSeat, Reply, Seat, Timeouts, open_seat};
pub use tally::{Pairing, Tally};
pub use tengen_engine::{Fault, FaultCause, FaultKind, ProgramEnd};
pub use tournament::{GameWatcher, Schedule, Tournament, TournamentConfig, TournamentError, TournamentEvent};
