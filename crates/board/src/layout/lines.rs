//! The lines of a board, numbered: rows from the top, columns from the left, diagonals from a corner.

use crate::{Axis, Point, Size};

/// How many lines `axis` has: every row, every column, or every diagonal down to those of one point.
#[inline]
pub const fn line_count(size: Size, axis: Axis) -> usize {
    match axis {
        Axis::Row => size.rows(),
        Axis::Column => size.cols(),
        Axis::Diagonal | Axis::AntiDiagonal => size.rows() + size.cols() - 1,
    }
}

/// The number of the line of `axis` that `point` lies on: its row, its column, `col − row` (counted from 0 at the
/// bottom-left corner) or `row + col`.
#[inline]
pub const fn line_of(size: Size, axis: Axis, point: Point) -> usize {
    let (row, col) = (point.row as usize, point.col as usize);
    match axis {
        Axis::Row => row,
        Axis::Column => col,
        Axis::Diagonal => size.rows() - 1 + col - row,
        Axis::AntiDiagonal => row + col,
    }
}

/// The first point of a line, from which [`Axis::step`] leads through the others, and how many points it has.
///
/// `number` must be below [`line_count`].
#[inline]
pub const fn line_start(size: Size, axis: Axis, number: usize) -> (Point, usize) {
    let (rows, cols) = (size.rows(), size.cols());
    let (row, col, length) = match axis {
        Axis::Row => (number, 0, cols),
        Axis::Column => (0, number, rows),
        Axis::Diagonal => {
            let row = (rows - 1).saturating_sub(number);
            let col = (number + 1).saturating_sub(rows);
            (row, col, min(rows - row, cols - col))
        }
        Axis::AntiDiagonal => {
            let row = (number + 1).saturating_sub(cols);
            let col = number - row;
            (row, col, min(rows - row, col + 1))
        }
    };
    (Point::new(row as u8, col as u8), length)
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AXES;

    #[test]
    fn the_lines_of_each_axis_cover_every_point_once() {
        for rows in 1..=25 {
            for cols in 1..=25 {
                let size = Size::of(rows, cols);
                for axis in AXES {
                    let mut seen = vec![0; size.area()];
                    for number in 0..line_count(size, axis) {
                        let (start, length) = line_start(size, axis, number);
                        let step = axis.step();
                        // Nothing lies before the first point, and nothing after the last.
                        assert_eq!(size.offset(start, -i32::from(step.d_row), -i32::from(step.d_col)), None);
                        for i in 0..=length as i32 {
                            let point =
                                size.offset(start, i * i32::from(step.d_row), i * i32::from(step.d_col));
                            assert_eq!(point.is_some(), i < length as i32);
                            if let Some(point) = point {
                                seen[size.index(point)] += 1;
                                assert_eq!(line_of(size, axis, point), number);
                            }
                        }
                    }
                    assert!(seen.iter().all(|&n| n == 1), "{axis:?} on {size}");
                }
            }
        }
    }
}
