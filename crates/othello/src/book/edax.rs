//! Edax's `book.dat`, as Edax 4.6 reads and writes it (abulmo/edax-reversi, `src/book.c`; the facts of the format, not
//! its code).
//!
//! A header of 42 bytes, then the positions in any order, little-endian:
//!
//! | bytes | header |
//! | --- | --- |
//! | 4, 4 | "XADE", "KOOB" |
//! | 1, 1 | version 4, release |
//! | 8 | date: year (2), month, day, hour, minute, second, one unused byte |
//! | 4 each | level, least number of empties, errors in the middle game and near the end (discs), verbosity |
//! | 4 | number of positions |
//!
//! | bytes | position |
//! | --- | --- |
//! | 8, 8 | discs of the side to move, of the other side, the smallest of the symmetric forms |
//! | 4 each | won, drawn, lost, and all lines below |
//! | 2 each | value, lower and upper bound, in discs |
//! | 1, 1 | number of links, level |
//! | 2 each | links: value in discs, square (64 a pass) |
//! | 2 | leaf: the same; value −127 and square 65 if there is none, square 65 alone at the end of the game |

use super::discs::{Discs, PASS};
use super::graph::{BookPositionFault, Graph, Node};
use super::{Leaf, Settings, SettingsFault};
use crate::eval::DISC;
use std::collections::HashMap;
use std::fmt;

const FIRST: [u8; 8] = *b"XADEKOOB";
/// The version of the format.
pub const VERSION: u8 = 4;
const RELEASE: u8 = 6;
const HEADER: usize = 42;
const NO_MOVE: u8 = 65;
const NO_VALUE: i8 = -127;
/// What Edax allows for the error of a selective search to the end of the game, in discs.
const ENDCUT_ERROR: i32 = 1;

/// A file that is no book of Edax, or a spoilt one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EdaxError {
    /// It does not begin as a book.
    NotABook,
    /// A version that this program does not read.
    Version(u8),
    /// The header holds a number out of range.
    Header(SettingsFault),
    /// The file ends in the middle of a position, or after fewer or more positions than the header says.
    Length {
        /// Positions that the file holds as a whole.
        found: u64,
        /// What the header says.
        wanted: u64,
    },
    /// A position that no book has.
    Position {
        /// Its number in the file, from 1.
        number: u64,
        /// Its first byte in the file.
        at: usize,
        /// What is wrong with it.
        why: BookPositionFault,
    },
}

impl std::error::Error for EdaxError {}

impl fmt::Display for EdaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EdaxError::NotABook => write!(f, "this is no book of Edax: it begins with other bytes"),
            EdaxError::Version(version) => {
                write!(f, "the book is of version {version} of Edax, expected version {VERSION}")
            }
            EdaxError::Header(why) => write!(f, "the header of the book: {why}"),
            EdaxError::Length { found, wanted } => {
                write!(
                    f,
                    "the book holds {found} whole positions, expected {wanted}: it was cut off or changed"
                )
            }
            EdaxError::Position { number, at, why } => {
                write!(f, "position {number} of the book (byte {at}): {why}")
            }
        }
    }
}

/// A book of Edax as a graph, and what had to be changed.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The book, with all its links and values.
    pub graph: Graph,
    /// Moves to positions of the book that were no links before.
    pub links_added: usize,
    /// Links to positions that the book does not have.
    pub links_dropped: usize,
    /// Positions whose value was not the best of their moves.
    pub values_changed: usize,
}

/// Reads the numbers of a file.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let found = self.bytes.get(self.at..self.at + N)?.try_into().ok()?;
        self.at += N;
        Some(found)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn link(&mut self) -> Option<(i8, u8)> {
        self.take::<2>().map(|[value, mv]| (value as i8, mv))
    }
}

/// A position of the file.
struct Raw {
    at: usize,
    discs: Discs,
    value: i16,
    bounds: (i16, i16),
    level: u8,
    links: Vec<(i8, u8)>,
    leaf: (i8, u8),
}

fn read_position(reader: &mut Reader<'_>) -> Option<Raw> {
    let at = reader.at;
    let discs = Discs { own: u64::from_le_bytes(reader.take()?), opp: u64::from_le_bytes(reader.take()?) };
    reader.take::<16>()?;
    let mut number = || reader.take().map(i16::from_le_bytes);
    let (value, bounds) = (number()?, (number()?, number()?));
    let (count, level) = (reader.byte()?, reader.byte()?);
    let links = (0..count).map(|_| reader.link()).collect::<Option<_>>()?;
    Some(Raw { at, discs, value, bounds, level, links, leaf: reader.link()? })
}

