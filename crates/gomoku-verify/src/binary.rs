//! Nodes as bytes: version 2 of the format, as docs/proofs.md describes it.
//!
//! A node is written against a *model*: the last node before it with the same common answer. Their replies are mostly
//! the same, so one bit each says that an answer is the same, too. Each node has one form: the reader writes it again
//! and compares the bytes.

use crate::certificate::{Certificate, ProofNode};
use crate::read::{ReadError, end};
use crate::source::{MAX_BYTES, Source};
use std::io::{self, BufRead, Write};
use tengen_board::{Coords, Point, Size};
use tengen_games::certificate::{ProofError, ProofFault, ProofPlace};

/// Limit on the memory of the nodes of a binary file, in mebibytes: a short file can name many replies.
const MAX_MEMORY: u64 = 2048;

/// Where the common answer of a node is, in the two lowest bits of its head.
const NO_COMMON: u8 = 0;
/// It is that of the last node with the same move.
const SAME_COMMON: u8 = 1;
/// It is the last node without answers on a point that follows.
const LAST_MOVE: u8 = 2;
/// Its difference to the common answer of the last node with the same move follows.
const DIFFERENCE: u8 = 3;
/// The bit for replies that the model does not have.
const ADDED: u8 = 1 << 2;
/// The number of replies of the model whose bits are in the head.
const BITS_IN_HEAD: usize = 5;

/// The codes of an answer: 0 and 1 are no distance.
const NO_ANSWER: u32 = 0;
const SAME_ANSWER: u32 = 1;

/// No node.
const NONE: u32 = u32::MAX;

/// What the nodes so far say about the next one.
struct Models {
    size: Size,
    /// For each point the last node that has no answers.
    last_moves: Vec<u32>,
    /// For each point the common answer of the last node with this move that has one.
    commons: Vec<u32>,
    /// For each node the last node whose common answer it is.
    models: Vec<u32>,
}

impl Models {
    fn new(size: Size) -> Models {
        let none = vec![NONE; size.area()];
        Models { size, last_moves: none.clone(), commons: none, models: Vec::new() }
    }

    /// A node of a table; none for the move of a node without a move.
    fn of_point(&self, table: &[u32], p: Point) -> Option<u32> {
        let found = self.size.contains(p).then(|| table[self.size.index(p)]);
        found.filter(|&node| node != NONE)
    }

    fn last_move(&self, p: Point) -> Option<u32> {
        self.of_point(&self.last_moves, p)
    }

    fn common(&self, mv: Point) -> Option<u32> {
        self.of_point(&self.commons, mv)
    }

    /// The replies of the model of a node with this common answer.
    fn model<'a>(&self, nodes: &'a [ProofNode], common: Option<u32>) -> &'a [(Point, u32)] {
        let model = common.and_then(|common| self.models.get(common as usize));
        model.and_then(|&model| nodes.get(model as usize)).map_or(&[], |node| &node.replies)
    }

    /// Adds the next node.
    fn add(&mut self, node: &ProofNode) {
        let number = self.models.len() as u32;
        self.models.push(NONE);
        if let Some(common) = node.other {
            self.models[common as usize] = number;
        }
        if self.size.contains(node.mv) {
            let index = self.size.index(node.mv);
            if let Some(common) = node.other {
                self.commons[index] = common;
            } else if node.is_last() {
                self.last_moves[index] = number;
            }
        }
    }
}

/// Appends a number, seven bits a byte, the lowest first; the eighth bit says that another byte follows.
fn put_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a point: a byte, or two on boards of more than 255 points. All bits are set for no move.
fn put_point(out: &mut Vec<u8>, p: Point, size: Size) {
    let index = if p == ProofNode::NO_MOVE { u16::MAX } else { size.index(p) as u16 };
    if size.area() > 255 {
        out.extend(index.to_be_bytes());
    } else {
        out.push(index as u8);
    }
}

