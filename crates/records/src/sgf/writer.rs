//! Writes records as an SGF collection: FF[4], UTF-8.

use super::idents::{MARKS, is_text, mark_ident};
use super::rules;
use super::text::{TextKind, escape, format_seconds, to_raw};
use crate::charset::by_label;
use crate::{
    ConversionLoss, Format, LostPart, Mark, Node, NodeId, PlayerInfo, Property, Record, Tree, WriteError,
    WriteOptions, WriteOutput,
};
use encoding_rs::{Encoding, UTF_8};
use std::collections::BTreeMap;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{Game as _, GameSpec, Move};

/// A line ends after the node that makes it this long.
const LINE: usize = 72;

/// Writes a collection.
///
/// Text reads back the same, except that in one-line fields a line break becomes a space, and that white space other
/// than spaces and line breaks always becomes a space.
///
/// # Errors
/// [`WriteError::Empty`] if there are no records: a collection has at least one game.
pub fn write(records: &[Record], _options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    if records.is_empty() {
        return Err(WriteError::Empty(Format::Sgf));
    }
    let mut written = WriteOutput::default();
    for (index, record) in records.iter().enumerate() {
        let mut game = Game {
            record,
            out: std::mem::take(&mut written.bytes),
            line: 0,
            charset: charset(record),
            colors: colors(record),
            losses: BTreeMap::new(),
        };
        game.write();
        written.bytes = game.out;
        let losses = game.losses.into_iter();
        written.losses.extend(losses.map(|(part, count)| ConversionLoss { record: index, part, count }));
    }
    Ok(written)
}

/// The character set of the unknown properties.
fn charset(record: &Record) -> &'static Encoding {
    let extra = &record.tree.node(Tree::ROOT).extra;
    let label = extra.iter().find(|p| p.ident == "CA").and_then(|p| p.values.first());
    label.and_then(|l| by_label(l)).unwrap_or(UTF_8)
}

/// SGF names the side of each move; most other formats do not. The rules give it; after an illegal move the sides
/// alternate. Empty if the record has every side.
fn colors(record: &Record) -> Vec<Color> {
    let says = |node: &Node| !matches!(node.mv, Some((None, Move::Place(_) | Move::Pass)));
    if record.tree.iter().all(|(_, node)| says(node)) {
        return Vec::new();
    }
    let mut by_rules: Vec<Option<Color>> = vec![None; record.tree.len()];
    record.walk(|id, position| {
        let (Ok(position), Some((_, mv))) = (position, record.tree.node(id).mv) else { return };
        let stone = mv.point().and_then(|p| position.at(p).color());
        by_rules[id as usize] = Some(stone.unwrap_or(!position.to_move()));
    });
    let mut colors: Vec<Color> = Vec::with_capacity(by_rules.len());
    // The side of the last move on the way to a node: parents come before their children.
    for (id, node) in record.tree.iter() {
        let before = node.parent.map_or(Color::White, |parent| colors[parent as usize]);
        let said = node.mv.and_then(|(color, _)| color);
        let is_turn = matches!(node.mv, Some((_, Move::Place(_) | Move::Pass)));
        let turn = if is_turn { !before } else { before };
        colors.push(said.or(by_rules[id as usize]).unwrap_or(turn));
    }
    colors
}

struct Game<'r> {
    record: &'r Record,
    out: Vec<u8>,
    /// The start of the present line in `out`.
    line: usize,
    charset: &'static Encoding,
    /// The side of the move at each node, if the record does not have it.
    colors: Vec<Color>,
    losses: BTreeMap<LostPart, usize>,
}

/// A part that is still to be written.
enum WriteTask {
    /// A node and everything after it.
    Node(NodeId),
    /// A variation: the same in brackets.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

impl Game<'_> {
    fn write(&mut self) {
        self.out.push(b'(');
        self.line = self.out.len();
        let mut todo = vec![WriteTask::Node(Tree::ROOT)];
        while let Some(next) = todo.pop() {
            match next {
                WriteTask::Node(id) => {
                    self.node(id);
                    match self.record.tree.node(id).children.as_slice() {
                        [] => {}
                        [only] => todo.push(WriteTask::Node(*only)),
                        several => todo.extend(several.iter().rev().map(|&id| WriteTask::Variation(id))),
                    }
                }
                WriteTask::Variation(id) => {
                    self.break_line();
                    self.out.push(b'(');
                    todo.push(WriteTask::Close);
                    todo.push(WriteTask::Node(id));
                }
                WriteTask::Close => self.out.push(b')'),
            }
        }
        self.out.extend(b")\n");
    }

