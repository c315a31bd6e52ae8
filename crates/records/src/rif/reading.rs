//! Reads RIF databases, game by game.

use super::PROPERTY;
use super::tables::{Attributes, Table, Tables, value};
use super::utf8::Utf8;
use crate::expected::{quote, quoted};
use crate::stream::{LocatedInput, gather, warning};
use crate::{
    Counted, Expected, Format, Found, Gap, Location, Named, Property, ReadError, ReadItem, ReadOptions,
    ReadOutput, Record, Remedy, Tree, Warning, WarningKind,
};
use encoding_rs::Encoding;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};
use std::io::BufRead;
use tengen_board::{Coords, Size};
use tengen_games::{GameSpec, Move};

/// The limit of nested elements; the database has four levels.
const DEEPEST: usize = 64;
/// The outermost element.
const DATABASE: Expected = Expected::Element("database");
/// Renju's board.
const BOARD: Size = Size::of(15, 15);

/// Reads the whole database.
///
/// # Errors
/// [`ReadError`] for the first thing that is not valid; when lenient, only if there is no game.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    gather(Format::Rif, games(bytes, options), options)
}

/// Reads the games one by one, in memory for the tables and one game.
pub fn games<R: BufRead>(input: R, options: &ReadOptions) -> Games<R> {
    let mut reader = Reader::from_reader(Utf8::new(LocatedInput::new(Format::Rif, input)));
    reader.config_mut().check_end_names = true;
    Games {
        reader,
        buffer: Vec::new(),
        options: options.clone(),
        tables: Tables::default(),
        depth: 0,
        done: false,
        begun: false,
        game: None,
        text: None,
    }
}

/// The games of a RIF database, one by one.
pub struct Games<R> {
    reader: Reader<Utf8<LocatedInput<R>>>,
    buffer: Vec<u8>,
    options: ReadOptions,
    tables: Tables,
    depth: usize,
    done: bool,
    /// True after `<database>`.
    begun: bool,
    game: Option<GameBuilder>,
    /// The text that is being read: its kind, the text so far, and where it begins.
    text: Option<(TextPart, String, Location)>,
}

/// The kind of a text in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextPart {
    Moves,
    Info,
}

/// A game while it is read.
struct GameBuilder {
    at: Location,
    attributes: Attributes,
    moves: Vec<Move>,
    /// The first word among the moves that is not a move.
    bad: Option<ReadError>,
    info: Vec<String>,
}

/// An event of the XML, independent of the buffer that it was read into.
enum XmlItem {
    Start { name: String, attributes: Result<Attributes, String>, empty: bool },
    End(String),
    Text(String),
    Charset(Option<&'static Encoding>, String),
    Nothing,
    Eof,
}

impl<R: BufRead> Games<R> {
    fn place(&self) -> Location {
        self.reader.get_ref().input.place()
    }

    fn error(&self, at: Location, expected: Expected, found: Found) -> ReadError {
        ReadError::new(Format::Rif, at, expected, found)
    }

    fn step(&mut self) -> Result<XmlItem, ReadError> {
        let at = self.place();
        let most = self.options.limits.value_bytes;
        self.reader.get_mut().input.allow(most);
        self.buffer.clear();
        // Names and values of attributes are copied: the next event reuses the buffer.
        let step = match self.reader.read_event_into(&mut self.buffer) {
            Ok(Event::Start(e)) => start(&e, false),
            Ok(Event::Empty(e)) => start(&e, true),
            Ok(Event::End(e)) => XmlItem::End(e.local_name().as_ref().to_owned()),
            Ok(Event::Text(t)) => XmlItem::Text(t.into_inner().into_owned()),
            Ok(Event::CData(t)) => XmlItem::Text(t.into_inner().into_owned()),
            Ok(Event::GeneralRef(r)) => {
                let name = r.into_inner();
                let entity = format!("&{name};");
                XmlItem::Text(match quick_xml::escape::unescape(&entity) {
                    Ok(text) => text.into_owned(),
                    Err(_) => entity,
                })
            }
            Ok(Event::Decl(d)) => match d.encoding() {
                Some(Ok(name)) => XmlItem::Charset(Encoding::for_label(name.as_bytes()), name.into_owned()),
                _ => XmlItem::Nothing,
            },
            Ok(Event::Comment(_) | Event::PI(_) | Event::DocType(_)) => XmlItem::Nothing,
            Ok(Event::Eof) => XmlItem::Eof,
            Err(_) if self.reader.get_ref().input.is_spent() => {
                return Err(self.error(at, Expected::AtMost(most, Counted::ValueBytes), Found::More));
            }
            Err(Error::Io(e)) => {
                let offset = self.place().offset;
                return Err(crate::format::unreadable(Format::Rif, offset, &std::io::Error::other(e)));
            }
            Err(e) => return Err(self.error(at, Expected::Xml, Found::Error(e.to_string()))),
        };
        Ok(step)
    }

