//! Reading: whether a chain can be captured or saved, and whether two chains can be joined or cut, and by which kind of
//! ko.
//!
//! `search` is the proof-number search; `capture`, `connect` and `life` are the goals that it proves or refutes.
//! `whole` searches again until each reply that matters is answered; in `prove` are the certificates. `pairs` asks
//! about groups, two chains at once, and races.
//!
//! Three searches find the kind of ko. They differ in who may take a ko at once: the side that reads, neither side, or
//! the other side.

mod capture;
mod connect;
mod contest;
mod hold;
mod join;
mod life;
mod nakade;
mod pairs;
mod prove;
mod race;
mod search;
mod ways;
mod whole;

use super::proof::Claim;
use super::{Board, NO_VERTEX, Position, Vertex};
use crate::Game;
use alloc::vec::Vec;
use capture::Capture;
use connect::Connection;
pub use contest::{RaceOutcome, RaceReport};
use core::fmt;
use life::Life;
pub use pairs::{GroupStatus, Race};
use prove::Builder;
use prove::rights;
pub use prove::{ProofReport, Proven};
use search::{Goal, Search};
use tengen_board::{Color, Point};

/// How sure a result of reading is, for the side that wants it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// It fails, whoever has ko threats.
    No,
    /// Nothing is proven: the limit of positions ended a search before its answer.
    Unknown,
    /// It works only if this side finds the first ko threat: the other side takes the ko first.
    KoNeedsThreat,
    /// It works by a ko that this side takes first.
    Ko,
    /// It works, whoever has ko threats.
    Yes,
}

impl Certainty {
    /// The number that GNU Go writes: 0 for no, 1 for yes, 2 for a ko taken first, 3 for a ko that needs a threat. What
    /// is not proven is 0 too: GNU Go has no number for it.
    pub const fn code(self) -> u8 {
        match self {
            Certainty::No | Certainty::Unknown => 0,
            Certainty::Yes => 1,
            Certainty::Ko => 2,
            Certainty::KoNeedsThreat => 3,
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::No => "no",
            Certainty::Unknown => "not proven",
            Certainty::KoNeedsThreat => "by ko, after a threat",
            Certainty::Ko => "by ko",
            Certainty::Yes => "yes",
        })
    }
}

/// The answer to a question of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Whether it works for the side that wants it: the best that is proven.
    pub certainty: Certainty,
    /// Its first move; `None` if it is not proven to work, or needs no move.
    pub first: Option<Point>,
    /// Positions visited.
    pub nodes: u64,
}

