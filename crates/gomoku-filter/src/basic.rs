//! Filters without threats: legality, place on the board, the weights, and the last choice.

use crate::candidates::Candidates;
use crate::filter::{Filter, FilterContext};
use crate::view::View;
use tengen_board::random::SplitMix64;
use tengen_board::{Color, Point};
use tengen_engine::StrikeReason;
use tengen_games::gomoku::{Step, Variant};
use tengen_games::{Game, Move};

/// The article's first rule: points with a stone are not candidates.
#[derive(Debug)]
pub(crate) struct Occupied;

impl Filter for Occupied {
    fn name(&self) -> &'static str {
        "occupied"
    }

    fn about(&self) -> &'static str {
        "strikes out points with a stone"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        let position = view.position();
        if position.step() == Some(Step::PickFifth) {
            // The offered fifth moves are on the board; one of them must be chosen.
            list.strike(|p| match position.at(p).color() {
                Some(_) if position.offers().contains(&p) => None,
                Some(color) => Some(StrikeReason::Occupied(color)),
                None => Some(StrikeReason::NotOffered),
            });
        } else {
            list.strike(|p| position.at(p).color().map(StrikeReason::Occupied));
        }
    }
}

/// Legality: no forbidden points of renju, no points against an opening rule, and no points to avoid.
#[derive(Debug)]
pub(crate) struct Allowed;

impl Filter for Allowed {
    fn name(&self) -> &'static str {
        "allowed"
    }

    fn about(&self) -> &'static str {
        "strikes out illegal points, and points that the limits exclude"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, context: &mut FilterContext<'_>) {
        let position = view.position();
        let fouls = position.rules().variant == Variant::Renju && position.to_move() == Color::Black;
        if fouls || position.step().is_some() || position.is_over() {
            list.strike(|p| {
                let mv = Move::Place(p);
                // The reason costs more than the test.
                let refused = if position.is_legal(mv) { None } else { position.check(mv).err() };
                refused.map(|illegal| StrikeReason::Illegal(Box::new(illegal.reason)))
            });
        }
        list.prefer(|p| !context.avoid.contains(&p), StrikeReason::Avoided);
    }
}

/// A stone in an empty corner is wasted.
#[derive(Debug)]
pub(crate) struct Corners;

/// Side of a corner area, in points.
const CORNER: u8 = 3;
/// Distance at which a stone makes a corner point useful.
const NEAR: u8 = 2;

impl Filter for Corners {
    fn name(&self) -> &'static str {
        "corners"
    }

    fn about(&self) -> &'static str {
        "strikes out the 3x3 points in each corner while no stone is within two points"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
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
        list.prefer(|p| !(in_corner(p) && lonely(p)), StrikeReason::EmptyCorner);
    }
}

/// A point through which neither side can make five is wasted.
#[derive(Debug)]
pub(crate) struct Room;

impl Filter for Room {
    fn name(&self) -> &'static str {
        "room"
    }

    fn about(&self) -> &'static str {
        "strikes out points through which neither side has room for a five"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        list.prefer(|p| view.own(p).room + view.other(p).room > 0, StrikeReason::NoRoom);
    }
}

/// The article's second rule: keep the points that reach the greatest K of either colour.
#[derive(Debug)]
pub(crate) struct GreatestWeight;

impl Filter for GreatestWeight {
    fn name(&self) -> &'static str {
        "weights"
    }

    fn about(&self) -> &'static str {
        "keeps the points whose K is the greatest for black or the greatest for white"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, _: &mut FilterContext<'_>) {
        let k = |p: Point| (view.facts(Color::Black, p).k, view.facts(Color::White, p).k);
        let (mut black, mut white) = (0, 0);
        for &point in list.left() {
            let k = k(point);
            (black, white) = (black.max(k.0), white.max(k.1));
        }
        list.strike(|p| {
            let k = k(p);
            (k.0 < black && k.1 < white)
                .then_some(StrikeReason::Weights { black: (k.0, black), white: (k.1, white) })
        });
    }
}

/// The last filter: the greatest sum of both K, then the nearest to the centre, then the seed decides.
#[derive(Debug)]
pub(crate) struct Pick;

impl Filter for Pick {
    fn name(&self) -> &'static str {
        "pick"
    }

    fn about(&self) -> &'static str {
        "keeps one point: the greatest sum of K for both colours, then the nearest to the centre"
    }

    fn apply(&self, view: &mut View<'_>, list: &mut Candidates, context: &mut FilterContext<'_>) {
        let sum = |p: Point| view.own(p).k + view.other(p).k;
        let from_center = |p: Point| view.from_center(p);
        let best = list.left().iter().map(|&p| (sum(p), -from_center(p))).max();
        let Some(best) = best else { return };
        let equal: Vec<Point> =
            list.left().iter().copied().filter(|&p| (sum(p), -from_center(p)) == best).collect();
        let chosen = match context.seed {
            0 => equal[0],
            seed => equal[SplitMix64(seed).below(equal.len())],
        };
        list.strike(|p| {
            if p == chosen {
                None
            } else if sum(p) < best.0 {
                Some(StrikeReason::WeightSum { sum: sum(p), best: best.0 })
            } else if equal.contains(&p) {
                Some(StrikeReason::Equal)
            } else {
                Some(StrikeReason::FartherFromCenter)
            }
        });
    }
}