/// A signed difference as a number: 0, -1, 1, -2, 2 …
fn zigzag(from: u32, to: u32) -> u32 {
    if to >= from { 2 * (to - from) } else { 2 * (from - to) - 1 }
}

/// Appends the node after `nodes`, which is well formed.
fn put_node(out: &mut Vec<u8>, node: &ProofNode, nodes: &[ProofNode], models: &Models) {
    let (number, size) = (nodes.len() as u32, models.size);
    put_point(out, node.mv, size);
    let model = models.model(nodes, node.other);
    let added = || node.replies.iter().filter(|(p, _)| model.binary_search_by_key(p, |r| r.0).is_err());
    let head = out.len();
    out.push(if added().next().is_some() { ADDED } else { 0 });
    if let Some(common) = node.other {
        let before = models.common(node.mv);
        if before == Some(common) {
            out[head] |= SAME_COMMON;
        } else if nodes[common as usize].is_last()
            && models.last_move(nodes[common as usize].mv) == Some(common)
        {
            out[head] |= LAST_MOVE;
            put_point(out, nodes[common as usize].mv, size);
        } else {
            out[head] |= DIFFERENCE;
            put_number(out, zigzag(before.unwrap_or(number), common));
        }
    }
    let bits = out.len();
    out.resize(bits + model.len().saturating_sub(BITS_IN_HEAD).div_ceil(8), 0);
    let mut written = None;
    for (i, &(p, answer)) in model.iter().enumerate() {
        let own = node.own_answer(p);
        if own == Some(answer) {
            continue;
        }
        match i.checked_sub(BITS_IN_HEAD) {
            None => out[head] |= 1 << (3 + i),
            Some(i) => out[bits + i / 8] |= 1 << (i % 8),
        }
        match own {
            None => put_number(out, NO_ANSWER),
            Some(own) => put_answer(out, own, number, &mut written),
        }
    }
    if added().next().is_some() {
        put_number(out, added().count() as u32);
        for &(p, answer) in added() {
            put_point(out, p, size);
            put_answer(out, answer, number, &mut written);
        }
    }
}

/// Appends the answer to a reply in the node with this number; `written` is the answer before it in the node.
fn put_answer(out: &mut Vec<u8>, answer: u32, number: u32, written: &mut Option<u32>) {
    let code = if *written == Some(answer) { SAME_ANSWER } else { number - answer + 1 };
    put_number(out, code);
    *written = Some(answer);
}

impl Certificate {
    /// Writes the certificate as a binary file, version 2 of the format. [`Display`](std::fmt::Display) writes text.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] for a node that no file can hold.
    pub fn write_binary(&self, mut out: impl Write) -> io::Result<()> {
        let invalid = |what: String| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        let in_order = |stones: &[Point]| stones.windows(2).all(|pair| pair[0] < pair[1]);
        if !(in_order(&self.black) && in_order(&self.white)) {
            return invalid("the stones are not in reading order".into());
        }
        if self.nodes.is_empty() {
            return invalid("there are no nodes".into());
        }
        out.write_all(self.header(2, self.nodes.len()).as_bytes())?;
        let (mut models, mut bytes) = (Models::new(self.rules.size), Vec::new());
        for (i, node) in self.nodes.iter().enumerate() {
            if !self.can_be_written(i, node) {
                return invalid(format!("node {} is not well formed", i + 1));
            }
            bytes.clear();
            put_node(&mut bytes, node, &self.nodes[..i], &models);
            out.write_all(&bytes)?;
            models.add(node);
        }
        out.write_all(b"end\n")?;
        out.flush()
    }

    /// True if the node with this index has points of the board, replies in order, and answers before it.
    fn can_be_written(&self, index: usize, node: &ProofNode) -> bool {
        let size = self.rules.size;
        let no_move = node.mv == ProofNode::NO_MOVE && index + 1 == self.nodes.len();
        let mut answers = node.replies.iter().map(|&(_, answer)| answer).chain(node.other);
        (no_move || size.contains(node.mv))
            && node.replies.iter().all(|&(p, _)| size.contains(p))
            && node.replies.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && answers.all(|answer| (answer as usize) < index)
    }
}

