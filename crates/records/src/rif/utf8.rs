//! Turns any input into UTF-8: bytes that are not UTF-8 are read in a single-byte character set.

use encoding_rs::{Encoding, WINDOWS_1252};
use std::io::{self, BufRead, Read};

/// Bytes that are checked at a time.
const WINDOW: usize = 4096;

pub(super) struct Utf8<R> {
    pub(super) input: R,
    /// The character set of other bytes.
    pub(super) charset: &'static Encoding,
    /// Bytes at the start of the input that are known to be UTF-8.
    checked: usize,
    /// The text of a piece that was not UTF-8, and the bytes of it already read.
    mended: (String, usize),
}

impl<R: BufRead> Utf8<R> {
    pub(super) fn new(input: R) -> Utf8<R> {
        Utf8 { input, charset: WINDOWS_1252, checked: 0, mended: (String::new(), 0) }
    }

    /// Reads a character that is cut by the end of the window, or bytes that are not UTF-8.
    fn mend(&mut self) -> io::Result<()> {
        let mut piece = Vec::new();
        loop {
            if let Some(&byte) = self.input.fill_buf()?.first() {
                piece.push(byte);
                match std::str::from_utf8(&piece) {
                    Ok(text) => self.mended = (text.into(), 0),
                    Err(e) if e.error_len().is_none() => {
                        self.input.consume(1);
                        continue;
                    }
                    // This byte may begin the next character, unless it is the only one.
                    Err(_) => {
                        if piece.len() > 1 {
                            piece.pop();
                            self.mended = (self.letters(&piece), 0);
                            return Ok(());
                        }
                        self.mended = (self.letters(&piece), 0);
                    }
                }
                self.input.consume(1);
            } else {
                self.mended = (self.letters(&piece), 0);
            }
            return Ok(());
        }
    }

    fn letters(&self, bytes: &[u8]) -> String {
        self.charset.decode_without_bom_handling(bytes).0.into_owned()
    }
}

impl<R: BufRead> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.mended.1 == self.mended.0.len() && self.checked == 0 {
            let buffer = self.input.fill_buf()?;
            let window = &buffer[..buffer.len().min(WINDOW)];
            self.checked = match std::str::from_utf8(window) {
                Ok(text) => text.len(),
                Err(e) => e.valid_up_to(),
            };
            if self.checked == 0 && !window.is_empty() {
                self.mend()?;
            }
        }
        if self.mended.1 < self.mended.0.len() {
            return Ok(&self.mended.0.as_bytes()[self.mended.1..]);
        }
        let buffer = self.input.fill_buf()?;
        Ok(&buffer[..self.checked.min(buffer.len())])
    }

    fn consume(&mut self, bytes: usize) {
        if self.mended.1 < self.mended.0.len() {
            self.mended.1 += bytes;
        } else {
            self.checked -= bytes;
            self.input.consume(bytes);
        }
    }
}

impl<R: BufRead> Read for Utf8<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let buffer = self.fill_buf()?;
        let bytes = buffer.len().min(out.len());
        out[..bytes].copy_from_slice(&buffer[..bytes]);
        self.consume(bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_either_kind_comes_out_as_text() {
        let long = "é天𝄞a".repeat(3000);
        let cases: [(&[u8], &str); 6] = [
            (b"plain", "plain"),
            ("Åkesson 天元 𝄞".as_bytes(), "Åkesson 天元 𝄞"),
            (b"G\xf6ran \xc5kesson", "Göran Åkesson"),
            (b"\xe5\xa4", "å¤"),
            (b"\xe5\xa4x\xff", "å¤xÿ"),
            (long.as_bytes(), &long),
        ];
        for (bytes, text) in cases {
            for capacity in [1, 2, 3, 5, 10_000] {
                let mut out = String::new();
                let input = io::BufReader::with_capacity(capacity, bytes);
                Utf8::new(input).read_to_string(&mut out).unwrap();
                assert_eq!(out, text, "{capacity}");
            }
        }
    }
}
