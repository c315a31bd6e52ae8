//! Reads input piece by piece in bounded memory, with its location; and collects the records read from it.

use crate::format::unreadable;
use crate::{
    Counted, Expected, Format, Found, Location, ReadError, ReadItem, ReadOptions, ReadOutput, Remedy,
    Warning, WarningKind,
};
use std::io::{self, BufRead};

/// An input with its present location: offset, line and column. Lines end with LF, CR or CRLF.
pub(crate) struct LocatedInput<R> {
    input: R,
    format: Format,
    offset: u64,
    line: u64,
    /// Offset of the first byte of the line.
    line_start: u64,
    /// True if the last byte was CR, so that LF does not end another line.
    after_cr: bool,
    /// Bytes that [`BufRead`] may still return before it fails, which bounds what a parser on top of it collects.
    budget: usize,
}

impl<R: BufRead> LocatedInput<R> {
    pub(crate) fn new(format: Format, input: R) -> LocatedInput<R> {
        LocatedInput { input, format, offset: 0, line: 1, line_start: 0, after_cr: false, budget: usize::MAX }
    }

    /// The location of the next byte.
    pub(crate) fn place(&self) -> Location {
        let line_column = (self.line, self.offset - self.line_start + 1);
        Location { offset: self.offset, len: 0, line_column: self.format.is_text().then_some(line_column) }
    }

    fn passed(&mut self, bytes: usize) {
        let (mut line, mut line_start, mut after_cr) = (self.line, self.line_start, self.after_cr);
        if let Ok(buffer) = self.input.fill_buf() {
            for (&byte, at) in buffer[..bytes].iter().zip(self.offset + 1..) {
                match byte {
                    b'\n' if after_cr => line_start = at,
                    b'\n' | b'\r' => (line, line_start) = (line + 1, at),
                    _ => {}
                }
                after_cr = byte == b'\r';
            }
        }
        (self.line, self.line_start, self.after_cr) = (line, line_start, after_cr);
        self.offset += bytes as u64;
        self.input.consume(bytes);
    }

    fn buffer(&mut self) -> Result<&[u8], ReadError> {
        let (format, offset) = (self.format, self.offset);
        // Only interrupted reads are repeated.
        loop {
            match self.input.fill_buf() {
                Ok(_) => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(unreadable(format, offset, &e)),
            }
        }
        self.input.fill_buf().map_err(|e| unreadable(format, offset, &e))
    }

    /// The next byte, not consumed; `None` at the end.
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        Ok(self.buffer()?.first().copied())
    }

    /// The next byte.
    pub(crate) fn byte(&mut self) -> Result<Option<u8>, ReadError> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.passed(1);
        }
        Ok(byte)
    }

    /// Appends to `out` all bytes before the first for which `stops` is true, which is not consumed. Stops at `limit`
    /// bytes in `out` and returns false if there are more.
    pub(crate) fn until(
        &mut self,
        out: &mut Vec<u8>,
        limit: usize,
        stops: impl Fn(u8) -> bool,
    ) -> Result<bool, ReadError> {
        loop {
            let rest = limit.saturating_sub(out.len());
            let buffer = self.buffer()?;
            let end = buffer.iter().position(|&b| stops(b));
            let bytes = end.unwrap_or(buffer.len());
            let taken = bytes.min(rest);
            out.extend_from_slice(&buffer[..taken]);
            self.passed(taken);
            if taken < bytes {
                return Ok(false);
            }
            if end.is_some() || bytes == 0 {
                return Ok(true);
            }
        }
    }

    /// Skips all bytes before the first for which `stops` is true. Returns their number.
    pub(crate) fn skip_until(&mut self, stops: impl Fn(u8) -> bool) -> Result<u64, ReadError> {
        let start = self.offset;
        loop {
            let buffer = self.buffer()?;
            let end = buffer.iter().position(|&b| stops(b));
            let bytes = end.unwrap_or(buffer.len());
            self.passed(bytes);
            if end.is_some() || bytes == 0 {
                return Ok(self.offset - start);
            }
        }
    }

    /// Fills `out` as far as the input goes. Returns the number of bytes.
    pub(crate) fn fill(&mut self, out: &mut [u8]) -> Result<usize, ReadError> {
        let mut filled = 0;
        while filled < out.len() {
            let buffer = self.buffer()?;
            let bytes = buffer.len().min(out.len() - filled);
            if bytes == 0 {
                break;
            }
            out[filled..filled + bytes].copy_from_slice(&buffer[..bytes]);
            self.passed(bytes);
            filled += bytes;
        }
        Ok(filled)
    }

    /// An error at the next byte.
    pub(crate) fn error(&self, expected: Expected, found: Found) -> ReadError {
        ReadError::new(self.format, self.place(), expected, found)
    }

    /// Makes [`BufRead`] fail after `bytes` more.
    pub(crate) fn allow(&mut self, bytes: usize) {
        self.budget = bytes;
    }

    /// True if those bytes are used up.
    pub(crate) fn is_spent(&self) -> bool {
        self.budget == 0
    }
}

