//! The player: iterative deepening, and the endgame solver once few points are empty.

mod certify;

use crate::book::Book;
use crate::eval::classic::Classic;
use crate::eval::weights::Patterns;
use crate::eval::{DISC, Evaluator, PatternWeights};
use crate::frame::Frame;
use crate::goals::goals;
use crate::moves::Ply;
use crate::probcut::Confidence;
use crate::search::{Busy, Node, Search, Solvable, Tables};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Size};
use tengen_engine::{
    Analysis, Clock, Engine, Entry, Explanation, LevelTrait, Leveled, Limits, Line, MOST_THREADS, Proof,
    Score, Stop, Table, TableError, TableSource, with_helpers,
};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::{Backend, Bits, Board, Position, Rules};
use tengen_games::{Game, GameSpec, Move};

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
    table: Table,
    /// The small table of each thread.
    own_tables: Vec<Table>,
    /// The board that the table was filled for.
    size: Option<Size>,
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
        Player {
            skill,
            backend,
            weights,
            table: Table::new(skill.table),
            own_tables: Vec::new(),
            size: None,
            book: None,
        }
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
        Player { table: Table::new(mib), ..self }
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
        // Without a time limit the answer must repeat, so the table starts empty. It also starts empty on another board
        // size, where the same discs are another position.
        if limits.time.is_some() && self.size == Some(position.size()) {
            self.table.new_search();
        } else {
            self.table.forget();
            self.size = Some(position.size());
        }
        self.own_tables.iter_mut().for_each(Table::forget);
        let threads = limits.threads.clamp(1, MOST_THREADS);
        while self.own_tables.len() < threads {
            self.own_tables.push(Table::new(OWN_TABLE));
        }
        let varies = self.skill.varies(position);
        let lines = if varies { limits.lines.max(CHOICES) } else { limits.lines };
        let (shown, limits) = (limits.lines.max(1), &Limits { lines, ..limits.clone() });
        let on_progress = &mut |found: &Analysis| {
            let mut found = found.clone();
            found.lines.truncate(shown);
            on_progress(&found);
        };
        let (skill, backend, weights) = (self.skill, self.backend, &*self.weights);
        let busy = (threads > 1).then(Busy::new);
        let search = |number: usize, clock: &mut Clock, on_progress: &mut dyn FnMut(&Analysis)| {
            let tables = Tables { shared: &self.table, own: &self.own_tables[number], busy: busy.as_ref() };
            let run = Run { position, limits, question, skill, tables, clock, on_progress };
            match position.narrow() {
                Some(board) => backend.dispatch(Narrow { run, board, weights }),
                None => {
                    let frame = Frame::new(position.size());
                    run.search(PortableWide, Classic(&frame), &frame, position.wide())
                }
            }
        };
        // The threads share a node limit equally.
        let share = |nodes: u64| nodes.div_ceil(limits.threads.max(1) as u64);
        let own = Limits { nodes: limits.nodes.map(share), ..limits.clone() };
        let help = |number: usize, stop: &Stop| {
            let mut clock = Clock::start(&Limits { time: None, ..own.clone() }, stop);
            search(number, &mut clock, &mut |_| ()).nodes
        };
        let patient = Limits { time: limits.max_time.or(limits.time), ..own.clone() };
        let lead = || search(0, &mut Clock::start(&patient, stop), on_progress);
        let (mut analysis, helped) = with_helpers(limits.threads, help, lead);
        analysis.nodes += helped;
        if varies {
            self.skill.choose(&mut analysis, limits.seed ^ position.hash());
        }
        analysis.lines.truncate(shown);
        analysis
    }
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
        self.table.forget();
    }

    fn set_memory(&mut self, bytes: u64) {
        self.table = Table::new(usize::try_from(bytes >> 20).unwrap_or(Table::MAX_MIB));
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        match (spec, self.size) {
            (GameSpec::Othello(rules), Some(size)) if rules.size() == size => {
                self.table.save(&table_tag(size), out)
            }
            _ => Err(TableError::Empty(format!("{} on {}", spec.kind(), spec.size()))),
        }
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let GameSpec::Othello(rules) = spec else { return Err(TableError::NoTable) };
        let limit = rules.size().area() as i32 * DISC;
        let sound = |entry: &Entry| i32::from(entry.value).abs() <= limit;
        let count = self.table.load(&table_tag(rules.size()), from, &sound)?;
        self.size = Some(rules.size());
        Ok(count)
    }
}

/// The small table of each thread, in MiB.
const OWN_TABLE: usize = 1;

/// The tag of a table file. Its number must change whenever the meaning of the entries changes.
fn table_tag(size: Size) -> String {
    format!("othello 4, {size}")
}

/// What a search to the end of the game asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The score, in discs.
    Score,
    /// Who wins, or whether it is a draw, which takes less time.
    Outcome,
}

