//! Openings: the positions from which games of a match start.
//!
//! They come from files (Gomocup's lists of offsets from the centre, lists of moves, any record that Tengen reads),
//! or are made of random moves that a search finds near even.

use crate::faults::OpeningFault;
use std::collections::HashSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use tengen_board::Point;
use tengen_board::random::SplitMix64;
use tengen_engine::{AnyEngine, EngineError, Limits, Stop};
use tengen_engine::{EngineFactory, EngineOptions};
use tengen_games::{AnyPosition, Feature, Game, GameSpec, Move};
use tengen_records::{ReadOptions, Record};

/// The position from which a game starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    position: AnyPosition,
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{file}: {error}", file = .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A line or a game of the file is not an opening of this game.
    #[error("{file}, opening {number}: {why}", file = .file.display())]
    Bad {
        /// The file.
        file: PathBuf,
        /// Which of its openings, from 1.
        number: usize,
        /// What is wrong.
        why: Box<OpeningFault>,
    },
    /// The file is empty.
    #[error("{file}: there is no opening in it", file = .0.display())]
    None(PathBuf),
    /// Too few balanced openings were found.
    #[error(
        "only {found} of {count} openings of {plies} plies are within {tolerance} of even: allow more, or give a file \
         of openings"
    )]
    Balance {
        /// How many were found.
        found: usize,
        /// How many were asked for.
        count: usize,
        /// Their plies.
        plies: usize,
        /// How far from even the chance to win may be.
        tolerance: f32,
    },
    /// No engine judges positions of this game.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The search for balanced openings was stopped.
    #[error("interrupted")]
    Interrupted,
}

impl Opening {
    /// The start position of the rules.
    pub fn start(spec: &GameSpec) -> Opening {
        Opening { position: AnyPosition::new(spec) }
    }

