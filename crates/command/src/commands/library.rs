//! `tengen library`: games kept in one file, found again by name and by position.

mod change;
mod errors;
mod export;
mod find;
mod import;
mod parquet;
mod player;
mod progress;
mod repair;
mod review;
mod select;

pub(crate) use errors::fail;
pub(crate) use progress::Shown;

use crate::Context;
use crate::cli::{LibraryArgs, LibraryCommand, RecoverArgs};
use crate::fail::{Fail, code};
use crate::i18n::tr;
use crate::input;
use crate::output::say;
use export::export;
use find::find;
use import::import;
use repair::{check, check_damaged, recover};
use select::{check_select, list};
use std::path::PathBuf;
use tengen_library::{Damage, Error, FILE_NAME, FileFault, Library, default_folder};

pub(crate) fn run(args: LibraryArgs, context: Context) -> Result<u8, Fail> {
    let lang = context.lang;
    check_select(&args.what, lang)?;
    let may_be_new = matches!(args.what, LibraryCommand::Import(_) | LibraryCommand::Recover(_));
    let data = args.data.clone();
    let library = match &args.what {
        LibraryCommand::Recover(RecoverArgs { damaged, into: Some(file), .. }) => {
            check_damaged(damaged, lang)?;
            Library::open(file).map_err(|e| match e {
                Error::Damaged { what: Damage::NoDatabase, .. } => {
                    Fail::input(tr!(lang, IntoNoLibrary, file = file.display()))
                        .help(tr!(lang, IntoNoLibraryHelp))
                }
                other => fail(other, lang),
            })?
        }
        LibraryCommand::Recover(args_of) => {
            check_damaged(&args_of.damaged, lang)?;
            // The library that would take the games may be the damaged one.
            open_with(args.data, may_be_new, context, |e| match e {
                e @ Error::Damaged { .. } => fail(e, lang).help(tr!(lang, RecoverDamagedHelp)),
                other => fail(other, lang),
            })?
        }
        LibraryCommand::Import(import) => {
            // No library is made for files that are not there.
            if let (Some(missing), true) =
                (import.sources.first(), import.sources.iter().all(|path| !path.exists()))
            {
                let missing = input::unread(missing, &std::io::ErrorKind::NotFound.into(), lang);
                return Err(missing.help(tr!(lang, ImportHelp)));
            }
            open(args.data, may_be_new, context)?
        }
        _ => open(args.data, may_be_new, context)?,
    };
    if let Some(why) = library.read_only() {
        context.warn(tr!(lang, LibraryReadOnly, why = fail(why.clone(), lang).what));
    }
    match args.what {
        LibraryCommand::Recover(args) => recover(&library, &args, context),
        LibraryCommand::Import(args) => import(&library, args, context),
        LibraryCommand::List(args) => list(&library, &args, lang),
        LibraryCommand::Find(args) => find(&library, &args, true, context),
        LibraryCommand::Stats(args) => find(&library, &args, false, context),
        LibraryCommand::Player(args) => player::player(&library, data.as_deref(), &args, lang),
        LibraryCommand::Review(args) => review::review(&library, &args, context),
        LibraryCommand::Export(args) => export(&library, &args, context),
        LibraryCommand::Remove(args) => {
            change::remove(&library, data.as_deref(), &args.game_numbers, context)
        }
        LibraryCommand::Restore(args) => change::restore(&library, &args.game_numbers, context),
        LibraryCommand::Tag(args) => change::tag(&library, &args, context),
        LibraryCommand::Check(args) => check(&library, &args, context),
        LibraryCommand::Backup { copy } => {
            library.backup(&copy).map_err(|e| match e {
                e @ Error::Io { fault: FileFault::System(..), .. } => {
                    Fail { code: code::OUTPUT, ..fail(e, lang) }
                }
                other => fail(other, lang),
            })?;
            say(tr!(lang, LibraryCopied, file = copy.display()))?;
            Ok(code::OK)
        }
    }
}

/// The library in the folder named, or in the user's own.
fn open(folder: Option<PathBuf>, may_be_new: bool, context: Context) -> Result<Library, Fail> {
    open_with(folder, may_be_new, context, |e| fail(e, context.lang))
}

/// As [`open`], with `failed` for an error of the library.
fn open_with(
    folder: Option<PathBuf>,
    may_be_new: bool,
    context: Context,
    failed: impl FnOnce(Error) -> Fail,
) -> Result<Library, Fail> {
    let lang = context.lang;
    let folder = folder.or_else(default_folder).ok_or_else(|| Fail::usage(tr!(lang, NoDataFolder)))?;
    // Only an import makes a library: a folder that is misspelt would otherwise become an empty one.
    let file = folder.join(FILE_NAME);
    if !may_be_new && !file.exists() {
        return Err(
            Fail::input(tr!(lang, NoLibrary, folder = folder.display())).help(tr!(lang, NoLibraryHelp))
        );
    }
    Library::open(file).map_err(failed)
}