impl<R: BufRead> io::Read for LocatedInput<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        let bytes = buffer.len().min(out.len());
        out[..bytes].copy_from_slice(&buffer[..bytes]);
        self.consume(bytes);
        Ok(bytes)
    }
}

impl<R: BufRead> BufRead for LocatedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let budget = self.budget;
        let buffer = self.input.fill_buf()?;
        if budget == 0 && !buffer.is_empty() {
            return Err(io::Error::other("too much for one piece"));
        }
        Ok(&buffer[..buffer.len().min(budget)])
    }

    fn consume(&mut self, bytes: usize) {
        self.budget = self.budget.saturating_sub(bytes);
        self.passed(bytes);
    }
}

/// Collects what is read game by game. When lenient, errors become warnings, unless there are no records.
pub(crate) fn gather(
    format: Format,
    items: impl Iterator<Item = Result<ReadItem, ReadError>>,
    options: &ReadOptions,
) -> Result<ReadOutput, ReadError> {
    let mut read = ReadOutput::default();
    let mut first_error = None;
    let mut further = 0;
    let mut last = Location::default();
    for item in items {
        let warnings = match item {
            Ok(item) => {
                if read.records.len() >= options.limits.records {
                    let expected = Expected::AtMost(options.limits.records, Counted::Records);
                    let error = ReadError::new(format, last, expected, Found::More);
                    if !options.lenient {
                        return Err(error);
                    }
                    read.warnings.push(warning(error));
                    break;
                }
                let record = read.records.len();
                read.records.push(item.record);
                item.warnings.into_iter().map(|w| Warning { record: Some(record), ..w }).collect()
            }
            Err(error) if options.lenient => {
                let warnings = vec![warning(error.clone())];
                first_error.get_or_insert(error);
                warnings
            }
            Err(error) => return Err(error),
        };
        for w in warnings {
            last = w.at;
            if read.warnings.len() < options.limits.warnings {
                read.warnings.push(w);
            } else {
                further += 1;
            }
        }
    }
    match first_error {
        Some(error) if read.records.is_empty() => return Err(error),
        _ => {}
    }
    if further > 0 {
        read.warnings.push(Warning::new(last, WarningKind::Further(further)));
    }
    Ok(read)
}

/// The warning for an error that was skipped.
pub(crate) fn warning(error: ReadError) -> Warning {
    let ReadError { at, expected, found, .. } = error;
    let kind = WarningKind::Fault { expected, found, remedy: Remedy::LeftOut };
    Warning { refused: true, ..Warning::new(at, kind) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_whole_text() {
        let text = b"ab\ncd\r\nef\rgh\r\n\n\r\ri";
        for capacity in [1, 2, 3, 100] {
            let mut source =
                LocatedInput::new(Format::Ggf, io::BufReader::with_capacity(capacity, &text[..]));
            for offset in 0..=text.len() {
                // There is no location within CRLF.
                if offset == 0 || !text[offset - 1..].starts_with(b"\r\n") {
                    assert_eq!(source.place(), Location::in_text(text, offset, 0), "{capacity} {offset}");
                }
                assert_eq!(source.byte().unwrap(), text.get(offset).copied());
            }
        }
    }

    #[test]
    fn pieces_are_bounded() {
        let mut source = LocatedInput::new(Format::Ggf, io::BufReader::with_capacity(2, &b"abcde]f"[..]));
        let mut out = Vec::new();
        assert_eq!(source.until(&mut out, 3, |b| b == b']'), Ok(false));
        assert_eq!(out, b"abc");
        assert_eq!(source.until(&mut out, 5, |b| b == b']'), Ok(true));
        assert_eq!(source.peek(), Ok(Some(b']')));
        assert_eq!(source.skip_until(|b| b == b'x'), Ok(2));
        assert_eq!(source.peek(), Ok(None));

        let mut source = LocatedInput::new(Format::Rif, &b"abcdef"[..]);
        source.allow(4);
        let mut text = Vec::new();
        assert!(io::Read::read_to_end(&mut source, &mut text).is_err());
        assert_eq!(text, b"abcd");
        assert!(source.is_spent());
    }
}
