//! Opening books: positions with their values, kept in a file that is mapped into memory.
//!
//! A book is a set of positions on 8×8, one for all symmetries. A move that leads to another position of the book is a
//! *link*; the best of the other moves is the *leaf*, with the value that a search gave it. The value of a position is
//! the best of its links and its leaf (negamax). Values are hundredths of a disc for the side to move.
//!
//! - `discs`: positions and the symmetries of the board.
//! - `format`: the bytes of a file; `docs/othello-book.md` describes them.
//! - [`Book`]: reads a file without loading it.
//! - [`Graph`]: a book in memory, with its links, that can grow.
//! - `searcher`: what a search is asked and answers.
//! - `grow`: which positions are added: [`Growth::self_play`], [`Growth::deviate`].
//! - `journal`: the searches of a run, kept so that it can be continued.
//! - [`edax`]: Edax's `book.dat`.
//!
//! The design follows Edax's book (Richard Delorme) and the drop-out expansion of Thomas Lincke ("Strategies for the
//! automatic construction of opening books", 2000).

mod discs;
pub mod edax;
mod format;
mod graph;
mod grow;
mod journal;
mod play;
mod searcher;
#[cfg(test)]
mod tests;

pub use discs::{Discs, PASS};
pub use graph::{BookPositionFault, Graph, GraphError};
pub use grow::{Deviation, GrowError, Growth, GrowthProgress, SelfPlay};
pub use journal::{Journal, JournalError};
pub use searcher::{BookSearch, EngineSearch, FoundMove};
pub use tengen_engine::{BookError, BookPart};

use crate::checksum::checksum;
use format::{HEADER, Header, PAGE, PER_PAGE, RECORD, ROW, number};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use tengen_games::othello::Board;

/// How the positions of a book are searched, and which may be in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Plies of a search, 1 to 60.
    pub depth: u8,
    /// Positions with at most this many empties are searched to the end of the game, 0 to 60.
    pub solve: u8,
    /// The least number of empties of a position, 1 to 60.
    pub empties: u8,
    /// How far an estimate may be wrong, in hundredths of a disc, up to 6400: for the bounds of Edax's format.
    pub error: u16,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { depth: 16, solve: 20, empties: 24, error: 200 }
    }
}

impl Settings {
    /// Whether all numbers are in range.
    ///
    /// # Errors
    /// Which number is wrong, and its range.
    pub fn check(&self) -> Result<(), SettingsFault> {
        let Settings { depth, solve, empties, error } = *self;
        match () {
            () if !(1..=60).contains(&depth) => Err(SettingsFault::Depth(depth)),
            () if solve > 60 => Err(SettingsFault::Solve(solve)),
            () if !(1..=60).contains(&empties) => Err(SettingsFault::Empties(empties)),
            () if error > 6400 => Err(SettingsFault::Error(error)),
            () => Ok(()),
        }
    }
}

/// A number of the settings that is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsFault {
    /// Plies of a search.
    Depth(u8),
    /// Empties from which positions are searched to the end.
    Solve(u8),
    /// The least number of empties.
    Empties(u8),
    /// The error of an estimate, in hundredths of a disc.
    Error(u16),
}

impl std::error::Error for SettingsFault {}

impl fmt::Display for SettingsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsFault::Depth(found) => write!(f, "depth is 1 to 60 plies, not {found}"),
            SettingsFault::Solve(found) => write!(f, "solve is 0 to 60 empties, not {found}"),
            SettingsFault::Empties(found) => write!(f, "empties is 1 to 60, not {found}"),
            SettingsFault::Error(found) => {
                write!(f, "error is at most 6400 hundredths of a disc, not {found}")
            }
        }
    }
}

/// The best move of a position that leads out of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The move: a square, or [`PASS`]; `None` at the end of the game.
    pub mv: Option<u8>,
    /// Its value for the side to move, in hundredths of a disc.
    pub value: i16,
    /// Whether it was searched to the end of the game without selective cuts.
    pub exact: bool,
}

