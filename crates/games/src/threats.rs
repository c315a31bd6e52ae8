//! Threats in games won by a row, by their definitions: read from the board once, for display.
//!
//! A five wins. A four has a point that makes a five; an open four has two, so that no single answer stops it. An open
//! three has a point that makes an open four. Engines keep the same in tables that a move updates.

use crate::{Fact, FactKind, Game, Shape};
use alloc::vec::Vec;
use tengen_board::{AXES, Axis, Cell, Color, Point, Size};

/// The shapes found, the strongest first.
const SHAPES: [Shape; 4] = [Shape::Five, Shape::OpenFour, Shape::Four, Shape::OpenThree];

/// What both sides can make with one stone. `wins` says which rows win: by their colour, length, and whether the
/// opponent has stones at both ends. `open` says on which empty points a colour may put a stone. A colour's open three
/// must lead to a straight four if `straight` says so: black's in renju, where two fours on one line are forbidden.
///
/// Each point is listed for its strongest shape, with none below `weakest`.
pub(crate) fn threats<G: Game>(
    position: &G,
    weakest: Shape,
    wins: impl Fn(Color, u32, bool) -> bool,
    open: impl Fn(Color, Point) -> bool,
    straight: impl Fn(Color) -> bool,
) -> Vec<Fact> {
    let mut facts = Vec::new();
    for side in Color::BOTH {
        let wins = |length, blocked| wins(side, length, blocked);
        let board = Rows { position, side, wins: &wins, straight: straight(side) };
        let mut found = SHAPES.map(|_| Vec::new());
        for point in position.size().points().filter(|&p| position.at(p).is_empty()) {
            let Some(shape) = board.shape(point).filter(|&shape| shape <= weakest) else { continue };
            if open(side, point)
                && let Some(place) = SHAPES.iter().position(|&s| s == shape)
            {
                found[place].push(point);
            }
        }
        let list = SHAPES.into_iter().zip(found).filter(|(_, points)| !points.is_empty());
        facts.extend(list.map(|(shape, points)| Fact::new(FactKind::CanMake(shape), side, points)));
    }
    facts
}

/// The points where each side can complete a row of `row` with at most `stones` stones, all in one turn.
pub(crate) fn wins_in_turn<G: Game>(position: &G, row: usize, stones: impl Fn(Color) -> usize) -> Vec<Fact> {
    let size = position.size();
    let mut facts = Vec::new();
    for side in Color::BOTH {
        let mut points: Vec<Point> = Vec::new();
        for point in size.points() {
            for axis in AXES {
                let step = axis.step();
                let at = |n: usize| {
                    size.offset(point, n as i32 * i32::from(step.d_row), n as i32 * i32::from(step.d_col))
                };
                let Some(window) = (0..row).map(at).collect::<Option<Vec<Point>>>() else { continue };
                let empty = window.iter().filter(|&&p| position.at(p).is_empty());
                let own = window.iter().filter(|&&p| position.at(p) == Cell::from(side)).count();
                if own + empty.clone().count() == row && own + stones(side) >= row {
                    points.extend(empty);
                }
            }
        }
        points.sort_unstable();
        points.dedup();
        if !points.is_empty() {
            facts.push(Fact::new(FactKind::CanMake(Shape::Five), side, points));
        }
    }
    facts
}

/// The board as one side sees it.
struct Rows<'a, G> {
    position: &'a G,
    side: Color,
    wins: &'a dyn Fn(u32, bool) -> bool,
    straight: bool,
}

