//! Piskvork's `.psq`, one game of gomoku per file, and its older form `.rec`.
//!
//! ```text
//! Piskvorky 20x20, 7:7, 0          columns x rows, levels of both players (0: a person), who began
//! 10,10,456                        column, row (from the top left, from 1), milliseconds
//! 11,12,4500
//! first.exe                        the players, where the game was one of a tournament
//! second.exe
//! 0                                a code of how it ended
//! 1,Renju                          a tournament's: 1 or 2 won, or 0 a draw; and the division, which names the rules
//! ```
//!
//! A `.rec` has the players first and counts from 0; its board is 20×20, or larger if the moves require it. Neither
//! form names the rules, but for the division of a tournament: [`ReadOptions::spec`] does; the default is freestyle.
//!
//! Levels and code are kept as the root's properties `PSQLEVELS` and `PSQCODE` if they are not 0, the division as
//! `PSQDIVISION`.

use crate::coverage::Coverage;
use crate::error::push_warning;
use crate::expected::quote;
use crate::{
    ConversionLoss, Counted, Expected, Format, Found, Gap, Location, LostPart, NodeId, Property, ReadError,
    ReadOptions, ReadOutput, Record, Remedy, Tree, Unwritable, Warning, WarningKind, WriteError,
    WriteOptions, WriteOutput,
};
use std::time::Duration;
use tengen_board::{Color, Point, Size};
use tengen_games::{GameSpec, Move, gomoku};

/// The names of persons, where the names of programs are expected.
const PEOPLE: [&str; 2] = ["homo-1", "homo-2"];

const COVERAGE: Coverage = Coverage {
    names: true,
    spent: true,
    properties: &["PSQLEVELS", "PSQCODE", "PSQDIVISION"],
    ..Coverage::NOTHING
};

/// Reads a game.
///
/// ```
/// use std::time::Duration;
/// use tengen_records::{ReadOptions, psq};
/// let read = psq::read(b"Piskvorky 20x20, 7:7, 0\n10,10,456\n11,12,4500\n", &ReadOptions::default())?;
/// let record = &read.records[0];
/// assert_eq!(record.main_moves().count(), 2);
/// assert_eq!(record.tree.node(1).spent, Some(Duration::from_millis(456)));
/// # Ok::<(), tengen_records::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] for the first thing that cannot be read; when lenient, only if that is the header.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    let mut reader = Reader { bytes, lines: lines(bytes), next: 0, options, warnings: Vec::new() };
    let record = reader.game()?;
    Ok(ReadOutput { records: vec![record], warnings: reader.warnings })
}

/// The lines that are not blank, trimmed, each with its offset.
fn lines(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in bytes.split(|&b| b == b'\n') {
        let text = line.trim_ascii();
        let blank = line.len() - line.trim_ascii_start().len();
        if !text.is_empty() {
            lines.push((at + blank, text));
        }
        at += line.len() + 1;
    }
    lines
}

struct Reader<'a> {
    bytes: &'a [u8],
    lines: Vec<(usize, &'a [u8])>,
    next: usize,
    options: &'a ReadOptions,
    warnings: Vec<Warning>,
}

/// A line with a move.
struct MoveLine {
    at: usize,
    len: usize,
    col: i64,
    row: i64,
    time: Option<Duration>,
}

impl<'a> Reader<'a> {
    fn place(&self, at: usize, len: usize) -> Location {
        Location::in_text(self.bytes, at, len)
    }

    fn error(&self, at: usize, text: &[u8], expected: Expected) -> ReadError {
        let found = found(&expected, text);
        ReadError::new(Format::Psq, self.place(at, text.len()), expected, found)
    }

    fn warn(&mut self, at: usize, text: &[u8], expected: Expected, remedy: Remedy, gap: Option<Gap>) {
        let kind = WarningKind::Fault { found: found(&expected, text), expected, remedy };
        let warning = Warning::new(self.place(at, text.len()), kind);
        let warning = Warning { record: Some(0), gap, refused: gap.is_some(), ..warning };
        push_warning(&mut self.warnings, self.options.limits.warnings, warning);
    }

