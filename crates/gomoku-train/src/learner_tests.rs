use super::*;
use crate::boards::Sight;
use crate::gradient::{clip, four};
use tengen_board::Size;
use tengen_gomoku::THREAT_TERMS;

/// Random stones with a simple target: the side with more neighbouring pairs of its stones is better.
fn boards(count: usize) -> Boards {
    let mut rng = SplitMix64(4);
    let mut boards = Boards::default();
    let size = Size::of(9, 9);
    for _ in 0..count {
        let mut squares: Vec<u16> = (0..81).collect();
        (1..81).rev().for_each(|i| squares.swap(i, rng.below(i + 1)));
        let stones = 10 + rng.below(8);
        let pairs = |mover: usize| {
            let own: Vec<_> =
                squares[..stones].iter().skip(mover).step_by(2).map(|&s| size.point(s.into())).collect();
            let beside = |a: &tengen_board::Point, b: &tengen_board::Point| {
                a.row == b.row && a.col + 1 == b.col || a.col == b.col && a.row + 1 == b.row
            };
            own.iter().flat_map(|a| own.iter().filter(move |b| beside(a, b))).count() as f32
        };
        let mover = stones % 2;
        let target = 1.0 / (1.0 + (pairs(1 - mover) - pairs(mover)).exp());
        boards.begin(9, squares.iter().copied()).push(stones, rng.below(THREAT_TERMS), 0.0, target);
    }
    boards
}

/// A learner in which every part matters.
fn awake(variant: Variant) -> Learner {
    let mut learner = Learner::new(variant, 3);
    let mut rng = SplitMix64(5);
    let mut draw = |scale: f32| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale;
    for head in &mut learner.own.heads {
        head.v.iter_mut().for_each(|x| *x = draw(0.5));
        head.threats.iter_mut().for_each(|x| *x = draw(0.2));
    }
    learner
}

/// The gradient against the difference of losses, number by number.
#[test]
fn gradients_are_slopes_of_the_loss() {
    for variant in [Variant::Freestyle, Variant::Renju] {
        let boards = boards(6);
        let which: Vec<u32> = (0..6).collect();
        let mut pieces: Vec<Gradient> = (0..PIECES).map(|_| Gradient::new(variant, &boards)).collect();
        let mut net = awake(variant).fold();
        run(&net, &boards, &which, &mut pieces, true, 1);
        let mut found = FloatNetwork::zero(variant);
        for piece in &mut pieces {
            for (into, from) in found.lists().into_iter().zip(piece.sum.lists()) {
                into.iter_mut().zip(from).for_each(|(a, b)| *a += *b);
            }
        }
        const STEP: f32 = 1.0 / 512.0;
        let mut checked = 0;
        for list in 0..found.lists().len() {
            // The largest entries: smaller ones are lost in the rounding of the losses.
            let mut order: Vec<usize> = (0..found.lists()[list].len()).collect();
            order.sort_by(|&a, &b| found.lists()[list][b].abs().total_cmp(&found.lists()[list][a].abs()));
            for &at in order.iter().take(12) {
                let slope = f64::from(found.lists()[list][at]);
                if slope.abs() < 1e-3 {
                    continue;
                }
                let mut loss = |by: f32| {
                    net.lists()[list][at] += by;
                    let loss = run(&net, &boards, &which, &mut pieces, false, 1);
                    net.lists()[list][at] -= by;
                    loss
                };
                let (below, here, above) = (loss(-STEP), loss(0.0), loss(STEP));
                let sides = [here - below, above - here].map(|rise| rise / f64::from(STEP));
                if (sides[0] - sides[1]).abs() > 2e-3 + 0.02 * slope.abs() {
                    // Within the step a unit is switched on or off.
                    continue;
                }
                let expected = f64::midpoint(sides[0], sides[1]);
                assert!(
                    (slope - expected).abs() < 0.03 * expected.abs() + 2e-3,
                    "{variant}, list {list}, {at}: {slope} for {expected}"
                );
                checked += 1;
            }
        }
        assert!(checked > 50, "{checked}");
    }
}

#[test]
fn a_simple_truth_is_learnt_whatever_the_threads() {
    let variant = Variant::Freestyle;
    let boards = boards(3000);
    let how = Training { epochs: 8, batch: 64, rate: 0.004, decay: 0.0, threads: 1, seed: 1 };
    let mut learner = Learner::new(variant, 1);
    let mut losses = Vec::new();
    learner.learn(&boards, &how, |epoch| losses.push(epoch.held_back));
    let held_back = boards.len() / 20;
    let entropy: f64 = (boards.len() - held_back..boards.len())
        .map(|i| f64::from(boards.get(i).target))
        .map(|t| -(t * t.ln() + (1.0 - t) * (1.0 - t).ln()))
        .sum::<f64>()
        / held_back as f64;
    let last = losses[losses.len() - 1];
    assert!((losses[0] - std::f64::consts::LN_2).abs() < 1e-6, "a new network adds nothing");
    assert!(last - entropy < (losses[0] - entropy) / 2.0, "{losses:?}, at best {entropy}");
    let mut again = Learner::new(variant, 1);
    again.learn(&boards, &Training { threads: 3, ..how }, |_| ());
    assert_eq!(learner.fold(), again.fold());
}

/// Points without stones nearby are counted together: the result must equal that of single points.
#[test]
fn untouched_points_count_like_others() {
    let variant = Variant::Standard;
    let boards = boards(5);
    let net = awake(variant).fold();
    let gradient = Gradient::new(variant, &boards);
    let field = Field::new(&net, &gradient.empty[0]);
    let mut sight = Sight::default();
    for i in 0..5 {
        boards.see(boards.get(i), gradient.classes, &mut sight);
        let mut short = field.sums;
        let mut full = [0.0; 2 * WIDTH];
        for square in 0..81 {
            let add = |sums: &mut [f32; 2 * WIDTH], four: &[f32; 2 * WIDTH], sign: f32| {
                sums.iter_mut().zip(four).for_each(|(sum, x)| *sum += sign * clip(*x));
            };
            if sight.touched.contains(&square) {
                add(&mut short, &field.fours[usize::from(square)], -1.0);
            } else {
                add(&mut full, &field.fours[usize::from(square)], 1.0);
            }
        }
        for point in &sight.windows {
            let four = four(&net, point);
            short.iter_mut().zip(&four).for_each(|(sum, x)| *sum += clip(*x));
            full.iter_mut().zip(&four).for_each(|(sum, x)| *sum += clip(*x));
        }
        assert!(short.iter().zip(&full).all(|(a, b)| (a - b).abs() < 1e-3));
    }
}
