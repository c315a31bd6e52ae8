//! Renju's forbidden points, exactly.
//!
//! The class of a point settles fives, overlines and fours. Two threes are forbidden only if both are threes by the rule: one
//! more stone makes a straight four, makes no five, and stands on a point that is not itself forbidden. That question is
//! asked of the board with stones added, and may come back to itself; the stones added are kept as a chain on the stack, so
//! that the position stays as it is.

use crate::lines::{Geometry, Lines, empties, stone_code, window};
use crate::pattern::Pattern;
use crate::rule::Rule;
use crate::spots::Spot;
use std::marker::PhantomData;
use tengen_board::Color;

/// A black stone imagined on the board, and those imagined before it.
struct Added<'a> {
    spot: Spot,
    before: Option<&'a Added<'a>>,
}

#[derive(PartialEq)]
enum Verdict {
    Free,
    Five,
    Foul,
}

/// The stones of a board, of which it is asked what renju forbids black.
pub(crate) struct Fouls<'a, R: Rule> {
    lines: &'a Lines,
    geometry: &'a Geometry,
    rule: PhantomData<R>,
}

impl<'a, R: Rule> Fouls<'a, R> {
    pub(crate) fn new(lines: &'a Lines, geometry: &'a Geometry) -> Fouls<'a, R> {
        Fouls { lines, geometry, rule: PhantomData }
    }

    /// Whether a stone of black on an empty point is a foul.
    pub(crate) fn is_foul(&self, spot: Spot) -> bool {
        self.verdict(spot, None, &mut |_| {}) == Verdict::Foul
    }

    /// Tells each point that is asked about on the way to the verdict on this one.
    pub(crate) fn asked(&self, spot: Spot, mut tell: impl FnMut(Spot)) {
        self.verdict(spot, None, &mut tell);
    }

    /// The window of a point, with the stones that are imagined.
    fn imagined(&self, spot: Spot, axis: usize, added: Option<&Added<'_>>) -> u32 {
        let place = self.geometry.place(spot.into(), axis);
        let mut word = self.lines.word(place);
        let mut next = added;
        while let Some(stone) = next {
            let there = self.geometry.place(stone.spot.into(), axis);
            if there.line == place.line {
                word |= u64::from(stone_code(Color::Black)) << there.shift;
            }
            next = stone.before;
        }
        window(word, place.shift, R::HALF)
    }

    /// What the rules say of a stone of black on an empty point.
    #[cold]
    fn verdict(&self, spot: Spot, added: Option<&Added<'_>>, tell: &mut impl FnMut(Spot)) -> Verdict {
        tell(spot);
        let windows: [u32; 4] = std::array::from_fn(|axis| self.imagined(spot, axis, added));
        let patterns = windows.map(|window| R::patterns().pattern(window, Color::Black));
        if patterns.contains(&Pattern::Five) {
            return Verdict::Five;
        }
        let fours = patterns.iter().map(|p| match p {
            Pattern::DoubleFour => 2,
            Pattern::OpenFour | Pattern::ClosedFour => 1,
            _ => 0,
        });
        if patterns.contains(&Pattern::Overline) || fours.sum::<u32>() > 1 {
            return Verdict::Foul;
        }
        let open = |&axis: &usize| patterns[axis].is_open_three();
        if (0..4).filter(open).count() < 2 {
            return Verdict::Free;
        }
        let after = Added { spot, before: added };
        let is_three = |&axis: &usize| self.is_three(axis, windows[axis], &after, tell);
        if (0..4).filter(open).filter(is_three).nth(1).is_some() { Verdict::Foul } else { Verdict::Free }
    }

    /// Whether the stone added last makes a three on this axis: some extension to a straight four is free.
    fn is_three(&self, axis: usize, around: u32, after: &Added<'_>, tell: &mut impl FnMut(Spot)) -> bool {
        let mut left = empties(around, R::HALF) & !(3 << (2 * R::HALF));
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let extended = around | stone_code(Color::Black) << bit;
            if R::patterns().pattern(extended, Color::Black) == Pattern::OpenFour {
                let away = (bit / 2) as i32 - R::HALF as i32;
                let spot = (i32::from(after.spot) + away * self.geometry.steps[axis]) as Spot;
                if self.verdict(spot, Some(after), tell) == Verdict::Free {
                    return true;
                }
            }
        }
        false
    }
}
