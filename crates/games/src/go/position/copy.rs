//! Copies of a position, also into the memory of another one.

use super::Position;

impl Clone for Position {
    fn clone(&self) -> Position {
        let Position {
            rules,
            board,
            to_move,
            ko,
            passes,
            to_place,
            prisoners,
            removed,
            stones,
            past,
            history,
        } = self;
        Position {
            board: board.clone(),
            past: past.clone(),
            history: history.clone(),
            rules: *rules,
            to_move: *to_move,
            ko: *ko,
            passes: *passes,
            to_place: *to_place,
            prisoners: *prisoners,
            removed: *removed,
            stones: *stones,
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
            prisoners,
            removed,
            stones,
            past,
            history,
        } = from;
        self.board.clone_from(board);
        self.past.clone_from(past);
        self.history.clone_from(history);
        (self.rules, self.to_move, self.ko, self.passes) = (*rules, *to_move, *ko, *passes);
        (self.to_place, self.prisoners, self.removed, self.stones) =
            (*to_place, *prisoners, *removed, *stones);
    }
}
