//! The gradient of the network: a position forward and backward.

use crate::boards::{Board, Boards, Sight, Windows};
use crate::descent::{cross_entropy, sigmoid};
use tengen_games::gomoku::Variant;
use tengen_gomoku::network::{
    FIRST, FloatNetwork, POINT_MAX, POINT_ONE, SECOND, SUM_UNIT, WIDTH, WindowClasses,
};

/// The maximum of a number of a point.
pub(crate) const MOST: f32 = POINT_MAX as f32 / POINT_ONE as f32;

/// The contributions of the points of an empty board.
pub(crate) struct Field {
    pub(crate) fours: Vec<[f32; 2 * WIDTH]>,
    pub(crate) sums: [f32; 2 * WIDTH],
}

impl Field {
    pub(crate) fn new(net: &FloatNetwork, windows: &[Windows]) -> Field {
        let fours: Vec<_> = windows.iter().map(|windows| four(net, windows)).collect();
        let mut sums = [0.0; 2 * WIDTH];
        fours.iter().for_each(|four| sums.iter_mut().zip(four).for_each(|(sum, x)| *sum += clip(*x)));
        Field { fours, sums }
    }
}

/// The gradient of the folded network, summed over positions.
pub(crate) struct Gradient {
    pub(crate) classes: &'static WindowClasses,
    /// The windows of all points of each empty board.
    pub(crate) empty: Vec<Vec<Windows>>,
    pub(crate) sum: FloatNetwork,
    pub(crate) loss: f64,
    /// For each board size: the gradient of all sums, and for each point the part not from its untouched windows.
    slopes: Vec<([f32; 2 * WIDTH], Vec<[f32; 2 * WIDTH]>)>,
    sight: Sight,
    fours: Vec<[f32; 2 * WIDTH]>,
}

impl Gradient {
    pub(crate) fn new(variant: Variant, boards: &Boards) -> Gradient {
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

    pub(crate) fn clear(&mut self, learn: bool) {
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
    pub(crate) fn untouched(&mut self, fields: &[Field]) {
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
pub(crate) fn four(net: &FloatNetwork, point: &Windows) -> [f32; 2 * WIDTH] {
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
