//! Why a command failed, and its exit code for scripts.

use std::fmt;
use std::io::ErrorKind;

/// Exit codes; `docs/cli.md` lists them.
pub(crate) mod code {
    /// Success.
    pub(crate) const OK: u8 = 0;
    /// The work was done and the answer is no: exceptions found, not proven, not equal.
    pub(crate) const NEGATIVE: u8 = 1;
    /// The command line is wrong.
    pub(crate) const USAGE: u8 = 2;
    /// The input is wrong: a file that cannot be read, an illegal move.
    pub(crate) const INPUT: u8 = 3;
    /// The output could not be written.
    pub(crate) const OUTPUT: u8 = 4;
    /// Ctrl-C.
    pub(crate) const INTERRUPTED: u8 = 130;
}

/// An error for a person: what is wrong, where, and what would be right.
#[derive(Debug)]
pub(crate) struct Fail {
    /// The exit code.
    pub(crate) code: u8,
    /// What is wrong; empty where there is nothing to report (a closed pipe).
    pub(crate) what: String,
    /// Lines that show where: a part of the input with a caret below.
    pub(crate) shown: Option<String>,
    /// What would be right.
    pub(crate) help: Option<String>,
    /// The kind of the system's error where `what` is its message about our own standard output.
    pub(crate) unwritten: Option<ErrorKind>,
}

impl Fail {
    fn new(code: u8, what: impl fmt::Display) -> Fail {
        Fail { code, what: what.to_string(), shown: None, help: None, unwritten: None }
    }

    pub(crate) fn usage(what: impl fmt::Display) -> Fail {
        Fail::new(code::USAGE, what)
    }

    pub(crate) fn input(what: impl fmt::Display) -> Fail {
        Fail::new(code::INPUT, what)
    }

    pub(crate) fn output(what: impl fmt::Display) -> Fail {
        Fail::new(code::OUTPUT, what)
    }

    pub(crate) fn interrupted(what: impl fmt::Display) -> Fail {
        Fail::new(code::INTERRUPTED, what)
    }

    /// The reader of the output has closed it: stop without a message.
    pub(crate) fn closed_pipe() -> Fail {
        Fail::new(code::OK, "")
    }

    #[must_use]
    pub(crate) fn help(mut self, help: impl fmt::Display) -> Fail {
        self.help = Some(help.to_string());
        self
    }

    /// The same without what would be right: for a command that has not the option that it names.
    #[must_use]
    pub(crate) fn without_help(mut self) -> Fail {
        self.help = None;
        self
    }

    #[must_use]
    pub(crate) fn show(mut self, shown: Option<String>) -> Fail {
        self.shown = shown;
        self
    }
}

/// Errors of our own standard output. A closed pipe is no error.
impl From<std::io::Error> for Fail {
    fn from(e: std::io::Error) -> Fail {
        match e.kind() {
            ErrorKind::BrokenPipe => Fail::closed_pipe(),
            kind => Fail { unwritten: Some(kind), ..Fail::output(e) },
        }
    }
}
