//! The training of the network: floating point, Adam, cross-entropy.
//!
//! The formulas are those of [`network`](tengen_gomoku::network). The evaluation of the pattern weights is added to the
//! logit and is not trained. During training the vector of a class is the sum of its own part and of the part of its
//! patterns, so that the patterns decide about rare windows. [`Learner::fold`] adds the parts.

use crate::boards::Boards;
use crate::descent::{Adam, DAMP, Epoch, Training};
use crate::gradient::{Field, Gradient};
use std::thread;
use tengen_board::random::SplitMix64;
use tengen_games::gomoku::Variant;
use tengen_gomoku::network::{FIRST, FloatNetwork, Network, PATTERN_PAIRS, WIDTH, WindowClasses};

/// A network in training.
#[derive(Clone, Debug)]
pub struct Learner {
    variant: Variant,
    classes: &'static WindowClasses,
    /// The own part of each class, and the heads.
    own: FloatNetwork,
    /// The part of each pair of patterns.
    parts: Vec<[f32; WIDTH]>,
}

/// Number of parts of a batch; a constant, so that sums do not depend on the threads.
const PIECES: usize = 4;

/// The damping of the own vectors of classes, for a window in one of 200 positions. It must be seen often before it
/// departs from its patterns.
const VECTORS_DAMP: f32 = 5e-6;

/// The same for the terms of the threats.
const THREATS_DAMP: f32 = 1e-4;

/// Number of lists of a head, the threats last.
const HEAD_LISTS: usize = 7;