    fn game(&mut self) -> Result<Record, ReadError> {
        if self.lines.first().is_some_and(|(_, text)| text.starts_with(b"\xef\xbb\xbf")) {
            let (at, text) = self.lines[0];
            self.lines[0] = (at + 3, &text[3..]);
        }
        let Some(&(at, first)) = self.lines.first() else {
            return Err(self.error(0, b"", HEADER));
        };
        let is_rec = !first.starts_with(b"Piskvorky")
            && self.lines.len() > 2
            && self.lines[..2].iter().all(|(_, text)| numbers(text).is_none())
            && numbers(self.lines[2].1).is_some();
        let (size, levels, second_began) = if is_rec {
            (None, String::new(), false)
        } else {
            self.next = 1;
            header(first).map_err(|expected| self.error(at, first, expected))?
        };
        let mut names = Vec::new();
        if is_rec {
            names = vec![self.lines[0].1, self.lines[1].1];
            self.next = 2;
        }
        let moves = self.moves()?;
        let size = match size {
            Some(size) => size,
            None => {
                let most = moves.iter().map(|m| m.col.max(m.row) + 1).max().unwrap_or(0).max(20);
                usize::try_from(most)
                    .ok()
                    .and_then(|side| Size::square(side).ok())
                    .unwrap_or(Size::of(20, 20))
            }
        };
        let ended = self.lines.get(self.next..).and_then(|rest| tournament(rest.last()?.1));
        let spec = self.spec(size, ended.as_ref()).map_err(|e| self.error(at, first, e))?;
        let mut record = Record::new(spec);
        let base = i64::from(!is_rec);
        let mut node = Tree::ROOT;
        for line in moves {
            let point = (u8::try_from(line.row - base), u8::try_from(line.col - base));
            let point = match point {
                (Ok(row), Ok(col)) if size.contains(Point::new(row, col)) => Point::new(row, col),
                _ => {
                    let text = &self.bytes[line.at..line.at + line.len];
                    let expected = Expected::ColumnAndRow(size, u8::from(!is_rec));
                    self.fault(line.at, text, expected, Remedy::RestLeftOut, node)?;
                    break;
                }
            };
            if record.tree.len() > self.options.limits.nodes {
                let expected = Expected::AtMost(self.options.limits.nodes, Counted::Nodes);
                self.fault(line.at, b"", expected, Remedy::RestLeftOut, node)?;
                break;
            }
            node = record.tree.add(node);
            let node = record.tree.node_mut(node);
            node.mv = Some((None, Move::Place(point)));
            node.spent = line.time;
        }
        self.footer(&mut names, &mut record)?;
        if let Some(ended) = ended {
            keep(&mut record, "PSQDIVISION", ended.division.into_bytes());
            record.header.result = Some(ended.winner.result(second_began).into());
        }
        if second_began {
            names.reverse();
        }
        if levels != "0:0" && !levels.is_empty() {
            let levels = match levels.split_once(':') {
                Some((a, b)) if second_began => format!("{b}:{a}"),
                _ => levels,
            };
            keep(&mut record, "PSQLEVELS", levels.into_bytes());
        }
        if let [black, white] = names[..] {
            record.header.black.name = name(black);
            record.header.white.name = name(white);
        }
        Ok(record)
    }

    /// Something invalid after the move of `last`: an error when strict, a warning when lenient.
    fn fault(
        &mut self,
        at: usize,
        text: &[u8],
        expected: Expected,
        remedy: Remedy,
        last: NodeId,
    ) -> Result<(), ReadError> {
        if !self.options.lenient {
            return Err(self.error(at, text, expected));
        }
        self.warn(at, text, expected, remedy, Some(Gap::After(last)));
        Ok(())
    }

    /// The rules of the division, or those asked for, on the board of the file.
    fn spec(&self, size: Size, ended: Option<&TournamentLine>) -> Result<GameSpec, Expected> {
        let rules = match (ended.and_then(TournamentLine::rules), &self.options.spec) {
            (Some(rules), _) => gomoku::Rules { size, ..rules },
            (None, Some(GameSpec::Gomoku(rules))) => gomoku::Rules { size, ..*rules },
            _ => gomoku::Rules { size, ..gomoku::Rules::FREESTYLE },
        };
        rules.check().map_err(|e| Expected::Playable(Box::new(e)))?;
        Ok(rules.into())
    }

