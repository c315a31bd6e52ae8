//! The grammar of SGF: brackets, nodes, properties and values, without their meaning.
//!
//! One pass over the bytes that can stop for more input at any of them. It has its own stack, so that neither the depth
//! of a tree nor the length of a file matters. The result is ranges into the input; no byte is copied.

use super::text::is_raw;
use crate::charset::EncodingFamily;
use crate::expected::quote;
use crate::{Counted, Expected, Found, ReadLimits, Remedy};

/// A scanned game: flat lists, where each entry has the start of its part of the next list.
#[derive(Debug, Default)]
pub(super) struct RawGame {
    pub(super) nodes: Vec<RawNode>,
    props: Vec<RawProp>,
    values: Vec<Span>,
}

/// A range of the bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RawNode {
    /// The node before; [`NONE`] for the first node.
    pub(super) parent: u32,
    props: u32,
}

#[derive(Clone, Copy, Debug)]
struct RawProp {
    ident: Span,
    values: u32,
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The limit of an identifier's length.
const MOST_IDENT: usize = 64;

impl Span {
    fn new(start: usize, end: usize) -> Span {
        // A game is never longer than 4 GiB: the scanner ends it there.
        Span { start: start as u32, end: end as u32 }
    }

    pub(super) fn of(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start as usize..self.end as usize]
    }

    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

impl RawGame {
    /// The properties of a node in the order of the file: identifiers and values.
    pub(super) fn props(&self, node: usize) -> impl Iterator<Item = (Span, &[Span])> {
        let end = self.nodes.get(node + 1).map_or(self.props.len(), |n| n.props as usize);
        (self.nodes[node].props as usize..end).map(|i| {
            let end = self.props.get(i + 1).map_or(self.values.len(), |p| p.values as usize);
            (self.props[i].ident, &self.values[self.props[i].values as usize..end])
        })
    }

    /// Every value of the game.
    pub(super) fn values(&self) -> &[Span] {
        &self.values
    }
}

/// Something that the grammar does not allow.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) at: Span,
    pub(super) expected: Expected,
    pub(super) found: Found,
    /// How it is read, when reading goes on.
    pub(super) remedy: Remedy,
    /// True if nothing is lost, so that a strict reader goes on too.
    pub(super) harmless: bool,
    /// The number of nodes that begin before it.
    pub(super) nodes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Between nodes, properties and values.
    Between,
    Ident {
        start: usize,
    },
    /// After an identifier, before its first value.
    AfterIdent {
        start: usize,
        end: usize,
    },
    Value {
        start: usize,
        /// True if it is longer than the limit, and has been reported.
        long: bool,
    },
    /// In something invalid, up to the next byte that can begin something valid.
    Junk,
    Done,
}

/// What the scanner needs next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// More bytes.
    More,
    /// The game ends before this byte.
    Done(usize),
}

/// Reads one game, from its first `(` to the `)` that closes it.
#[derive(Debug)]
pub(super) struct Scanner {
    limits: ReadLimits,
    lenient: bool,
    letters: EncodingFamily,
    state: State,
    pos: usize,
    /// The parent of the next node.
    current: u32,
    /// The value of `current` at each open `(`.
    open: Vec<u32>,
    /// True if the next `[` is another value of the last property.
    more_values: bool,
    /// True if a variation has ended since the last node.
    after_variation: bool,
    pub(super) game: RawGame,
    pub(super) problems: Vec<Problem>,
    problems_left_out: usize,
    /// True if a limit was reached, so that the end of the game is unknown.
    pub(super) gave_up: bool,
}

impl Scanner {
    pub(super) fn new(limits: ReadLimits, lenient: bool, letters: EncodingFamily) -> Scanner {
        Scanner {
            limits,
            lenient,
            letters,
            state: State::Between,
            pos: 0,
            current: NONE,
            open: Vec::new(),
            more_values: false,
            after_variation: false,
            game: RawGame::default(),
            problems: Vec::new(),
            problems_left_out: 0,
            gave_up: false,
        }
    }