impl Learner {
    /// A network that adds nothing yet to the evaluation of the weights.
    pub fn new(variant: Variant, seed: u64) -> Learner {
        let mut rng = SplitMix64(seed);
        let mut draw = |list: &mut [f32], scale: f32| {
            list.iter_mut().for_each(|x| *x = (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale);
        };
        let mut own = FloatNetwork::zero(variant);
        let mut parts = vec![[0.0; WIDTH]; PATTERN_PAIRS * Network::tables(variant)];
        draw(parts.as_flattened_mut(), 0.25);
        for head in &mut own.heads {
            draw(head.w1.as_flattened_mut(), (1.0 / WIDTH as f32).sqrt() / 2.0);
            draw(head.w2.as_flattened_mut(), (3.0 / FIRST as f32).sqrt());
            head.b1.fill(0.1);
            head.b2.fill(0.1);
        }
        Learner { variant, classes: WindowClasses::of(variant), own, parts }
    }

    /// The network with the parts of every class added.
    pub fn fold(&self) -> FloatNetwork {
        let mut folded = self.own.clone();
        self.fold_into(&mut folded);
        folded
    }

    fn fold_into(&self, folded: &mut FloatNetwork) {
        for (class, (to, own)) in folded.vectors.iter_mut().zip(&self.own.vectors).enumerate() {
            let part = &self.parts[self.classes.patterns(class)];
            to.iter_mut().zip(own).zip(part).for_each(|((to, own), part)| *to = own + part);
        }
        folded.heads.clone_from(&self.own.heads);
    }

    /// Trains on `boards` and holds out the last twentieth. Reports the loss on both parts after each epoch; epoch 0 is
    /// the loss of the weights alone.
    pub fn learn(&mut self, boards: &Boards, how: &Training, mut on_epoch: impl FnMut(Epoch)) {
        let held_back = boards.len() / 20;
        let known = boards.len() - held_back;
        let mut order: Vec<u32> = (0..boards.len() as u32).collect();
        let last = order.split_off(known);
        let mut rng = SplitMix64(how.seed ^ 0x5EED);
        let mut pieces: Vec<Gradient> = (0..PIECES).map(|_| Gradient::new(self.variant, boards)).collect();
        let damp = |list: usize| match list {
            0 => VECTORS_DAMP,
            _ if list.is_multiple_of(HEAD_LISTS) => THREATS_DAMP,
            _ => DAMP,
        };
        let lists = self.own.lists();
        let mut adams: Vec<Adam> =
            lists.iter().enumerate().map(|(i, list)| Adam::new(list.len(), damp(i))).collect();
        let mut parts_adam = Adam::new(self.parts.len() * WIDTH, DAMP);
        let mut parts = vec![[0.0; WIDTH]; self.parts.len()];
        let steps = (how.epochs * known.div_ceil(how.batch.max(1))).max(1);
        let mut step = 0;
        let mut folded = self.fold();
        let mean = |loss: f64, count: usize| loss / count.max(1) as f64;
        let loss = run(&folded, boards, &last, &mut pieces, false, how.threads);
        let weights = mean(loss, held_back);
        on_epoch(Epoch { number: 0, learnt: weights, held_back: weights });
        for number in 1..=how.epochs {
            (1..order.len()).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
            let mut learnt = 0.0;
            for batch in order.chunks(how.batch.max(1)) {
                learnt += run(&folded, boards, batch, &mut pieces, true, how.threads);
                let (sum, others) = pieces.split_at_mut(1);
                let sum = &mut sum[0].sum;
                let scale = 1.0 / batch.len() as f32;
                for other in others {
                    for (into, from) in sum.lists().into_iter().zip(other.sum.lists()) {
                        into.iter_mut().zip(from).for_each(|(a, b)| *a += *b);
                    }
                }
                sum.lists().into_iter().flatten().for_each(|x| *x *= scale);
                parts.as_flattened_mut().fill(0.0);
                for (class, from) in sum.vectors.iter().enumerate() {
                    let part = &mut parts[self.classes.patterns(class)];
                    part.iter_mut().zip(from).for_each(|(part, x)| *part += x);
                }
                let rate = how.rate_at(step, steps);
                for ((list, grad), adam) in self.own.lists().into_iter().zip(sum.lists()).zip(&mut adams) {
                    adam.step(list, grad, rate);
                }
                parts_adam.step(self.parts.as_flattened_mut(), parts.as_flattened(), rate);
                let shrink = 1.0 - rate * how.decay;
                self.own.vectors.as_flattened_mut().iter_mut().for_each(|x| *x *= shrink);
                self.own.heads.iter_mut().flat_map(|head| &mut head.threats).for_each(|x| *x *= shrink);
                self.fold_into(&mut folded);
                step += 1;
            }
            let held = run(&folded, boards, &last, &mut pieces, false, how.threads);
            on_epoch(Epoch { number, learnt: mean(learnt, known), held_back: mean(held, held_back) });
        }
    }
}

/// The sum of the losses of positions; with `learn` also adds up their gradients, part by part.
fn run(
    net: &FloatNetwork,
    boards: &Boards,
    which: &[u32],
    pieces: &mut [Gradient],
    learn: bool,
    threads: usize,
) -> f64 {
    let size = which.len().div_ceil(PIECES).max(1);
    let each = PIECES.div_ceil(threads.clamp(1, PIECES));
    pieces.iter_mut().for_each(|piece| piece.clear(learn));
    let fields: Vec<Field> = pieces[0].empty.iter().map(|windows| Field::new(net, windows)).collect();
    let mut shares = which.chunks(size);
    let mut work: Vec<(&mut Gradient, &[u32])> =
        pieces.iter_mut().map(|piece| (piece, shares.next().unwrap_or(&[]))).collect();
    let one = |(piece, share): &mut (&mut Gradient, &[u32])| {
        for &i in *share {
            crate::simd::look(piece, net, &fields, boards, boards.get(i as usize), learn);
        }
        if learn {
            piece.untouched(&fields);
        }
    };
    if each == PIECES {
        work.iter_mut().for_each(one);
    } else {
        thread::scope(|scope| {
            work.chunks_mut(each).for_each(|work| {
                scope.spawn(move || work.iter_mut().for_each(one));
            });
        });
    }
    drop(work);
    pieces.iter().map(|piece| piece.loss).sum()
}

#[cfg(test)]
#[path = "learner_tests.rs"]
mod tests;
