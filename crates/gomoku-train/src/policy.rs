//! The training of the policy ([`network::policy`](tengen_gomoku::network::policy)) on the moves that the engine chose.
//!
//! The probability of a move is a softmax over all candidates: of the ordering score of the weights and what the
//! network adds. Positions in which a five or an open four must be made or stopped are left out, because few moves
//! matter there.

use crate::descent::{Adam, DAMP, Epoch, Training};
use crate::games::TrainingGame;
use crate::gradient::{MOST, clip};
use crate::positions::replay;
use std::sync::Arc;
use tengen_board::random::SplitMix64;
use tengen_games::gomoku::Variant;
use tengen_gomoku::Board;
use tengen_gomoku::ORDER_UNIT;
use tengen_gomoku::RuleSet;
use tengen_gomoku::Square;
use tengen_gomoku::Values;
use tengen_gomoku::network::policy;
use tengen_gomoku::network::{Evaluator, FloatPolicy, Network, NetworkError, WIDTH};
use tengen_gomoku::with_rule;

/// The damping of rare windows (see [`Adam`]).
const WINDOWS_DAMP: f32 = 1e-6;

/// Rough number of choices in a game: the size of a batch counts choices, but a batch has whole games.
const CHOICES: usize = 16;

/// A policy to begin from, with small random numbers.
fn initial(variant: Variant, seed: u64) -> FloatPolicy {
    let mut learnt = FloatPolicy::zero(variant);
    let mut rng = SplitMix64(seed);
    let mut draw = |from: f32, to: f32| from + rng.next_u32() as f32 / u32::MAX as f32 * (to - from);
    learnt.windows.as_flattened_mut().iter_mut().for_each(|x| *x = draw(0.0, 0.2));
    learnt.heads.iter_mut().flat_map(|head| &mut head.base).for_each(|x| *x = draw(-0.2, 0.2));
    learnt
}

/// Trains the policy of a network on the games of its variant and holds out the last twentieth.
///
/// # Errors
/// [`NetworkError::Range`] if what was learnt is too large for the network's integers.
///
/// # Panics
/// If `values` have no network.
pub fn policy(
    games: &[TrainingGame],
    values: &Arc<Values>,
    how: &Training,
    on_epoch: impl FnMut(Epoch),
) -> Result<Network, NetworkError> {
    let variant = values.weights().variant();
    let network = values.network().expect("values with a network");
    let games: Vec<_> = games.iter().filter(|game| game.variant == variant).collect();
    let learnt = with_rule!(variant, R => learn::<R>(&games, values, network, how, on_epoch));
    Network::clone(network).with_policy(&learnt)
}

/// The loss over choices.
#[derive(Clone, Copy, Default)]
struct Loss {
    sum: f64,
    choices: usize,
}

impl Loss {
    fn mean(self) -> f64 {
        self.sum / self.choices.max(1) as f64
    }
}

fn learn<R: RuleSet>(
    games: &[&TrainingGame],
    values: &Arc<Values>,
    network: &Arc<Network>,
    how: &Training,
    mut on_epoch: impl FnMut(Epoch),
) -> FloatPolicy {
    let (known, held_back) = games.split_at(games.len() - games.len() / 20);
    let mut learnt = initial(R::VARIANT, how.seed);
    let mut grad = FloatPolicy::zero(R::VARIANT);
    let damp = |list| if list == 0 { WINDOWS_DAMP } else { DAMP };
    let mut adams: Vec<Adam> =
        learnt.lists().iter().enumerate().map(|(i, list)| Adam::new(list.len(), damp(i))).collect();
    let mut order: Vec<usize> = (0..known.len()).collect();
    let mut rng = SplitMix64(how.seed ^ 0x5EED);
    let batch = (how.batch / CHOICES).max(1);
    let steps = (how.epochs * known.len().div_ceil(batch)).max(1);
    let mut step = 0;
    let mut look = Look { network, values, sight: Vec::new() };
    for number in 1..=how.epochs {
        (1..order.len()).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
        let mut all = Loss::default();
        for batch in order.chunks(batch) {
            grad.lists().into_iter().for_each(|list| list.fill(0.0));
            let before = all.choices;
            for &i in batch {
                look.at_game::<R>(known[i], &learnt, Some(&mut grad), &mut all);
            }
            let scale = 1.0 / (all.choices - before).max(1) as f32;
            let rate = how.rate_at(step, steps);
            for ((list, grad), adam) in learnt.lists().into_iter().zip(grad.lists()).zip(&mut adams) {
                grad.iter_mut().for_each(|x| *x *= scale);
                adam.step(list, grad, rate);
            }
            step += 1;
        }
        let mut held = Loss::default();
        for game in held_back {
            look.at_game::<R>(game, &learnt, None, &mut held);
        }
        on_epoch(Epoch { number, learnt: all.mean(), held_back: held.mean() });
    }
    learnt
}

