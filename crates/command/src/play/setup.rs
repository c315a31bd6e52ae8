//! Setting a position up at the board.

use super::session::Session;
use tengen_board::{Cell, Color, Point};
use tengen_games::{Game, SetUp};
use tengen_render::Scene;

/// A position being set up: nothing is checked before it is done.
pub(crate) struct Workbench {
    cells: Vec<Cell>,
    /// What the next point chosen becomes.
    pub(crate) brush: Cell,
    /// The side to move.
    pub(crate) to_move: Color,
}

impl Workbench {
    /// Begins with the position on the board.
    pub(crate) fn new(session: &Session) -> Workbench {
        let position = &session.position;
        Workbench {
            cells: position.size().points().map(|p| position.at(p)).collect(),
            brush: Cell::Black,
            to_move: position.to_move(),
        }
    }

    /// Puts the brush's stone on a point, or takes it off where it lies there already.
    pub(crate) fn touch(&mut self, index: usize, with: Cell) {
        self.cells[index] = if self.cells[index] == with { Cell::Empty } else { with };
    }

    /// Black, white, nothing.
    pub(crate) fn next_brush(&mut self) {
        self.brush = match self.brush {
            Cell::Black => Cell::White,
            Cell::White => Cell::Empty,
            Cell::Empty => Cell::Black,
        };
    }

    /// Takes every stone off.
    pub(crate) fn clear(&mut self) {
        self.cells.fill(Cell::Empty);
    }

    pub(crate) fn scene(&self, session: &Session) -> Scene {
        let mut scene = Scene::new(&session.position);
        scene.cells.clone_from(&self.cells);
        scene.last = None;
        scene.line.clear();
        scene
    }

    /// What was set up.
    pub(crate) fn set_up(&self, session: &Session) -> SetUp {
        let points = session.position.size().points();
        let cells: Vec<(Point, Cell)> = points.zip(self.cells.iter().copied()).collect();
        SetUp { cells, to_move: self.to_move }
    }
}
