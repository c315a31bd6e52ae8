//! Game records: files and text ⇄ one [`Record`] type.
//!
//! A record keeps what its file holds, legal or not. [`Record::replay`] plays it by the rules and reports the move that
//! breaks them. Each format is a module with a function `read` and, if Tengen writes the format, `write`. [`Format`]
//! names all of them, [`detect()`] recognizes one, and [`games`] reads files of any length game by game.
//!
//! Feature: `conformance`, what holds for every reader and writer, for tests and fuzz targets.
//!
//! Readers never panic on any input, and use memory within [`ReadLimits`]. They are strict unless
//! [`ReadOptions::lenient`] asks for whatever is readable.
//!
//! ```
//! use tengen_records::{Format, ReadOptions};
//! let sgf = b"(;GM[4]SZ[15]PB[Ada];B[hh];W[ih];B[hg])";
//! let records = Format::Sgf.read(sgf, &ReadOptions::default())?.records;
//! assert_eq!(records[0].replay()?.counts.moves, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod charset;
#[cfg(feature = "conformance")]
pub mod conformance;
mod convert;
mod coverage;
mod detect;
pub mod diagram;
mod discs;
mod dispatch;
mod error;
mod expected;
mod format;
pub mod ggf;
mod loss;
pub mod movelist;
pub mod obf;
mod options;
pub mod psq;
mod record;
pub mod renlib;
mod replay;
pub mod rif;
pub mod sgf;
mod stream;
mod territory;
mod today;
pub mod wthor;

pub use convert::{ConvertError, Converted, convert, write_all};
pub use detect::{detect, detect_strictly};
pub use dispatch::{games, read};
pub use error::{CharsetDoubt, Gap, Location, Named, ReadError, Remedy, Warning, WarningKind, WriteError};
pub use expected::{Chunk, Counted, Expected, Found};
pub use format::{Format, FormatError, ReadItem};
pub use loss::{ConversionLoss, LostPart, Unwritable};
pub use options::{CompanionFile, ReadLimits, ReadOptions, ReadOutput, WriteOptions, WriteOutput};
pub use record::{Children, Header, Mark, Node, NodeId, PlayerInfo, Property, Record, Tree};
pub use replay::{Replay, ReplayCounts, ReplayError, Violation, ViolationKind};
pub use sgf::Arrow;
pub use today::today;
