//! Smart Game Format: Go, Othello, gomoku and renju.
//!
//! Reads editions 1 to 4 in any character set, with the common mistakes of real files; writes edition 4 in UTF-8.
//! Source: the specification of Arno Hollosi, red-bean.com/sgf.
//!
//! | property | field |
//! | --- | --- |
//! | `B` `W` | the move; in gomoku and Othello `h8`, `f5` are read as well as `pd` |
//! | `AB` `AW` `AE` `PL` | set-up and side to move |
//! | `N` | [`Node::name`](crate::Node::name) |
//! | `C`, `TR` `SQ` `CR` `MA` `SL` `LB` `L` `TB` `TW` | comment and marks |
//! | `BL` `WL` of the side that moved | [`Node::clock`](crate::Node::clock) |
//! | `V` | [`Node::value`](crate::Node::value) |
//! | `GM` `SZ` `RU` `KM` | [`Record::spec`](crate::Record::spec), see below |
//! | `PB` `PW` `BR` `WR` `BT` `WT` `RE` `DT` `EV` `RO` `PC` `GN` `GC` `AP` `TM` `OT` | [`Header`](crate::Header) |
//! | `SPENT` `CHOICE` | Tengen's own: seconds spent on a move, and a decision of an opening rule |
//! | `AR` `LN` | among everything else; [`Record::arrows`](crate::Record::arrows) reads them |
//! | everything else | [`Node::extra`](crate::Node::extra), byte for byte |
//!
//! Go without `RU` is Japanese. Go without `KM` has the usual komi of its rules; half a point with handicap stones, and
//! none if `RE` is a draw or a whole number of points.
//!
//! `FF`, `CA`, `GM` and `SZ` are always written new. If `CA` was not UTF-8 and unknown properties are not all ASCII,
//! the `extra` of the root keeps `CA`, so that their text can be written in UTF-8.

mod arrows;
mod games;
mod idents;
mod notes;
mod points;
mod reader;
mod root;
mod rules;
mod scan;
mod text;
mod writer;

pub use arrows::Arrow;
pub use games::Games;
pub use writer::write;

use crate::stream::gather;
use crate::{Format, ReadError, ReadOptions, ReadOutput};

/// Reads a collection.
///
/// ```
/// use tengen_games::Move;
/// use tengen_records::{ReadOptions, sgf};
/// let read = sgf::read(b"(;GM[1]SZ[9]PB[Ke Jie];B[ee](;W[ce])(;W[]C[pass\\]]))", &ReadOptions::default())?;
/// let record = &read.records[0];
/// assert_eq!(record.header.black.name.as_deref(), Some("Ke Jie"));
/// assert_eq!(record.tree.len(), 4);
/// assert_eq!(record.tree.node(3).mv.map(|m| m.1), Some(Move::Pass));
/// assert_eq!(record.tree.node(3).comment.as_deref(), Some("pass]"));
///
/// let error = sgf::read(b"(;GM[1]SZ[9];B[ee];W[zz])", &ReadOptions::default()).unwrap_err();
/// assert_eq!(error.at.to_string(), "line 1, column 22");
/// # Ok::<(), tengen_records::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] for the first thing that cannot be read; when lenient, only if there is no game or a limit is reached.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    gather(Format::Sgf, Games::new(bytes, options), options)
}
