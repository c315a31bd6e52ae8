//! A position set up from the stones of another.

use super::{CheckSize, snapshot};
use crate::{Game, SetUp};
use tengen_board::random::SplitMix64;

/// The stones of a position as a set-up.
pub fn set_up_of<G: Game>(game: &G) -> SetUp {
    SetUp { cells: game.size().points().map(|p| (p, game.at(p))).collect(), to_move: game.to_move() }
}

/// Sets up the position from its own stones. Where that is possible, what is seen of the board is the same; and if the
/// two say that they are equal, they are in all else.
pub(super) fn set_up_again<G: Game>(game: &G) {
    let context = || format!("{:?} after {:?}", game.spec(), game.moves());
    let Ok(mut twin) = G::set_up(&game.rules(), &set_up_of(game)) else { return };
    assert_eq!(twin.rules(), game.rules(), "{}", context());
    assert_eq!((twin.ply(), twin.moves().len()), (0, 0), "a set-up has no past: {}", context());
    let (a, b) = (snapshot(&twin), snapshot(game));
    assert_eq!(a.cells, b.cells, "stones: {}", context());
    assert_eq!(twin.to_move(), game.to_move(), "{}", context());
    if twin == *game {
        assert_eq!(
            (a.hash, a.outcome, &a.legal),
            (b.hash, b.outcome, &b.legal),
            "equal, and yet not the same: {}",
            context()
        );
    }
    if let Some(&mv) = a.legal.first() {
        let before = twin.clone();
        twin.play(mv).unwrap_or_else(|e| panic!("a listed move is refused after a set-up: {e}"));
        assert_eq!(twin.undo(), Some(mv));
        assert_eq!(twin, before, "undo after a set-up: {}", context());
        assert_eq!(twin.undo(), None, "a set-up cannot be undone: {}", context());
    }
}

/// For games whose whole state is the stones and the side to move. Every position of random games can be set up from
/// its stones, and the copy is equal, with the same hash, legal moves and outcome.
///
/// # Panics
/// When it is not so.
pub fn check_stones_only<G: Game>(rules: &G::Rules, effort: CheckSize) {
    for seed in 0..effort.games {
        let mut rng = SplitMix64(seed ^ 0x5E7);
        let mut game = G::new(rules);
        loop {
            let context = || format!("{:?} seed {seed} after {:?}", game.spec(), game.moves());
            let twin = G::set_up(rules, &set_up_of(&game)).unwrap_or_else(|e| panic!("{e}: {}", context()));
            assert_eq!(twin, game, "{}", context());
            assert_eq!(twin.hash(), game.hash(), "{}", context());
            assert_eq!(twin.outcome(), game.outcome(), "{}", context());
            let moves = game.legal_moves();
            assert_eq!(twin.legal_moves(), moves, "{}", context());
            if moves.is_empty() || game.ply() >= effort.max_plies {
                break;
            }
            game.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
}
