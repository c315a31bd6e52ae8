//! The names beside the games: players (`WTH.JOU`) and tournaments (`WTH.TRN`).

use super::PROPERTY;
use super::file::{FileHeader, HEADER_BYTES};
use crate::error::Location;
use crate::{Chunk, Expected, Format, Found, Header, ReadError, Record, Tree};
use std::collections::HashMap;
use std::io::{self, Read};
use std::path::Path;

/// Bytes of a player's name, its closing zero included.
const PLAYER_BYTES: usize = 20;
/// Bytes of a tournament's name, its closing zero included.
const TOURNAMENT_BYTES: usize = 26;

/// The name of an unknown player. It is read as no name.
pub const UNKNOWN: &str = "???";

/// The players and tournaments that the numbers in a `.wtb` file refer to.
///
/// Names are Latin-1, at most 19 bytes for a player and 25 for a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    players: Table<PLAYER_BYTES>,
    tournaments: Table<TOURNAMENT_BYTES>,
}

/// A name that a table cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// The table has 65,535 names already.
    #[error("a table of names holds 65,535 of them, and '{0}' is one more")]
    Full(String),
}

impl Names {
    /// Tables with number 0 only, which means none: a player called [`UNKNOWN`], as in the published files, and a
    /// tournament without a name.
    pub fn new() -> Names {
        let mut names = Names::default();
        names.players.push(UNKNOWN);
        names.tournaments.push("");
        names
    }

    /// Reads the contents of a `.JOU` and a `.TRN` file.
    ///
    /// # Errors
    /// [`ReadError`] if either is cut short or longer than its header says.
    pub fn read(players: &[u8], tournaments: &[u8]) -> Result<Names, ReadError> {
        Ok(Names { players: Table::read(players)?, tournaments: Table::read(tournaments)? })
    }

    /// The names beside a `.wtb` file: the files of the same name with the extensions `.JOU` and `.TRN`, or else
    /// `WTH.JOU` and `WTH.TRN`. `None` if there are none.
    ///
    /// # Errors
    /// If there are such files but they cannot be read; of the kind [`InvalidData`](io::ErrorKind::InvalidData) if they
    /// are not valid.
    pub fn beside(games: &Path) -> io::Result<Option<Names>> {
        for stem in [games.file_stem(), Some("WTH".as_ref()), Some("WTHOR".as_ref())].into_iter().flatten() {
            for [players, tournaments] in [["JOU", "TRN"], ["jou", "trn"]] {
                let file = |ending| {
                    let mut name = stem.to_owned();
                    name.push(".");
                    name.push(ending);
                    games.with_file_name(name)
                };
                if let (Some(players), Some(tournaments)) = (open(&file(players))?, open(&file(tournaments))?)
                {
                    let names = Names::read(&players, &tournaments);
                    return names.map(Some).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e));
                }
            }
        }
        Ok(None)
    }

    /// The contents of the `.JOU` file. `made` is its date: year, month, day.
    pub fn players_file(&self, made: (u16, u8, u8)) -> Vec<u8> {
        self.players.write(made)
    }

    /// The contents of the `.TRN` file.
    pub fn tournaments_file(&self, made: (u16, u8, u8)) -> Vec<u8> {
        self.tournaments.write(made)
    }

    /// The name of a player.
    pub fn player(&self, number: u16) -> Option<&str> {
        self.players.names.get(usize::from(number)).map(String::as_str)
    }

    /// The name of a tournament.
    pub fn tournament(&self, number: u16) -> Option<&str> {
        self.tournaments.names.get(usize::from(number)).map(String::as_str)
    }

    /// The header of a record that was read without names, with the names of its numbers. `None` if the record has no
    /// numbers, or none of them a name here.
    pub fn header_of(&self, record: &Record) -> Option<Header> {
        let root = &record.tree.node(Tree::ROOT).extra;
        let values = &root.iter().find(|property| property.ident == PROPERTY)?.values;
        let number = |i: usize| std::str::from_utf8(values.get(i)?).ok()?.parse::<u16>().ok();
        let known = |name: Option<&str>| name.filter(|n| !n.is_empty() && *n != UNKNOWN).map(str::to_owned);
        let mut header = record.header.clone();
        header.event = known(self.tournament(number(0)?));
        header.black.name = known(self.player(number(1)?));
        header.white.name = known(self.player(number(2)?));
        let any = header.event.is_some() || header.black.name.is_some() || header.white.name.is_some();
        any.then_some(header)
    }

    /// The number of players and the number of tournaments.
    pub fn len(&self) -> (usize, usize) {
        (self.players.names.len(), self.tournaments.names.len())
    }

    /// True if there are no names.
    pub fn is_empty(&self) -> bool {
        self.len() == (0, 0)
    }

    /// The number of a player, who is added if new; and true if the name was not shortened.
    ///
    /// # Errors
    /// [`NameError::Full`].
    pub fn add_player(&mut self, name: &str) -> Result<(u16, bool), NameError> {
        self.players.add(name)
    }

    /// The number of a tournament, which is added if new; and true if the name was not shortened.
    ///
    /// # Errors
    /// [`NameError::Full`].
    pub fn add_tournament(&mut self, name: &str) -> Result<(u16, bool), NameError> {
        self.tournaments.add(name)
    }
}

