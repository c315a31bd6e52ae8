//! The principal variation search below the root, as numbered steps.
//!
//! A value beyond [`PROVEN`](super::value::PROVEN) is a proof. A win is claimed only for a move that beats every
//! answer, or where the threats on the board force it; a loss only after every move that does not lose at once. So
//! moves are pruned only after one that holds. A node that is pruned as a whole returns an estimate. A loss found among
//! the moves near the stones alone counts as likely, not as proven.

use super::forced::Forced;
use super::picker::MovePicker;
use super::reductions::{MoveInfo, NodeContext};
use super::tt::{TtEntry, tt_cutoff};
use super::value::{ESTIMATE, INFINITE, LIKELY, doubted, is_decided, loss_at, win_at};
use super::worker::{MAX_PLY, NONE, PLY, Worker};
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::board::threat::Threat;
use std::ops::ControlFlow;
use tengen_engine::Bound;

/// Moves of a node that can be marked as worse than its best.
const MAX_REFUTED: usize = 48;

/// What the moves of a node have given so far.
struct MoveResults {
    /// The best value; `-i32::MAX` before the first move.
    best: i32,
    /// The last move that raised alpha; `NONE` if none has.
    best_move: Square,
    /// The number of legal moves so far.
    count: usize,
    /// Moves that are worse than the best.
    refuted: [Square; MAX_REFUTED],
    refuted_count: usize,
}

