//! A book in memory: its positions, the links between them, and their values by negamax.

use super::discs::{Discs, PASS};
use super::{Book, BookEntry, BookError, Leaf, Settings, format};
use std::collections::HashMap;
use std::fmt;

/// A position with its links.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) discs: Discs,
    pub(crate) leaf: Option<Leaf>,
    pub(crate) level: u8,
    /// The moves to other positions of the book, and their numbers.
    pub(crate) links: Vec<(u8, u32)>,
    /// By negamax, in hundredths of a disc.
    pub(crate) value: i16,
    /// Whether the value is that of the game.
    pub(crate) exact: bool,
}

/// A book in memory. Its positions have numbers in the order in which they were added.
///
/// After [`settle`](Graph::settle) every move to a position of the book is a link, no leaf is one, and every value is
/// the best of the links and the leaf.
#[derive(Clone, Debug)]
pub struct Graph {
    settings: Settings,
    nodes: Vec<Node>,
    numbers: HashMap<Discs, u32>,
}

/// Positions that are no book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// The file is spoilt.
    Book(BookError),
    /// A position that no book has.
    Position {
        /// Its number in the file, from 1.
        number: u64,
        /// What is wrong with it.
        why: BookPositionFault,
    },
}

/// Why a position can be in no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookPositionFault {
    /// It is not after the position before it.
    Order,
    /// It is no position, or another of its symmetric forms is smaller.
    NotCanonical,
    /// Its leaf is no legal move.
    IllegalLeaf,
    /// It has a final value, but the game is not over.
    NotOver,
    /// It has no final value, but the game is over.
    Over,
    /// Its leaf is worth more than 64 discs.
    LargeLeaf,
    /// It is in the book twice.
    Twice,
    /// It is one position more than a book can have.
    TooMany,
    /// It has no move with a value.
    NoValue,
    /// Its value is not the best of its links and its leaf.
    WrongValue,
    /// A link is no legal move.
    IllegalLink,
}

impl std::error::Error for BookPositionFault {}

impl fmt::Display for BookPositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BookPositionFault::Order => "it is not in ascending order",
            BookPositionFault::NotCanonical => {
                "it is no position, or not the smallest of its symmetric forms"
            }
            BookPositionFault::IllegalLeaf => "its leaf is no legal move",
            BookPositionFault::NotOver => "it has a final value, but the game is not over",
            BookPositionFault::Over => "it has no final value, but the game is over",
            BookPositionFault::LargeLeaf => "its leaf is worth more than 64 discs",
            BookPositionFault::Twice => "it is in the book twice",
            BookPositionFault::TooMany => "no book has so many positions",
            BookPositionFault::NoValue => "it has no move with a value",
            BookPositionFault::WrongValue => "its value is not the best of its links and its leaf",
            BookPositionFault::IllegalLink => "a link is no legal move",
        })
    }
}

impl std::error::Error for GraphError {}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Book(error) => error.fmt(f),
            GraphError::Position { number, why } => write!(f, "position {number} of the book: {why}"),
        }
    }
}

impl From<BookError> for GraphError {
    fn from(error: BookError) -> GraphError {
        GraphError::Book(error)
    }
}

impl Graph {
    /// A book without positions.
    pub fn new(settings: Settings) -> Graph {
        Graph { settings, nodes: Vec::new(), numbers: HashMap::new() }
    }

