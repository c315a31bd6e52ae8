//! The type that every format is read into and written from.

use std::time::Duration;
use tengen_board::{Cell, Color, Point};
use tengen_games::{AnyPosition, Game, GameSpec, Move};

/// A game, or a position with its analysis: header, set-up stones, main line and variations.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The game and its rules.
    pub spec: GameSpec,
    /// Players, date, place and result.
    pub header: Header,
    /// The moves with their variations.
    pub tree: Tree,
}

/// Players, date, place and result.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Header {
    /// Black.
    pub black: PlayerInfo,
    /// White.
    pub white: PlayerInfo,
    /// The result as the record has it, in SGF's notation: `B+R`, `W+3.5`, `0`, `Void`.
    pub result: Option<String>,
    /// Date as the record has it; ISO 8601 if the format allows it.
    pub date: Option<String>,
    /// Tournament or occasion.
    pub event: Option<String>,
    /// Round.
    pub round: Option<String>,
    /// Place.
    pub place: Option<String>,
    /// Name of the game.
    pub name: Option<String>,
    /// Comment on the game as a whole.
    pub comment: Option<String>,
    /// The program that wrote the record.
    pub application: Option<String>,
    /// Main time of each player.
    pub time: Option<Duration>,
    /// Overtime as the record describes it.
    pub overtime: Option<String>,
}

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PlayerInfo {
    /// Name.
    pub name: Option<String>,
    /// Rank or rating as the record has it.
    pub rank: Option<String>,
    /// Team.
    pub team: Option<String>,
}

/// The number of a node in its [`Tree`].
pub type NodeId = u32;

/// Moves and variations. The nodes are in one vector, so that a tree nested 100,000 deep needs no recursion. Node 0 is
/// the root and always exists; a parent's number is smaller than those of its children.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The nodes after a node. Up to four are in the node itself, so that a line of moves needs no memory for each of them.
pub type Children = smallvec::SmallVec<[NodeId; 4]>;

/// One node: at most one move, set-up stones, and comments on the position.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Node {
    /// The node before, `None` for the root.
    pub parent: Option<NodeId>,
    /// The nodes after, main line first.
    pub children: Children,
    /// The move, with its colour if the record gives it.
    pub mv: Option<(Option<Color>, Move)>,
    /// Points that are set up, not played, and their new contents. They come before the move.
    pub set_up: Vec<(Point, Cell)>,
    /// The side to move from here, if the record names it.
    pub to_move: Option<Color>,
    /// Name of the position, one line.
    pub name: Option<String>,
    /// Comment.
    pub comment: Option<String>,
    /// Marks on points.
    pub marks: Vec<(Point, Mark)>,
    /// Time left to the player who just moved.
    pub clock: Option<Duration>,
    /// Time spent on the move.
    pub spent: Option<Duration>,
    /// The engine's or book's value of the move, in the units of the format (GGF, OBF).
    pub value: Option<f32>,
    /// All other properties, byte for byte.
    pub extra: Vec<Property>,
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// Selected.
    Selected,
    /// Text, usually a letter or a number.
    Label(String),
    /// Territory of this colour.
    Territory(Color),
}

