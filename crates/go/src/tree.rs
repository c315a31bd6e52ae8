//! The search tree: selection, expansion, playout, backup.
//!
//! Rapid action value estimation (RAVE): the value of a move combines its own playouts with those in which the same
//! side played it later ("all moves as first"). The weight of the second kind falls with the number of the first. This
//! explores enough without the exploration term of UCT. Sources: L. Kocsis and C. Szepesvári, "Bandit based
//! Monte-Carlo planning", 2006; S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in
//! computer Go", 2011.
//!
//! All threads of a search share one [`Tree`], whose nodes they change without locks (`node`). Each has a [`Searcher`]
//! with a board of its own, and its own [`Totals`].

mod keep;
mod node;
mod searcher;
mod shown;
mod totals;

use crate::board::Board;
use crate::enclosed::{Region, regions};
use crate::net::Scratch;
use crate::playout::{Policy, Recent};
use crate::prior;
pub(crate) use node::TreeNode;
pub(crate) use searcher::Searcher;
pub(crate) use shown::{Candidate, Findings};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use tengen_board::{Color, Point};
use tengen_games::go::{NO_VERTEX, Position, Scoring, Vertex};
use tengen_games::{Game, Move};
pub(crate) use totals::Totals;

/// The share of the margin in the value of a playout; the rest is win or loss.
const MARGIN_SHARE: f32 = 0.04;
/// One playout of this number begins with a pass, so that the value of a pass is known.
const PASS_EVERY: u64 = 32;
/// Points of a board on which a leaf is expanded early: there are few moves to try.
const SMALL: usize = 100;
/// Default limit on the nodes of a tree.
pub(crate) const MAX_NODES: usize = 3_000_000;

/// The tree that grows from one position.
pub(crate) struct Tree {
    root: TreeNode,
    position: Position,
    policy: Policy,
    /// The root's stones, for reading and playouts.
    board: Board,
    /// The two moves before the root.
    recent: Recent,
    /// Stones that black has placed so far minus white's, set-up and handicap included.
    placed: i32,
    /// True if a pass at the root ends the game by a count of all stones as alive. Such a pass is never chosen by its
    /// value: whether the board is settled decides (see `passing`).
    pass_ends: bool,
    /// Playouts that began with a forced pass (see [`PASS_EVERY`]).
    forced_passes: AtomicU32,
    /// The small regions that one side has enclosed at the root.
    regions: Vec<Region>,
    /// Visits after which a leaf is expanded while the tree is small.
    expand_at: u32,
    /// Nodes so far.
    len: AtomicUsize,
    /// At this number of nodes no more are expanded.
    max_nodes: usize,
    /// Nodes this many plies below the root are not expanded.
    max_depth: usize,
}

impl Tree {
    /// A tree of the root and its moves.
    pub(crate) fn new(position: &Position, policy: Policy, max_depth: Option<u32>, max_nodes: usize) -> Tree {
        let board = position.board();
        let mut placed =
            position.captured_by(Color::White) as i32 - position.captured_by(Color::Black) as i32;
        for at in board.vertices() {
            placed +=
                i32::from(board.is_color(at, Color::Black)) - i32::from(board.is_color(at, Color::White));
        }
        let vertex =
            |mv: Option<Move>| mv.and_then(|mv| mv.point()).map_or(NO_VERTEX, |point| board.vertex(point));
        let ko = position.ko_point().map_or(NO_VERTEX, |point| board.vertex(point));
        let mut history = position.moves().rev();
        let recent = Recent { last: vertex(history.next()), before: vertex(history.next()) };
        let mut stones = Board::new(board, ko);
        let has_score = position.rules().captures_to_win == 0;
        let regions = if policy.urgent > 0 && has_score { regions(&stones, board) } else { Vec::new() };
        let children = children(position, &mut stones, recent, &policy, &regions, &mut Scratch::new());
        Tree {
            forced_passes: AtomicU32::new(0),
            len: AtomicUsize::new(1 + children.len()),
            expand_at: policy.expand_at.unwrap_or(if board.size().area() <= SMALL { 2 } else { 5 }),
            root: TreeNode::root(children),
            position: position.clone(),
            policy,
            regions,
            board: stones,
            recent,
            placed,
            pass_ends: counts_all_stones_after_a_pass(position),
            max_nodes,
            max_depth: max_depth.map_or(usize::MAX, |depth| depth.max(1) as usize),
        }
    }

    /// The same tree, whose root has no move on these points unless it has no other move, the pass included. Only for
    /// one that no playout has gone through.
    pub(crate) fn without(self, points: &[Point]) -> Tree {
        let avoid: Vec<Vertex> = points.iter().map(|&point| self.position.board().vertex(point)).collect();
        let (mut kept, avoided): (Vec<TreeNode>, Vec<TreeNode>) =
            self.root.into_children().into_iter().partition(|node| !avoid.contains(&node.at));
        if kept.is_empty() {
            kept = avoided;
        }
        Tree { len: AtomicUsize::new(1 + kept.len()), root: TreeNode::root(kept), ..self }
    }

