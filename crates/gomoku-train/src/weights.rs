//! The training of the pattern weights and of the move order.
//!
//! The evaluation is a logistic regression on [`Examples`]. The move order is trained on the moves that the engine
//! chose: the probability of a move is a softmax over all candidates of the value of its own patterns and of the
//! opponent's.

use crate::descent::{Adam, DAMP, Epoch, Training, cross_entropy, sigmoid};
use crate::examples::{Examples, Heap};
use crate::positions::Choices;
use tengen_board::Color;
use tengen_board::random::SplitMix64;
use tengen_games::gomoku::Variant;
use tengen_gomoku::network::Network;
use tengen_gomoku::{COMBINATIONS, ClassWeights, ORDER_UNIT, Pattern, THREAT_TERMS, Threat, combination};

/// Trains the values of patterns and threats in `weights`, in the unit of their scale.
pub fn worth(weights: &mut ClassWeights, examples: &Examples, how: &Training, on_epoch: impl FnMut(Epoch)) {
    let variant = weights.variant();
    let tables = Network::tables(variant);
    let threats = tables * COMBINATIONS;
    let mut params = vec![0.0; threats + tables * THREAT_TERMS];
    let terms = |i: usize, each: &mut dyn FnMut(usize, f32)| {
        let example = examples.get(i);
        let mut heap = |heap: Heap<'_>, sign: f32| {
            let at = heap.table * COMBINATIONS;
            heap.shapes
                .iter()
                .for_each(|&(shape, count)| each(at + usize::from(shape), sign * f32::from(count) / 2.0));
        };
        heap(example.mover, 1.0);
        heap(example.opponent, -1.0);
        each(threats + example.mover.table * THREAT_TERMS + example.threats, 1.0);
    };
    let look = |params: &[f32], i: usize, grad: Option<&mut [f32]>| {
        let mut logit = 0.0;
        terms(i, &mut |at, times| logit += params[at] * times);
        let target = examples.get(i).target;
        if let Some(grad) = grad {
            let error = sigmoid(logit) - target;
            terms(i, &mut |at, times| grad[at] += error * times);
        }
        cross_entropy(logit, target)
    };
    descend(&mut params, examples.len(), how, look, on_epoch);
    let scale = weights.scale();
    let whole = |x: f32| (x * scale).round().clamp(-30_000.0, 30_000.0) as i16;
    for color in Color::BOTH {
        let table = Network::table(variant, color);
        for patterns in all_patterns() {
            weights.set_worth(color, patterns, whole(params[table * COMBINATIONS + combination(patterns)]));
        }
        for own in 0..64 {
            for other in 0..64 {
                let at = threats + table * THREAT_TERMS + tengen_gomoku::threat_index(own, other);
                weights.set_threat(color, own, other, whole(params[at]));
            }
        }
    }
}

/// Trains the move order in `weights`. Fives and open fours keep a fixed high rank.
pub fn order(weights: &mut ClassWeights, choices: &Choices, how: &Training, on_epoch: impl FnMut(Epoch)) {
    let variant = weights.variant();
    let tables = Network::tables(variant);
    let defend = tables * COMBINATIONS;
    let mut params = vec![0.0; 2 * defend];
    let look = |params: &[f32], i: usize, grad: Option<&mut [f32]>| {
        let (table, candidates, chosen) = choices.get(i);
        let at = |&(own, other): &(u16, u16)| {
            let table = usize::from(table) * COMBINATIONS;
            (table + usize::from(own), defend + table + usize::from(other))
        };
        let score = |candidate: &(u16, u16)| {
            let (attack, defend) = at(candidate);
            params[attack] + params[defend]
        };
        let most = candidates.iter().map(score).fold(f32::MIN, f32::max);
        let sum: f32 = candidates.iter().map(|c| (score(c) - most).exp()).sum();
        if let Some(grad) = grad {
            for (j, candidate) in candidates.iter().enumerate() {
                let error = (score(candidate) - most).exp() / sum - f32::from(u8::from(j == chosen));
                let (attack, defend) = at(candidate);
                grad[attack] += error;
                grad[defend] += error;
            }
        }
        f64::from(sum.ln() + most - score(&candidates[chosen]))
    };
    descend(&mut params, choices.len(), how, look, on_epoch);
    let whole = |x: f32| (x * ORDER_UNIT as f32).round().clamp(-3_000.0, 3_000.0) as i16;
    for color in Color::BOTH {
        let table = Network::table(variant, color) * COMBINATIONS;
        for patterns in all_patterns() {
            let at = table + combination(patterns);
            let rank = |by: Color| match Threat::of_patterns(variant, by, patterns) {
                Threat::Five => 10_000,
                Threat::OpenFour => 5_000,
                _ => 0,
            };
            let attack = whole(params[at]) + rank(color);
            let defend = whole(params[defend + at]) + rank(color.opponent()) / 5 * 4;
            weights.set_order(color, patterns, attack, defend);
        }
    }
}

fn all_patterns() -> impl Iterator<Item = [Pattern; 4]> {
    let all = || Pattern::ALL.into_iter();
    all()
        .flat_map(move |a| all().flat_map(move |b| all().flat_map(move |c| all().map(move |d| [a, b, c, d]))))
}

/// Adam over `count` examples, with the last twentieth held out; `look` returns the loss of an example and adds its
/// gradient.
fn descend(
    params: &mut [f32],
    count: usize,
    how: &Training,
    look: impl Fn(&[f32], usize, Option<&mut [f32]>) -> f64,
    mut on_epoch: impl FnMut(Epoch),
) {
    let held_back = count / 20;
    let known = count - held_back;
    let mut order: Vec<usize> = (0..known).collect();
    let mut rng = SplitMix64(how.seed ^ 0x5EED);
    let mut adam = Adam::new(params.len(), DAMP);
    let mut grad = vec![0.0; params.len()];
    let steps = (how.epochs * known.div_ceil(how.batch.max(1))).max(1);
    let mut step = 0;
    for number in 1..=how.epochs {
        (1..order.len()).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
        let mut learnt = 0.0;
        for batch in order.chunks(how.batch.max(1)) {
            grad.fill(0.0);
            learnt += batch.iter().map(|&i| look(params, i, Some(&mut grad))).sum::<f64>();
            grad.iter_mut().for_each(|g| *g /= batch.len() as f32);
            let rate = how.rate_at(step, steps);
            adam.step(params, &grad, rate);
            params.iter_mut().for_each(|p| *p *= 1.0 - rate * how.decay);
            step += 1;
        }
        let held: f64 = (known..count).map(|i| look(params, i, None)).sum();
        on_epoch(Epoch {
            number,
            learnt: learnt / known.max(1) as f64,
            held_back: held / held_back.max(1) as f64,
        });
    }
}

/// Zero weights of a variant, with the scale for training.
pub fn blank(variant: Variant) -> ClassWeights {
    let mut weights = ClassWeights::zero(variant);
    weights.set_scale(SCALE);
    weights
}

/// The value of odds of e to 1, the same as in a network's logits.
const SCALE: f32 = tengen_gomoku::network::ONE as f32;
