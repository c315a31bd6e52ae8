//! A strategy as a guide through a game: the winner's move in each position that the strategy reaches.
//!
//! The records of a skeleton are looked up by the board, so transpositions and symmetries are followed too. Where a
//! record is a search or a repair, it is done again, and the certificate found is followed from there on. Certificates
//! are kept; which of them is followed depends only on the moves of the game, so undo and other games need no care.

use super::board_text::{BoardText, Canonical};
use super::question;
use super::searches::turned;
use super::work_file::{Known, WorkFile};
use crate::solve::{SolveResult, WinKind, main_line, ordered_replies, replay, solve};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tengen_board::{Cell, Color, Point};
use tengen_engine::{Limits, Stop};
use tengen_games::gomoku::{Position, Rules};
use tengen_games::{Game, Move, SetUp};
use tengen_gomoku_verify::{Certificate, ProofNode, VerifyLimits, verify_until};

/// The most plies in which Black wins from the empty board, whatever White replies, as the verifier counts them in the
/// certificate of the whole strategy.
pub(crate) const STRATEGY_PLIES: u32 = 81;

/// The most nodes of the certificates that are kept: some 100 MB.
const KEPT_NODES: usize = 1 << 20;

/// The limit of a search if that of its record, of another version of the search, finds no win.
const LARGEST_LIMIT: u64 = 10_000_000;

/// Black's strategy for standard gomoku on 15×15.
static STANDARD: OnceLock<Records> = OnceLock::new();

fn read_standard() -> Records {
    let text = include_bytes!(concat!(env!("OUT_DIR"), "/standard-15.skeleton"));
    let mut records = WorkFile::new(&Rules::STANDARD, Color::Black, question(&Rules::STANDARD, Color::Black));
    records.read_records(text.as_slice()).expect("the embedded strategy is damaged");
    Records { most_stones: records.most_stones(), records }
}

/// Shorter moves do not wait until the records are read, which takes some 0.2 s.
const READING: Duration = Duration::from_secs(1);

/// The records of a strategy.
#[derive(Debug)]
struct Records {
    records: WorkFile,
    most_stones: usize,
}

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

/// Follows a strategy.
#[derive(Debug)]
pub(crate) struct Guide {
    records: &'static WorkFile,
    /// Boards with more stones than this have no record, nor are they a reply to one that has.
    most_stones: usize,
    /// The wins that were needed last, the latest at the end.
    kept: VecDeque<(BoardText, Arc<Win>)>,
}

impl Guide {
    /// The guide of Black in standard gomoku on 15×15. `None` if its records are still being read, and there is too
    /// little time to wait for them.
    pub(crate) fn standard(time: Option<Duration>) -> Option<Guide> {
        if STANDARD.get().is_none() && time.is_some_and(|time| time < READING) {
            let _ = std::thread::Builder::new().spawn(|| STANDARD.get_or_init(read_standard));
            return None;
        }
        let Records { records, most_stones } = STANDARD.get_or_init(read_standard);
        Some(Guide { records, most_stones: most_stones + 1, kept: VecDeque::new() })
    }

    /// What the strategy says of the last position of a game.
    pub(crate) fn advise(&mut self, game: &Position, effort: &mut Effort<'_>) -> Advice {
        if game.is_over() || game.to_move() != self.records.side() {
            return Advice::Unknown;
        }
        if game.stones().next().is_none() {
            return self.first_move(game);
        }
        // The moves after `before`, oldest first.
        let (mut before, mut since) = (game.clone(), VecDeque::new());
        loop {
            if before.to_move() == self.records.side()
                && before.stones().count() <= self.most_stones
                && let Ok(at) = Canonical::new(&before, before.to_move())
            {
                if let Some(Known::Move(mv)) = self.records.known(&at.text) {
                    // The positions after the replies to it have records of their own.
                    return if since.is_empty() {
                        self.strategy_move(game, &at, *mv)
                    } else {
                        Advice::Unknown
                    };
                }
                if self.has_win(&at) {
                    let Some(win) = self.win(&at, effort) else { return Advice::Unfinished };
                    if let Some(advice) = followed(&win, &at, since.make_contiguous(), effort) {
                        return advice;
                    }
                }
            }
            match before.undo() {
                Some(Move::Place(point)) => since.push_front(point),
                _ => return Advice::Unknown,
            }
        }
    }

    /// The centre, if every reply to it has an answer.
    fn first_move(&self, game: &Position) -> Advice {
        let centre = game.size().center();
        let mut after = game.clone();
        after.play_unchecked(Move::Place(centre));
        let is_answered = |reply: Point| {
            let mut after = after.clone();
            after.play_unchecked(Move::Place(reply));
            Canonical::new(&after, self.records.side()).is_ok_and(|at| {
                self.records.known(&at.text).is_some_and(Known::is_win) || self.common_answer(&at).is_some()
            })
        };
        if ordered_replies(&after).into_iter().all(is_answered) {
            Advice::Wins { line: vec![centre], plies: STRATEGY_PLIES }
        } else {
            Advice::Unknown
        }
    }

    /// The move of a record.
    fn strategy_move(&self, game: &Position, at: &Canonical, mv: Point) -> Advice {
        let mv = at.symmetry.inverse().apply(mv, game.size());
        let played = game.stones().count() as u32;
        Advice::Wins { line: vec![mv], plies: STRATEGY_PLIES.saturating_sub(played) }
    }

    /// Whether a search, a repair or the win after a pass is known to win this board.
    fn has_win(&self, at: &Canonical) -> bool {
        self.records.known(&at.text).is_some_and(|known| known.cost().is_some())
            || self.common_answer(at).is_some()
    }

