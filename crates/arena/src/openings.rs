//! What is on the board before the players are asked.
//!
//! Openings come from files (Gomocup's lists of offsets from the centre, lists of moves, any record that Tengen reads), or are made:
//! random moves that a search finds near even.

use std::path::{Path, PathBuf};
use tengen_board::Point;
use tengen_engine::{Limits, Stop};
use tengen_games::conformance::SplitMix64;
use tengen_games::{AnyPosition, Game, GameKind, GameSpec, Move};
use tengen_protocols::{EngineOptions, Players};
use tengen_records::{ReadOptions, Record};

/// A position to begin from, and a name for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    position: AnyPosition,
}

/// Why openings cannot be had.
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
    /// A line, or game, of the file is no opening of this game.
    #[error("{file}, opening {number}: {why}", file = .file.display())]
    Bad {
        /// The file.
        file: PathBuf,
        /// Which of its openings, from 1.
        number: usize,
        /// What is wrong.
        why: String,
    },
    /// There is none.
    #[error("{file}: there is no opening in it", file = .0.display())]
    None(PathBuf),
    /// Balanced openings cannot be made.
    #[error("{0}")]
    Balance(String),
}

impl Opening {
    /// The empty board, or what the rules begin with.
    pub fn start(spec: &GameSpec) -> Opening {
        Opening { position: AnyPosition::new(spec) }
    }

    /// An opening by its moves.
    ///
    /// # Errors
    /// Which move is illegal, or that they end the game.
    pub fn from_moves(spec: &GameSpec, moves: impl IntoIterator<Item = Move>) -> Result<Opening, String> {
        let mut position = AnyPosition::new(spec);
        for mv in moves {
            position.play(mv).map_err(|e| e.to_string())?;
        }
        Opening::from_position(position)
    }

    fn from_position(position: AnyPosition) -> Result<Opening, String> {
        if position.is_over() { Err("the game is over at its end".into()) } else { Ok(Opening { position }) }
    }

    /// The position that the players begin with.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Its moves as text: a name. A position that was set up has its key before them.
    pub fn name(&self) -> String {
        let mut names: Vec<String> =
            self.position.moves().into_iter().map(|mv| self.position.format_move(mv)).collect();
        let mut start = self.position.clone();
        while start.undo().is_some() {}
        if start.hash() != AnyPosition::new(&start.spec()).hash() {
            names.insert(0, format!("set-up-{:016x}", start.hash()));
        }
        if names.is_empty() { "start".into() } else { names.join(" ") }
    }
}

/// Reads openings of this game from a file: lists with one opening a line (offsets from the centre as Gomocup has them, or moves), or
/// any format of records, each game up to its end.
///
/// # Errors
/// [`OpeningError`] says which opening is wrong and why.
pub fn from_file(file: &Path, spec: &GameSpec) -> Result<Vec<Opening>, OpeningError> {
    let bytes = std::fs::read(file).map_err(|error| OpeningError::Io { file: file.into(), error })?;
    let found = match std::str::from_utf8(&bytes).ok().and_then(|text| offset_lines(text, spec)) {
        Some(openings) => openings,
        None => records(&bytes, file, spec)?,
    };
    let bad = |(i, opening): (usize, Result<Opening, String>)| {
        opening.map_err(|why| OpeningError::Bad { file: file.into(), number: i + 1, why })
    };
    let openings: Vec<Opening> = found.into_iter().enumerate().map(bad).collect::<Result<_, _>>()?;
    if openings.is_empty() { Err(OpeningError::None(file.into())) } else { Ok(openings) }
}

