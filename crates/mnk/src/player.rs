//! The player: it solves what it can and searches the rest.
//!
//! The exact solver and an alpha-beta search with iterative deepening alternate, each with about the same share of the
//! time. The shares are counted in nodes, so that answers repeat. Small boards are solved at once; on large ones the
//! search always has a move.

use crate::board::Board;
use crate::exact::{ExactSolver, Solved, board_of};
use crate::proof::Progress;
use crate::search::{RootMove, Search, UNIT, WIN, WIN_THRESHOLD, legal, searches_every_move};
use std::io::Write;
use tengen_board::random::SplitMix64;
use tengen_engine::{
    Analysis, Clock, Engine, Entry, LevelTrait, Leveled, Limits, Line, Proof, Score, Stop, Table, TableError,
    TableSource,
};
use tengen_games::{Game, GameSpec, Move, mnk};

/// Nodes of the solver before the search begins: enough for small boards.
const FIRST_SLICE: u64 = 20_000;

/// How much worse than the best a move may be that the levels but the last play, so that no two games are alike.
const SLACK: [i32; 4] = [i32::MAX, UNIT / 2, UNIT / 2, UNIT / 4];

/// Moves among which a level chooses.
const CHOICES: usize = 3;

/// Node limit for the line that shows how a draw is kept.
const DRAW_LINE_NODES: u64 = 500_000;

/// The engine for every m,n,k game, connect four included. It uses one thread. Without limits it searches until the
/// position is solved, which on a large board may be never.
///
/// ```
/// use tengen_engine::{Engine, Limits, Proof, Score, Stop};
/// use tengen_games::{Game, mnk};
/// let game = mnk::Position::new(&mnk::Rules::TIC_TAC_TOE);
/// let found = tengen_mnk::Player::new().analyze(&game, &Limits::default(), &Stop::new(), &mut |_| ());
/// assert_eq!(found.score(), Some(Score::Proven(Proof::Draw)));
/// ```
#[derive(Debug)]
pub struct Player {
    table: Table,
    level: u8,
    rules: Option<mnk::Rules>,
}

impl Default for Player {
    fn default() -> Player {
        Player::new()
    }
}

impl Player {
    /// Default size of the transposition table, in MiB.
    pub const DEFAULT_MIB: usize = 64;

    /// The strongest player.
    pub fn new() -> Player {
        Player::with_table(Player::DEFAULT_MIB)
    }

    /// The strongest player with a transposition table of `mib` MiB.
    pub fn with_table(mib: usize) -> Player {
        Player { table: Table::new(mib), level: Player::MAX_LEVEL, rules: None }
    }

    fn limits_of_level(&self, limits: &Limits) -> Limits {
        let (depth, nodes) = match self.level {
            1 => (1, 1_000),
            2 => (2, 5_000),
            3 => (4, 50_000),
            4 => (8, 500_000),
            _ => return limits.clone(),
        };
        Limits {
            depth: Some(limits.depth.map_or(depth, |d| d.min(depth))),
            nodes: Some(limits.nodes.map_or(nodes, |n| n.min(nodes))),
            ..limits.clone()
        }
    }
}

impl Leveled for Player {
    const MAX_LEVEL: u8 = 5;

    fn at_level(level: u8) -> Player {
        let mib = if level < Player::MAX_LEVEL { 4 } else { Player::DEFAULT_MIB };
        Player { level: level.clamp(1, Player::MAX_LEVEL), ..Player::with_table(mib) }
    }

    /// The strength is to the nearest 50 Elo (`docs/measurements.md`).
    fn describe_level(level: u8) -> Vec<LevelTrait> {
        let measured_at = LevelTrait::AT_CONNECT_FOUR;
        match level.clamp(1, Player::MAX_LEVEL) {
            1 => vec![LevelTrait::Depth(1), LevelTrait::OneOfBest(3)],
            2 => vec![LevelTrait::Depth(2), LevelTrait::Elo(400), measured_at],
            3 => vec![LevelTrait::Depth(4), LevelTrait::Elo(450), measured_at],
            4 => vec![LevelTrait::Depth(8), LevelTrait::Elo(550), measured_at],
            _ => vec![LevelTrait::Unlimited, LevelTrait::Elo(600), measured_at],
        }
    }
}

