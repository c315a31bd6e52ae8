//! A position of an m,n,k game.

use super::Rules;
use super::compact::Compact;
use super::wide::Wide;
use crate::game::{parse_move, points_by_list};
use crate::setup::stones_of;
use crate::spec::assert_playable;
use crate::stones::empty_point;
use crate::threats::threats;
use crate::{
    EndReason, ExpectedMove, Fact, Game, Goal, Illegal, Move, MoveError, Outcome, Played, Reason, SetUp,
    SetUpError, Shape,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use tengen_board::zobrist;
use tengen_board::{AXES, Cell, Color, Point, Size};

/// A position of an m,n,k game.
///
/// ```
/// use tengen_games::{Game, mnk};
/// let mut game = mnk::Position::new(&mnk::Rules::CONNECT_FOUR);
/// for column in ["4", "4", "3", "3", "5", "5", "6"] {
///     game.play(game.parse_move(column)?)?;
/// }
/// assert_eq!(game.outcome().and_then(|o| o.winner), Some(tengen_board::Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    to_move: Color,
    state: State,
    /// Stones played since the start or the set-up.
    ply: u16,
    empty: u16,
    board: Board,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Going,
    /// The side that moved last has a row.
    Won,
    Full,
}

#[derive(Clone)]
enum Board {
    Small(Compact<u64, 64>),
    Middle(Compact<u128, 128>),
    Large(Box<Wide>),
}

impl Board {
    fn new(rules: &Rules) -> Board {
        if let Some(board) = Compact::new(rules) {
            Board::Small(board)
        } else if let Some(board) = Compact::new(rules) {
            Board::Middle(board)
        } else {
            Board::Large(Box::new(Wide::new(rules)))
        }
    }

    fn at(&self, point: Point) -> Cell {
        let find = |has: &dyn Fn(Color) -> bool| Color::BOTH.into_iter().find(|&color| has(color)).into();
        match self {
            Board::Small(b) => find(&|color| b.has(color, point)),
            Board::Middle(b) => find(&|color| b.has(color, point)),
            Board::Large(b) => b.stones.at(point),
        }
    }

    fn put(&mut self, point: Point, color: Color) {
        match self {
            Board::Small(b) => b.put(point, color),
            Board::Middle(b) => b.put(point, color),
            Board::Large(b) => b.put(point, color),
        }
    }
}

impl Position {
    /// Where a stone in column `col` comes to rest; `None` if the column is full.
    fn top(&self, col: u8) -> Option<Point> {
        (0..self.rules.size.rows() as u8)
            .rev()
            .map(|row| Point::new(row, col))
            .find(|&p| self.board.at(p).is_empty())
    }

    /// The rows of at least k that contain the stone on `point`, without repeats.
    fn rows_through(&self, point: Point) -> Vec<Point> {
        let Some(color) = self.at(point).color() else { return Vec::new() };
        let mut line = Vec::new();
        for axis in AXES {
            let step = axis.step();
            let walk = |sign: i32| {
                (1..)
                    .map_while(move |n| {
                        let n = n * sign;
                        let p = self.rules.size.offset(
                            point,
                            n * i32::from(step.d_row),
                            n * i32::from(step.d_col),
                        )?;
                        (self.at(p).color() == Some(color)).then_some(p)
                    })
                    .collect::<Vec<_>>()
            };
            let mut run = walk(-1);
            run.reverse();
            run.push(point);
            run.extend(walk(1));
            if run.len() >= usize::from(self.rules.k) {
                line.extend(
                    run.into_iter().filter(|&p| p != point || !line.contains(&point)).collect::<Vec<_>>(),
                );
            }
        }
        line
    }

    /// A board with these stones and nothing said about them yet.
    fn with_stones(rules: &Rules, stones: impl IntoIterator<Item = (Point, Color)>) -> Position {
        let mut position = Position::new(rules);
        for (point, color) in stones {
            position.board.put(point, color);
            position.empty -= 1;
        }
        position
    }

    /// The stones of `color` that are in a row of k.
    fn stones_in_rows(&self, color: Color) -> Vec<Point> {
        let in_row = |&p: &Point| self.at(p).color() == Some(color) && !self.rows_through(p).is_empty();
        self.rules.size.points().filter(in_row).collect()
    }

