//! How fast the library takes a collection in and finds positions in it: the table of `tengen bench library`.
//!
//! The folder's games are imported into a new library in the system's folder for temporary files, which is removed
//! afterwards. Then every search is made several times, on one thread; the first has what the import left in memory.

use crate::measure::{Effort, three_digits};
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen_board::random::SplitMix64;
use tengen_games::{AnyPosition, Game};
use tengen_library::{Error, GameQuery, Import, ImportProgress, ImportSource, Library, NewGame};

/// How often each search is made, and how many moves are appended, with full effort and when quick.
const REPEATS: [usize; 2] = [21, 5];
/// Games from which positions to search for are taken.
const SAMPLES: usize = 20;
/// The plies after which positions are searched for.
const PLIES: [usize; 8] = [0, 1, 2, 4, 8, 16, 32, 50];

/// One kind of search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Search {
    /// What is searched for.
    pub what: String,
    /// Games found, the most of any search of this kind.
    pub found: u64,
    /// Milliseconds, the median of all.
    pub median_ms: f64,
    /// Milliseconds, the slowest of all.
    pub worst_ms: f64,
}

/// The table of `tengen bench library`. Its [`Display`](fmt::Display) is for people.
#[derive(Clone, PartialEq, Debug, Serialize, Default)]
pub struct LibraryTable {
    /// Games stored.
    pub games: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Things that were wrong with the files.
    pub problems: u64,
    /// Positions in the index.
    pub positions: u64,
    /// Seconds to read the files and play the games through.
    pub reading_s: f64,
    /// Seconds to store the games, in one transaction.
    pub storing_s: f64,
    /// Seconds to index their positions.
    pub indexing_s: f64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The searches.
    pub searches: Vec<Search>,
}

/// Imports a folder or file and searches it. `on_progress` takes how far the import is and returns whether to go on.
///
/// # Errors
/// As [`Library::import`].
pub fn measure(
    from: &Path,
    effort: Effort,
    mut on_progress: impl FnMut(ImportProgress) -> bool,
) -> Result<LibraryTable, Error> {
    let folder = Temporary::new()?;
    let library = Library::open(folder.0.join("library.db"))?;
    let mut table = LibraryTable::default();
    let import = Import { sources: vec![ImportSource::path(from)], ..Import::default() };
    let start = Instant::now();
    let (mut read, mut stored) = (Duration::ZERO, Duration::ZERO);
    let imported = library.import(&import, |progress| {
        match progress {
            ImportProgress::Reading { .. } => read = start.elapsed(),
            ImportProgress::Storing { .. } => stored = start.elapsed(),
            ImportProgress::Indexing { .. } => {}
        }
        on_progress(progress)
    })?;
    let all = start.elapsed();
    if !imported.indexed {
        return Err(Error::Cancelled);
    }
    table.reading_s = read.as_secs_f64();
    table.storing_s = stored.saturating_sub(read).as_secs_f64();
    table.indexing_s = all.saturating_sub(stored).as_secs_f64();
    table.games = imported.games.len() as u64;
    table.duplicates = imported.duplicates.len() as u64;
    table.problems = imported.problems.len() as u64 + imported.more_problems;
    let overview = library.overview()?;
    (table.positions, table.bytes) = (overview.positions, overview.bytes);
    let repeats = REPEATS[usize::from(effort == Effort::QUICK)];
    searches(&library, &imported.games, repeats, &mut table)?;
    Ok(table)
}

