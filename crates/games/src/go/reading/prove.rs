//! Proofs: certificates of what the search finds. The verifier has the last word.
//!
//! A search that tries few replies comes first. What it refutes is refuted. What seems proven is searched again, and
//! then each reply that matters has its answer.

use super::Certainty;
use super::capture::{Capture, WIDTHS};
use super::connect::{self, Connection};
use super::hold::Holder;
use super::join::Joining;
use super::life::Life;
use super::race::Race;
use super::search::{Goal, Search};
use super::whole::Answered;
use crate::go::proof::{
    Claim, GoCertificate, GoProofNode, GoVerifyLimits, Patterns, Retake, Stones, Zone, verify,
};
use crate::go::{NO_VERTEX, Position, Suicide, Vertex};
use crate::{Game, Move};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color, Point};

/// A claim that is proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// By which kind of ko, if by one. Never [`Certainty::No`].
    pub certainty: Certainty,
    /// The proof, which [`verify`] accepts.
    pub certificate: GoCertificate,
    /// Plies of its longest line. Of what is kept up for ever, the plies after which no new position comes up.
    pub plies: u32,
    /// A line of it: each time the reply that lasts longest. Of what is kept up for ever, the first move.
    pub line: Vec<Move>,
}

/// The answer to [`Position::prove`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofReport {
    /// The proof; `None` if none was found, which proves nothing.
    pub proven: Option<Proven>,
    /// Positions visited by the search.
    pub nodes: u64,
    /// True if the limit of positions ended a search before its answer.
    pub unknown: bool,
}

impl Position {
    /// Proves that `side` reaches `claim` with `to_move` to move, whoever has ko threats, or else by a ko. `None` if
    /// the claim does not fit the stones. Each of up to three searches visits `max_nodes` positions at most.
    ///
    /// ```
    /// use tengen_board::Color;
    /// use tengen_games::go::{self, proof};
    /// use tengen_games::Game;
    /// let mut game = go::Position::new(&go::Rules::named("chinese", Some("5".parse()?))?);
    /// for mv in ["a5", "a4", "e1"] {
    ///     game.play(game.parse_move(mv)?)?;
    /// }
    /// let corner = game.parse_move("a5")?.point().unwrap();
    /// let claim = proof::Claim::Capture(corner);
    /// let found = game.prove(claim, Color::White, Color::White, 1000).unwrap();
    /// let proof = found.proven.unwrap().certificate;
    /// assert!(proof::verify(&proof, &proof::GoVerifyLimits::default()).is_ok());
    /// assert!(game.prove(claim, Color::Black, Color::Black, 1000).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&self, claim: Claim, side: Color, to_move: Color, max_nodes: u64) -> Option<ProofReport> {
        self.prove_until(claim, side, to_move, max_nodes, &|| false)
    }

    /// As [`Position::prove`], ended when `stop` returns true; it is asked now and then.
    pub fn prove_until(
        &self,
        claim: Claim,
        side: Color,
        to_move: Color,
        max_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<ProofReport> {
        let stands =
            |&(p, color): &(Point, Color)| self.size().contains(p) && self.at(p).color() == Some(color);
        if !claim.stones(side).iter().all(stands) {
            return None;
        }
        let mut report = ProofReport { proven: None, nodes: 0, unknown: false };
        for (certainty, retake) in rights(side) {
            let question = Question { position: self, claim, side, to_move, retake, left: max_nodes, stop };
            let found = question.answer(certainty);
            report.nodes += found.nodes;
            report.unknown |= found.is_over;
            if found.proven.is_some() {
                return Some(ProofReport { proven: found.proven, unknown: false, ..report });
            }
            if !found.saw_ko {
                break;
            }
        }
        Some(report)
    }
}

/// Who may take back a ko, and how sure a proof for `side` is then, the surest first.
pub(super) fn rights(side: Color) -> [(Certainty, Retake); 3] {
    [
        (Certainty::Yes, Retake::Side(!side)),
        (Certainty::Ko, Retake::Nobody),
        (Certainty::KoNeedsThreat, Retake::Side(side)),
    ]
}

