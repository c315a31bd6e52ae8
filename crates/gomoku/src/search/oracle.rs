//! The search as an oracle for the solvers: it finds the move that probably wins, and they prove it.

use super::params::Params;
use super::picker::Moves;
use super::root::{RootLimits, SearchResult};
use super::value::{LIKELY, from_table};
use super::worker::{NONE, ThreadState, Worker};
use crate::board::Board;
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::eval::values::Values;
use tengen_engine::{Bound, Clock, Limits, Stop, Table};

/// The initial size of the table in MiB. Most searches are short, and a small table makes them faster.
const INITIAL_MIB: usize = 8;

/// The largest size of the table in MiB.
const MAX_MIB: u64 = 128;

/// The table grows before a search of more nodes than this for each of its entries.
const NODES_PER_ENTRY: u64 = 4;

/// A search that keeps its table between questions. All questions are about one board and what is played on it. Its
/// answers are no proofs.
pub(crate) struct Oracle {
    table: Table,
    state: ThreadState,
    nodes: u64,
}

impl Oracle {
    pub(crate) fn new() -> Oracle {
        Oracle { table: Table::new(INITIAL_MIB), state: ThreadState::new(Params::default()), nodes: 0 }
    }

    /// The nodes of all searches.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The table move of a position that the table holds as won.
    pub(crate) fn winning_tt_move<R: RuleSet>(&self, board: &Board<R>) -> Option<Square> {
        let entry = self.table.get(board.key())?;
        let wins = from_table(entry.value, 0) >= LIKELY && entry.bound != Bound::Upper;
        (wins && entry.mv != NONE && board.is_legal(entry.mv)).then_some(entry.mv)
    }

    /// Moves in the order of the search.
    pub(crate) fn ordered<R: RuleSet>(&mut self, board: &mut Board<R>, squares: SquareSet) -> Vec<Square> {
        let known = self.table.get(board.key()).map(|entry| entry.mv);
        let clock = Clock::start(&Limits::default(), &Stop::new());
        let values = Values::standard(R::VARIANT);
        let mut worker = Worker::new(board, &values, &self.table, clock, &mut self.state, 0);
        let mut moves = Moves::new();
        worker.score_moves(squares, 0, worker.board.is_forced(), &mut moves);
        let mut ordered: Vec<Square> = moves.sorted().iter().map(|mv| mv.square()).collect();
        self.state.evaluator = worker.evaluator;
        // A stable sort: the other moves keep their order.
        ordered.sort_by_key(|&square| Some(square) != known);
        ordered
    }

    /// The move by which the side to move wins, as far as the search sees; `None` if it sees no win within the
    /// limits.
    pub(crate) fn winning_move<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Square> {
        let clock = Clock::start(limits, stop);
        self.make_room(limits.nodes.unwrap_or(u64::MAX));
        let values = Values::standard(R::VARIANT);
        let mut worker = Worker::new(board, &values, &self.table, clock, &mut self.state, 0);
        // An iteration ends early if there is only one move, so forced moves are played first.
        let mut first = None;
        let mut forced = 0;
        let effort = RootLimits { hurry: true, any_win: true, ..RootLimits::FULL };
        while let Some(SearchResult { moves, .. }) =
            worker.iterate(RootLimits { depth: 1, ..effort }, &mut |_, _| ())
        {
            let (best, value) = (moves[0].square, moves[0].value);
            if moves.len() > 1 || value.abs() >= LIKELY || worker.stopped {
                break;
            }
            first = first.or(Some(best));
            forced += 1;
            worker.board.play(best);
        }
        let found = worker.iterate(effort, &mut |_, _| ());
        for _ in 0..forced {
            worker.board.undo();
        }
        self.nodes += worker.clock.nodes();
        self.state.evaluator = worker.evaluator;
        let best = found?.moves.swap_remove(0);
        let value = if forced % 2 == 0 { best.value } else { -best.value };
        (value >= LIKELY).then(|| first.unwrap_or(best.square))
    }

    /// Makes the table large enough for a search of so many nodes. Its entries are kept.
    fn make_room(&mut self, nodes: u64) {
        let per_mib = (self.table.capacity() / self.table.mib()) as u64;
        let wanted = (nodes / (NODES_PER_ENTRY * per_mib)).min(MAX_MIB);
        let mib = wanted.next_power_of_two() as usize;
        if mib > self.table.mib() {
            self.table = self.table.resized(mib);
        }
    }
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Oracle({} nodes)", self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rule_set::Freestyle;
    use crate::eval::network::Evaluator;
    use tengen_board::{Coords, Size};
    use tengen_engine::Entry;

    /// The same board is searched again and again, also where only one move is possible. Each search must restore the
    /// board, and the network's sums must be those of the board.
    #[test]
    fn questions_leave_the_board_as_it_was_and_the_sums_those_of_the_board() {
        let values = Values::standard(Freestyle::VARIANT);
        let mut board = values.empty_board::<Freestyle>(Size::of(15, 15));
        let mut oracle = Oracle::new();
        let (limits, stop) = (Limits::nodes(400), Stop::new());
        let line = ["h8", "i9", "i8", "j8", "g8", "f8", "h9", "i7", "h10", "h7", "h11", "h12", "g10", "j7"];
        let mut forced = 0;
        for _ in 0..3 {
            for text in line {
                forced += usize::from(board.is_forced());
                let before = board.clone();
                let _ = oracle.winning_move(&mut board, &limits, &stop);
                let squares = board.candidates();
                let ordered = oracle.ordered(&mut board, squares);
                assert_eq!(ordered.len(), squares.len());
                assert_eq!(ordered.into_iter().collect::<SquareSet>(), squares);
                assert!(board == before, "before {text}");
                let network = values.network().expect("freestyle has one").clone();
                let fresh = Evaluator::new(network, &board).evaluate(&board);
                let state = oracle.state.evaluator.as_mut().map(|evaluator| evaluator.evaluate(&board));
                assert_eq!(state, Some(fresh), "before {text}");
                let point = Coords::Gomoku.parse(text, board.size()).expect("a point");
                board.play(board.square(point));
            }
            line.iter().for_each(|_| {
                board.undo();
            });
        }
        assert!(forced > 0, "a four was to be stopped");
    }

    #[test]
    fn the_table_grows_before_a_long_search_and_keeps_what_it_knows() {
        let mut oracle = Oracle::new();
        let key = tengen_board::zobrist::extra(1);
        oracle.table.put(key, Entry { value: 7, bound: Bound::Exact, depth: 9, mv: 3, extra: 0 });
        let known = oracle.table.get(key);
        let before = oracle.table.capacity();
        oracle.make_room(NODES_PER_ENTRY * before as u64);
        assert_eq!(oracle.table.capacity(), before, "there is room");
        oracle.make_room(2 * NODES_PER_ENTRY * before as u64);
        assert_eq!(oracle.table.capacity(), 2 * before);
        assert!(known.is_some() && oracle.table.get(key) == known);
    }
}
