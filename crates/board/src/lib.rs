//! Boards for games played with stones on a grid, without any game's rules.
//!
//! - [`Size`], [`Point`], [`Color`] and [`Cell`] are the types that every other crate uses.
//! - [`coords`] turns points into text and back, in the habit of each game.
//! - [`direction`] holds the eight direction vectors, opposite ones four apart.
//! - [`layout`] keeps a board in memory in five ways, and counts runs of stones.
//! - [`Symmetry`] is one of the eight symmetries; [`symmetry::canonical`] finds a board's canonical form.
//! - [`random`] has a generator with a seed.
//! - [`zobrist`] holds the keys that hashes are made of.
//! - [`Diagram`] writes a board as text and reads it back.
//!
//! Features: `std` (default; without it the crate needs `alloc` only) and `serde` (sizes, points, colours, cells).
//!
//! Points are `(row, col)` from the top-left corner, counted from 0.
//!
//! ```
//! use tengen_board::layout::{Layout, LineBits};
//! use tengen_board::{Color, Coords, Diagram};
//!
//! let diagram: Diagram = "
//!     . . . . . . .
//!     . X . . . O .
//!     . . X . O . .
//!     . . .(X). . .
//!     . . O . X . .
//!     . . . . . X .
//!     . . . . . . .
//! ".parse()?;
//! let board = LineBits::from_cells(diagram.size, 5, |p| diagram.at(p));
//! let last = diagram.last.expect("the stone in parentheses");
//! assert_eq!(Coords::Gomoku.format(last, diagram.size), "d4");
//!
//! // The runs through the last stone along the row, the column and the two diagonals.
//! assert_eq!(board.runs(board.index(last)), [1, 1, 5, 1]);
//! assert!(board.has_run(Color::Black, 5) && !board.has_run(Color::White, 4));
//! # Ok::<(), tengen_board::DiagramError>(())
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod coords;
pub mod diagram;
pub mod direction;
pub mod layout;
mod point;
mod prefetch;
pub mod random;
mod stone;
pub mod symmetry;
pub mod zobrist;

pub use coords::{CoordError, Coords};
pub use diagram::{Diagram, DiagramError};
pub use direction::{AXES, Axis, DIRECTIONS, Direction};
pub use layout::{Layout, LineBits, LineWord};
pub use point::{Point, Size, SizeError};
pub use prefetch::prefetch;
pub use stone::{Cell, Color};
pub use symmetry::Symmetry;

/// The longest side of any board, in points.
pub const MAX_SIDE: u8 = 25;