/// Each time the first of the answers whose line is longest. Of what is kept up for ever, the first move.
fn main_line(proof: &GoCertificate) -> Vec<Move> {
    if proof.claim.is_hold() {
        return proof.nodes.last().and_then(|node| node.mv).into_iter().collect();
    }
    let mut heights: Vec<u32> = Vec::with_capacity(proof.nodes.len());
    for node in &proof.nodes {
        let answers = node.replies.iter().map(|&(_, n)| n).chain(node.other);
        heights.push(1 + answers.map(|n| heights[n as usize] + 1).max().unwrap_or(0));
    }
    let mut line = Vec::new();
    let Some(mut at) = proof.nodes.len().checked_sub(1) else { return line };
    loop {
        let node = &proof.nodes[at];
        line.extend(node.mv);
        let replies = node.replies.iter().map(|&(p, n)| (Move::Place(p), n));
        let best = replies.chain(node.other.map(|n| (Move::Pass, n)));
        let Some((reply, n)) = best.rev().max_by_key(|&(_, n)| heights[n as usize]) else { return line };
        line.push(reply);
        at = n as usize;
    }
}

/// A claim under one rule about who may take back a ko.
pub(super) struct Question<'a> {
    pub(super) position: &'a Position,
    pub(super) claim: Claim,
    pub(super) side: Color,
    pub(super) to_move: Color,
    pub(super) retake: Retake,
    /// Positions that the searches may still visit.
    pub(super) left: u64,
    pub(super) stop: &'a dyn Fn() -> bool,
}

/// The answer to a [`Question`].
pub(super) struct Answer {
    pub(super) proven: Option<Proven>,
    pub(super) nodes: u64,
    /// The rights of ko mattered.
    pub(super) saw_ko: bool,
    /// The limit of positions ended a search.
    pub(super) is_over: bool,
}

