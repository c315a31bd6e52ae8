//! The protocols of engines and controllers: Gomocup, GTP, NBoard and JSON lines.
//!
//! Each protocol has two sides. A [`Machine`] is the engine's side: lines of text go in, [`Effect`]s come out. It
//! knows no pipe, thread or clock; [`serve`] provides them. During a search every line is still read: a stop or a
//! quit acts at once, and what must wait for the move waits in order. A [`Controller`] is the other side: it asks an
//! engine for moves and reads its answers.
//!
//! A Gomocup dialogue by hand, without an engine: the caller runs the searches.
//!
//! ```
//! use tengen_engine::Analysis;
//! use tengen_games::{Game, Move};
//! use tengen_protocols::{Effect, Machine, gomocup::GomocupEngine};
//!
//! let mut engine = GomocupEngine::new("Example", "1.0");
//! let mut effects = Vec::new();
//! engine.line(b"START 15", &mut effects);
//! let Some(Effect::Prepare { id, .. }) = effects.pop() else { panic!("{effects:?}") };
//! engine.table_done(id, Ok(0), &mut effects);
//! assert_eq!(effects.pop(), Some(Effect::Say("OK".into())));
//!
//! engine.line(b"TURN 7,7", &mut effects);
//! let Some(Effect::Search { id, position, .. }) = effects.pop() else { panic!("{effects:?}") };
//! // A real engine searches here.
//! let best = position.parse_move("h9")?;
//! engine.finished(id, Analysis { best: Some(best), ..Analysis::default() }, &mut effects);
//! assert_eq!(effects.pop(), Some(Effect::Say("7,6".into())));
//! # Ok::<(), tengen_games::MoveError>(())
//! ```

mod controller;
mod folder;
pub mod gomocup;
pub mod gtp;
mod host;
pub mod jsonl;
mod lines;
mod machine;
pub mod nboard;
mod ponder;
mod running;
mod waiting;

pub use controller::{Controller, EngineCount, EngineMessage, TimeControl, TimeLeft};
pub use folder::NamedFile;
pub use host::{Host, serve};
pub use lines::{Input, LineReader, MAX_LINE};
pub use machine::{Effect, Machine, SearchId};
