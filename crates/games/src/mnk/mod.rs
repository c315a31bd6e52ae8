//! m,n,k games: k in a row on any board, tic-tac-toe and connect four among them.

mod compact;
mod info;
mod position;
pub mod proof;
mod rules;
mod wide;

pub use info::INFO;
pub use position::Position;
pub use rules::Rules;

/// A uniform number below `n`.
#[inline]
fn uniform(next: &mut impl FnMut() -> u32, n: u32) -> u32 {
    ((u64::from(next()) * u64::from(n)) >> 32) as u32
}
