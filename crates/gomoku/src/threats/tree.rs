//! From what the solvers found to a proof tree: every defence answered, down to five.
//!
//! Replies that the solver did not try, because they upset nothing, get the common answer: the line of fours that was threatened all
//! along. Whether it holds against each of them is for the verifier to say.

use super::dfpn::{ByKey, Share};
use super::line::Line;
use super::replies::upsetting;
use super::vcf::{Found, VcfLimits, answers};
use super::vct::INNER;
use super::wide::Wide;
use super::zone::{Least, zone};
use crate::{Position, Rule, Spot, Spots, Threat};
use tengen_engine::Clock;
use tengen_gomoku_verify::ProofNode;

/// Builds the tree of a position that the solver has proven.
pub(super) struct Builder<'a> {
    wide: &'a mut Wide,
    clock: &'a mut Clock,
    nodes: Vec<ProofNode>,
    /// The node of each position with the attacker to move.
    by_key: ByKey<u32>,
    /// The node of a five on each point.
    fives: Vec<Option<u32>>,
    /// Nodes at most.
    most: usize,
}

/// Nodes of the tree between two looks at the time.
const LOOK: usize = 256;

/// What may be taken to find again what was forgotten.
const AGAIN: Share = Share { positions: 20_000, nodes: 200_000 };

impl<'a> Builder<'a> {
    /// The nodes of the tree of a position in which the side to move wins, the last the root; `None` if the solver does not know the
    /// win after all, the tree has more nodes than `most`, or the time is up.
    pub(super) fn build<R: Rule>(
        wide: &'a mut Wide,
        position: &mut Position<R>,
        clock: &'a mut Clock,
        most: usize,
    ) -> Option<Vec<ProofNode>> {
        let fives = vec![None; position.size().area()];
        let mut builder = Builder { wide, clock, nodes: Vec::new(), by_key: ByKey::default(), fives, most };
        let root = builder.attack(position)?;
        debug_assert_eq!(root as usize + 1, builder.nodes.len());
        builder.nodes.truncate(root as usize + 1);
        Some(builder.nodes)
    }

    fn add(&mut self, node: ProofNode) -> Option<u32> {
        self.nodes.push(node);
        let nodes = self.nodes.len();
        let late = nodes.is_multiple_of(LOOK) && self.clock.is_late();
        (nodes <= self.most && !late).then_some(nodes as u32 - 1)
    }

    fn five<R: Rule>(&mut self, position: &Position<R>, spot: Spot) -> Option<u32> {
        if let Some(node) = self.fives[usize::from(spot)] {
            return Some(node);
        }
        let node = self.add(ProofNode::last(position.point(spot)))?;
        self.fives[usize::from(spot)] = Some(node);
        Some(node)
    }

    /// The node of a position with the attacker to move.
    fn attack<R: Rule>(&mut self, position: &mut Position<R>) -> Option<u32> {
        let side = position.to_move();
        if let Some(five) = position.fives(side).first() {
            return self.five(position, five);
        }
        let key = position.key();
        if let Some(&node) = self.by_key.get(&key) {
            return Some(node);
        }
        let spot = self.winning_move(position)?;
        position.play(spot);
        let answers = self.defence(position);
        position.undo();
        let mut answers = answers?;
        answers.mv = position.point(spot);
        answers.replies.sort_unstable();
        let node = self.add(answers)?;
        self.by_key.insert(key, node);
        Some(node)
    }

    fn winning_move<R: Rule>(&mut self, position: &mut Position<R>) -> Option<Spot> {
        let key = position.key();
        let known = self.wide.winning_move(key).or_else(|| self.wide.vct.winning_move(key));
        if known.is_some() {
            return known;
        }
        let limits = VcfLimits { nodes: 10 * INNER.nodes, ..INNER };
        if let Found::Win(_) = self.wide.vct.by_fours.vcf.solve(position, limits) {
            return self.wide.vct.by_fours.vcf.winning_move(position);
        }
        self.wide.vct.solve_within(position, self.clock, AGAIN)?;
        self.wide.vct.winning_move(key)
    }

