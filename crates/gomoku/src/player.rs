//! The engine: the search behind the trait `Engine`.

use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::eval::values::Values;
use crate::level::{self, Level};
use crate::opening;
use crate::search::{
    LIKELY, MATE, MAX_DEPTH, PROVEN, Params, RootLimits, RootMove, SearchResult, ThreadState, Worker,
};
use crate::with_rule;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tengen_board::Point;
use tengen_engine::{
    Analysis, Clock, Engine, Entry, Explanation, LevelTrait, Leveled, Limits, Line, Proof, Score, Stop,
    Table, TableError, TableSource, with_helpers,
};
use tengen_games::gomoku::{self, Rules};
use tengen_games::{Game, GameSpec, Move};

/// The default size of the table, in MiB.
const TABLE_MIB: usize = 64;

/// How long the pages of the table may take before the first game.
const WARM_UP: Duration = Duration::from_secs(1);

/// The engine for gomoku, renju and caro.
///
/// ```
/// use tengen_engine::{Engine, Limits, Stop};
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let found = tengen_gomoku::Player::new().analyze(&game, &Limits::depth(4), &Stop::new(), &mut |_| ());
/// assert_eq!(found.score().map(|s| s.to_string()), Some("win in 3".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player {
    mib: usize,
    /// Made at the first search: an engine that only reports its name needs none.
    table: Option<Table>,
    states: Vec<ThreadState>,
    /// The game that the table's entries are about.
    game: Option<Rules>,
    values: Option<Arc<Values>>,
    params: Params,
    level: u8,
}

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// The engine at full strength.
    pub fn new() -> Player {
        Player {
            mib: TABLE_MIB,
            table: None,
            states: Vec::new(),
            game: None,
            values: None,
            params: Params::default(),
            level: level::MAX_LEVEL,
        }
    }

    /// The engine with other values for games of their variant; it plays other variants with its own.
    pub fn with_values(values: Arc<Values>) -> Player {
        Player { values: Some(values), ..Player::new() }
    }

    /// The engine with other search parameters, for matches that tune them.
    #[must_use]
    pub fn with_params(self, params: Params) -> Player {
        Player { params, states: Vec::new(), ..self }
    }

    /// The values for a variant.
    fn values(&self, variant: gomoku::Variant) -> Arc<Values> {
        match &self.values {
            Some(values) if values.weights().variant() == variant => values.clone(),
            _ => Values::standard(variant),
        }
    }

    /// Clears the tables if the game differs from the last one.
    fn set_game(&mut self, rules: Rules) {
        if self.game.is_none_or(|known| table_key(&known) != table_key(&rules)) {
            self.new_game();
            self.game = Some(rules);
        }
    }

    /// Searches a position without regard to its opening rule.
    pub(crate) fn search(
        &mut self,
        position: &gomoku::Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if position.is_over() {
            return Analysis::default();
        }
        self.set_game(position.rules());
        with_rule!(position.rules().variant, R => self.think::<R>(position, limits, stop, on_progress))
    }

    fn think<R: RuleSet>(
        &mut self,
        game: &gomoku::Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let level = level::level(self.level).with_stones(game.stones().count());
        let Level { depth, nodes, fours, choices, .. } = level;
        let overlooks = level.overlooks(limits.seed ^ game.hash());
        let least = |limit: u64, level: u64| if level == 0 { limit } else { limit.min(level) };
        let limits = &Limits {
            nodes: (nodes > 0).then(|| least(limits.nodes.unwrap_or(u64::MAX), nodes)).or(limits.nodes),
            threads: if nodes > 0 { 1 } else { limits.threads },
            ..limits.clone()
        };
        let clock = Clock::start(limits, stop);
        let values = &*self.values(R::VARIANT);
        let scale = values.scale();
        let position = values.board::<R>(game);
        let table = &*self.table.get_or_insert_with(|| Table::new(self.mib));
        table.new_search();
        let threads = limits.threads.clamp(1, tengen_engine::MOST_THREADS);
        self.states.resize_with(self.states.len().max(threads), || ThreadState::new(self.params));
        self.states.iter_mut().for_each(ThreadState::age);
        let (lead_state, helper_states) = self.states.split_at_mut(1);
        let helper_states: Vec<_> =
            helper_states.iter_mut().map(|state| std::sync::Mutex::new(Some(state))).collect();
        let root_limits = RootLimits {
            depth: least(limits.depth.unwrap_or(MAX_DEPTH).into(), depth.into()).clamp(1, MAX_DEPTH.into())
                as u32,
            lines: if position.is_forced() && !overlooks { limits.lines } else { limits.lines.max(choices) },
            hurry: limits.playing && limits.time.is_some_and(|time| time < Limits::PONDER),
            only: only(game),
            avoid: squares(game, limits.avoid.iter().copied()),
            fours,
            ..RootLimits::FULL
        };
        // What the helpers have searched, as of their last iteration.
        let helped_so_far: Vec<AtomicU64> = (1..threads).map(|_| AtomicU64::new(0)).collect();
        let help = |number: usize, stop: &Stop| {
            let state = helper_states.get(number - 1).and_then(|state| state.lock().ok()?.take());
            let Some(state) = state else { return 0 };
            let clock = Clock::start(&Limits::default(), stop);
            let mut position = position.clone();
            let mut worker = Worker::new(&mut position, values, table, clock, state, number);
            worker.iterate(
                RootLimits { only: root_limits.only, avoid: root_limits.avoid, ..RootLimits::FULL },
                &mut |_, worker: &Worker<'_, R>| {
                    helped_so_far[number - 1].store(worker.clock.nodes(), Relaxed);
                },
            );
            worker.clock.nodes()
        };
        let shown = limits.lines.max(1);
        let lead = || {
            let mut position = position.clone();
            let mut worker = Worker::new(&mut position, values, table, clock, &mut lead_state[0], 0);
            let mut on_iteration = |found: &SearchResult, worker: &Worker<'_, R>| {
                let mut analysis = analysis(game, found, shown, scale, &worker.clock);
                analysis.nodes += helped_so_far.iter().map(|nodes| nodes.load(Relaxed)).sum::<u64>();
                on_progress(&analysis);
            };
            let mut found = worker.iterate(root_limits, &mut on_iteration);
            if let Some(found) = &mut found {
                level.add_error(found, scale, limits.seed ^ game.hash());
            }
            found.map(|found| analysis(game, &found, shown, scale, &worker.clock)).unwrap_or_else(|| {
                Analysis { nodes: worker.clock.nodes(), time: worker.clock.elapsed(), ..Analysis::default() }
            })
        };
        let (mut analysis, helped) = with_helpers(threads, help, lead);
        analysis.nodes += helped;
        analysis
    }
}

