//! Which replies can upset a proof tree.
//!
//! The tree wins if the defender passes. A reply elsewhere leaves it standing: its points stay empty, and the defender has no
//! four in it that it would not have had anyway. For that the reply may lie on no point of the tree, and on no point where, somewhere
//! in the tree, the defender's stone would make a three: with it, or with one of its answers, it could make a four. Where
//! the tree rests on what renju forbids, the points count on which that hangs.

use super::dfpn::ByKey;
use super::line::Line;
use super::replies::{doubts, unstopped};
use crate::{Pattern, Position, Rule, Spot, Spots, Threat};
use tengen_board::Color;
use tengen_gomoku_verify::ProofNode;

struct Walk<'a> {
    nodes: &'a [ProofNode],
    found: Spots,
    /// The node last gone through on each board.
    seen: ByKey<u32>,
    side: Color,
    least: Least,
}

/// The replies that may upset the tree of a win of the side to move, the tree's last node being played here.
pub(super) fn zone<R: Rule>(position: &mut Position<R>, nodes: &[ProofNode], least: Least) -> Spots {
    if R::ENDS_MATTER {
        return position.empties();
    }
    let mut walk =
        Walk { nodes, found: Spots::NONE, seen: ByKey::default(), side: position.to_move(), least };
    if let Some(root) = nodes.len().checked_sub(1) {
        walk.attack(position, root as u32);
    }
    walk.found
}

/// The points that could upset a line of fours by the side to move as part of a larger tree, where replies elsewhere may come before it.
pub(super) fn line_zone<R: Rule>(position: &mut Position<R>, line: &Line, least: Least) -> Spots {
    if R::ENDS_MATTER {
        return position.empties();
    }
    let (side, other) = (position.to_move(), position.to_move().opponent());
    let mut found = Spots::NONE;
    let mut played = 0;
    for (i, &spot) in line.moves().iter().enumerate() {
        found.insert(spot);
        if i % 2 == 0 {
            found |= doubts(position, spot);
            position.play(spot);
            found |= position.fives(side);
            if R::FOULS && i + 1 == line.moves().len() && side == Color::White {
                found |= unstopped(position);
            }
        } else {
            position.play(spot);
            found |= threes(position, other, least);
        }
        played += 1;
    }
    for _ in 0..played {
        position.undo();
    }
    found
}

/// The least that a defender's stone must make for its point to count. Where several quiet moves follow one another the defender may
/// have played elsewhere more than once, and what it makes of twos can matter too; that is rare, and taking it into account costs much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Least {
    Three,
    Two,
}

/// The points where the defender's stone makes a three or more, or a two.
pub(super) fn threes<R: Rule>(position: &Position<R>, other: Color, least: Least) -> Spots {
    position.candidates().iter().filter(|&spot| counts(position, spot, other, least)).collect()
}

/// Those of them that see the defender's last stone: all that it adds to those that there were before it.
pub(super) fn threes_with<R: Rule>(position: &Position<R>, stone: Spot, other: Color, least: Least) -> Spots {
    let mut found = Spots::NONE;
    position.windows_around(stone, |spot, _, _| {
        if counts(position, spot, other, least) {
            found.insert(spot);
        }
    });
    found
}

/// Whether a point is one of them.
fn counts<R: Rule>(position: &Position<R>, spot: Spot, other: Color, least: Least) -> bool {
    match least {
        Least::Three => {
            position.makes_three(other, spot)
                && (!R::FOULS || position.class(other, spot) >= Threat::ClosedThree)
        }
        Least::Two => position.patterns(other, spot).iter().any(|&pattern| pattern >= Pattern::ClosedTwo),
    }
}

impl Walk<'_> {
    /// The node is played on a board with the attacker to move.
    fn attack<R: Rule>(&mut self, position: &mut Position<R>, number: u32) {
        let node = &self.nodes[number as usize];
        let spot = position.spot(node.mv);
        self.found.insert(spot);
        if node.is_last() || !position.is_empty(spot) {
            return;
        }
        if self.seen.insert(position.key(), number) == Some(number) {
            return;
        }
        self.found |= doubts(position, spot);
        let other = self.side.opponent();
        position.play(spot);
        let fives = position.fives(self.side);
        let four = !fives.is_empty();
        if four {
            self.found |= fives;
            if R::FOULS && self.side == Color::White {
                self.found |= unstopped(position);
            }
        } else {
            self.found |= threes(position, other, self.least);
        }
        for &(reply, answer) in &node.replies {
            let reply = position.spot(reply);
            self.found.insert(reply);
            if !position.is_empty(reply) {
                continue;
            }
            position.play(reply);
            self.found |= if four {
                threes(position, other, self.least)
            } else {
                threes_with(position, reply, other, self.least)
            };
            self.attack(position, answer);
            position.undo();
        }
        if let (Some(answer), false) = (node.other, four) {
            position.pass();
            self.attack(position, answer);
            position.undo();
        }
        position.undo();
    }
}
