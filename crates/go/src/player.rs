//! The player: an [`Engine`] on top of the tree, and its levels.

use crate::passing::pass_to_play;
use crate::playout::Policy;
use crate::settle::{Settlement, keep_exact, settle};
use crate::tree::{Candidate, Findings, MAX_NODES, Searcher, Totals, Tree, TreeNode};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_board::Color;
use tengen_engine::{
    Analysis, Clock, Engine, Explanation, LevelTrait, Leveled, Limits, Line, MOST_THREADS, Score, Stop,
    with_helpers,
};
use tengen_games::Game;
use tengen_games::go::{NO_VERTEX, Position};

/// Playouts for each ply of depth where depth is the only limit.
const PLAYOUTS_PER_DEPTH: u64 = 1_000;
/// Playouts of the leading thread between two looks at whether the move is decided.
const DECIDED_EVERY: u64 = 128;
/// Fewest playouts after which a move is decided before its time.
const FEWEST_DECIDED: u64 = 512;
/// Added to the seed for each playout that a kept tree has.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The Go engine: Monte-Carlo tree search. All threads grow one tree.
///
/// A search that only time or a stop ends keeps its tree. The next one of that kind goes on with it, in the same
/// position or in one that up to four moves reach from it. Other searches begin with an empty tree, so that on one
/// thread a playout limit and a seed give the same answer whatever came before.
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
pub struct Player {
    /// The level's limit on playouts per move; `None` for no limit.
    max_playouts: Option<u64>,
    /// Limit on the nodes of the tree.
    max_nodes: usize,
    policy: Policy,
    kept: Option<Box<Kept>>,
}

/// The tree of the last search, with what its playouts add up to.
struct Kept {
    tree: Tree,
    totals: Totals,
}

impl Default for Player {
    fn default() -> Player {
        Player { max_playouts: None, max_nodes: MAX_NODES, policy: Policy::default(), kept: None }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Player { max_playouts, max_nodes, policy, kept } = self;
        f.debug_struct("Player")
            .field("max_playouts", max_playouts)
            .field("max_nodes", max_nodes)
            .field("policy", policy)
            .field("has_tree", &kept.is_some())
            .finish()
    }
}

impl Clone for Player {
    /// The same settings; a kept tree stays with the original.
    fn clone(&self) -> Player {
        let Player { max_playouts, max_nodes, policy, kept: _ } = *self;
        Player { max_playouts, max_nodes, policy, kept: None }
    }
}

impl Player {
    /// The strongest player: only the limits bound its playouts.
    pub fn new() -> Player {
        Player::default()
    }

    /// Plays with another policy of its playouts, for tuning.
    pub fn with_policy(self, policy: Policy) -> Player {
        Player { policy, kept: None, ..self }
    }

    /// The tree of `position`, kept from the last search if it may be, and what its playouts add up to.
    ///
    /// Ownership and margins are known for the root of the last search alone: after a move they begin again.
    fn take_tree(&mut self, position: &Position, limits: &Limits, is_open: bool) -> (Tree, Totals) {
        let kept = self.kept.take().filter(|kept| is_open && kept.tree.max_nodes() == self.max_nodes);
        let kept =
            kept.map(|kept| *kept).and_then(|Kept { tree, totals }| match tree.moves_to(position)? {
                moves if moves.is_empty() => Some((tree, totals)),
                moves => {
                    let tree = tree.advanced_to(position, &moves)?;
                    let totals = Totals::new(&tree);
                    Some((tree, totals))
                }
            });
        kept.unwrap_or_else(|| {
            let mut tree = Tree::new(position, self.policy, limits.depth, self.max_nodes);
            if !limits.avoid.is_empty() {
                tree = tree.without(&limits.avoid);
            }
            let totals = Totals::new(&tree);
            (tree, totals)
        })
    }

