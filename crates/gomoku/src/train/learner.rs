//! The network while it learns: floating point, Adam, cross-entropy.
//!
//! A position is two heaps of *shapes*, one a colour: for every empty point the sorted combination of what a stone there would make
//! on the four axes. Each shape has a vector; the vectors of a heap are summed, and a small net reads the two sums, the
//! mover's first:
//!
//! ```text
//! sum(c)  = bias + Σ over the empty points of vector(shape of c)        width numbers, c = mover, opponent
//! hidden  = relu(W · (clip(sum(mover)), clip(sum(opponent))) + b)       clip keeps 0 to 1
//! logit   = v · hidden + d + t(threats that are ready)                  the mover wins with chance 1 / (1 + e^−logit)
//! ```
//!
//! This is Y. Nasu's efficiently updatable network ("Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018) with line shapes for features. While it learns, a shape's vector is a part of its own plus one part for each of
//! its four patterns, so that shapes seldom seen are judged by what they are made of; [`Learner::fold`] adds the parts up.

use super::examples::{Example, Examples, Heap};
use crate::weights::THREAT_TERMS;
use std::thread;
use tengen_games::conformance::SplitMix64;

/// How large the network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Shapes that a point can have.
    pub shapes: usize,
    /// Patterns that a shape is made of, four a shape.
    pub patterns: usize,
    /// Tables of vectors: one where the rules treat the colours alike, two (black's, white's) in renju.
    pub tables: usize,
    /// Numbers in a vector.
    pub width: usize,
    /// Hidden units.
    pub hidden: usize,
}

/// Where each part of the parameters begins.
#[derive(Clone, Copy, Debug)]
struct Layout {
    own: usize,
    parts: usize,
    bias: usize,
    w: usize,
    b: usize,
    v: usize,
    d: usize,
    threats: usize,
    end: usize,
}

impl Shape {
    fn layout(&self) -> Layout {
        let own = 0;
        let parts = own + self.tables * self.shapes * self.width;
        let bias = parts + self.tables * self.patterns * self.width;
        let w = bias + self.width;
        let b = w + self.hidden * 2 * self.width;
        let v = b + self.hidden;
        let d = v + self.hidden;
        let threats = d + 1;
        Layout { own, parts, bias, w, b, v, d, threats, end: threats + self.tables * THREAT_TERMS }
    }
}

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Times that every example is looked at.
    pub epochs: usize,
    /// Examples between two steps.
    pub batch: usize,
    /// The length of the first steps; it falls to a hundredth by a cosine.
    pub rate: f32,
    /// How strongly a shape's own part is drawn to nothing.
    pub decay: f32,
    /// Threads; the sums are taken in the same order whatever their number.
    pub threads: usize,
    /// The seed of the first weights and of the order.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Training {
        Training { epochs: 20, batch: 2048, rate: 0.002, decay: 0.02, threads: 1, seed: 1 }
    }
}

impl Training {
    /// The length of a step of all.
    pub(super) fn rate_at(&self, step: usize, steps: usize) -> f32 {
        let part = step as f32 / steps as f32;
        self.rate * (0.01 + 0.99 * 0.5 * (1.0 + (part * std::f32::consts::PI).cos()))
    }
}

/// What an epoch came to: mean cross-entropy in nats.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// On the examples learnt from.
    pub learnt: f64,
    /// On the examples held back.
    pub held_back: f64,
}

/// A network in floating point.
#[derive(Clone, Debug)]
pub struct Learner {
    shape: Shape,
    /// The four patterns of every shape.
    made_of: Vec<[u8; 4]>,
    params: Vec<f32>,
}

/// The network with its parts added up, as it plays: `vectors[table][shape][width]` and the rest in the order of the formulas.
#[derive(Clone, Debug, PartialEq)]
pub struct Folded {
    /// How large it is.
    pub shape: Shape,
    /// A vector a shape, table by table.
    pub vectors: Vec<f32>,
    /// What the sums begin with.
    pub bias: Vec<f32>,
    /// `hidden` rows of `2 · width`.
    pub w: Vec<f32>,
    /// The hidden units' own bias.
    pub b: Vec<f32>,
    /// The output's weights.
    pub v: Vec<f32>,
    /// The output's bias.
    pub d: f32,
    /// The terms of the threats that are ready, table by table.
    pub threats: Vec<f32>,
}

