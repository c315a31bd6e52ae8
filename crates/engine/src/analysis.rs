//! What an engine found: the same for every engine and every face.

use crate::Score;
use std::time::Duration;
use tengen_games::Move;

/// What an engine found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Analysis {
    /// The best move, `None` only where no move is legal.
    pub best: Option<Move>,
    /// Ranked lines, best first; the first begins with `best`.
    pub lines: Vec<Line>,
    /// Depth reached, in plies; 0 where the engine has no depth.
    pub depth: u32,
    /// Positions visited, or playouts.
    pub nodes: u64,
    /// Wall-clock time spent.
    pub time: Duration,
    /// For engines that choose by striking out: what each rule did, in order.
    pub rules: Vec<RuleReport>,
    /// For engines that foresee whose each point will be: one number a point in reading order, from −1 (white's for certain) to
    /// 1 (black's). Empty otherwise.
    pub ownership: Vec<f32>,
}

/// One ranked move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move and what is expected to follow: the principal variation.
    pub moves: Vec<Move>,
    /// Its score, from the side to move.
    pub score: Score,
    /// Work spent on it: nodes or playouts, 0 where the engine does not count by move.
    pub work: u64,
}

/// What one rule of a rule-filter player did.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport {
    /// The rule's name.
    pub rule: String,
    /// The candidates that it struck out, each with the reason.
    pub struck: Vec<Strike>,
    /// How many candidates it left.
    pub left: usize,
}

/// A candidate that a rule struck out.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    /// The candidate.
    pub mv: Move,
    /// Why, in plain words.
    pub why: String,
}

impl Analysis {
    /// The score of the best line, if there is one.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
