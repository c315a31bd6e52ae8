//! Plain move lists: one game per line, in the notation of the players of the game.
//!
//! | game | example |
//! | --- | --- |
//! | gomoku, renju, m,n,k | `h8i9g7`, `h8 i9 g7`, `1. h8 i9 2. g7` |
//! | Othello | `f5d6c3`, `F5D6C3`; passes (`PS`, `PA`, `pass`, `--`) may be left out |
//! | Go | `Q16 D4 pass`, `B Q16 W D4` |
//! | connect four | `4435`, the columns from 1 |
//!
//! Blank lines and lines that begin with `#` are ignored. A list does not name its game: [`ReadOptions::spec`] does.
//! Without it the game is guessed from the moves, with a warning.
//!
//! Lines of tags before a game, as pente.org exports them, name it and its players; its moves then go on to the next
//! tags ([`has_tags`]).

mod guess;
mod passes;
mod tags;

pub use guess::{likely_games, on_fitting_board};

use crate::coverage::Coverage;
use crate::error::push_warning;
use crate::expected::{quote, quoted};
use crate::stream::{LocatedInput, gather};
use crate::{
    ConversionLoss, Counted, Expected, Format, Found, Gap, Location, LostPart, Node, NodeId, ReadError,
    ReadItem, ReadOptions, ReadOutput, Record, Remedy, Tree, Unwritable, Warning, WarningKind, WriteError,
    WriteOptions, WriteOutput,
};
use guess::{guess, unreadable};
use passes::Passing;
use std::io::BufRead;
use tags::Tags;
use tengen_board::{Color, Coords, Point, Size};
use tengen_games::{Choice, Feature, Game as _, GameKind, GameSpec, Move, Passes};

/// Separators between moves.
const SEPARATORS: &[u8] = b" \t\r\n,;.:-|>/";

/// Reads a list of games.
///
/// ```
/// use tengen_games::GameSpec;
/// use tengen_records::{ReadOptions, movelist};
/// let options = ReadOptions::default().with_spec(GameSpec::named("gomoku", None, None)?);
/// let read = movelist::read(b"h8i9g7\n", &options)?;
/// assert_eq!(read.records[0].main_moves().count(), 3);
/// let error = movelist::read(b"h8i9q7", &options).unwrap_err();
/// assert_eq!(error.at.to_string(), "line 1, column 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadError`] for the first thing that is not a move; when lenient, only if there is no game.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    gather(Format::MoveList, games(bytes, options), options)
}

/// Reads a list game by game.
pub fn games<'a>(
    input: impl BufRead + 'a,
    options: &ReadOptions,
) -> impl Iterator<Item = Result<ReadItem, ReadError>> + 'a {
    Games {
        source: LocatedInput::new(Format::MoveList, input),
        options: options.clone(),
        next: None,
        found: 0,
        done: false,
    }
}

/// True if a list begins with a tag, and so names its game: `[Game "Pente"]`.
pub fn has_tags(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let end = text.iter().take(500).position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(text.len().min(500));
    tags::tag(&text[..end]).is_some_and(|(key, _)| key.eq_ignore_ascii_case("Game"))
}

struct Games<R> {
    source: LocatedInput<R>,
    options: ReadOptions,
    /// A line that was read already: the first tag of the next game.
    next: Option<(Vec<u8>, Location)>,
    found: usize,
    done: bool,
}

impl<R: BufRead> Games<R> {
    /// The next line that is not blank, and its location; `None` at the end.
    fn line(&mut self) -> Result<Option<(Vec<u8>, Location)>, ReadError> {
        if let Some(line) = self.next.take() {
            return Ok(Some(line));
        }
        let ends = |b: u8| matches!(b, b'\n' | b'\r');
        loop {
            let mut start = self.source.place();
            let mut line = Vec::new();
            let most = self.options.limits.value_bytes;
            if !self.source.until(&mut line, most, ends)? {
                let error = ReadError::new(
                    Format::MoveList,
                    start,
                    Expected::AtMost(most, Counted::LineBytes),
                    Found::More,
                );
                self.source.skip_until(ends)?;
                return Err(error);
            }
            if line.starts_with(b"\xef\xbb\xbf") && start.offset == 0 {
                line.drain(..3);
                start = Location { offset: 3, len: 0, line_column: Some((1, 4)) };
            }
            let content = line.trim_ascii();
            if !content.is_empty() && content[0] != b'#' {
                return Ok(Some((line, start)));
            }
            if self.source.byte()?.is_none() {
                return Ok(None);
            }
        }
    }
}

