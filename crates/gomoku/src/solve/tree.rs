//! Builds the proof tree from what the solvers found: every defence answered, down to five.
//!
//! Replies outside the relevance zone get the common answer: the line of fours that was threatened. The verifier
//! checks that it refutes each of them.

use super::dfpn::{Budget, ByKey};
use super::replies::relevance_zone;
use super::vct::{INNER, Vct};
use super::zone::{MinThreat, tree_zone};
use crate::vcf::{MoveLine, VcfLimits, VcfResult, answers};
use crate::{Board, RuleSet, Square, SquareSet, Threat};
use tengen_engine::Clock;
use tengen_gomoku_verify::ProofNode;

/// The wins that a solver has proven.
pub(super) trait ProvenWins {
    /// The search by threats, which knows the moves of wins by threats and by fours.
    fn vct(&mut self) -> &mut Vct;

    /// The winning move of a position with the attacker to move, if it is known.
    fn winning_move(&self, key: u64) -> Option<Square>;

    /// The relevance zone of a position that such a move wins.
    fn zone_of(&self, key: u64) -> Option<SquareSet>;

    /// Replies to a position with the defender to move that matter although they are outside the zone.
    fn extra_replies_of(&self, key: u64) -> SquareSet;
}

/// Builds the tree of a position that the solver has proven.
pub(super) struct TreeBuilder<'a, W: ProvenWins> {
    wins: &'a mut W,
    clock: &'a mut Clock,
    nodes: Vec<ProofNode>,
    /// The node of each position with the attacker to move.
    by_key: ByKey<u32>,
    /// The node of a five on each square.
    fives: Vec<Option<u32>>,
    /// The node limit.
    max_nodes: usize,
}

/// The number of nodes between two checks of the clock.
const CLOCK_INTERVAL: usize = 256;

/// The budget for wins that the tables have lost.
const RETRY: Budget = Budget { positions: 20_000, nodes: 200_000 };

impl<'a, W: ProvenWins> TreeBuilder<'a, W> {
    /// The nodes of the tree of a position that the side to move wins, the root last. `None` if the solver does not
    /// know the win, the tree has more nodes than `max_nodes`, or the time is over.
    pub(super) fn build<R: RuleSet>(
        wins: &'a mut W,
        board: &mut Board<R>,
        clock: &'a mut Clock,
        max_nodes: usize,
    ) -> Option<Vec<ProofNode>> {
        let fives = vec![None; board.size().area()];
        let mut builder =
            TreeBuilder { wins, clock, nodes: Vec::new(), by_key: ByKey::default(), fives, max_nodes };
        let root = builder.attack(board)?;
        debug_assert_eq!(root as usize + 1, builder.nodes.len());
        builder.nodes.truncate(root as usize + 1);
        Some(builder.nodes)
    }

    fn add(&mut self, node: ProofNode) -> Option<u32> {
        self.nodes.push(node);
        let nodes = self.nodes.len();
        let late = nodes.is_multiple_of(CLOCK_INTERVAL) && self.clock.is_late();
        (nodes <= self.max_nodes && !late).then_some(nodes as u32 - 1)
    }

    fn five<R: RuleSet>(&mut self, board: &Board<R>, square: Square) -> Option<u32> {
        if let Some(node) = self.fives[usize::from(square)] {
            return Some(node);
        }
        let node = self.add(ProofNode::last(board.point(square)))?;
        self.fives[usize::from(square)] = Some(node);
        Some(node)
    }

    /// The node of a position with the attacker to move.
    fn attack<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<u32> {
        let side = board.to_move();
        if let Some(five) = board.fives(side).first() {
            return self.five(board, five);
        }
        let key = board.key();
        if let Some(&node) = self.by_key.get(&key) {
            return Some(node);
        }
        let square = self.winning_move(board)?;
        board.play(square);
        let answers = self.defence(board);
        board.undo();
        let mut answers = answers?;
        answers.mv = board.point(square);
        answers.replies.sort_unstable();
        let node = self.add(answers)?;
        self.by_key.insert(key, node);
        Some(node)
    }

