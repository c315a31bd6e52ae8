//! The board of the search.
//!
//! The stones are kept as words, one for each line ([`lines`](crate::board::lines)). From them the board keeps, for
//! every empty square and both colours, the [`Pattern`] that a stone would make along each axis, and the class of all
//! four together ([`Threat`]). It also keeps the squares of each class as a set, the sum of the squares' terms in its
//! [`CodeTable`], the squares near stones, and the Zobrist key. A move changes only the squares within half a window
//! on its four lines. The changes are logged, so that taking a move back restores them and computes nothing.
//!
//! - [`squares`]: squares and sets of squares; [`lines`](crate::board::lines): rows, columns and diagonals as words.
//! - [`pattern`]: what a stone makes along one axis; [`threat`]: what it makes along all four; [`codes`]: both, with
//!   a term, in one table.
//! - [`rule_set`]: the rules as types; [`fouls`]: renju's forbidden squares; [`offset`]: where a square is from
//!   another.
//! - `play` and `query`: the methods of [`Board`].

pub(crate) mod codes;
pub(crate) mod fouls;
pub(crate) mod lines;
pub(crate) mod offset;
pub(crate) mod pattern;
mod play;
mod query;
pub mod rule_set;
pub(crate) mod squares;
#[cfg(test)]
mod tests;
pub(crate) mod threat;
pub(crate) mod window_board;

use crate::board::codes::CodeTable;
use crate::board::lines::{Geometry, Lines};
use crate::board::pattern::{Pattern, PatternTable};
use crate::board::rule_set::RuleSet;
use crate::board::squares::{SQUARE_SLOTS, Square, SquareSet};
use crate::board::threat::{Code, Threat};
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use tengen_board::{Axis, Cell, Color, Point, Size, zobrist};
use tengen_games::{Game, Move, gomoku};

/// The board of the search, by the rules `R`.
///
/// [`play`](Board::play) takes any empty square, forbidden or not, and also after a win. A move wins if its square's
/// [`class`](Board::class) is [`Threat::Five`] before it is played; [`is_legal`](Board::is_legal) reports whether
/// renju forbids it.
///
/// ```
/// use tengen_board::Color;
/// use tengen_games::{Game, gomoku};
/// use tengen_gomoku::rule_set::Freestyle;
/// use tengen_gomoku::{Board, Threat};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for mv in ["h8", "a1", "h9", "a3", "h10", "a5"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let mut board = Board::<Freestyle>::from_game(&game);
/// let straight = board.points(Color::Black, Threat::OpenFour);
/// assert_eq!(straight.len(), 2);
/// let before = board.key();
/// board.play(straight.first().expect("there are two"));
/// assert_eq!(board.count(Color::Black, Threat::Five), 2);
/// board.undo();
/// assert_eq!(board.key(), before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board<R: RuleSet> {
    geometry: &'static Geometry,
    nearness: &'static [SquareSet],
    patterns: &'static PatternTable,
    table: Arc<CodeTable>,
    lines: Lines,
    /// For every empty square, black's code in the low half and white's in the high half; 0 under a stone.
    codes: Box<[u32; SQUARE_SLOTS]>,
    state: State,
    /// The moves played, oldest first, passes as [`PASS`]; those before `from_game` too.
    history: Vec<Square>,
    frames: Vec<Undo>,
    /// The codes that moves replaced.
    old_codes: Vec<SquareCodes>,
    /// The squares that moves brought into another set.
    set_changes: Vec<SetChange>,
    /// The number of moves ever played on this board, including those taken back.
    played: u64,
    rule: PhantomData<R>,
}

/// What a move changes and `undo` restores as a whole.
#[derive(Clone, PartialEq, Eq)]
struct State {
    to_move: Color,
    key: u64,
    /// The sum of the terms of all empty squares, black's less white's.
    sum: i32,
    empty: u16,
    occupied: SquareSet,
    near: SquareSet,
    sets: [[SquareSet; Threat::TRACKED]; 2],
    counts: [[u16; Threat::TRACKED]; 2],
}

/// What `undo` needs, besides the entries of the two logs.
#[derive(Clone)]
struct Undo {
    /// The move's number among all ever played on this board. It identifies the position at its ply.
    serial: u64,
    near: SquareSet,
    sum: i32,
    codes: u32,
    classes: u32,
}

/// A square and its codes in one number, which is faster to clear and to copy than two.
#[derive(Clone, Copy, Default)]
struct SquareCodes(u64);

impl SquareCodes {
    #[inline]
    fn new(square: Square, codes: u32) -> SquareCodes {
        SquareCodes(u64::from(codes) << 32 | u64::from(square))
    }

    #[inline]
    fn square(self) -> Square {
        self.0 as Square
    }

