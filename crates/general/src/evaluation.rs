//! How good a position is, as far as the trait shows it: rows that can still be completed, and stones captured.

use crate::windows::{Scan, Windows};
use tengen_board::Color;
use tengen_games::{Game, Goal, PlayerId};

/// How much the right to move is worth, as a share of the mover's windows.
const TEMPO: f32 = 0.25;
/// How much being ahead in captures counts against windows.
const CAPTURES: f32 = 2.0;
/// The weight that both sides have in a quiet position: small differences of few stones mean little.
const QUIET: f32 = 60.0;

/// Evaluates positions of one game.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    goal: Goal,
    windows: Option<Windows>,
    pub(crate) scan: Scan,
}

impl Evaluation {
    pub(crate) fn new<G: Game>(position: &G) -> Evaluation {
        let goal = position.goal();
        let windows = goal
            .row
            .map(|row| Windows::new(position.size(), usize::from(row).max(1), position.stones_per_turn()));
        Evaluation { goal, windows, scan: Scan::default() }
    }

    /// Whether positions are evaluated without random games.
    pub(crate) fn is_static(&self) -> bool {
        self.windows.is_some()
    }

    /// Scans the rows of a position; [`Evaluation::scan`] holds what it finds.
    pub(crate) fn look<G: Game>(&mut self, position: &G) {
        if let Some(windows) = &mut self.windows {
            windows.scan(position.size().points().map(|p| position.at(p)), &mut self.scan);
        }
    }

    /// The chance of the side to move to win, after [`Evaluation::look`].
    pub(crate) fn win<G: Game>(&self, position: &G) -> f32 {
        let mover = position.to_move();
        let own = self.scan.sum[mover.index()] * (1.0 + TEMPO * position.stones_left_in_turn() as f32);
        let other = self.scan.sum[mover.opponent().index()];
        let mut balance = 2.5 * (own - other) / (own + other + QUIET);
        if let Some(enough) = self.goal.captures {
            // The last captures before the end weigh more than the first.
            let share = |color: Color| {
                let share = position.captured_by(color) as f32 / f32::from(enough.max(1));
                share * (0.5 + share)
            };
            balance += CAPTURES * (share(mover) - share(mover.opponent()));
        }
        1.0 / (1.0 + (-balance).exp())
    }
}

/// The player who has `color`, `None` while an opening rule leaves it open.
pub(crate) fn player_of<G: Game>(position: &G, color: Color) -> Option<PlayerId> {
    [PlayerId::First, PlayerId::Second].into_iter().find(|&player| position.color_of(player) == Some(color))
}
