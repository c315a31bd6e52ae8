//! OBF: Othello positions with the values of their moves, one per line, as Edax and the problem collections of the FFO
//! write them.
//!
//! ```text
//! --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; A6:+4;
//! ```
//!
//! First the cells from a1 to h8 in reading order: `X` or `*` is black, `O` white, `-` or `.` empty; other boards have
//! as many cells as points. Then the side to move, with or without a gap before it; it may be missing where only one
//! side has a move, or the board is full. Then the value of each move for the side to move, best first, or `score:` and
//! the value of the position. `PS` and `PA` are a pass. `%` begins a comment, to the end of the line.
//!
//! In a record the position is set up at the root, and its value is that of the root. Each move is a child of the root
//! with its value. Fields that are neither (Edax fills lines up with `--:-127`) are kept in the root's property
//! [`PROPERTY`]. There is no written standard; source: the files of abulmo/edax-reversi, `problem/`.

use crate::coverage::Coverage;
use crate::expected::quote;
use crate::stream::{LocatedInput, gather, warning};
use crate::{
    ConversionLoss, Counted, Expected, Format, Found, Gap, Location, LostPart, Property, ReadError, ReadItem,
    ReadOptions, ReadOutput, Record, Tree, Unwritable, Warning, WriteError, WriteOptions, WriteOutput, discs,
};
use std::io::BufRead;
use tengen_board::{Cell, Color, Coords};
use tengen_games::{AnyPosition, Game, Move};

/// The property of the root that keeps the fields that are not moves.
pub const PROPERTY: &str = "OBF";

/// Reads all positions of a text.
///
/// # Errors
/// [`ReadError`] for the first line that is not valid; when lenient, only if no line is.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    gather(Format::Obf, positions(bytes, options), options)
}

/// Reads the positions one by one.
pub fn positions<R: BufRead>(input: R, options: &ReadOptions) -> Positions<R> {
    Positions { source: LocatedInput::new(Format::Obf, input), options: options.clone(), done: false }
}

/// The positions of an OBF text, one by one.
pub struct Positions<R> {
    source: LocatedInput<R>,
    options: ReadOptions,
    done: bool,
}

impl<R: BufRead> Positions<R> {
    /// The next line that is not empty, and where it starts; `None` at the end.
    fn line(&mut self) -> Result<Option<(Vec<u8>, Location)>, ReadError> {
        self.source.skip_until(|b| !b.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(&b))?;
        if self.source.peek()?.is_none() {
            return Ok(None);
        }
        let at = self.source.place();
        let most = self.options.limits.value_bytes.min(self.options.limits.game_bytes);
        let mut line = Vec::new();
        let ends = |b| matches!(b, b'\n' | b'\r');
        if !self.source.until(&mut line, most, ends)? {
            self.source.skip_until(ends)?;
            let expected = Expected::AtMost(most, Counted::LineBytes);
            return Err(ReadError::new(Format::Obf, at, expected, Found::More));
        }
        Ok(Some((line, at)))
    }

    fn position(&mut self) -> Result<Option<ReadItem>, ReadError> {
        loop {
            let Some((line, at)) = self.line()? else { return Ok(None) };
            if line[0] == b'%' {
                continue;
            }
            let line = ObfLine { text: &line, at };
            let mut record = line.head()?;
            let mut warnings = Vec::new();
            line.fields(&mut record, &self.options, &mut |error| {
                let gap = Some(Gap::After(Tree::ROOT));
                warnings.push(Warning { gap, ..warning(error) });
            })?;
            return Ok(Some(ReadItem { record, warnings }));
        }
    }
}

impl<R: BufRead> Iterator for Positions<R> {
    type Item = Result<ReadItem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let item = self.position().transpose();
        self.done = match &item {
            None => true,
            Some(Ok(_)) => false,
            // After an invalid line the next ones can still be read; after an error of the input they cannot.
            Some(Err(error)) => !self.options.lenient || error.at.line_column.is_none(),
        };
        item
    }
}

/// A line and where it starts.
struct ObfLine<'t> {
    text: &'t [u8],
    at: Location,
}

