//! The tree of one search, kept for the next: what was found below the moves played since stays.

use super::{Tree, TreeNode};
use tengen_games::go::{NO_VERTEX, Position};
use tengen_games::{Game, Move};

/// Plies from the position of a kept tree to one that may use it.
const MOST_PLIES: usize = 4;

impl Tree {
    /// The moves from this tree's position to `position`; `None` if it does not come from there. The whole past is
    /// compared: rules, komi, stones, moves, and what superko looks at.
    pub(crate) fn moves_to(&self, position: &Position) -> Option<Vec<Move>> {
        let plies = position.ply().checked_sub(self.position.ply()).filter(|&plies| plies <= MOST_PLIES)?;
        let mut before = position.clone();
        for _ in 0..plies {
            before.undo();
        }
        let is_same = before == self.position && before.moves().eq(self.position.moves());
        is_same.then(|| position.moves().skip(before.ply()).collect())
    }

    /// The tree of `position`, which `moves` reach from this tree's. `None` if nothing below them was searched.
    pub(crate) fn advanced_to(self, position: &Position, moves: &[Move]) -> Option<Tree> {
        let Tree { root, position: old, policy, max_nodes, .. } = self;
        let board = old.board();
        let mut children = root.into_children();
        for &mv in moves {
            let at = mv.point().map_or(NO_VERTEX, |point| board.vertex(point));
            children = children.into_iter().find(|child| child.at == at)?.into_children();
        }
        let fresh = Tree::new(position, policy, None, max_nodes);
        let points = |nodes: &[TreeNode]| nodes.iter().map(|node| node.at).collect::<Vec<_>>();
        if points(fresh.root.children()) != points(&children) {
            return None;
        }
        let root = TreeNode::root(children);
        Some(Tree { len: count(&root).into(), root, ..fresh })
    }
}

/// The nodes from `root` on.
fn count(root: &TreeNode) -> usize {
    let (mut open, mut len) = (vec![root], 1);
    while let Some(node) = open.pop() {
        len += node.children().len();
        open.extend(node.children().iter().filter(|child| !child.children().is_empty()));
    }
    len
}

#[cfg(test)]
mod tests {
    use super::super::{Findings, MAX_NODES, Searcher, Totals};
    use super::*;
    use crate::playout::Policy;
    use std::sync::atomic::Ordering;
    use tengen_games::go::Rules;

    fn grown(position: &Position, playouts: u64) -> Tree {
        let tree = Tree::new(position, Policy::default(), None, MAX_NODES);
        grow(&tree, playouts);
        tree
    }

    fn grow(tree: &Tree, playouts: u64) -> Totals {
        let mut searcher = Searcher::new(tree, Totals::new(tree), 3);
        for _ in 0..playouts {
            searcher.grow();
        }
        assert_eq!(searcher.searched(), playouts);
        searcher.into_totals()
    }

    fn empty_board(rules: &str) -> Position {
        Position::new(&Rules::named(rules, Some("7".parse().unwrap())).unwrap())
    }

    /// The most visited moves of a tree, and their last node.
    fn best_line(tree: &Tree, plies: usize) -> (Vec<Move>, &TreeNode) {
        let (mut moves, mut node) = (Vec::new(), tree.root());
        for _ in 0..plies {
            node = node.children().iter().max_by_key(|child| child.visits()).unwrap();
            moves.push(tree.move_of(node.at));
        }
        (moves, node)
    }

    /// The same statistics in both trees, at every depth. Returns the number of nodes.
    fn assert_same(from: &TreeNode, to: &TreeNode) -> usize {
        assert_eq!(from.children().len(), to.children().len());
        let pairs = from.children().iter().zip(to.children());
        1 + pairs
            .map(|(from, to)| {
                // All but the children, which follow.
                let text = |node: &TreeNode| format!("{node:?}").split("children").next().map(str::to_string);
                assert_eq!(text(from), text(to));
                assert_same(from, to)
            })
            .sum::<usize>()
    }

