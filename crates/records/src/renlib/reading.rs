//! Reads RenLib libraries.

use super::{CENTER, HEADER_BYTES, MAGIC, MARKED, PROPERTY, SIDE, VERSION, flag, point, text};
use crate::expected::quote;
use crate::stream::warning;
use crate::{
    Chunk, Counted, Expected, Format, Found, Gap, Location, Mark, NodeId, Property, ReadError, ReadOptions,
    ReadOutput, Record, Tree, Warning, WarningKind,
};
use encoding_rs::{UTF_8, WINDOWS_1252};
use std::ops::Range;
use tengen_board::{Point, Size};
use tengen_games::{GameSpec, Move};

/// Reads a library as one record: renju, or the game on 15×15 of `options`.
///
/// # Errors
/// [`ReadError`] for the first thing that is not valid; when lenient, only if the file is not a library.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    if bytes.len() > options.limits.game_bytes {
        return Err(Format::RenLib.too_big(options));
    }
    let mut reading = Reader { bytes, at: header(bytes)?, options, texts: Vec::new() };
    let mut record = Record::new(spec(options)?);
    let mut read = ReadOutput::default();
    match reading.nodes(&mut record) {
        Ok(None) => {}
        Ok(Some(odd)) => read.warnings.push(odd),
        Err(error) if options.lenient => {
            let gap = Some(Gap::at_end(&record));
            read.warnings.push(Warning { record: Some(0), gap, ..warning(error) });
        }
        Err(error) => return Err(error),
    }
    reading.put_texts(&mut record);
    read.records.push(record);
    Ok(read)
}

/// Checks the header and returns its length.
fn header(bytes: &[u8]) -> Result<usize, ReadError> {
    let error = |at: usize, expected, found| {
        Err(ReadError::new(Format::RenLib, Location::byte(at as u64, 1), expected, found))
    };
    if bytes.first() == Some(&CENTER) {
        return Ok(0);
    }
    if !bytes.starts_with(&MAGIC) {
        return error(0, Expected::LibraryHeader, quote(&bytes[..bytes.len().min(MAGIC.len())]));
    }
    if bytes.len() < HEADER_BYTES {
        return error(bytes.len(), Expected::Bytes(HEADER_BYTES, Chunk::Header), Found::End);
    }
    let version = (bytes[8], bytes[9]);
    if version > VERSION {
        return error(8, Expected::Version(VERSION.0, VERSION.1), Found::Version(version.0, version.1));
    }
    Ok(HEADER_BYTES)
}

