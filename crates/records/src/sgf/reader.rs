//! From a scanned game to a [`Record`]: the meaning of each property.

use super::idents::{MARKS, header_kind, is_text, mark_ident, name};
use super::notes::{Notes, Places};
use super::root::{spec, unstated};
use super::scan::{NONE, Problem, RawGame, Span};
use super::text::{self, TextKind};
use super::{points, rules};
use crate::charset::{Charset, EncodingFamily, settle};
use crate::expected::quote;
use crate::{
    CharsetDoubt, Counted, Expected, Format, Found, Gap, Location, Mark, Node, NodeId, Property, ReadError,
    ReadItem, ReadOptions, Record, Remedy, Tree, WarningKind,
};
use encoding_rs::UTF_8;
use std::borrow::Cow;
use tengen_board::zobrist::MAX_AREA;
use tengen_board::{Cell, Color, Coords, Point, Size};
use tengen_games::{GameKind, GameSpec, Move, go};

/// Reads the properties of a scanned game. `start` is the location of its first byte in the whole input.
pub(super) fn record(
    bytes: &[u8],
    start: Location,
    raw: &RawGame,
    problems: Vec<Problem>,
    options: &ReadOptions,
) -> Result<ReadItem, ReadError> {
    let mut notes = Notes { places: Places::new(bytes, start), options, list: Vec::new() };
    // Where the grammar is broken, by the number of the warning; the nodes are not known yet.
    let mut broken = Vec::new();
    for problem in problems {
        let Problem { at, expected, found, remedy, harmless, nodes } = problem;
        if !harmless {
            broken.push((notes.list.len(), remedy, nodes));
        }
        notes.warn(at, WarningKind::Fault { expected, found, remedy });
    }
    let charset = charset(bytes, raw);
    if let Some(why) = charset.why
        && (why != CharsetDoubt::Absent || charset.encoding != UTF_8)
    {
        let at = raw.values().first().copied().unwrap_or(Span { start: 0, end: 0 });
        notes.warn(at, WarningKind::Charset(why, charset.encoding.name()));
    }
    let spec = spec(bytes, raw, charset, &mut notes)?;
    let mut reader = Reader {
        bytes,
        raw,
        charset,
        size: spec.size(),
        game: spec.kind(),
        record: Record::new(spec),
        points_left: options.limits.nodes.saturating_mul(4),
        notes,
    };
    let ids = reader.nodes()?;
    reader.place_handicap();
    for (warning, remedy, nodes) in broken {
        let gap = reader.gap(remedy, nodes.checked_sub(1).and_then(|node| ids.get(node)).copied());
        if let Some(warning) = reader.notes.list.get_mut(warning) {
            (warning.gap, warning.refused) = (gap, true);
        }
    }
    let hint = options.spec.as_ref().filter(|hint| hint.kind() == reader.game);
    for ident in unstated(bytes, raw, hint) {
        let property = Property { ident: ident.into(), values: Vec::new() };
        reader.record.tree.node_mut(Tree::ROOT).extra.push(property);
    }
    reader.keep_charset();
    Ok(ReadItem { record: reader.record, warnings: reader.notes.list })
}

/// The character set of the texts of a game.
fn charset(bytes: &[u8], raw: &RawGame) -> Charset {
    let mut label = None;
    let mut texts = Vec::new();
    let end = raw.values().last().map_or(0, |value| value.end as usize);
    let all_ascii = bytes[..end].is_ascii();
    for node in 0..raw.nodes.len() {
        for (ident, values) in raw.props(node) {
            // Only `CA` matters then. Lower-case letters have no meaning.
            if all_ascii && ident.of(bytes).iter().find(|b| !b.is_ascii_lowercase()) != Some(&b'C') {
                continue;
            }
            let name = name(ident.of(bytes));
            if name == "CA" && label.is_none() {
                label = values.first().map(|v| v.of(bytes));
            }
            if !all_ascii && is_text(&name) {
                texts.extend(values.iter().map(|v| v.of(bytes)).filter(|v| !v.is_ascii()));
            }
        }
    }
    settle(label, &texts)
}

/// The rank of a mark in the order of the writer.
fn mark_order(mark: &Mark) -> usize {
    MARKS.iter().position(|ident| *ident == mark_ident(mark)).unwrap_or(0)
}

struct Reader<'a> {
    bytes: &'a [u8],
    raw: &'a RawGame,
    charset: Charset,
    game: GameKind,
    size: Size,
    record: Record,
    /// The number of points that may still be set up or marked, so that short rectangles cannot ask for unlimited
    /// memory.
    points_left: usize,
    notes: Notes<'a>,
}

