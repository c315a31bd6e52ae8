//! Moves as numbers: the actions of a game, for arrays.

use crate::errors;
use pyo3::PyResult;
use tengen::board::{Point, Size};
use tengen::games::{AnyPosition, Choice, Feature, Game, GameSpec, Move, Passes};

/// A point as players of the game write it. Where stones fall it has a column and a row, and a move only a column.
pub(crate) fn point_text(spec: &GameSpec, point: Point) -> String {
    match spec.size().contains(point) {
        true => spec.coords().format(point, spec.size()),
        false => format!("{point:?}"),
    }
}

/// The point that `text` names, as players of the game write it.
///
/// # Errors
/// `MoveError` for a text that is no move, or a move that is no point. Where stones fall, a column is no point.
pub(crate) fn point_of(position: &AnyPosition, text: &str) -> PyResult<Point> {
    let spec = position.spec();
    if spec.has(Feature::Gravity) {
        let example =
            point_text(&spec, Point::new(spec.size().rows() as u8 - 1, spec.size().cols() as u8 / 2));
        let expected = format!("expected a point such as '{example}', its column and row");
        let wrong = |_| errors::plain("MoveError", format!("'{text}' is no point here: {expected}"));
        return spec.coords().parse(text.trim(), spec.size()).map_err(wrong);
    }
    let mv = position.parse_move(text).map_err(errors::not_a_move)?;
    mv.point().ok_or_else(|| errors::plain("MoveError", format!("'{text}' is no point")))
}

/// The most fifth moves that an opening rule lets a player declare.
const MOST_FIFTHS: u8 = 12;

/// The numbering of the moves of a game.
///
/// A point has its index in reading order (row · columns + column); in games with gravity a move is its column. Then
/// comes the pass, if players may pass, and then the decisions of an opening rule, if there is one: `black`, `white`,
/// `two-more`, `fifths=1` to `fifths=12`.
#[derive(Clone, Debug)]
pub(crate) struct Actions {
    size: Size,
    gravity: bool,
    points: usize,
    pass: Option<usize>,
    choices: Vec<Choice>,
}

impl Actions {
    pub(crate) fn of(spec: &GameSpec) -> Actions {
        let (size, gravity) = (spec.size(), spec.has(Feature::Gravity));
        let points = if gravity { size.cols() } else { size.area() };
        let passes = spec.has(Feature::Pass) || spec.info().passes != Passes::Never;
        let mut choices = Vec::new();
        if spec.opening().is_some_and(|rule| rule.id != "none") {
            use tengen::board::Color::{Black, White};
            choices.extend([Choice::Take(Black), Choice::Take(White), Choice::PlaceTwoMore]);
            choices.extend((1..=MOST_FIFTHS).map(Choice::FifthMoves));
        }
        Actions { size, gravity, points, pass: passes.then_some(points), choices }
    }

    /// The number of actions.
    pub(crate) fn count(&self) -> usize {
        self.points + usize::from(self.pass.is_some()) + self.choices.len()
    }

    /// How many of the first actions are the points of the board in reading order; `None` where stones fall.
    pub(crate) fn points(&self) -> Option<usize> {
        (!self.gravity).then_some(self.points)
    }

    /// The action of a move; `None` for a move that the game does not have.
    #[inline]
    pub(crate) fn of_move(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Place(point) if self.gravity => Some(usize::from(point.col)),
            Move::Place(point) => Some(self.size.index(point)),
            Move::Pass => self.pass,
            Move::Choose(choice) => {
                let at = self.choices.iter().position(|&other| other == choice)?;
                Some(self.points + usize::from(self.pass.is_some()) + at)
            }
        }
    }

    /// The move of an action in `game`; `None` if there is no such action. The move need not be legal.
    #[inline]
    pub(crate) fn to_move(&self, game: &impl Game, action: usize) -> Option<Move> {
        if action < self.points {
            if !self.gravity {
                return Some(Move::Place(self.size.point(action)));
            }
            let point = |row: usize| Point::new(row as u8, action as u8);
            let rest = (0..self.size.rows()).rev().map(point).find(|&p| game.at(p).is_empty());
            return Some(Move::Place(rest.unwrap_or(point(0))));
        }
        if Some(action) == self.pass {
            return Some(Move::Pass);
        }
        let after = self.points + usize::from(self.pass.is_some());
        self.choices.get(action - after).map(|&choice| Move::Choose(choice))
    }
}