/// One analysis in progress.
struct Run<'a> {
    position: &'a Position,
    limits: &'a Limits,
    question: Question,
    skill: Skill,
    tables: Tables<'a>,
    clock: &'a mut Clock,
    on_progress: &'a mut dyn FnMut(&Analysis),
}

/// An analysis on a board of at most 8×8.
struct Narrow<'a> {
    run: Run<'a>,
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

/// A move at the root.
#[derive(Clone)]
struct RootMove<S, T> {
    mv: Ply,
    next: Node<S, T>,
    /// In hundredths of a disc.
    value: i32,
    line: Vec<Ply>,
    work: u64,
}

impl Run<'_> {
    fn search<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
        self,
        f: F,
        eval: E,
        frame: &Frame<S>,
        board: Board<S>,
    ) -> Analysis {
        let Run { position, limits, question, skill, tables, clock, on_progress } = self;
        let mut analysis = Analysis::default();
        let mut search = Search::new((f, eval), clock, tables, frame, position.size());
        let size = position.size();
        let avoided = limits.avoid.iter().filter(|point| size.contains(**point));
        let avoided = avoided.fold(S::EMPTY, |set, &point| set | S::bit(Board::<S>::square(point)));
        let mut moves = root_moves(&search, &board, avoided);
        let Some(first) = moves.first() else { return analysis };
        analysis.best = Some(to_move::<S>(first.mv));
        let lines = limits.lines.clamp(1, moves.len());
        let empties = board.empties().count();
        let max_depth = limits.depth.unwrap_or(u32::MAX).min(skill.depth);
        let exact = empties <= skill.exact || empties <= max_depth;

        let mut guess = 0;
        let surer = limits.depth.is_some();
        for goal in goals(empties, max_depth, exact, surer) {
            search.confidence = goal.confidence;
            let before = moves[0].mv;
            for rank in 0..lines {
                let (moves, depth) = (&mut moves[rank..], goal.depth);
                guess = match question {
                    Question::Outcome if depth == empties => search_outcome(&mut search, moves, depth),
                    _ => search_root(&mut search, moves, depth, guess),
                };
                // A stopped search returns no guess.
                if search.clock.is_over() {
                    break;
                }
            }
            let proven = goal.depth == empties && goal.confidence == Confidence::CERTAIN;
            if search.clock.is_over() {
                // An unfinished iteration counts only if it found a better move.
                if lines == 1 && moves[0].mv != before && !analysis.lines.is_empty() {
                    analysis.best = Some(to_move::<S>(moves[0].mv));
                    analysis.lines = vec![line(&moves[0], false, eval, empties)];
                }
                break;
            }
            // A later search can find its line better than an earlier one: their cuts differ.
            moves[..lines].sort_by_key(|m| std::cmp::Reverse(m.value));
            analysis = Analysis {
                best: Some(to_move::<S>(moves[0].mv)),
                lines: moves[..lines].iter().map(|m| line(m, proven, eval, empties)).collect(),
                depth: goal.depth,
                nodes: search.clock.nodes(),
                time: search.clock.elapsed(),
                ..Analysis::default()
            };
            on_progress(&analysis);
            // Where there is no choice, a game goes on at once.
            if limits.playing && moves.len() == 1 {
                break;
            }
            if is_enough(limits, search.clock.elapsed()) {
                break;
            }
            guess = moves[0].value;
        }
        analysis.nodes = search.clock.nodes();
        analysis.time = search.clock.elapsed();
        analysis
    }
}

/// True if the search of a move by the clock does not begin another iteration after this time. One takes at least as
/// long as all before it, and is mostly lost if it is stopped in its midst. So it begins in the first half of the
/// move's share, and may end after the share.
fn is_enough(limits: &Limits, elapsed: Duration) -> bool {
    limits.max_time.is_some() && limits.time.is_some_and(|share| elapsed >= share / 2)
}

/// The root moves in the order of squares, without those `avoided` if there are others; a pass if it is forced; none at
/// the end of the game.
fn root_moves<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &Search<F, E>,
    board: &Board<S>,
    avoided: S,
) -> Vec<RootMove<S, E::State>> {
    let root_move = |mv, next| RootMove { mv, next: search.root(&next), value: 0, line: Vec::new(), work: 0 };
    if board.is_over() {
        return Vec::new();
    }
    let moves = board.moves();
    if moves.is_empty() {
        return vec![root_move(None, board.pass())];
    }
    let moves = match moves & !avoided {
        rest if rest.is_empty() => moves,
        rest => rest,
    };
    moves.squares().map(|square| root_move(Some(square as u8), board.place(square))).collect()
}

