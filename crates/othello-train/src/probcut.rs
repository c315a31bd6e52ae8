//! ProbCut's curves: how far the values of deep searches are from those of shallow ones, and a curve through that.
//!
//! [`of_middle_game`] measures searches of some plies, [`of_endings`] searches to the end of the game, and [`fit`]
//! finds the [`Curve`]. The example `probcut_curve` runs them.

use crate::labels::{analyze, value};
use crate::{count_empties, parallel};
use std::sync::Arc;
use tengen_engine::Stop;
use tengen_games::othello::Board;
use tengen_othello::Player;
use tengen_othello::eval::PatternWeights;
use tengen_othello::probcut::Curve;

/// How far the values of searches of one depth are from those of another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation {
    /// The empty squares of the positions, in the mean.
    pub empties: f32,
    /// The plies of the deep search. To the end of the game they are as many as there are empty squares.
    pub depth: u32,
    /// The plies of the shallow search.
    pub shallow: u32,
    /// The number of positions.
    pub positions: usize,
    /// The root mean square of the differences, in discs.
    pub discs: f32,
}

/// The deviations between all depths up to `depth` of the same parity, 0 being the evaluation; `None` if it was
/// stopped.
///
/// # Panics
/// If a position has no more empties than `depth`.
pub fn of_middle_game(
    positions: &[Board<u64>],
    weights: &Arc<PatternWeights>,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Option<Vec<Deviation>> {
    assert!(
        positions.iter().all(|board| count_empties(board) > depth),
        "the searches must not reach the end"
    );
    let values = values(positions, weights, &(0..=depth).collect::<Vec<_>>(), threads, stop)?;
    let pairs = values.iter().flat_map(|deep| {
        let shallow = values.iter().take_while(|shallow| shallow.depth < deep.depth);
        shallow.filter(|shallow| shallow.depth % 2 == deep.depth % 2).map(move |shallow| (deep, shallow))
    });
    Some(pairs.map(|(deep, shallow)| deviation(positions, deep, shallow)).collect())
}

/// The deviations between searches to the end of the game and those of the same parity that are at most half as deep;
/// `None` if it was stopped.
///
/// # Panics
/// If the positions have different numbers of empties, or fewer than [`FEWEST_EMPTIES`].
pub fn of_endings(
    positions: &[Board<u64>],
    weights: &Arc<PatternWeights>,
    threads: usize,
    stop: &Stop,
) -> Option<Vec<Deviation>> {
    let empties = positions.first().map_or(0, count_empties);
    let is_right = |board| count_empties(board) == empties && empties >= FEWEST_EMPTIES;
    assert!(positions.iter().all(is_right), "one number of empties at a time, {FEWEST_EMPTIES} or more");
    let depths: Vec<u32> = (empties % 2..=empties / 2).step_by(2).chain([empties]).collect();
    let values = values(positions, weights, &depths, threads, stop)?;
    let (end, shallow) = values.split_last()?;
    Some(shallow.iter().map(|shallow| deviation(positions, end, shallow)).collect())
}

/// With fewer empties the engine solves a position at any depth.
pub const FEWEST_EMPTIES: u32 = 11;

/// The values of all positions at one depth, in discs.
struct Values {
    depth: u32,
    of_positions: Vec<f32>,
}

fn values(
    positions: &[Board<u64>],
    weights: &Arc<PatternWeights>,
    depths: &[u32],
    threads: usize,
    stop: &Stop,
) -> Option<Vec<Values>> {
    let found: Vec<Vec<f32>> = parallel(positions, threads, stop, || {
        let mut player = Player::default().with_weights(weights.clone()).with_table(8);
        let weights = weights.clone();
        move |_, &board| {
            let at = |&depth: &u32| match depth {
                0 => weights.evaluate(&board),
                _ => value(&analyze(&mut player, &board, depth)),
            };
            depths.iter().map(at).collect()
        }
    })?;
    let at = |(place, &depth): (usize, &u32)| Values {
        depth,
        of_positions: found.iter().map(|values| values[place]).collect(),
    };
    Some(depths.iter().enumerate().map(at).collect())
}

fn deviation(positions: &[Board<u64>], deep: &Values, shallow: &Values) -> Deviation {
    let mean = |sum: f64| (sum / positions.len().max(1) as f64) as f32;
    let differences = deep.of_positions.iter().zip(&shallow.of_positions).map(|(a, b)| f64::from(a - b));
    Deviation {
        empties: mean(positions.iter().map(|board| f64::from(count_empties(board))).sum()),
        depth: deep.depth,
        shallow: shallow.depth,
        positions: positions.len(),
        discs: mean(differences.map(|difference| difference * difference).sum()).sqrt(),
    }
}

/// How far a curve is from the deviations in the mean: the root mean square of the differences of their logarithms,
/// each with the weight of its positions. 0.1 is about a tenth.
pub fn distance(curve: &Curve, deviations: &[Deviation]) -> f64 {
    let count: f64 = deviations.iter().map(|deviation| deviation.positions as f64).sum();
    (sum_of_squares(&residuals(curve, deviations)) / count.max(1.0)).sqrt()
}

/// The differences of the logarithms, each times the root of the number of positions.
fn residuals(curve: &Curve, deviations: &[Deviation]) -> Vec<f64> {
    let of_one = |&Deviation { empties, depth, shallow, positions, discs }: &Deviation| {
        let ratio = f64::from(curve.discs(empties, depth, shallow)) / f64::from(discs);
        (positions as f64).sqrt() * ratio.ln()
    };
    deviations.iter().map(of_one).collect()
}

/// Infinite if there is a number without a value: a curve below zero has no logarithm.
fn sum_of_squares(residuals: &[f64]) -> f64 {
    let sum: f64 = residuals.iter().map(|residual| residual * residual).sum();
    if sum.is_nan() { f64::INFINITY } else { sum }
}

/// The numbers of a curve that are fitted.
const NUMBERS: usize = 5;

/// The curve with the least [`distance`] from the deviations; it keeps the range of empties of `start`, from where it
/// is looked for. Deviations of zero are left out.
///
/// K. Levenberg, "A method for the solution of certain non-linear problems in least squares", 1944.
pub fn fit(deviations: &[Deviation], start: Curve) -> Curve {
    let deviations: Vec<_> = deviations.iter().copied().filter(|deviation| deviation.discs > 0.0).collect();
    // All but the last are positive, so their logarithms are what changes.
    let curve = |[deep, shallow, fall, between, late]: [f64; NUMBERS]| {
        let [deep, shallow, fall, between] = [deep, shallow, fall, between].map(|log| log.exp() as f32);
        Curve { deep, shallow, fall, between, late: late as f32, ..start }
    };
    let at = |numbers: [f64; NUMBERS]| residuals(&curve(numbers), &deviations);
    let [deep, shallow, fall, between] =
        [start.deep, start.shallow, start.fall, start.between].map(|number| f64::from(number).ln());
    let mut best = [deep, shallow, fall, between, start.late.into()];
    let mut damping = 1e-3;
    while damping < 1e9 {
        let here = at(best);
        let least = sum_of_squares(&here);
        // How each residual changes with each number.
        let slopes: [Vec<f64>; NUMBERS] = std::array::from_fn(|number| {
            let width = if number == NUMBERS - 1 { 1e-3 } else { 1e-2 };
            let [below, above] = [-width, width].map(|step| {
                let mut numbers = best;
                numbers[number] += step;
                at(numbers)
            });
            below.iter().zip(&above).map(|(below, above)| (above - below) / (2.0 * width)).collect()
        });
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let right = std::array::from_fn(|i| -product(&slopes[i], &here));
        let products: [[f64; NUMBERS]; NUMBERS] =
            std::array::from_fn(|i| std::array::from_fn(|j| product(&slopes[i], &slopes[j])));
        let mut is_better = false;
        while !is_better && damping < 1e9 {
            let mut rows = products;
            for (i, row) in rows.iter_mut().enumerate() {
                row[i] = row[i] * (1.0 + damping) + 1e-9;
            }
            let step = solve(rows, right);
            let next = std::array::from_fn(|i| best[i] + step[i]);
            let found = sum_of_squares(&at(next));
            // Less than this is rounding.
            is_better = found < least * (1.0 - 1e-6);
            if is_better {
                best = next;
                damping /= 10.0;
            } else {
                damping *= 10.0;
            }
        }
    }
    curve(best)
}

/// The solution of linear equations. The matrix is symmetric and positive definite, so elimination needs no pivots.
fn solve(mut rows: [[f64; NUMBERS]; NUMBERS], mut right: [f64; NUMBERS]) -> [f64; NUMBERS] {
    for i in 0..NUMBERS {
        for j in i + 1..NUMBERS {
            let factor = rows[j][i] / rows[i][i];
            let (above, below) = rows.split_at_mut(j);
            below[0].iter_mut().zip(&above[i]).for_each(|(b, a)| *b -= factor * a);
            right[j] -= factor * right[i];
        }
    }
    for i in (0..NUMBERS).rev() {
        let solved: f64 = (i + 1..NUMBERS).map(|j| rows[i][j] * right[j]).sum();
        right[i] = (right[i] - solved) / rows[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::Game as _;
    use tengen_games::othello::{Bits as _, Position, Rules};

    /// Positions of random games with this many empties, in which there is a move.
    fn boards(empties: u32, count: usize) -> Vec<Board<u64>> {
        let random = |seed| {
            let (mut rng, mut game) = (SplitMix64(seed), Position::new(&Rules::STANDARD));
            loop {
                let board = game.narrow()?;
                if count_empties(&board) == empties && board.moves() != 0 {
                    return Some(board);
                }
                game.play_random(&mut || rng.next_u32())?;
            }
        };
        (0..).filter_map(random).take(count).collect()
    }

    /// The reference: plain alpha-beta to the end.
    fn margin(board: &Board<u64>, mut alpha: i32, beta: i32) -> i32 {
        if board.is_over() {
            return board.final_score();
        }
        if board.moves() == 0 {
            return -margin(&board.pass(), -beta, -alpha);
        }
        for square in board.moves().squares() {
            alpha = alpha.max(-margin(&board.place(square), -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Weights of zero foretell 0 for every game, so the error is the margin.
    #[test]
    fn endings_deviate_by_what_they_end_with() {
        let weights = Arc::new(PatternWeights::zero());
        let boards = boards(11, 12);
        let found = of_endings(&boards, &weights, 2, &Stop::new()).expect("nothing stopped it");
        let squares = boards.iter().map(|board| f64::from(margin(board, -64, 64)).powi(2)).sum::<f64>();
        let expected = (squares / boards.len() as f64).sqrt() as f32;
        assert!(expected > 5.0);
        let searches: Vec<_> = found.iter().map(|found| (found.shallow, found.depth)).collect();
        assert_eq!(searches, [(1, 11), (3, 11), (5, 11)]);
        for Deviation { empties, positions, discs, shallow, .. } in found {
            assert_eq!((empties, positions), (11.0, 12));
            // A game that is over early is seen by a search of some plies.
            let is_right = if shallow == 1 { discs > 0.999 * expected } else { discs > 0.7 * expected };
            assert!(is_right && discs < 1.001 * expected, "{shallow} plies: {discs} for {expected}");
        }
    }

    #[test]
    fn the_middle_game_is_measured_for_depths_of_one_parity() {
        let (boards, stop) = (boards(30, 30), Stop::new());
        let zero = Arc::new(PatternWeights::zero());
        let found = of_middle_game(&boards, &zero, 4, 1, &stop).expect("nothing stopped it");
        let pairs: Vec<_> = found.iter().map(|found| (found.shallow, found.depth)).collect();
        assert_eq!(pairs, [(0, 2), (1, 3), (0, 4), (2, 4)]);
        assert!(found.iter().all(|found| found.discs == 0.0 && found.empties == 30.0));
        let weights = PatternWeights::standard();
        let found = [1, 2].map(|threads| of_middle_game(&boards, &weights, 4, threads, &stop));
        assert_eq!(found[0], found[1]);
        assert!(found[0].iter().flatten().all(|found| found.discs > 0.5 && found.discs < 10.0), "{found:?}");
    }

    /// Deviations that lie on a curve give this curve, from another one on. With an error in each they give one that is
    /// near it.
    #[test]
    fn a_known_curve_is_found() {
        let known = Curve { deep: 2.2, shallow: 1.1, fall: 0.8, between: 0.14, late: 0.012, ..Curve::MIDDLE };
        let pairs =
            (2..10).flat_map(|depth| (depth % 2..depth).step_by(2).map(move |shallow| (depth, shallow)));
        let exact: Vec<_> = [46.0, 38.0, 29.0, 20.0]
            .into_iter()
            .flat_map(|empties| pairs.clone().map(move |(depth, shallow)| (empties, depth, shallow)))
            .map(|(empties, depth, shallow)| {
                let discs = known.discs(empties, depth, shallow);
                Deviation { empties, depth, shallow, positions: 100, discs }
            })
            .collect();
        assert!(distance(&Curve::MIDDLE, &exact) > 0.1);
        for start in [Curve::MIDDLE, Curve { empties: known.empties, ..Curve::END }] {
            let found = fit(&exact, start);
            assert!(distance(&found, &exact) < 1e-3, "{found:?}");
            let numbers = |curve: Curve| [curve.deep, curve.shallow, curve.fall, curve.between, curve.late];
            for (found, known) in numbers(found).into_iter().zip(numbers(known)) {
                assert!((found / known - 1.0).abs() < 0.05, "{found} for {known}");
            }
        }
        let mut rng = SplitMix64(1);
        let rough: Vec<_> = exact
            .iter()
            .map(|&exact| Deviation {
                discs: exact.discs * (0.9 + 0.2 * rng.below(1000) as f32 / 1000.0),
                ..exact
            })
            .collect();
        let found = fit(&rough, Curve::MIDDLE);
        assert!(distance(&found, &rough) <= distance(&known, &rough), "the least squares are not more");
        assert!(distance(&found, &exact) < 0.04, "{found:?}");
    }
}
