//! VCF: victory by continuous fours.
//!
//! The attacker makes four after four; each leaves the defender one answer (in caro sometimes two), until there is a five that no
//! answer stops. A depth-first search over fours is exact: no move comes back, so that what failed once fails whichever way leads
//! there, and the table may say so. Renju's fouls count on both sides: black may not make a four on a forbidden point, and
//! a five that black could stop only on a forbidden point is not stopped.

use super::line::Line;
use super::rows::{Four, Fours, Rows};
use crate::pattern::Pattern;
use crate::{Position, Rule, Spot, Spots, Threat};
use tengen_board::{AXES, Axis, Color};
use tengen_games::{Game, gomoku};

/// What a search for a win by fours found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A win in so many plies, the last of them the five.
    Win(u8),
    /// No fours win, however many.
    Nothing,
    /// None within the limits.
    Unknown,
}

/// How far a search by fours may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcfLimits {
    /// Fours in a row, the last of which nothing stops left out.
    pub fours: u8,
    /// Positions with the attacker to move.
    pub nodes: u64,
}

impl VcfLimits {
    /// As many fours as a board can hold.
    pub const MOST_FOURS: u8 = 120;

    /// Without limits.
    pub const NONE: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: u64::MAX };
}

/// Finds wins by fours. It keeps a table of what it has found; the same solver serves all positions of one rule set.
///
/// ```
/// use tengen_games::{Game, gomoku};
/// use tengen_gomoku::rule::Freestyle;
/// use tengen_gomoku::threats::{Found, Line, Vcf, VcfLimits};
/// use tengen_gomoku::Position;
/// let mut game = gomoku::Position::new(&gomoku::Rules::FREESTYLE);
/// // Black has a three with one end blocked and another across it: two fours at once.
/// for mv in ["h8", "h7", "h9", "a3", "h10", "a5", "i11", "a7", "j11", "a9", "k11", "l11"] {
///     game.play(game.parse_move(mv)?)?;
/// }
/// let mut position = Position::<Freestyle>::from_game(&game);
/// let mut vcf = Vcf::new(1 << 10);
/// assert_eq!(vcf.solve(&mut position, VcfLimits::NONE), Found::Win(3));
/// let mut line = Line::default();
/// assert!(vcf.line(&mut position, &mut line));
/// assert_eq!(position.point(line.moves()[0]), tengen_board::Coords::Gomoku.parse("h11", position.size())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vcf {
    table: Box<[Slot]>,
    /// Slots that are taken, and slots that there may be.
    taken: usize,
    most: usize,
    /// The fours that are still to be tried on the way to the position looked at.
    list: Vec<Four>,
    nodes: u64,
    /// The count of nodes at which the search under way ends.
    last: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    mv: Spot,
    /// Plies of the win, or 0.
    win: u8,
    /// Without a win: fours that were looked at in a row; [`FOR_GOOD`] if none will ever win.
    failed: u8,
}

/// Slots to begin with.
const FIRST_SLOTS: usize = 1 << 9;

/// Positions that may be looked at to find a win again.
const AGAIN: u64 = 1_000_000;

const FOR_GOOD: u8 = u8::MAX;

/// What a search of one position tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Win(u8),
    /// Nothing, and no limit was met.
    Never,
    /// Nothing with so many fours.
    Cut,
    /// The nodes are spent.
    Over,
}

impl Vcf {
    /// A solver whose table holds at most so many positions, rounded up to a power of two; 16 bytes each. It begins small: most wins
    /// by fours take fewer positions than a large table has pages.
    pub fn new(slots: usize) -> Vcf {
        let most = slots.max(2).next_power_of_two();
        let table = vec![Slot::default(); most.min(FIRST_SLOTS)].into_boxed_slice();
        Vcf { table, taken: 0, most, list: Vec::with_capacity(64), nodes: 0, last: 0 }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.table.fill(Slot::default());
        self.taken = 0;
    }

    /// Positions that all searches together have looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours. One and two fours are tried before more: most wins are so short, and those that are not are
    /// found sooner straight ahead than by one four more at a time.
    pub fn solve<R: Rule>(&mut self, position: &mut Position<R>, limits: VcfLimits) -> Found {
        self.last = self.nodes.saturating_add(limits.nodes);
        if R::ENDS_MATTER {
            return Vcf::deeper_and_deeper(limits, |fours| self.attack(position, fours));
        }
        let side = position.to_move();
        if position.count(side, Threat::Five) > 0 {
            return Found::Win(1);
        }
        if !position.has_four(side) {
            return Found::Nothing;
        }
        self.solve_on(&mut Rows::new(position, side), side, limits)
    }

