//! JSON lines: Tengen's own protocol, for every game.
//!
//! A request is a JSON object on one line, with an `id` of the caller's choice (a string or a whole number) and a `do`. Every answer
//! repeats the `id`. Many requests may be in flight; analyses answer as they are done, and on the way where `progress` is asked for.
//!
//! ```text
//! {"id": 1, "do": "analyze", "game": "gomoku", "rules": "renju", "moves": ["h8", "h9"], "limits": {"time_ms": 500}, "progress": true}
//! {"id": 1, "type": "progress", "analysis": {…}}
//! {"id": 1, "type": "analysis", "analysis": {…}}
//! ```
//!
//! The forms of requests and answers are in `docs/json-lines.schema.json`, a JSON Schema that the tests hold every answer against.

mod controller;
mod engine;
mod request;

pub use controller::JsonController;
pub use engine::JsonEngine;
