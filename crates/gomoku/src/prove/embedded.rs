//! The embedded strategies: what their records say of a position, without any search.
//!
//! A position is looked up by its stones, so transpositions and symmetries are followed too. The records name the
//! winner's move, or how a search finds the win. What follows a search is in no record: [`ProvenStrategy::find_win`]
//! searches it again.

use super::board_text::{BoardText, Canonical};
use super::guide::{Effort, Guide, KeptWins};
use super::question;
use super::work_file::{Known, WorkFile, replies};
use crate::solve::{SolveReport, SolveResult, ordered_replies};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use tengen_board::{Cell, Color, Point, Size};
use tengen_engine::{Limits, Stop};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{AnyPosition, Game, Move, SetUp};

/// A strategy of the program, read when it is needed.
struct Embedded {
    rules: Rules,
    /// The most plies in which Black wins from the empty board, whatever White replies: the verifier counted them in
    /// the certificate of the whole strategy.
    plies: u32,
    text: &'static [u8],
    read: OnceLock<ProvenStrategy>,
}

/// Black's strategies, in the order of [`ProvenStrategy::RULES`].
static EMBEDDED: [Embedded; ProvenStrategy::RULES.len()] = {
    let [freestyle, standard, freestyle_13] = ProvenStrategy::RULES;
    [
        Embedded::new(freestyle, 73, include_bytes!(concat!(env!("OUT_DIR"), "/freestyle-15.skeleton"))),
        Embedded::new(standard, 81, include_bytes!(concat!(env!("OUT_DIR"), "/standard-15.skeleton"))),
        Embedded::new(freestyle_13, 71, include_bytes!(concat!(env!("OUT_DIR"), "/freestyle-13.skeleton"))),
    ]
};

impl Embedded {
    const fn new(rules: Rules, plies: u32, text: &'static [u8]) -> Embedded {
        Embedded { rules, plies, text, read: OnceLock::new() }
    }

    fn of(rules: &Rules) -> Option<&'static Embedded> {
        let key = |rules: &Rules| (rules.variant, rules.size, rules.opening);
        EMBEDDED.iter().find(|embedded| key(&embedded.rules) == key(rules))
    }

    fn strategy(&'static self) -> &'static ProvenStrategy {
        self.read.get_or_init(|| {
            let (rules, side) = (self.rules, ProvenStrategy::SIDE);
            let mut records = WorkFile::new(&rules, side, question(&rules, side));
            records.read_records(self.text).expect("the embedded strategy is damaged");
            ProvenStrategy::new(rules, self.plies, records)
        })
    }
}

/// How the winner wins a position in which it is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyAnswer {
    /// By this move: every reply to it has an answer of its own.
    Move(Point),
    /// A search for a win with this node limit finds the win.
    Search {
        /// Nodes.
        limit: u64,
    },
    /// The win of the position with one stone of the loser less is repaired.
    Repair,
    /// The last reply changes nothing: the win after a pass wins against it too.
    AfterPass,
}

/// A reply of the loser, and what answers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyReply {
    /// The reply.
    pub point: Point,
    /// What answers it.
    pub answer: StrategyAnswer,
    /// The recorded positions from the one after the reply on: see [`ProvenStrategy::positions`].
    pub positions: usize,
}

/// What the strategy says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrategyPosition {
    /// The winner is to move.
    Winner {
        /// How it wins.
        answer: StrategyAnswer,
        /// The recorded positions from this one on: see [`ProvenStrategy::positions`].
        positions: usize,
    },
    /// The loser is to move.
    Loser {
        /// All legal replies: those with the most positions first, then the longest searches.
        replies: Vec<StrategyReply>,
        /// The recorded positions below all replies together.
        positions: usize,
    },
}

/// Black's proven win in gomoku by one of [`ProvenStrategy::RULES`], as a map of positions: the
/// [records](crate::prove) by which [`PerfectPlayer`](crate::PerfectPlayer) plays.
///
/// ```
/// use tengen_games::{Game, Move, gomoku};
/// use tengen_gomoku::{ProvenStrategy, StrategyAnswer, StrategyPosition};
/// let strategy = ProvenStrategy::of(&gomoku::Rules::FREESTYLE).expect("freestyle is solved");
/// let mut game = gomoku::Position::new(strategy.rules());
/// let Some(StrategyPosition::Winner { answer: StrategyAnswer::Move(first), .. }) = strategy.lookup(&game) else {
///     panic!("the strategy begins with a move");
/// };
/// assert_eq!(game.format_move(Move::Place(first)), "h8");
/// game.play(Move::Place(first))?;
/// let Some(StrategyPosition::Loser { replies, .. }) = strategy.lookup(&game) else { panic!() };
/// assert_eq!(replies.len(), 224);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ProvenStrategy {
    rules: Rules,
    plies: u32,
    records: WorkFile,
    /// Boards with more stones than this have no record, nor are they a reply to one that has.
    most_stones: usize,
    /// The boards after the winner's recorded moves, each with the board before one.
    after_moves: HashMap<BoardText, BoardText>,
    /// The positions from each board with a recorded move on. Counted on first use.
    counts: OnceLock<HashMap<BoardText, usize>>,
}

