//! The candidates: those left, and those struck out with the reason.

use tengen_board::{Point, Size};
use tengen_engine::{RuleReport, Strike, StrikeReason};
use tengen_games::Move;

/// The strikes of one filter.
#[derive(Clone, Debug)]
pub(crate) struct FilterResult {
    pub(crate) filter: &'static str,
    pub(crate) struck: Vec<(Point, StrikeReason)>,
    pub(crate) left: usize,
}

impl FilterResult {
    pub(crate) fn report(&self) -> RuleReport {
        let strike =
            |(point, why): &(Point, StrikeReason)| Strike { mv: Move::Place(*point), why: why.clone() };
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
    struck: Vec<(Point, StrikeReason)>,
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
    pub fn strike(&mut self, mut reason: impl FnMut(Point) -> Option<StrikeReason>) {
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
    pub fn prefer(&mut self, mut wanted: impl FnMut(Point) -> bool, why: StrikeReason) {
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
        list.prefer(|_| false, StrikeReason::NoRoom);
        assert_eq!((list.left().len(), list.take_result("x").struck.len()), (25, 0));
        list.prefer(|p| p.row == 0, StrikeReason::EmptyCorner);
        let done = list.take_result("row");
        assert_eq!((done.left, done.struck.len()), (5, 20));
        assert_eq!(done.report().struck[0].why, StrikeReason::EmptyCorner);
    }
}
