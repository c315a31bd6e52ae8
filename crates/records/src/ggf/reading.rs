//! Reads GGF.

use super::{GgfResult, PREFIX, clock, day};
use crate::error::push_warning;
use crate::expected::{quote, quoted};
use crate::stream::{LocatedInput, gather, warning};
use crate::{
    Counted, Expected, Format, Found, Gap, Location, NodeId, Property, ReadError, ReadItem, ReadOptions,
    ReadOutput, Record, Tree, Warning, WarningKind, discs,
};
use std::io::BufRead;
use tengen_board::{Cell, Color, Coords};
use tengen_games::{GameKind, Move};

/// The game of the format.
const GAMES: &[(&str, GameKind)] = &[("GM[Othello]", GameKind::Othello)];

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
            let error = ReadError::new(Format::Ggf, at, Expected::GameStart, quote(&found));
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
                return Err(self.unexpected(Expected::GameEnd(";)"))?);
            }
            Some(b')') => return Err(self.unexpected(Expected::Property(&[";)"]))?),
            _ => {}
        }
        let mut ident = Vec::new();
        self.source.until(&mut ident, 32, |b| !b.is_ascii_alphabetic())?;
        if ident.is_empty() {
            return Err(self.unexpected(Expected::Property(&[";)"]))?);
        }
        self.source.skip_until(|b| !b.is_ascii_whitespace())?;
        if self.source.peek()? != Some(b'[') {
            return Err(self.unexpected(Expected::ValueStart)?);
        }
        self.source.byte()?;
        let at = self.source.place();
        let mut value = Vec::new();
        let most = self.options.limits.value_bytes.min(*bytes_left);
        if !self.source.until(&mut value, most, |b| b == b']')? {
            let expected = Expected::AtMost(most, Counted::ValueBytes);
            return Err(ReadError::new(Format::Ggf, at, expected, Found::More));
        }
        if self.source.byte()?.is_none() {
            return Err(self.source.error(Expected::ValueEnd, Found::End));
        }
        *bytes_left -= value.len();
        Ok(Some(RawProperty { ident, value, at }))
    }

    fn unexpected(&mut self, expected: Expected) -> Result<ReadError, ReadError> {
        let at = self.source.place();
        let found = match self.source.peek()? {
            None => Found::End,
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
        let mut gaps = Vec::new();
        let mut bytes_left = self.options.limits.game_bytes;
        loop {
            let piece = match self.piece(&mut bytes_left) {
                Ok(Some(piece)) => piece,
                Ok(None) => break,
                Err(error) if self.options.lenient => {
                    self.skip_game()?;
                    gaps.push((error, Gap::After(game.last)));
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
                // Without its set-up the game begins elsewhere.
                let starts_wrong = piece.ident == b"BO" && game.last == Tree::ROOT;
                gaps.push((error, if starts_wrong { Gap::At(Tree::ROOT) } else { Gap::After(game.last) }));
            }
            gaps.truncate(self.options.limits.warnings);
        }
        for (error, gap) in gaps {
            let warning = Warning { gap: Some(gap), ..warning(error) };
            push_warning(&mut warnings, self.options.limits.warnings, warning);
        }
        if !game.is_othello {
            if !self.options.lenient {
                return Err(ReadError::new(Format::Ggf, begin, Expected::Game(GAMES), Found::Nothing));
            }
            let kind = WarningKind::AssumedGame(GameKind::Othello, game.record.spec.size());
            warnings.push(Warning { refused: true, ..Warning::new(begin, kind) });
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
        let error = |expected| ReadError::new(Format::Ggf, piece.at, expected, quote(&piece.value));
        let text = || Some(text(&piece.value)).filter(|t| !t.is_empty());
        let h = &mut self.record.header;
        match &piece.ident[..] {
            b"GM" => {
                let name = piece.value.trim_ascii();
                self.is_othello = [&b"othello"[..], b"reversi"].iter().any(|n| name.eq_ignore_ascii_case(n));
                if !self.is_othello {
                    let found = Found::Quote(format!("GM[{}]", quoted(&piece.value)));
                    return Err(ReadError { found, ..error(Expected::Game(GAMES)) });
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
            b"BO" => self.set_up(&piece.value).ok_or_else(|| error(Expected::Position))?,
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
        let error = |expected| ReadError::new(Format::Ggf, piece.at, expected, quote(&piece.value));
        let value = text(&piece.value);
        let mut parts = value.split('/').map(str::trim);
        let word = parts.next().unwrap_or_default();
        let size = self.record.spec.size();
        let mv = if ["pa", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass)) {
            Move::Pass
        } else {
            let point = Coords::Othello.parse(word, size);
            Move::Place(point.map_err(|_| error(Expected::Point(size, Coords::Othello, Some("PA"))))?)
        };
        let worth = match parts.next() {
            None | Some("") => None,
            Some(number) => {
                let value = number.parse().ok().filter(|v: &f32| v.is_finite());
                Some(value.ok_or_else(|| error(Expected::MoveValue))?)
            }
        };
        let spent = match parts.next() {
            None | Some("") => None,
            Some(time) => Some(clock::read(time).ok_or_else(|| error(Expected::TimeSpent))?),
        };
        if parts.next().is_some() {
            return Err(error(Expected::MoveParts));
        }
        if self.record.tree.len() + 2 > most_nodes {
            let error = error(Expected::AtMost(most_nodes, Counted::Nodes));
            return Err(ReadError { found: Found::More, ..error });
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