    #[test]
    fn a_tree_advanced_by_two_plies_has_the_subtree() {
        for rules in ["chinese", "japanese", "tromp-taylor"] {
            let mut game = empty_board(rules);
            let (tree, whole) = (grown(&game, 4_000), grown(&game, 4_000));
            let (moves, before) = best_line(&whole, 2);
            assert!(before.visits() > 100 && !before.children().is_empty(), "{rules}: {before:?}");
            for &mv in &moves {
                game.play(mv).unwrap();
            }
            assert_eq!(tree.moves_to(&game), Some(moves.clone()));
            let advanced = tree.advanced_to(&game, &moves).unwrap();
            let nodes = assert_same(before, advanced.root());
            assert_eq!((nodes, advanced.root().at), (advanced.len.load(Ordering::Relaxed), NO_VERTEX));
            let sum = |tree: &Tree| tree.root().children().iter().map(TreeNode::visits).sum::<u32>();
            let visits = sum(&advanced);
            let totals = grow(&advanced, 500);
            assert_eq!(sum(&advanced), visits + 500);
            assert!(totals.ownership().iter().all(|owner| owner.abs() <= 1.0));
            let findings = Findings { tree: &advanced, totals: &totals };
            for node in findings.ranked() {
                assert!(game.is_legal(advanced.move_of(node.at())), "{rules}");
                let (rate, margin) = (node.wins / node.visits as f32, findings.median_margin(&node));
                let fits = node.visits == 0 || rate == 0.5 || margin == 0.0 || (rate > 0.5) == (margin > 0.0);
                assert!(fits, "{rules}: {rate} and {margin}");
            }
        }
    }

    /// Threads that grow one tree lose no visit and no win, and it stays a tree.
    #[test]
    fn threads_share_a_tree() {
        let game = empty_board("chinese");
        let tree = Tree::new(&game, Policy::default(), None, MAX_NODES);
        let totals = std::thread::scope(|scope| {
            let grow = |seed: u64| {
                let mut searcher = Searcher::new(&tree, Totals::new(&tree), seed);
                (0..1_000).for_each(|_| searcher.grow());
                searcher.into_totals()
            };
            let threads: Vec<_> = (0..4).map(|seed| scope.spawn(move || grow(seed))).collect();
            let mut all = Totals::new(&tree);
            threads.into_iter().for_each(|thread| all.add(&thread.join().unwrap()));
            all
        });
        assert_eq!(totals.playouts(), 4_000);
        assert_eq!(super::count(tree.root()), tree.len.load(Ordering::Relaxed));
        let mut open = vec![(tree.root(), None)];
        while let Some((node, visits)) = open.pop() {
            let below: u32 = node.children().iter().map(TreeNode::visits).sum();
            // A node is expanded at a visit; each later one goes to a child.
            assert!(visits.is_none_or(|visits| below < visits), "{below} of {visits:?}");
            assert!(visits.is_some() || below == 4_000, "{below}");
            assert!(node.wins() >= 0.0 && node.wins() <= node.visits() as f32);
            open.extend(
                node.children().iter().map(|child| (child, Some(child.visits()))).filter(|c| c.1 > Some(0)),
            );
        }
        // Each thread has counted its own margins; the nodes have the sums of all.
        for (n, child) in tree.root().children().iter().enumerate() {
            let (mut wins, mut margins, mut visits) = (0, 0.0, 0);
            for (margin, count) in totals.margins.of(n) {
                wins += if margin > 0.0 { count } else { 0 };
                margins += margin * count as f32;
                visits += count;
            }
            assert_eq!((child.visits(), child.wins(), child.margin()), (visits, wins as f32, margins));
        }
    }

    #[test]
    fn a_tree_is_of_one_past_only() {
        let game = empty_board("tromp-taylor");
        let tree = grown(&game, 50);
        let after = |game: &Position, moves: &[&str]| {
            let mut game = game.clone();
            for text in moves {
                game.play(game.parse_move(text).unwrap()).unwrap();
            }
            game
        };
        assert_eq!(tree.moves_to(&game), Some(Vec::new()));
        assert!(tree.moves_to(&after(&game, &["d4", "c3", "pass", "e5"])).is_some());
        assert!(tree.moves_to(&after(&game, &["d4", "c3", "c4", "e5", "e4"])).is_none(), "five plies");
        for other in ["chinese", "tromp-taylor,komi=5.5", "tromp-taylor,suicide=forbidden"] {
            assert!(tree.moves_to(&empty_board(other)).is_none(), "{other}");
        }
        // The same stones by another order of moves have another past.
        let tree = grown(&after(&game, &["d4", "c3", "e5"]), 50);
        assert!(tree.moves_to(&after(&game, &["d4", "c3", "e5", "e4"])).is_some());
        assert!(tree.moves_to(&after(&game, &["e5", "c3", "d4", "e4"])).is_none());
        assert!(tree.moves_to(&after(&game, &["d4", "c3"])).is_none(), "before it");
        // What was never searched keeps nothing.
        let moves = ["a1", "a2", "a3"].map(|text| game.parse_move(text).unwrap());
        let position = after(&game, &["a1", "a2", "a3"]);
        assert!(grown(&game, 50).advanced_to(&position, &moves).is_none());
    }
}
