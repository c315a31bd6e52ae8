//! Reads GGF.

use super::{GgfResult, PREFIX, clock, day};
use crate::error::quote;
use crate::stream::{LocatedInput, gather, warning};
use crate::{
    Format, Location, NodeId, Property, ReadError, ReadItem, ReadOptions, ReadOutput, Record, Tree, Warning,
    discs,
};
use std::io::BufRead;
use tengen_board::{Cell, Color, Coords};
use tengen_games::{GameSpec, Move};

/// Reads all games of a text.
///
/// # Errors
/// [`ReadError`] for the first thing that is not valid; when lenient, only if no game can be read.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    gather(Format::Ggf, games(bytes, options), options)
}

/// Reads the games one by one.
pub fn games<R: BufRead>(input: R, options: &ReadOptions) -> Games<R> {
    Games { source: LocatedInput::new(Format::Ggf, input), options: options.clone(), done: false }
}

/// The games of a GGF text, one by one.
pub struct Games<R> {
    source: LocatedInput<R>,
    options: ReadOptions,
    done: bool,
}

/// The result of reading one game.
enum GameRead {
    /// The end of the input.
    End,
    /// A game, whole or as far as it could be read.
    Game(Box<ReadItem>),
    /// A game of which nothing can be kept; the next one may be readable.
    Nothing(ReadError),
}

/// A property and its location.
struct RawProperty {
    ident: Vec<u8>,
    value: Vec<u8>,
    at: Location,
}

impl<R: BufRead> Games<R> {
    /// Goes past the next `(;`; returns false at the end of the input. Anything unexpected before it is an error, or a
    /// warning when lenient.
    fn find_game(&mut self, warnings: &mut Vec<Warning>) -> Result<bool, ReadError> {
        let mut strange = None;
        loop {
            // Numbers before a match, white space, and the byte order mark of UTF-8.
            let plain = |b: u8| b.is_ascii_digit() || b.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(&b);
            self.source.skip_until(|b| !plain(b))?;
            let at = self.source.place();
            let found = match self.source.peek()? {
                None => return strange.map_or(Ok(false), Err),
                Some(b'(') => {
                    self.source.byte()?;
                    self.source.skip_until(|b| !b.is_ascii_whitespace())?;
                    if self.source.peek()? == Some(b';') {
                        self.source.byte()?;
                        warnings.extend(strange.map(warning));
                        return Ok(true);
                    }
                    b"(".to_vec()
                }
                Some(_) => {
                    let mut found = Vec::new();
                    if !self.source.until(&mut found, 24, |b| b == b'(')? {
                        self.source.skip_until(|b| b == b'(')?;
                    }
                    found
                }
            };
            let error = ReadError::new(Format::Ggf, at, "a game, which begins with '(;'", quote(&found));
            if !self.options.lenient {
                return Err(error);
            }
            strange.get_or_insert(error);
        }
    }

    /// The next property of a game; `None` at the end of the game.
    fn piece(&mut self, bytes_left: &mut usize) -> Result<Option<RawProperty>, ReadError> {
        self.source.skip_until(|b| !b.is_ascii_whitespace())?;
        match self.source.peek()? {
            Some(b';') => {
                self.source.byte()?;
                self.source.skip_until(|b| !b.is_ascii_whitespace())?;
                if self.source.peek()? == Some(b')') {
                    self.source.byte()?;
                    return Ok(None);
                }
                return Err(self.unexpected("')' after ';' at the end of the game")?);
            }
            Some(b')') => return Err(self.unexpected("';)' at the end of the game, or a property")?),
            _ => {}
        }
        let mut ident = Vec::new();
        self.source.until(&mut ident, 32, |b| !b.is_ascii_alphabetic())?;
        if ident.is_empty() {
            return Err(self.unexpected("a property such as B[f5], or ';)'")?);
        }
        self.source.skip_until(|b| !b.is_ascii_whitespace())?;
        if self.source.peek()? != Some(b'[') {
            return Err(self.unexpected("'[' after the name of a property")?);
        }
        self.source.byte()?;
        let at = self.source.place();
        let mut value = Vec::new();
        let most = self.options.limits.value_bytes.min(*bytes_left);
        if !self.source.until(&mut value, most, |b| b == b']')? {
            let expected = format!("']' within {most} bytes");
            return Err(ReadError::new(Format::Ggf, at, expected, "a longer value"));
        }
        if self.source.byte()?.is_none() {
            return Err(self.source.error("']' at the end of the value", "the end"));
        }
        *bytes_left -= value.len();
        Ok(Some(RawProperty { ident, value, at }))
    }

    fn unexpected(&mut self, expected: &str) -> Result<ReadError, ReadError> {
        let at = self.source.place();
        let found = match self.source.peek()? {
            None => "the end".into(),
            Some(byte) => quote(&[byte]),
        };
        Ok(ReadError::new(Format::Ggf, at, expected, found))
    }

