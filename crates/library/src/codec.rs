//! A game tree as bytes: two bytes for a plain move, and everything else that a node can have.
//!
//! A node that has only a stone and follows the node before it begins with `colour · 32 + row` (colour 0: by the rules,
//! 1 black, 2 white; rows below 32). The second byte is the column. The first byte of any other node is at least 128,
//! and its bits are: 1 a parent follows, 2·kind the kind of move, 8·colour its colour, 32 details follow. Numbers are
//! LEB128.

use crate::{Damage, Error, MovesPart, Result};
use std::time::Duration;
use tengen_board::{Cell, Color, Point};
use tengen_games::{Choice, Move};
use tengen_records::{Mark, Node, Property, Record, Tree};

/// The first byte of every tree: the version of the encoding.
const FORM: u8 = 1;

const PARENT: u8 = 1;
const DETAILS: u8 = 32;
const LONG: u8 = 128;

const SET_UP: u8 = 1;
const TO_MOVE: u8 = 2;
const COMMENT: u8 = 4;
const MARKS: u8 = 8;
const CLOCK: u8 = 16;
const SPENT: u8 = 32;
const VALUE: u8 = 64;
const EXTRA: u8 = 128;

/// Encodes a whole tree.
pub(crate) fn encode_tree(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::with_capacity(2 * tree.len() + 16);
    out.push(FORM);
    number(&mut out, tree.len() as u64);
    for (id, node) in tree.iter() {
        // The root has no parent; it is encoded as if it followed a node.
        let parent = node.parent.filter(|&p| p + 1 != id);
        encode_node(&mut out, node, parent);
    }
    out
}

/// Decodes a tree into `record`.
pub(crate) fn decode_tree(bytes: &[u8], record: &mut Record) -> Result<()> {
    let mut from = Bytes { bytes, at: 0 };
    if from.byte()? != FORM {
        return Err(from.bad(MovesPart::Form));
    }
    let count = from.number()?;
    // Every node takes a byte or more, so a wrong count cannot ask for more memory than the bytes have.
    if count == 0 || count > bytes.len() as u64 {
        return Err(from.bad(MovesPart::Nodes));
    }
    record.tree = Tree::default();
    for id in 0..count as u32 {
        let (parent, node) = from.node()?;
        let at = if id == 0 {
            Tree::ROOT
        } else {
            let parent = parent.unwrap_or(id - 1);
            if parent >= id {
                return Err(from.bad(MovesPart::Parent));
            }
            record.tree.add(parent)
        };
        let place = record.tree.node_mut(at);
        *place = Node { parent: place.parent, children: std::mem::take(&mut place.children), ..node };
    }
    if from.at != bytes.len() {
        return Err(from.bad(MovesPart::TreeEnd));
    }
    Ok(())
}

/// Encodes one node; its parent is stored elsewhere.
pub(crate) fn encode_one(node: &Node) -> Vec<u8> {
    let mut out = Vec::with_capacity(2);
    encode_node(&mut out, node, None);
    out
}

/// Decodes one node, without its parent and children.
pub(crate) fn decode_one(bytes: &[u8]) -> Result<Node> {
    let mut from = Bytes { bytes, at: 0 };
    let (_, node) = from.node()?;
    if from.at == bytes.len() { Ok(node) } else { Err(from.bad(MovesPart::NodeEnd)) }
}

fn encode_node(out: &mut Vec<u8>, node: &Node, parent: Option<u32>) {
    let details = details_of(node);
    if let (Some((color, Move::Place(p))), None, 0) = (node.mv, parent, details)
        && p.row < 32
    {
        out.extend([color_code(color) << 5 | p.row, p.col]);
        return;
    }
    let (kind, color) = match node.mv {
        None => (0, None),
        Some((color, Move::Place(_))) => (1, color),
        Some((color, Move::Pass)) => (2, color),
        Some((color, Move::Choose(_))) => (3, color),
    };
    let has = |yes: bool, bit: u8| if yes { bit } else { 0 };
    out.push(
        LONG | has(parent.is_some(), PARENT)
            | kind << 1
            | color_code(color) << 3
            | has(details != 0, DETAILS),
    );
    if let Some(parent) = parent {
        number(out, parent.into());
    }
    match node.mv {
        Some((_, Move::Place(p))) => out.extend([p.row, p.col]),
        Some((_, Move::Choose(choice))) => match choice {
            Choice::Take(color) => out.push(color_code(Some(color))),
            Choice::PlaceTwoMore => out.push(3),
            Choice::FifthMoves(n) => out.extend([4, n]),
        },
        _ => {}
    }
    if details != 0 {
        out.push(details);
        encode_details(out, node);
    }
}

