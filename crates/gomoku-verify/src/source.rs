//! The bytes of a certificate, taken one line or one byte at a time.

use std::io::{self, BufRead, Read as _};
use tengen_games::certificate::ProofFault;

/// Size limit of a certificate, in bytes.
pub const MAX_BYTES: u64 = 1 << 29;

/// Size limit of a line. A node that answers each point of the largest board has some 7,000 bytes.
const MAX_LINE: u64 = 1 << 16;

/// A reader with its place.
pub(crate) struct Source<R> {
    input: R,
    /// Bytes taken.
    taken: u64,
    line: Vec<u8>,
    /// The lines taken so far, while they are kept.
    pub(crate) kept: Option<Vec<u8>>,
    /// The error of the reader that ended the lines.
    pub(crate) failed: Option<io::Error>,
}

impl<R: BufRead> Source<R> {
    pub(crate) fn new(input: R) -> Source<R> {
        Source { input, taken: 0, line: Vec::new(), kept: Some(Vec::new()), failed: None }
    }

    /// Bytes taken.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// The next byte, if there is one.
    pub(crate) fn byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => {
                    let Some(&byte) = bytes.first() else { return Ok(None) };
                    self.input.consume(1);
                    self.taken += 1;
                    return Ok(Some(byte));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn line(&mut self) -> io::Result<Option<Result<String, ProofFault>>> {
        let most = MAX_LINE.min(MAX_BYTES + 1 - self.taken);
        self.line.clear();
        self.input.by_ref().take(most).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        let before = self.taken;
        self.taken += self.line.len() as u64;
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(&self.line);
        }
        if self.taken > MAX_BYTES {
            return Ok(Some(Err(ProofFault::TooLarge { most: MAX_BYTES })));
        }
        if self.line.len() as u64 == MAX_LINE && self.line.last() != Some(&b'\n') {
            return Ok(Some(Err(ProofFault::LongLine { most: MAX_LINE })));
        }
        Ok(Some(match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(line.strip_suffix('\n').unwrap_or(line).into()),
            Err(error) => Err(ProofFault::NotText { byte: before + error.valid_up_to() as u64 + 1 }),
        }))
    }
}

/// The lines. An error of the reader ends them, and is kept in `failed`.
impl<R: BufRead> Iterator for Source<R> {
    type Item = Result<String, ProofFault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line().unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })
    }
}