/// The squares to choose from, where an opening rule allows only some.
fn only(game: &gomoku::Position) -> Option<SquareSet> {
    game.step()?;
    let mut legal = Vec::new();
    game.legal_moves_into(&mut legal);
    Some(squares(game, legal.iter().filter_map(|mv| mv.point())))
}

/// The squares of those points that are on the board.
fn squares(game: &gomoku::Position, points: impl Iterator<Item = Point>) -> SquareSet {
    let size = game.size();
    points.filter(|&point| size.contains(point)).map(|point| size.index(point) as Square).collect()
}

/// The result as an `Analysis`.
fn analysis(
    game: &gomoku::Position,
    found: &SearchResult,
    shown: usize,
    scale: f32,
    clock: &Clock,
) -> Analysis {
    let line =
        |mv: &RootMove| Line { moves: moves(game, mv.line()), score: score(mv.value, scale), work: mv.nodes };
    let lines: Vec<Line> = found.moves[..found.ranked.min(shown)].iter().map(line).collect();
    Analysis {
        best: lines.first().and_then(|line| line.moves.first()).copied(),
        lines,
        depth: found.depth,
        nodes: clock.nodes(),
        time: clock.elapsed(),
        ..Analysis::default()
    }
}

/// The moves of a line, up to the end of the game.
fn moves(game: &gomoku::Position, line: impl Iterator<Item = Square>) -> Vec<Move> {
    let mut after = game.clone();
    let mut moves = Vec::new();
    for square in line {
        let mv = Move::Place(game.size().point(square.into()));
        if !after.is_legal(mv) {
            break;
        }
        after.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

fn score(value: i32, scale: f32) -> Score {
    if value >= PROVEN {
        Score::Proven(Proof::Win((MATE - value) as u32))
    } else if value <= -PROVEN {
        Score::Proven(Proof::Loss((MATE + value) as u32))
    } else if value.abs() >= LIKELY {
        let win = if value > 0 { 0.999 } else { 0.001 };
        Score::Estimate { value: value.signum() as f32 * scale * 7.0, win }
    } else {
        Score::Estimate { value: value as f32, win: 1.0 / (1.0 + (-value as f32 / scale).exp()) }
    }
}

impl Leveled for Player {
    const MAX_LEVEL: u8 = level::MAX_LEVEL;

    fn at_level(level: u8) -> Player {
        Player { level: level.clamp(1, level::MAX_LEVEL), ..Player::new() }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        let mut list = level::level(level.clamp(1, level::MAX_LEVEL)).describe();
        list.extend(level::elo(level));
        list
    }
}

impl Engine<gomoku::Position> for Player {
    fn name(&self) -> String {
        format!("Tengen gomoku {}", env!("CARGO_PKG_VERSION"))
    }

    fn analyze(
        &mut self,
        position: &gomoku::Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let begun = Instant::now();
        let mut search = |position: &gomoku::Position, limits: &Limits, stop: &Stop| {
            self.search(position, limits, stop, &mut |_| ())
        };
        let decided = opening::decide(&mut search, position, limits, stop);
        let mut found = match decided {
            Some(found) => found,
            None => self.search(position, limits, stop, on_progress),
        };
        if found.best.is_none() && !position.is_over() {
            // Where no stone is legal, a pass may be.
            let mut legal = Vec::new();
            position.legal_moves_into(&mut legal);
            found.best = legal.first().copied();
            let score = Score::Estimate { value: 0.0, win: 0.5 };
            found.lines = found.best.iter().map(|&mv| Line { moves: vec![mv], score, work: 0 }).collect();
        }
        found.time = begun.elapsed();
        found
    }

    fn explain(&self, position: &gomoku::Position, analysis: &Analysis, stop: &Stop) -> Explanation {
        crate::explain(position, analysis, stop)
    }

    fn new_game(&mut self) {
        // Not cleared: new pages would be zeroed one by one on the clock of the next game.
        if let Some(table) = &mut self.table {
            table.forget();
        }
        self.states.clear();
        self.game = None;
    }

    fn warm_up(&mut self, stop: &Stop) {
        self.table.get_or_insert_with(|| Table::new(self.mib)).touch(WARM_UP, stop);
    }

    fn set_memory(&mut self, bytes: u64) {
        let mib = (bytes >> 20).clamp(1, Table::MAX_MIB as u64) as usize;
        if mib != self.mib {
            self.mib = mib;
            self.table = None;
        }
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        match (spec, self.game, &self.table) {
            (GameSpec::Gomoku(rules), Some(game), Some(table)) if table_key(rules) == table_key(&game) => {
                table.save(&table_key(rules), out)
            }
            _ => Err(TableError::Empty(format!("{} on {}", spec.kind(), spec.size()))),
        }
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let GameSpec::Gomoku(rules) = spec else { return Err(TableError::NoTable) };
        let mib = self.mib;
        let table = self.table.get_or_insert_with(|| Table::new(mib));
        let area = rules.size.area();
        let sound = |entry: &Entry| entry.best().is_none_or(|square| usize::from(square) < area);
        let count = table.load(&table_key(rules), from, &sound)?;
        self.states.clear();
        self.game = Some(*rules);
        Ok(count)
    }
}

/// What the table's entries depend on: the rules and the size.
fn table_key(rules: &Rules) -> String {
    format!("gomoku {} {}", rules.variant, rules.size)
}
