//! A position of Pente.

use super::captures::{can_break, each_capture, exact_fives};
use super::{Rules, Variant};
use crate::history::History;
use crate::setup::stones_of;
use crate::spec::assert_playable;
use crate::stones::{Removed, Stones, empty_point, winning_rows};
use crate::threats::threats;
use crate::{
    EndReason, Fact, FactKind, Game, Goal, Illegal, Move, Outcome, Played, Reason, SetUp, SetUpError, Shape,
};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size, zobrist};

/// The shortest diagonal that matters: a captured pair and its two flanks.
const SHORTEST_LINE: usize = 4;

/// A position of Pente, Keryo-Pente or Ninuki-renju.
///
/// ```
/// use tengen_board::Color;
/// use tengen_games::{Game, pente};
/// let mut game = pente::Position::new(&pente::Rules::STANDARD);
/// for point in ["k10", "l10", "a1", "m10"] {
///     game.play(game.parse_move(point)?)?;
/// }
/// let played = game.play(game.parse_move("n10")?)?;
/// assert_eq!(played.captured.len(), 2);
/// assert_eq!(game.captured_by(Color::Black), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    stones: Stones,
    to_move: Color,
    /// Stones that each colour has captured.
    captured_by: [u16; 2],
    outcome: Option<Outcome>,
    /// Ninuki: the side that moved last has a five that the side to move can break.
    pending: bool,
    history: History<Ply>,
    /// Every captured stone, in the order in which they were taken.
    removed: Vec<Removed>,
}

/// A stone that was played.
#[derive(Clone, Copy, Debug)]
struct Ply {
    point: Point,
    /// How many stones it captured.
    captured: u8,
    /// Whether a five was pending before it.
    pending: bool,
}

impl Position {
    fn reason_against(&self, mv: Move) -> Result<Point, Reason> {
        let point = empty_point(self, mv)?;
        if self.opening_allows(point) {
            return Ok(point);
        }
        Err(match self.ply() {
            0 => Reason::NotOnCenter,
            _ => Reason::TooNearCenter { distance: Rules::TOURNAMENT_DISTANCE },
        })
    }

    /// Whether the tournament opening, if it is in force, allows a stone on `point` now.
    #[inline]
    fn opening_allows(&self, point: Point) -> bool {
        if !self.rules.tournament {
            return true;
        }
        let center = self.rules.size.center();
        match self.history.len() {
            0 => point == center,
            2 => {
                point.row.abs_diff(center.row).max(point.col.abs_diff(center.col))
                    >= Rules::TOURNAMENT_DISTANCE
            }
            _ => true,
        }
    }

    /// Places a stone, takes what it captures, and judges the position.
    #[inline]
    fn place(&mut self, point: Point) {
        let color = self.to_move;
        let variant = self.rules.variant;
        self.stones.place(point, color);
        let before = self.removed.len();
        let (stones, mut captured) = (&self.stones, [Point::new(0, 0); 24]);
        let mut count = 0;
        each_capture(stones, variant, point, color, |p| {
            captured[count] = p;
            count += 1;
        });
        for &p in &captured[..count] {
            self.removed.push(self.stones.remove(p, color.opponent()));
        }
        self.history.push(Ply { point, captured: count as u8, pending: self.pending });
        self.captured_by[color.index()] += count as u16;
        self.to_move = color.opponent();
        self.judge(point, color, self.removed.len() > before);
    }

    /// Sets the outcome after a stone of `color` on `point`.
    #[inline]
    fn judge(&mut self, point: Point, color: Color, has_captured: bool) {
        let win = |color, reason| Some(Outcome { winner: Some(color), reason });
        let was_pending = core::mem::replace(&mut self.pending, false);
        let enough = self.captured_by[color.index()] >= self.rules.variant.captures_to_win();
        let row = self.stones.in_row_of(Rules::ROW, point);
        self.outcome = if self.rules.variant != Variant::Ninuki {
            if row {
                win(color, EndReason::Line)
            } else if enough {
                win(color, EndReason::Captures)
            } else {
                None
            }
        } else if enough {
            win(color, EndReason::Captures)
        } else if (was_pending || has_captured) && !exact_fives(&self.stones, color.opponent()).is_empty() {
            // It was not broken, or a capture has made a five of a longer row.
            win(color.opponent(), EndReason::Line)
        } else if row {
            self.judge_fives(color)
        } else {
            None
        };
        if self.outcome.is_none() && self.stones.empty() == 0 {
            self.outcome = Some(Outcome { winner: None, reason: EndReason::Full });
        }
    }

    /// Ninuki: a five of `color`, which has moved, wins where the other side cannot break it.
    fn judge_fives(&mut self, color: Color) -> Option<Outcome> {
        let fives = exact_fives(&self.stones, color);
        if fives.is_empty() {
            return None;
        }
        self.pending = can_break(&self.stones, self.rules.variant, &fives, color);
        (!self.pending).then_some(Outcome { winner: Some(color), reason: EndReason::Line })
    }

    /// The stones of `color` that are in a row that wins.
    fn stones_in_rows(&self, color: Color) -> Vec<Point> {
        if self.rules.variant == Variant::Ninuki {
            return exact_fives(&self.stones, color).concat();
        }
        let own = |&(p, c): &(Point, Color)| c == color && self.stones.in_row_of(Rules::ROW, p);
        self.stones.stones().filter(own).map(|(p, _)| p).collect()
    }

