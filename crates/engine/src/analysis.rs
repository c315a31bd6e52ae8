//! What an engine found: the same for every engine and every front end.

use crate::{RuleReport, Score};
use std::time::Duration;
use tengen_games::{AnyPosition, Feature, Game, Move};

/// What an engine found.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Analysis {
    /// The best move, `None` only where no move is legal, or where the engine resigns.
    pub best: Option<Move>,
    /// Ranked lines, best first; the first begins with `best`. A finished game of Go has one line without moves: its
    /// score with the dead stones taken off.
    pub lines: Vec<Line>,
    /// Depth reached, in plies; 0 for engines without one.
    pub depth: u32,
    /// Positions visited, or playouts.
    pub nodes: u64,
    /// Wall-clock time spent.
    pub time: Duration,
    /// What each filter of a rule-filter player did, in order; empty for other engines.
    pub rules: Vec<RuleReport>,
    /// Who is expected to own each point at the end, from −1 (certainly white) to 1 (certainly black), in reading
    /// order. Empty for engines that do not estimate it.
    pub ownership: Vec<f32>,
    /// The standard error of the chance to win of the best line, both from 0 to 1, for engines that estimate the chance
    /// by playouts. `None` for others.
    pub standard_error: Option<f32>,
    /// True if the engine resigns instead of a move; `best` is `None` then. Only programs resign so.
    pub resigns: bool,
    /// The engine that settled the dead stones of a finished game of Go, where it is not the engine asked: a program
    /// may have no answer. `None` otherwise.
    pub settled_by: Option<String>,
}

/// One ranked move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The principal variation, from this move on. Empty where the line is the count of a finished game.
    pub moves: Vec<Move>,
    /// Its score, from the side to move.
    pub score: Score,
    /// Nodes or playouts spent on it, 0 for engines that do not count it.
    pub work: u64,
}

impl Analysis {
    /// The score of the best line, if there is one.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// True if the lines are ranked by the playouts spent on them as well, so that their chances to win need not fall.
    pub fn is_by_playouts(&self) -> bool {
        self.standard_error.is_some() && self.lines.len() > 1
    }

    /// True if the side to move may resign a game with territory. Its chance to win is below 2 in 100 after 500 nodes
    /// or more, a quarter of the board is filled, and the best move is no pass. In other games a loss is short.
    pub fn is_hopeless(&self, position: &AnyPosition) -> bool {
        let Some(Score::Estimate { win, .. }) = self.score() else { return false };
        let filled = position.size().points().filter(|&p| !position.at(p).is_empty()).count();
        position.spec().has(Feature::Territory)
            && win < 0.02
            && self.nodes >= 500
            && 4 * filled >= position.size().area()
            && self.best.is_some_and(|mv| mv != Move::Pass)
    }
}