/// How many pieces a batch is cut into; a constant, so that sums do not depend on the threads.
const PIECES: usize = 8;

impl Learner {
    /// A network that knows nothing; `made_of` gives the four patterns of every shape.
    pub fn new(shape: Shape, made_of: Vec<[u8; 4]>, seed: u64) -> Learner {
        assert_eq!(made_of.len(), shape.shapes, "every shape is made of four patterns");
        let at = shape.layout();
        let mut rng = SplitMix64(seed);
        // Sums of a hundred vectors should begin well inside the clip.
        let mut draw = |scale: f32| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale;
        let mut params = vec![0.0; at.end];
        params[at.parts..at.bias].iter_mut().for_each(|p| *p = draw(0.02));
        params[at.bias..at.w].fill(0.3);
        let scale = (1.0 / shape.width as f32).sqrt();
        params[at.w..at.b].iter_mut().for_each(|p| *p = draw(scale));
        let scale = (1.0 / shape.hidden as f32).sqrt();
        params[at.v..at.d].iter_mut().for_each(|p| *p = draw(scale));
        Learner { shape, made_of, params }
    }

    /// Adds up the parts of every shape.
    pub fn fold(&self) -> Folded {
        let at = self.shape.layout();
        let mut vectors = vec![0.0; self.shape.tables * self.shape.shapes * self.shape.width];
        for table in 0..self.shape.tables {
            for shape in 0..self.shape.shapes {
                let to = (table * self.shape.shapes + shape) * self.shape.width;
                self.vector(table, shape, &mut vectors[to..to + self.shape.width]);
            }
        }
        Folded {
            shape: self.shape,
            vectors,
            bias: self.params[at.bias..at.w].to_vec(),
            w: self.params[at.w..at.b].to_vec(),
            b: self.params[at.b..at.v].to_vec(),
            v: self.params[at.v..at.d].to_vec(),
            d: self.params[at.d],
            threats: self.params[at.threats..].to_vec(),
        }
    }

    fn vector(&self, table: usize, shape: usize, out: &mut [f32]) {
        let (at, width) = (self.shape.layout(), self.shape.width);
        let own = at.own + (table * self.shape.shapes + shape) * width;
        out.copy_from_slice(&self.params[own..own + width]);
        for pattern in self.made_of[shape] {
            let part = at.parts + (table * self.shape.patterns + usize::from(pattern)) * width;
            out.iter_mut().zip(&self.params[part..part + width]).for_each(|(out, part)| *out += part);
        }
    }

    /// Learns from `examples`, all but the last twentieth, and tells after each epoch how well it does on both parts.
    pub fn learn(&mut self, examples: &Examples, how: &Training, mut on_epoch: impl FnMut(Epoch)) {
        let held_back = examples.len() / 20;
        let known = examples.len() - held_back;
        let mut order: Vec<u32> = (0..known as u32).collect();
        let mut rng = SplitMix64(how.seed ^ 0x5EED);
        let mut adam = Adam::new(self.params.len());
        let steps = (how.epochs * known.div_ceil(how.batch)).max(1);
        let mut step = 0;
        let last: Vec<u32> = (known as u32..examples.len() as u32).collect();
        for number in 1..=how.epochs {
            (1..order.len()).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
            let mut learnt = 0.0;
            for batch in order.chunks(how.batch.max(1)) {
                let folded = self.fold();
                let (loss, grad) = self.gradient(&folded, examples, batch, how.threads);
                learnt += loss;
                let rate = how.rate_at(step, steps);
                adam.step(&mut self.params, &grad, rate);
                let shrink = 1.0 - rate * how.decay;
                let at = self.shape.layout();
                self.params[..at.parts].iter_mut().for_each(|p| *p *= shrink);
                self.params[at.threats..].iter_mut().for_each(|p| *p *= shrink);
                step += 1;
            }
            let folded = self.fold();
            let held: f64 = last.iter().map(|&i| folded.loss(examples, i as usize)).sum();
            on_epoch(Epoch {
                number,
                learnt: learnt / known.max(1) as f64,
                held_back: held / held_back.max(1) as f64,
            });
        }
    }

