//! Reads and writes every format by the functions of its own module.

use crate::expected::quote;
use crate::format::unreadable;
use crate::{
    Expected, Format, Location, ReadError, ReadItem, ReadOptions, ReadOutput, Record, WriteError,
    WriteOptions, WriteOutput, detect,
};
use std::io::{BufRead, Read as _};

impl Format {
    /// Reads a whole file.
    ///
    /// # Errors
    /// [`ReadError`] for the first thing that cannot be read; when lenient, only if nothing can be read.
    pub fn read(self, bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
        match self {
            _ if bytes.len() > options.limits.game_bytes && !self.streams() => Err(self.too_big(options)),
            Format::RenLib => crate::renlib::read(bytes, options),
            Format::Rif => crate::rif::read(bytes, options),
            Format::Ggf => crate::ggf::read(bytes, options),
            Format::Sgf => crate::sgf::read(bytes, options),
            Format::Wthor => crate::wthor::read(bytes, options),
            Format::Obf => crate::obf::read(bytes, options),
            Format::Psq => crate::psq::read(bytes, options),
            Format::MoveList => crate::movelist::read(bytes, options),
            Format::Diagram => crate::diagram::read(bytes, options),
        }
    }

    /// Writes records as one file.
    ///
    /// # Errors
    /// [`WriteError`] if the format cannot hold them.
    pub fn write(self, records: &[Record], options: &WriteOptions) -> Result<WriteOutput, WriteError> {
        if let Some(record) = records.iter().find(|r| !self.holds(r.spec.kind())) {
            return Err(WriteError::Game { format: self, game: record.spec.kind() });
        }
        if records.len() > 1 && !self.holds_many() {
            return Err(WriteError::Many { format: self, count: records.len() });
        }
        match self {
            Format::RenLib => crate::renlib::write(records, options),
            Format::Ggf => crate::ggf::write(records, options),
            Format::Sgf => crate::sgf::write(records, options),
            Format::Wthor => crate::wthor::write(records, options),
            Format::Obf => crate::obf::write(records, options),
            Format::Psq => crate::psq::write(records, options),
            Format::MoveList => crate::movelist::write(records, options),
            _ => Err(WriteError::ReadOnly(self)),
        }
    }
}

/// The games of a file, read on demand. Memory is bounded by one game if the format [streams](Format::streams); other
/// formats are read whole.
///
/// When lenient, a game that cannot be read gives its error and the next game follows; otherwise the first error is the
/// last item. An error of `input` is an item too.
pub fn games<'a>(
    format: Format,
    mut input: impl BufRead + 'a,
    options: &ReadOptions,
) -> Box<dyn Iterator<Item = Result<ReadItem, ReadError>> + 'a> {
    match format {
        Format::Rif => Box::new(crate::rif::games(input, options)),
        Format::Ggf => Box::new(crate::ggf::games(input, options)),
        Format::Sgf => Box::new(crate::sgf::Games::from_reader(input, options)),
        Format::MoveList => Box::new(crate::movelist::games(input, options)),
        Format::Wthor => Box::new(crate::wthor::games(input, options)),
        Format::Obf => Box::new(crate::obf::positions(input, options)),
        _ => {
            let mut bytes = Vec::new();
            let most = options.limits.game_bytes as u64;
            if let Err(e) = input.by_ref().take(most + 1).read_to_end(&mut bytes) {
                return Box::new(std::iter::once(Err(unreadable(format, bytes.len() as u64, &e))));
            }
            match format.read(&bytes, options) {
                Err(e) => Box::new(std::iter::once(Err(e))),
                Ok(read) => {
                    let mut warnings = read.warnings.into_iter().peekable();
                    let last = read.records.len().saturating_sub(1);
                    Box::new(read.records.into_iter().enumerate().map(move |(i, record)| {
                        let mut own = Vec::new();
                        while let Some(w) = warnings.next_if(|w| i == last || w.record.unwrap_or(0) <= i) {
                            own.push(w);
                        }
                        Ok(ReadItem { record, warnings: own })
                    }))
                }
            }
        }
    }
}

/// Reads a whole file whose format is detected from its bytes and its name.
///
/// # Errors
/// As [`Format::read`], and if no format fits.
pub fn read(bytes: &[u8], file_name: Option<&str>, options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    match detect(bytes, file_name) {
        Some(format) => format.read(bytes, options),
        None => Err(ReadError::new(
            Format::MoveList,
            Location::in_text(bytes, 0, bytes.len().min(24)),
            Expected::KnownFormat,
            quote(bytes),
        )),
    }
}
