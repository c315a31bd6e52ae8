//! The tables of a player, from search to search.

use crate::eval::DISC;
use crate::search::{Busy, Tables};
use crate::table::{BoardTable, SearchTable};
use std::io::Write;
use tengen_board::Size;
use tengen_engine::{Limits, Table, TableError, TableSource};
use tengen_games::othello::Bits;

/// The tables of a player. They are made when a search first needs them, and those of boards up to 8×8 give way to
/// those of larger boards, as these do to them.
#[derive(Debug)]
pub(super) struct Memory {
    /// The size of the shared table, in MiB.
    mib: usize,
    /// The board that the tables were filled for.
    pub(super) size: Option<Size>,
    narrow: Option<TableSet<BoardTable>>,
    wide: Option<TableSet<Table>>,
}

/// The tables of the threads of a search.
#[derive(Debug)]
pub(super) struct TableSet<T> {
    pub(super) shared: T,
    /// The small table of each thread.
    own: Vec<T>,
}

/// The small table of each thread, in MiB.
const OWN_TABLE: usize = 1;

impl Memory {
    pub(super) fn new(mib: usize) -> Memory {
        Memory { mib, size: None, narrow: None, wide: None }
    }

    /// The tables for boards up to 8×8.
    pub(super) fn narrow(&mut self) -> &mut TableSet<BoardTable> {
        self.wide = None;
        let mib = self.mib;
        self.narrow.get_or_insert_with(|| TableSet::new(mib))
    }

    /// The tables for larger boards.
    pub(super) fn wide(&mut self) -> &mut TableSet<Table> {
        self.narrow = None;
        let mib = self.mib;
        self.wide.get_or_insert_with(|| TableSet::new(mib))
    }

    /// The next search reads nothing of those before it.
    pub(super) fn forget(&mut self) {
        self.size = None;
    }

    /// True if a search within these limits on a board of this size reads what those before it have stored. Without a
    /// time limit the answer must repeat, so the table starts empty. It also starts empty on another board size, where
    /// the same discs are another position.
    pub(super) fn keeps(&mut self, size: Size, limits: &Limits) -> bool {
        self.size.replace(size) == Some(size) && limits.time.is_some()
    }

    /// Writes the entries for boards of a size; `None` if there are none.
    pub(super) fn save(&self, size: Size, out: &mut dyn Write) -> Option<Result<u64, TableError>> {
        if self.size != Some(size) {
            return None;
        }
        match (&self.narrow, &self.wide) {
            (Some(set), _) => Some(set.shared.save(size, out)),
            (_, Some(set)) => Some(SearchTable::save(&set.shared, size, out)),
            _ => None,
        }
    }

    /// Replaces the entries by those of a file for boards of a size. Returns their number.
    pub(super) fn load(&mut self, size: Size, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let limit = size.area() as i32 * DISC;
        let count = if size.rows().max(size.cols()) <= <u64 as Bits>::STRIDE {
            let mut set = self.narrow.take().unwrap_or_else(|| TableSet::new(self.mib));
            let loaded = set.shared.load(size, limit, from);
            // The tables of larger boards stay if the file cannot be read.
            if loaded.is_ok() || self.wide.is_none() {
                (self.narrow, self.wide) = (Some(set), None);
            }
            loaded
        } else {
            let mut set = self.wide.take().unwrap_or_else(|| TableSet::new(self.mib));
            let loaded = SearchTable::load(&mut set.shared, size, limit, from);
            if loaded.is_ok() || self.narrow.is_none() {
                (self.narrow, self.wide) = (None, Some(set));
            }
            loaded
        }?;
        self.size = Some(size);
        Ok(count)
    }
}

impl<T> TableSet<T> {
    fn new<S: Bits>(mib: usize) -> TableSet<T>
    where
        T: SearchTable<S>,
    {
        TableSet { shared: T::new(mib), own: Vec::new() }
    }

    /// Prepares a search by so many threads, which reads older entries of the shared table if it `keeps` them.
    pub(super) fn prepare<S: Bits>(&mut self, threads: usize, keeps: bool) -> &TableSet<T>
    where
        T: SearchTable<S>,
    {
        if keeps {
            self.shared.new_search();
        } else {
            self.shared.forget();
        }
        self.own.iter_mut().for_each(T::forget);
        while self.own.len() < threads {
            self.own.push(T::new(OWN_TABLE));
        }
        self
    }

    /// The tables of a thread.
    pub(super) fn of_thread<'a>(&'a self, number: usize, busy: Option<&'a Busy>) -> Tables<'a, T> {
        Tables { shared: &self.shared, own: &self.own[number], busy }
    }
}
