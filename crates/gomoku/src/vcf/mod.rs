//! VCF: victory by continuous fours.
//!
//! The attacker makes four after four; each leaves the defender one answer (in caro sometimes two), until a five
//! cannot be stopped. A depth-first search over fours is exact: no position repeats, so a position that failed once
//! fails by every move order, and the table may store that. Renju's fouls count for both sides: black may not make a
//! four on a forbidden square, and a five that black could stop only on a forbidden square is not stopped.

mod board;
mod line;
#[cfg(test)]
pub(crate) mod reference;
#[cfg(test)]
mod tests;

pub use line::MoveLine;

use crate::board::pattern::Pattern;
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use board::{Four, FourMoves, VcfBoard};
use tengen_board::{AXES, Axis, Color};
use tengen_games::{Game, gomoku};

/// The result of a search by fours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcfResult {
    /// A win in so many plies, the five included.
    Win(u8),
    /// No fours win, however many.
    Nothing,
    /// No win within the limits.
    Unknown,
}

/// The limits of a search by fours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcfLimits {
    /// Consecutive fours, without the last one that cannot be stopped.
    pub fours: u8,
    /// Positions with the attacker to move.
    pub nodes: u64,
}

impl VcfLimits {
    /// The most fours that a board can hold.
    pub const MAX_FOURS: u8 = 120;

    /// No limits.
    pub const NONE: VcfLimits = VcfLimits { fours: VcfLimits::MAX_FOURS, nodes: u64::MAX };
}

/// Finds wins by fours. Its table serves all positions of one rule set.
///
/// ```
/// use tengen_games::{Game, gomoku};
/// use tengen_gomoku::rule_set::Freestyle;
/// use tengen_gomoku::solve::{VcfResult, MoveLine, Vcf, VcfLimits};
/// use tengen_gomoku::Board;
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// // Black has a three with one end blocked and another across it: two fours at once.
/// for mv in ["h8", "h7", "h9", "a3", "h10", "a5", "i11", "a7", "j11", "a9", "k11", "l11"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let board = Board::<Freestyle>::from_game(&game);
/// let mut vcf = Vcf::new(1 << 10);
/// assert_eq!(vcf.solve(&board, VcfLimits::NONE), VcfResult::Win(3));
/// let mut line = MoveLine::default();
/// assert!(vcf.line(&board, &mut line));
/// assert_eq!(board.point(line.moves()[0]), tengen_board::Coords::Gomoku.parse("h11", board.size())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vcf {
    table: Box<[Slot]>,
    /// Slots in use, and the greatest number of slots.
    taken: usize,
    max_slots: usize,
    /// The fours that are still to be searched on the path to the current position.
    list: Vec<Four>,
    nodes: u64,
    /// The node count at which the current search ends.
    node_limit: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    mv: Square,
    /// The plies of the win, or 0.
    win: u8,
    /// Without a win: the consecutive fours that were searched; [`NEVER_WINS`] if no number wins.
    failed: u8,
}

/// The initial number of slots.
const FIRST_SLOTS: usize = 1 << 9;

/// The node limit of a search for a win that the table has lost.
const RETRY_NODES: u64 = 1_000_000;

const NEVER_WINS: u8 = u8::MAX;

/// The result of one position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Win(u8),
    /// No win, and no limit was reached.
    Never,
    /// No win with so many fours.
    Cut,
    /// The nodes are spent.
    Over,
}

impl Vcf {
    /// A solver whose table holds at most so many positions of 16 bytes each, rounded up to a power of two. The table
    /// starts small: most wins by fours take fewer positions than a large table has pages.
    pub fn new(slots: usize) -> Vcf {
        let max_slots = slots.max(2).next_power_of_two();
        let table = vec![Slot::default(); max_slots.min(FIRST_SLOTS)].into_boxed_slice();
        Vcf { table, taken: 0, max_slots, list: Vec::with_capacity(64), nodes: 0, node_limit: 0 }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.table.fill(Slot::default());
        self.taken = 0;
    }

