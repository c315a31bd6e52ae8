//! The shape of a board: its corners, edges and lines as sets of points.

use tengen_board::{Point, Size};
use tengen_games::othello::{Bits, Board};

/// The shape of a board as evaluation and search need it.
#[derive(Clone, Debug)]
pub(crate) struct Frame<S> {
    /// The number of points, which is also the largest margin.
    pub(crate) area: i32,
    /// Every point.
    pub(crate) cells: S,
    /// The four corners.
    pub(crate) corners: S,
    /// The diagonal neighbours of the corners (X squares).
    pub(crate) x_squares: S,
    /// The points of the outermost rows and columns, corners included.
    pub(crate) edges: S,
    /// Each corner with its diagonal neighbour (X square) and its two neighbours on the edge (C squares).
    pub(crate) corner_areas: [CornerArea<S>; 4],
}

/// A corner and the squares beside it that give it away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CornerArea<S> {
    pub(crate) corner: S,
    pub(crate) x_square: S,
    pub(crate) c_squares: S,
}

impl<S: Bits> Frame<S> {
    /// The frame of a board of `size`, which must fit in `S`.
    pub(crate) fn new(size: Size) -> Frame<S> {
        let set = |points: &mut dyn Iterator<Item = Point>| {
            points.fold(S::EMPTY, |set, p| set | S::bit(Board::<S>::square(p)))
        };
        let (bottom, right) = ((size.rows() - 1) as u8, (size.cols() - 1) as u8);
        let corner_areas = [(0, 0), (0, right), (bottom, 0), (bottom, right)].map(|(row, col)| {
            let in_row = if row == 0 { 1 } else { bottom - 1 };
            let in_col = if col == 0 { 1 } else { right - 1 };
            CornerArea {
                corner: set(&mut [Point::new(row, col)].into_iter()),
                x_square: set(&mut [Point::new(in_row, in_col)].into_iter()),
                c_squares: set(&mut [Point::new(row, in_col), Point::new(in_row, col)].into_iter()),
            }
        });
        let on_edge = |p: &Point| p.row == 0 || p.row == bottom || p.col == 0 || p.col == right;
        Frame {
            area: size.area() as i32,
            cells: set(&mut size.points()),
            corners: corner_areas.iter().fold(S::EMPTY, |set, area| set | area.corner),
            x_squares: corner_areas.iter().fold(S::EMPTY, |set, area| set | area.x_square),
            edges: set(&mut size.points().filter(on_edge)),
            corner_areas,
        }
    }
}
