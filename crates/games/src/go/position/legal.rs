//! Every legal stone of a position at once.
//!
//! Which stones are suicide the board answers for all points, a word of bits at a time. Under superko a stone could
//! repeat a board only if stones have been removed before, if a stone of its colour has been on its point before, and
//! if some earlier board had as many stones of each colour. What is left is checked point by point.

use super::Position;
use crate::go::board::Choices;
use crate::go::{Ko, NO_VERTEX, PointSet, Suicide, Vertex};

impl Position {
    /// The points on which a stone of the side to move is legal, under superko too: the quick form of
    /// [`Game::legal_moves`](crate::Game::legal_moves) for engines. After the end it goes on as if the game did.
    pub fn legal_set(&self) -> PointSet {
        let Choices { mut lives, captures, suicides } = self.board.choices(self.to_move);
        if self.rules.ko == Ko::Simple {
            lives.remove(self.ko);
            if self.rules.suicide != Suicide::Forbidden {
                self.add(&mut lives, &suicides, |at| {
                    self.rules.suicide == Suicide::Allowed || !self.is_single(at)
                });
            }
            return lives;
        }
        // While stones have only been added, every board with one more is new.
        if self.removed > 0 {
            let again = lives.and(&self.stood[self.to_move.index()]);
            // What captures changes the numbers of stones in another way than what does not.
            if self.history.may_have(self.stones_after(0)) {
                self.keep(&mut lives, &again.and_not(&captures), |at| {
                    self.is_new_board(self.board.hash_with(at, self.to_move))
                });
            }
            self.keep(&mut lives, &again.and(&captures), |at| self.is_new_capture(at));
        }
        if self.rules.suicide != Suicide::Forbidden {
            self.add(&mut lives, &suicides, |at| self.is_new_suicide(at));
        }
        lives
    }

    /// Takes those points of `among` out of the set of which `is_legal` is false.
    #[inline]
    fn keep(&self, set: &mut PointSet, among: &PointSet, is_legal: impl Fn(Vertex) -> bool) {
        for at in among.iter() {
            if !is_legal(at) {
                set.remove(at);
            }
        }
    }

    /// Adds those points of `among` to the set of which `is_legal` is true.
    #[inline]
    fn add(&self, set: &mut PointSet, among: &PointSet, is_legal: impl Fn(Vertex) -> bool) {
        for at in among.iter() {
            if is_legal(at) {
                set.insert(at);
            }
        }
    }
}

const _: () = assert!(NO_VERTEX == 0, "taking out no point changes no set");
