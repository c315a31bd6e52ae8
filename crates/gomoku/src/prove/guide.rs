//! A strategy as a guide through a game: the winner's move in each position that the strategy reaches.
//!
//! The records of a skeleton are looked up by the board, so transpositions and symmetries are followed too. Where a
//! record is a search or a repair, it is done again, and the certificate found is followed from there on. Certificates
//! are kept; which of them is followed depends only on the moves of the game, so undo and other games need no care.

use super::board_text::{BoardText, Canonical};
use super::embedded::{ProvenStrategy, StrategyAnswer};
use super::recent_proofs::RecentProofs;
use super::searches::turned;
use super::work_file::Known;
use crate::solve::{self, SolveResult, WinKind, main_line, ordered_replies, replay, solve};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tengen_board::{Color, Point, Symmetry};
use tengen_engine::{Limits, Stop};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{Game, Move};
use tengen_gomoku_verify::{Certificate, ProofNode, VerifyLimits, verify_until};

/// The most nodes of the certificates that are kept: some 100 MB.
const KEPT_NODES: usize = 1 << 20;

/// The limit of a search if that of its record, of another version of the search, finds no win.
const LARGEST_LIMIT: u64 = 10_000_000;

/// Shorter moves do not wait until the records are read, which takes some 0.2 s.
const READING: Duration = Duration::from_secs(1);

/// What the strategy says of a position with its side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Advice {
    /// The strategy does not reach it.
    Unknown,
    /// The strategy reaches it, but the limits ended the search of the win.
    Unfinished,
    /// The side wins.
    Wins {
        /// The next move, and the moves after it as far as they are known.
        line: Vec<Point>,
        /// The most plies to the win, its last one included.
        plies: u32,
    },
}

/// The limits on finding wins again, and what has been spent.
#[derive(Debug)]
pub(crate) struct Effort<'a> {
    /// If false, nothing is searched: only wins that are kept count.
    searches: bool,
    most: Option<u64>,
    deadline: Option<Instant>,
    stop: &'a Stop,
    /// Nodes searched.
    pub(crate) nodes: u64,
}