    /// Reads the lines of moves, up to the first other line.
    fn moves(&mut self) -> Result<Vec<MoveLine>, ReadError> {
        let mut moves = Vec::new();
        while let Some(&(at, text)) = self.lines.get(self.next) {
            let Some((col, row, time)) = numbers(text) else { break };
            let time = match time {
                Some(time) if time > 0 => Some(Duration::from_millis(time as u64)),
                _ => None,
            };
            moves.push(MoveLine { at, len: text.len(), col, row, time });
            self.next += 1;
        }
        Ok(moves)
    }

    /// Reads the names of the players and the code, or the code alone.
    fn footer(&mut self, names: &mut Vec<&'a [u8]>, record: &mut Record) -> Result<(), ReadError> {
        let mut rest = self.lines[self.next..].to_vec();
        let last = record.tree.main_line().last().unwrap_or(Tree::ROOT);
        let may_be_names = if names.is_empty() { &rest[..rest.len().min(2)] } else { &[] };
        if may_be_names.iter().any(|(_, text)| is_damaged_move(text)) {
            let (at, text) = rest[0];
            self.fault(at, text, Expected::MoveOrCode, Remedy::RestLeftOut, last)?;
            // The names and the code follow the last line that is like a move.
            let moves = rest.iter().rposition(|(_, text)| is_damaged_move(text)).map_or(0, |at| at + 1);
            rest.drain(..moves);
        }
        // Two names and a code, two names, or a code.
        let has_names = rest.len() >= 3 || rest.len() == 2 && code(rest[0].1).is_none();
        if has_names && names.is_empty() {
            *names = rest.drain(..2).map(|(_, text)| text).collect();
        }
        let mut rest = rest.into_iter();
        match rest.next() {
            None => {}
            Some((at, text)) => match code(text) {
                Some(0) => {}
                Some(found) => keep(record, "PSQCODE", found.to_string().into_bytes()),
                None => {
                    self.fault(at, text, Expected::MoveOrCode, Remedy::LeftOut, last)?;
                }
            },
        }
        if let Some((at, text)) = rest.find(|(_, text)| tournament(text).is_none()) {
            self.warn(at, text, Expected::End(None), Remedy::LeftOut, None);
        }
        Ok(())
    }
}

/// What there is instead: more of it, or the text of the line.
fn found(expected: &Expected, text: &[u8]) -> Found {
    match expected {
        Expected::AtMost(..) => Found::More,
        _ => quote(text),
    }
}

/// The winner of a tournament's game, in the order of the names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Winner {
    First,
    Second,
    Neither,
}

impl Winner {
    /// The result in SGF's words.
    fn result(self, second_began: bool) -> &'static str {
        match (self, second_began) {
            (Winner::Neither, _) => "0",
            (Winner::First, false) | (Winner::Second, true) => "B+",
            (Winner::Second, false) | (Winner::First, true) => "W+",
        }
    }
}

/// The last line of a tournament's game: `1,Renju`.
struct TournamentLine {
    winner: Winner,
    division: String,
}

impl TournamentLine {
    /// The rules of the division; `None` if its name says nothing about them.
    fn rules(&self) -> Option<gomoku::Rules> {
        let division = self.division.to_lowercase();
        let named = |word: &str| division.contains(word);
        // Fast games are freestyle games.
        [
            ("renju", gomoku::Rules::RENJU),
            ("caro", gomoku::Rules::CARO),
            ("standard", gomoku::Rules::STANDARD),
            ("freestyle", gomoku::Rules::FREESTYLE),
            ("fast", gomoku::Rules::FREESTYLE),
        ]
        .into_iter()
        .find_map(|(word, rules)| named(word).then_some(rules))
    }
}