    /// The number of errors in the grammar.
    pub(super) fn faults(&self) -> usize {
        self.problems.iter().filter(|p| !p.harmless).count() + self.problems_left_out
    }

    fn problem(
        &mut self,
        at: (usize, usize),
        expected: Expected,
        found: Found,
        remedy: Remedy,
    ) -> Result<(), Box<Problem>> {
        let at = Span::new(at.0, at.1);
        let problem = Problem { at, expected, found, remedy, harmless: false, nodes: self.game.nodes.len() };
        if !self.lenient {
            return Err(Box::new(problem));
        }
        if self.problems.len() < self.limits.warnings {
            self.problems.push(problem);
        } else {
            self.problems_left_out += 1;
            if matches!(problem.remedy, Remedy::GameEnds | Remedy::RestLeftOut) {
                self.problems.pop();
                self.problems.push(problem);
            }
        }
        Ok(())
    }

    /// Continues with `bytes`, which are all bytes of the game known so far; `last` if there are no more.
    pub(super) fn run(&mut self, bytes: &[u8], last: bool) -> Result<Progress, Box<Problem>> {
        let most = self.limits.game_bytes.min(u32::MAX as usize - 2);
        let cut = bytes.len() > most;
        let bytes = &bytes[..bytes.len().min(most)];
        loop {
            let state = self.state;
            match state {
                State::Done => return Ok(Progress::Done(self.pos)),
                State::Value { start, long } => {
                    if !self.value(bytes, start, long, last || cut)? && !self.finish(bytes, last, cut)? {
                        return Ok(Progress::More);
                    }
                }
                State::Between if self.plain_move(bytes)? => {}
                _ => match bytes.get(self.pos) {
                    Some(&byte) => self.step(bytes, byte)?,
                    None if !self.finish(bytes, last, cut)? => return Ok(Progress::More),
                    None => {}
                },
            }
        }
    }

    /// At the end of `bytes`: returns false if more may come; otherwise closes the game.
    fn finish(&mut self, bytes: &[u8], last: bool, cut: bool) -> Result<bool, Box<Problem>> {
        if !last && !cut {
            return Ok(false);
        }
        let end = bytes.len();
        let expected = match self.state {
            _ if cut => Expected::AtMost(self.limits.game_bytes, Counted::GameBytes),
            State::Value { .. } => Expected::ValueEnd,
            State::Ident { .. } | State::AfterIdent { .. } => Expected::ValueStart,
            _ => Expected::GameEnd(")"),
        };
        let found = if cut { Found::More } else { Found::End };
        self.problem((end, end), expected, found, Remedy::GameEnds)?;
        if let State::Value { start, long: false } = self.state {
            // A backslash with nothing after it escapes nothing.
            let dangling = bytes[start..].ends_with(b"\\") && !is_raw(&bytes[start..]);
            self.push_value(start, end - usize::from(dangling))?;
        }
        self.gave_up |= cut;
        self.state = State::Done;
        self.pos = end;
        Ok(true)
    }

    /// Reads one byte outside of values.
    fn step(&mut self, bytes: &[u8], byte: u8) -> Result<(), Box<Problem>> {
        match self.state {
            State::Ident { start } => self.in_ident(bytes, start),
            State::AfterIdent { start, end } => self.after_ident(bytes, byte, start, end),
            State::Junk if !matches!(byte, b';' | b'(' | b')' | b'[') => {
                self.pos += 1;
                Ok(())
            }
            State::Junk => {
                self.state = State::Between;
                self.more_values = false;
                self.between(bytes, byte)
            }
            State::Between => self.between(bytes, byte),
            State::Value { .. } | State::Done => Ok(()),
        }
    }

