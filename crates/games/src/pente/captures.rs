//! Custodial captures: an opponent's run of two (Keryo: or three) between two own stones, one of them just placed.

use super::Variant;
use crate::stones::{Stones, point_at};
use alloc::vec::Vec;
use tengen_board::layout::LineWord;
use tengen_board::{AXES, Color, Point};

/// The stones that a stone of `color` on `point`, not yet or just placed, captures along one axis. It is a run up and a
/// run down, each as its first bit and length; length 0 where nothing is captured.
#[inline]
fn along(word: LineWord, bit: u32, color: Color, longest: u32) -> [(u32, u32); 2] {
    let (own, other) = (word.stones(color), word.stones(color.opponent()));
    let up = (other >> (bit + 1)).trailing_ones();
    let down = (other << (32 - bit)).leading_ones();
    let run = |length: u32, first: u32, end: u32| {
        let flanked = (2..=longest).contains(&length) && own >> end & 1 == 1;
        (first, if flanked { length } else { 0 })
    };
    // Bit 0 is a wall, so a run that goes down ends above it.
    [run(up, bit + 1, bit + 1 + up), run(down, bit - down, bit - down - 1)]
}

/// Calls `take` with every point that a stone of `color` on `point` captures.
#[inline]
pub(super) fn each_capture(
    stones: &Stones,
    variant: Variant,
    point: Point,
    color: Color,
    mut take: impl FnMut(Point),
) {
    for axis in AXES {
        let Some((word, bit)) = stones.line(axis, point) else { continue };
        for (first, length) in along(word, bit, color, variant.longest_capture() as u32) {
            (first..first + length).for_each(|bit| take(point_at(axis, point, bit)));
        }
    }
}

/// Whether the opponent of `color` can break every one of `fives`, which are runs of `color`, by one capture.
pub(super) fn can_break(stones: &Stones, variant: Variant, fives: &[Vec<Point>], color: Color) -> bool {
    let breaks = |point: Point| {
        let mut taken = Vec::new();
        each_capture(stones, variant, point, color.opponent(), |p| taken.push(p));
        !taken.is_empty() && fives.iter().all(|five| five.iter().any(|p| taken.contains(p)))
    };
    stones.empties().any(breaks)
}

/// The exact fives of `color` on the board: each as its points.
pub(super) fn exact_fives(stones: &Stones, color: Color) -> Vec<Vec<Point>> {
    let mut fives = Vec::new();
    for (point, _) in stones.stones().filter(|&(_, c)| c == color) {
        for axis in AXES {
            let run: Vec<Point> = stones.run(axis, point, color).collect();
            // Each run once: from its first stone.
            if run.len() == super::Rules::ROW && run[0] == point {
                fives.push(run);
            }
        }
    }
    fives
}