/// Reads the last line of a tournament's game.
fn tournament(text: &[u8]) -> Option<TournamentLine> {
    let (winner, division) = std::str::from_utf8(text).ok().filter(|t| t.len() < 80)?.split_once(',')?;
    let winner = match winner.trim() {
        "0" => Winner::Neither,
        "1" => Winner::First,
        "2" => Winner::Second,
        _ => return None,
    };
    let division = division.trim();
    let is_word =
        division.starts_with(|c: char| c.is_alphabetic()) && !division.contains([',', '[', ']', '\\']);
    is_word.then(|| TournamentLine { winner, division: division.into() })
}

fn keep(record: &mut Record, ident: &str, value: Vec<u8>) {
    let property = Property { ident: ident.into(), values: vec![value] };
    record.tree.node_mut(Tree::ROOT).extra.push(property);
}

/// The name of a player; `None` for a person.
fn name(text: &[u8]) -> Option<String> {
    let text = crate::charset::decode(text);
    (!PEOPLE.contains(&text.as_str())).then_some(text)
}

/// The code for the end of the game: a small integer.
fn code(text: &[u8]) -> Option<i32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// `x,y` or `x,y,time`, with numbers that fit.
fn numbers(text: &[u8]) -> Option<(i64, i64, Option<i64>)> {
    let text = std::str::from_utf8(text).ok().filter(|t| t.len() < 60)?;
    let mut parts = text.split(',').map(|part| part.trim().parse::<i64>());
    let (x, y) = (parts.next()?.ok()?, parts.next()?.ok()?);
    let time = match parts.next() {
        None => None,
        Some(time) => Some(time.ok()?),
    };
    (parts.next().is_none() && x.abs() < 1000 && y.abs() < 1000).then_some((x, y, time))
}

