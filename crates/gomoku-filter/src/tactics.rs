//! The rules about threats: fives, open fours, and the forks that lead to them. Each pair is the same question asked for
//! the side to move and for its opponent; the quicker threat comes first.

use super::candidates::{Candidates, Why};
use super::rules::{Means, Rule};
use super::view::{Facts, View};
use tengen_board::Point;

/// Keeps the points where the side to move makes something.
#[derive(Debug)]
pub(super) struct Make {
    name: &'static str,
    about: &'static str,
    wanted: fn(Facts) -> bool,
    why: &'static str,
}

/// Make a five.
pub(super) const FIVE: Make = Make {
    name: "five",
    about: "keeps the points that make a five",
    wanted: |f| f.five,
    why: "does not make the five that is there",
};

/// Make an open four.
pub(super) const OPEN_FOUR: Make = Make {
    name: "open-four",
    about: "keeps the points that make an open four or two fours, when no five is about",
    wanted: |f| f.is_open_four(),
    why: "does not make the open four that is there",
};

/// Make a four and a three.
pub(super) const FOUR_THREE: Make = Make {
    name: "four-three",
    about: "keeps the points that make a four and an open three at once",
    wanted: |f| f.is_open_four() || f.is_four_three(),
    why: "does not make the four and three that is there",
};

impl Rule for Make {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        list.prefer(|p| (self.wanted)(view.own(p)), Why::Plain(self.why));
    }
}

/// Keeps the points that stop what the opponent would make.
#[derive(Debug)]
pub(super) struct Stop {
    name: &'static str,
    about: &'static str,
    /// What the opponent would make.
    threat: fn(Facts) -> bool,
    /// What the side to move would rather make itself.
    unless: fn(Facts) -> bool,
    why: &'static str,
}

/// Stop an open four.
pub(super) const BLOCK_OPEN_FOUR: Stop = Stop {
    name: "block-open-four",
    about: "keeps the points that stop the opponent's open four, and fours that gain time",
    threat: |f| f.is_open_four(),
    unless: |f| f.is_open_four(),
    why: "leaves the opponent an open four",
};

/// Stop a four and a three.
pub(super) const BLOCK_FOUR_THREE: Stop = Stop {
    name: "block-four-three",
    about: "keeps the points that stop the opponent's four and three, and fours that gain time",
    threat: |f| f.is_four_three(),
    unless: |f| f.is_open_four() || f.is_four_three(),
    why: "leaves the opponent a four and three",
};

/// Stop a double three.
pub(super) const BLOCK_DOUBLE_THREE: Stop = Stop {
    name: "block-double-three",
    about: "keeps the points that stop the opponent's double three, and fours that gain time",
    threat: |f| f.is_double_three(),
    unless: |f| f.is_open_four() || f.is_four_three() || f.is_double_three(),
    why: "leaves the opponent a double three",
};

impl Rule for Stop {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        if five_is_about(view, list) || list.left().iter().any(|&p| (self.unless)(view.own(p))) {
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
            list.prefer(|p| stops(view, p) || makes_four(view, p), Why::Plain(self.why));
        } else {
            // Nothing stops them all: gain time, or take one of the points.
            list.prefer(|p| threats.contains(&p) || makes_four(view, p), Why::Plain(self.why));
        }
    }
}

/// Whether a five is about: one's own to be made, or the opponent's to be stopped.
fn five_is_about(view: &View<'_>, list: &Candidates) -> bool {
    list.left().iter().any(|&p| view.own(p).five || view.other(p).five)
}

/// Whether a stone on `p` can matter to a line through `t`.
fn sees(p: Point, t: Point) -> bool {
    let (rows, cols) = (p.row.abs_diff(t.row), p.col.abs_diff(t.col));
    rows.max(cols) <= 5 && (rows == 0 || cols == 0 || rows == cols)
}

/// Take a point where the opponent would make a five.
#[derive(Debug)]
pub(super) struct BlockFive;

impl Rule for BlockFive {
    fn name(&self) -> &'static str {
        "block-five"
    }

    fn about(&self) -> &'static str {
        "keeps the points where the opponent would make a five, unless a five is there to be made"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        if list.left().iter().any(|&p| view.own(p).five) {
            return;
        }
        list.prefer(|p| view.other(p).five, Why::Plain("leaves the opponent a five"));
        // Where there are two such points, a stone on one may still stop both: in caro by standing at the end of a five.
        let points = view.points(view.to_move().opponent(), |facts| facts.five);
        if points.len() > 1 {
            let stops = |p: Point, view: &mut View<'_>| {
                points.iter().all(|&t| t == p || !view.other_after(p, t).five)
            };
            list.prefer(|p| stops(p, view), Why::Plain("leaves the opponent another five"));
        }
    }
}

/// Make two open threes at once, when the opponent has nothing quicker.
#[derive(Debug)]
pub(super) struct DoubleThree;

impl Rule for DoubleThree {
    fn name(&self) -> &'static str {
        "double-three"
    }

    fn about(&self) -> &'static str {
        "keeps the points that make two open threes at once, unless the opponent could answer with a five or an open four"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        let other = view.to_move().opponent();
        if five_is_about(view, list) || !view.points(other, Facts::is_open_four).is_empty() {
            return;
        }
        list.prefer(
            |p| view.own(p).is_double_three() || view.own(p).is_open_four() || view.own(p).is_four_three(),
            Why::Plain("does not make the double three that is there"),
        );
    }
}
