//! A position of any game, for the faces.

use crate::{Game, GameSpec, Goal, Illegal, Move, MoveError, Outcome, Played, Player, SetUp, SetUpError};
use crate::{go, gomoku, mnk, othello};
use tengen_board::{Cell, Color, Coords, Point, Size};

/// A position of any game: it does what a [`Game`] does, whichever game it holds.
///
/// ```
/// use tengen_games::{AnyPosition, Game, GameSpec};
/// let mut game = AnyPosition::new(&GameSpec::named("othello", None, None)?);
/// let mv = game.parse_move("f5")?;
/// let played = game.play(mv)?;
/// assert_eq!(played.flipped.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AnyPosition {
    /// An m,n,k game.
    Mnk(Box<mnk::Position>),
    /// Gomoku, renju or caro.
    Gomoku(Box<gomoku::Position>),
    /// Othello.
    Othello(Box<othello::Position>),
    /// Go.
    Go(Box<go::Position>),
}

macro_rules! each {
    ($position:expr, $inner:ident => $body:expr) => {
        match $position {
            AnyPosition::Mnk($inner) => $body,
            AnyPosition::Gomoku($inner) => $body,
            AnyPosition::Othello($inner) => $body,
            AnyPosition::Go($inner) => $body,
        }
    };
}

impl Game for AnyPosition {
    type Rules = GameSpec;

    fn new(spec: &GameSpec) -> AnyPosition {
        match spec {
            GameSpec::Mnk(rules) => AnyPosition::Mnk(Box::new(Game::new(rules))),
            GameSpec::Gomoku(rules) => AnyPosition::Gomoku(Box::new(Game::new(rules))),
            GameSpec::Othello(rules) => AnyPosition::Othello(Box::new(Game::new(rules))),
            GameSpec::Go(rules) => AnyPosition::Go(Box::new(Game::new(rules))),
        }
    }

    fn set_up(spec: &GameSpec, set_up: &SetUp) -> Result<AnyPosition, SetUpError> {
        Ok(match spec {
            GameSpec::Mnk(rules) => AnyPosition::Mnk(Box::new(Game::set_up(rules, set_up)?)),
            GameSpec::Gomoku(rules) => AnyPosition::Gomoku(Box::new(Game::set_up(rules, set_up)?)),
            GameSpec::Othello(rules) => AnyPosition::Othello(Box::new(Game::set_up(rules, set_up)?)),
            GameSpec::Go(rules) => AnyPosition::Go(Box::new(Game::set_up(rules, set_up)?)),
        })
    }

    fn rules(&self) -> GameSpec {
        each!(self, p => p.spec())
    }
    fn size(&self) -> Size {
        each!(self, p => p.size())
    }
    fn at(&self, point: Point) -> Cell {
        each!(self, p => p.at(point))
    }
    fn to_move(&self) -> Color {
        each!(self, p => p.to_move())
    }
    fn player_to_move(&self) -> Player {
        each!(self, p => p.player_to_move())
    }
    fn color_of(&self, player: Player) -> Option<Color> {
        each!(self, p => p.color_of(player))
    }
    fn stones_per_turn(&self) -> u32 {
        each!(self, p => p.stones_per_turn())
    }
    fn stones_left_in_turn(&self) -> u32 {
        each!(self, p => p.stones_left_in_turn())
    }
    fn captured_by(&self, color: Color) -> u32 {
        each!(self, p => p.captured_by(color))
    }
    fn goal(&self) -> Goal {
        each!(self, p => p.goal())
    }
    fn margin_now(&self) -> Option<f32> {
        each!(self, p => p.margin_now())
    }
    fn ply(&self) -> usize {
        each!(self, p => p.ply())
    }
    fn moves(&self) -> Vec<Move> {
        each!(self, p => p.moves())
    }
    fn hash(&self) -> u64 {
        each!(self, p => p.hash())
    }
    fn legal_moves(&self, out: &mut Vec<Move>) {
        each!(self, p => p.legal_moves(out))
    }
    fn check(&self, mv: Move) -> Result<(), Illegal> {
        each!(self, p => p.check(mv))
    }
    fn is_legal(&self, mv: Move) -> bool {
        each!(self, p => p.is_legal(mv))
    }
    fn play(&mut self, mv: Move) -> Result<Played, Illegal> {
        each!(self, p => p.play(mv))
    }
    fn play_unchecked(&mut self, mv: Move) {
        each!(self, p => p.play_unchecked(mv));
    }
    fn undo(&mut self) -> Option<Move> {
        each!(self, p => p.undo())
    }
    fn outcome(&self) -> Option<Outcome> {
        each!(self, p => p.outcome())
    }
    fn coords(&self) -> Coords {
        each!(self, p => p.coords())
    }
    fn format_move(&self, mv: Move) -> String {
        each!(self, p => p.format_move(mv))
    }
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        each!(self, p => p.parse_move(text))
    }
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        each!(self, p => p.play_random(next))
    }
}
