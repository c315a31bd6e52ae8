//! Board sizes and points.

use crate::MAX_SIDE;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A point of the board: `(row, col)` from the top-left corner, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Row from the top, 0-based.
    pub row: u8,
    /// Column from the left, 0-based.
    pub col: u8,
}

impl Point {
    /// The point at `row` from the top and `col` from the left, both 0-based.
    #[inline]
    pub const fn new(row: u8, col: u8) -> Point {
        Point { row, col }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.col)
    }
}

/// The size of a board: 1 to [`MAX_SIDE`] rows and columns, not always square.
///
/// ```
/// use tengen_board::{Point, Size};
/// let size: Size = "15x15".parse()?;
/// assert_eq!(size.area(), 225);
/// assert_eq!(size.index(Point::new(1, 2)), 17);
/// assert_eq!(size.to_string(), "15x15");
/// assert!("26x3".parse::<Size>().is_err());
/// # Ok::<(), tengen_board::SizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Sides"))]
pub struct Size {
    rows: u8,
    cols: u8,
}

/// The sides of a board as they are read, before they are checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Sides {
    rows: usize,
    cols: usize,
}

#[cfg(feature = "serde")]
impl TryFrom<Sides> for Size {
    type Error = SizeError;
    fn try_from(sides: Sides) -> Result<Size, SizeError> {
        Size::new(sides.rows, sides.cols)
    }
}

/// A size that no board of this toolkit has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// A side is 0 or longer than [`MAX_SIDE`].
    #[error("a board of {rows} rows and {cols} columns does not exist here: each side is 1 to {MAX_SIDE}")]
    OutOfRange {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The text is no size.
    #[error("'{0}' is not a board size: write 15, or COLUMNSxROWS such as 7x6")]
    Text(String),
}

impl Size {
    /// A board of `rows` × `cols` points: rows first, where text has columns first (`7x6` has 6 rows).
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] unless both are 1 to [`MAX_SIDE`].
    pub const fn new(rows: usize, cols: usize) -> Result<Size, SizeError> {
        if rows == 0 || cols == 0 || rows > MAX_SIDE as usize || cols > MAX_SIDE as usize {
            return Err(SizeError::OutOfRange { rows, cols });
        }
        Ok(Size { rows: rows as u8, cols: cols as u8 })
    }

    /// A size known when the code is written, for constants and tests.
    ///
    /// # Panics
    /// Where [`Size::new`] gives an error.
    pub const fn of(rows: usize, cols: usize) -> Size {
        assert!(rows >= 1 && cols >= 1 && rows <= MAX_SIDE as usize && cols <= MAX_SIDE as usize);
        Size { rows: rows as u8, cols: cols as u8 }
    }

    /// Square boards with these sides, for tables.
    ///
    /// # Panics
    /// As [`Size::of`].
    pub const fn squares<const N: usize>(sides: [usize; N]) -> [Size; N] {
        let (mut sizes, mut i) = ([Size::of(1, 1); N], 0);
        while i < N {
            sizes[i] = Size::of(sides[i], sides[i]);
            i += 1;
        }
        sizes
    }

    /// A square board.
    ///
    /// # Errors
    /// As [`Size::new`].
    pub const fn square(side: usize) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    #[inline]
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether rows and columns are as many.
    #[inline]
    pub const fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// This size with rows and columns changed over.
    #[inline]
    pub const fn transposed(self) -> Size {
        Size { rows: self.cols, cols: self.rows }
    }

    /// Whether `point` is on the board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.row < self.rows && point.col < self.cols
    }

    /// The number of `point` in reading order: `cols · row + col`. Off the board it is the number of no point, or of
    /// another one.
    #[inline]
    pub const fn index(self, point: Point) -> usize {
        self.cols as usize * point.row as usize + point.col as usize
    }

    /// The point with this number in reading order; below the board for the area or more.
    #[inline]
    pub const fn point(self, index: usize) -> Point {
        Point::new((index / self.cols as usize) as u8, (index % self.cols as usize) as u8)
    }

    /// Every point in reading order.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + Clone {
        (0..self.area()).map(move |i| self.point(i))
    }

    /// The neighbour of `point` at `(d_row, d_col)`, if it is on the board.
    #[inline]
    pub fn offset(self, point: Point, d_row: i32, d_col: i32) -> Option<Point> {
        let (row, col) = (point.row as i32 + d_row, point.col as i32 + d_col);
        (row >= 0 && col >= 0 && row < self.rows as i32 && col < self.cols as i32)
            .then(|| Point::new(row as u8, col as u8))
    }

    /// The centre (天元), or the point just below and right of it where a side is even.
    pub const fn center(self) -> Point {
        Point::new(self.rows / 2, self.cols / 2)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Columns × rows, the habit of SGF and of players: a connect-four board is `7x6`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

/// `15` (square) or `COLUMNSxROWS`; `×`, `:` and `X` serve as well as `x`.
impl FromStr for Size {
    type Err = SizeError;
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let bad = || SizeError::Text(text.chars().take(40).collect());
        let number = |s: &str| s.trim().parse::<u16>().map(usize::from).map_err(|_| bad());
        match text.split_once(['x', 'X', '×', ':']) {
            Some((cols, rows)) => Size::new(number(rows)?, number(cols)?),
            None => Size::square(number(text)?),
        }
    }
}
