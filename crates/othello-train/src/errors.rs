//! How far searches of different depths lie apart: what ProbCut must know.

use crate::labels::{analyze, value};
use crate::parallel;
use std::sync::Arc;
use tengen_engine::Stop;
use tengen_games::othello::Board;
use tengen_othello::Player;
use tengen_othello::eval::PatternWeights;

/// The values of positions at each depth from 0 to `depth`, in discs; `None` if it was stopped.
pub fn values_by_depth(
    positions: &[Board<u64>],
    weights: &Arc<PatternWeights>,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Option<Vec<Vec<f32>>> {
    parallel(positions, threads, stop, || {
        let mut player = Player::default().with_weights(weights.clone()).with_table(8);
        let weights = weights.clone();
        move |_, &board| {
            let at = |depth| match depth {
                0 => weights.evaluate(&board),
                _ => value(&analyze(&mut player, &board, depth)),
            };
            (0..=depth).map(at).collect()
        }
    })
}
