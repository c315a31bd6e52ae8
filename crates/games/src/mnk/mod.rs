//! m,n,k games: k in a row on any board, tic-tac-toe and connect four among them.

use crate::{Game, GameKind, Illegal, Move, Outcome, Played, SetUp, SetUpError, SpecError};
use tengen_board::{Cell, Color, Coords, Point, Size};

/// The rules of an m,n,k game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board.
    pub size: Size,
    /// How many in a row win, 1 to 22.
    pub k: u8,
    /// Whether stones fall to the lowest empty point of their column (connect four).
    pub gravity: bool,
}

impl Rules {
    /// 3,3,3.
    pub const TIC_TAC_TOE: Rules = Rules { size: Size::of(3, 3), k: 3, gravity: false };

    /// Connect four on 7 columns and 6 rows.
    pub const CONNECT_FOUR: Rules = Rules { size: Size::of(6, 7), k: 4, gravity: true };

    /// Rules by name: `tic-tac-toe`, `connect-four`.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name or a size that the game is not played on.
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let mut rules = match name {
            "tic-tac-toe" => Rules::TIC_TAC_TOE,
            "connect-four" => Rules::CONNECT_FOUR,
            _ => {
                return Err(SpecError::Rules {
                    game: GameKind::Mnk,
                    rules: name.chars().take(40).collect(),
                    known: "tic-tac-toe, connect-four".into(),
                });
            }
        };
        rules.size = size.unwrap_or(rules.size);
        Ok(rules)
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
        Coords::Gomoku
    }
}