impl Position {
    /// Whether the opponent, to move, captures the chain at `target`. `None` if there is no stone. Each of up to three
    /// searches visits `max_nodes` positions at most.
    ///
    /// ```
    /// use tengen_games::go::Certainty;
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules::named("chinese", Some("5".parse()?))?);
    /// for mv in ["a5", "a4", "e1"] {
    ///     game.play(game.parse_move(mv)?)?;
    /// }
    /// let corner = game.parse_move("a5")?.point().unwrap();
    /// let attack = game.read_attack(corner, 1000).unwrap();
    /// assert_eq!((attack.certainty, attack.first), (Certainty::Yes, game.parse_move("b5")?.point()));
    /// assert_eq!(game.read_defense(corner, 1000).unwrap().certainty, Certainty::No);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_attack(&self, target: Point, max_nodes: u64) -> Option<Reading> {
        self.read(target, true, max_nodes)
    }

    /// Whether its own side, to move, saves the chain at `target`; see [`Position::read_attack`]. A chain that nothing
    /// threatens is saved without a move.
    pub fn read_defense(&self, target: Point, max_nodes: u64) -> Option<Reading> {
        self.read(target, false, max_nodes)
    }

    /// Whether the side of the two stones, to move, joins their chains to one that is not in atari. `None` if they are
    /// not two stones of one colour. Each of up to three questions visits `max_nodes` positions at most.
    ///
    /// A connection is proven. A cut is proven except for one assumption: a line in which the side needs four moves
    /// more counts as cut, and so does one with three moves more where the widest search does not end within its limit.
    ///
    /// ```
    /// use tengen_games::go::Certainty;
    /// use tengen_games::{Game, go};
    /// let mut game = go::Position::new(&go::Rules::named("chinese", Some("5".parse()?))?);
    /// for mv in ["b3", "c4", "d3", "c2"] {
    ///     game.play(game.parse_move(mv)?)?;
    /// }
    /// let [left, right, gap] = ["b3", "d3", "c3"].map(|at| game.parse_move(at).unwrap().point().unwrap());
    /// let joined = game.read_connection(left, right, 1000).unwrap();
    /// assert_eq!((joined.certainty, joined.first), (Certainty::Yes, Some(gap)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_connection(&self, a: Point, b: Point, max_nodes: u64) -> Option<Reading> {
        self.read_joining(a, b, true, max_nodes)
    }

    /// Whether the opponent of the two stones, to move, keeps their chains apart; see [`Position::read_connection`]. If
    /// they are cut without a move, the move is one between them that leaves the longest way.
    pub fn read_cut(&self, a: Point, b: Point, max_nodes: u64) -> Option<Reading> {
        self.read_joining(a, b, false, max_nodes)
    }

    /// Whether the opponent, to move, kills the chain at `target`: captures it whatever its side does in the region
    /// around it. `None` if there is no stone. Each of up to three searches visits `max_nodes` positions at most.
    ///
    /// The region has no stones of the opponent but those that could be captured, so a group that is not enclosed is
    /// rarely decided within the limit.
    pub fn read_kill(&self, target: Point, max_nodes: u64) -> Option<Reading> {
        self.read_life(target, true, max_nodes)
    }

    /// Whether its own side, to move, keeps the chain at `target` from being killed, in seki if not alive; see
    /// [`Position::read_kill`]. A chain that nothing kills needs no move.
    pub fn read_survival(&self, target: Point, max_nodes: u64) -> Option<Reading> {
        self.read_life(target, false, max_nodes)
    }

    fn read_life(&self, target: Point, kill: bool, max_nodes: u64) -> Option<Reading> {
        if !self.size().contains(target) {
            return None;
        }
        let at = self.board.vertex(target);
        let owner = self.board.color(at)?;
        let goal = Life::new(&self.board, at, !owner, self.rules.suicide.is_allowed());
        Some(self.answer(
            &[goal],
            Claim::Capture(target),
            if kill { !owner } else { owner },
            !kill,
            max_nodes,
        ))
    }

    fn read_joining(&self, a: Point, b: Point, connect: bool, max_nodes: u64) -> Option<Reading> {
        if !self.size().contains(a) || !self.size().contains(b) {
            return None;
        }
        let claim = Claim::Connect(a, b);
        let (a, b) = (self.board.vertex(a), self.board.vertex(b));
        let color = self.board.color(a).filter(|&color| self.board.is_color(b, color))?;
        let goals = connect::WIDTHS.map(|width| Connection::new(a, b, color, width));
        let mut answer = self.answer(&goals, claim, if connect { color } else { !color }, false, max_nodes);
        // No position was searched: the chains are cut without a move.
        if !connect && answer.certainty == Certainty::Yes && (answer.nodes == 0 || answer.first.is_none()) {
            let first = goals.last().and_then(|goal| goal.surest_cut(&self.board));
            answer.first = first.map(|at| self.board.point(at));
        }
        Some(answer)
    }

    fn read(&self, target: Point, attack: bool, max_nodes: u64) -> Option<Reading> {
        if !self.size().contains(target) {
            return None;
        }
        let at = self.board.vertex(target);
        let defender = self.board.color(at)?;
        let goals = capture::WIDTHS.map(|width| Capture::new(at, defender, width));
        let to_move = if attack { !defender } else { defender };
        Some(self.answer(&goals, Claim::Capture(target), to_move, !attack, max_nodes))
    }

    /// Asks the three questions of ko for the side to move. The goals are one goal, searched wider and wider: a proof
    /// of any holds, and only the last refutes. With `may_pass`, the side needs no move where the opponent to move
    /// fails.
    fn answer<G: Goal>(
        &self,
        goals: &[G],
        claim: Claim,
        to_move: Color,
        may_pass: bool,
        max_nodes: u64,
    ) -> Reading {
        let ko = if to_move == self.to_move() { self.ko_point() } else { None };
        let ko = ko.map_or(NO_VERTEX, |point| self.board.vertex(point));
        let suicide = self.rules.suicide.is_allowed();
        let wanted = goals.first().is_some_and(|goal| goal.prover() == to_move);
        let mut answer = Reading { certainty: Certainty::No, first: None, nodes: 0 };
        for (certainty, retake) in rights(to_move) {
            let mut may_pass = may_pass && certainty == Certainty::Yes;
            let (mut left, mut saw_ko) = (max_nodes, false);
            let (mut found, mut earlier) = ((None, None), (None, None));
            for (n, goal) in goals.iter().enumerate() {
                let ask = |to_move: Color, ko: Vertex| {
                    let search = Search::new(goal, &self.board, retake, suicide, left);
                    let mut builder = Builder::new(search, claim, goal.prover());
                    let closed = (ko != NO_VERTEX).then(|| self.board.index(ko));
                    let stones = builder.stones(self.rules.suicide, closed);
                    let found = builder.settle(&stones, to_move, ko);
                    (found, builder.search.nodes, builder.search.saw_ko)
                };
                if may_pass {
                    let ((proven, _), nodes, _) = ask(!to_move, NO_VERTEX);
                    answer.nodes += nodes;
                    if proven == Some(wanted) && n + 1 == goals.len() {
                        answer.certainty = certainty;
                        return answer;
                    }
                    // What fails without a move in one width does so in the others.
                    may_pass = proven != Some(!wanted);
                    if may_pass && n + 1 < goals.len() {
                        continue;
                    }
                }
                let (nodes, ko_seen);
                (found, nodes, ko_seen) = ask(to_move, ko);
                // Where a wider search does not end, the narrower one answers.
                if found.0.is_none() && goal.falls_back() {
                    found = earlier;
                }
                earlier = found;
                answer.nodes += nodes;
                left = left.saturating_sub(nodes);
                saw_ko |= ko_seen;
                if found.0 == Some(true) {
                    break;
                }
            }
            let (proven, first) = found;
            if proven == Some(wanted) {
                answer.certainty = certainty;
                answer.first = first.map(|at| self.board.point(at));
                return answer;
            }
            if proven.is_none() {
                answer.certainty = Certainty::Unknown;
            }
            // Without a ko on the way the other searches are the same.
            if !saw_ko && proven.is_some() {
                break;
            }
        }
        answer
    }
}

/// The opposing chains beside a chain of `color`, one stone each.
fn around(board: &Board, at: Vertex, color: Color) -> Vec<Vertex> {
    let mut found = Vec::new();
    for stone in board.chain_stones(at) {
        for q in board.neighbours(stone) {
            if board.is_color(q, !color) && !found.contains(&board.chain(q)) {
                found.push(board.chain(q));
            }
        }
    }
    found
}
