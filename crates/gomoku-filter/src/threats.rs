//! Filters for threats: fives, open fours, and the double threats that lead to them. Each comes in a pair, one to make
//! the threat and one to stop the opponent's. The faster threat comes first.

use crate::candidates::Candidates;
use crate::filter::{Filter, FilterContext};
use crate::view::{PointFacts, View};
use tengen_board::Point;
use tengen_engine::{Shape, StrikeReason};

/// Keeps the points where the side to move makes something.
#[derive(Debug)]
pub(crate) struct Make {
    name: &'static str,
    about: &'static str,
    wanted: fn(PointFacts) -> bool,
    why: StrikeReason,
}

/// Makes five.
pub(crate) const FIVE: Make = Make {
    name: "five",
    about: "keeps the points that make a five",
    wanted: |f| f.five,
    why: StrikeReason::Misses(Shape::Five),
};

/// Make an open four.
pub(crate) const OPEN_FOUR: Make = Make {
    name: "open-four",
    about: "keeps the points that make an open four or two fours, if there is no five",
    wanted: |f| f.is_open_four(),
    why: StrikeReason::Misses(Shape::OpenFour),
};

/// Make a four and a three.
pub(crate) const FOUR_THREE: Make = Make {
    name: "four-three",
    about: "keeps the points that make a four and an open three at once",
    wanted: |f| f.is_open_four() || f.is_four_three(),
    why: StrikeReason::Misses(Shape::FourThree),
};

impl Filter for Make {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        list.prefer(|p| (self.wanted)(view.own(p)), self.why.clone());
    }
}

/// Keeps the points that stop what the opponent would make.
#[derive(Debug)]
pub(crate) struct StopRule {
    name: &'static str,
    about: &'static str,
    /// The threat of the opponent.
    threat: fn(PointFacts) -> bool,
    /// What the side to move prefers to make itself.
    unless: fn(PointFacts) -> bool,
    why: StrikeReason,
}

/// Stop an open four.
pub(crate) const BLOCK_OPEN_FOUR: StopRule = StopRule {
    name: "block-open-four",
    about: "keeps the points that stop the opponent's open four, and fours that gain time",
    threat: |f| f.is_open_four(),
    unless: |f| f.is_open_four(),
    why: StrikeReason::Leaves(Shape::OpenFour),
};

/// Stop a four and a three.
pub(crate) const BLOCK_FOUR_THREE: StopRule = StopRule {
    name: "block-four-three",
    about: "keeps the points that stop the opponent's four and three, and fours that gain time",
    threat: |f| f.is_four_three(),
    unless: |f| f.is_open_four() || f.is_four_three(),
    why: StrikeReason::Leaves(Shape::FourThree),
};

/// Stop a double three.
pub(crate) const BLOCK_DOUBLE_THREE: StopRule = StopRule {
    name: "block-double-three",
    about: "keeps the points that stop the opponent's double three, and fours that gain time",
    threat: |f| f.is_double_three(),
    unless: |f| f.is_open_four() || f.is_four_three() || f.is_double_three(),
    why: StrikeReason::Leaves(Shape::DoubleThree),
};

impl Filter for StopRule {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        if has_five(view, list) || list.left().iter().any(|&p| (self.unless)(view.own(p))) {
            return;
        }
        let threats: Vec<Point> = view.points(view.to_move().opponent(), self.threat);
        if threats.is_empty() {
            return;
        }
        let stops = |view: &mut View<'_>, p: Point| {
            threats.iter().all(|&t| t == p || sees(p, t) && !(self.threat)(view.other_after(p, t)))
        };
        let makes_four = |view: &View<'_>, p: Point| view.own(p).fours > 0;
        if list.left().to_vec().into_iter().any(|p| stops(view, p)) {
            list.prefer(|p| stops(view, p) || makes_four(view, p), self.why.clone());
        } else {
            // Nothing stops them all: gain time by a four, or occupy one of the points.
            list.prefer(|p| threats.contains(&p) || makes_four(view, p), self.why.clone());
        }
    }
}

/// True if either side can make five.
fn has_five(view: &View<'_>, list: &Candidates) -> bool {
    list.left().iter().any(|&p| view.own(p).five || view.other(p).five)
}

/// True if a stone on `p` can change a line through `t`.
fn sees(p: Point, t: Point) -> bool {
    let (rows, cols) = (p.row.abs_diff(t.row), p.col.abs_diff(t.col));
    rows.max(cols) <= 5 && (rows == 0 || cols == 0 || rows == cols)
}

/// Keeps the points where the opponent makes five.
#[derive(Debug)]
pub(crate) struct BlockFive;

impl Filter for BlockFive {
    fn name(&self) -> &'static str {
        "block-five"
    }

    fn about(&self) -> &'static str {
        "keeps the points where the opponent would make a five, unless a five is there to be made"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        if list.left().iter().any(|&p| view.own(p).five) {
            return;
        }
        list.prefer(|p| view.other(p).five, StrikeReason::Leaves(Shape::Five));
        // With two such points, a stone on one may still stop both: in caro, at the end of a five.
        let points = view.points(view.to_move().opponent(), |facts| facts.five);
        if points.len() > 1 {
            let stops = |p: Point, view: &mut View<'_>| {
                points.iter().all(|&t| t == p || !view.other_after(p, t).five)
            };
            list.prefer(|p| stops(p, view), StrikeReason::LeavesAnother(Shape::Five));
        }
    }
}

/// Makes two open threes at once, if the opponent has no faster threat.
#[derive(Debug)]
pub(crate) struct DoubleThree;

impl Filter for DoubleThree {
    fn name(&self) -> &'static str {
        "double-three"
    }

    fn about(&self) -> &'static str {
        "keeps the points that make two open threes at once, unless the opponent could answer with a five or an open four"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        let other = view.to_move().opponent();
        if has_five(view, list) || !view.points(other, PointFacts::is_open_four).is_empty() {
            return;
        }
        list.prefer(
            |p| view.own(p).is_double_three() || view.own(p).is_open_four() || view.own(p).is_four_three(),
            StrikeReason::Misses(Shape::DoubleThree),
        );
    }
}
