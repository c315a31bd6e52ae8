//! A certificate, and how it is written.

use std::fmt;
use tengen_board::{Cell, Color, Coords, Point};
use tengen_games::gomoku::{OpeningRule, Position, Rules};
use tengen_games::{Game, SetUp, SetUpError};

/// A node of a proof: a move of the winning side, and the answer to each reply.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProofNode {
    /// The move. [`NO_MOVE`](ProofNode::NO_MOVE) in the last node of a certificate whose loser is to move.
    pub mv: Point,
    /// Replies with the node that answers each, in the order of the points, each reply once.
    pub replies: Vec<(Point, u32)>,
    /// The node that answers every other legal reply.
    pub other: Option<u32>,
}

impl ProofNode {
    /// The move of a node without a move; this point is on no board.
    pub const NO_MOVE: Point = Point::new(u8::MAX, u8::MAX);

    /// The node of a move that must win at once.
    pub const fn last(mv: Point) -> ProofNode {
        ProofNode { mv, replies: Vec::new(), other: None }
    }

    /// True if no node follows: the move must win at once.
    pub fn is_last(&self) -> bool {
        self.replies.is_empty() && self.other.is_none()
    }

    /// The node that answers `reply`.
    pub fn answer(&self, reply: Point) -> Option<u32> {
        self.own_answer(reply).or(self.other)
    }

    /// True if a node answers `reply` that does not answer every other one too.
    pub(crate) fn has_own_answer(&self, reply: Point) -> bool {
        self.own_answer(reply).is_some()
    }

    /// The node that answers `reply`, if this node names it.
    pub(crate) fn own_answer(&self, reply: Point) -> Option<u32> {
        let found = self.replies.binary_search_by_key(&reply, |&(p, _)| p).ok()?;
        self.replies.get(found).map(|&(_, answer)| answer)
    }
}

/// The claim that a side wins, with an answer to every defence.
///
/// Nodes are counted from 0 here and from 1 in the file. A node refers only to nodes before it, so there are no cycles;
/// several nodes may refer to the same one. The last node is the move in the position itself. If the other side is to
/// move there, the last node has no move, only the answers to the replies.
///
/// A certificate that was read is well formed but may still be wrong: [`verify`](crate::verify) decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Variant and size, without an opening rule.
    pub rules: Rules,
    /// Black's stones, in reading order.
    pub black: Vec<Point>,
    /// White's stones, in reading order.
    pub white: Vec<Point>,
    /// The side that wins.
    pub side: Color,
    /// The side that moves next.
    pub to_move: Color,
    /// The proof, never empty.
    pub nodes: Vec<ProofNode>,
}

impl Certificate {
    /// A certificate that `side` wins the position if it is to move, with these nodes.
    pub fn new(position: &Position, side: Color, nodes: Vec<ProofNode>) -> Certificate {
        Certificate::from_position(position, side, side, nodes)
    }

    /// A certificate that `side` wins the position if the other side is to move, with these nodes. The last one has
    /// no move.
    pub fn against_all(position: &Position, side: Color, nodes: Vec<ProofNode>) -> Certificate {
        Certificate::from_position(position, side, side.opponent(), nodes)
    }

    fn from_position(position: &Position, side: Color, to_move: Color, nodes: Vec<ProofNode>) -> Certificate {
        let rules = Rules { opening: OpeningRule::None, ..position.rules() };
        let stones = |color: Color| -> Vec<Point> {
            rules.size.points().filter(|&p| position.at(p).color() == Some(color)).collect()
        };
        Certificate { rules, black: stones(Color::Black), white: stones(Color::White), side, to_move, nodes }
    }

    /// The position.
    ///
    /// # Errors
    /// [`SetUpError`] if the stones are not a valid position.
    pub fn position(&self) -> Result<Position, SetUpError> {
        let black = self.black.iter().map(|&p| (p, Cell::Black));
        let cells = black.chain(self.white.iter().map(|&p| (p, Cell::White))).collect();
        Position::set_up(&self.rules, &SetUp { cells, to_move: self.to_move })
    }

    /// The lines before the nodes.
    pub(crate) fn header(&self, version: u32, nodes: usize) -> String {
        let size = self.rules.size;
        let stones = |stones: &[Point]| -> String {
            stones.iter().map(|&p| format!(" {}", Coords::Gomoku.format(p, size))).collect()
        };
        format!(
            "tengen-proof {version}\nrules {} {size}\nblack{}\nwhite{}\nside {}\nnodes {nodes}\n",
            self.rules.variant,
            stones(&self.black),
            stones(&self.white),
            self.side
        )
    }
}

/// The text of the file: version 1 of the format.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules.size;
        let name = |p: Point| Coords::Gomoku.format(p, size);
        f.write_str(&self.header(1, self.nodes.len()))?;
        for (i, node) in self.nodes.iter().enumerate() {
            if node.mv == ProofNode::NO_MOVE {
                write!(f, "{} -", i + 1)?;
            } else {
                write!(f, "{} {}", i + 1, name(node.mv))?;
            }
            // Replies with the same answer are grouped, in the order in which the answers first occur.
            let mut groups: Vec<(u32, Vec<Point>)> = Vec::new();
            for &(p, answer) in &node.replies {
                match groups.iter_mut().find(|(a, _)| *a == answer) {
                    Some((_, points)) => points.push(p),
                    None => groups.push((answer, vec![p])),
                }
            }
            for (answer, points) in groups {
                let words: Vec<String> = points.into_iter().map(name).collect();
                write!(f, " {}>{}", words.join(","), answer + 1)?;
            }
            if let Some(other) = node.other {
                write!(f, " *{}", other + 1)?;
            }
            writeln!(f)?;
        }
        writeln!(f, "end")
    }
}