impl Question<'_> {
    /// A proof that the verifier accepts.
    pub(super) fn answer(mut self, certainty: Certainty) -> Answer {
        let limit = self.left;
        let (nodes, saw_ko) = if self.claim.is_hold() { self.hold() } else { self.reach() };
        let is_over = self.left == 0 || (self.stop)();
        let mut answer = Answer { proven: None, nodes: limit - self.left, saw_ko, is_over };
        if let Some(nodes) = nodes {
            let Question { position, claim, side, to_move, retake, .. } = self;
            let certificate = GoCertificate::new(position, claim, side, to_move, retake, nodes);
            // Nothing is claimed that the verifier does not accept.
            if let Ok(checked) = verify(&certificate, &GoVerifyLimits::default()) {
                let line = main_line(&certificate);
                answer.proven = Some(Proven { certainty, certificate, plies: checked.plies, line });
            }
        }
        answer
    }

    /// The nodes of a proof by a last move, and whether the rights of ko mattered.
    fn reach(&mut self) -> (Option<Vec<GoProofNode>>, bool) {
        let position = self.position;
        let (board, side) = (&position.board, self.side);
        let suicide = position.rules.suicide.is_allowed();
        let vertex = |point| board.vertex(point);
        match self.claim {
            Claim::Capture(at) => {
                let target = vertex(at);
                let [narrow, wide] = WIDTHS.map(|width| Capture::new(target, !side, width));
                let mut answer = self.ask(&narrow, false);
                // Not by short fights: by taking the group's eyes, or by moves farther away.
                if answer.0.is_none() && self.left > 0 {
                    let (nodes, ko) = self.ask(&Life::new(board, target, side, suicide), false);
                    answer = (nodes, answer.1 | ko);
                }
                if answer.0.is_none() && self.left > 0 {
                    let (nodes, ko) = self.ask(&wide, false);
                    answer = (nodes, answer.1 | ko);
                }
                answer
            }
            Claim::Connect(a, b) => {
                let (a, b) = (vertex(a), vertex(b));
                self.first(connect::WIDTHS.map(|width| Connection::new(a, b, side, width)))
            }
            Claim::Race(own, other) => {
                let (own, other) = (vertex(own), vertex(other));
                let goals = [false, true].map(|wide| Race::new(board, own, other, side, wide, suicide));
                let mut saw_ko = false;
                for (goal, is_lax) in [(&goals[0], true), (&goals[1], true), (&goals[1], false)] {
                    let (nodes, ko) = if self.left > 0 { self.ask(goal, is_lax) } else { (None, false) };
                    saw_ko |= ko;
                    if nodes.is_some() {
                        return (nodes, saw_ko);
                    }
                }
                (None, saw_ko)
            }
            _ => {
                let at = self.claim.points()[0];
                self.ask(&Life::new(board, vertex(at), side, suicide), false)
            }
        }
    }

    /// The first proof by these goals, which are one goal, searched wider and wider.
    fn first<G: Goal>(&mut self, goals: impl IntoIterator<Item = G>) -> (Option<Vec<GoProofNode>>, bool) {
        let mut saw_ko = false;
        for goal in goals {
            if self.left > 0 {
                let (nodes, ko) = self.ask(&goal, false);
                saw_ko |= ko;
                if nodes.is_some() {
                    return (nodes, saw_ko);
                }
            }
        }
        (None, saw_ko)
    }

    /// The nodes of a proof of what is kept up for ever, and whether the rights of ko mattered.
    fn hold(&mut self) -> (Option<Vec<GoProofNode>>, bool) {
        let position = self.position;
        let (board, other) = (&position.board, !self.side);
        let suicide = position.rules.suicide.is_allowed();
        let vertex = |point| board.vertex(point);
        match self.claim {
            Claim::Stand(own, target) => {
                let (own, target) = (vertex(own), vertex(target));
                self.ask_to_hold(&Race::new(board, target, own, other, true, suicide))
            }
            Claim::Cut(a, b) => self.ask_to_hold(&Joining::new(board, vertex(a), vertex(b), other)),
            _ => {
                let at = self.claim.points()[0];
                self.ask_to_hold(&Life::new(board, vertex(at), other, suicide))
            }
        }
    }

    /// The point that ko closes to the side to move.
    fn ko(&self) -> Option<Point> {
        if self.to_move == self.position.to_move() { self.position.ko_point() } else { None }
    }

    fn search<'g, G: Goal>(&'g self, goal: &'g G) -> Search<'g, G> {
        let suicide = self.position.rules().suicide.is_allowed();
        Search::new(goal, &self.position.board, self.retake, suicide, self.left).until(self.stop)
    }

    /// The nodes of a proof, and whether the rights of ko mattered. See [`Search::is_lax`].
    fn ask<G: Goal>(&mut self, goal: &G, is_lax: bool) -> (Option<Vec<GoProofNode>>, bool) {
        let (position, ko) = (self.position, self.ko());
        let vertex = ko.map_or(NO_VERTEX, |point| position.board.vertex(point));
        let mut builder = Builder::new(self.search(goal), self.claim, self.side);
        builder.search.is_lax = is_lax;
        let stones = builder.stones(position.rules().suicide, ko.map(|point| position.size().index(point)));
        builder.settle(&stones, self.to_move, vertex);
        let (nodes, saw_ko) = (builder.search.nodes, builder.search.saw_ko);
        let proof = builder.into_proof();
        self.left = self.left.saturating_sub(nodes);
        (proof, saw_ko)
    }

    /// The same for what is kept up; the goal is that of the other side.
    fn ask_to_hold<G: Goal>(&mut self, goal: &G) -> (Option<Vec<GoProofNode>>, bool) {
        let (position, ko) = (self.position, self.ko());
        let builder = Builder::new(self.search(goal), self.claim, self.side);
        let stones = builder.stones(position.rules().suicide, ko.map(|point| position.size().index(point)));
        let mut holder = Holder::new(builder.search, self.claim, self.side);
        let proof = holder.solve(&stones, self.to_move);
        let (nodes, saw_ko) = (holder.search.nodes, holder.search.saw_ko);
        self.left = self.left.saturating_sub(nodes);
        (proof, saw_ko)
    }
}

