//! What is wrong with the text of a certificate.

use crate::SpecError;
use alloc::string::String;
use core::fmt;
use tengen_board::{CoordError, SizeError};

/// What is wrong with a line of a certificate. Texts of the file are cut to 40 characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofFault {
    /// The file is too large.
    TooLarge {
        /// Its bytes.
        bytes: usize,
        /// The limit.
        most: u64,
    },
    /// An unknown version of the format.
    Version(String),
    /// The file ends before a line that begins with this word.
    EndsBefore(String),
    /// The file ends before a node.
    EndsBeforeNode {
        /// The node, from 1.
        node: usize,
        /// The number of nodes that the file claims.
        nodes: usize,
    },
    /// The line begins with another word.
    Word {
        /// The word of the format.
        wanted: String,
        /// The line.
        found: String,
    },
    /// There are more stones than points.
    TooManyStones,
    /// The same stone is listed twice.
    StoneTwice,
    /// A text that names no side.
    Side(String),
    /// A text that names no side that may retake a ko.
    Retake(String),
    /// A node has another number than its place.
    NodeNumber {
        /// Its place, from 1.
        wanted: usize,
        /// The number.
        found: u32,
    },
    /// A node that is not the last has no move.
    NodeWithoutMove,
    /// Something else where the nodes end.
    NoEnd {
        /// The number of nodes.
        nodes: usize,
        /// The line.
        found: String,
    },
    /// Something follows the end.
    AfterEnd,
    /// Something follows the answer to all other replies.
    AfterOther,
    /// A text that is no list of replies with their answer.
    Replies {
        /// A point of the board.
        example: String,
        /// The text.
        found: String,
    },
    /// There are more replies than points.
    TooManyReplies,
    /// A point is answered twice.
    AnsweredTwice(String),
    /// A text that is no point of the board.
    Point(CoordError),
    /// A text that is no number of a node.
    Number(String),
    /// A node refers to a node that is not before it.
    LaterNode {
        /// The node, from 1.
        node: usize,
        /// The node that it refers to, from 1.
        other: u32,
    },
    /// The line has no rules and no size.
    NoRules,
    /// The board has no size that there is.
    Size(SizeError),
    /// The rules are unknown, or not for this board.
    Rules(SpecError),
    /// The rules have an opening rule.
    Opening,
    /// The line has no size and no rule of suicide.
    NoSuicide,
    /// A text that is no rule of suicide.
    Suicide(String),
    /// The line makes no claim.
    Claim,
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::TooLarge { bytes, most } => {
                write!(f, "the file has {bytes} bytes; the limit is {most}")
            }
            ProofFault::Version(found) => {
                write!(f, "unknown version '{found}' of the format: expected 1")
            }
            ProofFault::EndsBefore(word) => {
                write!(f, "the file ends before '{word}': it is not complete")
            }
            ProofFault::EndsBeforeNode { node, nodes } => {
                write!(f, "the file ends before node {node} of {nodes}: it is not complete")
            }
            ProofFault::Word { wanted, found } => write!(f, "expected '{wanted} …', found '{found}'"),
            ProofFault::TooManyStones => f.write_str("there are more stones than points"),
            ProofFault::StoneTwice => f.write_str("the same stone is listed twice"),
            ProofFault::Side(found) => write!(f, "expected the side black or white, found '{found}'"),
            ProofFault::Retake(found) => write!(f, "expected black, white or nobody, found '{found}'"),
            ProofFault::NodeNumber { wanted, found } => {
                write!(f, "expected node {wanted}, found node {found}")
            }
            ProofFault::NodeWithoutMove => f.write_str("only the last node may have no move"),
            ProofFault::NoEnd { nodes, found } => {
                write!(f, "expected 'end' after {nodes} nodes, found '{found}'")
            }
            ProofFault::AfterEnd => f.write_str("expected nothing after 'end'"),
            ProofFault::AfterOther => f.write_str("nothing follows the answer to all other replies"),
            ProofFault::Replies { example, found } => {
                write!(f, "expected REPLIES>NODE or *NODE such as {example}>3, found '{found}'")
            }
            ProofFault::TooManyReplies => f.write_str("there are more replies than points"),
            ProofFault::AnsweredTwice(point) => write!(f, "{point} is answered twice"),
            ProofFault::Point(error) => error.fmt(f),
            ProofFault::Number(found) => write!(f, "'{found}' is not a number from 1 to 999999999"),
            ProofFault::LaterNode { node, other } => {
                write!(f, "node {node} refers to node {other}: it may refer only to nodes before it")
            }
            ProofFault::NoRules => f.write_str("expected rules and size, such as 'rules renju 15x15'"),
            ProofFault::Size(error) => error.fmt(f),
            ProofFault::Rules(error) => error.fmt(f),
            ProofFault::Opening => f.write_str("a certificate has no opening rule"),
            ProofFault::NoSuicide => {
                f.write_str("expected a size and a rule of suicide, such as 'rules 9x9 suicide=forbidden'")
            }
            ProofFault::Suicide(found) => {
                write!(f, "suicide is forbidden, chains or allowed, not '{found}'")
            }
            ProofFault::Claim => {
                f.write_str("expected 'capture POINT', 'connect POINT POINT' or 'live POINT'")
            }
        }
    }
}
