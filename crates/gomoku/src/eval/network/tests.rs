use super::classes::WindowClasses;
use super::*;
use crate::board::Board;
use crate::board::rule_set::{Freestyle, Renju, RuleSet, Standard};
use crate::eval::scored_move::ScoredMove;
use std::sync::Arc;
use tengen_board::random::SplitMix64;
use tengen_board::{AXES, Size};

/// A network of random numbers of realistic sizes.
fn random(variant: Variant, seed: u64) -> FloatNetwork {
    let mut rng = SplitMix64(seed);
    let mut draw = |scale: f32| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale;
    let vectors = (0..WindowClasses::of(variant).len()).map(|_| std::array::from_fn(|_| draw(0.5))).collect();
    let heads = (0..Network::tables(variant)).map(|_| FloatHead {
        w1: std::array::from_fn(|_| std::array::from_fn(|_| draw(0.2))),
        b1: std::array::from_fn(|_| draw(0.3)),
        w2: std::array::from_fn(|_| std::array::from_fn(|_| draw(0.3))),
        b2: std::array::from_fn(|_| draw(0.3)),
        v: std::array::from_fn(|_| draw(0.5)),
        d: draw(0.3),
        threats: (0..THREAT_TERMS).map(|_| draw(0.5)).collect(),
    });
    FloatNetwork { vectors, heads: heads.collect() }
}

/// A policy of random numbers.
fn random_policy(variant: Variant, seed: u64) -> FloatPolicy {
    let mut rng = SplitMix64(seed);
    let mut learnt = FloatPolicy::zero(variant);
    for list in learnt.lists() {
        list.iter_mut().for_each(|x| *x = rng.next_u32() as f32 / u32::MAX as f32 - 0.5);
    }
    learnt
}

fn network(variant: Variant, seed: u64) -> Arc<Network> {
    let network = Network::from_float(variant, &random(variant, seed));
    let network = network.and_then(|network| network.with_policy(&random_policy(variant, seed)));
    Arc::new(network.expect("numbers of ordinary size"))
}

/// The candidates, each with the network's part of its ordering score.
fn preferred<R: RuleSet>(evaluator: &mut Evaluator, board: &Board<R>) -> Vec<ScoredMove> {
    let mut moves: Vec<_> = board.candidates().iter().map(|square| ScoredMove::new(square, 0)).collect();
    evaluator.prefer(board, &mut moves);
    moves
}

/// The formulas of the module's documentation.
fn slow<R: RuleSet>(learnt: &FloatNetwork, board: &Board<R>) -> f64 {
    let relu = |x: f64| x.max(0.0);
    let mut sums = [[0.0; WIDTH]; 2];
    for square in board.empties() {
        for color in Color::BOTH {
            for (i, sum) in sums[color.index()].iter_mut().enumerate() {
                let vector = |axis| {
                    let class = WindowClasses::of(R::VARIANT).of_window(board.window(square, axis));
                    f64::from(learnt.vectors[usize::from(class[color.index()])][i])
                };
                *sum += AXES.map(vector).iter().sum::<f64>().clamp(0.0, 255.0 / 128.0);
            }
        }
    }
    let mover = board.to_move();
    let head = &learnt.heads[Network::table(R::VARIANT, mover)];
    let input: Vec<f64> =
        [mover, mover.opponent()].into_iter().flat_map(|c| sums[c.index()].map(|x| x / 16.0)).collect();
    let dot = |w: &[f32], x: &[f64]| w.iter().zip(x).map(|(&w, x)| f64::from(w) * x).sum::<f64>();
    let first: Vec<f64> =
        head.w1.iter().zip(head.b1).map(|(w, b)| relu(dot(w, &input) + f64::from(b))).collect();
    let second: Vec<f64> =
        head.w2.iter().zip(head.b2).map(|(w, b)| relu(dot(w, &first) + f64::from(b))).collect();
    dot(&head.v, &second)
        + f64::from(head.d)
        + f64::from(head.threats[crate::eval::values::threat_index_of(board)])
}

