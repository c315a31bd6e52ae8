//! A position of Go with its past: whose turn, what is allowed, and the end.

mod copy;
mod legal;
mod superko;

use super::history::{History, StoneCounts};
use super::rules::{Ko, Placement, Rules, Suicide};
use super::{Board, Change, NO_VERTEX, PointSet, Vertex, facts, fixed_handicap};
use crate::spec::assert_playable;
use crate::{Fact, Game, Goal, Illegal, Move, Outcome, Played, Reason, SetUp, SetUpError};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point, Size, prefetch, zobrist};

/// A position of Go, with its past.
///
/// Two positions are equal when they have the same rules, stones, side to move, ko, passes in a row and handicap stones
/// still to place. Under superko they have also the same past situations, and where prisoners count, the same
/// prisoners.
///
/// ```
/// use tengen_games::{Game, Reason, go};
/// let rules = go::Rules::named("japanese", Some("5".parse()?))?;
/// let mut game = go::Position::new(&rules);
/// for text in ["b3", "c3", "a2", "d2", "b1", "c1", "c2", "b2"] {
///     let mv = game.parse_move(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.captured_by(tengen_board::Color::White), 1);
/// let retake = game.parse_move("c2")?;
/// assert_eq!(game.check(retake).unwrap_err().reason, Reason::Ko);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    to_move: Color,
    /// The point that may not be retaken at once (simple ko only).
    ko: Vertex,
    /// Passes in a row, at most 255.
    passes: u8,
    /// Handicap stones that black has still to place.
    to_place: u16,
    /// Stones of each colour that left the board, and pass stones: the other side's prisoners.
    pub(super) lost: [u32; 2],
    /// Stones taken off the board by either side: while there are none, nothing can repeat.
    removed: u32,
    /// Stones of each colour on the board.
    stones: StoneCounts,
    /// The points on which a stone of each colour has been.
    stood: [PointSet; 2],
    past: Vec<Ply>,
    /// Kept under superko only.
    history: History,
}

/// What undo needs of a ply.
#[derive(Clone, Copy, Debug)]
struct Ply {
    /// `None` for a pass.
    change: Option<Change>,
    color: Color,
    ko: Vertex,
    passes: u8,
    to_place: u16,
    /// Whether no stone of this colour had been on its point before.
    is_first: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let prisoners_count =
            self.rules.scoring == super::Scoring::Territory || self.rules.captures_to_win > 0;
        self.rules == other.rules
            && self.board == other.board
            && self.to_move == other.to_move
            && self.ko == other.ko
            && self.passes_that_count() == other.passes_that_count()
            && self.to_place == other.to_place
            && (!prisoners_count || self.lost == other.lost)
            && self.history == other.history
    }
}

impl Position {
    fn on_board(rules: &Rules, board: Board, to_move: Color) -> Position {
        assert_playable(rules.check());
        let mut position = Position {
            rules: *rules,
            board,
            to_move,
            ko: NO_VERTEX,
            passes: 0,
            to_place: 0,
            lost: [0; 2],
            removed: 0,
            stones: [0; 2],
            stood: [PointSet::default(); 2],
            past: Vec::with_capacity(rules.size.area() * 2),
            history: History::default(),
        };
        for color in position.board.vertices().filter_map(|at| position.board.color(at)) {
            position.stones[color.index()] += 1;
        }
        position.stood = Color::BOTH.map(|color| *position.board.stones(color));
        position.remember();
        position
    }

    /// The stones, chains and liberties.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side that has captured enough stones to win, where the rules let captures win. A suicide counts for the
    /// opponent.
    pub(super) fn capturer(&self) -> Option<Color> {
        let enough = u32::from(self.rules.captures_to_win);
        let has_enough = |color: &Color| self.lost[(!*color).index()] >= enough;
        // A move that captures is no suicide, so only one side can reach the number.
        Color::BOTH.into_iter().find(has_enough).filter(|_| enough > 0)
    }

    /// How many passes this side has played.
    pub(super) fn passes_by(&self, color: Color) -> u32 {
        self.past.iter().filter(|ply| ply.change.is_none() && ply.color == color).count() as u32
    }

    /// How many passes have been played in a row.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Passes in a row as far as they bring the end nearer.
    fn passes_that_count(&self) -> u8 {
        self.passes.min(self.rules.passes_to_end)
    }

