//! VCF: victory by continuous fours.
//!
//! The attacker makes four after four; each leaves the defender one answer (in caro sometimes two), until a five
//! cannot be stopped. A depth-first search over fours is exact: no position repeats, so a position that failed once
//! fails by every move order, and the table may store that. Renju's fouls count for both sides: black may not make a
//! four on a forbidden square, and a five that black could stop only on a forbidden square is not stopped.

use super::line::MoveLine;
use super::vcf_board::{Four, FourMoves, VcfBoard};
use crate::board::pattern::Pattern;
use crate::{Board, RuleSet, Square, SquareSet, Threat};
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
/// let mut board = Board::<Freestyle>::from_game(&game);
/// let mut vcf = Vcf::new(1 << 10);
/// assert_eq!(vcf.solve(&mut board, VcfLimits::NONE), VcfResult::Win(3));
/// let mut line = MoveLine::default();
/// assert!(vcf.line(&mut board, &mut line));
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
    pub fn solve<R: RuleSet>(&mut self, board: &mut Board<R>, limits: VcfLimits) -> VcfResult {
        self.node_limit = self.nodes.saturating_add(limits.nodes);
        if R::ENDS_MATTER {
            return Vcf::deepen(limits, |fours| self.attack(board, fours));
        }
        let side = board.to_move();
        if board.count(side, Threat::Five) > 0 {
            return VcfResult::Win(1);
        }
        if !board.has_four(side) {
            return VcfResult::Nothing;
        }
        self.solve_on(&mut VcfBoard::new(board, side), side, limits)
    }

    /// The same, with the [line](Vcf::line) of the win.
    pub fn solve_line<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        limits: VcfLimits,
        line: &mut MoveLine,
    ) -> VcfResult {
        line.clear();
        let side = board.to_move();
        if R::ENDS_MATTER || board.count(side, Threat::Five) > 0 || !board.has_four(side) {
            let found = self.solve(board, limits);
            let outcome = !matches!(found, VcfResult::Win(_)) || self.line(board, line);
            return if outcome { found } else { VcfResult::Unknown };
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
        if R::ENDS_MATTER {
            let mut board = Board::<R>::from_game(game);
            board.set_to_move(side);
            return self.solve_line(&mut board, limits, line);
        }
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
        board: &mut Board<R>,
        replies: SquareSet,
        limits: VcfLimits,
    ) -> SquareSet {
        let (other, side) = (board.to_move(), board.to_move().opponent());
        let mut stopping = replies;
        let mut vcf_board = (!R::ENDS_MATTER).then(|| VcfBoard::new(board, side));
        for reply in replies.iter() {
            let found = if let Some(vcf_board) = &mut vcf_board {
                let before = vcf_board.play(reply, other);
                self.node_limit = self.nodes.saturating_add(limits.nodes);
                let found = self.solve_on(vcf_board, side, limits);
                vcf_board.undo(reply, other, &before);
                found
            } else {
                board.play(reply);
                let found = self.solve(board, limits);
                board.undo();
                found
            };
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
        Vcf::deepen(limits, |fours| self.attack_on(board, side, fours))
    }

    fn deepen(limits: VcfLimits, mut attack: impl FnMut(u8) -> Outcome) -> VcfResult {
        let mut fours = 1;
        loop {
            let fours_now = fours.min(limits.fours);
            match attack(fours_now) {
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
    fn attack_on<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color, fours: u8) -> Outcome {
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
            let Four { square, answer, .. } = self.list[at];
            if !board.may_play(square, side) {
                continue;
            }
            // The same fours in another order lead to the same position, but the order can decide if black may play
            // the answer. A four removes fouls of the answer and adds none.
            let sure = !R::FOULS || side == Color::Black || !board.is_doubtful(answer);
            let known = if sure { self.known(board.key_after(square, answer), fours - 1) } else { None };
            let after = known.unwrap_or_else(|| {
                let before = board.play(square, side);
                let after = if sure || board.may_play(answer, side.opponent()) {
                    let before = board.play(answer, side.opponent());
                    let after = self.attack_on(board, side, fours - 1);
                    board.undo(answer, side.opponent(), &before);
                    after
                } else {
                    Outcome::Win(1)
                };
                board.undo(square, side, &before);
                after
            });
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

    /// The attacker is to move. Where the ends of a five matter, a four may have more than one answer.
    fn attack<R: RuleSet>(&mut self, board: &mut Board<R>, fours: u8) -> Outcome {
        let (side, other) = (board.to_move(), board.to_move().opponent());
        if board.count(side, Threat::Five) > 0 {
            return Outcome::Win(1);
        }
        if !board.has_four(side) {
            return Outcome::Never;
        }
        // If the defender threatens a five, the four must stop it.
        let mut moves = board.fours(side);
        if board.count(other, Threat::Five) > 0 {
            moves &= stops(board, other);
            if moves.is_empty() {
                return Outcome::Never;
            }
        }
        let open = board.points(side, Threat::OpenFour) & moves;
        for square in open.iter() {
            if board.may_play(side, square) {
                self.put(board.key(), square, 3, 0);
                return Outcome::Win(3);
            }
        }
        if fours == 0 {
            return Outcome::Cut;
        }
        let key = board.key();
        if let Some(outcome) = self.known(key, fours) {
            return outcome;
        }
        if self.nodes >= self.node_limit {
            return Outcome::Over;
        }
        self.nodes += 1;
        let (mut cut, mut over) = (false, false);
        let mut try_four = |solver: &mut Vcf, board: &mut Board<R>, square: Square| -> Option<u8> {
            if !board.may_play(side, square) {
                return None;
            }
            board.play(square);
            let outcome = solver.defend(board, side, fours - 1);
            board.undo();
            match outcome {
                Outcome::Win(plies) => return Some(plies + 1),
                Outcome::Cut => cut = true,
                Outcome::Over => over = true,
                Outcome::Never => {}
            }
            None
        };
        moves = moves - open;
        let mut won = None;
        for class in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            for square in (board.points(side, class) & moves).iter() {
                if let Some(plies) = try_four(self, board, square) {
                    won = Some((square, plies));
                    break;
                }
            }
            if won.is_some() {
                break;
            }
        }
        match won {
            Some((square, plies)) => {
                self.put(key, square, plies, 0);
                Outcome::Win(plies)
            }
            None if over => Outcome::Over,
            None => {
                self.put(key, Square::MAX, 0, if cut { fours } else { NEVER_WINS });
                if cut { Outcome::Cut } else { Outcome::Never }
            }
        }
    }

    /// The defender is to move after a four by `side`.
    fn defend<R: RuleSet>(&mut self, board: &mut Board<R>, side: Color, fours: u8) -> Outcome {
        let answers = answers(board, side);
        let mut longest = 2;
        let mut cut = false;
        for answer in answers.iter() {
            board.play(answer);
            let outcome = self.attack(board, fours);
            board.undo();
            match outcome {
                Outcome::Win(plies) => longest = longest.max(plies + 1),
                Outcome::Cut => cut = true,
                Outcome::Never | Outcome::Over => return outcome,
            }
        }
        if cut { Outcome::Cut } else { Outcome::Win(longest) }
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
    pub fn winning_move<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<Square> {
        let side = board.to_move();
        if let Some(five) = board.fives(side).first() {
            return Some(five);
        }
        let known = self.table[self.slot(board.key())];
        if known.key == board.key() && known.win > 0 {
            return Some(known.mv);
        }
        // Another position has replaced it in the table.
        match self.solve(board, VcfLimits { nodes: RETRY_NODES, ..VcfLimits::NONE }) {
            VcfResult::Win(_) => Some(self.table[self.slot(board.key())].mv),
            _ => None,
        }
    }

    /// The line of a win that [`solve`](Vcf::solve) found: attack and answer in turn. It ends with a four that cannot
    /// be stopped, or with the five if that is the only move. Of two answers (caro) it follows the first. False if
    /// there is no win.
    pub fn line<R: RuleSet>(&mut self, board: &mut Board<R>, line: &mut MoveLine) -> bool {
        line.clear();
        let mut played = 0;
        let side = board.to_move();
        if !R::ENDS_MATTER && board.count(side, Threat::Five) == 0 {
            return self.line_on(&mut VcfBoard::new(board, side), side, line);
        }
        let found = loop {
            let Some(mv) = self.winning_move(board) else { break false };
            line.push(mv);
            let five = board.class(side, mv) == Threat::Five;
            board.play(mv);
            played += 1;
            if five {
                break true;
            }
            let Some(answer) = answers(board, side).first() else { break true };
            line.push(answer);
            board.play(answer);
            played += 1;
        };
        for _ in 0..played {
            board.undo();
        }
        found
    }

    /// The line of a win on a VCF board, which is left unchanged.
    fn line_on<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color, line: &mut MoveLine) -> bool {
        let Some(square) = self.winning_move_on(board, side) else { return false };
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

    fn winning_move_on<R: RuleSet>(&mut self, board: &mut VcfBoard<R>, side: Color) -> Option<Square> {
        let key = board.key();
        let known = self.table[self.slot(key)];
        if known.key == key && known.win > 0 {
            return Some(known.mv);
        }
        // Another position has replaced it in the table.
        self.node_limit = self.nodes.saturating_add(RETRY_NODES);
        match self.solve_on(board, side, VcfLimits::NONE) {
            VcfResult::Win(_) => Some(self.table[self.slot(key)].mv),
            _ => None,
        }
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

#[cfg(test)]
#[path = "vcf_tests.rs"]
mod tests;
