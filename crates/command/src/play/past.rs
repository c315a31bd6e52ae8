//! The tree of a game under way: every line that was played or loaded, and the one that is on the board.

use std::collections::HashMap;
use std::time::Duration;
use tengen_games::{Game as _, Move};
use tengen_records::{NodeId, Record, Tree};

/// A record, and the nodes of the line on the board.
pub(crate) struct Past {
    record: Record,
    /// The node of the position after each ply: one more than the position has plies. A pass that the record leaves out
    /// stays with the node before it.
    nodes: Vec<NodeId>,
    /// Where each branching was last gone through.
    forward: HashMap<NodeId, NodeId>,
    /// Nodes below this were loaded; the others were played here.
    loaded: usize,
}

impl Past {
    /// A record whose node `node` is the position on the board.
    pub(crate) fn new(record: Record, node: NodeId) -> Past {
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut set_ups = 0;
        // What can be played of the line is enough.
        let _ = record.replay_nodes(record.tree.path(node), |id, position, count| {
            if count.set_ups > set_ups {
                set_ups = count.set_ups;
                nodes.clear();
            }
            let plies = position.ply() + 1;
            let before = nodes.last().copied().unwrap_or(id);
            nodes.resize(plies.max(nodes.len()), before);
            // A node without a move, such as a comment, is where the line goes on.
            if let Some(last) = nodes.last_mut() {
                *last = id;
            }
        });
        if nodes.is_empty() {
            nodes.push(Tree::ROOT);
        }
        let loaded = record.tree.len();
        Past { record, nodes, forward: HashMap::new(), loaded }
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// The node of the position on the board.
    pub(crate) fn node(&self) -> NodeId {
        self.nodes.last().copied().unwrap_or(Tree::ROOT)
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.record.tree.len()
    }

    /// Plays a move: goes to its node, or adds one. The line played last becomes the main one. A move without time
    /// spent was only viewed, and changes no order.
    pub(crate) fn played(&mut self, mv: Move, spent: Option<Duration>) {
        let at = self.node();
        let tree = &mut self.record.tree;
        let is_it = |id: NodeId, tree: &Tree| tree.node(id).mv.is_some_and(|(_, m)| m == mv);
        let known = tree.node(at).children.iter().copied().find(|&id| is_it(id, tree));
        let node = known.unwrap_or_else(|| {
            let id = tree.add(at);
            tree.node_mut(id).mv = Some((None, mv));
            id
        });
        let own = node as usize >= self.loaded;
        if spent.is_some() && own {
            tree.node_mut(node).spent = spent;
        }
        let children = &mut tree.node_mut(at).children;
        if spent.is_some()
            && own
            && let Some(first) = children.iter().position(|&id| id as usize >= self.loaded)
        {
            children.retain(|&mut id| id != node);
            children.insert(first, node);
        }
        self.forward.insert(at, node);
        self.nodes.push(node);
    }

    /// A pass was played that the record leaves out.
    pub(crate) fn stay(&mut self) {
        self.nodes.push(self.node());
    }

    /// The last move was taken back.
    pub(crate) fn taken_back(&mut self) {
        if self.nodes.len() > 1 {
            self.nodes.pop();
        }
    }

    /// The move that comes next in the line last gone through, or in the main one.
    pub(crate) fn next(&self) -> Option<Move> {
        let at = self.node();
        let children = &self.record.tree.node(at).children;
        let next = self.forward.get(&at).filter(|id| children.contains(id)).or(children.first())?;
        self.record.tree.node(*next).mv.map(|(_, mv)| mv)
    }

    /// The moves that were played instead of the last one, itself among them, and which of them it is.
    pub(crate) fn alternatives(&self) -> (Vec<Move>, usize) {
        let at = self.node();
        let tree = &self.record.tree;
        let siblings = tree.node(at).parent.map_or(&[][..], |parent| &tree.node(parent).children);
        let moves: Vec<(NodeId, Move)> =
            siblings.iter().filter_map(|&id| Some((id, tree.node(id).mv?.1))).collect();
        let index = moves.iter().position(|&(id, _)| id == at).unwrap_or(0);
        (moves.into_iter().map(|(_, mv)| mv).collect(), index)
    }

    /// The moves that follow on the board's line, from here to its end.
    pub(crate) fn rest(&self, most: usize) -> Vec<Move> {
        let tree = &self.record.tree;
        let next = |id: &NodeId| {
            let children = &tree.node(*id).children;
            self.forward.get(id).filter(|n| children.contains(n)).or(children.first()).copied()
        };
        std::iter::successors(Some(self.node()), next)
            .skip(1)
            .filter_map(|id| tree.node(id).mv.map(|(_, mv)| mv))
            .take(most)
            .collect()
    }

    /// What the record says of the position on the board.
    pub(crate) fn comment(&self) -> Option<&str> {
        self.record.tree.node(self.node()).comment.as_deref()
    }
}
