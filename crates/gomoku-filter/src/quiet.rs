//! The rules that look at no threats: what may be played, where on the board, the weights, and the last choice.

use super::candidates::{Candidates, Why};
use super::rules::{Means, Rule};
use super::view::View;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point};
use tengen_games::gomoku::{Step, Variant};
use tengen_games::{Game, Move};

/// The article's first rule: points with a stone are no candidates.
#[derive(Debug)]
pub(super) struct Occupied;

impl Rule for Occupied {
    fn name(&self) -> &'static str {
        "occupied"
    }

    fn about(&self) -> &'static str {
        "strikes out points where a stone stands"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        let position = view.position();
        if position.step() == Some(Step::PickFifth) {
            // The offered fifth moves are on the board, and one of them is to be chosen.
            list.strike(|p| match position.at(p).color() {
                Some(_) if position.offers().contains(&p) => None,
                Some(color) => Some(Why::Occupied(color)),
                None => Some(Why::Plain("has not been offered")),
            });
        } else {
            list.strike(|p| position.at(p).color().map(Why::Occupied));
        }
    }
}

/// What may be played: no forbidden point of renju, none where an opening rule wants no stone, and none that is to be avoided.
#[derive(Debug)]
pub(super) struct Allowed;

impl Rule for Allowed {
    fn name(&self) -> &'static str {
        "allowed"
    }

    fn about(&self) -> &'static str {
        "strikes out points that the rules forbid, and those that whoever asks does not want"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, means: &mut Means<'_>) {
        let position = view.position();
        let fouls = position.rules().variant == Variant::Renju && position.to_move() == Color::Black;
        if fouls || position.step().is_some() || position.is_over() {
            list.strike(|p| {
                let mv = Move::Place(p);
                // Asking for the reason costs more than asking whether there is one.
                (!position.is_legal(mv)).then(|| {
                    Why::NotAllowed(
                        position.check(mv).err().map_or_else(String::new, |e| e.reason.to_string()),
                    )
                })
            });
        }
        list.prefer(|p| !means.avoid.contains(&p), Why::NotAllowed("is to be avoided".into()));
    }
}

/// Corner mistakes: a stone in an empty corner helps nobody.
#[derive(Debug)]
pub(super) struct Corners;

/// How far a corner reaches along either side, in points.
const CORNER: u8 = 3;
/// A stone this near makes a corner matter.
const NEAR: u8 = 2;

impl Rule for Corners {
    fn name(&self) -> &'static str {
        "corners"
    }

    fn about(&self) -> &'static str {
        "strikes out the 3x3 points in each corner while no stone is within two points"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        let (size, position) = (view.size(), view.position());
        let (rows, cols) = (size.rows() as u8, size.cols() as u8);
        let in_corner =
            |p: Point| p.row.min(rows - 1 - p.row) < CORNER && p.col.min(cols - 1 - p.col) < CORNER;
        if list.left().iter().all(|&p| in_corner(p)) {
            return;
        }
        let stones: Vec<Point> = size.points().filter(|&p| !position.at(p).is_empty()).collect();
        let lonely =
            |p: Point| stones.iter().all(|s| s.row.abs_diff(p.row) > NEAR || s.col.abs_diff(p.col) > NEAR);
        list.prefer(|p| !(in_corner(p) && lonely(p)), Why::Plain("lies in a corner far from every stone"));
    }
}

/// A point through which nobody can make a five any more is wasted.
#[derive(Debug)]
pub(super) struct Room;

impl Rule for Room {
    fn name(&self) -> &'static str {
        "room"
    }

    fn about(&self) -> &'static str {
        "strikes out points through which neither side has room for a five"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        list.prefer(
            |p| view.own(p).room + view.other(p).room > 0,
            Why::Plain("leaves no room for a five in any direction"),
        );
    }
}

/// The article's second rule: keep the points that reach the greatest K of either colour.
#[derive(Debug)]
pub(super) struct Weights;

impl Rule for Weights {
    fn name(&self) -> &'static str {
        "weights"
    }

    fn about(&self) -> &'static str {
        "keeps the points whose K is the greatest for black or the greatest for white"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut Means<'_>) {
        let k = |p: Point| (view.facts(Color::Black, p).k, view.facts(Color::White, p).k);
        let (mut black, mut white) = (0, 0);
        for &point in list.left() {
            let k = k(point);
            (black, white) = (black.max(k.0), white.max(k.1));
        }
        list.strike(|p| {
            let k = k(p);
            (k.0 < black && k.1 < white).then_some(Why::Weights { black: (k.0, black), white: (k.1, white) })
        });
    }
}

/// The last rule: the greatest sum of both K; of equals the nearest to the centre, and of those the seed decides.
#[derive(Debug)]
pub(super) struct Pick;

impl Rule for Pick {
    fn name(&self) -> &'static str {
        "pick"
    }

    fn about(&self) -> &'static str {
        "keeps one: the greatest sum of K for both colours, of equals the nearest to the centre"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, means: &mut Means<'_>) {
        let sum = |p: Point| view.own(p).k + view.other(p).k;
        let from_center = |p: Point| view.from_center(p);
        let best = list.left().iter().map(|&p| (sum(p), -from_center(p))).max();
        let Some(best) = best else { return };
        let equal: Vec<Point> =
            list.left().iter().copied().filter(|&p| (sum(p), -from_center(p)) == best).collect();
        let chosen = match means.seed {
            0 => equal[0],
            seed => equal[SplitMix64(seed).below(equal.len())],
        };
        list.strike(|p| {
            if p == chosen {
                None
            } else if sum(p) < best.0 {
                Some(Why::Sum { sum: sum(p), best: best.0 })
            } else if equal.contains(&p) {
                Some(Why::Plain("is as good as the one chosen"))
            } else {
                Some(Why::Plain("is as good but farther from the centre"))
            }
        });
    }
}