    fn break_line(&mut self) {
        self.out.push(b'\n');
        self.line = self.out.len();
    }

    fn lose(&mut self, part: LostPart) {
        *self.losses.entry(part).or_default() += 1;
    }

    fn node(&mut self, id: NodeId) {
        if self.out.len() - self.line >= LINE {
            self.break_line();
        }
        let node = self.record.tree.node(id);
        self.out.push(b';');
        if id == Tree::ROOT {
            self.root();
        }
        self.set_up(node, id);
        self.mv(node, id);
        if let Some(name) = &node.name {
            self.text("N", name, TextKind::Simple);
        }
        if let Some(comment) = &node.comment {
            self.text("C", comment, TextKind::Text);
        }
        self.marks(node);
        self.clock(node, id);
        self.extra(node, id);
    }

    fn ident(&mut self, ident: &str) {
        self.out.extend(ident.bytes());
    }

    fn value(&mut self, raw: &[u8]) {
        self.out.push(b'[');
        self.out.extend(raw);
        self.out.push(b']');
    }

    fn property(&mut self, ident: &str, raw: &str) {
        self.ident(ident);
        self.value(raw.as_bytes());
    }

    fn text(&mut self, ident: &str, text: &str, kind: TextKind) {
        if kind == TextKind::Simple && text.contains('\n') {
            self.lose(LostPart::NameLineBreaks);
        }
        self.ident(ident);
        self.out.push(b'[');
        escape(text, kind, false, &mut self.out);
        self.out.push(b']');
    }

    /// True if the root keeps a property of this name because it could not be interpreted.
    fn is_kept(&self, ident: &str) -> bool {
        self.record.tree.node(Tree::ROOT).extra.iter().any(|p| p.ident == ident)
    }

    /// Whether rules, komi or handicap that are kept as they were would be read as others: a damaged file may give them
    /// twice.
    fn keeps_other_rules(&self) -> bool {
        let spec = &self.record.spec;
        let kept = &self.record.tree.node(Tree::ROOT).extra;
        kept.iter().any(|p| match (p.ident.as_str(), p.values.as_slice()) {
            ("RU" | "KM" | "HA", [_, _, ..]) => true,
            ("RU", [text]) => {
                let named = rules::named(spec.kind(), &String::from_utf8_lossy(text), spec.size());
                matches!(named, Some(Ok(other)) if rules::ru(&other) != rules::ru(spec))
            }
            ("KM", [text]) => rules::komi(text).is_some(),
            ("HA", [text]) => rules::handicap(text).is_some(),
            _ => false,
        })
    }

    fn root(&mut self) {
        let record = self.record;
        let spec = &record.spec;
        self.property("FF", "4");
        self.property("GM", &rules::number(spec.kind()).to_string());
        self.property("CA", "UTF-8");
        let h = &record.header;
        if let Some(application) = &h.application {
            self.text("AP", application, TextKind::Simple);
        }
        let size = spec.size();
        match size.is_square() {
            true => self.property("SZ", &size.cols().to_string()),
            false => self.property("SZ", &format!("{}:{}", size.cols(), size.rows())),
        }
        if let Some(ru) = rules::ru(spec).filter(|_| !self.is_kept("RU")) {
            self.text("RU", &ru, TextKind::Simple);
        }
        if self.keeps_other_rules() {
            self.lose(LostPart::RulesTwice);
        }
        let (komi, handicap) = rules::komi_and_handicap(spec);
        for (ident, text) in [("KM", komi), ("HA", handicap)] {
            if let Some(text) = text.filter(|_| !self.is_kept(ident)) {
                self.property(ident, &text);
            }
        }
        let side = |side: &PlayerInfo| [side.name.clone(), side.rank.clone(), side.team.clone()];
        let sides = ["PB", "BR", "BT"].into_iter().zip(side(&h.black));
        let sides = sides.chain(["PW", "WR", "WT"].into_iter().zip(side(&h.white)));
        let rest = [
            ("RE", &h.result),
            ("DT", &h.date),
            ("EV", &h.event),
            ("RO", &h.round),
            ("PC", &h.place),
            ("GN", &h.name),
            ("OT", &h.overtime),
        ];
        for (ident, text) in sides.chain(rest.map(|(ident, text)| (ident, text.clone()))) {
            if let Some(text) = text {
                self.text(ident, &text, TextKind::Simple);
            }
        }
        if let Some(time) = h.time {
            self.property("TM", &format_seconds(time));
        }
        if let Some(comment) = &h.comment {
            self.text("GC", comment, TextKind::Text);
        }
    }

