//! Lines from a stream of bytes, none of them longer than a bound.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes, unless a reader has a bound of its own. A longer one is read to its end and thrown away.
pub const MAX_LINE: usize = 1 << 20;

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Read {
    /// A line without its end (`\n`, `\r\n` or `\r`).
    Line(Vec<u8>),
    /// A line of this many bytes, too long to keep.
    TooLong(u64),
    /// The end of the stream.
    End,
}

/// Reads lines; ends of line are `\n`, `\r\n` and `\r` alike, as Gomocup's managers and brains use all three.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    after_cr: bool,
    longest: usize,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> LineReader<R> {
        LineReader::with_longest(input, MAX_LINE)
    }

    /// Reads from `input`, and keeps no line of more than `longest` bytes.
    pub fn with_longest(input: R, longest: usize) -> LineReader<R> {
        LineReader { input, after_cr: false, longest }
    }

    /// The next line. A last line without an end counts too.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn next_line(&mut self) -> io::Result<Read> {
        let mut line = Vec::new();
        let mut length = 0u64;
        let longest = self.longest as u64;
        let done = |line: Vec<u8>, length: u64| {
            if length > longest { Read::TooLong(length) } else { Read::Line(line) }
        };
        loop {
            let buffer = match self.input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                return Ok(if length == 0 { Read::End } else { done(line, length) });
            }
            if std::mem::take(&mut self.after_cr) && buffer[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = buffer.iter().position(|&b| b == b'\n' || b == b'\r');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            length += part.len() as u64;
            if length <= longest {
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

    fn all(bytes: &[u8], buffer: usize) -> Vec<Read> {
        let mut reader = LineReader::new(BufReader::with_capacity(buffer, bytes));
        std::iter::from_fn(|| Some(reader.next_line().unwrap()).filter(|r| *r != Read::End)).collect()
    }

    #[test]
    fn every_kind_of_line_end_whatever_the_buffer() {
        for buffer in [1, 2, 3, 64] {
            let got = all(b"START 15\r\nBEGIN\nTURN 1,2\r\rEND", buffer);
            let want =
                ["START 15", "BEGIN", "TURN 1,2", "", "END"].map(|s| Read::Line(s.as_bytes().to_vec()));
            assert_eq!(got, want, "buffer of {buffer}");
        }
    }

    #[test]
    fn a_very_long_line_is_thrown_away_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend_from_slice(b"\nABOUT\n");
        assert_eq!(all(&bytes, 8192), [Read::TooLong(MAX_LINE as u64 + 1), Read::Line(b"ABOUT".to_vec())]);
    }
}