    /// How many handicap stones black has still to place.
    pub fn handicap_left(&self) -> u16 {
        self.to_place
    }

    /// The point that the side to move may not retake at once, under the simple ko rule.
    pub fn ko_point(&self) -> Option<Point> {
        (self.ko != NO_VERTEX).then(|| self.board.point(self.ko))
    }

    /// Whether a stone of the side to move at `at`, a point of the board, is legal: the quick form of
    /// [`Game::is_legal`] for engines. After the end it goes on as if the game did.
    #[inline]
    pub fn is_legal_stone(&self, at: Vertex) -> bool {
        if !self.board.is_empty(at) || at == self.ko {
            return false;
        }
        if self.rules.ko == Ko::Simple {
            return match self.rules.suicide {
                Suicide::Allowed => true,
                Suicide::Chains => !self.board.would_be_suicide(at, self.to_move) || !self.is_single(at),
                Suicide::Forbidden => !self.board.would_be_suicide(at, self.to_move),
            };
        }
        self.is_new(at, self.board.would_capture(at, self.to_move))
    }

    /// Whether no own stone is beside `at`.
    fn is_single(&self, at: Vertex) -> bool {
        !self.board.neighbours(at).into_iter().any(|q| self.board.is_color(q, self.to_move))
    }

    /// The side to move after a stone of the side to move.
    fn after_stone(&self) -> Color {
        if self.to_place > 1 { self.to_move } else { !self.to_move }
    }

    fn refusal(&self, mv: Move) -> Option<Reason> {
        if self.is_over() {
            return Some(Reason::GameOver);
        }
        let point = match mv {
            Move::Choose(_) => return Some(Reason::NoChoice),
            Move::Pass if self.to_place > 0 => {
                return Some(Reason::HandicapFirst { left: self.to_place });
            }
            Move::Pass => return None,
            Move::Place(point) if !self.size().contains(point) => return Some(Reason::OffBoard),
            Move::Place(point) => point,
        };
        let at = self.board.vertex(point);
        if let Some(color) = self.board.color(at) {
            return Some(Reason::Occupied(color));
        }
        if at == self.ko {
            return Some(Reason::Ko);
        }
        if self.board.would_be_suicide(at, self.to_move)
            && match self.rules.suicide {
                Suicide::Forbidden => true,
                Suicide::Chains => self.is_single(at),
                Suicide::Allowed => false,
            }
        {
            return Some(Reason::Suicide);
        }
        let ply = self.repeats(at)?;
        if self.is_retake(at) {
            return Some(Reason::Ko);
        }
        Some(Reason::Superko { ply, situational: self.rules.ko == Ko::Situational })
    }

    /// Whether a stone at `at` takes one stone back that the last move has taken there.
    fn is_retake(&self, at: Vertex) -> bool {
        let last = self.past.last().and_then(|ply| ply.change.as_ref());
        last.is_some_and(|change| !change.is_suicide() && self.board.removed_by(change) == [at])
            && self.board.would_take(at, self.to_move) == 1
    }

    /// Plays a stone of the side to move on an empty point of the board.
    #[inline]
    fn put(&mut self, at: Vertex) -> Change {
        let color = self.to_move;
        let change = self.board.put(at, color);
        self.past.push(Ply {
            change: Some(change),
            color,
            ko: self.ko,
            passes: self.passes,
            to_place: self.to_place,
            is_first: self.stood[color.index()].insert(at),
        });
        self.ko = NO_VERTEX;
        self.stones[color.index()] += 1;
        if change.taken() > 0 {
            self.stones[(!color).index()] -= change.taken() as u16;
            self.lost[(!color).index()] += change.taken() as u32;
            self.removed += change.taken() as u32;
            if change.taken() == 1 && self.rules.ko == Ko::Simple && self.board.chain_len(at) == 1 {
                self.ko = self.board.atari_liberty(at).unwrap_or(NO_VERTEX);
            }
        } else if change.is_suicide() {
            let stones = self.board.removed_by(&change).len() as u32;
            self.stones[color.index()] -= stones as u16;
            self.lost[color.index()] += stones;
            self.removed += stones;
        }
        self.passes = 0;
        self.to_move = self.after_stone();
        self.to_place = self.to_place.saturating_sub(1);
        self.remember();
        change
    }