impl Engine<mnk::Position> for Player {
    fn name(&self) -> String {
        format!("Tengen m,n,k {}", env!("CARGO_PKG_VERSION"))
    }

    fn analyze(
        &mut self,
        position: &mnk::Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if position.is_over() {
            return Analysis::default();
        }
        if self.rules.replace(position.rules()).is_some_and(|before| before != position.rules()) {
            // Positions of different rules can have the same key.
            self.table.forget();
        }
        self.table.new_search();
        let limits = self.limits_of_level(limits);
        let board = board_of(position);
        let exact = ExactSolver::new(&board.geometry);
        let mut run = Run {
            roots: roots(&board, limits.seed),
            exhaustive: searches_every_move(&board),
            board,
            exact,
            table: &self.table,
            // A node of a large board takes tens of microseconds.
            clock: Clock::looking_every(64, &limits, stop),
            limits: &limits,
            // Level 1 takes the moves after the best one as they come.
            compared: if (2..Player::MAX_LEVEL).contains(&self.level) { CHOICES } else { 1 },
            depth: 0,
            proof: None,
            proofs: Vec::new(),
        };
        let mut analysis = run.run(on_progress);
        if let Some(&slack) = SLACK.get(usize::from(self.level) - 1)
            && (self.level == 1 || limits.lines <= 1)
            && analysis.score().is_some_and(|score| !score.is_proof())
        {
            let least = run.roots[0].value.saturating_sub(slack);
            let choices = run.roots.iter().take(CHOICES).take_while(|root| root.value >= least).count();
            let picked = run.roots[SplitMix64(limits.seed ^ position.hash()).below(choices)];
            let line = run.line_of(&picked);
            analysis.best = line.moves.first().copied();
            analysis.lines = vec![line];
        }
        analysis
    }

    fn new_game(&mut self) {
        self.table.forget();
    }

    fn set_memory(&mut self, bytes: u64) {
        self.table = Table::new(usize::try_from(bytes >> 20).unwrap_or(Table::MAX_MIB));
    }

    fn save_table(&self, spec: &GameSpec, out: &mut dyn Write) -> Result<u64, TableError> {
        match (spec, &self.rules) {
            (GameSpec::Mnk(asked), Some(rules)) if asked == rules => self.table.save(&table_tag(rules), out),
            _ => Err(TableError::Empty(spec.kind().to_string())),
        }
    }

    fn load_table(&mut self, spec: &GameSpec, from: &mut dyn TableSource) -> Result<u64, TableError> {
        let GameSpec::Mnk(rules) = spec else { return Err(TableError::NoTable) };
        let area = rules.size.area();
        let sound = |entry: &Entry| {
            let on_board = entry.best().is_none_or(|mv| usize::from(mv) < area);
            on_board && i32::from(entry.value).abs() <= WIN
        };
        let count = self.table.load(&table_tag(rules), from, &sound)?;
        self.rules = Some(*rules);
        Ok(count)
    }
}

/// The tag of a table file. Its number must change whenever the meaning of the entries changes.
fn table_tag(rules: &mnk::Rules) -> String {
    format!("mnk 1, {rules}")
}

/// Every legal move, by order score; the seed decides the order of equal moves.
fn roots(board: &Board, seed: u64) -> Vec<RootMove> {
    let mut rng = SplitMix64(seed);
    let mut roots: Vec<(i32, u64, usize)> = legal(board)
        .map(|p| (-board.shape_at(p, board.to_move), if seed == 0 { 0 } else { rng.next_u64() }, p))
        .collect();
    roots.sort_unstable();
    roots
        .into_iter()
        .map(|(rank, _, p)| RootMove { point: p as u16, value: -rank / 16, nodes: 0, exact: false })
        .collect()
}

/// One analysis in progress.
struct Run<'a> {
    board: Board,
    roots: Vec<RootMove>,
    exact: ExactSolver,
    table: &'a Table,
    clock: Clock,
    limits: &'a Limits,
    /// The best moves whose values are exact, so that they can be compared.
    compared: usize,
    /// The depth of the last full iteration.
    depth: u32,
    /// The proven value of the position, with its line.
    proof: Option<(Proof, Vec<u16>)>,
    /// The proven values of single moves, each with its line.
    proofs: Vec<(u16, Proof, Vec<u16>)>,
    /// True if the search leaves no move out: then a win that it finds is a proof.
    exhaustive: bool,
}

