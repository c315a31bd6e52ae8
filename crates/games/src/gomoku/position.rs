//! A position of gomoku, renju or caro.

use super::opening::{Stage, same_fifth};
use super::win::{winning_points, wins};
use super::{OpeningRule, Rules, Step};
use crate::game::{parse_move, points_by_list};
use crate::history::History;
use crate::setup::stones_of;
use crate::spec::assert_playable;
use crate::stones::Stones;
use crate::threats::threats;
use crate::{
    EndReason, ExpectedMove, Fact, FactKind, Game, Goal, Illegal, Move, MoveError, Outcome, Played, PlayerId,
    Reason, SetUp, SetUpError, Shape,
};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::zobrist;
use tengen_board::{Cell, Color, Point, Size, prefetch};

/// No row shorter than this ever counts.
pub(super) const FIVE: usize = 5;

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
    pub(super) rules: Rules,
    pub(super) stones: Stones,
    pub(super) to_move: Color,
    pub(super) outcome: Option<Outcome>,
    history: History<Move>,
    pub(super) stage: Stage,
    /// The stage and the side to move before each move of the opening.
    past: Vec<(Stage, Color)>,
    /// The board with all fifth moves that were offered, from when one has been chosen.
    before_pick: Option<Box<Stones>>,
}

impl Position {
    /// What the opening rule asks for next; `None` once it is over, or where there is none.
    pub fn step(&self) -> Option<Step> {
        self.stage.step
    }

    /// The fifth moves that have been offered and not yet chosen from, in reading order. They are on the board.
    pub fn offers(&self) -> &[Point] {
        self.stage.offers()
    }

