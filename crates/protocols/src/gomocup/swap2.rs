//! The three stones that open a swap2 game. The engine is asked for one after the other by the rule's own steps, so that it can follow a book.

use super::engine::message;
use crate::Effect;
use std::time::Duration;
use tengen_board::{Coords, Point};
use tengen_engine::{Analysis, Limits};
use tengen_games::Game;
use tengen_games::gomoku::{Opening, Position, Rules, Step};

/// Three stones to be put, one search for each.
#[derive(Clone, Debug)]
pub(super) struct Swap2Task {
    /// Answered in the extension's words.
    yixin: bool,
    position: Position,
    limits: Limits,
}

impl Swap2Task {
    /// The opening of a game by `rules`, whatever opening rule they name.
    ///
    /// # Errors
    /// Why there is no such game.
    pub(super) fn new(rules: Rules, limits: Limits, yixin: bool) -> Result<Swap2Task, String> {
        let rules = Rules { opening: Opening::Swap2, ..rules };
        rules.check().map_err(|e| e.to_string())?;
        let limits = Limits { time: limits.time.map(|time| time / 3), ..limits };
        Ok(Swap2Task { yixin, position: Position::new(&rules), limits })
    }

    /// The next search; `None` when the stones are there.
    pub(super) fn next_search(&self) -> Option<(Position, Limits)> {
        let wanted = matches!(self.position.step(), Some(Step::Stone { .. }));
        wanted.then(|| (self.position.clone(), self.limits.clone()))
    }

    /// Takes what a search found.
    ///
    /// # Errors
    /// Why the engine's answer cannot be.
    pub(super) fn take_result(&mut self, analysis: &Analysis) -> Result<(), String> {
        let mv = analysis.best.ok_or("the engine found no move")?;
        self.position.play(mv).map_err(|e| format!("the engine's own move is refused: {e}"))?;
        Ok(())
    }

    /// The manager waits no longer: what comes at once must do.
    pub(super) fn hurry(&mut self) {
        self.limits.time = Some(Duration::ZERO);
    }

    /// Writes the answer.
    pub(super) fn tell(&self, out: &mut Vec<Effect>) {
        let stones: Vec<Point> = self.position.moves().filter_map(|mv| mv.point()).collect();
        if self.yixin {
            tell_moves(1, &stones, out);
            return;
        }
        let size = self.position.size();
        let points: Vec<String> = stones.iter().map(|&p| Coords::Xy.format(p, size)).collect();
        out.push(Effect::Say(points.join(" ")));
    }
}

/// The extension's form of swap2 stones: `MESSAGE SWAP2 MOVE1 7 7`.
pub(super) fn tell_moves(from: usize, stones: &[Point], out: &mut Vec<Effect>) {
    for (i, p) in stones.iter().enumerate() {
        message(out, &format!("SWAP2 MOVE{} {} {}", from + i, p.col, p.row));
    }
}
