//! The leaves of the search: the static evaluation, unless continuous fours win.

use super::forced::Forced;
use super::tt::{TtEntry, tt_cutoff};
use super::value::{ESTIMATE, LIKELY, win_at};
use super::worker::{NONE, Worker};
use crate::board::rule_set::RuleSet;
use crate::vcf::{VcfLimits, VcfResult};
use tengen_engine::Bound;

impl<R: RuleSet> Worker<'_, R> {
    /// The value of a node without depth left. A four is answered first; otherwise a search by fours may find a win,
    /// and the static evaluation is the value if it does not.
    pub(super) fn leaf<const PV: bool>(&mut self, ply: usize, alpha: i32, beta: i32, forced: Forced) -> i32 {
        if let Forced::Five(_) = forced {
            return self.answer_four::<PV>(ply, alpha, beta, forced);
        }
        let key = self.board.key();
        let tt_entry = self.tt_probe(key, ply);
        if let Some(value) = tt_entry.and_then(|entry| tt_cutoff::<false>(entry, alpha, beta, 0)) {
            return value;
        }
        let eval = tt_entry.map_or_else(|| self.evaluate_near_window(alpha, beta), |entry| entry.eval);
        let mut value = eval;
        if eval < beta
            && let Some(plies) = self.vcf()
        {
            value = win_at(ply + plies);
        }
        let bound =
            if value >= LIKELY || (value >= beta && eval >= beta) { Bound::Lower } else { Bound::Exact };
        let best = tt_entry.map_or(NONE, |entry| entry.best);
        self.tt_store(key, ply, TtEntry { value, bound, depth: 0, best, eval, was_pv: PV });
        value
    }

    /// The number of plies in which the side to move wins by continuous fours, if a search of a few nodes finds it. It
    /// has no five to make, and none to stop. A win is a proof.
    fn vcf(&mut self) -> Option<usize> {
        let nodes = self.clock.nodes_left().min(self.params.leaf_nodes as u64);
        let before = self.vcf.nodes();
        let found = self.vcf.probe(self.board, VcfLimits { fours: self.fours as u8, nodes });
        self.clock.spend(self.vcf.nodes() - before);
        match found {
            VcfResult::Win(plies) => Some(plies.into()),
            VcfResult::Nothing | VcfResult::Unknown => None,
        }
    }

    /// The value of a leaf where a five must be stopped: that of the best answer.
    fn answer_four<const PV: bool>(&mut self, ply: usize, mut alpha: i32, beta: i32, forced: Forced) -> i32 {
        let Forced::Five(stops) = forced else { return alpha };
        let mut best = -i32::MAX;
        for stop in stops {
            self.board.play(stop);
            let value = -self.search::<PV>(ply + 1, -beta, -alpha, 0, false);
            self.board.undo();
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if PV && value > alpha {
                    self.pv.update(ply, stop);
                }
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The static evaluation for the side to move, within the range of estimates.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        let network = self.evaluator.as_mut().map_or(0, |evaluator| evaluator.evaluate(self.board));
        (self.values.evaluate(self.board) + network).clamp(-ESTIMATE, ESTIMATE)
    }

    /// The static evaluation where only its place relative to a window counts. The network is skipped if the pattern
    /// sum alone is so far outside the window that the network would rarely change what follows.
    #[inline]
    pub(super) fn evaluate_near_window(&mut self, alpha: i32, beta: i32) -> i32 {
        let rough = self.values.evaluate(self.board);
        let far = self.margin(self.params.network_margin);
        if self.evaluator.is_none() || rough > beta + far || rough < alpha - far {
            return rough.clamp(-ESTIMATE, ESTIMATE);
        }
        self.evaluate()
    }
}