    /// Every stone on the board, in reading order.
    #[inline]
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.stones.stones()
    }

    /// Whether the last move was a pass.
    pub(super) fn has_passed(&self) -> bool {
        self.history.last() == Some(&Move::Pass)
    }

    /// Plays a legal move.
    #[inline]
    fn make(&mut self, mv: Move) {
        if self.stage.step.is_some() {
            return self.make_opening(mv);
        }
        match mv {
            Move::Place(point) => self.place(point),
            Move::Pass => {
                self.to_move = self.to_move.opponent();
                if self.has_passed() {
                    self.outcome = Some(Outcome { winner: None, reason: EndReason::Passes });
                }
            }
            Move::Choose(_) => return,
        }
        self.history.push(mv);
    }

    /// The offered fifth moves that left the board when one was chosen, in reading order.
    fn refused_fifths(&self) -> Vec<Point> {
        let before = self.before_pick.iter().flat_map(|stones| stones.stones());
        before.map(|(point, _)| point).filter(|&point| self.stones.at(point).is_empty()).collect()
    }

    /// Puts a stone of the side to move, and judges what comes of it.
    #[inline]
    fn place(&mut self, point: Point) {
        let color = self.to_move;
        self.stones.place(point, color);
        self.to_move = color.opponent();
        self.outcome = if wins(&self.stones, self.rules.variant, point, color) {
            Some(Outcome { winner: Some(color), reason: EndReason::Line })
        } else {
            self.dead_end()
        };
    }

    #[cold]
    fn make_opening(&mut self, mv: Move) {
        let (opening, before) = (self.rules.opening, (self.stage, self.to_move));
        let stones = (self.rules.size.area() - self.stones.empty()) as u8;
        match (self.stage.step, mv) {
            (Some(Step::Stone { number, .. }), Move::Place(point)) => {
                self.place(point);
                self.stage.stone_placed(opening, number);
            }
            (Some(Step::OfferFifth { .. }), Move::Place(point)) => {
                self.stones.place(point, Color::Black);
                if self.stage.offered(opening, point) {
                    self.to_move = Color::White;
                }
            }
            (Some(Step::PickFifth), Move::Place(point)) => {
                let mut after = Stones::new(self.rules.size, FIVE);
                for (p, color) in self.stones.stones() {
                    if p == point || !self.stage.offers().contains(&p) {
                        after.place(p, color);
                    }
                }
                self.before_pick = Some(Box::new(core::mem::replace(&mut self.stones, after)));
                self.stage.picked(opening);
            }
            (Some(_), Move::Choose(choice)) => self.stage.chosen(opening, choice, stones),
            _ => return,
        }
        self.past.push(before);
        self.history.push(mv);
    }

    fn undo_opening(&mut self, mv: Move) {
        let Some((stage, to_move)) = self.past.pop() else { return };
        if let Move::Place(point) = mv {
            if stage.step == Some(Step::PickFifth) {
                if let Some(stones) = self.before_pick.take() {
                    self.stones = *stones;
                }
            } else {
                self.stones.take_back(point, to_move);
            }
        }
        (self.stage, self.to_move) = (stage, to_move);
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
            stones: Stones::new(rules.size, FIVE),
            to_move: Color::Black,
            outcome: None,
            history: History::new(rules.size.area() + 32),
            stage: Stage::first(rules),
            past: Vec::new(),
            before_pick: None,
        }
    }

    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        if rules.opening != OpeningRule::None {
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

    fn player_to_move(&self) -> PlayerId {
        self.stage.player.unwrap_or(if self.to_move == Color::Black {
            self.stage.black
        } else {
            self.stage.black.opponent()
        })
    }

    fn color_of(&self, player: PlayerId) -> Option<Color> {
        let color = if player == self.stage.black { Color::Black } else { Color::White };
        (!self.stage.open).then_some(color)
    }

    fn black_player(&self) -> PlayerId {
        self.stage.black
    }

    /// Where one of the offered fifth moves is picked, the stone is the opponent's.
    fn is_decision(&self, mv: Move) -> bool {
        matches!(mv, Move::Choose(_)) || self.stage.step == Some(Step::PickFifth)
    }

    fn goal(&self) -> Goal {
        Goal { row: Some(FIVE as u8), ..Goal::default() }
    }

    fn facts(&self) -> Vec<Fact> {
        if self.is_over() {
            return Vec::new();
        }
        let variant = self.rules.variant;
        let forbidden = self.forbidden_points();
        let wins = |side, length, blocked| variant.row_wins(side, length, blocked);
        let open = |side, p: Point| side == Color::White || !forbidden.contains(&p);
        let straight = |side| variant == super::Variant::Renju && side == Color::Black;
        // While an opening rule decides, stones on the board may be mere offers.
        let mut facts = match self.step() {
            Some(_) => Vec::new(),
            None => threats(self, Shape::OpenThree, wins, open, straight),
        };
        // In an opening a point can be legal that would be forbidden later.
        let closed = |p: &&Point| self.to_move == Color::White || !self.is_legal(Move::Place(**p));
        facts.extend(forbidden.iter().filter(closed).filter_map(|&point| {
            let reason = Reason::Forbidden(Box::new(self.foul(point)?));
            Some(Fact::new(FactKind::Closed(reason), Color::Black, vec![point]))
        }));
        facts
    }

    fn ply(&self) -> usize {
        self.history.len()
    }

    fn move_at(&self, ply: usize) -> Option<Move> {
        self.history.get(ply).copied()
    }

    fn last_played(&self) -> Option<Played> {
        let mv = self.last_move()?;
        // In the opening the step and the side before the move are known; after it sides move alternately.
        let (step, color) = match self.past.get(self.ply() - 1) {
            Some((stage, color)) => (stage.step, *color),
            None => (None, self.to_move.opponent()),
        };
        let mut played = Played { outcome: self.outcome, ..Played::default() };
        let Some(point) = mv.point() else { return Some(played) };
        if step == Some(Step::PickFifth) {
            played.captured = self.refused_fifths();
        } else {
            played.placed = Some((point, color));
        }
        if matches!(self.outcome, Some(Outcome { reason: EndReason::Line, .. })) {
            played.line = winning_points(&self.stones, self.rules.variant, point, color);
        }
        Some(played)
    }

    fn hash(&self) -> u64 {
        let mut hash = self.stones.hash();
        if self.to_move == Color::White {
            hash ^= zobrist::WHITE_TO_MOVE;
        }
        if self.rules.opening != OpeningRule::None {
            hash ^= self.stage.key();
        }
        if self.has_passed() {
            hash ^= zobrist::extra(u64::from(self.outcome.is_some()));
        }
        hash
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.outcome.is_some() {
            return;
        }
        match self.stage.step {
            None => {
                out.extend(self.stones.empties().filter(|&p| !self.is_foul_now(p)).map(Move::Place));
                if self.may_pass() {
                    out.push(Move::Pass);
                }
            }
            Some(Step::PickFifth) => out.extend(self.stage.offers().iter().copied().map(Move::Place)),
            Some(step) if step.is_choice() => out.extend(step.choices().into_iter().map(Move::Choose)),
            Some(Step::Stone { region, .. }) => out.extend(
                self.stones
                    .empties()
                    .filter(|&p| region.contains(p, self.rules.size) && !self.is_foul_now(p))
                    .map(Move::Place),
            ),
            Some(_) => {
                let among = self.symmetries();
                let differs = |p: &Point| same_fifth(self.rules.size, &among, self.offers(), *p).is_none();
                out.extend(self.stones.empties().filter(differs).map(Move::Place));
            }
        }
    }

    fn legal_points_into(&self, points: &mut [bool], others: &mut Vec<Move>) {
        if self.outcome.is_some() || self.stage.step.is_some() {
            return points_by_list(self, points, others);
        }
        self.stones.empties_into(points);
        if self.may_be_foul() {
            for (legal, point) in points.iter_mut().zip(self.rules.size.points()) {
                *legal = *legal && !self.is_foul_now(point);
            }
        }
        if self.may_pass() {
            others.push(Move::Pass);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.reason_against(mv).map_or(Ok(()), |reason| Err(Illegal::new(self, mv, reason)))
    }

    fn is_legal(&self, mv: Move) -> bool {
        match (mv, self.stage.step, self.outcome) {
            // The common case, without a word about why not.
            (Move::Place(point), None, None) => self.is_empty(point) && !self.is_foul_now(point),
            _ => self.reason_against(mv).is_none(),
        }
    }

    fn play_or_foul(&mut self, mv: Move) -> Result<Played, Illegal> {
        match (self.reason_against(mv), mv.point()) {
            (Some(Reason::Forbidden(_)), Some(point)) if self.stage.step.is_none() => {
                self.stones.place(point, self.to_move);
                self.to_move = self.to_move.opponent();
                self.outcome = Some(Outcome { winner: Some(self.to_move), reason: EndReason::Foul });
                self.history.push(mv);
                Ok(self.last_played().unwrap_or_default())
            }
            _ => self.play(mv),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    #[inline]
    fn prefetch(&self) {
        self.stones.prefetch();
        prefetch(&self.history[self.history.len().saturating_sub(1)..]);
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let mv = self.history.pop()?;
        self.outcome = None;
        if self.history.len() < self.past.len() {
            self.undo_opening(mv);
            return Some(mv);
        }
        self.to_move = self.to_move.opponent();
        if let Move::Place(point) = mv {
            self.stones.take_back(point, self.to_move);
        }
        Some(mv)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// A point, `pass`, or where an opening rule asks for a decision its words, which the error then names.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        parse_move(self.coords(), self.rules.size, text).map_err(|e| match self.stage.step {
            Some(step) if step.is_choice() => MoveError { expected: ExpectedMove::Decision(step), ..e },
            _ => e,
        })
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        if self.outcome.is_some() {
            return None;
        }
        if self.stage.step.is_some() || self.may_pass() {
            let moves = self.legal_moves();
            let mv = moves[((u64::from(next()) * moves.len() as u64) >> 32) as usize];
            self.make(mv);
            return Some(mv);
        }
        // Forbidden points are few, so drawing again is quicker than counting them; one at least is free.
        loop {
            let point = self.stones.random_empty(next);
            if !self.is_foul_now(point) {
                self.place(point);
                self.history.push(Move::Place(point));
                return Some(Move::Place(point));
            }
        }
    }
}

/// Equal when rules, stones and side to move are, and how far the opening has come and whether the last move was a
/// pass.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules == other.rules
            && self.stones == other.stones
            && self.to_move == other.to_move
            && self.outcome == other.outcome
            && self.stage == other.stage
            && self.has_passed() == other.has_passed()
    }
}