impl<R: RuleSet> Worker<'_, R> {
    /// The value of the position for the side to move, by a search of `depth` within the window `alpha` to `beta`.
    ///
    /// `cut` is true if the node is expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        cut: bool,
    ) -> i32 {
        // Step 1. Count the node. A full board is a draw.
        if !self.tick() {
            return 0;
        }
        if PV {
            self.pv.clear(ply);
        }
        if self.board.empty_count() == 0 {
            return 0;
        }

        // Step 2. Forced moves. The threats on the board may decide the game or leave few moves.
        let forced = self.board.forced();
        if let Some(value) = self.decided_by_force::<PV>(ply, forced) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        if depth <= 0 {
            return self.leaf::<PV>(ply, alpha, beta, forced);
        }

        // Step 3. Mate distance pruning. No line from here beats a win in three plies or is worse than a loss in two.
        alpha = alpha.max(loss_at(ply + 2));
        beta = beta.min(win_at(ply + 3));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition table. A search with an excluded move has a key of its own.
        let excluded = self.stack[ply].excluded;
        let key = self.board.key() ^ if excluded == NONE { 0 } else { excluded_key(excluded) };
        let tt_entry = self.tt_probe(key, ply);
        if let Some(entry) = tt_entry
            && excluded == NONE
            && let Some(value) = tt_cutoff::<PV>(entry, alpha, beta, depth)
        {
            return value;
        }
        let tt_move = tt_entry.map_or(NONE, |entry| entry.best);
        let tt_move = if tt_move != NONE && self.board.is_empty(tt_move) { tt_move } else { NONE };

        // Step 5. Static evaluation.
        let five = matches!(forced, Forced::Five(_));
        self.stack[ply + 2].killers = [NONE; 2];
        let (eval, improving) = self.static_eval(ply, alpha, beta, five, tt_entry);
        let mut node = NodeContext {
            ply,
            depth,
            pv: PV,
            was_pv: PV || tt_entry.is_some_and(|entry| entry.was_pv),
            cut,
            improving,
            stopping: five || matches!(forced, Forced::OpenFour(_)),
            five,
            eval,
            excluded,
            tt_entry,
            tt_move,
        };

        // Steps 6 to 8. Pruning of the whole node.
        if !five
            && !PV
            && excluded == NONE
            && let Some(value) = self.prune_node(&node, alpha, beta, forced)
        {
            return value;
        }

        // Step 9. Internal iterative reduction. A shallower search finds the table move for the next one.
        if tt_move == NONE && node.depth >= 4 * PLY && !five {
            node.depth -= self.params.no_best;
        }

        // Steps 10 to 15. The moves.
        let mut results = MoveResults::new();
        let mut picker = MovePicker::new(self.squares_of(forced), tt_move, node.stopping);
        if let ControlFlow::Break(value) =
            self.search_moves::<PV>(&mut node, &mut picker, &mut results, alpha, beta)
        {
            return value;
        }

        // Steps 16 and 17. The value of the node; histories and table.
        if results.count == 0 {
            return node.value_without_moves(alpha);
        }
        let best = node.value_of(results.best, forced);
        self.update_tables(&node, key, &results, best, alpha, beta);
        best
    }

    /// Step 2. The value of a node that the threats on the board decide.
    #[inline]
    fn decided_by_force<const PV: bool>(&mut self, ply: usize, forced: Forced) -> Option<i32> {
        match forced {
            Forced::Win(plies, square) => {
                if PV {
                    self.pv.clear(ply + 1);
                    self.pv.update(ply, square);
                }
                Some(win_at(ply + plies as usize))
            }
            Forced::Lost => Some(loss_at(ply + 2)),
            Forced::Five(_) | Forced::OpenFour(_) | Forced::Free => None,
        }
    }

    /// Step 5. The static evaluation of a node, replaced by the table's value where that is a better bound, and whether
    /// it is better than two plies ago. Where a five must be stopped, nothing is evaluated.
    #[inline]
    fn static_eval(
        &mut self,
        ply: usize,
        alpha: i32,
        beta: i32,
        five: bool,
        tt_entry: Option<TtEntry>,
    ) -> (i32, bool) {
        if five {
            self.stack[ply].eval = if ply > 0 { -self.stack[ply - 1].eval } else { self.evaluate() };
            return (0, false);
        }
        let eval = tt_entry.map_or_else(|| self.evaluate_near_window(alpha, beta), |entry| entry.eval);
        self.stack[ply].eval = eval;
        let improving = ply < 2 || eval > self.stack[ply - 2].eval;
        match tt_entry {
            Some(entry)
                if !is_decided(entry.value)
                    && (entry.bound == Bound::Exact
                        || (entry.bound == Bound::Lower) == (entry.value > eval)) =>
            {
                (entry.value, improving)
            }
            _ => (eval, improving),
        }
    }

    /// Steps 6 to 8. The value of a node that is pruned as a whole.
    #[inline]
    fn prune_node(&mut self, node: &NodeContext, alpha: i32, beta: i32, forced: Forced) -> Option<i32> {
        // Step 6. Razoring. Far below alpha only fours can help; so too near the leaves against an open four.
        if self.is_razored(node, alpha) {
            return Some(self.leaf::<false>(node.ply, alpha, alpha + 1, forced));
        }

        // Step 7. Futility pruning. The depth left will not bring the evaluation below beta.
        if self.is_futile(node, beta) {
            return Some(node.eval);
        }

        // Step 8. Null move pruning.
        self.null_move(node, beta)
    }

    /// Step 6. True if the evaluation is so far below alpha that only fours can help.
    #[inline]
    fn is_razored(&self, node: &NodeContext, alpha: i32) -> bool {
        let p = &self.params;
        let margin = || self.margin(p.razor_base) + self.margin(p.razor) * node.depth / PLY;
        node.depth <= p.razor_depth && alpha < LIKELY && (node.stopping || node.eval + margin() < alpha)
    }

    /// Step 7. True if the evaluation is so far above beta that the depth left will not bring it down. Not in a row of
    /// fours, whose end the evaluation does not see.
    #[inline]
    fn is_futile(&self, node: &NodeContext, beta: i32) -> bool {
        let p = &self.params;
        let is_new = node.tt_entry.is_none();
        let plies_left = (node.depth - if node.improving { 2 * PLY } else { PLY }).max(0);
        let ply_margin = p.futility - if node.cut && is_new { p.futility_cut } else { 0 };
        !node.stopping
            && !is_decided(beta)
            && node.eval < ESTIMATE
            && node.eval - self.margin(ply_margin) * plies_left / PLY >= beta
            && !self.is_row_of_fours(node.ply)
    }

    /// Step 8. Null move pruning: if the position holds after a pass, a move will hold too.
    #[inline]
    fn null_move(&mut self, node: &NodeContext, beta: i32) -> Option<i32> {
        let (p, ply) = (&self.params, node.ply);
        if node.stopping
            || node.depth < p.null_depth
            || node.eval < beta + self.margin(p.null_margin)
            || is_decided(beta)
            || self.board.last_move().is_none()
        {
            return None;
        }
        let here = &mut self.stack[ply];
        (here.current_move, here.own, here.other) = (NONE, Threat::None, Threat::None);
        self.board.pass();
        let reduced = node.depth - 4 * PLY - node.depth / 6;
        let value = -self.search::<false>(ply + 1, -beta, 1 - beta, reduced, !node.cut);
        self.board.undo();
        if self.stopped {
            return Some(0);
        }
        (value >= beta).then_some(if is_decided(value) { beta } else { value })
    }

    /// Steps 10 to 15. Searches the moves of a node. Breaks with the value of the node if it needs no more: the search
    /// must end, or the table move shows that several moves refute the node.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        node: &mut NodeContext,
        picker: &mut MovePicker,
        results: &mut MoveResults,
        mut alpha: i32,
        beta: i32,
    ) -> ControlFlow<i32> {
        let us = self.board.to_move();
        let likely_cut = self.is_likely_cut(node, beta);
        // Step 10. Move loop. The table move is searched before the others are scored.
        while let Some(square) = self.next_move(picker, node) {
            if square == node.excluded || !self.board.may_play(us, square) {
                continue;
            }
            results.count += 1;
            let (own, other) = (self.board.class(us, square), self.board.class(us.opponent(), square));
            let mv = MoveInfo { square, number: results.count, own, other };

            // Step 11. Move count pruning, and at low depths pruning of moves without any pattern, once a move holds.
            if results.best > -LIKELY {
                if mv.number as i32 > node.move_count_limit(&self.params) {
                    break;
                }
                let trivial = own == Threat::None && other == Threat::None;
                if !PV && node.depth < self.params.trivial_depth && trivial {
                    continue;
                }
            }

            // Step 12. Extensions.
            let extension = self.extension::<PV>(node, mv, likely_cut, beta)?;
            self.enter_move(node.ply, mv, extension);

            // Steps 13 and 14. Late move reductions and the search of the move.
            let value =
                self.search_move::<PV>(node, mv, alpha, beta, results.best, node.depth - PLY + extension);
            if self.stopped {
                return ControlFlow::Break(0);
            }

            // Step 15. Best move.
            if value > results.best {
                results.best = value;
                if value > alpha {
                    results.best_move = square;
                    if PV {
                        self.pv.update(node.ply, square);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                    // The other moves are unlikely to beat a better one.
                    if node.depth > 2 * PLY && node.depth < 12 * PLY && !is_decided(value) {
                        node.depth -= self.params.better_less;
                    }
                }
            }
            if square != results.best_move {
                results.refute(square);
            }
        }
        ControlFlow::Continue(())
    }

    /// Step 10. The squares to search: those that stop a threat, or those near the stones.
    #[inline]
    fn squares_of(&self, forced: Forced) -> SquareSet {
        match forced {
            Forced::Five(stops) | Forced::OpenFour(stops) => stops,
            _ => self.board.candidates(),
        }
    }

    /// Step 12. True if the node will probably fail high: its evaluation is far above beta. Its quiet moves are
    /// searched at a reduced depth.
    #[inline]
    fn is_likely_cut(&self, node: &NodeContext, beta: i32) -> bool {
        !node.pv && node.cut && node.eval >= beta + self.margin(self.params.likely_cut) * node.depth / PLY
    }

    /// Step 12. The extension of a move, negative for a reduction. Breaks as [`Worker::tt_move_extension`] does.
    #[inline]
    fn extension<const PV: bool>(
        &mut self,
        node: &NodeContext,
        mv: MoveInfo,
        likely_cut: bool,
        beta: i32,
    ) -> ControlFlow<i32, i32> {
        if node.five {
            return ControlFlow::Continue(PLY + self.params.five_extension);
        }
        let is_tt_move = mv.square == node.tt_move;
        let extension = if is_tt_move { self.tt_move_extension::<PV>(node, mv.square, beta)? } else { 0 };
        let less = if likely_cut && mv.own < Threat::Four { self.params.likely_cut_less } else { 0 };
        ControlFlow::Continue(extension - less)
    }

    /// Notes the move that is searched next, and how far the way to it has been extended.
    #[inline]
    fn enter_move(&mut self, ply: usize, mv: MoveInfo, extension: i32) {
        let so_far = if ply > 0 { self.stack[ply - 1].extensions } else { 0 };
        let extensions = so_far + (extension - PLY).max(0);
        let here = &mut self.stack[ply];
        (here.current_move, here.own, here.other) = (mv.square, mv.own, mv.other);
        here.extensions = extensions;
        self.stack[ply + 1].extensions = extensions;
    }

    /// Step 12. The extension of the table move: it is extended by a ply or two if it is singular: a search of the
    /// other moves stays below its value. Breaks with a value if that search fails high: several moves refute the node.
    #[inline]
    fn tt_move_extension<const PV: bool>(
        &mut self,
        node: &NodeContext,
        square: Square,
        beta: i32,
    ) -> ControlFlow<i32, i32> {
        let (p, ply, depth) = (self.params, node.ply, node.depth);
        let Some(entry) = node.tt_entry.filter(|entry| {
            depth >= p.singular_depth
                && self.stack[ply].excluded == NONE
                && entry.bound != Bound::Upper
                && !is_decided(entry.value)
                && entry.depth >= depth - 2 * PLY - PLY / 2
        }) else {
            return ControlFlow::Continue(if PV { p.best_pv } else { p.best_other });
        };
        let target = entry.value - self.margin(p.singular_margin) * (depth / PLY) / 16 - 1;
        self.stack[ply].excluded = square;
        let value = self.search::<false>(ply, target - 1, target, depth / 2, node.cut);
        self.stack[ply].excluded = NONE;
        if self.stopped {
            return ControlFlow::Break(0);
        }
        if value < target {
            let is_double =
                !PV && value < target - self.margin(p.double_margin) && self.stack[ply].extensions < 8 * PLY;
            ControlFlow::Continue(if is_double { 2 * PLY } else { PLY })
        } else if target >= beta {
            ControlFlow::Break(target)
        } else if entry.value >= beta {
            ControlFlow::Continue(-p.singular_less)
        } else {
            ControlFlow::Continue(0)
        }
    }

    /// Steps 13 and 14. The value of a move. A late move is searched at a reduced depth and a null window first, and
    /// again if it beats alpha. On the principal variation the first move and those that beat alpha get the full
    /// window.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        node: &NodeContext,
        mv: MoveInfo,
        alpha: i32,
        beta: i32,
        best: i32,
        mut depth: i32,
    ) -> i32 {
        let ply = node.ply;
        self.table.prefetch(self.board.key_after(mv.square));
        let is_late = node.depth >= 2 * PLY && mv.number > 1;
        let reduction = if is_late { self.reduction(node, mv, beta - alpha) } else { 0 };
        self.board.play(mv.square);
        let mut value = -INFINITE;
        if is_late {
            let reduced = (depth - reduction).clamp(PLY.min(depth), depth.max(PLY));
            value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
            if value > alpha && reduced < depth && !self.stopped {
                let mut more = self.deeper(value, alpha, best, depth, reduced);
                if self.stack[ply].extensions >= 5 * PLY {
                    more = more.min(PLY);
                }
                self.stack[ply].extensions += (more - PLY).max(0);
                depth += more;
                if reduced < depth {
                    value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, depth, !node.cut);
                }
            }
        } else if !PV || mv.number > 1 {
            value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, depth, !node.cut);
        }
        if PV && (mv.number == 1 || (value > alpha && value < beta)) && !self.stopped {
            value = -self.search::<true>(ply + 1, -beta, -alpha, depth, false);
        }
        self.board.undo();
        value
    }

    /// True if each of the side to move's last two moves made a four.
    fn is_row_of_fours(&self, ply: usize) -> bool {
        ply >= 4 && self.stack[ply - 2].own >= Threat::Four && self.stack[ply - 4].own >= Threat::Four
    }

    /// Step 17. Updates the histories and the table with the value of a node; alpha is that before its moves.
    #[inline]
    fn update_tables(
        &mut self,
        node: &NodeContext,
        key: u64,
        results: &MoveResults,
        value: i32,
        alpha: i32,
        beta: i32,
    ) {
        let best_move = results.best_move;
        if value >= beta && best_move != NONE {
            self.update_histories(node.ply, best_move, node.depth, &results.refuted[..results.refuted_count]);
        }
        if node.excluded == NONE {
            let bound = if value >= beta {
                Bound::Lower
            } else if value > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let (depth, eval, was_pv) = (node.depth, self.stack[node.ply].eval, node.was_pv);
            let best = if best_move == NONE { node.tt_move } else { best_move };
            self.tt_store(key, node.ply, TtEntry { value, bound, depth, best, eval, was_pv });
        }
    }

    /// Rewards the move that refuted the node and penalises those searched before it.
    fn update_histories(&mut self, ply: usize, best_move: Square, depth: i32, refuted: &[Square]) {
        let us = self.board.to_move();
        let last = self.board.last_move();
        let bonus = (depth / PLY * depth / PLY * 4 + 16).min(1024);
        self.history.update(us, best_move, self.offset(last, best_move), bonus);
        for &other in refuted.iter().filter(|&&other| other != best_move) {
            self.history.update(us, other, self.offset(last, other), -bonus);
        }
        if let Some(last) = last {
            self.history.set_counter(us, last, best_move);
        }
        let killers = &mut self.stack[ply].killers;
        if killers[0] != best_move {
            *killers = [best_move, killers[0]];
        }
    }
}