    /// Checks a set-up: gravity lets every stone be where it is, and there is no row, or only one of the side that
    /// moved last that one stone can have made.
    fn judge_set_up(&mut self) -> Result<(), SetUpError> {
        let size = self.rules.size;
        if self.rules.gravity {
            for p in size.points().filter(|p| p.row as usize + 1 < size.rows()) {
                if !self.at(p).is_empty() && self.at(Point::new(p.row + 1, p.col)).is_empty() {
                    return Err(SetUpError::Hanging(p));
                }
            }
        }
        if !self.stones_in_rows(self.to_move).is_empty() {
            return Err(SetUpError::AlreadyWon(self.to_move));
        }
        let last = self.to_move.opponent();
        let row = self.stones_in_rows(last);
        if row.is_empty() {
            self.state = if self.empty == 0 { State::Full } else { State::Going };
            return Ok(());
        }
        // Some stone must have come last: without it there is no row, and in connect four nothing lies on it.
        let came_last = |p: &Point| {
            let buried = self.rules.gravity && p.row > 0 && !self.at(Point::new(p.row - 1, p.col)).is_empty();
            let others = size.points().filter(|q| q != p).filter_map(|q| Some((q, self.at(q).color()?)));
            !buried && Position::with_stones(&self.rules, others).stones_in_rows(last).is_empty()
        };
        if !row.iter().any(came_last) {
            return Err(SetUpError::AlreadyWon(last));
        }
        self.state = State::Won;
        Ok(())
    }

    fn reason_against(&self, mv: Move) -> Result<Point, Reason> {
        match (empty_point(self, mv), mv) {
            (Ok(_) | Err(Reason::Occupied(_)), Move::Place(point)) if self.rules.gravity => {
                match self.top(point.col) {
                    None => Err(Reason::ColumnFull),
                    Some(top) if top != point => Err(Reason::Hanging(top)),
                    Some(top) => Ok(top),
                }
            }
            (found, _) => found,
        }
    }

    /// What follows from a stone that has been placed.
    #[inline]
    fn placed(&mut self, won: bool) {
        self.ply += 1;
        self.empty -= 1;
        self.to_move = self.to_move.opponent();
        if won {
            self.state = State::Won;
        } else if self.empty == 0 {
            self.state = State::Full;
        }
    }

    #[inline]
    fn place(&mut self, point: Point) {
        let (color, ply) = (self.to_move, usize::from(self.ply));
        let won = match &mut self.board {
            Board::Small(b) => b.place(point, color, ply),
            Board::Middle(b) => b.place(point, color, ply),
            Board::Large(b) => b.place(point, color),
        };
        self.placed(won);
    }
}

impl Game for Position {
    type Rules = Rules;

    /// The start position.
    ///
    /// # Panics
    /// If [`Rules::check`] refuses the rules.
    fn new(rules: &Rules) -> Position {
        assert_playable(rules.check());
        Position {
            rules: *rules,
            to_move: Color::Black,
            state: State::Going,
            ply: 0,
            empty: rules.size.area() as u16,
            board: Board::new(rules),
        }
    }

    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        let mut position = Position::with_stones(rules, stones_of(set_up, rules.size)?);
        position.to_move = set_up.to_move;
        position.judge_set_up()?;
        Ok(position)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn size(&self) -> Size {
        self.rules.size
    }

    fn at(&self, point: Point) -> Cell {
        if self.rules.size.contains(point) { self.board.at(point) } else { Cell::Empty }
    }

