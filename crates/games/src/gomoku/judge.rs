//! What is legal and why not, and how a game ends because of where it stands.

use super::opening::{same_fifth, symmetries_of};
use super::position::FIVE;
use super::win::wins;
use super::{Foul, Position, Shapes, Step, Variant, renju};
use crate::stones::Stones;
use crate::{EndReason, Move, Outcome, Reason, SetUpError};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Color, Point, Symmetry};

impl Position {
    pub(super) fn reason_against(&self, mv: Move) -> Option<Reason> {
        if self.outcome.is_some() {
            return Some(Reason::GameOver);
        }
        match mv {
            Move::Place(point) => self.reason_against_stone(point),
            Move::Pass => (!self.may_pass()).then_some(Reason::NoPass),
            Move::Choose(choice) => match self.stage.step {
                Some(step) if step.is_choice() => {
                    (!step.choices().contains(&choice)).then(|| self.opening_reason(step, None))
                }
                _ => Some(Reason::NoChoice),
            },
        }
    }

    pub(super) fn reason_against_stone(&self, point: Point) -> Option<Reason> {
        let step = self.stage.step;
        if let Some(step) = step.filter(|step| step.is_choice()) {
            return Some(self.opening_reason(step, None));
        }
        if !self.rules.size.contains(point) {
            return Some(Reason::OffBoard);
        }
        match step {
            Some(step @ Step::PickFifth) => {
                return (!self.stage.offers().contains(&point)).then(|| self.opening_reason(step, None));
            }
            _ => {
                if let Some(color) = self.stones.at(point).color() {
                    return Some(Reason::Occupied(color));
                }
            }
        }
        match step {
            Some(step @ Step::Stone { region, .. }) if !region.contains(point, self.rules.size) => {
                Some(self.opening_reason(step, None))
            }
            Some(step @ Step::OfferFifth { .. }) => {
                let same = same_fifth(self.rules.size, &self.symmetries(), self.offers(), point);
                same.map(|other| self.opening_reason(step, Some(other)))
            }
            _ if self.is_foul_now(point) => self.foul(point).map(|foul| Reason::Forbidden(Box::new(foul))),
            _ => None,
        }
    }

    /// Why the opening rule does not take a move, with the points that it would take or looks at.
    fn opening_reason(&self, step: Step, symmetric_to: Option<Point>) -> Reason {
        let points = match (symmetric_to, step) {
            (Some(point), _) => vec![point],
            (None, Step::Stone { region, .. }) => {
                self.stones.empties().filter(|&p| region.contains(p, self.rules.size)).collect()
            }
            (None, Step::PickFifth) => self.stage.offers().to_vec(),
            (None, _) => vec![],
        };
        Reason::Opening {
            opening: self.rules.opening,
            step,
            size: self.rules.size,
            repeats: symmetric_to,
            points,
        }
    }

    /// The symmetries of the stones on the board, offers left out.
    pub(super) fn symmetries(&self) -> Vec<Symmetry> {
        let stones: Vec<_> = self.stones.stones().filter(|(p, _)| !self.offers().contains(p)).collect();
        symmetries_of(self.rules.size, &stones)
    }

    /// Whether the next move may be a pass: in games by the Renju International Federation's rules, once the sixth
    /// stone is on the board.
    #[inline]
    pub(super) fn may_pass(&self) -> bool {
        self.rules.opening.is_renju() && self.stage.step.is_none()
    }

    /// Whether there are points that the side to move may not take.
    #[inline]
    pub(super) fn may_be_foul(&self) -> bool {
        self.rules.variant == Variant::Renju && self.to_move == Color::Black
    }

    /// Whether the next stone may not go on this empty point.
    #[inline]
    pub(super) fn is_foul_now(&self, point: Point) -> bool {
        self.may_be_foul() && renju::judge(self.stones.lines(), point).is_foul()
    }

    /// How the game ends because of where it stands, whoever moved last: no point left, or none that black may take.
    #[inline]
    pub(super) fn dead_end(&self) -> Option<Outcome> {
        let empty = self.stones.empty();
        if empty == 0 {
            return Some(Outcome { winner: None, reason: EndReason::Full });
        }
        // Whoever may pass need not lose.
        if self.rules.variant == Variant::Renju && self.to_move == Color::Black && !self.may_pass() {
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
        Foul::of(self.stones.lines(), point)
    }

    /// What a black stone on `point` would make by the rules of renju, in any variant; `None` if the point is not
    /// empty, or off the board.
    pub fn renju_shapes(&self, point: Point) -> Option<Shapes> {
        self.is_empty(point).then(|| Shapes::of(self.stones.lines(), point))
    }

    /// In renju, the points that are forbidden to black, whoever is to move, in reading order; none in other variants.
    pub fn forbidden_points(&self) -> Vec<Point> {
        if self.rules.variant != Variant::Renju {
            return Vec::new();
        }
        self.stones.empties().filter(|&p| renju::judge(self.stones.lines(), p).is_foul()).collect()
    }

    pub(super) fn is_empty(&self, point: Point) -> bool {
        self.rules.size.contains(point) && self.stones.at(point).is_empty()
    }

    /// Checks a set-up for rows that win. There may be none, or rows of the side that moved last that one stone can
    /// have made.
    pub(super) fn judge_set_up(&mut self) -> Result<(), SetUpError> {
        let (variant, next, last) = (self.rules.variant, self.to_move, self.to_move.opponent());
        if !winners(&self.stones, variant, next).is_empty() {
            return Err(SetUpError::AlreadyWon(next));
        }
        let row = winners(&self.stones, variant, last);
        // Some stone must have come last: without it there is no row that wins.
        let came_last = |p: &Point| {
            let mut before = Stones::new(self.rules.size, FIVE);
            self.stones.stones().filter(|(q, _)| q != p).for_each(|(q, color)| before.place(q, color));
            winners(&before, variant, last).is_empty()
        };
        self.outcome = if row.is_empty() {
            self.dead_end()
        } else if row.iter().any(came_last) {
            Some(Outcome { winner: Some(last), reason: EndReason::Line })
        } else {
            return Err(SetUpError::AlreadyWon(last));
        };
        Ok(())
    }
}

/// The stones of `color` that are in a row that wins.
fn winners(stones: &Stones, variant: Variant, color: Color) -> Vec<Point> {
    let wins = |&(p, c): &(Point, Color)| c == color && wins(stones, variant, p, c);
    stones.stones().filter(wins).map(|(p, _)| p).collect()
}
