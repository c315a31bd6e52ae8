//! Gomoku, renju and caro.

use crate::{Game, GameKind, Illegal, Move, Outcome, Played, SetUp, SetUpError, SpecError};
use tengen_board::{Cell, Color, Coords, Point, Size};

/// Which lines win, and what is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Five or more win.
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// White: five or more. Black: exactly five; overlines, double fours and double threes are forbidden.
    Renju,
    /// A five blocked at both ends does not win.
    Caro,
}

/// The opening rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opening {
    /// None: black begins anywhere.
    None,
    /// Pro.
    Pro,
    /// Long pro.
    LongPro,
    /// Swap.
    Swap,
    /// Swap2.
    Swap2,
    /// RIF opening rule (renju).
    Rif,
    /// Yamaguchi (renju).
    Yamaguchi,
    /// Soosõrv-8 (renju).
    Soosorv8,
    /// Taraguchi-10 (renju).
    Taraguchi10,
}

/// The rules of a gomoku game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board, 5×5 to 22×22.
    pub size: Size,
    /// Which lines win, and what is forbidden.
    pub variant: Variant,
    /// The opening rule.
    pub opening: Opening,
}

/// Why a point is forbidden to black in renju, with the lines that make it so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foul {}
impl std::fmt::Display for Foul {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("forbidden")
    }
}

impl Rules {
    /// Rules by name: `freestyle`, `standard`, `renju`, `caro`.
    ///
    /// # Errors
    /// [`SpecError`] for an unknown name or a size that the game is not played on.
    pub fn named(name: &str, size: Option<Size>) -> Result<Rules, SpecError> {
        let variant = match name {
            "freestyle" => Variant::Freestyle,
            "standard" => Variant::Standard,
            "renju" => Variant::Renju,
            "caro" => Variant::Caro,
            _ => {
                return Err(SpecError::Rules {
                    game: GameKind::Gomoku,
                    rules: name.chars().take(40).collect(),
                    known: "freestyle, standard, renju, caro".into(),
                });
            }
        };
        let size = match size {
            Some(size) => size,
            None => Size::square(15)?,
        };
        Ok(Rules { size, variant, opening: Opening::None })
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
