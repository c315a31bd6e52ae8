//! Reads WTHOR files.

use super::file::{FileGame, FileHeader, GAME_BYTES, HEADER_BYTES};
use super::{Names, PROPERTY, UNKNOWN};
use crate::stream::{LocatedInput, gather};
use crate::{
    Chunk, Expected, Format, Found, Gap, Location, Named, Property, ReadError, ReadItem, ReadOptions,
    ReadOutput, Record, Tree, Warning, WarningKind,
};
use std::io::BufRead;
use std::sync::Arc;
use tengen_board::Point;
use tengen_games::{Game as _, Move, othello};

/// Reads a whole `.wtb` file. Players and tournaments have names if the options have the tables; otherwise they stay
/// numbers, in the property [`PROPERTY`].
///
/// ```no_run
/// use tengen_records::{ReadOptions, wthor};
/// let names = wthor::Names::read(&std::fs::read("WTH.JOU")?, &std::fs::read("WTH.TRN")?)?;
/// let options = ReadOptions::default().with_names(names);
/// let read = wthor::read(&std::fs::read("WTH_2024.wtb")?, &options)?;
/// println!("{} games", read.records.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadError`] for the first thing that is not valid; when lenient, only if there is no game.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<ReadOutput, ReadError> {
    gather(Format::Wthor, games(bytes, options), options)
}

/// Reads a `.wtb` file game by game.
pub fn games<R: BufRead>(input: R, options: &ReadOptions) -> Games<R> {
    Games {
        source: LocatedInput::new(Format::Wthor, input),
        names: options.names.clone(),
        lenient: options.lenient,
        header: None,
        read: 0,
        done: false,
    }
}

/// The games of a `.wtb` file, one by one. An error in the header is the first item.
pub struct Games<R> {
    source: LocatedInput<R>,
    names: Option<Arc<Names>>,
    lenient: bool,
    header: Option<FileHeader>,
    read: u32,
    done: bool,
}

impl<R: BufRead> Games<R> {
    /// The header; `None` before the first game.
    pub fn header(&self) -> Option<FileHeader> {
        self.header
    }

    fn read_header(&mut self) -> Result<FileHeader, ReadError> {
        let mut bytes = [0; HEADER_BYTES];
        let got = self.source.fill(&mut bytes)?;
        if got < HEADER_BYTES {
            return Err(self.source.error(Expected::Bytes(HEADER_BYTES, Chunk::Header), Found::End));
        }
        let header = FileHeader::from_bytes(&bytes);
        let at = |offset, expected, found: u8| {
            let found = Found::Number(found.into());
            ReadError::new(Format::Wthor, Location::byte(offset, 1), expected, found)
        };
        if !matches!(header.side, 0 | 8) {
            return Err(at(12, Expected::BoardOf(othello::Rules::STANDARD.size()), header.side));
        }
        if header.kind != 0 {
            return Err(at(13, Expected::FileOfGames, header.kind));
        }
        Ok(header)
    }

    fn read_game(&mut self, header: FileHeader) -> Result<Option<ReadItem>, ReadError> {
        let start = self.source.place().offset;
        if self.read == header.games {
            return match self.source.peek()? {
                None => Ok(None),
                Some(_) => Err(self.source.error(Expected::End(Some(header.games)), Found::More)),
            };
        }
        let mut bytes = [0; GAME_BYTES];
        let got = self.source.fill(&mut bytes)?;
        if got < GAME_BYTES {
            let expected = Expected::Bytes(GAME_BYTES, Chunk::Game(self.read + 1, header.games));
            let found = if got == 0 { Found::End } else { Found::ByteCount(got) };
            return Err(self.source.error(expected, found));
        }
        self.read += 1;
        let game = FileGame::from_bytes(&bytes);
        let mut warnings = Vec::new();
        let mut wrong = |offset: u64, expected, found: u8| {
            let error = ReadError::new(
                Format::Wthor,
                Location::byte(start + offset, 1),
                expected,
                Found::Number(found.into()),
            );
            if !self.lenient {
                return Err(error);
            }
            warnings.push(crate::stream::warning(error));
            Ok(())
        };
        for (offset, score) in [(6, game.score), (7, game.theory)] {
            if score > 64 {
                wrong(offset, Expected::Discs(64), score)?;
            }
        }
        let (points, bad) = game.points();
        if let Some(i) = bad {
            wrong(8 + i as u64, Expected::PointByte { step: 10, base: 0, side: 8 }, game.moves[i])?;
        }
        let points: Vec<Point> = points.collect();
        let mut item = ReadItem { record: record(&game, &points, &header), warnings };
        if let Some(last) = item.warnings.last_mut().filter(|_| bad.is_some()) {
            last.gap = Some(Gap::at_end(&item.record));
        }
        self.name(&mut item, &game, start);
        Ok(Some(item))
    }

