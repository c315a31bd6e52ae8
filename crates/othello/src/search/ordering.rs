//! The order in which the moves of a node are searched: the table's move, then by shallow searches or by mobility.

use super::{ETC_DEPTH, NodeOf, Search, Solvable, TableOf};
use crate::eval::{DISC, Evaluator};
use crate::moves::Child;
use crate::probcut;
use crate::table::SearchTable;
use tengen_games::othello::Bits;
use tengen_games::othello::backend::Flips;

/// What a move of the opponent is worth in the order of moves, in hundredths of a disc.
const ORDER_MOBILITY: i32 = 25;
/// The same in a search to the end of the game, where few moves to search are worth more than a good evaluation.
const ORDER_MOBILITY_TO_END: i32 = 100;
/// The largest depth of a node whose moves are ordered by the opponent's moves alone: evaluations cost more there than
/// the better order saves.
const MOBILITY_TO: u32 = 4;
/// Moves that are worse than this far below the window need no order.
const ORDER_MARGIN: i32 = 8 * DISC;

/// The depth of the searches that order the moves of a node. Where an earlier search failed low, every move will
/// probably be searched, and a search to the end saves the work.
#[inline(always)]
pub(super) fn order_depth(depth: u32, to_end: bool, fails_low: bool) -> u32 {
    let from = if to_end { 19 } else { 7 };
    if depth < from || to_end && fails_low { 0 } else { (1 + (depth - from) / 4).min(4) }
}

impl<F: Flips<Set: Solvable>, E: Evaluator<F::Set>> Search<'_, F, E> {
    /// Lists the moves, without order.
    #[inline(always)]
    pub(super) fn list_moves(&mut self, node: &NodeOf<F, E>, moves: F::Set, depth: u32) {
        let board = &node.board;
        for square in moves.squares() {
            let flips = self.f.flips(square, board.own, board.opp);
            if depth >= ETC_DEPTH {
                self.tables.shared.prefetch(TableOf::<F>::key(&board.turn(square, flips)));
            }
            self.children.push(Child { square: square as u8, score: 0, flips });
        }
    }

    /// Gives the listed moves their order scores: the table's move first, then by shallow searches where the node is
    /// deep, by evaluation and the opponent's mobility nearer to the leaves, and at last by mobility alone.
    #[inline(always)]
    pub(super) fn score_moves(
        &mut self,
        node: &NodeOf<F, E>,
        children: std::ops::Range<usize>,
        depths: (u32, u32),
        to_end: bool,
        alpha: i32,
        tt_move: Option<u16>,
    ) {
        for i in children {
            let Child { square, flips, .. } = self.children[i];
            self.children[i].score = if tt_move == Some(u16::from(square)) {
                i32::MAX
            } else if flips == node.board.opp {
                i32::MAX - 1
            } else if depths.0 >= 2 {
                self.order_score(node, (square, flips), depths, to_end, alpha)
            } else {
                0
            };
        }
    }

    /// The order score of a move and its flips, at a node of the first of these depths, by a search of the second.
    #[inline(always)]
    fn order_score(
        &mut self,
        node: &NodeOf<F, E>,
        (square, flips): (u8, F::Set),
        (depth, shallow): (u32, u32),
        to_end: bool,
        alpha: i32,
    ) -> i32 {
        let board = node.board.turn(usize::from(square), flips);
        let replies = self.f.ends(board.own, board.opp) & board.empties();
        let mobility = (replies.count() + (replies & self.frame.corners).count()) as i32;
        if depth <= MOBILITY_TO {
            return -mobility;
        }
        let next = &self.after(node, square, flips);
        let value = if shallow == 0 {
            self.eval.rough_value(self.f, &next.board, &next.state)
        } else {
            let limit = self.frame.area * DISC;
            self.probcut_level += probcut::MAX_LEVEL;
            let value = self.scout(next, shallow, -limit, -(alpha - ORDER_MARGIN));
            self.probcut_level -= probcut::MAX_LEVEL;
            value
        };
        let weight = if to_end { ORDER_MOBILITY_TO_END } else { ORDER_MOBILITY };
        -value - weight * mobility
    }
}