impl ProvenStrategy {
    /// The rules and the sizes for which there is a strategy: freestyle and standard on 15×15, freestyle on 13×13. Each
    /// is without an opening rule.
    pub const RULES: [Rules; 3] =
        [Rules::FREESTYLE, Rules::STANDARD, Rules { size: Size::of(13, 13), ..Rules::FREESTYLE }];

    /// The side that wins.
    pub const SIDE: Color = Color::Black;

    /// The strategy by these rules, if there is one: see [`ProvenStrategy::RULES`]. Its records are read at the first
    /// call, which takes some 0.2 s.
    pub fn of(rules: &Rules) -> Option<&'static ProvenStrategy> {
        Some(Embedded::of(rules)?.strategy())
    }

    /// True if nothing is left to read: [`ProvenStrategy::of`] returns at once.
    pub(super) fn is_read(rules: &Rules) -> bool {
        Embedded::of(rules).is_none_or(|embedded| embedded.read.get().is_some())
    }

    /// True if there is a strategy by these rules: see [`ProvenStrategy::RULES`].
    pub fn exists_for(rules: &Rules) -> bool {
        Embedded::of(rules).is_some()
    }

    /// The rules and the size for which it holds, without an opening rule.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The most plies in which it wins from the empty board, its last move included.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// True if it holds by these rules.
    pub(super) fn holds_for(&self, rules: &Rules) -> bool {
        Embedded::of(rules).is_some_and(|embedded| embedded.rules == self.rules)
    }

    fn new(rules: Rules, plies: u32, records: WorkFile) -> ProvenStrategy {
        let after_moves = moves(&records).map(|(board, after)| (after.text, board.clone())).collect();
        let most_stones = records.most_stones() + 1;
        ProvenStrategy { rules, plies, records, most_stones, after_moves, counts: OnceLock::new() }
    }

    /// The strategy by the rules of a position, and the position, if there is one for its game and rules. The records
    /// are read only then.
    pub fn of_position(position: &AnyPosition) -> Option<(&'static ProvenStrategy, &Position)> {
        let AnyPosition::Gomoku(game) = position else { return None };
        Some((Self::of(&game.rules())?, game))
    }

    /// True if the records reach this position, with its side to move. It takes less than a millisecond.
    pub fn contains(&self, game: &Position) -> bool {
        let Some(at) = self.canonical(game) else { return false };
        if game.to_move() == self.side() {
            self.answer(&at).is_some()
        } else {
            self.after_moves.contains_key(&at.text)
        }
    }

    /// True if a move leads to a position that the records of the strategy by its rules reach.
    pub fn is_reached_by(position: &AnyPosition, mv: Move) -> bool {
        let mut after = position.clone();
        after.play(mv).is_ok()
            && Self::of_position(&after).is_some_and(|(strategy, game)| strategy.contains(game))
    }

    /// What the records say of a position; `None` if they do not reach it. With the loser to move it takes some
    /// milliseconds. The first call counts the positions, which takes some 0.2 s.
    pub fn lookup(&self, game: &Position) -> Option<StrategyPosition> {
        let at = self.canonical(game)?;
        if game.to_move() == self.side() {
            let (answer, positions) = self.answer_and_count(game, &at)?;
            return Some(StrategyPosition::Winner { answer, positions });
        }
        // The position before the move is one of those that are counted.
        let positions = self.count(self.after_moves.get(&at.text)?).saturating_sub(1);
        let reply = |point: Point| {
            let mut after = game.clone();
            after.play_unchecked(Move::Place(point));
            let at = self.canonical(&after)?;
            let (answer, positions) = self.answer_and_count(&after, &at)?;
            Some(StrategyReply { point, answer, positions })
        };
        let mut replies: Vec<StrategyReply> =
            ordered_replies(game).into_iter().map(reply).collect::<Option<_>>()?;
        replies.sort_by_key(|reply| (Reverse(reply.positions), effort_rank(reply.answer)));
        Some(StrategyPosition::Loser { replies, positions })
    }

    /// The positions with the winner to move that have a record of their own and are reached from the empty board.
    /// Positions that are the same by a symmetry or another order of moves count as one.
    pub fn positions(&self) -> usize {
        self.lookup(&Position::new(&self.rules)).map_or(0, |found| match found {
            StrategyPosition::Winner { positions, .. } | StrategyPosition::Loser { positions, .. } => {
                positions
            }
        })
    }

    /// Finds the win again that a search, a repair or the win after a pass has in this position or had earlier in its
    /// game. The result has the whole proof from this position on, which the verifier has accepted. It is
    /// [`SolveResult::Unknown`] if the limits end the search, or there is no such win. `kept` has the wins of earlier
    /// calls, and gets this one.
    pub fn find_win(
        &'static self,
        game: &Position,
        kept: &Arc<KeptWins>,
        limits: &Limits,
        stop: &Stop,
    ) -> SolveReport {
        let begun = Instant::now();
        let mut effort = Effort::new(limits.nodes, limits.time, stop);
        let win = Guide::new(self, Arc::clone(kept)).win_from(game, &mut effort);
        let time = begun.elapsed();
        let result = win.map_or(SolveResult::Unknown, SolveResult::Win);
        SolveReport { result, nodes: effort.nodes, time, total: time }
    }

    pub(super) fn side(&self) -> Color {
        self.records.side()
    }

    pub(super) fn records(&self) -> &WorkFile {
        &self.records
    }

    /// The canonical form of a position that the records may reach.
    pub(super) fn canonical(&self, game: &Position) -> Option<Canonical> {
        if game.is_over() || !self.holds_for(&game.rules()) || game.stones().count() > self.most_stones {
            return None;
        }
        Canonical::new(game, game.to_move()).ok()
    }

    /// How the winner, to move, wins this board. The point is one of the canonical board.
    pub(super) fn answer(&self, at: &Canonical) -> Option<StrategyAnswer> {
        match self.records.known(&at.text) {
            Some(Known::Move(mv)) => Some(StrategyAnswer::Move(*mv)),
            Some(Known::Searched { limit, .. }) => Some(StrategyAnswer::Search { limit: *limit }),
            Some(Known::Repaired { .. }) => Some(StrategyAnswer::Repair),
            Some(Known::Open(_)) | None => self.common_answer(at).map(|_| StrategyAnswer::AfterPass),
        }
    }

    /// The same with the point turned to the board of `game`, and the positions from there on.
    fn answer_and_count(&self, game: &Position, at: &Canonical) -> Option<(StrategyAnswer, usize)> {
        Some(match self.answer(at)? {
            StrategyAnswer::Move(mv) => {
                let mv = at.symmetry.inverse().apply(mv, game.size());
                (StrategyAnswer::Move(mv), self.count(&at.text))
            }
            StrategyAnswer::AfterPass => (StrategyAnswer::AfterPass, 0),
            answer => (answer, 1),
        })
    }

    /// The board without the last reply, if the win after a pass answers that reply. Any stone of the loser may be the
    /// last one.
    pub(super) fn common_answer(&self, at: &Canonical) -> Option<Canonical> {
        let side = self.side();
        let replies = at.position.stones().filter(|&(_, color)| color != side);
        replies.map(|(reply, _)| reply).find_map(|reply| {
            let stones = at.position.stones().filter(|&(p, _)| p != reply);
            let cells = stones.map(|(p, color)| (p, Cell::from(color))).collect();
            let set_up = SetUp { cells, to_move: side.opponent() };
            let without = Position::set_up(&at.position.rules(), &set_up).ok()?;
            let without = Canonical::new(&without, side.opponent()).ok()?;
            let turned = without.symmetry.apply(reply, without.position.size());
            let is_win = self.records.known(&without.text).is_some_and(|known| known.cost().is_some());
            let is_covered = self.records.covered(&without.text).is_some_and(|all| all.contains(&turned));
            (is_win && is_covered).then_some(without)
        })
    }

    /// The positions from a board with a recorded move on.
    fn count(&self, board: &BoardText) -> usize {
        self.counts.get_or_init(|| self.count_all()).get(board).copied().unwrap_or(0)
    }

    /// Boards with more stones come first, so that what lies below a board is known before the board is counted.
    fn count_all(&self) -> HashMap<BoardText, usize> {
        let mut moves: Vec<(&BoardText, Canonical)> = moves(&self.records).collect();
        moves.sort_by_key(|(board, _)| Reverse(board.count()));
        let mut reached: HashMap<&BoardText, HashSet<&BoardText>> = HashMap::new();
        for (board, after) in moves {
            let mut from_here = HashSet::from([board]);
            for (_, reply) in replies(&after.position, self.side()) {
                match self.records.entry(&reply) {
                    Some((reply, Known::Move(_))) => from_here.extend(&reached[reply]),
                    Some((reply, known)) if known.is_win() => drop(from_here.insert(reply)),
                    _ => {}
                }
            }
            reached.insert(board, from_here);
        }
        reached.into_iter().map(|(board, from_here)| (board.clone(), from_here.len())).collect()
    }
}

/// The boards with a recorded move, each with the position after it.
fn moves(records: &WorkFile) -> impl Iterator<Item = (&BoardText, Canonical)> {
    let side = records.side();
    records.all().filter_map(move |(board, known)| {
        let Known::Move(mv) = known else { return None };
        let mut after = records.position(board, side)?.position;
        after.play(Move::Place(*mv)).ok()?;
        Some((board, Canonical::new(&after, side.opponent()).ok()?))
    })
}

/// The order of replies with equally many positions: the longest search first.
fn effort_rank(answer: StrategyAnswer) -> (u8, Reverse<u64>) {
    match answer {
        StrategyAnswer::Move(_) => (0, Reverse(0)),
        StrategyAnswer::Search { limit } => (1, Reverse(limit)),
        StrategyAnswer::Repair => (2, Reverse(0)),
        StrategyAnswer::AfterPass => (3, Reverse(0)),
    }
}

#[cfg(test)]
mod tests;