impl ObfLine<'_> {
    fn error(&self, from: usize, len: usize, expected: Expected) -> ReadError {
        let place = Location { offset: from as u64, len, line_column: Some((1, from as u64 + 1)) };
        let found = match self.text.get(from..from + len) {
            Some(found) if len > 0 => quote(found),
            _ => Found::LineEnd,
        };
        ReadError::new(Format::Obf, place.after(self.at), expected, found)
    }

    /// The cells and the side to move.
    fn head(&self) -> Result<Record, ReadError> {
        let mut cells: Vec<Cell> = self.text.iter().map_while(|&b| discs::cell(b)).collect();
        // The side may follow the cells without a gap.
        let joined = cells
            .last()
            .and_then(|cell| cell.color())
            .filter(|_| discs::side_of(cells.len()).is_none() && discs::side_of(cells.len() - 1).is_some());
        cells.truncate(cells.len() - usize::from(joined.is_some()));
        let len = cells.len();
        let Some(mut record) = discs::side_of(len).and_then(discs::record) else {
            let error = self.error(len, usize::from(len < self.text.len()), Expected::Cells);
            // Another letter is no cell; else their number is wrong.
            let is_letter = len > 0 && self.text.get(len).is_some_and(|b| b.is_ascii_alphanumeric());
            return Err(if is_letter { error } else { ReadError { found: Found::Cells(len), ..error } });
        };
        let gap = self.text[len..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let side = self.text.get(len + gap).and_then(|&b| discs::cell(b)?.color());
        let side = side.filter(|_| gap > 0 || joined.is_some());
        let is_missing = matches!(self.text.get(len + gap), None | Some(b';' | b'%'));
        let only = || discs::only_side(&record, &cells).filter(|_| is_missing);
        let Some(to_move) = side.or_else(only) else {
            let found = usize::from(len + gap < self.text.len());
            return Err(self.error(len + gap, found, Expected::SideToMove("X", "O")));
        };
        discs::set_up(&mut record, &cells, to_move);
        let end = len + gap + usize::from(side.is_some());
        match self.text[end..].trim_ascii_start().first() {
            None | Some(b';' | b'%') => Ok(record),
            Some(_) => Err(self.error(end, self.text.len() - end, Expected::FieldEnd)),
        }
    }

    /// Reads what follows the side to move. When lenient, `warn` gets what cannot be read, and it is left out.
    fn fields(
        &self,
        record: &mut Record,
        options: &ReadOptions,
        warn: &mut dyn FnMut(ReadError),
    ) -> Result<(), ReadError> {
        let size = record.spec.size();
        let comment = self.text.iter().position(|&b| b == b'%');
        if let Some(at) = comment {
            let text = String::from_utf8_lossy(self.text[at + 1..].trim_ascii()).into_owned();
            record.tree.node_mut(Tree::ROOT).comment = Some(text).filter(|t| !t.is_empty());
        }
        let mut from = self.text.iter().position(|&b| b == b';').unwrap_or(self.text.len());
        let end = comment.unwrap_or(self.text.len());
        while from < end {
            from += 1;
            let len = self.text[from..end].iter().position(|&b| b == b';').unwrap_or(end - from);
            let raw = &self.text[from..from + len];
            let field = raw.trim_ascii();
            let start = from + raw.len() - raw.trim_ascii_start().len();
            from += len;
            if field.is_empty() {
                continue;
            }
            let error = |expected| self.error(start, field.len(), expected);
            let parted = std::str::from_utf8(field).ok().and_then(|f| f.split_once(':'));
            let Some((name, value)) = parted.map(|(n, v)| (n.trim(), v.trim())) else {
                let error = error(Expected::ValuedMove);
                if !options.lenient {
                    return Err(error);
                }
                warn(error);
                continue;
            };
            let number = value.parse().ok().filter(|v: &f32| v.is_finite());
            let pass = ["ps", "pa", "pass"].iter().any(|p| name.eq_ignore_ascii_case(p));
            let mv =
                if pass { Some(Move::Pass) } else { Coords::Othello.parse(name, size).ok().map(Move::Place) };
            match (mv, number) {
                (Some(_), _) if record.tree.len() >= options.limits.nodes => {
                    let error = error(Expected::AtMost(options.limits.nodes, Counted::Nodes));
                    return Err(ReadError { found: Found::More, ..error });
                }
                (Some(mv), Some(value)) => {
                    let id = record.tree.add(Tree::ROOT);
                    let node = record.tree.node_mut(id);
                    node.mv = Some((None, mv));
                    node.value = Some(value);
                }
                (None, Some(value)) if name.eq_ignore_ascii_case("score") => {
                    record.tree.node_mut(Tree::ROOT).value = Some(value);
                }
                (None, _) if name == "--" => {
                    let value = field.to_vec();
                    let extra = &mut record.tree.node_mut(Tree::ROOT).extra;
                    match extra.first_mut() {
                        Some(property) => property.values.push(value),
                        None => extra.push(Property { ident: PROPERTY.into(), values: vec![value] }),
                    }
                }
                (mv, _) => {
                    let expected = match mv {
                        Some(_) => Expected::MoveValue,
                        None => Expected::ValuedMove,
                    };
                    if !options.lenient {
                        return Err(error(expected));
                    }
                    warn(error(expected));
                }
            }
        }
        Ok(())
    }
}

