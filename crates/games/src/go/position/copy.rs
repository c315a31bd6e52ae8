//! Copies of a position, also into the memory of another one.

use super::Position;

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            rules: self.rules,
            board: self.board.clone(),
            to_move: self.to_move,
            ko: self.ko,
            passes: self.passes,
            to_place: self.to_place,
            lost: self.lost,
            removed: self.removed,
            stones: self.stones,
            stood: self.stood,
            past: self.past.clone(),
            history: self.history.clone(),
        }
    }

    /// Copies into the memory that is there: the way to play many games in one position.
    fn clone_from(&mut self, from: &Position) {
        let Position {
            rules,
            board,
            to_move,
            ko,
            passes,
            to_place,
            lost,
            removed,
            stones,
            stood,
            past,
            history,
        } = from;
        self.board.clone_from(board);
        self.past.clone_from(past);
        self.history.clone_from(history);
        (self.rules, self.to_move, self.ko, self.passes) = (*rules, *to_move, *ko, *passes);
        (self.to_place, self.lost, self.removed) = (*to_place, *lost, *removed);
        (self.stones, self.stood) = (*stones, *stood);
    }
}
