//! Fits a network to what the tables leave, by stochastic gradient descent on the squared error.

use crate::fit::{Errors, keep_out, root_mean_square};
use crate::{Sample, count_empties};
use tengen_board::random::SplitMix64;
use tengen_engine::Stop;
use tengen_games::othello::backend::Portable;
use tengen_othello::eval::network::{HIDDEN, INPUTS, NetworkValues, inputs, move_counts, network_of};
use tengen_othello::eval::{Indices, PatternWeights};

/// How a network is fitted.
#[derive(Clone, Debug)]
pub struct NetworkFit {
    /// Passes over the positions.
    pub epochs: u32,
    /// The steps of the rows of the first layer in the first pass; from pass to pass they shrink evenly. Each row has
    /// its own steps: the root of the sum of its squared gradients divides them (J. Duchi and others, "Adaptive
    /// Subgradient Methods", 2011).
    pub rate: f32,
    /// The same of the last layer, in discs.
    pub output_rate: f32,
    /// The pull of every value of a row towards zero, for each step of rate 1.
    pub decay: f32,
}

impl Default for NetworkFit {
    fn default() -> NetworkFit {
        NetworkFit { epochs: 18, rate: 0.04, output_rate: 0.001, decay: 0.003 }
    }
}

/// Values of a row of the first layer stay below: the engine keeps them in a byte.
const ROW_LIMIT: f32 = 127.0 / 256.0;

/// A position as its rows of the first layer.
struct Input {
    patterns: [u16; INPUTS],
    moves: [usize; 2],
    /// Which of the network's numbers of empties it has.
    place: usize,
    /// What the tables leave, in discs.
    target: f32,
}

impl Input {
    fn new(sample: &Sample, tables: &PatternWeights) -> Input {
        let board = &sample.board;
        Input {
            patterns: inputs(&Indices::new(board.own, board.opp)),
            moves: move_counts(Portable, board),
            place: network_of(count_empties(board)).map_or(0, |(_, place)| place),
            target: sample.value - tables.table_sum(board),
        }
    }
}

/// A row with the sum of its squared gradients, which makes its steps smaller.
struct Learner<'a> {
    row: &'a mut [f32; HIDDEN],
    squares: &'a mut f32,
}

impl Learner<'_> {
    #[inline]
    fn step(self, gradient: &[f32; HIDDEN], square: f32, (rate, decay): (f32, f32), limit: f32) {
        *self.squares += square;
        let rate = rate / self.squares.sqrt();
        let keep = 1.0 - rate * decay;
        for (value, part) in self.row.iter_mut().zip(gradient) {
            *value = (*value * keep + rate * part).clamp(-limit, limit);
        }
    }
}

/// The sums of squared gradients of all rows.
struct Squares {
    patterns: Vec<f32>,
    own_moves: Vec<f32>,
    opp_moves: Vec<f32>,
    discs: Vec<f32>,
    output: f32,
}

