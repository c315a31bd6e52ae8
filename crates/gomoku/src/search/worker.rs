//! The state of a search thread.

use super::history::History;
use super::params::Params;
use crate::board::Board;
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::board::threat::Threat;
use crate::eval::network::Evaluator;
use crate::eval::values::Values;
use crate::vcf::Vcf;
use tengen_engine::{Clock, Table};

/// The greatest ply.
pub(super) const MAX_PLY: usize = 128;

/// No move.
pub(super) const NONE: Square = Square::MAX;

/// Positions in the table of the leaves' search by fours: 256 KiB, which stays in the second cache.
const VCF_SLOTS: usize = 1 << 14;

/// The unit of depth: a ply is 16.
pub(super) const PLY: i32 = 16;

/// The stack entry of a node.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    /// The static evaluation.
    pub(super) eval: i32,
    /// Moves that refuted siblings of this node.
    pub(super) killers: [Square; 2],
    /// The move that a singular search leaves out.
    pub(super) excluded: Square,
    /// The move being searched; what it makes and what it keeps the opponent from making.
    pub(super) current_move: Square,
    pub(super) own: Threat,
    pub(super) other: Threat,
    /// The extensions beyond one ply on the way here.
    pub(super) extensions: i32,
}

impl Ply {
    const EMPTY: Ply = Ply {
        eval: 0,
        killers: [NONE; 2],
        excluded: NONE,
        current_move: NONE,
        own: Threat::None,
        other: Threat::None,
        extensions: 0,
    };
}

/// One thread of a search.
pub(crate) struct Worker<'a, R: RuleSet> {
    pub(super) board: &'a mut Board<R>,
    /// The evaluation of the patterns.
    pub(super) values: &'a Values,
    /// The network, where there is one.
    pub(super) evaluator: Option<Evaluator>,
    pub(super) table: &'a Table,
    pub(crate) clock: Clock,
    /// True once the search must end; values are meaningless then.
    pub(super) stopped: bool,
    pub(super) history: &'a mut History,
    /// Finds wins by fours at the leaves.
    pub(super) vcf: &'a mut Vcf,
    pub(super) stack: Box<[Ply; MAX_PLY + 4]>,
    pub(super) pv: Box<PvTable>,
    pub(super) params: Params,
    /// The value at which the odds are e to 1.
    scale: i32,
    /// The width of the root's window.
    pub(super) root_width: i32,
    /// The thread's number, 0 for the main thread.
    pub(super) number: usize,
    /// The greatest number of consecutive fours at the leaves.
    pub(super) fours: i32,
    /// True if any proven win is enough: the root does not look for a shorter one.
    pub(super) any_win: bool,
    /// Moves that the root leaves out.
    pub(super) avoid: SquareSet,
}

impl<'a, R: RuleSet> Worker<'a, R> {
    pub(crate) fn new(
        board: &'a mut Board<R>,
        values: &'a Values,
        table: &'a Table,
        clock: Clock,
        state: &'a mut ThreadState,
        number: usize,
    ) -> Worker<'a, R> {
        assert!(values.fits(board), "the board sums other values");
        let evaluator = state.evaluator.take().or_else(|| {
            let network = values.network()?.clone();
            Some(Evaluator::new(network, board))
        });
        let scale = values.scale();
        Worker {
            params: state.params,
            scale: scale as i32,
            evaluator,
            board,
            values,
            table,
            clock,
            stopped: false,
            history: &mut state.history,
            vcf: &mut state.vcf,
            stack: Box::new([Ply::EMPTY; MAX_PLY + 4]),
            pv: Box::new(PvTable::new()),
            root_width: 1,
            number,
            fours: state.params.leaf_fours,
            any_win: false,
            avoid: SquareSet::EMPTY,
        }
    }

    /// A margin of so many hundredths of the scale.
    #[inline]
    pub(super) fn margin(&self, hundredths: i32) -> i32 {
        self.scale * hundredths / 100
    }

    /// Counts a node; false if the search must end.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.stopped = self.stopped || !self.clock.tick();
        !self.stopped
    }
}

/// What a thread keeps between searches.
pub(crate) struct ThreadState {
    pub(super) history: History,
    pub(super) vcf: Vcf,
    pub(super) params: Params,
    /// The network's sums after the last search, for the next one on the same board.
    pub(super) evaluator: Option<Evaluator>,
}

impl ThreadState {
    pub(crate) fn new(params: Params) -> ThreadState {
        ThreadState { history: History::new(), vcf: Vcf::new(VCF_SLOTS), params, evaluator: None }
    }

    /// Ages the histories for the next position of the game.
    pub(crate) fn age(&mut self) {
        self.history.age();
    }
}

/// The principal variation below each ply.
pub(super) struct PvTable {
    moves: [[Square; MAX_PLY + 4]; MAX_PLY + 4],
    len: [usize; MAX_PLY + 4],
}

impl PvTable {
    fn new() -> PvTable {
        PvTable { moves: [[NONE; MAX_PLY + 4]; MAX_PLY + 4], len: [0; MAX_PLY + 4] }
    }

    /// Clears the variation from a ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.len[ply] = 0;
    }

    /// Sets the variation of a ply: this move, then the variation of the next ply.
    #[inline]
    pub(super) fn update(&mut self, ply: usize, square: Square) {
        let len = self.len[ply + 1].min(MAX_PLY);
        let (here, below) = self.moves.split_at_mut(ply + 1);
        here[ply][0] = square;
        here[ply][1..=len].copy_from_slice(&below[0][..len]);
        self.len[ply] = len + 1;
    }

    pub(super) fn line(&self, ply: usize) -> &[Square] {
        &self.moves[ply][..self.len[ply]]
    }
}
