//! The board in the browser, served from this machine.
//!
//! [`Server::bind`] takes a [`Config`] and the [`Engines`] of the calling program; [`Server::run`] serves until it
//! ends. The page is embedded in the program. It uses the routes that `/api/openapi.json` documents, and one WebSocket.
//! The server has no rules and no search of its own: positions, records, pictures and analyses come from other crates.
//!
//! ```
//! use std::sync::Arc;
//! use tengen_engine::EngineError;
//! use tengen_server::{Config, Engines, Server};
//!
//! # let runtime = tokio::runtime::Runtime::new()?;
//! # let data = std::env::temp_dir().join(format!("tengen-server-doc-{}", std::process::id()));
//! # runtime.block_on(async {
//! let engines = Engines {
//!     list: Vec::new(),
//!     make: Arc::new(|spec, _| Err(EngineError::None(spec.kind()))),
//!     program: Arc::new(|_| None),
//!     programs: None,
//! };
//! let server = Server::bind(Config { data: data.clone(), ..Config::default() }, engines).await?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//!
//! // The future ends the server: here at once, in a program at Ctrl-C.
//! server.run(std::future::ready(())).await;
//! # Ok::<(), tengen_server::ServerError>(())
//! # })?;
//! # std::fs::remove_dir_all(&data)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod app;
mod assets;
mod board;
mod clocks;
mod engines;
mod error;
mod extract;
mod flag;
mod guard;
mod limits;
mod listen;
mod matches;
mod metrics;
mod middleware;
mod parse;
mod ponders;
mod pool;
mod programs;
mod requests;
mod routes;
mod serve;
mod socket;
mod store;
mod store_move;
mod stored_review;
mod traits;
mod views;

pub use engines::{EngineInfo, Engines, FindProgram};
pub use limits::ServerLimits;
pub use programs::{ProgramAnswer, ProgramChange, ProgramInfo, ProgramOutcome, Programs};
pub use serve::{Config, Server, ServerError};
pub use stored_review::main_line_review;
pub use tengen_library::SetAside;
pub use tengen_words::Texts;

/// Every route except the files of the page: its method, its path as `/api/openapi.json` writes it, and its query
/// parameters.
pub fn routes() -> impl Iterator<Item = (String, &'static str, &'static [&'static str])> {
    routes::list()
}