    /// An opening by its moves.
    ///
    /// # Errors
    /// The illegal move, or that the moves end the game.
    pub fn from_moves(
        spec: &GameSpec,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Opening, OpeningFault> {
        let mut position = AnyPosition::new(spec);
        for mv in moves {
            position.play(mv).map_err(OpeningFault::Illegal)?;
        }
        Opening::from_position(position)
    }

    fn from_position(position: AnyPosition) -> Result<Opening, OpeningFault> {
        if position.is_over() { Err(OpeningFault::Over) } else { Ok(Opening { position }) }
    }

    /// The position from which the engines play.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Its moves as text. A position that was set up has its key before them.
    pub fn name(&self) -> String {
        let mut names: Vec<String> = self.position.moves().map(|mv| self.position.format_move(mv)).collect();
        let mut start = self.position.clone();
        while start.undo().is_some() {}
        if start.hash() != AnyPosition::new(&start.spec()).hash() {
            names.insert(0, format!("set-up-{:016x}", start.hash()));
        }
        if names.is_empty() { "start".into() } else { names.join(" ") }
    }
}

/// Reads openings of this game from a file: a list with one opening on each line (Gomocup's offsets from the centre,
/// or moves), or games in any record format, each up to its end.
///
/// # Errors
/// [`OpeningError`] says which opening is wrong and why.
pub fn from_file(file: &Path, spec: &GameSpec) -> Result<Vec<Opening>, OpeningError> {
    let bytes = std::fs::read(file).map_err(|error| OpeningError::Io { file: file.into(), error })?;
    let openings = match std::str::from_utf8(&bytes).ok().and_then(|text| offset_lines(text, spec)) {
        Some(openings) => openings,
        None => records(&bytes, file, spec)?,
    };
    let bad = |(i, opening): (usize, Result<Opening, OpeningFault>)| {
        opening.map_err(|why| OpeningError::Bad { file: file.into(), number: i + 1, why: why.into() })
    };
    let openings: Vec<Opening> = openings.into_iter().enumerate().map(bad).collect::<Result<_, _>>()?;
    if openings.is_empty() { Err(OpeningError::None(file.into())) } else { Ok(openings) }
}

fn records(
    bytes: &[u8],
    file: &Path,
    spec: &GameSpec,
) -> Result<Vec<Result<Opening, OpeningFault>>, OpeningError> {
    let name = file.file_name().map(|name| name.to_string_lossy());
    let options = ReadOptions::default().with_spec(spec.clone());
    let read = tengen_records::read(bytes, name.as_deref(), &options).map_err(|e| OpeningError::Bad {
        file: file.into(),
        number: 1,
        why: OpeningFault::Read(e).into(),
    })?;
    let opening = |record: &Record| {
        if record.spec.kind() != spec.kind() || record.spec.size() != spec.size() {
            let [found, wanted] = [&record.spec, spec].map(|spec| (spec.kind(), spec.size()));
            return Err(OpeningFault::OtherGame { found, wanted });
        }
        // The rules of the match, not those of the record.
        let record = Record { spec: spec.clone(), ..record.clone() };
        let replay = record.replay().map_err(|e| OpeningFault::Rules(*e.violation))?;
        Opening::from_position(replay.position)
    };
    Ok(read.records.iter().map(opening).collect())
}

/// Gomocup's lists: each line is `x,y, x,y, …`, counted from the centre. `None` if the text is no such list.
fn offset_lines(text: &str, spec: &GameSpec) -> Option<Vec<Result<Opening, OpeningFault>>> {
    if !spec.has(Feature::Rows) {
        return None;
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "-1");
    let numbers: Option<Vec<Vec<i32>>> = lines
        .map(|line| line.trim_end_matches(',').split(',').map(|n| n.trim().parse().ok()).collect())
        .collect();
    let numbers = numbers.filter(|lines| lines.iter().all(|line| line.len() % 2 == 0))?;
    let size = spec.size();
    let centre = Point::new((size.rows() / 2) as u8, (size.cols() / 2) as u8);
    let opening = |line: Vec<i32>| {
        let point = |xy: &[i32]| {
            let (x, y) = (xy[0], xy[1]);
            size.offset(centre, y, x).ok_or(OpeningFault::OffBoard { x, y, size })
        };
        let points: Vec<Point> = line.chunks(2).map(point).collect::<Result<_, _>>()?;
        Opening::from_moves(spec, points.into_iter().map(Move::Place))
    };
    Some(numbers.into_iter().map(opening).collect())
}

/// Settings for balanced openings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// Moves in each opening.
    pub plies: usize,
    /// Maximum distance from even: the chance to win is within one half plus or minus this.
    pub tolerance: f32,
    /// Nodes of each search. With few nodes some openings are already decided: the same colour wins both games of
    /// such a pair, which say nothing about the engines.
    pub nodes: u64,
    /// Maximum number of tries for each opening.
    pub tries: usize,
    /// Positions searched at once, at least one. The openings do not depend on it.
    pub threads: usize,
}

impl Default for Balance {
    fn default() -> Balance {
        Balance { plies: 4, tolerance: 0.1, nodes: SHORT_SEARCH, tries: 400, threads: 1 }
    }
}

/// Nodes of a first search. Positions that it finds further from even than twice the tolerance get no longer search.
const SHORT_SEARCH: u64 = 2_000;

/// Enough for a search of a second, and quickly cleared. In bytes.
const BALANCE_MEMORY: u64 = 16 << 20;

