//! What one thread of a search holds.

use super::history::History;
use super::params::Params;
use super::vcf::Failed;
use crate::network::Judge;
use crate::position::Position;
use crate::rule::Rule;
use crate::spots::{Spot, Spots};
use crate::threat::Threat;
use tengen_engine::{Clock, Table};

/// The deepest ply.
pub(super) const MAX_PLY: usize = 128;

/// No move.
pub(super) const NONE: Spot = Spot::MAX;

/// Depths are in sixteenths of a ply.
pub(super) const ONE: i32 = 16;

/// What a node leaves for those around it.
#[derive(Clone, Copy)]
pub(super) struct Ply {
    /// The static evaluation.
    pub(super) eval: i32,
    /// Quiet moves that refuted others at this ply.
    pub(super) killers: [Spot; 2],
    /// A move that is left out, to see whether it is the only good one.
    pub(super) excluded: Spot,
    /// The move being tried, and what it makes and keeps from being made.
    pub(super) tried: Spot,
    pub(super) own: Threat,
    pub(super) other: Threat,
    /// Extensions beyond one ply on the way here.
    pub(super) extended: i32,
}

impl Ply {
    const EMPTY: Ply = Ply {
        eval: 0,
        killers: [NONE; 2],
        excluded: NONE,
        tried: NONE,
        own: Threat::None,
        other: Threat::None,
        extended: 0,
    };
}

/// One thread of a search.
pub(crate) struct Worker<'a, R: Rule> {
    pub(super) position: &'a mut Position<R>,
    /// Judges the position where a network does.
    pub(super) judge: Option<Judge>,
    pub(super) table: &'a Table,
    pub(crate) clock: Clock,
    /// Set when the search must end: values are then worthless.
    pub(super) over: bool,
    pub(super) history: &'a mut History,
    pub(super) failed: &'a mut Failed,
    pub(super) stack: Box<[Ply; MAX_PLY + 4]>,
    pub(super) lines: Box<Variations>,
    pub(super) params: Params,
    /// The value at which the odds are e to 1.
    scale: i32,
    /// The width of the root's window.
    pub(super) root_width: i32,
    /// The helper's number, 0 for the thread that leads.
    pub(super) number: usize,
    /// How many fours in a row it looks for at the leaves.
    pub(super) fours: i32,
    /// Whether the root needs no more of a win than that there is one.
    pub(super) any_win: bool,
    /// Moves that the root leaves out.
    pub(super) avoid: Spots,
}

impl<'a, R: Rule> Worker<'a, R> {
    pub(crate) fn new(
        position: &'a mut Position<R>,
        table: &'a Table,
        clock: Clock,
        kept: &'a mut Kept,
        number: usize,
    ) -> Worker<'a, R> {
        let judge = kept.judge.take().or_else(|| {
            let network = position.values().network()?.clone();
            Some(Judge::new(network, position))
        });
        let scale = position.values().scale();
        Worker {
            params: kept.params,
            scale: scale as i32,
            judge,
            position,
            table,
            clock,
            over: false,
            history: &mut kept.history,
            failed: &mut kept.failed,
            stack: Box::new([Ply::EMPTY; MAX_PLY + 4]),
            lines: Box::new(Variations::new()),
            root_width: 1,
            number,
            fours: kept.params.leaf_fours,
            any_win: false,
            avoid: Spots::NONE,
        }
    }

    /// A margin of so many hundredths of the scale.
    #[inline]
    pub(super) fn margin(&self, hundredths: i32) -> i32 {
        self.scale * hundredths / 100
    }

    /// Counts a node; `false` if the search must end.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.over = self.over || !self.clock.tick();
        !self.over
    }
}

/// What a thread keeps from one search to the next.
pub(crate) struct Kept {
    pub(super) history: History,
    pub(super) failed: Failed,
    pub(super) params: Params,
    /// The judge of the last search, where the next is of the same object again.
    pub(super) judge: Option<Judge>,
}

impl Kept {
    pub(crate) fn new(params: Params) -> Kept {
        Kept { history: History::new(), failed: Failed::new(), params, judge: None }
    }

    /// Prepares it for the search of another position of the same game.
    pub(crate) fn age(&mut self) {
        self.history.age();
    }
}

/// The principal variations below each ply.
pub(super) struct Variations {
    moves: [[Spot; MAX_PLY + 4]; MAX_PLY + 4],
    len: [usize; MAX_PLY + 4],
}

impl Variations {
    fn new() -> Variations {
        Variations { moves: [[NONE; MAX_PLY + 4]; MAX_PLY + 4], len: [0; MAX_PLY + 4] }
    }

    /// Nothing is expected from this ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.len[ply] = 0;
    }

    /// This move is expected, and then what is expected after it.
    #[inline]
    pub(super) fn put(&mut self, ply: usize, spot: Spot) {
        let len = self.len[ply + 1].min(MAX_PLY);
        let (here, below) = self.moves.split_at_mut(ply + 1);
        here[ply][0] = spot;
        here[ply][1..=len].copy_from_slice(&below[0][..len]);
        self.len[ply] = len + 1;
    }

    pub(super) fn of(&self, ply: usize) -> &[Spot] {
        &self.moves[ply][..self.len[ply]]
    }
}
