//! The three stones that open a swap2 game. The engine is asked for one after the other, by the steps of the rule, so
//! that it can follow a book.

use super::answers::message;
use crate::Effect;
use std::time::Duration;
use tengen_board::{Coords, Point};
use tengen_engine::{Analysis, Limits};
use tengen_games::Game;
use tengen_games::gomoku::{OpeningRule, Position, Rules, Step};

/// The three stones of an opening, one search for each.
#[derive(Clone, Debug)]
pub(super) struct Swap2Opening {
    /// The answer is in the words of the extension.
    yixin: bool,
    position: Position,
    limits: Limits,
}

impl Swap2Opening {
    /// The opening of a game by `rules`; their own opening rule is ignored.
    ///
    /// # Errors
    /// The reason why there is no such game.
    pub(super) fn new(rules: Rules, limits: Limits, yixin: bool) -> Result<Swap2Opening, String> {
        let rules = Rules { opening: OpeningRule::Swap2, ..rules };
        rules.check().map_err(|e| e.to_string())?;
        let limits = Limits { time: limits.time.map(|time| time / 3), ..limits };
        Ok(Swap2Opening { yixin, position: Position::new(&rules), limits })
    }

    /// The next search; `None` when all three stones are known.
    pub(super) fn next_search(&self) -> Option<(Position, Limits)> {
        let is_stone = matches!(self.position.step(), Some(Step::Stone { .. }));
        is_stone.then(|| (self.position.clone(), self.limits.clone()))
    }

    /// Takes the result of a search.
    ///
    /// # Errors
    /// The reason why the engine's answer is unusable.
    pub(super) fn take_result(&mut self, analysis: &Analysis) -> Result<(), String> {
        let mv = analysis.best.ok_or("the engine found no move")?;
        self.position.play(mv).map_err(|e| format!("the engine's move is illegal: {e}"))?;
        Ok(())
    }

    /// Ends the opening at once: the manager wants the answer now.
    pub(super) fn hurry(&mut self) {
        self.limits.time = Some(Duration::ZERO);
    }

    /// Writes the answer.
    pub(super) fn write_answer(&self, out: &mut Vec<Effect>) {
        let stones: Vec<Point> = self.position.moves().filter_map(|mv| mv.point()).collect();
        if self.yixin {
            write_moves(1, &stones, out);
            return;
        }
        let size = self.position.size();
        let points: Vec<String> = stones.iter().map(|&p| Coords::Xy.format(p, size)).collect();
        out.push(Effect::Say(points.join(" ")));
    }
}

/// Writes swap2 stones in the form of the extension: `MESSAGE SWAP2 MOVE1 7 7`.
pub(super) fn write_moves(from: usize, stones: &[Point], out: &mut Vec<Effect>) {
    for (i, p) in stones.iter().enumerate() {
        message(out, &format!("SWAP2 MOVE{} {} {}", from + i, p.col, p.row));
    }
}
