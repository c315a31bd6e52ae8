//! What is shown of a search: the ranked moves of the root, their lines and margins.

use super::{Tree, TreeNode};
use std::cmp::Ordering;
use tengen_board::Color;
use tengen_games::go::NO_VERTEX;
use tengen_games::{Game, Move};

/// A move with fewer visits than one in this number of those of the most visited move is ranked below it by visits.
const FEWEST_VISITS: u32 = 10;
/// Standard errors by which the lower confidence bound is below the win rate.
const ERRORS: f64 = 2.0;

impl TreeNode {
    /// The win rate and its standard error. Half a win and half a loss are added, so that a few playouts of one kind
    /// are not certain.
    fn rate(&self) -> (f64, f64) {
        let n = f64::from(self.visits) + 1.0;
        let rate = (f64::from(self.wins) + 0.5) / n;
        (rate, (rate * (1.0 - rate) / n).sqrt())
    }

    /// The standard error of the win rate.
    pub(crate) fn error(&self) -> f32 {
        self.rate().1 as f32
    }

    /// The lower confidence bound of the win rate.
    fn lower_bound(&self) -> f64 {
        let (rate, error) = self.rate();
        rate - ERRORS * error
    }
}

impl Tree {
    /// Visits of a move of the root that it got by its value.
    pub(super) fn chosen(&self, node: &TreeNode) -> u32 {
        match node.at {
            NO_VERTEX if self.pass_ends => 0,
            NO_VERTEX => node.visits.saturating_sub(self.forced_passes),
            _ => node.visits,
        }
    }

    /// The root's moves. The most visited is the first; forced passes do not count. Those with enough visits follow by
    /// the lower confidence bound of their win rate, as in KataGo, then the rest by visits.
    pub(crate) fn ranked(&self) -> Vec<&TreeNode> {
        let mut moves: Vec<&TreeNode> = self.children(&self.nodes[0]).iter().collect();
        let value = |node: &TreeNode| node.mixed_value(self.policy.rave as f32);
        let by_visits = |a: &&TreeNode, b: &&TreeNode| {
            self.chosen(b).cmp(&self.chosen(a)).then(value(b).total_cmp(&value(a)))
        };
        moves.sort_by(by_visits);
        let enough = self.chosen(moves[0]).div_ceil(FEWEST_VISITS).max(2);
        let known = moves.partition_point(|node| self.chosen(node) >= enough);
        let by_bound =
            |a: &&TreeNode, b: &&TreeNode| -> Ordering { b.lower_bound().total_cmp(&a.lower_bound()) };
        if known > 1 {
            moves[1..known].sort_by(by_bound);
        }
        moves
    }

    /// The median margin in points of the playouts through a move of the root, for the side to move there. The win rate
    /// and the median agree on who is ahead; a mean can be ruled by a few large losses.
    ///
    /// Playouts from before this search count in the win rate only. Where only they went through the move, there is
    /// their mean; where the two disagree on who is ahead, 0.
    pub(crate) fn median_margin(&self, node: &TreeNode) -> f32 {
        let found = self.children(&self.nodes[0]).iter().position(|child| child.at == node.at);
        let side = if self.position.to_move() == Color::Black { 1.0 } else { -1.0 };
        let visits = node.visits.max(1) as f32;
        let margin = found.and_then(|n| self.margins.median(n)).map_or(node.margin / visits, |m| side * m);
        let ahead = node.wins / visits - 0.5;
        if node.visits > 0 && ahead * margin < 0.0 { 0.0 } else { margin }
    }

    /// The mean margin in points over all playouts, for black.
    pub(crate) fn black_margin(&self) -> f32 {
        let sum: f32 = self.children(&self.nodes[0]).iter().map(|child| child.margin).sum();
        let black = if self.position.to_move() == Color::Black { sum } else { -sum };
        black / self.playouts.max(1) as f32
    }

    /// The principal variation from `node` on: the most visited moves.
    pub(crate) fn line<'a>(&'a self, mut node: &'a TreeNode) -> Vec<Move> {
        let mut moves = vec![self.move_of(node)];
        while let Some(best) = self.children(node).iter().max_by_key(|child| child.visits)
            && best.visits > 0
        {
            moves.push(self.move_of(best));
            node = best;
        }
        moves
    }

    /// True if a pass ends the game by a count of all stones as alive.
    pub(crate) fn pass_ends(&self) -> bool {
        self.pass_ends
    }

    /// The length of the principal variation.
    pub(crate) fn depth(&self) -> u32 {
        self.ranked().first().map_or(0, |best| self.line(best).len() as u32)
    }
}