fn records(bytes: &[u8], file: &Path, spec: &GameSpec) -> Result<Vec<Result<Opening, String>>, OpeningError> {
    let name = file.file_name().map(|name| name.to_string_lossy());
    let options = ReadOptions::default().with_spec(spec.clone());
    let read = tengen_records::read(bytes, name.as_deref(), &options).map_err(|e| OpeningError::Bad {
        file: file.into(),
        number: 1,
        why: e.to_string(),
    })?;
    let opening = |record: &Record| {
        if record.spec.kind() != spec.kind() || record.spec.size() != spec.size() {
            return Err(format!(
                "it is {} on {}, not {} on {}",
                record.spec.kind(),
                record.spec.size(),
                spec.kind(),
                spec.size()
            ));
        }
        // By the rules of the match, whatever the record says.
        let record = Record { spec: spec.clone(), ..record.clone() };
        let replay = record.replay();
        match replay.broken {
            Some(broken) => Err(broken.to_string()),
            None => Opening::from_position(replay.position),
        }
    };
    Ok(read.records.iter().map(opening).collect())
}

/// Gomocup's lists: each line `x,y, x,y, …`, counted from the centre. `None` if the text is no such list.
fn offset_lines(text: &str, spec: &GameSpec) -> Option<Vec<Result<Opening, String>>> {
    if spec.kind() != GameKind::Gomoku {
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
            size.offset(centre, xy[1], xy[0])
                .ok_or_else(|| format!("{},{} from the centre is off a {size} board", xy[0], xy[1]))
        };
        let points: Vec<Point> = line.chunks(2).map(point).collect::<Result<_, _>>()?;
        Opening::from_moves(spec, points.into_iter().map(Move::Place))
    };
    Some(numbers.into_iter().map(opening).collect())
}

/// How balanced openings are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// Moves in each opening.
    pub plies: usize,
    /// How far from even the search may find it: the chance to win lies within a half plus or minus this.
    pub tolerance: f32,
    /// Nodes of each search.
    pub nodes: u64,
    /// Tries for each opening before giving up.
    pub tries: usize,
}

impl Default for Balance {
    fn default() -> Balance {
        Balance { plies: 4, tolerance: 0.1, nodes: 2_000, tries: 400 }
    }
}

/// Random openings that a search of `players` finds near even, `count` of them, no two alike.
///
/// # Errors
/// [`OpeningError::Balance`] where the tries do not suffice.
pub fn balanced(
    spec: &GameSpec,
    count: usize,
    seed: u64,
    balance: Balance,
    players: &Players,
) -> Result<Vec<Opening>, OpeningError> {
    let mut engine = players(spec, &EngineOptions::default()).map_err(OpeningError::Balance)?;
    let mut random = SplitMix64(seed);
    let mut openings: Vec<Opening> = Vec::with_capacity(count);
    let mut tries = balance.tries.saturating_mul(count);
    while openings.len() < count {
        if tries == 0 {
            return Err(OpeningError::Balance(format!(
                "only {} of {count} openings of {} plies are within {} of even: allow more, or give a file of openings",
                openings.len(),
                balance.plies,
                balance.tolerance
            )));
        }
        tries -= 1;
        let Some(position) = random_position(spec, balance.plies, &mut random) else { continue };
        if openings.iter().any(|opening| opening.position.hash() == position.hash()) {
            continue;
        }
        let found = engine
            .analyze(&position, &Limits::nodes(balance.nodes), &Stop::new(), &mut |_| ())
            .map_err(|e| OpeningError::Balance(e.to_string()))?;
        if found.score().is_some_and(|score| (score.win() - 0.5).abs() <= balance.tolerance) {
            openings.push(Opening { position });
        }
    }
    Ok(openings)
}

/// Random legal moves, near the stones and the centre where stones are placed on an empty board.
fn random_position(spec: &GameSpec, plies: usize, random: &mut SplitMix64) -> Option<AnyPosition> {
    let mut position = AnyPosition::new(spec);
    let near = match spec.kind() {
        GameKind::Gomoku => 3,
        GameKind::Go => 6,
        GameKind::Mnk | GameKind::Othello => u8::MAX,
    };
    let centre = spec.size().center();
    for _ in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
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
