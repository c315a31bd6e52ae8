//! The player: an [`Engine`] on top of the tree, and its levels.

use crate::passing::pass_to_play;
use crate::playout::Policy;
use crate::settle::{Settlement, keep_exact, settle};
use crate::tree::{MAX_NODES, Tree, TreeNode};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use tengen_board::Color;
use tengen_engine::{
    Analysis, Clock, Engine, Explanation, LevelTrait, Leveled, Limits, Line, Score, Stop, with_helpers,
};
use tengen_games::go::Position;
use tengen_games::{Game, Move};

/// Playouts for each ply of depth where depth is the only limit.
const PLAYOUTS_PER_DEPTH: u64 = 1_000;

/// The Go engine: Monte-Carlo tree search. With more than one thread, each thread grows its own
/// tree, and the root statistics are added at the end (root parallelization: G. Chaslot, M. Winands and H. van den
/// Herik, "Parallel Monte-Carlo tree search", 2008).
///
/// A search that only time or a stop ends keeps its trees. The next one of that kind goes on with them, in the same
/// position or in one that up to four moves reach from it. Other searches begin with empty trees, so that a playout
/// limit and a seed give the same answer whatever came before.
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
#[derive(Debug, Default)]
pub struct Player {
    /// The level's limit on playouts per move; `None` for no limit.
    max_playouts: Option<u64>,
    /// Limit on the nodes of all trees together; `None` for the default of each.
    max_nodes: Option<usize>,
    policy: Policy,
    /// The trees of the last search, one for each thread, all of one position.
    kept: Kept,
}

/// Trees that are kept.
#[derive(Default)]
struct Kept(Vec<Tree>);

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} trees", self.0.len())
    }
}

impl Clone for Player {
    /// The same settings; kept trees stay with the original.
    fn clone(&self) -> Player {
        let Player { max_playouts, max_nodes, policy, kept: _ } = *self;
        Player { max_playouts, max_nodes, policy, kept: Kept::default() }
    }
}

impl Player {
    /// The strongest player: only the limits bound its playouts.
    pub fn new() -> Player {
        Player::default()
    }

    /// Plays with another policy of its playouts, for tuning.
    pub fn with_policy(self, policy: Policy) -> Player {
        Player { policy, kept: Kept::default(), ..self }
    }

    /// The kept trees that a search of `position` may go on with, and the moves from theirs to it. All others are
    /// dropped.
    fn take_kept(
        &mut self,
        position: &Position,
        is_open: bool,
        max_nodes: usize,
    ) -> (Mutex<Vec<Option<Tree>>>, Vec<Move>) {
        let Kept(trees) = std::mem::take(&mut self.kept);
        let first = trees.first().filter(|tree| is_open && tree.max_nodes() == max_nodes);
        match first.and_then(|tree| tree.moves_to(position)) {
            Some(moves) => (Mutex::new(trees.into_iter().map(Some).collect()), moves),
            None => (Mutex::default(), Vec::new()),
        }
    }

    fn analysis(&self, tree: &Tree, position: &Position, limits: &Limits, clock: &Clock) -> Analysis {
        let mut ownership = tree.ownership();
        keep_exact(position, &mut ownership);
        if position.rules().captures_to_win > 0 {
            ownership.clear();
        }
        let mut ranked = tree.ranked();
        if ranked.iter().any(|node| node.visits > 0) {
            ranked.retain(|node| node.visits > 0);
        }
        if let Some(n) = pass_to_play(tree, position, &ranked, &ownership) {
            let pass = ranked.remove(n);
            ranked.insert(0, pass);
        } else if tree.pass_ends() && ranked.len() > 1 {
            // The win rate of a pass that ends the game is its count, which says nothing about the open board.
            ranked.retain(|node| tree.move_of(node) != Move::Pass);
        }
        let lines: Vec<Line> = ranked
            .iter()
            .take(limits.lines.max(1))
            .map(|node| Line {
                moves: tree.line(node),
                score: score(tree, node),
                work: u64::from(node.visits),
            })
            .collect();
        Analysis {
            best: lines.first().map(|line| line.moves[0]),
            lines,
            depth: tree.depth(),
            nodes: tree.searched(),
            time: clock.elapsed(),
            ownership,
            standard_error: ranked.first().map(|node| node.error()),
            ..Analysis::default()
        }
    }

    /// The analysis of a finished game: no move, the score with the dead stones taken off, and the owners.
    fn count(&self, position: &Position, limits: &Limits, stop: &Stop) -> Analysis {
        if position.rules().captures_to_win > 0 {
            return Analysis::default();
        }
        let Settlement { ownership, playouts, time } =
            settle(position, self.policy, limits, self.max_nodes.unwrap_or(MAX_NODES), stop);
        let margin = position.score(&position.dead_stones(&ownership)).margin();
        let value = if position.to_move() == Color::Black { margin } else { -margin };
        let win = if value > 0.0 {
            1.0
        } else if value < 0.0 {
            0.0
        } else {
            0.5
        };
        let line = Line { moves: Vec::new(), score: Score::Estimate { value, win }, work: playouts };
        Analysis { lines: vec![line], nodes: playouts, time, ownership, ..Analysis::default() }
    }
}

