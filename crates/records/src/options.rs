//! Options and results of readers and writers.

use crate::wthor::Names;
use crate::{Record, Warning};
use std::sync::Arc;
use tengen_games::GameSpec;

/// Options for reading.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadOptions {
    /// Skip what cannot be read, each thing with a [`Warning`], and return the rest. If false, the first such thing is
    /// an error.
    pub lenient: bool,
    /// Bounds on the size of the input.
    pub limits: ReadLimits,
    /// The game of input that does not name it (move lists, SGF without `GM`). What the input names has priority.
    pub spec: Option<GameSpec>,
    /// The names of the players and tournaments of a WTHOR file. Without them they stay numbers.
    pub names: Option<Arc<Names>>,
}

/// Bounds on the size of the input, so that memory is bounded whatever the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// Bytes of one value of a property, comment or field. Default: 16 MiB.
    pub value_bytes: usize,
    /// Bytes of one game of a collection, and of a whole file in a format that is not read game by game. Default: 256
    /// MiB.
    pub game_bytes: usize,
    /// Nodes of one record. Default: 4,000,000.
    pub nodes: usize,
    /// Records of one input that are collected in one vector. Default: 4,000,000.
    pub records: usize,
    /// Warnings of one input that are kept; the last one gives the number of the others. Default: 1,000.
    pub warnings: usize,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits {
            value_bytes: 16 << 20,
            game_bytes: 256 << 20,
            nodes: 4_000_000,
            records: 4_000_000,
            warnings: 1_000,
        }
    }
}

impl ReadOptions {
    /// Skips what cannot be read.
    pub fn lenient() -> ReadOptions {
        ReadOptions { lenient: true, ..ReadOptions::default() }
    }

    /// Sets the game of input that does not name it.
    #[must_use]
    pub fn with_spec(mut self, spec: GameSpec) -> ReadOptions {
        self.spec = Some(spec);
        self
    }

    /// Sets the names of the players and tournaments of WTHOR files.
    #[must_use]
    pub fn with_names(mut self, names: Names) -> ReadOptions {
        self.names = Some(Arc::new(names));
        self
    }
}

/// Options for writing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteOptions {
    /// The year of the games, if the format wants one for the whole file and the records have none (WTHOR).
    pub year: Option<u16>,
    /// The tables of names to start from when a WTHOR file is written, so that their numbers stay. `None` starts new
    /// tables.
    pub names: Option<Arc<Names>>,
}

/// The result of reading.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadOutput {
    /// The records, in the order of the input.
    pub records: Vec<Record>,
    /// What was skipped or read differently from what is written.
    pub warnings: Vec<Warning>,
}

/// The result of writing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteOutput {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// What the format cannot hold, each kind of thing once per record.
    pub losses: Vec<crate::ConversionLoss>,
    /// Files that belong beside it (WTHOR's names).
    pub companions: Vec<CompanionFile>,
}

/// A file that belongs beside another, with the same name and another extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionFile {
    /// The extension, without the dot.
    pub extension: &'static str,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}
