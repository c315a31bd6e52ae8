//! The search: iterative deepening of a principal variation search, with a search by continuous fours at its leaves.
//!
//! - `root`: iterations, aspiration windows, the ranking of moves; `node`: the search below the root, as numbered
//!   steps.
//! - `leaf`: the static evaluation at the leaves, and continuous fours; `forced`: forced moves.
//! - `picker`, `history`: move ordering; `reductions`: late move reductions and the move count limit; `tt`: the
//!   table.
//! - `params`: the parameters; `worker`: the state of a thread; `value`: the scale of values.
//! - `oracle`: the search as the solvers use it.

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
mod worker;

pub(crate) use oracle::Oracle;
pub use params::Params;
pub(crate) use root::{MAX_DEPTH, RootLimits, RootMove, SearchResult};
pub(crate) use value::{LIKELY, MATE, PROVEN};
pub(crate) use worker::{ThreadState, Worker};
