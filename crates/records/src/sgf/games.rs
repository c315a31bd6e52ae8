//! The games of a collection one by one, in memory for one game.

use super::notes::Places;
use super::reader;
use super::scan::{Problem, Progress, Scanner};
use crate::charset::{EncodingFamily, WINDOW, family_of_game};
use crate::expected::quote;
use crate::format::unreadable;
use crate::{Expected, Format, Location, ReadError, ReadItem, ReadOptions, Remedy, Warning, WarningKind};
use encoding_rs::Encoding;
use std::io::{self, BufRead, Read as _};

/// A source of bytes: a slice, or a reader with its buffer.
trait Input {
    /// The bytes in the buffer, from the present location on.
    fn held(&self) -> &[u8];
    /// Reads more; returns false at the end.
    fn more(&mut self) -> io::Result<bool>;
    /// Skips bytes of the buffer.
    fn pass(&mut self, bytes: usize);
}

struct Slice<'a>(&'a [u8]);

impl Input for Slice<'_> {
    fn held(&self) -> &[u8] {
        self.0
    }
    fn more(&mut self) -> io::Result<bool> {
        Ok(false)
    }
    fn pass(&mut self, bytes: usize) {
        self.0 = &self.0[bytes..];
    }
}

struct Buffered<R> {
    input: R,
    held: Vec<u8>,
    passed: usize,
}

impl<R: BufRead> Input for Buffered<R> {
    fn held(&self) -> &[u8] {
        &self.held[self.passed..]
    }
    fn more(&mut self) -> io::Result<bool> {
        // Moved rarely: the buffer may be far longer than a game.
        if self.passed > self.held.len() / 2 {
            self.held.drain(..self.passed);
            self.passed = 0;
        }
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => {
                    let bytes = buffer.len();
                    self.held.extend_from_slice(buffer);
                    self.input.consume(bytes);
                    return Ok(bytes > 0);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }
    fn pass(&mut self, bytes: usize) {
        self.passed += bytes;
    }
}

/// The games of an SGF collection, read on demand.
///
/// When lenient, what cannot be read is skipped, within a game and between games; otherwise the first error is the last
/// item. A limit ends the reading in both cases.
pub struct Games<'a> {
    input: Box<dyn Input + 'a>,
    options: ReadOptions,
    /// The location of the first byte in the buffer.
    at: Location,
    found: usize,
    /// The first bytes of the input, for the message that there is no game.
    head: Vec<u8>,
    /// The guessed character set of the collection, once it was needed.
    guessed: Option<EncodingFamily>,
    done: bool,
}

impl std::fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("at", &self.at).field("found", &self.found).finish_non_exhaustive()
    }
}

/// Converts UTF-16 with a byte order mark to UTF-8.
fn from_utf16(bytes: &[u8]) -> Option<String> {
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if !encoding.is_ascii_compatible() => {
            Some(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned())
        }
        _ => None,
    }
}

