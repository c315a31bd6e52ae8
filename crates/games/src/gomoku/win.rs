//! Which rows of five win, judged around the last stone only.

use super::Variant;
use crate::stones::{Stones, run_around};
use alloc::vec::Vec;
use tengen_board::layout::LineWord;
use tengen_board::{AXES, Axis, Color, Point};

/// Whether the stone of `color` on `point` wins.
#[inline]
pub(super) fn wins(stones: &Stones, variant: Variant, point: Point, color: Color) -> bool {
    AXES.iter().any(|&axis| wins_along(stones, variant, point, color, axis))
}

/// Whether the stone of `color` on `point` is part of a row along `axis` that wins.
#[inline]
pub(super) fn wins_along(stones: &Stones, variant: Variant, point: Point, color: Color, axis: Axis) -> bool {
    // On a diagonal too short to be held nothing wins.
    let Some((word, bit)) = stones.line(axis, point) else { return false };
    let own = word.stones(color);
    if !LineWord::has_run(own, 5) {
        return false;
    }
    let (first, length) = run_around(own, bit);
    variant.row_wins(color, length, false)
        && (variant.row_wins(color, length, true) || !blocked(word, color, first))
}

/// Whether the five from bit `first` has a stone of the opponent at either end. The edge blocks nothing.
fn blocked(word: LineWord, color: Color, first: u32) -> bool {
    let other = word.stones(color.opponent());
    other >> (first - 1) & 1 == 1 && other >> (first + 5) & 1 == 1
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
