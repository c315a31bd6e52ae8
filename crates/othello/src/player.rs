//! The player: its level, book and tables.

mod certify;
mod iterations;
mod level;
mod memory;

use crate::book::Book;
use crate::eval::classic::Classic;
use crate::eval::weights::Patterns;
use crate::eval::{Evaluator, PatternWeights};
use crate::frame::Frame;
use crate::search::{Busy, Tables};
use crate::table::BoardTable;
use iterations::Run;
use memory::{Memory, TableSet};
use std::io::Write;
use std::sync::Arc;
use tengen_engine::{
    Analysis, Clock, Engine, Explanation, LevelTrait, Leveled, Limits, MOST_THREADS, Stop, Table, TableError,
    TableSource, with_helpers,
};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::{Backend, Board, Position, Rules};
use tengen_games::{Game, GameSpec};

pub use certify::{Certified, CertifyError, Solved};
use level::{SKILLS, Skill};

/// The Othello engine for every board size: a selective search with an evaluation of patterns on 8×8, of mobility and
/// corners on other sizes, and an exact solver for the endgame.
///
/// With more than one thread, all threads search the same position and share the table; each leaves to the others the
/// moves that they are at. On boards up to 8×8 it uses the fastest instructions of the CPU; the answers do not depend
/// on them. With a time limit the table is kept from move to move. In the last nine plies nodes are counted in batches,
/// so a search may exceed its node limit by some thousands, always by the same number.
///
/// ```
/// use tengen_engine::{Engine, Limits, Stop};
/// use tengen_games::{Game, Move, othello};
/// let mut player = tengen_othello::Player::default();
/// let start = othello::Position::new(&othello::Rules::STANDARD);
/// let analysis = player.analyze(&start, &Limits::depth(4), &Stop::new(), &mut |_| ());
/// assert!(matches!(analysis.best, Some(Move::Place(_))));
/// assert_eq!(analysis.depth, 4);
/// ```
#[derive(Debug)]
pub struct Player {
    skill: Skill,
    backend: Backend,
    weights: Arc<PatternWeights>,
    memory: Memory,
    /// The book, and how much worse than the best a move of it may be, in hundredths of a disc.
    book: Option<(Arc<Book>, u16)>,
}

impl Default for Player {
    /// The strongest player, with a table of 32 MiB.
    fn default() -> Player {
        Player::at_level(Player::MAX_LEVEL)
    }
}

impl Leveled for Player {
    const MAX_LEVEL: u8 = SKILLS.len() as u8;

    fn at_level(level: u8) -> Player {
        let skill = level::skill(level);
        let (backend, weights) = (Backend::best(), PatternWeights::standard());
        Player { skill, backend, weights, memory: Memory::new(skill.table), book: None }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        level::describe(level)
    }
}

impl Player {
    /// The same player with a transposition table of `mib` MiB (see [`Table::new`]).
    #[must_use]
    pub fn with_table(self, mib: usize) -> Player {
        Player { memory: Memory::new(mib), ..self }
    }

    /// The same player with other weights for 8×8.
    #[must_use]
    pub fn with_weights(self, weights: Arc<PatternWeights>) -> Player {
        Player { weights, ..self }
    }

    /// The same player with a book for 8×8. In a game ([`Limits::playing`]) it plays at once a move of the book that is
    /// at most `randomness` hundredths of a disc worse than the best, chosen by the seed. An analysis does not use it.
    /// A position on a spoilt page of the book is searched.
    #[must_use]
    pub fn with_book(self, book: Arc<Book>, randomness: u16) -> Player {
        Player { book: Some((book, randomness)), ..self }
    }

    /// What the book knows of a position of a game.
    fn book_analysis(&self, position: &Position, limits: &Limits) -> Option<Analysis> {
        let (book, randomness) = self.book.as_ref()?;
        if !limits.playing || position.rules() != Rules::STANDARD {
            return None;
        }
        let win = |value, empties| Patterns(&self.weights).win_probability(value, empties);
        book.analysis(&position.narrow()?, *randomness, limits.seed, limits.lines, win)
    }

