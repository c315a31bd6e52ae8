//! Othello on even boards, 4×4 to 16×16.
//!
//! - [`Position`] is the game: it follows the rules of the World Othello Federation, on other sizes by analogy.
//! - [`bits`] holds a set of points as machine words and finds moves and flips by bit tricks. It is one 64-bit word a
//!   colour where both sides are at most 8, a word of 256 bits for larger boards. [`wide`] is the latter.
//! - [`Board`] is two such sets, the side to move's and the opponent's: what searches copy.
//! - [`backend`] chooses between portable and vector instructions for the 64-bit board, and [`perft`] counts with them.
//! - [`proof`] checks certificates of scores.

pub mod backend;
pub mod bits;
mod board;
mod flips;
mod info;
pub mod perft;
mod position;
pub mod proof;
mod rules;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod simd;
mod stable;
pub mod wide;

pub use backend::Backend;
pub use bits::Bits;
pub use board::Board;
pub use info::INFO;
pub use position::Position;
pub use rules::Rules;