/// A search together with the proof of what it finds.
pub(super) struct Builder<'g, G> {
    pub(super) search: Search<'g, G>,
    pub(super) claim: Claim,
    pub(super) side: Color,
    pub(super) nodes: Vec<GoProofNode>,
    /// The root of a whole proof.
    pub(super) root: Option<GoProofNode>,
    /// The numbers of the nodes.
    numbers: BTreeMap<GoProofNode, u32>,
    /// Positions with the side to move, by key: the node that answers them and its zone.
    pub(super) proven: BTreeMap<u64, (u32, Zone)>,
    /// Positions with the opponent to move, by key: the answers to its replies and the zone.
    pub(super) answered: BTreeMap<u64, Answered>,
    /// What is proven, by the stones on its zone.
    pub(super) patterns: Patterns,
    /// Positions with the nodes that do not answer them.
    pub(super) unfit: BTreeSet<(u64, u32)>,
    /// The positions that are being proven.
    pub(super) on_path: BTreeSet<u64>,
}

impl<'g, G: Goal> Builder<'g, G> {
    pub(super) fn new(search: Search<'g, G>, claim: Claim, side: Color) -> Builder<'g, G> {
        Builder {
            search,
            claim,
            side,
            nodes: Vec::new(),
            root: None,
            numbers: BTreeMap::new(),
            proven: BTreeMap::new(),
            answered: BTreeMap::new(),
            patterns: Patterns::default(),
            unfit: BTreeSet::new(),
            on_path: BTreeSet::new(),
        }
    }

    /// The plain board of the search, with the number of the point that ko closes.
    pub(super) fn stones(&self, suicide: Suicide, ko: Option<usize>) -> Stones {
        let (board, size) = (&self.search.board, self.search.board.size());
        let cells = size.points().map(|p| board.at(p)).collect::<Vec<Cell>>();
        Stones { size, cells, suicide, retake: self.search.retake, ko }
    }

    /// As [`Search::solve`], but only a whole proof counts.
    pub(super) fn settle(
        &mut self,
        stones: &Stones,
        to_move: Color,
        ko: Vertex,
    ) -> (Option<bool>, Option<Vertex>) {
        let seems = self.search.solve(to_move, ko);
        if seems.0 != Some(true) {
            return seems;
        }
        // The check may cost as much again.
        self.search.max_nodes += self.search.nodes;
        self.solve_whole(stones, to_move, ko)
    }

    /// The nodes of the proof, the root last; `None` if there is none.
    fn into_proof(self) -> Option<Vec<GoProofNode>> {
        let root = self.root?;
        let mut wanted = vec![false; self.nodes.len()];
        let answers = |node: &GoProofNode| -> Vec<u32> {
            node.replies.iter().map(|&(_, n)| n).chain(node.other).collect()
        };
        answers(&root).into_iter().for_each(|n| wanted[n as usize] = true);
        // A node refers only to nodes before it.
        for n in (0..self.nodes.len()).rev() {
            if wanted[n] {
                answers(&self.nodes[n]).into_iter().for_each(|n| wanted[n as usize] = true);
            }
        }
        let mut numbers = vec![0; self.nodes.len()];
        let mut proof: Vec<GoProofNode> = Vec::new();
        let renumbered = |node: GoProofNode, numbers: &[u32]| GoProofNode {
            replies: node.replies.into_iter().map(|(p, n)| (p, numbers[n as usize])).collect(),
            other: node.other.map(|n| numbers[n as usize]),
            ..node
        };
        for (n, node) in self.nodes.into_iter().enumerate() {
            if wanted[n] {
                numbers[n] = proof.len() as u32;
                proof.push(renumbered(node, &numbers));
            }
        }
        proof.push(renumbered(root, &numbers));
        Some(proof)
    }

    pub(super) fn number(&mut self, node: GoProofNode) -> u32 {
        if let Some(&n) = self.numbers.get(&node) {
            return n;
        }
        let n = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.numbers.insert(node, n);
        n
    }
}