fn score(tree: &Tree, node: &TreeNode) -> Score {
    let win = if node.visits == 0 { 0.5 } else { node.wins / node.visits as f32 };
    Score::Estimate { value: tree.median_margin(node), win }
}

impl Engine<Position> for Player {
    fn name(&self) -> String {
        concat!("Tengen Go ", env!("CARGO_PKG_VERSION")).into()
    }

    /// A node is a playout; the value of a score is in points. A limit of depth bounds the tree above the playouts;
    /// where it is the only limit, 1,000 playouts a ply end the search. The work of a line has also the playouts of
    /// kept trees; the nodes of the analysis have not.
    fn analyze(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if position.is_over() {
            self.kept = Kept::default();
            return self.count(position, limits, stop);
        }
        let threads = limits.threads.clamp(1, tengen_engine::MOST_THREADS);
        // The threads share the playout and memory limits.
        let by_depth = limits.depth.filter(|_| limits.time.is_none());
        let by_depth = by_depth.map(|depth| PLAYOUTS_PER_DEPTH.saturating_mul(u64::from(depth.max(1))));
        let max_playouts = limits.nodes.or(by_depth).into_iter().chain(self.max_playouts).min();
        let bounded = Limits {
            nodes: max_playouts.map(|playouts| playouts.div_ceil(threads as u64)),
            ..limits.clone()
        };
        let max_nodes = self.max_nodes.map_or(MAX_NODES, |nodes| nodes / threads);
        let is_open = max_playouts.is_none() && limits.depth.is_none();
        let (kept, moves) = self.take_kept(position, is_open, max_nodes);
        let tree = |number: usize| {
            let seed = limits.seed.wrapping_add(number as u64);
            let old =
                kept.lock().unwrap_or_else(PoisonError::into_inner).get_mut(number).and_then(Option::take);
            let old = old.and_then(|tree| tree.advanced_to(position, &moves, seed));
            old.unwrap_or_else(|| Tree::new(position, self.policy, seed, limits.depth, max_nodes))
        };
        let helpers = Mutex::new(Vec::new());
        let help = |number: usize, stop: &Stop| {
            let mut clock = Clock::looking_every(4, &Limits { time: None, ..bounded.clone() }, stop);
            let mut tree = tree(number);
            while clock.tick() {
                tree.grow();
            }
            let playouts = tree.searched();
            helpers.lock().unwrap_or_else(PoisonError::into_inner).push(tree);
            playouts
        };
        let lead = || {
            let mut clock = Clock::looking_every(4, &bounded, stop);
            let mut tree = tree(0);
            let mut report = 512;
            while clock.tick() {
                tree.grow();
                if tree.searched() == report {
                    report *= 2;
                    on_progress(&self.analysis(&tree, position, limits, &clock));
                }
            }
            (tree, clock)
        };
        let ((mut tree, clock), _) = with_helpers(threads, help, lead);
        let mut trees = helpers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let own = tree.root_stats();
        for helper in &trees {
            tree.add_root_stats(&helper.root_stats());
        }
        let found = self.analysis(&tree, position, limits, &clock);
        if is_open {
            tree.set_root_stats(own);
            trees.insert(0, tree);
            trees.iter_mut().for_each(Tree::shrink);
            self.kept = Kept(trees);
        }
        found
    }

    fn explain(&self, position: &Position, analysis: &Analysis, stop: &Stop) -> Explanation {
        crate::explain::explain(position, analysis, stop)
    }

    fn new_game(&mut self) {
        self.kept = Kept::default();
    }

    fn set_memory(&mut self, bytes: u64) {
        // A vector that grows has its old and its new memory for a moment: three times the old size.
        let nodes = usize::try_from(bytes / (3 * size_of::<TreeNode>() as u64)).unwrap_or(usize::MAX);
        self.max_nodes = Some(nodes.clamp(1000, MAX_NODES));
        self.kept = Kept::default();
    }
}

/// Playouts per move at each level except the last, which has no limit of its own.
const PLAYOUTS: [u64; 8] = [30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// How much stronger each of the first levels is than level 1, in Elo, to the nearest 50: from games on 9×9 of each
/// level against the one below (`docs/measurements.md`).
const ELO: [u32; 4] = [0, 300, 600, 950];

impl Leveled for Player {
    const MAX_LEVEL: u8 = PLAYOUTS.len() as u8 + 1;

    fn at_level(level: u8) -> Player {
        Player { max_playouts: PLAYOUTS.get(usize::from(level.max(1)) - 1).copied(), ..Player::default() }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        let index = usize::from(level.max(1)) - 1;
        let playouts = PLAYOUTS.get(index).map_or(LevelTrait::Unlimited, |&most| LevelTrait::Playouts(most));
        let elo = ELO.get(index).filter(|&&elo| elo > 0).map(|&elo| LevelTrait::Elo(elo));
        [playouts].into_iter().chain(elo).collect()
    }
}