    /// The positions of all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a win by fours of the side to move. One and two fours are searched before any number of them:
    /// most wins are that short, and longer ones are found faster without further deepening.
    pub fn solve<R: RuleSet>(&mut self, board: &Board<R>, limits: VcfLimits) -> VcfResult {
        let side = board.to_move();
        if board.count(side, Threat::Five) > 0 {
            return VcfResult::Win(1);
        }
        if !board.has_four(side) {
            return VcfResult::Nothing;
        }
        self.node_limit = self.nodes.saturating_add(limits.nodes);
        self.solve_on(&mut VcfBoard::new(board, side), side, limits)
    }

    /// The same without the deepening, for the leaves of a search, where most positions have no win. The side to move
    /// has no five to make.
    pub(crate) fn probe<R: RuleSet>(&mut self, board: &Board<R>, limits: VcfLimits) -> VcfResult {
        let side = board.to_move();
        // Most leaves without a win are known: that needs no board.
        let known =
            if board.has_four(side) { self.known(board.key(), limits.fours) } else { Some(Outcome::Never) };
        let outcome = known.unwrap_or_else(|| {
            self.node_limit = self.nodes.saturating_add(limits.nodes);
            let mut vcf_board = VcfBoard::new(board, side);
            if let Some(last) = board.earlier_move(1) {
                vcf_board.set_last(last);
            }
            self.attack(&mut vcf_board, side, limits.fours)
        });
        match outcome {
            Outcome::Win(plies) => VcfResult::Win(plies),
            Outcome::Never => VcfResult::Nothing,
            Outcome::Cut | Outcome::Over => VcfResult::Unknown,
        }
    }

    /// The same, with the [line](Vcf::line) of the win.
    pub fn solve_line<R: RuleSet>(
        &mut self,
        board: &Board<R>,
        limits: VcfLimits,
        line: &mut MoveLine,
    ) -> VcfResult {
        line.clear();
        let side = board.to_move();
        if let Some(five) = board.fives(side).first() {
            line.push(five);
            return VcfResult::Win(1);
        }
        if !board.has_four(side) {
            return VcfResult::Nothing;
        }
        self.node_limit = self.nodes.saturating_add(limits.nodes);
        self.solve_line_on(&mut VcfBoard::new(board, side), side, limits, line)
    }

    /// The same for a game, with `side` to move; no [`Board`] is made.
    ///
    /// # Panics
    /// If the game's variant is not that of `R`.
    pub fn solve_game<R: RuleSet>(
        &mut self,
        game: &gomoku::Position,
        side: Color,
        limits: VcfLimits,
        line: &mut MoveLine,
    ) -> VcfResult {
        assert_eq!(game.rules().variant, R::VARIANT, "a game of other rules");
        line.clear();
        let mut board = VcfBoard::<R>::of_game(game, side);
        if let Some(five) = board.five() {
            line.push(five);
            return VcfResult::Win(1);
        }
        self.node_limit = self.nodes.saturating_add(limits.nodes);
        self.solve_line_on(&mut board, side, limits, line)
    }

    /// Of some replies of the side to move, those after which no win by fours of the opponent is found. The opponent
    /// has no five to make.
    pub(super) fn stopping<R: RuleSet>(
        &mut self,
        board: &Board<R>,
        replies: SquareSet,
        limits: VcfLimits,
    ) -> SquareSet {
        let (other, side) = (board.to_move(), board.to_move().opponent());
        let mut stopping = replies;
        let mut vcf_board = VcfBoard::new(board, side);
        for reply in replies.iter() {
            let before = vcf_board.play(reply, other);
            self.node_limit = self.nodes.saturating_add(limits.nodes);
            let found = self.solve_on(&mut vcf_board, side, limits);
            vcf_board.undo(reply, other, &before);
            if let VcfResult::Win(_) = found {
                stopping.remove(reply);
            }
        }
        stopping
    }

    fn solve_line_on<R: RuleSet>(
        &mut self,
        board: &mut VcfBoard<R>,
        side: Color,
        limits: VcfLimits,
        line: &mut MoveLine,
    ) -> VcfResult {
        let found = self.solve_on(board, side, limits);
        let outcome = !matches!(found, VcfResult::Win(_)) || self.line_on(board, side, line);
        if outcome { found } else { VcfResult::Unknown }
    }