    /// The same player with this kind of instructions, or the portable kind if the CPU lacks them.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Player {
        Player { backend, ..self }
    }

    /// Searches a position within the limits. Asked for the outcome, the values of lines to the end are bounds on the
    /// score: only their signs are right.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        question: Question,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let compared = self.skill.moves_compared(position).max(limits.lines);
        let (shown, limits) = (limits.lines.max(1), &Limits { lines: compared, ..limits.clone() });
        let mut readings = Vec::new();
        let on_progress = &mut |found: &Analysis| {
            let mut found = found.clone();
            readings.push(found.lines.clone());
            found.lines.truncate(shown);
            on_progress(&found);
        };
        let (skill, backend, weights) = (self.skill, self.backend, &*self.weights);
        let threads = limits.threads.clamp(1, MOST_THREADS);
        let keeps = self.memory.keeps(position.size(), limits);
        let mut analysis = match position.narrow() {
            Some(board) => {
                let set = self.memory.narrow().prepare(threads, keeps);
                on_threads(set, limits, stop, on_progress, |tables, clock, on_progress| {
                    let run = Run { position, limits, question, skill, tables, clock, on_progress };
                    backend.dispatch(Narrow { run, board, weights })
                })
            }
            None => {
                let set = self.memory.wide().prepare(threads, keeps);
                let frame = Frame::new(position.size());
                on_threads(set, limits, stop, on_progress, |tables, clock, on_progress| {
                    let run = Run { position, limits, question, skill, tables, clock, on_progress };
                    run.search(PortableWide, Classic(&frame), &frame, position.wide())
                })
            }
        };
        self.skill.choose(position, &readings, &mut analysis, limits.seed);
        analysis.lines.truncate(shown);
        analysis
    }
}

/// Who hears of each iteration of a search.
type Listener<'a> = &'a mut dyn FnMut(&Analysis);

/// Searches on all threads of `limits`: the first one's analysis, with the nodes of all.
fn on_threads<T: Sync>(
    set: &TableSet<T>,
    limits: &Limits,
    stop: &Stop,
    on_progress: Listener,
    search: impl Fn(Tables<T>, &mut Clock, Listener) -> Analysis + Sync,
) -> Analysis {
    let threads = limits.threads.clamp(1, MOST_THREADS);
    let busy = (threads > 1).then(Busy::new);
    // The threads share a node limit equally.
    let share = |nodes: u64| nodes.div_ceil(limits.threads.max(1) as u64);
    let own = Limits { nodes: limits.nodes.map(share), ..limits.clone() };
    let help = |number: usize, stop: &Stop| {
        let mut clock = Clock::start(&Limits { time: None, ..own.clone() }, stop);
        search(set.of_thread(number, busy.as_ref()), &mut clock, &mut |_| ()).nodes
    };
    let patient = Limits { time: limits.max_time.or(limits.time), ..own.clone() };
    let lead = || search(set.of_thread(0, busy.as_ref()), &mut Clock::start(&patient, stop), on_progress);
    let (mut analysis, helped) = with_helpers(limits.threads, help, lead);
    analysis.nodes += helped;
    analysis
}

impl Engine<Position> for Player {
    fn name(&self) -> String {
        concat!("Tengen Othello ", env!("CARGO_PKG_VERSION")).into()
    }

    fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if let Some(found) = self.book_analysis(position, limits) {
            on_progress(&found);
            return found;
        }
        self.search(position, limits, Question::Score, stop, on_progress)
    }

    fn explain(&self, position: &Position, analysis: &Analysis, _: &Stop) -> Explanation {
        let by_patterns = position.rules() == Rules::STANDARD;
        crate::explain::explain(position, analysis, by_patterns.then_some(&*self.weights))
    }

    fn new_game(&mut self) {
        self.memory.forget();
    }

    fn set_memory(&mut self, bytes: u64) {
        self.memory = Memory::new(usize::try_from(bytes >> 20).unwrap_or(Table::MAX_MIB));
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        let GameSpec::Othello(rules) = spec else { return Err(TableError::NoTable) };
        let saved = self.memory.save(rules.size(), out);
        saved.unwrap_or_else(|| Err(TableError::Empty(format!("{} on {}", spec.kind(), spec.size()))))
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let GameSpec::Othello(rules) = spec else { return Err(TableError::NoTable) };
        self.memory.load(rules.size(), from)
    }
}

/// What a search to the end of the game asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The score, in discs.
    Score,
    /// Who wins, or whether it is a draw, which takes less time.
    Outcome,
}

/// An analysis on a board of at most 8×8.
struct Narrow<'a> {
    run: Run<'a, BoardTable>,
    board: Board<u64>,
    weights: &'a PatternWeights,
}

impl Job for Narrow<'_> {
    type Output = Analysis;

    fn run<F: Flips<Set = u64>>(self, f: F) -> Analysis {
        let frame = Frame::new(self.run.position.size());
        if self.run.position.rules() == Rules::STANDARD && self.run.skill.patterns {
            self.run.search(f, Patterns(self.weights), &frame, self.board)
        } else {
            self.run.search(f, Classic(&frame), &frame, self.board)
        }
    }
}