impl<R: BufRead> Games<R> {
    /// A game that begins with the tag `line`: the tags, then moves up to the next tags or the end.
    fn tagged(&mut self, line: Vec<u8>, start: Location) -> Result<ReadItem, ReadError> {
        let mut tags = Tags::default();
        let (mut moves, mut at) = (Vec::new(), start);
        let mut line = Some((line, start));
        while let Some((bytes, place)) = line {
            match tags::tag(&bytes) {
                Some(tag) if moves.is_empty() => tags.push(tag),
                Some(_) => {
                    self.next = Some((bytes, place));
                    break;
                }
                None if moves.len() + bytes.len() > self.options.limits.value_bytes => {
                    let expected = Expected::AtMost(self.options.limits.value_bytes, Counted::GameBytes);
                    return Err(ReadError::new(Format::MoveList, place, expected, Found::More));
                }
                None => {
                    if moves.is_empty() {
                        at = place;
                    } else {
                        moves.push(b'\n');
                    }
                    moves.extend(bytes);
                }
            }
            line = self.line()?;
        }
        let mut options = self.options.clone();
        options.spec = tags.spec().or(options.spec);
        if options.spec.is_none() {
            const GAMES: &[(&str, GameKind)] = &[("[Game \"Pente\"]", GameKind::Pente)];
            let name = quoted(tags.get("Game").unwrap_or_default().as_bytes());
            let found = Found::Quote(format!("[Game \"{name}\"]"));
            return Err(ReadError::new(Format::MoveList, start, Expected::Game(GAMES), found));
        }
        let mut item = game(tags::without_result(&moves), at, &options)?;
        tags.header(&mut item.record);
        Ok(item)
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<ReadItem, ReadError>;

    fn next(&mut self) -> Option<Result<ReadItem, ReadError>> {
        if self.done {
            return None;
        }
        let before = self.source.place();
        let item = match self.line() {
            Ok(Some((line, start))) => {
                self.found += 1;
                match tags::tag(&line) {
                    Some(_) => self.tagged(line, start),
                    None => game(&line, start, &self.options),
                }
            }
            Ok(None) => {
                self.done = true;
                if self.found > 0 {
                    return None;
                }
                let start = Location { line_column: Some((1, 1)), ..Location::default() };
                Err(ReadError::new(Format::MoveList, start, Expected::Moves, Found::Nothing))
            }
            Err(error) => {
                self.done |= self.source.place() == before;
                Err(error)
            }
        };
        self.done |= item.is_err() && !self.options.lenient;
        Some(item)
    }
}

/// One token of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Move(Move),
    /// `B` or `W` before a move.
    Color(Color),
    /// The number of a move, which is ignored.
    Number,
}

/// Splits a list into the tokens of one game.
struct Lexer<'l> {
    line: &'l [u8],
    at: usize,
    spec: &'l GameSpec,
    /// Where stones fall: the number of stones in each column.
    fallen: Vec<usize>,
}