impl<G: Game> Rows<'_, G> {
    /// The strongest shape that a stone on `point`, which is empty, makes.
    fn shape(&self, point: Point) -> Option<Shape> {
        let along = AXES.map(|axis| self.shape_along(point, axis));
        let fours = along.iter().filter(|shape| matches!(shape, Some(Shape::Four | Shape::OpenFour))).count();
        let strongest = along.into_iter().flatten().min()?;
        // Two fours at once are stopped by one stone no more than an open four is.
        Some(if fours > 1 { strongest.min(Shape::OpenFour) } else { strongest })
    }

    fn shape_along(&self, point: Point, axis: Axis) -> Option<Shape> {
        let mut line = Line::of(self.position, point, axis);
        // Where rows of one or two win, a lone stone threatens already.
        if !line.has_neighbour(self.side) && !(self.wins)(1, false) && !(self.wins)(2, false) {
            return None;
        }
        line.cells[line.at] = self.side.into();
        if line.wins(self, line.at) {
            return Some(Shape::Five);
        }
        if line.fives(self) > 0 {
            return Some(if line.is_open_four(self) { Shape::OpenFour } else { Shape::Four });
        }
        let three = (0..line.cells.len()).any(|next| {
            if !line.cells[next].is_empty() {
                return false;
            }
            line.cells[next] = self.side.into();
            let (first, last) = line.run(next);
            let four = !self.straight || (last - first == 3 && (first..=last).contains(&line.at));
            let open = four && line.is_open_four(self);
            line.cells[next] = Cell::Empty;
            open
        });
        three.then_some(Shape::OpenThree)
    }
}

/// One line of the board, and the place in it of the stone in question.
struct Line {
    cells: Vec<Cell>,
    at: usize,
}

impl Line {
    fn of<G: Game>(position: &G, point: Point, axis: Axis) -> Line {
        let (size, step): (Size, _) = (position.size(), axis.step());
        let along = |n: i32| size.offset(point, n * i32::from(step.d_row), n * i32::from(step.d_col));
        let before = (1..).map_while(|n| along(-n)).count();
        let first = -(before as i32);
        Line { cells: (first..).map_while(along).map(|p| position.at(p)).collect(), at: before }
    }

    /// Whether a stone of `side` is near enough for any shape: within three points.
    fn has_neighbour(&self, side: Color) -> bool {
        let near = self.at.saturating_sub(3)..(self.at + 4).min(self.cells.len());
        self.cells[near].contains(&side.into())
    }

    /// The first and the last place of the unbroken row around `place`, which holds a stone.
    fn run(&self, place: usize) -> (usize, usize) {
        let own = self.cells[place];
        let before = self.cells[..place].iter().rev().take_while(|&&cell| cell == own).count();
        let after = self.cells[place + 1..].iter().take_while(|&&cell| cell == own).count();
        (place - before, place + after)
    }

    /// Whether the row around `place` wins.
    fn wins<G>(&self, rows: &Rows<'_, G>, place: usize) -> bool {
        let (first, last) = self.run(place);
        let opponent = Cell::from(rows.side.opponent());
        let blocked = first > 0
            && self.cells[first - 1] == opponent
            && self.cells.get(last + 1).is_some_and(|&cell| cell == opponent);
        (rows.wins)((last - first + 1) as u32, blocked)
    }

    /// Whether two places make a winning row with the stone in question, and no stone of the opponent stops both. (In
    /// caro one at the end of a five may.)
    fn is_open_four<G>(&mut self, rows: &Rows<'_, G>) -> bool {
        if self.fives(rows) < 2 {
            return false;
        }
        (0..self.cells.len()).all(|place| {
            if !self.cells[place].is_empty() {
                return true;
            }
            self.cells[place] = rows.side.opponent().into();
            let left = self.fives(rows);
            self.cells[place] = Cell::Empty;
            left > 0
        })
    }

    /// How many empty places make a winning row that holds the stone in question.
    fn fives<G>(&mut self, rows: &Rows<'_, G>) -> usize {
        let mut count = 0;
        for place in 0..self.cells.len() {
            if !self.cells[place].is_empty() {
                continue;
            }
            self.cells[place] = rows.side.into();
            let (first, last) = self.run(place);
            count += usize::from((first..=last).contains(&self.at) && self.wins(rows, place));
            self.cells[place] = Cell::Empty;
        }
        count
    }
}
