//! A certificate, and how it is written.

use crate::Game;
use crate::Move;
use crate::certificate::write_answers;
use crate::go::{Position, Suicide};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Coords, Point, Size};

/// Who may take back a ko at once, as a side can that always has a threat elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Retake {
    /// Neither side: the simple ko.
    Nobody,
    /// This side.
    Side(Color),
}

/// What a side is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// To capture the opposing chain of this stone.
    Capture(Point),
    /// To join the own chains of these stones to one that has two liberties.
    Connect(Point, Point),
    /// To make the own chain of this stone unconditionally alive.
    Live(Point),
    /// To capture the opposing chain of the second stone while the own chain of the first is on the board.
    Race(Point, Point),
    /// Never to lose the own chain of this stone.
    Save(Point),
    /// Not to lose the own chain of the first stone while the opposing chain of the second is on the board.
    Stand(Point, Point),
    /// To keep the opposing chains of these stones from ever becoming one that has two liberties.
    Cut(Point, Point),
}

impl Claim {
    /// The word of the file: `capture`, `connect`, `live`, `race`, `save`, `stand` or `cut`.
    pub const fn name(&self) -> &'static str {
        match self {
            Claim::Capture(_) => "capture",
            Claim::Connect(..) => "connect",
            Claim::Live(_) => "live",
            Claim::Race(..) => "race",
            Claim::Save(_) => "save",
            Claim::Stand(..) => "stand",
            Claim::Cut(..) => "cut",
        }
    }

    /// The stones that it names.
    pub fn points(&self) -> Vec<Point> {
        match *self {
            Claim::Capture(at) | Claim::Live(at) | Claim::Save(at) => [at].into(),
            Claim::Connect(a, b) | Claim::Race(a, b) | Claim::Stand(a, b) | Claim::Cut(a, b) => [a, b].into(),
        }
    }

    /// The stones that it names with the side of each, if `side` makes the claim.
    pub fn stones(&self, side: Color) -> Vec<(Point, Color)> {
        match *self {
            Claim::Capture(at) => [(at, !side)].into(),
            Claim::Live(at) | Claim::Save(at) => [(at, side)].into(),
            Claim::Connect(a, b) => [(a, side), (b, side)].into(),
            Claim::Race(own, other) | Claim::Stand(own, other) => [(own, side), (other, !side)].into(),
            Claim::Cut(a, b) => [(a, !side), (b, !side)].into(),
        }
    }

    /// True if the side keeps something up for ever. Other claims are reached by a move.
    pub const fn is_hold(&self) -> bool {
        matches!(self, Claim::Save(_) | Claim::Stand(..) | Claim::Cut(..))
    }

    /// What holds if this claim of the other side does not, and the other way round.
    pub const fn opposite(&self) -> Option<Claim> {
        match *self {
            Claim::Capture(at) => Some(Claim::Save(at)),
            Claim::Save(at) => Some(Claim::Capture(at)),
            Claim::Race(own, other) => Some(Claim::Stand(other, own)),
            Claim::Stand(own, other) => Some(Claim::Race(other, own)),
            Claim::Connect(a, b) => Some(Claim::Cut(a, b)),
            Claim::Cut(a, b) => Some(Claim::Connect(a, b)),
            Claim::Live(_) => None,
        }
    }
}

/// A node of a proof: a move of the side that makes the claim, and the answer to each reply.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GoProofNode {
    /// A stone or a pass. `None` in the last node of a certificate whose other side is to move.
    pub mv: Option<Move>,
    /// Replies with the node that answers each, in the order of the points, each reply once.
    pub replies: Vec<(Point, u32)>,
    /// The node that answers a pass, and every other legal reply.
    pub other: Option<u32>,
}

impl GoProofNode {
    /// The node of a move that reaches the goal.
    pub const fn last(mv: Option<Move>) -> GoProofNode {
        GoProofNode { mv, replies: Vec::new(), other: None }
    }

    /// True if no node follows.
    pub fn is_last(&self) -> bool {
        self.replies.is_empty() && self.other.is_none()
    }

    /// The node that answers `reply`.
    pub fn answer(&self, reply: Point) -> Option<u32> {
        self.replies.binary_search_by_key(&reply, |&(p, _)| p).map_or(self.other, |i| Some(self.replies[i].1))
    }
}

