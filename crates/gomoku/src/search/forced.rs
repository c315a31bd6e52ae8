//! Forced moves: what the threats on the board leave the side to move.

use crate::board::Board;
use crate::board::rule_set::RuleSet;
use crate::board::squares::{Square, SquareSet};
use crate::board::threat::Threat;
use tengen_board::Color;

/// What the side to move must do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forced {
    /// It wins in this many plies, with this move.
    Win(u32, Square),
    /// It loses in two plies: nothing stops the five.
    Lost,
    /// It must stop a five, on one of these squares.
    Five(SquareSet),
    /// It must stop an open four, on one of these squares. They include its own fours.
    OpenFour(SquareSet),
    /// It is free to choose.
    Free,
}

impl<R: RuleSet> Board<R> {
    /// The forced moves of the side to move. In renju the squares of [`Forced::Five`] and [`Forced::OpenFour`] may be
    /// forbidden to black.
    pub(crate) fn forced(&self) -> Forced {
        let (us, them) = (self.to_move(), self.to_move().opponent());
        if let Some(square) = self.fives(us).first() {
            return Forced::Win(1, square);
        }
        if self.count(them, Threat::Five) > 0 {
            return self.stops_of_fives(us, them);
        }
        if let Some(square) = self.open_four(us) {
            return Forced::Win(3, square);
        }
        if let Some(square) = self.double_threat(us, them) {
            return Forced::Win(5, square);
        }
        match self.stops_of_open_fours(them) {
            Some(stops) => Forced::OpenFour(stops | self.fours(us)),
            None => Forced::Free,
        }
    }

    /// True if the side to move has a win at hand, or must stop a five or an open four.
    pub fn is_forced(&self) -> bool {
        !matches!(self.forced(), Forced::Free)
    }

    /// The squares that stop all fives of `them`.
    fn stops_of_fives(&self, us: Color, them: Color) -> Forced {
        let fives = self.fives(them);
        let stops = if R::ENDS_MATTER {
            fives.iter().fold(self.empties(), |all, five| all & self.defences_all(them, five))
        } else if self.count(them, Threat::Five) > 1 {
            SquareSet::EMPTY
        } else {
            fives
        };
        if !R::FOULS || us == Color::White {
            return if stops.is_empty() { Forced::Lost } else { Forced::Five(stops) };
        }
        let may: SquareSet = stops.iter().filter(|&square| !self.is_forbidden(square)).collect();
        if may.is_empty() { Forced::Lost } else { Forced::Five(may) }
    }

    /// A square where `color`, to move, makes a four that cannot be stopped. It wins if the opponent threatens no
    /// five.
    #[inline]
    pub(crate) fn open_four(&self, color: Color) -> Option<Square> {
        if self.count(color, Threat::OpenFour) == 0 {
            return None;
        }
        let points = self.points(color, Threat::OpenFour);
        if R::FOULS && color == Color::Black {
            points.iter().find(|&square| !self.is_forbidden(square))
        } else {
            points.first()
        }
    }

    /// A square where `us` make a four with an open three, or two open threes, while `them` can make no four. An open
    /// four follows any answer: an answer is on one of the two lines at most, and makes no four itself.
    ///
    /// `None` where the ends of a five matter, and for black in renju, to whom the open four might be forbidden.
    #[inline]
    fn double_threat(&self, us: Color, them: Color) -> Option<Square> {
        let doubles = self.count(us, Threat::FourThree) + self.count(us, Threat::ThreeThree);
        if doubles == 0 || R::ENDS_MATTER || (R::FOULS && us == Color::Black) || self.has_four(them) {
            return None;
        }
        (self.points(us, Threat::FourThree) | self.points(us, Threat::ThreeThree)).first()
    }