    fn winning_move<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<Square> {
        let key = board.key();
        let known = self.wins.winning_move(key).or_else(|| self.wins.vct().winning_move(key));
        if known.is_some() {
            return known;
        }
        let limits = VcfLimits { nodes: 10 * INNER.nodes, ..INNER };
        if let VcfResult::Win(_) = self.wins.vct().expander.vcf.solve(board, limits) {
            return self.wins.vct().expander.vcf.winning_move(board);
        }
        self.wins.vct().solve_within(board, self.clock, RETRY)?;
        self.wins.vct().winning_move(key)
    }

    /// The answers to the replies to a move that has been played. The caller sets the move.
    fn defence<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<ProofNode> {
        let side = board.to_move().opponent();
        if board.count(side, Threat::Five) > 0 { self.after_four(board) } else { self.after_threat(board) }
    }

    fn after_four<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<ProofNode> {
        let other = board.to_move();
        let side = other.opponent();
        let fives = board.fives(side);
        let first = fives.first()?;
        let mut answers = ProofNode::last(board.point(first));
        answers.other = Some(self.five(board, first)?);
        let spoiling = if R::ENDS_MATTER { board.empties() } else { SquareSet::one(first) };
        for reply in spoiling.iter() {
            // With two fives a reply is answered even if it is forbidden here: elsewhere it may be legal.
            if board.count(side, Threat::Five) == 1 && !board.may_play(other, reply) {
                continue;
            }
            board.play(reply);
            let node = if board.class(side, first) == Threat::Five {
                Some(answers.other)
            } else {
                self.attack(board).map(Some)
            };
            board.undo();
            let node = node?;
            if node != answers.other {
                answers.replies.push((board.point(reply), node?));
            }
        }
        Some(answers)
    }

    fn after_threat<R: RuleSet>(&mut self, board: &mut Board<R>) -> Option<ProofNode> {
        let other = board.to_move();
        let mut line = MoveLine::default();
        let mut last = SquareSet::EMPTY;
        let extra = self.wins.extra_replies_of(board.key());
        board.pass();
        let limits = VcfLimits { nodes: 10 * INNER.nodes, ..INNER };
        let quiet = self.wins.zone_of(board.key());
        let by_fours = quiet.is_none()
            && matches!(self.wins.vct().expander.vcf.solve_line(board, limits, &mut line), VcfResult::Win(_));
        let (common, zone) = if by_fours {
            last = last_fives(board, &line);
            (self.follow(board, line.moves()), relevance_zone(board, &line))
        } else {
            let root = self.attack(board);
            let zone = match (quiet, root) {
                (Some(zone), _) => zone,
                (None, Some(root)) => tree_zone(board, &self.nodes[..=root as usize], MinThreat::Three),
                (None, None) => SquareSet::EMPTY,
            };
            (root, zone)
        };
        board.undo();
        if !by_fours && common.is_none() {
            return None;
        }
        let mut answers = ProofNode { other: common, ..ProofNode::last(board.point(0)) };
        let replies = zone | board.fours(other) | extra;
        for reply in replies.iter() {
            if !board.is_empty(reply) || !board.may_play(other, reply) {
                continue;
            }
            board.play(reply);
            let node =
                if by_fours && holds_as_written(board, &line, last) { common } else { self.attack(board) };
            board.undo();
            let node = node?;
            if Some(node) != common {
                answers.replies.push((board.point(reply), node));
            }
        }
        Some(answers)
    }

