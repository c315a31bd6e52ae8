//! The wider search: wins that hold quiet moves.
//!
//! Which moves win is what the engine's own search is good at, and no proof. So it is asked, as an [`Oracle`], in turns with the search by
//! [quiet threats](super::quiet), and what they say is proven
//! move by move: at the attacker's turn their move is played, at the defender's every reply that can matter is answered in the
//! same way. A *quiet* move is one that threatens no win by fours. There the defender passes first; the win after the pass, proven likewise,
//! says which replies those are: every other one leaves it standing. For that each win brings along the set of points where a stone
//! could upset it, put together from those of the wins below it by the rules of [`zone`](super::zone).

use super::dfpn::{ByKey, Graph, Share};
use super::line::Line;
use super::quiet::{self, ByQuiet};
use super::replies::{doubts, holds, unstopped, upsetting};
use super::tree::Builder;
use super::vcf::{Found, VcfLimits, answers};
use super::vct::{COUNTER, Vct};
use super::zone::{Least, line_zone, threes, threes_with, zone};
use crate::search::Oracle;
use crate::{Position, Rule, Spot, Spots, Threat};
use std::collections::HashSet;
use tengen_board::{Color, Point, zobrist};
use tengen_engine::{Clock, Limits, Stop};
use tengen_gomoku_verify::ProofNode;

/// What one search by fours may look at. Most wins that matter here are short.
const FOURS: VcfLimits = VcfLimits { fours: VcfLimits::MOST_FOURS, nodes: 64 };

/// What the oracle may look at where it has forgotten a move: at first, and where the search by threats found nothing either.
const AGAIN: [u64; 2] = [5_000, 40_000];

/// What the search by threats may take to prove a position inside a proof.
const THREATS: Share = Share { positions: 200, nodes: 20_000 };

/// Nodes of a tree that the search by threats contributes.
pub(super) const TREE: usize = 50_000;

/// Nodes at which a proof is given up, for each that there was before, and besides.
const PROOF: (u64, u64) = (2, 50_000);

/// How a position with the attacker to move was won.
#[derive(Clone, Copy, Debug)]
enum How {
    /// By this move.
    Move(Spot),
    /// By fours or by threats: those who found it know how.
    Otherwise,
}

/// Proves wins that hold quiet moves.
#[derive(Debug)]
pub(super) struct Wide {
    pub(super) vct: Vct,
    /// The search by quiet threats.
    quiet: Graph,
    oracle: Option<Oracle>,
    limits: Limits,
    stop: Stop,
    /// The proven wins, each with the points that could upset it.
    won: ByKey<(How, Spots)>,
    /// The fours of the wins by fours that were found, each with the position in which it is played.
    fours: ByKey<Spot>,
    /// Positions whose proof has failed, whoever is to move.
    failed: HashSet<u64>,
    /// Positions with the defender to move whose replies were chosen by the zones.
    defended: HashSet<u64>,
    /// Replies to such positions that matter all the same.
    upsets: ByKey<Spots>,
    /// From which class on the defender's points count as upsetting.
    least: Least,
    nodes: u64,
    /// Nodes at which the proof under way is given up.
    until: u64,
}

impl Wide {
    /// A solver with the limits of nodes and time of the whole question.
    pub(super) fn new(vct: Vct, limits: &Limits, stop: &Stop) -> Wide {
        Wide {
            vct,
            quiet: quiet::graph(),
            oracle: None,
            limits: limits.clone(),
            stop: stop.clone(),
            won: ByKey::default(),
            fours: ByKey::default(),
            failed: HashSet::new(),
            defended: HashSet::new(),
            upsets: ByKey::default(),
            least: Least::Three,
            nodes: 0,
            until: 0,
        }
    }

    /// Positions looked at in proofs and kept by the search by quiet threats, and nodes of the oracle.
    pub(super) fn work(&self) -> u64 {
        self.nodes + self.quiet.len() as u64 + self.asked()
    }

