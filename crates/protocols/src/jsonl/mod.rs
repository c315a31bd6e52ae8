//! JSON lines: Tengen's own protocol, for every game.
//!
//! A request is a JSON object on one line, with an `id` (a string or a whole number that the client chooses) and a
//! `do`. Every answer repeats the `id`. Many analyses may run at once; each is answered when it ends, and with
//! `progress` also on the way.
//!
//! ```text
//! {"id": 1, "do": "analyze", "game": "renju", "moves": ["h8", "h9"], "limits": {"time_ms": 500}, "progress": true}
//! {"id": 1, "type": "progress", "analysis": {…}}
//! {"id": 1, "type": "analysis", "analysis": {…}}
//! ```
//!
//! `docs/json-lines.schema.json` is the JSON Schema of requests and answers; the tests check every answer against it.

mod controller;
mod engine;
mod request;

pub use controller::JsonController;
pub use engine::JsonEngine;
