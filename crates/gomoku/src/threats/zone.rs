//! Which replies can upset a proof tree.
//!
//! The tree wins if the defender passes. A reply elsewhere leaves it standing: its points stay empty, and the defender has no
//! four in it that it would not have had anyway. For that the reply may lie on no point of the tree, and on no point where, somewhere
//! in the tree, the defender's stone would make a three: with it, or with one of its answers, it could make a four. Where
//! the tree rests on what renju forbids, every reply counts.

use super::dfpn::ByKey;
use crate::proof::Answers;
use crate::{Position, Rule, Spots, Threat};
use tengen_board::Color;
use tengen_games::gomoku::Variant;

struct Walk<'a> {
    nodes: &'a [Answers],
    found: Spots,
    any: bool,
    /// The node last gone through on each board.
    seen: ByKey<u32>,
    side: Color,
}

/// The replies that may upset the tree of a win of the side to move, the tree's last node being played here.
pub(super) fn zone<R: Rule>(position: &mut Position<R>, nodes: &[Answers]) -> Spots {
    let mut walk = Walk {
        nodes,
        found: Spots::NONE,
        any: matches!(R::VARIANT, Variant::Caro | Variant::StandardCaro),
        seen: ByKey::default(),
        side: position.to_move(),
    };
    if let Some(root) = nodes.len().checked_sub(1) {
        walk.attack(position, root as u32);
    }
    if walk.any { position.empties() } else { walk.found }
}

impl Walk<'_> {
    /// The node is played on a board with the attacker to move.
    fn attack<R: Rule>(&mut self, position: &mut Position<R>, number: u32) {
        let node = &self.nodes[number as usize];
        let spot = position.spot(node.mv);
        self.found.insert(spot);
        if node.is_last() || self.any || !position.is_empty(spot) {
            return;
        }
        if self.seen.insert(position.key(), number) == Some(number) {
            return;
        }
        if R::FOULS && self.side == Color::Black && position.info(Color::Black, spot).is_doubtful() {
            self.any = true;
            return;
        }
        let other = self.side.opponent();
        position.play(spot);
        let fives = position.fives(self.side);
        let four = !fives.is_empty();
        if four {
            self.found |= fives;
            // A five that is not stopped, because it may not be.
            self.any |= fives.len() == 1 && node.replies.is_empty();
        } else {
            self.threes(position, other);
        }
        for &(reply, answer) in &node.replies {
            let reply = position.spot(reply);
            self.found.insert(reply);
            if !position.is_empty(reply) {
                continue;
            }
            position.play(reply);
            self.threes(position, other);
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

    /// Adds the points where the defender's stone makes a three or more.
    fn threes<R: Rule>(&mut self, position: &Position<R>, other: Color) {
        for spot in position.candidates().iter() {
            if position.class(other, spot) >= Threat::ClosedThree {
                self.found.insert(spot);
            }
        }
    }
}
