//! The work file: what a long proof has found so far, one record a line, written as soon as it is known.
//!
//! Lines are only ever appended, each at once with its line end. So a process that is killed leaves whole lines and at
//! most one that is cut off; the next start drops that one. A record says how a win was found, not the win itself: the
//! same search finds it again. No record is trusted: the certificate made of them goes through the verifier.

use super::board_text::{BoardText, Canonical, parse_board};
use crate::solve::ordered_replies;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;
use tengen_board::{Color, Coords, Point};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{Game, Move};

/// A longer line is no record. Those of the longest games have some hundred bytes.
const MOST_BYTES_OF_A_LINE: u64 = 65_536;

/// The records that a strategy needs.
#[derive(Debug, Default)]
pub(super) struct Strategy {
    /// The positions with the winner to move that are won.
    pub(super) won: HashSet<BoardText>,
    /// The positions with the loser to move of which every reply is answered.
    pub(super) answered: HashSet<BoardText>,
}

/// Why a work file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The line with this number, from 1, is not a record.
    #[error("line {0}: expected a record of tengen prove")]
    Line(usize),
    /// The search that proved this position does not prove it now, nor does a longer one.
    #[error("there is no proof of {0}")]
    Lost(String),
    /// It is about another question: other rules, another size or the other side.
    #[error("it is about '{found}', not about '{wanted}'")]
    OtherQuestion {
        /// The first line of the file.
        found: String,
        /// The first line that this question has.
        wanted: String,
    },
}

/// The cost of a proof of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds.
    pub millis: u64,
}

/// What is known of a position with the winner to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// A search with this node limit finds the win.
    Searched { limit: u64, cost: Cost },
    /// The repair of the win of another position finds it: of the one with one stone of the loser less.
    Repaired { from: BoardText, cost: Cost },
    /// This move wins: every reply to it is answered.
    Move(Point),
    /// No search up to this many nodes found a win.
    Open(u64),
}

impl Known {
    pub(super) fn is_win(&self) -> bool {
        !matches!(self, Known::Open(_))
    }

    /// The same, as a short record has it.
    fn without_cost(&self) -> Known {
        match self.clone() {
            Known::Searched { limit, .. } => Known::Searched { limit, cost: Cost::default() },
            Known::Repaired { from, .. } => Known::Repaired { from, cost: Cost::default() },
            known => known,
        }
    }

    /// The cost of the search or the repair that proved the position.
    pub(super) fn cost(&self) -> Option<Cost> {
        match self {
            Known::Searched { cost, .. } | Known::Repaired { cost, .. } => Some(*cost),
            Known::Move(_) | Known::Open(_) => None,
        }
    }
}

/// The records.
#[derive(Debug)]
pub(super) struct WorkFile {
    /// `None` if nothing is written.
    file: Option<File>,
    rules: Rules,
    /// The side that is to win.
    side: Color,
    question: String,
    known: HashMap<BoardText, Known>,
    candidates: HashMap<BoardText, Vec<Point>>,
    covered: HashMap<BoardText, Vec<Point>>,
}

impl WorkFile {
    /// No records, and no file.
    pub(super) fn new(rules: &Rules, side: Color, question: String) -> WorkFile {
        WorkFile {
            file: None,
            rules: *rules,
            side,
            question,
            known: HashMap::new(),
            candidates: HashMap::new(),
            covered: HashMap::new(),
        }
    }

    /// Takes in the records of a file, which is left as it is.
    pub(super) fn read(&mut self, path: &Path) -> Result<(), WorkError> {
        self.read_records(File::open(path)?).map(|_| ())
    }