    /// Reads to the end of the next game.
    fn game(&mut self) -> Result<Option<ReadItem>, ReadError> {
        loop {
            let at = self.place();
            match self.step()? {
                XmlItem::Start { name, attributes, empty } => {
                    let attributes =
                        attributes.map_err(|e| self.error(at, Expected::Xml, Found::Error(e)))?;
                    if !self.begun && name != "database" {
                        return Err(self.error(at, DATABASE, quote(name.as_bytes())));
                    }
                    self.begun = true;
                    if !empty {
                        self.depth += 1;
                        if self.depth > DEEPEST {
                            let expected = Expected::AtMost(DEEPEST, Counted::Depth);
                            return Err(self.error(at, expected, Found::More));
                        }
                    }
                    self.start(name, attributes, empty, at)?;
                    if empty && self.game.as_ref().is_some_and(|g| g.at == at) {
                        return self.finish().map(Some);
                    }
                }
                XmlItem::End(name) => {
                    self.depth = self.depth.saturating_sub(1);
                    match name.as_str() {
                        "game" if self.game.is_some() => return self.finish().map(Some),
                        "move" | "info" => self.end_text()?,
                        _ => {}
                    }
                }
                XmlItem::Text(text) => {
                    let most = self.options.limits.value_bytes;
                    let Some((_, so_far, _)) = &mut self.text else { continue };
                    if so_far.len() + text.len() > most {
                        return Err(self.error(at, Expected::AtMost(most, Counted::ValueBytes), Found::More));
                    }
                    so_far.push_str(&text);
                }
                XmlItem::Charset(Some(set), name) => {
                    if set.is_single_byte() {
                        self.reader.get_mut().charset = set;
                    } else if set != encoding_rs::UTF_8 {
                        return Err(self.error(at, Expected::CharacterSet, quote(name.as_bytes())));
                    }
                }
                XmlItem::Charset(None, name) => {
                    return Err(self.error(at, Expected::CharacterSet, quote(name.as_bytes())));
                }
                XmlItem::Nothing => {}
                XmlItem::Eof if !self.begun => {
                    return Err(self.error(at, DATABASE, Found::End));
                }
                XmlItem::Eof if self.depth > 0 => {
                    return Err(self.error(at, Expected::Element("/database"), Found::End));
                }
                XmlItem::Eof => return Ok(None),
            }
        }
    }

    fn start(
        &mut self,
        name: String,
        attributes: Attributes,
        empty: bool,
        at: Location,
    ) -> Result<(), ReadError> {
        match (name.as_str(), &mut self.game) {
            ("game", game) => {
                *game = Some(GameBuilder { at, attributes, moves: Vec::new(), bad: None, info: Vec::new() });
                self.text = None;
            }
            ("move", Some(_)) if !empty => self.text = Some((TextPart::Moves, String::new(), self.place())),
            ("info", Some(_)) if !empty => self.text = Some((TextPart::Info, String::new(), self.place())),
            (_, Some(_)) => {}
            (table, None) => {
                self.tables.take(table, &attributes);
                let most = self.options.limits.game_bytes;
                if self.tables.bytes > most {
                    return Err(self.error(at, Expected::AtMost(most, Counted::TableBytes), Found::More));
                }
            }
        }
        Ok(())
    }

    fn end_text(&mut self) -> Result<(), ReadError> {
        let (Some((part, text, at)), Some(game)) = (self.text.take(), &mut self.game) else { return Ok(()) };
        match part {
            TextPart::Info => {
                let text = text.trim();
                if !text.is_empty() {
                    game.info.push(text.into());
                }
            }
            TextPart::Moves => {
                if game.moves.len() + text.split_ascii_whitespace().count() >= self.options.limits.nodes {
                    let expected = Expected::AtMost(self.options.limits.nodes, Counted::Nodes);
                    return Err(ReadError::new(Format::Rif, at, expected, Found::More));
                }
                if game.bad.is_some() {
                    return Ok(());
                }
                for word in text.split_ascii_whitespace() {
                    let mv = match word {
                        "--" | "pass" => Some(Move::Pass),
                        word => Coords::Gomoku.parse(word, BOARD).ok().map(Move::Place),
                    };
                    let Some(mv) = mv else {
                        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
                        let place = Location::in_text(text.as_bytes(), offset, word.len()).after(at);
                        let expected = Expected::Point(BOARD, Coords::Gomoku, None);
                        game.bad = Some(ReadError::new(Format::Rif, place, expected, quote(word.as_bytes())));
                        break;
                    };
                    game.moves.push(mv);
                }
            }
        }
        Ok(())
    }

