//! The order in which a node tries its moves.

use super::worker::Worker;
use crate::away::away;
use crate::rule::Rule;
use crate::spots::{Spot, Spots};

/// The most moves a node can have: every point of the largest board.
const MOST: usize = crate::spots::MAX_SPOTS;

/// The moves of one node with what they promise; the best are picked first.
pub(super) struct Moves {
    list: [(i32, Spot); MOST],
    len: usize,
    next: usize,
}

impl Moves {
    #[inline]
    pub(super) fn new() -> Moves {
        Moves { list: [(0, 0); MOST], len: 0, next: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, promise: i32, spot: Spot) {
        self.list[self.len] = (promise, spot);
        self.len += 1;
    }

    /// The move that promises most of those not picked yet.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<(Spot, i32)> {
        let left = &mut self.list[self.next..self.len];
        let best = (1..left.len()).fold(0, |best, i| if left[i].0 > left[best].0 { i } else { best });
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.next += 1;
        Some((left[0].1, left[0].0))
    }
}

impl<R: Rule> Worker<'_, R> {
    /// Adds moves to a list, each with what it promises.
    pub(super) fn rank(&mut self, spots: Spots, ply: usize, moves: &mut Moves) {
        let p = self.params;
        let us = self.position.to_move();
        let last = self.position.last_move();
        let counter = last.and_then(|last| self.history.counter(us, last));
        let killers = self.stack[ply].killers;
        let from = last.map(|last| self.position.point(last));
        for spot in spots {
            let mut promise = self.position.order(spot);
            let away = from.and_then(|from| away(from, self.position.point(spot)));
            let learnt = self.history.of(us, spot) * p.order_history
                + self.history.of_answer(us, away) * p.order_answer;
            promise += learnt >> 12;
            if Some(spot) == counter {
                promise += p.order_counter;
            }
            if spot == killers[0] || spot == killers[1] {
                promise += p.order_killer;
            }
            moves.push(promise, spot);
        }
        if let Some(judge) = &mut self.judge
            && !self.position.is_forced()
        {
            judge.prefer(&self.position, &mut moves.list[..moves.len]);
        }
    }

    /// How far a move lies from another, as [`away`] numbers it.
    #[inline]
    pub(super) fn away(&self, from: Option<Spot>, to: Spot) -> Option<usize> {
        away(self.position.point(from?), self.position.point(to))
    }
}