    /// The nodes of a line of fours, move for move, so that it answers replies elsewhere too. `None` in caro, where a
    /// four may have two answers and every reply gets a node of its own.
    fn follow<R: RuleSet>(&mut self, board: &mut Board<R>, moves: &[Square]) -> Option<u32> {
        let side = board.to_move();
        let (&square, rest) = moves.split_first()?;
        if R::ENDS_MATTER {
            return None;
        }
        if board.class(side, square) == Threat::Five {
            return self.five(board, square);
        }
        board.play(square);
        let first = board.fives(side).first();
        let node = match (first, rest.split_first()) {
            (Some(first), Some((&answer, rest))) => {
                board.play(answer);
                let next = self.follow(board, rest);
                board.undo();
                self.five(board, first)
                    .zip(next)
                    .map(|(other, next)| (Some(other), vec![(board.point(answer), next)]))
            }
            (Some(_), None) => self.after_four(board).map(|answers| (answers.other, answers.replies)),
            _ => None,
        };
        board.undo();
        let (other, replies) = node?;
        self.add(ProofNode { mv: board.point(square), replies, other })
    }
}

/// The fives at the end of a line of fours that the tree names: two, or one that may not be stopped.
fn last_fives<R: RuleSet>(board: &mut Board<R>, line: &MoveLine) -> SquareSet {
    let side = board.to_move();
    line.moves().iter().for_each(|&square| board.play(square));
    let fives = board.fives(side).iter().take(2).collect();
    line.moves().iter().for_each(|_| {
        board.undo();
    });
    fives
}

/// True if the nodes of a line of fours, as [`TreeBuilder::follow`] wrote them on another board, win on this one.
fn holds_as_written<R: RuleSet>(board: &mut Board<R>, line: &MoveLine, last: SquareSet) -> bool {
    if R::ENDS_MATTER {
        return false;
    }
    let side = board.to_move();
    let other = side.opponent();
    let mut played = 0;
    let mut holds = true;
    for (i, &square) in line.moves().iter().enumerate() {
        let five = board.class(side, square) == Threat::Five;
        if !board.is_legal(square) {
            holds = i % 2 == 1 && board.is_empty(square);
            break;
        }
        board.play(square);
        played += 1;
        if i % 2 == 1 || five {
            continue;
        }
        let fives = board.fives(side);
        let named = line.moves().get(i + 1).map_or(last, |&answer| SquareSet::one(answer));
        let end = i + 1 == line.moves().len();
        let unstopped = !end || last.len() == 2 || answers(board, side).is_empty();
        holds = board.count(other, Threat::Five) == 0 && (named - fives).is_empty() && unstopped;
        if !holds || !end && fives.len() > 1 {
            break;
        }
    }
    for _ in 0..played {
        board.undo();
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::super::wide::Wide;
    use super::*;
    use crate::board::rule_set::Freestyle;
    use tengen_engine::{Limits, Stop};
    use tengen_games::Game;
    use tengen_games::gomoku::{self, Rules};

    /// Only a stop ends the build: the nodes of the search are spent by then.
    #[test]
    fn a_tree_is_not_written_after_a_stop() {
        let mut game = gomoku::Position::new(&Rules::FREESTYLE);
        for mv in "j5 h7 i10 g10 g7 e10 g8 f10 d10 e9 g6 g5 e8 d8 g11 h9 i9 h8 h10 j8 h5 d9 i7 i8 f11 c7 b6 c9 b9 k8 l8 k6 j7 c8 f7 i4 e13 f12 c6 d6 d7 b5 f6 e5 f4 f5 i11 h11 j12 c11 c10 g9 f9 d12 e11 e12 g12 i12 k7 k10 l5 l11 j9 j13 k14 c5 d5 c12 b12 e7".split(' ') {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let mut board = crate::Values::standard(Freestyle::VARIANT).board::<Freestyle>(&game);
        let (limits, stop) = (Limits::nodes(100_000), Stop::new());
        let mut wide = Wide::new(Vct::medium(1 << 20), &limits, &stop);
        let mut clock = Clock::looking_every(1, &limits, &stop);
        assert_eq!(wide.vct.solve(&mut board, &mut clock), Some(true));
        while clock.tick() {}
        let nodes =
            TreeBuilder::build(&mut wide, &mut board, &mut clock, usize::MAX).expect("a win is known");
        assert!(nodes.len() >= CLOCK_INTERVAL, "too few to look at the time: {}", nodes.len());
        stop.raise();
        assert!(TreeBuilder::build(&mut wide, &mut board, &mut clock, usize::MAX).is_none());
    }
}