impl<'a> Games<'a> {
    /// The games of a collection in memory.
    pub fn new(bytes: &'a [u8], options: &ReadOptions) -> Games<'a> {
        // More than the limit is an error anyway, and UTF-16 is always copied.
        match from_utf16(&bytes[..bytes.len().min(options.limits.game_bytes)]) {
            Some(text) => {
                Games::of(Box::new(Buffered { input: io::empty(), held: text.into(), passed: 0 }), options)
            }
            None => Games::of(Box::new(Slice(bytes)), options),
        }
    }

    /// The games of a collection that is read on demand.
    pub fn from_reader(mut input: impl BufRead + 'a, options: &ReadOptions) -> Games<'a> {
        let wide =
            input.fill_buf().is_ok_and(|b| b.starts_with(&[0xff, 0xfe]) || b.starts_with(&[0xfe, 0xff]));
        if wide {
            let mut bytes = Vec::new();
            let most = options.limits.game_bytes as u64;
            if input.by_ref().take(most).read_to_end(&mut bytes).is_ok()
                && let Some(text) = from_utf16(&bytes)
            {
                let held = Buffered { input: io::empty(), held: text.into(), passed: 0 };
                return Games::of(Box::new(held), options);
            }
        }
        Games::of(Box::new(Buffered { input, held: Vec::new(), passed: 0 }), options)
    }

    fn of(input: Box<dyn Input + 'a>, options: &ReadOptions) -> Games<'a> {
        let at = Location { line_column: Some((1, 1)), ..Location::default() };
        Games { input, options: options.clone(), at, found: 0, head: Vec::new(), guessed: None, done: false }
    }

    fn failed(&self, error: &io::Error) -> ReadError {
        unreadable(Format::Sgf, self.at.offset + self.input.held().len() as u64, error)
    }

    fn error(&self, problem: &Problem) -> ReadError {
        let at = Places::new(self.input.held(), self.at).of(problem.at);
        ReadError::new(Format::Sgf, at, problem.expected.clone(), problem.found.clone())
    }

    fn pass(&mut self, bytes: usize) {
        self.at = Location { len: 0, ..Location::in_text(self.input.held(), bytes, 0).after(self.at) };
        self.input.pass(bytes);
    }

    /// Goes to the `(` of the next game; returns false if there is none. Before the first game anything may come, such
    /// as a mail header or a byte order mark; after it only white space should.
    fn find(&mut self, warnings: &mut Vec<Warning>) -> Result<bool, ReadError> {
        let mut said = self.found == 0;
        loop {
            let held = self.input.held();
            if self.head.is_empty() {
                self.head = held[..held.len().min(32)].to_vec();
            }
            let mut at = 0;
            let mut start = None;
            while at < held.len() {
                match held[at] {
                    b'(' if start.is_none() => start = Some(at),
                    b'(' => {}
                    b';' if start.is_some() => {
                        let start = start.unwrap_or(at);
                        self.pass(start);
                        return Ok(true);
                    }
                    // A game that lacks its first `;` (those of the Nihon Ki-in do) begins with an identifier and a
                    // value.
                    b if b.is_ascii_uppercase()
                        && let Some(found) = start =>
                    {
                        let word = held[at..].iter().take_while(|b| b.is_ascii_uppercase()).count();
                        match held.get(at + word) {
                            Some(b'[') => {
                                self.pass(found);
                                return Ok(true);
                            }
                            Some(_) => start = None,
                            // Decided when there is more.
                            None => break,
                        }
                    }
                    b if b.is_ascii_whitespace() => {}
                    b => {
                        start = None;
                        if !said && b != 0 && b != 0x1a {
                            said = true;
                            let at = Location::in_text(held, at, 1).after(self.at);
                            let kind = WarningKind::Fault {
                                expected: Expected::GameStart,
                                found: quote(&[b]),
                                remedy: Remedy::LeftOut,
                            };
                            warnings.push(Warning::new(at, kind));
                        }
                    }
                }
                at += 1;
            }
            // The possible start of a game, or of a line end, is kept until more is known.
            let keep = start.unwrap_or(held.len() - usize::from(held.last() == Some(&b'\r')));
            if held.len() - keep > WINDOW {
                // No game begins with that many brackets or spaces.
                self.pass(held.len() - 1);
            } else {
                self.pass(keep);
            }
            if !self.input.more().map_err(|e| self.failed(&e))? {
                return Ok(false);
            }
        }
    }

    /// Runs a scanner to the end of the game.
    fn scan(&mut self, letters: EncodingFamily) -> Result<(Scanner, usize), Result<Box<Problem>, ReadError>> {
        let mut scanner = Scanner::new(self.options.limits, self.options.lenient, letters);
        let mut last = false;
        loop {
            match scanner.run(self.input.held(), last) {
                Ok(Progress::Done(end)) => return Ok((scanner, end)),
                Ok(Progress::More) => {
                    last = !self.input.more().map_err(|e| Err(self.failed(&e)))?;
                }
                Err(problem) => return Err(Ok(problem)),
            }
        }
    }

    fn game(&mut self, mut warnings: Vec<Warning>) -> Result<ReadItem, ReadError> {
        while self.input.held().len() < WINDOW && self.input.more().map_err(|e| self.failed(&e))? {}
        let (letters, others) = family_of_game(self.input.held(), &mut self.guessed);
        let mut scanned = self.scan(letters);
        // The character set may be wrong: try the other family of characters, and take the one with fewer errors.
        if letters != others {
            let faults = scanned.as_ref().map_or(usize::MAX, |(s, _)| s.faults());
            if faults > 0 {
                let other = self.scan(others);
                if other.as_ref().is_ok_and(|(s, _)| s.faults() < faults) {
                    scanned = other;
                }
            }
        }
        let (mut scanner, end) = match scanned {
            Ok(scanned) => scanned,
            Err(Ok(problem)) => return Err(self.error(&problem)),
            Err(Err(error)) => return Err(error),
        };
        let problems = std::mem::take(&mut scanner.problems);
        let item = reader::record(self.input.held(), self.at, &scanner.game, problems, &self.options);
        self.done |= scanner.gave_up;
        self.pass(end);
        let mut item = item?;
        warnings.append(&mut item.warnings);
        Ok(ReadItem { warnings, ..item })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<ReadItem, ReadError>;

    fn next(&mut self) -> Option<Result<ReadItem, ReadError>> {
        if self.done {
            return None;
        }
        let mut warnings = Vec::new();
        let item = match self.find(&mut warnings) {
            Ok(true) => {
                self.found += 1;
                let before = self.at;
                let item = self.game(warnings);
                // If a game cannot even be skipped, it is the last.
                self.done |= item.is_err() && (self.at == before || !self.options.lenient);
                item
            }
            Ok(false) => {
                self.done = true;
                if self.found > 0 {
                    return None;
                }
                let start = Location { line_column: Some((1, 1)), ..Location::default() };
                Err(ReadError::new(Format::Sgf, start, Expected::GameStart, quote(&self.head)))
            }
            Err(error) => {
                self.done = true;
                Err(error)
            }
        };
        Some(item)
    }
}