    /// The same with the [line](Vcf::line) of the win.
    pub fn solve_line<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        limits: VcfLimits,
        line: &mut Line,
    ) -> Found {
        line.clear();
        let side = position.to_move();
        if R::ENDS_MATTER || position.count(side, Threat::Five) > 0 || !position.has_four(side) {
            let found = self.solve(position, limits);
            let told = !matches!(found, Found::Win(_)) || self.line(position, line);
            return if told { found } else { Found::Unknown };
        }
        self.last = self.nodes.saturating_add(limits.nodes);
        self.solve_line_on(&mut Rows::new(position, side), side, limits, line)
    }

    /// The same of a game, with `side` to move, for which no [`Position`] need be made.
    ///
    /// # Panics
    /// If the game is played by another variant than `R`.
    pub fn solve_game<R: Rule>(
        &mut self,
        game: &gomoku::Position,
        side: Color,
        limits: VcfLimits,
        line: &mut Line,
    ) -> Found {
        assert_eq!(game.rules().variant, R::VARIANT, "a game of other rules");
        if R::ENDS_MATTER {
            let mut position = Position::<R>::from_game(game);
            position.set_to_move(side);
            return self.solve_line(&mut position, limits, line);
        }
        line.clear();
        let mut rows = Rows::<R>::of_game(game, side);
        if let Some(five) = rows.five() {
            line.push(five);
            return Found::Win(1);
        }
        self.last = self.nodes.saturating_add(limits.nodes);
        self.solve_line_on(&mut rows, side, limits, line)
    }

    /// Of some replies of the side to move, those after which the other side is not found to win by fours. The other side has no five to
    /// make.
    pub(super) fn stopping<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        replies: Spots,
        limits: VcfLimits,
    ) -> Spots {
        let (other, side) = (position.to_move(), position.to_move().opponent());
        let mut stopping = replies;
        let mut rows = (!R::ENDS_MATTER).then(|| Rows::new(position, side));
        for reply in replies.iter() {
            let found = if let Some(rows) = &mut rows {
                let before = rows.play(reply, other);
                self.last = self.nodes.saturating_add(limits.nodes);
                let found = self.solve_on(rows, side, limits);
                rows.undo(reply, other, &before);
                found
            } else {
                position.play(reply);
                let found = self.solve(position, limits);
                position.undo();
                found
            };
            if let Found::Win(_) = found {
                stopping.remove(reply);
            }
        }
        stopping
    }

    fn solve_line_on<R: Rule>(
        &mut self,
        rows: &mut Rows<R>,
        side: Color,
        limits: VcfLimits,
        line: &mut Line,
    ) -> Found {
        let found = self.solve_on(rows, side, limits);
        let told = !matches!(found, Found::Win(_)) || self.line_on(rows, side, line);
        if told { found } else { Found::Unknown }
    }

    fn solve_on<R: Rule>(&mut self, rows: &mut Rows<R>, side: Color, limits: VcfLimits) -> Found {
        Vcf::deeper_and_deeper(limits, |fours| self.attack_on(rows, side, fours))
    }

    fn deeper_and_deeper(limits: VcfLimits, mut attack: impl FnMut(u8) -> Told) -> Found {
        let mut fours = 1;
        loop {
            let fours_now = fours.min(limits.fours);
            match attack(fours_now) {
                Told::Win(plies) => return Found::Win(plies),
                Told::Never => return Found::Nothing,
                Told::Over => return Found::Unknown,
                Told::Cut if fours_now == limits.fours => return Found::Unknown,
                Told::Cut => fours = if fours < 2 { fours + 1 } else { VcfLimits::MOST_FOURS },
            }
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.table.len() - 1)
    }

    /// What the table knows of a position, if that is enough.
    #[inline]
    fn known(&self, key: u64, fours: u8) -> Option<Told> {
        let known = self.table[self.slot(key)];
        match known {
            _ if known.key != key => None,
            Slot { win: 1.., .. } => Some(Told::Win(known.win)),
            Slot { failed: FOR_GOOD, .. } => Some(Told::Never),
            _ => (known.failed >= fours).then_some(Told::Cut),
        }
    }

    /// The attacker is to move and has no five to make.
    fn attack_on<R: Rule>(&mut self, rows: &mut Rows<R>, side: Color, fours: u8) -> Told {
        let key = rows.key();
        if let Some(told) = self.known(key, fours) {
            return told;
        }
        let first = self.list.len();
        match rows.list(&mut self.list) {
            Fours::None => {
                self.put(key, Spot::MAX, 0, FOR_GOOD);
                return Told::Never;
            }
            Fours::Wins(spot) => {
                self.put(key, spot, 3, 0);
                return Told::Win(3);
            }
            Fours::Some => {}
        }
        if fours == 0 || self.nodes >= self.last {
            self.list.truncate(first);
            return if fours == 0 { Told::Cut } else { Told::Over };
        }
        self.nodes += 1;
        let mut told = Told::Never;
        for at in first..self.list.len() {
            let Four { spot, answer, .. } = self.list[at];
            if !rows.may_play(spot, side) {
                continue;
            }
            // The same fours in another order lead to the same position; but whether black may give the answer can hang on the order.
            // The four only takes away of what could make it a foul.
            let sure = !R::FOULS || side == Color::Black || !rows.is_doubtful(answer);
            let known = if sure { self.known(rows.key_after(spot, answer), fours - 1) } else { None };
            let after = known.unwrap_or_else(|| {
                let before = rows.play(spot, side);
                let after = if sure || rows.may_play(answer, side.opponent()) {
                    let before = rows.play(answer, side.opponent());
                    let after = self.attack_on(rows, side, fours - 1);
                    rows.undo(answer, side.opponent(), &before);
                    after
                } else {
                    Told::Win(1)
                };
                rows.undo(spot, side, &before);
                after
            });
            match after {
                Told::Win(plies) => {
                    self.put(key, spot, plies + 2, 0);
                    told = Told::Win(plies + 2);
                    break;
                }
                Told::Over => {
                    told = Told::Over;
                    break;
                }
                Told::Cut => told = Told::Cut,
                Told::Never => {}
            }
        }
        self.list.truncate(first);
        match told {
            Told::Cut => self.put(key, Spot::MAX, 0, fours),
            Told::Never => self.put(key, Spot::MAX, 0, FOR_GOOD),
            Told::Win(_) | Told::Over => {}
        }
        told
    }

    /// The attacker is to move. Where the ends of a five matter, a five may have more than one answer.
    fn attack<R: Rule>(&mut self, position: &mut Position<R>, fours: u8) -> Told {
        let (side, other) = (position.to_move(), position.to_move().opponent());
        if position.count(side, Threat::Five) > 0 {
            return Told::Win(1);
        }
        if !position.has_four(side) {
            return Told::Never;
        }
        // Where the defender threatens a five itself, the four must stop it.
        let mut moves = position.fours(side);
        if position.count(other, Threat::Five) > 0 {
            moves &= stops(position, other);
            if moves.is_empty() {
                return Told::Never;
            }
        }
        let open = position.points(side, Threat::OpenFour) & moves;
        for spot in open.iter() {
            if position.may_play(side, spot) {
                self.put(position.key(), spot, 3, 0);
                return Told::Win(3);
            }
        }
        if fours == 0 {
            return Told::Cut;
        }
        let key = position.key();
        if let Some(told) = self.known(key, fours) {
            return told;
        }
        if self.nodes >= self.last {
            return Told::Over;
        }
        self.nodes += 1;
        let (mut cut, mut over) = (false, false);
        let mut look = |solver: &mut Vcf, position: &mut Position<R>, spot: Spot| -> Option<u8> {
            if !position.may_play(side, spot) {
                return None;
            }
            position.play(spot);
            let told = solver.defend(position, side, fours - 1);
            position.undo();
            match told {
                Told::Win(plies) => return Some(plies + 1),
                Told::Cut => cut = true,
                Told::Over => over = true,
                Told::Never => {}
            }
            None
        };
        moves = moves - open;
        let mut won = None;
        for class in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            for spot in (position.points(side, class) & moves).iter() {
                if let Some(plies) = look(self, position, spot) {
                    won = Some((spot, plies));
                    break;
                }
            }
            if won.is_some() {
                break;
            }
        }
        match won {
            Some((spot, plies)) => {
                self.put(key, spot, plies, 0);
                Told::Win(plies)
            }
            None if over => Told::Over,
            None => {
                self.put(key, Spot::MAX, 0, if cut { fours } else { FOR_GOOD });
                if cut { Told::Cut } else { Told::Never }
            }
        }
    }

    /// The defender is to move, `side` has made a four.
    fn defend<R: Rule>(&mut self, position: &mut Position<R>, side: Color, fours: u8) -> Told {
        let answers = answers(position, side);
        let mut longest = 2;
        let mut cut = false;
        for answer in answers.iter() {
            position.play(answer);
            let told = self.attack(position, fours);
            position.undo();
            match told {
                Told::Win(plies) => longest = longest.max(plies + 1),
                Told::Cut => cut = true,
                Told::Never | Told::Over => return told,
            }
        }
        if cut { Told::Cut } else { Told::Win(longest) }
    }

    fn put(&mut self, key: u64, mv: Spot, win: u8, failed: u8) {
        let at = self.slot(key);
        self.taken += usize::from(self.table[at].key == 0);
        self.table[at] = Slot { key, mv, win, failed };
        if self.taken > self.table.len() / 2 && self.table.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (4 * self.table.len()).min(self.most);
        let old = std::mem::replace(&mut self.table, vec![Slot::default(); slots].into_boxed_slice());
        self.taken = 0;
        for slot in old.into_iter().filter(|slot| slot.key != 0) {
            let at = self.slot(slot.key);
            self.taken += usize::from(self.table[at].key == 0);
            self.table[at] = slot;
        }
    }

    /// The winning move of a position in which [`solve`](Vcf::solve) found a win, the side to move being the attacker.
    pub fn winning_move<R: Rule>(&mut self, position: &mut Position<R>) -> Option<Spot> {
        let side = position.to_move();
        if let Some(five) = position.fives(side).first() {
            return Some(five);
        }
        let known = self.table[self.slot(position.key())];
        if known.key == position.key() && known.win > 0 {
            return Some(known.mv);
        }
        // Another position has taken its place in the table.
        match self.solve(position, VcfLimits { nodes: AGAIN, ..VcfLimits::NONE }) {
            Found::Win(_) => Some(self.table[self.slot(position.key())].mv),
            _ => None,
        }
    }

    /// The line of a win that [`solve`](Vcf::solve) found, the five left out: attack and answer in turn, the last a four that nothing
    /// stops, or the five itself where it is the only move. Of two answers (caro) it follows the first. False if there is no win.
    pub fn line<R: Rule>(&mut self, position: &mut Position<R>, line: &mut Line) -> bool {
        line.clear();
        let mut played = 0;
        let side = position.to_move();
        if !R::ENDS_MATTER && position.count(side, Threat::Five) == 0 {
            return self.line_on(&mut Rows::new(position, side), side, line);
        }
        let found = loop {
            let Some(mv) = self.winning_move(position) else { break false };
            line.push(mv);
            let five = position.class(side, mv) == Threat::Five;
            position.play(mv);
            played += 1;
            if five {
                break true;
            }
            let Some(answer) = answers(position, side).first() else { break true };
            line.push(answer);
            position.play(answer);
            played += 1;
        };
        for _ in 0..played {
            position.undo();
        }
        found
    }

    /// The line of a win on a board for fours, which is left as it was.
    fn line_on<R: Rule>(&mut self, rows: &mut Rows<R>, side: Color, line: &mut Line) -> bool {
        let Some(spot) = self.winning_move_on(rows, side) else { return false };
        line.push(spot);
        let before = rows.play(spot, side);
        let won = match rows.answer(spot) {
            None => true,
            Some(answer) => {
                line.push(answer);
                let before = rows.play(answer, side.opponent());
                let won = self.line_on(rows, side, line);
                rows.undo(answer, side.opponent(), &before);
                won
            }
        };
        rows.undo(spot, side, &before);
        won
    }

    fn winning_move_on<R: Rule>(&mut self, rows: &mut Rows<R>, side: Color) -> Option<Spot> {
        let key = rows.key();
        let known = self.table[self.slot(key)];
        if known.key == key && known.win > 0 {
            return Some(known.mv);
        }
        // Another position has taken its place in the table.
        self.last = self.nodes.saturating_add(AGAIN);
        match self.solve_on(rows, side, VcfLimits::NONE) {
            Found::Win(_) => Some(self.table[self.slot(key)].mv),
            _ => None,
        }
    }
}

/// The points where the defender, to move, stops every five that `side` threatens and may play.
pub(crate) fn answers<R: Rule>(position: &Position<R>, side: Color) -> Spots {
    let mut answers = stops(position, side);
    if R::FOULS && side == Color::White {
        for spot in answers.iter() {
            if position.is_forbidden(spot) {
                answers.remove(spot);
            }
        }
    }
    answers
}

/// The points where a stone of the other side stops every five that `side` threatens.
pub(crate) fn stops<R: Rule>(position: &Position<R>, side: Color) -> Spots {
    let fives = position.fives(side);
    if !R::ENDS_MATTER {
        return if position.count(side, Threat::Five) == 1 { fives } else { Spots::NONE };
    }
    let mut all = position.empties();
    for five in fives.iter() {
        let rows = |&&axis: &&Axis| position.pattern(side, five, axis) == Pattern::Five;
        for &axis in AXES.iter().filter(rows) {
            all &= position.defences(side, five, axis);
        }
    }
    all
}

#[cfg(test)]
#[path = "vcf_tests.rs"]
mod tests;