/// The contents of a file, if there is one, up to the size of the largest table.
fn open(path: &Path) -> io::Result<Option<Vec<u8>>> {
    const MOST: usize = HEADER_BYTES + TOURNAMENT_BYTES * (u16::MAX as usize + 1);
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    let mut bytes = Vec::new();
    file.take(MOST as u64).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Names of at most `BYTES - 1` bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Table<const BYTES: usize> {
    names: Vec<String>,
    /// The first number of each name.
    numbers: HashMap<String, u16>,
}

impl<const BYTES: usize> Table<BYTES> {
    fn push(&mut self, name: &str) {
        if let Ok(number) = u16::try_from(self.names.len()) {
            self.numbers.entry(name.to_owned()).or_insert(number);
        }
        self.names.push(name.to_owned());
    }

    fn add(&mut self, name: &str) -> Result<(u16, bool), NameError> {
        let (bytes, whole) = Self::encode(name);
        let name = latin1(&bytes);
        if let Some(&number) = self.numbers.get(&name) {
            return Ok((number, whole));
        }
        match u16::try_from(self.names.len()) {
            // The file counts its names in 16 bits, so the last number is never used.
            Ok(number) if number < u16::MAX => {
                self.push(&name);
                Ok((number, whole))
            }
            _ => Err(NameError::Full(name)),
        }
    }

    /// The bytes of a name, shortened to fit, and true if it was not shortened.
    fn encode(name: &str) -> (Vec<u8>, bool) {
        let mut whole = true;
        let mut bytes: Vec<u8> = name
            .chars()
            .map(|c| match u8::try_from(u32::from(c)) {
                Ok(byte) if byte != 0 => byte,
                _ => {
                    whole = false;
                    b'?'
                }
            })
            .collect();
        if bytes.len() >= BYTES {
            whole = false;
            bytes.truncate(BYTES - 1);
        }
        (bytes, whole)
    }

    fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let error = |offset: usize, expected, found| {
            Err(ReadError::new(Format::Wthor, Location::byte(offset as u64, 0), expected, found))
        };
        let Some((head, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            return error(bytes.len(), Expected::Bytes(HEADER_BYTES, Chunk::Header), Found::End);
        };
        let header = FileHeader::from_bytes(head);
        let count = usize::from(header.names);
        if rest.len() != count * BYTES {
            return error(bytes.len(), Expected::Names(count, BYTES), Found::ByteCount(rest.len()));
        }
        let mut table = Self::default();
        for name in rest.chunks_exact(BYTES) {
            let end = name.iter().position(|&b| b == 0).unwrap_or(BYTES);
            table.push(&latin1(&name[..end]));
        }
        Ok(table)
    }

    fn write(&self, made: (u16, u8, u8)) -> Vec<u8> {
        let header = FileHeader { made, names: self.names.len() as u16, ..FileHeader::default() };
        let mut out = header.to_bytes().to_vec();
        for name in &self.names {
            let (bytes, _) = Self::encode(name);
            out.extend_from_slice(&bytes);
            out.resize(out.len() + BYTES - bytes.len(), 0);
        }
        out
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| char::from(b)).collect()
}