    /// What is answered to the replies to a move that has been played; the move itself is left to be filled in.
    fn defence<R: Rule>(&mut self, position: &mut Position<R>) -> Option<ProofNode> {
        let side = position.to_move().opponent();
        if position.count(side, Threat::Five) > 0 {
            self.after_four(position)
        } else {
            self.after_threat(position)
        }
    }

    fn after_four<R: Rule>(&mut self, position: &mut Position<R>) -> Option<ProofNode> {
        let other = position.to_move();
        let side = other.opponent();
        let fives = position.fives(side);
        let first = fives.first()?;
        let mut answers = ProofNode::last(position.point(first));
        answers.other = Some(self.five(position, first)?);
        let spoiling = if R::ENDS_MATTER { position.empties() } else { Spots::one(first) };
        for reply in spoiling.iter() {
            // With two fives the reply is answered even where it is forbidden here: elsewhere it may not be.
            if position.count(side, Threat::Five) == 1 && !position.may_play(other, reply) {
                continue;
            }
            position.play(reply);
            let node = if position.class(side, first) == Threat::Five {
                Some(answers.other)
            } else {
                self.attack(position).map(Some)
            };
            position.undo();
            let node = node?;
            if node != answers.other {
                answers.replies.push((position.point(reply), node?));
            }
        }
        Some(answers)
    }

    fn after_threat<R: Rule>(&mut self, position: &mut Position<R>) -> Option<ProofNode> {
        let other = position.to_move();
        let mut line = Line::default();
        let mut last = Spots::NONE;
        let upsets = self.wide.upsets_of(position.key());
        position.pass();
        let limits = VcfLimits { nodes: 10 * INNER.nodes, ..INNER };
        let quiet = self.wide.zone_of(position.key());
        let by_fours = quiet.is_none()
            && matches!(self.wide.vct.by_fours.vcf.solve_line(position, limits, &mut line), Found::Win(_));
        let (default, tried) = if by_fours {
            last = last_fives(position, &line);
            (self.follow(position, line.moves()), upsetting(position, &line))
        } else {
            let root = self.attack(position);
            let tried = match (quiet, root) {
                (Some(tried), _) => tried,
                (None, Some(root)) => zone(position, &self.nodes[..=root as usize], Least::Three),
                (None, None) => Spots::NONE,
            };
            (root, tried)
        };
        position.undo();
        if !by_fours && default.is_none() {
            return None;
        }
        let mut answers = ProofNode { other: default, ..ProofNode::last(position.point(0)) };
        let replies = tried | position.fours(other) | upsets;
        for reply in replies.iter() {
            if !position.is_empty(reply) || !position.may_play(other, reply) {
                continue;
            }
            position.play(reply);
            let node = if by_fours && holds_as_written(position, &line, last) {
                default
            } else {
                self.attack(position)
            };
            position.undo();
            let node = node?;
            if Some(node) != default {
                answers.replies.push((position.point(reply), node));
            }
        }
        Some(answers)
    }

    /// The nodes of a line of fours, move for move, so that it answers replies elsewhere too. `None` in caro, where a four may
    /// have two answers and every reply gets a node of its own.
    fn follow<R: Rule>(&mut self, position: &mut Position<R>, moves: &[Spot]) -> Option<u32> {
        let side = position.to_move();
        let (&spot, rest) = moves.split_first()?;
        if R::ENDS_MATTER {
            return None;
        }
        if position.class(side, spot) == Threat::Five {
            return self.five(position, spot);
        }
        position.play(spot);
        let first = position.fives(side).first();
        let node = match (first, rest.split_first()) {
            (Some(first), Some((&answer, rest))) => {
                position.play(answer);
                let next = self.follow(position, rest);
                position.undo();
                self.five(position, first)
                    .zip(next)
                    .map(|(other, next)| (Some(other), vec![(position.point(answer), next)]))
            }
            (Some(_), None) => self.after_four(position).map(|answers| (answers.other, answers.replies)),
            _ => None,
        };
        position.undo();
        let (other, replies) = node?;
        self.add(ProofNode { mv: position.point(spot), replies, other })
    }
}

