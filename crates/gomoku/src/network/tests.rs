use super::*;
use crate::train::{Examples, Folded, Learner, Shape, Training};
use tengen_games::conformance::SplitMix64;

fn shape(variant: Variant) -> Shape {
    Shape {
        shapes: COMBINATIONS,
        patterns: crate::pattern::Pattern::COUNT,
        tables: Network::tables(variant),
        width: WIDTH,
        hidden: HIDDEN,
    }
}

/// Learnt weights drawn at random, of sizes that occur.
fn random(variant: Variant, seed: u64) -> Folded {
    let mut rng = SplitMix64(seed);
    let shape = shape(variant);
    let mut draw = |n: usize, scale: f32| -> Vec<f32> {
        (0..n).map(|_| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * scale).collect()
    };
    Folded {
        shape,
        vectors: draw(shape.tables * shape.shapes * WIDTH, 0.1),
        bias: draw(WIDTH, 0.5),
        w: draw(HIDDEN * 2 * WIDTH, 0.6),
        b: draw(HIDDEN, 0.3),
        v: draw(HIDDEN, 1.0),
        d: 0.1,
        threats: draw(shape.tables * crate::THREAT_TERMS, 0.5),
    }
}

/// A heap of combinations and the sums of it.
fn heap(net: &Network, color: Color, sums: &mut Sums, rng: &mut SplitMix64) -> Vec<u16> {
    let heap: Vec<u16> = (0..60).map(|_| rng.below(COMBINATIONS) as u16).collect();
    heap.iter().for_each(|&combination| sums.add(net, color, combination));
    heap
}

#[test]
fn integers_say_what_the_learnt_numbers_say() {
    for variant in [Variant::Freestyle, Variant::Renju] {
        let learnt = random(variant, 7);
        let net = Network::from_learnt(variant, &learnt).expect("of the right shape");
        let mut rng = SplitMix64(8);
        for _ in 0..50 {
            let mut sums = Sums::new(&net);
            let mut black = heap(&net, Color::Black, &mut sums, &mut rng);
            let mut white = heap(&net, Color::White, &mut sums, &mut rng);
            let mut examples = Examples::default();
            let table = |color| Network::table(variant, color) as u8;
            let threats = rng.below(crate::THREAT_TERMS);
            examples.push(
                [(table(Color::Black), &mut black), (table(Color::White), &mut white)],
                threats,
                0.5,
            );
            let expected = learnt.logit(&examples.get(0));
            let found = net.judge(&sums, Color::Black, threats) as f32 / 256.0;
            // 60 roundings of 0.3/256 in each of 64 inputs, then 16 units: about 0.06; five times that does not happen.
            assert!((found - expected).abs() < 0.3, "{found} for {expected}");
        }
    }
}

#[test]
fn simd_says_what_plain_rust_says() {
    let net =
        Network::from_learnt(Variant::Freestyle, &random(Variant::Freestyle, 1)).expect("of the right shape");
    let mut rng = SplitMix64(2);
    for _ in 0..200 {
        let mut draw = || -> Vector { std::array::from_fn(|_| rng.next_u32() as i16) };
        let (own, other) = (draw(), draw());
        let plain = forward::logit(&net, &own, &other);
        #[cfg(target_arch = "x86_64")]
        assert!(simd::logit(&net, &own, &other).is_none_or(|logit| logit == plain));
        assert_eq!(forward::logit(&net, &own, &other), plain);
    }
}

#[test]
fn sums_are_taken_back_exactly() {
    let net = Network::from_learnt(Variant::Renju, &random(Variant::Renju, 3)).expect("of the right shape");
    let mut rng = SplitMix64(4);
    let mut sums = Sums::new(&net);
    let black = heap(&net, Color::Black, &mut sums, &mut rng);
    let before = sums;
    let other: Vec<u16> = black.iter().map(|_| rng.below(COMBINATIONS) as u16).collect();
    black.iter().zip(&other).for_each(|(&from, &to)| sums.change(&net, Color::Black, from, to));
    let mut anew = Sums::new(&net);
    other.iter().for_each(|&combination| anew.add(&net, Color::Black, combination));
    assert_eq!(sums, anew);
    black.iter().zip(&other).for_each(|(&from, &to)| sums.change(&net, Color::Black, to, from));
    assert_eq!(sums, before);
}