impl<'l> Lexer<'l> {
    fn new(line: &'l [u8], spec: &'l GameSpec) -> Lexer<'l> {
        Lexer { line, at: 0, spec, fallen: vec![0; spec.size().cols()] }
    }

    fn gravity(&self) -> bool {
        self.spec.has(Feature::Gravity)
    }

    fn forced_passes(&self) -> bool {
        self.spec.info().passes == Passes::Forced
    }

    fn coords(&self) -> Coords {
        self.spec.coords()
    }

    /// The next token with its offset and length; `Err` if it is invalid; `None` at the end.
    fn next(&mut self) -> Option<(usize, usize, Result<Token, ()>)> {
        let rest = |at: usize| &self.line[at.min(self.line.len())..];
        if self.forced_passes() && rest(self.at).trim_ascii_start().starts_with(b"--") {
            let at = self.line.len() - rest(self.at).trim_ascii_start().len();
            self.at = at + 2;
            return Some((at, 2, Ok(Token::Move(Move::Pass))));
        }
        while self.line.get(self.at).is_some_and(|b| SEPARATORS.contains(b)) {
            self.at += 1;
        }
        let start = self.at;
        let rest = rest(start);
        let first = *rest.first()?;
        let digits = |bytes: &[u8]| bytes.iter().take_while(|b| b.is_ascii_digit()).count();
        let letters = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let (length, token) = if first.is_ascii_digit() {
            let run = digits(rest);
            if rest.get(run) == Some(&b'.') {
                (run + 1, Ok(Token::Number))
            } else if self.gravity() {
                // Columns above 9 must be separated.
                let length = if self.spec.size().cols() > 9 { run } else { 1 };
                (length, self.column(&rest[..length]))
            } else {
                (run, Err(()))
            }
        } else if letters == 1 {
            let run = digits(&rest[1..]);
            match (run, first.to_ascii_lowercase()) {
                (0, b'b') => (1, Ok(Token::Color(Color::Black))),
                (0, b'w') => (1, Ok(Token::Color(Color::White))),
                // No board needs three digits: they make the token invalid.
                _ => (1 + run, self.point(&rest[..1 + run.min(3)])),
            }
        } else {
            self.word(rest)
        };
        self.at = start + length.max(1);
        Some((start, length.max(1), token))
    }

    fn point(&mut self, text: &[u8]) -> Result<Token, ()> {
        let text = std::str::from_utf8(text).map_err(|_| ())?;
        let point = self.coords().parse(text, self.spec.size()).map_err(|_| ())?;
        if self.gravity() {
            self.fallen[usize::from(point.col)] += 1;
        }
        Ok(Token::Move(Move::Place(point)))
    }

    /// The point on which a stone in this column comes to rest.
    fn column(&mut self, text: &[u8]) -> Result<Token, ()> {
        let size: Size = self.spec.size();
        let number: usize = std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()).ok_or(())?;
        let col = number.checked_sub(1).filter(|&col| col < size.cols()).ok_or(())?;
        // A stone in a full column is a move too, an illegal one.
        let row = (size.rows() - 1).saturating_sub(self.fallen[col]);
        self.fallen[col] += 1;
        Ok(Token::Move(Move::Place(Point::new(row as u8, col as u8))))
    }

    /// A pass or a choice. These words must be separated from what follows.
    fn word(&self, rest: &[u8]) -> (usize, Result<Token, ()>) {
        // A dash may be part of a word as well as a separator.
        let length = rest.iter().take_while(|&&b| b == b'-' || b == b'=' || !SEPARATORS.contains(&b)).count();
        let starts =
            |word: &str| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word.as_bytes());
        let passes: &[&str] = if self.forced_passes() { &["pass", "pa", "ps"] } else { &["pass"] };
        if let Some(pass) = passes.iter().find(|word| starts(word)) {
            return (pass.len(), Ok(Token::Move(Move::Pass)));
        }
        let choice = std::str::from_utf8(&rest[..length]).ok().and_then(Choice::from_words);
        match choice {
            Some(choice) => (length, Ok(Token::Move(Move::Choose(choice)))),
            None => (length, Err(())),
        }
    }
}