    #[inline]
    fn codes(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

#[derive(Clone, Copy)]
struct SetChange {
    square: Square,
    color: u8,
    /// The numbers of the sets, as in [`CodeInfo::set`].
    from: u8,
    to: u8,
}

/// A pass in the list of moves.
const PASS: Square = Square::MAX;

impl<R: RuleSet> Board<R> {
    /// An empty board, black to move, whose terms are all 0.
    ///
    /// # Panics
    /// If a side of the board is not 5 to 22.
    pub fn new(size: Size) -> Board<R> {
        Board::with_table(size, CodeTable::without_terms(R::VARIANT))
    }

    /// An empty board, black to move, which sums the terms of `table`.
    ///
    /// # Panics
    /// If a side of the board is not 5 to 22.
    pub fn with_table(size: Size, table: Arc<CodeTable>) -> Board<R> {
        let mut board = Board::blank(size, table);
        (0..size.area()).for_each(|square| board.init_square(square));
        board
    }

    /// A board without stones and without patterns.
    fn blank(size: Size, table: Arc<CodeTable>) -> Board<R> {
        assert_eq!(table.variant(), R::VARIANT, "a table of codes of another variant");
        let sides = gomoku::Rules::MIN_SIDE..=gomoku::Rules::MAX_SIDE;
        assert!(
            sides.contains(&size.rows()) && sides.contains(&size.cols()),
            "a board of {size} is not for gomoku"
        );
        let (geometry, nearness) = of_size(size);
        Board {
            nearness,
            patterns: R::patterns(),
            table,
            lines: Lines::new(geometry),
            geometry,
            codes: Box::new([0; SQUARE_SLOTS]),
            state: State {
                to_move: Color::Black,
                key: 0,
                sum: 0,
                empty: size.area() as u16,
                occupied: SquareSet::EMPTY,
                near: SquareSet::EMPTY,
                sets: [[SquareSet::EMPTY; Threat::TRACKED]; 2],
                counts: [[0; Threat::TRACKED]; 2],
            },
            history: Vec::with_capacity(size.area() + 64),
            frames: Vec::with_capacity(size.area() + 64),
            old_codes: Vec::with_capacity(1 << 13),
            set_changes: Vec::with_capacity(1 << 10),
            played: 0,
            rule: PhantomData,
        }
    }

    /// The stones and the side to move of a game, without its opening rule; the terms are all 0.
    ///
    /// # Panics
    /// If the game's variant is not that of `R`.
    pub fn from_game(game: &gomoku::Position) -> Board<R> {
        Board::from_game_with(game, CodeTable::without_terms(R::VARIANT))
    }

    /// The same, with the terms of `table`.
    ///
    /// # Panics
    /// If the game's variant is not that of `R`.
    pub fn from_game_with(game: &gomoku::Position, table: Arc<CodeTable>) -> Board<R> {
        assert_eq!(game.rules().variant, R::VARIANT, "a board of other rules");
        let size = game.size();
        let mut board = Board::blank(size, table);
        for (point, color) in game.stones() {
            let square = size.index(point);
            for axis in 0..4 {
                board.lines.toggle(board.geometry.place(square, axis), color);
            }
            let state = &mut board.state;
            state.occupied.insert(square as Square);
            state.near |= board.nearness[square];
            state.key ^= zobrist::stone(square, color);
            state.empty -= 1;
        }
        board.empties().iter().for_each(|square| board.init_square(square.into()));
        board.set_to_move(game.to_move());
        board.history.extend(game.moves().map(|mv| match mv {
            Move::Place(point) => size.index(point) as Square,
            _ => PASS,
        }));
        board
    }

    /// Looks up the patterns of an empty square, once all stones are on the lines.
    fn init_square(&mut self, square: usize) {
        let code = self.code_from_lines(square);
        self.codes[square] = code;
        for color in Color::BOTH {
            let info = self.table.info(color, (code >> (16 * color.index())) as Code);
            self.state.sum += if color == Color::Black { info.term() } else { -info.term() };
            self.change_set(square as Square, color as u8, 0, info.set());
        }
    }

    /// The side to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.state.to_move
    }

    /// The Zobrist key of the stones and the side to move. It equals [`Game::hash`](tengen_games::Game::hash) of the
    /// same stones in a game without an opening rule.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// The point of a square.
    #[inline]
    pub fn point(&self, square: Square) -> Point {
        self.geometry.point(square)
    }

    /// The square of a point.
    #[inline]
    pub fn square(&self, point: Point) -> Square {
        self.geometry.size.index(point) as Square
    }

    /// The table of codes, with the terms that the board sums.
    pub(crate) fn table(&self) -> &Arc<CodeTable> {
        &self.table
    }
}

/// The geometry, and the squares near each square.
type OfSize = (Geometry, Box<[SquareSet]>);

/// What all boards of a size share, made once.
pub(crate) fn of_size(size: Size) -> &'static OfSize {
    const SIDES: usize = gomoku::Rules::MAX_SIDE + 1;
    static ALL: [[OnceLock<Box<OfSize>>; SIDES]; SIDES] =
        [const { [const { OnceLock::new() }; SIDES] }; SIDES];
    ALL[size.rows()][size.cols()].get_or_init(|| Box::new((Geometry::new(size), nearness(size))))
}

/// For each square the squares near it: within two rows and columns, or three along a line.
fn nearness(size: Size) -> Box<[SquareSet]> {
    let near = |point: Point| -> SquareSet {
        let all = (-3..=3_i32).flat_map(|row| (-3..=3_i32).map(move |col| (row, col)));
        let wanted =
            all.filter(|&(r, c)| (r.abs() <= 2 && c.abs() <= 2) || r == 0 || c == 0 || r.abs() == c.abs());
        wanted.filter_map(|(r, c)| size.offset(point, r, c)).map(|p| size.index(p) as Square).collect()
    };
    size.points().map(near).collect()
}

/// Equal if the stones, the side to move and everything derived from them are.
impl<R: RuleSet> PartialEq for Board<R> {
    fn eq(&self, other: &Board<R>) -> bool {
        self.size() == other.size()
            && self.lines == other.lines
            && self.codes == other.codes
            && self.state == other.state
    }
}

impl<R: RuleSet> fmt::Debug for Board<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}, {} to move", R::VARIANT, self.size(), self.to_move())?;
        for row in 0..self.size().rows() as u8 {
            let cells = (0..self.size().cols() as u8).map(|col| self.at(self.square(Point::new(row, col))));
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