/// Reads the bytes of a `book.dat`.
///
/// Links and values are computed again, so links to missing positions are dropped (the best of them becomes the leaf if
/// it is better), and missing links are added. Edax's counts of lines are not kept: they follow from the positions.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn import(bytes: &[u8]) -> Result<Imported, EdaxError> {
    if !bytes.starts_with(&FIRST) || bytes.len() < HEADER {
        return Err(EdaxError::NotABook);
    }
    if bytes[8] != VERSION {
        return Err(EdaxError::Version(bytes[8]));
    }
    let number = |at: usize| i64::from(i32::from_le_bytes(std::array::from_fn(|i| bytes[at + i])));
    let (level, empties, error, wanted) = (number(18), number(22), number(26), number(38));
    let small = |value: i64| u8::try_from(value).unwrap_or(u8::MAX);
    let mut reader = Reader { bytes, at: HEADER };
    let mut raw = Vec::new();
    while reader.at < bytes.len() {
        let found = raw.len() as u64;
        let Some(position) = read_position(&mut reader) else {
            return Err(EdaxError::Length { found, wanted: wanted as u64 });
        };
        raw.push(position);
    }
    if raw.len() as i64 != wanted {
        return Err(EdaxError::Length { found: raw.len() as u64, wanted: wanted as u64 });
    }

    // Which searches were exact is not in the file, but all of a level with the same number of empties were alike, and
    // positions without links show it by their bounds.
    let mut is_exact = HashMap::new();
    for Raw { discs, bounds: (lower, upper), level, links, leaf, .. } in &raw {
        if links.is_empty() && leaf.1 != NO_MOVE {
            is_exact.insert((*level, discs.empties()), lower == upper);
        }
    }
    let solve = is_exact.iter().filter(|(_, exact)| **exact).map(|((_, empties), _)| *empties).max();
    let settings = Settings {
        depth: small(level.max(1)),
        solve: solve.map_or(0, |empties| small(i64::from(empties))),
        empties: small(empties.max(1)),
        error: u16::try_from(error.saturating_mul(100)).unwrap_or(u16::MAX),
    };
    settings.check().map_err(EdaxError::Header)?;

    let mut graph = Graph::new(settings);
    let known: std::collections::HashSet<Discs> = raw.iter().map(|position| position.discs).collect();
    let (mut links_dropped, mut links_kept) = (0, 0);
    for (number, Raw { at, discs, level, links, leaf, .. }) in (1..).zip(&raw) {
        let wrong = |why| EdaxError::Position { number, at: *at, why };
        let exact = is_exact.get(&(*level, discs.empties())).copied().unwrap_or_default();
        let of = |&(value, mv): &(i8, u8)| Leaf { mv: Some(mv), value: i16::from(value) * 100, exact };
        let mut best = match *leaf {
            (NO_VALUE, NO_MOVE) => None,
            (value, NO_MOVE) => Some(Leaf { mv: None, value: i16::from(value) * 100, exact: true }),
            _ => Some(of(leaf)),
        };
        for link in links {
            if link.1 > PASS || !discs.is_board() || !discs.is_legal(link.1) {
                return Err(wrong(BookPositionFault::IllegalLink));
            }
            if known.contains(&discs.after(link.1).canonical().0) {
                links_kept += 1;
            } else {
                links_dropped += 1;
                best = best.filter(|best| best.value >= i16::from(link.0) * 100).or(Some(of(link)));
            }
        }
        graph.insert(*discs, best, *level).map_err(wrong)?;
    }
    graph.settle();
    graph.check_values().map_err(|number| EdaxError::Position {
        number,
        at: raw[number as usize - 1].at,
        why: BookPositionFault::NoValue,
    })?;
    let changed = |(node, raw): &(&Node, &Raw)| node.value != raw.value.saturating_mul(100);
    let values_changed = graph.nodes().iter().zip(&raw).filter(changed).count();
    let links_added = graph.links().saturating_sub(links_kept);
    Ok(Imported { graph, links_added, links_dropped, values_changed })
}

/// Hundredths of a disc in whole discs. The order of values and their signs are kept, so that negamax commutes with it.
fn discs_of(value: i16) -> i32 {
    let value = i32::from(value);
    (value.abs() + DISC / 2) / DISC * value.signum()
}

