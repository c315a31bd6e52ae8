//! Which replies can upset a proof tree.
//!
//! The tree wins if the defender passes. A reply elsewhere leaves it standing: its points stay empty, and the defender has no
//! four in it that it would not have had anyway. For that the reply may lie on no point of the tree, and on no point where, somewhere
//! in the tree, the defender's stone would make a three: with it, or with one of its answers, it could make a four. Where
//! the tree rests on what renju forbids, the points count on which that hangs.

use super::dfpn::ByKey;
use super::line::MoveLine;
use super::replies::{doubts, unstopped};
use crate::{Board, Pattern, RuleSet, Square, SquareSet, Threat};
use tengen_board::Color;
use tengen_gomoku_verify::ProofNode;

struct Walk<'a> {
    nodes: &'a [ProofNode],
    found: SquareSet,
    /// The node last gone through on each board.
    seen: ByKey<u32>,
    side: Color,
    min_threat: MinThreat,
}

/// The replies that may upset the tree of a win of the side to move, the tree's last node being played here.
pub(super) fn tree_zone<R: RuleSet>(
    board: &mut Board<R>,
    nodes: &[ProofNode],
    min_threat: MinThreat,
) -> SquareSet {
    if R::ENDS_MATTER {
        return board.empties();
    }
    let mut walk =
        Walk { nodes, found: SquareSet::NONE, seen: ByKey::default(), side: board.to_move(), min_threat };
    if let Some(root) = nodes.len().checked_sub(1) {
        walk.attack(board, root as u32);
    }
    walk.found
}

/// The points that could upset a line of fours by the side to move as part of a larger tree, where replies elsewhere may come before it.
pub(super) fn line_zone<R: RuleSet>(
    board: &mut Board<R>,
    line: &MoveLine,
    min_threat: MinThreat,
) -> SquareSet {
    if R::ENDS_MATTER {
        return board.empties();
    }
    let (side, other) = (board.to_move(), board.to_move().opponent());
    let mut found = SquareSet::NONE;
    let mut played = 0;
    for (i, &square) in line.moves().iter().enumerate() {
        found.insert(square);
        if i % 2 == 0 {
            found |= doubts(board, square);
            board.play(square);
            found |= board.fives(side);
            if R::FOULS && i + 1 == line.moves().len() && side == Color::White {
                found |= unstopped(board);
            }
        } else {
            board.play(square);
            found |= threes(board, other, min_threat);
        }
        played += 1;
    }
    for _ in 0..played {
        board.undo();
    }
    found
}

/// The least that a defender's stone must make for its point to count. Where several quiet moves follow one another the defender may
/// have played elsewhere more than once, and what it makes of twos can matter too; that is rare, and taking it into account costs much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MinThreat {
    Three,
    Two,
}

/// The points where the defender's stone makes a three or more, or a two.
pub(super) fn threes<R: RuleSet>(board: &Board<R>, other: Color, min_threat: MinThreat) -> SquareSet {
    board.candidates().iter().filter(|&square| counts(board, square, other, min_threat)).collect()
}

/// Those of them that see the defender's last stone: all that it adds to those that there were before it.
pub(super) fn threes_with<R: RuleSet>(
    board: &Board<R>,
    stone: Square,
    other: Color,
    min_threat: MinThreat,
) -> SquareSet {
    let mut found = SquareSet::NONE;
    board.windows_around(stone, |square, _, _| {
        if counts(board, square, other, min_threat) {
            found.insert(square);
        }
    });
    found
}

/// Whether a point is one of them.
fn counts<R: RuleSet>(board: &Board<R>, square: Square, other: Color, min_threat: MinThreat) -> bool {
    match min_threat {
        MinThreat::Three => {
            board.makes_three(other, square)
                && (!R::FOULS || board.class(other, square) >= Threat::ClosedThree)
        }
        MinThreat::Two => board.patterns(other, square).iter().any(|&pattern| pattern >= Pattern::ClosedTwo),
    }
}

impl Walk<'_> {
    /// The node is played on a board with the attacker to move.
    fn attack<R: RuleSet>(&mut self, board: &mut Board<R>, number: u32) {
        let node = &self.nodes[number as usize];
        let square = board.square(node.mv);
        self.found.insert(square);
        if node.is_last() || !board.is_empty(square) {
            return;
        }
        if self.seen.insert(board.key(), number) == Some(number) {
            return;
        }
        self.found |= doubts(board, square);
        let other = self.side.opponent();
        board.play(square);
        let fives = board.fives(self.side);
        let four = !fives.is_empty();
        if four {
            self.found |= fives;
            if R::FOULS && self.side == Color::White {
                self.found |= unstopped(board);
            }
        } else {
            self.found |= threes(board, other, self.min_threat);
        }
        for &(reply, answer) in &node.replies {
            let reply = board.square(reply);
            self.found.insert(reply);
            if !board.is_empty(reply) {
                continue;
            }
            board.play(reply);
            self.found |= if four {
                threes(board, other, self.min_threat)
            } else {
                threes_with(board, reply, other, self.min_threat)
            };
            self.attack(board, answer);
            board.undo();
        }
        if let (Some(answer), false) = (node.other, four) {
            board.pass();
            self.attack(board, answer);
            board.undo();
        }
        board.undo();
    }
}