impl Run<'_> {
    fn run(&mut self, on_progress: &mut dyn FnMut(&Analysis)) -> Analysis {
        let lines = self.limits.lines.clamp(1, self.roots.len());
        let max_depth = self.limits.depth.unwrap_or(u32::MAX).min(u32::from(u16::MAX)) as u16;
        let search_limit = u32::from(max_depth).min(self.board.empty as u32).max(1);
        let mut progress = Progress::new(&self.board);
        let mut slice = FIRST_SLICE;
        // A node of the bitboard solver is much cheaper than a node of the search.
        let share = if matches!(self.exact, ExactSolver::Free) { 1 } else { 8 };
        let mut solvable = !matches!(self.exact, ExactSolver::None);
        while self.proof.is_none() && !self.clock.is_over() && (solvable || self.depth < search_limit) {
            if solvable {
                let until = if self.depth >= search_limit {
                    u64::MAX
                } else {
                    self.clock.nodes().saturating_add(slice)
                };
                let board = &mut self.board;
                match self.exact.solve(board, &mut progress, max_depth, self.table, &mut self.clock, until) {
                    Ok(Some(solved)) => self.record_proof(solved),
                    Ok(None) => solvable = false,
                    Err(_) => {}
                }
            }
            if self.proof.is_none() && self.depth < search_limit {
                let before = self.clock.nodes();
                self.deepen(lines);
                slice = slice.max(share * (self.clock.nodes() - before));
                on_progress(&self.analysis(lines));
            }
        }
        if lines > 1 {
            if self.depth == 0 {
                // The solver finished before the first iteration.
                self.deepen(lines);
            }
            self.prove_moves(max_depth);
        }
        self.analysis(lines)
    }

    /// Searches one ply deeper.
    fn deepen(&mut self, lines: usize) {
        let mut search = Search::new(self.table, &mut self.clock);
        let next = self.depth + 1;
        let exact = lines.max(self.compared).min(self.roots.len());
        let done = search.iterate(&mut self.board, &mut self.roots, next as i32, exact);
        if done.is_ok() {
            self.depth = next;
            let best = &self.roots[0];
            if self.proof.is_none() && self.exhaustive && best.value.abs() >= WIN_THRESHOLD {
                let (proof, point) = (proof_of(best.value), best.point);
                let line = search.variation(&self.board, point, (WIN - best.value.abs()) as usize);
                self.proof = Some((proof, line));
            }
        }
    }

    /// Records a proof with its line.
    fn record_proof(&mut self, solved: Solved) {
        let order: Vec<u16> = self.roots.iter().map(|root| root.point).collect();
        let until = line_node_limit(&self.clock, solved.proof);
        let line = self.exact.line(&self.board, solved, &order, self.table, &mut self.clock, until);
        let line = if line.is_empty() { order[..1].to_vec() } else { line };
        self.proof = Some((solved.proof, line));
    }

    fn line_of(&self, root: &RootMove) -> Line {
        let search_depth = self.depth.max(1) as usize;
        let mut clock = self.clock.clone();
        let search = Search::new(self.table, &mut clock);
        let score = if self.exhaustive && root.value.abs() >= WIN_THRESHOLD {
            Score::Proven(proof_of(root.value))
        } else {
            estimate(root.value)
        };
        let moves = search.variation(&self.board, root.point, search_depth + 10);
        self.line(&moves, score, root.nodes)
    }

    fn line(&self, points: &[u16], score: Score, work: u64) -> Line {
        let size = self.board.geometry.size;
        Line { moves: points.iter().map(|&p| Move::Place(size.point(usize::from(p)))).collect(), score, work }
    }

    /// Proves the value of each move, in slices that grow, so that one hard move does not use the time of the others.
    fn prove_moves(&mut self, max_depth: u16) {
        let mut open: Vec<(u16, Progress)> = Vec::new();
        for point in self.roots.iter().map(|root| root.point) {
            self.board.play(usize::from(point));
            let over = match (self.board.winner, self.board.empty) {
                (Some(_), _) => Some(Proof::Win(1)),
                (None, 0) => Some(Proof::Draw),
                _ => None,
            };
            let progress = Progress::new(&self.board);
            self.board.undo(usize::from(point));
            match over {
                Some(proof) => self.proofs.push((point, proof, vec![point])),
                None => open.push((point, progress)),
            }
        }
        let mut slice = FIRST_SLICE;
        while !open.is_empty() && !self.clock.is_over() {
            open.retain_mut(|(point, progress)| {
                let until = self.clock.nodes().saturating_add(slice);
                let (board, clock) = (&mut self.board, &mut self.clock);
                board.play(usize::from(*point));
                let depth = max_depth.saturating_sub(1);
                let solved = self.exact.solve(board, progress, depth, self.table, clock, until);
                if let Ok(Some(solved)) = solved {
                    let until = line_node_limit(clock, solved.proof);
                    let mut line = vec![*point];
                    line.extend(self.exact.line(board, solved, &[], self.table, clock, until));
                    self.proofs.push((*point, one_before(solved.proof), line));
                }
                board.undo(usize::from(*point));
                solved.is_err()
            });
            slice *= 2;
        }
    }

    fn analysis(&self, lines: usize) -> Analysis {
        let mut ranked: Vec<Line> = Vec::new();
        if let Some((proof, points)) = &self.proof {
            ranked.push(self.line(points, Score::Proven(*proof), self.clock.nodes()));
        }
        let best = ranked.first().map(|line| line.moves[0]);
        let max_win = self.proof.as_ref().map_or(1.0, |(proof, _)| Score::Proven(*proof).win());
        // Without proofs the ranking of the search is final, and only the lines asked for are needed.
        let count = if self.proofs.is_empty() { lines } else { self.roots.len() };
        for root in self.roots.iter().take(count) {
            let mut line = self.line_of(root);
            if let Some((_, proof, points)) = self.proofs.iter().find(|(point, ..)| *point == root.point) {
                line = self.line(points, Score::Proven(*proof), root.nodes);
            } else if let Score::Estimate { value, win } = line.score {
                // No move is better than the proven value of the position.
                line.score = Score::Estimate { value, win: win.min(max_win) };
            }
            if Some(line.moves[0]) != best {
                ranked.push(line);
            }
        }
        let from = usize::from(best.is_some()).min(ranked.len());
        if !self.proofs.is_empty() {
            ranked[from..].sort_by(|a, b| rank(b.score).total_cmp(&rank(a.score)));
        }
        ranked.truncate(lines);
        Analysis {
            best: ranked.first().map(|line| line.moves[0]),
            lines: ranked,
            depth: self.depth,
            nodes: self.clock.nodes(),
            time: self.clock.elapsed(),
            ..Analysis::default()
        }
    }
}