/// The network's ordering score of a move by the formula of [`policy`], in floating point.
fn slow_ordering_score<R: RuleSet>(
    policy: &FloatPolicy,
    second: &[f32; SECOND],
    board: &Board<R>,
    square: u16,
) -> f64 {
    let mover = board.to_move();
    let head = &policy.heads[Network::table(R::VARIANT, mover)];
    let classes = AXES.map(|axis| WindowClasses::of(R::VARIANT).of_window(board.window(square, axis)));
    let at = board.point(square);
    let place = |back: usize| {
        let from = board.earlier_move(back).map(|from| board.point(from));
        let away = from
            .map(|from| (i32::from(at.row) - i32::from(from.row), i32::from(at.col) - i32::from(from.col)));
        let near = away.filter(|(row, col)| row.abs() <= 7 && col.abs() <= 7);
        near.map_or(225, |(row, col)| ((row + 7) * 15 + col + 7) as usize)
    };
    let places = [place(0), place(1)];
    let made = [mover, mover.opponent()].map(|color| board.class(color, square) as usize);
    let mut sum = f64::from(head.threats[made[0] * 14 + made[1]]);
    for (from, place) in head.from.iter().zip(places) {
        sum += f64::from(from.places[place]);
    }
    for i in 0..WIDTH {
        let vector = |class: &[u16; 2]| f64::from(policy.windows[usize::from(class[mover.index()])][i]);
        let point = classes.iter().map(vector).sum::<f64>().clamp(0.0, 255.0 / 128.0);
        let near: f32 = head.base[i]
            + head.units.iter().zip(second).map(|(unit, h)| unit[i] * h).sum::<f32>()
            + head.from.iter().zip(places).map(|(from, place)| from.vectors[place][i]).sum::<f32>();
        sum += point * f64::from(near);
    }
    sum * 100.0
}

/// Plays a random stone near others.
fn stone<R: RuleSet>(board: &mut Board<R>, rng: &mut SplitMix64) {
    let near: Vec<u16> = board.candidates().iter().collect();
    match near.get(rng.below(near.len().max(1))) {
        Some(&square) => board.play(square),
        None => board.play(board.square(board.size().center())),
    }
}

#[test]
fn integers_agree_with_the_learnt_floats() {
    fn check<R: RuleSet>(side: usize) {
        let learnt = random(R::VARIANT, 7);
        let net = Arc::new(Network::from_float(R::VARIANT, &learnt).expect("numbers of ordinary size"));
        let mut rng = SplitMix64(8);
        let mut board = Board::<R>::new(Size::of(side, side));
        for _ in 0..60 {
            stone(&mut board, &mut rng);
            let expected = slow(&learnt, &board);
            let found = f64::from(Evaluator::new(net.clone(), &board).evaluate(&board)) / 256.0;
            // Each of some 200 squares is rounded four times by up to 1/256. So a sum is off by 0.05 on average and an
            // input by 0.003. The layers can turn that into a tenth.
            assert!((found - expected).abs() < 0.1 + 0.02 * expected.abs(), "{found} for {expected}");
        }
    }
    check::<Freestyle>(15);
    check::<Freestyle>(20);
    check::<Standard>(15);
    check::<Renju>(15);
}