fn details_of(node: &Node) -> u8 {
    let mut bits = 0;
    let mut has = |yes: bool, bit: u8| bits |= if yes { bit } else { 0 };
    has(!node.set_up.is_empty(), SET_UP);
    has(node.to_move.is_some(), TO_MOVE);
    has(node.comment.is_some(), COMMENT);
    has(!node.marks.is_empty(), MARKS);
    has(node.clock.is_some(), CLOCK);
    has(node.spent.is_some(), SPENT);
    has(node.value.is_some(), VALUE);
    has(node.name.is_some() || !node.extra.is_empty(), EXTRA);
    bits
}

fn encode_details(out: &mut Vec<u8>, node: &Node) {
    if !node.set_up.is_empty() {
        number(out, node.set_up.len() as u64);
        for &(p, cell) in &node.set_up {
            out.extend([p.row, p.col, color_code(cell.color())]);
        }
    }
    if let Some(color) = node.to_move {
        out.push(color_code(Some(color)));
    }
    if let Some(comment) = &node.comment {
        text(out, comment.as_bytes());
    }
    if !node.marks.is_empty() {
        number(out, node.marks.len() as u64);
        for (p, mark) in &node.marks {
            out.extend([p.row, p.col]);
            match mark {
                Mark::Triangle => out.push(0),
                Mark::Square => out.push(1),
                Mark::Circle => out.push(2),
                Mark::Cross => out.push(3),
                Mark::Selected => out.push(4),
                Mark::Territory(Color::Black) => out.push(5),
                Mark::Territory(Color::White) => out.push(6),
                Mark::Label(label) => {
                    out.push(7);
                    text(out, label.as_bytes());
                }
            }
        }
    }
    for time in [node.clock, node.spent].into_iter().flatten() {
        number(out, time.as_secs());
        number(out, time.subsec_nanos().into());
    }
    if let Some(value) = node.value {
        out.extend(value.to_bits().to_le_bytes());
    }
    if node.name.is_some() || !node.extra.is_empty() {
        number(out, (node.extra.len() + usize::from(node.name.is_some())) as u64);
        // The name is stored as a property without an identifier.
        if let Some(name) = &node.name {
            text(out, b"");
            number(out, 1);
            text(out, name.as_bytes());
        }
        for property in &node.extra {
            text(out, property.ident.as_bytes());
            number(out, property.values.len() as u64);
            property.values.iter().for_each(|value| text(out, value));
        }
    }
}

