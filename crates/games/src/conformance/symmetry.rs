//! The mirrored game is the game of the mirrored moves.

use crate::{Game, Move};
use std::collections::HashSet;
use tengen_board::random::SplitMix64;
use tengen_board::{Cell, Point, Symmetry};

fn image(symmetry: Symmetry, mv: Move, size: tengen_board::Size) -> Move {
    match mv {
        Move::Place(point) => Move::Place(symmetry.apply(point, size)),
        other => other,
    }
}

/// The symmetries of the board under which the start of the game is its own image: the same stones and the same legal
/// moves. Games with gravity have two at most, Othello four, most others all that keep the size.
pub fn symmetries<G: Game>(rules: &G::Rules) -> Vec<Symmetry> {
    let start = G::new(rules);
    let size = start.size();
    let moves: HashSet<Move> = start.legal_moves().into_iter().collect();
    let same = |s: &Symmetry| {
        size.points().all(|p| start.at(p) == start.at(s.apply(p, size)))
            && moves.iter().all(|&mv| moves.contains(&image(*s, mv, size)))
    };
    Symmetry::keeping(size).iter().copied().filter(same).collect()
}

/// Plays a random game and all its images side by side.
pub(super) fn mirrored_games<G: Game>(rules: &G::Rules, seed: u64, max_plies: usize) {
    let mut rng = SplitMix64(seed ^ 0x5EED);
    let mut game = G::new(rules);
    let size = game.size();
    let mut images: Vec<(Symmetry, G)> = symmetries::<G>(rules)
        .into_iter()
        .filter(|s| *s != Symmetry::Identity)
        .map(|s| (s, G::new(rules)))
        .collect();
    loop {
        let moves = game.legal_moves();
        for (s, other) in &images {
            let context = || format!("{s:?} of {:?} seed {seed} after {:?}", game.spec(), game.moves());
            let cells = |g: &G, p: Point| -> Cell { g.at(p) };
            assert!(
                size.points().all(|p| cells(&game, p) == cells(other, s.apply(p, size))),
                "stones: {}",
                context()
            );
            assert_eq!(game.outcome(), other.outcome(), "outcome: {}", context());
            assert_eq!(game.to_move(), other.to_move(), "side to move: {}", context());
            assert_eq!(game.player_to_move(), other.player_to_move(), "player to move: {}", context());
            let expected: HashSet<Move> = moves.iter().map(|&mv| image(*s, mv, size)).collect();
            assert_eq!(
                other.legal_moves().into_iter().collect::<HashSet<_>>(),
                expected,
                "legal moves: {}",
                context()
            );
        }
        if moves.is_empty() || game.ply() >= max_plies {
            return;
        }
        let mv = moves[rng.below(moves.len())];
        game.play_unchecked(mv);
        for (s, other) in &mut images {
            other.play_unchecked(image(*s, mv, size));
        }
    }
}
