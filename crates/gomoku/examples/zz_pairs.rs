//! Plays and takes back moves, to time the position alone.
use std::time::Instant;
use tengen_board::Size;
use tengen_games::conformance::SplitMix64;
use tengen_games::gomoku::Variant;
use tengen_gomoku::{Position, Rule, Spot, with_rule};

fn run<R: Rule>() -> f64 {
    let mut rng = SplitMix64(1);
    let mut best = f64::MAX;
    for _ in 0..7 {
        let mut p = Position::<R>::new(Size::of(15, 15));
        p.play(112);
        let mut time = 0.0;
        let mut pairs = 0u64;
        for _ in 0..60 {
            let c = p.candidates();
            let s: Vec<Spot> = c.iter().collect();
            let at = Instant::now();
            for _ in 0..20 {
                for &x in &s {
                    p.play(x);
                    p.undo();
                }
            }
            time += at.elapsed().as_secs_f64();
            pairs += 20 * s.len() as u64;
            p.play(s[rng.below(s.len())]);
        }
        best = f64::min(best, time / pairs as f64);
    }
    best
}
fn main() {
    for v in Variant::ALL {
        let t = with_rule!(v, R => run::<R>());
        println!("{v}: {:.0} ns, {:.2} M pairs/s", t * 1e9, 1e-6 / t);
    }
}
