//! The order in which a node tries its moves.

use super::worker::Worker;
use crate::away::away;
use crate::ranked::Ranked;
use crate::rule::Rule;
use crate::spots::{Spot, Spots};

/// The most moves a node can have: every point of the largest board.
const MOST: usize = crate::spots::MAX_SPOTS;

/// The moves of one node; those that promise most are picked first.
pub(super) struct Moves {
    list: [Ranked; MOST],
    len: usize,
    /// The move picked last.
    last: Ranked,
}

impl Moves {
    #[inline]
    pub(super) fn new() -> Moves {
        Moves { list: [Ranked::NONE; MOST], len: 0, last: Ranked::ABOVE }
    }

    #[inline]
    pub(super) fn push(&mut self, mv: Ranked) {
        self.list[self.len] = mv;
        self.len += 1;
    }

    /// All of them in this order.
    pub(super) fn sorted(&mut self) -> &[Ranked] {
        let list = &mut self.list[..self.len];
        list.sort_unstable_by_key(|&mv| std::cmp::Reverse(mv));
        list
    }

    /// The move that promises most of those not picked yet.
    #[inline]
    pub(super) fn pick(&mut self) -> Option<Ranked> {
        // No two moves are equal, so none need be taken out of the list.
        let left = |&mv: &Ranked| if mv < self.last { mv } else { Ranked::NONE };
        let best = self.list[..self.len].iter().map(left).fold(Ranked::NONE, Ranked::max);
        self.last = best;
        (best != Ranked::NONE).then_some(best)
    }
}

impl<R: Rule> Worker<'_, R> {
    /// Adds moves to a list, each with what it promises; `forced` where a win is at hand or something must be stopped, of which the network has
    /// not learnt anything.
    pub(super) fn rank(&mut self, spots: Spots, ply: usize, forced: bool, moves: &mut Moves) {
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
            moves.push(Ranked::new(spot, promise));
        }
        if let Some(judge) = &mut self.judge
            && !forced
        {
            judge.prefer(self.position, &mut moves.list[..moves.len]);
        }
    }

    /// How far a move lies from another, as [`away`] numbers it.
    #[inline]
    pub(super) fn away(&self, from: Option<Spot>, to: Spot) -> Option<usize> {
        away(self.position.point(from?), self.position.point(to))
    }
}
