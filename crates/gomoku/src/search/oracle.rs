//! The search as an oracle: which move wins, in all likelihood, for those who prove it by other means.

use super::params::Params;
use super::root::{Effort, Found};
use super::value::{LIKELY, from_table};
use super::worker::{Kept, NONE, Worker};
use crate::position::Position;
use crate::rule::Rule;
use crate::spots::Spot;
use tengen_engine::{Bound, Clock, Limits, Stop, Table};

/// What the oracle's table takes, in MiB.
const TABLE_MIB: usize = 8;

/// A search that keeps its table from one question to the next. Nothing it says is a proof.
pub(crate) struct Oracle {
    table: Table,
    kept: Kept,
    nodes: u64,
}

impl Oracle {
    pub(crate) fn new() -> Oracle {
        Oracle { table: Table::new(TABLE_MIB), kept: Kept::new(Params::default()), nodes: 0 }
    }

    /// Nodes of all searches.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The move that earlier searches found to win in a position, if they did.
    pub(crate) fn remembered<R: Rule>(&self, position: &Position<R>) -> Option<Spot> {
        let entry = self.table.get(position.key())?;
        let wins = from_table(entry.value, 0) >= LIKELY && entry.bound != Bound::Upper;
        (wins && entry.mv != NONE && position.is_legal(entry.mv)).then_some(entry.mv)
    }

    /// The move by which the side to move wins, as far as the search sees; `None` if it sees no win within the limits.
    pub(crate) fn winning_move<R: Rule>(
        &mut self,
        position: &Position<R>,
        limits: &Limits,
        stop: &Stop,
    ) -> Option<Spot> {
        let clock = Clock::start(limits, stop);
        let mut worker = Worker::new(position.clone(), &self.table, clock, &mut self.kept, 0);
        // Iterations end early where there is only one move, so forced moves are played first.
        let mut first = None;
        let mut won = true;
        let shallow = Effort { depth: 1, hurry: true, ..Effort::FULL };
        while let Some(Found { moves, .. }) = worker.iterate(shallow, &mut |_, _| ()) {
            let (best, value) = (moves[0].spot, moves[0].value);
            if moves.len() > 1 || value.abs() >= LIKELY || worker.over() {
                break;
            }
            first = first.or(Some(best));
            won = !won;
            worker.advance(best);
        }
        let found = worker.iterate(Effort { hurry: true, ..Effort::FULL }, &mut |_, _| ());
        self.nodes += worker.clock.nodes();
        let found = found?;
        let value = if won { found.moves[0].value } else { -found.moves[0].value };
        (value >= LIKELY).then(|| first.unwrap_or(found.moves[0].spot))
    }
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Oracle({} nodes)", self.nodes)
    }
}

impl<R: Rule> Worker<'_, R> {
    fn advance(&mut self, spot: Spot) {
        self.position.play(spot);
    }

    fn over(&self) -> bool {
        self.over
    }
}
