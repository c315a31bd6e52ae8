//! WTHOR, the database of the Fédération Française d'Othello: 137,000 tournament games since 1977.
//!
//! A `.wtb` file has the games of one year as records of fixed size. The names of players and tournaments are in two
//! files beside it, `WTH.JOU` and `WTH.TRN` ([`Names`]). [`mod@file`] is the layout, byte for byte. Source: the
//! federation's note on the format ("Format de la base WThor", ffothello.org).
//!
//! - Passes are not stored: reading inserts them, by playing the game.
//! - The score is black's discs at the end, empties counted for the winner. The *theoretical* score is black's discs by
//!   perfect play from the depth in the header on (24 empties in the published files).
//! - What a record has no field for is in the root's property
//!   `WTHOR[tournament][black][white][score][theoretical score][depth]`, in decimal.

pub mod file;
mod names;
mod reading;
mod writing;

pub use names::{NameError, Names, UNKNOWN};
pub use reading::{Games, games, read};
pub use writing::{write, write_with};

/// The property of the root that keeps the numbers of the file.
pub const PROPERTY: &str = "WTHOR";
