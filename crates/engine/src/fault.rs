//! What an engine did wrong.

use crate::SearchError;
use serde::{Deserialize, Serialize};
use std::fmt;
use tengen_board::Size;
use tengen_games::Illegal;

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

/// A fault of an engine: its kind, and what happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(from = "StoredFault", into = "StoredFault")]
#[error("{kind}: {cause}")]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened.
    pub cause: FaultCause,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, cause: FaultCause) -> Fault {
        Fault { kind, cause }
    }
}

/// What happened: data, so that front ends have words of their own. `Display` writes English.
///
/// The enumeration is exhaustive on purpose: a new variant does not compile until each language has a text for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultCause {
    /// A message of the program or of the system, as it is.
    Message(String),
    /// The program cannot be started, because there is no folder to start it in.
    NoFolder {
        /// The program.
        program: String,
        /// The folder.
        folder: String,
    },
    /// The program cannot be started, with the message of the system.
    NoStart {
        /// The program.
        program: String,
        /// The message.
        message: String,
        /// True if there is no such program or folder. Results of earlier versions do not say.
        #[serde(default)]
        missing: bool,
        /// True if the program may not be run, the same way.
        #[serde(default)]
        denied: bool,
    },
    /// No game has begun.
    NoGame,
    /// It refuses the game, with its own message.
    GameRefused(String),
    /// What happened before the game began.
    BeforeGame(Box<Fault>),
    /// It ended or closed its output, with the last line of its errors.
    Ended(ProgramEnd, Option<String>),
    /// It did not answer.
    NoAnswer {
        /// How long it was waited for, in milliseconds.
        waited_ms: u64,
        /// The first line that it wrote instead of an answer.
        line: Option<String>,
    },
    /// It answered too late.
    Late {
        /// The time that it took, in milliseconds.
        spent_ms: u64,
        /// The time that it had, in milliseconds.
        allowed_ms: u64,
    },
    /// It wrote so many bytes after one question.
    Flood(u64),
    /// Its answer is no move.
    NotAMove(String),
    /// Its move is not on the board, which has this size.
    NotOnBoard(String, Size),
    /// It gave more moves than it was asked for.
    TooManyMoves,
    /// It found no move.
    NoMove,
    /// The game was interrupted.
    Interrupted,
    /// Its move breaks the rules. It is stored as a [`Message`](FaultCause::Message).
    #[serde(skip)]
    Illegal(Box<Illegal>),
    /// Tengen's own engine gave no analysis. It is stored as a [`Message`](FaultCause::Message).
    #[serde(skip)]
    Search(Box<SearchError>),
}

impl fmt::Display for FaultCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultCause::Message(message) => f.write_str(message),
            FaultCause::NoFolder { program, folder } => {
                write!(f, "cannot start {program}: there is no folder {folder}")
            }
            FaultCause::NoStart { program, missing: true, .. } => {
                write!(f, "cannot start {program}: there is no such program or folder")
            }
            FaultCause::NoStart { program, denied: true, .. } => {
                write!(f, "cannot start {program}: permission denied")
            }
            FaultCause::NoStart { program, message, .. } => write!(f, "cannot start {program}: {message}"),
            FaultCause::NoGame => f.write_str("no game has begun"),
            FaultCause::GameRefused(message) => write!(f, "it refuses the game: {message}"),
            FaultCause::BeforeGame(fault) => fault.fmt(f),
            FaultCause::Ended(end, None) => end.fmt(f),
            FaultCause::Ended(end, Some(line)) => write!(f, "{end}; {line}"),
            FaultCause::NoAnswer { waited_ms, line } => {
                if let Some(line) = line {
                    write!(f, "'{line}', and ")?;
                }
                write!(f, "no answer in {:.1} s", *waited_ms as f64 / 1000.0)
            }
            FaultCause::Late { spent_ms, allowed_ms } => {
                write!(f, "{spent_ms} ms where {allowed_ms} were allowed")
            }
            FaultCause::Flood(bytes) => write!(f, "a flood of {bytes} bytes after one question"),
            FaultCause::NotAMove(text) => write!(f, "'{text}' is not a move"),
            FaultCause::NotOnBoard(text, size) => write!(f, "'{text}' is not a point of a {size} board"),
            FaultCause::TooManyMoves => f.write_str("more moves than asked for"),
            FaultCause::NoMove => f.write_str("the engine found no move"),
            FaultCause::Interrupted => f.write_str("the game was interrupted"),
            FaultCause::Illegal(illegal) => illegal.fmt(f),
            FaultCause::Search(error) => error.fmt(f),
        }
    }
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgramEnd {
    /// With this exit status.
    Status(i32),
    /// By this signal.
    Signal(i32),
    /// It closed its output and still runs.
    OutputClosed,
    /// The system does not say how.
    Unknown,
}

impl fmt::Display for ProgramEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramEnd::Status(status) => write!(f, "exit status: {status}"),
            ProgramEnd::Signal(signal) => write!(f, "signal: {signal}"),
            ProgramEnd::OutputClosed => f.write_str("it closed its output and still runs"),
            ProgramEnd::Unknown => f.write_str("it has ended"),
        }
    }
}

/// A fault as files have it: with its cause in English, and as data unless it is stored as a message.
#[derive(Serialize, Deserialize)]
struct StoredFault {
    kind: FaultKind,
    what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cause: Option<FaultCause>,
}

impl From<Fault> for StoredFault {
    fn from(Fault { kind, cause }: Fault) -> StoredFault {
        let what = cause.to_string();
        let plain = matches!(cause, FaultCause::Message(_) | FaultCause::Illegal(_) | FaultCause::Search(_));
        StoredFault { kind, what, cause: (!plain).then_some(cause) }
    }
}

impl From<StoredFault> for Fault {
    fn from(stored: StoredFault) -> Fault {
        let StoredFault { kind, what, cause } = stored;
        Fault { kind, cause: cause.unwrap_or(FaultCause::Message(what)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_fault_is_read_back() {
        for cause in [
            FaultCause::Message("no memory".into()),
            FaultCause::Ended(ProgramEnd::Status(3), Some("a broken table".into())),
            FaultCause::NotOnBoard("z9".into(), Size::of(15, 15)),
            FaultCause::BeforeGame(Box::new(Fault::new(
                FaultKind::Hang,
                FaultCause::NoAnswer { waited_ms: 1500, line: None },
            ))),
        ] {
            let fault = Fault::new(FaultKind::Crash, cause);
            let text = serde_json::to_string(&fault).unwrap();
            assert_eq!(serde_json::from_str::<Fault>(&text).unwrap(), fault, "{text}");
        }
        // Files of earlier versions have the sentence alone.
        let old = r#"{"kind": "time-loss", "what": "151 ms where 100 were allowed"}"#;
        let fault: Fault = serde_json::from_str(old).unwrap();
        assert_eq!(fault.to_string(), "time loss: 151 ms where 100 were allowed");
    }
}
