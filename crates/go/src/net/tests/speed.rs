//! Microseconds for a position. `cargo test --release -p tengen-go net::tests::speed -- --ignored --nocapture`

use super::*;
use std::time::Instant;

#[test]
#[ignore = "measures time"]
fn microseconds_for_a_position() {
    let mut rng = SplitMix64(5);
    for (channels, blocks) in [(32, 2), (64, 3), (96, 4), (128, 6)] {
        let bytes = SlowNet::random(channels, blocks, &mut rng).to_bytes();
        for size in [9, 13, 19] {
            let seen = random_position(Size::of(size, size), size * size / 2, &mut rng);
            for kernel in Kernel::all() {
                let net = Net::read_for(&bytes, kernel).expect("a network");
                let mut scratch = Scratch::new();
                let mut best = f64::INFINITY;
                let begin = Instant::now();
                while begin.elapsed().as_secs_f64() < 0.3 {
                    let start = Instant::now();
                    std::hint::black_box(logits_of(&net, &seen, &mut scratch));
                    best = best.min(start.elapsed().as_secs_f64() * 1e6);
                }
                println!(
                    "{channels} channels, {blocks} blocks, {size}x{size}: {best:7.1} µs with {kernel:?}"
                );
            }
        }
    }
}
