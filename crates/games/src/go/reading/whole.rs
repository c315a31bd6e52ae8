//! The search for whole proofs: each reply that matters has its answer.
//!
//! A proof depends on its zone alone, so of all replies only those in the zone of the answer to a pass need answers of
//! their own, which may widen the zone. The search first tries the moves of the goal. When all of them are answered,
//! the replies of the zone that are not become moves too. For each of them the answer to the pass is tried first,
//! without search (Y. Kawano, "Using similar positions to search game trees", 1996). What is proven for one position
//! holds in all with the same stones on its zone.

use super::around;
use super::prove::Builder;
use super::search::{Goal, NEVER};
use crate::Move;
use crate::go::proof::{GoProofNode, Stones, Zone};
use crate::go::{NO_VERTEX, Vertex};
use alloc::vec::Vec;
use tengen_board::{Color, Point};

/// The answers to the replies of a position, the answer to all others, and the zone of them together.
#[derive(Clone)]
pub(super) struct Answered {
    pub(super) replies: Vec<(Point, u32)>,
    pub(super) other: Option<u32>,
    pub(super) zone: Zone,
}

/// What is known of the replies in a zone.
enum Replies {
    /// All are answered.
    Answered(Answered),
    /// These are not.
    Open(Vec<Vertex>),
    /// One of them takes what the side must keep.
    Lost,
}