/// The claim of a side about its own chain or the opponent's, with an answer to every reply.
///
/// Nodes are counted from 0 here and from 1 in the file. A node refers only to nodes before it, so there are no cycles;
/// several nodes may refer to the same one. Only in a claim that is kept up for ever ([`Claim::is_hold`]) may a node
/// refer to any. The last node is played in the position itself. If the other side is to move there, the last node has
/// no move.
///
/// A certificate that was read is well formed but may still be wrong: [`verify`](super::verify) decides. Superko is no
/// part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoCertificate {
    /// The board.
    pub size: Size,
    /// Whether suicide is allowed. The side that makes the claim never does it.
    pub suicide: Suicide,
    /// Black's stones, in reading order.
    pub black: Vec<Point>,
    /// White's stones, in reading order.
    pub white: Vec<Point>,
    /// The point that a ko closes to the side to move.
    pub ko: Option<Point>,
    /// Who may take back a ko at once.
    pub retake: Retake,
    /// What is reached.
    pub claim: Claim,
    /// The side that reaches it.
    pub side: Color,
    /// The side that moves next.
    pub to_move: Color,
    /// The proof, never empty.
    pub nodes: Vec<GoProofNode>,
}

impl GoCertificate {
    /// A certificate about the stones of `position`. If `to_move` is not its side to move, its ko closes no point.
    pub fn new(
        position: &Position,
        claim: Claim,
        side: Color,
        to_move: Color,
        retake: Retake,
        nodes: Vec<GoProofNode>,
    ) -> GoCertificate {
        let size = position.size();
        let stones = |color: Color| -> Vec<Point> {
            size.points().filter(|&p| position.at(p).color() == Some(color)).collect()
        };
        GoCertificate {
            size,
            suicide: position.rules().suicide,
            black: stones(Color::Black),
            white: stones(Color::White),
            ko: position.ko_point().filter(|_| to_move == position.to_move()),
            retake,
            claim,
            side,
            to_move,
            nodes,
        }
    }
}

/// A move as the file writes it.
pub(super) fn move_text(mv: Option<Move>, size: Size) -> String {
    match mv {
        None => "-".into(),
        Some(Move::Place(point)) => name(point, size),
        Some(_) => "pass".into(),
    }
}

/// A point as the file writes it.
pub(super) fn name(point: Point, size: Size) -> String {
    Coords::Go.format(point, size).to_ascii_uppercase()
}

/// The word of the file for a rule of suicide.
pub(super) const fn suicide_word(suicide: Suicide) -> &'static str {
    match suicide {
        Suicide::Forbidden => "forbidden",
        Suicide::Chains => "chains",
        Suicide::Allowed => "allowed",
    }
}

/// The text of the file.
impl fmt::Display for GoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(f)?;
        self.write_claim(f)?;
        writeln!(f, "end")
    }
}

impl GoCertificate {
    /// The lines before the first claim.
    fn write_position(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size;
        writeln!(f, "tengen-go-proof 1")?;
        writeln!(f, "rules {size} suicide={}", suicide_word(self.suicide))?;
        for (color, stones) in [("black", &self.black), ("white", &self.white)] {
            f.write_str(color)?;
            for &p in stones {
                write!(f, " {}", name(p, size))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// The lines of the claim and its nodes.
    fn write_claim(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size;
        writeln!(f, "ko {}", self.ko.map_or("-".into(), |at| name(at, size)))?;
        match self.retake {
            Retake::Nobody => writeln!(f, "retake nobody")?,
            Retake::Side(color) => writeln!(f, "retake {color}")?,
        }
        write!(f, "claim {}", self.claim.name())?;
        for point in self.claim.points() {
            write!(f, " {}", name(point, size))?;
        }
        writeln!(f, "\nside {}", self.side)?;
        writeln!(f, "nodes {}", self.nodes.len())?;
        for (i, node) in self.nodes.iter().enumerate() {
            write!(f, "{} {}", i + 1, move_text(node.mv, size))?;
            write_answers(&node.replies, node.other, |p| name(p, size), f)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Several claims about one position, as one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoCertificates(pub Vec<GoCertificate>);

/// The text of the file: that of the first certificate, with the claims of the others before its last line.
impl fmt::Display for GoCertificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.0.first() else { return Ok(()) };
        first.write_position(f)?;
        self.0.iter().try_for_each(|proof| proof.write_claim(f))?;
        writeln!(f, "end")
    }
}

/// The line of moves for a message.
pub(super) fn line_text(line: &[Move], size: Size) -> String {
    line.iter().map(|&mv| move_text(Some(mv), size)).collect::<Vec<_>>().join(" ").to_string()
}