    /// The summed loss of a batch, and the mean gradient of every parameter.
    fn gradient(
        &self,
        folded: &Folded,
        examples: &Examples,
        batch: &[u32],
        threads: usize,
    ) -> (f64, Vec<f32>) {
        let size = batch.len().div_ceil(PIECES).max(1);
        let pieces: Vec<&[u32]> = batch.chunks(size).collect();
        let mut done: Vec<Option<Gradient>> = pieces.iter().map(|_| None).collect();
        let workers = threads.clamp(1, PIECES);
        let each = pieces.len().div_ceil(workers).max(1);
        thread::scope(|scope| {
            for (done, pieces) in done.chunks_mut(each).zip(pieces.chunks(each)) {
                scope.spawn(move || {
                    for (done, piece) in done.iter_mut().zip(pieces) {
                        let mut gradient = Gradient::new(folded.shape);
                        piece.iter().for_each(|&i| gradient.add(folded, examples, i as usize));
                        *done = Some(gradient);
                    }
                });
            }
        });
        let mut sum = Gradient::new(folded.shape);
        done.into_iter().flatten().for_each(|piece| sum.merge(&piece));
        let mut grad = vec![0.0; self.params.len()];
        let (at, width) = (self.shape.layout(), self.shape.width);
        let scale = 1.0 / batch.len().max(1) as f32;
        grad[at.own..at.parts].iter_mut().zip(&sum.vectors).for_each(|(g, s)| *g = s * scale);
        for (row, vector) in sum.vectors.chunks_exact(width).enumerate() {
            let (table, shape) = (row / self.shape.shapes, row % self.shape.shapes);
            for pattern in self.made_of[shape] {
                let part = at.parts + (table * self.shape.patterns + usize::from(pattern)) * width;
                grad[part..part + width].iter_mut().zip(vector).for_each(|(g, s)| *g += s * scale);
            }
        }
        let rest =
            sum.bias.iter().chain(&sum.w).chain(&sum.b).chain(&sum.v).chain([&sum.d]).chain(&sum.threats);
        grad[at.bias..].iter_mut().zip(rest).for_each(|(g, s)| *g = s * scale);
        (sum.loss, grad)
    }
}

impl Folded {
    fn sum(&self, heap: Heap<'_>, out: &mut [f32]) {
        out.copy_from_slice(&self.bias);
        let width = self.shape.width;
        for &(shape, count) in heap.shapes {
            let row = (heap.table * self.shape.shapes + usize::from(shape)) * width;
            let count = f32::from(count);
            out.iter_mut().zip(&self.vectors[row..row + width]).for_each(|(out, v)| *out += count * v);
        }
    }

    /// The mover's chance to win as a logit; the example's own target is not looked at.
    pub fn logit(&self, example: &Example<'_>) -> f32 {
        Pass::new(self.shape).forward(self, example)
    }

