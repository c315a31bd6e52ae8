//! The check of a claim that is kept up for ever: a chain is never captured, two chains are never joined.
//!
//! There is no last move, so the nodes may refer to each other in circles. The check plays each node on each position
//! in which it is to be played, and every reply, until nothing new appears: then what is kept up was there in all of
//! them. All positions share one [zone](super::zone), which grows until every reply in it was played in all of them.

use super::certificate::{Claim, GoCertificate, line_text, move_text, name};
use super::stones::{Fault, Stones};
use super::verify::{GoRefusal, GoVerifyLimits, GoVerifyReport};
use super::zone::Zone;
use crate::{Move, Reason};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use tengen_board::{Cell, Color};

/// Nodes with their positions that are remembered, some 200 MB on 19×19.
const MOST_VISITS: usize = 200_000;

/// Why a walk ends.
pub(in crate::go) enum HoldFault {
    /// A move of the holder is off the board.
    OffBoard,
    /// A move of the holder breaks a rule.
    Illegal(Fault),
    /// A node that answers a reply has no move.
    NoMove,
    /// What was taken as a ko is not taken back.
    NotKept,
    /// A reply, or the pass, has no answer.
    Unanswered(Option<usize>),
    /// A reply, or the pass, ends what is kept up.
    Lost(Option<usize>),
    /// There are too many positions.
    TooMany,
}

/// A strategy of the holder, as nodes by their numbers.
pub(in crate::go) trait Answers {
    /// Why there is none.
    type Error;

    /// The move of a node; `None` if it has none. Called once for each position.
    fn play(&mut self, node: usize) -> Result<Option<Move>, Self::Error>;

    /// The node that answers a reply to `node`, `None` for a pass. It is played on `stones`.
    fn answer(
        &mut self,
        node: usize,
        reply: Option<usize>,
        stones: &Stones,
    ) -> Result<Option<usize>, Self::Error>;

    /// The error for a fault of `node` after these moves.
    fn fault(&mut self, line: &[Move], node: usize, fault: HoldFault) -> Self::Error;
}

/// A node that is to be played, with the holder to move.
struct Visit {
    node: usize,
    stones: Stones,
    /// The visit before, and the moves since: that of its node and the reply.
    before: usize,
    moves: [Option<Move>; 2],
    plies: u32,
}

/// The node, the board and the point of the ko.
type Key = (usize, Option<usize>, Vec<u8>);

/// The most plies after which a position was met first.
pub(in crate::go) fn walk<A: Answers>(
    claim: &Claim,
    holder: Color,
    start: &Stones,
    root: usize,
    exhaustive: bool,
    answers: &mut A,
) -> Result<u32, A::Error> {
    let mut zone = Zone::default();
    if exhaustive {
        zone.extend(0..start.cells.len());
    }
    loop {
        let before = zone;
        let first = Visit { node: root, stones: start.clone(), before: 0, moves: [None; 2], plies: 0 };
        let mut walk = Walk { claim, holder, visits: vec![first], seen: BTreeSet::new(), zone };
        let mut n = 0;
        while n < walk.visits.len() {
            walk.visit(n, answers)?;
            n += 1;
        }
        zone = walk.zone;
        if zone == before {
            return Ok(walk.visits.iter().map(|visit| visit.plies).max().unwrap_or(0));
        }
    }
}

struct Walk<'a> {
    claim: &'a Claim,
    holder: Color,
    visits: Vec<Visit>,
    seen: BTreeSet<Key>,
    zone: Zone,
}

