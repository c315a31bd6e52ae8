//! The training of the network: floating point, Adam, cross-entropy.
//!
//! The formulas are those of [`network`](tengen_gomoku::network). The evaluation of the pattern weights is added to the
//! logit and is not trained. During training the vector of a class is the sum of its own part and of the part of its
//! patterns, so that the patterns decide about rare windows. [`Learner::fold`] adds the parts.

use crate::boards::{Board, Boards, Sight, Windows};
use crate::descent::{Adam, DAMP, Epoch, Training, cross_entropy, sigmoid};
use std::thread;
use tengen_board::random::SplitMix64;
use tengen_games::gomoku::Variant;
use tengen_gomoku::network::{
    FIRST, FloatNetwork, Network, PATTERN_PAIRS, POINT_MAX, POINT_ONE, SECOND, SUM_UNIT, WIDTH, WindowClasses,
};

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

/// The maximum of a number of a point.
pub(crate) const MOST: f32 = POINT_MAX as f32 / POINT_ONE as f32;

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

/// The contributions of the points of an empty board.
pub(crate) struct Field {
    fours: Vec<[f32; 2 * WIDTH]>,
    sums: [f32; 2 * WIDTH],
}

impl Field {
    fn new(net: &FloatNetwork, windows: &[Windows]) -> Field {
        let fours: Vec<_> = windows.iter().map(|windows| four(net, windows)).collect();
        let mut sums = [0.0; 2 * WIDTH];
        fours.iter().for_each(|four| sums.iter_mut().zip(four).for_each(|(sum, x)| *sum += clip(*x)));
        Field { fours, sums }
    }
}

/// The gradient of the folded network, summed over positions.
pub(crate) struct Gradient {
    classes: &'static WindowClasses,
    /// The windows of all points of each empty board.
    empty: Vec<Vec<Windows>>,
    sum: FloatNetwork,
    loss: f64,
    /// For each board size: the gradient of all sums, and for each point the part not from its untouched windows.
    slopes: Vec<([f32; 2 * WIDTH], Vec<[f32; 2 * WIDTH]>)>,
    sight: Sight,
    fours: Vec<[f32; 2 * WIDTH]>,
}

impl Gradient {
    fn new(variant: Variant, boards: &Boards) -> Gradient {
        let classes = WindowClasses::of(variant);
        let empty = boards.empty(classes);
        Gradient {
            slopes: empty.iter().map(|all| ([0.0; 2 * WIDTH], vec![[0.0; 2 * WIDTH]; all.len()])).collect(),
            empty,
            classes,
            sum: FloatNetwork::zero(variant),
            loss: 0.0,
            sight: Sight::default(),
            fours: Vec::new(),
        }
    }

    fn clear(&mut self, learn: bool) {
        self.loss = 0.0;
        if learn {
            self.sum.lists().into_iter().for_each(|list| list.fill(0.0));
            for (all, touched) in &mut self.slopes {
                all.fill(0.0);
                touched.as_flattened_mut().fill(0.0);
            }
        }
    }

    /// Adds the gradient of windows without stones, which most points have, for all positions at once.
    fn untouched(&mut self, fields: &[Field]) {
        for (i, (all, touched)) in self.slopes.iter().enumerate() {
            for (square, point) in self.empty[i].iter().enumerate() {
                let mut slope = *all;
                slope.iter_mut().zip(&touched[square]).for_each(|(slope, touched)| *slope -= touched);
                down(&mut self.sum, point, &fields[i].fours[square], &slope);
            }
        }
    }

