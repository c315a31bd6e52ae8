//! The connection of two chains as a goal of reading.
//!
//! A way between the chains costs a move for each empty point on it, and for each liberty of an opposing chain that
//! must be captured. Both sides play on the shortest ways, and the liberties of chains beside them that are short of
//! liberties. The search is done narrow first: after each of its moves the side that connects must be within one move
//! of its goal, then two, then three. So each move is a threat, as in threat-space search (T. Cazenave, "Abstract proof
//! search", 2001).

use super::around;
use super::search::{Goal, Node, Verdict};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::Color;

/// Largest cost of a way between the chains that is searched.
const FAR: u32 = 4;
/// Moves that the side may still need after each of its own, from narrow to wide.
pub(super) const WIDTHS: [u32; 3] = [1, 2, 3];
/// Plies after which a line counts as cut.
const DEEPEST: usize = 40;
/// Plies in which ways that are a move longer than the shortest are tried too.
const LONGER_UNTIL: usize = 2;

/// Two chains of one colour, which that colour wants to join.
pub(super) struct Connection {
    /// A stone of each chain.
    a: Vertex,
    b: Vertex,
    color: Color,
    /// One of [`WIDTHS`].
    width: u32,
}

impl Connection {
    pub(super) fn new(a: Vertex, b: Vertex, color: Color, width: u32) -> Connection {
        Connection { a, b, color, width }
    }

    /// For each point, the least number of moves of this side that join it to the chain at `from`, the stone on the
    /// point included. A way through an opposing chain costs the moves that capture it. Counted up to [`FAR`].
    fn costs(&self, board: &Board, from: Vertex) -> Vec<u8> {
        const NONE: u8 = u8::MAX;
        let last = board.vertices().last().unwrap_or(NO_VERTEX) as usize;
        let mut costs = vec![NONE; last + 1];
        // One list of points for each cost.
        let mut lists: [Vec<Vertex>; FAR as usize + 2] = Default::default();
        for stone in board.chain_stones(from) {
            costs[stone as usize] = 0;
            lists[0].push(stone);
        }
        for cost in 0..=FAR as usize {
            let mut next = 0;
            while next < lists[cost].len() {
                let at = lists[cost][next];
                next += 1;
                if usize::from(costs[at as usize]) != cost {
                    continue;
                }
                for q in board.neighbours(at) {
                    if board.is_wall(q) {
                        continue;
                    }
                    let step = match board.color(q) {
                        None => 1,
                        Some(color) if color == self.color => 0,
                        Some(_) => board.liberty_count(q),
                    };
                    let total = cost + step;
                    if total > FAR as usize || total >= usize::from(costs[q as usize]) {
                        continue;
                    }
                    if board.is_empty(q) {
                        costs[q as usize] = total as u8;
                        lists[total].push(q);
                    } else {
                        for stone in board.chain_stones(q) {
                            if total < usize::from(costs[stone as usize]) {
                                costs[stone as usize] = total as u8;
                                lists[total].push(stone);
                            }
                        }
                    }
                }
            }
        }
        costs
    }
}

impl Goal for Connection {
    fn prover(&self) -> Color {
        self.color
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
        let from_a = self.costs(board, self.a);
        let distance = u32::from(from_a[self.b as usize]);
        if distance > self.width + u32::from(connects) {
            return Verdict::Refuted;
        }
        Verdict::Open(distance.max(1), (FAR + 1).saturating_sub(distance).max(1))
    }

    fn moves(&self, node: &Node<'_>, moves: &mut Vec<Vertex>) {
        let board = node.board;
        let from_a = self.costs(board, self.a);
        let from_b = self.costs(board, self.b);
        let distance = u32::from(from_a[self.b as usize]);
        let slack = u32::from(node.depth < LONGER_UNTIL);
        // The points on short ways, the shortest ways first.
        let mut ways: Vec<(u32, Vertex)> = Vec::new();
        let mut chains: Vec<Vertex> = Vec::new();
        for at in board.vertices() {
            let (a, b) = (u32::from(from_a[at as usize]), u32::from(from_b[at as usize]));
            if a > FAR || b > FAR {
                continue;
            }
            if board.is_empty(at) {
                let way = a + b - 1;
                if way <= distance + slack {
                    ways.push((way, at));
                }
            } else {
                let own = board.is_color(at, self.color);
                let way =
                    if own { a + b } else { a + b - board.liberty_count(at).min((a + b) as usize) as u32 };
                if way <= distance + slack && !chains.contains(&board.chain(at)) {
                    chains.push(board.chain(at));
                }
            }
        }
        ways.sort_by_key(|&(way, _)| way);
        let mut add = |at: Vertex| {
            if at != NO_VERTEX && !moves.contains(&at) {
                moves.push(at);
            }
        };
        ways.into_iter().for_each(|(_, at)| add(at));
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
