//! The root: iterative deepening, aspiration windows, and the ranking of several moves.

use super::forced::Forced;
use super::picker::Moves;
use super::reductions::base_reduction;
use super::tt::TtEntry;
use super::value::{INFINITE, LIKELY, PROVEN, is_decided};
use super::worker::{MAX_PLY, PLY, Worker};
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::board::threat::Threat;
use tengen_board::Point;
use tengen_engine::Bound;

/// How far from the centre of an empty board a move is tried before all others, in points along a row or a column.
const NEAR_CENTER: u8 = 2;

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: Square,
    /// The value of the last search in which it was exact; `-INFINITE` before.
    pub(crate) value: i32,
    /// The value in the current search; `-INFINITE` if it did not beat alpha.
    now: i32,
    /// The principal variation after it.
    pub(crate) then: Vec<Square>,
    pub(crate) nodes: u64,
}

/// The result of an iteration, best move first.
#[derive(Clone, Debug)]
pub(crate) struct SearchResult {
    pub(crate) depth: u32,
    pub(crate) moves: Vec<RootMove>,
    /// The number of ranked moves: as many as lines are wanted.
    pub(crate) ranked: usize,
}

/// The limits of a search from the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootLimits {
    pub(crate) depth: u32,
    pub(crate) lines: usize,
    /// True if an iteration may end early where only one move is possible.
    pub(crate) hurry: bool,
    /// True if any win is enough: the search looks neither for the shortest one nor for its line.
    pub(crate) any_win: bool,
    /// The only moves to search, where an opening rule leaves no others.
    pub(crate) only: Option<SquareSet>,
    /// Moves to leave out as long as there are others.
    pub(crate) avoid: SquareSet,
    /// The greatest number of consecutive fours at the leaves, if less than usual.
    pub(crate) fours: i32,
}

impl RootLimits {
    /// No limits.
    pub(crate) const FULL: RootLimits = RootLimits {
        depth: MAX_DEPTH,
        lines: 1,
        hurry: false,
        any_win: false,
        only: None,
        avoid: SquareSet::EMPTY,
        fours: i32::MAX,
    };
}

