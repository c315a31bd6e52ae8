//! The player: iterative deepening, and the endgame solver once few points are empty.

use crate::evaluation::{DISC, win_probability};
use crate::frame::Frame;
use crate::moves::Ply;
use crate::search::{Search, Solvable};
use std::io::Write;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Size};
use tengen_engine::{
    Analysis, Clock, Engine, Entry, LevelTrait, Leveled, Limits, Line, Proof, Score, Stop, Table, TableError,
    TableSource, with_helpers,
};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::{Backend, Bits, Board, Position};
use tengen_games::{Game, GameSpec, Move};

/// The Othello engine for every board size: alpha-beta search with an evaluation of mobility and corners, and an exact
/// solver for the endgame.
///
/// With more than one thread, all threads search the same position and share the table. On boards up to 8×8 it uses the
/// fastest instructions of the CPU; the answers do not depend on them. With a time limit the table is kept from move to
/// move. In the last nine plies nodes are counted in batches, so a search may exceed its node limit by some thousands,
/// always by the same number.
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
    table: Table,
    /// The board that the table was filled for.
    size: Option<Size>,
}

/// The limits of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Skill {
    /// The deepest midgame search, in plies.
    depth: u32,
    /// Positions with at most this many empties are solved at any depth.
    exact: u32,
    /// The transposition table, in MiB.
    table: usize,
    /// In discs: a move this much worse than the best may be played, so that no two games are alike.
    slack: f32,
}

/// Levels 1 to 10; only [`Limits`] bound the last.
const SKILLS: [Skill; 10] = [
    Skill { depth: 1, exact: 2, table: 1, slack: 6.0 },
    Skill { depth: 1, exact: 6, table: 1, slack: 4.0 },
    Skill { depth: 2, exact: 8, table: 1, slack: 3.0 },
    Skill { depth: 3, exact: 10, table: 1, slack: 3.0 },
    Skill { depth: 4, exact: 10, table: 1, slack: 2.0 },
    Skill { depth: 5, exact: 12, table: 4, slack: 2.0 },
    Skill { depth: 6, exact: 14, table: 4, slack: 1.0 },
    Skill { depth: 8, exact: 16, table: 16, slack: 1.0 },
    Skill { depth: 10, exact: 20, table: 32, slack: 1.0 },
    Skill { depth: u32::MAX, exact: 10, table: 32, slack: 0.0 },
];