    /// What is found after this number of playouts.
    fn analysis(
        &self,
        findings: Findings<'_>,
        playouts: u64,
        position: &Position,
        limits: &Limits,
        clock: &Clock,
    ) -> Analysis {
        let mut ownership = findings.totals.ownership();
        keep_exact(position, &mut ownership);
        if position.rules().captures_to_win > 0 {
            ownership.clear();
        }
        let mut ranked = findings.ranked();
        if ranked.iter().any(|node| node.visits > 0) {
            ranked.retain(|node| node.visits > 0);
        }
        if let Some(n) = pass_to_play(findings, position, &ranked, &ownership) {
            let pass = ranked.remove(n);
            ranked.insert(0, pass);
        } else if findings.tree.pass_ends() && ranked.len() > 1 {
            // The win rate of a pass that ends the game is its count, which says nothing about the open board.
            ranked.retain(|node| node.at() != NO_VERTEX);
        }
        let lines: Vec<Line> = ranked
            .iter()
            .take(limits.lines.max(1))
            .map(|node| Line {
                moves: findings.line(node),
                score: score(findings, node),
                work: u64::from(node.visits),
            })
            .collect();
        Analysis {
            best: lines.first().map(|line| line.moves[0]),
            lines,
            depth: findings.depth(),
            nodes: playouts,
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
            settle(position, self.policy, limits, self.max_nodes, stop);
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

/// Whether the most visited move stays so in the rest of the time, at the rate of playouts so far. There are enough
/// playouts for a resignation.
fn is_decided(findings: Findings<'_>, playouts: u64, elapsed: Duration, time: Duration) -> bool {
    let left = time.saturating_sub(elapsed).as_secs_f64();
    let to_come = playouts as f64 / elapsed.as_secs_f64().max(1e-6) * left;
    playouts >= FEWEST_DECIDED && findings.lead().is_none_or(|lead| f64::from(lead) > to_come)
}

fn score(findings: Findings<'_>, node: &Candidate<'_>) -> Score {
    let win = if node.visits == 0 { 0.5 } else { node.wins / node.visits as f32 };
    Score::Estimate { value: findings.median_margin(node), win }
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
            self.kept = None;
            return self.count(position, limits, stop);
        }
        let by_depth = limits.depth.filter(|_| limits.time.is_none());
        let by_depth = by_depth.map(|depth| PLAYOUTS_PER_DEPTH.saturating_mul(u64::from(depth.max(1))));
        let max_playouts = limits.nodes.or(by_depth).into_iter().chain(self.max_playouts).min();
        let is_open = max_playouts.is_none() && limits.depth.is_none() && limits.avoid.is_empty();
        let mut clock = Clock::looking_every(4, &Limits { nodes: None, ..limits.clone() }, stop);
        let (tree, totals) = self.take_tree(position, limits, is_open);
        // Playouts begun, of all threads.
        let begun = AtomicU64::new(0);
        let may_begin = || {
            let next = |begun| (begun < max_playouts.unwrap_or(u64::MAX)).then_some(begun + 1);
            begun.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
        };
        // What is already known gives other playouts another seed.
        let seed = limits.seed.wrapping_add(totals.playouts().wrapping_mul(SEED_STEP));
        let helpers = Mutex::new(Vec::new());
        let help = |number: usize, stop: &Stop| {
            let mut searcher = Searcher::new(&tree, Totals::new(&tree), seed.wrapping_add(number as u64));
            while !stop.is_raised() && may_begin() {
                searcher.grow();
            }
            let playouts = searcher.searched();
            helpers.lock().unwrap_or_else(PoisonError::into_inner).push(searcher.into_totals());
            playouts
        };
        let lead = || {
            let mut searcher = Searcher::new(&tree, totals, seed);
            let mut report = 512;
            // A limit of playouts is kept exactly; in a game by the clock the rest of the time is saved.
            let saved = limits.time.filter(|&time| limits.playing && is_open && time != Limits::PONDER);
            while clock.tick() && may_begin() {
                searcher.grow();
                if let Some(time) = saved.filter(|_| searcher.searched().is_multiple_of(DECIDED_EVERY))
                    && is_decided(searcher.findings(), begun.load(Ordering::Relaxed), clock.elapsed(), time)
                {
                    break;
                }
                if searcher.searched() == report {
                    report *= 2;
                    let playouts = begun.load(Ordering::Relaxed);
                    on_progress(&self.analysis(searcher.findings(), playouts, position, limits, &clock));
                }
            }
            searcher.into_totals()
        };
        let (mut totals, _) = with_helpers(limits.threads.clamp(1, MOST_THREADS), help, lead);
        for helper in helpers.into_inner().unwrap_or_else(PoisonError::into_inner) {
            totals.add(&helper);
        }
        let findings = Findings { tree: &tree, totals: &totals };
        let found = self.analysis(findings, begun.into_inner(), position, limits, &clock);
        if is_open {
            self.kept = Some(Box::new(Kept { tree, totals }));
        }
        found
    }

    fn explain(&self, position: &Position, analysis: &Analysis, stop: &Stop) -> Explanation {
        crate::explain::explain(position, analysis, stop)
    }

    fn new_game(&mut self) {
        self.kept = None;
    }

    fn set_memory(&mut self, bytes: u64) {
        let nodes = usize::try_from(bytes / size_of::<TreeNode>() as u64).unwrap_or(usize::MAX);
        self.max_nodes = nodes.clamp(1000, MAX_NODES);
        self.kept = None;
    }
}

/// Playouts per move at each level except the last, which has no limit of its own.
const PLAYOUTS: [u64; 8] = [30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// How much stronger each of the first levels is than level 1, in Elo, to the nearest 50: from games on 9×9 of each
/// level against the one below (`docs/measurements.md`).
const ELO: [u32; 8] = [0, 300, 600, 950, 1600, 1900, 2350, 2500];

/// The first levels play without the network, which is too strong for them.
const WITHOUT_NETWORK: u8 = 4;

impl Leveled for Player {
    const MAX_LEVEL: u8 = PLAYOUTS.len() as u8 + 1;

    fn at_level(level: u8) -> Player {
        let policy = Policy { net: level > WITHOUT_NETWORK, ..Policy::default() };
        let max_playouts = PLAYOUTS.get(usize::from(level.max(1)) - 1).copied();
        Player { max_playouts, policy, ..Player::default() }
    }

    fn describe_level(level: u8) -> Vec<LevelTrait> {
        let index = usize::from(level.max(1)) - 1;
        let playouts = PLAYOUTS.get(index).map_or(LevelTrait::Unlimited, |&most| LevelTrait::Playouts(most));
        let strength = LevelTrait::strength(&ELO, level);
        let measured_at = strength.map(|_| LevelTrait::AT_GO_9X9);
        [playouts].into_iter().chain(strength).chain(measured_at).collect()
    }
}
