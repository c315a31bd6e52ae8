//! What a caller can ask of readers and writers.

use crate::wthor::Names;
use crate::{Record, Warning};
use std::sync::Arc;
use tengen_games::GameSpec;

/// How to read.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadOptions {
    /// Go on past what cannot be read: whatever was readable is given, and a [`Warning`] names each thing left out.
    /// Otherwise the first such thing is an error.
    pub lenient: bool,
    /// Bounds on what one input may ask for.
    pub limits: Limits,
    /// The game, for input that does not say (plain move lists, SGF without GM). What the input says wins.
    pub spec: Option<GameSpec>,
    /// The names beside a WTHOR file, without which players and tournaments stay numbers.
    pub names: Option<Arc<Names>>,
}

/// Bounds on what one input may ask for, so that memory stays bounded whatever the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of one value of one property, comment or field. 16 MiB unless told.
    pub value_bytes: usize,
    /// Bytes of one game in a collection that is read game by game, and of a whole file of a format that is not.
    /// 256 MiB unless told.
    pub game_bytes: usize,
    /// Nodes of one record. 4,000,000 unless told.
    pub nodes: usize,
    /// Records of one input where they are gathered in one vector. 4,000,000 unless told.
    pub records: usize,
    /// Warnings that are kept one by one for one input; the rest are counted in a last one. 1,000 unless told.
    pub warnings: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            value_bytes: 16 << 20,
            game_bytes: 256 << 20,
            nodes: 4_000_000,
            records: 4_000_000,
            warnings: 1_000,
        }
    }
}

impl ReadOptions {
    /// Goes on past what cannot be read.
    pub fn lenient() -> ReadOptions {
        ReadOptions { lenient: true, ..ReadOptions::default() }
    }

    /// Reads as this game where the input does not say which it is.
    #[must_use]
    pub fn with_spec(mut self, spec: GameSpec) -> ReadOptions {
        self.spec = Some(spec);
        self
    }

    /// Names the players and tournaments of WTHOR files by these tables.
    #[must_use]
    pub fn with_names(mut self, names: Names) -> ReadOptions {
        self.names = Some(Arc::new(names));
        self
    }
}

/// How to write.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteOptions {
    /// Year of the games where the format wants one for the whole file and the records do not say (WTHOR).
    pub year: Option<u16>,
    /// Names to begin the tables beside a WTHOR file with, so that their numbers stay; the usual first two if `None`.
    pub names: Option<Arc<Names>>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Read {
    /// The records, in the order of the input.
    pub records: Vec<Record>,
    /// What was gone past or read otherwise than written.
    pub warnings: Vec<Warning>,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format could not hold, each kind of thing once a record.
    pub losses: Vec<crate::Loss>,
    /// Files that belong beside it, without which what they hold would be lost (WTHOR's names).
    pub beside: Vec<Beside>,
}

/// A file that belongs beside another, under the same name but for its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The ending, without the dot.
    pub extension: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
}
