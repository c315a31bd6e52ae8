//! The ground floor: boards, without any game's rules.
//!
//! - [`Size`], [`Point`], [`Color`] and [`Cell`] are the words that every other crate speaks.
//! - [`coords`] turns points into text and back, in the habit of each game.
//! - [`direction`] holds the eight direction vectors, opposite ones four apart.
//!
//! Points are `(row, col)` from the top-left corner, counted from 0.

pub mod coords;
pub mod direction;
mod point;
mod stone;

pub use coords::{CoordError, Coords};
pub use direction::{AXES, Axis, DIRECTIONS, Direction};
pub use point::{Point, Size, SizeError};
pub use stone::{Cell, Color};

/// The longest side of any board, in points.
pub const MAX_SIDE: u8 = 25;