    /// The board without the last reply, if the win after a pass answers that reply. Any stone of the loser may be the
    /// last one.
    fn common_answer(&self, at: &Canonical) -> Option<Canonical> {
        let side = self.records.side();
        let replies = at.position.stones().filter(|&(_, color)| color != side);
        replies.map(|(reply, _)| reply).find_map(|reply| {
            let stones = at.position.stones().filter(|&(p, _)| p != reply);
            let cells = stones.map(|(p, color)| (p, Cell::from(color))).collect();
            let set_up = SetUp { cells, to_move: side.opponent() };
            let without = Position::set_up(&at.position.rules(), &set_up).ok()?;
            let without = Canonical::new(&without, side.opponent()).ok()?;
            let turned = without.symmetry.apply(reply, without.position.size());
            let is_win = self.records.known(&without.text).is_some_and(|known| known.cost().is_some());
            let is_covered = self.records.covered(&without.text).is_some_and(|all| all.contains(&turned));
            (is_win && is_covered).then_some(without)
        })
    }

    /// The win of a board, kept or found again.
    fn win(&mut self, at: &Canonical, effort: &mut Effort<'_>) -> Option<Arc<Win>> {
        if let Some(win) = self.kept(&at.text) {
            return Some(win);
        }
        let by_record = self.recorded_win(&at.text, effort);
        if by_record.is_some() {
            return by_record;
        }
        let without = self.common_answer(at)?;
        let common = self.recorded_win(&without.text, effort)?;
        let nodes = turned(&common.proof.nodes, without.symmetry.inverse(), at.position.size());
        self.keep(&at.text, Certificate::new(&at.position, self.records.side(), nodes), effort)
    }

    /// The win of a record.
    fn recorded_win(&mut self, board: &BoardText, effort: &mut Effort<'_>) -> Option<Arc<Win>> {
        if let Some(win) = self.kept(board) {
            return Some(win);
        }
        if effort.is_over() {
            return None;
        }
        let side = self.records.side();
        let at = self.records.position(board, side)?;
        let mut limits = vec![LARGEST_LIMIT];
        match self.records.known(board)? {
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
        let side = self.records.side();
        let before = self.records.position(before, side.opponent())?;
        ordered_replies(&before.position).into_iter().find_map(|reply| {
            let mut after = before.position.clone();
            after.play_unchecked(Move::Place(reply));
            Canonical::new(&after, side).ok().filter(|after| after.text == *board)
        })
    }

    fn kept(&mut self, board: &BoardText) -> Option<Arc<Win>> {
        let found = self.kept.iter().position(|(kept, _)| kept == board)?;
        let entry = self.kept.remove(found)?;
        let win = entry.1.clone();
        self.kept.push_back(entry);
        Some(win)
    }

    /// Keeps a win that the verifier accepts.
    fn keep(&mut self, board: &BoardText, proof: Certificate, effort: &Effort<'_>) -> Option<Arc<Win>> {
        let is_over = || effort.stop.is_raised() || effort.deadline.is_some_and(|end| Instant::now() >= end);
        let plies = verify_until(&proof, &VerifyLimits::default(), &is_over).ok()?.plies;
        let win = Arc::new(Win { proof, plies });
        self.kept.push_back((board.clone(), win.clone()));
        let nodes = |kept: &VecDeque<(BoardText, Arc<Win>)>| -> usize {
            kept.iter().map(|(_, win)| win.proof.nodes.len()).sum()
        };
        while self.kept.len() > 1 && nodes(&self.kept) > KEPT_NODES {
            self.kept.pop_front();
        }
        Some(win)
    }
}

/// The most positions of the check that counts the plies that are left.
const MAX_COUNTED: u64 = 200_000;

/// What a certificate says after the moves `since`. `None` if they leave it.
fn followed(win: &Win, at: &Canonical, since: &[Point], effort: &Effort<'_>) -> Option<Advice> {
    let (size, side) = (at.position.size(), win.proof.side);
    let mut position = at.position.clone();
    let mut number = win.proof.nodes.len().checked_sub(1)?;
    for pair in since.chunks_exact(2) {
        let [own, reply] = [pair[0], pair[1]].map(|p| at.symmetry.apply(p, size));
        let node = win.proof.nodes.get(number).filter(|node| node.mv == own)?;
        number = node.answer(reply)? as usize;
        position.play(Move::Place(own)).ok()?;
        position.play(Move::Place(reply)).ok()?;
    }
    let nodes = win.proof.nodes.get(..=number)?;
    let left = win.plies.saturating_sub(since.len() as u32).max(1);
    let plies =
        if since.is_empty() { left } else { plies_of(&position, side, nodes, effort).unwrap_or(left) };
    let back = at.symmetry.inverse();
    // Replies that are not legal may be named.
    let legal = main_line(nodes).1.into_iter().take_while(|&mv| position.play(Move::Place(mv)).is_ok());
    let line: Vec<Point> = legal.map(|mv| back.apply(mv, size)).collect();
    (!line.is_empty()).then_some(Advice::Wins { line, plies: plies.min(left) })
}

/// The plies that the verifier counts from here. `None` if that takes too long.
fn plies_of(position: &Position, side: Color, nodes: &[ProofNode], effort: &Effort<'_>) -> Option<u32> {
    let proof = Certificate::new(position, side, nodes.to_vec());
    let limits = VerifyLimits { positions: MAX_COUNTED, ..VerifyLimits::default() };
    let is_over = || effort.stop.is_raised() || effort.deadline.is_some_and(|end| Instant::now() >= end);
    verify_until(&proof, &limits, &is_over).ok().map(|report| report.plies)
}
