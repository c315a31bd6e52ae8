//! The position for searches.
//!
//! It keeps, move by move: the lines of the board as words ([`lines`](crate::lines)), for every empty point and both colours the
//! pattern that a stone would make along each axis ([`Pattern`]), the class of all four together ([`Threat`]) with the points of
//! each class as a set, the sum of the evaluation's terms, the points near stones, and the Zobrist key.
//! A move changes only what lies within half a window of it on its four lines; what it changes is written down, and taking
//! it back restores that and computes nothing.

mod play;
mod query;
#[cfg(test)]
mod tests;

use crate::lines::{Geometry, Lines};
use crate::pattern::{Pattern, PatternTable};
use crate::rule::Rule;
use crate::spots::{SPOT_ROOM, Spot, Spots};
use crate::threat::{Code, Threat};
use crate::values::Values;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use tengen_board::{Axis, Cell, Color, Point, Size, zobrist};
use tengen_games::{Game, Move, gomoku};

/// A position for searches, by the rules `R`.
///
/// It judges nothing by itself: [`play`](Position::play) takes any empty point, forbidden or not and after a win too. A move wins if its
/// point's [`class`](Position::class) is [`Threat::Five`] before it is played; [`is_legal`](Position::is_legal) tells whether renju forbids it.
///
/// ```
/// use tengen_board::Color;
/// use tengen_games::{Game, gomoku};
/// use tengen_gomoku::rule::Freestyle;
/// use tengen_gomoku::{Position, Threat};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let mut position = Position::<Freestyle>::from_game(&game);
/// let straight = position.points(Color::Black, Threat::OpenFour);
/// assert_eq!(straight.len(), 2);
/// let before = position.key();
/// position.play(straight.first().expect("there are two"));
/// assert_eq!(position.count(Color::Black, Threat::Five), 2);
/// position.undo();
/// assert_eq!(position.key(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position<R: Rule> {
    geometry: &'static Geometry,
    nearness: &'static [Spots],
    table: &'static PatternTable,
    values: Arc<Values>,
    lines: Lines,
    /// For every empty point, black's code in the low half and white's in the high half; 0 under a stone.
    codes: Box<[u32; SPOT_ROOM]>,
    state: State,
    /// The moves played, oldest first, [`PASS`] among them; those before `from_game` too.
    history: Vec<Spot>,
    frames: Vec<Frame>,
    /// Codes as they were before the moves that changed them.
    old_codes: Vec<Coded>,
    /// Points that have come to be of another set.
    reclassed: Vec<Reclassed>,
    /// How many moves have been played at all, those taken back since among them.
    played: u64,
    rule: PhantomData<R>,
}

/// What changes with a move and is restored as a whole.
#[derive(Clone, PartialEq, Eq)]
struct State {
    to_move: Color,
    key: u64,
    /// The sum over all empty points of what the evaluation gives them: black's less white's.
    value: i32,
    empty: u16,
    occupied: Spots,
    near: Spots,
    sets: [[Spots; Threat::KEPT]; 2],
    counts: [[u16; Threat::KEPT]; 2],
}

/// What a move must remember to be taken back, besides its entries in the two lists.
#[derive(Clone)]
struct Frame {
    /// The number of the move among all that were ever played: tells whether a ply is still the one that was looked at.
    serial: u64,
    near: Spots,
    value: i32,
    codes: u32,
    classes: u32,
}

/// A point and its codes, in one number, which is quicker to clear and to copy than two.
#[derive(Clone, Copy, Default)]
struct Coded(u64);

impl Coded {
    #[inline]
    fn new(spot: Spot, codes: u32) -> Coded {
        Coded(u64::from(codes) << 32 | u64::from(spot))
    }

    #[inline]
    fn spot(self) -> Spot {
        self.0 as Spot
    }

