//! An Othello game: the board with its past, behind the trait of all games.

use super::wide::Wide;
use super::{Bits, Board, Rules};
use crate::stones::{bools_of, cells_of};
use crate::{
    EndReason, ExpectedMove, Fact, FactKind, Game, Illegal, Move, MoveError, Outcome, Played, Reason, SetUp,
    SetUpError,
};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Coords, Point, Size};

/// A position of an Othello game, with its past.
///
/// Black moves first. A disc must outflank at least one disc of the opponent, and turns over all that it outflanks in
/// the eight directions. A player who cannot place a disc passes ([`Move::Pass`], a ply of its own); one who can must
/// not. When neither can, the game is over, and the points left empty count for the winner.
///
/// Two positions are equal when rules, discs and side to move are.
///
/// ```
/// use tengen_games::{Game, othello};
/// let mut game = othello::Position::new(&othello::Rules::STANDARD);
/// for text in ["f5", "d6", "c3", "d3", "c4"] {
///     game.play(game.parse_move(text)?)?;
/// }
/// assert_eq!(game.ply(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    to_move: Color,
    state: State,
}

/// The board in the narrowest grid that it fits.
#[derive(Clone, Debug)]
enum State {
    Narrow(Track<u64>),
    Wide(Track<Wide>),
}

/// A board and the steps that led to it.
#[derive(Clone, Debug)]
struct Track<B> {
    board: Board<B>,
    past: Vec<Step<B>>,
}

/// One ply: the square of the disc and what it turned over, or a pass.
#[derive(Clone, Copy, Debug)]
struct Step<B> {
    square: u16,
    flips: B,
}

/// The square of a step that is a pass.
const PASS: u16 = u16::MAX;

macro_rules! on_track {
    ($state:expr, $track:ident => $body:expr) => {
        match $state {
            State::Narrow($track) => $body,
            State::Wide($track) => $body,
        }
    };
}

impl<B: Bits> Track<B> {
    fn new(size: Size) -> Track<B> {
        Track { board: Board::start(size), past: Vec::with_capacity(size.area()) }
    }

    #[inline]
    fn play(&mut self, square: usize) -> B {
        let flips = self.board.flips(square);
        self.board = self.board.turn(square, flips);
        self.past.push(Step { square: square as u16, flips });
        flips
    }

    #[inline]
    fn play_at(&mut self, point: Point) {
        self.play(Board::<B>::square(point));
    }

    #[inline]
    fn pass(&mut self) {
        self.board = self.board.pass();
        self.past.push(Step { square: PASS, flips: B::EMPTY });
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let step = self.past.pop()?;
        self.board = match step.square {
            PASS => self.board.pass(),
            square => self.board.turn_back(usize::from(square), step.flips),
        };
        Some(step.mv())
    }

    /// Why a move that is on the board is refused, if it is.
    fn refusal(&self, mv: Move, to_move: Color) -> Option<Reason> {
        let moves = self.board.moves();
        if moves.is_empty() && self.board.opponent_moves().is_empty() {
            return Some(Reason::GameOver);
        }
        match mv {
            Move::Choose(_) => Some(Reason::NoChoice),
            Move::Pass => (!moves.is_empty()).then_some(Reason::NoPass),
            Move::Place(point) => {
                let square = Board::<B>::square(point);
                if self.board.own.has(square) {
                    Some(Reason::Occupied(to_move))
                } else if self.board.opp.has(square) {
                    Some(Reason::Occupied(!to_move))
                } else if moves.is_empty() {
                    Some(Reason::MustPass)
                } else {
                    (!moves.has(square)).then_some(Reason::NoFlip)
                }
            }
        }
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        let moves = self.board.moves();
        if !moves.is_empty() {
            out.extend(moves.squares().map(|square| Move::Place(Board::<B>::point(square))));
        } else if !self.board.opponent_moves().is_empty() {
            out.push(Move::Pass);
        }
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        let moves = self.board.moves();
        if moves.is_empty() {
            if self.board.opponent_moves().is_empty() {
                return None;
            }
            self.pass();
            return Some(Move::Pass);
        }
        let n = (u64::from(next()) * u64::from(moves.count())) >> 32;
        let square = moves.nth(n as u32);
        self.play(square);
        Some(Move::Place(Board::<B>::point(square)))
    }
}

