//! The rules about threats: fives, open fours, and the forks that lead to them. Each pair is the same question asked for
//! the side to move and for its opponent; the quicker threat comes first.

use super::candidates::{Candidates, Why};
use super::rules::{Means, Rule};
use super::view::{Facts, View};
use tengen_board::Point;

/// Declares a rule that keeps the points where the side to move makes something.
macro_rules! make {
    ($rule:ident, $name:literal, $about:literal, $wanted:expr, $why:literal) => {
        #[doc = concat!("Rule: ", $about, ".")]
        #[derive(Debug)]
        pub(super) struct $rule;

        impl Rule for $rule {
            fn name(&self) -> &'static str {
                $name
            }

            fn about(&self) -> &'static str {
                $about
            }

            fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
                let wanted: fn(Facts) -> bool = $wanted;
                list.prefer(|p| wanted(view.own(p)), Why::Plain($why));
            }
        }
    };
}

make!(
    MakeFive,
    "five",
    "keeps the points that make a five",
    |f| f.five,
    "does not make the five that is there"
);
make!(
    MakeOpenFour,
    "open-four",
    "keeps the points that make an open four or two fours, when no five is about",
    Facts::is_open_four,
    "does not make the open four that is there"
);
make!(
    FourThree,
    "four-three",
    "keeps the points that make a four and an open three at once",
    Facts::is_four_three,
    "does not make the four and three that is there"
);

/// Rule: take a point where the opponent would make a five.
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

/// Whether a five is about: one's own to be made, or the opponent's to be stopped.
fn five_is_about(view: &View<'_>, list: &Candidates) -> bool {
    list.left().iter().any(|&p| view.own(p).five || view.other(p).five)
}

/// Keeps the points after which the opponent can no longer make what `threat` says, and those that gain time by a four.
fn block(view: &mut View<'_>, list: &mut Candidates, threat: fn(Facts) -> bool, why: &'static str) {
    let threats: Vec<Point> = view.points(view.to_move().opponent(), threat);
    if threats.is_empty() {
        return;
    }
    let stops = |view: &mut View<'_>, p: Point| {
        threats.iter().all(|&t| t == p || sees(p, t) && !threat(view.other_after(p, t)))
    };
    let makes_four = |view: &View<'_>, p: Point| view.own(p).fours > 0;
    if list.left().to_vec().into_iter().any(|p| stops(view, p)) {
        list.prefer(|p| stops(view, p) || makes_four(view, p), Why::Plain(why));
    } else {
        // Nothing stops them all: gain time, or take one of the points.
        list.prefer(|p| threats.contains(&p) || makes_four(view, p), Why::Plain(why));
    }
}

/// Whether a stone on `p` can matter to a line through `t`.
fn sees(p: Point, t: Point) -> bool {
    let (rows, cols) = (p.row.abs_diff(t.row), p.col.abs_diff(t.col));
    rows.max(cols) <= 5 && (rows == 0 || cols == 0 || rows == cols)
}

/// Declares a rule that stops what the opponent would make.
macro_rules! stop {
    ($rule:ident, $name:literal, $about:literal, $threat:expr, $unless:expr, $why:literal) => {
        #[doc = concat!("Rule: ", $about, ".")]
        #[derive(Debug)]
        pub(super) struct $rule;

        impl Rule for $rule {
            fn name(&self) -> &'static str {
                $name
            }

            fn about(&self) -> &'static str {
                $about
            }

            fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
                let unless: fn(Facts) -> bool = $unless;
                if five_is_about(view, list) || list.left().iter().any(|&p| unless(view.own(p))) {
                    return;
                }
                block(view, list, $threat, $why);
            }
        }
    };
}

stop!(
    BlockOpenFour,
    "block-open-four",
    "keeps the points that stop the opponent's open four, and fours that gain time",
    Facts::is_open_four,
    Facts::is_open_four,
    "leaves the opponent an open four"
);
stop!(
    BlockFourThree,
    "block-four-three",
    "keeps the points that stop the opponent's four and three, and fours that gain time",
    Facts::is_four_three,
    |f| f.is_open_four() || f.is_four_three(),
    "leaves the opponent a four and three"
);
stop!(
    BlockDoubleThree,
    "block-double-three",
    "keeps the points that stop the opponent's double three, and fours that gain time",
    Facts::is_double_three,
    |f| f.is_open_four() || f.is_four_three() || f.is_double_three(),
    "leaves the opponent a double three"
);

/// Rule: make two open threes at once, when the opponent has nothing quicker.
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