fn spec(options: &ReadOptions) -> Result<GameSpec, ReadError> {
    match &options.spec {
        Some(spec @ GameSpec::Gomoku(rules)) if rules.size == Size::of(SIDE.into(), SIDE.into()) => {
            Ok(spec.clone())
        }
        Some(GameSpec::Gomoku(rules)) => Err(ReadError::new(
            Format::RenLib,
            Location::byte(0, 0),
            Expected::BoardOf(Size::of(SIDE.into(), SIDE.into())),
            Found::Board(rules.size),
        )),
        _ => Ok(super::usual()),
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    options: &'b ReadOptions,
    /// The texts, which are stored when the character set of all of them is known.
    texts: Vec<(NodeId, TextKind, Range<usize>)>,
}

/// The kind of a text.
#[derive(Clone, Copy)]
enum TextKind {
    Comment,
    OldComment,
    Label(Point),
    /// A text on the board at no point.
    Bare,
}

impl Reader<'_> {
    fn error(&self, at: usize, len: usize, expected: Expected) -> ReadError {
        let end = (at + len).min(self.bytes.len());
        let found = match self.bytes.get(at..end) {
            Some(found) if !found.is_empty() => Found::Bytes(found.to_vec()),
            _ => Found::End,
        };
        ReadError::new(Format::RenLib, Location::byte(at as u64, end.saturating_sub(at)), expected, found)
    }

    fn two(&mut self) -> Result<(u8, u8), ReadError> {
        match self.bytes.get(self.at..self.at + 2) {
            Some(two) => {
                self.at += 2;
                Ok((two[0], two[1]))
            }
            None => Err(self.error(self.at, 2, Expected::Bytes(2, Chunk::Node))),
        }
    }

    /// Reads a text: up to the first byte for which `ends` is true, in a whole number of pairs of bytes.
    fn text(&mut self, ends: fn(u8) -> bool) -> Result<Range<usize>, ReadError> {
        let start = self.at;
        let most = self.options.limits.value_bytes;
        let window = &self.bytes[start..self.bytes.len().min(start.saturating_add(most).saturating_add(1))];
        let Some(len) = window.iter().position(|&b| ends(b)) else {
            return Err(match window.len() > most {
                true => ReadError {
                    found: Found::More,
                    ..self.error(start, 2, Expected::AtMost(most, Counted::ValueBytes))
                },
                false => self.error(self.bytes.len(), 0, Expected::TextEnd),
            });
        };
        let pairs = (len + 2) / 2 * 2;
        if start + pairs > self.bytes.len() {
            return Err(self.error(self.bytes.len(), 0, Expected::Bytes(2, Chunk::TextPair)));
        }
        self.at += pairs;
        Ok(start..start + len)
    }

    /// Reads all nodes into the record. Returns a warning for what is odd but common.
    fn nodes(&mut self, record: &mut Record) -> Result<Option<Warning>, ReadError> {
        let mut parent = Tree::ROOT;
        // Nodes that announced a sibling: offset, parent, and whether they are on the first line.
        let mut open: Vec<(usize, NodeId, bool)> = Vec::new();
        // The one of them whose sibling comes next.
        let mut due = None;
        let (mut lines, mut first, mut ended) = (0, true, false);
        while self.at < self.bytes.len() {
            let start = self.at;
            if ended {
                return Err(self.error(start, 2, Expected::End(None)));
            }
            let (place, low) = self.two()?;
            let is_root = std::mem::take(&mut first) && place == 0;
            due = None;
            let mut flags = u32::from(low);
            if flags & flag::MORE != 0 {
                let (high, middle) = self.two()?;
                flags |= u32::from(high) << 16 | u32::from(middle) << 8;
            }
            let Some(at) = point(place) else {
                return Err(self.error(start, 1, Expected::PointByte { step: 16, base: 1, side: SIDE }));
            };
            let last = flags & flag::LAST != 0;
            let node =
                if is_root { Some(Tree::ROOT) } else { self.node(record, parent, place, at, flags, start)? };
            self.notes(record, parent, node, at, flags)?;
            if flags & flag::SIBLING != 0 {
                if is_root {
                    return Err(self.error(start + 1, 1, Expected::RootWithoutSiblings));
                }
                open.push((start, parent, lines == 0));
            }
            parent = node.unwrap_or(parent);
            if last {
                lines += 1;
                due = open.pop();
                match due {
                    Some((_, its_parent, _)) => parent = its_parent,
                    None => ended = true,
                }
            }
            if self.at == self.bytes.len() && !last && lines > 0 {
                return Err(self.error(self.at, 0, Expected::FurtherMove));
            }
        }
        open.extend(due);
        match open.iter().find(|&&(_, _, on_first_line)| !on_first_line) {
            Some(_) => Err(self.error(self.at, 0, Expected::FurtherVariation)),
            // RenLib saves a part of a library with the moves to it, whose announced siblings then do not follow.
            None => Ok(open.last().map(|&(start, _, _)| Warning {
                record: Some(0),
                ..Warning::new(Location::byte(start as u64, 2), WarningKind::MissingVariation)
            })),
        }
    }

    /// Adds the node, unless it only holds a text on the board.
    fn node(
        &self,
        record: &mut Record,
        parent: NodeId,
        place: u8,
        at: Option<Point>,
        flags: u32,
        start: usize,
    ) -> Result<Option<NodeId>, ReadError> {
        let no_move = flags & flag::NO_MOVE != 0;
        let only_text = flag::LAST | flag::NO_MOVE | flag::MORE | flag::BOARD_TEXT;
        if flags & !flag::SIBLING == only_text && at.is_some() {
            return Ok(None);
        }
        if record.tree.len() >= self.options.limits.nodes {
            let error = self.error(start, 2, Expected::AtMost(self.options.limits.nodes, Counted::Nodes));
            return Err(ReadError { found: Found::More, ..error });
        }
        let id = record.tree.add(parent);
        if no_move {
            keep(record, id, format!("no-move {place}"));
        } else {
            record.tree.node_mut(id).mv = Some((None, at.map_or(Move::Pass, Move::Place)));
        }
        Ok(Some(id))
    }

    /// Reads what a node has besides its move.
    fn notes(
        &mut self,
        record: &mut Record,
        parent: NodeId,
        node: Option<NodeId>,
        at: Option<Point>,
        flags: u32,
    ) -> Result<(), ReadError> {
        let id = node.unwrap_or(parent);
        if flags & flag::MARK != 0 {
            let marked = Property { ident: MARKED.into(), values: vec![b"1".to_vec()] };
            record.tree.node_mut(id).extra.push(marked);
        }
        if flags & flag::START != 0 {
            keep(record, id, "start".into());
        }
        let unknown = flags & !0x1ff;
        if unknown != 0 {
            keep(record, id, format!("flags {unknown}"));
        }
        if flags & flag::OLD_COMMENT != 0 {
            let mut range = self.text(|b| b >= 0x80)?;
            range.end += 1;
            self.texts.push((id, TextKind::OldComment, range));
        } else if flags & flag::COMMENT != 0 {
            let range = self.text(|b| b == 0)?;
            self.texts.push((id, TextKind::Comment, range));
        }
        if flags & flag::BOARD_TEXT != 0 {
            let range = self.text(|b| b == 0)?;
            match at {
                Some(point) => self.texts.push((parent, TextKind::Label(point), range)),
                None => self.texts.push((id, TextKind::Bare, range)),
            }
        }
        Ok(())
    }

    fn put_texts(&self, record: &mut Record) {
        let in_charset = self.texts.iter().filter(|(_, kind, _)| !matches!(kind, TextKind::OldComment));
        let raw: Vec<&[u8]> = in_charset.map(|(_, _, range)| &self.bytes[range.clone()]).collect();
        let charset = text::charset(&raw);
        for (id, kind, range) in &self.texts {
            let bytes = &self.bytes[range.clone()];
            let decoded = match kind {
                TextKind::OldComment => text::old(bytes),
                _ => text::decode(bytes, charset),
            };
            let node = record.tree.node_mut(*id);
            match kind {
                TextKind::Label(_) | TextKind::Bare if decoded.is_empty() => {}
                TextKind::Label(point) => node.marks.push((*point, Mark::Label(decoded))),
                TextKind::Bare => keep(record, *id, format!("text {decoded}")),
                TextKind::Comment | TextKind::OldComment => {
                    let (comment, no_one_line) = text::join(&decoded);
                    node.comment = comment;
                    if no_one_line {
                        keep(record, *id, "multi".into());
                    }
                }
            }
        }
        if charset != UTF_8 && charset != WINDOWS_1252 {
            keep(record, Tree::ROOT, format!("charset {}", charset.name()));
        }
        // Labels are found in the order of the nodes that store them; as marks they are in the order of the points.
        for id in 0..record.tree.len() as NodeId {
            let marks = &mut record.tree.node_mut(id).marks;
            marks.sort_by_key(|&(point, _)| point);
            let extra = &mut record.tree.node_mut(id).extra;
            extra.sort_by(|a, b| a.ident.cmp(&b.ident));
            if let Some(property) = extra.iter_mut().find(|p| p.ident == PROPERTY) {
                property.values.sort();
            }
        }
    }
}

/// Adds a value to the node's [`PROPERTY`].
fn keep(record: &mut Record, id: NodeId, word: String) {
    let extra = &mut record.tree.node_mut(id).extra;
    match extra.iter_mut().find(|p| p.ident == PROPERTY) {
        Some(property) => property.values.push(word.into_bytes()),
        None => extra.push(Property { ident: PROPERTY.into(), values: vec![word.into_bytes()] }),
    }
}