/// How much stronger the first levels are than level 1, in Elo, to the nearest 50: from games of each level against the
/// one below (`docs/measurements.md`).
const ELO: [u32; 7] = [0, 100, 500, 650, 900, 1050, 1300];

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
        Player { skill, backend: Backend::best(), table: Table::new(skill.table), size: None }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        let Skill { depth, exact, .. } = SKILLS[usize::from(level.clamp(1, Player::MAX_LEVEL)) - 1];
        let search = if depth == u32::MAX { LevelTrait::Unlimited } else { LevelTrait::Depth(depth) };
        let elo = ELO.get(usize::from(level.max(1)) - 1).filter(|&&elo| elo > 0);
        let elo = elo.map(|&elo| LevelTrait::Elo(elo));
        [search, LevelTrait::Endgame(exact)].into_iter().chain(elo).collect()
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

    /// The same player with this kind of instructions, or the portable kind if the CPU lacks them.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Player {
        Player { backend, ..self }
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
        // Without a time limit the answer must repeat, so the table starts empty. It also starts empty on another board
        // size, where the same discs are another position.
        if limits.time.is_some() && self.size == Some(position.size()) {
            self.table.new_search();
        } else {
            self.table.clear();
            self.size = Some(position.size());
        }
        let varies = self.skill.varies(position);
        let lines = if varies { limits.lines.max(CHOICES) } else { limits.lines };
        let (shown, limits) = (limits.lines.max(1), &Limits { lines, ..limits.clone() });
        let on_progress = &mut |found: &Analysis| {
            let mut found = found.clone();
            found.lines.truncate(shown);
            on_progress(&found);
        };
        let (table, skill, backend) = (&self.table, self.skill, self.backend);
        let search = |clock: &mut Clock, first_depth, on_progress: &mut dyn FnMut(&Analysis)| {
            let run = Run { position, limits, skill, first_depth, table, clock, on_progress };
            match position.narrow() {
                Some(board) => backend.dispatch(Narrow(run, board)),
                None => run.search(PortableWide, position.wide()),
            }
        };
        // The threads share a node limit equally.
        let share = |nodes: u64| nodes.div_ceil(limits.threads.max(1) as u64);
        let own = Limits { nodes: limits.nodes.map(share), ..limits.clone() };
        let help = |number: usize, stop: &Stop| {
            let mut clock = Clock::start(&Limits { time: None, ..own.clone() }, stop);
            // Every other helper begins one ply deeper, so that threads do not repeat the same work.
            search(&mut clock, 1 + number as u32 % 2, &mut |_| ()).nodes
        };
        let lead = || search(&mut Clock::start(&own, stop), 1, on_progress);
        let (mut analysis, helped) = with_helpers(limits.threads, help, lead);
        analysis.nodes += helped;
        if varies {
            self.skill.choose(&mut analysis, limits.seed ^ position.hash());
        }
        analysis.lines.truncate(shown);
        analysis
    }

    fn new_game(&mut self) {
        self.table.clear();
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

/// The tag of a table file. Its number must change whenever the meaning of the entries changes.
fn table_tag(size: Size) -> String {
    format!("othello 1, {size}")
}

/// One analysis in progress.
struct Run<'a> {
    position: &'a Position,
    limits: &'a Limits,
    skill: Skill,
    /// The depth to begin with, in plies.
    first_depth: u32,
    table: &'a Table,
    clock: &'a mut Clock,
    on_progress: &'a mut dyn FnMut(&Analysis),
}

/// An analysis on a board of at most 8×8.
struct Narrow<'a>(Run<'a>, Board<u64>);

impl Job for Narrow<'_> {
    type Output = Analysis;

    fn run<F: Flips<Set = u64>>(self, f: F) -> Analysis {
        self.0.search(f, self.1)
    }
}

/// The depth of an iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// This number of plies.
    Depth(u32),
    /// To the end of the game.
    End,
}

/// A move at the root.
#[derive(Clone)]
struct RootMove<S> {
    mv: Ply,
    next: Board<S>,
    /// In hundredths of a disc, or in discs if the goal is the end.
    value: i32,
    line: Vec<Ply>,
    work: u64,
}

/// Up to this number of empties the solver starts as soon as a short search has ordered the moves.
const SOLVABLE_EMPTIES: u32 = 24;

impl Run<'_> {
    fn search<S: Solvable, F: Flips<Set = S>>(self, f: F, board: Board<S>) -> Analysis {
        let Run { position, limits, skill, first_depth, table, clock, on_progress } = self;
        let mut analysis = Analysis::default();
        let mut moves = root_moves(&board);
        let Some(first) = moves.first() else { return analysis };
        analysis.best = Some(to_move::<S>(first.mv));
        let frame = Frame::new(position.size());
        let shape = S::shape(position.size());
        let mut search = Search::new(f, clock, table, &frame);
        let lines = limits.lines.clamp(1, moves.len());
        let empties = board.empties().count();
        let max_depth = limits.depth.unwrap_or(u32::MAX).min(skill.depth);
        let exact = empties <= skill.exact || empties <= max_depth;

        let mut guess = 0;
        for depth in first_depth.. {
            let goal = match depth {
                _ if exact && may_solve(depth, empties) => Goal::End,
                _ if depth <= max_depth => Goal::Depth(depth),
                _ => break,
            };
            for rank in 0..lines {
                guess = search_root(&mut search, &shape, &mut moves[rank..], goal, guess);
                // A stopped search returns no guess.
                if search.clock.is_over() {
                    break;
                }
            }
            if search.clock.is_over() {
                break;
            }
            analysis = Analysis {
                best: Some(to_move::<S>(moves[0].mv)),
                lines: moves[..lines].iter().map(|m| line(m, goal, empties, frame.area)).collect(),
                depth: if goal == Goal::End { empties } else { depth },
                nodes: search.clock.nodes(),
                time: search.clock.elapsed(),
                ..Analysis::default()
            };
            on_progress(&analysis);
            if goal == Goal::End || (limits.playing && search.clock.is_half_spent()) {
                break;
            }
            guess = moves[0].value;
        }
        analysis.nodes = search.clock.nodes();
        analysis.time = search.clock.elapsed();
        analysis
    }
}