impl<B: Bits> Step<B> {
    #[inline]
    fn mv(&self) -> Move {
        if self.square == PASS {
            Move::Pass
        } else {
            Move::Place(Board::<B>::point(usize::from(self.square)))
        }
    }

    /// The discs that were turned over, in reading order.
    fn flipped(&self) -> Vec<Point> {
        self.flips.squares().map(Board::<B>::point).collect()
    }
}

impl Position {
    /// The discs as 64-bit words seen from the side to move, the form that searches use; `None` if a side of the
    /// board is longer than 8.
    #[inline]
    pub fn narrow(&self) -> Option<Board<u64>> {
        match &self.state {
            State::Narrow(track) => Some(track.board),
            State::Wide(_) => None,
        }
    }

    /// The discs in the 16×16 grid seen from the side to move, whatever the size of the board.
    pub fn wide(&self) -> Board<Wide> {
        match &self.state {
            State::Wide(track) => track.board,
            State::Narrow(Track { board, .. }) => {
                let widen = |bits: u64| {
                    bits.squares().fold(Wide::EMPTY, |set, s| {
                        set | Wide::bit(Board::<Wide>::square(Board::<u64>::point(s)))
                    })
                };
                Board { own: widen(board.own), opp: widen(board.opp), cells: widen(board.cells) }
            }
        }
    }

    /// Where `color` could place a disc if it were to move, in reading order.
    pub fn mobility(&self, color: Color) -> Vec<Point> {
        fn points<B: Bits>(board: &Board<B>, own: bool) -> Vec<Point> {
            let moves = if own { board.moves() } else { board.opponent_moves() };
            moves.squares().map(Board::<B>::point).collect()
        }
        on_track!(&self.state, track => points(&track.board, color == self.to_move))
    }

    /// How many discs `color` has.
    pub fn discs(&self, color: Color) -> u32 {
        let own = color == self.to_move;
        on_track!(&self.state, t => if own { t.board.own.count() } else { t.board.opp.count() })
    }

    fn refuse(&self, mv: Move, reason: Reason) -> Illegal {
        let text = match mv {
            Move::Place(p) if !self.size().contains(p) => format!("row {}, column {}", p.row, p.col),
            _ => self.format_move(mv),
        };
        Illegal { mv, text, ply: self.ply(), reason }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules == other.rules
            && self.to_move == other.to_move
            && match (&self.state, &other.state) {
                (State::Narrow(a), State::Narrow(b)) => a.board == b.board,
                (State::Wide(a), State::Wide(b)) => a.board == b.board,
                _ => false,
            }
    }
}

impl Eq for Position {}

impl Game for Position {
    type Rules = Rules;

    fn new(rules: &Rules) -> Position {
        let size = rules.size();
        let state = if size.rows() <= 8 && size.cols() <= 8 {
            State::Narrow(Track::new(size))
        } else {
            State::Wide(Track::new(size))
        };
        Position { rules: *rules, to_move: Color::Black, state }
    }

    /// The start position with the cells of `set_up` put in its place: the four points of the centre keep their discs
    /// unless they are named. Any side may be to move; if it cannot place a disc, it passes, or the game is over.
    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        let mut position = Position::new(rules);
        let size = rules.size();
        let mut named = vec![None; size.area()];
        for &(point, cell) in &set_up.cells {
            if !size.contains(point) {
                return Err(SetUpError::OffBoard(point));
            }
            match named[size.index(point)].replace(cell) {
                Some(before) if before != cell => return Err(SetUpError::Twice(point)),
                _ => {}
            }
        }
        position.to_move = set_up.to_move;
        on_track!(&mut position.state, track => {
            if set_up.to_move == Color::White {
                track.board = track.board.pass();
            }
            for &(point, cell) in &set_up.cells {
                track.board = track.board.with(point, cell.color().map(|color| color == set_up.to_move));
            }
        });
        Ok(position)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn size(&self) -> Size {
        self.rules.size()
    }

    #[inline]
    fn at(&self, point: Point) -> Cell {
        if !self.size().contains(point) {
            return Cell::Empty;
        }
        on_track!(&self.state, track => match track.board.at(point) {
            Some(true) => self.to_move.into(),
            Some(false) => (!self.to_move).into(),
            None => Cell::Empty,
        })
    }

