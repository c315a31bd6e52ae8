//! The wide search: wins with quiet moves.
//!
//! The engine's search sees winning moves well but proves nothing. So it is the [`Oracle`], alternating with the
//! search by [quiet threats](super::quiet), and this search proves their moves. At the attacker's turn it plays the
//! move, at the defender's turn it refutes every relevant reply. A *quiet* move threatens no win by fours. After one,
//! the defender passes first, and the win after the pass gives the relevance zone: every reply outside it loses to
//! the same win. So each win stores its zone, combined from those of the wins below it by the rules of
//! [`zone`](super::zone).

use super::dfpn::{Budget, ByKey, Graph};
use super::replies::{doubts, holds, relevance_zone, unstopped};
use super::tree::{ProvenWins, TreeBuilder};
use super::vct::{COUNTER, Vct};
use super::zone::{MinThreat, line_zone, threes, threes_with, tree_zone};
use crate::search::Oracle;
use crate::vcf::{MoveLine, VcfLimits, VcfResult, answers};
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use std::collections::HashSet;
use tengen_board::{Color, Point, zobrist};
use tengen_engine::{Clock, Limits, Stop};
use tengen_gomoku_verify::ProofNode;

/// The limits of a search by fours. Most wins that matter here are short.
const FOURS: VcfLimits = VcfLimits { fours: VcfLimits::MAX_FOURS, nodes: 64 };

/// The node limits of the oracle where it has lost a move: at first, and after the search by threats.
const RETRY_NODES: [u64; 2] = [5_000, 40_000];

/// The budget of the search by threats for a position of a proof.
const THREAT_BUDGET: Budget = Budget { positions: 200, nodes: 20_000 };

/// The greatest number of tree nodes from the search by threats.
pub(super) const MAX_TREE_NODES: usize = 50_000;

/// A proof is abandoned at this multiple of the nodes spent before it, plus this number.
const PROOF_LIMIT: (u64, u64) = (2, 50_000);

/// How a position with the attacker to move is won.
#[derive(Clone, Copy, Debug)]
enum WinMethod {
    /// By this move.
    Move(Square),
    /// By fours or by threats; their solver knows the moves.
    Otherwise,
}

/// The greatest number of positions in the graph of quiet threats.
const MAX_QUIET: usize = 1 << 17;

/// The number of open replies that count as one step of proof in that graph.
const OTHERS_PER_STEP: u32 = 2;

/// An empty graph for quiet threats.
pub(super) fn quiet_graph() -> Graph {
    Graph::new(MAX_QUIET, OTHERS_PER_STEP)
}

/// Proves wins with quiet moves.
#[derive(Debug)]
pub(super) struct Wide {
    pub(super) vct: Vct,
    /// The graph of quiet threats.
    pub(super) quiet: Graph,
    oracle: Option<Oracle>,
    limits: Limits,
    stop: Stop,
    /// The proven wins, each with its relevance zone.
    wins: ByKey<(WinMethod, SquareSet)>,
    /// The moves of the wins by fours, by position.
    vcf_moves: ByKey<Square>,
    /// Positions whose proof failed, with either side to move.
    failed: HashSet<u64>,
    /// Positions with the defender to move whose replies were chosen by zones.
    defended: HashSet<u64>,
    /// Replies to such positions that matter although they are outside the zone.
    extra_replies: ByKey<SquareSet>,
    /// The least threat of the defender that puts a square into the zone.
    min_threat: MinThreat,
    nodes: u64,
    /// The node count at which the current proof is abandoned.
    node_limit: u64,
}

impl ProvenWins for Wide {
    fn vct(&mut self) -> &mut Vct {
        &mut self.vct
    }

    fn winning_move(&self, key: u64) -> Option<Square> {
        match self.wins.get(&key) {
            Some((WinMethod::Move(square), _)) => Some(*square),
            _ => self.vcf_moves.get(&key).copied(),
        }
    }

