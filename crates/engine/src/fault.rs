//! What an engine did wrong.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or did not accept the game.
    Start,
    /// It ended or panicked.
    Crash,
    /// It did not answer at all.
    Hang,
    /// It answered later than its time allowed.
    TimeLoss,
    /// Its move breaks the rules.
    IllegalMove,
    /// Its answer is not a move, or it floods its output.
    Garbage,
    /// It refused the command.
    Refused,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::TimeLoss,
        FaultKind::IllegalMove,
        FaultKind::Garbage,
        FaultKind::Refused,
    ];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::TimeLoss => "time loss",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Garbage => "garbage",
            FaultKind::Refused => "refused",
        })
    }
}

/// A fault, with a description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{kind}: {what}")]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, in plain words.
    pub what: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, what: impl Into<String>) -> Fault {
        Fault { kind, what: what.into() }
    }
}