    fn cells_into(&self, out: &mut [Cell]) {
        let size = self.size();
        assert_eq!(out.len(), size.area(), "one cell for each point");
        on_track!(&self.state, track => {
            let (own, opp) = (track.board.own, track.board.opp);
            let (black, white) = if self.to_move == Color::Black { (own, opp) } else { (opp, own) };
            cells_of(size.cols(), (0..size.rows()).map(|row| (black.row(row), white.row(row))), out);
        });
    }

    #[inline]
    fn to_move(&self) -> Color {
        self.to_move
    }

    #[inline]
    fn margin_now(&self) -> Option<f32> {
        Some(self.discs(Color::Black) as f32 - self.discs(Color::White) as f32)
    }

    fn facts(&self) -> Vec<Fact> {
        if self.is_over() {
            return Vec::new();
        }
        let mut facts = Vec::new();
        for side in Color::BOTH {
            facts.push(Fact::new(FactKind::Mobility, side, self.mobility(side)));
            facts.push(Fact::new(FactKind::Stable, side, self.stable(side)));
        }
        facts.retain(|fact| !fact.points.is_empty());
        facts
    }

    fn ply(&self) -> usize {
        on_track!(&self.state, track => track.past.len())
    }

    fn move_at(&self, ply: usize) -> Option<Move> {
        on_track!(&self.state, track => track.past.get(ply).map(Step::mv))
    }

    fn last_played(&self) -> Option<Played> {
        let (mv, flipped) =
            on_track!(&self.state, track => track.past.last().map(|step| (step.mv(), step.flipped()))?);
        let placed = mv.point().map(|point| (point, !self.to_move));
        Some(Played { placed, flipped, outcome: self.outcome(), ..Played::default() })
    }

    #[inline]
    fn hash(&self) -> u64 {
        let side = [0x4cf5_ad43_2745_937f, 0xa54f_f53a_5f1d_36f1][self.to_move.index()];
        side.mix(on_track!(&self.state, track => track.board.key()))
    }

    #[inline]
    fn legal_points_into(&self, points: &mut [bool], others: &mut Vec<Move>) {
        let size = self.size();
        assert_eq!(points.len(), size.area(), "one entry for each point");
        on_track!(&self.state, track => {
            let moves = track.board.moves();
            bools_of(size.cols(), (0..size.rows()).map(|row| moves.row(row)), points);
            if moves.is_empty() && !track.board.opponent_moves().is_empty() {
                others.push(Move::Pass);
            }
        });
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        on_track!(&self.state, track => track.legal_moves_into(out));
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let off_board = mv.point().is_some_and(|p| !self.size().contains(p));
        let reason = if off_board && !self.is_over() {
            Some(Reason::OffBoard)
        } else {
            on_track!(&self.state, track => track.refusal(mv, self.to_move))
        };
        reason.map_or(Ok(()), |reason| Err(self.refuse(mv, reason)))
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.point().is_none_or(|p| self.size().contains(p))
            && on_track!(&self.state, track => track.refusal(mv, self.to_move)).is_none()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Place(point) if self.size().contains(point) => {
                on_track!(&mut self.state, track => track.play_at(point));
            }
            _ => on_track!(&mut self.state, track => track.pass()),
        }
        self.to_move = !self.to_move;
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let mv = on_track!(&mut self.state, track => track.undo())?;
        self.to_move = !self.to_move;
        Some(mv)
    }

    fn outcome(&self) -> Option<Outcome> {
        let own = on_track!(&self.state, t => t.board.is_over().then(|| t.board.final_score()))?;
        let black = if self.to_move == Color::Black { own } else { -own };
        let winner = match black {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        Some(Outcome { winner, reason: EndReason::Score(black as f32) })
    }

    #[inline]
    fn is_over(&self) -> bool {
        on_track!(&self.state, track => track.board.is_over())
    }

    /// Reads `f5` or a pass: `pass`, `ps`, `pa` or `--`, in letters of either case.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        if ["pass", "ps", "pa", "--"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Ok(Move::Pass);
        }
        Coords::Othello.parse(text, self.size()).map(Move::Place).map_err(|e| MoveError {
            text: e.text,
            expected: ExpectedMove::Point(self.size(), Coords::Othello, true),
        })
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        let mv = on_track!(&mut self.state, track => track.play_random(next))?;
        self.to_move = !self.to_move;
        Some(mv)
    }
}