impl Reader<'_> {
    /// Reads every node. Returns the record's node for each node of the file.
    fn nodes(&mut self) -> Result<Vec<NodeId>, ReadError> {
        // A node with two moves becomes two nodes.
        let mut ids: Vec<NodeId> = Vec::with_capacity(self.raw.nodes.len());
        self.record.tree.reserve(self.raw.nodes.len());
        for node in 0..self.raw.nodes.len() {
            let parent = self.raw.nodes[node].parent;
            let id = if parent == NONE { Tree::ROOT } else { self.record.tree.add(ids[parent as usize]) };
            let warned = self.notes.list.len();
            let last = self.node(node, id)?;
            let parent = self.record.tree.node(id).parent;
            match parent.filter(|_| last == id && self.is_left_out(node, id)) {
                // What follows it follows the node before.
                Some(parent) => {
                    self.record.tree.remove_last();
                    // After an earlier variation it is no part of the main line.
                    let is_first = self.record.tree.node(parent).children.is_empty();
                    for warning in self.notes.list.iter_mut().skip(warned.saturating_sub(1)) {
                        if warning.gap == Some(Gap::At(id)) {
                            warning.gap = is_first.then_some(Gap::After(parent));
                        }
                    }
                    ids.push(parent);
                }
                None => ids.push(last),
            }
        }
        Ok(ids)
    }

    /// Handicap stones on the fixed points are placed by rules that place them there, such as the Japanese.
    fn place_handicap(&mut self) {
        let GameSpec::Go(rules) = &mut self.record.spec else { return };
        let Some(set) = GameSpec::Go(*rules).rule_set().filter(|_| rules.handicap >= 2) else { return };
        let fixed = go::fixed_handicap(rules.size, rules.handicap);
        let root = self.record.tree.node(Tree::ROOT);
        let mut black: Vec<Point> = root.set_up.iter().map(|&(point, _)| point).collect();
        black.sort_unstable();
        let is_fixed = root.set_up.iter().all(|&(_, cell)| cell == Cell::Black)
            && fixed.is_some_and(|mut points| {
                points.sort_unstable();
                points == black
            });
        if is_fixed && let Ok(base) = go::Rules::named(set.id, None) {
            rules.placement = base.placement;
        }
    }

    /// What the record lacks where the grammar is broken, in or after `node`.
    fn gap(&self, remedy: Remedy, node: Option<NodeId>) -> Option<Gap> {
        let tree = &self.record.tree;
        match remedy {
            Remedy::GameEnds | Remedy::RestLeftOut => Some(Gap::at_end(&self.record)),
            // What was left out may be the move of a node that has none.
            Remedy::LeftOut => node.filter(|&id| id != Tree::ROOT && tree.node(id).mv.is_none()).map(Gap::At),
            _ => None,
        }
    }

    /// True if a node had a move that was left out, and has nothing else.
    fn is_left_out(&self, raw_node: usize, id: NodeId) -> bool {
        let node = self.record.tree.node(id);
        let is_move = |ident: Span| matches!(&*name(ident.of(self.bytes)), "B" | "W");
        node.mv.is_none()
            && *node == Node { parent: node.parent, ..Node::default() }
            && self.raw.props(raw_node).any(|(ident, _)| is_move(ident))
    }

    /// Reads the properties of a node. Returns the node that its children follow.
    fn node(&mut self, raw_node: usize, id: NodeId) -> Result<NodeId, ReadError> {
        let raw = self.raw;
        let mut last = id;
        let bytes = self.bytes;
        let mut once: Vec<Cow<'_, str>> = Vec::new();
        for (ident, values) in raw.props(raw_node) {
            if ident.len() == 0 || values.is_empty() {
                continue;
            }
            let name = name(ident.of(bytes));
            if id == Tree::ROOT && matches!(&*name, "FF" | "GM" | "SZ" | "CA" | "RU" | "KM" | "HA" | "TM") {
                if once.contains(&name) {
                    self.notes.warn(ident, WarningKind::Twice(name.into_owned()));
                    continue;
                }
                once.push(name.clone());
            }
            let taken = match &*name {
                "B" | "W" => {
                    last = self.mv(&name, values, last)?;
                    true
                }
                "CHOICE" => self.choice(values[0], last),
                "AB" | "AW" | "AE" => self.set_up(&name, values, id)?,
                "PL" => self.side_to_move(values[0], id),
                "C" => {
                    self.comment(values, id);
                    true
                }
                "N" => self.name(values, id),
                "TR" | "SQ" | "CR" | "MA" | "SL" | "TB" | "TW" => self.marks(&name, values, id)?,
                "LB" => self.labels(values, id),
                "L" => self.letters(values, id),
                "V" => self.value(values, id),
                "SPENT" => self.spent(values, id),
                "BL" | "WL" => self.clock_of_mover(&name, values, id),
                "FF" | "GM" | "SZ" | "CA" if id == Tree::ROOT => true,
                _ if id == Tree::ROOT => self.header(&name, values),
                _ => false,
            };
            if !taken {
                // If brackets were searched character by character, and the texts turn out to be in another set,
                // escapes are missing.
                let by_byte = EncodingFamily::of(self.charset.encoding) == EncodingFamily::SingleByte;
                let keep = |v: &Span| if by_byte { text::to_raw(v.of(bytes)) } else { v.of(bytes).to_vec() };
                let values = values.iter().map(keep).collect();
                self.record.tree.node_mut(id).extra.push(Property { ident: name.into_owned(), values });
            }
        }
        self.clock(id);
        // The order of marks and of set-up stones has no meaning; use the writer's.
        let node = self.record.tree.node_mut(id);
        if node.marks.len() > 1 {
            node.marks.sort_by_key(|(_, mark)| mark_order(mark));
        }
        if node.set_up.len() > 1 {
            let order = |cell: Cell| if cell.is_empty() { Cell::White as u8 + 1 } else { cell as u8 };
            node.set_up.sort_by_key(|&(_, cell)| order(cell));
        }
        Ok(last)
    }

    fn mv(&mut self, name: &str, values: &[Span], last: NodeId) -> Result<NodeId, ReadError> {
        let color = if name == "B" { Color::Black } else { Color::White };
        let mut last = last;
        for &value in values {
            let raw = value.of(self.bytes);
            if let Some(mv) = points::mv(raw, self.game, self.size)
                && self.record.tree.node(last).mv.is_none()
            {
                self.record.tree.node_mut(last).mv = Some((Some(color), mv));
                continue;
            }
            let Some(moves) = points::turn(raw, self.game, self.size) else {
                let expected = Expected::Point(self.size, Coords::Sgf, Some(""));
                let has_move = self.record.tree.node(last).mv.is_some();
                let gap = if has_move { Gap::After(last) } else { Gap::At(last) };
                self.notes.fault(value, expected, quote(raw), Remedy::LeftOut, Some(gap))?;
                continue;
            };
            for (n, mv) in moves.into_iter().enumerate() {
                if self.record.tree.node(last).mv.is_some() {
                    if n == 0 {
                        self.notes.warn(value, WarningKind::SecondMove);
                    }
                    last = self.record.tree.add(last);
                }
                self.record.tree.node_mut(last).mv = Some((Some(color), mv));
            }
        }
        Ok(last)
    }

    fn choice(&mut self, value: Span, id: NodeId) -> bool {
        let node = self.record.tree.node_mut(id);
        match points::choice(value.of(self.bytes)) {
            Some(choice) if node.mv.is_none() => {
                node.mv = Some((None, Move::Choose(choice)));
                true
            }
            _ => false,
        }
    }

    fn set_up(&mut self, name: &str, values: &[Span], id: NodeId) -> Result<bool, ReadError> {
        let cell = match name {
            "AB" => Cell::Black,
            "AW" => Cell::White,
            _ => Cell::Empty,
        };
        // A bit for each point that is set up in this node.
        let mut seen = [0_u64; MAX_AREA.div_ceil(64)];
        for &(point, _) in &self.record.tree.node(id).set_up {
            let n = self.size.index(point);
            seen[n / 64] |= 1 << (n % 64);
        }
        for &value in values {
            let raw = value.of(self.bytes);
            if raw.trim_ascii().is_empty() {
                let (expected, found, remedy) =
                    (Expected::Points(self.size), Found::Nothing, Remedy::LeftOut);
                self.notes.warn(value, WarningKind::Fault { expected, found, remedy });
                continue;
            }
            let Some(found) = points::points(raw, self.game, self.size) else {
                let expected = Expected::Points(self.size);
                self.notes.fault(value, expected, quote(raw), Remedy::LeftOut, Some(Gap::At(id)))?;
                continue;
            };
            for point in found {
                self.spend_point(value)?;
                let set_up = &mut self.record.tree.node_mut(id).set_up;
                let n = self.size.index(point);
                if seen[n / 64] >> (n % 64) & 1 == 0 {
                    seen[n / 64] |= 1 << (n % 64);
                    set_up.push((point, cell));
                    continue;
                }
                match set_up.iter_mut().find(|(p, _)| *p == point) {
                    None => {}
                    Some((_, before)) if *before == cell => {}
                    Some((_, before)) => {
                        *before = cell;
                        self.notes.warn(value, WarningKind::SetUpTwice);
                    }
                }
            }
        }
        Ok(true)
    }

    fn spend_point(&mut self, at: Span) -> Result<(), ReadError> {
        match self.points_left.checked_sub(1) {
            Some(left) => {
                self.points_left = left;
                Ok(())
            }
            None => Err(ReadError::new(
                Format::Sgf,
                self.notes.places.of(at),
                Expected::AtMost(self.notes.options.limits.nodes.saturating_mul(4), Counted::Points),
                Found::More,
            )),
        }
    }

    fn side_to_move(&mut self, value: Span, id: NodeId) -> bool {
        let color = match value.of(self.bytes).trim_ascii().to_ascii_lowercase().as_slice() {
            b"b" | b"black" | b"1" => Color::Black,
            b"w" | b"white" | b"2" => Color::White,
            _ => {
                let found = quote(value.of(self.bytes));
                self.notes.kept(value, Expected::SideToMove("B", "W"), found);
                return false;
            }
        };
        self.record.tree.node_mut(id).to_move = Some(color);
        true
    }

    fn text(&mut self, value: Span, kind: TextKind) -> String {
        let (text, broken) = text::decode(value.of(self.bytes), self.charset.encoding, kind);
        if broken {
            self.notes.warn(value, WarningKind::Letters(self.charset.encoding.name()));
        }
        text
    }

    fn comment(&mut self, values: &[Span], id: NodeId) {
        for &value in values {
            let text = self.text(value, TextKind::Text);
            match &mut self.record.tree.node_mut(id).comment {
                Some(comment) => {
                    comment.push('\n');
                    comment.push_str(&text);
                }
                none => *none = Some(text),
            }
        }
    }

    fn name(&mut self, values: &[Span], id: NodeId) -> bool {
        let ([value], None) = (values, &self.record.tree.node(id).name) else { return false };
        let text = self.text(*value, TextKind::Simple);
        let taken = !text.is_empty();
        self.record.tree.node_mut(id).name = Some(text).filter(|_| taken);
        taken
    }

    fn marks(&mut self, name: &str, values: &[Span], id: NodeId) -> Result<bool, ReadError> {
        let mark = match name {
            "TR" => Mark::Triangle,
            "SQ" => Mark::Square,
            "CR" => Mark::Circle,
            "MA" => Mark::Cross,
            "SL" => Mark::Selected,
            "TB" => Mark::Territory(Color::Black),
            _ => Mark::Territory(Color::White),
        };
        let mut marks = Vec::new();
        for &value in values {
            match points::points(value.of(self.bytes), self.game, self.size) {
                Some(found) => {
                    for point in found {
                        self.spend_point(value)?;
                        marks.push((point, mark.clone()));
                    }
                }
                None => {
                    let raw = value.of(self.bytes);
                    if !raw.trim_ascii().is_empty() {
                        self.notes.kept(value, Expected::Points(self.size), quote(raw));
                    }
                    return Ok(false);
                }
            }
        }
        self.record.tree.node_mut(id).marks.extend(marks);
        Ok(true)
    }

    fn labels(&mut self, values: &[Span], id: NodeId) -> bool {
        let mut marks = Vec::new();
        for &value in values {
            let label = text::split_composed(value.of(self.bytes))
                .and_then(|(at, label)| Some((points::point(at, self.game, self.size)?, label)));
            let Some((point, label)) = label else {
                self.notes.kept(value, Expected::Label, quote(value.of(self.bytes)));
                return false;
            };
            let (label, _) = text::decode(label, self.charset.encoding, TextKind::Simple);
            marks.push((point, Mark::Label(label)));
        }
        self.record.tree.node_mut(id).marks.extend(marks);
        true
    }

    /// Up to FF[3]: points to be labelled a, b, c …
    fn letters(&mut self, values: &[Span], id: NodeId) -> bool {
        let points: Option<Vec<_>> =
            values.iter().map(|v| points::point(v.of(self.bytes), self.game, self.size)).collect();
        let Some(points) = points.filter(|p| p.len() <= 26) else { return false };
        let letters = points.into_iter().zip('a'..='z').map(|(p, c)| (p, Mark::Label(c.into())));
        self.record.tree.node_mut(id).marks.extend(letters);
        true
    }

    fn value(&mut self, values: &[Span], id: NodeId) -> bool {
        let node = self.record.tree.node_mut(id);
        let found =
            text::real(values[0].of(self.bytes)).filter(|_| values.len() == 1 && node.value.is_none());
        node.value = node.value.or(found);
        found.is_some()
    }

    fn spent(&mut self, values: &[Span], id: NodeId) -> bool {
        let node = self.record.tree.node_mut(id);
        let found =
            text::seconds(values[0].of(self.bytes)).filter(|_| values.len() == 1 && node.spent.is_none());
        node.spent = node.spent.or(found);
        found.is_some()
    }

    /// `BL` or `WL` after the move, which is the usual order: that of the side that moved becomes the clock.
    fn clock_of_mover(&mut self, name: &str, values: &[Span], id: NodeId) -> bool {
        let (node, [value]) = (self.record.tree.node_mut(id), values) else { return false };
        let Some((Some(color), _)) = node.mv else { return false };
        let ident = if color == Color::Black { "BL" } else { "WL" };
        if name != ident || node.clock.is_some() || node.extra.iter().any(|p| p.ident == ident) {
            return false;
        }
        node.clock = text::seconds(value.of(self.bytes));
        node.clock.is_some()
    }

    /// The same where the time comes before the move.
    fn clock(&mut self, id: NodeId) {
        let node = self.record.tree.node_mut(id);
        if node.clock.is_some() {
            return;
        }
        let Some((Some(color), _)) = node.mv else { return };
        let ident = if color == Color::Black { "BL" } else { "WL" };
        let Some(at) = node.extra.iter().position(|p| p.ident == ident && p.values.len() == 1) else {
            return;
        };
        if let Some(time) = text::seconds(&node.extra[at].values[0]) {
            node.clock = Some(time);
            node.extra.remove(at);
        }
    }

    /// Reads a property of the root into the header.
    fn header(&mut self, name: &str, values: &[Span]) -> bool {
        let [value] = *values else { return false };
        if name == "TM" {
            let time = text::seconds(value.of(self.bytes));
            self.record.header.time = self.record.header.time.or(time);
            return time.is_some();
        }
        if let ("KM" | "HA", GameSpec::Go(rules)) = (name, &self.record.spec) {
            let raw = value.of(self.bytes);
            return match name {
                "KM" => rules::komi(raw).is_some_and(|(komi, _)| komi == rules.komi),
                _ => rules::handicap(raw).is_some_and(|stones| stones == rules.handicap),
            };
        }
        let Some(kind) = header_kind(name) else { return false };
        let text = self.text(value, kind);
        if name == "RU" {
            // Other words for rules, or rules that are not known, are kept as the file has them.
            return rules::ru(&self.record.spec).is_some_and(|ru| rules::is_same_name(&ru, &text));
        }
        let header = &mut self.record.header;
        let field = match name {
            "PB" => &mut header.black.name,
            "PW" => &mut header.white.name,
            "BR" => &mut header.black.rank,
            "WR" => &mut header.white.rank,
            "BT" => &mut header.black.team,
            "WT" => &mut header.white.team,
            "RE" => &mut header.result,
            "DT" => &mut header.date,
            "EV" => &mut header.event,
            "RO" => &mut header.round,
            "PC" => &mut header.place,
            "GN" => &mut header.name,
            "AP" => &mut header.application,
            "OT" => &mut header.overtime,
            "GC" => &mut header.comment,
            _ => return false,
        };
        if field.is_some() {
            return false;
        }
        *field = Some(text);
        true
    }

    /// Unknown properties are kept byte for byte; the root keeps the name of their character set.
    fn keep_charset(&mut self) {
        let is_ascii = |p: &Property| p.values.iter().all(|v| v.is_ascii());
        if self.charset.encoding != UTF_8
            && !self.record.tree.iter().all(|(_, n)| n.extra.iter().all(is_ascii))
        {
            let values = vec![self.charset.encoding.name().as_bytes().to_vec()];
            self.record.tree.node_mut(Tree::ROOT).extra.push(Property { ident: "CA".into(), values });
        }
    }
}
