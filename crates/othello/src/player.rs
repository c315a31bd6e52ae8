//! The player: its level, book and tables.

mod certify;
mod iterations;
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
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_engine::{
    Analysis, Clock, Engine, Explanation, LevelTrait, Leveled, Limits, Line, MOST_THREADS, Score, Stop,
    Table, TableError, TableSource, with_helpers,
};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::{Backend, Board, Position, Rules};
use tengen_games::{Game, GameSpec};

pub use certify::{Certified, CertifyError, Solved};

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

/// The limits of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Skill {
    /// The deepest midgame search, in plies.
    depth: u32,
    /// Positions with at most this many empties are solved at any depth.
    exact: u32,
    /// Whether 8×8 is evaluated by patterns; a beginner counts mobility and corners.
    patterns: bool,
    /// The transposition table, in MiB.
    table: usize,
    /// In discs: a move this much worse than the best may be played, so that no two games are alike.
    slack: f32,
}

/// Levels 1 to 10; only [`Limits`] bound the last.
const SKILLS: [Skill; 10] = [
    Skill { depth: 1, exact: 2, patterns: false, table: 1, slack: 6.0 },
    Skill { depth: 1, exact: 6, patterns: false, table: 1, slack: 4.0 },
    Skill { depth: 2, exact: 8, patterns: false, table: 1, slack: 3.0 },
    Skill { depth: 3, exact: 10, patterns: false, table: 1, slack: 3.0 },
    Skill { depth: 2, exact: 10, patterns: true, table: 1, slack: 2.0 },
    Skill { depth: 4, exact: 12, patterns: true, table: 1, slack: 2.0 },
    Skill { depth: 6, exact: 14, patterns: true, table: 4, slack: 1.0 },
    Skill { depth: 9, exact: 18, patterns: true, table: 16, slack: 1.0 },
    Skill { depth: 12, exact: 22, patterns: true, table: 32, slack: 1.0 },
    Skill { depth: u32::MAX, exact: 10, patterns: true, table: 32, slack: 0.0 },
];

/// How much stronger the first levels are than level 1, in Elo, to the nearest 50: from games of each level against the
/// one below (`docs/measurements.md`).
const ELO: [u32; 10] = [0, 100, 500, 650, 1100, 1450, 1900, 2200, 2350, 2700];

/// The number of moves of which a level may choose one.
const CHOICES: usize = 4;
/// The least number of empty squares at which the levels from 7 on choose: they vary the opening only.
const OPENING: usize = 46;

impl Default for Player {
    /// The strongest player, with a table of 32 MiB.
    fn default() -> Player {
        Player::at_level(Player::MAX_LEVEL)
    }
}

impl Leveled for Player {
    const MAX_LEVEL: u8 = SKILLS.len() as u8;

    fn at_level(level: u8) -> Player {
        let skill = SKILLS[usize::from(level.clamp(1, Player::MAX_LEVEL)) - 1];
        let (backend, weights) = (Backend::best(), PatternWeights::standard());
        Player { skill, backend, weights, memory: Memory::new(skill.table), book: None }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        let Skill { depth, exact, patterns, .. } = SKILLS[usize::from(level.clamp(1, Player::MAX_LEVEL)) - 1];
        let eyes = if patterns { LevelTrait::Patterns } else { LevelTrait::Mobility };
        // Without a limit of depth the search itself reaches the end, long before the last moves.
        let search = match depth {
            u32::MAX => vec![LevelTrait::Unlimited, eyes],
            depth => vec![LevelTrait::Depth(depth), eyes, LevelTrait::Endgame(exact)],
        };
        search.into_iter().chain(LevelTrait::strength(&ELO, level)).collect()
    }
}

impl Skill {
    /// True if it may play another move than the best here.
    fn varies(self, position: &Position) -> bool {
        let empties =
            position.size().area() - Color::BOTH.map(|c| position.discs(c) as usize).iter().sum::<usize>();
        self.slack > 0.0 && empties > self.exact as usize && (self.slack > 1.0 || empties >= OPENING)
    }

    /// Moves one of the good moves to the front.
    fn choose(self, analysis: &mut Analysis, seed: u64) {
        let estimate = |line: &Line| match line.score {
            Score::Estimate { value, .. } => Some(value),
            Score::Proven(_) => None,
        };
        let Some(best) = analysis.lines.first().and_then(estimate) else { return };
        let good = |line: &&Line| estimate(line).is_some_and(|value| value >= best - self.slack);
        let choices = analysis.lines.iter().take_while(good).count().max(1);
        analysis.lines[..choices].rotate_left(SplitMix64(seed).below(choices));
        analysis.best = analysis.lines[0].moves.first().copied();
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
        let varies = self.skill.varies(position);
        let lines = if varies { limits.lines.max(CHOICES) } else { limits.lines };
        let (shown, limits) = (limits.lines.max(1), &Limits { lines, ..limits.clone() });
        let on_progress = &mut |found: &Analysis| {
            let mut found = found.clone();
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
        if varies {
            self.skill.choose(&mut analysis, limits.seed ^ position.hash());
        }
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
        let by_patterns = position.rules() == Rules::STANDARD && self.skill.patterns;
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
