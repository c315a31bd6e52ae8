//! The warnings of a game, and locations in it.

use super::scan::Span;
use crate::{Format, Location, ReadError, ReadOptions, Warning};

/// Warnings, with locations counted in order, so that a long game is scanned once.
pub(super) struct Notes<'a> {
    pub(super) places: Places<'a>,
    pub(super) options: &'a ReadOptions,
    pub(super) list: Vec<Warning>,
}

impl Notes<'_> {
    pub(super) fn warn(&mut self, at: Span, what: String) {
        if self.list.len() < self.options.limits.warnings {
            let at = self.places.of(at);
            self.list.push(Warning::new(at, what));
        }
    }

    /// Something invalid: an error when strict, a warning when lenient.
    pub(super) fn fault(
        &mut self,
        at: Span,
        expected: impl Into<String>,
        found: impl Into<String>,
        made: &str,
    ) -> Result<(), ReadError> {
        let (expected, found) = (expected.into(), found.into());
        if !self.options.lenient {
            return Err(ReadError::new(Format::Sgf, self.places.of(at), expected, found));
        }
        self.warn(at, format!("expected {expected}, found {found}; {made}"));
        Ok(())
    }
}

/// Finds lines and columns of locations that mostly come in order.
pub(super) struct Places<'a> {
    bytes: &'a [u8],
    start: Location,
    /// The last location, relative to `start`.
    last: Location,
}

impl<'a> Places<'a> {
    pub(super) fn new(bytes: &'a [u8], start: Location) -> Places<'a> {
        Places { bytes, start, last: Location::in_text(bytes, 0, 0) }
    }

    pub(super) fn of(&mut self, span: Span) -> Location {
        let offset = span.start as usize;
        let from =
            if offset >= self.last.offset as usize { self.last } else { Location::in_text(self.bytes, 0, 0) };
        let base = from.offset as usize;
        let place = Location::in_text(&self.bytes[base..], offset - base, span.len()).after(from);
        // Counting cannot continue between CR and LF.
        if self.bytes.get(offset) != Some(&b'\n') {
            self.last = Location { len: 0, ..place };
        }
        place.after(self.start)
    }
}
