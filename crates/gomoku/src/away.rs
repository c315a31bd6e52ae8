//! Where a point lies from another, as a number.

use tengen_board::Point;

/// Points are told apart up to this many rows and columns away.
const REACH: i32 = 7;

const ROW: usize = 2 * REACH as usize + 1;

/// How many numbers there are.
pub(crate) const AWAYS: usize = ROW * ROW;

/// Where `to` lies from `from`, a number below [`AWAYS`]; `None` if it is farther away than that.
#[inline]
pub(crate) fn away(from: Point, to: Point) -> Option<usize> {
    let row = i32::from(to.row) - i32::from(from.row) + REACH;
    let col = i32::from(to.col) - i32::from(from.col) + REACH;
    let fits = (0..ROW as i32).contains(&row) && (0..ROW as i32).contains(&col);
    fits.then(|| row as usize * ROW + col as usize)
}
