//! A slow network, written from the description alone: nested loops over whole numbers, one point at a time.

use crate::net::planes::PLANES;
use crate::playout::Recent;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point};
use tengen_games::{Game, go};

/// A layer; weights by output, input, row and column.
pub(super) struct SlowLayer {
    pub(super) weights: Vec<i8>,
    pub(super) scale: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

/// A network with its numbers in the order of the file.
pub(super) struct SlowNet {
    pub(super) channels: usize,
    pub(super) layers: Vec<SlowLayer>,
    pub(super) head: Vec<f32>,
    pub(super) head_bias: f32,
}

/// Activations by channel, then by point in reading order.
type Activations = Vec<Vec<u8>>;

/// Each plane by point in reading order; liberties are counted on the board of the rules.
pub(super) fn planes(game: &go::Position, recent: Recent) -> Vec<Vec<bool>> {
    let board = game.board();
    let liberties = |n: usize| move |at| board.color(at).is_some() && board.liberties(at).len() == n;
    let is = |color: Color| move |at| board.color(at) == Some(color);
    let ko = game.ko_point().map(|point| board.vertex(point));
    let own = game.to_move();
    let conditions: [Box<dyn Fn(go::Vertex) -> bool>; PLANES] = [
        Box::new(|_| true),
        Box::new(is(own)),
        Box::new(is(!own)),
        Box::new(liberties(1)),
        Box::new(liberties(2)),
        Box::new(liberties(3)),
        Box::new(|at| at == recent.last),
        Box::new(|at| at == recent.before),
        Box::new(|at| Some(at) == ko),
    ];
    conditions.iter().map(|condition| board.vertices().map(condition).collect()).collect()
}

impl SlowLayer {
    fn random(inputs: usize, outputs: usize, rng: &mut SplitMix64) -> SlowLayer {
        let weights = (0..outputs * inputs * 9).map(|_| (rng.below(255) as i32 - 127) as i8).collect();
        // Sums are about 40 · 73 · √(9 · inputs / 2).
        let size = 1.0 / (100.0 * (inputs as f32).sqrt());
        let scale = (0..outputs).map(|_| size * (0.25 + unit(rng).abs())).collect();
        let bias = (0..outputs).map(|_| 20.0 * unit(rng)).collect();
        SlowLayer { weights, scale, bias }
    }

    fn apply(&self, input: &Activations, residual: Option<&Activations>, game: &go::Position) -> Activations {
        let (size, inputs) = (game.board().size(), input.len());
        let mut output = vec![vec![0; size.area()]; self.scale.len()];
        for (out, activations) in output.iter_mut().enumerate() {
            for (index, activation) in activations.iter_mut().enumerate() {
                let mut sum = 0i32;
                for dy in -1..=1 {
                    for dx in -1..=1 {
                        let point: Point = size.point(index);
                        let Some(from) = size.offset(point, dy, dx) else { continue };
                        for (n, input) in input.iter().enumerate() {
                            let tap = (3 * (dy + 1) + dx + 1) as usize;
                            let weight = self.weights[(out * inputs + n) * 9 + tap];
                            sum += i32::from(input[size.index(from)]) * i32::from(weight);
                        }
                    }
                }
                let mut value = sum as f32 * self.scale[out];
                value += self.bias[out];
                if let Some(residual) = residual {
                    value += f32::from(residual[out][index]);
                }
                *activation = value.round_ties_even().clamp(0.0, 127.0) as u8;
            }
        }
        output
    }
}

/// A number from −1 to 1.
fn unit(rng: &mut SplitMix64) -> f32 {
    rng.below(2_000_001) as f32 / 1e6 - 1.0
}

impl SlowNet {
    pub(super) fn random(channels: usize, blocks: usize, rng: &mut SplitMix64) -> SlowNet {
        let mut layers = vec![SlowLayer::random(PLANES, channels, rng)];
        layers.extend((0..2 * blocks).map(|_| SlowLayer::random(channels, channels, rng)));
        let head = (0..channels).map(|_| unit(rng)).collect();
        SlowNet { channels, layers, head, head_bias: unit(rng) }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = b"TGNET001".to_vec();
        for number in [PLANES, self.channels, self.layers.len() / 2] {
            bytes.extend((number as u32).to_le_bytes());
        }
        let floats = |bytes: &mut Vec<u8>, floats: &[f32]| {
            bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
        };
        for layer in &self.layers {
            bytes.extend(layer.weights.iter().map(|&weight| weight as u8));
            floats(&mut bytes, &layer.scale);
            floats(&mut bytes, &layer.bias);
        }
        floats(&mut bytes, &self.head);
        floats(&mut bytes, &[self.head_bias]);
        bytes
    }

    /// The activations after the last block.
    pub(super) fn body(&self, game: &go::Position, recent: Recent) -> Activations {
        let planes = planes(game, recent);
        let planes =
            planes.iter().map(|plane| plane.iter().map(|&bit| 16 * u8::from(bit)).collect()).collect();
        let mut x = self.layers[0].apply(&planes, None, game);
        for block in self.layers[1..].chunks(2) {
            let y = block[0].apply(&x, None, game);
            x = block[1].apply(&y, Some(&x), game);
        }
        x
    }

    /// The logits of the points in reading order.
    pub(super) fn head(&self, x: &Activations) -> Vec<f32> {
        let mut points = Vec::new();
        for p in 0..x[0].len() {
            let mut sum = 0.0;
            for (channel, weight) in x.iter().zip(&self.head) {
                sum += f32::from(channel[p]) * weight;
            }
            points.push(sum + self.head_bias);
        }
        points
    }
}