    fn name(&self, item: &mut ReadItem, game: &FileGame, start: u64) {
        let Some(names) = &self.names else { return };
        let head = &mut item.record.header;
        let (event, black, white) =
            (names.tournament(game.tournament), names.player(game.black), names.player(game.white));
        let said = |name: Option<&str>| name.filter(|n| !n.is_empty() && *n != UNKNOWN).map(Into::into);
        head.event = said(event);
        head.black.name = said(black);
        head.white.name = said(white);
        let unknown = [
            (0, Named::Tournament, game.tournament, event.is_none()),
            (2, Named::Player, game.black, black.is_none()),
            (4, Named::Player, game.white, white.is_none()),
        ];
        for (offset, what, number, is_unknown) in unknown {
            if is_unknown {
                let kind = WarningKind::Unnamed(what, number.to_string());
                item.warnings.push(Warning::new(Location::byte(start + offset, 2), kind));
            }
        }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<ReadItem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let item = match self.header {
            Some(header) => self.read_game(header),
            None => self.read_header().and_then(|header| {
                self.header = Some(header);
                self.read_game(header)
            }),
        };
        // Games have a fixed size: after an error the rest cannot be read.
        self.done = !matches!(item, Ok(Some(_)));
        item.transpose()
    }
}

/// A game as a record, with the passes that the file leaves out.
fn record(game: &FileGame, points: &[Point], header: &FileHeader) -> Record {
    let mut record = Record::from_moves(othello::Rules::STANDARD.into(), with_passes(points));
    let numbers =
        [game.tournament, game.black, game.white, game.score.into(), game.theory.into(), header.depth.into()];
    record.tree.node_mut(Tree::ROOT).extra.push(Property {
        ident: PROPERTY.into(),
        values: numbers.iter().map(|n| n.to_string().into_bytes()).collect(),
    });
    record.header.date = (header.year != 0).then(|| format!("{:04}", header.year));
    record.header.result = result(game.score);
    record
}

/// A number of black discs as a result in SGF's notation.
fn result(score: u8) -> Option<String> {
    let margin = 2 * i32::from(score) - 64;
    match margin {
        0 => Some("0".into()),
        1..=64 => Some(format!("B+{margin}")),
        -64..=-1 => Some(format!("W+{}", -margin)),
        _ => None,
    }
}

/// The moves of a game with its passes. After an illegal move the rest follows unchanged.
fn with_passes(points: &[Point]) -> Vec<Move> {
    let mut position = othello::Position::new(&othello::Rules::STANDARD);
    let mut moves = Vec::with_capacity(points.len() + 4);
    for (i, &point) in points.iter().enumerate() {
        let mv = Move::Place(point);
        if !position.is_legal(mv) {
            let mut after_pass = position.clone();
            if after_pass.play(Move::Pass).is_err() || !after_pass.is_legal(mv) {
                moves.extend(points[i..].iter().map(|&p| Move::Place(p)));
                break;
            }
            position = after_pass;
            moves.push(Move::Pass);
        }
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}