/// A position of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The position, the smallest of its symmetric forms.
    pub discs: Discs,
    /// Its value for the side to move, in hundredths of a disc.
    pub value: i16,
    /// Whether the value is the final margin with best play.
    pub exact: bool,
    /// The best move that is no link; `None` if all moves are links.
    pub leaf: Option<Leaf>,
    /// The level of the search: plies, or what another program calls its level.
    pub level: u8,
}

/// A move of the book in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// A square, or [`PASS`].
    pub mv: u8,
    /// Its value for the side to move, in hundredths of a disc.
    pub value: i16,
    /// Whether the value is the final margin with best play.
    pub exact: bool,
    /// Whether the move leads to a position of the book.
    pub is_link: bool,
}

/// Books of at most this many bytes are checked as a whole when they are opened. Of larger ones only the header is, and
/// each page with its row of the table when it is first read, so that any book opens at once.
const CHECKED_AT_ONCE: usize = 32 << 20;

/// Pages whose checks are kept in one word.
const PAGES_A_WORD: usize = 64;

/// A book in the bytes of a file, mapped or loaded. Positions are looked up in place.
///
/// ```
/// use tengen_othello::book::{Book, Graph, Settings};
/// use tengen_games::othello::Board;
/// let file = Graph::new(Settings::default()).to_bytes();
/// let book = Book::new(file)?;
/// let start = Board::start(tengen_board::Size::of(8, 8));
/// assert_eq!((book.len(), book.moves(&start)?), (0, None));
/// # Ok::<(), tengen_othello::book::BookError>(())
/// ```
pub struct Book {
    bytes: Box<dyn AsRef<[u8]> + Send + Sync>,
    header: Header,
    /// A bit for each page that was found sound, its row of the table included.
    checked: Vec<AtomicU64>,
}

/// The position in the first bytes of a record, or of a row of the table.
fn discs_at(bytes: &[u8]) -> Discs {
    Discs { own: number(bytes), opp: number(&bytes[8..]) }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("header", &self.header).finish_non_exhaustive()
    }
}

impl Book {
    /// The book in the bytes of a file.
    ///
    /// # Errors
    /// What is wrong with the file. Of a book larger than 32 MiB only the header and the length are checked; a spoilt
    /// page, or a spoilt row of the table, is found when it is read.
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Book, BookError> {
        let is_small = bytes.as_ref().len() <= CHECKED_AT_ONCE;
        let book = Book::unchecked(bytes)?;
        if is_small {
            book.check()?;
        }
        Ok(book)
    }