    fn zone_of(&self, key: u64) -> Option<SquareSet> {
        let (how, zone) = self.wins.get(&key)?;
        matches!(how, WinMethod::Move(_)).then_some(*zone)
    }

    fn extra_replies_of(&self, key: u64) -> SquareSet {
        self.extra_replies.get(&key).copied().unwrap_or_default()
    }
}

impl Wide {
    /// A solver with the limits of the whole search.
    pub(super) fn new(vct: Vct, limits: &Limits, stop: &Stop) -> Wide {
        Wide {
            vct,
            quiet: quiet_graph(),
            oracle: None,
            limits: limits.clone(),
            stop: stop.clone(),
            wins: ByKey::default(),
            vcf_moves: ByKey::default(),
            failed: HashSet::new(),
            defended: HashSet::new(),
            extra_replies: ByKey::default(),
            min_threat: MinThreat::Three,
            nodes: 0,
            node_limit: 0,
        }
    }

    /// The positions of proofs and of the graph of quiet threats, and the nodes of the oracle.
    pub(super) fn work(&self) -> u64 {
        self.nodes + self.quiet.len() as u64 + self.asked()
    }

    pub(super) fn oracle(&mut self) -> &mut Oracle {
        self.oracle.get_or_insert_with(Oracle::new)
    }

    fn asked(&self) -> u64 {
        self.oracle.as_ref().map_or(0, Oracle::nodes)
    }

