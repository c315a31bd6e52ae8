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
        /// The limit, in bytes.
        most: u64,
    },
    /// The nodes take too much memory.
    TooManyNodes {
        /// The limit, in mebibytes.
        most: u64,
    },
    /// The line is too long.
    LongLine {
        /// The limit, in bytes.
        most: u64,
    },
    /// The file is not text.
    NotText {
        /// The first byte that is not, from 1.
        byte: u64,
    },
    /// An unknown version of the format.
    Version {
        /// The version.
        found: String,
        /// The newest version there is; the first one is 1.
        newest: u32,
    },
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
    /// A node refers to a node that the file does not have.
    NoNode {
        /// The node, from 1.
        node: usize,
        /// The node that it refers to, from 1.
        other: u32,
        /// The number of nodes.
        nodes: usize,
    },
    /// There are more claims than may be.
    MoreClaims {
        /// The limit.
        most: usize,
    },
    /// The lines before binary nodes are not in their one form.
    Header(String),
    /// A binary file ends in a node.
    EndsInNode {
        /// The node, from 1.
        node: usize,
        /// The number of nodes that the file claims.
        nodes: usize,
    },
    /// A byte of a binary node that is not written in its one form.
    OneForm {
        /// The node, from 1.
        node: usize,
        /// The byte that would be right.
        wanted: u8,
        /// The byte.
        found: u8,
    },
    /// A binary number that does not fit into 32 bits.
    LongNumber,
    /// The number of no point.
    PointNumber {
        /// The number.
        found: u32,
        /// The points of the board.
        points: usize,
    },
    /// A common answer like that of an earlier node, which does not exist.
    NoEarlierCommon,
    /// A common answer by the point of a last move, which does not exist.
    NoLastMove(String),
    /// An answer like that of the reply before, which does not exist.
    NoEarlierAnswer,
    /// A binary node refers to a node that is not before it.
    NoNodeBack {
        /// The node, from 1.
        node: usize,
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
    /// A text that is no board and length of an m,n,k game without gravity.
    MnkRules(String),
    /// A text that is no claim about an m,n,k game.
    MnkClaim(String),
    /// A second claim that makes no draw with the first.
    SecondClaim,
    /// A text that is no claim about the score of an Othello game.
    ScoreClaim {
        /// The largest score on the board, in discs.
        most: i32,
        /// The text.
        found: String,
    },
    /// A second claim that does not make the score exact.
    SecondScore,
    /// There are more pairs than the points of the board allow.
    TooManyPairs,
    /// A node has both pairs and answers.
    PairsAndAnswers,
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::TooLarge { most } => write!(f, "the file has more than {most} bytes, the limit"),
            ProofFault::TooManyNodes { most } => {
                write!(f, "the nodes take more than {most} MiB of memory, the limit")
            }
            ProofFault::LongLine { most } => write!(f, "the line has more than {most} bytes, the limit"),
            ProofFault::NotText { byte } => write!(f, "it is not text: byte {byte}"),
            ProofFault::Version { found, newest: 1 } => {
                write!(f, "unknown version '{found}' of the format: expected 1")
            }
            ProofFault::Version { found, newest } => {
                write!(f, "unknown version '{found}' of the format: expected 1 to {newest}")
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
            ProofFault::NoNode { node, other, nodes } => {
                write!(f, "node {node} refers to node {other}: there are only {nodes}")
            }
            ProofFault::MoreClaims { most } => write!(f, "there are more claims than {most}"),
            ProofFault::Header(wanted) => {
                write!(f, "expected '{wanted}': the lines before binary nodes have one form only")
            }
            ProofFault::EndsInNode { node, nodes } => {
                write!(f, "the file ends in node {node} of {nodes}: it is not complete")
            }
            ProofFault::OneForm { node, wanted, found } => {
                write!(
                    f,
                    "expected {wanted:#04x} in node {node}, found {found:#04x}: a node has one form only"
                )
            }
            ProofFault::LongNumber => f.write_str("a number has at most 32 bits"),
            ProofFault::PointNumber { found, points } => {
                write!(f, "there is no point {found}: expected 0 to {}", points.saturating_sub(1))
            }
            ProofFault::NoEarlierCommon => {
                f.write_str("no node before with this move has a common answer that could be repeated")
            }
            ProofFault::NoLastMove(point) => write!(f, "no node before ends with {point}"),
            ProofFault::NoEarlierAnswer => f.write_str("no answer before in this node could be repeated"),
            ProofFault::NoNodeBack { node } => {
                write!(
                    f,
                    "node {node} refers to a node that is not before it: expected 1 to {}",
                    node.saturating_sub(1)
                )
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
                f.write_str(
                    "expected 'capture POINT', 'live POINT' or 'save POINT', or 'connect', 'cut', 'race' or 'stand' \
                     with two points",
                )
            }
            ProofFault::MnkRules(found) => {
                write!(
                    f,
                    "expected columns, rows and the length of a line, such as 'rules 6,5,4', found '{found}'"
                )
            }
            ProofFault::MnkClaim(found) => {
                write!(f, "expected a side that wins or holds, such as 'claim black wins', found '{found}'")
            }
            ProofFault::SecondClaim => {
                f.write_str("a second claim makes a draw: each side holds, in one claim each")
            }
            ProofFault::ScoreClaim { most, found } => {
                write!(
                    f,
                    "expected a side and its least score, -{most} to {most}, such as 'claim black at-least 4', \
                     found '{found}'"
                )
            }
            ProofFault::SecondScore => f.write_str(
                "a second claim makes the score exact: it is the other side's, with the opposite number",
            ),
            ProofFault::TooManyPairs => f.write_str("there are more pairs than the board has points for"),
            ProofFault::PairsAndAnswers => f.write_str("a node has pairs or answers, not both"),
        }
    }
}
