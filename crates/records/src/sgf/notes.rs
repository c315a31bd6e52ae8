//! The warnings of a game, and locations in it.

use super::scan::Span;
use crate::error::push_warning;
use crate::{Expected, Format, Found, Gap, Location, ReadError, ReadOptions, Remedy, Warning, WarningKind};

/// Warnings, with locations counted in order, so that a long game is scanned once.
pub(super) struct Notes<'a> {
    pub(super) places: Places<'a>,
    pub(super) options: &'a ReadOptions,
    pub(super) list: Vec<Warning>,
}

impl Notes<'_> {
    pub(super) fn warn(&mut self, at: Span, kind: WarningKind) {
        self.warn_of(at, kind, None, false);
    }

    fn warn_of(&mut self, at: Span, kind: WarningKind, gap: Option<Gap>, refused: bool) {
        if self.list.len() < self.options.limits.warnings || gap.is_some() {
            let at = self.places.of(at);
            let warning = Warning { gap, refused, ..Warning::new(at, kind) };
            push_warning(&mut self.list, self.options.limits.warnings, warning);
        }
    }

    /// Something invalid: an error when strict, a warning when lenient.
    pub(super) fn fault(
        &mut self,
        at: Span,
        expected: Expected,
        found: Found,
        remedy: Remedy,
        gap: Option<Gap>,
    ) -> Result<(), ReadError> {
        if !self.options.lenient {
            return Err(ReadError::new(Format::Sgf, self.places.of(at), expected, found));
        }
        self.warn_of(at, WarningKind::Fault { expected, found, remedy }, gap, true);
        Ok(())
    }

    /// Something without a meaning, which is kept as it is, also when strict.
    pub(super) fn kept(&mut self, at: Span, expected: Expected, found: Found) {
        self.warn(at, WarningKind::Fault { expected, found, remedy: Remedy::Kept });
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
