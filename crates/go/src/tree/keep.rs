//! The tree of one search, kept for the next: what was found below the moves played since stays.

use super::{RootStats, Tree, TreeNode};
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
    ///
    /// Ownership and margins begin again: they are known for the old root alone.
    pub(crate) fn advanced_to(self, position: &Position, moves: &[Move], seed: u64) -> Option<Tree> {
        if moves.is_empty() {
            return Some(Tree { searched: 0, ..self });
        }
        let mut root = 0;
        for &mv in moves {
            let node = &self.nodes[root];
            let found = self.children(node).iter().position(|child| self.move_of(child) == mv)?;
            root = node.first as usize + found;
        }
        let mut tree = Tree::new(position, self.policy, seed, None, self.max_nodes);
        let points = |tree: &Tree, node: usize| -> Vec<_> {
            tree.children(&tree.nodes[node]).iter().map(|child| child.at).collect()
        };
        if points(&tree, 0) != points(&self, root) {
            return None;
        }
        tree.nodes = subtree(&self.nodes, root);
        Some(tree)
    }

    /// The limit on nodes that it grows under.
    pub(crate) fn max_nodes(&self) -> usize {
        self.max_nodes
    }

    /// Returns memory that holds no nodes.
    pub(crate) fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
    }

    /// Sets the root's statistics to what they were, without those of other trees.
    pub(crate) fn set_root_stats(&mut self, own: RootStats) {
        let (first, children) = (self.nodes[0].first as usize, self.nodes[0].children as usize);
        self.nodes[first..first + children].clone_from_slice(&own.children);
        self.nodes[0].visits = own.visits;
        self.ownership = own.ownership;
        self.margins = own.margins;
        self.playouts = own.playouts;
        self.searched = own.searched;
        self.forced_passes = own.forced_passes;
    }
}

/// A copy of the nodes below `root`, breadth first, with itself as the root.
fn subtree(nodes: &[TreeNode], root: usize) -> Vec<TreeNode> {
    // The expanded nodes, with their numbers in the copy.
    let mut expanded = vec![(root, 0)];
    let (mut next, mut len) = (0, 1);
    while let Some(&(old, _)) = expanded.get(next) {
        next += 1;
        let (first, children) = (nodes[old].first as usize, nodes[old].children as usize);
        let inner = (0..children).filter(|n| nodes[first + n].children > 0);
        expanded.extend(inner.map(|n| (first + n, len + n)));
        len += children;
    }
    let mut copy = Vec::with_capacity(len);
    copy.push(TreeNode { at: NO_VERTEX, ..nodes[root].clone() });
    for (old, new) in expanded {
        let (first, children) = (nodes[old].first as usize, nodes[old].children as usize);
        copy[new].first = copy.len() as u32;
        copy.extend_from_slice(&nodes[first..first + children]);
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Policy;
    use tengen_games::go::Rules;

    fn grown(position: &Position, playouts: u64) -> Tree {
        let mut tree = Tree::new(position, Policy::default(), 3, None, super::super::MAX_NODES);
        for _ in 0..playouts {
            tree.grow();
        }
        tree
    }

    fn empty_board(rules: &str) -> Position {
        Position::new(&Rules::named(rules, Some("7".parse().unwrap())).unwrap())
    }

    /// The most visited moves of a tree, and the number of their last node.
    fn best_line(tree: &Tree, plies: usize) -> (Vec<Move>, usize) {
        let (mut moves, mut node) = (Vec::new(), 0);
        for _ in 0..plies {
            let first = tree.nodes[node].first as usize;
            let children = tree.children(&tree.nodes[node]).iter().enumerate();
            node = first + children.max_by_key(|(_, child)| child.visits).unwrap().0;
            moves.push(tree.move_of(&tree.nodes[node]));
        }
        (moves, node)
    }

    /// The same statistics in both trees, at every depth.
    fn assert_same(a: &Tree, from: &TreeNode, b: &Tree, to: &TreeNode) -> usize {
        assert_eq!((from.visits, from.value, from.wins), (to.visits, to.value, to.wins));
        assert_eq!((from.margin, from.rave_visits), (to.margin, to.rave_visits));
        assert_eq!(from.children, to.children);
        let pairs = a.children(from).iter().zip(b.children(to));
        1 + pairs
            .map(|(from, to)| {
                assert_eq!(from.at, to.at);
                assert_same(a, from, b, to)
            })
            .sum::<usize>()
    }

    #[test]
    fn a_tree_advanced_by_two_plies_has_the_subtree() {
        for rules in ["chinese", "japanese", "tromp-taylor"] {
            let mut game = empty_board(rules);
            let tree = grown(&game, 4_000);
            let (moves, node) = best_line(&tree, 2);
            let before = tree.nodes[node].clone();
            assert!(before.visits > 100 && before.children > 0, "{rules}: {before:?}");
            for &mv in &moves {
                game.play(mv).unwrap();
            }
            assert_eq!(tree.moves_to(&game), Some(moves.clone()));
            let whole = grown(&empty_board(rules), 4_000);
            let mut advanced = tree.advanced_to(&game, &moves, 9).unwrap();
            let copied = assert_same(&whole, &before, &advanced, &advanced.nodes[0]);
            assert_eq!((copied, advanced.nodes[0].at), (advanced.nodes.len(), NO_VERTEX));
            let sum = |tree: &Tree| tree.children(&tree.nodes[0]).iter().map(|n| n.visits).sum::<u32>();
            let visits = sum(&advanced);
            for _ in 0..500 {
                advanced.grow();
            }
            assert_eq!((sum(&advanced), advanced.searched()), (visits + 500, 500));
            assert!(advanced.ownership().iter().all(|owner| owner.abs() <= 1.0));
            for node in advanced.ranked() {
                assert!(game.is_legal(advanced.move_of(node)), "{rules}");
                let (rate, margin) = (node.wins / node.visits as f32, advanced.median_margin(node));
                let fits = node.visits == 0 || rate == 0.5 || margin == 0.0 || (rate > 0.5) == (margin > 0.0);
                assert!(fits, "{rules}: {rate} and {margin}");
            }
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
        assert!(grown(&game, 50).advanced_to(&position, &moves, 1).is_none());
    }
}
