//! A position of gomoku, renju or caro.

use super::opening::{Stage, refusal, same_fifth, symmetries_of};
use super::win::{winning_points, wins};
use super::{Foul, Opening, Rules, Shapes, Step, Variant, renju};
use crate::setup::stones_of;
use crate::stones::Stones;
use crate::{EndReason, Game, Illegal, Move, Outcome, Played, Player, Reason, SetUp, SetUpError};
use tengen_board::zobrist;
use tengen_board::{Cell, Color, Coords, Point, Size, Symmetry};

/// No row shorter than this ever counts.
const FIVE: usize = 5;

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
    stage: Stage,
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

    fn illegal(&self, mv: Move, reason: Reason) -> Illegal {
        Illegal { mv, text: self.format_move(mv), ply: self.ply(), reason }
    }

    fn reason_against(&self, mv: Move) -> Option<Reason> {
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

    fn reason_against_stone(&self, point: Point) -> Option<Reason> {
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
        Reason::Opening { rule: refusal(&self.rules, step, symmetric_to), points }
    }

    /// The symmetries of the stones on the board, offers left out.
    fn symmetries(&self) -> Vec<Symmetry> {
        let stones: Vec<_> = self.stones.stones().filter(|(p, _)| !self.offers().contains(p)).collect();
        symmetries_of(self.rules.size, &stones)
    }

    /// Whether the next move may be a pass: in games by the Renju International Federation's rules, once the sixth
    /// stone is on the board.
    #[inline]
    fn may_pass(&self) -> bool {
        self.rules.opening.is_renju() && self.stage.step.is_none()
    }

    /// Whether the last move was a pass.
    fn has_passed(&self) -> bool {
        self.history.0.last() == Some(&Move::Pass)
    }

    /// Whether the next stone may not go on this empty point.
    #[inline]
    fn is_foul_now(&self, point: Point) -> bool {
        self.rules.variant == Variant::Renju
            && self.to_move == Color::Black
            && renju::judge(self.stones.lines(), point).is_foul()
    }

    /// How the game ends because of where it stands, whoever moved last: no point left, or none that black may take.
    #[inline]
    fn dead_end(&self) -> Option<Outcome> {
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
    pub fn shapes(&self, point: Point) -> Option<Shapes> {
        self.is_empty(point).then(|| Shapes::of(self.stones.lines(), point))
    }

    /// In renju, the points that are forbidden to black, whoever is to move, in reading order; none in other variants.
    pub fn forbidden_points(&self) -> Vec<Point> {
        if self.rules.variant != Variant::Renju {
            return Vec::new();
        }
        self.stones.empties().filter(|&p| renju::judge(self.stones.lines(), p).is_foul()).collect()
    }

    fn is_empty(&self, point: Point) -> bool {
        self.rules.size.contains(point) && self.stones.at(point).is_empty()
    }

    /// Plays a legal move. Returns the stones taken off the board.
    #[inline]
    fn make(&mut self, mv: Move) -> Vec<Point> {
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
            Move::Choose(_) => return Vec::new(),
        }
        self.history.0.push(mv);
        Vec::new()
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
    fn make_opening(&mut self, mv: Move) -> Vec<Point> {
        let mut taken = Vec::new();
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
                    if p != point && self.stage.offers().contains(&p) {
                        taken.push(p);
                    } else {
                        after.place(p, color);
                    }
                }
                self.before_pick = Some(Box::new(std::mem::replace(&mut self.stones, after)));
                self.stage.picked(opening);
            }
            (Some(_), Move::Choose(choice)) => self.stage.chosen(opening, choice, stones),
            _ => return taken,
        }
        self.past.push(before);
        self.history.0.push(mv);
        taken
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
            stones: Stones::new(rules.size, FIVE),
            to_move: Color::Black,
            outcome: None,
            history: History::new(rules.size),
            stage: Stage::first(rules),
            past: Vec::new(),
            before_pick: None,
        }
    }

    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        if rules.opening != Opening::None {
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

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn player_to_move(&self) -> Player {
        self.stage.player.unwrap_or(if self.to_move == Color::Black {
            self.stage.black
        } else {
            self.stage.black.opponent()
        })
    }

    fn color_of(&self, player: Player) -> Option<Color> {
        let color = if player == self.stage.black { Color::Black } else { Color::White };
        (!self.stage.open).then_some(color)
    }

    fn ply(&self) -> usize {
        self.history.0.len()
    }

    fn moves(&self) -> Vec<Move> {
        self.history.0.clone()
    }

    fn hash(&self) -> u64 {
        let mut hash = self.stones.hash();
        if self.to_move == Color::White {
            hash ^= zobrist::WHITE_TO_MOVE;
        }
        if self.rules.opening != Opening::None {
            hash ^= self.stage.key();
        }
        if self.has_passed() {
            hash ^= zobrist::extra(u64::from(self.outcome.is_some()));
        }
        hash
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
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

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.reason_against(mv).map_or(Ok(()), |reason| Err(self.illegal(mv, reason)))
    }

    fn is_legal(&self, mv: Move) -> bool {
        match (mv, self.stage.step, self.outcome) {
            // The common case, without a word about why not.
            (Move::Place(point), None, None) => self.is_empty(point) && !self.is_foul_now(point),
            _ => self.reason_against(mv).is_none(),
        }
    }

    fn play(&mut self, mv: Move) -> Result<Played, Illegal> {
        self.check(mv)?;
        let color = self.to_move;
        let picking = self.stage.step == Some(Step::PickFifth);
        let captured = self.make(mv);
        let mut played = Played { captured, outcome: self.outcome, ..Played::default() };
        if let Move::Place(point) = mv {
            if !picking {
                played.placed = Some((point, color));
            }
            if matches!(self.outcome, Some(Outcome { reason: EndReason::Line, .. })) {
                played.line = winning_points(&self.stones, self.rules.variant, point, color);
            }
        }
        Ok(played)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    #[inline]
    fn undo(&mut self) -> Option<Move> {
        let mv = self.history.0.pop()?;
        self.outcome = None;
        if self.history.0.len() < self.past.len() {
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

    fn coords(&self) -> Coords {
        Coords::Gomoku
    }

    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        if self.outcome.is_some() {
            return None;
        }
        if self.stage.step.is_some() || self.may_pass() {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            let mv = moves[((u64::from(next()) * moves.len() as u64) >> 32) as usize];
            self.make(mv);
            return Some(mv);
        }
        // Forbidden points are few, so drawing again is quicker than counting them; one at least is free.
        loop {
            let n = (u64::from(next()) * self.stones.empty() as u64) >> 32;
            let point = self.stones.nth_empty(n as usize);
            if !self.is_foul_now(point) {
                self.place(point);
                self.history.0.push(Move::Place(point));
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