/// A candidate move with its terms.
struct Candidate {
    windows: [usize; 4],
    threats: usize,
    places: [usize; 2],
    point: [f32; WIDTH],
    /// The weights of the numbers of the point.
    near: [f32; WIDTH],
    logit: f32,
}

/// Computes losses and gradients of games.
struct Look<'a> {
    network: &'a Arc<Network>,
    values: &'a Arc<Values>,
    sight: Vec<Candidate>,
}

impl Look<'_> {
    /// Adds the loss of a game's choices, and the gradient of their sum.
    fn at_game<R: RuleSet>(
        &mut self,
        game: &TrainingGame,
        learnt: &FloatPolicy,
        mut grad: Option<&mut FloatPolicy>,
        loss: &mut Loss,
    ) {
        let mut judge = None;
        replay::<R>(game, self.values, |position, _, mv| {
            let judge = judge.get_or_insert_with(|| Evaluator::new(self.network.clone(), position));
            let square = position.square(mv.point);
            if position.is_forced() || mv.stray {
                return;
            }
            if let Some(chosen) = position.candidates().iter().position(|candidate| candidate == square) {
                loss.sum += self.at_choice(position, judge, chosen, learnt, grad.as_deref_mut());
                loss.choices += 1;
            }
        });
    }

    fn at_choice<R: RuleSet>(
        &mut self,
        position: &Board<R>,
        judge: &mut Evaluator,
        chosen: usize,
        learnt: &FloatPolicy,
        grad: Option<&mut FloatPolicy>,
    ) -> f64 {
        let mover = position.to_move();
        let table = Network::table(R::VARIANT, mover);
        let head = &learnt.heads[table];
        let hidden = judge.hidden(position);
        let mut weights = head.base;
        for (unit, h) in head.units.iter().zip(hidden) {
            weights.iter_mut().zip(unit).for_each(|(weight, x)| *weight += h * x);
        }
        let last = policy::last_moves(position);
        let candidate = |square: Square| {
            let windows = judge.windows(square, mover);
            let threats = policy::threats_at(position, square);
            let places = last.map(|from| policy::place(from, position.point(square)));
            let (mut point, mut near) = ([0.0; WIDTH], weights);
            for class in windows {
                point.iter_mut().zip(&learnt.windows[class]).for_each(|(sum, x)| *sum += x);
            }
            let mut logit =
                self.values.order(position, square) as f32 / ORDER_UNIT as f32 + head.threats[threats];
            for (from, place) in head.from.iter().zip(places) {
                logit += from.places[place];
                near.iter_mut().zip(&from.vectors[place]).for_each(|(sum, x)| *sum += x);
            }
            logit += point.iter().zip(&near).map(|(x, near)| clip(*x) * near).sum::<f32>();
            Candidate { windows, threats, places, point, near, logit }
        };
        self.sight.clear();
        self.sight.extend(position.candidates().iter().map(candidate));
        let most = self.sight.iter().map(|candidate| candidate.logit).fold(f32::MIN, f32::max);
        let sum: f32 = self.sight.iter().map(|candidate| (candidate.logit - most).exp()).sum();
        if let Some(grad) = grad {
            let head = &mut grad.heads[table];
            let mut slope = [0.0; WIDTH];
            for (i, candidate) in self.sight.iter().enumerate() {
                let error = (candidate.logit - most).exp() / sum - f32::from(u8::from(i == chosen));
                head.threats[candidate.threats] += error;
                let point = candidate.point.map(|x| error * clip(x));
                slope.iter_mut().zip(point).for_each(|(slope, x)| *slope += x);
                for (from, place) in head.from.iter_mut().zip(candidate.places) {
                    from.places[place] += error;
                    from.vectors[place].iter_mut().zip(point).for_each(|(g, x)| *g += x);
                }
                for class in candidate.windows {
                    for (j, g) in grad.windows[class].iter_mut().enumerate() {
                        let x = candidate.point[j];
                        *g += if x > 0.0 && x < MOST { error * candidate.near[j] } else { 0.0 };
                    }
                }
            }
            head.base.iter_mut().zip(&slope).for_each(|(g, x)| *g += x);
            for (unit, h) in head.units.iter_mut().zip(hidden) {
                unit.iter_mut().zip(&slope).for_each(|(g, x)| *g += h * x);
            }
        }
        f64::from(sum.ln() + most - self.sight[chosen].logit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SelfPlay;
    use tengen_engine::{Engine, Leveled, Stop};
    use tengen_games::gomoku::Position;
    use tengen_gomoku::Player;
    use tengen_gomoku_filter::FilterPlayer;

    fn games<E: Engine<Position>>(variant: Variant, count: u64, engine: fn() -> E) -> Vec<TrainingGame> {
        let play = SelfPlay { variant, side: 15, games: count, first: 0, nodes: 60, seed: 3, threads: 1 };
        let mut games = Vec::new();
        play.run(engine, &Stop::new(), |game| games.push(game));
        games
    }

    fn loss<R: RuleSet>(
        games: &[TrainingGame],
        values: &Arc<Values>,
        learnt: &FloatPolicy,
        mut grad: Option<&mut FloatPolicy>,
    ) -> f64 {
        let network = values.network().expect("a network");
        let mut look = Look { network, values, sight: Vec::new() };
        let mut loss = Loss::default();
        games.iter().for_each(|game| look.at_game::<R>(game, learnt, grad.as_deref_mut(), &mut loss));
        loss.sum
    }

    /// The gradient against the difference of losses.
    #[test]
    fn gradients_are_slopes_of_the_loss() {
        for variant in [Variant::Freestyle, Variant::Renju] {
            let games = games(variant, 3, Player::new);
            let values = Values::standard(variant);
            let mut learnt = FloatPolicy::zero(variant);
            let mut rng = SplitMix64(2);
            for list in learnt.lists() {
                list.iter_mut().for_each(|x| *x = (rng.next_u32() as f32 / u32::MAX as f32 - 0.5) / 8.0);
            }
            let mut grad = FloatPolicy::zero(variant);
            with_rule!(variant, R => {
                loss::<R>(&games, &values, &learnt, Some(&mut grad));
                const STEP: f32 = 1.0 / 1024.0;
                let mut checked = 0;
                for list in 0..grad.lists().len() {
                    let slopes = grad.lists()[list].to_vec();
                    let mut order: Vec<usize> = (0..slopes.len()).collect();
                    order.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
                    for &at in order.iter().take(5).filter(|&&at| slopes[at].abs() > 0.05) {
                        let mut at_step = |by: f32| {
                            learnt.lists()[list][at] += by;
                            let sum = loss::<R>(&games, &values, &learnt, None);
                            learnt.lists()[list][at] -= by;
                            sum
                        };
                        let (below, here, above) = (at_step(-STEP), at_step(0.0), at_step(STEP));
                        let sides = [here - below, above - here].map(|rise| rise / f64::from(STEP));
                        if (sides[0] - sides[1]).abs() > 0.02 + 0.05 * sides[0].abs() {
                            // Within the step a point is switched on or off.
                            continue;
                        }
                        let expected = f64::midpoint(sides[0], sides[1]);
                        let found = f64::from(slopes[at]);
                        assert!((found - expected).abs() < 0.02 * expected.abs() + 0.02, "{variant} {list} {at}: {found} for {expected}");
                        checked += 1;
                    }
                }
                assert!(checked > 15, "{checked}");
            });
        }
    }

    /// Training predicts the moves of a simple player better and better.
    #[test]
    fn training_lowers_the_loss() {
        let variant = Variant::Freestyle;
        let games = games(variant, 60, || FilterPlayer::at_level(3));
        let how = Training { epochs: 6, batch: 64, rate: 0.02, ..Training::POLICY };
        let mut losses = Vec::new();
        let learn = |how: &Training, on_epoch: &mut dyn FnMut(Epoch)| {
            policy(&games, &Values::standard(variant), how, on_epoch)
        };
        let network = learn(&how, &mut |epoch| losses.push(epoch.learnt)).expect("numbers of ordinary size");
        assert!(losses[5] < losses[0] - 0.1, "{losses:?}");
        assert_eq!(learn(&how, &mut |_| ()).expect("the same"), network);
    }
}