/// The sort key of a score: short wins, long wins, then by win probability (a proven draw before an equal estimate),
/// long losses, short losses.
fn rank(score: Score) -> f64 {
    match score {
        Score::Proven(Proof::Win(n)) => 3.0 - f64::from(n) / 1000.0,
        Score::Proven(Proof::Loss(n)) => -2.0 + f64::from(n) / 1000.0,
        Score::Proven(_) => 0.5 + 1e-9,
        Score::Estimate { win, .. } => f64::from(win),
    }
}

/// The proof as seen one ply earlier, by the side that moved.
fn one_before(proof: Proof) -> Proof {
    match proof {
        Proof::Win(n) => Proof::Loss(n + 1),
        Proof::Loss(n) => Proof::Win(n + 1),
        other => other,
    }
}

/// The node count at which the search for the line ends: a win is shown to the end, a draw only as far as is cheap.
fn line_node_limit(clock: &Clock, proof: Proof) -> u64 {
    match proof {
        Proof::Draw => clock.nodes().saturating_add(DRAW_LINE_NODES),
        _ => u64::MAX,
    }
}

fn proof_of(value: i32) -> Proof {
    let plies = (WIN - value.abs()) as u32;
    if value > 0 { Proof::Win(plies) } else { Proof::Loss(plies) }
}

fn estimate(value: i32) -> Score {
    if value.abs() >= WIN_THRESHOLD {
        // Found, but not proven: the search left moves out.
        let win = if value > 0 { 0.99 } else { 0.01 };
        return Score::Estimate { value: 100f32.copysign(value as f32), win };
    }
    let value = value as f32 / UNIT as f32;
    Score::Estimate { value, win: 1.0 / (1.0 + (-value * 0.6).exp()) }
}