/// True if this iteration should search to the end: at once with at most 12 empties, with more after searches that
/// order the moves.
fn may_solve(depth: u32, empties: u32) -> bool {
    empties <= 12 || (empties <= SOLVABLE_EMPTIES && 2 * depth + 4 > empties) || depth + 12 > empties
}

/// The root moves in the order of squares; a pass if it is forced; none at the end of the game.
fn root_moves<S: Bits>(board: &Board<S>) -> Vec<RootMove<S>> {
    let root_move = |mv, next| RootMove { mv, next, value: 0, line: Vec::new(), work: 0 };
    if board.is_over() {
        return Vec::new();
    }
    let moves = board.moves();
    if moves.is_empty() {
        return vec![root_move(None, board.pass())];
    }
    moves.squares().map(|square| root_move(Some(square as u8), board.place(square))).collect()
}

/// Searches `moves`, moves the best one to the front and returns its value. Once the clock is over the value is
/// meaningless and the order unchanged.
fn search_root<S: Solvable, F: Flips<Set = S>>(
    search: &mut Search<F>,
    shape: &S::Shape,
    moves: &mut [RootMove<S>],
    goal: Goal,
    guess: i32,
) -> i32 {
    let area = search.frame.area;
    // Aspiration window: narrow around the guess, wider on the side where the search fails.
    let (limit, guess, mut margin) = match goal {
        Goal::Depth(_) => (area * DISC, guess, 3 * DISC),
        Goal::End => (area, 2 * (guess as f32 / (2 * DISC) as f32).round() as i32, 2),
    };
    let (mut alpha, mut beta) = (guess - margin, guess + margin);
    loop {
        (alpha, beta) = (alpha.clamp(-limit - 1, limit), beta.clamp(-limit, limit + 1));
        let (value, best) = root_window(search, shape, moves, goal, alpha, beta);
        if search.clock.is_over() {
            return value;
        }
        margin *= 3;
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
    }
}

/// The value within a window, and the index of its move.
fn root_window<S: Solvable, F: Flips<Set = S>>(
    search: &mut Search<F>,
    shape: &S::Shape,
    moves: &mut [RootMove<S>],
    goal: Goal,
    alpha: i32,
    beta: i32,
) -> (i32, usize) {
    let child =
        |search: &mut Search<F>, next: &Board<S>, low: i32, high: i32, line: &mut Vec<Ply>| -match goal {
            Goal::End => S::solve(search, shape, next, (-high, -low), line),
            Goal::Depth(depth) => search.principal(next, depth - 1, -high, -low, line),
        };
    let (mut value, mut best, mut low) = (i32::MIN, 0, alpha);
    let mut line = Vec::new();
    for (i, mv) in moves.iter_mut().enumerate() {
        let before = search.clock.nodes();
        let mut v = i32::MAX;
        if i > 0 {
            v = child(search, &mv.next, low, low + 1, &mut line);
        }
        if i == 0 || (v > low && v < beta) {
            v = child(search, &mv.next, low, beta, &mut line);
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

fn line<S: Bits>(mv: &RootMove<S>, goal: Goal, empties: u32, area: i32) -> Line {
    Line {
        moves: [mv.mv].iter().chain(&mv.line).map(|&ply| to_move::<S>(ply)).collect(),
        score: match goal {
            Goal::End => Score::Proven(Proof::Margin(mv.value as f32)),
            Goal::Depth(_) => Score::Estimate {
                value: mv.value as f32 / DISC as f32,
                win: win_probability(mv.value, empties, area),
            },
        },
        work: mv.work,
    }
}