#[test]
fn ordering_scores_match_the_policy_in_floats() {
    fn check<R: RuleSet>() {
        let policy = random_policy(R::VARIANT, 10);
        let net = network(R::VARIANT, 10);
        let mut rng = SplitMix64(9);
        let mut board = Board::<R>::new(Size::of(15, 15));
        (0..3).for_each(|_| stone(&mut board, &mut rng));
        for round in 0..40 {
            if round % 7 == 6 {
                board.pass();
            } else {
                stone(&mut board, &mut rng);
            }
            let mut evaluator = Evaluator::new(net.clone(), &board);
            // The hidden units of the network, whose own rounding is tested above.
            let second = evaluator.hidden(&board);
            for mv in preferred(&mut evaluator, &board) {
                let (found, square) = (mv.score(), mv.square());
                let expected = slow_ordering_score(&policy, &second, &board, square);
                // 32 numbers, each off by up to 4 · 1/256, times weights of which few are above 20: 3 hundredths on
                // average.
                let reach =
                    5.0 + 0.02 * expected.abs() + 0.6 * second.iter().map(|&h| f64::from(h)).sum::<f64>();
                assert!((f64::from(found) - expected).abs() < reach, "{found} for {expected}, {second:?}");
            }
        }
    }
    check::<Freestyle>();
    check::<Standard>();
    check::<Renju>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn simd_and_plain_rust_agree() {
    let Some(avx2) = simd::Avx2::detect() else {
        println!("skipped: the CPU has no AVX2");
        return;
    };
    let avx512 = simd::Avx512::detect();
    let net = network(Variant::Freestyle, 1);
    let mut rng = SplitMix64(2);
    for _ in 0..200 {
        let sums: Sums = std::array::from_fn(|_| rng.below(130_000) as i32);
        for mover in Color::BOTH {
            let plain = forward::logit(forward::Plain, &net.heads[0], &sums, mover);
            assert_eq!(forward::logit(avx2, &net.heads[0], &sums, mover), plain);
            let wide = avx512.map(|avx512| forward::logit(avx512, &net.heads[0], &sums, mover));
            assert_eq!(wide.unwrap_or(plain), plain);
        }
    }
    let mut board = Board::<Freestyle>::new(Size::of(15, 15));
    let [mut plain, mut narrow, mut wide] = [(); 3].map(|()| Evaluator::new(net.clone(), &board));
    for _ in 0..60 {
        stone(&mut board, &mut rng);
        let expected = plain.evaluate_by(forward::Plain, &board);
        assert_eq!(avx2.evaluate(&mut narrow, &board), expected);
        assert_eq!(wide.evaluate(&board), expected);
        assert_eq!([plain.sums(); 2], [narrow.sums(), wide.sums()]);
        let moves: Vec<_> = board.candidates().iter().map(|square| ScoredMove::new(square, 7)).collect();
        let [mut by_plain, mut by_narrow, mut by_wide] = [(); 3].map(|()| moves.clone());
        plain.prefer_by(forward::Plain, &board, &mut by_plain);
        avx2.prefer(&mut narrow, &board, &mut by_narrow);
        wide.prefer(&board, &mut by_wide);
        assert_eq!([by_narrow, by_wide], [by_plain.clone(), by_plain]);
    }
}

/// A full board has more moves than the evaluator can take back; the sums are then computed from the board.
#[test]
fn a_judge_follows_more_moves_than_it_remembers() {
    let net = network(Variant::Renju, 4);
    let mut rng = SplitMix64(9);
    let mut board = Board::<Renju>::new(Size::of(22, 22));
    let mut evaluator = Evaluator::new(net.clone(), &board);
    let check = |evaluator: &mut Evaluator, board: &Board<Renju>| {
        let updated = evaluator.evaluate(board);
        let mut fresh = Evaluator::new(net.clone(), board);
        assert_eq!((updated, evaluator.sums()), (fresh.evaluate(board), fresh.sums()), "ply {}", board.ply());
    };
    while board.empty_count() > 0 {
        stone(&mut board, &mut rng);
        check(&mut evaluator, &board);
    }
    assert!(evaluator.remembered() < board.ply(), "the way back was never forgotten");
    while board.ply() > 300 {
        board.undo();
        check(&mut evaluator, &board);
    }
}

/// Random moves and undos with occasional evaluations: the evaluator must agree with a new one.
#[test]
fn a_judge_follows_its_position() {
    fn check<R: RuleSet>(side: usize) {
        let net = network(R::VARIANT, 10);
        let mut rng = SplitMix64(12);
        let mut board = Board::<R>::new(Size::of(side, side));
        (0..8).for_each(|_| stone(&mut board, &mut rng));
        let mut evaluator = Evaluator::new(net.clone(), &board);
        for _ in 0..3000 {
            match rng.below(5) {
                0 | 1 if board.ply() > 0 => {
                    board.undo();
                }
                4 => board.pass(),
                _ => stone(&mut board, &mut rng),
            }
            if rng.below(3) == 0 {
                let mut fresh = Evaluator::new(net.clone(), &board);
                assert_eq!(evaluator.evaluate(&board), fresh.evaluate(&board));
                assert_eq!(evaluator.sums(), fresh.sums());
                assert_eq!(preferred(&mut evaluator, &board), preferred(&mut fresh, &board));
            }
            if board.empty_count() < board.size().area() / 4 {
                for _ in 0..40 {
                    board.undo();
                }
            }
        }
    }
    check::<Freestyle>(15);
    check::<Standard>(9);
    check::<Renju>(15);
}

/// Where the rules treat both colours the same, exchanging them does not change the evaluation.
#[test]
fn exchanged_colours_are_judged_alike() {
    fn check<R: RuleSet>() {
        let net = network(R::VARIANT, 20);
        let mut rng = SplitMix64(21);
        let mut one = Board::<R>::new(Size::of(15, 15));
        let mut other = Board::<R>::new(Size::of(15, 15));
        other.pass();
        for _ in 0..50 {
            stone(&mut one, &mut rng);
            other.play(one.last_move().expect("a stone"));
            let evaluate = |board: &Board<R>| Evaluator::new(net.clone(), board).evaluate(board);
            assert_eq!(evaluate(&one), evaluate(&other));
            let prefer = |board: &Board<R>| preferred(&mut Evaluator::new(net.clone(), board), board);
            assert_eq!(prefer(&one), prefer(&other));
        }
    }
    check::<Freestyle>();
    check::<Standard>();
}

#[test]
fn files_come_back_and_damage_is_seen() {
    for variant in [Variant::Freestyle, Variant::Renju] {
        let net = network(variant, 5);
        let bytes = net.to_bytes();
        assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&*net));
        let mut rng = SplitMix64(6);
        for _ in 0..100 {
            let mut damaged = bytes.clone();
            damaged[rng.below(bytes.len())] ^= 1 << rng.below(8);
            assert!(Network::from_bytes(&damaged).is_err());
        }
        for length in [0, 4, 7, 8, 100, bytes.len() - 1] {
            assert!(Network::from_bytes(&bytes[..length]).is_err());
        }
    }
}

