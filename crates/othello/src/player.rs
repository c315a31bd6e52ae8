//! The player: it thinks deeper and deeper, and solves the game once few points are empty.

use crate::evaluation::{DISC, chance};
use crate::frame::Frame;
use crate::moves::Ply;
use crate::search::{Search, Solvable};
use std::io::Write;
use tengen_board::Size;
use tengen_engine::{
    Analysis, Clock, Engine, Entry, Leveled, Limits, Line, Proof, Score, Stop, Table, TableError,
    TableSource, with_helpers,
};
use tengen_games::othello::backend::{Flips, Job, PortableWide};
use tengen_games::othello::{Backend, Bits, Board, Position};
use tengen_games::{Game, GameSpec, Move};

/// An Othello player on boards of every size: alpha-beta search with an evaluation of mobility and corners, and exact
/// play to the end from some number of empties on.
///
/// With more than one thread every thread searches the same position, and they share the table.
/// On 8×8 and smaller boards it uses the fastest instructions of the machine; answers do not depend on them. With a time
/// limit it remembers what it saw at earlier moves. In the last nine plies nodes are counted in batches, so a node
/// limit may be exceeded by some thousands, always the same number.
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

/// What a level may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Skill {
    /// The deepest midgame search, in plies.
    depth: u32,
    /// The most empties that are solved whatever the depth asked for.
    exact: u32,
    /// The transposition table, in MiB.
    table: usize,
}

/// Levels 1 to 10; the last is bounded by [`Limits`] alone.
const SKILLS: [Skill; 10] = [
    Skill { depth: 1, exact: 2, table: 1 },
    Skill { depth: 1, exact: 6, table: 1 },
    Skill { depth: 2, exact: 8, table: 1 },
    Skill { depth: 3, exact: 10, table: 1 },
    Skill { depth: 4, exact: 10, table: 1 },
    Skill { depth: 5, exact: 12, table: 4 },
    Skill { depth: 6, exact: 14, table: 4 },
    Skill { depth: 8, exact: 16, table: 16 },
    Skill { depth: 10, exact: 20, table: 32 },
    Skill { depth: u32::MAX, exact: 10, table: 32 },
];

impl Default for Player {
    /// The strongest, with a table of 32 MiB.
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

    fn describe_level(level: u8) -> String {
        match SKILLS[usize::from(level.clamp(1, Player::MAX_LEVEL)) - 1] {
            Skill { depth: u32::MAX, .. } => "looks ahead as far as time allows, and solves endings".into(),
            Skill { depth: 1, exact, .. } => {
                format!("looks one move ahead, and plays the last {exact} exactly")
            }
            Skill { depth, exact, .. } => {
                format!("looks {depth} moves ahead, and plays the last {exact} exactly")
            }
        }
    }
}

impl Player {
    /// The same player with a transposition table of `mib` MiB, as [`Table::new`] takes it.
    #[must_use]
    pub fn with_table(self, mib: usize) -> Player {
        Player { table: Table::new(mib), ..self }
    }

    /// The same player with this kind of instructions, or the portable ones where the machine lacks them.
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
        // Without a clock the answer must repeat, so nothing may be left from other searches; nor from other boards,
        // on which the same discs mean another position.
        if limits.time.is_some() && self.size == Some(position.size()) {
            self.table.new_search();
        } else {
            self.table.clear();
            self.size = Some(position.size());
        }
        let (table, skill, backend) = (&self.table, self.skill, self.backend);
        let think = |clock: &mut Clock, first_depth, on_progress: &mut dyn FnMut(&Analysis)| {
            let thinking = Thinking { position, limits, skill, first_depth, table, clock, on_progress };
            match position.narrow() {
                Some(board) => backend.dispatch(Narrow(thinking, board)),
                None => thinking.think(PortableWide, position.wide()),
            }
        };
        // The nodes of a limit are shared out, so that all together keep it.
        let share = |nodes: u64| nodes.div_ceil(limits.threads.max(1) as u64);
        let own = Limits { nodes: limits.nodes.map(share), ..limits.clone() };
        let help = |number: usize, stop: &Stop| {
            let mut clock = Clock::start(&Limits { time: None, ..own.clone() }, stop);
            // Every other helper is a ply ahead: those who do the same at once help nobody.
            think(&mut clock, 1 + number as u32 % 2, &mut |_| ()).nodes
        };
        let lead = || think(&mut Clock::start(&own, stop), 1, on_progress);
        let (mut analysis, helped) = with_helpers(limits.threads, help, lead);
        analysis.nodes += helped;
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
                self.table.save(&whose(size), out)
            }
            _ => Err(TableError::Empty(format!("{} on {}", spec.kind(), spec.size()))),
        }
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let GameSpec::Othello(rules) = spec else { return Err(TableError::NoTable) };
        let most = rules.size().area() as i32 * DISC;
        let sound = |entry: &Entry| i32::from(entry.value).abs() <= most;
        let count = self.table.load(&whose(rules.size()), from, &sound)?;
        self.size = Some(rules.size());
        Ok(count)
    }
}