/// Reads one line.
fn game(line: &[u8], start: Location, options: &ReadOptions) -> Result<ReadItem, ReadError> {
    let mut warnings = Vec::new();
    let spec = match &options.spec {
        Some(spec) => spec.clone(),
        None => {
            let spec = guess(line).ok_or_else(|| {
                let (at, len) = unreadable(line);
                let at_in_text = Location::in_text(line, at, len).after(start);
                ReadError::new(
                    Format::MoveList,
                    at_in_text,
                    Expected::Moves,
                    quote(line[at..at + len].trim_ascii()),
                )
            })?;
            let kind = WarningKind::AssumedGame(spec.kind(), spec.size());
            let at = Location::in_text(line, 0, 0).after(start);
            warnings.push(Warning::new(at, kind));
            spec
        }
    };
    let mut lexer = Lexer::new(line, &spec);
    let mut moves: Vec<(Option<Color>, Move)> = Vec::new();
    let mut color = None;
    let mut passing = Passing::new(&spec);
    while let Some((at, len, token)) = lexer.next() {
        let fault = match token {
            Ok(Token::Number) => continue,
            Ok(Token::Color(given)) => {
                color = Some(given);
                continue;
            }
            Ok(Token::Move(_)) if moves.len() >= options.limits.nodes => {
                (Expected::AtMost(options.limits.nodes, Counted::Nodes), Found::More)
            }
            Ok(Token::Move(mv)) => match passing.side_with_a_move(&moves, mv).filter(|_| line[at] != b'-') {
                // Dashes also fill lists up.
                None => {
                    moves.push((color.take(), mv));
                    continue;
                }
                Some(side) => (Expected::NoPass(side), quote(&line[at..at + len])),
            },
            Err(()) => (expected(&spec), quote(&line[at..at + len])),
        };
        let at = Location::in_text(line, at, len).after(start);
        let (expected, found) = fault;
        if !options.lenient {
            return Err(ReadError::new(Format::MoveList, at, expected, found));
        }
        let is_pass = matches!(expected, Expected::NoPass(_));
        let remedy = if is_pass { Remedy::LeftOut } else { Remedy::RestLeftOut };
        let kind = WarningKind::Fault { expected, found, remedy };
        // Forced passes have no nodes.
        let kept = moves.iter().filter(|(_, mv)| !lexer.forced_passes() || *mv != Move::Pass).count();
        let gap = Some(Gap::After(kept as NodeId));
        let warning = Warning { gap, refused: true, ..Warning::new(at, kind) };
        push_warning(&mut warnings, options.limits.warnings, warning);
        if !is_pass {
            break;
        }
    }
    let mut record = Record::new(spec);
    let mut at = Tree::ROOT;
    let last = passing.last(&moves);
    for mv in needed_colors(&record.spec, moves).into_iter().chain(last) {
        at = record.tree.add(at);
        record.tree.node_mut(at).mv = Some(mv);
    }
    Ok(ReadItem { record, warnings })
}

/// How a move is written.
fn expected(spec: &GameSpec) -> Expected {
    if spec.has(Feature::Gravity) {
        return Expected::Column(spec.size().cols());
    }
    Expected::Point(spec.size(), spec.coords(), spec.has(Feature::Territory).then_some("pass"))
}

/// Drops the colours if the sides alternate from black on. Passes that the rules force are left out, as the lists of
/// Othello do; a replay puts them back where a stone follows.
fn needed_colors(spec: &GameSpec, mut moves: Vec<(Option<Color>, Move)>) -> Vec<(Option<Color>, Move)> {
    if spec.info().passes == Passes::Forced {
        moves.retain(|(_, mv)| *mv != Move::Pass);
        moves.iter_mut().for_each(|(color, _)| *color = None);
        return moves;
    }
    let mut turn = Color::Black;
    let mut regular = true;
    let filled: Vec<_> = moves
        .iter()
        .map(|&(color, mv)| {
            // A choice has no colour, whatever is written before it.
            if matches!(mv, Move::Choose(_)) {
                return (None, mv);
            }
            let mover = color.unwrap_or(turn);
            regular &= mover == turn;
            turn = !mover;
            (Some(mover), mv)
        })
        .collect();
    if regular { moves.into_iter().map(|(_, mv)| (None, mv)).collect() } else { filled }
}

