//! The candidates: those left, and those struck out with the reason.

use std::fmt;
use tengen_board::{Color, Coords, Point, Size};
use tengen_engine::{RuleReport, Strike};
use tengen_games::Move;

/// Why a candidate was struck out. Kept as numbers and made into words only for those who ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A stone stands there.
    Occupied(Color),
    /// The rules of the game do not allow it.
    NotAllowed(String),
    /// A reason without numbers.
    Plain(&'static str),
    /// Another point has a greater K for either colour.
    Weights {
        /// K for black and the greatest of all.
        black: (u32, u32),
        /// K for white and the greatest of all.
        white: (u32, u32),
    },
    /// The look ahead likes another point better.
    Ahead {
        /// The value of this move after the likely replies.
        value: i64,
        /// The value of the best.
        best: i64,
        /// The reply that is likely.
        reply: Option<Point>,
    },
    /// Another point has a greater sum of both K.
    Sum {
        /// Of this point.
        sum: u32,
        /// Of the point chosen.
        best: u32,
    },
}

/// Why, in plain words, on a board of some size.
struct InWords<'a>(&'a Why, Size);

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Why::Occupied(color) => write!(f, "a {color} stone stands there"),
            Why::NotAllowed(why) => f.write_str(why),
            Why::Plain(why) => f.write_str(why),
            Why::Weights { black, white } => {
                write!(
                    f,
                    "K is {} of {} for black and {} of {} for white",
                    black.0, black.1, white.0, white.1
                )
            }
            Why::Ahead { value, best, reply } => {
                write!(f, "worth {value} of {best}")?;
                match reply {
                    Some(reply) => write!(f, " after {}", Coords::Gomoku.format(*reply, self.1)),
                    None => Ok(()),
                }
            }
            Why::Sum { sum, best } => write!(f, "K for both is {sum} of {best}"),
        }
    }
}

impl Why {
    /// The reason in plain words, on a board of this size.
    pub fn in_words(&self, size: Size) -> String {
        InWords(self, size).to_string()
    }
}

/// The strikes of one filter.
#[derive(Clone, Debug)]
pub(crate) struct FilterResult {
    pub(crate) filter: &'static str,
    pub(crate) struck: Vec<(Point, Why)>,
    pub(crate) left: usize,
}

impl FilterResult {
    pub(crate) fn report(&self, size: Size) -> RuleReport {
        let strike =
            |(point, why): &(Point, Why)| Strike { mv: Move::Place(*point), why: why.in_words(size) };
        RuleReport {
            rule: self.filter.into(),
            struck: self.struck.iter().map(strike).collect(),
            left: self.left,
        }
    }
}

/// The candidates left, in reading order, and the strikes of the filter in progress.
#[derive(Clone, Debug)]
pub struct Candidates {
    left: Vec<Point>,
    struck: Vec<(Point, Why)>,
}

impl Candidates {
    pub(crate) fn all(size: Size) -> Candidates {
        Candidates { left: size.points().collect(), struck: Vec::new() }
    }

    /// The candidates left.
    pub fn left(&self) -> &[Point] {
        &self.left
    }

    /// Strikes out every candidate for which `reason` returns one, even the last.
    pub fn strike(&mut self, mut reason: impl FnMut(Point) -> Option<Why>) {
        let struck = &mut self.struck;
        self.left.retain(|&point| match reason(point) {
            Some(why) => {
                struck.push((point, why));
                false
            }
            None => true,
        });
    }

    /// Keeps the candidates that `wanted` accepts and strikes out the others with one reason. If it accepts none, all
    /// stay.
    pub fn prefer(&mut self, mut wanted: impl FnMut(Point) -> bool, why: Why) {
        let kept: Vec<bool> = self.left.iter().map(|&point| wanted(point)).collect();
        if kept.contains(&true) {
            let mut kept = kept.into_iter();
            self.strike(|_| (!kept.next().unwrap_or(true)).then(|| why.clone()));
        }
    }

    pub(crate) fn take_result(&mut self, filter: &'static str) -> FilterResult {
        FilterResult { filter, struck: std::mem::take(&mut self.struck), left: self.left.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferring_never_empties_the_list() {
        let mut list = Candidates::all(Size::of(5, 5));
        list.prefer(|_| false, Why::Plain("none is wanted"));
        assert_eq!((list.left().len(), list.take_result("x").struck.len()), (25, 0));
        list.prefer(|p| p.row == 0, Why::Plain("not on the first row"));
        let done = list.take_result("row");
        assert_eq!((done.left, done.struck.len()), (5, 20));
        assert_eq!(done.report(Size::of(5, 5)).struck[0].why, "not on the first row");
    }

    #[test]
    fn reasons_are_sentences() {
        let size = Size::of(15, 15);
        let weights = Why::Weights { black: (64, 1072), white: (80, 80) };
        assert_eq!(weights.in_words(size), "K is 64 of 1072 for black and 80 of 80 for white");
        let ahead = Why::Ahead { value: -5, best: 7, reply: Some(Point::new(7, 7)) };
        assert_eq!(ahead.in_words(size), "worth -5 of 7 after h8");
    }
}
