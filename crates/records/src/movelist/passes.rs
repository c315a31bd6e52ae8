//! The passes of lists of games in which a side passes only if it has no move (Othello).

use tengen_board::Color;
use tengen_games::{AnyPosition, Game as _, GameSpec, Move, Passes};

/// Follows the moves of a list to judge its passes.
pub(super) struct Passing {
    /// The position after the moves seen so far. `None` in games with other passes, and after an illegal move.
    position: Option<AnyPosition>,
    seen: usize,
}

impl Passing {
    pub(super) fn new(spec: &GameSpec) -> Passing {
        let forced = spec.info().passes == Passes::Forced;
        Passing { position: forced.then(|| AnyPosition::new(spec)), seen: 0 }
    }

    /// The side that would pass with `mv` after `moves` although it has a move.
    pub(super) fn side_with_a_move(&mut self, moves: &[(Option<Color>, Move)], mv: Move) -> Option<Color> {
        if mv != Move::Pass {
            return None;
        }
        let position = self.follow(moves)?;
        (!position.is_over() && !position.is_legal(Move::Pass)).then(|| position.to_move())
    }

    /// The pass that ends `moves` and is part of the game: the other side is to move after it.
    pub(super) fn last(mut self, moves: &[(Option<Color>, Move)]) -> Option<(Option<Color>, Move)> {
        let (_, Move::Pass) = *moves.last()? else { return None };
        let position = self.follow(moves)?;
        (position.last_move() == Some(Move::Pass) && !position.is_over()).then_some((None, Move::Pass))
    }

    /// Plays what is new in `moves`.
    fn follow(&mut self, moves: &[(Option<Color>, Move)]) -> Option<&AnyPosition> {
        for &(_, mv) in &moves[self.seen..] {
            let position = self.position.as_mut()?;
            // Passes may be left out.
            if position.is_legal(Move::Pass) {
                position.play_unchecked(Move::Pass);
            }
            if mv != Move::Pass && position.play(mv).is_err() {
                self.position = None;
            }
        }
        self.seen = moves.len();
        self.position.as_ref()
    }
}
