//! Why a certificate is refused.

use tengen_games::{Reason, SetUpError};

/// Why a certificate is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The stones are not a valid position, or the game is over.
    #[error("no proof can start here: {0}")]
    Position(StartFault),
    /// There are no nodes.
    #[error("the proof is empty")]
    Empty,
    /// A move of the winning side is illegal.
    #[error("after {}: node {node} answers {mv}, which is illegal: {why}", shown(line))]
    Illegal {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The move.
        mv: String,
        /// The rule that it breaks.
        why: Reason,
    },
    /// A node without replies does not win.
    #[error("after {}: node {node} plays {mv} and ends, but that does not win", shown(line))]
    NotWon {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The move.
        mv: String,
    },
    /// A legal reply has no answer.
    #[error("after {}: node {node} has no answer to {reply}", shown(line))]
    Unanswered {
        /// The moves before.
        line: String,
        /// The node, from 1.
        node: usize,
        /// The reply.
        reply: String,
    },
    /// The other side wins.
    #[error("after {}: the opponent wins with {reply}", shown(line))]
    Lost {
        /// The moves before.
        line: String,
        /// The winning reply.
        reply: String,
    },
    /// The game ends without a winner.
    #[error("after {}: the game ends in a draw", shown(line))]
    Drawn {
        /// The moves before.
        line: String,
    },
    /// The check reached its limit on positions.
    #[error("not verified within the limit of {0} positions")]
    TooMuch(u64),
    /// The check was stopped.
    #[error("the check was stopped after {0} positions")]
    Stopped(u64),
}

/// Why no proof can start from a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartFault {
    /// The stones are not a valid position.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The other side is to move, but the last node has a move of its own.
    #[error("the other side is to move, but the last node has a move")]
    LastNode,
    /// The side to move has no legal move.
    #[error("the side to move has no legal move")]
    NoMove,
}

/// The line for a message.
fn shown(line: &str) -> &str {
    if line.is_empty() { "the position itself" } else { line }
}
