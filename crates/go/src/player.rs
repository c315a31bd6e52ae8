//! The player: an [`Engine`] over the tree, its levels, and when it passes.

use crate::tree::{MAX_NODES, Node, Tree};
use std::sync::{Mutex, PoisonError};
use tengen_board::Point;
use tengen_engine::{Analysis, Clock, Engine, Leveled, Limits, Line, Score, Stop, with_helpers};
use tengen_games::go::{Position, Scoring};
use tengen_games::{Game, Move};

/// How sure the playouts must be of a point's owner for it to count as settled.
const SETTLED: f32 = 0.5;
/// How much worse a pass may look than the best stone where nothing is left to play for.
const PASS_LOSS: f32 = 0.02;

/// A player of Go by Monte-Carlo tree search with light playouts. With more than one thread each grows a tree of its own, and what their
/// roots have learned is put together at the end (root parallelism: G. Chaslot, M. Winands and H. van den Herik, "Parallel Monte-Carlo
/// tree search", 2008).
///
/// ```
/// use tengen_engine::{Engine, Limits, Stop};
/// use tengen_games::{Game, go};
/// use tengen_go::Player;
/// let game = go::Position::new(&go::Rules::named("chinese", Some("9".parse()?))?);
/// let analysis = Player::new().analyze(&game, &Limits::nodes(200), &Stop::new(), &mut |_| ());
/// assert!(game.is_legal(analysis.best.unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// Playouts a move at most, whatever the limits allow; `None` for no bound.
    most: Option<u64>,
    /// Nodes that all trees together may have; `None` for the usual number each.
    max_nodes: Option<usize>,
    ownership: Vec<f32>,
}

impl Player {
    /// At full strength: as many playouts as the limits allow.
    pub fn new() -> Player {
        Player::default()
    }

    /// Whose each point will be at the end, as the last analysis saw it: from 1 (black's for sure) to −1 (white's), in
    /// reading order. Empty before the first analysis.
    pub fn ownership(&self) -> &[f32] {
        &self.ownership
    }

    /// The stones that the last analysis holds for dead, one point a stone, in reading order: what to offer to the
    /// players after two passes. `position` is the one that was analysed.
    pub fn dead_stones(&self, position: &Position) -> Vec<Point> {
        dead_stones(position, &self.ownership)
    }

    fn analysis(&mut self, tree: &Tree, position: &Position, limits: &Limits, clock: &Clock) -> Analysis {
        self.ownership = tree.ownership();
        let mut ranked = tree.ranked();
        if ranked.iter().any(|node| node.visits > 0) {
            ranked.retain(|node| node.visits > 0);
        }
        if let Some(n) = self.passing(tree, position, &ranked) {
            let pass = ranked.remove(n);
            ranked.insert(0, pass);
        }
        let lines: Vec<Line> = ranked
            .iter()
            .take(limits.lines.max(1))
            .map(|node| Line { moves: tree.line(node), score: score(node), work: u64::from(node.visits) })
            .collect();
        Analysis {
            best: lines.first().map(|line| line.moves[0]),
            lines,
            depth: tree.depth(),
            nodes: tree.playouts(),
            time: clock.elapsed(),
            ..Analysis::default()
        }
    }

    /// Where the pass is in the ranking, if it should be played.
    fn passing(&self, tree: &Tree, position: &Position, ranked: &[&Node]) -> Option<usize> {
        let (n, pass) = ranked.iter().enumerate().find(|(_, node)| tree.move_of(node) == Move::Pass)?;
        let best = ranked.first()?;
        let mover = position.to_move();
        let mut after = position.clone();
        after.play_unchecked(Move::Pass);
        let wins =
            |position: &Position| position.outcome_with(&self.counted_dead(position)).winner == Some(mover);
        let settled = self.ownership.iter().all(|owner| owner.abs() > SETTLED);
        // By area the count is sure; by territory only where the dead stones are.
        let countable = settled || position.rules().scoring == Scoring::Area;
        if after.is_over() && countable && wins(&after) {
            return Some(n);
        }
        // Nothing is left to play for, and what there is suffices, or nothing could.
        let rate = |node: &Node| node.wins / node.visits.max(1) as f32;
        let lost = rate(best) < PASS_LOSS;
        let as_good = pass.visits > 0 && rate(pass) >= rate(best) - PASS_LOSS;
        (settled && (lost || as_good && wins(position))).then_some(n)
    }

