//! Opening books as files: mapped into memory, and players that use them.

use crate::fail::Fail;
use crate::i18n::{Lang, tr};
use crate::input::unread;
use crate::numbers::Wanted;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use tengen_engine::{AnyEngine, BookChoice, BookError, BookFault, EngineError, ForGame, Leveled as _};
use tengen_games::{GameSpec, othello};
use tengen_othello::Player;
use tengen_othello::book::edax::{self, EdaxError};
use tengen_othello::book::{Book, BookPositionFault, GraphError, JournalError, SettingsFault};

/// Why a book cannot be opened.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// The file cannot be read.
    Io(std::io::Error),
    /// It is no book, or a spoilt one.
    Book(BookError),
}

/// Opens a book in place, whatever its size.
pub(crate) fn open_book(path: &Path) -> Result<Book, OpenError> {
    let file = File::open(path).map_err(OpenError::Io)?;
    let about = file.metadata().map_err(OpenError::Io)?;
    if about.is_dir() {
        return Err(OpenError::Io(std::io::ErrorKind::IsADirectory.into()));
    }
    if about.len() == 0 {
        // Nothing can be mapped.
        return Err(OpenError::Book(BookError::NotABook));
    }
    // SAFETY: a book is never written in place: `tengen book` writes another file and renames it. A program that cuts
    // the file off all the same ends this one, as it would with any mapped file.
    let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(OpenError::Io)?;
    Book::new(bytes).map_err(OpenError::Book)
}

/// The same, for a command whose input the book is.
pub(crate) fn input_book(path: &Path, lang: Lang) -> Result<Book, Fail> {
    open_book(path).map_err(|error| match error {
        OpenError::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Fail::input(tr!(lang, BookMissingFile, file = path.display()))
        }
        OpenError::Io(error) => unread(path, &error, lang),
        OpenError::Book(error) => unusable(path, lang.book_error(&error), lang),
    })
}

/// The failure for a file with a fault that is already in words.
pub(crate) fn unusable(path: &Path, why: impl std::fmt::Display, lang: Lang) -> Fail {
    Fail::input(tr!(lang, FileFault, file = path.display(), why = why))
}

/// What is wrong with a book as a graph.
pub(crate) fn graph_error(error: &GraphError, lang: Lang) -> String {
    match error {
        GraphError::Book(error) => lang.book_error(error),
        GraphError::Position { number, why } => {
            tr!(lang, BookPosition, number = number, why = position_fault(*why, lang))
        }
    }
}

/// What is wrong with a book of Edax.
pub(crate) fn edax_error(error: &EdaxError, lang: Lang) -> String {
    match error {
        EdaxError::NotABook => tr!(lang, EdaxNotABook),
        EdaxError::Version(found) => tr!(lang, EdaxVersion, found = found, wanted = edax::VERSION),
        EdaxError::Header(fault) => tr!(lang, EdaxHeader, why = settings_fault(*fault, lang)),
        EdaxError::Length { found, wanted } => tr!(lang, EdaxLength, found = found, wanted = wanted),
        EdaxError::Position { number, at, why } => {
            tr!(lang, EdaxPosition, number = number, at = at, why = position_fault(*why, lang))
        }
    }
}

/// What is wrong with the journal of a growing book.
pub(crate) fn journal_error(error: &JournalError, lang: Lang) -> String {
    match *error {
        JournalError::NotAJournal => tr!(lang, JournalNot),
        JournalError::Settings { found: (depth, solve), wanted: (own_depth, own_solve) } => tr!(
            lang,
            JournalSettings,
            depth = depth,
            solve = solve,
            own_depth = own_depth,
            own_solve = own_solve
        ),
        JournalError::Spoilt { at } => tr!(lang, JournalSpoilt, at = at),
    }
}

fn settings_fault(fault: SettingsFault, lang: Lang) -> String {
    match fault {
        SettingsFault::Depth(found) => tr!(lang, BookDepthRange, found = found),
        SettingsFault::Solve(found) => tr!(lang, BookSolveRange, found = found),
        SettingsFault::Empties(found) => tr!(lang, BookEmptiesRange, found = found),
        SettingsFault::Error(found) => tr!(lang, BookErrorRange, found = found),
    }
}

fn position_fault(fault: BookPositionFault, lang: Lang) -> String {
    match fault {
        BookPositionFault::Order => tr!(lang, BookOrder),
        BookPositionFault::NotCanonical => tr!(lang, BookNotCanonical),
        BookPositionFault::IllegalLeaf => tr!(lang, BookIllegalLeaf),
        BookPositionFault::NotOver => tr!(lang, BookGameNotOver),
        BookPositionFault::Over => tr!(lang, BookGameOver),
        BookPositionFault::LargeLeaf => tr!(lang, BookLargeLeaf),
        BookPositionFault::Twice => tr!(lang, BookTwice),
        BookPositionFault::TooMany => tr!(lang, BookTooMany),
        BookPositionFault::NoValue => tr!(lang, BookNoValue),
        BookPositionFault::WrongValue => tr!(lang, BookWrongValue),
        BookPositionFault::IllegalLink => tr!(lang, BookIllegalLink),
    }
}

/// Whether this engine at this level plays this game with a book.
pub(crate) fn has_books(spec: &GameSpec, engine: Option<&str>, level: Option<u8>) -> bool {
    let is_own = engine.is_none_or(|name| name.eq_ignore_ascii_case("othello"));
    let is_strongest = level.is_none_or(|level| level == Player::MAX_LEVEL);
    is_own && is_strongest && *spec == GameSpec::Othello(othello::Rules::STANDARD)
}

/// The strongest player of Othello with a book.
///
/// # Errors
/// What is wrong with the book, or that this game or level has none.
pub(crate) fn player_with_book(
    spec: &GameSpec,
    engine: Option<&str>,
    level: Option<u8>,
    book: &BookChoice,
) -> Result<Box<dyn AnyEngine>, EngineError> {
    let wrong = |why| EngineError::Book { file: book.file.display().to_string(), why };
    if !has_books(spec, engine, level) {
        return Err(wrong(BookFault::NotUsed));
    }
    let open = open_book(&book.file).map_err(|error| match error {
        OpenError::Io(error) => wrong(BookFault::System(error.kind(), error.to_string())),
        OpenError::Book(error) => wrong(BookFault::File(error)),
    })?;
    let player = Player::default().with_book(Arc::new(open), book.randomness);
    Ok(Box::new(ForGame::<Player, othello::Position>::new(player)))
}

/// The value of an option in discs, as hundredths.
///
/// # Errors
/// What would be right.
pub(crate) fn read_discs(text: &str) -> Result<u16, Wanted> {
    let discs = text.parse::<f32>().ok().filter(|discs| (0.0..=64.0).contains(discs));
    let discs = discs.ok_or(Wanted::Discs)?;
    Ok((discs * 100.0).round() as u16)
}