impl Balance {
    /// True if the engine finds the position near even, with empty tables.
    fn holds(
        &self,
        engine: &mut dyn AnyEngine,
        position: &AnyPosition,
        stop: &Stop,
    ) -> Result<bool, OpeningError> {
        let first = (self.nodes > SHORT_SEARCH).then_some((SHORT_SEARCH, 2.0 * self.tolerance));
        for (nodes, tolerance) in first.into_iter().chain([(self.nodes, self.tolerance)]) {
            engine.new_game();
            let found = engine.analyze(position, &Limits::nodes(nodes), stop, &mut |_| ())?;
            if stop.is_raised() {
                return Err(OpeningError::Interrupted);
            }
            if found.score().is_none_or(|score| (score.win() - 0.5).abs() > tolerance) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The random positions, and those found near even so far.
struct Candidates<F> {
    random: SplitMix64,
    count: usize,
    seen: HashSet<u64>,
    tries: usize,
    /// Number of positions drawn.
    drawn: usize,
    /// The openings, each with its number among the positions drawn.
    found: Vec<(usize, Opening)>,
    on_found: F,
}

impl<F: FnMut(usize)> Candidates<F> {
    /// The next new position and its number. `None` if enough are found or no tries are left.
    fn next(&mut self, spec: &GameSpec, plies: usize) -> Option<(usize, AnyPosition)> {
        while self.found.len() < self.count && self.tries > 0 {
            self.tries -= 1;
            let position = random_position(spec, plies, &mut self.random);
            if let Some(position) = position.filter(|position| self.seen.insert(position.hash())) {
                self.drawn += 1;
                return Some((self.drawn, position));
            }
        }
        None
    }

    fn keep(&mut self, number: usize, position: AnyPosition) {
        self.found.push((number, Opening { position }));
        // Searches that were under way when the last opening was found may find more.
        if self.found.len() <= self.count {
            (self.on_found)(self.found.len());
        }
    }
}

/// Finds `count` different random openings that a search finds near even. `on_found` is called with the number found
/// so far. `stop` ends the search soon.
///
/// # Errors
/// [`OpeningError::Balance`] if the tries do not suffice, [`OpeningError::Interrupted`] after `stop` was raised.
pub fn balanced(
    spec: &GameSpec,
    count: usize,
    seed: u64,
    balance: Balance,
    engines: &EngineFactory,
    stop: &Stop,
    on_found: impl FnMut(usize) + Send,
) -> Result<Vec<Opening>, OpeningError> {
    let candidates = Mutex::new(Candidates {
        random: SplitMix64(seed),
        count,
        seen: HashSet::new(),
        tries: balance.tries.saturating_mul(count),
        drawn: 0,
        found: Vec::with_capacity(count),
        on_found,
    });
    let search = || -> Result<(), OpeningError> {
        let mut engine = engines(spec, &EngineOptions::default())?;
        engine.set_memory(BALANCE_MEMORY);
        loop {
            let Some((number, position)) = lock(&candidates).next(spec, balance.plies) else { return Ok(()) };
            // After an error the other threads stop too.
            if balance.holds(engine.as_mut(), &position, stop).inspect_err(|_| lock(&candidates).tries = 0)? {
                lock(&candidates).keep(number, position);
            }
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..balance.threads.max(1)).map(|_| scope.spawn(search)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|e| resume_unwind(e)))
    })?;
    let mut found = candidates.into_inner().unwrap_or_else(PoisonError::into_inner).found;
    if found.len() < count {
        let Balance { plies, tolerance, .. } = balance;
        return Err(OpeningError::Balance { found: found.len(), count, plies, tolerance });
    }
    // Every position before the last of these has been searched, so the result does not depend on the threads.
    found.sort_unstable_by_key(|&(number, _)| number);
    found.truncate(count);
    Ok(found.into_iter().map(|(_, opening)| opening).collect())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Random legal moves, near the centre in games that start on a large empty board.
fn random_position(spec: &GameSpec, plies: usize, random: &mut SplitMix64) -> Option<AnyPosition> {
    let mut position = AnyPosition::new(spec);
    let near = match spec.features() {
        features if features.has(Feature::Territory) => 6,
        features if features.has(Feature::Rows) && spec.size().area() >= 36 => 3,
        _ => u8::MAX,
    };
    let centre = spec.size().center();
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let in_reach = |mv: &Move| match mv {
            Move::Place(p) => p.row.abs_diff(centre.row) <= near && p.col.abs_diff(centre.col) <= near,
            Move::Pass => moves.len() == 1,
            Move::Choose(_) => false,
        };
        let choice: Vec<Move> = moves.iter().copied().filter(in_reach).collect();
        if choice.is_empty() {
            return None;
        }
        position.play(choice[random.below(choice.len())]).ok()?;
    }
    (!position.is_over()).then_some(position)
}
