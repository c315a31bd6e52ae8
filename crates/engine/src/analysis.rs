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

    /// True if the side to move may resign a game with territory. Its chance to win is below 2 in 100, a quarter of the
    /// board is filled, and either of two things holds. After 500 nodes or more the best move is no pass. After fewer,
    /// as weak levels search, or with a pass as the best move, the side is behind by a sixth of the board's points; if
    /// the opponent has passed too, the count ends the game. In other games a loss is short.
    pub fn is_hopeless(&self, position: &AnyPosition) -> bool {
        let Some(Score::Estimate { value, win }) = self.score() else { return false };
        let area = position.size().area();
        let filled = position.size().points().filter(|&p| !position.at(p).is_empty()).count();
        let Some(best) = self.best else { return false };
        let is_clear = 6.0 * value <= -(area as f32) && self.nodes >= 20;
        let ends = best == Move::Pass && position.last_move() == Some(Move::Pass);
        position.spec().has(Feature::Territory)
            && win < 0.02
            && 4 * filled >= area
            && (self.nodes >= 500 && best != Move::Pass || is_clear && !ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::{Point, Size};
    use tengen_games::GameSpec;

    /// 9×9 with twelve black stones in the first rows and twelve white ones below, and then a pass if `passed`.
    fn position(passed: bool) -> AnyPosition {
        let spec = GameSpec::named("go", Some("chinese"), Some(Size::of(9, 9))).unwrap();
        let mut position = AnyPosition::new(&spec);
        for i in 0..24 {
            let (row, col) = (i / 18 + 3 * (i % 2), i / 2 % 9);
            position.play(Move::Place(Point::new(row, col))).unwrap();
        }
        if passed {
            position.play(Move::Pass).unwrap();
        }
        position
    }

    fn found(best: Move, nodes: u64, value: f32, win: f32) -> Analysis {
        let line = Line { moves: vec![best], score: Score::Estimate { value, win }, work: nodes };
        Analysis { best: Some(best), lines: vec![line], nodes, ..Analysis::default() }
    }

    #[test]
    fn a_game_is_hopeless_where_few_playouts_are_enough_to_say_so() {
        let (open, passed) = (position(false), position(true));
        let place = Move::Place(Point::new(8, 8));
        let hopeless = |found: Analysis, position| found.is_hopeless(position);
        assert!(hopeless(found(place, 500, -5.0, 0.01), &open));
        assert!(!hopeless(found(place, 499, -5.0, 0.01), &open), "few playouts, few points");
        // Levels of 30 playouts a move.
        assert!(hopeless(found(place, 30, -20.0, 0.0), &open));
        assert!(!hopeless(found(place, 30, -20.0, 0.1), &open), "it may win");
        assert!(!hopeless(found(place, 10, -20.0, 0.0), &open), "too few to say");
        // It does not pass on while the opponent plays.
        assert!(hopeless(found(Move::Pass, 30, -20.0, 0.0), &open));
        assert!(!hopeless(found(Move::Pass, 1_000, -5.0, 0.0), &open), "close: it may be counted");
        assert!(!hopeless(found(Move::Pass, 1_000, -20.0, 0.0), &passed), "the count ends the game");
    }
}