/// Writes the main lines of records, one per line.
///
/// Moves are joined in gomoku, Othello and connect four, and separated in Go. If the sides do not alternate, each move
/// has its colour before it. Rules other than the game's usual ones are a loss, and so is a board that a reader of the
/// list would not guess.
///
/// # Errors
/// [`WriteError::Record`] for stones that are set up, handicap stones too: without them the moves would be another
/// game.
/// [`WriteError::Empty`] if no record has a move.
pub fn write(records: &[Record], _options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    let mut written = WriteOutput::default();
    for (index, record) in records.iter().enumerate() {
        let line = line_of(record).map_err(|why| WriteError::Record {
            format: Format::MoveList,
            record: index,
            why,
        })?;
        written.bytes.extend(line.bytes());
        written.bytes.push(b'\n');
        written.losses.extend(Coverage::NOTHING.losses(record, index));
        if !is_usual(&record.spec) {
            let rules = record.spec.rules_text();
            written.losses.push(ConversionLoss::new(index, LostPart::Rules(rules)));
        }
        let size = record.spec.size();
        if guess(line.as_bytes()).is_some_and(|read| read.size() != size) {
            written.losses.push(ConversionLoss::new(index, LostPart::BoardSize(size)));
        }
        if line.is_empty() {
            written.losses.push(ConversionLoss::new(index, LostPart::GameWithoutMoves));
        }
    }
    match written.bytes.trim_ascii().is_empty() {
        true => Err(WriteError::Empty(Format::MoveList)),
        false => Ok(written),
    }
}

/// True if the name of the game alone, with the size of the board, gives these rules. A list has no rules.
fn is_usual(spec: &GameSpec) -> bool {
    // A rule set of m,n,k games may be a game with a name, such as connect four. Others are called by their numbers.
    let is_name = |id: &str| !id.starts_with(|c: char| c.is_ascii_digit());
    let is_named = spec.info().sizes.is_empty() && spec.rule_set().is_some_and(|set| is_name(set.id));
    is_named || spec.info().default_spec().with_size(spec.size()).is_ok_and(|usual| usual == *spec)
}

fn line_of(record: &Record) -> Result<String, Unwritable> {
    let size = record.spec.size();
    let gravity = record.spec.has(Feature::Gravity);
    let apart = record.spec.info().passes == Passes::Free || gravity && size.cols() > 9;
    let nodes: Vec<&Node> = record.tree.main_line().map(|id| record.tree.node(id)).collect();
    let last = nodes.iter().rposition(|node| node.mv.is_some()).unwrap_or(0);
    let fixed = matches!(&record.spec, GameSpec::Go(rules) if rules.handicap >= 2);
    if fixed || nodes[..=last].iter().any(|node| !node.set_up.is_empty()) {
        return Err(Unwritable::SetUp);
    }
    let moves: Vec<_> = nodes.iter().filter_map(|node| node.mv).collect();
    let mut out = String::new();
    let mut word_before = false;
    let position = tengen_games::AnyPosition::new(&record.spec);
    let last = Passing::new(&record.spec).last(&moves);
    for (color, mv) in needed_colors(&record.spec, moves).into_iter().chain(last) {
        let (text, word) = match mv {
            Move::Place(point) if !size.contains(point) => return Err(Unwritable::OffBoard(point)),
            Move::Place(point) if gravity => ((u32::from(point.col) + 1).to_string(), false),
            Move::Place(_) => (position.format_move(mv), false),
            Move::Pass => ("pass".into(), true),
            Move::Choose(choice) => (choice.to_string(), true),
        };
        if !out.is_empty() && (apart || word || word_before || color.is_some()) {
            out.push(' ');
        }
        if let Some(color) = color {
            out.push_str(if color == Color::Black { "B " } else { "W " });
        }
        out.push_str(&text);
        word_before = word;
    }
    Ok(out)
}
