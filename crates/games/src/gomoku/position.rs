//! A position of gomoku, renju or caro.

use super::win::{winning_points, wins};
use super::{Foul, Rules, Shapes, Variant, renju};
use crate::setup::stones_of;
use crate::stones::Stones;
use crate::{EndReason, Game, Illegal, Move, Outcome, Played, Reason, SetUp, SetUpError};
use tengen_board::zobrist;
use tengen_board::{Cell, Color, Coords, Point, Size};

/// The moves of a game; a copy keeps room for the rest of the game, so that playing never allocates.
#[derive(Debug)]
struct History(Vec<Move>);

impl History {
    fn new(size: Size) -> History {
        History(Vec::with_capacity(size.area() + 32))
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        let mut moves = Vec::with_capacity(self.0.capacity());
        moves.extend_from_slice(&self.0);
        History(moves)
    }
}

/// A position of gomoku, renju or caro.
///
/// ```
/// use tengen_games::{Game, gomoku};
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// for point in ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8"] {
///     game.play(game.parse_move(point)?)?;
/// }
/// assert_eq!(game.outcome().and_then(|o| o.winner), Some(tengen_board::Color::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    stones: Stones,
    to_move: Color,
    outcome: Option<Outcome>,
    history: History,
}

impl Position {
    fn illegal(&self, mv: Move, reason: Reason) -> Illegal {
        Illegal { mv, text: self.format_move(mv), ply: self.ply(), reason }
    }

    fn reason_against(&self, mv: Move) -> Result<Point, Reason> {
        if self.outcome.is_some() {
            return Err(Reason::GameOver);
        }
        let point = match mv {
            Move::Place(point) => point,
            Move::Pass => return Err(Reason::NoPass),
            Move::Choose(_) => return Err(Reason::NoChoice),
        };
        if !self.rules.size.contains(point) {
            return Err(Reason::OffBoard);
        }
        if let Some(color) = self.stones.at(point).color() {
            return Err(Reason::Occupied(color));
        }
        match self.foul(point) {
            Some(foul) if self.to_move == Color::Black => Err(Reason::Forbidden(Box::new(foul))),
            _ => Ok(point),
        }
    }

    /// Whether the next stone may not go on this empty point.
    #[inline]
    fn is_foul_now(&self, point: Point) -> bool {
        self.rules.variant == Variant::Renju
            && self.to_move == Color::Black
            && renju::judge(self.stones.lines(), self.rules.size, point).is_foul()
    }

    /// How the game ends because of where it stands, whoever moved last: no point left, or none that black may take.
    #[inline]
    fn dead_end(&self) -> Option<Outcome> {
        let empty = self.stones.empty();
        if empty == 0 {
            return Some(Outcome { winner: None, reason: EndReason::Full });
        }
        if self.rules.variant == Variant::Renju && self.to_move == Color::Black {
            // One look is nearly always enough.
            if (0..empty).all(|n| self.is_foul_now(self.stones.nth_empty(n))) {
                return Some(Outcome { winner: Some(Color::White), reason: EndReason::OnlyForbidden });
            }
        }
        None
    }

    /// In renju, why `point` is forbidden to black, whoever is to move. `None` if it is not, or not empty, or off the
    /// board, or the game is another.
    pub fn foul(&self, point: Point) -> Option<Foul> {
        if self.rules.variant != Variant::Renju || !self.is_empty(point) {
            return None;
        }
        Foul::of(self.stones.lines(), self.rules.size, point)
    }

    /// What a black stone on `point` would make by the rules of renju, in any variant; `None` if the point is not
    /// empty, or off the board.
    pub fn shapes(&self, point: Point) -> Option<Shapes> {
        self.is_empty(point).then(|| Shapes::of(self.stones.lines(), self.rules.size, point))
    }

    /// In renju, the points that are forbidden to black, whoever is to move, in reading order; none in other variants.
    pub fn forbidden_points(&self) -> Vec<Point> {
        if self.rules.variant != Variant::Renju {
            return Vec::new();
        }
        let (lines, size) = (self.stones.lines(), self.rules.size);
        self.stones.empties().filter(|&p| renju::judge(lines, size, p).is_foul()).collect()
    }