    pub(super) fn oracle(&mut self) -> &mut Oracle {
        self.oracle.get_or_insert_with(Oracle::new)
    }

    fn asked(&self) -> u64 {
        self.oracle.as_ref().map_or(0, Oracle::nodes)
    }

    /// A move that is known to win in a position with the attacker to move.
    pub(super) fn winning_move(&self, key: u64) -> Option<Spot> {
        match self.won.get(&key) {
            Some((How::Move(spot), _)) => Some(*spot),
            _ => self.fours.get(&key).copied(),
        }
    }

    /// The points that could upset the win of a position that is won by such a move.
    pub(super) fn zone_of(&self, key: u64) -> Option<Spots> {
        let (how, zone) = self.won.get(&key)?;
        matches!(how, How::Move(_)).then_some(*zone)
    }

    /// Asks the oracle, which may look at so many nodes, and proves the win that it sees: `Some(true)` if that succeeds, `Some(false)` if
    /// the oracle will see none however long it looks.
    pub(super) fn solve<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        nodes: u64,
        clock: &mut Clock,
    ) -> Option<bool> {
        let before = self.asked();
        let seen = self.ask(position, nodes, clock);
        let Some(spot) = seen else {
            return (self.asked() - before < nodes && !clock.is_over()).then_some(false);
        };
        self.prove(position, spot, clock)
    }

    /// Goes on with the search by quiet threats, which may take so many nodes, and proves the win that it sees: `Some(true)` if that succeeds,
    /// `Some(false)` if it will see none, or none that can be proven, however long it looks.
    pub(super) fn solve_by_quiet<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        nodes: u64,
        clock: &mut Clock,
    ) -> Option<bool> {
        let share = Share { nodes, ..Share::ALL };
        let before = clock.nodes();
        let mut graph = std::mem::replace(&mut self.quiet, quiet::graph());
        let found = graph.solve(&mut ByQuiet(self), position, clock, usize::MAX, share);
        self.quiet = graph;
        match self.quiet.winning_move(position.key()) {
            Some(spot) => self.prove(position, spot, clock).or(Some(false)),
            // By threats alone: the search by threats knows how.
            None if found.is_some() => found,
            // A full graph learns nothing more.
            None => (clock.nodes() == before).then_some(false),
        }
    }

    /// Proves that the move wins: `Some(true)` if that succeeds.
    fn prove<R: Rule>(&mut self, position: &mut Position<R>, spot: Spot, clock: &mut Clock) -> Option<bool> {
        self.until = PROOF.0 * clock.nodes() + PROOF.1;
        self.failed.clear();
        self.by_move(position, spot, clock).is_some().then_some(true)
    }

    /// Replies to a position with the defender to move that matter although the zone does not say so.
    pub(super) fn upsets_of(&self, key: u64) -> Spots {
        self.upsets.get(&key).copied().unwrap_or_default()
    }

    /// Proves again what has been proven by these nodes in a way that does not hold: after each of `lines` the opponent gets away.
    pub(super) fn mend<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        nodes: &[ProofNode],
        lines: &[Vec<Point>],
        clock: &mut Clock,
    ) -> bool {
        let Some(spot) = self.winning_move(position.key()) else { return false };
        let blamed: Vec<_> = lines.iter().filter_map(|line| self.blame(position, nodes, line)).collect();
        if blamed.is_empty() {
            return false;
        }
        for (key, reply, attacked) in blamed {
            self.upsets.entry(key).or_default().insert(reply);
            for key in attacked {
                self.won.remove(&key);
            }
        }
        self.until = u64::MAX;
        self.by_move(position, spot, clock).is_some()
    }

    /// Of the replies on the way down a line that were given the common answer, the last from which another answer may be found: the position,
    /// the reply, and the positions before it with the attacker to move.
    fn blame<R: Rule>(
        &self,
        position: &mut Position<R>,
        nodes: &[ProofNode],
        line: &[Point],
    ) -> Option<(u64, Spot, Vec<u64>)> {
        // Down the line as the proof was made, the defender passing where its reply got the common answer.
        let mut node = nodes.last();
        let mut played = 0;
        let mut attacked = Vec::new();
        let mut blamed = None;
        for pair in line.chunks(2) {
            let Some(answers) = node else { break };
            attacked.push(position.key());
            position.play(position.spot(answers.mv));
            played += 1;
            let Some(&reply) = pair.get(1) else { break };
            let explicit = answers.replies.iter().find(|&&(known, _)| known == reply).map(|&(_, next)| next);
            let key = position.key();
            match explicit {
                Some(_) => position.play(position.spot(reply)),
                None => {
                    let reply = position.spot(reply);
                    if self.defended.contains(&key) && !self.upsets_of(key).contains(reply) {
                        blamed = Some((key, reply, attacked.len()));
                    }
                    position.pass();
                }
            }
            played += 1;
            node = explicit.or(answers.other).and_then(|next| nodes.get(next as usize));
        }
        for _ in 0..played {
            position.undo();
        }
        let (key, reply, depth) = blamed?;
        attacked.truncate(depth);
        Some((key, reply, attacked))
    }

    /// Proves again, and with more care, what has been proven in a way that does not hold: more points count as upsetting.
    pub(super) fn again<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> bool {
        let Some(spot) = self.winning_move(position.key()) else { return false };
        if self.least == Least::Two {
            return false;
        }
        self.least = Least::Two;
        self.won.clear();
        self.failed.clear();
        self.until = u64::MAX;
        self.by_move(position, spot, clock).is_some()
    }

    fn ask<R: Rule>(&mut self, position: &mut Position<R>, nodes: u64, clock: &mut Clock) -> Option<Spot> {
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(clock.nodes()));
        let time = self.limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        let limits = Limits { nodes: Some(nodes.min(left)), time, ..Limits::default() };
        let stop = self.stop.clone();
        let oracle = self.oracle();
        let before = oracle.nodes();
        let found = oracle.winning_move(position, &limits, &stop);
        clock.spend(oracle.nodes() - before);
        clock.look();
        found
    }

    /// The attacker is to move: the points that could upset its win, if it can be proven. With whether it may win by fours.
    fn attack<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        fours: bool,
        clock: &mut Clock,
    ) -> Option<Spots> {
        let side = position.to_move();
        if let Some(five) = position.fives(side).first() {
            return Some(Spots::one(five));
        }
        let key = position.key();
        if let Some((_, zone)) = self.won.get(&key) {
            return Some(*zone);
        }
        if self.failed.contains(&key) {
            return None;
        }
        self.nodes += 1;
        self.vct.by_fours.tell(clock);
        if !clock.tick() || clock.nodes() > self.until {
            return None;
        }
        if fours && let Some(line) = self.by_fours(position) {
            let zone = line_zone(position, &line, self.least);
            self.won.insert(key, (How::Otherwise, zone));
            return Some(zone);
        }
        if self.vct.verdict(key) == Some(true)
            && let Some(zone) = self.by_threats(position, clock)
        {
            return Some(zone);
        }
        let mut tried = None;
        for step in 0..5 {
            let spot = match step {
                0 => self.quiet.winning_move(key),
                1 => self.oracle.as_ref().and_then(|oracle| oracle.remembered(position)),
                2 => self.ask(position, AGAIN[0], clock),
                3 => {
                    if let Some(zone) = self.by_threats(position, clock) {
                        return Some(zone);
                    }
                    None
                }
                _ => self.ask(position, AGAIN[1], clock),
            };
            if spot.is_some() && spot != tried {
                tried = spot;
                if let Some(zone) = spot.and_then(|spot| self.by_move(position, spot, clock)) {
                    return Some(zone);
                }
            }
            if clock.is_over() || clock.nodes() > self.until {
                return None;
            }
        }
        self.failed.insert(key);
        None
    }

    /// The win by this move.
    fn by_move<R: Rule>(
        &mut self,
        position: &mut Position<R>,
        spot: Spot,
        clock: &mut Clock,
    ) -> Option<Spots> {
        position.play(spot);
        let won = self.defend(position, clock);
        position.undo();
        let mut zone = won? | doubts(position, spot);
        zone.insert(spot);
        self.won.insert(position.key(), (How::Move(spot), zone));
        Some(zone)
    }

    /// The line of a win by fours.
    fn by_fours<R: Rule>(&mut self, position: &mut Position<R>) -> Option<Line> {
        let mut line = Line::default();
        let found = self.vct.by_fours.vcf.solve_line(position, FOURS, &mut line);
        if !matches!(found, Found::Win(_)) {
            return None;
        }
        let mut key = position.key();
        let mut color = position.to_move();
        for (i, &spot) in line.moves().iter().enumerate() {
            if i % 2 == 0 {
                self.fours.insert(key, spot);
            }
            key ^= zobrist::stone(spot.into(), color) ^ zobrist::WHITE_TO_MOVE;
            color = color.opponent();
        }
        Some(line)
    }

    /// The win by threats.
    fn by_threats<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<Spots> {
        if self.vct.solve_within(position, clock, THREATS) != Some(true) {
            return None;
        }
        let nodes = Builder::build(self, position, clock, TREE)?;
        let zone = zone(position, &nodes, self.least);
        self.won.insert(position.key(), (How::Otherwise, zone));
        Some(zone)
    }

    /// The defender is to move: the points that could upset the attacker's win, if every reply loses.
    fn defend<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<Spots> {
        let other = position.to_move();
        let side = other.opponent();
        if position.count(other, Threat::Five) > 0 {
            return None;
        }
        if position.count(side, Threat::Five) > 0 {
            return self.after_four(position, clock);
        }
        if position.points(other, Threat::OpenFour).iter().any(|spot| position.may_play(other, spot)) {
            return None;
        }
        let key = position.key();
        if self.failed.contains(&key) {
            return None;
        }
        if position.has_four(other) && matches!(self.vct.by_fours.vcf.solve(position, COUNTER), Found::Win(_))
        {
            self.failed.insert(key);
            return None;
        }
        // What the attacker threatens.
        position.pass();
        let line = self.by_fours(position);
        let (threat, tried) = match &line {
            Some(line) => (Some(line_zone(position, line, self.least)), upsetting(position, line)),
            None => {
                let won = self.attack(position, false, clock);
                (won, won.unwrap_or_default())
            }
        };
        position.undo();
        let mut zone = threat? | threes(position, other, self.least);
        self.defended.insert(key);
        for reply in (tried | position.fours(other) | self.upsets_of(key)).iter() {
            if !position.is_empty(reply) || !position.may_play(other, reply) {
                continue;
            }
            position.play(reply);
            let won = match &line {
                Some(line) if holds(position, line) => Some(line_zone(position, line, self.least)),
                line => self.attack(position, line.is_some(), clock),
            };
            if won.is_some() {
                zone |= threes_with(position, reply, other, self.least);
            }
            position.undo();
            let Some(won) = won else {
                self.failed.insert(key);
                return None;
            };
            zone |= won;
            zone.insert(reply);
        }
        Some(if R::ENDS_MATTER { position.empties() } else { zone })
    }

    /// The same after a four, which the defender can only stop.
    fn after_four<R: Rule>(&mut self, position: &mut Position<R>, clock: &mut Clock) -> Option<Spots> {
        let other = position.to_move();
        let side = other.opponent();
        let mut zone = position.fives(side);
        let replies = answers(position, side);
        if R::ENDS_MATTER {
            zone = position.empties();
        } else if R::FOULS && side == Color::White {
            zone |= unstopped(position);
        }
        for reply in replies.iter() {
            position.play(reply);
            let won = self.attack(position, true, clock);
            if won.is_some() {
                zone |= threes(position, other, self.least);
            }
            position.undo();
            zone |= won?;
            zone.insert(reply);
        }
        Some(zone)
    }
}
