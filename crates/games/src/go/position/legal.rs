//! Every legal stone of a position at once.
//!
//! An empty point beside another empty point is never suicide, so it is legal under the simple ko rule. Under superko
//! it could repeat a board only if stones have been removed before, and if some earlier board had as many stones of
//! each colour. The other points, few until late in a game, are asked one by one.

use super::Position;
use crate::go::board::{CLOSED, LEN, OPEN, ROWS, each_with};
use crate::go::{Ko, NO_VERTEX};
use tengen_board::Point;

/// The mark of a point that has been found legal.
const LEGAL: u8 = 4;
/// The mark of a point beside an empty one, where a stone captures.
const CAPTURE: u8 = 8;

impl Position {
    /// Calls `visit` with each point on which a stone of the side to move is legal, in reading order.
    pub(super) fn legal_stones(&self, mut visit: impl FnMut(Point)) {
        let mut marks = [0; LEN];
        self.mark_legal(&mut marks);
        for (row, marks) in (0..).zip(self.rows_of(&marks)) {
            for (col, _) in (0..).zip(marks).filter(|&(_, &mark)| mark != 0) {
                visit(Point::new(row, col));
            }
        }
    }

    /// Writes for each point, in reading order, whether a stone of the side to move is legal there.
    ///
    /// # Panics
    /// If `points` has not the length of the board's area.
    pub(super) fn mask_stones(&self, points: &mut [bool]) {
        assert_eq!(points.len(), self.rules.size.area(), "one entry for each point");
        let mut marks = [0; LEN];
        self.mark_legal(&mut marks);
        for (point, &mark) in points.iter_mut().zip(self.board.without_walls(&marks, &mut [0; ROWS])) {
            *point = mark != 0;
        }
    }

    /// The rows of an array with an entry for each point in the padded array.
    fn rows_of<'a>(&self, marks: &'a [u8; LEN]) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let size = self.rules.size;
        let first = usize::from(self.board.vertex(Point::new(0, 0)));
        marks[first..].chunks(size.cols() + 1).take(size.rows()).map(move |row| &row[..size.cols()])
    }

    /// Marks the points on which a stone of the side to move is legal with what is not 0. `marks` has an entry for each
    /// point in the padded array, all 0 before. After the end it goes on as if the game did.
    fn mark_legal(&self, marks: &mut [u8; LEN]) {
        let board = self.board();
        board.mark_empty(marks);
        let simple = self.rules.ko == Ko::Simple;
        each_with(CLOSED, &mut marks[..board.used()], |at, mark| {
            let legal = if simple { self.is_legal_stone(at) } else { self.is_new_closed(at) };
            *mark = if legal { LEGAL } else { 0 };
        });
        if simple {
            // A point that may not be retaken has a stone on each side, but a captured chain may have more room.
            if self.ko != NO_VERTEX {
                marks[usize::from(self.ko) & (LEN - 1)] = 0;
            }
            return;
        }
        // While stones have only been added, every board with one more is new.
        if self.removed == 0 {
            return;
        }
        // What captures changes the numbers of stones in another way than what does not.
        let color = self.to_move;
        let mut captures = false;
        board.each_atari_liberty(!color, |at| {
            let mark = &mut marks[usize::from(at) & (LEN - 1)];
            if *mark == OPEN {
                *mark = CAPTURE;
                captures = true;
            }
        });
        if self.history.may_have(self.stones_after(0)) {
            each_with(OPEN, &mut marks[..board.used()], |at, mark| {
                // It takes nothing and is no suicide.
                *mark = if self.is_new_board(board.hash_with(at, color)) { LEGAL } else { 0 };
            });
        }
        if captures {
            each_with(CAPTURE, &mut marks[..board.used()], |at, mark| {
                *mark = if self.is_new_capture(at) { LEGAL } else { 0 };
            });
        }
    }
}
