//! Proofs that what the other side wants fails for ever: a chain is not captured, two chains are not joined.
//!
//! The search for the goal of the other side says of each position whether it fails there. What it does not say is
//! whether that needs every reply of the other side: it tries only those of the goal. So its answers are walked as the
//! verifier walks them, with every reply in the zone. A reply that reaches the goal after all becomes a move of that
//! position, and the search begins again. Nothing need be won, so any answer serves after which the goal still fails;
//! a pass first of all.

use super::search::{Goal, Search};
use crate::Move;
use crate::go::proof::{Answers, Claim, GoProofNode, HoldFault, Stones, walk};
use crate::go::{Board, NO_VERTEX, Vertex};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use tengen_board::{Cell, Color};

/// Searches that begin again with a move more.
const MOST_REPAIRS: usize = 200;

/// A position that the holder answers, with its answer and where the replies to it lead.
struct Held {
    stones: Stones,
    mv: Option<Move>,
    answers: BTreeMap<Option<usize>, usize>,
}

/// Why a walk ended.
pub(super) enum Stuck {
    /// The position with this key, the other side to move, is lost by this reply.
    Lost(u64, Vertex),
    /// The limit was reached, or a position is not decided.
    Over,
}

/// What makes two positions one node: their class so far, the move, the class of the answer to a pass, and those of
/// other answers by point.
type Signature = (usize, Option<Move>, Option<usize>, Vec<(usize, usize)>);

/// A search for a strategy.
pub(super) struct Holder<'g, G> {
    pub(super) search: Search<'g, G>,
    claim: Claim,
    holder: Color,
    held: Vec<Held>,
    /// The positions by their stones and ko.
    known: BTreeMap<(Option<usize>, Vec<u8>), usize>,
}

