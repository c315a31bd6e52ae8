//! The work file: what a long proof has found so far, one record a line, written as soon as it is known.
//!
//! Lines are only ever appended, each at once with its line end. So a process that is killed leaves whole lines and at
//! most one that is cut off; the next start drops that one. No record is trusted: the certificate made of them goes
//! through the verifier.

use super::board_text::{BoardText, parse_board};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tengen_board::{Coords, Point, Size};
use tengen_gomoku_verify::{Certificate, ProofNode};

/// Why a work file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not a record.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// It is about another question.
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
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// A search proved the win; its certificate is on the line that begins at `at` and is `len` bytes long.
    Searched { at: u64, len: usize, cost: Cost },
    /// This move wins: every reply to it is answered.
    Move(Point),
    /// No search up to this many nodes found a win.
    Open(u64),
}

/// The records.
#[derive(Debug)]
pub(super) struct WorkFile {
    file: File,
    len: u64,
    size: Size,
    known: HashMap<BoardText, Known>,
    candidates: HashMap<BoardText, Vec<Point>>,
    covered: HashMap<BoardText, Vec<Point>>,
}

impl WorkFile {
    /// Opens a file, or makes it. `question` is its first line.
    pub(super) fn open(path: &Path, question: &str, size: Size) -> Result<WorkFile, WorkError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut work = WorkFile {
            file: file.try_clone()?,
            len: 0,
            size,
            known: HashMap::new(),
            candidates: HashMap::new(),
            covered: HashMap::new(),
        };
        file.rewind()?;
        let mut reader = BufReader::new(file);
        let mut number = 0;
        loop {
            let mut line = Vec::new();
            let read = reader.read_until(b'\n', &mut line)?;
            if line.pop() != Some(b'\n') {
                break;
            }
            number += 1;
            let fail = |what: &str| WorkError::Line { line: number, what: what.into() };
            let line = String::from_utf8(line).map_err(|_| fail("it is not text"))?;
            if number == 1 {
                if line != question {
                    return Err(WorkError::OtherQuestion { found: line, wanted: question.into() });
                }
            } else {
                work.remember(&line).ok_or_else(|| fail("expected a record of tengen prove"))?;
            }
            work.len += read as u64;
        }
        // The line that was being written when the last run was killed.
        work.file.set_len(work.len)?;
        if number == 0 {
            work.append(question)?;
        }
        Ok(work)
    }

    fn append(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes())?;
        self.len += line.len() as u64;
        Ok(())
    }

    /// Stores the record of a line that begins at the end of what was read so far.
    fn remember(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "win" => {
                let mut words = rest.splitn(3, ' ');
                let mut number = || words.next()?.parse::<u64>().ok();
                let cost = Cost { nodes: number()?, millis: number()? };
                let board = board_of_certificate(words.next()?)?;
                let known = Known::Searched { at: self.len, len: line.len(), cost };
                self.known.insert(parse_board(board, self.size)?, known);
            }
            "move" => {
                let (mv, board) = rest.split_once(' ')?;
                let mv = Coords::Gomoku.parse(mv, self.size).ok()?;
                self.known.insert(parse_board(board, self.size)?, Known::Move(mv));
            }
            "open" => {
                let (limit, board) = rest.split_once(' ')?;
                self.known.insert(parse_board(board, self.size)?, Known::Open(limit.parse().ok()?));
            }
            "try" | "far" => {
                let (moves, board) = rest.split_once(' ')?;
                let points = moves.split(',').filter(|mv| *mv != "-");
                let points: Result<Vec<Point>, _> =
                    points.map(|mv| Coords::Gomoku.parse(mv, self.size)).collect();
                let list = if word == "try" { &mut self.candidates } else { &mut self.covered };
                list.insert(parse_board(board, self.size)?, points.ok()?);
            }
            _ => return None,
        }
        Some(())
    }

    fn record(&mut self, line: &str) -> io::Result<()> {
        let understood = self.remember(line).is_some();
        debug_assert!(understood, "{line}");
        self.append(line)
    }

    /// Writes that a search proved a position.
    pub(super) fn put_win(&mut self, proof: &Certificate, cost: Cost) -> io::Result<()> {
        let text = proof.to_string().trim_end().replace('\n', ";");
        self.record(&format!("win {} {} {text}", cost.nodes, cost.millis))
    }

    /// Writes that a move wins.
    pub(super) fn put_move(&mut self, board: &BoardText, mv: Point) -> io::Result<()> {
        self.record(&format!("move {} {board}", Coords::Gomoku.format(mv, self.size)))
    }

    /// Writes that no search up to `limit` nodes found a win.
    pub(super) fn put_open(&mut self, board: &BoardText, limit: u64) -> io::Result<()> {
        self.record(&format!("open {limit} {board}"))
    }

    /// Writes the moves to try in a position.
    pub(super) fn put_candidates(&mut self, board: &BoardText, moves: &[Point]) -> io::Result<()> {
        self.record(&format!("try {} {board}", self.names(moves)))
    }

    /// Writes the replies that the common answer covers.
    pub(super) fn put_covered(&mut self, board: &BoardText, replies: &[Point]) -> io::Result<()> {
        self.record(&format!("far {} {board}", self.names(replies)))
    }

    fn names(&self, points: &[Point]) -> String {
        if points.is_empty() {
            return "-".into();
        }
        points.iter().map(|&p| Coords::Gomoku.format(p, self.size)).collect::<Vec<_>>().join(",")
    }

    pub(super) fn known(&self, board: &BoardText) -> Option<&Known> {
        self.known.get(board)
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

    /// The proof of a position that a search proved.
    pub(super) fn proof(&mut self, board: &BoardText) -> Result<Option<Certificate>, WorkError> {
        let Some(&Known::Searched { at, len, .. }) = self.known.get(board) else { return Ok(None) };
        let mut line = vec![0; len];
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(&mut line)?;
        let text = String::from_utf8_lossy(&line);
        let text = text.splitn(4, ' ').nth(3).unwrap_or_default().replace(';', "\n");
        let proof = text.parse::<Certificate>();
        proof.map(Some).map_err(|e| WorkError::Line { line: e.line, what: format!("{board}: {}", e.what) })
    }

    /// The nodes of that proof.
    pub(super) fn proof_nodes(&mut self, board: &BoardText) -> Result<Vec<ProofNode>, WorkError> {
        Ok(self.proof(board)?.map_or_else(Vec::new, |proof| proof.nodes))
    }
}

/// `black …;white …` of a certificate on one line.
fn board_of_certificate(text: &str) -> Option<&str> {
    let from = text.find("black")?;
    let to = text.find(";side")?;
    text.get(from..to)
}
