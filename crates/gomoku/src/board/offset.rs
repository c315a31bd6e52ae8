//! The offset of a square from another, as a number.

use tengen_board::Point;

/// The largest number of rows and columns that an offset covers.
const REACH: i32 = 7;

const ROW: usize = 2 * REACH as usize + 1;

/// The number of offsets.
pub(crate) const OFFSETS: usize = ROW * ROW;

/// The number of the offset from `from` to `to`, below [`OFFSETS`]; `None` if it is too large.
#[inline]
pub(crate) fn offset_index(from: Point, to: Point) -> Option<usize> {
    let row = i32::from(to.row) - i32::from(from.row) + REACH;
    let col = i32::from(to.col) - i32::from(from.col) + REACH;
    let fits = (0..ROW as i32).contains(&row) && (0..ROW as i32).contains(&col);
    fits.then(|| row as usize * ROW + col as usize)
}
