//! The board in the browser, served from this machine.
//!
//! [`Server::bind`] takes a [`Config`] and the [`Engines`] of the program that starts it; [`Server::run`] serves until it
//! is told to end. The page lies inside the program; it speaks to the server over the routes that
//! `/api/openapi.json` documents and one WebSocket. The server has no rules and no search of its own: positions,
//! records, pictures and analyses come from the crates below.

mod about;
mod app;
mod asks;
mod assets;
mod board;
mod body;
mod clocks;
mod engines;
mod error;
mod guard;
mod limits;
mod listen;
mod metrics;
mod pool;
mod routes;
mod serve;
mod socket;
mod store;
mod time;
mod views;

pub use engines::{EngineInfo, Engines};
pub use limits::Limits;
pub use serve::{Config, Server, ServerError};
pub use tengen_library::SetAside;

/// Every route of the server but the files of the page: its method, its path as `/api/openapi.json` writes it, and the names that
/// may stand after the question mark.
pub fn routes() -> impl Iterator<Item = (String, &'static str, &'static [&'static str])> {
    routes::list()
}