impl<R: RuleSet> Worker<'_, R> {
    /// Iterative deepening: searches until the clock stops it, the depth is reached or the outcome is proven, and
    /// reports each iteration. `None` if there is no legal move.
    pub(crate) fn iterate(
        &mut self,
        effort: RootLimits,
        report: &mut dyn FnMut(&SearchResult, &Self),
    ) -> Option<SearchResult> {
        (self.fours, self.any_win) = (effort.fours.min(self.params.leaf_fours), effort.any_win);
        let mut moves = match effort.only {
            Some(only) => self.ranked(only),
            None => self.root_moves(effort.lines),
        };
        self.avoid = effort.avoid;
        if moves.iter().any(|mv| self.avoid.contains(mv.square)) {
            // Without the forced moves, or all candidates, any move may be the best.
            let wider = effort.lines > 1
                || !matches!(self.board.forced(), Forced::Free)
                || moves.iter().all(|mv| self.avoid.contains(mv.square));
            if effort.only.is_none() && wider {
                moves = self.root_moves(usize::MAX);
            }
            moves.retain(|mv| !self.avoid.contains(mv.square));
        }
        if moves.is_empty() {
            self.avoid = SquareSet::EMPTY;
            moves = match effort.only {
                Some(only) => self.ranked(only),
                None => self.root_moves(effort.lines),
            };
        }
        // True if all legal moves are in the list, or those outside it lose at once.
        let mut complete =
            effort.only.is_some() || (self.avoid.is_empty() && !matches!(self.board.forced(), Forced::Free));
        if moves.is_empty() {
            return None;
        }
        let lines = effort.lines.clamp(1, moves.len());
        let mut found = SearchResult { depth: 0, moves: moves.clone(), ranked: lines };
        let mut depth = 1 + self.number as u32 % 2;
        while depth <= effort.depth {
            for line in 0..lines {
                self.rank_line(&mut moves, line, depth);
                if self.stopped {
                    break;
                }
                // A later search may put its move above the ones before.
                moves[..=line].sort_by_key(|mv| std::cmp::Reverse(mv.value));
            }
            if self.stopped {
                // A move that the unfinished iteration found better counts. With more lines the last whole iteration
                // does: values of two depths do not compare.
                if lines == 1 && moves[0].now > -INFINITE && moves[0].value == moves[0].now && found.depth > 0
                {
                    found.moves = moves;
                } else if found.depth == 0 {
                    self.first_guess(&mut found);
                }
                break;
            }
            if moves[0].value <= -PROVEN && !complete {
                complete = true;
                let known: SquareSet = moves.iter().map(|mv| mv.square).collect();
                let rest = self.board.empties() - known - self.avoid;
                moves.extend(rest.iter().filter(|&s| self.board.is_legal(s)).map(RootMove::new));
                continue;
            }
            found.depth = depth;
            found.moves.clone_from(&moves);
            report(&found, self);
            let sure_from = if effort.hurry { LIKELY } else { PROVEN };
            let sure = moves[..lines].iter().all(|mv| mv.value.abs() >= sure_from);
            if sure || (effort.hurry && moves.len() == 1 && depth >= 6) {
                break;
            }
            depth += 1;
        }
        Some(found)
    }

    /// The moves to search: those that do not lose at once, and others only if more lines are wanted.
    fn root_moves(&mut self, lines: usize) -> Vec<RootMove> {
        let them = self.board.to_move().opponent();
        let forced = self.board.forced();
        let mut moves: Vec<RootMove> = Vec::new();
        let mut add = |worker: &mut Self, more: SquareSet| {
            let more = worker.ranked(more - moves.iter().map(|mv| mv.square).collect());
            moves.extend(more);
            moves.len() < lines.max(1)
        };
        let first = match forced {
            Forced::Win(_, square) => SquareSet::one(square),
            Forced::Five(stops) | Forced::OpenFour(stops) => stops,
            // Lost; but one of the fives can be stopped.
            Forced::Lost => self.board.fives(them),
            Forced::Free => self.board.candidates(),
        };
        let mut more = add(self, first);
        if more && !matches!(forced, Forced::Free) {
            let threatened = self.board.fives(them) | self.board.points(them, Threat::OpenFour);
            more = add(self, threatened) && add(self, self.board.candidates());
        }
        if more && self.board.occupied().is_empty() {
            let center = self.board.size().center();
            let near = |&point: &Point| {
                point.row.abs_diff(center.row).max(point.col.abs_diff(center.col)) <= NEAR_CENTER
            };
            let around = self.board.size().points().filter(near).map(|point| self.board.square(point));
            let around = around.collect();
            more = add(self, SquareSet::one(self.board.square(center))) && add(self, around);
        }
        if more {
            add(self, self.board.empties());
        }
        moves
    }

    /// These moves, best first.
    fn ranked(&mut self, squares: SquareSet) -> Vec<RootMove> {
        let mut moves = Moves::new();
        self.score_moves(squares, 0, self.board.is_forced(), &mut moves);
        let sorted = moves.sorted().iter().map(|mv| mv.square());
        sorted.filter(|&square| self.board.is_legal(square)).map(RootMove::new).collect()
    }

    /// Finds the best of the moves from number `line` on, and moves it there.
    fn rank_line(&mut self, moves: &mut [RootMove], line: usize, depth: u32) {
        let expected = moves[line].value;
        let mut width = self.margin(self.params.window);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected > -INFINITE && !is_decided(expected) {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            moves[line..].iter_mut().for_each(|mv| mv.now = -INFINITE);
            let best = self.root(moves, line, alpha, beta, depth as i32 * PLY);
            // A stable sort: moves that did not beat alpha keep their order.
            moves[line..].sort_by_key(|mv| std::cmp::Reverse(mv.now));
            if self.stopped || self.won_enough(best) {
                return;
            }
            width += width / 2 + 4;
            if best <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if best <= -LIKELY || width > 4000 { -INFINITE } else { best - width };
            } else if best >= beta {
                beta = if best >= LIKELY || width > 4000 { INFINITE } else { best + width };
            } else {
                moves[line].value = moves[line].now;
                return;
            }
        }
    }

    /// Searches the root's moves from number `line` on. Returns the best value.
    fn root(&mut self, moves: &mut [RootMove], line: usize, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        let us = self.board.to_move();
        let them = us.opponent();
        let lowest = alpha;
        self.stack[0].eval = self.evaluate();
        self.root_width = beta - alpha;
        let mut best = -INFINITE;
        for (i, mv) in moves[line..].iter_mut().enumerate() {
            let square = mv.square;
            let before = self.clock.nodes();
            let tried = i + 1;
            let won = self.board.class(us, square) == Threat::Five;
            let (own, other) = (self.board.class(us, square), self.board.class(them, square));
            let here = &mut self.stack[0];
            (here.current_move, here.own, here.other) = (square, own, other);
            self.board.play(square);
            self.pv.clear(1);
            let deep = depth - PLY;
            let mut value = -INFINITE;
            if won {
                value = super::value::win_at(1);
            } else {
                if tried > 1 {
                    let less = if tried > 3 && depth >= 3 * PLY {
                        base_reduction(depth, tried, self.params.late) - self.params.late_root
                    } else {
                        0
                    };
                    let shallow = (deep - less).clamp(PLY.min(deep), deep);
                    value = -self.search::<false>(1, -alpha - 1, -alpha, shallow, true);
                    if value > alpha && shallow < deep && !self.stopped {
                        value = -self.search::<false>(1, -alpha - 1, -alpha, deep, false);
                    }
                }
                if (tried == 1 || value > alpha && !self.won_enough(value)) && !self.stopped {
                    value = -self.search::<true>(1, -beta, -alpha, deep, false);
                }
            }
            self.board.undo();
            mv.nodes += self.clock.nodes() - before;
            if self.stopped {
                return best;
            }
            if tried == 1 || value > alpha {
                mv.now = value;
                mv.then.clear();
                mv.then.extend_from_slice(self.pv.line(1));
                if value > lowest && (value < beta || value >= LIKELY) {
                    mv.value = value;
                }
            }
            if value > best {
                best = value;
                if value > alpha {
                    if value >= beta || self.won_enough(value) {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        // Without the avoided moves the best value is not that of the position.
        if line == 0 && best > lowest && best < beta && self.avoid.is_empty() {
            let entry = TtEntry {
                value: best,
                bound: Bound::Exact,
                depth,
                best: moves[line].square,
                eval: self.stack[0].eval,
                was_pv: true,
            };
            self.tt_store(self.board.key(), 0, entry);
        }
        best
    }

    /// True if a value wins and any win is enough.
    fn won_enough(&self, value: i32) -> bool {
        self.any_win && value >= LIKELY
    }

    /// The values before the first iteration ends: the static evaluation, or the forced outcome.
    fn first_guess(&mut self, found: &mut SearchResult) {
        let value = match self.board.forced() {
            Forced::Win(plies, _) if self.avoid.is_empty() => super::value::win_at(plies as usize),
            Forced::Lost => super::value::loss_at(2),
            _ => self.evaluate(),
        };
        for mv in &mut found.moves {
            if mv.value == -INFINITE {
                mv.value = value;
            }
        }
    }
}

impl RootMove {
    /// The move and its principal variation.
    pub(crate) fn line(&self) -> impl Iterator<Item = Square> {
        std::iter::once(self.square).chain(self.then.iter().copied())
    }

    fn new(square: Square) -> RootMove {
        RootMove { square, value: -INFINITE, now: -INFINITE, then: Vec::new(), nodes: 0 }
    }
}

/// The greatest depth of an iteration.
pub(crate) const MAX_DEPTH: u32 = MAX_PLY as u32 - 8;
