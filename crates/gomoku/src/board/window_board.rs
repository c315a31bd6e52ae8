//! A board of line words alone: it only answers for the windows around its points. The trainer replays games on it.

use super::lines::{Geometry, Lines, window};
use super::squares::Square;
use std::sync::Arc;
use tengen_board::{Cell, Color, Size};

/// Stones as line words, without patterns or evaluation: cheap to copy and to change.
///
/// ```
/// use tengen_board::{Color, Size};
/// use tengen_gomoku::WindowBoard;
/// let mut board = WindowBoard::new(Size::of(15, 15));
/// let empty = board.windows(112, 4);
/// board.toggle(113, Color::Black);
/// // The stone is beside point 112 in its row, the first of the four axes.
/// assert_eq!(board.windows(112, 4)[0] ^ empty[0], 1 << 10);
/// assert_eq!(board.windows(112, 4)[1..], empty[1..]);
/// ```
#[derive(Clone, Debug)]
pub struct WindowBoard {
    geometry: Arc<Geometry>,
    lines: Lines,
}

impl WindowBoard {
    /// An empty board.
    ///
    /// # Panics
    /// If a side is longer than 22.
    pub fn new(size: Size) -> WindowBoard {
        let geometry = Geometry::new(size);
        WindowBoard { lines: Lines::new(&geometry), geometry: Arc::new(geometry) }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// The stone on a point.
    #[inline]
    pub fn at(&self, square: Square) -> Cell {
        self.lines.at(&self.geometry, square)
    }

    /// Places a stone on an empty point, or removes a stone of this color.
    #[inline]
    pub fn toggle(&mut self, square: Square, color: Color) {
        for axis in 0..4 {
            self.lines.toggle(self.geometry.place(square.into(), axis), color);
        }
    }

    /// The windows of `2·half + 1` points around a point on the four axes. Each point has two bits, the point itself in
    /// the middle: 0 empty, 1 black, 2 white, 3 off the board. `half` is at most 5.
    #[inline(always)]
    pub fn windows(&self, square: Square, half: usize) -> [u32; 4] {
        std::array::from_fn(|axis| {
            let place = self.geometry.place(square.into(), axis);
            window(self.lines.word(place), place.shift, half)
        })
    }
}