/// Reads this many nodes and the line `end`.
pub(crate) fn read<R: BufRead>(
    source: &mut Source<R>,
    size: Size,
    count: usize,
) -> Result<Vec<ProofNode>, ReadError> {
    let mut reader =
        NodeReader { models: Models::new(size), nodes: Vec::new(), source, node: Vec::new(), count };
    let (mut memory, mut again) = (0, Vec::new());
    while reader.nodes.len() < count {
        let begun = reader.source.taken();
        reader.node.clear();
        let node = reader.node()?;
        again.clear();
        put_node(&mut again, &node, &reader.nodes, &reader.models);
        if let Some(at) =
            (0..again.len().max(reader.node.len())).find(|&i| again.get(i) != reader.node.get(i))
        {
            let byte = |bytes: &[u8]| bytes.get(at).copied().unwrap_or_default();
            let (wanted, found) = (byte(&again), byte(&reader.node));
            let what = ProofFault::OneForm { node: reader.nodes.len() + 1, wanted, found };
            return Err(ProofError { at: ProofPlace::Byte(begun + at as u64 + 1), what }.into());
        }
        memory += (size_of::<ProofNode>() + 16 + node.replies.len() * size_of::<(Point, u32)>()) as u64;
        if memory > MAX_MEMORY << 20 {
            return reader.fail(ProofFault::TooManyNodes { most: MAX_MEMORY });
        }
        if reader.source.taken() > MAX_BYTES {
            return reader.fail(ProofFault::TooLarge { most: MAX_BYTES });
        }
        reader.models.add(&node);
        reader.nodes.push(node);
    }
    end(reader.source, count)?;
    Ok(reader.nodes)
}

/// Reads binary nodes.
struct NodeReader<'a, R> {
    source: &'a mut Source<R>,
    models: Models,
    nodes: Vec<ProofNode>,
    /// The bytes of the node so far.
    node: Vec<u8>,
    /// How many nodes the file claims.
    count: usize,
}

