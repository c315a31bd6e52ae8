//! RIF: the game database of the Renju International Federation (RenjuNet, `renjunet_v10_*.rif`), an XML file; read
//! only.
//!
//! ```text
//! <database>
//!   <players><player id="12" name="Ada" surname="Example" …/></players>
//!   <tournaments><tournament id="3" name="Open" year="2001" start="2001-05-01" …/></tournaments>
//!   <rules><rule id="1" name="…"/></rules> <openings>…</openings> <cities>…</cities> <countries>…</countries>
//!   <games>
//!     <game id="7" tournament="3" round="2" rule="1" black="12" white="34" bresult="0.5" opening="21" alt="i8" swap="">
//!       <move>h8 i9 j10 …</move> <info>…</info>
//!     </game>
//! ```
//!
//! Games come after the tables that their numbers refer to. Each becomes a record of renju with the names of the
//! players and the tournament, its first day and place, the round and the result (`bresult`: 1 black won, 0 white won,
//! 0.5 draw). The file has only the outcome of opening rules: the moves are read as renju without an opening rule. The
//! numbers, the name of the rule, the other fifth moves (`alt`) and the swaps are in the root's property [`PROPERTY`],
//! one `name=value` each.
//!
//! There is no published description; sources are the files and two programs' notes on them (blog of A. Meritee on
//! renju.net, 2008; quinstella.net).

mod reading;
mod tables;
mod utf8;

pub use reading::{Games, games, read};

/// The property of the root that keeps what a record has no field for.
pub const PROPERTY: &str = "RIF";
