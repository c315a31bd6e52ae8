//! The relevance zone of a proof tree.
//!
//! The tree wins if the defender passes. A reply outside the zone changes nothing: the squares of the tree stay
//! empty, and the defender has no four that it would not have anyway. So the zone contains the squares of the tree,
//! and every square where somewhere in the tree a stone of the defender would make a three. With it, or with one of
//! its answers, it could make a four. Where the tree depends on renju's forbidden squares, the zone contains the
//! squares that decide them.

use super::dfpn::ByKey;
use super::replies::{doubts, unstopped};
use crate::vcf::MoveLine;
use crate::{Board, Pattern, RuleSet, Square, SquareSet, Threat};
use tengen_board::Color;
use tengen_gomoku_verify::ProofNode;

struct Walk<'a> {
    nodes: &'a [ProofNode],
    found: SquareSet,
    /// The node last visited on each board.
    seen: ByKey<u32>,
    side: Color,
    min_threat: MinThreat,
}

/// The zone of the tree of a win of the side to move. The tree's last node is played here.
pub(super) fn tree_zone<R: RuleSet>(
    board: &mut Board<R>,
    nodes: &[ProofNode],
    min_threat: MinThreat,
) -> SquareSet {
    if R::ENDS_MATTER {
        return board.empties();
    }
    let mut walk =
        Walk { nodes, found: SquareSet::EMPTY, seen: ByKey::default(), side: board.to_move(), min_threat };
    if let Some(root) = nodes.len().checked_sub(1) {
        walk.attack(board, root as u32);
    }
    walk.found
}

/// The zone of a line of fours by the side to move inside a larger tree, where replies elsewhere may precede it.
pub(super) fn line_zone<R: RuleSet>(
    board: &mut Board<R>,
    line: &MoveLine,
    min_threat: MinThreat,
) -> SquareSet {
    if R::ENDS_MATTER {
        return board.empties();
    }
    let (side, other) = (board.to_move(), board.to_move().opponent());
    let mut found = SquareSet::EMPTY;
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

/// The least threat of the defender that puts a square into the zone. With several quiet moves in a row the defender
/// may have replied elsewhere more than once, and its twos can matter too. That is rare, and twos make the zones
/// large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MinThreat {
    Three,
    Two,
}

/// The squares where the defender's stone makes at least this threat.
pub(super) fn threes<R: RuleSet>(board: &Board<R>, other: Color, min_threat: MinThreat) -> SquareSet {
    board.candidates().iter().filter(|&square| counts(board, square, other, min_threat)).collect()
}

/// The same squares among those in the windows of the defender's last stone: what it adds to the squares before it.
pub(super) fn threes_with<R: RuleSet>(
    board: &Board<R>,
    stone: Square,
    other: Color,
    min_threat: MinThreat,
) -> SquareSet {
    let mut found = SquareSet::EMPTY;
    board.windows_around(stone, |square, _, _| {
        if counts(board, square, other, min_threat) {
            found.insert(square);
        }
    });
    found
}

/// True if a square is one of them.
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
    /// Visits a node on a board with the attacker to move.
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