/// What Edax keeps of the lines below a position, and the bounds of its value.
#[derive(Clone, Copy)]
struct Lines {
    /// Won, drawn, lost, all.
    counts: [u32; 4],
    lower: i32,
    upper: i32,
}

/// The bytes of a `book.dat`. `seconds` since 1970 (UTC) are its date. Call [`Graph::settle`] first.
pub fn export(graph: &Graph, seconds: u64) -> Vec<u8> {
    let Settings { depth, empties, error, .. } = graph.settings();
    let error = discs_of(error as i16).max(1);
    let mut bytes = FIRST.to_vec();
    bytes.extend([VERSION, RELEASE]);
    bytes.extend(date(seconds));
    for number in [i32::from(depth), i32::from(empties), error, ENDCUT_ERROR, 0, graph.len() as i32] {
        bytes.extend(number.to_le_bytes());
    }
    let lines = all_lines(graph, error);
    for (node, Lines { counts, lower, upper }) in graph.nodes().iter().zip(lines) {
        bytes.extend(node.discs.own.to_le_bytes());
        bytes.extend(node.discs.opp.to_le_bytes());
        counts.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
        for value in [discs_of(node.value), lower, upper] {
            bytes.extend((value as i16).to_le_bytes());
        }
        bytes.extend([node.links.len() as u8, node.level]);
        for &(mv, child) in &node.links {
            bytes.extend([-discs_of(graph.node(child).value) as u8, mv]);
        }
        bytes.extend(match node.leaf {
            Some(leaf) => [discs_of(leaf.value) as u8, leaf.mv.unwrap_or(NO_MOVE)],
            None => [NO_VALUE as u8, NO_MOVE],
        });
    }
    bytes
}

fn all_lines(graph: &Graph, error: i32) -> Vec<Lines> {
    let mut order: Vec<u32> = (0..graph.len() as u32).collect();
    order.sort_by_key(|&number| {
        let discs = graph.node(number).discs;
        (discs.empties(), discs.board().moves() == 0)
    });
    let mut lines = vec![Lines { counts: [0; 4], lower: -127, upper: -127 }; graph.len()];
    for number in order {
        let node = graph.node(number);
        let mut here = lines[number as usize];
        if let Some(leaf) = node.leaf {
            let value = discs_of(leaf.value);
            let error = if leaf.exact { 0 } else { error };
            (here.lower, here.upper) = (value - error, value + error);
            here.counts[3] += 1;
            if leaf.exact {
                here.counts[(1 - value.signum()) as usize] += 1;
            }
        }
        for (_, child) in &node.links {
            let Lines { counts: [won, drawn, lost, all], lower, upper } = lines[*child as usize];
            here.lower = here.lower.max(-upper);
            here.upper = here.upper.max(-lower);
            for (count, more) in here.counts.iter_mut().zip([lost, drawn, won, all]) {
                *count = count.saturating_add(more);
            }
        }
        lines[number as usize] = here;
    }
    lines
}

/// The date in Edax's form, of seconds since 1970. The days by the method of Howard Hinnant ("chrono-compatible
/// low-level date algorithms"), with years that begin in March.
fn date(seconds: u64) -> [u8; 8] {
    let (days, second) = (seconds / 86400 + 719_468, seconds % 86400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let [low, high] = (year as u16).to_le_bytes();
    let (hour, minute) = (second / 3600, second / 60 % 60);
    [low, high, month as u8, day as u8, hour as u8, minute as u8, (second % 60) as u8, 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        // `date -u -d @SECONDS`.
        for (seconds, year, rest) in [
            (0, 1970, [1, 1, 0, 0, 0]),
            (951_782_400, 2000, [2, 29, 0, 0, 0]),
            (1_764_037_799, 2025, [11, 25, 2, 29, 59]),
            (4_107_542_400, 2100, [3, 1, 0, 0, 0]),
        ] {
            let date = date(seconds);
            assert_eq!((u16::from_le_bytes([date[0], date[1]]), &date[2..7]), (year, &rest[..]));
        }
    }

    #[test]
    fn rounding_keeps_order_and_sign() {
        for value in -6400..6400_i16 {
            assert!(discs_of(value) <= discs_of(value + 1));
            assert_eq!(discs_of(-value), -discs_of(value));
        }
        assert_eq!([49, 50, 149, 150].map(discs_of), [0, 1, 1, 2]);
    }
}
