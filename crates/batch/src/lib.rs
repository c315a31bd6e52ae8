//! Bulk work on games: analysis, self-play, relabelling and replay on all cores.
//!
//! - [`Row`] is one position of a game with everything known of it: the columns of a data set.
//! - [`GameRows`] plays a record and gives its rows; [`Analyst`] fills in what an engine finds; [`SelfPlay`] plays
//!   games.
//! - With the feature `parquet`, `table` reads and writes rows as Parquet, and `job` runs a whole job. A job reads its
//!   inputs game by game, works on all cores and writes shards. A shard is whole or not there, and the same job goes
//!   on where it was interrupted.
//!
//! At a limit of nodes or depth the rows depend on the inputs, the limits and the seed alone, never on the number of
//! threads.
//!
//! ```
//! use tengen_batch::{At, GameRows};
//! use tengen_records::{ReadOptions, sgf};
//! let read = sgf::read(b"(;GM[2]SZ[8]RE[B+4]PB[Ada];B[f5];W[d6])", &ReadOptions::default())?;
//! let line = GameRows::of_record("game.sgf", 1, &read.records[0]);
//! let rows: Vec<_> = line.at(At::All).collect();
//! assert_eq!(rows.len(), 3);
//! assert_eq!((rows[1].moves.as_deref(), rows[1].played.as_deref()), (Some("f5"), Some("d6")));
//! assert_eq!((rows[0].outcome, rows[1].outcome), (Some(1.0), Some(0.0)), "for the side to move");
//! # Ok::<(), tengen_records::ReadError>(())
//! ```

mod analyst;
mod line;
mod row;
mod self_play;

#[cfg(feature = "parquet")]
pub mod job;
#[cfg(feature = "parquet")]
mod shards;
#[cfg(feature = "parquet")]
pub mod source;
#[cfg(feature = "parquet")]
pub mod table;

pub use analyst::{Analyst, seed_of};
pub use line::{At, AtError, GameRows};
pub use row::{PolicyMove, Row, RowError};
pub use self_play::SelfPlay;
