//! Values of positions by search.

use crate::{Sample, count_empties, parallel, position};
use std::sync::Arc;
use tengen_engine::{Analysis, Engine, Limits, Proof, Score, Stop};
use tengen_games::othello::Board;
use tengen_othello::Player;
use tengen_othello::eval::PatternWeights;

/// How positions are valued.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// Positions with at most this many empties are solved.
    pub exact: u32,
    /// The depth of the searches that value all others, in plies.
    pub depth: u32,
    /// Threads.
    pub threads: usize,
}

impl Labels {
    /// The positions with their values by searches with `weights`; `None` if it was stopped.
    pub fn run(
        &self,
        positions: &[Board<u64>],
        weights: &Arc<PatternWeights>,
        stop: &Stop,
    ) -> Option<Vec<Sample>> {
        parallel(positions, self.threads, stop, || {
            let mut player = Player::default().with_weights(weights.clone()).with_table(2);
            move |_, &board| {
                let depth = if count_empties(&board) <= self.exact { 60 } else { self.depth };
                Sample { board, value: value(&analyze(&mut player, &board, depth)) }
            }
        })
    }
}

/// A search to a depth.
pub(crate) fn analyze(player: &mut Player, board: &Board<u64>, depth: u32) -> Analysis {
    player.analyze(&position(board), &Limits::depth(depth), &Stop::new(), &mut |_| ())
}

/// The value of an analysis for the side to move, in discs; at the end of the game, where there is none, 0.
pub(crate) fn value(analysis: &Analysis) -> f32 {
    match analysis.score() {
        Some(Score::Estimate { value, .. }) => value,
        Some(Score::Proven(Proof::Margin(margin))) => margin,
        _ => 0.0,
    }
}