    fn cells_into(&self, out: &mut [Cell]) {
        assert_eq!(out.len(), self.rules.size.area(), "one cell for each point");
        match &self.board {
            Board::Small(b) => b.cells_into(self.rules.size.cols(), out),
            Board::Middle(b) => b.cells_into(self.rules.size.cols(), out),
            Board::Large(b) => b.stones.cells_into(out),
        }
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn goal(&self) -> Goal {
        Goal { row: Some(self.rules.k), ..Goal::default() }
    }

    fn facts(&self) -> Vec<Fact> {
        if self.is_over() {
            return Vec::new();
        }
        let Rules { k, gravity, .. } = self.rules;
        // The names of four and three belong to five in a row; where stones fall a second point is often out of reach.
        let weakest = match (gravity, k) {
            (true, _) => Shape::Five,
            (false, 5) => Shape::OpenThree,
            (false, _) => Shape::OpenFour,
        };
        let open = |_, p| !gravity || self.is_legal(Move::Place(p));
        threats(self, weakest, |_, length, _| length >= u32::from(k), open, |_| false)
    }

    fn ply(&self) -> usize {
        usize::from(self.ply)
    }

    fn move_at(&self, ply: usize) -> Option<Move> {
        if ply >= self.ply() {
            return None;
        }
        Some(Move::Place(match &self.board {
            Board::Small(b) => b.played(ply),
            Board::Middle(b) => b.played(ply),
            Board::Large(b) => b.history()[ply],
        }))
    }

    fn last_played(&self) -> Option<Played> {
        let point = self.last_move()?.point()?;
        Some(Played {
            placed: Some((point, self.to_move.opponent())),
            line: if self.state == State::Won { self.rows_through(point) } else { Vec::new() },
            outcome: self.outcome(),
            ..Played::default()
        })
    }

    fn hash(&self) -> u64 {
        let stones = match &self.board {
            Board::Small(b) => b.hash(),
            Board::Middle(b) => b.hash(),
            Board::Large(b) => b.stones.hash(),
        };
        if self.to_move == Color::White { stones ^ zobrist::WHITE_TO_MOVE } else { stones }
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.state != State::Going {
            return;
        }
        match &self.board {
            Board::Small(b) => out.extend(b.points(b.open()).map(Move::Place)),
            Board::Middle(b) => out.extend(b.points(b.open()).map(Move::Place)),
            Board::Large(b) => b.open(|p| out.push(Move::Place(p))),
        }
    }

    fn legal_points_into(&self, points: &mut [bool], others: &mut Vec<Move>) {
        if self.state != State::Going || self.rules.gravity {
            return points_by_list(self, points, others);
        }
        assert_eq!(points.len(), self.rules.size.area(), "one entry for each point");
        match &self.board {
            Board::Small(b) => b.open_into(self.rules.size.cols(), points),
            Board::Middle(b) => b.open_into(self.rules.size.cols(), points),
            Board::Large(b) => b.stones.empties_into(points),
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.reason_against(mv).map(drop).map_err(|reason| Illegal::new(self, mv, reason))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Move::Place(point) = mv {
            self.place(point);
        }
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let ply = usize::from(self.ply).checked_sub(1)?;
        let color = self.to_move.opponent();
        let point = match &mut self.board {
            Board::Small(b) => b.take_back(color, ply),
            Board::Middle(b) => b.take_back(color, ply),
            Board::Large(b) => b.take_back(color)?,
        };
        self.ply -= 1;
        self.empty += 1;
        self.to_move = color;
        self.state = State::Going;
        Some(Move::Place(point))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Going => None,
            State::Won => Some(Outcome { winner: Some(self.to_move.opponent()), reason: EndReason::Line }),
            State::Full => Some(Outcome { winner: None, reason: EndReason::Full }),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.state != State::Going
    }

    /// The point, `b2` (off the board, `(row, col)`); where stones fall, the number of the column from the left, `4`,
    /// as players of connect four write their games.
    fn format_move(&self, mv: Move) -> String {
        match mv {
            Move::Place(p) if !self.rules.size.contains(p) => format!("{p:?}"),
            Move::Place(p) if self.rules.gravity => (u32::from(p.col) + 1).to_string(),
            Move::Place(p) => self.coords().format(p, self.rules.size),
            Move::Pass => "pass".into(),
            Move::Choose(choice) => choice.to_string(),
        }
    }

    /// A point; where stones fall, a column as its number from 1 or its letter, or the point where the stone comes to
    /// rest. A full column gives its top point, which is then refused as occupied.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let (text, size) = (text.trim(), self.rules.size);
        if !self.rules.gravity {
            return parse_move(self.coords(), size, text);
        }
        let column = match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
            [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'] => {
                text.parse::<u8>().ok().and_then(|n| n.checked_sub(1))
            }
            _ => None,
        };
        if let Some(col) = column.filter(|&col| usize::from(col) < size.cols()) {
            return Ok(Move::Place(self.top(col).unwrap_or(Point::new(0, col))));
        }
        parse_move(self.coords(), size, text)
            .map_err(|e| MoveError { expected: ExpectedMove::Column(size.cols()), ..e })
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        if self.state != State::Going {
            return None;
        }
        let (color, ply, empty) = (self.to_move, usize::from(self.ply), usize::from(self.empty));
        macro_rules! compact {
            ($board:ident) => {{
                let bit = $board.pick(empty, next);
                let won = $board.set(bit, color, ply);
                ($board.point(bit), won)
            }};
        }
        let (point, won) = match &mut self.board {
            Board::Small(b) => compact!(b),
            Board::Middle(b) => compact!(b),
            Board::Large(b) => {
                let point = b.pick(next);
                (point, b.place(point, color))
            }
        };
        self.placed(won);
        Some(Move::Place(point))
    }
}

/// Equal when rules, stones and side to move are.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same = match (&self.board, &other.board) {
            (Board::Small(a), Board::Small(b)) => a.same_stones(b),
            (Board::Middle(a), Board::Middle(b)) => a.same_stones(b),
            (Board::Large(a), Board::Large(b)) => a.stones == b.stones,
            _ => false,
        };
        same && self.rules == other.rules && self.to_move == other.to_move && self.state == other.state
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stones = String::new();
        for p in self.rules.size.points() {
            if p.col == 0 && p.row > 0 {
                stones.push('/');
            }
            stones.push(match self.at(p) {
                Cell::Empty => '.',
                Cell::Black => 'X',
                Cell::White => 'O',
            });
        }
        f.debug_struct("mnk::Position")
            .field("rules", &self.rules)
            .field("stones", &stones)
            .field("to_move", &self.to_move)
            .field("outcome", &self.outcome())
            .field("ply", &self.ply)
            .finish()
    }
}
