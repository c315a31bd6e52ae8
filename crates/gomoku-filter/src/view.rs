//! Everything that the rules look at, worked out once for each position: for each empty point and each colour, the
//! direction weights and what a stone there would make.

use super::board::Board;
use super::shapes::{FiveRule, Shape, has_room, shape};
use super::weights::{share, weight};
use tengen_board::{AXES, Color, Point, Size};
use tengen_games::gomoku::{Position, Variant};
use tengen_games::{Game, Move};

/// What a stone of one colour on one point is worth and makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The article's K.
    pub k: u32,
    /// Whether it makes a five.
    pub five: bool,
    /// Along how many axes it makes a four that can become a five in two places.
    pub open_fours: u8,
    /// Along how many axes it makes any other four.
    pub fours: u8,
    /// Along how many axes it makes an open three.
    pub threes: u8,
    /// Along how many axes there is room for a five.
    pub room: u8,
}

impl Facts {
    /// Whether one stone cannot stop what it makes: an open four, or two fours.
    pub fn is_open_four(self) -> bool {
        self.open_fours > 0 || self.fours > 1
    }

    /// Whether it makes a four and an open three at once.
    pub fn is_four_three(self) -> bool {
        self.fours > 0 && self.threes > 0
    }

    /// Whether it makes two open threes at once.
    pub fn is_double_three(self) -> bool {
        self.threes > 1
    }

    /// The best that it makes: 0 a five, 1 an open four, 2 a four and three, 3 a double three.
    fn made(self) -> Option<usize> {
        [self.five, self.is_open_four(), self.is_four_three(), self.is_double_three()]
            .iter()
            .position(|&is| is)
    }
}

/// A position as the rules see it.
#[derive(Debug)]
pub struct View<'a> {
    position: &'a Position,
    size: Size,
    board: Board,
    fives: [FiveRule; 2],
    /// For each colour and each point.
    facts: [Vec<Facts>; 2],
    to_move: Color,
}

impl<'a> View<'a> {
    /// Looks at a position.
    pub fn new(position: &'a Position) -> View<'a> {
        let size = position.size();
        let variant = position.rules().variant;
        let mut view = View {
            position,
            size,
            board: Board::of(position),
            fives: Color::BOTH.map(|color| FiveRule::of(variant, color)),
            facts: [vec![Facts::default(); size.area()], vec![Facts::default(); size.area()]],
            to_move: position.to_move(),
        };
        for (index, point) in size.points().enumerate() {
            if position.at(point).is_empty() {
                [view.facts[0][index], view.facts[1][index]] = view.look(point);
            }
        }
        view
    }

    /// The facts of one empty point for black and for white.
    fn look(&self, point: Point) -> [Facts; 2] {
        let mut facts = [Facts::default(); 2];
        for axis in AXES {
            let window = self.board.window(axis, point, Color::Black);
            for (color, window) in [window, window.flipped()].into_iter().enumerate() {
                let facts = &mut facts[color];
                facts.k += share(weight(window));
                facts.room += u8::from(has_room(window));
                match shape(window, self.fives[color]) {
                    Shape::Nothing => {}
                    Shape::OpenThree => facts.threes += 1,
                    Shape::Four => facts.fours += 1,
                    Shape::OpenFour => facts.open_fours += 1,
                    Shape::Five => facts.five = true,
                }
            }
        }
        let black = &mut facts[Color::Black.index()];
        let fork = black.threes > 1 || black.fours + black.open_fours > 1;
        if fork && !self.may_play(Color::Black, point) {
            // A point forbidden to black threatens nothing.
            *black = Facts { k: black.k, room: black.room, ..Facts::default() };
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

    /// What a stone of `color` on an empty point makes.
    #[inline]
    pub fn facts(&self, color: Color, point: Point) -> Facts {
        self.facts[color.index()][self.size.index(point)]
    }

    /// What a stone of the side to move makes.
    #[inline]
    pub fn own(&self, point: Point) -> Facts {
        self.facts(self.to_move, point)
    }

    /// What a stone of the opponent's would make there.
    #[inline]
    pub fn other(&self, point: Point) -> Facts {
        self.facts(self.to_move.opponent(), point)
    }

    /// Whether `color` could put a stone on this empty point were it to move: black may not everywhere in renju.
    pub fn may_play(&self, color: Color, point: Point) -> bool {
        color == Color::White
            || self.position.rules().variant != Variant::Renju
            || self.position.foul(point).is_none()
    }

    /// The empty points where a stone of `color` makes what `wanted` says, and may be put.
    pub fn points(&self, color: Color, wanted: impl Fn(Facts) -> bool) -> Vec<Point> {
        let all = self.size.points().zip(&self.facts[color.index()]);
        let found = all.filter(|(_, facts)| wanted(**facts)).map(|(point, _)| point);
        found.filter(|&point| self.may_play(color, point)).collect()
    }

    /// What a stone of the opponent's on `there` would make after one of the side to move's on `here`.
    pub fn other_after(&mut self, here: Point, there: Point) -> Facts {
        self.board.toggle(here, self.to_move);
        let facts = self.look(there)[self.to_move.opponent().index()];
        self.board.toggle(here, self.to_move);
        facts
    }

    /// One number for the whole of what a move on `point` does for the side to move, its own and what it takes from the
    /// opponent: first by what it makes, then by both K.
    pub fn worth(&self, point: Point) -> i64 {
        let (own, other) = (self.own(point), self.other(point));
        let made = own.made().map_or(0, |made| 1 << [24, 20, 17, 15][made]);
        let stopped = other.made().map_or(0, |made| 1 << [22, 18, 16, 14][made]);
        i64::from(made.max(stopped) + own.k + other.k)
    }

    /// What a move on `point` gains for the side to move, without what it takes from the opponent but for the weights:
    /// what it takes shows in what the opponent gains next.
    pub fn gain(&self, point: Point) -> i64 {
        let (own, other) = (self.own(point), self.other(point));
        let three = if own.threes > 0 { 1 << 9 } else { 0 };
        let made = own.made().map_or(three, |made| 1 << [20, 17, 16, 15][made]);
        i64::from(made + own.k + other.k)
    }

    /// How far a point is from the centre: twice the distance, squared, so that the centre of an even board may lie
    /// between its points.
    pub fn from_center(&self, point: Point) -> i32 {
        let away = |n: u8, side: usize| (2 * i32::from(n) + 1 - side as i32).pow(2);
        away(point.row, self.size.rows()) + away(point.col, self.size.cols())
    }

    /// Sorts moves by what they are worth, most first; of equals the nearest to the centre comes first.
    pub fn sort_by_worth(&self, points: &mut [Point]) {
        points.sort_by_cached_key(|&p| (std::cmp::Reverse(self.worth(p)), self.from_center(p), p));
    }

    /// The `count` moves that are worth most, most first, among those that may be played.
    pub fn likely(&self, count: usize) -> Vec<Point> {
        let empty = self.size.points().filter(|&p| self.position.at(p).is_empty());
        let mut ranked: Vec<Point> = empty.collect();
        self.sort_by_worth(&mut ranked);
        ranked.into_iter().filter(|&p| self.position.is_legal(Move::Place(p))).take(count).collect()
    }
}