    /// Adds a position. Inlined into its callers and so compiled for their instructions.
    #[inline(always)]
    pub(crate) fn look(
        &mut self,
        net: &FloatNetwork,
        fields: &[Field],
        boards: &Boards,
        board: &Board,
        learn: bool,
    ) {
        boards.see(board, self.classes, &mut self.sight);
        // Forward: the points, the sums, the layers.
        let Field { fours: before, sums } = &fields[board.field()];
        let mut sums = *sums;
        for &square in &self.sight.touched {
            sums.iter_mut().zip(&before[usize::from(square)]).for_each(|(sum, x)| *sum -= clip(*x));
        }
        self.fours.clear();
        for point in &self.sight.windows {
            let four = four(net, point);
            sums.iter_mut().zip(&four).for_each(|(sum, x)| *sum += clip(*x));
            self.fours.push(four);
        }
        let mover = board.mover();
        let table = if net.heads.len() == 1 { 0 } else { mover.index() };
        let head = &net.heads[table];
        let own = mover.index() * WIDTH;
        let mut input = [0.0; 2 * WIDTH];
        for i in 0..WIDTH {
            input[i] = sums[own + i] / SUM_UNIT as f32;
            input[WIDTH + i] = sums[WIDTH - own + i] / SUM_UNIT as f32;
        }
        let first: [f32; FIRST] = layer(&head.w1, &head.b1, &input);
        let second: [f32; SECOND] = layer(&head.w2, &head.b2, &first);
        let logit = dot(&head.v, &second) + head.d + head.threats[usize::from(board.threats)] + board.base;
        self.loss += cross_entropy(logit, board.target);
        if !learn {
            return;
        }
        // Backward.
        let error = sigmoid(logit) - board.target;
        let grad = &mut self.sum.heads[table];
        grad.d += error;
        grad.threats[usize::from(board.threats)] += error;
        grad.v.iter_mut().zip(&second).for_each(|(g, x)| *g += error * x);
        let mut down = [0.0; SECOND];
        (0..SECOND).for_each(|i| down[i] = if second[i] > 0.0 { error * head.v[i] } else { 0.0 });
        let mut down = back(&head.w2, &mut grad.w2, &mut grad.b2, &first, &down);
        (0..FIRST).for_each(|i| down[i] = if first[i] > 0.0 { down[i] } else { 0.0 });
        let down = back(&head.w1, &mut grad.w1, &mut grad.b1, &input, &down);
        let mut slope = [0.0; 2 * WIDTH];
        for i in 0..WIDTH {
            slope[own + i] = down[i] / SUM_UNIT as f32;
            slope[WIDTH - own + i] = down[WIDTH + i] / SUM_UNIT as f32;
        }
        let (all, touched) = &mut self.slopes[board.field()];
        all.iter_mut().zip(&slope).for_each(|(sum, x)| *sum += x);
        for &square in &self.sight.touched {
            touched[usize::from(square)].iter_mut().zip(&slope).for_each(|(sum, x)| *sum += x);
        }
        for (point, four) in self.sight.windows.iter().zip(&self.fours) {
            self::down(&mut self.sum, point, four, &slope);
        }
    }
}

#[inline(always)]
pub(crate) fn clip(x: f32) -> f32 {
    x.clamp(0.0, MOST)
}

/// The sum of the vectors of a point.
#[inline(always)]
fn four(net: &FloatNetwork, point: &Windows) -> [f32; 2 * WIDTH] {
    let mut four = [0.0; 2 * WIDTH];
    for class in point {
        for view in 0..2 {
            let vector = &net.vectors[usize::from(class[view])];
            four[view * WIDTH..][..WIDTH].iter_mut().zip(vector).for_each(|(four, x)| *four += x);
        }
    }
    four
}

/// Adds the gradient of the vectors of a point.
#[inline(always)]
fn down(sum: &mut FloatNetwork, point: &Windows, four: &[f32; 2 * WIDTH], slope: &[f32; 2 * WIDTH]) {
    let mut down = [0.0; 2 * WIDTH];
    for i in 0..2 * WIDTH {
        down[i] = if four[i] > 0.0 && four[i] < MOST { slope[i] } else { 0.0 };
    }
    for class in point {
        for view in 0..2 {
            let vector = &mut sum.vectors[usize::from(class[view])];
            vector.iter_mut().zip(&down[view * WIDTH..]).for_each(|(g, x)| *g += x);
        }
    }
}

#[inline(always)]
fn layer<const IN: usize, const OUT: usize>(
    w: &[[f32; IN]; OUT],
    b: &[f32; OUT],
    input: &[f32; IN],
) -> [f32; OUT] {
    let mut out = [0.0; OUT];
    (0..OUT).for_each(|unit| out[unit] = (dot(&w[unit], input) + b[unit]).max(0.0));
    out
}

/// Adds the gradient of a layer and returns the gradient of its inputs.
#[inline(always)]
fn back<const IN: usize, const OUT: usize>(
    w: &[[f32; IN]; OUT],
    grad_w: &mut [[f32; IN]; OUT],
    grad_b: &mut [f32; OUT],
    input: &[f32; IN],
    down: &[f32; OUT],
) -> [f32; IN] {
    let mut slope = [0.0; IN];
    for unit in (0..OUT).filter(|&unit| down[unit] != 0.0) {
        grad_b[unit] += down[unit];
        for i in 0..IN {
            grad_w[unit][i] += down[unit] * input[i];
            slope[i] += down[unit] * w[unit][i];
        }
    }
    slope
}

/// The scalar product, in eight sums for vector instructions.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        (0..8).for_each(|i| lanes[i] += a[i] * b[i]);
    }
    lanes.iter().sum()
}

#[cfg(test)]
#[path = "learner_tests.rs"]
mod tests;