    /// Reads on in the name of a property, which begins at `start`.
    fn in_ident(&mut self, bytes: &[u8], start: usize) -> Result<(), Box<Problem>> {
        while let Some(&byte) = bytes.get(self.pos) {
            if !byte.is_ascii_alphanumeric() {
                self.state = State::AfterIdent { start, end: self.pos };
                return Ok(());
            }
            self.pos += 1;
            if self.pos - start > MOST_IDENT {
                let found = quote(&bytes[start..self.pos]);
                self.problem((start, self.pos), Expected::PropertyName, found, Remedy::LeftOut)?;
                self.state = State::Junk;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Reads one byte between the name of a property and its first value.
    fn after_ident(&mut self, bytes: &[u8], byte: u8, start: usize, end: usize) -> Result<(), Box<Problem>> {
        let pos = self.pos;
        if byte == b'[' {
            if self.game.nodes.is_empty() {
                self.problems.push(Problem {
                    at: Span::new(start, end),
                    expected: Expected::NodeStart,
                    found: quote(&bytes[start..end]),
                    remedy: Remedy::Added,
                    harmless: true,
                    nodes: 0,
                });
                self.push_node(pos)?;
            }
            let values = self.game.values.len() as u32;
            self.game.props.push(RawProp { ident: Span::new(start, end), values });
            self.begin_value();
        } else if byte.is_ascii_whitespace() {
            self.pos += 1;
        } else {
            let found = quote(&bytes[pos..=pos]);
            self.problem((pos, pos + 1), Expected::ValueStart, found, Remedy::LeftOut)?;
            self.state = State::Between;
        }
        Ok(())
    }

    /// Reads a node that has a move and begins like `;B[pd]`, as nearly all do, at once.
    fn plain_move(&mut self, bytes: &[u8]) -> Result<bool, Box<Problem>> {
        let pos = self.pos;
        let Some(&[b';', b'B' | b'W', b'[', column, row, b']']) = bytes.get(pos..pos + 6) else {
            return Ok(false);
        };
        let is_plain = column.is_ascii_lowercase() && row.is_ascii_lowercase();
        if !is_plain || self.after_variation || self.limits.value_bytes < 2 {
            return Ok(false);
        }
        self.push_node(pos)?;
        if self.state == State::Between {
            let values = self.game.values.len() as u32;
            self.game.props.push(RawProp { ident: Span::new(pos + 1, pos + 2), values });
            self.pos += 6;
            self.more_values = true;
            self.push_value(pos + 3, pos + 5)?;
        }
        Ok(true)
    }

    /// Reads one byte between properties: the start of a value, a node, a variation or a name.
    fn between(&mut self, bytes: &[u8], byte: u8) -> Result<(), Box<Problem>> {
        let pos = self.pos;
        match byte {
            b'[' if self.more_values => self.begin_value(),
            b'[' => {
                self.problem((pos, pos + 1), Expected::PropertyName, quote(b"["), Remedy::LeftOut)?;
                if self.game.nodes.is_empty() {
                    self.push_node(pos)?;
                }
                // A property without a name: its value is never used.
                self.game
                    .props
                    .push(RawProp { ident: Span::new(pos, pos), values: self.game.values.len() as u32 });
                self.begin_value();
            }
            b';' => {
                if self.after_variation && self.current != NONE {
                    self.problems.push(Problem {
                        at: Span::new(pos, pos + 1),
                        expected: Expected::NoNodeAfterVariation,
                        found: quote(b";"),
                        remedy: Remedy::Variation,
                        harmless: true,
                        nodes: self.game.nodes.len(),
                    });
                }
                self.push_node(pos)?;
                self.pos += 1;
            }
            b'(' => {
                if self.open.len() >= self.limits.nodes {
                    return self.too_many(pos);
                }
                self.open.push(self.current);
                self.more_values = false;
                self.after_variation = false;
                self.pos += 1;
            }
            b')' => {
                self.current = self.open.pop().unwrap_or(NONE);
                self.more_values = false;
                self.after_variation = true;
                self.pos += 1;
                if self.open.is_empty() {
                    self.state = State::Done;
                    if self.game.nodes.is_empty() {
                        self.problem((pos, pos + 1), Expected::NodeStart, quote(b")"), Remedy::Added)?;
                        self.push_node(pos)?;
                    }
                }
            }
            _ if byte.is_ascii_whitespace() => self.pos += 1,
            _ if byte.is_ascii_alphabetic() => self.state = State::Ident { start: pos },
            _ => {
                let found = quote(&bytes[pos..=pos]);
                self.problem((pos, pos + 1), Expected::Property(&[";", "(", ")"]), found, Remedy::LeftOut)?;
                self.state = State::Junk;
            }
        }
        Ok(())
    }

    fn begin_value(&mut self) {
        self.pos += 1;
        self.state = State::Value { start: self.pos, long: false };
        self.more_values = true;
    }

    fn push_node(&mut self, pos: usize) -> Result<(), Box<Problem>> {
        if self.game.nodes.len() >= self.limits.nodes.min(NONE as usize) {
            return self.too_many(pos);
        }
        let id = self.game.nodes.len() as u32;
        let mut parent = self.current;
        if parent == NONE && id > 0 {
            self.problem((pos, pos + 1), Expected::OneRoot, Found::More, Remedy::Variation)?;
            parent = 0;
        }
        self.game.nodes.push(RawNode { parent, props: self.game.props.len() as u32 });
        self.current = id;
        self.more_values = false;
        self.after_variation = false;
        Ok(())
    }

    /// Ends the reading of this game.
    fn too_many(&mut self, pos: usize) -> Result<(), Box<Problem>> {
        let expected = Expected::AtMost(self.limits.nodes, Counted::Nodes);
        self.gave_up = true;
        self.state = State::Done;
        self.problem((pos, pos + 1), expected, Found::More, Remedy::RestLeftOut)
    }

    /// Continues in a value; returns true at its end.
    fn value(
        &mut self,
        bytes: &[u8],
        start: usize,
        mut long: bool,
        last: bool,
    ) -> Result<bool, Box<Problem>> {
        while let Some(&byte) = bytes.get(self.pos) {
            let mut at = self.pos;
            if self.letters == EncodingFamily::SingleByte && !matches!(byte, b']' | b'\\') {
                // Nothing but these two has a meaning.
                let rest = &bytes[at..];
                self.pos += rest.iter().position(|b| matches!(b, b']' | b'\\')).unwrap_or(rest.len());
                long = self.check_length(start, long)?;
                continue;
            }
            if byte == b']' {
                self.pos += 1;
                self.state = State::Between;
                if !long {
                    self.push_value(start, at)?;
                }
                return Ok(true);
            }
            if byte == b'\\' {
                at += 1;
            }
            // One character of one or two bytes, which may be the escaped one.
            match (bytes.get(at), bytes.get(at + 1)) {
                (None, _) if !last => return Ok(false),
                (Some(&lead), None) if self.letters.is_lead(lead) && !last => return Ok(false),
                (Some(&lead), Some(&trail)) if self.letters.is_lead(lead) && self.letters.is_trail(trail) => {
                    at += 2
                }
                _ => at += 1,
            }
            self.pos = at.min(bytes.len());
            long = self.check_length(start, long)?;
        }
        Ok(false)
    }

    /// Reports a value that has become too long, once. Returns whether it is.
    fn check_length(&mut self, start: usize, long: bool) -> Result<bool, Box<Problem>> {
        let most = self.limits.value_bytes;
        if !long && self.pos - start > most {
            let expected = Expected::AtMost(most, Counted::ValueBytes);
            self.problem((start, start + 1), expected, Found::More, Remedy::LeftOut)?;
            self.state = State::Value { start, long: true };
            return Ok(true);
        }
        Ok(long)
    }

    fn push_value(&mut self, start: usize, end: usize) -> Result<(), Box<Problem>> {
        if self.game.values.len() >= self.limits.nodes.saturating_mul(8) {
            return self.too_many(start);
        }
        self.game.values.push(Span::new(start, end));
        Ok(())
    }
}
