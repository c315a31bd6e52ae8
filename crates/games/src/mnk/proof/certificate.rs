//! A certificate, and how it is written.

use crate::Game;
use crate::certificate::write_answers;
use crate::mnk::{Position, Rules};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Coords, Point, Size};

/// What a side does, whatever the other side replies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MnkClaim {
    /// It completes a line first.
    Wins,
    /// The other side does not complete a line first.
    Holds,
}

impl MnkClaim {
    /// The word of the file: `wins` or `holds`.
    pub const fn name(self) -> &'static str {
        match self {
            MnkClaim::Wins => "wins",
            MnkClaim::Holds => "holds",
        }
    }
}

/// A node of a proof: a move of the side that makes the claim, and the answer to each reply.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MnkProofNode {
    /// The move. `None` in the last node of a claim whose other side is to move.
    pub mv: Option<Point>,
    /// True if from here on the lines of the side that holds count for nothing: it only blocks.
    pub block: bool,
    /// In a node without answers of a hold: two empty points each, of which the side gets one.
    pub pairs: Vec<(Point, Point)>,
    /// Replies with the node that answers each, in the order of the points, each reply once.
    pub replies: Vec<(Point, u32)>,
    /// The node that answers every other reply.
    pub other: Option<u32>,
}

impl MnkProofNode {
    /// True if no node follows.
    pub fn is_last(&self) -> bool {
        self.replies.is_empty() && self.other.is_none()
    }

    /// The node that answers `reply`, if this node names it.
    pub fn own_answer(&self, reply: Point) -> Option<u32> {
        self.replies.binary_search_by_key(&reply, |&(p, _)| p).ok().map(|i| self.replies[i].1)
    }
}

/// A claim of one side with its proof.
///
/// Nodes are counted from 0 here and from 1 in the file. A node refers only to nodes before it; several nodes may refer
/// to the same one. The last node is played in the position itself. If the other side is to move there, it has no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MnkProofPart {
    /// The side that makes the claim.
    pub side: Color,
    /// What it claims.
    pub claim: MnkClaim,
    /// The proof, never empty.
    pub nodes: Vec<MnkProofNode>,
}

/// The value of a position, with an answer to every reply.
///
/// A certificate that was read is well formed but may still be wrong: [`verify`](super::verify) decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MnkCertificate {
    /// Board and length of a line, without gravity.
    pub rules: Rules,
    /// Black's stones, in reading order.
    pub black: Vec<Point>,
    /// White's stones, in reading order.
    pub white: Vec<Point>,
    /// The side that moves next.
    pub to_move: Color,
    /// One claim; or a draw, a hold of each side.
    pub parts: Vec<MnkProofPart>,
}

impl MnkCertificate {
    /// A certificate about a position.
    pub fn new(position: &Position, parts: Vec<MnkProofPart>) -> MnkCertificate {
        let rules = position.rules();
        let stones = |color: Color| -> Vec<Point> {
            rules.size.points().filter(|&p| position.at(p).color() == Some(color)).collect()
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        MnkCertificate { rules, black, white, to_move: position.to_move(), parts }
    }
}

/// A point as the file writes it.
pub(super) fn name(point: Point, size: Size) -> String {
    Coords::Gomoku.format(point, size)
}

/// The text of the file.
impl fmt::Display for MnkCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { size, k, .. } = self.rules;
        writeln!(f, "tengen-mnk-proof 1\nrules {},{},{k}", size.cols(), size.rows())?;
        for (color, stones) in [("black", &self.black), ("white", &self.white)] {
            f.write_str(color)?;
            stones.iter().try_for_each(|&p| write!(f, " {}", name(p, size)))?;
            writeln!(f)?;
        }
        writeln!(f, "move {}", self.to_move)?;
        for part in &self.parts {
            writeln!(f, "claim {} {}\nnodes {}", part.side, part.claim.name(), part.nodes.len())?;
            for (i, node) in part.nodes.iter().enumerate() {
                write!(f, "{} ", i + 1)?;
                write_node(node, size, f)?;
            }
        }
        writeln!(f, "end")
    }
}

fn write_node(node: &MnkProofNode, size: Size, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&node.mv.map_or("-".into(), |mv| name(mv, size)))?;
    if node.block {
        f.write_str(" block")?;
    }
    for &(a, b) in &node.pairs {
        write!(f, " {}-{}", name(a, size), name(b, size))?;
    }
    write_answers(&node.replies, node.other, |p| name(p, size), f)?;
    writeln!(f)
}