    fn solve_on<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color, limits: VcfLimits) -> VcfResult {
        let mut fours = 1;
        loop {
            let fours_now = fours.min(limits.fours);
            match self.attack(board, side, fours_now) {
                Outcome::Win(plies) => return VcfResult::Win(plies),
                Outcome::Never => return VcfResult::Nothing,
                Outcome::Over => return VcfResult::Unknown,
                Outcome::Cut if fours_now == limits.fours => return VcfResult::Unknown,
                Outcome::Cut => fours = if fours < 2 { fours + 1 } else { VcfLimits::MAX_FOURS },
            }
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.table.len() - 1)
    }

    /// The table's result of a position, if it is deep enough.
    #[inline]
    fn known(&self, key: u64, fours: u8) -> Option<Outcome> {
        let known = self.table[self.slot(key)];
        match known {
            _ if known.key != key => None,
            Slot { win: 1.., .. } => Some(Outcome::Win(known.win)),
            Slot { failed: NEVER_WINS, .. } => Some(Outcome::Never),
            _ => (known.failed >= fours).then_some(Outcome::Cut),
        }
    }

    /// The attacker is to move and has no five to make.
    fn attack<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color, fours: u8) -> Outcome {
        let key = board.key();
        if let Some(outcome) = self.known(key, fours) {
            return outcome;
        }
        let first = self.list.len();
        match board.list(&mut self.list) {
            FourMoves::None => {
                self.put(key, Square::MAX, 0, NEVER_WINS);
                return Outcome::Never;
            }
            FourMoves::Wins(square) => {
                self.put(key, square, 3, 0);
                return Outcome::Win(3);
            }
            FourMoves::Some => {}
        }
        if fours == 0 || self.nodes >= self.node_limit {
            self.list.truncate(first);
            return if fours == 0 { Outcome::Cut } else { Outcome::Over };
        }
        self.nodes += 1;
        let mut outcome = Outcome::Never;
        for at in first..self.list.len() {
            let Four { square, answers, .. } = self.list[at];
            if !board.may_play(square, side) {
                continue;
            }
            let mut answers = answers.iter::<R>();
            let mut after = Outcome::Win(1);
            // Where there are two answers, both must lose.
            while let (Outcome::Win(_) | Outcome::Cut, Some(answer)) = (after, answers.next()) {
                after = match (after, self.after(board, side, square, answer, fours - 1)) {
                    (Outcome::Win(a), Outcome::Win(b)) => Outcome::Win(a.max(b)),
                    (Outcome::Cut, Outcome::Win(_)) => Outcome::Cut,
                    (_, worse) => worse,
                };
            }
            match after {
                Outcome::Win(plies) => {
                    self.put(key, square, plies + 2, 0);
                    outcome = Outcome::Win(plies + 2);
                    break;
                }
                Outcome::Over => {
                    outcome = Outcome::Over;
                    break;
                }
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Never => {}
            }
        }
        self.list.truncate(first);
        match outcome {
            Outcome::Cut => self.put(key, Square::MAX, 0, fours),
            Outcome::Never => self.put(key, Square::MAX, 0, NEVER_WINS),
            Outcome::Win(_) | Outcome::Over => {}
        }
        outcome
    }

    /// The result after a four and an answer to it.
    #[inline]
    fn after<R: RuleSet>(
        &mut self,
        board: &mut VcfBoard<R>,
        side: Color,
        square: Square,
        answer: Square,
        fours: u8,
    ) -> Outcome {
        // The same fours in another order lead to the same position, but the order can decide if black may play the
        // answer. A four removes fouls of the answer and adds none.
        let sure = !R::FOULS || side == Color::Black || !board.is_doubtful(answer);
        if sure && let Some(known) = self.known(board.key_after(square, answer), fours) {
            return known;
        }
        let before = board.play(square, side);
        let after = if sure || board.may_play(answer, side.opponent()) {
            let before = board.play(answer, side.opponent());
            let after = self.attack(board, side, fours);
            board.undo(answer, side.opponent(), &before);
            after
        } else {
            Outcome::Win(1)
        };
        board.undo(square, side, &before);
        after
    }

    fn put(&mut self, key: u64, mv: Square, win: u8, failed: u8) {
        let at = self.slot(key);
        self.taken += usize::from(self.table[at].key == 0);
        self.table[at] = Slot { key, mv, win, failed };
        if self.taken > self.table.len() / 2 && self.table.len() < self.max_slots {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (4 * self.table.len()).min(self.max_slots);
        let old = std::mem::replace(&mut self.table, vec![Slot::default(); slots].into_boxed_slice());
        self.taken = 0;
        for slot in old.into_iter().filter(|slot| slot.key != 0) {
            let at = self.slot(slot.key);
            self.taken += usize::from(self.table[at].key == 0);
            self.table[at] = slot;
        }
    }

    /// The winning move of a position in which [`solve`](Vcf::solve) found a win, with the attacker to move.
    pub fn winning_move<R: RuleSet>(&mut self, board: &Board<R>) -> Option<Square> {
        let side = board.to_move();
        if let Some(five) = board.fives(side).first() {
            return Some(five);
        }
        self.stored_move(board.key()).or_else(|| self.search_move(&mut VcfBoard::new(board, side), side))
    }

    /// The line of a win that [`solve`](Vcf::solve) found: attack and answer in turn. It ends with a four that cannot
    /// be stopped, or with the five if that is the only move. Of two answers (caro) it follows the first. False if
    /// there is no win.
    pub fn line<R: RuleSet>(&mut self, board: &Board<R>, line: &mut MoveLine) -> bool {
        line.clear();
        let side = board.to_move();
        if let Some(five) = board.fives(side).first() {
            line.push(five);
            return true;
        }
        self.line_on(&mut VcfBoard::new(board, side), side, line)
    }

    /// The line of a win on a VCF board, which is left unchanged.
    fn line_on<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color, line: &mut MoveLine) -> bool {
        let found = self.stored_move(board.key()).or_else(|| self.search_move(board, side));
        let Some(square) = found else { return false };
        line.push(square);
        let before = board.play(square, side);
        let won = match board.answer(square) {
            None => true,
            Some(answer) => {
                line.push(answer);
                let before = board.play(answer, side.opponent());
                let won = self.line_on(board, side, line);
                board.undo(answer, side.opponent(), &before);
                won
            }
        };
        board.undo(square, side, &before);
        won
    }

    /// The move of a win in the table.
    fn stored_move(&self, key: u64) -> Option<Square> {
        let known = self.table[self.slot(key)];
        (known.key == key && known.win > 0).then_some(known.mv)
    }

    /// Searches for a win that another position has replaced in the table.
    fn search_move<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color) -> Option<Square> {
        self.node_limit = self.nodes.saturating_add(RETRY_NODES);
        self.solve_on(board, side, VcfLimits::NONE);
        self.stored_move(board.key())
    }
}

/// The squares where the defender, to move, may stop every five that `side` threatens.
pub(crate) fn answers<R: RuleSet>(board: &Board<R>, side: Color) -> SquareSet {
    let mut answers = stops(board, side);
    if R::FOULS && side == Color::White {
        for square in answers.iter() {
            if board.is_forbidden(square) {
                answers.remove(square);
            }
        }
    }
    answers
}

/// The squares where a stone of the defender stops every five that `side` threatens.
pub(crate) fn stops<R: RuleSet>(board: &Board<R>, side: Color) -> SquareSet {
    let fives = board.fives(side);
    if !R::ENDS_MATTER {
        return if board.count(side, Threat::Five) == 1 { fives } else { SquareSet::EMPTY };
    }
    let mut all = board.empties();
    for five in fives.iter() {
        let makes_five = |&&axis: &&Axis| board.pattern(side, five, axis) == Pattern::Five;
        for &axis in AXES.iter().filter(makes_five) {
            all &= board.defences(side, five, axis);
        }
    }
    all
}