    /// Skips the rest of a game that cannot be read.
    fn skip_game(&mut self) -> Result<(), ReadError> {
        loop {
            self.source.skip_until(|b| matches!(b, b';' | b'('))?;
            match self.source.peek()? {
                Some(b';') => {
                    self.source.byte()?;
                    if self.source.peek()? == Some(b')') {
                        self.source.byte()?;
                        return Ok(());
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn game(&mut self) -> Result<GameRead, ReadError> {
        let mut warnings = Vec::new();
        if !self.find_game(&mut warnings)? {
            return Ok(GameRead::End);
        }
        let begin = self.source.place();
        let mut game = GameBuilder::default();
        let mut bytes_left = self.options.limits.game_bytes;
        loop {
            let piece = match self.piece(&mut bytes_left) {
                Ok(Some(piece)) => piece,
                Ok(None) => break,
                Err(error) if self.options.lenient => {
                    self.skip_game()?;
                    warnings.push(warning(error));
                    break;
                }
                Err(error) => return Err(error),
            };
            if let Err(error) = game.take(&piece, self.options.limits.nodes) {
                if piece.ident == b"GM" {
                    self.skip_game()?;
                    return Ok(GameRead::Nothing(error));
                }
                if !self.options.lenient {
                    return Err(error);
                }
                warnings.push(warning(error));
            }
            warnings.truncate(self.options.limits.warnings);
        }
        if !game.is_othello {
            let error =
                ReadError::new(Format::Ggf, begin, "GM[Othello]", "a game that does not say which it is");
            if !self.options.lenient {
                return Err(error);
            }
            warnings.push(Warning::new(begin, "no GM[Othello]; read as Othello"));
        }
        Ok(GameRead::Game(Box::new(ReadItem { record: game.finish(), warnings })))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<ReadItem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match self.game() {
            Ok(GameRead::Game(item)) => Some(Ok(*item)),
            Ok(GameRead::Nothing(error)) => {
                self.done = !self.options.lenient;
                Some(Err(error))
            }
            Ok(GameRead::End) => {
                self.done = true;
                None
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

/// A game while it is read.
struct GameBuilder {
    record: Record,
    is_othello: bool,
    last: NodeId,
    /// The side of the last move; before the first move, the side that does not start.
    last_color: Color,
}

impl Default for GameBuilder {
    fn default() -> GameBuilder {
        let record = discs::record(8).expect("Othello is played on 8x8");
        GameBuilder { record, is_othello: false, last: Tree::ROOT, last_color: Color::White }
    }
}

impl GameBuilder {
    fn take(&mut self, piece: &RawProperty, most_nodes: usize) -> Result<(), ReadError> {
        let error = |expected: &str| ReadError::new(Format::Ggf, piece.at, expected, quote(&piece.value));
        let text = || Some(text(&piece.value)).filter(|t| !t.is_empty());
        let h = &mut self.record.header;
        match &piece.ident[..] {
            b"GM" => {
                let name = piece.value.trim_ascii();
                self.is_othello = [&b"othello"[..], b"reversi"].iter().any(|n| name.eq_ignore_ascii_case(n));
                if !self.is_othello {
                    return Err(error("the game Othello"));
                }
            }
            b"PC" => h.place = text(),
            b"PB" => h.black.name = text(),
            b"PW" => h.white.name = text(),
            b"RB" => h.black.rank = text(),
            b"RW" => h.white.rank = text(),
            b"DT" => {
                h.date = text().map(|t| day(&t).unwrap_or(t));
                let keep = h.date.as_ref().is_some_and(|d| d.as_bytes() != piece.value);
                self.keep("DT", keep, piece);
            }
            b"TI" => {
                let value = text().unwrap_or_default();
                let (main, rest) = match value.split_once('/') {
                    Some((main, rest)) => (main, Some(rest)),
                    None => (&value[..], None),
                };
                let time = clock::read(main);
                let known =
                    time.is_some_and(|t| t.subsec_nanos() == 0) && rest.is_none_or(clock::is_overtime);
                h.time = time.filter(|_| known);
                h.overtime = rest.filter(|_| known).map(Into::into);
                self.keep("TI", !known && !value.is_empty(), piece);
            }
            b"RE" => {
                let score = text().and_then(|t| GgfResult::read(&t));
                h.result = score.and_then(GgfResult::result);
                let area = self.record.spec.size().area();
                let again = h.result.as_deref().and_then(|r| GgfResult::of_result(r, area));
                let plain = [&b""[..], b"?"].contains(&piece.value.trim_ascii());
                self.keep("RE", again != score || score.is_none() && !plain, piece);
            }
            b"TY" => self.keep("TY", true, piece),
            b"BO" => self.set_up(&piece.value).ok_or_else(|| {
                error(
                    "the size of the board, a cell (*, O or -) for each point and the side to move (* or O)",
                )
            })?,
            b"B" => self.play(Color::Black, piece, most_nodes)?,
            b"W" => self.play(Color::White, piece, most_nodes)?,
            other => {
                let ident = format!("{PREFIX}{}", String::from_utf8_lossy(other));
                let extra = &mut self.record.tree.node_mut(self.last).extra;
                extra.push(Property { ident, values: vec![piece.value.clone()] });
            }
        }
        Ok(())
    }

    /// Keeps the exact text of a property that the record holds only in part. It replaces an earlier one.
    fn keep(&mut self, name: &str, keep: bool, piece: &RawProperty) {
        let ident = format!("{PREFIX}{name}");
        let extra = &mut self.record.tree.node_mut(Tree::ROOT).extra;
        extra.retain(|p| p.ident != ident);
        if keep {
            extra.push(Property { ident, values: vec![piece.value.clone()] });
        }
    }

    /// Reads `8 -------- … *`: cells with or without white space.
    fn set_up(&mut self, value: &[u8]) -> Option<()> {
        if self.last != Tree::ROOT {
            return None;
        }
        let mut words = value.trim_ascii().splitn(2, u8::is_ascii_whitespace);
        let side: usize = std::str::from_utf8(words.next()?).ok()?.parse().ok()?;
        let mut fresh = discs::record(side)?;
        let mut cells: Vec<Cell> = words
            .next()?
            .iter()
            .filter(|b| !b.is_ascii_whitespace())
            .take(side * side + 2)
            .map(|&b| discs::cell(b))
            .collect::<Option<_>>()?;
        let to_move = cells.pop()?.color()?;
        if cells.len() != side * side {
            return None;
        }
        discs::set_up(&mut fresh, &cells, to_move);
        self.record.spec = fresh.spec;
        self.last_color = !to_move;
        let (old, new) = (self.record.tree.node_mut(Tree::ROOT), fresh.tree.node_mut(Tree::ROOT));
        old.set_up = std::mem::take(&mut new.set_up);
        old.to_move = new.to_move;
        Some(())
    }

    fn play(&mut self, color: Color, piece: &RawProperty, most_nodes: usize) -> Result<(), ReadError> {
        let error = |expected: String| ReadError::new(Format::Ggf, piece.at, expected, quote(&piece.value));
        let value = text(&piece.value);
        let mut parts = value.split('/').map(str::trim);
        let word = parts.next().unwrap_or_default();
        let GameSpec::Othello(rules) = &self.record.spec else {
            return Err(error("a game of Othello".into()));
        };
        let mv = if ["pa", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass)) {
            Move::Pass
        } else {
            let point = Coords::Othello.parse(word, rules.size());
            Move::Place(point.map_err(|_| error(format!("a point of the {} board or PA", rules.size())))?)
        };
        let worth = match parts.next() {
            None | Some("") => None,
            Some(number) => {
                let value = number.parse().ok().filter(|v: &f32| v.is_finite());
                Some(value.ok_or_else(|| error("a number as the move's value".into()))?)
            }
        };
        let spent = match parts.next() {
            None | Some("") => None,
            Some(time) => Some(clock::read(time).ok_or_else(|| error("the time spent, such as 2.5".into()))?),
        };
        if parts.next().is_some() {
            return Err(error("a move, its value and the time spent, parted by '/'".into()));
        }
        if self.record.tree.len() + 2 > most_nodes {
            return Err(error(format!("at most {most_nodes} nodes")));
        }
        if self.last_color == color {
            self.last = self.record.tree.add(self.last);
            self.record.tree.node_mut(self.last).mv = Some((Some(!color), Move::Pass));
        }
        self.last = self.record.tree.add(self.last);
        let node = self.record.tree.node_mut(self.last);
        node.mv = Some((Some(color), mv));
        node.value = worth;
        node.spent = spent;
        self.last_color = color;
        Ok(())
    }

    /// The record, with its kept properties in the order of the writer, so that they read back the same.
    fn finish(mut self) -> Record {
        // The type of a plain game is the size of its board, which the record has already.
        let plain = self.record.spec.size().cols().to_string();
        let says_nothing = |p: &Property| {
            p.ident.strip_prefix(PREFIX) == Some("TY")
                && p.values.len() == 1
                && p.values[0] == plain.as_bytes()
        };
        let extra = &mut self.record.tree.node_mut(Tree::ROOT).extra;
        extra.retain(|p| !says_nothing(p));
        extra.sort_by_key(|p| rank(&p.ident));
        self.record
    }
}

/// The rank of a kept property in the order in which a game is written.
fn rank(ident: &str) -> usize {
    let order = ["DT", "TI", "", "TY", "RE"];
    order.iter().position(|&name| ident.strip_prefix(PREFIX) == Some(name)).unwrap_or(2)
}

/// A value as text: UTF-8, or Latin-1 if it is not UTF-8.
pub(super) fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}
