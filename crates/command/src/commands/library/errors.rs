//! Errors of the library on the command line.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use tengen_library::Error;

/// Most problems and losses that are shown; JSON has all.
pub(super) const SHOWN: usize = 20;

/// An error of the library, with its exit code.
pub(crate) fn fail(error: Error, lang: Lang) -> Fail {
    let text = error.text(lang);
    match error {
        Error::Cancelled => Fail::interrupted(tr!(lang, LibraryCancelled)),
        Error::NoGame(_) => Fail::usage(text),
        Error::Full => Fail::output(text),
        Error::Damaged { .. } => Fail::input(text).help(tr!(lang, LibraryDamagedHelp)),
        _ => Fail::input(text),
    }
}
