//! What a certificate holds, and how it is written.

use super::read::{self, ProofError};
use std::fmt;
use std::str::FromStr;
use tengen_board::{Cell, Color, Coords, Point};
use tengen_games::gomoku::{Opening, Position, Rules};
use tengen_games::{Game, SetUp, SetUpError};

/// A move of the side that wins, and what it answers to each reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers {
    /// The move.
    pub mv: Point,
    /// Replies and the node that answers each, in the order of the points, none twice.
    pub replies: Vec<(Point, u32)>,
    /// The node that answers every other legal reply.
    pub other: Option<u32>,
}

impl Answers {
    /// A move that must win at once.
    pub const fn last(mv: Point) -> Answers {
        Answers { mv, replies: Vec::new(), other: None }
    }

    /// Whether nothing follows: the move must win at once.
    pub fn is_last(&self) -> bool {
        self.replies.is_empty() && self.other.is_none()
    }

    /// The node that answers `reply`.
    pub fn answer(&self, reply: Point) -> Option<u32> {
        self.replies.binary_search_by_key(&reply, |&(p, _)| p).map_or(self.other, |i| Some(self.replies[i].1))
    }
}

/// A claim that a side wins, with the answer to every defence.
///
/// Nodes are counted from 0 here and from 1 in the file; a node refers only to nodes before it, so that there are no
/// circles, and several may refer to the same one. The last node is played in the position itself.
///
/// A certificate that was read is well formed: it may still be wrong, which [`verify`](super::verify) finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Variant and size; no opening rule.
    pub rules: Rules,
    /// Black's stones, in reading order.
    pub black: Vec<Point>,
    /// White's stones, in reading order.
    pub white: Vec<Point>,
    /// The side that moves next and is said to win.
    pub side: Color,
    /// The proof, never empty.
    pub nodes: Vec<Answers>,
}

impl Certificate {
    /// The certificate of a position for `side`, as if that side were to move, with these nodes.
    pub fn new(position: &Position, side: Color, nodes: Vec<Answers>) -> Certificate {
        let rules = Rules { opening: Opening::None, ..position.rules() };
        let stones = |color: Color| -> Vec<Point> {
            rules.size.points().filter(|&p| position.at(p).color() == Some(color)).collect()
        };
        Certificate { rules, black: stones(Color::Black), white: stones(Color::White), side, nodes }
    }

    /// The position, with the side that is said to win to move.
    ///
    /// # Errors
    /// [`SetUpError`] if the stones cannot stand so.
    pub fn position(&self) -> Result<Position, SetUpError> {
        let black = self.black.iter().map(|&p| (p, Cell::Black));
        let cells = black.chain(self.white.iter().map(|&p| (p, Cell::White))).collect();
        Position::set_up(&self.rules, &SetUp { cells, to_move: self.side })
    }
}

impl FromStr for Certificate {
    type Err = ProofError;
    fn from_str(text: &str) -> Result<Certificate, ProofError> {
        read::certificate(text)
    }
}

/// The text of the file.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules.size;
        let name = |p: Point| Coords::Gomoku.format(p, size);
        writeln!(f, "tengen-proof 1")?;
        writeln!(f, "rules {} {size}", self.rules.variant)?;
        for (color, stones) in [("black", &self.black), ("white", &self.white)] {
            f.write_str(color)?;
            for &p in stones {
                write!(f, " {}", name(p))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "side {}", self.side)?;
        writeln!(f, "nodes {}", self.nodes.len())?;
        for (i, node) in self.nodes.iter().enumerate() {
            write!(f, "{} {}", i + 1, name(node.mv))?;
            // Replies with the same answer stand together, in the order in which the answers first come up.
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
