//! Reading of captures: whether a chain can be captured, and whether it can be saved, and by which kind of ko.
//!
//! The search proves or disproves with proof numbers (L. V. Allis, "Searching for solutions in games and artificial
//! intelligence", 1994; A. Nagai's depth-first form, 2002). The attacker plays liberties of the chain, liberties beside
//! them, and saves its own chains around it. The defender plays the same points and captures. So "captured" is a proof
//! except for one assumption: a chain with five liberties, or four and the defender to move, counts as safe.
//!
//! Three searches find the kind of ko. They differ in who may take a ko back at once: the side that reads, neither
//! side, or the other side.

use super::{Board, NO_VERTEX, Position, Suicide, Vertex};
use crate::Game;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use tengen_board::{Color, Point};

/// How sure a result of reading is, for the side that wants it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// It fails, whoever has ko threats.
    No,
    /// It works only if this side finds the first ko threat: the other side takes the ko first.
    KoNeedsThreat,
    /// It works by a ko that this side takes first.
    Ko,
    /// It works, whoever has ko threats.
    Yes,
}

impl Certainty {
    /// The number that GNU Go writes: 0 for no, 1 for yes, 2 for a ko taken first, 3 for a ko that needs a threat.
    pub const fn code(self) -> u8 {
        match self {
            Certainty::No => 0,
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
            Certainty::KoNeedsThreat => "by ko, after a threat",
            Certainty::Ko => "by ko",
            Certainty::Yes => "yes",
        })
    }
}

/// The answer to a question of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Whether it works for the side that wants it.
    pub certainty: Certainty,
    /// Its first move; `None` if it fails, or needs no move.
    pub first: Option<Point>,
    /// Positions visited.
    pub nodes: u64,
    /// True if the limit of positions ended a search before its answer: the question counts as failed then.
    pub unknown: bool,
}

/// Who may take a ko back at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Retake {
    Nobody,
    Side(Color),
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

    fn read(&self, target: Point, attack: bool, max_nodes: u64) -> Option<Reading> {
        if !self.size().contains(target) {
            return None;
        }
        let at = self.board.vertex(target);
        let defender = self.board.color(at)?;
        let to_move = if attack { !defender } else { defender };
        let ko = if to_move == self.to_move() { self.ko_point() } else { None };
        let ko = ko.map_or(NO_VERTEX, |point| self.board.vertex(point));
        let suicide = self.rules.suicide == Suicide::Allowed;
        let mut answer = Reading { certainty: Certainty::No, first: None, nodes: 0, unknown: false };
        let rights = [
            (Certainty::Yes, Retake::Side(!to_move)),
            (Certainty::Ko, Retake::Nobody),
            (Certainty::KoNeedsThreat, Retake::Side(to_move)),
        ];
        for (certainty, retake) in rights {
            let mut search = Search::new(&self.board, at, defender, retake, suicide, max_nodes);
            // A defence needs no move where even the attacker to move fails.
            if !attack && search.solve(!defender, NO_VERTEX).0 == Some(false) {
                answer.nodes += search.nodes;
                answer.certainty = certainty;
                return Some(answer);
            }
            let (captured, first) = search.solve(to_move, ko);
            answer.nodes += search.nodes;
            answer.unknown |= captured.is_none();
            if captured == Some(attack) {
                answer.certainty = certainty;
                answer.first = first.map(|at| self.board.point(at));
                answer.unknown = false;
                return Some(answer);
            }
            // Without a ko on the way the other searches are the same.
            if !search.saw_ko && captured.is_some() {
                break;
            }
        }
        Some(answer)
    }
}

/// A table entry: the position with its proof numbers.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
}

/// Entries of the table.
const ENTRIES: usize = 1 << 15;
/// A proof number that is never reached.
const NEVER: u32 = 1 << 30;
/// Plies in which a chain with one liberty more is still read.
const WIDE: usize = 3;
/// Plies after which a line counts as an escape.
const DEEPEST: usize = 120;

struct Search {
    board: Board,
    target: Vertex,
    defender: Color,
    retake: Retake,
    suicide: bool,
    table: Vec<Entry>,
    path: Vec<u64>,
    nodes: u64,
    max_nodes: u64,
    saw_ko: bool,
}

