//! The protocols that engines and their controllers speak.
//!
//! Each protocol is a [`Machine`]: lines of text go in, [`Effect`]s come out. A machine knows no pipes, threads or clocks of the
//! system; [`serve`] gives it all three. While an engine thinks, every line is still read at once: a stop or a quit acts immediately, and
//! what must wait for the move waits in order, so that no command is ever lost.

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

pub use controller::{Controller, Report, TimeControl, TimeLeft};
pub use folder::NamedFile;
pub use host::{EngineOptions, Host, Players, serve};
pub use lines::{LineReader, MAX_LINE, Read};
pub use machine::{Effect, Machine, SearchId};
pub use waiting::Waiting;