impl<'g, G: Goal> Holder<'g, G> {
    /// The goal of `search` is that of the other side.
    pub(super) fn new(search: Search<'g, G>, claim: Claim, holder: Color) -> Holder<'g, G> {
        Holder { search, claim, holder, held: Vec::new(), known: BTreeMap::new() }
    }

    /// The nodes of a strategy, the root last; `None` if none was found.
    pub(super) fn solve(&mut self, start: &Stones, to_move: Color) -> Option<Vec<GoProofNode>> {
        // What a repetition refutes on one path is mostly refuted on all, and the walk shows where it is not.
        let most = self.search.max_nodes;
        self.search.max_nodes = most / 2;
        self.search.is_lax = true;
        self.attempt(start, to_move).or_else(|| {
            self.search.max_nodes = most;
            self.search.is_lax = false;
            self.search.forget_all();
            self.attempt(start, to_move)
        })
    }

    fn attempt(&mut self, start: &Stones, to_move: Color) -> Option<Vec<GoProofNode>> {
        for _ in 0..MOST_REPAIRS {
            self.held.clear();
            self.known.clear();
            let root = if to_move == self.holder { self.position(start) } else { self.against_all(start) };
            let found = root.and_then(|root| {
                walk(&self.claim.clone(), self.holder, start, root, false, self)?;
                Ok(root)
            });
            match found {
                Ok(root) => return Some(self.nodes(root)),
                Err(Stuck::Lost(key, reply)) if reply != NO_VERTEX => {
                    if self.search.is_over() || !self.search.add_moves(key, &[reply]) {
                        return None;
                    }
                    self.search.forget_all();
                }
                Err(_) => return None,
            }
        }
        None
    }

    /// The root where the other side is to move.
    fn against_all(&mut self, start: &Stones) -> Result<usize, Stuck> {
        self.look_at(start);
        let ko = self.vertex(start.ko);
        let numbers = self.search.numbers_of(!self.holder, ko);
        if numbers.1 != 0 {
            return Err(Stuck::Over);
        }
        self.held.push(Held { stones: start.clone(), mv: None, answers: BTreeMap::new() });
        Ok(self.held.len() - 1)
    }

    /// The number of a position that the holder is to answer.
    fn position(&mut self, stones: &Stones) -> Result<usize, Stuck> {
        let cells =
            stones.cells.iter().map(|cell: &Cell| cell.color().map_or(0, |color| 1 + color.index() as u8));
        let key = (stones.ko, cells.collect::<Vec<u8>>());
        if let Some(&n) = self.known.get(&key) {
            return Ok(n);
        }
        let mv = self.choose(stones)?;
        let n = self.held.len();
        self.held.push(Held { stones: stones.clone(), mv: Some(mv), answers: BTreeMap::new() });
        self.known.insert(key, n);
        Ok(n)
    }

    /// An answer after which the other side still fails: one that settles it, else a pass, else another.
    fn choose(&mut self, stones: &Stones) -> Result<Move, Stuck> {
        self.look_at(stones);
        let (holder, ko) = (self.holder, self.vertex(stones.ko));
        // The caller puts the position before in place of the key.
        let lost = Stuck::Lost(0, NO_VERTEX);
        match self.search.numbers_of(holder, ko) {
            (0, _) => return Err(lost),
            (_, 0) => {}
            _ => return Err(Stuck::Over),
        }
        let key = self.search.key(holder, ko);
        self.search.enter(key);
        let mut children = self.search.children(holder, ko);
        // The pass is the last of them.
        children.rotate_right(1);
        let mut fails: Vec<Vertex> = Vec::new();
        for child in &children {
            let numbers = self.search.numbers(child);
            if numbers.1 == 0 {
                fails.push(child.at);
            }
        }
        if fails.is_empty() {
            for child in &children {
                let at = child.at;
                let numbers = self.search.after(at, holder, |search, ko| search.numbers_of(!holder, ko));
                if numbers.1 == 0 {
                    fails.push(at);
                    break;
                }
            }
        }
        self.search.leave();
        let mut chosen = None;
        for at in fails {
            let mv = if at == NO_VERTEX { Move::Pass } else { Move::Place(self.search.board.point(at)) };
            let next = match mv {
                Move::Place(point) => {
                    let at = stones.size.index(point);
                    stones.play(at, holder).ok().filter(|next| !next.cells[at].is_empty())
                }
                _ => Some(stones.pass()),
            };
            let Some(next) = next.filter(|next| self.claim.is_kept(next, holder)) else { continue };
            if self.claim.settled(&next, holder).is_some() {
                return Ok(mv);
            }
            chosen = chosen.or(Some(mv));
        }
        chosen.ok_or(Stuck::Over)
    }

    /// Puts the stones on the board of the search.
    fn look_at(&mut self, stones: &Stones) {
        let mut board = Board::new(stones.size);
        for (at, cell) in stones.cells.iter().enumerate() {
            if let Some(color) = cell.color() {
                let vertex = board.vertex(stones.size.point(at));
                board.put(vertex, color);
            }
        }
        self.search.board = board;
    }

    fn vertex(&self, at: Option<usize>) -> Vertex {
        at.map_or(NO_VERTEX, |at| self.search.board.vertex(self.search.board.size().point(at)))
    }

    /// The nodes of the strategy: positions with the same move and the same answers are one.
    fn nodes(&self, root: usize) -> Vec<GoProofNode> {
        // 1. Classes: at first by the move alone, then by where the replies lead too, until no class is divided.
        let mut class: Vec<usize> = alloc::vec![0; self.held.len()];
        let mut count = 0;
        loop {
            let mut numbers: BTreeMap<Signature, usize> = BTreeMap::new();
            let next: Vec<usize> = self
                .held
                .iter()
                .enumerate()
                .map(|(n, held)| {
                    let other = held.answers.get(&None).map(|&to| class[to]);
                    let replies = held.answers.iter().filter_map(|(&reply, &to)| Some((reply?, class[to])));
                    let replies = replies.filter(|&(_, to)| Some(to) != other).collect();
                    let fresh = numbers.len();
                    *numbers.entry((class[n], held.mv, other, replies)).or_insert(fresh)
                })
                .collect();
            class = next;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        // 2. The root is the last; a root without a move is no answer to anything.
        let last = count - 1;
        let of_root = class[root];
        let number = |n: usize| match class[n] {
            own if own == of_root => last,
            own if own == last => of_root,
            own => own,
        };
        let mut nodes: Vec<Option<GoProofNode>> = alloc::vec![None; count];
        for (n, held) in self.held.iter().enumerate() {
            let other = held.answers.get(&None).map(|&to| number(to) as u32);
            let size = held.stones.size;
            let replies = held.answers.iter().filter_map(|(&reply, &to)| {
                let to = number(to) as u32;
                Some((size.point(reply?), to)).filter(|_| Some(to) != other)
            });
            let replies = replies.collect();
            nodes[number(n)].get_or_insert(GoProofNode { mv: held.mv, replies, other });
        }
        nodes.into_iter().flatten().collect()
    }
}

impl<G: Goal> Answers for Holder<'_, G> {
    type Error = Stuck;

    fn play(&mut self, node: usize) -> Result<Option<Move>, Stuck> {
        self.search.count();
        if self.search.is_over() {
            return Err(Stuck::Over);
        }
        Ok(self.held[node].mv)
    }

    fn answer(&mut self, node: usize, reply: Option<usize>, stones: &Stones) -> Result<Option<usize>, Stuck> {
        if let Some(&to) = self.held[node].answers.get(&reply) {
            return Ok(Some(to));
        }
        let to = match self.position(stones) {
            Ok(to) => to,
            Err(Stuck::Lost(..)) => return Err(self.lost(node, reply)),
            Err(over) => return Err(over),
        };
        self.held[node].answers.insert(reply, to);
        Ok(Some(to))
    }

    fn fault(&mut self, _line: &[Move], node: usize, fault: HoldFault) -> Stuck {
        match fault {
            HoldFault::Lost(reply) => self.lost(node, reply),
            _ => Stuck::Over,
        }
    }
}

impl<G: Goal> Holder<'_, G> {
    /// The reply to a node that must become a move of its position.
    fn lost(&mut self, node: usize, reply: Option<usize>) -> Stuck {
        let held = &self.held[node];
        let stones = match held.mv {
            None => Some(held.stones.clone()),
            Some(Move::Place(point)) => held.stones.play(held.stones.size.index(point), self.holder).ok(),
            Some(_) => Some(held.stones.pass()),
        };
        let Some(stones) = stones else { return Stuck::Over };
        self.look_at(&stones);
        let ko = self.vertex(stones.ko);
        Stuck::Lost(self.search.key(!self.holder, ko), self.vertex(reply))
    }
}
