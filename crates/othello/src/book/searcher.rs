//! The searches of a growing book: the best move of a position among those that are not in the book yet.

use super::Settings;
use super::discs::{Discs, PASS};
use crate::Player;
use crate::eval::DISC;
use tengen_board::{Cell, Color};
use tengen_engine::{Engine as _, Limits, Proof, Score, Stop};
use tengen_games::othello::{Bits as _, Board, Position, Rules};
use tengen_games::{Game as _, Move, SetUp};

/// What a search found: the best move, [`PASS`](super::PASS) if it is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundMove {
    /// A square, or a pass.
    pub mv: u8,
    /// Its value for the side to move, in hundredths of a disc.
    pub value: i16,
    /// Whether the value is the final margin with best play.
    pub exact: bool,
}

/// Searches positions for a growing book.
pub trait BookSearch {
    /// The best legal move that is not in the set `excluded`; there is one. `None` if the search was stopped.
    fn search(&mut self, discs: Discs, excluded: u64) -> Option<FoundMove>;
}

/// Searches by the engine at its full level.
#[derive(Debug)]
pub struct EngineSearch {
    player: Player,
    settings: Settings,
    threads: usize,
    stop: Stop,
}

impl EngineSearch {
    /// Searches as `settings` ask, on so many threads, until `stop` is raised. With one thread the results are always
    /// the same.
    pub fn new(settings: Settings, threads: usize, stop: &Stop) -> EngineSearch {
        EngineSearch { player: Player::default(), settings, threads, stop: stop.clone() }
    }
}

impl BookSearch for EngineSearch {
    fn search(&mut self, discs: Discs, excluded: u64) -> Option<FoundMove> {
        let cell = |own: bool| if own { Cell::Black } else { Cell::White };
        let board = discs.board();
        let cells = Rules::STANDARD.size().points();
        let cells = cells.map(|p| (p, board.at(p).map_or(Cell::Empty, cell))).collect();
        let set_up = SetUp { cells, to_move: Color::Black };
        let position = Position::set_up(&Rules::STANDARD, &set_up).ok()?;
        let empties = discs.empties();
        let solve = empties <= u32::from(self.settings.solve);
        let limits = Limits {
            avoid: excluded.squares().map(Board::<u64>::point).collect(),
            threads: self.threads,
            ..Limits::depth(if solve { empties } else { u32::from(self.settings.depth) })
        };
        let analysis = self.player.analyze(&position, &limits, &self.stop, &mut |_| ());
        if self.stop.is_raised() {
            return None;
        }
        let (value, exact) = match analysis.score()? {
            Score::Proven(Proof::Margin(margin)) => (margin, true),
            Score::Estimate { value, .. } => (value, false),
            Score::Proven(_) => return None,
        };
        let mv = match analysis.best? {
            Move::Place(point) => Board::<u64>::square(point) as u8,
            _ => PASS,
        };
        Some(FoundMove { mv, value: (value * DISC as f32).round() as i16, exact })
    }
}
