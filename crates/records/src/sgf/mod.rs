//! Smart Game Format: Go, Othello, gomoku and renju.
//!
//! Reads edition 4 and what editions 1 to 3 left behind, in any character set, as files are rather than as they should
//! be; writes edition 4 in UTF-8. Source: the specification at red-bean.com/sgf by Arno Hollosi.
//!
//! | property | where it goes |
//! | --- | --- |
//! | `B` `W` | the move; in gomoku and Othello `h8`, `f5` are read as well as `pd` |
//! | `AB` `AW` `AE` `PL` | set-up and side to move |
//! | `N` | [`Node::name`](crate::Node::name) |
//! | `C`, `TR` `SQ` `CR` `MA` `SL` `LB` `L` `TB` `TW` | comment and marks |
//! | `BL` `WL` of the side that moved | [`Node::clock`](crate::Node::clock) |
//! | `V` | [`Node::value`](crate::Node::value) |
//! | `GM` `SZ` `RU` `KM` | [`Record::spec`](crate::Record::spec); Go without `RU` is Japanese, without `KM` has its rules' usual komi (half a point with handicap stones, none where `RE` is a draw or a whole number) |
//! | `PB` `PW` `BR` `WR` `BT` `WT` `RE` `DT` `EV` `RO` `PC` `GN` `GC` `AP` `TM` `OT` | [`Header`](crate::Header) |
//! | `SPENT` `CHOICE` | Tengen's own: seconds spent on a move, and a decision that an opening rule asked for |
//! | everything else | [`Node::extra`](crate::Node::extra), byte for byte |
//!
//! `FF`, `CA`, `GM` and `SZ` are written anew. Where `CA` was not UTF-8 and unknown properties have more than ASCII, the
//! root's `extra` remembers it, so that their text can be written in UTF-8 too.

mod games;
mod notes;
mod points;
mod reader;
mod root;
mod rules;
mod scan;
mod text;
mod writer;

pub use games::Games;
pub use writer::write;

use crate::stream::gather;
use crate::{Format, Read, ReadError, ReadOptions};

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
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Read, ReadError> {
    gather(Format::Sgf, Games::new(bytes, options), options)
}