    /// Makes a record of the game that has ended.
    fn finish(&mut self) -> Result<ReadItem, ReadError> {
        self.text = None;
        let GameBuilder { at, attributes, moves, bad, info } =
            self.game.take().expect("a game has just ended");
        let mut warnings = Vec::new();
        match bad {
            Some(error) if !self.options.lenient => return Err(error),
            bad => warnings.extend(bad.map(warning)),
        }
        let mut record = Record::from_moves(self.spec(&attributes), moves);
        warnings.iter_mut().for_each(|w: &mut Warning| w.gap = Some(Gap::at_end(&record)));
        self.head(&mut record, &attributes, at, &mut warnings);
        record.header.comment = Some(info.join("\n")).filter(|c| !c.is_empty());
        Ok(ReadItem { record, warnings })
    }

    /// Renju, unless the rule is called gomoku or the caller names other rules for this board.
    fn spec(&self, attributes: &Attributes) -> GameSpec {
        let rule = value(attributes, "rule").and_then(|id| self.tables.name(Table::Rule, id));
        let named = |game: &str, rules| GameSpec::named(game, rules, None).expect("the game has this name");
        match &self.options.spec {
            _ if rule.is_some_and(|r| r.to_ascii_lowercase().contains("gomoku")) => {
                named("gomoku", Some("standard"))
            }
            Some(spec @ GameSpec::Gomoku(rules)) if rules.size == BOARD => spec.clone(),
            _ => named("renju", None),
        }
    }

    fn head(&self, record: &mut Record, attributes: &Attributes, at: Location, warnings: &mut Vec<Warning>) {
        let mut kept: Vec<String> = Vec::new();
        let head = &mut record.header;
        for (name, text) in attributes {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            let mut known = true;
            match name.as_str() {
                "black" => {
                    head.black.name = self.tables.name(Table::Player, text).map(Into::into);
                    known = head.black.name.is_some();
                }
                "white" => {
                    head.white.name = self.tables.name(Table::Player, text).map(Into::into);
                    known = head.white.name.is_some();
                }
                "tournament" => match self.tables.tournament(text) {
                    Some(tournament) => {
                        head.event = tournament.name.clone();
                        head.date = tournament.date.clone();
                        head.place = self.tables.place(tournament);
                    }
                    None => known = false,
                },
                "round" => head.round = Some(text.into()),
                "bresult" => match text {
                    "1" => head.result = Some("B+".into()),
                    "0" => head.result = Some("W+".into()),
                    "0.5" => head.result = Some("0".into()),
                    _ => known = false,
                },
                _ => {}
            }
            if !known {
                let kind = match name.as_str() {
                    "tournament" => WarningKind::Unnamed(Named::Tournament, quoted(text.as_bytes())),
                    "bresult" => WarningKind::Fault {
                        expected: Expected::Result,
                        found: quote(text.as_bytes()),
                        remedy: Remedy::Kept,
                    },
                    _ => WarningKind::Unnamed(Named::Player, quoted(text.as_bytes())),
                };
                warnings.push(Warning::new(at, kind));
            }
            let named = match name.as_str() {
                "rule" => self.tables.name(Table::Rule, text),
                "opening" => self.tables.name(Table::Opening, text),
                _ => None,
            };
            if let Some(named) = named {
                kept.push(format!("{name}-name={named}"));
            }
            if !(known && matches!(name.as_str(), "round" | "bresult")) {
                kept.push(format!("{name}={text}"));
            }
        }
        if !kept.is_empty() {
            let values = kept.into_iter().map(String::into_bytes).collect();
            record.tree.node_mut(Tree::ROOT).extra.push(Property { ident: PROPERTY.into(), values });
        }
    }
}

/// An element with its attributes.
fn start(e: &BytesStart<'_>, empty: bool) -> XmlItem {
    let attributes = e.attributes().map(|attribute| {
        let attribute = attribute.map_err(|e| e.to_string())?;
        let raw: &str = &attribute.value;
        let text = match quick_xml::escape::unescape(raw) {
            Ok(text) => text.into_owned(),
            Err(_) => raw.to_owned(),
        };
        Ok((attribute.key.local_name().as_ref().to_owned(), text))
    });
    XmlItem::Start { name: e.local_name().as_ref().to_owned(), attributes: attributes.collect(), empty }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<ReadItem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        // After an error in the XML nothing more can be read; the game so far is kept when lenient.
        let mut item = self.game();
        self.done = !matches!(item, Ok(Some(_)));
        if let Err(error) = &item
            && self.options.lenient
            && self.game.is_some()
        {
            let error = warning(error.clone());
            item = self.end_text().and_then(|()| self.finish()).map(|mut unfinished| {
                let gap = Some(Gap::at_end(&unfinished.record));
                unfinished.warnings.push(Warning { gap, ..error });
                Some(unfinished)
            });
        }
        item.transpose()
    }
}
