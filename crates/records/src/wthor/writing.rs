//! Writes WTHOR files.

use super::file::{FileGame, FileHeader, MOST_MOVES, byte};
use super::{NameError, Names, PROPERTY};
use crate::coverage::Coverage;
use crate::{
    CompanionFile, ConversionLoss, Format, LostPart, Record, ReplayError, Tree, Unwritable, WriteError,
    WriteOptions, WriteOutput,
};
use tengen_board::{Color, Size};
use tengen_games::{AnyPosition, EndReason, Game as _, GameSpec, Move, Outcome};

/// What the file and the names beside it hold.
const COVERAGE: Coverage = Coverage {
    names: true,
    result: true,
    date: true,
    event: true,
    properties: &[PROPERTY],
    ..Coverage::NOTHING
};

/// Writes a `.wtb` file and, if any game has names, the two files of names beside it. Games without names get the
/// numbers of the property [`PROPERTY`], or 0.
///
/// # Errors
/// [`WriteError`] if a game is not on 8×8 from the usual start, if a move is illegal, or if there are too many names.
pub fn write(records: &[Record], options: &WriteOptions) -> Result<WriteOutput, WriteError> {
    let named = |r: &Record| {
        let h = &r.header;
        h.black.name.is_some() || h.white.name.is_some() || h.event.is_some()
    };
    let any_named = records.iter().any(named);
    let mut names = match &options.names {
        Some(names) => Names::clone(names),
        None => Names::new(),
    };
    // In new tables the numbers of another file have no meaning.
    let keep_numbers = options.names.is_some() || !any_named;
    let mut written = write_file(records, &mut names, keep_numbers, options)?;
    if any_named {
        let made = made(file_year(records, options));
        written.companions = vec![
            CompanionFile { extension: "JOU", bytes: names.players_file(made) },
            CompanionFile { extension: "TRN", bytes: names.tournaments_file(made) },
        ];
    }
    Ok(written)
}

/// Writes a `.wtb` file and adds the names of its players and tournaments to `names`, from which the two files of names
/// are made ([`Names::players_file`], [`Names::tournaments_file`]).
///
/// # Errors
/// As [`write()`].
pub fn write_with(
    records: &[Record],
    names: &mut Names,
    options: &WriteOptions,
) -> Result<WriteOutput, WriteError> {
    write_file(records, names, true, options)
}

fn write_file(
    records: &[Record],
    names: &mut Names,
    keep_numbers: bool,
    options: &WriteOptions,
) -> Result<WriteOutput, WriteError> {
    let mut losses = Vec::new();
    let kept: Vec<Option<Numbers>> = records.iter().map(Numbers::of).collect();
    // All theoretical scores of a file have one depth. If none is known, the score is also the theoretical score from 0
    // empties.
    let depth = kept.iter().flatten().map(|n| n.depth).max().unwrap_or(0);
    let year = file_year(records, options);
    let year_text = format!("{year:04}");
    let mut bytes = Vec::with_capacity(16 + 68 * records.len());
    let games = u32::try_from(records.len()).map_err(|_| WriteError::Record {
        format: Format::Wthor,
        record: u32::MAX as usize,
        why: Unwritable::TooManyGames,
    })?;
    bytes.extend(
        FileHeader { made: made(year), games, year, side: 8, depth, ..FileHeader::default() }.to_bytes(),
    );
    // Games of a file that names no year stay without one.
    if year == 0 && options.year.is_none() && kept.contains(&None) {
        losses.push(ConversionLoss::new(0, LostPart::UnknownYear));
    }
    for (index, record) in records.iter().enumerate() {
        let mut lose = |part: LostPart| losses.push(ConversionLoss::new(index, part));
        let fail = |why: Unwritable| WriteError::Record { format: Format::Wthor, record: index, why };
        let (moves, outcome) = moves(record).map_err(fail)?;
        if kept[index].is_none() && record.tree.node(Tree::ROOT).extra.iter().any(|p| p.ident == PROPERTY) {
            lose(LostPart::NumbersOutOfRange);
        }
        let mut numbers = kept[index].unwrap_or_default();
        if !keep_numbers {
            let h = &record.header;
            let nameless = |number: u16, name: &Option<String>| number != 0 && name.is_none();
            if nameless(numbers.black, &h.black.name)
                || nameless(numbers.white, &h.white.name)
                || nameless(numbers.tournament, &h.event)
            {
                lose(LostPart::NumbersWithoutName);
            }
            numbers = Numbers { tournament: 0, black: 0, white: 0, ..numbers };
        }
        let mut game = FileGame {
            tournament: numbers.tournament,
            black: numbers.black,
            white: numbers.white,
            score: 0,
            theory: 0,
            moves,
        };
        name(&mut game, record, names, &mut lose).map_err(fail)?;
        game.score = score(record, kept[index], outcome, &mut lose);
        game.theory = match kept[index] {
            Some(numbers) if numbers.depth == depth => numbers.theory,
            Some(_) => {
                lose(LostPart::TheoryOfOtherDepth);
                game.score
            }
            None => {
                if depth != 0 {
                    lose(LostPart::UnknownTheory);
                }
                game.score
            }
        };
        if record.header.date.as_deref().is_some_and(|d| d != year_text) {
            lose(if year_of(record) == Some(year) { LostPart::MonthAndDay } else { LostPart::Date });
        }
        bytes.extend(game.to_bytes());
        losses.extend(COVERAGE.losses(record, index));
    }
    Ok(WriteOutput { bytes, losses, companions: Vec::new() })
}