    /// The book in the bytes of a file, of which the header and the length are checked.
    fn unchecked(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Book, BookError> {
        let header = Header::read(bytes.as_ref())?;
        // Zeroed memory costs nothing until it is touched.
        let words = header.pages().div_ceil(PAGES_A_WORD as u64) as usize;
        let checked = std::iter::repeat_with(AtomicU64::default).take(words).collect();
        Ok(Book { bytes: Box::new(bytes), header, checked })
    }

    /// Checks the table and every page.
    ///
    /// # Errors
    /// The first part that is spoilt.
    pub fn check(&self) -> Result<(), BookError> {
        if checksum(&self.bytes()[HEADER..self.header.pages_at() as usize]) != self.header.table_sum {
            return Err(BookError::Spoilt { part: BookPart::PageTable, at: HEADER as u64 });
        }
        (0..self.pages()).try_for_each(|page| self.page(page).map(|_| ()))
    }

    fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    fn pages(&self) -> usize {
        self.header.pages() as usize
    }

    /// How its positions were searched.
    pub fn settings(&self) -> Settings {
        self.header.settings
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.header.positions
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn row(&self, page: usize) -> &[u8] {
        &self.bytes()[HEADER + page * ROW..][..ROW]
    }

    /// The first position of a page. The row of the table and the page must agree on it, so that a spoilt row leads
    /// no search astray.
    fn first_of(&self, page: usize) -> Result<Discs, BookError> {
        Ok(discs_at(self.page(page)?))
    }

    /// The bytes of the positions of a page, checked with its row of the table.
    fn page(&self, page: usize) -> Result<&[u8], BookError> {
        let at = self.header.pages_at() as usize + page * PAGE;
        let bytes = &self.bytes()[at..][..PAGE];
        let (word, bit) = (&self.checked[page / PAGES_A_WORD], 1 << (page % PAGES_A_WORD));
        if word.load(Ordering::Relaxed) & bit == 0 {
            let row = self.row(page);
            if checksum(bytes) != number(&row[16..]) {
                return Err(BookError::Spoilt { part: BookPart::Page(page + 1), at: at as u64 });
            }
            if discs_at(row) != discs_at(bytes) {
                return Err(BookError::Spoilt {
                    part: BookPart::PageTable,
                    at: (HEADER + page * ROW) as u64,
                });
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        let count = (self.len() as usize - page * PER_PAGE).min(PER_PAGE);
        Ok(&bytes[..count * RECORD])
    }

    fn entry(bytes: &[u8], page: usize) -> Result<BookEntry, BookError> {
        let part = BookPart::PositionOfPage(page + 1);
        format::read_entry(bytes).ok_or(BookError::Spoilt { part, at: PAGE as u64 })
    }

    /// The position of a book, in any of its symmetric forms.
    ///
    /// # Errors
    /// If the page that would hold it is spoilt.
    pub fn find(&self, discs: Discs) -> Result<Option<BookEntry>, BookError> {
        self.find_canonical(discs.canonical().0)
    }

    fn find_canonical(&self, discs: Discs) -> Result<Option<BookEntry>, BookError> {
        // The last page whose first position is not larger.
        let (mut low, mut high) = (0, self.pages());
        while low < high {
            let middle = (low + high) / 2;
            if self.first_of(middle)? <= discs { low = middle + 1 } else { high = middle }
        }
        let Some(page) = low.checked_sub(1) else { return Ok(None) };
        let bytes = self.page(page)?;
        let (mut low, mut high) = (0, bytes.len() / RECORD);
        while low < high {
            let middle = (low + high) / 2;
            let record = &bytes[middle * RECORD..];
            match discs_at(record).cmp(&discs) {
                std::cmp::Ordering::Equal => return Book::entry(record, page).map(Some),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// The moves that the book knows in a position, best first, equal ones in the order of squares; `None` if the
    /// position is not in it.
    ///
    /// # Errors
    /// If a page is spoilt.
    pub fn moves(&self, board: &Board<u64>) -> Result<Option<Vec<BookMove>>, BookError> {
        let here = Discs::from(board);
        let (discs, turn) = here.canonical();
        let Some(entry) = self.find_canonical(discs)? else { return Ok(None) };
        let mut moves = Vec::new();
        for mv in here.moves() {
            if let Some(next) = self.find(here.after(mv))? {
                moves.push(BookMove { mv, value: -next.value, exact: next.exact, is_link: true });
            }
        }
        if let Some(Leaf { mv: Some(mv), value, exact }) = entry.leaf {
            let mv = turn.back(mv);
            // A leaf that has become a link keeps the link's value.
            if moves.iter().all(|found| found.mv != mv) && here.is_legal(mv) {
                moves.push(BookMove { mv, value, exact, is_link: false });
            }
        }
        moves.sort_by_key(|found| (-found.value, found.mv));
        Ok(Some(moves))
    }

    /// Every position in ascending order.
    pub fn entries(&self) -> impl Iterator<Item = Result<BookEntry, BookError>> + '_ {
        (0..self.pages()).flat_map(move |page| {
            let (bytes, error) = match self.page(page) {
                Ok(bytes) => (bytes, None),
                Err(error) => (&[][..], Some(Err(error))),
            };
            bytes.chunks_exact(RECORD).map(move |record| Book::entry(record, page)).chain(error)
        })
    }
}