const COVERAGE: Coverage = Coverage {
    variations: true,
    set_up: true,
    values: true,
    comments: true,
    properties: &[PROPERTY],
    ..Coverage::NOTHING
};

/// Writes positions, one per line: the root's with the values of its moves, or, for a game whose moves have no values,
/// the position after the last move.
///
/// # Errors
/// [`WriteError`] if there is no such position, or if the game is not Othello on a square board.
pub fn write(records: &[Record], _options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    let mut written = WriteOutput::default();
    for (index, record) in records.iter().enumerate() {
        let mut losses = Vec::new();
        let line = line_of(record, &mut losses).map_err(|why| WriteError::Record {
            format: Format::Obf,
            record: index,
            why,
        })?;
        written.bytes.extend_from_slice(&line);
        written.losses.extend(losses.into_iter().map(|(part, count)| ConversionLoss {
            record: index,
            part,
            count,
        }));
        written.losses.extend(COVERAGE.losses(record, index));
    }
    Ok(written)
}

fn line_of(record: &Record, losses: &mut Vec<(LostPart, usize)>) -> Result<Vec<u8>, Unwritable> {
    let start = discs::start(record)?;
    let root = record.tree.node(Tree::ROOT);
    let children = || root.children.iter().map(|&id| record.tree.node(id));
    let is_study = root.value.is_some() || children().any(|n| n.value.is_some()) || root.children.is_empty();
    let mut out = Vec::new();
    let mut fields: Vec<Vec<u8>> = Vec::new();
    let position = if is_study {
        let mut kept = 0;
        if let Some(value) = root.value.filter(|v| v.is_finite()) {
            fields.push(format!("score:{}", number(value)).into_bytes());
        }
        for node in children() {
            let (Some((_, mv)), Some(value)) = (node.mv, node.value.filter(|v| v.is_finite())) else {
                continue;
            };
            let name = match mv {
                Move::Pass => "PS".into(),
                Move::Place(p) if start.size().contains(p) => {
                    Coords::Othello.format(p, start.size()).to_ascii_uppercase()
                }
                _ => return Err(Unwritable::NotOnBoard(mv)),
            };
            fields.push(format!("{name}:{}", number(value)).into_bytes());
            kept += 1;
        }
        let lost = record.tree.len() - 1 - kept;
        if lost > 0 {
            losses.push((LostPart::OtherMoves, lost));
        }
        start
    } else {
        let replay = record.replay().map_err(|e| Unwritable::Rules(e.violation))?;
        losses.push((LostPart::MovesBefore, record.tree.len() - 1));
        replay.position
    };
    write_head(&position, &mut out);
    for property in root.extra.iter().filter(|p| p.ident == PROPERTY) {
        for value in &property.values {
            if value.trim_ascii() == value
                && value.starts_with(b"--:")
                && !value.iter().any(|b| b";%\n\r".contains(b))
            {
                fields.push(value.clone());
            } else {
                losses.push((LostPart::AmbiguousField, 0));
            }
        }
    }
    for field in fields {
        out.push(b' ');
        out.extend(field);
        out.push(b';');
    }
    if let Some(comment) = &root.comment {
        // A line of the format ends with the line.
        let one_line = comment.replace(['\n', '\r'], " ");
        if one_line != *comment || comment.trim() != comment {
            losses.push((LostPart::CommentLineBreaks, 0));
        }
        out.extend_from_slice(b" % ");
        out.extend_from_slice(one_line.trim().as_bytes());
    }
    let others = record.tree.iter().skip(1).filter(|(_, n)| n.comment.is_some()).count();
    if others > 0 {
        losses.push((LostPart::MoveComments, others));
    }
    out.push(b'\n');
    Ok(out)
}

fn write_head(position: &AnyPosition, out: &mut Vec<u8>) {
    out.extend(discs::cells(position, ['-', 'X', 'O']).map(|(_, letter)| letter as u8));
    out.extend_from_slice(if position.to_move() == Color::Black { b" X;" } else { b" O;" });
}

/// A value with its sign and its decimals.
fn number(value: f32) -> String {
    format!("{value:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_signs() {
        for (value, text) in [(18.0, "+18"), (-4.0, "-4"), (0.0, "+0"), (2.5, "+2.5")] {
            assert_eq!(number(value), text);
        }
    }
}