    fn point(&self, point: Point) -> Option<String> {
        let size: Size = self.record.spec.size();
        size.contains(point).then(|| Coords::Sgf.format(point, size))
    }

    fn set_up(&mut self, node: &Node, id: NodeId) {
        // A board of SGF begins empty, or with the usual four stones of Othello; fixed handicap stones must be written.
        let mut fixed: Vec<(Point, Cell)> = Vec::new();
        if let (Tree::ROOT, GameSpec::Go(rules)) = (id, &self.record.spec)
            && rules.check().is_ok()
        {
            let start = tengen_games::go::Position::new(rules);
            let stones = rules.size.points().map(|p| (p, start.at(p))).filter(|(_, cell)| !cell.is_empty());
            fixed.extend(stones.filter(|(p, _)| node.set_up.iter().all(|(q, _)| p != q)));
        }
        for (ident, wanted) in [("AB", Cell::Black), ("AW", Cell::White), ("AE", Cell::Empty)] {
            let mut first = true;
            for &(point, cell) in fixed.iter().chain(&node.set_up) {
                if cell != wanted {
                    continue;
                }
                match self.point(point) {
                    Some(text) => {
                        if std::mem::take(&mut first) {
                            self.ident(ident);
                        }
                        self.value(text.as_bytes());
                    }
                    None => self.lose(LostPart::PointsOffBoard),
                }
            }
        }
        if let Some(color) = node.to_move {
            self.property("PL", if color == Color::Black { "B" } else { "W" });
        }
    }

    fn mv(&mut self, node: &Node, id: NodeId) {
        let Some((color, mv)) = node.mv else { return };
        let color = color.or(self.colors.get(id as usize).copied()).unwrap_or(Color::Black);
        let ident = if color == Color::Black { "B" } else { "W" };
        match mv {
            Move::Place(point) => match self.point(point) {
                Some(text) => self.property(ident, &text),
                None => self.lose(LostPart::PointsOffBoard),
            },
            Move::Pass => self.property(ident, ""),
            Move::Choose(choice) => self.property("CHOICE", &choice.to_string()),
        }
    }

    fn marks(&mut self, node: &Node) {
        for wanted in MARKS {
            let mut first = true;
            for (point, mark) in node.marks.iter().filter(|(_, mark)| mark_ident(mark) == wanted) {
                let Some(mut value) = self.point(*point).map(String::into_bytes) else {
                    self.lose(LostPart::PointsOffBoard);
                    continue;
                };
                if let Mark::Label(label) = mark {
                    value.push(b':');
                    escape(label, TextKind::Simple, true, &mut value);
                }
                if std::mem::take(&mut first) {
                    self.ident(wanted);
                }
                self.value(&value);
            }
        }
    }

    fn clock(&mut self, node: &Node, id: NodeId) {
        if let Some(clock) = node.clock {
            let color = node.mv.and_then(|(color, _)| color.or(self.colors.get(id as usize).copied()));
            match color {
                Some(Color::Black) => self.property("BL", &format_seconds(clock)),
                Some(Color::White) => self.property("WL", &format_seconds(clock)),
                None => self.lose(LostPart::TimeLeftWithoutMove),
            }
        }
        if let Some(spent) = node.spent {
            self.property("SPENT", &format_seconds(spent));
        }
        if let Some(value) = node.value {
            match value.is_finite() {
                true => self.property("V", &value.to_string()),
                false => self.lose(LostPart::ValuesWithoutNumber),
            }
        }
    }

    /// Unknown properties: byte for byte, or the same text in UTF-8.
    fn extra(&mut self, node: &Node, id: NodeId) {
        for Property { ident, values } in &node.extra {
            // Rules that the file did not have, which keep the writer from inventing them.
            let is_absent = values.is_empty() && matches!(ident.as_str(), "KM" | "RU");
            if id == Tree::ROOT && (is_absent || matches!(ident.as_str(), "CA" | "FF" | "GM" | "SZ")) {
                continue;
            }
            let fits = ident.bytes().all(|b| b.is_ascii_alphanumeric())
                && ident.bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
            if !fits || values.is_empty() {
                self.lose(LostPart::PropertyNames);
                continue;
            }
            self.ident(ident);
            for value in values {
                // A text must be valid, or the next reader doubts the character set of all other texts.
                let (text, broken) = self.charset.decode_without_bom_handling(value);
                let is_text = is_text(ident);
                if broken && is_text {
                    self.lose(LostPart::NoText);
                }
                let bytes = if is_text || self.charset != UTF_8 && !broken { text.as_bytes() } else { value };
                self.value(&to_raw(bytes));
            }
        }
    }
}
