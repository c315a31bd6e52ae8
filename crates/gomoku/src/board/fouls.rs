//! Renju's forbidden squares, exactly.
//!
//! The class of a square settles fives, overlines and fours. Two threes are forbidden only if both are threes by the
//! rule: one more stone makes a straight four and no five, on a square that is not itself forbidden. That question is
//! asked of the board with stones added, and may recur. The added stones form a chain on the stack, so that the board
//! stays unchanged.

use crate::board::lines::{Geometry, Lines, empties, stone_code, window};
use crate::board::pattern::Pattern;
use crate::board::rule_set::RuleSet;
use crate::board::squares::Square;
use std::marker::PhantomData;
use tengen_board::Color;

/// A black stone added to the board, and those added before it.
struct Added<'a> {
    square: Square,
    before: Option<&'a Added<'a>>,
}

#[derive(PartialEq)]
enum Legality {
    Free,
    Five,
    Foul,
}

/// The stones of a board, for questions about black's fouls.
pub(crate) struct Fouls<'a, R: RuleSet> {
    lines: &'a Lines,
    geometry: &'a Geometry,
    rule: PhantomData<R>,
}

impl<'a, R: RuleSet> Fouls<'a, R> {
    pub(crate) fn new(lines: &'a Lines, geometry: &'a Geometry) -> Fouls<'a, R> {
        Fouls { lines, geometry, rule: PhantomData }
    }

    /// True if a black stone on an empty square is a foul.
    pub(crate) fn is_foul(&self, square: Square) -> bool {
        self.legality(square, None, &mut |_| {}) == Legality::Foul
    }

    /// Visits every square that the verdict on this one depends on.
    pub(crate) fn visit_dependencies(&self, square: Square, mut visit: impl FnMut(Square)) {
        self.legality(square, None, &mut visit);
    }

    /// The window of a square, with the added stones.
    fn window_with(&self, square: Square, axis: usize, added: Option<&Added<'_>>) -> u32 {
        let place = self.geometry.place(square.into(), axis);
        let mut word = self.lines.word(place);
        let mut next = added;
        while let Some(stone) = next {
            let there = self.geometry.place(stone.square.into(), axis);
            if there.line == place.line {
                word |= u64::from(stone_code(Color::Black)) << there.shift;
            }
            next = stone.before;
        }
        window(word, place.shift, R::HALF)
    }

    /// The legality of a black stone on an empty square.
    #[cold]
    fn legality(
        &self,
        square: Square,
        added: Option<&Added<'_>>,
        visit: &mut impl FnMut(Square),
    ) -> Legality {
        visit(square);
        let windows: [u32; 4] = std::array::from_fn(|axis| self.window_with(square, axis, added));
        let patterns = windows.map(|window| R::patterns().pattern(window, Color::Black));
        if patterns.contains(&Pattern::Five) {
            return Legality::Five;
        }
        let fours = patterns.iter().map(|p| match p {
            Pattern::DoubleFour => 2,
            Pattern::OpenFour | Pattern::ClosedFour => 1,
            _ => 0,
        });
        if patterns.contains(&Pattern::Overline) || fours.sum::<u32>() > 1 {
            return Legality::Foul;
        }
        let open = |&axis: &usize| patterns[axis].is_open_three();
        if (0..4).filter(open).count() < 2 {
            return Legality::Free;
        }
        let after = Added { square, before: added };
        let is_three = |&axis: &usize| self.is_three(axis, windows[axis], &after, visit);
        if (0..4).filter(open).filter(is_three).nth(1).is_some() { Legality::Foul } else { Legality::Free }
    }

    /// True if the last added stone makes a three on this axis: an extension to a straight four is legal.
    fn is_three(&self, axis: usize, around: u32, after: &Added<'_>, visit: &mut impl FnMut(Square)) -> bool {
        let mut left = empties(around, R::HALF) & !(3 << (2 * R::HALF));
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let extended = around | stone_code(Color::Black) << bit;
            if R::patterns().pattern(extended, Color::Black) == Pattern::OpenFour {
                let away = (bit / 2) as i32 - R::HALF as i32;
                let square = (i32::from(after.square) + away * self.geometry.steps[axis]) as Square;
                if self.legality(square, Some(after), visit) == Legality::Free {
                    return true;
                }
            }
        }
        false
    }
}
