//! The connection of two chains as a goal of reading.
//!
//! Both sides play on the shortest ways between the chains (`ways`), and the liberties of chains beside them that are
//! short of liberties. The search is done narrow first: after each of its moves the side that connects must be within
//! one move of its goal, then two, then three. So each move is a threat, as in threat-space search (T. Cazenave,
//! "Abstract proof search", 2001).

use super::around;
use super::search::{Goal, Node, Verdict};
use super::ways::{Costs, NO_WAY, Ways};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Reverse;
use tengen_board::Color;

/// Moves that the side may still need after each of its own, from narrow to wide.
pub(super) const WIDTHS: [u32; 3] = [1, 2, WIDEST];
/// The widest search, which is often not ended within its limit. The narrower one answers then.
const WIDEST: u32 = 3;
/// Plies after which a line counts as cut.
const DEEPEST: usize = 40;
/// By how many moves ways may be longer than the shortest in the position that is asked about. After it only the
/// shortest are tried.
const LONGER: u32 = 2;
/// The depth of the position that is asked about.
const FIRST: usize = 1;
/// Positions whose distance is kept, and whose moves are.
const KEPT: usize = 1 << 14;
/// The longest way between chains that are cut without a move.
const FARTHEST: u32 = 40;

/// Two chains of one colour, which that colour wants to join.
pub(super) struct Connection {
    /// A stone of each chain.
    a: Vertex,
    b: Vertex,
    color: Color,
    /// One of [`WIDTHS`].
    width: u32,
    /// Distances found before, by the stones.
    distances: RefCell<Vec<(u64, u32)>>,
    /// Moves found before, by the stones and the side to move.
    moves: RefCell<BTreeMap<u64, Vec<Vertex>>>,
}

impl Connection {
    pub(super) fn new(a: Vertex, b: Vertex, color: Color, width: u32) -> Connection {
        let distances = RefCell::new(vec![(0, 0); KEPT]);
        Connection { a, b, color, width, distances, moves: RefCell::default() }
    }

    /// The costs of the ways from `from`, and to the chain at `until` alone if there is one.
    fn costs(&self, board: &Board, most: u32, from: Vertex, until: Option<Vertex>) -> Costs {
        Ways { board, color: self.color, most }.from(from, until)
    }

    /// The least number of moves that join the chains; [`NO_WAY`] if it is more than a position may need.
    fn distance(&self, board: &Board) -> u32 {
        let key = board.hash();
        let slot = key as usize % KEPT;
        let (known, distance) = self.distances.borrow()[slot];
        // No board with stones has the key of an entry that is not set.
        if known == key && key != 0 {
            return distance;
        }
        let distance = self.costs(board, self.width + 1, self.a, Some(self.b)).of(board, self.b);
        self.distances.borrow_mut()[slot] = (key, distance);
        distance
    }

    /// The other side's move for a cut that needs none: of those on the shortest ways the one that leaves the longest.
    pub(super) fn surest_cut(&self, board: &Board) -> Option<Vertex> {
        let to_move = !self.color;
        let way = |board: &Board| self.costs(board, FARTHEST, self.a, Some(self.b)).of(board, self.b);
        let most = way(board);
        let mut moves = on_ways(board, &self.costs_from_both(board, most), most);
        moves.retain(|&at| !board.would_be_suicide(at, to_move));
        let mut after = board.clone();
        moves.sort_by_cached_key(|&at| {
            let change = after.put(at, to_move);
            let left = way(&after);
            after.take_back(&change);
            Reverse(left)
        });
        moves.first().copied()
    }

    fn costs_from_both(&self, board: &Board, most: u32) -> [Costs; 2] {
        [self.a, self.b].map(|at| self.costs(board, most, at, None))
    }

    fn new_moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let board = node.board;
        let distance = self.distance(board);
        if distance == NO_WAY {
            return;
        }
        let most = distance + if node.depth <= FIRST { LONGER } else { 0 };
        let costs = self.costs_from_both(board, most);
        let mut chains: Vec<Vertex> = Vec::new();
        for at in board.vertices().filter(|&at| board.color(at).is_some()) {
            let (a, b) = (costs[0].of(board, at), costs[1].of(board, at));
            let is_own = board.is_color(at, self.color);
            let counted_twice = if is_own { 0 } else { board.liberty_count(at) as u32 };
            if a != NO_WAY
                && b != NO_WAY
                && a + b <= most + counted_twice
                && !chains.contains(&board.chain(at))
            {
                chains.push(board.chain(at));
            }
        }
        let mut add = |at: Vertex| {
            if at != NO_VERTEX && !moves.contains(&at) {
                moves.push(at);
            }
        };
        on_ways(board, &costs, most).into_iter().for_each(&mut add);
        for chain in [self.a, self.b] {
            if !chains.contains(&board.chain(chain)) {
                chains.push(board.chain(chain));
            }
        }
        // Own chains on the way that are short of liberties, the opposing chains around, and captures.
        for &chain in &chains {
            let color = board.color(chain).unwrap_or(self.color);
            let liberties = board.liberties(chain);
            if liberties.len() <= 2 {
                liberties.iter().for_each(|&at| add(at));
                for other in around(board, chain, color) {
                    if let Some(at) = board.atari_liberty(other) {
                        add(at);
                    }
                }
            }
            if color == self.color {
                for other in around(board, chain, color) {
                    let liberties = board.liberties(other);
                    if liberties.len() <= 2 {
                        liberties.iter().for_each(|&at| add(at));
                    }
                }
            }
        }
    }
}

/// The empty points on ways of at most so many moves, the shortest ways first, and of these the points in the middle.
fn on_ways(board: &Board, costs: &[Costs; 2], most: u32) -> Vec<Vertex> {
    let mut ways: Vec<(u32, u32, Vertex)> = Vec::new();
    for at in board.vertices().filter(|&at| board.is_empty(at)) {
        let (a, b) = (costs[0].of(board, at), costs[1].of(board, at));
        let way = (a + b).saturating_sub(1);
        if a != NO_WAY && b != NO_WAY && way <= most {
            ways.push((way, a.abs_diff(b), at));
        }
    }
    ways.sort_by_key(|&(way, middle, _)| (way, middle));
    ways.into_iter().map(|(.., at)| at).collect()
}

impl Goal for Connection {
    fn prover(&self) -> Color {
        self.color
    }

    fn falls_back(&self) -> bool {
        self.width == WIDEST
    }

    fn verdict(&self, node: &Node<'_>, _saw_ko: &mut bool) -> Verdict {
        let board = node.board;
        if !board.is_color(self.a, self.color) || !board.is_color(self.b, self.color) || node.depth >= DEEPEST
        {
            return Verdict::Refuted;
        }
        let connects = node.to_move == self.color;
        if board.chain(self.a) == board.chain(self.b) {
            return if connects || !board.in_atari(self.a) { Verdict::Proven } else { Verdict::Open(1, 1) };
        }
        let distance = self.distance(board);
        if distance > self.width + u32::from(connects) {
            return Verdict::Refuted;
        }
        let spare = (self.width + 1).saturating_sub(distance);
        Verdict::Open(1 << distance.saturating_sub(1), 1 << spare)
    }

    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let key = node.board.hash() ^ u64::from(node.to_move == self.color);
        if node.depth > FIRST
            && let Some(known) = self.moves.borrow().get(&key)
        {
            moves.extend(known);
            return;
        }
        self.new_moves(node, moves);
        let mut kept = self.moves.borrow_mut();
        if node.depth > FIRST && kept.len() < KEPT {
            kept.insert(key, moves.clone());
        }
    }
}