    fn pass(&mut self) {
        let color = self.to_move;
        self.past.push(Ply {
            change: None,
            color,
            ko: self.ko,
            passes: self.passes,
            to_place: self.to_place,
            is_first: false,
        });
        self.ko = NO_VERTEX;
        self.passes = self.passes.saturating_add(1);
        self.lost[color.index()] += u32::from(self.rules.pass_stones);
        self.to_move = !color;
        self.remember();
    }
}

impl Game for Position {
    type Rules = Rules;

    /// The start position.
    ///
    /// # Panics
    /// If [`Rules::check`] refuses the rules.
    fn new(rules: &Rules) -> Position {
        let mut board = Board::new(rules.size);
        if rules.placement == Placement::Fixed
            && let Some(points) = fixed_handicap(rules.size, rules.handicap)
        {
            for point in points {
                board.set(board.vertex(point), Color::Black);
            }
            return Position::on_board(rules, board, Color::White);
        }
        let mut position = Position::on_board(rules, board, Color::Black);
        if rules.handicap >= 2 {
            position.to_place = rules.handicap;
        }
        position
    }

    /// Handicap stones are among those of the set-up, not added to them; their number in the rules only says what
    /// white gets for them.
    fn set_up(rules: &Rules, set_up: &SetUp) -> Result<Position, SetUpError> {
        let mut board = Board::new(rules.size);
        let mut seen = vec![None; rules.size.area()];
        for &(point, cell) in &set_up.cells {
            if !rules.size.contains(point) {
                return Err(SetUpError::OffBoard(point));
            }
            let before = seen[rules.size.index(point)].replace(cell);
            if before.is_some_and(|before| before != cell) {
                return Err(SetUpError::Twice(point));
            }
            if let (None, Some(color)) = (before, cell.color()) {
                board.set(board.vertex(point), color);
            }
        }
        for at in board.vertices() {
            if board.color(at).is_some() && !board.has_liberty(at) {
                return Err(SetUpError::NoLiberty(board.point(at)));
            }
        }
        Ok(Position::on_board(rules, board, set_up.to_move))
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn size(&self) -> Size {
        self.rules.size
    }

    fn at(&self, point: Point) -> Cell {
        self.board.at(point)
    }

    fn cells_into(&self, out: &mut [Cell]) {
        self.board.cells_into(out);
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn goal(&self) -> Goal {
        let captures = self.rules.captures_to_win;
        Goal { captures: (captures > 0).then_some(captures), ..Goal::default() }
    }

    fn margin_now(&self) -> Option<f32> {
        (self.rules.captures_to_win == 0).then(|| self.score(&[]).margin())
    }

    fn facts(&self) -> Vec<Fact> {
        facts::facts(self)
    }

    fn ply(&self) -> usize {
        self.past.len()
    }

    fn move_at(&self, ply: usize) -> Option<Move> {
        let ply = self.past.get(ply)?;
        Some(ply.change.map_or(Move::Pass, |change| Move::Place(self.board.point(change.vertex()))))
    }

    fn last_played(&self) -> Option<Played> {
        let ply = self.past.last()?;
        let mut played = Played { outcome: self.outcome(), ..Played::default() };
        if let Some(change) = &ply.change {
            played.placed = Some((self.board.point(change.vertex()), ply.color));
            played.captured = self.board.removed_by(change).iter().map(|&at| self.board.point(at)).collect();
        }
        Some(played)
    }

    /// The prisoners that `color` holds: stones of the other side that left the board, by suicide too, and pass stones.
    fn captured_by(&self, color: Color) -> u32 {
        self.lost[(!color).index()]
    }

    /// Stones, side to move, ko point, passes in a row, handicap stones still to place. Prisoners are part of
    /// it only where captures win.
    fn hash(&self) -> u64 {
        let mut hash = self.board.hash();
        if self.to_move == Color::White {
            hash ^= zobrist::WHITE_TO_MOVE;
        }
        if self.ko != NO_VERTEX {
            hash ^= zobrist::KO[self.board.index(self.ko)];
        }
        if self.passes_that_count() > 0 {
            hash ^= zobrist::extra(u64::from(self.passes_that_count()));
        }
        if self.to_place > 0 {
            hash ^= zobrist::extra(1 << 16 | u64::from(self.to_place));
        }
        if self.rules.captures_to_win > 0 {
            for (n, &lost) in (2..).zip(&self.lost) {
                if lost > 0 {
                    hash ^= zobrist::extra(n << 32 | u64::from(lost));
                }
            }
        }
        hash
    }

    /// Points in reading order, then the pass.
    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        out.extend(self.legal_set().iter().map(|at| Move::Place(self.board.point(at))));
        if self.to_place == 0 {
            out.push(Move::Pass);
        }
    }

    fn legal_points_into(&self, points: &mut [bool], others: &mut Vec<Move>) {
        if self.is_over() {
            return points.fill(false);
        }
        self.board.mask(&self.legal_set(), points);
        if self.to_place == 0 {
            others.push(Move::Pass);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        match self.refusal(mv) {
            None => Ok(()),
            Some(reason) => {
                let text = match mv {
                    // A point off the board has no name in Go's letters.
                    Move::Place(p) if !self.size().contains(p) => format!("row {}, column {}", p.row, p.col),
                    _ => self.format_move(mv),
                };
                Err(Illegal { mv, text, ply: self.ply(), reason })
            }
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(point) => {
                self.size().contains(point)
                    && !self.is_over()
                    && self.is_legal_stone(self.board.vertex(point))
            }
            Move::Pass => self.to_place == 0 && !self.is_over(),
            Move::Choose(_) => false,
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match mv {
            // On a point that holds a stone the rings of the chains would break, and walks along them not end.
            Move::Place(point) if self.board.is_empty(self.board.vertex(point)) => {
                self.put(self.board.vertex(point));
            }
            _ => self.pass(),
        }
    }

    #[inline]
    fn prefetch(&self) {
        self.board.prefetch();
        self.history.prefetch();
        prefetch(&self.past[self.past.len().saturating_sub(1)..]);
    }

    fn undo(&mut self) -> Option<Move> {
        let ply = self.past.pop()?;
        if self.rules.ko != Ko::Simple {
            self.history.pop();
        }
        self.ko = ply.ko;
        self.passes = ply.passes;
        self.to_place = ply.to_place;
        let Some(change) = ply.change else {
            self.to_move = ply.color;
            self.lost[ply.color.index()] -= u32::from(self.rules.pass_stones);
            return Some(Move::Pass);
        };
        if change.is_suicide() {
            let stones = self.board.removed_by(&change).len() as u32;
            self.stones[ply.color.index()] += stones as u16;
            self.lost[ply.color.index()] -= stones;
            self.removed -= stones;
        } else {
            self.stones[(!ply.color).index()] += change.taken() as u16;
            self.lost[(!ply.color).index()] -= change.taken() as u32;
            self.removed -= change.taken() as u32;
        }
        self.stones[ply.color.index()] -= 1;
        if ply.is_first {
            self.stood[ply.color.index()].remove(change.vertex());
        }
        self.to_move = ply.color;
        self.board.take_back(&change);
        Some(Move::Place(self.board.point(change.vertex())))
    }

    /// The winner by captures, where the rules let captures win. Area or territory is counted with every stone on the
    /// board alive. Where stones are dead,
    /// [`Position::outcome_with`] judges.
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.outcome_with(&[]))
    }

    #[inline]
    fn is_over(&self) -> bool {
        if self.rules.captures_to_win > 0 && self.capturer().is_some() {
            return true;
        }
        let needed = self.rules.passes_to_end;
        needed != 0
            && self.passes >= needed
            // The last pass was white's when black is to move.
            && (!self.rules.white_passes_last || self.to_move == Color::Black)
    }

    /// Draws among the empty points and the pass, again until the draw is legal: every legal move is as likely.
    #[inline]
    fn play_random(&mut self, next: &mut impl FnMut() -> u32) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let empty = self.board.empties().len();
        let choices = empty + usize::from(self.to_place == 0);
        loop {
            let draw = ((u64::from(next()) * choices as u64) >> 32) as usize;
            let Some(&at) = self.board.empties().get(draw) else {
                self.pass();
                return Some(Move::Pass);
            };
            if self.is_legal_stone(at) {
                let point = self.board.point(at);
                self.put(at);
                return Some(Move::Place(point));
            }
        }
    }
}