const fn color_code(color: Option<Color>) -> u8 {
    match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

fn number(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn text(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len() as u64);
    out.extend(bytes);
}

/// A cursor over bytes.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn bad(&self, what: MovesPart) -> Error {
        Error::damaged(Damage::Moves { at: self.at, what })
    }

    fn byte(&mut self) -> Result<u8> {
        let byte = *self.bytes.get(self.at).ok_or_else(|| self.bad(MovesPart::Short))?;
        self.at += 1;
        Ok(byte)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| self.bad(MovesPart::Short))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64> {
        let mut n = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(n);
            }
        }
        Err(self.bad(MovesPart::Number))
    }

    /// A count of things that take a byte or more each.
    fn count(&mut self) -> Result<usize> {
        let n = self.number()?;
        let left = self.bytes.len() - self.at;
        usize::try_from(n).ok().filter(|&n| n <= left).ok_or_else(|| self.bad(MovesPart::Count))
    }

    fn text(&mut self) -> Result<&'a [u8]> {
        let count = self.count()?;
        self.take(count)
    }

    fn string(&mut self) -> Result<String> {
        let bytes = self.text()?;
        String::from_utf8(bytes.to_vec()).map_err(|_| self.bad(MovesPart::Text))
    }

    fn color(&mut self) -> Result<Option<Color>> {
        match self.byte()? {
            0 => Ok(None),
            1 => Ok(Some(Color::Black)),
            2 => Ok(Some(Color::White)),
            _ => Err(self.bad(MovesPart::Color)),
        }
    }

    fn point(&mut self) -> Result<Point> {
        let row = self.byte()?;
        Ok(Point::new(row, self.byte()?))
    }

    fn duration(&mut self) -> Result<Duration> {
        let secs = self.number()?;
        let nanos = u32::try_from(self.number()?).ok().filter(|&n| n < 1_000_000_000);
        Ok(Duration::new(secs, nanos.ok_or_else(|| self.bad(MovesPart::Time))?))
    }

    fn node(&mut self) -> Result<(Option<u32>, Node)> {
        let mut node = Node::default();
        let first = self.byte()?;
        let color_of = |code: u8| match code {
            0 => Some(None),
            1 => Some(Some(Color::Black)),
            2 => Some(Some(Color::White)),
            _ => None,
        };
        if first < LONG {
            let color = color_of(first >> 5).ok_or_else(|| self.bad(MovesPart::Color))?;
            let col = self.byte()?;
            node.mv = Some((color, Move::Place(Point::new(first & 31, col))));
            return Ok((None, node));
        }
        let color = color_of(first >> 3 & 3).ok_or_else(|| self.bad(MovesPart::Color))?;
        let parent = if first & PARENT == 0 {
            None
        } else {
            let parent = self.number()?;
            Some(u32::try_from(parent).map_err(|_| self.bad(MovesPart::Parent))?)
        };
        node.mv = match first >> 1 & 3 {
            0 => None,
            1 => Some((color, Move::Place(self.point()?))),
            2 => Some((color, Move::Pass)),
            _ => Some((
                color,
                Move::Choose(match self.byte()? {
                    1 => Choice::Take(Color::Black),
                    2 => Choice::Take(Color::White),
                    3 => Choice::PlaceTwoMore,
                    4 => Choice::FifthMoves(self.byte()?),
                    _ => return Err(self.bad(MovesPart::Choice)),
                }),
            )),
        };
        if first & DETAILS != 0 {
            self.details(&mut node)?;
        }
        Ok((parent, node))
    }

    fn details(&mut self, node: &mut Node) -> Result<()> {
        let bits = self.byte()?;
        if bits & SET_UP != 0 {
            for _ in 0..self.count()? {
                let point = self.point()?;
                let cell = self.color()?.map_or(Cell::Empty, Cell::from);
                node.set_up.push((point, cell));
            }
        }
        if bits & TO_MOVE != 0 {
            node.to_move = self.color()?;
        }
        if bits & COMMENT != 0 {
            node.comment = Some(self.string()?);
        }
        if bits & MARKS != 0 {
            for _ in 0..self.count()? {
                let point = self.point()?;
                let mark = match self.byte()? {
                    0 => Mark::Triangle,
                    1 => Mark::Square,
                    2 => Mark::Circle,
                    3 => Mark::Cross,
                    4 => Mark::Selected,
                    5 => Mark::Territory(Color::Black),
                    6 => Mark::Territory(Color::White),
                    7 => Mark::Label(self.string()?),
                    _ => return Err(self.bad(MovesPart::Mark)),
                };
                node.marks.push((point, mark));
            }
        }
        if bits & CLOCK != 0 {
            node.clock = Some(self.duration()?);
        }
        if bits & SPENT != 0 {
            node.spent = Some(self.duration()?);
        }
        if bits & VALUE != 0 {
            let bytes = self.take(4)?;
            node.value = Some(f32::from_bits(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])));
        }
        if bits & EXTRA != 0 {
            for _ in 0..self.count()? {
                let ident = self.string()?;
                let count = self.count()?;
                if ident.is_empty() && count == 1 && node.name.is_none() {
                    node.name = Some(self.string()?);
                    continue;
                }
                let values = (0..count).map(|_| self.text().map(<[u8]>::to_vec)).collect::<Result<_>>()?;
                node.extra.push(Property { ident, values });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_board::random::SplitMix64;
    use tengen_games::GameSpec;

    fn pick<T>(rng: &mut SplitMix64, some: Vec<T>) -> T {
        let n = rng.next_u32() as usize % some.len();
        some.into_iter().nth(n).unwrap()
    }

    fn random_node(rng: &mut SplitMix64) -> Node {
        let point = |rng: &mut SplitMix64| Point::new(rng.next_u32() as u8, rng.next_u32() as u8);
        let color = |rng: &mut SplitMix64| pick(rng, vec![None, Some(Color::Black), Some(Color::White)]);
        let mut node = Node::default();
        let place = Move::Place(if rng.next_u32() & 1 == 0 { point(rng) } else { Point::new(3, 18) });
        let choices =
            [Choice::Take(Color::White), Choice::PlaceTwoMore, Choice::FifthMoves(rng.next_u32() as u8)];
        let moves = choices.map(Move::Choose).into_iter().chain([Move::Pass, place, place, place]).collect();
        node.mv = if rng.next_u32().is_multiple_of(8) { None } else { Some((color(rng), pick(rng, moves))) };
        if !rng.next_u32().is_multiple_of(3) {
            return node;
        }
        let cells = [Cell::Empty, Cell::Black, Cell::White];
        node.set_up = (0..rng.next_u32() % 3).map(|i| (point(rng), cells[i as usize])).collect();
        node.to_move = color(rng);
        let texts = vec![None, Some(String::new()), Some("a\0'黑\u{10FFFF}".into()), Some("x".repeat(300))];
        node.comment = pick(rng, texts.clone());
        node.name = pick(rng, texts);
        let marks = vec![
            Mark::Triangle,
            Mark::Square,
            Mark::Circle,
            Mark::Cross,
            Mark::Selected,
            Mark::Territory(Color::Black),
            Mark::Territory(Color::White),
            Mark::Label("天".into()),
        ];
        node.marks = (0..rng.next_u32() % 3).map(|_| (point(rng), pick(rng, marks.clone()))).collect();
        let times = vec![None, Some(Duration::ZERO), Some(Duration::new(u64::MAX, 999_999_999))];
        node.clock = pick(rng, times.clone());
        node.spent = pick(rng, times);
        node.value = pick(rng, vec![None, Some(-0.0), Some(f32::MAX), Some(f32::INFINITY)]);
        let property = Property { ident: "KK".into(), values: vec![vec![], vec![0, 0xff, b']']] };
        node.extra = pick(rng, vec![vec![], vec![property.clone(), Property { values: vec![], ..property }]]);
        node
    }

    fn random_record(rng: &mut SplitMix64, nodes: u32) -> Record {
        let mut record = Record::new(GameSpec::named("go", None, None).unwrap());
        for id in 0..nodes {
            let parent = if rng.next_u32().is_multiple_of(4) { rng.next_u32() % (id + 1) } else { id };
            let id = record.tree.add(parent);
            let node = record.tree.node_mut(id);
            *node = Node { parent: node.parent, ..random_node(rng) };
        }
        record
    }

    #[test]
    fn every_tree_comes_back() {
        let mut rng = SplitMix64(4);
        for n in 0..300 {
            let record = random_record(&mut rng, n % 60);
            let bytes = encode_tree(&record.tree);
            let mut back = Record::new(record.spec.clone());
            decode_tree(&bytes, &mut back).unwrap();
            assert_eq!(back, record);
            for (_, node) in record.tree.iter() {
                let alone = Node { parent: None, children: Default::default(), ..node.clone() };
                assert_eq!(decode_one(&encode_one(node)).unwrap(), alone);
            }
        }
    }

    #[test]
    fn a_plain_game_takes_two_bytes_a_move() {
        let moves = (0..60).map(|i| Move::Place(Point::new(i / 8, i % 8)));
        let record = Record::from_moves(GameSpec::named("othello", None, None).unwrap(), moves);
        // The form, the number of nodes, the root.
        assert_eq!(encode_tree(&record.tree).len(), 3 + 120);
    }

    #[test]
    fn bytes_that_are_no_tree_are_an_error_and_never_a_panic() {
        let mut rng = SplitMix64(8);
        for n in 0..20_000u32 {
            let mut bytes = if n.is_multiple_of(2) {
                (0..n % 40).map(|_| rng.next_u32() as u8).collect()
            } else {
                encode_tree(&random_record(&mut rng, n % 12).tree)
            };
            for _ in 0..n % 3 {
                if !bytes.is_empty() {
                    let at = rng.next_u32() as usize % bytes.len();
                    bytes[at] = rng.next_u32() as u8;
                }
            }
            bytes.truncate(rng.next_u32() as usize % (bytes.len() + 1));
            let mut record = Record::new(GameSpec::named("go", None, None).unwrap());
            if decode_tree(&bytes, &mut record).is_ok() {
                assert!(record.tree.len() <= bytes.len());
            }
            let _ = decode_one(&bytes);
        }
    }
}
