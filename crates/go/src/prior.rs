//! Prior values of new moves: how likely the engine is to choose each after a search, from features of the board.
//!
//! The chance of a move comes from its learnt strength (`strengths`). A likely move begins with virtual wins:
//! "heuristic initial values" of S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", 2007.

use crate::board::Board;
use crate::by_hand;
use crate::features::{Features, Shapes};
use crate::playout::{Policy, Recent};
use crate::strengths::LEARNT;
use tengen_board::Color;
use tengen_games::go::{self, Vertex};

/// Virtual playouts, and how many of them the side that moves wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prior {
    pub(crate) visits: f32,
    pub(crate) wins: f32,
}

/// The prior of a pass: low, so that it is searched last.
pub(crate) const PASS: Prior = Prior { visits: 12.0, wins: 1.2 };

/// The priors of stones of `color` on `moves`, which are all the moves worth a look.
pub(crate) fn of_stones(
    board: &mut Board,
    rules: &go::Board,
    moves: &[Vertex],
    color: Color,
    recent: Recent,
    policy: &Policy,
) -> Vec<Prior> {
    let strengths: Vec<f32> = if policy.learnt {
        let features = Features::new(board, rules, moves, color, recent);
        let shapes = Shapes::new(board, rules, color);
        moves.iter().map(|&at| LEARNT.of(features.of(at), &shapes.keys(rules, at))).collect()
    } else {
        by_hand::strengths(board, rules, moves, color, recent)
    };
    let total: f32 = strengths.iter().sum();
    let even = policy.even as f32;
    let priors = strengths.iter().map(|&strength| {
        let likely = (strength / total).sqrt() * policy.likely as f32;
        Prior { visits: even + likely, wins: even / 2.0 + likely }
    });
    priors.collect()
}