#[test]
fn the_networks_that_come_with_the_engine_are_whole() {
    for variant in Variant::ALL {
        let bytes = Network::standard_bytes(variant);
        let read = bytes.map(|bytes| Network::from_bytes(bytes).expect("a network"));
        assert!(read.as_ref().is_none_or(|network| network.variant() == variant));
        assert_eq!(read, Network::standard(variant));
    }
}

/// Damage must stop the program, not weaken its play.
#[test]
#[should_panic(expected = "the embedded network of renju cannot be used: the network is damaged")]
fn a_damaged_embedded_network_is_an_error() {
    let mut bytes = Network::standard_bytes(Variant::Renju).expect("renju has a network").to_vec();
    bytes[1000] ^= 1;
    Network::from_embedded(Variant::Renju, &bytes);
}

#[test]
fn numbers_too_large_for_the_sums_are_refused() {
    let refused = |change: fn(&mut FloatHead)| {
        let mut learnt = random(Variant::Freestyle, 1);
        change(&mut learnt.heads[0]);
        Network::from_float(Variant::Freestyle, &learnt)
    };
    assert!(refused(|_| ()).is_ok());
    assert!(matches!(refused(|head| head.w1[3] = [1.1; 2 * WIDTH]), Err(NetworkError::Range(_))));
    assert!(matches!(refused(|head| head.v = [3.0; SECOND]), Err(NetworkError::Range(_))));
    assert!(matches!(refused(|head| head.d = 600.0), Err(NetworkError::Range(_))));
    let mut policy = random_policy(Variant::Freestyle, 1);
    policy.heads[0].units.iter_mut().for_each(|unit| unit[5] = 3.0);
    let net = Network::clone(&network(Variant::Freestyle, 1));
    assert!(matches!(net.clone().with_policy(&policy), Err(NetworkError::Range(_))));
    let other = FloatPolicy::zero(Variant::Renju);
    assert!(matches!(net.with_policy(&other), Err(NetworkError::Shape)));
}
