//! RenLib's `.lib`: a tree of renju or gomoku on 15×15, with comments, texts on the board and marks.
//!
//! The layout of version 3.4, from the sources of RenLib (gomoku/RenLib, `LibraryFile.cpp`, `MoveNode.cpp`,
//! `RenLibDoc.cpp`):
//!
//! - **Header**, 20 bytes: `FF "RenLib" FF`, the major and the minor version, ten times `FF`. Files older than 3.0 have
//!   no header and begin with h8 (`78`).
//! - **Nodes**, one line of play after another, the first child right after its parent. Each is two bytes: the point,
//!   `16·(row − 1) + column`, both from 1 from the top left, 0 for a pass or the root; and flags:
//!
//!   | flag | meaning |
//!   | --- | --- |
//!   | `80` | a sibling follows, after everything below this node |
//!   | `40` | nothing below this node: the next node is the sibling of the last node with flag `80` |
//!   | `20` | an old comment follows: ASCII, the last byte with its top bit set |
//!   | `10` | marked |
//!   | `08` | a comment follows: text, a zero, and another zero if that makes the length even |
//!   | `04` | the position that is shown when the library is opened |
//!   | `02` | no move: the node only holds a text on the board |
//!   | `01` | two more bytes of flags follow; `01` in the second of them: a text on the board follows, stored as
//! comments are |
//!
//! - In a comment, byte 8 separates the comment of one line from the comment of many lines.
//! - From 3.4 on the root is the first node; before, the file begins with h8.
//!
//! In a record, a text on the board is a label on its point, at the parent of the node that stores it: there it is
//! visible. A mark is SGF's `HO[1]`, a hot spot. What a record has no field for is in the property [`PROPERTY`]. Texts
//! are in the character set of the writer's Windows: UTF-8 if all texts are well formed in it, otherwise a guess, which
//! the record keeps for writing. Without it texts are written in Windows-1252, or in UTF-8 if Windows-1252 lacks a
//! letter.

mod reading;
mod text;
mod writing;

pub use reading::read;
pub use writing::write;

use tengen_board::Point;
use tengen_games::GameSpec;

/// The property for what a record has no field for, one value each: `start` (flag 04), `multi` (the comment has no part
/// of one line). Also `no-move N` (flag 02, with the byte of its point), `text T` (a text at no point), `flags N`
/// (unknown flags) and, at the root, `charset C`.
pub const PROPERTY: &str = "RENLIB";
/// The property of marked nodes.
const MARKED: &str = "HO";

const MAGIC: [u8; 8] = *b"\xffRenLib\xff";
const HEADER_BYTES: usize = 20;
/// The newest version of the format: major and minor.
const VERSION: (u8, u8) = (3, 4);
/// The byte of h8.
const CENTER: u8 = 0x78;
/// The side of RenLib's board.
const SIDE: u8 = 15;
/// The separator of the two comments of a node.
const PARTING: u8 = 8;

mod flag {
    pub(super) const SIBLING: u32 = 0x80;
    pub(super) const LAST: u32 = 0x40;
    pub(super) const OLD_COMMENT: u32 = 0x20;
    pub(super) const MARK: u32 = 0x10;
    pub(super) const COMMENT: u32 = 0x08;
    pub(super) const START: u32 = 0x04;
    pub(super) const NO_MOVE: u32 = 0x02;
    pub(super) const MORE: u32 = 0x01;
    pub(super) const BOARD_TEXT: u32 = 0x100;
}

/// The game of a library if the caller names none.
fn usual() -> GameSpec {
    GameSpec::named("renju", None, None).expect("renju has a name")
}

/// The point of a byte. The inner `None` is no point: a pass, or the root.
fn point(byte: u8) -> Option<Option<Point>> {
    if byte == 0 {
        return Some(None);
    }
    let (row, col) = (byte / 16, byte % 16);
    ((1..=SIDE).contains(&col) && row < SIDE).then(|| Some(Point::new(row, col - 1)))
}

/// The byte of a point of 15×15.
fn byte(point: Point) -> Option<u8> {
    (point.row < SIDE && point.col < SIDE).then(|| 16 * point.row + point.col + 1)
}
