//! Prior values of new moves: how likely the engine is to choose each after a search.
//!
//! The chance of a move comes from its learnt strength (`strengths`), which knows what can be read, and from a network
//! (`net`), which sees more of the board. The square root of their product counts. On large boards `opening` says what
//! neither has learnt.
//!
//! A move in a small enclosed region gets a prior for what it gains there too (`enclosed`).
//!
//! A likely move begins with virtual wins: "heuristic initial values" of S. Gelly and D. Silver, "Combining online and
//! offline knowledge in UCT", 2007.

use crate::board::Board;
use crate::by_hand;
use crate::features::{Features, Shapes};
use crate::net::{self, Scratch};
use crate::opening;
use crate::playout::{Policy, Recent};
use crate::strengths::LEARNT;
use tengen_board::Color;
use tengen_games::Game as _;
use tengen_games::go::{self, Vertex};

/// Virtual playouts, and how many of them the side that moves wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prior {
    pub(crate) visits: f32,
    pub(crate) wins: f32,
}

/// A gain in an enclosed region that decides more than most other moves do, in points.
const LARGE_GAIN: f32 = 8.0;
/// More than the gain of a neutral point, which playouts see: it is a point for the one side or for the other.
const LEAST_GAIN: f32 = 2.5;

impl Prior {
    /// Adds virtual playouts, won or lost, for what a move gains or loses in an enclosed region: `most` for a large
    /// gain.
    pub(crate) fn add_gain(&mut self, gain: f32, most: u32) {
        let share = if gain.abs() < LEAST_GAIN { 0.0 } else { (gain.abs() / LARGE_GAIN).min(1.0) };
        let visits = most as f32 * share;
        self.visits += visits;
        self.wins += if gain > 0.0 { visits } else { 0.0 };
    }
}

/// The prior of a pass: low, so that it is searched last.
pub(crate) const PASS: Prior = Prior { visits: 12.0, wins: 1.2 };

/// The prior of a pass in this position. Where territory counts, a stone on a settled board costs a point, so on a
/// board that is half full a pass is likely.
pub(crate) fn of_pass(position: &go::Position) -> Prior {
    let (board, rules) = (position.board(), position.rules());
    let empty = board.vertices().filter(|&at| board.color(at).is_none()).count();
    let is_late = 2 * empty < board.size().area();
    let costs = rules.scoring == go::Scoring::Territory && rules.passes_to_end > 0;
    Prior { wins: if is_late && costs { 10.0 } else { PASS.wins }, ..PASS }
}

/// The priors of stones of `color` on `moves`, which are all the moves worth a look. `scratch` is the network's.
pub(crate) fn of_stones(
    board: &mut Board,
    rules: &go::Board,
    moves: &[Vertex],
    color: Color,
    recent: Recent,
    policy: &Policy,
    scratch: &mut Scratch,
) -> Vec<Prior> {
    let mut strengths: Vec<f32> = if policy.learnt {
        let features = Features::new(board, rules, moves, color, recent);
        let shapes = Shapes::new(board, rules, color);
        moves.iter().map(|&at| LEARNT.of(features.of(at), &shapes.keys(rules, at))).collect()
    } else {
        by_hand::strengths(board, rules, moves, color, recent)
    };
    if policy.net
        && let Some(network) = &*net::SHIPPED
    {
        let logits = network.logits(board, rules, recent, color, scratch);
        let logit = |at: Vertex| logits[rules.size().index(rules.point(at))];
        // Less the largest, so that nothing overflows.
        let most = moves.iter().map(|&at| logit(at)).fold(f32::NEG_INFINITY, f32::max);
        for (strength, &at) in strengths.iter_mut().zip(moves) {
            *strength = (*strength * exp(logit(at) - most)).sqrt();
        }
    }
    if policy.opening {
        opening::weigh(rules, moves, &mut strengths);
    }
    let total: f32 = strengths.iter().sum();
    let even = policy.even as f32;
    let priors = strengths.iter().map(|&strength| {
        let likely = (strength / total).sqrt() * policy.likely as f32;
        Prior { visits: even + likely, wins: even / 2.0 + likely }
    });
    priors.collect()
}

/// The exponential of `x`, at most 0, to some millionths of it; 0 below -87. That of a system differs between systems.
fn exp(x: f32) -> f32 {
    let x = x * std::f32::consts::LOG2_E;
    let whole = x.floor();
    if whole < -126.0 {
        return 0.0;
    }
    // The series of 2^f, f from 0 to 1, about the middle; 2^whole is an exponent alone.
    let f = (x - whole - 0.5) * std::f32::consts::LN_2;
    let series =
        1.0 + f * (1.0 + f / 2.0 * (1.0 + f / 3.0 * (1.0 + f / 4.0 * (1.0 + f / 5.0 * (1.0 + f / 6.0)))));
    series * std::f32::consts::SQRT_2 * f32::from_bits(((whole + 127.0) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_system() {
        for n in 0..=200_000 {
            let x = -f32::from_bits(0x3f80_0000 + 97 * n) * if n % 2 == 0 { 1.0 } else { 0.01 };
            let (own, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((own - exact).abs() <= 2e-6 * exact + 1e-37, "{x}: {own}, {exact}");
        }
        assert_eq!((exp(-1000.0), exp(f32::NEG_INFINITY)), (0.0, 0.0));
    }
}
