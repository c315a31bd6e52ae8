//! The principal variation search below the root.
//!
//! Every value that is a proof is one: a win is claimed only where a move has been found after which every answer loses, or where what is on the
//! board forces it; a loss only where every move that does not lose at once has been tried. Whatever prunes a defender's moves therefore
//! waits until one that holds has been found, whatever skips moves altogether returns estimates, and where all moves near the
//! stones lose without being forced, the loss counts as likely only.

use super::forced::Forced;
use super::late::{self, Late};
use super::picker::Moves;
use super::value::{ESTIMATE, LIKELY, doubted, from_table, is_decided, loss_at, to_table, win_at};
use super::worker::{MAX_PLY, NONE, ONE, Worker};
use crate::rule::Rule;
use crate::spots::{Spot, Spots};
use crate::threat::Threat;
use tengen_engine::{Bound, Entry};

/// Depths in the table count half plies.
const TABLE_UNIT: i32 = ONE / 2;

/// Entries of the table so much deeper are kept, unless what comes decides.
const KEPT_DEEPER: u8 = 4;

/// What the table says of a node.
#[derive(Clone, Copy)]
struct Known {
    value: i32,
    bound: Bound,
    depth: i32,
    best: Spot,
    eval: i32,
    was_pv: bool,
}

impl<R: Rule> Worker<'_, R> {
    /// The value of the position, from the side to move, searched `depth` deep with the window `alpha` to `beta`.
    pub(super) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut: bool,
    ) -> i32 {
        // 1. Count the node; a full board is a draw.
        if !self.tick() {
            return 0;
        }
        if PV {
            self.lines.clear(ply);
        }
        if self.position.empty_count() == 0 {
            return 0;
        }
        // 2. What is on the board may decide, or force.
        let forced = self.position.forced();
        match forced {
            Forced::Win(plies, spot) => {
                if PV {
                    self.lines.clear(ply + 1);
                    self.lines.put(ply, spot);
                }
                return win_at(ply + plies as usize);
            }
            Forced::Lost => return loss_at(ply + 2),
            _ => {}
        }
        if ply >= MAX_PLY {
            return self.estimate();
        }
        if depth <= 0 {
            return self.leaf::<PV>(ply, alpha, beta, forced);
        }
        // 3. Mate distance: no line from here is better than a win on the spot, or worse than a loss at once.
        alpha = alpha.max(loss_at(ply + 2));
        beta = beta.min(win_at(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        // 4. The table.
        let excluded = self.stack[ply].excluded;
        let key = self.position.key() ^ if excluded == NONE { 0 } else { mixed(excluded) };
        let known = self.known(key, ply);
        if let Some(known) = known
            && excluded == NONE
            && let Some(value) = settles::<PV>(known, alpha, beta, depth)
        {
            return value;
        }
        let mut best_known = known.map_or(NONE, |known| known.best);
        if best_known != NONE && !self.position.is_empty(best_known) {
            best_known = NONE;
        }
        let was_pv = PV || known.is_some_and(|known| known.was_pv);
        // 5. The static evaluation.
        let p = self.params;
        let us = self.position.to_move();
        let them = us.opponent();
        let five = matches!(forced, Forced::Five(_));
        let stopping = five || matches!(forced, Forced::OpenFour(_));
        self.stack[ply + 2].killers = [NONE; 2];
        let mut eval = 0;
        let mut improving = false;
        if five {
            self.stack[ply].eval = if ply > 0 { -self.stack[ply - 1].eval } else { self.estimate() };
        } else {
            let fixed = known.map_or_else(|| self.estimate_beside(alpha, beta), |known| known.eval);
            self.stack[ply].eval = fixed;
            eval = fixed;
            if let Some(known) = known
                && !is_decided(known.value)
                && (known.bound == Bound::Exact || (known.bound == Bound::Lower) == (known.value > eval))
            {
                eval = known.value;
            }
            improving = ply < 2 || fixed > self.stack[ply - 2].eval;
        }
        if !five && !PV && excluded == NONE {
            // 6. Razoring: far below alpha only fours can help, and so near the leaves where an open four is threatened.
            if depth <= p.razor_depth
                && alpha < LIKELY
                && (stopping || eval + self.margin(p.razor_base) + self.margin(p.razor) * depth / ONE < alpha)
            {
                return self.leaf::<false>(ply, alpha, alpha + 1, forced);
            }
            // 7. Futility: so far above beta that the depth left will not bring it down.
            let calm = depth - if improving { 2 * ONE } else { ONE };
            let ply_margin = p.futility - if cut && known.is_none() { p.futility_cut } else { 0 };
            if !stopping
                && !is_decided(beta)
                && eval < ESTIMATE
                && eval - self.margin(ply_margin) * calm.max(0) / ONE >= beta
                && !self.is_row_of_fours(ply)
            {
                return eval;
            }
            // 8. Null move: if even a pass holds, a move will.
            if !stopping
                && depth >= p.null_depth
                && eval >= beta + self.margin(p.null_margin)
                && !is_decided(beta)
                && self.position.last_move().is_some()
            {
                let reduced = depth - 4 * ONE - depth / 6;
                self.stack[ply].tried = NONE;
                self.stack[ply].own = Threat::None;
                self.stack[ply].other = Threat::None;
                self.position.pass();
                let value = -self.search::<false>(ply + 1, -beta, 1 - beta, reduced, !cut);
                self.position.undo();
                if self.over {
                    return 0;
                }
                if value >= beta {
                    return if is_decided(value) { beta } else { value };
                }
            }
        }
        // 9. Internal iterative reduction: without a move to begin with, a shallower search finds one for the next time.
        if best_known == NONE && depth >= 4 * ONE && !five {
            depth -= p.no_best;
        }
        // 10. The moves.
        let spots = match forced {
            Forced::Five(stops) | Forced::OpenFour(stops) => stops,
            _ => self.position.candidates(),
        };
        let mut moves = Moves::new();
        let mut ranked = false;
        let mut next =
            (best_known != NONE && (!stopping || spots.contains(best_known))).then_some(best_known);
        let first = next;
        let mut best = -i32::MAX;
        let mut best_spot = NONE;
        let mut tried: usize = 0;
        let mut passed = [NONE; 48];
        let mut passed_len = 0;
        let lowest = alpha;
        let likely_cut = !PV && cut && eval >= beta + self.margin(p.likely_cut) * depth / ONE;
        loop {
            let (spot, promise) = match next.take() {
                Some(spot) => (spot, i32::MAX),
                None => {
                    if !ranked {
                        ranked = true;
                        let left = first.map_or(spots, |first| spots - Spots::one(first));
                        self.rank(left, ply, stopping, &mut moves);
                    }
                    match moves.pick() {
                        Some(picked) => (picked.spot(), picked.promise()),
                        None => break,
                    }
                }
            };
            if spot == excluded || !self.position.may_play(us, spot) {
                continue;
            }
            tried += 1;
            let own = self.position.class(us, spot);
            let other = self.position.class(them, spot);
            // 11. Leave out late moves, and at small depths moves without any pattern, once there is one that holds.
            let node = late::Node { ply, depth, pv: PV, was_pv, cut, improving, stopping };
            if best > -LIKELY {
                if tried as i32 > node.most(&self.params) {
                    break;
                }
                if !PV
                    && depth < p.trivial_depth
                    && own == Threat::None
                    && other == Threat::None
                    && promise < i32::MAX
                {
                    continue;
                }
            }
            // 12. Extensions.
            let mut extension = 0;
            if five {
                extension = ONE + p.five_extension;
            } else if Some(spot) == first
                && depth >= p.singular_depth
                && excluded == NONE
                && let Some(known) = known
                && known.bound != Bound::Upper
                && !is_decided(known.value)
                && known.depth >= depth - 2 * ONE - ONE / 2
            {
                let target = known.value - self.margin(p.singular_margin) * (depth / ONE) / 16 - 1;
                self.stack[ply].excluded = spot;
                let value = self.search::<false>(ply, target - 1, target, depth / 2, cut);
                self.stack[ply].excluded = NONE;
                if self.over {
                    return 0;
                }
                if value < target {
                    extension = ONE;
                    if !PV
                        && value < target - self.margin(p.double_margin)
                        && self.stack[ply].extended < 8 * ONE
                    {
                        extension = 2 * ONE;
                    }
                } else if target >= beta {
                    return target;
                } else if known.value >= beta {
                    extension = -p.singular_less;
                }
            } else if Some(spot) == first {
                extension = if PV { p.best_pv } else { p.best_other };
            }
            if likely_cut && !five {
                extension -= if own >= Threat::Four { 0 } else { p.likely_cut_less };
            }
            let mut deep = depth - ONE + extension;
            {
                let extended = if ply > 0 { self.stack[ply - 1].extended } else { 0 };
                let here = &mut self.stack[ply];
                (here.tried, here.own, here.other) = (spot, own, other);
                here.extended = extended + (extension - ONE).max(0);
            }
            self.stack[ply + 1].extended = self.stack[ply].extended;
            self.table.prefetch(self.position.key_after(spot));
            // 13. Late move reductions: a later move is searched less deep, and again if it surprises.
            let is_late = depth >= 2 * ONE && tried > 1;
            let less = if is_late {
                self.less_deep(node, Late { spot, tried, own, other }, beta - alpha)
            } else {
                0
            };
            self.position.play(spot);
            let mut value;
            if is_late {
                let shallow = (deep - less).clamp(ONE.min(deep), deep.max(ONE));
                value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, shallow, true);
                if value > alpha && shallow < deep && !self.over {
                    let mut more = self.deeper(value, alpha, best, deep, shallow);
                    if self.stack[ply].extended >= 5 * ONE {
                        more = more.min(ONE);
                    }
                    self.stack[ply].extended += (more - ONE).max(0);
                    deep += more;
                    if shallow < deep {
                        value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, deep, !cut);
                    }
                }
            } else if !PV || tried > 1 {
                value = -self.search::<false>(ply + 1, -alpha - 1, -alpha, deep, !cut);
            } else {
                value = -INFINITE_BELOW;
            }
            if PV && (tried == 1 || (value > alpha && value < beta)) && !self.over {
                value = -self.search::<true>(ply + 1, -beta, -alpha, deep, false);
            }
            self.position.undo();
            if self.over {
                return 0;
            }
            // 14. Keep the best.
            if value > best {
                best = value;
                if value > alpha {
                    best_spot = spot;
                    if PV {
                        self.lines.put(ply, spot);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                    // The others hardly beat a better move yet.
                    if depth > 2 * ONE && depth < 12 * ONE && !is_decided(value) {
                        depth -= p.better_less;
                    }
                }
            }
            if passed_len < passed.len() && spot != best_spot {
                passed[passed_len] = spot;
                passed_len += 1;
            }
        }
        // 15. Nothing stops what is threatened; or nothing may be played, which in renju loses. With a move left out it says
        // nothing.
        if tried == 0 {
            if excluded != NONE {
                return lowest;
            }
            return loss_at(if stopping { ply + 4 } else { ply });
        }
        if stopping && matches!(forced, Forced::OpenFour(_)) && best <= -LIKELY {
            // The moves left out lose in four plies; that may be sooner, never later.
            best = best.max(loss_at(ply + 4));
        }
        // 16. All that was thought of loses; what was not thought of hardly holds, but that is no proof.
        if !stopping {
            best = doubted(best);
        }
        // 17. Learn and remember.
        if best >= beta && best_spot != NONE {
            self.learn(ply, best_spot, depth, &passed[..passed_len]);
        }
        if excluded == NONE {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > lowest {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let best_spot = if best_spot == NONE { best_known } else { best_spot };
            self.remember(key, ply, best, bound, depth, best_spot, self.stack[ply].eval, was_pv);
        }
        best
    }

    /// Whether the side to move has made a four with each of its last two moves.
    fn is_row_of_fours(&self, ply: usize) -> bool {
        ply >= 4 && self.stack[ply - 2].own >= Threat::Four && self.stack[ply - 4].own >= Threat::Four
    }

    /// A node without depth left: what the evaluation says, unless continuous fours win.
    fn leaf<const PV: bool>(&mut self, ply: usize, alpha: i32, beta: i32, forced: Forced) -> i32 {
        if let Forced::Five(stops) = forced {
            // A four must be answered before anything can be judged.
            let mut best = -i32::MAX;
            let mut alpha = alpha;
            for stop in stops {
                self.position.play(stop);
                let value = -self.search::<PV>(ply + 1, -beta, -alpha, 0, false);
                self.position.undo();
                if self.over {
                    return 0;
                }
                if value > best {
                    best = value;
                    if PV && value > alpha {
                        self.lines.put(ply, stop);
                    }
                    alpha = alpha.max(value);
                    if value >= beta {
                        break;
                    }
                }
            }
            return best;
        }
        let key = self.position.key();
        let known = self.known(key, ply);
        if let Some(known) = known
            && let Some(value) = settles::<false>(known, alpha, beta, 0)
        {
            return value;
        }
        let eval = known.map_or_else(|| self.estimate_beside(alpha, beta), |known| known.eval);
        let mut value = eval;
        if eval < beta && self.position.has_four(self.position.to_move()) {
            if let Some(plies) = self.vcf_of(forced, self.fours) {
                value = win_at(ply + plies as usize);
            }
            if self.over {
                return 0;
            }
        }
        let bound =
            if value >= LIKELY || (value >= beta && eval >= beta) { Bound::Lower } else { Bound::Exact };
        self.remember(key, ply, value, bound, 0, known.map_or(NONE, |known| known.best), eval, PV);
        value
    }

    /// The static evaluation, within the range of estimates.
    #[inline]
    pub(super) fn estimate(&mut self) -> i32 {
        let network = self.judge.as_mut().map_or(0, |judge| judge.judge(self.position));
        (self.position.evaluate() + network).clamp(-ESTIMATE, ESTIMATE)
    }

    /// The static evaluation where only its place beside a window counts: the network is not asked where the weights alone are so far from
    /// the window that it would hardly change what follows.
    #[inline]
    fn estimate_beside(&mut self, alpha: i32, beta: i32) -> i32 {
        let rough = self.position.evaluate();
        let far = self.margin(self.params.network_margin);
        if self.judge.is_none() || rough > beta + far || rough < alpha - far {
            return rough.clamp(-ESTIMATE, ESTIMATE);
        }
        self.estimate()
    }

    #[inline]
    fn known(&self, key: u64, ply: usize) -> Option<Known> {
        self.table.get(key).map(|entry| Known {
            value: from_table(entry.value, ply),
            bound: entry.bound,
            depth: i32::from(entry.depth) * TABLE_UNIT,
            best: entry.mv,
            eval: i32::from(entry.extra as i16 >> 1) * 2,
            was_pv: entry.extra & 1 == 1,
        })
    }

    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub(super) fn remember(
        &self,
        key: u64,
        ply: usize,
        value: i32,
        bound: Bound,
        depth: i32,
        best: Spot,
        eval: i32,
        was_pv: bool,
    ) {
        let entry = Entry {
            value: to_table(value, ply),
            bound,
            depth: (depth / TABLE_UNIT).clamp(0, 255) as u8,
            mv: best,
            extra: (eval as i16 & !1) as u16 | u16::from(was_pv),
        };
        if is_decided(value) {
            self.table.put(key, entry);
        } else {
            self.table.put_unless_deeper(key, entry, KEPT_DEEPER);
        }
    }

    /// Remembers the move that refuted, and that those tried before it did not.
    fn learn(&mut self, ply: usize, spot: Spot, depth: i32, passed: &[Spot]) {
        let us = self.position.to_move();
        let last = self.position.last_move();
        let bonus = (depth / ONE * depth / ONE * 4 + 16).min(1024);
        self.history.learn(us, spot, self.away(last, spot), bonus);
        for &other in passed.iter().filter(|&&other| other != spot) {
            self.history.learn(us, other, self.away(last, other), -bonus);
        }
        if let Some(last) = last {
            self.history.set_counter(us, last, spot);
        }
        let killers = &mut self.stack[ply].killers;
        if killers[0] != spot {
            *killers = [spot, killers[0]];
        }
    }
}

/// Below every value.
const INFINITE_BELOW: i32 = super::value::INFINITE;

/// A key for a node with a move left out.
fn mixed(spot: Spot) -> u64 {
    tengen_board::zobrist::extra(1 << 60 | u64::from(spot))
}

/// The value, where what the table knows settles it. Proofs hold whatever the depth.
#[inline]
fn settles<const PV: bool>(known: Known, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
    let Known { value, bound, .. } = known;
    let proof = (value >= LIKELY && bound != Bound::Upper) || (value <= -LIKELY && bound != Bound::Lower);
    if PV || !(proof || known.depth >= depth) {
        return None;
    }
    let fits = match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    fits.then_some(value)
}
