//! The order in which a node tries its moves.

use super::worker::Worker;
use crate::board::offset::offset_index;
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::eval::scored_move::ScoredMove;

/// The most moves a node can have: every point of the largest board.
const MOST: usize = crate::board::squares::MAX_SQUARES;

/// The moves of one node; those that score most are picked first.
pub(super) struct Moves {
    list: [ScoredMove; MOST],
    len: usize,
    /// The move picked last.
    last: ScoredMove,
}

impl Moves {
    #[inline]
    pub(super) fn new() -> Moves {
        Moves { list: [ScoredMove::NONE; MOST], len: 0, last: ScoredMove::ABOVE }
    }

    #[inline]
    pub(super) fn push(&mut self, mv: ScoredMove) {
        self.list[self.len] = mv;
        self.len += 1;
    }

    /// All of them in this order.
    pub(super) fn sorted(&mut self) -> &[ScoredMove] {
        let list = &mut self.list[..self.len];
        list.sort_unstable_by_key(|&mv| std::cmp::Reverse(mv));
        list
    }

    /// The move that scores most of those not picked yet.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<ScoredMove> {
        // No two moves are equal, so none need be taken out of the list.
        let left = |&mv: &ScoredMove| if mv < self.last { mv } else { ScoredMove::NONE };
        let best = self.list[..self.len].iter().map(left).fold(ScoredMove::NONE, ScoredMove::max);
        self.last = best;
        (best != ScoredMove::NONE).then_some(best)
    }
}

impl<R: RuleSet> Worker<'_, R> {
    /// Adds moves to a list, each with what it scores; `forced` where a win is at hand or something must be stopped, of which the network has
    /// not learnt anything.
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

    /// How far a move lies from another, as [`offset_index`] numbers it.
    #[inline]
    pub(super) fn offset(&self, from: Option<Square>, to: Square) -> Option<usize> {
        offset_index(self.board.point(from?), self.board.point(to))
    }
}
