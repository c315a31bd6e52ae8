//! The search's entries in the transposition table.

use super::value::{LIKELY, from_table, is_decided, to_table};
use super::worker::{PLY, Worker};
use crate::board::rule_set::RuleSet;
use crate::board::squares::Square;
use tengen_engine::{Bound, Entry};

/// The table stores depths in half plies.
const TABLE_UNIT: i32 = PLY / 2;

/// An entry that is deeper by so many units is not overwritten, except by a decided value.
const KEPT_DEEPER: u8 = 4;

/// What the table stores about a position.
#[derive(Clone, Copy)]
pub(super) struct TtEntry {
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) depth: i32,
    /// The best move, `NONE` if unknown.
    pub(super) best: Square,
    /// The static evaluation.
    pub(super) eval: i32,
    /// True if the position was on a principal variation.
    pub(super) was_pv: bool,
}

impl<R: RuleSet> Worker<'_, R> {
    /// The entry of a position, its value relative to the root.
    #[inline]
    pub(super) fn tt_probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        self.table.get(key).map(|entry| TtEntry {
            value: from_table(entry.value, ply),
            bound: entry.bound,
            depth: i32::from(entry.depth) * TABLE_UNIT,
            best: entry.mv,
            eval: i32::from(entry.extra as i16 >> 1) * 2,
            was_pv: entry.extra & 1 == 1,
        })
    }

    /// Stores an entry. The lowest bit of the evaluation gives way to the PV mark.
    #[inline]
    pub(super) fn tt_store(&self, key: u64, ply: usize, entry: TtEntry) {
        let stored = Entry {
            value: to_table(entry.value, ply),
            bound: entry.bound,
            depth: (entry.depth / TABLE_UNIT).clamp(0, 255) as u8,
            mv: entry.best,
            extra: (entry.eval as i16 & !1) as u16 | u16::from(entry.was_pv),
        };
        if is_decided(entry.value) {
            self.table.put(key, stored);
        } else {
            self.table.put_unless_deeper(key, stored, KEPT_DEEPER);
        }
    }
}

/// The entry's value if it settles the node. Proofs hold at any depth.
#[inline]
pub(super) fn tt_cutoff<const PV: bool>(entry: TtEntry, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
    let TtEntry { value, bound, .. } = entry;
    let proof = (value >= LIKELY && bound != Bound::Upper) || (value <= -LIKELY && bound != Bound::Lower);
    if PV || !(proof || entry.depth >= depth) {
        return None;
    }
    let fits = match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    fits.then_some(value)
}