/// The numbers that a record keeps from its original file.
#[derive(Clone, Copy, PartialEq, Default)]
struct Numbers {
    tournament: u16,
    black: u16,
    white: u16,
    score: u8,
    theory: u8,
    depth: u8,
}

impl Numbers {
    fn of(record: &Record) -> Option<Numbers> {
        let property = record.tree.node(Tree::ROOT).extra.iter().find(|p| p.ident == PROPERTY)?;
        let number = |i: usize| std::str::from_utf8(property.values.get(i)?).ok()?.parse::<u16>().ok();
        let byte = |i: usize| u8::try_from(number(i)?).ok();
        let discs = |i: usize| byte(i).filter(|&n| n <= 64);
        Some(Numbers {
            tournament: number(0)?,
            black: number(1)?,
            white: number(2)?,
            score: discs(3)?,
            theory: discs(4)?,
            depth: byte(5)?,
        })
    }
}

/// The date of a file: it depends only on the games.
fn made(year: u16) -> (u16, u8, u8) {
    (if year == 0 { 2000 } else { year }, 1, 1)
}

/// The year in the date of a record.
fn year_of(record: &Record) -> Option<u16> {
    let date = record.header.date.as_deref()?;
    let digits = date.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?;
    digits.parse().ok()
}

/// The year of all games, or the one of the options, or 0.
fn file_year(records: &[Record], options: &WriteOptions) -> u16 {
    let mut years = records.iter().filter_map(year_of);
    let first = years.next();
    match first {
        Some(year) if years.all(|y| y == year) => year,
        _ => options.year.unwrap_or(0),
    }
}

/// The bytes of the moves without passes, and black's discs at the end if the game is over.
fn moves(record: &Record) -> Result<([u8; MOST_MOVES], Option<u8>), Unwritable> {
    let GameSpec::Othello(rules) = &record.spec else { return Err(Unwritable::NotOthello) };
    let board = Size::of(8, 8);
    if rules.size() != board {
        return Err(Unwritable::Board(board, rules.size()));
    }
    let root = record.tree.node(Tree::ROOT);
    let start = AnyPosition::new(&record.spec);
    let as_usual = root.set_up.iter().all(|&(p, cell)| start.at(p) == cell)
        && root.to_move.is_none_or(|color| color == Color::Black);
    let result = record.replay();
    let counts = result.as_ref().map_or_else(|e| e.reached.counts, |replay| replay.counts);
    if !as_usual || counts.set_ups > 0 {
        return Err(Unwritable::UnusualStart);
    }
    let replay = result.map_err(|e| Unwritable::Rules(e.violation))?;
    let mut bytes = [0; MOST_MOVES];
    let points = record.main_moves().filter_map(Move::point);
    for (slot, point) in bytes.iter_mut().zip(points) {
        *slot = byte(point).unwrap_or(0);
    }
    let score = replay.position.outcome().and_then(|outcome| match outcome {
        Outcome { reason: EndReason::Score(margin), .. } => discs(f64::from(margin)),
        _ => None,
    });
    Ok((bytes, score))
}

/// Black's discs from the margin of black, the whole board counted.
fn discs(margin: f64) -> Option<u8> {
    let discs = (margin + 64.0) / 2.0;
    ((0.0..=64.0).contains(&discs) && discs.fract() == 0.0).then_some(discs as u8)
}

/// Black's discs at the end: from the result, from the original file, or from the board.
fn score(record: &Record, kept: Option<Numbers>, outcome: Option<u8>, lose: &mut impl FnMut(LostPart)) -> u8 {
    let result = record.header.result.is_some();
    match (score_of(record), kept, outcome) {
        (Some(score), _, _) => score,
        (None, Some(numbers), _) if !result => numbers.score,
        (None, _, Some(score)) => {
            if result {
                lose(LostPart::ResultForDiscs);
            }
            score
        }
        (None, _, None) => {
            lose(LostPart::ResultForPresentDiscs);
            count(record)
        }
    }
}

/// Black's discs from the result of the record.
fn score_of(record: &Record) -> Option<u8> {
    let result = record.header.result.as_deref()?;
    let margin = match result.split_once('+') {
        Some(("B", margin)) => margin.parse().ok()?,
        Some(("W", margin)) => -margin.parse::<f64>().ok()?,
        _ if matches!(result, "0" | "Draw") => 0.0,
        _ => return None,
    };
    discs(margin)
}

/// Black's discs on the board after the last move.
fn count(record: &Record) -> u8 {
    let position = record.replay().unwrap_or_else(ReplayError::into_reached).position;
    position.size().points().filter(|&p| position.at(p).color() == Some(Color::Black)).count() as u8
}

fn name(
    game: &mut FileGame,
    record: &Record,
    names: &mut Names,
    lose: &mut impl FnMut(LostPart),
) -> Result<(), Unwritable> {
    let full = |NameError::Full(name): NameError| Unwritable::NamesFull(name);
    let h = &record.header;
    for (number, side) in [(&mut game.black, &h.black), (&mut game.white, &h.white)] {
        if let Some(name) = &side.name {
            // A number that has this name already is kept: the tables have some names twice.
            if names.player(*number) != Some(name) {
                let (new, whole) = names.add_player(name).map_err(full)?;
                *number = new;
                if !whole {
                    lose(LostPart::NameEnd(name.clone(), 19));
                }
            }
        }
    }
    if let Some(event) = h.event.as_ref().filter(|e| names.tournament(game.tournament) != Some(e)) {
        let (new, whole) = names.add_tournament(event).map_err(full)?;
        game.tournament = new;
        if !whole {
            lose(LostPart::NameEnd(event.clone(), 25));
        }
    }
    Ok(())
}
