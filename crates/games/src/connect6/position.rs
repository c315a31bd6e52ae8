//! A position of Connect6.

use super::Rules;
use crate::history::History;
use crate::setup::stones_of;
use crate::spec::assert_playable;
use crate::stones::{Stones, empty_point, winning_rows};
use crate::threats::wins_in_turn;
use crate::{EndReason, Fact, Game, Goal, Illegal, Move, Outcome, Played, SetUp, SetUpError};
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size, zobrist};

/// A position of Connect6. A ply is one stone.
///
/// The number of stones on the board decides how many are left in the turn: after an odd number a turn begins, and it
/// has two stones. So stones and side to move are the whole state, also of a set-up.
///
/// ```
/// use tengen_board::Color;
/// use tengen_games::{Game, connect6};
/// let mut game = connect6::Position::new(&connect6::Rules::STANDARD);
/// let mut colors = Vec::new();
/// for point in ["k10", "k11", "l11", "l10", "m10"] {
///     colors.push(game.to_move());
///     game.play(game.parse_move(point)?)?;
/// }
/// assert_eq!(colors, [Color::Black, Color::White, Color::White, Color::Black, Color::Black]);
/// assert_eq!((game.to_move(), game.stones_left_in_turn()), (Color::White, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    stones: Stones,
    to_move: Color,
    outcome: Option<Outcome>,
    history: History<Point>,
}

impl Position {
    /// Stones on the board.
    #[inline]
    fn count(&self) -> usize {
        self.rules.size.area() - self.stones.empty()
    }

    #[inline]
    fn place(&mut self, point: Point) {
        let color = self.to_move;
        self.stones.place(point, color);
        self.history.push(point);
        if self.stones.in_row_of(Rules::ROW, point) {
            self.outcome = Some(Outcome { winner: Some(color), reason: EndReason::Line });
        } else if self.stones.empty() == 0 {
            self.outcome = Some(Outcome { winner: None, reason: EndReason::Full });
        }
        // After an odd number of stones the turn passes to the other side.
        if self.count() % 2 == 1 {
            self.to_move = color.opponent();
        }
    }

    /// The rows of six or more of `color` in a set-up, as points.
    fn rows_of(&self, color: Color) -> Vec<Point> {
        let own = |&(p, c): &(Point, Color)| c == color && self.stones.in_row_of(Rules::ROW, p);
        self.stones.stones().filter(own).map(|(p, _)| p).collect()
    }

    /// Judges a set-up: no row of six, or one that the last stone can have made.
    fn judge_set_up(&mut self) -> Result<(), SetUpError> {
        // The side that placed the last stone: the side to move where its turn has begun already.
        let last = if self.stones_left_in_turn() == 2 { self.to_move.opponent() } else { self.to_move };
        if !self.rows_of(last.opponent()).is_empty() {
            return Err(SetUpError::AlreadyWon(last.opponent()));
        }
        let row = self.rows_of(last);
        if row.is_empty() {
            if self.stones.empty() == 0 {
                self.outcome = Some(Outcome { winner: None, reason: EndReason::Full });
            }
            return Ok(());
        }
        let came_last = |&p: &Point| {
            let mut before = self.clone();
            before.stones.remove(p, last);
            before.rows_of(last).is_empty()
        };
        if !row.iter().any(came_last) {
            return Err(SetUpError::AlreadyWon(last));
        }
        self.outcome = Some(Outcome { winner: Some(last), reason: EndReason::Line });
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
        assert_playable(rules.check());
        Position {
            rules: *rules,
            stones: Stones::new(rules.size, Rules::ROW),
            to_move: Color::Black,
            outcome: None,
            history: History::new(rules.size.area()),
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

    fn cells_into(&self, out: &mut [Cell]) {
        self.stones.cells_into(out);
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn stones_per_turn(&self) -> u32 {
        2
    }

    /// 2 at the start of a turn, else 1: also for the very first stone of the game.
    fn stones_left_in_turn(&self) -> u32 {
        if self.count() % 2 == 1 { 2 } else { 1 }
    }

    fn goal(&self) -> Goal {
        Goal { row: Some(Rules::ROW as u8), ..Goal::default() }
    }

    fn facts(&self) -> Vec<Fact> {
        if self.is_over() {
            return Vec::new();
        }
        let left =
            |side| if side == self.to_move() { self.stones_left_in_turn() } else { self.stones_per_turn() };
        wins_in_turn(self, Rules::ROW, |side| left(side) as usize)
    }

    fn ply(&self) -> usize {
        self.history.len()
    }

    fn move_at(&self, ply: usize) -> Option<Move> {
        self.history.get(ply).copied().map(Move::Place)
    }

    fn last_played(&self) -> Option<Played> {
        let point = *self.history.last()?;
        let color = self.stones.at(point).color()?;
        let won = self.outcome.is_some_and(|outcome| outcome.winner.is_some());
        let line = if won { winning_rows(&self.stones, Rules::ROW, point, color) } else { Vec::new() };
        Some(Played { placed: Some((point, color)), line, outcome: self.outcome, ..Played::default() })
    }

    fn hash(&self) -> u64 {
        self.stones.hash() ^ if self.to_move == Color::White { zobrist::WHITE_TO_MOVE } else { 0 }
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.outcome.is_none() {
            out.extend(self.stones.empties().map(Move::Place));
        }
    }

    fn legal_points_into(&self, points: &mut [bool], _others: &mut Vec<Move>) {
        match self.outcome {
            None => self.stones.empties_into(points),
            Some(_) => points.fill(false),
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        empty_point(self, mv).map(drop).map_err(|reason| Illegal::new(self, mv, reason))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Move::Place(point) = mv {
            self.place(point);
        }
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let point = self.history.pop()?;
        if self.count() % 2 == 1 {
            self.to_move = self.to_move.opponent();
        }
        self.stones.take_back(point, self.to_move);
        self.outcome = None;
        Some(Move::Place(point))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        if self.outcome.is_some() {
            return None;
        }
        let point = self.stones.random_empty(next);
        self.place(point);
        Some(Move::Place(point))
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
