//! Errors of the library on the command line.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use tengen_library::Error;

/// Most problems and losses that are shown; JSON has all.
pub(super) const SHOWN: usize = 20;

/// An error of the library, translated where it is a usual one.
pub(crate) fn fail(error: Error, lang: Lang) -> Fail {
    match &error {
        Error::Cancelled => Fail::interrupted(tr!(lang, LibraryCancelled)),
        Error::NoGame(game) => Fail::usage(tr!(lang, NoStoredGame, game = game)),
        Error::Write(e) => Fail::input(lang.write_error(e)),
        Error::Full => Fail::output(tr!(lang, DiskFull)),
        Error::Busy => Fail::input(tr!(lang, LibraryBusy)),
        damaged @ Error::Damaged { .. } => {
            Fail::input(damaged.text(lang)).help(tr!(lang, LibraryDamagedHelp))
        }
        Error::Newer { path, .. } => Fail::input(tr!(lang, LibraryNewer, file = path.display())),
        Error::Foreign { path } => Fail::input(tr!(lang, LibraryForeign, file = path.display())),
        other => Fail::input(other.text(lang)),
    }
}
