//! A position of any game, for front ends.

use crate::list::games;
use crate::{
    Fact, Game, GameKind, GameSpec, Goal, Illegal, Move, MoveError, Outcome, Played, PlayerId, SetUp,
    SetUpError,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size};

macro_rules! positions {
    ([$($(#[$doc:meta])* $kind:ident $module:ident,)*]) => {
        /// A position of any game: it does what a [`Game`] does, whichever game it holds. [`AnyPosition::new`] panics
        /// if no game can be played by the rules: see [`GameSpec::check`].
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
        #[non_exhaustive]
        pub enum AnyPosition {
            $($(#[$doc])* $kind(Box<crate::$module::Position>),)*
        }

        $(
            impl From<crate::$module::Position> for AnyPosition {
                fn from(position: crate::$module::Position) -> AnyPosition {
                    AnyPosition::$kind(Box::new(position))
                }
            }

            impl KnownGame for crate::$module::Position {
                const KIND: GameKind = GameKind::$kind;

                fn in_any(any: &AnyPosition) -> Option<&Self> {
                    match any {
                        AnyPosition::$kind(position) => Some(position),
                        _ => None,
                    }
                }
            }
        )*

        impl AnyPosition {
            fn make(spec: &GameSpec) -> AnyPosition {
                match spec {
                    $(GameSpec::$kind(rules) => AnyPosition::$kind(Box::new(Game::new(rules))),)*
                }
            }

            fn make_set_up(spec: &GameSpec, set_up: &SetUp) -> Result<AnyPosition, SetUpError> {
                Ok(match spec {
                    $(GameSpec::$kind(rules) => AnyPosition::$kind(Box::new(Game::set_up(rules, set_up)?)),)*
                })
            }
        }
    };
}
games!(positions);

/// A game of the list: one that [`AnyPosition`] can hold.
///
/// ```
/// use tengen_games::{AnyPosition, Game, GameKind, KnownGame, mnk, othello};
/// let any = AnyPosition::from(othello::Position::new(&othello::Rules::STANDARD));
/// assert_eq!(othello::Position::in_any(&any).map(|game| game.discs(tengen_board::Color::Black)), Some(2));
/// assert!(mnk::Position::in_any(&any).is_none());
/// assert_eq!(mnk::Position::KIND, GameKind::Mnk);
/// ```
pub trait KnownGame: Game + Into<AnyPosition> {
    /// The family it belongs to.
    const KIND: GameKind;

    /// The position inside `any`, if it is of this game.
    fn in_any(any: &AnyPosition) -> Option<&Self>;
}

macro_rules! position_arm {
    ([$($(#[$doc:meta])* $kind:ident $module:ident,)*] $position:expr, $inner:ident => $body:expr) => {
        match $position {
            $(AnyPosition::$kind($inner) => $body,)*
        }
    };
}
/// Does the same with whichever position an [`AnyPosition`] holds.
macro_rules! each {
    ($($args:tt)*) => {
        games!(position_arm $($args)*)
    };
}

impl Game for AnyPosition {
    type Rules = GameSpec;

    fn new(spec: &GameSpec) -> AnyPosition {
        AnyPosition::make(spec)
    }

    fn set_up(spec: &GameSpec, set_up: &SetUp) -> Result<AnyPosition, SetUpError> {
        AnyPosition::make_set_up(spec, set_up)
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
    fn cells_into(&self, out: &mut [Cell]) {
        each!(self, p => p.cells_into(out));
    }
    fn to_move(&self) -> Color {
        each!(self, p => p.to_move())
    }
    fn player_to_move(&self) -> PlayerId {
        each!(self, p => p.player_to_move())
    }
    fn color_of(&self, player: PlayerId) -> Option<Color> {
        each!(self, p => p.color_of(player))
    }
    fn black_player(&self) -> PlayerId {
        each!(self, p => p.black_player())
    }
    fn is_decision(&self, mv: Move) -> bool {
        each!(self, p => p.is_decision(mv))
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
    fn facts(&self) -> Vec<Fact> {
        each!(self, p => p.facts())
    }
    fn margin_now(&self) -> Option<f32> {
        each!(self, p => p.margin_now())
    }
    fn ply(&self) -> usize {
        each!(self, p => p.ply())
    }
    fn move_at(&self, ply: usize) -> Option<Move> {
        each!(self, p => p.move_at(ply))
    }
    fn last_played(&self) -> Option<Played> {
        each!(self, p => p.last_played())
    }
    fn hash(&self) -> u64 {
        each!(self, p => p.hash())
    }
    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        each!(self, p => p.legal_moves_into(out))
    }
    fn legal_points_into(&self, points: &mut [bool], others: &mut Vec<Move>) {
        each!(self, p => p.legal_points_into(points, others));
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
    fn play_or_foul(&mut self, mv: Move) -> Result<Played, Illegal> {
        each!(self, p => p.play_or_foul(mv))
    }
    fn play_unchecked(&mut self, mv: Move) {
        each!(self, p => p.play_unchecked(mv));
    }

    #[inline]
    fn prefetch(&self) {
        each!(self, p => p.prefetch());
    }
    fn undo(&mut self) -> Option<Move> {
        each!(self, p => p.undo())
    }
    fn outcome(&self) -> Option<Outcome> {
        each!(self, p => p.outcome())
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
