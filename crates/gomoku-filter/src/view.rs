//! A position as filters see it: for each empty point and colour the weights and the shapes that a stone makes,
//! computed once per position.

use crate::shapes::{FiveRule, WindowShape, has_room, shape};
use crate::weights::{share, weight};
use crate::window::{Window, lines_of, toggle};
use tengen_board::layout::{Layout, LineBits};
use tengen_board::{AXES, Color, Point, Size};
use tengen_games::gomoku::{Position, Variant};
use tengen_games::{Game, Move};

/// What a stone of one colour makes on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointFacts {
    /// The article's K.
    pub k: u32,
    /// True if it makes five.
    pub five: bool,
    /// Number of axes on which it makes an open four.
    pub open_fours: u8,
    /// Number of axes on which it makes another four.
    pub fours: u8,
    /// Number of axes on which it makes an open three.
    pub threes: u8,
    /// Number of axes with room for a five.
    pub room: u8,
}

impl PointFacts {
    /// True if one stone cannot stop it: an open four, or two fours.
    pub fn is_open_four(self) -> bool {
        self.open_fours > 0 || self.fours > 1
    }

    /// True if it makes a four and an open three at once.
    pub fn is_four_three(self) -> bool {
        self.fours > 0 && self.threes > 0
    }

    /// True if it makes two open threes at once.
    pub fn is_double_three(self) -> bool {
        self.threes > 1
    }

    /// The best shape: 0 a five, 1 an open four, 2 a four-three, 3 a double three.
    fn best_shape(self) -> Option<usize> {
        [self.five, self.is_open_four(), self.is_four_three(), self.is_double_three()]
            .iter()
            .position(|&is| is)
    }
}

/// A position as filters see it.
#[derive(Debug)]
pub struct View<'a> {
    position: &'a Position,
    size: Size,
    lines: LineBits,
    fives: [FiveRule; 2],
    /// For each colour and each point.
    facts: [Vec<PointFacts>; 2],
    to_move: Color,
}

impl<'a> View<'a> {
    /// The view of a position.
    pub fn new(position: &'a Position) -> View<'a> {
        let size = position.size();
        let variant = position.rules().variant;
        let mut view = View {
            position,
            size,
            lines: lines_of(position),
            fives: Color::BOTH.map(|color| FiveRule::new(variant, color)),
            facts: [vec![PointFacts::default(); size.area()], vec![PointFacts::default(); size.area()]],
            to_move: position.to_move(),
        };
        for (index, point) in size.points().enumerate() {
            if position.at(point).is_empty() {
                [view.facts[0][index], view.facts[1][index]] = view.compute(point);
            }
        }
        view
    }

    /// The facts of one empty point for black and for white.
    fn compute(&self, point: Point) -> [PointFacts; 2] {
        let index = self.lines.index(point);
        let mut facts = [PointFacts::default(); 2];
        for axis in AXES {
            let window = Window::around(&self.lines, index, axis, Color::Black);
            for (color, window) in [window, window.flipped()].into_iter().enumerate() {
                let facts = &mut facts[color];
                facts.k += share(weight(window));
                facts.room += u8::from(has_room(window));
                match shape(window, self.fives[color]) {
                    WindowShape::Nothing => {}
                    WindowShape::OpenThree => facts.threes += 1,
                    WindowShape::Four => facts.fours += 1,
                    WindowShape::OpenFour => facts.open_fours += 1,
                    WindowShape::Five => facts.five = true,
                }
            }
        }
        let black = &mut facts[Color::Black.index()];
        let fork = black.threes > 1 || black.fours + black.open_fours > 1;
        if fork && !self.may_play(Color::Black, point) {
            // A forbidden point is no threat of black.
            *black = PointFacts { k: black.k, room: black.room, ..PointFacts::default() };
        }
        facts
    }

    /// The position itself.
    pub fn position(&self) -> &'a Position {
        self.position
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The facts of an empty point for `color`.
    #[inline]
    pub fn facts(&self, color: Color, point: Point) -> PointFacts {
        self.facts[color.index()][self.size.index(point)]
    }

    /// The facts of an empty point for the side to move.
    #[inline]
    pub fn own(&self, point: Point) -> PointFacts {
        self.facts(self.to_move, point)
    }

    /// The facts of an empty point for the opponent.
    #[inline]
    pub fn other(&self, point: Point) -> PointFacts {
        self.facts(self.to_move.opponent(), point)
    }

    /// True if `color` could play on this empty point if it were to move: not on forbidden points of renju.
    pub fn may_play(&self, color: Color, point: Point) -> bool {
        color == Color::White
            || self.position.rules().variant != Variant::Renju
            || self.position.foul(point).is_none()
    }

    /// The empty points that `color` may play and whose facts `wanted` accepts.
    pub fn points(&self, color: Color, wanted: impl Fn(PointFacts) -> bool) -> Vec<Point> {
        let all = self.size.points().zip(&self.facts[color.index()]);
        let found = all.filter(|(_, facts)| wanted(**facts)).map(|(point, _)| point);
        found.filter(|&point| self.may_play(color, point)).collect()
    }

    /// The facts of `there` for the opponent after a stone of the side to move on `here`.
    pub fn other_after(&mut self, here: Point, there: Point) -> PointFacts {
        toggle(&mut self.lines, here, self.to_move);
        let facts = self.compute(there)[self.to_move.opponent().index()];
        toggle(&mut self.lines, here, self.to_move);
        facts
    }

    /// The value of a move for the side to move: by the best shape that it makes or stops, then by both K.
    pub fn worth(&self, point: Point) -> i64 {
        let (own, other) = (self.own(point), self.other(point));
        let made = own.best_shape().map_or(0, |made| 1 << [24, 20, 17, 15][made]);
        let stopped = other.best_shape().map_or(0, |made| 1 << [22, 18, 16, 14][made]);
        i64::from(made.max(stopped) + own.k + other.k)
    }

    /// The gain of a move for the side to move: by the best shape that it makes, then by both K. What it stops shows
    /// in the opponent's next gain.
    pub fn gain(&self, point: Point) -> i64 {
        let (own, other) = (self.own(point), self.other(point));
        let three = if own.threes > 0 { 1 << 9 } else { 0 };
        let made = own.best_shape().map_or(three, |made| 1 << [20, 17, 16, 15][made]);
        i64::from(made + own.k + other.k)
    }

    /// Distance from the centre: twice the distance, squared, because the centre of an even board is between points.
    pub fn from_center(&self, point: Point) -> i32 {
        let away = |n: u8, side: usize| (2 * i32::from(n) + 1 - side as i32).pow(2);
        away(point.row, self.size.rows()) + away(point.col, self.size.cols())
    }

    /// Sorts moves by [`worth`](View::worth), best first; of equal ones the nearest to the centre first.
    pub fn sort_by_worth(&self, points: &mut [Point]) {
        points.sort_by_cached_key(|&p| (std::cmp::Reverse(self.worth(p)), self.from_center(p), p));
    }

    /// The `count` best legal moves by [`worth`](View::worth), best first.
    pub fn likely(&self, count: usize) -> Vec<Point> {
        let empty = self.size.points().filter(|&p| self.position.at(p).is_empty());
        let mut ranked: Vec<Point> = empty.collect();
        self.sort_by_worth(&mut ranked);
        ranked.into_iter().filter(|&p| self.position.is_legal(Move::Place(p))).take(count).collect()
    }
}
