//! The measurements behind `tengen bench`: each takes figures and returns them as a plain value with a table for
//! people.
//!
//! - [`layouts`]: the five layouts of a board at eight tasks, as time and as a ratio to nested vectors.
//! - [`rules`]: positions a second in random games, for each game.
//! - [`library`]: a collection imported into the library, and searches in it.
//! - [`gomoku`]: nodes a second of gomoku's engine with the signature of its search, and how fast its position plays
//!   moves and takes them back.
//! - [`go`]: playouts of Go a second, one at a time, in bulk, with all legal moves at each ply, and in the search.
//! - [`signature`]: the signatures of the engines, which change when their play changes.
//! - [`server`]: many boards at once that ask for analyses.
//! - [`perft`]: Othello move sequences a second, for each kind of instructions.
//! - [`protocol`]: how soon the engines obey a stop, a quit, a limit of time and of memory, measured from outside.
//!
//! Every measurement warms up first and takes the median of several repetitions on one thread. It reports to a listener
//! how far it has come. The listener can stop it, and what was measured is kept.
//!
//! ```
//! use tengen_bench::{Effort, perft};
//! let table = perft::measure(5, Effort::QUICK, &mut |progress| {
//!     eprintln!("{} of {}: {}", progress.done, progress.total, progress.next);
//!     true // go on
//! });
//! assert_eq!(table.count, Some(1396));
//! println!("{table}");
//! ```

pub mod go;
pub mod gomoku;
pub mod layouts;
pub mod library;
mod measure;
pub mod peer;
pub mod perft;
pub mod protocol;
pub mod rules;
pub mod server;
pub mod signature;

pub use measure::{Effort, OnProgress, StepProgress};