    /// Asks the oracle with a node limit, and proves the win that it sees. `Some(false)` if the oracle will never see
    /// one.
    pub(super) fn solve<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        nodes: u64,
        clock: &mut Clock,
    ) -> Option<bool> {
        let before = self.asked();
        let seen = self.ask_oracle(board, nodes, clock);
        let Some(square) = seen else {
            return (self.asked() - before < nodes && !clock.is_over()).then_some(false);
        };
        self.prove(board, square, clock)
    }

    /// Proves that the move wins.
    pub(super) fn prove<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        square: Square,
        clock: &mut Clock,
    ) -> Option<bool> {
        self.node_limit = PROOF_LIMIT.0 * clock.nodes() + PROOF_LIMIT.1;
        self.failed.clear();
        self.by_move(board, square, clock).is_some().then_some(true)
    }

    /// Repairs a proof with these nodes that fails: after each of `lines` the opponent escapes.
    pub(super) fn repair<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        nodes: &[ProofNode],
        lines: &[Vec<Point>],
        clock: &mut Clock,
    ) -> bool {
        let Some(square) = self.winning_move(board.key()) else { return false };
        let blamed: Vec<_> = lines.iter().filter_map(|line| self.blame(board, nodes, line)).collect();
        if blamed.is_empty() {
            return false;
        }
        for (key, reply, attacked) in blamed {
            self.extra_replies.entry(key).or_default().insert(reply);
            for key in attacked {
                self.wins.remove(&key);
            }
        }
        self.node_limit = u64::MAX;
        self.by_move(board, square, clock).is_some()
    }

    /// The last reply on a line that got the common answer and may have a better one: the position, the reply, and
    /// the positions before it with the attacker to move.
    fn blame<R: RuleSet>(
        &self,
        board: &mut Board<R>,
        nodes: &[ProofNode],
        line: &[Point],
    ) -> Option<(u64, Square, Vec<u64>)> {
        // Follow the proof down the line; the defender passes where its reply got the common answer.
        let mut node = nodes.last();
        let mut played = 0;
        let mut attacked = Vec::new();
        let mut blamed = None;
        for pair in line.chunks(2) {
            let Some(answers) = node else { break };
            attacked.push(board.key());
            board.play(board.square(answers.mv));
            played += 1;
            let Some(&reply) = pair.get(1) else { break };
            let explicit = answers.replies.iter().find(|&&(known, _)| known == reply).map(|&(_, next)| next);
            let key = board.key();
            match explicit {
                Some(_) => board.play(board.square(reply)),
                None => {
                    let reply = board.square(reply);
                    if self.defended.contains(&key) && !self.extra_replies_of(key).contains(reply) {
                        blamed = Some((key, reply, attacked.len()));
                    }
                    board.pass();
                }
            }
            played += 1;
            node = explicit.or(answers.other).and_then(|next| nodes.get(next as usize));
        }
        for _ in 0..played {
            board.undo();
        }
        let (key, reply, depth) = blamed?;
        attacked.truncate(depth);
        Some((key, reply, attacked))
    }

    /// Proves a win again with wider zones, where its proof fails.
    pub(super) fn widen_zones<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> bool {
        let Some(square) = self.winning_move(board.key()) else { return false };
        if self.min_threat == MinThreat::Two {
            return false;
        }
        self.min_threat = MinThreat::Two;
        self.wins.clear();
        self.failed.clear();
        self.node_limit = u64::MAX;
        self.by_move(board, square, clock).is_some()
    }

    fn ask_oracle<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        nodes: u64,
        clock: &mut Clock,
    ) -> Option<Square> {
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(clock.nodes()));
        let time = self.limits.time.map(|time| time.saturating_sub(clock.elapsed()));
        let limits = Limits { nodes: Some(nodes.min(left)), time, ..Limits::default() };
        let stop = self.stop.clone();
        let oracle = self.oracle();
        let before = oracle.nodes();
        let found = oracle.winning_move(board, &limits, &stop);
        clock.spend(oracle.nodes() - before);
        clock.look();
        found
    }

    /// The attacker is to move: the relevance zone of its win, if it can be proven. `fours` is true if it may win by
    /// fours.
    fn attack<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        fours: bool,
        clock: &mut Clock,
    ) -> Option<SquareSet> {
        let side = board.to_move();
        if let Some(five) = board.fives(side).first() {
            return Some(SquareSet::one(five));
        }
        let key = board.key();
        if let Some((_, zone)) = self.wins.get(&key) {
            return Some(*zone);
        }
        if self.failed.contains(&key) {
            return None;
        }
        self.nodes += 1;
        self.vct.expander.count_nodes(clock);
        if !clock.tick() || clock.nodes() > self.node_limit {
            return None;
        }
        if fours && let Some(line) = self.by_fours(board) {
            let zone = line_zone(board, &line, self.min_threat);
            self.wins.insert(key, (WinMethod::Otherwise, zone));
            return Some(zone);
        }
        if self.vct.verdict(key) == Some(true)
            && let Some(zone) = self.by_threats(board, clock)
        {
            return Some(zone);
        }
        let mut tried = None;
        for step in 0..5 {
            let square = match step {
                0 => self.quiet.winning_move(key),
                1 => self.oracle.as_ref().and_then(|oracle| oracle.winning_tt_move(board)),
                2 => self.ask_oracle(board, RETRY_NODES[0], clock),
                3 => {
                    if let Some(zone) = self.by_threats(board, clock) {
                        return Some(zone);
                    }
                    None
                }
                _ => self.ask_oracle(board, RETRY_NODES[1], clock),
            };
            if square.is_some() && square != tried {
                tried = square;
                if let Some(zone) = square.and_then(|square| self.by_move(board, square, clock)) {
                    return Some(zone);
                }
            }
            if clock.is_over() || clock.nodes() > self.node_limit {
                return None;
            }
        }
        self.failed.insert(key);
        None
    }

    /// The relevance zone of the win by this move.
    fn by_move<R: RuleSet>(
        &mut self,
        board: &mut Board<R>,
        square: Square,
        clock: &mut Clock,
    ) -> Option<SquareSet> {
        board.play(square);
        let won = self.defend(board, clock);
        board.undo();
        let mut zone = won? | doubts(board, square);
        zone.insert(square);
        self.wins.insert(board.key(), (WinMethod::Move(square), zone));
        Some(zone)
    }

    /// The line of a win by fours.
    fn by_fours<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<MoveLine> {
        let mut line = MoveLine::default();
        let found = self.vct.expander.vcf.solve_line(board, FOURS, &mut line);
        if !matches!(found, VcfResult::Win(_)) {
            return None;
        }
        let mut key = board.key();
        let mut color = board.to_move();
        for (i, &square) in line.moves().iter().enumerate() {
            if i % 2 == 0 {
                self.vcf_moves.insert(key, square);
            }
            key ^= zobrist::stone(square.into(), color) ^ zobrist::WHITE_TO_MOVE;
            color = color.opponent();
        }
        Some(line)
    }

    /// The relevance zone of the win by threats.
    fn by_threats<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> Option<SquareSet> {
        if self.vct.solve_within(board, clock, THREAT_BUDGET) != Some(true) {
            return None;
        }
        let nodes = TreeBuilder::build(self, board, clock, MAX_TREE_NODES)?;
        let zone = tree_zone(board, &nodes, self.min_threat);
        self.wins.insert(board.key(), (WinMethod::Otherwise, zone));
        Some(zone)
    }

    /// The defender is to move: the relevance zone of the attacker's win, if every reply loses.
    fn defend<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> Option<SquareSet> {
        let other = board.to_move();
        let side = other.opponent();
        if board.count(other, Threat::Five) > 0 {
            return None;
        }
        if board.count(side, Threat::Five) > 0 {
            return self.after_four(board, clock);
        }
        if board.points(other, Threat::OpenFour).iter().any(|square| board.may_play(other, square)) {
            return None;
        }
        let key = board.key();
        if self.failed.contains(&key) {
            return None;
        }
        if board.has_four(other) && matches!(self.vct.expander.vcf.solve(board, COUNTER), VcfResult::Win(_)) {
            self.failed.insert(key);
            return None;
        }
        // The attacker's threat.
        board.pass();
        let line = self.by_fours(board);
        let (threat, tried) = match &line {
            Some(line) => (Some(line_zone(board, line, self.min_threat)), relevance_zone(board, line)),
            None => {
                let won = self.attack(board, false, clock);
                (won, won.unwrap_or_default())
            }
        };
        board.undo();
        let mut zone = threat? | threes(board, other, self.min_threat);
        self.defended.insert(key);
        for reply in (tried | board.fours(other) | self.extra_replies_of(key)).iter() {
            if !board.is_empty(reply) || !board.may_play(other, reply) {
                continue;
            }
            board.play(reply);
            let won = match &line {
                Some(line) if holds(board, line) => Some(line_zone(board, line, self.min_threat)),
                line => self.attack(board, line.is_some(), clock),
            };
            if won.is_some() {
                zone |= threes_with(board, reply, other, self.min_threat);
            }
            board.undo();
            let Some(won) = won else {
                self.failed.insert(key);
                return None;
            };
            zone |= won;
            zone.insert(reply);
        }
        Some(if R::ENDS_MATTER { board.empties() } else { zone })
    }

    /// The same after a four, which the defender must stop.
    fn after_four<R: RuleSet>(&mut self, board: &mut Board<R>, clock: &mut Clock) -> Option<SquareSet> {
        let other = board.to_move();
        let side = other.opponent();
        let mut zone = board.fives(side);
        let replies = answers(board, side);
        if R::ENDS_MATTER {
            zone = board.empties();
        } else if R::FOULS && side == Color::White {
            zone |= unstopped(board);
        }
        for reply in replies.iter() {
            board.play(reply);
            let won = self.attack(board, true, clock);
            if won.is_some() {
                zone |= threes(board, other, self.min_threat);
            }
            board.undo();
            zone |= won?;
            zone.insert(reply);
        }
        Some(zone)
    }
}
