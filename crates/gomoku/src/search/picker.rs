//! Move ordering.

use super::reductions::NodeContext;
use super::worker::{NONE, Worker};
use crate::board::offset::offset_index;
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::eval::scored_move::ScoredMove;

/// The most moves of a node: all squares of the largest board.
const MAX_MOVES: usize = crate::board::squares::MAX_SQUARES;

/// The moves of a node, picked in the order of their scores.
pub(super) struct Moves {
    list: [ScoredMove; MAX_MOVES],
    len: usize,
    /// The last move picked.
    last: ScoredMove,
}

impl Moves {
    #[inline]
    pub(super) fn new() -> Moves {
        Moves { list: [ScoredMove::NONE; MAX_MOVES], len: 0, last: ScoredMove::ABOVE }
    }

    #[inline]
    pub(super) fn push(&mut self, mv: ScoredMove) {
        self.list[self.len] = mv;
        self.len += 1;
    }

    /// All moves, best first.
    pub(super) fn sorted(&mut self) -> &[ScoredMove] {
        let list = &mut self.list[..self.len];
        list.sort_unstable_by_key(|&mv| std::cmp::Reverse(mv));
        list
    }

    /// The best move that has not been picked.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<ScoredMove> {
        // No two moves are equal, so picked ones stay in the list.
        let left = |&mv: &ScoredMove| if mv < self.last { mv } else { ScoredMove::NONE };
        let best = self.list[..self.len].iter().map(left).fold(ScoredMove::NONE, ScoredMove::max);
        self.last = best;
        (best != ScoredMove::NONE).then_some(best)
    }
}

/// The moves of a node in the order of the search: the table move, then the others by their scores.
pub(super) struct MovePicker {
    /// The table move until it is picked.
    first: Square,
    /// The other squares, until their moves are scored.
    others: Option<SquareSet>,
    moves: Moves,
}

impl MovePicker {
    /// Picks from `squares`. The table move may be another, unless `only` these stop a threat; `NONE` if there is none.
    #[inline]
    pub(super) fn new(squares: SquareSet, tt_move: Square, only: bool) -> MovePicker {
        let first = if tt_move != NONE && (!only || squares.contains(tt_move)) { tt_move } else { NONE };
        let others = if first == NONE { squares } else { squares - SquareSet::one(first) };
        MovePicker { first, others: Some(others), moves: Moves::new() }
    }
}

impl<R: RuleSet> Worker<'_, R> {
    /// The next move of a node. The moves are scored only when the table move has been searched.
    #[inline]
    pub(super) fn next_move(&mut self, picker: &mut MovePicker, node: &NodeContext) -> Option<Square> {
        if picker.first != NONE {
            return Some(std::mem::replace(&mut picker.first, NONE));
        }
        if let Some(squares) = picker.others.take() {
            self.score_moves(squares, node.ply, node.stopping, &mut picker.moves);
        }
        picker.moves.pick().map(ScoredMove::square)
    }

    /// Adds moves with their ordering scores. `forced` is true if a win is at hand or a threat must be stopped: the
    /// network has not learnt such positions and is skipped.
    pub(super) fn score_moves(&mut self, squares: SquareSet, ply: usize, forced: bool, moves: &mut Moves) {
        let p = self.params;
        let us = self.board.to_move();
        let last = self.board.last_move();
        let counter = last.and_then(|last| self.history.counter(us, last));
        let killers = self.stack[ply].killers;
        let from = last.map(|last| self.board.point(last));
        for square in squares {
            let mut score = self.values.order(self.board, square);
            let away = from.and_then(|from| offset_index(from, self.board.point(square)));
            let learnt = self.history.main_score(us, square) * p.order_history
                + self.history.answer_score(us, away) * p.order_answer;
            score += learnt >> 12;
            if Some(square) == counter {
                score += p.order_counter;
            }
            if square == killers[0] || square == killers[1] {
                score += p.order_killer;
            }
            moves.push(ScoredMove::new(square, score));
        }
        if let Some(evaluator) = &mut self.evaluator
            && !forced
        {
            evaluator.prefer(self.board, &mut moves.list[..moves.len]);
        }
    }

    /// The number of the offset between two moves, if it is small enough.
    #[inline]
    pub(super) fn offset(&self, from: Option<Square>, to: Square) -> Option<usize> {
        offset_index(self.board.point(from?), self.board.point(to))
    }
}