impl Walk<'_> {
    /// Plays the node of a visit and every reply in the zone.
    fn visit<A: Answers>(&mut self, n: usize, answers: &mut A) -> Result<(), A::Error> {
        let (node, stones) = (self.visits[n].node, self.visits[n].stones.clone());
        let (claim, holder) = (self.claim, self.holder);
        let mv = answers.play(node)?;
        // In the position itself the opponent may be to move.
        if n > 0 && mv.is_none() {
            return Err(self.fault(answers, n, None, HoldFault::NoMove));
        }
        if n == 0 && mv.is_some() && claim.lost(&stones, holder) {
            return Err(self.fault(answers, n, None, HoldFault::Lost(None)));
        }
        let next = match mv {
            None => stones,
            Some(Move::Place(point)) if !stones.size.contains(point) => {
                return Err(self.fault(answers, n, None, HoldFault::OffBoard));
            }
            Some(Move::Place(point)) => {
                let at = stones.size.index(point);
                let next = match stones.play(at, holder) {
                    Ok(next) if !next.cells[at].is_empty() => next,
                    // Suicide helps no one who makes a claim.
                    Ok(_) => {
                        return Err(self.fault(answers, n, None, HoldFault::Illegal(Fault::Suicide)));
                    }
                    Err(why) => return Err(self.fault(answers, n, None, HoldFault::Illegal(why))),
                };
                self.zone.add_move(&stones, at, holder);
                next
            }
            Some(_) => stones.pass(),
        };
        if !claim.is_kept(&next, holder) {
            return Err(self.fault(answers, n, None, HoldFault::NotKept));
        }
        if let Some(settled) = claim.settled(&next, holder) {
            self.zone.join(&settled);
            return Ok(());
        }
        claim.add_kept(&next, &mut self.zone);
        self.reply(n, mv, None, next.pass(), answers)?;
        let (mut done, mut closed) = (Zone::default(), Zone::default());
        loop {
            self.zone.close(&next, holder, &mut closed);
            let Some(at) = self.zone.first_without(&done) else { return Ok(()) };
            done.insert(at);
            if !next.cells[at].is_empty() {
                continue;
            }
            let replied = next.play(at, !holder);
            self.zone.add_reply(&next, at, !holder, replied.is_ok());
            if let Ok(replied) = replied {
                self.reply(n, mv, Some(at), replied, answers)?;
            }
        }
    }

    /// Adds the answer to a reply, `None` for a pass, after which the stones are these.
    fn reply<A: Answers>(
        &mut self,
        n: usize,
        mv: Option<Move>,
        reply: Option<usize>,
        stones: Stones,
        answers: &mut A,
    ) -> Result<(), A::Error> {
        if self.claim.lost(&stones, self.holder) {
            return Err(self.fault(answers, n, mv, HoldFault::Lost(reply)));
        }
        if let Some(ended) = self.claim.ended(&stones, self.holder) {
            self.zone.join(&ended);
            return Ok(());
        }
        let visit = &self.visits[n];
        let Some(node) = answers.answer(visit.node, reply, &stones)? else {
            return Err(self.fault(answers, n, mv, HoldFault::Unanswered(reply)));
        };
        let cells =
            stones.cells.iter().map(|cell: &Cell| cell.color().map_or(0, |color| 1 + color.index() as u8));
        if !self.seen.insert((node, stones.ko, cells.collect())) {
            return Ok(());
        }
        if self.visits.len() == MOST_VISITS {
            return Err(self.fault(answers, n, mv, HoldFault::TooMany));
        }
        let plies = visit.plies + 1 + u32::from(mv.is_some());
        let moves = [mv, Some(reply.map_or(Move::Pass, |at| Move::Place(stones.size.point(at))))];
        self.visits.push(Visit { node, stones, before: n, moves, plies });
        Ok(())
    }

    /// The error of visit `n`, after the move of its node if that was played.
    fn fault<A: Answers>(&self, answers: &mut A, n: usize, mv: Option<Move>, fault: HoldFault) -> A::Error {
        let mut line: Vec<Move> = mv.into_iter().collect();
        let mut at = n;
        while at > 0 {
            let visit = &self.visits[at];
            line.extend(visit.moves.iter().rev().flatten());
            at = visit.before;
        }
        // The moves of each visit were added from the last to the first.
        line.reverse();
        answers.fault(&line, self.visits[n].node, fault)
    }
}

/// The nodes of a certificate.
struct Nodes<'a> {
    proof: &'a GoCertificate,
    limits: &'a GoVerifyLimits,
    stop: &'a dyn Fn() -> bool,
    used: Vec<bool>,
    positions: u64,
}

impl Answers for Nodes<'_> {
    type Error = GoRefusal;

    fn play(&mut self, node: usize) -> Result<Option<Move>, GoRefusal> {
        self.positions += 1;
        self.used[node] = true;
        if self.positions > self.limits.positions {
            return Err(GoRefusal::TooMuch(self.limits.positions));
        }
        if self.positions.is_multiple_of(1024) && (self.stop)() {
            return Err(GoRefusal::Stopped(self.positions));
        }
        Ok(self.proof.nodes[node].mv)
    }

    fn answer(
        &mut self,
        node: usize,
        reply: Option<usize>,
        _stones: &Stones,
    ) -> Result<Option<usize>, GoRefusal> {
        let node = &self.proof.nodes[node];
        let answer = reply.map_or(node.other, |at| node.answer(self.proof.size.point(at)));
        Ok(answer.map(|n| n as usize))
    }

    fn fault(&mut self, line: &[Move], node: usize, fault: HoldFault) -> GoRefusal {
        let size = self.proof.size;
        let (line, mv) = (line_text(line, size), move_text(self.proof.nodes[node].mv, size));
        let is_last = self.proof.nodes[node].is_last();
        let node = node + 1;
        let text = |reply: Option<usize>| reply.map_or("pass".into(), |at| name(size.point(at), size));
        match fault {
            HoldFault::OffBoard => GoRefusal::Illegal { line, node, mv, why: Reason::OffBoard },
            HoldFault::Illegal(why) => GoRefusal::Illegal { line, node, mv, why: why.into() },
            HoldFault::NoMove => GoRefusal::NoMove { line, node },
            HoldFault::NotKept => GoRefusal::NotKept { line, node, mv },
            HoldFault::Unanswered(_) if is_last => GoRefusal::NotReached { line, node, mv },
            HoldFault::Unanswered(reply) => GoRefusal::Unanswered { line, node, reply: text(reply) },
            HoldFault::Lost(reply) if matches!(self.proof.claim, Claim::Cut(..)) => {
                GoRefusal::Joined { line, reply: text(reply) }
            }
            HoldFault::Lost(reply) => GoRefusal::Lost { line, reply: text(reply) },
            HoldFault::TooMany => GoRefusal::TooMuch(self.positions),
        }
    }
}

/// Checks a certificate whose claim is kept up for ever.
pub(super) fn check(
    proof: &GoCertificate,
    stones: &Stones,
    limits: &GoVerifyLimits,
    stop: &dyn Fn() -> bool,
) -> Result<GoVerifyReport, GoRefusal> {
    let mut nodes = Nodes { proof, limits, stop, used: vec![false; proof.nodes.len()], positions: 0 };
    let root = proof.nodes.len() - 1;
    let plies = walk(&proof.claim, proof.side, stones, root, limits.exhaustive, &mut nodes)?;
    let used = nodes.used.iter().filter(|&&used| used).count();
    Ok(GoVerifyReport { nodes: used, positions: nodes.positions, plies })
}