    /// Loads a book and checks all of it: the pages, the order, each position, and each value.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn load(book: &Book) -> Result<Graph, GraphError> {
        book.check()?;
        let mut graph = Graph::new(book.settings());
        let mut before = None;
        for (number, entry) in (1..).zip(book.entries()) {
            let entry = entry?;
            let wrong = |why| GraphError::Position { number, why };
            if before.replace(entry.discs).is_some_and(|before| before >= entry.discs) {
                return Err(wrong(BookPositionFault::Order));
            }
            graph.insert(entry.discs, entry.leaf, entry.level).map_err(wrong)?;
        }
        graph.settle();
        graph
            .check_values()
            .map_err(|number| GraphError::Position { number, why: BookPositionFault::NoValue })?;
        for ((number, entry), node) in (1..).zip(book.entries()).zip(&graph.nodes) {
            let entry = entry?;
            if (entry.value, entry.exact) != (node.value, node.exact) {
                let why = BookPositionFault::WrongValue;
                return Err(GraphError::Position { number, why });
            }
        }
        Ok(graph)
    }

    /// Refuses a position with neither links nor a leaf: its number, from 1.
    pub(crate) fn check_values(&self) -> Result<(), u64> {
        let empty = |node: &Node| node.links.is_empty() && node.leaf.is_none();
        match self.nodes.iter().position(empty) {
            Some(at) => Err(at as u64 + 1),
            None => Ok(()),
        }
    }

    /// How its positions are searched.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of links.
    pub fn links(&self) -> usize {
        self.nodes.iter().map(|node| node.links.len()).sum()
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The number of a position in any of its symmetric forms.
    pub(crate) fn find(&self, discs: Discs) -> Option<u32> {
        self.numbers.get(&discs.canonical().0).copied()
    }

    /// Adds a position, without links.
    ///
    /// # Errors
    /// Why it can be in no book.
    pub(crate) fn insert(
        &mut self,
        discs: Discs,
        leaf: Option<Leaf>,
        level: u8,
    ) -> Result<u32, BookPositionFault> {
        if !discs.is_board() || discs.canonical().0 != discs {
            return Err(BookPositionFault::NotCanonical);
        }
        match leaf {
            Some(Leaf { mv: Some(mv), .. }) if !discs.is_legal(mv) => {
                return Err(BookPositionFault::IllegalLeaf);
            }
            Some(Leaf { mv: None, .. }) if !discs.board().is_over() => {
                return Err(BookPositionFault::NotOver);
            }
            None if discs.board().is_over() => return Err(BookPositionFault::Over),
            Some(leaf) if leaf.value.unsigned_abs() > 6400 => {
                return Err(BookPositionFault::LargeLeaf);
            }
            _ => {}
        }
        let number = u32::try_from(self.nodes.len()).map_err(|_| BookPositionFault::TooMany)?;
        if self.numbers.insert(discs, number).is_some() {
            return Err(BookPositionFault::Twice);
        }
        let value = leaf.map_or(0, |leaf| leaf.value);
        self.nodes.push(Node { discs, leaf, level, links: Vec::new(), value, exact: false });
        Ok(number)
    }

    /// Changes the leaf of a position.
    pub(crate) fn set_leaf(&mut self, number: u32, leaf: Option<Leaf>) {
        self.nodes[number as usize].leaf = leaf;
    }

    /// The moves to positions of the book from any position, in ascending order.
    pub(crate) fn children(&self, discs: Discs) -> Vec<(u8, u32)> {
        discs.moves().filter_map(|mv| Some((mv, self.find(discs.after(mv))?))).collect()
    }

    /// Finds the links of one position; a leaf that has become a link is a leaf no more.
    pub(crate) fn link(&mut self, number: u32) {
        let links = self.children(self.node(number).discs);
        let node = &mut self.nodes[number as usize];
        if node.leaf.is_some_and(|leaf| links.iter().any(|(mv, _)| Some(*mv) == leaf.mv)) {
            node.leaf = None;
        }
        node.links = links;
    }

    /// The value of a position from its leaf and the values of its links, and whether it is exact.
    fn evaluate(&self, node: &Node) -> (i16, bool) {
        let leaf = node.leaf.map(|leaf| (leaf.value, leaf.exact));
        let links = node.links.iter().map(|(_, child)| {
            let child = self.node(*child);
            (-child.value, child.exact)
        });
        let mut best: Option<i16> = None;
        let (mut all_exact, mut best_exact) = (true, false);
        for (value, exact) in links.chain(leaf) {
            all_exact &= exact;
            if best.is_none_or(|best| value > best) {
                (best, best_exact) = (Some(value), exact);
            } else if best == Some(value) {
                best_exact |= exact;
            }
        }
        let best = best.unwrap_or_default();
        // An estimate below the best move may still be too low, unless the best move wins every disc.
        (best, best_exact && ((all_exact && self.is_complete(node)) || best == 6400))
    }

    /// Whether every legal move is a link, or the leaf is the best of the others.
    fn is_complete(&self, node: &Node) -> bool {
        node.leaf.is_some() || node.links.len() == node.discs.moves().count()
    }

    /// Computes the value of one position from those of its links.
    pub(crate) fn revalue(&mut self, number: u32) {
        let (value, exact) = self.evaluate(self.node(number));
        let node = &mut self.nodes[number as usize];
        (node.value, node.exact) = (value, exact);
    }

    /// Finds all links and computes all values. Returns the positions that have moves without a value: they have lost
    /// their leaf to a link.
    pub fn settle(&mut self) -> Vec<u32> {
        for number in 0..self.nodes.len() as u32 {
            self.link(number);
        }
        // A link leads to a position with fewer empties, or, after a pass, to one that has a move.
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&number| {
            let node = self.node(number);
            (node.discs.empties(), node.discs.moves().next() == Some(PASS))
        });
        for number in order {
            self.revalue(number);
        }
        let incomplete = |number: &u32| !self.is_complete(self.node(*number));
        (0..self.nodes.len() as u32).filter(incomplete).collect()
    }

    /// The positions in ascending order.
    pub fn entries(&self) -> Vec<BookEntry> {
        let entry = |node: &Node| BookEntry {
            discs: node.discs,
            value: node.value,
            exact: node.exact,
            leaf: node.leaf,
            level: node.level,
        };
        let mut entries: Vec<BookEntry> = self.nodes.iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.discs);
        entries
    }

    /// The bytes of the book's file. Call [`settle`](Graph::settle) first.
    pub fn to_bytes(&self) -> Vec<u8> {
        format::write_file(self.settings, &self.entries())
    }
}
