//! Lines of bounded length from a stream of bytes.

use std::io::{self, BufRead};

/// Default limit of a line, in bytes. A longer line is read to its end and dropped.
pub const MAX_LINE: usize = 1 << 20;

/// What a [`LineReader`] has read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line without its end: `\n`, and where a `\r` ends a line, `\r\n` or `\r`.
    Line(Vec<u8>),
    /// A line of this many bytes, which is over the limit.
    TooLong(u64),
    /// The end of the stream.
    End,
}

/// Reads lines that end in `\n`, `\r\n` or `\r`: the managers and engines of Gomocup use all three. With
/// [`LineReader::with_line_feeds_only`] a `\r` belongs to its line.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    after_cr: bool,
    max_line: usize,
    /// Whether a `\r` ends a line.
    ends_at_cr: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `input`, with the limit [`MAX_LINE`].
    pub fn new(input: R) -> LineReader<R> {
        LineReader::with_max_line(input, MAX_LINE)
    }

    /// Reads from `input`, and drops lines of more than `max_line` bytes.
    pub fn with_max_line(input: R, max_line: usize) -> LineReader<R> {
        LineReader { input, after_cr: false, max_line, ends_at_cr: true }
    }

    /// The same reader, for lines that end in `\n` alone.
    #[must_use]
    pub fn with_line_feeds_only(self) -> LineReader<R> {
        LineReader { ends_at_cr: false, ..self }
    }

    /// Reads the next line. The last line needs no line end.
    ///
    /// # Errors
    /// Errors of the stream.
    pub fn next_line(&mut self) -> io::Result<Input> {
        let mut line = Vec::new();
        let mut length = 0u64;
        let max_line = self.max_line as u64;
        let done = |line: Vec<u8>, length: u64| {
            if length > max_line { Input::TooLong(length) } else { Input::Line(line) }
        };
        loop {
            let buffer = match self.input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                return Ok(if length == 0 { Input::End } else { done(line, length) });
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = buffer.iter().position(|&b| b == b'\n' || (b == b'\r' && self.ends_at_cr));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            length += part.len() as u64;
            if length <= max_line {
                line.extend_from_slice(part);
            } else {
                line = Vec::new();
            }
            let used = part.len() + usize::from(end.is_some());
            self.after_cr = end.is_some_and(|i| buffer[i] == b'\r');
            self.input.consume(used);
            if end.is_some() {
                return Ok(done(line, length));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8], buffer: usize) -> Vec<Input> {
        let mut reader = LineReader::new(BufReader::with_capacity(buffer, bytes));
        std::iter::from_fn(|| Some(reader.next_line().unwrap()).filter(|r| *r != Input::End)).collect()
    }

    #[test]
    fn every_line_end_is_read_with_any_buffer() {
        for buffer in [1, 2, 3, 64] {
            let got = all(b"START 15\r\nBEGIN\nTURN 1,2\r\rEND", buffer);
            let want =
                ["START 15", "BEGIN", "TURN 1,2", "", "END"].map(|s| Input::Line(s.as_bytes().to_vec()));
            assert_eq!(got, want, "buffer of {buffer}");
        }
    }

    #[test]
    fn a_carriage_return_belongs_to_a_line_that_ends_in_a_line_feed() {
        let mut reader = LineReader::new(&b"gen\rmove b\r\nquit"[..]).with_line_feeds_only();
        for line in ["gen\rmove b\r", "quit"] {
            assert_eq!(reader.next_line().unwrap(), Input::Line(line.as_bytes().to_vec()));
        }
    }

    #[test]
    fn a_very_long_line_is_dropped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend_from_slice(b"\nABOUT\n");
        assert_eq!(all(&bytes, 8192), [Input::TooLong(MAX_LINE as u64 + 1), Input::Line(b"ABOUT".to_vec())]);
    }
}
