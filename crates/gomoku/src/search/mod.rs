//! The search: iterative deepening over a principal variation search, with a look for continuous fours at its leaves.
//!
//! - `root`: iterations, windows, the ranking of moves;
//! - `node`: the search below the root, as numbered steps;
//! - `vcf`: continuous fours at the leaves;
//! - `forced`: what the threats on the board leave to choose from;
//! - `picker`, `history`: the order in which moves are tried;
//! - `params`: the numbers that steer it all; `oracle`: the search for those who prove by other means;
//! - `worker`: what a thread holds; `value`: the scale of values.

mod forced;
mod history;
mod leaf;
mod node;
mod oracle;
mod params;
mod picker;
mod reductions;
mod root;
mod tt;
mod value;
mod vcf;
mod worker;

pub(crate) use oracle::Oracle;
pub use params::Params;
pub(crate) use root::{MAX_DEPTH, RootLimits, RootMove, SearchResult};
pub(crate) use value::{LIKELY, MATE, PROVEN};
pub(crate) use worker::{ThreadState, Worker};
