//! Go.

use crate::{Game, GameKind, Illegal, Move, Outcome, Played, SetUp, SetUpError, SpecError};
use tengen_board::{Cell, Color, Coords, Point, Size};

/// The rules of a game of Go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// The board, 1×1 to 25×25.
    pub size: Size,
}

impl Rules {
    /// Rules by name: `chinese`, `japanese`, `tromp-taylor` and more.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name or a size that the game is not played on.
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let size = match (name, size) {
            ("chinese" | "japanese" | "tromp-taylor", Some(size)) => size,
            ("chinese" | "japanese" | "tromp-taylor", None) => Size::square(19)?,
            _ => {
                return Err(SpecError::Rules {
                    game: GameKind::Go,
                    rules: name.chars().take(40).collect(),
                    known: "chinese, japanese, tromp-taylor".into(),
                });
            }
        };
        Ok(Rules { size })
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    rules: Rules,
}

impl Game for Position {
    type Rules = Rules;
    fn new(rules: &Rules) -> Position {
        Position { rules: rules.clone() }
    }
    fn set_up(_: &Rules, _: &SetUp) -> Result<Position, SetUpError> {
        unreachable!()
    }
    fn rules(&self) -> Rules {
        self.rules.clone()
    }
    fn size(&self) -> Size {
        self.rules.size
    }
    fn at(&self, _: Point) -> Cell {
        unreachable!()
    }
    fn to_move(&self) -> Color {
        unreachable!()
    }
    fn ply(&self) -> usize {
        unreachable!()
    }
    fn moves(&self) -> Vec<Move> {
        unreachable!()
    }
    fn hash(&self) -> u64 {
        unreachable!()
    }
    fn legal_moves(&self, _: &mut Vec<Move>) {
        unreachable!()
    }
    fn check(&self, _: Move) -> Result<(), Illegal> {
        unreachable!()
    }
    fn play(&mut self, _: Move) -> Result<Played, Illegal> {
        unreachable!()
    }
    fn play_unchecked(&mut self, _: Move) {
        unreachable!()
    }
    fn undo(&mut self) -> Option<Move> {
        unreachable!()
    }
    fn outcome(&self) -> Option<Outcome> {
        unreachable!()
    }
    fn coords(&self) -> Coords {
        Coords::Go
    }
}