impl<G: Goal> Builder<'_, G> {
    /// As [`Search::solve`](super::search::Search::solve), but only whole proofs count.
    pub(super) fn solve_whole(
        &mut self,
        stones: &Stones,
        to_move: Color,
        ko: Vertex,
    ) -> (Option<bool>, Option<Vertex>) {
        self.search.whole = true;
        let key = self.search.key(to_move, ko);
        match self.search_whole(stones, to_move, ko, NEVER, NEVER) {
            (0, _) => {}
            (_, 0) => {
                let first = (to_move != self.side).then(|| self.search.first(to_move, ko, false)).flatten();
                return (Some(false), first);
            }
            _ => return (None, None),
        }
        let root = if to_move == self.side {
            self.proven.get(&key).map(|&(n, _)| self.nodes[n as usize].clone())
        } else {
            let root = |found: &Answered| GoProofNode {
                mv: None,
                replies: found.replies.clone(),
                other: found.other,
            };
            self.answered.get(&key).map(root)
        };
        let first = root.as_ref().and_then(|root| root.mv).and_then(|mv| mv.point());
        self.root = root;
        (Some(true), first.map(|point| self.search.board.vertex(point)))
    }

    /// Searches until one of the two limits is reached.
    fn search_whole(
        &mut self,
        stones: &Stones,
        to_move: Color,
        ko: Vertex,
        most_proof: u32,
        most_disproof: u32,
    ) -> (u32, u32) {
        self.search.count();
        let key = self.search.key(to_move, ko);
        let proves = to_move == self.side;
        if self.is_reached(stones, proves, key) || proves && self.matches(stones, key).is_some() {
            return (0, NEVER);
        }
        self.search.enter(key);
        let mut children = self.search.children(to_move, ko);
        let numbers = loop {
            let choice = self.search.choose(&children, proves);
            let (most_own, most_cost) =
                if proves { (most_proof, most_disproof) } else { (most_disproof, most_proof) };
            let as_pair = |own, cost| if proves { (own, cost) } else { (cost, own) };
            if choice.best == 0 {
                if proves {
                    let child = &children[choice.chosen];
                    self.record_move(stones, child.at, child.key, key);
                }
                break as_pair(0, NEVER);
            }
            if choice.open == 0 && proves {
                break (NEVER, 0);
            }
            if choice.open == 0 {
                match self.replies(stones, None) {
                    Replies::Answered(found) => {
                        self.answered.insert(key, found);
                        self.search.settled.insert(key);
                        break (0, NEVER);
                    }
                    Replies::Lost => break (NEVER, 0),
                    Replies::Open(more) if !self.search.is_over() && self.search.add_moves(key, &more) => {
                        children = self.search.children(to_move, ko);
                        continue;
                    }
                    Replies::Open(_) => break (1, 1),
                }
            }
            if choice.best >= most_own || choice.sum >= most_cost || self.search.is_over() {
                break as_pair(choice.best, choice.sum);
            }
            let own_limit = most_own.min(choice.second.saturating_add(1));
            let cost_limit = (most_cost - choice.sum).saturating_add(choice.chosen_cost).min(NEVER);
            let (proof_limit, disproof_limit) = as_pair(own_limit, cost_limit);
            let child = &mut children[choice.chosen];
            let point = (child.at != NO_VERTEX).then(|| self.search.board.point(child.at));
            let next = match point.map(|point| stones.size.index(point)) {
                None => Some(stones.pass()),
                // Suicide helps no one who makes a claim.
                Some(at) => {
                    stones.play(at, to_move).ok().filter(|next| !proves || !next.cells[at].is_empty())
                }
            };
            let Some(next) = next else {
                (child.proof, child.disproof) = if proves { (NEVER, 0) } else { (0, NEVER) };
                child.decided = true;
                continue;
            };
            let at = child.at;
            let change = point.map(|_| self.search.board.put(at, to_move));
            let ko = self.ko_of(&next);
            self.search_whole(&next, !to_move, ko, proof_limit, disproof_limit);
            if let Some(change) = change {
                self.search.board.take_back(&change);
            }
        };
        self.search.leave_with(&children, proves, numbers);
        numbers
    }

    fn ko_of(&self, stones: &Stones) -> Vertex {
        stones.ko.map_or(NO_VERTEX, |at| self.search.board.vertex(stones.size.point(at)))
    }

    /// Records a position in which the claim is reached.
    fn is_reached(&mut self, stones: &Stones, proves: bool, key: u64) -> bool {
        if self.search.settled.contains(&key) {
            return true;
        }
        let zone = if proves {
            self.claim.reached(&stones.pass(), self.side)
        } else {
            self.claim.reached(stones, self.side)
        };
        let Some(zone) = zone else { return false };
        if proves {
            let n = self.number(GoProofNode::last(Some(Move::Pass)));
            self.proven.insert(key, (n, zone));
        } else {
            self.answered.insert(key, Answered { replies: Vec::new(), other: None, zone });
        }
        self.search.settled.insert(key);
        true
    }

    /// A proof of another position that holds in this one too, with the side to move.
    fn matches(&mut self, stones: &Stones, key: u64) -> Option<(u32, Zone)> {
        let found = self.patterns.find(stones)?;
        self.proven.insert(key, found);
        self.search.settled.insert(key);
        Some(found)
    }

    /// Records the answer to a position.
    fn record(&mut self, stones: &Stones, key: u64, n: u32, zone: Zone) {
        self.patterns.insert(stones, zone, n);
        self.proven.insert(key, (n, zone));
        self.search.settled.insert(key);
    }

    /// Records a move of the side, after which all replies are answered.
    fn record_move(&mut self, stones: &Stones, at: Vertex, after: u64, key: u64) {
        let Some(found) = self.answered.get(&after).cloned() else { return };
        let (n, zone) = self.move_node(stones, self.search.board.point(at), found);
        self.record(stones, key, n, zone);
    }

    /// The answers to the replies of the zone of the answer to a pass. They are known, or follow from the moves of node
    /// `n`, or from those after the pass. With a node, the first reply without an answer ends the attempt.
    fn replies(&mut self, stones: &Stones, n: Option<u32>) -> Replies {
        let (side, size) = (self.side, stones.size);
        let passed = match n {
            None => self.proven.get(&self.search.key(side, NO_VERTEX)).copied(),
            Some(n) => {
                let answer = self.nodes[n as usize].other;
                answer.and_then(|answer| self.follow(&stones.pass(), NO_VERTEX, answer))
            }
        };
        let Some((other, mut zone)) = passed else { return Replies::Open(Vec::new()) };
        let (mut replies, mut open) = (Vec::new(), Vec::new());
        let (mut done, mut closed) = (Zone::default(), Zone::default());
        loop {
            zone.close(stones, side, &mut closed);
            let Some(at) = zone.first_without(&done) else { break };
            done.insert(at);
            if !stones.cells[at].is_empty() {
                continue;
            }
            let next = stones.play(at, !side);
            zone.add_reply(stones, at, !side, next.is_ok());
            let Ok(next) = next else { continue };
            if self.claim.opponent_may_reach()
                && let Some(reached) = self.claim.reached(&next, side)
            {
                zone.join(&reached);
                continue;
            }
            if self.claim.lost(&next, side) {
                return Replies::Lost;
            }
            let point = size.point(at);
            let vertex = self.search.board.vertex(point);
            let change = self.search.board.put(vertex, !side);
            let ko = self.ko_of(&next);
            let own = n.and_then(|n| self.nodes[n as usize].answer(point)).filter(|&own| own != other);
            let mut found = own.and_then(|own| self.follow(&next, ko, own));
            if found.is_none() {
                found = self.follow(&next, ko, other);
            }
            if found.is_none() && n.is_none() {
                let (after, local) = (self.search.key(side, ko), self.local_answers(vertex));
                self.search.add_moves(after, &local);
            }
            self.search.board.take_back(&change);
            match found {
                Some((answer, more)) => {
                    zone.join(&more);
                    if answer != other {
                        replies.push((point, answer));
                    }
                }
                None if n.is_some() => return Replies::Open(Vec::new()),
                None => open.push(vertex),
            }
        }
        if !open.is_empty() {
            return Replies::Open(open);
        }
        replies.sort_unstable();
        Replies::Answered(Answered { replies, other: Some(other), zone })
    }

    /// The answer to a position by the moves of node `n`, which was built for another position, and its zone.
    fn follow(&mut self, stones: &Stones, ko: Vertex, n: u32) -> Option<(u32, Zone)> {
        if let Some(zone) = self.claim.reached(&stones.pass(), self.side) {
            return Some((self.number(GoProofNode::last(Some(Move::Pass))), zone));
        }
        let key = self.search.key(self.side, ko);
        if let Some(&found) = self.proven.get(&key) {
            return Some(found);
        }
        if self.unfit.contains(&(key, n)) {
            return None;
        }
        if let Some(found) = self.matches(stones, key) {
            return Some(found);
        }
        let Some(Move::Place(point)) = self.nodes[n as usize].mv else { return None };
        if self.search.is_over() || !self.on_path.insert(key) {
            return None;
        }
        self.search.count();
        let found = self.follow_move(stones, point, n);
        self.on_path.remove(&key);
        match found {
            Some((n, zone)) => self.record(stones, key, n, zone),
            None => {
                self.unfit.insert((key, n));
            }
        }
        found
    }

    /// Plays the move of node `n` and answers the replies by its moves.
    fn follow_move(&mut self, stones: &Stones, point: Point, n: u32) -> Option<(u32, Zone)> {
        let at = stones.size.index(point);
        let next = stones.play(at, self.side).ok()?;
        if next.cells[at].is_empty() {
            return None;
        }
        let found = match self.claim.reached(&next, self.side) {
            Some(zone) => Answered { replies: Vec::new(), other: None, zone },
            None => {
                let change = self.search.board.put(self.search.board.vertex(point), self.side);
                let found = self.replies(&next, Some(n));
                self.search.board.take_back(&change);
                let Replies::Answered(found) = found else { return None };
                found
            }
        };
        Some(self.move_node(stones, point, found))
    }

    /// The node of a move of the side, with the zone of the position before it.
    fn move_node(&mut self, stones: &Stones, point: Point, after: Answered) -> (u32, Zone) {
        let mut zone = Zone::default();
        zone.add_move(stones, stones.size.index(point), self.side);
        zone.join(&after.zone);
        let node = GoProofNode { mv: Some(Move::Place(point)), replies: after.replies, other: after.other };
        (self.number(node), zone)
    }

    /// What the side may answer to a stone at `at` that its goal does not look at: take it, or save what it attacks.
    fn local_answers(&self, at: Vertex) -> Vec<Vertex> {
        let (board, side) = (&self.search.board, self.side);
        let mut answers = Vec::new();
        if board.is_color(at, !side) && board.liberty_count(at) <= 2 {
            answers.extend(board.liberties(at));
        }
        for q in board.neighbours(at) {
            if board.is_empty(q) {
                answers.push(q);
            } else if board.is_color(q, side) && board.liberty_count(q) <= 2 {
                answers.extend(board.liberties(q));
                answers.extend(around(board, q, side).into_iter().filter_map(|q| board.atari_liberty(q)));
            }
        }
        answers.sort_unstable();
        answers.dedup();
        answers
    }
}
