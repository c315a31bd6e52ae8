//! What is shown of a search: the ranked moves of the root, their lines and margins.

use super::{Totals, Tree, TreeNode};
use std::cmp::Ordering;
use tengen_board::Color;
use tengen_games::go::{NO_VERTEX, Vertex};
use tengen_games::{Game, Move};

/// A move with fewer visits than one in this number of those of the most visited move is ranked below it by visits.
const FEWEST_VISITS: u32 = 10;
/// Standard errors by which the lower confidence bound is below the win rate.
const ERRORS: f64 = 2.0;

/// A move of the root with its statistics at one moment: other threads may change the node while it is ranked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'t> {
    node: &'t TreeNode,
    /// Its number among the root's moves.
    n: usize,
    pub(crate) visits: u32,
    pub(crate) wins: f32,
    margin: f32,
    /// With its RAVE value.
    value: f32,
    /// Visits that it got by its value.
    chosen: u32,
}

impl Candidate<'_> {
    /// The point, `NO_VERTEX` for a pass.
    pub(crate) fn at(&self) -> Vertex {
        self.node.at
    }

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

/// What playouts have found in a tree.
#[derive(Clone, Copy)]
pub(crate) struct Findings<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) totals: &'t Totals,
}

impl<'t> Findings<'t> {
    fn candidates(self) -> Vec<Candidate<'t>> {
        let tree = self.tree;
        let candidate = |(n, node): (usize, &'t TreeNode)| {
            let (wins, margin) = (node.wins(), node.margin());
            // Read last: a visit counts before its win.
            let visits = node.visits();
            let chosen = match node.at {
                NO_VERTEX if tree.pass_ends => 0,
                NO_VERTEX => visits.saturating_sub(tree.forced_passes()),
                _ => visits,
            };
            Candidate {
                node,
                n,
                visits,
                wins,
                margin,
                value: node.mixed_value(tree.policy.rave as f32),
                chosen,
            }
        };
        tree.root.children().iter().enumerate().map(candidate).collect()
    }

    /// The root's moves. The most visited is the first; forced passes do not count. Those with enough visits follow by
    /// the lower confidence bound of their win rate, as in KataGo, then the rest by visits.
    pub(crate) fn ranked(self) -> Vec<Candidate<'t>> {
        let mut moves = self.candidates();
        moves.sort_by(|a, b| b.chosen.cmp(&a.chosen).then(b.value.total_cmp(&a.value)));
        let enough = moves[0].chosen.div_ceil(FEWEST_VISITS).max(2);
        let known = moves.partition_point(|candidate| candidate.chosen >= enough);
        let by_bound =
            |a: &Candidate, b: &Candidate| -> Ordering { b.lower_bound().total_cmp(&a.lower_bound()) };
        if known > 1 {
            moves[1..known].sort_by(by_bound);
        }
        moves
    }

    /// By how many visits the most visited move leads the next one, and `None` where there is no other.
    pub(crate) fn lead(self) -> Option<u32> {
        let mut chosen: Vec<u32> = self.candidates().iter().map(|candidate| candidate.chosen).collect();
        chosen.sort_unstable_by(|a, b| b.cmp(a));
        Some(chosen.first()? - chosen.get(1)?)
    }

    /// The median margin in points of the playouts through a move of the root, for the side to move there. The win rate
    /// and the median agree on who is ahead; a mean can be ruled by a few large losses.
    ///
    /// Playouts from before this search count in the win rate only. Where only they went through the move, there is
    /// their mean; where the two disagree on who is ahead, 0.
    pub(crate) fn median_margin(self, candidate: &Candidate<'_>) -> f32 {
        let side = if self.tree.position.to_move() == Color::Black { 1.0 } else { -1.0 };
        let visits = candidate.visits.max(1) as f32;
        let margin = self.totals.margins.median(candidate.n).map_or(candidate.margin / visits, |m| side * m);
        let ahead = candidate.wins / visits - 0.5;
        if candidate.visits > 0 && ahead * margin < 0.0 { 0.0 } else { margin }
    }

    /// The mean margin in points over all playouts, for black.
    pub(crate) fn black_margin(self) -> f32 {
        let sum: f32 = self.tree.root.children().iter().map(TreeNode::margin).sum();
        let black = if self.tree.position.to_move() == Color::Black { sum } else { -sum };
        black / self.totals.playouts().max(1) as f32
    }

    /// The principal variation from a move on: the most visited moves.
    pub(crate) fn line(self, candidate: &Candidate<'_>) -> Vec<Move> {
        let mut node = candidate.node;
        let mut moves = vec![self.tree.move_of(node.at)];
        while let Some(best) = node.children().iter().max_by_key(|child| child.visits())
            && best.visits() > 0
        {
            moves.push(self.tree.move_of(best.at));
            node = best;
        }
        moves
    }

    /// The length of the principal variation.
    pub(crate) fn depth(self) -> u32 {
        self.ranked().first().map_or(0, |best| self.line(best).len() as u32)
    }
}
