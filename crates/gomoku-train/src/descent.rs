//! Parts of all training: settings, Adam and the loss.

/// Settings of a training.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// Passes over the examples.
    pub epochs: usize,
    /// Examples per step.
    pub batch: usize,
    /// The first learning rate; it falls to a hundredth along a cosine.
    pub rate: f32,
    /// Weight decay: it draws rarely seen parameters to 0.
    pub decay: f32,
    /// Threads. The result does not depend on their number.
    pub threads: usize,
    /// The seed of the initial weights and of the order of examples.
    pub seed: u64,
}

impl Training {
    /// Settings for pattern weights.
    pub const WEIGHTS: Training =
        Training { epochs: 16, batch: 4096, rate: 0.01, decay: 0.02, threads: 1, seed: 1 };

    /// The same settings for the move order, which needs fewer passes.
    pub fn for_order(self) -> Training {
        Training { epochs: (self.epochs / 3).max(1), ..self }
    }

    /// Settings for a network.
    pub const NETWORK: Training =
        Training { epochs: 5, batch: 2048, rate: 0.003, decay: 0.3, threads: 1, seed: 1 };

    /// Settings for the policy of a network.
    pub const POLICY: Training =
        Training { epochs: 4, batch: 1024, rate: 0.01, decay: 0.0, threads: 1, seed: 1 };

    /// The learning rate at a step of all `steps`.
    pub(crate) fn rate_at(&self, step: usize, steps: usize) -> f32 {
        let part = step as f32 / steps as f32;
        self.rate * (0.01 + 0.99 * 0.5 * (1.0 + (part * std::f32::consts::PI).cos()))
    }
}

/// The result of an epoch: mean cross-entropy in nats.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// On the training examples.
    pub learnt: f64,
    /// On the held-out examples.
    pub held_back: f64,
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

pub(crate) fn cross_entropy(logit: f32, target: f32) -> f64 {
    // ln(1 + e^x) − t·x, without overflow.
    let x = f64::from(logit);
    x.max(0.0) + (-x.abs()).exp().ln_1p() - f64::from(target) * x
}

/// The damping of parameters that occur in every batch.
pub(crate) const DAMP: f32 = 1e-8;

/// Adam (D. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2015).
pub(crate) struct Adam {
    /// Gradients much smaller than this count less. Without it, rare parameters, whose gradients are tiny in the mean
    /// of a batch, would move as far as the others.
    damp: f32,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(size: usize, damp: f32) -> Adam {
        Adam { damp, mean: vec![0.0; size], square: vec![0.0; size], steps: 0 }
    }

    pub(crate) fn step(&mut self, params: &mut [f32], grad: &[f32], rate: f32) {
        self.steps += 1;
        let (m, s) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for (((p, g), mean), square) in params.iter_mut().zip(grad).zip(&mut self.mean).zip(&mut self.square)
        {
            *mean += 0.1 * (g - *mean);
            *square += 0.001 * (g * g - *square);
            *p -= rate * (*mean / m) / ((*square / s).sqrt() + self.damp);
        }
    }
}