/// Whose entries a table file has; to be numbered anew when they come to mean something else.
fn whose(size: Size) -> String {
    format!("othello 1, {size}")
}

/// All that one analysis needs.
struct Thinking<'a> {
    position: &'a Position,
    limits: &'a Limits,
    skill: Skill,
    /// The depth to begin with, in plies.
    first_depth: u32,
    table: &'a Table,
    clock: &'a mut Clock,
    on_progress: &'a mut dyn FnMut(&Analysis),
}

struct Narrow<'a>(Thinking<'a>, Board<u64>);

impl Job for Narrow<'_> {
    type Output = Analysis;

    fn run<F: Flips<Set = u64>>(self, f: F) -> Analysis {
        self.0.think(f, self.1)
    }
}

/// How far an iteration looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// So many plies.
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

/// The empties up to which a solution is tried as soon as a short search has ordered the moves.
const SOLVABLE: u32 = 24;

impl Thinking<'_> {
    fn think<S: Solvable, F: Flips<Set = S>>(self, f: F, board: Board<S>) -> Analysis {
        let Thinking { position, limits, skill, first_depth, table, clock, on_progress } = self;
        let mut analysis = Analysis::default();
        let mut moves = root_moves(&board);
        let Some(first) = moves.first() else { return analysis };
        analysis.best = Some(to_move::<S>(first.mv));
        let frame = Frame::new(position.size());
        let shape = S::shape(position.size());
        let mut search = Search::new(f, clock, table, &frame);
        let wanted = limits.lines.clamp(1, moves.len());
        let empties = board.empties().count();
        let deepest = limits.depth.unwrap_or(u32::MAX).min(skill.depth);
        let exact = empties <= skill.exact || empties <= deepest;

        let mut guess = 0;
        for depth in first_depth.. {
            let goal = match depth {
                _ if exact && may_solve(depth, empties) => Goal::End,
                _ if depth <= deepest => Goal::Depth(depth),
                _ => break,
            };
            for rank in 0..wanted {
                guess = root(&mut search, &shape, &mut moves[rank..], goal, guess);
                // A search that was stopped returns no guess for the next one.
                if search.clock.is_over() {
                    break;
                }
            }
            if search.clock.is_over() {
                break;
            }
            analysis = Analysis {
                best: Some(to_move::<S>(moves[0].mv)),
                lines: moves[..wanted].iter().map(|m| line(m, goal, empties, frame.area)).collect(),
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

/// Whether a search to the end is due at this iteration: at once for a dozen empties, for more after searches that
/// order the moves.
fn may_solve(depth: u32, empties: u32) -> bool {
    empties <= 12 || (empties <= SOLVABLE && 2 * depth + 4 > empties) || depth + 12 > empties
}

/// The moves at the root, in the order of squares; a pass where it must be; none at the end.
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

/// Searches `moves` for the best one and brings it to the front, the others' order unchanged. Returns its value, or
/// anything once the clock is over; then the order is unchanged.
fn root<S: Solvable, F: Flips<Set = S>>(
    search: &mut Search<F>,
    shape: &S::Shape,
    moves: &mut [RootMove<S>],
    goal: Goal,
    guess: i32,
) -> i32 {
    let most = search.frame.area;
    // The window begins narrow around the guess, and widens on the side where the value fell out of it.
    let (limit, guess, mut margin) = match goal {
        Goal::Depth(_) => (most * DISC, guess, 3 * DISC),
        Goal::End => (most, 2 * (guess as f32 / (2 * DISC) as f32).round() as i32, 2),
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
            // What failed high is searched first from now on.
            moves[..=best].rotate_right(1);
        } else {
            moves[..=best].rotate_right(1);
            return value;
        }
    }
}

/// The value within a window, and the number of the move that has it.
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
            Goal::Depth(_) => {
                Score::Estimate { value: mv.value as f32 / DISC as f32, win: chance(mv.value, empties, area) }
            }
        },
        work: mv.work,
    }
}