/// The outputs of the hidden layer before they are squared.
fn hidden(values: &NetworkValues, input: &Input) -> [f32; HIDDEN] {
    let [own, opp] = input.moves;
    let (own, opp, disc) = (&values.own_moves[own], &values.opp_moves[opp], &values.discs[input.place]);
    let mut sums: [f32; HIDDEN] = std::array::from_fn(|unit| own[unit] + opp[unit] + disc[unit]);
    for &number in &input.patterns {
        for (sum, part) in sums.iter_mut().zip(&values.rows[usize::from(number)]) {
            *sum += part;
        }
    }
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

fn error(values: &NetworkValues, input: &Input, hidden: &[f32; HIDDEN]) -> f32 {
    input.target - hidden.iter().zip(&values.output).map(|(unit, weight)| unit * unit * weight).sum::<f32>()
}

fn mean_square(values: &[f32; HIDDEN]) -> f32 {
    values.iter().map(|value| value * value).sum::<f32>() / HIDDEN as f32
}

impl NetworkFit {
    /// Fits a network to the values of `samples` less those of the tables of `weights`. All samples must be positions
    /// of this one network. `None` if it was stopped.
    pub fn run(
        &self,
        weights: &PatternWeights,
        samples: &[Sample],
        seed: u64,
        stop: &Stop,
    ) -> Option<(NetworkValues, Errors)> {
        let mut rng = SplitMix64(seed);
        let mut all: Vec<Input> = samples.iter().map(|sample| Input::new(sample, weights)).collect();
        let kept_out = keep_out(&mut all, &mut rng);
        let mut values = first_values(&mut rng);
        let first = |rows: usize| vec![FIRST_SQUARES; rows];
        let mut squares = Squares {
            patterns: first(values.rows.len()),
            own_moves: first(values.own_moves.len()),
            opp_moves: first(values.opp_moves.len()),
            discs: first(values.discs.len()),
            output: 1.0,
        };
        for epoch in 0..self.epochs {
            if stop.is_raised() {
                return None;
            }
            let part = 1.0 - epoch as f32 / self.epochs as f32;
            let pass = NetworkFit { rate: part * self.rate, output_rate: part * self.output_rate, ..*self };
            for input in &all {
                pass.learn(&mut values, &mut squares, input);
            }
        }
        let error_of = |input: &Input| error(&values, input, &hidden(&values, input));
        let errors = Errors {
            before: root_mean_square(&kept_out, |input| input.target),
            training: root_mean_square(&all, error_of),
            validation: root_mean_square(&kept_out, error_of),
        };
        Some((values, errors))
    }

    /// A step towards the value of one position.
    #[inline]
    fn learn(&self, values: &mut NetworkValues, squares: &mut Squares, input: &Input) {
        let hidden = hidden(values, input);
        let error = error(values, input, &hidden);
        // A unit that is cut off does not change with its sum.
        let first: [f32; HIDDEN] = std::array::from_fn(|unit| {
            let is_inside = hidden[unit] > 0.0 && hidden[unit] < 1.0;
            if is_inside { error * values.output[unit] * 2.0 * hidden[unit] } else { 0.0 }
        });
        let last = hidden.map(|unit| error * unit * unit);
        Learner { row: &mut values.output, squares: &mut squares.output }.step(
            &last,
            mean_square(&last),
            (self.output_rate, self.decay),
            OUTPUT_LIMIT,
        );
        let (square, rates) = (mean_square(&first), (self.rate, self.decay));
        for number in input.patterns.map(usize::from) {
            let learner = Learner { row: &mut values.rows[number], squares: &mut squares.patterns[number] };
            learner.step(&first, square, rates, ROW_LIMIT);
        }
        let [own, opp] = input.moves;
        let own = Learner { row: &mut values.own_moves[own], squares: &mut squares.own_moves[own] };
        own.step(&first, square, rates, MOVES_LIMIT);
        let opp = Learner { row: &mut values.opp_moves[opp], squares: &mut squares.opp_moves[opp] };
        opp.step(&first, square, rates, MOVES_LIMIT);
        let disc = Learner { row: &mut values.discs[input.place], squares: &mut squares.discs[input.place] };
        disc.step(&first, square, rates, MOVES_LIMIT);
    }
}

/// The sum of squared gradients of a row at first: that of about a thousand positions, so that a row which few of them
/// have stays small.
const FIRST_SQUARES: f32 = 1e5;
/// Values of the rows of moves, and of the last layer in discs, stay below what the engine's units hold.
const MOVES_LIMIT: f32 = 8.0;
const OUTPUT_LIMIT: f32 = 31.0;

/// Rows of zero for the patterns. The units differ in what every position gets, and half of them count for the
/// opponent, so that they add nothing at first.
fn first_values(rng: &mut SplitMix64) -> NetworkValues {
    let mut values = NetworkValues::zero();
    let mut between = |low: f32, high: f32| low + (high - low) * rng.below(1 << 16) as f32 / 65536.0;
    let mut base = [0.0; HIDDEN];
    for unit in 0..HIDDEN / 2 {
        let (start, discs) = (between(0.1, 0.5), between(2.0, 6.0));
        for (unit, discs) in [(2 * unit, discs), (2 * unit + 1, -discs)] {
            (base[unit], values.output[unit]) = (start, discs);
        }
    }
    values.discs.fill(base);
    values
}