fn searches(library: &Library, games: &[i64], repeats: usize, table: &mut LibraryTable) -> Result<(), Error> {
    let mut rng = SplitMix64(0x7e46);
    let mut samples = Vec::new();
    while !games.is_empty() && samples.len() < SAMPLES {
        let game = games[((u64::from(rng.next_u32()) * games.len() as u64) >> 32) as usize];
        samples.push(library.record(game)?);
    }
    for plies in PLIES {
        let mut timer = Timer::default();
        for i in 0..repeats.max(if plies == 0 { 0 } else { SAMPLES }) {
            let Some(record) = samples.get(i % SAMPLES) else { break };
            let mut position = AnyPosition::new(&record.spec);
            let mut moves = record.main_moves();
            while position.ply() < plies && moves.next().is_some_and(|mv| position.play(mv).is_ok()) {}
            timer.time(|| library.find_position(&position, 1, 50).map(|found| found.total))?;
        }
        table.searches.push(timer.row(format!("position after {plies} plies")));
    }
    let player = samples.iter().find_map(|r| r.header.black.name.clone()).unwrap_or_default();
    let queries = [
        ("list, last changed first", GameQuery::default()),
        ("by a player", GameQuery { player: Some(player.clone()), ..GameQuery::default() }),
        (
            "by two letters of a name",
            GameQuery { player: Some(player.chars().take(2).collect()), ..GameQuery::default() },
        ),
        (
            "by a year",
            GameQuery { from: Some("2001".into()), to: Some("2001".into()), ..GameQuery::default() },
        ),
        ("by text", GameQuery { text: Some("open".into()), ..GameQuery::default() }),
    ];
    for (what, query) in queries {
        let mut timer = Timer::default();
        for _ in 0..repeats {
            timer.time(|| library.search(&query).map(|page| page.total))?;
        }
        table.searches.push(timer.row(what.into()));
    }
    if let Some(record) = samples.first() {
        let game = library.create(NewGame::new(record.spec.clone()))?.id;
        let (mut timer, mut at) = (Timer::default(), 0);
        for mv in record.main_moves() {
            timer.time(|| {
                at = library.append_move(game, at, mv, None)?.node;
                Ok(1)
            })?;
        }
        table.searches.push(timer.row("a move stored, on the disk".into()));
    }
    Ok(())
}

#[derive(Default)]
struct Timer {
    taken: Vec<Duration>,
    found: u64,
}

impl Timer {
    fn time(&mut self, work: impl FnOnce() -> Result<u64, Error>) -> Result<(), Error> {
        let start = Instant::now();
        let found = work()?;
        self.taken.push(start.elapsed());
        self.found = self.found.max(found);
        Ok(())
    }

    fn row(mut self, what: String) -> Search {
        self.taken.sort_unstable();
        let ms = |d: Option<&Duration>| d.map_or(0.0, |d| d.as_secs_f64() * 1e3);
        Search {
            what,
            found: self.found,
            median_ms: ms(self.taken.get(self.taken.len() / 2)),
            worst_ms: ms(self.taken.last()),
        }
    }
}

/// A folder that is removed when it is no longer needed.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Result<Temporary, Error> {
        let path = std::env::temp_dir().join(format!("tengen-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|e| Error::io(&path, &e))?;
        Ok(Temporary(path))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What is left of it is the system's to remove.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl fmt::Display for LibraryTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LibraryTable { games, duplicates, problems, positions, .. } = self;
        writeln!(
            f,
            "{games} games imported, {duplicates} duplicates, {problems} problems, {positions} positions\n"
        )?;
        let all = self.reading_s + self.storing_s + self.indexing_s;
        let rows = [
            ("reading and playing through", self.reading_s),
            ("storing, one transaction", self.storing_s),
            ("indexing positions", self.indexing_s),
            ("all of it", all),
        ];
        for (what, seconds) in rows {
            writeln!(f, "{what:30}{:>10} s", three_digits(seconds))?;
        }
        let mib = self.bytes as f64 / (1 << 20) as f64;
        let each = self.bytes as f64 / self.games.max(1) as f64;
        writeln!(f, "{:30}{:>10} MiB, {each:.0} bytes a game\n", "file", three_digits(mib))?;
        writeln!(f, "{:30}{:>10}{:>14}{:>14}", "", "found", "median ms", "worst ms")?;
        for Search { what, found, median_ms, worst_ms } in &self.searches {
            let (median, worst) = (three_digits(*median_ms), three_digits(*worst_ms));
            writeln!(f, "{what:30}{found:>10}{median:>14}{worst:>14}")?;
        }
        Ok(())
    }
}