/// A property that Tengen does not interpret, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// Its identifier.
    pub ident: String,
    /// Its values, with their escapes. Empty for `RU` and `KM` of a root whose file did not have them: they are then
    /// the usual ones, and not written.
    pub values: Vec<Vec<u8>>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The root's number.
    pub const ROOT: NodeId = 0;

    /// The number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is no node but the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// A node by its number.
    ///
    /// # Panics
    /// If there is none.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// A node by its number, to change it. The tree maintains `parent` and `children`: do not change them.
    ///
    /// # Panics
    /// If there is none.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Reserves memory for this many more nodes.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
    }

    /// Adds an empty node after `parent`, as its last variation.
    ///
    /// # Panics
    /// If there is no `parent`, or if there are 2^32 nodes.
    pub fn add(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId::try_from(self.nodes.len()).expect("a tree has fewer than 2^32 nodes");
        self.nodes[parent as usize].children.push(id);
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        id
    }

    /// Removes the node that was added last, if it is the last child of its parent and no root.
    pub(crate) fn remove_last(&mut self) {
        if let Some(Node { parent: Some(parent), .. }) = self.nodes.pop_if(|node| node.parent.is_some()) {
            self.nodes[parent as usize].children.pop();
        }
    }

    /// Removes a node and all nodes after it. The nodes that stay get new numbers, in their order.
    ///
    /// # Panics
    /// If there is no such node, or if it is the root.
    pub fn remove(&mut self, node: NodeId) {
        assert!(node != Self::ROOT, "the root stays");
        // The new numbers; parents come before their children.
        let mut kept: Vec<Option<NodeId>> = Vec::with_capacity(self.nodes.len());
        let mut next = 0;
        for (id, old) in self.nodes.iter().enumerate() {
            let stays =
                id != node as usize && old.parent.is_none_or(|parent| kept[parent as usize].is_some());
            kept.push(stays.then_some(next));
            next += NodeId::from(stays);
        }
        let new = |id: NodeId| kept[id as usize];
        let mut id = 0;
        self.nodes.retain_mut(|old| {
            let stays = new(id).is_some();
            id += 1;
            if stays {
                old.parent = old.parent.and_then(new);
                old.children = old.children.iter().filter_map(|&child| new(child)).collect();
            }
            stays
        });
    }

    /// The numbers of the nodes of the main line, from the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(Self::ROOT), |&id| self.node(id).children.first().copied())
    }

    /// The numbers of the leaves, in the order of the tree: that of the main line first.
    ///
    /// ```
    /// use tengen_records::{ReadOptions, sgf};
    /// let read = sgf::read(b"(;GM[1]SZ[9];B[aa](;W[bb](;B[cc]C[1])(;B[dd]C[2]))(;W[ee]C[3]))", &ReadOptions::default())?;
    /// let tree = &read.records[0].tree;
    /// let comments: Vec<&str> = tree.ends().filter_map(|id| tree.node(id).comment.as_deref()).collect();
    /// assert_eq!(comments, ["1", "2", "3"]);
    /// # Ok::<(), tengen_records::ReadError>(())
    /// ```
    pub fn ends(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut waiting = vec![Self::ROOT];
        std::iter::from_fn(move || {
            let mut at = waiting.pop()?;
            while let [first, rest @ ..] = self.node(at).children.as_slice() {
                waiting.extend(rest.iter().rev());
                at = *first;
            }
            Some(at)
        })
    }

    /// The numbers of the nodes from the root to `node`, both included.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), |&id| self.node(id).parent).collect();
        path.reverse();
        path
    }

    /// Every node with its number, parents before children.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> + '_ {
        self.nodes.iter().enumerate().map(|(i, node)| (i as NodeId, node))
    }
}

impl Record {
    /// An empty record of a game.
    pub fn new(spec: GameSpec) -> Record {
        Record { spec, header: Header::default(), tree: Tree::default() }
    }

    /// A record whose main line is `moves`.
    pub fn from_moves(spec: GameSpec, moves: impl IntoIterator<Item = Move>) -> Record {
        let mut record = Record::new(spec);
        let mut at = Tree::ROOT;
        for mv in moves {
            at = record.tree.add(at);
            record.tree.node_mut(at).mv = Some((None, mv));
        }
        record
    }

    /// A record of a game: what was set up before its first move, and the moves since.
    pub fn from_position(position: &AnyPosition) -> Record {
        let mut record = Record::from_moves(position.spec(), position.moves());
        let mut start = position.clone();
        while start.undo().is_some() {}
        let usual = AnyPosition::new(&position.spec());
        let points = start.size().points();
        let set_up: Vec<(Point, Cell)> =
            points.map(|p| (p, start.at(p))).filter(|&(p, cell)| usual.at(p) != cell).collect();
        if !set_up.is_empty() || start.to_move() != usual.to_move() {
            let root = record.tree.node_mut(Tree::ROOT);
            root.to_move = Some(start.to_move());
            root.set_up = set_up;
        }
        record
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.tree.main_line().filter_map(|id| self.tree.node(id).mv.map(|(_, mv)| mv))
    }
}