#[test]
fn files_come_back_and_damage_is_seen() {
    let net = Network::from_learnt(Variant::Renju, &random(Variant::Renju, 5)).expect("of the right shape");
    let bytes = net.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok(net));
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

/// Random play and taking back, asking now and then: the judge must say what a new one says.
#[test]
fn a_judge_follows_its_position() {
    use crate::rule::{Freestyle, Renju, Rule};
    fn check<R: Rule>() {
        let net = Network::from_learnt(R::VARIANT, &random(R::VARIANT, 10)).expect("of the right shape");
        let net = std::sync::Arc::new(net);
        let mut rng = SplitMix64(12);
        let mut position = crate::Position::<R>::new(tengen_board::Size::of(15, 15));
        (0..8).for_each(|i| position.play(100 + 3 * i));
        let mut judge = Judge::new(net.clone(), &position);
        for _ in 0..3000 {
            match rng.below(5) {
                0 | 1 if position.ply() > 0 => {
                    position.undo();
                }
                4 => position.pass(),
                _ => {
                    let near: Vec<u16> = position.candidates().iter().collect();
                    if let Some(&spot) = near.get(rng.below(near.len().max(1))) {
                        position.play(spot);
                    }
                }
            }
            if rng.below(3) == 0 {
                assert_eq!(judge.judge(&position), Judge::new(net.clone(), &position).judge(&position));
            }
            if position.empty_count() < 60 {
                for _ in 0..40 {
                    position.undo();
                }
            }
        }
    }
    check::<Freestyle>();
    check::<Renju>();
}

/// Two shapes, of which the mover's first wins and the opponent's first loses: a network must learn it from examples.
#[test]
fn a_simple_truth_is_learnt() {
    let shape = Shape { shapes: 40, patterns: 15, tables: 1, width: 8, hidden: 4 };
    let made_of = (0..40).map(|i| [i as u8 % 15, i as u8 % 7, 3, 0]).collect();
    let mut rng = SplitMix64(9);
    let mut examples = Examples::default();
    for _ in 0..4000 {
        let mut draw = || -> Vec<u16> { (0..10).map(|_| 1 + rng.below(39) as u16).collect() };
        let (mut own, mut other) = (draw(), draw());
        let good = |heap: &[u16]| heap.iter().filter(|&&shape| shape < 10).count() as f32;
        let target = 1.0 / (1.0 + (good(&other) - good(&own)).exp());
        examples.push([(0, &mut own), (0, &mut other)], 0, target);
    }
    let how = Training { epochs: 30, batch: 100, rate: 0.01, decay: 0.0, threads: 1, seed: 1 };
    let mut learner = Learner::new(shape, made_of, 1);
    let mut losses = Vec::new();
    learner.learn(&examples, &how, |epoch| losses.push(epoch.held_back));
    let entropy: f64 = (3800..4000)
        .map(|i| f64::from(examples.get(i).target))
        .map(|t| -(t * t.ln() + (1.0 - t) * (1.0 - t).ln()))
        .sum::<f64>()
        / 200.0;
    let last = losses[losses.len() - 1];
    assert!(losses[0] > entropy + 0.02 && last < entropy + 0.01, "{losses:?}, at best {entropy}");
    // The same with more threads, bit for bit.
    let mut again = Learner::new(shape, (0..40).map(|i| [i as u8 % 15, i as u8 % 7, 3, 0]).collect(), 1);
    again.learn(&examples, &Training { threads: 3, ..how }, |_| ());
    assert_eq!(learner.fold(), again.fold());
}