/// Searches `moves`, moves the best one to the front and returns its value. Once the clock is over the value is
/// meaningless; a move that was already better than the first one has come to the front.
fn search_root<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &mut Search<F, E>,
    moves: &mut [RootMove<S, E::State>],
    depth: u32,
    guess: i32,
) -> i32 {
    // Aspiration window: narrow around the guess, wider on the side where the search fails.
    let limit = search.frame.area * DISC;
    let to_end = depth >= moves[0].next.board.empties().count() + u32::from(moves[0].mv.is_some());
    let mut margin = match (to_end, search.confidence) {
        (false, _) => 3 * DISC,
        (true, Confidence::LEAST) => 2 * DISC,
        // The search before this one went to the end too.
        (true, _) => DISC,
    };
    let (mut alpha, mut beta) = (guess - margin, guess + margin);
    loop {
        (alpha, beta) = (alpha.clamp(-limit - 1, limit), beta.clamp(-limit, limit + 1));
        let (value, best) = root_window(search, moves, depth, alpha, beta);
        if search.clock.is_over() {
            if value > alpha {
                moves[..=best].rotate_right(1);
            }
            return value;
        }
        margin *= 2;
        if value <= alpha {
            (alpha, beta) = (value - margin, value + 1);
        } else if value >= beta {
            (alpha, beta) = (value - 1, value + margin);
            // The move that failed high is searched first next time.
            moves[..=best].rotate_right(1);
        } else {
            moves[..=best].rotate_right(1);
            return value;
        }
        // Selective searches can fail on both sides in turn: then the whole range decides.
        if margin > MAX_MARGIN {
            (alpha, beta) = (-limit - 1, limit + 1);
        }
    }
}

/// As [`search_root`], to the end of the game: the sign of the value is right, its size a bound.
fn search_outcome<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &mut Search<F, E>,
    moves: &mut [RootMove<S, E::State>],
    depth: u32,
) -> i32 {
    let (value, best) = root_window(search, moves, depth, -DISC, DISC);
    if !search.clock.is_over() || value > -DISC {
        moves[..=best].rotate_right(1);
    }
    value
}

/// The largest aspiration window, to each side.
const MAX_MARGIN: i32 = 24 * DISC;

/// The value within a window, and the index of its move.
fn root_window<S: Solvable, F: Flips<Set = S>, E: Evaluator<S>>(
    search: &mut Search<F, E>,
    moves: &mut [RootMove<S, E::State>],
    depth: u32,
    alpha: i32,
    beta: i32,
) -> (i32, usize) {
    let (mut value, mut best, mut low) = (i32::MIN, 0, alpha);
    let mut line = Vec::new();
    // Moves that another thread searches wait until the others are done.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    let mut place = 0;
    while place < order.len() {
        let (i, waited) = (order[place], place >= moves.len());
        let mv = &mut moves[i];
        place += 1;
        let before = search.clock.nodes();
        // A pass costs no depth.
        let depth = if mv.mv.is_some() { depth - 1 } else { depth };
        let busy = if i == 0 { None } else { search.divided(&mv.next, depth) };
        if let Some((busy, key)) = busy {
            if !waited && busy.has(key) {
                order.push(i);
                continue;
            }
            busy.enter(key);
        }
        let child = |search: &mut Search<F, E>, low: i32, high: i32, line: &mut Vec<Ply>| {
            -search.principal(&mv.next, depth, -high, -low, line)
        };
        let mut v = i32::MAX;
        if i > 0 {
            // In the middle game the moves at the root are not cut by ProbCut.
            v = if depth >= mv.next.board.empties().count() {
                line.clear();
                -search.scout(&mv.next, depth, -low - 1, -low)
            } else {
                child(search, low, low + 1, &mut line)
            };
        }
        if i == 0 || (v > low && v < beta) {
            v = child(search, low, beta, &mut line);
        }
        if let Some((busy, key)) = busy {
            busy.leave(key);
        }
        mv.work += search.clock.nodes() - before;
        if search.clock.is_over() {
            break;
        }
        if v > value {
            (value, best) = (v, i);
            low = low.max(v);
            mv.value = v;
            mv.line.clone_from(&line);
            if v >= beta {
                break;
            }
        }
    }
    (value, best)
}

fn to_move<S: Bits>(ply: Ply) -> Move {
    ply.map_or(Move::Pass, |square| Move::Place(Board::<S>::point(usize::from(square))))
}

fn line<S: Bits, E: Evaluator<S>>(mv: &RootMove<S, E::State>, proven: bool, eval: E, empties: u32) -> Line {
    Line {
        moves: [mv.mv].iter().chain(&mv.line).map(|&ply| to_move::<S>(ply)).collect(),
        score: if proven {
            Score::Proven(Proof::Margin((mv.value / DISC) as f32))
        } else {
            Score::Estimate {
                value: mv.value as f32 / DISC as f32,
                win: eval.win_probability(mv.value, empties),
            }
        },
        work: mv.work,
    }
}
