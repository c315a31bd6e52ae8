//! Counting the tree of legal moves, the classic test of a rules implementation.

use crate::Game;
use alloc::vec::Vec;

/// The number of sequences of exactly `depth` legal plies from `position`, each move (a pass too) being one ply.
/// Games that end earlier are not counted. `position` is the same afterwards.
///
/// ```
/// use tengen_games::{Game, mnk, perft};
/// let mut game = mnk::Position::new(&mnk::Rules::TIC_TAC_TOE);
/// assert_eq!(perft(&mut game, 3), 9 * 8 * 7);
/// ```
pub fn perft<G: Game>(position: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        position.play_unchecked(mv);
        count += perft(position, depth - 1);
        position.undo();
    }
    count
}