impl<R: BufRead> NodeReader<'_, R> {
    /// A fault in the byte that was read last.
    fn fail<T>(&self, what: ProofFault) -> Result<T, ReadError> {
        Err(ProofError { at: ProofPlace::Byte(self.source.taken()), what }.into())
    }

    fn byte(&mut self) -> Result<u8, ReadError> {
        if let Some(byte) = self.source.byte()? {
            self.node.push(byte);
            return Ok(byte);
        }
        let (node, nodes) = (self.nodes.len() + 1, self.count);
        let what = if self.node.is_empty() {
            ProofFault::EndsBeforeNode { node, nodes }
        } else {
            ProofFault::EndsInNode { node, nodes }
        };
        Err(ProofError { at: ProofPlace::Byte(self.source.taken() + 1), what }.into())
    }

    fn number(&mut self) -> Result<u32, ReadError> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).or_else(|_| self.fail(ProofFault::LongNumber));
            }
        }
        self.fail(ProofFault::LongNumber)
    }

    /// A point, or no move.
    fn point(&mut self) -> Result<Point, ReadError> {
        let size = self.models.size;
        let (index, none) = if size.area() > 255 {
            (u16::from_be_bytes([self.byte()?, self.byte()?]), u16::MAX)
        } else {
            (self.byte()?.into(), u16::from(u8::MAX))
        };
        if index == none {
            return Ok(ProofNode::NO_MOVE);
        }
        let (row, col) = (usize::from(index) / size.cols(), usize::from(index) % size.cols());
        if row >= size.rows() {
            return self.fail(ProofFault::PointNumber { found: index.into(), points: size.area() });
        }
        Ok(Point::new(row as u8, col as u8))
    }

    /// A point of the board.
    fn stone(&mut self) -> Result<Point, ReadError> {
        let p = self.point()?;
        if p == ProofNode::NO_MOVE {
            let size = self.models.size;
            let found = if size.area() > 255 { u16::MAX.into() } else { u8::MAX.into() };
            return self.fail(ProofFault::PointNumber { found, points: size.area() });
        }
        Ok(p)
    }

    /// The next node.
    fn node(&mut self) -> Result<ProofNode, ReadError> {
        let index = self.nodes.len();
        let mv = self.point()?;
        if mv == ProofNode::NO_MOVE && index + 1 < self.count {
            return self.fail(ProofFault::NodeWithoutMove);
        }
        let head = self.byte()?;
        let other = self.common(mv, head)?;
        let model_len = self.models.model(&self.nodes, other).len();
        let mut changed = vec![head >> 3];
        for _ in 0..model_len.saturating_sub(BITS_IN_HEAD).div_ceil(8) {
            changed.push(self.byte()?);
        }
        let (mut replies, mut written) = (Vec::with_capacity(model_len), None);
        for i in 0..model_len {
            let (p, mut answer) = self.models.model(&self.nodes, other)[i];
            let bit = match i.checked_sub(BITS_IN_HEAD) {
                None => changed[0] >> i & 1,
                Some(i) => changed[1 + i / 8] >> (i % 8) & 1,
            };
            if bit == 1 {
                match self.number()? {
                    NO_ANSWER => continue,
                    code => answer = self.answer(code, &mut written)?,
                }
            }
            replies.push((p, answer));
        }
        if head & ADDED != 0 {
            let count = self.number()?;
            if count as usize > self.models.size.area() {
                return self.fail(ProofFault::TooManyReplies);
            }
            for _ in 0..count {
                let p = self.stone()?;
                match self.number()? {
                    NO_ANSWER => return self.fail(ProofFault::NoNodeBack { node: index + 1 }),
                    code => replies.push((p, self.answer(code, &mut written)?)),
                }
            }
            replies.sort_unstable();
            if let Some(pair) = replies.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                let point = Coords::Gomoku.format(pair[0].0, self.models.size);
                return self.fail(ProofFault::AnsweredTwice(point));
            }
        }
        // A vector that grew and was cut would leave a hole after each node.
        Ok(ProofNode { mv, replies: replies.as_slice().to_vec(), other })
    }

    /// The common answer of a node with this move and head.
    fn common(&mut self, mv: Point, head: u8) -> Result<Option<u32>, ReadError> {
        let index = self.nodes.len() as u32;
        let before = self.models.common(mv);
        let common = match head & 3 {
            NO_COMMON => return Ok(None),
            SAME_COMMON => match before {
                Some(before) => before,
                None => return self.fail(ProofFault::NoEarlierCommon),
            },
            LAST_MOVE => {
                let p = self.stone()?;
                let Some(last) = self.models.last_move(p) else {
                    return self.fail(ProofFault::NoLastMove(Coords::Gomoku.format(p, self.models.size)));
                };
                last
            }
            _ => {
                let (from, code) = (i64::from(before.unwrap_or(index)), i64::from(self.number()?));
                let common = if code % 2 == 0 { from + code / 2 } else { from - code / 2 - 1 };
                match u32::try_from(common).ok().filter(|&common| common < index) {
                    Some(common) => common,
                    None => return self.fail(ProofFault::NoNodeBack { node: index as usize + 1 }),
                }
            }
        };
        Ok(Some(common))
    }

    /// The answer with this code, which is not [`NO_ANSWER`].
    fn answer(&self, code: u32, written: &mut Option<u32>) -> Result<u32, ReadError> {
        if code == SAME_ANSWER {
            return match *written {
                Some(answer) => Ok(answer),
                None => self.fail(ProofFault::NoEarlierAnswer),
            };
        }
        match (self.nodes.len() as u32).checked_sub(code - 1) {
            Some(answer) => {
                *written = Some(answer);
                Ok(answer)
            }
            None => self.fail(ProofFault::NoNodeBack { node: self.nodes.len() + 1 }),
        }
    }
}