    /// Judges a set-up: no winning row, or one of the side that moved last that its last stone can have made.
    fn judge_set_up(&mut self) -> Result<(), SetUpError> {
        if !self.stones_in_rows(self.to_move).is_empty() {
            return Err(SetUpError::AlreadyWon(self.to_move));
        }
        let last = self.to_move.opponent();
        let row = self.stones_in_rows(last);
        if !row.is_empty() {
            let came_last = |&p: &Point| {
                let mut before = self.clone();
                before.stones.remove(p, last);
                before.stones_in_rows(last).is_empty()
            };
            if !row.iter().any(came_last) {
                return Err(SetUpError::AlreadyWon(last));
            }
            self.outcome = if self.rules.variant == Variant::Ninuki {
                self.judge_fives(last)
            } else {
                Some(Outcome { winner: Some(last), reason: EndReason::Line })
            };
        }
        if self.outcome.is_none() && self.stones.empty() == 0 {
            self.outcome = Some(Outcome { winner: None, reason: EndReason::Full });
        }
        Ok(())
    }

    /// The points of the rows that won, of the side that has them.
    fn winning_line(&self, point: Point) -> Vec<Point> {
        let Some(Outcome { winner: Some(winner), reason: EndReason::Line }) = self.outcome else {
            return Vec::new();
        };
        if self.rules.variant == Variant::Ninuki {
            let mut line = exact_fives(&self.stones, winner).concat();
            line.sort_unstable();
            line.dedup();
            return line;
        }
        winning_rows(&self.stones, Rules::ROW, point, winner)
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
            stones: Stones::new(rules.size, SHORTEST_LINE),
            to_move: Color::Black,
            captured_by: [0; 2],
            outcome: None,
            pending: false,
            history: History::new(rules.size.area()),
            removed: Vec::new(),
        }
    }

    /// A set-up has no captured stones, and none with the tournament opening.
    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        if rules.tournament {
            return Err(SetUpError::Opening);
        }
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

    fn captured_by(&self, color: Color) -> u32 {
        u32::from(self.captured_by[color.index()])
    }

    fn goal(&self) -> Goal {
        Goal { row: Some(Rules::ROW as u8), captures: Some(self.rules.variant.captures_to_win()) }
    }

    fn facts(&self) -> Vec<Fact> {
        if self.is_over() {
            return Vec::new();
        }
        let exact = self.rules.variant == Variant::Ninuki;
        let row = Rules::ROW as u32;
        let wins = |_, length, _| if exact { length == row } else { length >= row };
        let open = |side, p| side != self.to_move || self.is_legal(Move::Place(p));
        let mut facts = threats(self, Shape::OpenThree, wins, open, |_| false);
        for side in Color::BOTH {
            for point in self.stones.empties().filter(|&p| open(side, p)) {
                let mut taken = Vec::new();
                each_capture(&self.stones, self.rules.variant, point, side, |p| taken.push(p));
                if !taken.is_empty() {
                    taken.sort_unstable();
                    facts.push(Fact::new(FactKind::CanCapture, side, vec![point]).with(taken));
                }
            }
        }
        facts
    }

    fn ply(&self) -> usize {
        self.history.len()
    }

    fn move_at(&self, ply: usize) -> Option<Move> {
        self.history.get(ply).map(|ply| Move::Place(ply.point))
    }

    fn last_played(&self) -> Option<Played> {
        let &Ply { point, captured, .. } = self.history.last()?;
        let taken = &self.removed[self.removed.len() - usize::from(captured)..];
        Some(Played {
            placed: Some((point, self.to_move.opponent())),
            captured: taken.iter().map(|removed| removed.point).collect(),
            line: self.winning_line(point),
            outcome: self.outcome,
            ..Played::default()
        })
    }

    fn hash(&self) -> u64 {
        let mut hash = self.stones.hash();
        if self.to_move == Color::White {
            hash ^= zobrist::WHITE_TO_MOVE;
        }
        for color in Color::BOTH {
            let count = self.captured_by[color.index()];
            if count > 0 {
                hash ^= zobrist::extra(64 + 64 * color.index() as u64 + u64::from(count));
            }
        }
        hash
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.outcome.is_none() {
            out.extend(self.stones.empties().filter(|&p| self.opening_allows(p)).map(Move::Place));
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

    fn undo(&mut self) -> Option<Move> {
        let Ply { point, captured, pending } = self.history.pop()?;
        let color = self.to_move.opponent();
        for _ in 0..captured {
            let removed = self.removed.pop()?;
            self.stones.put_back(removed);
        }
        self.stones.take_back(point, color);
        self.captured_by[color.index()] -= u16::from(captured);
        (self.to_move, self.pending, self.outcome) = (color, pending, None);
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
        loop {
            let point = self.stones.random_empty(next);
            // One point at least is allowed, so that this ends.
            if self.opening_allows(point) {
                self.place(point);
                return Some(Move::Place(point));
            }
        }
    }
}

/// Equal when rules, stones, side to move and captured stones are.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules == other.rules
            && self.stones == other.stones
            && self.to_move == other.to_move
            && self.captured_by == other.captured_by
            && self.outcome == other.outcome
            && self.pending == other.pending
    }
}