    /// Takes in the records of a file, which is made if it is not there, and appends all new ones to it. The records
    /// taken in before are written to a new file.
    pub(super) fn open(&mut self, path: &Path) -> Result<(), WorkError> {
        let before = self.short_text(None);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        file.rewind()?;
        let len = self.read_records(file.try_clone()?)?;
        // The line that was being written when the last run was killed.
        if file.metadata()?.len() != len {
            cut(path, len)?;
        }
        if len == 0 {
            file.write_all(before.as_bytes())?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Takes in the records of a file. Returns the length of its whole lines.
    pub(super) fn read_records(&mut self, file: impl Read) -> Result<u64, WorkError> {
        let mut reader = BufReader::new(file);
        let (mut number, mut len) = (0, 0);
        loop {
            let mut line = Vec::new();
            let read = reader.by_ref().take(MOST_BYTES_OF_A_LINE).read_until(b'\n', &mut line)?;
            if line.pop() != Some(b'\n') {
                return if (read as u64) < MOST_BYTES_OF_A_LINE {
                    Ok(len)
                } else {
                    Err(WorkError::Line(number + 1))
                };
            }
            number += 1;
            let line = String::from_utf8(line).map_err(|_| WorkError::Line(number))?;
            if number == 1 {
                if line != self.question {
                    return Err(WorkError::OtherQuestion { found: line, wanted: self.question.clone() });
                }
            } else {
                self.remember(&line).ok_or(WorkError::Line(number))?;
            }
            len += read as u64;
        }
    }

    /// Stores the record of a line.
    fn remember(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let size = self.rules.size;
        let (first, board) = rest.split_once(' ')?;
        match word {
            "win" => {
                let limit = first.parse().ok()?;
                let (cost, board) = cost_and_board(board)?;
                self.store(parse_board(board, size)?, Known::Searched { limit, cost });
            }
            "repair" => {
                let (cost, boards) = cost_and_board(rest)?;
                let (board, from) = boards.split_once(" from ")?;
                let from = parse_board(from, size)?;
                self.store(parse_board(board, size)?, Known::Repaired { from, cost });
            }
            "move" => {
                let mv = Coords::Gomoku.parse(first, size).ok()?;
                self.store(parse_board(board, size)?, Known::Move(mv));
            }
            "open" => {
                self.store(parse_board(board, size)?, Known::Open(first.parse().ok()?));
            }
            "try" => {
                self.candidates.insert(parse_board(board, size)?, self.points(first)?);
            }
            "far" => {
                self.covered.insert(parse_board(board, size)?, self.points(first)?);
            }
            "wins" => {
                let (replies, board) = board.split_once(' ')?;
                let limit = first.parse().ok()?;
                let known = Known::Searched { limit, cost: Cost::default() };
                self.remember_replies(replies, board, &known)?;
            }
            "repairs" => {
                let known = Known::Repaired { from: parse_board(board, size)?, cost: Cost::default() };
                self.remember_replies(first, board, &known)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Stores what is known of the positions after each of these replies on this board.
    fn remember_replies(&mut self, replies: &str, board: &str, known: &Known) -> Option<()> {
        let before = self.position(&parse_board(board, self.rules.size)?, self.side.opponent())?;
        for reply in self.points(replies)? {
            let mut after = before.position.clone();
            after.play(Move::Place(reply)).ok()?;
            self.store(Canonical::new(&after, self.side).ok()?.text, known.clone());
        }
        Some(())
    }

    /// The side that is to win.
    pub(super) fn side(&self) -> Color {
        self.side
    }

    /// The most stones on a board of which something is known.
    pub(super) fn most_stones(&self) -> usize {
        self.known.keys().chain(self.covered.keys()).map(BoardText::count).max().unwrap_or(0)
    }

    fn points(&self, list: &str) -> Option<Vec<Point>> {
        let names = list.split(',').filter(|name| *name != "-");
        names.map(|name| Coords::Gomoku.parse(name, self.rules.size).ok()).collect()
    }

    /// The position of a board. `None` if it is no valid position.
    pub(super) fn position(&self, board: &BoardText, to_move: Color) -> Option<Canonical> {
        Canonical::of_text(board, &self.rules, to_move)
    }

    /// Stores what is known of a board. A win is not lost by a search that found none. False if nothing is stored.
    fn store(&mut self, board: BoardText, known: Known) -> bool {
        let is_new = known.is_win() || !self.known.get(&board).is_some_and(Known::is_win);
        if is_new {
            self.known.insert(board, known);
        }
        is_new
    }

    fn record(&mut self, board: &BoardText, known: Known) -> io::Result<()> {
        let line = self.line(board, &known);
        if self.store(board.clone(), known) { self.append(&line) } else { Ok(()) }
    }

    /// Writes a line at once.
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()))
    }

    /// The record of a position, with its line end.
    fn line(&self, board: &BoardText, known: &Known) -> String {
        match known {
            Known::Searched { limit, cost } => {
                format!("win {limit} {} {} {board}\n", cost.nodes, cost.millis)
            }
            Known::Repaired { from, cost } => {
                format!("repair {} {} {board} from {from}\n", cost.nodes, cost.millis)
            }
            Known::Move(mv) => format!("move {} {board}\n", Coords::Gomoku.format(*mv, self.rules.size)),
            Known::Open(limit) => format!("open {limit} {board}\n"),
        }
    }

    /// Writes that a search with this limit proved a position.
    pub(super) fn put_win(&mut self, board: &BoardText, limit: u64, cost: Cost) -> io::Result<()> {
        self.record(board, Known::Searched { limit, cost })
    }

    /// Writes that the repair of another position's win proved a position.
    pub(super) fn put_repaired(&mut self, board: &BoardText, from: &BoardText, cost: Cost) -> io::Result<()> {
        self.record(board, Known::Repaired { from: from.clone(), cost })
    }

    /// Notes the cost of a win found again, of which only a record without a cost was known. Nothing is written.
    pub(super) fn note_cost(&mut self, board: &BoardText, found: Cost) {
        if let Some(Known::Searched { cost, .. } | Known::Repaired { cost, .. }) = self.known.get_mut(board)
            && *cost == Cost::default()
        {
            *cost = found;
        }
    }

    /// Writes that a move wins.
    pub(super) fn put_move(&mut self, board: &BoardText, mv: Point) -> io::Result<()> {
        self.record(board, Known::Move(mv))
    }

    /// Writes that no search up to `limit` nodes found a win.
    pub(super) fn put_open(&mut self, board: &BoardText, limit: u64) -> io::Result<()> {
        self.record(board, Known::Open(limit))
    }

    /// Writes the moves to try in a position.
    pub(super) fn put_candidates(&mut self, board: &BoardText, moves: &[Point]) -> io::Result<()> {
        self.candidates.insert(board.clone(), moves.to_vec());
        self.append(&format!("try {} {board}\n", self.names(moves)))
    }

    /// Writes the replies that the common answer covers.
    pub(super) fn put_covered(&mut self, board: &BoardText, replies: &[Point]) -> io::Result<()> {
        self.covered.insert(board.clone(), replies.to_vec());
        self.append(&format!("far {} {board}\n", self.names(replies)))
    }

    fn names(&self, points: &[Point]) -> String {
        if points.is_empty() {
            return "-".into();
        }
        let size = self.rules.size;
        points.iter().map(|&p| Coords::Gomoku.format(p, size)).collect::<Vec<_>>().join(",")
    }

    /// How the win of a board was found, without the cost and the line end. `None` if no search or repair found one.
    pub(super) fn record_of_win(&self, board: &BoardText) -> Option<String> {
        let known = self.known(board).filter(|known| known.cost().is_some())?;
        let line = self.line(board, &known.without_cost());
        line.strip_suffix('\n').map(str::to_owned)
    }

    pub(super) fn known(&self, board: &BoardText) -> Option<&Known> {
        self.known.get(board)
    }

    /// The stored board, with what is known of it.
    pub(super) fn entry(&self, board: &BoardText) -> Option<(&BoardText, &Known)> {
        self.known.get_key_value(board)
    }

    pub(super) fn candidates(&self, board: &BoardText) -> Option<&[Point]> {
        self.candidates.get(board).map(Vec::as_slice)
    }

    pub(super) fn covered(&self, board: &BoardText) -> Option<&[Point]> {
        self.covered.get(board).map(Vec::as_slice)
    }

    /// All positions with what is known of them.
    pub(super) fn all(&self) -> impl Iterator<Item = (&BoardText, &Known)> {
        self.known.iter()
    }

    /// The records in short form: without costs, and the wins after the replies to a board on one line for each way
    /// in which they were found. Only those of a strategy, if there is one. The same records give the same text.
    pub(super) fn short_text(&self, strategy: Option<&Strategy>) -> String {
        let mut text = format!("{}\n", self.question);
        let is_used = |board: &BoardText| strategy.is_none_or(|strategy| strategy.won.contains(board));
        let mut boards: Vec<&BoardText> = self.covered.keys().collect();
        boards.retain(|&board| strategy.is_none_or(|strategy| strategy.answered.contains(board)));
        boards.sort_unstable();
        let mut grouped: HashSet<BoardText> = HashSet::new();
        for board in boards {
            let _ = writeln!(text, "far {} {board}", self.names(&self.covered[board]));
            let Some(before) = self.position(board, self.side.opponent()) else { continue };
            let mut repairs = Vec::new();
            let mut wins: BTreeMap<u64, Vec<Point>> = BTreeMap::new();
            for (reply, after) in replies(&before.position, self.side) {
                let group = match self.known(&after) {
                    Some(Known::Repaired { from, .. }) if from == board => &mut repairs,
                    Some(Known::Searched { limit, .. }) => wins.entry(*limit).or_default(),
                    _ => continue,
                };
                if is_used(&after) && grouped.insert(after) {
                    group.push(reply);
                }
            }
            if !repairs.is_empty() {
                let _ = writeln!(text, "repairs {} {board}", self.names(&repairs));
            }
            for (limit, replies) in wins.iter().filter(|(_, replies)| !replies.is_empty()) {
                let _ = writeln!(text, "wins {limit} {} {board}", self.names(replies));
            }
        }
        let mut single: Vec<(&BoardText, &Known)> = self.known.iter().collect();
        single.retain(|(board, _)| is_used(board) && !grouped.contains(board));
        single.sort_unstable_by_key(|(board, _)| *board);
        for (board, known) in single {
            text += &self.line(board, &known.without_cost());
        }
        if strategy.is_none() {
            let mut tried: Vec<(&BoardText, &Vec<Point>)> = self.candidates.iter().collect();
            tried.sort_unstable();
            for (board, moves) in tried {
                let _ = writeln!(text, "try {} {board}", self.names(moves));
            }
        }
        text
    }
}

/// The legal replies, each with the canonical board after it.
pub(super) fn replies(before: &Position, side: Color) -> Vec<(Point, BoardText)> {
    let after = |reply: Point| {
        let mut after = before.clone();
        after.play_unchecked(Move::Place(reply));
        Some((reply, Canonical::new(&after, side).ok()?.text))
    };
    ordered_replies(before).into_iter().filter_map(after).collect()
}

/// Cuts a file off. On Windows a file that is open for appending cannot be cut off itself.
pub(super) fn cut(path: &Path, len: u64) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(len)
}

/// `NODES MS BOARD`, the end of a record.
fn cost_and_board(text: &str) -> Option<(Cost, &str)> {
    let (nodes, rest) = text.split_once(' ')?;
    let (millis, board) = rest.split_once(' ')?;
    Some((Cost { nodes: nodes.parse().ok()?, millis: millis.parse().ok()? }, board))
}