impl<'a> Effort<'a> {
    /// At most so many nodes and so much time, until `stop` is raised.
    pub(crate) fn new(nodes: Option<u64>, time: Option<Duration>, stop: &'a Stop) -> Effort<'a> {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Effort { searches: true, most: nodes, deadline, stop, nodes: 0 }
    }

    /// Without a search.
    pub(crate) fn none(stop: &'a Stop) -> Effort<'a> {
        Effort { searches: false, most: None, deadline: None, stop, nodes: 0 }
    }

    fn is_over(&self) -> bool {
        !self.searches
            || self.stop.is_raised()
            || self.most.is_some_and(|most| self.nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The limits of one search.
    fn limits(&self, nodes: u64) -> Limits {
        let left = self.most.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits { time, ..Limits::nodes(nodes.min(left)) }
    }
}

/// A certificate for a canonical board, which the verifier has accepted.
#[derive(Debug)]
struct Win {
    proof: Certificate,
    plies: u32,
}

/// The wins that were found again last, of all strategies. Threads may share them.
#[derive(Debug)]
pub struct KeptWins(Mutex<RecentProofs<(Rules, BoardText), Win>>);

impl Default for KeptWins {
    fn default() -> KeptWins {
        KeptWins(Mutex::new(RecentProofs::new(KEPT_NODES)))
    }
}

impl KeptWins {
    fn get(&self, strategy: &ProvenStrategy, board: &BoardText) -> Option<Arc<Win>> {
        let key = (*strategy.rules(), board.clone());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key)
    }

    fn put(&self, strategy: &ProvenStrategy, board: &BoardText, win: Win) -> Arc<Win> {
        let key = (*strategy.rules(), board.clone());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(&key, win.proof.nodes.len(), win)
    }
}

/// Follows the strategy.
#[derive(Debug)]
pub(crate) struct Guide {
    strategy: &'static ProvenStrategy,
    kept: Arc<KeptWins>,
}

/// Where the last position of a game is in the strategy.
enum Place {
    Unknown,
    Unfinished,
    /// It has a recorded move.
    Move(Point),
    /// It is in a win.
    Within(Box<Within>),
}

/// A position in a win.
struct Within {
    win: Arc<Win>,
    /// The position, turned as the win is.
    position: Position,
    /// The symmetry that leads back to the game.
    back: Symmetry,
    /// The node that answers here.
    node: usize,
    /// The plies since the board of the win.
    since: usize,
}

impl Guide {
    pub(super) fn new(strategy: &'static ProvenStrategy, kept: Arc<KeptWins>) -> Guide {
        Guide { strategy, kept }
    }

    /// The guide by these rules, with the wins that are kept. `None` if there is no strategy for them, or its records
    /// are still being read and there is too little time to wait for them.
    pub(crate) fn of(rules: &Rules, kept: &Arc<KeptWins>, time: Option<Duration>) -> Option<Guide> {
        if !ProvenStrategy::is_read(rules) && time.is_some_and(|time| time < READING) {
            let rules = *rules;
            let _ = std::thread::Builder::new().spawn(move || ProvenStrategy::of(&rules));
            return None;
        }
        Some(Guide::new(ProvenStrategy::of(rules)?, Arc::clone(kept)))
    }

    /// True if it is the guide by these rules.
    pub(crate) fn is_for(&self, rules: &Rules) -> bool {
        self.strategy.holds_for(rules)
    }

    /// What the strategy says of the last position of a game.
    pub(crate) fn advise(&self, game: &Position, effort: &mut Effort<'_>) -> Advice {
        match self.place(game, effort) {
            Place::Unknown => Advice::Unknown,
            Place::Unfinished => Advice::Unfinished,
            Place::Move(mv) => {
                let played = game.stones().count() as u32;
                Advice::Wins { line: vec![mv], plies: self.strategy.plies().saturating_sub(played) }
            }
            Place::Within(place) => match place.line() {
                line if line.is_empty() => Advice::Unknown,
                line => Advice::Wins { line, plies: place.plies(effort) },
            },
        }
    }

    /// The win in which the last position of a game is, from there on. `None` if it is in none, or was not found.
    pub(super) fn win_from(&self, game: &Position, effort: &mut Effort<'_>) -> Option<solve::Win> {
        let Place::Within(place) = self.place(game, effort) else { return None };
        let (line, plies) = (place.line(), place.plies(effort));
        let nodes = turned(place.nodes(), place.back, game.size());
        let proof = Certificate::new(game, self.strategy.side(), nodes);
        Some(solve::Win { plies, line, proof })
    }

    fn place(&self, game: &Position, effort: &mut Effort<'_>) -> Place {
        if game.is_over() || game.to_move() != self.strategy.side() {
            return Place::Unknown;
        }
        // The moves after `before`, oldest first.
        let (mut before, mut since) = (game.clone(), VecDeque::new());
        loop {
            if before.to_move() == self.strategy.side()
                && let Some(at) = self.strategy.canonical(&before)
                && let Some(answer) = self.strategy.answer(&at)
            {
                if let StrategyAnswer::Move(mv) = answer {
                    // The positions after the replies to it have records of their own.
                    return if since.is_empty() {
                        Place::Move(at.symmetry.inverse().apply(mv, game.size()))
                    } else {
                        Place::Unknown
                    };
                }
                let Some(win) = self.win(&at, effort) else { return Place::Unfinished };
                if let Some(place) = Within::after(&win, &at, since.make_contiguous()) {
                    return Place::Within(Box::new(place));
                }
            }
            match before.undo() {
                Some(Move::Place(point)) => since.push_front(point),
                _ => return Place::Unknown,
            }
        }
    }

    /// The win of a board, kept or found again.
    fn win(&self, at: &Canonical, effort: &mut Effort<'_>) -> Option<Arc<Win>> {
        if let Some(win) = self.kept.get(self.strategy, &at.text) {
            return Some(win);
        }
        let by_record = self.recorded_win(&at.text, effort);
        if by_record.is_some() {
            return by_record;
        }
        let without = self.strategy.common_answer(at)?;
        let common = self.recorded_win(&without.text, effort)?;
        let nodes = turned(&common.proof.nodes, without.symmetry.inverse(), at.position.size());
        self.keep(&at.text, Certificate::new(&at.position, self.strategy.side(), nodes), effort)
    }

    /// The win of a record.
    fn recorded_win(&self, board: &BoardText, effort: &mut Effort<'_>) -> Option<Arc<Win>> {
        if let Some(win) = self.kept.get(self.strategy, board) {
            return Some(win);
        }
        if effort.is_over() {
            return None;
        }
        let (records, side) = (self.strategy.records(), self.strategy.side());
        let at = records.position(board, side)?;
        let mut limits = vec![LARGEST_LIMIT];
        match records.known(board)? {
            Known::Searched { limit, .. } => limits.insert(0, *limit),
            Known::Repaired { from, .. } => {
                let win = self.recorded_win(from, effort)?;
                let after = self.after_reply(from, board)?;
                let nodes = turned(&win.proof.nodes, after.symmetry, at.position.size());
                let limits = effort.limits(u64::MAX);
                let (proof, searched) = replay(nodes, &at.position, side, &limits, effort.stop);
                effort.nodes += searched;
                if let Some(proof) = proof {
                    return self.keep(board, proof, effort);
                }
            }
            Known::Move(_) | Known::Open(_) => return None,
        }
        for limit in limits {
            if effort.is_over() {
                break;
            }
            let found = solve(&at.position, side, WinKind::Wide, &effort.limits(limit), effort.stop);
            effort.nodes += found.nodes;
            if let SolveResult::Win(win) = found.result {
                return self.keep(board, win.proof, effort);
            }
        }
        None
    }

    /// The position `board` as a reply of the loser to `before` makes it.
    fn after_reply(&self, before: &BoardText, board: &BoardText) -> Option<Canonical> {
        let side = self.strategy.side();
        let before = self.strategy.records().position(before, side.opponent())?;
        ordered_replies(&before.position).into_iter().find_map(|reply| {
            let mut after = before.position.clone();
            after.play_unchecked(Move::Place(reply));
            Canonical::new(&after, side).ok().filter(|after| after.text == *board)
        })
    }

    /// Keeps a win that the verifier accepts.
    fn keep(&self, board: &BoardText, proof: Certificate, effort: &Effort<'_>) -> Option<Arc<Win>> {
        let is_over = || effort.stop.is_raised() || effort.deadline.is_some_and(|end| Instant::now() >= end);
        let plies = verify_until(&proof, &VerifyLimits::default(), &is_over).ok()?.plies;
        Some(self.kept.put(self.strategy, board, Win { proof, plies }))
    }
}

/// The most positions of the check that counts the plies that are left.
const MAX_COUNTED: u64 = 200_000;

impl Within {
    /// The place in a win after the moves `since` its board. `None` if they leave it.
    fn after(win: &Arc<Win>, at: &Canonical, since: &[Point]) -> Option<Within> {
        let mut position = at.position.clone();
        let mut number = win.proof.nodes.len().checked_sub(1)?;
        for pair in since.chunks_exact(2) {
            let [own, reply] = [pair[0], pair[1]].map(|p| at.symmetry.apply(p, position.size()));
            let node = win.proof.nodes.get(number).filter(|node| node.mv == own)?;
            number = node.answer(reply)? as usize;
            position.play(Move::Place(own)).ok()?;
            position.play(Move::Place(reply)).ok()?;
        }
        win.proof.nodes.get(number)?;
        let back = at.symmetry.inverse();
        Some(Within { win: Arc::clone(win), position, back, node: number, since: since.len() })
    }

    /// The nodes of the win up to the one that answers here.
    fn nodes(&self) -> &[ProofNode] {
        &self.win.proof.nodes[..=self.node]
    }

    /// The main line, on the board of the game.
    fn line(&self) -> Vec<Point> {
        let mut position = self.position.clone();
        // Replies that are not legal may be named.
        let legal =
            main_line(self.nodes()).1.into_iter().take_while(|&mv| position.play(Move::Place(mv)).is_ok());
        legal.map(|mv| self.back.apply(mv, self.position.size())).collect()
    }

    /// The most plies to the win.
    fn plies(&self, effort: &Effort<'_>) -> u32 {
        let left = self.win.plies.saturating_sub(self.since as u32).max(1);
        if self.since == 0 {
            return left;
        }
        let counted = plies_of(&self.position, self.win.proof.side, self.nodes(), effort);
        counted.map_or(left, |plies| plies.min(left))
    }
}

/// The plies that the verifier counts from here. `None` if that takes too long.
fn plies_of(position: &Position, side: Color, nodes: &[ProofNode], effort: &Effort<'_>) -> Option<u32> {
    let proof = Certificate::new(position, side, nodes.to_vec());
    let limits = VerifyLimits { positions: MAX_COUNTED, ..VerifyLimits::default() };
    let is_over = || effort.stop.is_raised() || effort.deadline.is_some_and(|end| Instant::now() >= end);
    verify_until(&proof, &limits, &is_over).ok().map(|report| report.plies)
}