/// The fives at the end of a line of fours by the side to move that the tree names: two, or one that may not be stopped.
fn last_fives<R: Rule>(position: &mut Position<R>, line: &Line) -> Spots {
    let side = position.to_move();
    line.moves().iter().for_each(|&spot| position.play(spot));
    let fives = position.fives(side).iter().take(2).collect();
    line.moves().iter().for_each(|_| {
        position.undo();
    });
    fives
}

/// Whether the nodes of a line of fours, as [`Builder::follow`] wrote them on another board, win on this one.
fn holds_as_written<R: Rule>(position: &mut Position<R>, line: &Line, last: Spots) -> bool {
    if R::ENDS_MATTER {
        return false;
    }
    let side = position.to_move();
    let other = side.opponent();
    let mut played = 0;
    let mut holds = true;
    for (i, &spot) in line.moves().iter().enumerate() {
        let five = position.class(side, spot) == Threat::Five;
        if !position.is_legal(spot) {
            holds = i % 2 == 1 && position.is_empty(spot);
            break;
        }
        position.play(spot);
        played += 1;
        if i % 2 == 1 || five {
            continue;
        }
        let fives = position.fives(side);
        let named = line.moves().get(i + 1).map_or(last, |&answer| Spots::one(answer));
        let end = i + 1 == line.moves().len();
        let unstopped = !end || last.len() == 2 || answers(position, side).is_empty();
        holds = position.count(other, Threat::Five) == 0 && (named - fives).is_empty() && unstopped;
        if !holds || !end && fives.len() > 1 {
            break;
        }
    }
    for _ in 0..played {
        position.undo();
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::super::vct::Vct;
    use super::*;
    use crate::rule::Freestyle;
    use tengen_engine::{Limits, Stop};
    use tengen_games::Game;
    use tengen_games::gomoku::{self, Rules};

    /// Nothing but the stop may end the writing: the nodes of the search are spent by then.
    #[test]
    fn a_tree_is_not_written_after_a_stop() {
        let mut game = gomoku::Position::new(&Rules::FREESTYLE);
        for mv in "j5 h7 i10 g10 g7 e10 g8 f10 d10 e9 g6 g5 e8 d8 g11 h9 i9 h8 h10 j8 h5 d9 i7 i8 f11 c7 b6 c9 b9 k8 l8 k6 j7 c8 f7 i4 e13 f12 c6 d6 d7 b5 f6 e5 f4 f5 i11 h11 j12 c11 c10 g9 f9 d12 e11 e12 g12 i12 k7 k10 l5 l11 j9 j13 k14 c5 d5 c12 b12 e7".split(' ') {
            game.play(game.parse_move(mv).unwrap()).unwrap();
        }
        let mut position = Position::<Freestyle>::from_game(&game);
        let (limits, stop) = (Limits::nodes(100_000), Stop::new());
        let mut wide = Wide::new(Vct::medium(1 << 20), &limits, &stop);
        let mut clock = Clock::looking_every(1, &limits, &stop);
        assert_eq!(wide.vct.solve(&mut position, &mut clock), Some(true));
        while clock.tick() {}
        let nodes = Builder::build(&mut wide, &mut position, &mut clock, usize::MAX).expect("a win is known");
        assert!(nodes.len() >= LOOK, "too few to look at the time: {}", nodes.len());
        stop.raise();
        assert!(Builder::build(&mut wide, &mut position, &mut clock, usize::MAX).is_none());
    }
}
