//! Writes GGF.

use super::{GgfResult, PREFIX, clock, day};
use crate::coverage::Coverage;
use crate::{
    ConversionLoss, Format, LostPart, Node, Record, Tree, Unwritable, WriteError, WriteOptions, WriteOutput,
    discs,
};
use tengen_board::{Color, Coords};
use tengen_games::{AnyPosition, Game, Move};

const COVERAGE: Coverage = Coverage {
    names: true,
    ranks: true,
    result: true,
    date: true,
    place: true,
    time: true,
    set_up: true,
    spent: true,
    values: true,
    properties: &["GGF*"],
    ..Coverage::NOTHING
};

/// Properties that the writer itself writes: one kept under such a name would be written twice.
const OWN: [&str; 10] = ["GM", "PC", "PB", "PW", "RB", "RW", "BO", "B", "W", ""];

/// Kept properties that have a place of their own in the order of a game.
const PLACED: [&str; 4] = ["DT", "TI", "RE", "TY"];

/// Writes games, one per line.
///
/// # Errors
/// [`WriteError`] if a board is not square, or if the main line has an illegal move without a colour.
pub fn write(records: &[Record], _options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    let mut written = WriteOutput::default();
    for (index, record) in records.iter().enumerate() {
        let mut losses: Vec<LostPart> = Vec::new();
        let mut game = Writer { record, out: &mut written.bytes, losses: &mut losses };
        game.write().map_err(|why| WriteError::Record { format: Format::Ggf, record: index, why })?;
        losses.dedup();
        written.losses.extend(losses.into_iter().map(|part| ConversionLoss::new(index, part)));
        written.losses.extend(COVERAGE.losses(record, index));
    }
    Ok(written)
}

struct Writer<'a> {
    record: &'a Record,
    out: &'a mut Vec<u8>,
    losses: &'a mut Vec<LostPart>,
}