    fn loss(&self, examples: &Examples, i: usize) -> f64 {
        let example = examples.get(i);
        cross_entropy(self.logit(&example), example.target)
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

pub(super) fn cross_entropy(logit: f32, target: f32) -> f64 {
    // ln(1 + e^x) − t·x, without overflow.
    let x = f64::from(logit);
    x.max(0.0) + (-x.abs()).exp().ln_1p() - f64::from(target) * x
}

/// The numbers of one pass through the net.
struct Pass {
    sums: Vec<f32>,
    input: Vec<f32>,
    hidden: Vec<f32>,
}

impl Pass {
    fn new(shape: Shape) -> Pass {
        Pass {
            sums: vec![0.0; 2 * shape.width],
            input: vec![0.0; 2 * shape.width],
            hidden: vec![0.0; shape.hidden],
        }
    }

    fn forward(&mut self, net: &Folded, example: &Example<'_>) -> f32 {
        let (first, second) = self.sums.split_at_mut(net.shape.width);
        net.sum(example.mover, first);
        net.sum(example.opponent, second);
        self.input.iter_mut().zip(&self.sums).for_each(|(input, sum)| *input = sum.clamp(0.0, 1.0));
        for (h, (row, bias)) in self.hidden.iter_mut().zip(net.w.chunks_exact(self.input.len()).zip(&net.b)) {
            *h = (row.iter().zip(&self.input).map(|(w, x)| w * x).sum::<f32>() + bias).max(0.0);
        }
        self.hidden.iter().zip(&net.v).map(|(h, v)| h * v).sum::<f32>()
            + net.d
            + net.threats[example.mover.table * THREAT_TERMS + example.threats]
    }
}

/// The gradient of the folded parameters, summed over examples.
struct Gradient {
    pass: Pass,
    down: Vec<f32>,
    vectors: Vec<f32>,
    bias: Vec<f32>,
    w: Vec<f32>,
    b: Vec<f32>,
    v: Vec<f32>,
    d: f32,
    threats: Vec<f32>,
    loss: f64,
}

impl Gradient {
    fn new(shape: Shape) -> Gradient {
        Gradient {
            pass: Pass::new(shape),
            down: vec![0.0; 2 * shape.width],
            vectors: vec![0.0; shape.tables * shape.shapes * shape.width],
            bias: vec![0.0; shape.width],
            w: vec![0.0; shape.hidden * 2 * shape.width],
            b: vec![0.0; shape.hidden],
            v: vec![0.0; shape.hidden],
            d: 0.0,
            threats: vec![0.0; shape.tables * THREAT_TERMS],
            loss: 0.0,
        }
    }

    fn add(&mut self, net: &Folded, examples: &Examples, i: usize) {
        let example = examples.get(i);
        let logit = self.pass.forward(net, &example);
        self.loss += cross_entropy(logit, example.target);
        let error = sigmoid(logit) - example.target;
        self.d += error;
        self.threats[example.mover.table * THREAT_TERMS + example.threats] += error;
        self.down.fill(0.0);
        let inputs = self.pass.input.len();
        for (j, &h) in self.pass.hidden.iter().enumerate() {
            self.v[j] += error * h;
            if h > 0.0 {
                let error = error * net.v[j];
                self.b[j] += error;
                let row = j * inputs..(j + 1) * inputs;
                self.w[row.clone()].iter_mut().zip(&self.pass.input).for_each(|(g, x)| *g += error * x);
                self.down.iter_mut().zip(&net.w[row]).for_each(|(g, w)| *g += error * w);
            }
        }
        // Beyond the clip a sum changes nothing, so it learns nothing.
        self.down.iter_mut().zip(&self.pass.sums).for_each(|(g, s)| {
            if !(0.0..=1.0).contains(s) {
                *g = 0.0;
            }
        });
        let width = net.shape.width;
        for (half, heap) in [example.mover, example.opponent].into_iter().enumerate() {
            let down = &self.down[half * width..(half + 1) * width];
            self.bias.iter_mut().zip(down).for_each(|(g, s)| *g += s);
            for &(shape, count) in heap.shapes {
                let row = (heap.table * net.shape.shapes + usize::from(shape)) * width;
                let count = f32::from(count);
                self.vectors[row..row + width].iter_mut().zip(down).for_each(|(g, s)| *g += count * s);
            }
        }
    }

    fn merge(&mut self, other: &Gradient) {
        let pairs = [
            (&mut self.vectors, &other.vectors),
            (&mut self.bias, &other.bias),
            (&mut self.w, &other.w),
            (&mut self.b, &other.b),
            (&mut self.v, &other.v),
            (&mut self.threats, &other.threats),
        ];
        for (into, from) in pairs {
            into.iter_mut().zip(from).for_each(|(a, b)| *a += b);
        }
        self.d += other.d;
        self.loss += other.loss;
    }
}

/// Adam (D. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2015).
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(size: usize) -> Adam {
        Adam { mean: vec![0.0; size], square: vec![0.0; size], steps: 0 }
    }

    pub(super) fn step(&mut self, params: &mut [f32], grad: &[f32], rate: f32) {
        self.steps += 1;
        let (m, s) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (((p, g), mean), square) in params.iter_mut().zip(grad).zip(&mut self.mean).zip(&mut self.square)
        {
            *mean += 0.1 * (g - *mean);
            *square += 0.001 * (g * g - *square);
            *p -= rate * (*mean / m) / ((*square / s).sqrt() + 1e-8);
        }
    }
}
