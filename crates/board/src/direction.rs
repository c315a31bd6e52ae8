//! Eight direction vectors, opposite ones four apart, so that `i mod 4` is the axis.
//!
//! Source: the article on counting connected stones with two arrays of eight offsets.

/// One of the four axes a run can lie on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Axis {
    /// Along a row, ─.
    Row = 0,
    /// Along a column, │.
    Column = 1,
    /// From the top-left to the bottom-right, ╲.
    Diagonal = 2,
    /// From the top-right to the bottom-left, ╱.
    AntiDiagonal = 3,
}

/// The four axes, in the order of [`Axis`].
pub const AXES: [Axis; 4] = [Axis::Row, Axis::Column, Axis::Diagonal, Axis::AntiDiagonal];

/// A step on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Direction {
    /// Change of row (down is positive).
    pub d_row: i8,
    /// Change of column (right is positive).
    pub d_col: i8,
}

/// The eight directions: right, down, down-right, down-left, then their opposites four places on.
pub const DIRECTIONS: [Direction; 8] = {
    const fn d(d_row: i8, d_col: i8) -> Direction {
        Direction { d_row, d_col }
    }
    [d(0, 1), d(1, 0), d(1, 1), d(1, -1), d(0, -1), d(-1, 0), d(-1, -1), d(-1, 1)]
};

impl Axis {
    /// The step along this axis: right, down, down-right or down-left.
    #[inline]
    pub const fn step(self) -> Direction {
        DIRECTIONS[self as usize]
    }

    /// The axis of the direction with this number, `direction mod 4`.
    #[inline]
    pub const fn of(direction: usize) -> Axis {
        AXES[direction % 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_are_four_apart() {
        for i in 0..4 {
            let (a, b) = (DIRECTIONS[i], DIRECTIONS[i + 4]);
            assert_eq!((a.d_row, a.d_col), (-b.d_row, -b.d_col));
        }
    }
}
