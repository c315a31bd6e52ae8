//! The opening on large boards: corners first, then the approach to a stone in a corner or its enclosure, then sides.
//!
//! On an empty 19×19 board some thousand playouts say little about where to begin, and the strengths and the network
//! have learnt on smaller boards. So the usual moves of an opening are set by hand here, as factors of a move's
//! strength. Lines are counted from the edge, from 1.

use tengen_board::{Point, Size};
use tengen_games::go::{self, Vertex};

/// Least rows and columns of a large board.
const LARGE: usize = 13;
/// The opening ends when one point in this number has a stone.
const SHARE: usize = 8;
/// A corner is the square of so many lines, at most half the board.
const CORNER: u8 = 7;

/// The lines of a point, from the nearer edge above or below and from the nearer one at a side.
type Lines = (u8, u8);

/// First moves in an empty corner, by their lines.
const FIRST: [(Lines, f32); 5] =
    [((4, 4), 40.0), ((3, 4), 40.0), ((3, 3), 10.0), ((3, 5), 10.0), ((4, 5), 10.0)];

/// Second moves in a corner of either side, by the lines of the stone and of the move.
const SECOND: [(Lines, Lines, f32); 11] = [
    ((4, 4), (3, 6), 20.0),
    ((4, 4), (4, 6), 8.0),
    ((4, 4), (3, 3), 5.0),
    ((3, 4), (5, 3), 20.0),
    ((3, 4), (5, 4), 20.0),
    ((3, 4), (6, 3), 6.0),
    ((3, 4), (6, 4), 6.0),
    ((5, 3), (3, 4), 20.0),
    ((5, 4), (3, 4), 15.0),
    ((5, 4), (3, 3), 10.0),
    ((3, 3), (4, 4), 3.0),
];

/// From this distance on, the larger of rows and columns, no stone is near.
const ALONE: u8 = 5;
/// A move on the third or fourth line of a side where no stone is near.
const SIDE: f32 = 3.0;
/// A move on one of the first two lines where no stone is near.
const LOW: f32 = 0.2;
/// A move in the centre where no stone is near.
const CENTRE: f32 = 0.3;

/// Multiplies the strength of each of `moves` by its factor, if this is the opening on a large board.
pub(crate) fn weigh(board: &go::Board, moves: &[Vertex], strengths: &mut [f32]) {
    let Some(opening) = Opening::of(board) else { return };
    for (strength, &at) in strengths.iter_mut().zip(moves) {
        *strength *= opening.factor(board.point(at));
    }
}

/// The opening of a game on a large board.
pub(crate) struct Opening {
    size: Size,
    stones: Vec<Point>,
    /// The stones in each corner.
    corners: [Vec<Point>; 4],
}

/// What a move means in a corner of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CornerMove {
    /// The first stone in it.
    First,
    /// A move that belongs to its only stone.
    Second {
        /// The only stone.
        stone: Point,
        /// It is nearer to both edges than the stone.
        is_inside: bool,
    },
}

impl Opening {
    /// The opening, if the board is large and has few stones.
    pub(crate) fn of(board: &go::Board) -> Option<Opening> {
        let size = board.size();
        if size.rows().min(size.cols()) < LARGE {
            return None;
        }
        let stones: Vec<Point> = size.points().filter(|&point| !board.at(point).is_empty()).collect();
        (stones.len() * SHARE <= size.area()).then(|| Opening::new(size, stones))
    }

    fn new(size: Size, stones: Vec<Point>) -> Opening {
        let mut opening = Opening { size, stones: Vec::new(), corners: Default::default() };
        for &stone in &stones {
            if let Some(corner) = opening.corner(stone) {
                opening.corners[corner].push(stone);
            }
        }
        Opening { stones, ..opening }
    }

    /// What a stone on `point` means, if it is a usual move in its corner.
    pub(crate) fn corner_move(&self, point: Point) -> Option<CornerMove> {
        self.known(point).map(|(meaning, _)| meaning)
    }

    /// The meaning and the factor of a usual move in a corner.
    fn known(&self, point: Point) -> Option<(CornerMove, f32)> {
        let lines = self.lines(point);
        match *self.corners[self.corner(point)?] {
            [] => {
                let &(_, factor) = FIRST.iter().find(|(at, _)| is_same(&[(*at, lines)]))?;
                Some((CornerMove::First, factor))
            }
            [stone] => {
                let of = self.lines(stone);
                let is_known = |(stone, at, _): &&_| is_same(&[(*stone, of), (*at, lines)]);
                let &(_, _, factor) = SECOND.iter().find(is_known)?;
                let is_inside = lines.0 < of.0 && lines.1 < of.1;
                Some((CornerMove::Second { stone, is_inside }, factor))
            }
            _ => None,
        }
    }

