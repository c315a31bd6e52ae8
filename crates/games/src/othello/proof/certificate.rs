//! A certificate, and how it is written.

use crate::certificate::write_answers;
use crate::othello::{Position, Rules};
use crate::{Game, Move};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Coords, Point, Size};

/// A node of a proof: a move of the side that makes the claim, and the answer to each reply.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct OthelloProofNode {
    /// A disc or a pass. `None` in the last node of a claim whose other side is to move.
    pub mv: Option<Move>,
    /// Replies with the node that answers each, in the order of the points, each reply once.
    pub replies: Vec<(Point, u32)>,
    /// The node that answers every other reply, a pass too.
    pub other: Option<u32>,
}

impl OthelloProofNode {
    /// The node that answers `reply`; `None` is a pass.
    pub fn answer(&self, reply: Option<Point>) -> Option<u32> {
        let own = reply.and_then(|reply| self.replies.binary_search_by_key(&reply, |&(point, _)| point).ok());
        own.map_or(self.other, |i| Some(self.replies[i].1))
    }
}

/// A claim of one side with its proof.
///
/// Nodes are counted from 0 here and from 1 in the file. A node refers only to nodes before it; several nodes may refer
/// to the same one. The last node is played in the position itself. If the other side is to move there, it has no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OthelloProofPart {
    /// The side that makes the claim.
    pub side: Color,
    /// Its final score, in discs, is at least this: its own less the other side's, empty points counted for the winner.
    pub least: i32,
    /// The proof, never empty.
    pub nodes: Vec<OthelloProofNode>,
}

/// What the sides reach from a position, with an answer to every reply.
///
/// A certificate that was read is well formed but may still be wrong: [`verify`](super::verify) decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OthelloCertificate {
    /// The board.
    pub rules: Rules,
    /// Black's discs, in reading order.
    pub black: Vec<Point>,
    /// White's discs, in reading order.
    pub white: Vec<Point>,
    /// The side that moves next.
    pub to_move: Color,
    /// One claim; or two, of both sides, that add up to 0: then the score is exact.
    pub parts: Vec<OthelloProofPart>,
}

impl OthelloCertificate {
    /// A certificate about a position.
    pub fn new(position: &Position, parts: Vec<OthelloProofPart>) -> OthelloCertificate {
        let rules = position.rules();
        let discs = |color: Color| -> Vec<Point> {
            rules.size().points().filter(|&p| position.at(p).color() == Some(color)).collect()
        };
        let (black, white) = (discs(Color::Black), discs(Color::White));
        OthelloCertificate { rules, black, white, to_move: position.to_move(), parts }
    }
}

/// A point as the file writes it.
pub(super) fn name(point: Point, size: Size) -> String {
    Coords::Othello.format(point, size)
}

/// A move as the file writes it.
pub(super) fn move_text(mv: Option<Move>, size: Size) -> String {
    match mv {
        None => "-".into(),
        Some(Move::Place(point)) => name(point, size),
        Some(_) => "pass".into(),
    }
}

/// The text of the file.
impl fmt::Display for OthelloCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules.size();
        writeln!(f, "tengen-othello-proof 1\nrules {size}")?;
        for (color, discs) in [("black", &self.black), ("white", &self.white)] {
            f.write_str(color)?;
            discs.iter().try_for_each(|&p| write!(f, " {}", name(p, size)))?;
            writeln!(f)?;
        }
        writeln!(f, "move {}", self.to_move)?;
        for part in &self.parts {
            writeln!(f, "claim {} at-least {}\nnodes {}", part.side, part.least, part.nodes.len())?;
            for (i, node) in part.nodes.iter().enumerate() {
                write!(f, "{} {}", i + 1, move_text(node.mv, size))?;
                write_answers(&node.replies, node.other, |p| name(p, size), f)?;
                writeln!(f)?;
            }
        }
        writeln!(f, "end")
    }
}