    pub(crate) fn root(&self) -> &TreeNode {
        &self.root
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The limit on nodes that it grows under.
    pub(crate) fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// True if a pass ends the game by a count of all stones as alive.
    pub(crate) fn pass_ends(&self) -> bool {
        self.pass_ends
    }

    fn forced_passes(&self) -> u32 {
        self.forced_passes.load(Ordering::Relaxed)
    }

    /// Visits after which a leaf is expanded; `None` if its children have no place. Twice as many for each
    /// quarter of the memory that is used, so that the tree of a long search still grows at its end.
    fn expand_at(&self) -> Option<u32> {
        let len = self.len.load(Ordering::Relaxed);
        let quarters = 4 * len / self.max_nodes;
        (len <= self.max_nodes).then(|| self.expand_at.saturating_mul(1 << quarters))
    }

    /// Gives `node` the children that its position has.
    fn expand(&self, node: &TreeNode, children: Vec<TreeNode>) {
        let len = children.len();
        if node.expand(children) {
            self.len.fetch_add(len, Ordering::Relaxed);
        }
    }

    pub(crate) fn move_of(&self, at: Vertex) -> Move {
        if at == NO_VERTEX { Move::Pass } else { Move::Place(self.position.board().point(at)) }
    }
}

/// A node for each legal move of `position`, whose stones are on `board`.
fn children(
    position: &Position,
    board: &mut Board,
    recent: Recent,
    policy: &Policy,
    regions: &[Region],
    scratch: &mut Scratch,
) -> Vec<TreeNode> {
    let (color, rules_board) = (position.to_move(), position.board());
    let moves =
        rules_board.vertices().filter(|&at| position.is_legal_stone(at) && !rules_board.is_eye(at, color));
    let moves: Vec<Vertex> = moves.collect();
    let mut priors = prior::of_stones(board, rules_board, &moves, color, recent, policy, scratch);
    for (at, gain) in regions.iter().flat_map(|region| region.gains(board, color)) {
        if let Some(n) = moves.iter().position(|&mv| mv == at) {
            priors[n].add_gain(gain, policy.urgent);
        }
    }
    let mut nodes: Vec<TreeNode> =
        moves.iter().zip(priors).map(|(&at, prior)| TreeNode::new(at, prior)).collect();
    if position.handicap_left() == 0 {
        nodes.push(TreeNode::new(NO_VERTEX, prior::of_pass(position)));
    } else if nodes.is_empty() {
        // If only own eyes are left, the last handicap stones still need a move.
        let all = rules_board.vertices().filter(|&at| position.is_legal_stone(at));
        nodes.extend(all.map(|at| TreeNode::new(at, prior::PASS)));
    }
    nodes
}

/// True if a pass in `position` ends the game, and its rules count every stone as alive then.
fn counts_all_stones_after_a_pass(position: &Position) -> bool {
    let rules = position.rules();
    if rules.captures_to_win > 0 || rules.scoring == Scoring::Territory || position.is_over() {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(Move::Pass);
    after.is_over()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::Cell;
    use tengen_games::SetUp;
    use tengen_games::go::Rules;

    /// Nodes of a tree after 1,000 playouts and after 2,000.
    fn sizes(max_nodes: usize) -> [usize; 2] {
        let position = Position::new(&Rules::named("chinese", Some("7".parse().unwrap())).unwrap());
        let tree = Tree::new(&position, Policy::default(), None, max_nodes);
        let mut searcher = Searcher::new(&tree, Totals::new(&tree), 3);
        [(); 2].map(|()| {
            for _ in 0..1000 {
                searcher.grow();
            }
            tree.len.load(Ordering::Relaxed)
        })
    }

    #[test]
    fn a_tree_grows_to_its_end_in_little_memory() {
        const MOST: usize = 4000;
        let [free, _] = sizes(MAX_NODES);
        assert!(free > MOST, "after half of the playouts it would be full: {free}");
        let [half, end] = sizes(MOST);
        assert!(half < end && end <= MOST + 50, "{half}, {end}");
    }

    #[test]
    fn a_leaf_needs_more_visits_as_the_memory_fills() {
        let position = Position::new(&Rules::named("chinese", Some("7".parse().unwrap())).unwrap());
        let tree = Tree::new(&position, Policy::default(), None, 1000);
        let visits = [50, 249, 250, 500, 750, 999, 1001].map(|len| {
            tree.len.store(len, Ordering::Relaxed);
            tree.expand_at()
        });
        assert_eq!(visits, [Some(2), Some(2), Some(4), Some(8), Some(16), Some(16), None]);
    }

    /// Problem 1 of GNU Go's `seki.tst`: in the corner, White makes a seki by A2. Other points, such as C9, keep their
    /// value.
    #[test]
    fn a_move_that_gains_in_an_enclosed_region_begins_better() {
        let rows = [
            "XX.X.....",
            "OOOX.XXXX",
            "OXXXXXX..",
            "OXOXOX...",
            "OOOXOOXXX",
            "XXOOOOOOO",
            ".XXO..O..",
            "..XXOOOOO",
            "...XO.O..",
        ];
        let cell = |p: Point| match rows[p.row as usize].as_bytes()[p.col as usize] {
            b'X' => Cell::Black,
            b'O' => Cell::White,
            _ => Cell::Empty,
        };
        let rules = Rules::named("chinese", Some("9".parse().unwrap())).unwrap();
        let cells = rules.size.points().map(|p| (p, cell(p))).collect();
        let position = Position::set_up(&rules, &SetUp { cells, to_move: Color::White }).unwrap();
        let value = |text: &str, urgent: u32| {
            let policy = Policy { urgent, ..Policy::default() };
            let tree = Tree::new(&position, policy, None, MAX_NODES);
            let mv = position.parse_move(text).unwrap();
            let node = tree.root().children().iter().find(|node| tree.move_of(node.at) == mv).unwrap();
            node.mixed_value(2500.0)
        };
        assert!(value("A2", 1000) > value("A2", 0));
        assert_eq!(value("C9", 1000), value("C9", 0));
    }
}
