//! Replies that change nothing, so that one look serves for all of them.
//!
//! A quiet move has a common answer for most replies, and what follows would be the same whichever of them was played: the walk follows it
//! once with the reply left out, an *idle* stone that stands somewhere, and notes where it may not stand. It changes nothing if
//!
//! - it is on no point that the winner goes to, or where it threatens to win at once;
//! - no five points in a row hold it, stones of its own side, and no stone of the winner's, so many that with it and the other idle
//!   stones there are four: then it is never part of a four, let alone a five, whatever is played;
//! - in renju, nothing on the way depends on what is forbidden. A stone far away can matter to that, so all is noted then.
//!
//! Where one of these fails, the reply is played out like any other. In caro, where a stone at the end of a five spoils it, all are.

use super::five::Cells;
use crate::spots::{Spot, Spots};
use tengen_board::{AXES, Color, Point, Size};

/// Idle stones at a time, at the most: with one more, hardly a point would be left for it.
pub(super) const IDLE_MOST: usize = 2;

/// Notes a point.
pub(super) fn note(noted: &mut Spots, p: Point, size: Size) {
    noted.insert(size.index(p) as Spot);
}

/// Whether a point is noted.
pub(super) fn is_noted(noted: Spots, p: Point, size: Size) -> bool {
    noted.contains(size.index(p) as Spot)
}

/// All points.
pub(super) fn all(size: Size) -> Spots {
    Spots::below(size.area())
}

/// Notes the empty points of the rows of five through a stone in which, with so many idle stones, its side might come to four.
pub(super) fn note_rows(noted: &mut Spots, cells: &Cells, p: Point, color: Color, idle: usize, size: Size) {
    for axis in AXES {
        let (d_row, d_col) = (i32::from(axis.step().d_row), i32::from(axis.step().d_col));
        for first in -4..=0 {
            let point = |n: i32| size.offset(p, (first + n) * d_row, (first + n) * d_col);
            let mut own = 0;
            let open = (0..5).all(|n| {
                point(n).is_some_and(|q| {
                    let of = cells.color(q);
                    own += usize::from(of == Some(color));
                    of != Some(color.opponent())
                })
            });
            if open && own + idle >= 4 {
                (0..5).filter_map(point).filter(|&q| cells.is_empty(q)).for_each(|q| note(noted, q, size));
            }
        }
    }
}

/// Whether a stone of black on an empty point might be forbidden, were more white stones on the board: there are two axes, or one with
/// four stones near, along which it might make a three or a four.
pub(super) fn may_be_forbidden(cells: &Cells, p: Point, size: Size) -> bool {
    let mut ways = 0;
    for axis in AXES {
        let (d_row, d_col) = (i32::from(axis.step().d_row), i32::from(axis.step().d_col));
        let at = |n: i32| size.offset(p, n * d_row, n * d_col).and_then(|q| cells.color(q));
        let black = (-5..=5).filter(|&n| at(n) == Some(Color::Black)).count();
        ways += match black {
            0 | 1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
    }
    ways > 1
}