    /// The squares that stop all open fours of `them`; `None` if they threaten none for certain.
    ///
    /// In renju the square of black's open four may become forbidden by a stone elsewhere. Such an open four is not
    /// certain.
    pub(crate) fn stops_of_open_fours(&self, them: Color) -> Option<SquareSet> {
        if self.count(them, Threat::OpenFour) == 0 {
            return None;
        }
        let certain =
            |&square: &Square| !(R::FOULS && them == Color::Black && self.info(them, square).is_doubtful());
        let stops = self
            .points(them, Threat::OpenFour)
            .iter()
            .filter(certain)
            .map(|square| self.defences_all(them, square));
        stops.reduce(|all, stops| all & stops)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::with_rule;
    use tengen_board::Size;
    use tengen_board::random::SplitMix64;
    use tengen_games::gomoku::Variant;

    /// True if the side to move can make a five within `plies`, by exhaustive search.
    fn wins<R: RuleSet>(board: &mut Board<R>, plies: u32) -> bool {
        let us = board.to_move();
        if !board.fives(us).is_empty() {
            return true;
        }
        if plies < 3 {
            return false;
        }
        for square in board.empties() {
            if board.is_legal(square) {
                board.play(square);
                let won = board.empty_count() > 0 && loses(board, plies - 1);
                board.undo();
                if won {
                    return true;
                }
            }
        }
        false
    }

    fn loses<R: RuleSet>(board: &mut Board<R>, plies: u32) -> bool {
        if !board.fives(board.to_move()).is_empty() {
            return false;
        }
        for square in board.empties() {
            if board.is_legal(square) {
                board.play(square);
                let lost = wins(board, plies - 1);
                board.undo();
                if !lost {
                    return false;
                }
            }
        }
        true
    }

    /// A random position with rows in it, without a five.
    fn random<R: RuleSet>(rng: &mut SplitMix64) -> Board<R> {
        let mut board = Board::<R>::new(Size::of(8, 9));
        let stones = 10 + rng.below(14);
        while board.ply() < stones {
            let near = board.candidates();
            let from = if near.is_empty() { board.empties() } else { near };
            let square = from.iter().nth(rng.below(from.len())).expect("there is room");
            let us = board.to_move();
            if board.class(us, square) != Threat::Five && board.is_legal(square) {
                board.play(square);
            } else if board.empties().iter().all(|s| board.class(us, s) == Threat::Five) {
                break;
            }
        }
        board
    }

    #[test]
    fn what_is_forced_is_what_trying_everything_finds() {
        let mut rng = SplitMix64(77);
        for variant in Variant::ALL {
            with_rule!(variant, R => {
                let mut seen = [0; 6];
                for _ in 0..220 {
                    let mut board = random::<R>(&mut rng);
                    let forced = board.forced();
                    match forced {
                        Forced::Win(plies, square) => {
                            assert!(board.is_legal(square));
                            let here = board.class(board.to_move(), square);
                            if here != Threat::Five {
                                board.play(square);
                                assert!(loses(&mut board, plies - 1), "{forced:?} {board:?}");
                                board.undo();
                            }
                            seen[0] += 1;
                            seen[5] += usize::from(plies == 5);
                        }
                        Forced::Lost => {
                            assert!(loses(&mut board, 2), "{board:?}");
                            seen[1] += 1;
                        }
                        Forced::Five(stops) | Forced::OpenFour(stops) => {
                            // Every legal move outside the set loses at once.
                            let plies = if matches!(forced, Forced::Five(_)) { 1 } else { 3 };
                            for square in board.empties() - stops {
                                if board.is_legal(square) {
                                    board.play(square);
                                    assert!(wins(&mut board, plies), "{square} {forced:?} {board:?}");
                                    board.undo();
                                }
                            }
                            seen[if plies == 1 { 2 } else { 3 }] += 1;
                        }
                        Forced::Free => {
                            assert!(!wins(&mut board, 1));
                            seen[4] += 1;
                        }
                    }
                }
                let rare = |i| i == 1 || (i == 5 && R::ENDS_MATTER);
                assert!(seen.iter().enumerate().all(|(i, &n)| n > 0 || rare(i)), "{variant}: {seen:?}");
            });
        }
    }
}