impl MoveResults {
    #[inline]
    fn new() -> MoveResults {
        MoveResults {
            best: -i32::MAX,
            best_move: NONE,
            count: 0,
            refuted: [NONE; MAX_REFUTED],
            refuted_count: 0,
        }
    }

    /// Records a move that is worse than the best, up to the capacity of the list.
    #[inline]
    fn refute(&mut self, square: Square) {
        if let Some(slot) = self.refuted.get_mut(self.refuted_count) {
            *slot = square;
            self.refuted_count += 1;
        }
    }
}

impl NodeContext {
    /// Step 16. The value without a legal move: the threat is not stopped, or in renju black has no move left, so it is
    /// a loss. Where the excluded move was the only one, the node fails low.
    fn value_without_moves(&self, alpha: i32) -> i32 {
        match (self.excluded, self.stopping) {
            (NONE, true) => loss_at(self.ply + 4),
            (NONE, false) => loss_at(self.ply),
            _ => alpha,
        }
    }

    /// Step 16. The value of a node from that of its best move.
    #[inline]
    fn value_of(&self, mut best: i32, forced: Forced) -> i32 {
        if matches!(forced, Forced::OpenFour(_)) && best <= -LIKELY {
            // The moves that were left out lose in four plies, maybe sooner than the best, never later.
            best = best.max(loss_at(self.ply + 4));
        }
        // A loss found among the candidates alone is likely, not proven.
        if self.stopping { best } else { doubted(best) }
    }
}

/// The key of a search that excludes a move.
fn excluded_key(square: Square) -> u64 {
    tengen_board::zobrist::extra(1 << 60 | u64::from(square))
}