impl Writer<'_> {
    fn write(&mut self) -> Result<(), Unwritable> {
        let record = self.record;
        let start = discs::start(record)?;
        let h = &record.header;
        self.out.extend_from_slice(b"(;");
        self.field("GM", b"Othello");
        self.text("PC", h.place.as_deref());
        self.date();
        self.text("PB", Some(h.black.name.as_deref().unwrap_or_default()));
        self.text("PW", Some(h.white.name.as_deref().unwrap_or_default()));
        self.text("RB", h.black.rank.as_deref());
        self.text("RW", h.white.rank.as_deref());
        self.time();
        let root = record.tree.node(Tree::ROOT);
        self.properties(root, false);
        match kept(root, "TY") {
            Some(kind) => self.field("TY", kind),
            None => self.field("TY", start.size().cols().to_string().as_bytes()),
        }
        self.result(start.size().area());
        self.board(&start);
        self.moves(start)?;
        self.out.extend_from_slice(b";)\n");
        Ok(())
    }

    fn lose(&mut self, part: LostPart) {
        if !self.losses.contains(&part) {
            self.losses.push(part);
        }
    }

    fn field(&mut self, name: &str, value: &[u8]) {
        self.out.extend_from_slice(name.as_bytes());
        self.out.push(b'[');
        if value.contains(&b']') {
            self.lose(LostPart::Brackets);
            self.out.extend(value.iter().map(|&b| if b == b']' { b')' } else { b }));
        } else {
            self.out.extend_from_slice(value);
        }
        self.out.push(b']');
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.field(name, value.as_bytes());
        }
    }

    /// Writes the date; in the words of the original file if they mean the same day.
    fn date(&mut self) {
        let Some(date) = &self.record.header.date else { return };
        match kept(self.record.tree.node(Tree::ROOT), "DT") {
            Some(kept) if same_day(kept, date) => self.field("DT", kept),
            _ => self.field("DT", date.as_bytes()),
        }
    }

    fn time(&mut self) {
        let h = &self.record.header;
        let overtime = h.overtime.as_deref().filter(|o| clock::is_overtime(o));
        match h.time {
            Some(time) => {
                if time.subsec_nanos() != 0 {
                    self.lose(LostPart::MainTimeFractions);
                }
                let text = clock::clock(time);
                let text = overtime.map_or(text.clone(), |o| format!("{text}/{o}"));
                self.field("TI", text.as_bytes());
                if overtime.is_none() && h.overtime.is_some() {
                    self.lose(LostPart::Overtime);
                }
            }
            None if h.overtime.is_some() => self.lose(LostPart::Overtime),
            None => {
                if let Some(kept) = kept(self.record.tree.node(Tree::ROOT), "TI") {
                    self.field("TI", kept);
                }
            }
        }
    }

    fn result(&mut self, area: usize) {
        let result = self.record.header.result.as_deref();
        let kept = kept(self.record.tree.node(Tree::ROOT), "RE");
        let says = |kept: &[u8]| GgfResult::read(&super::reading::text(kept)).and_then(GgfResult::result);
        match (kept, result.and_then(|r| GgfResult::of_result(r, area))) {
            (Some(kept), _) if says(kept).as_deref() == result => self.field("RE", kept),
            (_, Some(GgfResult { margin, flag })) => {
                let short = format!("{margin:+.3}");
                let exact = short.parse() == Ok(margin);
                let mut text = if exact { short } else { format!("{margin:+}") };
                if let Some(flag) = flag {
                    text.extend([':', char::from(flag)]);
                }
                self.field("RE", text.as_bytes());
            }
            (_, None) => {
                if result.is_some() {
                    self.lose(LostPart::Result);
                }
                self.field("RE", b"?");
            }
        }
    }

    fn board(&mut self, start: &AnyPosition) {
        let mut text = start.size().cols().to_string();
        for (point, letter) in discs::cells(start, ['-', '*', 'O']) {
            if point.col == 0 {
                text.push(' ');
            }
            text.push(letter);
        }
        text.push_str(if start.to_move() == Color::Black { " *" } else { " O" });
        self.field("BO", text.as_bytes());
    }

    fn moves(&mut self, start: AnyPosition) -> Result<(), Unwritable> {
        let record = self.record;
        let size = start.size();
        let mut position = Some(start);
        let mut last = None;
        for id in record.tree.main_line() {
            let node = record.tree.node(id);
            if id != Tree::ROOT && (!node.set_up.is_empty() || node.to_move.is_some()) {
                return Err(Unwritable::SetUpInGame);
            }
            let Some((given, mv)) = node.mv else {
                if node.value.is_some() || node.spent.is_some() {
                    self.lose(LostPart::ValuesWithoutMove);
                }
                if id != Tree::ROOT {
                    self.properties(node, true);
                }
                continue;
            };
            // A pass that the record leaves out, then the move. After the first illegal move only the record gives the
            // side.
            let turn = position.as_mut().and_then(|p| {
                if mv != Move::Pass && !p.is_legal(mv) && p.is_legal(Move::Pass) {
                    p.play_unchecked(Move::Pass);
                }
                let turn = p.to_move();
                p.play(mv).is_ok().then_some(turn)
            });
            if turn.is_none() || given.is_some() && turn != given {
                position = None;
            }
            let text = match mv {
                Move::Place(point) if size.contains(point) => {
                    Coords::Othello.format(point, size).to_ascii_uppercase()
                }
                Move::Pass => "PA".into(),
                _ => return Err(Unwritable::NotOnBoard(mv)),
            };
            let Some(color) = given.or(turn) else {
                return Err(Unwritable::UnknownSide(text));
            };
            if last == Some(color) {
                self.field(letter(!color), b"PA");
            }
            last = Some(color);
            if node.value.is_some_and(|v| !v.is_finite()) {
                self.lose(LostPart::ValuesWithoutNumber);
            }
            self.field(letter(color), argument(&text, node).as_bytes());
            self.properties(node, id != Tree::ROOT);
        }
        Ok(())
    }

    /// Writes the kept properties of a node that have no place of their own.
    fn properties(&mut self, node: &Node, all: bool) {
        for property in &node.extra {
            let Some(name) = property.ident.strip_prefix(PREFIX) else { continue };
            if !all && PLACED.contains(&name) {
                continue;
            }
            let fits = name.bytes().all(|b| b.is_ascii_alphabetic()) && name.len() <= 32;
            if !fits || OWN.contains(&name) || PLACED.contains(&name) {
                self.lose(LostPart::OtherProperties);
                continue;
            }
            for value in &property.values {
                self.field(name, value);
            }
        }
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A move with its value and time.
fn argument(text: &str, node: &Node) -> String {
    let mut out = text.to_owned();
    let value = node.value.filter(|v| v.is_finite());
    if value.is_some() || node.spent.is_some() {
        out.push('/');
    }
    if let Some(value) = value {
        let short = format!("{value:.2}");
        out.push_str(&if short.parse() == Ok(value) { short } else { value.to_string() });
    }
    if let Some(spent) = node.spent {
        out.push('/');
        out.push_str(&clock::seconds(spent));
    }
    out
}

/// The first value of a kept property.
fn kept<'n>(node: &'n Node, name: &str) -> Option<&'n [u8]> {
    let property = node.extra.iter().find(|p| p.ident.strip_prefix(PREFIX) == Some(name))?;
    property.values.first().map(Vec::as_slice)
}

fn same_day(kept: &[u8], date: &str) -> bool {
    let text = super::reading::text(kept);
    day(&text).unwrap_or(text) == date
}