    fn lines(&self, point: Point) -> Lines {
        let (rows, cols) = (self.size.rows() as u8, self.size.cols() as u8);
        (point.row.min(rows - 1 - point.row) + 1, point.col.min(cols - 1 - point.col) + 1)
    }

    /// The corner around a point.
    fn corner(&self, point: Point) -> Option<usize> {
        let (rows, cols) = (self.size.rows() as u8, self.size.cols() as u8);
        let (row, col) = self.lines(point);
        let is_inside = row <= CORNER.min(rows / 2) && col <= CORNER.min(cols / 2);
        is_inside.then(|| 2 * usize::from(point.row >= rows / 2) + usize::from(point.col >= cols / 2))
    }

    /// What the strength of a move on `point` is multiplied by.
    fn factor(&self, point: Point) -> f32 {
        self.known(point).map_or_else(|| self.general(point), |(_, factor)| factor)
    }

    /// The factor of a move that is no usual one in a corner.
    fn general(&self, point: Point) -> f32 {
        let distance = |stone: &Point| point.row.abs_diff(stone.row).max(point.col.abs_diff(stone.col));
        if self.stones.iter().any(|stone| distance(stone) < ALONE) {
            return 1.0;
        }
        let (row, col) = self.lines(point);
        match row.min(col) {
            1 | 2 => LOW,
            3 | 4 => SIDE,
            _ => CENTRE,
        }
    }
}

/// True if the lines of all pairs are the same, as they are or all with rows and columns exchanged.
fn is_same(pairs: &[(Lines, Lines)]) -> bool {
    pairs.iter().all(|(a, b)| a == b) || pairs.iter().all(|(a, b)| *a == (b.1, b.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_games::go::{Position, Rules};
    use tengen_games::{Game, Move};

    fn factors(size: &str, moves: &str) -> impl Fn(&str) -> f32 {
        let mut game = Position::new(&Rules::named("chinese", Some(size.parse().unwrap())).unwrap());
        for name in moves.split_whitespace() {
            game.play(game.parse_move(name).unwrap()).unwrap();
        }
        let stones = game.size().points().filter(|&point| !game.at(point).is_empty()).collect();
        let opening = Opening::new(game.size(), stones);
        move |name| match game.parse_move(name).unwrap() {
            Move::Place(point) => opening.factor(point),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn corners_come_first_and_then_what_belongs_to_their_stone() {
        let empty = factors("19", "");
        assert_eq!(["q16", "d16", "d3", "c4", "r17"].map(&empty), [40.0, 40.0, 40.0, 40.0, 10.0]);
        assert_eq!(["k10", "k3", "k2"].map(&empty), [CENTRE, SIDE, LOW]);
        let played = factors("19", "q16 d3");
        // The approaches to a stone on the star point, and to one on the third and fourth lines: D3 from the left.
        assert_eq!(["o17", "r14", "c5", "d5", "e3"].map(&played), [20.0, 20.0, 20.0, 20.0, 1.0]);
        assert_eq!(["q4", "d16"].map(&played), [40.0, 40.0]);
        let small = factors("13", "k10");
        assert_eq!(["d4", "h11", "g7"].map(&small), [40.0, 20.0, 1.0]);
    }

    #[test]
    fn a_turned_board_has_the_same_factors() {
        let (size, turned) = (Size::of(19, 15), Size::of(15, 19));
        let stones = [Point::new(3, 3), Point::new(2, 11), Point::new(10, 8)];
        let own = Opening::new(size, stones.to_vec());
        let other = Opening::new(turned, stones.iter().map(|p| Point::new(p.col, p.row)).collect());
        for point in size.points() {
            if !stones.contains(&point) {
                assert_eq!(own.factor(point), other.factor(Point::new(point.col, point.row)), "{point:?}");
            }
        }
    }

    #[test]
    fn small_boards_and_later_positions_are_left_alone() {
        for (size, stones, changes) in
            [("12", 0, false), ("13", 0, true), ("13", 21, true), ("13", 22, false)]
        {
            let mut game = Position::new(&Rules::named("chinese", Some(size.parse().unwrap())).unwrap());
            let points: Vec<Point> = game.size().points().step_by(2).take(stones).collect();
            for point in points {
                game.play(Move::Place(point)).unwrap();
            }
            let free = game.size().points().filter(|&point| game.at(point).is_empty());
            let moves: Vec<Vertex> = free.map(|point| game.board().vertex(point)).collect();
            let mut strengths = vec![1.0; moves.len()];
            weigh(game.board(), &moves, &mut strengths);
            assert_eq!(strengths.iter().any(|&strength| strength != 1.0), changes, "{size}, {stones} stones");
        }
    }
}