    /// The stones to take off before a count: by area none, since the rules count every stone that is left.
    fn counted_dead(&self, position: &Position) -> Vec<Point> {
        match position.rules().scoring {
            Scoring::Area => Vec::new(),
            Scoring::Territory => dead_stones(position, &self.ownership),
        }
    }
}

fn dead_stones(position: &Position, ownership: &[f32]) -> Vec<Point> {
    let size = position.size();
    size.points()
        .zip(ownership)
        .filter(|&(point, &owner)| {
            position.at(point).color().is_some_and(|color| {
                let own = if color == tengen_board::Color::Black { owner } else { -owner };
                own < -SETTLED
            })
        })
        .map(|(point, _)| point)
        .collect()
}

fn score(node: &Node) -> Score {
    let visits = node.visits.max(1) as f32;
    let win = if node.visits == 0 { 0.5 } else { node.wins / visits };
    Score::Estimate { value: node.margin / visits, win }
}

impl Engine<Position> for Player {
    fn name(&self) -> String {
        concat!("Tengen Go ", env!("CARGO_PKG_VERSION")).into()
    }

    /// A node is a playout; a score's value is in points. Depth limits are not kept: a tree of playouts has none.
    fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if position.is_over() {
            return Analysis::default();
        }
        let threads = limits.threads.clamp(1, tengen_engine::MOST_THREADS);
        // Playouts and memory are shared out, so that all together keep their bounds.
        let most = limits.nodes.into_iter().chain(self.most).min();
        let bounded =
            Limits { nodes: most.map(|playouts| playouts.div_ceil(threads as u64)), ..limits.clone() };
        let max_nodes = self.max_nodes.map_or(MAX_NODES, |nodes| nodes / threads);
        let tree = |number: usize| Tree::new(position, limits.seed.wrapping_add(number as u64), max_nodes);
        let learned = Mutex::new(Vec::new());
        let help = |number: usize, stop: &Stop| {
            let mut clock = Clock::looking_every(4, &Limits { time: None, ..bounded.clone() }, stop);
            let mut tree = tree(number);
            while clock.tick() {
                tree.grow();
            }
            learned.lock().unwrap_or_else(PoisonError::into_inner).push(tree.lessons());
            tree.playouts()
        };
        let lead = || {
            let mut clock = Clock::looking_every(4, &bounded, stop);
            let mut tree = tree(0);
            let mut report = 512;
            while clock.tick() {
                tree.grow();
                if tree.playouts() == report {
                    report *= 2;
                    on_progress(&self.analysis(&tree, position, limits, &clock));
                }
            }
            (tree, clock)
        };
        let ((mut tree, clock), _) = with_helpers(threads, help, lead);
        for lessons in learned.into_inner().unwrap_or_else(PoisonError::into_inner) {
            tree.learn(&lessons);
        }
        self.analysis(&tree, position, limits, &clock)
    }

    fn set_memory(&mut self, bytes: u64) {
        // A vector doubles: while it does, its old and its new place are both there.
        let nodes = usize::try_from(bytes / (3 * size_of::<Node>() as u64)).unwrap_or(usize::MAX);
        self.max_nodes = Some(nodes.clamp(1000, MAX_NODES));
    }

    fn new_game(&mut self) {
        self.ownership.clear();
    }
}

/// Playouts a move at each level but the last, which has no bound of its own.
const PLAYOUTS: [u64; 8] = [30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

impl Leveled for Player {
    const MAX_LEVEL: u8 = PLAYOUTS.len() as u8 + 1;

    fn at_level(level: u8) -> Player {
        Player { most: PLAYOUTS.get(usize::from(level.max(1)) - 1).copied(), ..Player::default() }
    }

    fn describe_level(level: u8) -> String {
        match PLAYOUTS.get(usize::from(level.max(1)) - 1) {
            Some(playouts) => format!("{playouts} playouts a move"),
            None => "as many playouts as the limits allow".into(),
        }
    }
}