/// True for a line that is no name of a player: of its parts between commas at least two are numbers.
fn is_damaged_move(text: &[u8]) -> bool {
    let is_number = |part: &&[u8]| {
        let part = part.trim_ascii();
        let digits = part.strip_prefix(b"-").unwrap_or(part);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    text.split(|&b| b == b',').filter(is_number).count() >= 2
}

/// The first line of a file.
const HEADER: Expected = Expected::Header("Piskvorky 20x20, 7:7, 0");

/// The header: size, levels, and whether the second player began.
fn header(text: &[u8]) -> Result<(Option<Size>, String, bool), Expected> {
    let text = std::str::from_utf8(text).map_err(|_| HEADER)?;
    let mut parts = text.strip_prefix("Piskvorky").ok_or(HEADER)?.split(',');
    let size = parts.next().ok_or(HEADER)?.trim();
    let size: Size = size.parse().map_err(|_| Expected::BoardSize("20x20"))?;
    let number = |s: &str| s.trim().parse::<u32>().ok();
    let levels = match parts.next().map(str::trim).and_then(|l| l.split_once(':')) {
        Some((a, b)) => match (number(a), number(b)) {
            (Some(a), Some(b)) => format!("{a}:{b}"),
            _ => return Err(HEADER),
        },
        None => return Err(HEADER),
    };
    let second_began = match parts.next().map(str::trim) {
        None | Some("0" | "") => false,
        Some("1") => true,
        Some(_) => return Err(Expected::WhoBegan),
    };
    Ok((Some(size), levels, second_began))
}

/// Writes a game.
///
/// # Errors
/// [`WriteError`] unless there is exactly one record, of gomoku, with nothing but alternating stones of black and
/// white: no set-up, no passes.
pub fn write(records: &[Record], _options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    let format = Format::Psq;
    let record = match records {
        [record] => record,
        [] => return Err(WriteError::Empty(format)),
        _ => return Err(WriteError::Many { format, count: records.len() }),
    };
    let GameSpec::Gomoku(rules) = record.spec else {
        return Err(WriteError::Game { format, game: record.spec.kind() });
    };
    let refuse = |why: Unwritable| WriteError::Record { format, record: 0, why };
    let mut losses = COVERAGE.losses(record, 0);
    let ended = last_line(record);
    if ended.is_some() {
        losses.retain(|loss| loss.part != LostPart::Result);
    }
    let usual = ended.as_ref().and_then(TournamentLine::rules).unwrap_or(gomoku::Rules::FREESTYLE);
    if rules != (gomoku::Rules { size: rules.size, ..usual }) {
        losses.push(ConversionLoss::new(0, LostPart::Rules(rules.to_string())));
    }
    let root = record.tree.node(Tree::ROOT);
    let property = |ident: &str, usual: &str| {
        let found = root.extra.iter().find(|p| p.ident == ident).and_then(|p| p.values.first());
        found.and_then(|v| String::from_utf8(v.clone()).ok()).unwrap_or_else(|| usual.to_string())
    };
    let levels = Some(property("PSQLEVELS", "0:0")).filter(|l| header_levels(l)).unwrap_or("0:0".into());
    let mut out = format!("Piskvorky {}x{}, {levels}, 0\n", rules.size.cols(), rules.size.rows());
    let mut turn = Color::Black;
    let mut choices = 0;
    let line: Vec<NodeId> = record.tree.main_line().collect();
    let last = line.iter().rposition(|&id| record.tree.node(id).mv.is_some()).unwrap_or(0);
    for &id in &line[..=last] {
        let node = record.tree.node(id);
        if !node.set_up.is_empty() {
            return Err(refuse(Unwritable::SetUp));
        }
        match node.mv {
            None => {}
            Some((_, Move::Choose(_))) => choices += 1,
            Some((_, Move::Pass)) => return Err(refuse(Unwritable::Pass)),
            Some((color, Move::Place(point))) => {
                if color.is_some_and(|c| c != turn) {
                    return Err(refuse(Unwritable::OutOfTurn));
                }
                if !rules.size.contains(point) {
                    return Err(refuse(Unwritable::OffBoard(point)));
                }
                let time = node.spent.unwrap_or_default();
                if time.subsec_nanos() % 1_000_000 != 0 {
                    losses.push(ConversionLoss::new(0, LostPart::MillisecondFractions));
                }
                let time = time.as_millis().min(i64::MAX as u128);
                out.push_str(&format!("{},{},{time}\n", point.col + 1, point.row + 1));
                turn = !turn;
            }
        }
    }
    if choices > 0 {
        losses.push(ConversionLoss { record: 0, part: LostPart::OpeningDecisions, count: choices });
    }
    let names = [&record.header.black.name, &record.header.white.name].map(|name| {
        let plain = name.as_deref().map(|n| n.lines().collect::<Vec<_>>().join(" ").trim().to_string());
        let plain = plain
            .filter(|n| !n.is_empty() && !PEOPLE.contains(&n.as_str()))
            .filter(|n| numbers(n.as_bytes()).is_none() && !is_damaged_move(n.as_bytes()));
        if plain.as_ref() != name.as_ref() {
            losses.push(ConversionLoss::new(0, LostPart::NameOnLine));
        }
        plain
    });
    if names.iter().any(Option::is_some) {
        for (name, person) in names.iter().zip(PEOPLE) {
            out.push_str(name.as_deref().unwrap_or(person));
            out.push('\n');
        }
    }
    let code = Some(property("PSQCODE", "0")).filter(|c| code(c.as_bytes()).is_some()).unwrap_or("0".into());
    out.push_str(&format!("{code}\n"));
    if let Some(TournamentLine { winner, division }) = ended {
        out.push_str(&format!("{},{division}\n", ["1", "2", "0"][winner as usize]));
    }
    losses.dedup();
    Ok(WriteOutput { bytes: out.into_bytes(), losses, ..WriteOutput::default() })
}

/// The last line of a tournament's game that was read from such a file, if its result is still of that kind.
fn last_line(record: &Record) -> Option<TournamentLine> {
    let root = record.tree.node(Tree::ROOT);
    let division = &root.extra.iter().find(|p| p.ident == "PSQDIVISION")?.values;
    let winner = match record.header.result.as_deref()? {
        "B+" => Winner::First,
        "W+" => Winner::Second,
        "0" => Winner::Neither,
        _ => return None,
    };
    let line = format!("0,{}", std::str::from_utf8(division.first()?).ok()?);
    Some(TournamentLine { winner, ..tournament(line.as_bytes())? })
}

fn header_levels(levels: &str) -> bool {
    let number = |s: &str| s.parse::<u32>().is_ok();
    levels.split_once(':').is_some_and(|(a, b)| number(a) && number(b))
}