    fn is_empty(&self, point: Point) -> bool {
        self.rules.size.contains(point) && self.stones.at(point).is_empty()
    }

    #[inline]
    fn place(&mut self, point: Point) {
        let color = self.to_move;
        self.stones.place(point, color);
        self.history.0.push(Move::Place(point));
        self.to_move = color.opponent();
        if wins(&self.stones, self.rules.variant, point, color) {
            self.outcome = Some(Outcome { winner: Some(color), reason: EndReason::Line });
        } else {
            self.outcome = self.dead_end();
        }
    }

    /// Whether nobody has won, or only the side that moved last and by rows that one stone can have made.
    fn judge_set_up(&mut self) -> Result<(), SetUpError> {
        let winners = |color: Color| -> Vec<Point> {
            self.stones
                .stones()
                .filter(|&(p, c)| c == color && wins(&self.stones, self.rules.variant, p, c))
                .map(|(p, _)| p)
                .collect()
        };
        let (next, last) = (self.to_move, self.to_move.opponent());
        if !winners(next).is_empty() {
            return Err(SetUpError::AlreadyWon(next));
        }
        let row = winners(last);
        let one_stone = |p: &Point| {
            let through = winning_points(&self.stones, self.rules.variant, *p, last);
            row.iter().all(|q| through.contains(q))
        };
        self.outcome = if row.is_empty() {
            self.dead_end()
        } else if row.iter().any(one_stone) {
            Some(Outcome { winner: Some(last), reason: EndReason::Line })
        } else {
            return Err(SetUpError::AlreadyWon(last));
        };
        Ok(())
    }
}

impl Game for Position {
    type Rules = Rules;

    /// The start position.
    ///
    /// # Panics
    /// If [`Rules::check`] refuses the rules.
    fn new(rules: &Rules) -> Position {
        if let Err(error) = rules.check() {
            panic!("{error}");
        }
        Position {
            rules: *rules,
            stones: Stones::new(rules.size),
            to_move: Color::Black,
            outcome: None,
            history: History::new(rules.size),
        }
    }

    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        let mut position = Position::new(rules);
        for (point, color) in stones_of(set_up, rules.size)? {
            position.stones.place(point, color);
        }
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
        self.stones.at(point)
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn ply(&self) -> usize {
        self.history.0.len()
    }

    fn moves(&self) -> Vec<Move> {
        self.history.0.clone()
    }

    fn hash(&self) -> u64 {
        let stones = self.stones.hash();
        if self.to_move == Color::White { stones ^ zobrist::WHITE_TO_MOVE } else { stones }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome.is_none() {
            out.extend(self.stones.empties().filter(|&p| !self.is_foul_now(p)).map(Move::Place));
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.reason_against(mv).map(drop).map_err(|reason| self.illegal(mv, reason))
    }

    fn play(&mut self, mv: Move) -> Result<Played, Illegal> {
        let point = self.reason_against(mv).map_err(|reason| self.illegal(mv, reason))?;
        let color = self.to_move;
        self.place(point);
        let line = winning_points(&self.stones, self.rules.variant, point, color);
        Ok(Played { placed: Some((point, color)), line, outcome: self.outcome, ..Played::default() })
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Move::Place(point) = mv {
            self.place(point);
        }
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let mv = self.history.0.pop()?;
        self.to_move = self.to_move.opponent();
        self.outcome = None;
        if let Move::Place(point) = mv {
            self.stones.take_back(point, self.to_move);
        }
        Some(mv)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn coords(&self) -> Coords {
        Coords::Gomoku
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        if self.outcome.is_some() {
            return None;
        }
        // Forbidden points are few, so drawing again is quicker than counting them; one at least is free.
        loop {
            let n = (u64::from(next()) * self.stones.empty() as u64) >> 32;
            let point = self.stones.nth_empty(n as usize);
            if !self.is_foul_now(point) {
                self.place(point);
                return Some(Move::Place(point));
            }
        }
    }
}

/// Equal when rules, stones and side to move are.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules == other.rules
            && self.stones == other.stones
            && self.to_move == other.to_move
            && self.outcome == other.outcome
    }
}
