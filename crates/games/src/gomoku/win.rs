//! Which rows of five win, judged around the last stone only.

use super::Variant;
use crate::lines::{self, Spot};
use crate::stones::Stones;
use tengen_board::{AXES, Axis, Color, Point};

/// Whether the stone of `color` on `point` wins.
#[inline]
pub(super) fn wins(stones: &Stones, variant: Variant, point: Point, color: Color) -> bool {
    AXES.iter().any(|&axis| wins_along(stones, variant, point, color, axis))
}

/// Whether the stone of `color` on `point` is part of a row along `axis` that wins.
#[inline]
pub(super) fn wins_along(stones: &Stones, variant: Variant, point: Point, color: Color, axis: Axis) -> bool {
    let spot = lines::spot(axis, point);
    let word = stones.lines().word(color, spot);
    if lines::runs(word, 5) == 0 {
        return false;
    }
    let (first, length) = lines::run_around(word, spot.bit);
    match variant {
        Variant::Freestyle => length >= 5,
        Variant::Standard => length == 5,
        Variant::Renju => length == 5 || length > 5 && color == Color::White,
        Variant::Caro => length > 5 || length == 5 && !blocked(stones, spot, color, first),
        Variant::StandardCaro => length == 5 && !blocked(stones, spot, color, first),
    }
}

/// Whether the five from bit `first` has a stone of the opponent at either end. The edge blocks nothing.
fn blocked(stones: &Stones, spot: Spot, color: Color, first: u32) -> bool {
    // One bit up, so that the first point of the line has a neighbour below.
    let other = u64::from(stones.lines().word(color.opponent(), spot)) << 1;
    other >> first & 1 == 1 && other >> (first + 6) & 1 == 1
}

/// The points of every winning row through `point`, without repeats.
pub(super) fn winning_points(stones: &Stones, variant: Variant, point: Point, color: Color) -> Vec<Point> {
    let mut line = Vec::new();
    for axis in AXES {
        if wins_along(stones, variant, point, color, axis) {
            let again = !line.is_empty();
            line.extend(stones.run(axis, point, color).filter(|&p| !(again && p == point)));
        }
    }
    line
}