impl Search {
    fn new(
        board: &Board,
        target: Vertex,
        defender: Color,
        retake: Retake,
        suicide: bool,
        max_nodes: u64,
    ) -> Search {
        Search {
            board: board.clone(),
            target,
            defender,
            retake,
            suicide,
            table: vec![Entry { key: 0, proof: 1, disproof: 1 }; ENTRIES],
            path: Vec::new(),
            nodes: 0,
            max_nodes,
            saw_ko: false,
        }
    }

    /// Whether the chain is captured with `to_move` to move, `None` if the limit came first; and the first move of the
    /// side to move if it gets what it wants.
    fn solve(&mut self, to_move: Color, ko: Vertex) -> (Option<bool>, Option<Vertex>) {
        let attacks = to_move != self.defender;
        let (proof, disproof) = self.search(to_move, ko, NEVER, NEVER);
        let captured = match (proof, disproof) {
            (0, _) => true,
            (_, 0) => false,
            _ => return (None, None),
        };
        if captured != attacks {
            return (Some(captured), None);
        }
        // The move whose position is decided.
        let first = self.moves(to_move, ko).into_iter().find(|&at| {
            at != NO_VERTEX
                && self.after(at, to_move, |search, ko| {
                    let (proof, disproof) = search.quick(!to_move, ko);
                    if captured { proof == 0 } else { disproof == 0 }
                })
        });
        (Some(captured), first)
    }

