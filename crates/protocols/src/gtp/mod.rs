//! GTP, the Go Text Protocol, version 2, and what Go's GUIs expect beside it.
//!
//! Sources: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2* (2002). GoGui's
//! `gogui-rules_*` commands for games that the controller does not know; the `lz-analyze` of Leela Zero and the
//! `kata-` commands of KataGo (its `GTP_Extensions.md`). `attack`, `defend`, `owl_attack`, `unconditional_status`
//! and `final_status` are those of GNU Go.
//!
//! Points are written as in Go (letters without I, rows from the bottom): that is a GTP vertex. Othello counts rows
//! from the top, as its programs do.

mod board;
mod clock;
mod command;
mod controller;
mod count;
mod engine;
mod files;
mod info;
mod reading;
mod respond;
mod rules;
mod setup;

pub use controller::GtpController;
pub use engine::{GtpEngine, ReadFile};