    #[inline]
    fn codes(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

#[derive(Clone, Copy)]
struct Reclassed {
    spot: Spot,
    color: u8,
    /// Numbers of sets, as [`Info::set`](crate::values::Info::set) gives them.
    from: u8,
    to: u8,
}

/// Stands for a pass in the list of moves.
const PASS: Spot = Spot::MAX;

impl<R: Rule> Position<R> {
    /// An empty board, black to move, with the evaluation that comes with the engine.
    ///
    /// # Panics
    /// If a side of the board is not 5 to 22.
    pub fn new(size: Size) -> Position<R> {
        Position::with_values(size, Values::standard(R::VARIANT))
    }

    /// An empty board, black to move, with an evaluation of one's own.
    ///
    /// # Panics
    /// If a side of the board is not 5 to 22.
    pub fn with_values(size: Size, values: Arc<Values>) -> Position<R> {
        let mut position = Position::blank(size, values);
        (0..size.area()).for_each(|spot| position.look_at(spot));
        position
    }

    /// A board without stones of which nothing is worked out yet.
    fn blank(size: Size, values: Arc<Values>) -> Position<R> {
        let sides = gomoku::Rules::MIN_SIDE..=gomoku::Rules::MAX_SIDE;
        assert!(
            sides.contains(&size.rows()) && sides.contains(&size.cols()),
            "a board of {size} is not for gomoku"
        );
        let (geometry, nearness) = of_size(size);
        Position {
            nearness,
            table: R::patterns(),
            values,
            lines: Lines::new(geometry),
            geometry,
            codes: Box::new([0; SPOT_ROOM]),
            state: State {
                to_move: Color::Black,
                key: 0,
                value: 0,
                empty: size.area() as u16,
                occupied: Spots::NONE,
                near: Spots::NONE,
                sets: [[Spots::NONE; Threat::KEPT]; 2],
                counts: [[0; Threat::KEPT]; 2],
            },
            history: Vec::with_capacity(size.area() + 64),
            frames: Vec::with_capacity(size.area() + 64),
            old_codes: Vec::with_capacity(1 << 13),
            reclassed: Vec::with_capacity(1 << 10),
            played: 0,
            rule: PhantomData,
        }
    }

    /// The stones and the side to move of a game; what an opening rule asks for is not part of it.
    ///
    /// # Panics
    /// If the game is played by another variant than `R`.
    pub fn from_game(game: &gomoku::Position) -> Position<R> {
        Position::from_game_with(game, Values::standard(R::VARIANT))
    }

    /// As [`from_game`](Position::from_game), with an evaluation of one's own.
    ///
    /// # Panics
    /// If the game is played by another variant than `R`.
    pub fn from_game_with(game: &gomoku::Position, values: Arc<Values>) -> Position<R> {
        assert_eq!(game.rules().variant, R::VARIANT, "a position of other rules");
        let size = game.size();
        let mut position = Position::blank(size, values);
        for (point, color) in game.stones() {
            let spot = size.index(point);
            for axis in 0..4 {
                position.lines.toggle(position.geometry.place(spot, axis), color);
            }
            let state = &mut position.state;
            state.occupied.insert(spot as Spot);
            state.near |= position.nearness[spot];
            state.key ^= zobrist::stone(spot, color);
            state.empty -= 1;
        }
        position.empties().iter().for_each(|spot| position.look_at(spot.into()));
        position.set_to_move(game.to_move());
        position.history.extend(game.moves().map(|mv| match mv {
            Move::Place(point) => size.index(point) as Spot,
            _ => PASS,
        }));
        position
    }

    /// Works out the patterns of an empty point from its lines, all stones being on the board.
    fn look_at(&mut self, spot: usize) {
        let code = self.code_from_lines(spot);
        self.codes[spot] = code;
        for color in Color::BOTH {
            let info = self.values.info(color, (code >> (16 * color.index())) as Code);
            self.state.value += if color == Color::Black { info.value() } else { -info.value() };
            self.moved(spot as Spot, color as u8, 0, info.set());
        }
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.state.to_move
    }

    /// The Zobrist key of the stones and the side to move: that of
    /// [`Game::hash`](tengen_games::Game::hash) for the same stones in a game without an opening rule.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// The point with this number.
    #[inline]
    pub fn point(&self, spot: Spot) -> Point {
        self.geometry.point(spot)
    }

    /// The number of a point of the board.
    #[inline]
    pub fn spot(&self, point: Point) -> Spot {
        self.geometry.size.index(point) as Spot
    }

    /// The evaluation it keeps up to date.
    pub fn values(&self) -> &Arc<Values> {
        &self.values
    }
}

/// The geometry, and the points near each point.
type OfSize = (Geometry, Box<[Spots]>);

/// What all boards of a size share, made once: where its points lie, and for each those near it.
pub(crate) fn of_size(size: Size) -> &'static OfSize {
    const SIDES: usize = gomoku::Rules::MAX_SIDE + 1;
    static ALL: [[OnceLock<Box<OfSize>>; SIDES]; SIDES] =
        [const { [const { OnceLock::new() }; SIDES] }; SIDES];
    ALL[size.rows()][size.cols()].get_or_init(|| Box::new((Geometry::new(size), nearness(size))))
}

/// For each point the points near it: the square of two around it, and three along each line.
fn nearness(size: Size) -> Box<[Spots]> {
    let near = |point: Point| -> Spots {
        let all = (-3..=3_i32).flat_map(|row| (-3..=3_i32).map(move |col| (row, col)));
        let wanted =
            all.filter(|&(r, c)| (r.abs() <= 2 && c.abs() <= 2) || r == 0 || c == 0 || r.abs() == c.abs());
        wanted.filter_map(|(r, c)| size.offset(point, r, c)).map(|p| size.index(p) as Spot).collect()
    };
    size.points().map(near).collect()
}

/// The same stones with the same side to move, and everything that is kept about them.
impl<R: Rule> PartialEq for Position<R> {
    fn eq(&self, other: &Position<R>) -> bool {
        self.size() == other.size()
            && self.lines == other.lines
            && self.codes == other.codes
            && self.state == other.state
    }
}

impl<R: Rule> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}, {} to move", R::VARIANT, self.size(), self.to_move())?;
        for row in 0..self.size().rows() as u8 {
            let cells = (0..self.size().cols() as u8).map(|col| self.at(self.spot(Point::new(row, col))));
            let row: Vec<&str> = cells
                .map(|cell| match cell {
                    Cell::Empty => ".",
                    Cell::Black => "X",
                    Cell::White => "O",
                })
                .collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}
