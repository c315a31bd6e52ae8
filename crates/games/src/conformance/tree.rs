//! The tree of legal moves, counted by the quick way and by trying everything.

use super::candidates;
use crate::{Game, perft};
use tengen_board::random::SplitMix64;

/// Counts the legal sequences of `depth` plies by trying every move there is on a copy.
fn by_trial<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    candidates(game)
        .into_iter()
        .map(|mv| {
            let mut next = game.clone();
            if next.play(mv).is_ok() { by_trial(&next, depth - 1) } else { 0 }
        })
        .sum()
}

/// Compares the counts from a random position of a random game, as deep as a few thousand trials go.
pub(super) fn counted_twice<G: Game>(rules: &G::Rules, seed: u64, max_plies: usize) {
    let mut rng = SplitMix64(seed ^ 0x7EE);
    let mut game = G::new(rules);
    // The first seed looks at the start.
    let plies = if seed == 0 { 0 } else { rng.below(game.size().area().min(max_plies) + 1) };
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play_unchecked(moves[rng.below(moves.len())]);
    }
    let tries = candidates(&game).len() as u64;
    for depth in 0..6 {
        let before = game.clone();
        let quick = perft(&mut game, depth);
        assert_eq!(game, before, "perft left a trace");
        assert_eq!(
            quick,
            by_trial(&game, depth),
            "depth {depth} of {:?} after {:?}",
            game.spec(),
            game.moves()
        );
        if quick * tries > 4000 {
            break;
        }
    }
}