    fn key(&self, to_move: Color, ko: Vertex) -> u64 {
        let side = if to_move == Color::Black { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        (self.board.hash() ^ side ^ (u64::from(ko) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)) | 1
    }

    /// Plays `at` (a pass for `NO_VERTEX`), calls `look` with the point that ko closes then, and takes the move back.
    fn after<T>(&mut self, at: Vertex, color: Color, look: impl FnOnce(&mut Search, Vertex) -> T) -> T {
        if at == NO_VERTEX {
            return look(self, NO_VERTEX);
        }
        let change = self.board.put(at, color);
        let is_ko = change.taken() == 1 && self.board.is_color(at, color) && self.board.chain_len(at) == 1;
        let ko = if is_ko { self.board.atari_liberty(at).unwrap_or(NO_VERTEX) } else { NO_VERTEX };
        let found = look(self, ko);
        self.board.take_back(&change);
        found
    }

    /// The numbers of a position without search: decided, known, or new.
    fn quick(&mut self, to_move: Color, ko: Vertex) -> (u32, u32) {
        const CAPTURED: (u32, u32) = (0, NEVER);
        const ESCAPED: (u32, u32) = (NEVER, 0);
        if !self.board.is_color(self.target, self.defender) {
            return CAPTURED;
        }
        let liberties = self.board.liberties(self.target).len();
        let attacks = to_move != self.defender;
        // In the first plies more liberties are read.
        let safe = if self.path.len() < WIDE { 5 } else { 4 };
        if liberties >= safe + usize::from(attacks) {
            return ESCAPED;
        }
        if attacks && liberties == 1 {
            // The capture itself, unless a ko forbids it, or lets the defender take back.
            let at = self.board.atari_liberty(self.target).unwrap_or(NO_VERTEX);
            let opens_ko = self.opens_ko(at);
            self.saw_ko |= at == ko || opens_ko;
            if (at != ko || self.may_retake(to_move)) && !(opens_ko && self.may_retake(self.defender)) {
                return CAPTURED;
            }
        }
        let key = self.key(to_move, ko);
        if self.path.len() >= DEEPEST || self.path.contains(&key) {
            return ESCAPED;
        }
        let entry = &self.table[key as usize / 2 % ENTRIES];
        if entry.key == key { (entry.proof, entry.disproof) } else { (1, liberties as u32) }
    }

    /// True if the capture of the target at `at` can be taken back as a ko.
    fn opens_ko(&self, at: Vertex) -> bool {
        let lone = self.board.chain_len(self.target) == 1;
        let friends = |q: Vertex| self.board.is_empty(q) || self.board.is_color(q, !self.defender);
        let takes_more =
            |q: Vertex| self.board.is_color(q, self.defender) && q != self.target && self.board.in_atari(q);
        lone && !self.board.neighbours(at).into_iter().any(|q| friends(q) || takes_more(q))
    }

    fn may_retake(&self, color: Color) -> bool {
        self.retake == Retake::Side(color)
    }

    /// Depth-first proof-number search: proof is that the chain is captured.
    fn search(&mut self, to_move: Color, ko: Vertex, most_proof: u32, most_disproof: u32) -> (u32, u32) {
        let known = self.quick(to_move, ko);
        if known.0 == 0 || known.1 == 0 || known.0 >= most_proof || known.1 >= most_disproof {
            return known;
        }
        self.nodes += 1;
        let attacks = to_move != self.defender;
        let key = self.key(to_move, ko);
        let moves = self.moves(to_move, ko);
        self.path.push(key);
        let numbers = loop {
            // For the attacker the smallest proof number of its moves and the sum of the disproof numbers; for the
            // defender the other way round.
            let (mut best, mut second, mut sum, mut chosen) = (NEVER, NEVER, 0u32, NO_VERTEX);
            let mut other = 0;
            for &at in &moves {
                let (proof, disproof) = self.after(at, to_move, |search, ko| search.quick(!to_move, ko));
                let (own, cost) = if attacks { (proof, disproof) } else { (disproof, proof) };
                sum = sum.saturating_add(cost).min(NEVER);
                if own < best {
                    second = best;
                    (best, chosen, other) = (own, at, cost);
                } else {
                    second = second.min(own);
                }
            }
            let (most_own, most_cost) =
                if attacks { (most_proof, most_disproof) } else { (most_disproof, most_proof) };
            let as_pair = |own, cost| if attacks { (own, cost) } else { (cost, own) };
            if best == 0 {
                break as_pair(0, NEVER);
            }
            if sum == 0 || moves.is_empty() {
                break as_pair(NEVER, 0);
            }
            if best >= most_own || sum >= most_cost || self.nodes >= self.max_nodes {
                break as_pair(best, sum);
            }
            let own_limit = most_own.min(second.saturating_add(1));
            let cost_limit = (most_cost - sum).saturating_add(other).min(NEVER);
            let (proof_limit, disproof_limit) = as_pair(own_limit, cost_limit);
            self.after(chosen, to_move, |search, ko| {
                search.search(!to_move, ko, proof_limit, disproof_limit);
            });
        };
        self.path.pop();
        self.table[key as usize / 2 % ENTRIES] = Entry { key, proof: numbers.0, disproof: numbers.1 };
        numbers
    }

    /// The moves worth reading for the side to move; for the defender a pass comes last.
    fn moves(&mut self, to_move: Color, ko: Vertex) -> Vec<Vertex> {
        let board = &self.board;
        let attacks = to_move != self.defender;
        let mut moves = Vec::with_capacity(24);
        let mut add = |at: Vertex| {
            if !moves.contains(&at) {
                moves.push(at);
            }
        };
        let liberties = board.liberties(self.target);
        let around = around(board, self.target, self.defender);
        if !attacks {
            // Captures of the chains around it.
            for &chain in &around {
                if let Some(at) = board.atari_liberty(chain) {
                    add(at);
                }
            }
        }
        liberties.iter().for_each(|&at| add(at));
        // In atari nothing else helps.
        let wide = attacks || liberties.len() > 1;
        for &chain in around.iter().filter(|_| wide) {
            let own = board.liberties(chain);
            if own.len() <= 2 || (!attacks && own.len() <= 3) {
                own.iter().for_each(|&at| add(at));
                // A chain in atari is also saved by captures.
                if attacks && own.len() == 1 {
                    for second in self::around(board, chain, !self.defender) {
                        if let Some(at) = board.atari_liberty(second) {
                            add(at);
                        }
                    }
                }
            }
        }
        for &at in liberties.iter().filter(|_| wide) {
            for q in board.neighbours(at) {
                if board.is_empty(q) {
                    add(q);
                } else if board.is_color(q, self.defender) && board.chain(q) != board.chain(self.target) {
                    // The liberties of a friend beside the chain.
                    let friend = board.liberties(q);
                    if friend.len() <= 3 {
                        friend.into_iter().for_each(&mut add);
                    }
                }
            }
        }
        let (suicide, retake) = (self.suicide, self.retake == Retake::Side(to_move));
        let mut saw_ko = false;
        moves.retain(|&at| {
            saw_ko |= at == ko;
            (at != ko || retake) && (suicide || !board.would_be_suicide(at, to_move))
        });
        self.saw_ko |= saw_ko;
        if !attacks && wide {
            moves.push(NO_VERTEX);
        }
        moves
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
